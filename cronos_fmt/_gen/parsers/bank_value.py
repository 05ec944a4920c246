# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BankValue(KaitaiStruct):
    """Time and check word of a bank, and its bases."""
    SEQ_FIELDS = ["unknown_00", "unknown_01", "check", "time", "base_ids"]
    unknown_00 = None
    unknown_01 = None
    check = None
    time = None
    base_ids = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['unknown_00'] = {'start': _io.at}
        self.unknown_00 = _io.read_u1()
        _debug['unknown_00']['end'] = _io.at
        _debug['unknown_01'] = {'start': _io.at}
        self.unknown_01 = _io.read_u1()
        _debug['unknown_01']['end'] = _io.at
        _debug['check'] = {'start': _io.at}
        self.check = _io.read_u4le()
        _debug['check']['end'] = _io.at
        _debug['time'] = {'start': _io.at}
        self.time = _io.read_u4le()
        _debug['time']['end'] = _io.at
        _debug['base_ids'] = {'start': _io.at}
        _debug['base_ids']['arr'] = []
        self.base_ids = []
        i = 0
        while not _io.is_eof():
            _debug['base_ids']['arr'].append(_io.next_item())
            self.base_ids.append(_io.read_u1())
            _debug['base_ids']['arr'][len(self.base_ids) - 1]['end'] = _io.at
            i += 1

        _debug['base_ids']['end'] = _io.at


    def _fetch_instances(self):
        pass
        for i in range(len(self.base_ids)):
            pass


    @property
    def check_rest(self):
        """The small number in the check word; number of user bases, or the highest id (0, 1, 1, 3 for 0, 1, 1, 3 bases)."""
        if hasattr(self, '_m_check_rest'):
            return self._m_check_rest

        self._m_check_rest = (self.check ^ self.time) ^ 191623534
        return getattr(self, '_m_check_rest', None)


