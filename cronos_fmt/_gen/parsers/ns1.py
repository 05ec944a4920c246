# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Ns1(KaitaiStruct):
    """Serial number and password of a bank, encoded with the default KOD table and a shift of its own. A byte-for-byte copy
    stands in CroBank as the record that NS2 names; it looks like a row but is none.
    """
    SEQ_FIELDS = ["kind", "shift", "body"]
    kind = None
    shift = None
    body = None
    def __init__(self, _io, _parent=None, _root=None):
        super(Ns1, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['kind']['start'] = self._io.pos()
        self.kind = self._io.read_u1()
        self._debug['kind']['end'] = self._io.pos()
        self._debug['shift']['start'] = self._io.pos()
        self.shift = self._io.read_u1()
        self._debug['shift']['end'] = self._io.pos()
        self._debug['body']['start'] = self._io.pos()
        self.body = self._io.read_bytes_full()
        self._debug['body']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


