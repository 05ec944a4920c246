# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class KnownBanks(KaitaiStruct):
    """The banks that the program knows, kept in CroSys in the program's own directory. No file is public.
    """
    SEQ_FIELDS = ["kind", "bank_count", "banks"]
    kind = None
    bank_count = None
    banks = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['kind'] = {'start': _io.at}
        self.kind = _io.read_bytes(1)
        _debug['kind']['end'] = _io.at
        if not self.kind == b"\x04":
            raise kaitaistruct.ValidationNotEqualError(b"\x04", self.kind, self._io, u"/seq/0")
        _debug['bank_count'] = {'start': _io.at}
        self.bank_count = _io.read_u4le()
        _debug['bank_count']['end'] = _io.at
        _debug['banks'] = {'start': _io.at}
        _debug['banks']['arr'] = []
        self.banks = []
        for i in range(self.bank_count):
            _debug['banks']['arr'].append(_io.next_item())
            _t_banks = KnownBanks.Bank(self._io)
            try:
                _t_banks._read()
            finally:
                self.banks.append(_t_banks)
            _debug['banks']['arr'][i]['end'] = _io.at

        _debug['banks']['end'] = _io.at


    def _fetch_instances(self):
        pass
        for i in range(len(self.banks)):
            pass
            self.banks[i]._fetch_instances()


    class Bank(KaitaiStruct):
        """One bank that the program knows."""
        SEQ_FIELDS = ["unknown_00", "description_length", "description", "path_length", "path", "unknown_after_path"]
        unknown_00 = None
        description_length = None
        description = None
        path_length = None
        path = None
        unknown_after_path = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            self.unknown_00 = _io.read_u4le()
            _debug['unknown_00']['end'] = _io.at
            _debug['description_length'] = {'start': _io.at}
            self.description_length = _io.read_u4le()
            _debug['description_length']['end'] = _io.at
            _debug['description'] = {'start': _io.at}
            self.description = _io.read_bytes(self.description_length)
            _debug['description']['end'] = _io.at
            _debug['path_length'] = {'start': _io.at}
            self.path_length = _io.read_u4le()
            _debug['path_length']['end'] = _io.at
            _debug['path'] = {'start': _io.at}
            self.path = _io.read_bytes(self.path_length)
            _debug['path']['end'] = _io.at
            _debug['unknown_after_path'] = {'start': _io.at}
            self.unknown_after_path = _io.read_u4le()
            _debug['unknown_after_path']['end'] = _io.at


        def _fetch_instances(self):
            pass



