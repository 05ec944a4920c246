# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['name'] = {'start': _io.at}
        self.name = _io.read_bytes_term(30, False, False, False)
        _debug['name']['end'] = _io.at
        _debug['name_separator'] = {'start': _io.at}
        self.name_separator = _io.read_bytes(1)
        _debug['name_separator']['end'] = _io.at
        if not self.name_separator == b"\x1E":
            raise kaitaistruct.ValidationNotEqualError(b"\x1E", self.name_separator, self._io, u"/seq/1")
        _debug['extension'] = {'start': _io.at}
        self.extension = _io.read_bytes_term(30, False, False, False)
        _debug['extension']['end'] = _io.at
        _debug['extension_separator'] = {'start': _io.at}
        self.extension_separator = _io.read_bytes(1)
        _debug['extension_separator']['end'] = _io.at
        if not self.extension_separator == b"\x1E":
            raise kaitaistruct.ValidationNotEqualError(b"\x1E", self.extension_separator, self._io, u"/seq/3")
        _debug['record_number'] = {'start': _io.at}
        self.record_number = _io.read_bytes_full()
        _debug['record_number']['end'] = _io.at


    def _fetch_instances(self):
        pass


