# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['serial'] = {'start': _io.at}
        self.serial = _io.read_u4le()
        _debug['serial']['end'] = _io.at
        _debug['custom_protection'] = {'start': _io.at}
        self.custom_protection = _io.read_u4le()
        _debug['custom_protection']['end'] = _io.at
        _debug['password_length'] = {'start': _io.at}
        self.password_length = _io.read_u4le()
        _debug['password_length']['end'] = _io.at
        _debug['password'] = {'start': _io.at}
        self.password = _io.read_bytes(self.password_length)
        _debug['password']['end'] = _io.at
        _debug['unknown_after_password'] = {'start': _io.at}
        self.unknown_after_password = _io.read_bytes_full()
        _debug['unknown_after_password']['end'] = _io.at


    def _fetch_instances(self):
        pass


