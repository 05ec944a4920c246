# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BitCardStru(KaitaiStruct):
    """Set of the record numbers of one base whose definition carries reference version 1. The record is empty where the base
    has no rows, and it has no kind byte. Never needed to read rows.
    """
    SEQ_FIELDS = ["bits", "end_mark"]
    bits = None
    end_mark = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['bits'] = {'start': _io.at}
        self.bits = _io.read_bytes(_io.size() - 4)
        _debug['bits']['end'] = _io.at
        _debug['end_mark'] = {'start': _io.at}
        self.end_mark = _io.read_bytes(4)
        _debug['end_mark']['end'] = _io.at
        if not self.end_mark == b"\xFF\xFF\xFF\xFF":
            raise kaitaistruct.ValidationNotEqualError(b"\xFF\xFF\xFF\xFF", self.end_mark, self._io, u"/seq/1")


    def _fetch_instances(self):
        pass


