# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TextValue(KaitaiStruct):
    """CP1251 text, of the keys BankId, BankName, Version and others."""
    SEQ_FIELDS = ["raw"]
    raw = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['raw'] = {'start': _io.at}
        self.raw = _io.read_bytes_full()
        _debug['raw']['end'] = _io.at


    def _fetch_instances(self):
        pass


