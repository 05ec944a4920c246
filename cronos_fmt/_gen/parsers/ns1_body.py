# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Ns1Body(KaitaiStruct):
    """Serial number and password of a bank."""
    SEQ_FIELDS = ["serial", "custom_protection", "password_length", "password", "unknown_after_password"]
    serial = None
    custom_protection = None
    password_length = None
    password = None
    unknown_after_password = None
    def __init__(self, _io, _parent=None, _root=None):
        super(Ns1Body, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['serial']['start'] = self._io.pos()
        self.serial = self._io.read_u4le()
        self._debug['serial']['end'] = self._io.pos()
        self._debug['custom_protection']['start'] = self._io.pos()
        self.custom_protection = self._io.read_u4le()
        self._debug['custom_protection']['end'] = self._io.pos()
        self._debug['password_length']['start'] = self._io.pos()
        self.password_length = self._io.read_u4le()
        self._debug['password_length']['end'] = self._io.pos()
        self._debug['password']['start'] = self._io.pos()
        self.password = self._io.read_bytes(self.password_length)
        self._debug['password']['end'] = self._io.pos()
        self._debug['unknown_after_password']['start'] = self._io.pos()
        self.unknown_after_password = self._io.read_bytes_full()
        self._debug['unknown_after_password']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass


