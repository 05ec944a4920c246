# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TextValue(KaitaiStruct):
    """CP1251 text, of the keys BankId, BankName, Version and others."""
    SEQ_FIELDS = ["raw"]
    raw = None
    def __init__(self, _io, _parent=None, _root=None):
        super(TextValue, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['raw']['start'] = self._io.pos()
        self.raw = self._io.read_bytes_full()
        self._debug['raw']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


