# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Ns2(KaitaiStruct):
    """Tells where the copy of NS1 stands in CroBank."""
    SEQ_FIELDS = ["record_number"]
    record_number = None
    def __init__(self, _io, _parent=None, _root=None):
        super(Ns2, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['record_number']['start'] = self._io.pos()
        self.record_number = self._io.read_u4le()
        self._debug['record_number']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


