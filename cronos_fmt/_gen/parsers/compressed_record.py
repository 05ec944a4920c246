# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class CompressedRecord(KaitaiStruct):
    """A record, after KOD decoding, that is a stream of deflated chunks. No flag marks it: it is recognised by its tail, by
    chunk sizes that meet the tail exactly, and by the mark of each chunk.
    """
    SEQ_FIELDS = ["chunks", "tail"]
    chunks = None
    tail = None
    def __init__(self, _io, _parent=None, _root=None):
        super(CompressedRecord, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['chunks']['start'] = self._io.pos()
        self._debug['chunks']['arr'] = []
        self.chunks = []
        i = 0
        while True:
            self._debug['chunks']['arr'].append(next_item(self._io))
            _t_chunks = CompressedRecord.Chunk(self._io, self, self._root)
            try:
                _t_chunks._read()
            finally:
                _ = _t_chunks
                self.chunks.append(_)
            self._debug['chunks']['arr'][len(self.chunks) - 1]['end'] = self._io.pos()
            if _.size == 0:
                break
            i += 1
        self._debug['chunks']['end'] = self._io.pos()
        self._debug['tail']['start'] = self._io.pos()
        self.tail = self._io.read_bytes(1)
        self._debug['tail']['end'] = self._io.pos()
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
        def __init__(self, _io, _parent=None, _root=None):
            super(CompressedRecord.Chunk, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['size']['start'] = self._io.pos()
            self.size = self._io.read_u2be()
            self._debug['size']['end'] = self._io.pos()
            if self.size != 0:
                pass
                self._debug['mark']['start'] = self._io.pos()
                self.mark = self._io.read_bytes(2)
                self._debug['mark']['end'] = self._io.pos()
                if not self.mark == b"\x08\x00":
                    raise kaitaistruct.ValidationNotEqualError(b"\x08\x00", self.mark, self._io, u"/types/chunk/seq/1")

            if self.size != 0:
                pass
                self._debug['crc']['start'] = self._io.pos()
                self.crc = self._io.read_u4le()
                self._debug['crc']['end'] = self._io.pos()

            if self.size != 0:
                pass
                self._debug['deflated']['start'] = self._io.pos()
                self.deflated = self._io.read_bytes(self.size - 6)
                self._debug['deflated']['end'] = self._io.pos()



        def _fetch_instances(self):
            pass
            if self.size != 0:
                pass

            if self.size != 0:
                pass

            if self.size != 0:
                pass




