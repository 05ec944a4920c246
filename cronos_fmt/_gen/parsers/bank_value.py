# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


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
    def __init__(self, _io, _parent=None, _root=None):
        super(BankValue, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_u1()
        self._debug['unknown_00']['end'] = self._io.pos()
        self._debug['unknown_01']['start'] = self._io.pos()
        self.unknown_01 = self._io.read_u1()
        self._debug['unknown_01']['end'] = self._io.pos()
        self._debug['check']['start'] = self._io.pos()
        self.check = self._io.read_u4le()
        self._debug['check']['end'] = self._io.pos()
        self._debug['time']['start'] = self._io.pos()
        self.time = self._io.read_u4le()
        self._debug['time']['end'] = self._io.pos()
        self._debug['base_ids']['start'] = self._io.pos()
        self._debug['base_ids']['arr'] = []
        self.base_ids = []
        i = 0
        while not self._io.is_eof():
            self._debug['base_ids']['arr'].append(next_item(self._io))
            self.base_ids.append(self._io.read_u1())
            self._debug['base_ids']['arr'][len(self.base_ids) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['base_ids']['end'] = self._io.pos()


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


