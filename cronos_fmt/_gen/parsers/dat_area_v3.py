# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DatAreaV3(KaitaiStruct):
    """Bytes 0x13 to 0xFF of a v3 .dat file. Nothing in it is needed to read records. The data area begins behind it; record
    1 of CroStru stands one byte further, because a first attempt left one byte at 0x100.
    """
    SEQ_FIELDS = ["filler", "free_block_anchor"]
    filler = None
    free_block_anchor = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['filler'] = {'start': _io.at}
        self.filler = _io.read_bytes(233)
        _debug['filler']['end'] = _io.at
        _debug['free_block_anchor'] = {'start': _io.at}
        self.free_block_anchor = _io.read_u4le()
        _debug['free_block_anchor']['end'] = _io.at


    def _fetch_instances(self):
        pass


