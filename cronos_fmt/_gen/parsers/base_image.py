# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['unknown_00'] = {'start': _io.at}
        self.unknown_00 = _io.read_u1()
        _debug['unknown_00']['end'] = _io.at
        _debug['file_name_length'] = {'start': _io.at}
        self.file_name_length = _io.read_u4le()
        _debug['file_name_length']['end'] = _io.at
        _debug['file_name'] = {'start': _io.at}
        self.file_name = _io.read_bytes(self.file_name_length)
        _debug['file_name']['end'] = _io.at
        _debug['image_length'] = {'start': _io.at}
        self.image_length = _io.read_u4le()
        _debug['image_length']['end'] = _io.at
        _debug['image'] = {'start': _io.at}
        self.image = _io.read_bytes(self.image_length)
        _debug['image']['end'] = _io.at


    def _fetch_instances(self):
        pass


