# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['magic_start'] = {'start': _io.at}
        self.magic_start = _io.read_bytes(2)
        _debug['magic_start']['end'] = _io.at
        if not self.magic_start == b"\x43\x72":
            raise kaitaistruct.ValidationNotEqualError(b"\x43\x72", self.magic_start, self._io, u"/seq/0")
        _debug['magic_letter'] = {'start': _io.at}
        self.magic_letter = _io.read_u1()
        _debug['magic_letter']['end'] = _io.at
        if not  ((self.magic_letter == 111) or (self.magic_letter == 238)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.magic_letter, self._io, u"/seq/1")
        _debug['magic_end'] = {'start': _io.at}
        self.magic_end = _io.read_bytes(5)
        _debug['magic_end']['end'] = _io.at
        if not self.magic_end == b"\x46\x69\x6C\x65\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x46\x69\x6C\x65\x00", self.magic_end, self._io, u"/seq/2")
        _debug['unknown_08'] = {'start': _io.at}
        self.unknown_08 = _io.read_u2le()
        _debug['unknown_08']['end'] = _io.at
        _debug['version'] = {'start': _io.at}
        self.version = _io.read_bytes(5)
        _debug['version']['end'] = _io.at
        _debug['encoding'] = {'start': _io.at}
        self.encoding = _io.read_u2le()
        _debug['encoding']['end'] = _io.at
        _debug['block_size'] = {'start': _io.at}
        self.block_size = _io.read_u2le()
        _debug['block_size']['end'] = _io.at


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


