# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FileRecord(KaitaiStruct):
    """A live record of CroBank whose base id is that of the files base. It holds no name; the file references in rows do.
    """
    SEQ_FIELDS = ["base_id", "content"]
    base_id = None
    content = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['base_id'] = {'start': _io.at}
        self.base_id = _io.read_bytes(1)
        _debug['base_id']['end'] = _io.at
        if not self.base_id == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.base_id, self._io, u"/seq/0")
        _debug['content'] = {'start': _io.at}
        self.content = _io.read_bytes_full()
        _debug['content']['end'] = _io.at


    def _fetch_instances(self):
        pass


