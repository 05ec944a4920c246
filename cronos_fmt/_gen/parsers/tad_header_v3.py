# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TadHeaderV3(KaitaiStruct):
    """Head of the free list. Behind it stands one slot for each record number, from 1."""
    SEQ_FIELDS = ["free_count", "first_free"]
    free_count = None
    first_free = None
    def __init__(self, _io, _parent=None, _root=None):
        super(TadHeaderV3, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['free_count']['start'] = self._io.pos()
        self.free_count = self._io.read_u4le()
        self._debug['free_count']['end'] = self._io.pos()
        self._debug['first_free']['start'] = self._io.pos()
        self.first_free = self._io.read_u4le()
        self._debug['first_free']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


