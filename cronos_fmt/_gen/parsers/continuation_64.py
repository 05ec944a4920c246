# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Continuation64(KaitaiStruct):
    """One block of the file's block size, at any offset. A last block cut short by the end of the file is accepted when it
    holds enough.
    """
    SEQ_FIELDS = ["next", "payload"]
    next = None
    payload = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['next'] = {'start': _io.at}
        self.next = _io.read_u8le()
        _debug['next']['end'] = _io.at
        _debug['payload'] = {'start': _io.at}
        self.payload = _io.read_bytes_full()
        _debug['payload']['end'] = _io.at


    def _fetch_instances(self):
        pass


