# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ReferencedValue(KaitaiStruct):
    """One value of the structure dictionary, stored in a record of its own."""
    SEQ_FIELDS = ["kind", "value"]
    kind = None
    value = None
    def __init__(self, _io, _parent=None, _root=None):
        super(ReferencedValue, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['kind']['start'] = self._io.pos()
        self.kind = self._io.read_bytes(1)
        self._debug['kind']['end'] = self._io.pos()
        if not self.kind == b"\x04":
            raise kaitaistruct.ValidationNotEqualError(b"\x04", self.kind, self._io, u"/seq/0")
        self._debug['value']['start'] = self._io.pos()
        self.value = self._io.read_bytes_full()
        self._debug['value']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


