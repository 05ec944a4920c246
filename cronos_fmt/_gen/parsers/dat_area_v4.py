# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


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
    def __init__(self, _io, _parent=None, _root=None):
        super(DatAreaV4, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['check_bytes']['start'] = self._io.pos()
        self.check_bytes = self._io.read_bytes(8)
        self._debug['check_bytes']['end'] = self._io.pos()
        self._debug['unknown_08']['start'] = self._io.pos()
        self.unknown_08 = self._io.read_bytes(24)
        self._debug['unknown_08']['end'] = self._io.pos()
        self._debug['lite_secret']['start'] = self._io.pos()
        self.lite_secret = self._io.read_bytes(8)
        self._debug['lite_secret']['end'] = self._io.pos()
        self._debug['run_area']['start'] = self._io.pos()
        self.run_area = self._io.read_bytes(189)
        self._debug['run_area']['end'] = self._io.pos()
        self._debug['kod_table_block']['start'] = self._io.pos()
        self.kod_table_block = self._io.read_bytes(512)
        self._debug['kod_table_block']['end'] = self._io.pos()
        self._debug['free_block_anchor']['start'] = self._io.pos()
        self.free_block_anchor = self._io.read_u8le()
        self._debug['free_block_anchor']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


