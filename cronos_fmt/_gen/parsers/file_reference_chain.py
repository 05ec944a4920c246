# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream
from . import file_strings


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileReferenceChain(KaitaiStruct):
    """One of two ways in which a file field with several values may hold them; the other is file_reference_list. Never seen; a
    value is read so only where it fits to the last byte and the other way does not.
    """
    SEQ_FIELDS = ["references"]
    references = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['references'] = {'start': _io.at}
        _debug['references']['arr'] = []
        self.references = []
        i = 0
        while not _io.is_eof():
            _debug['references']['arr'].append(_io.next_item())
            _t_references = FileReferenceChain.Reference(self._io)
            try:
                _t_references._read()
            finally:
                self.references.append(_t_references)
            _debug['references']['arr'][len(self.references) - 1]['end'] = _io.at
            i += 1

        _debug['references']['end'] = _io.at


    def _fetch_instances(self):
        pass
        for i in range(len(self.references)):
            pass
            self.references[i]._fetch_instances()


    class Reference(KaitaiStruct):
        """One reference, as in file_reference."""
        SEQ_FIELDS = ["unknown_00", "strings_length", "strings"]
        unknown_00 = None
        strings_length = None
        strings = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            self.unknown_00 = _io.read_u4le()
            _debug['unknown_00']['end'] = _io.at
            _debug['strings_length'] = {'start': _io.at}
            self.strings_length = _io.read_u4le()
            _debug['strings_length']['end'] = _io.at
            _debug['strings'] = {'start': _io.at}
            self._raw_strings = _io.read_bytes(self.strings_length)
            _io__raw_strings = Stream(self._raw_strings)
            self.strings = file_strings.FileStrings(_io__raw_strings)
            self.strings._read()
            _debug['strings']['end'] = _io.at


        def _fetch_instances(self):
            pass
            self.strings._fetch_instances()



