# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileStrings(KaitaiStruct):
    """Name, extension and record number of a stored file, with a separator byte between them."""
    SEQ_FIELDS = ["name", "name_separator", "extension", "extension_separator", "record_number"]
    name = None
    name_separator = None
    extension = None
    extension_separator = None
    record_number = None
    def __init__(self, _io, _parent=None, _root=None):
        super(FileStrings, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['name']['start'] = self._io.pos()
        self.name = self._io.read_bytes_term(30, False, False, False)
        self._debug['name']['end'] = self._io.pos()
        self._debug['name_separator']['start'] = self._io.pos()
        self.name_separator = self._io.read_bytes(1)
        self._debug['name_separator']['end'] = self._io.pos()
        if not self.name_separator == b"\x1E":
            raise kaitaistruct.ValidationNotEqualError(b"\x1E", self.name_separator, self._io, u"/seq/1")
        self._debug['extension']['start'] = self._io.pos()
        self.extension = self._io.read_bytes_term(30, False, False, False)
        self._debug['extension']['end'] = self._io.pos()
        self._debug['extension_separator']['start'] = self._io.pos()
        self.extension_separator = self._io.read_bytes(1)
        self._debug['extension_separator']['end'] = self._io.pos()
        if not self.extension_separator == b"\x1E":
            raise kaitaistruct.ValidationNotEqualError(b"\x1E", self.extension_separator, self._io, u"/seq/3")
        self._debug['record_number']['start'] = self._io.pos()
        self.record_number = self._io.read_bytes_full()
        self._debug['record_number']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


