# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BankRecordDos(KaitaiStruct):
    """A row with the separators of the DOS era. That rows begin with a base id, as later ones do, is an assumption: the DOS
    program kept each base in files of its own. Nobody has shown a file.
    """
    SEQ_FIELDS = ["base_id", "values"]
    base_id = None
    values = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['base_id'] = {'start': _io.at}
        self.base_id = _io.read_u1()
        _debug['base_id']['end'] = _io.at
        _debug['values'] = {'start': _io.at}
        _debug['values']['arr'] = []
        self.values = []
        i = 0
        while not _io.is_eof():
            _debug['values']['arr'].append(_io.next_item())
            _t_values = BankRecordDos.Value(self._io)
            try:
                _t_values._read()
            finally:
                self.values.append(_t_values)
            _debug['values']['arr'][len(self.values) - 1]['end'] = _io.at
            i += 1

        _debug['values']['end'] = _io.at


    def _fetch_instances(self):
        pass
        for i in range(len(self.values)):
            pass
            self.values[i]._fetch_instances()


    class Value(KaitaiStruct):
        """One value and the separator behind it."""
        SEQ_FIELDS = ["plain", "separator"]
        plain = None
        separator = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['plain'] = {'start': _io.at}
            self.plain = _io.read_bytes_term(254, False, False, False)
            _debug['plain']['end'] = _io.at
            if (not (_io.is_eof())):
                pass
                _debug['separator'] = {'start': _io.at}
                self.separator = _io.read_bytes(1)
                _debug['separator']['end'] = _io.at
                if not self.separator == b"\xFE":
                    raise kaitaistruct.ValidationNotEqualError(b"\xFE", self.separator, self._io, u"/types/value/seq/1")



        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass




