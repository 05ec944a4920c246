# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BitCardBank(KaitaiStruct):
    """Set of the record numbers of one base whose definition carries reference version 0. The record is empty where the base
    has no rows. It looks like a stored file but is none. Never needed to read rows.
    """
    SEQ_FIELDS = ["words"]
    words = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['words'] = {'start': _io.at}
        _debug['words']['arr'] = []
        self.words = []
        i = 0
        while not _io.is_eof():
            _debug['words']['arr'].append(_io.next_item())
            self.words.append(_io.read_u4le())
            _debug['words']['arr'][len(self.words) - 1]['end'] = _io.at
            i += 1

        _debug['words']['end'] = _io.at


    def _fetch_instances(self):
        pass
        for i in range(len(self.words)):
            pass



