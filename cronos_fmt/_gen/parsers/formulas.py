# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Formulas(KaitaiStruct):
    """Formulas of a base; eight zero bytes where there are none."""
    SEQ_FIELDS = ["unknown_00"]
    unknown_00 = None
    def __init__(self, _io, _parent=None, _root=None):
        super(Formulas, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_bytes_full()
        self._debug['unknown_00']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


