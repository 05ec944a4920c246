# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ReferencedValue(KaitaiStruct):
    """One value of the structure dictionary, stored in a record of its own."""
    SEQ_FIELDS = ["kind", "value"]
    kind = None
    value = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['kind'] = {'start': _io.at}
        self.kind = _io.read_bytes(1)
        _debug['kind']['end'] = _io.at
        if not self.kind == b"\x04":
            raise kaitaistruct.ValidationNotEqualError(b"\x04", self.kind, self._io, u"/seq/0")
        _debug['value'] = {'start': _io.at}
        self.value = _io.read_bytes_full()
        _debug['value']['end'] = _io.at


    def _fetch_instances(self):
        pass


