# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FirstChunk32(KaitaiStruct):
    """The bytes at the slot's offset when the slot is neither inline nor empty, as many as the slot's length says. The header
    is stored plain even where records are KOD-encoded.
    """
    SEQ_FIELDS = ["next", "total", "payload"]
    next = None
    total = None
    payload = None
    def __init__(self, _io, _parent=None, _root=None):
        super(FirstChunk32, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['next']['start'] = self._io.pos()
        self.next = self._io.read_u4le()
        self._debug['next']['end'] = self._io.pos()
        self._debug['total']['start'] = self._io.pos()
        self.total = self._io.read_u4le()
        self._debug['total']['end'] = self._io.pos()
        self._debug['payload']['start'] = self._io.pos()
        self.payload = self._io.read_bytes_full()
        self._debug['payload']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


