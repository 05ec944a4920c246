# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import file_strings
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileReferenceList(KaitaiStruct):
    """One of two ways in which a file field with several values may hold them; the other is file_reference_chain.
    Never seen; a value is read so only where it fits to the last byte and the other way does not.
    """
    SEQ_FIELDS = ["reference_count", "references"]
    reference_count = None
    references = None
    def __init__(self, _io, _parent=None, _root=None):
        super(FileReferenceList, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['reference_count']['start'] = self._io.pos()
        self.reference_count = self._io.read_u4le()
        self._debug['reference_count']['end'] = self._io.pos()
        self._debug['references']['start'] = self._io.pos()
        self._debug['references']['arr'] = []
        self.references = []
        for i in range(self.reference_count):
            self._debug['references']['arr'].append(next_item(self._io))
            _t_references = FileReferenceList.Reference(self._io, self, self._root)
            try:
                _t_references._read()
            finally:
                self.references.append(_t_references)
            self._debug['references']['arr'][i]['end'] = self._io.pos()

        self._debug['references']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.references)):
            pass
            self.references[i]._fetch_instances()


    class Reference(KaitaiStruct):
        """One reference."""
        SEQ_FIELDS = ["strings_length", "strings"]
        strings_length = None
        strings = None
        def __init__(self, _io, _parent=None, _root=None):
            super(FileReferenceList.Reference, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['strings_length']['start'] = self._io.pos()
            self.strings_length = self._io.read_u4le()
            self._debug['strings_length']['end'] = self._io.pos()
            self._debug['strings']['start'] = self._io.pos()
            self._raw_strings = self._io.read_bytes(self.strings_length)
            _io__raw_strings = KaitaiStream(BytesIO(self._raw_strings))
            self.strings = file_strings.FileStrings(_io__raw_strings)
            self.strings._read()
            self._debug['strings']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.strings._fetch_instances()



