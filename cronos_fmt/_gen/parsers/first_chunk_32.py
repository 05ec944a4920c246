# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FirstChunk32(KaitaiStruct):
    """The bytes at the slot's offset when the slot is neither inline nor empty, as many as the slot's length says. The header
    is stored plain even where records are KOD-encoded.
    """
    SEQ_FIELDS = ["next", "total", "payload"]
    next = None
    total = None
    payload = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['next'] = {'start': _io.at}
        self.next = _io.read_u4le()
        _debug['next']['end'] = _io.at
        _debug['total'] = {'start': _io.at}
        self.total = _io.read_u4le()
        _debug['total']['end'] = _io.at
        _debug['payload'] = {'start': _io.at}
        self.payload = _io.read_bytes_full()
        _debug['payload']['end'] = _io.at


    def _fetch_instances(self):
        pass


