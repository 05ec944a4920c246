# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['kind'] = {'start': _io.at}
        self.kind = _io.read_u1()
        _debug['kind']['end'] = _io.at
        _debug['shift'] = {'start': _io.at}
        self.shift = _io.read_u1()
        _debug['shift']['end'] = _io.at
        _debug['body'] = {'start': _io.at}
        self.body = _io.read_bytes_full()
        _debug['body']['end'] = _io.at


    def _fetch_instances(self):
        pass


