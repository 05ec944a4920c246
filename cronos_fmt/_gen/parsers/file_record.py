# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileRecord(KaitaiStruct):
    """A live record of CroBank whose base id is that of the files base. It holds no name; the file references in rows do.
    """
    SEQ_FIELDS = ["base_id", "content"]
    base_id = None
    content = None
    def __init__(self, _io, _parent=None, _root=None):
        super(FileRecord, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['base_id']['start'] = self._io.pos()
        self.base_id = self._io.read_bytes(1)
        self._debug['base_id']['end'] = self._io.pos()
        if not self.base_id == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.base_id, self._io, u"/seq/0")
        self._debug['content']['start'] = self._io.pos()
        self.content = self._io.read_bytes_full()
        self._debug['content']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


