# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream
from . import file_strings


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
        _debug['unknown_after_strings'] = {'start': _io.at}
        self.unknown_after_strings = _io.read_bytes_full()
        _debug['unknown_after_strings']['end'] = _io.at


    def _fetch_instances(self):
        pass
        self.strings._fetch_instances()


