# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BaseImage(KaitaiStruct):
    """A picture that the program shows for a base. An empty value means none."""
    SEQ_FIELDS = ["unknown_00", "file_name_length", "file_name", "image_length", "image"]
    unknown_00 = None
    file_name_length = None
    file_name = None
    image_length = None
    image = None
    def __init__(self, _io, _parent=None, _root=None):
        super(BaseImage, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_u1()
        self._debug['unknown_00']['end'] = self._io.pos()
        self._debug['file_name_length']['start'] = self._io.pos()
        self.file_name_length = self._io.read_u4le()
        self._debug['file_name_length']['end'] = self._io.pos()
        self._debug['file_name']['start'] = self._io.pos()
        self.file_name = self._io.read_bytes(self.file_name_length)
        self._debug['file_name']['end'] = self._io.pos()
        self._debug['image_length']['start'] = self._io.pos()
        self.image_length = self._io.read_u4le()
        self._debug['image_length']['end'] = self._io.pos()
        self._debug['image']['start'] = self._io.pos()
        self.image = self._io.read_bytes(self.image_length)
        self._debug['image']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


