# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DatAreaV4(KaitaiStruct):
    """Bytes 0x13 to 0x2FF of a v4 .dat file (01.11 to 01.14). Offsets in the field names count from 0x13. The part up to
    0xF7 is KOD-encoded with the bank's own table as if it were record number 0, also in files whose records are plain.
    """
    SEQ_FIELDS = ["check_bytes", "unknown_08", "lite_secret", "run_area", "kod_table_block", "free_block_anchor"]
    check_bytes = None
    unknown_08 = None
    lite_secret = None
    run_area = None
    kod_table_block = None
    free_block_anchor = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['check_bytes'] = {'start': _io.at}
        self.check_bytes = _io.read_bytes(8)
        _debug['check_bytes']['end'] = _io.at
        _debug['unknown_08'] = {'start': _io.at}
        self.unknown_08 = _io.read_bytes(24)
        _debug['unknown_08']['end'] = _io.at
        _debug['lite_secret'] = {'start': _io.at}
        self.lite_secret = _io.read_bytes(8)
        _debug['lite_secret']['end'] = _io.at
        _debug['run_area'] = {'start': _io.at}
        self.run_area = _io.read_bytes(189)
        _debug['run_area']['end'] = _io.at
        _debug['kod_table_block'] = {'start': _io.at}
        self.kod_table_block = _io.read_bytes(512)
        _debug['kod_table_block']['end'] = _io.at
        _debug['free_block_anchor'] = {'start': _io.at}
        self.free_block_anchor = _io.read_u8le()
        _debug['free_block_anchor']['end'] = _io.at


    def _fetch_instances(self):
        pass


