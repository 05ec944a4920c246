# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class OpaqueValue(KaitaiStruct):
    """Bytes of the structure dictionary that nobody can read yet, kept whole."""
    SEQ_FIELDS = ["unknown_00"]
    unknown_00 = None
    def __init__(self, _io, _parent=None, _root=None):
        super(OpaqueValue, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_bytes_full()
        self._debug['unknown_00']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


