# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TadHeaderV4(KaitaiStruct):
    """Head of the list of deleted records. Behind it stands one slot for each record number, from 1."""
    SEQ_FIELDS = ["marker", "free_count", "first_free", "unknown_0c"]
    marker = None
    free_count = None
    first_free = None
    unknown_0c = None
    def __init__(self, _io, _parent=None, _root=None):
        super(TadHeaderV4, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['marker']['start'] = self._io.pos()
        self.marker = self._io.read_s4le()
        self._debug['marker']['end'] = self._io.pos()
        self._debug['free_count']['start'] = self._io.pos()
        self.free_count = self._io.read_u4le()
        self._debug['free_count']['end'] = self._io.pos()
        self._debug['first_free']['start'] = self._io.pos()
        self.first_free = self._io.read_u4le()
        self._debug['first_free']['end'] = self._io.pos()
        self._debug['unknown_0c']['start'] = self._io.pos()
        self.unknown_0c = self._io.read_u4le()
        self._debug['unknown_0c']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


