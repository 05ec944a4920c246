# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Ns2(KaitaiStruct):
    """Tells where the copy of NS1 stands in CroBank."""
    SEQ_FIELDS = ["record_number"]
    record_number = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['record_number'] = {'start': _io.at}
        self.record_number = _io.read_u4le()
        _debug['record_number']['end'] = _io.at


    def _fetch_instances(self):
        pass


