# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class CompressedRecord(KaitaiStruct):
    """A record, after KOD decoding, that is a stream of deflated chunks. No flag marks it: it is recognised by its tail, by
    chunk sizes that meet the tail exactly, and by the mark of each chunk.
    """
    SEQ_FIELDS = ["chunks", "tail"]
    chunks = None
    tail = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['chunks'] = {'start': _io.at}
        _debug['chunks']['arr'] = []
        self.chunks = []
        i = 0
        while True:
            _debug['chunks']['arr'].append(_io.next_item())
            _t_chunks = CompressedRecord.Chunk(self._io)
            try:
                _t_chunks._read()
            finally:
                _ = _t_chunks
                self.chunks.append(_)
            _debug['chunks']['arr'][len(self.chunks) - 1]['end'] = _io.at
            if _.size == 0:
                break
            i += 1
        _debug['chunks']['end'] = _io.at
        _debug['tail'] = {'start': _io.at}
        self.tail = _io.read_bytes(1)
        _debug['tail']['end'] = _io.at
        if not self.tail == b"\x02":
            raise kaitaistruct.ValidationNotEqualError(b"\x02", self.tail, self._io, u"/seq/1")


    def _fetch_instances(self):
        pass
        for i in range(len(self.chunks)):
            pass
            self.chunks[i]._fetch_instances()


    class Chunk(KaitaiStruct):
        """One deflated piece of the record."""
        SEQ_FIELDS = ["size", "mark", "crc", "deflated"]
        size = None
        mark = None
        crc = None
        deflated = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['size'] = {'start': _io.at}
            self.size = _io.read_u2be()
            _debug['size']['end'] = _io.at
            if self.size != 0:
                pass
                _debug['mark'] = {'start': _io.at}
                self.mark = _io.read_bytes(2)
                _debug['mark']['end'] = _io.at
                if not self.mark == b"\x08\x00":
                    raise kaitaistruct.ValidationNotEqualError(b"\x08\x00", self.mark, self._io, u"/types/chunk/seq/1")

            if self.size != 0:
                pass
                _debug['crc'] = {'start': _io.at}
                self.crc = _io.read_u4le()
                _debug['crc']['end'] = _io.at

            if self.size != 0:
                pass
                _debug['deflated'] = {'start': _io.at}
                self.deflated = _io.read_bytes(self.size - 6)
                _debug['deflated']['end'] = _io.at



        def _fetch_instances(self):
            pass
            if self.size != 0:
                pass

            if self.size != 0:
                pass

            if self.size != 0:
                pass




