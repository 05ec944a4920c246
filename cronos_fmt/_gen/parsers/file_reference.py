# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import file_strings
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileReference(KaitaiStruct):
    """Names a file stored in the bank. No public sample holds one. Where bytes are left over, the value may be a file_reference_list
    or a file_reference_chain.
    """
    SEQ_FIELDS = ["unknown_00", "strings_length", "strings", "unknown_after_strings"]
    unknown_00 = None
    strings_length = None
    strings = None
    unknown_after_strings = None
    def __init__(self, _io, _parent=None, _root=None):
        super(FileReference, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_u4le()
        self._debug['unknown_00']['end'] = self._io.pos()
        self._debug['strings_length']['start'] = self._io.pos()
        self.strings_length = self._io.read_u4le()
        self._debug['strings_length']['end'] = self._io.pos()
        self._debug['strings']['start'] = self._io.pos()
        self._raw_strings = self._io.read_bytes(self.strings_length)
        _io__raw_strings = KaitaiStream(BytesIO(self._raw_strings))
        self.strings = file_strings.FileStrings(_io__raw_strings)
        self.strings._read()
        self._debug['strings']['end'] = self._io.pos()
        self._debug['unknown_after_strings']['start'] = self._io.pos()
        self.unknown_after_strings = self._io.read_bytes_full()
        self._debug['unknown_after_strings']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        self.strings._fetch_instances()


