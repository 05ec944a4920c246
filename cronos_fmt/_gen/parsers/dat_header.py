# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DatHeader(KaitaiStruct):
    """The first 19 bytes of every CroStru.dat, CroBank.dat, CroIndex.dat and CroSys.dat, the same in all versions known.
    The area behind it, up to the first record, depends on the generation.
    """
    SEQ_FIELDS = ["magic_start", "magic_letter", "magic_end", "unknown_08", "version", "encoding", "block_size"]
    magic_start = None
    magic_letter = None
    magic_end = None
    unknown_08 = None
    version = None
    encoding = None
    block_size = None
    def __init__(self, _io, _parent=None, _root=None):
        super(DatHeader, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['magic_start']['start'] = self._io.pos()
        self.magic_start = self._io.read_bytes(2)
        self._debug['magic_start']['end'] = self._io.pos()
        if not self.magic_start == b"\x43\x72":
            raise kaitaistruct.ValidationNotEqualError(b"\x43\x72", self.magic_start, self._io, u"/seq/0")
        self._debug['magic_letter']['start'] = self._io.pos()
        self.magic_letter = self._io.read_u1()
        self._debug['magic_letter']['end'] = self._io.pos()
        if not  ((self.magic_letter == 111) or (self.magic_letter == 238)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.magic_letter, self._io, u"/seq/1")
        self._debug['magic_end']['start'] = self._io.pos()
        self.magic_end = self._io.read_bytes(5)
        self._debug['magic_end']['end'] = self._io.pos()
        if not self.magic_end == b"\x46\x69\x6C\x65\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x46\x69\x6C\x65\x00", self.magic_end, self._io, u"/seq/2")
        self._debug['unknown_08']['start'] = self._io.pos()
        self.unknown_08 = self._io.read_u2le()
        self._debug['unknown_08']['end'] = self._io.pos()
        self._debug['version']['start'] = self._io.pos()
        self.version = self._io.read_bytes(5)
        self._debug['version']['end'] = self._io.pos()
        self._debug['encoding']['start'] = self._io.pos()
        self.encoding = self._io.read_u2le()
        self._debug['encoding']['end'] = self._io.pos()
        self._debug['block_size']['start'] = self._io.pos()
        self.block_size = self._io.read_u2le()
        self._debug['block_size']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass

    @property
    def is_encoded(self):
        """Records of this file are KOD-encoded."""
        if hasattr(self, '_m_is_encoded'):
            return self._m_is_encoded

        self._m_is_encoded = self.encoding & 1 != 0
        return getattr(self, '_m_is_encoded', None)

    @property
    def is_lookalike(self):
        """The magic holds a Cyrillic letter in place of the Latin one."""
        if hasattr(self, '_m_is_lookalike'):
            return self._m_is_lookalike

        self._m_is_lookalike = self.magic_letter == 238
        return getattr(self, '_m_is_lookalike', None)

    @property
    def may_be_compressed(self):
        """A hint only; whether a record is compressed is decided by its bytes."""
        if hasattr(self, '_m_may_be_compressed'):
            return self._m_may_be_compressed

        self._m_may_be_compressed = self.encoding & 2 != 0
        return getattr(self, '_m_may_be_compressed', None)


