# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TadHeaderV3(KaitaiStruct):
    """Head of the free list. Behind it stands one slot for each record number, from 1."""
    SEQ_FIELDS = ["free_count", "first_free"]
    free_count = None
    first_free = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['free_count'] = {'start': _io.at}
        self.free_count = _io.read_u4le()
        _debug['free_count']['end'] = _io.at
        _debug['first_free'] = {'start': _io.at}
        self.first_free = _io.read_u4le()
        _debug['first_free']['end'] = _io.at


    def _fetch_instances(self):
        pass


