# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TadSlotV4(KaitaiStruct):
    """Where the bytes of one record number stand in the .dat file, with flags in the top byte of the offset.
    """
    SEQ_FIELDS = ["offset_word", "size", "unknown_0c"]
    offset_word = None
    size = None
    unknown_0c = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['offset_word'] = {'start': _io.at}
        self.offset_word = _io.read_u8le()
        _debug['offset_word']['end'] = _io.at
        _debug['size'] = {'start': _io.at}
        self.size = _io.read_u4le()
        _debug['size']['end'] = _io.at
        _debug['unknown_0c'] = {'start': _io.at}
        self.unknown_0c = _io.read_u4le()
        _debug['unknown_0c']['end'] = _io.at


    def _fetch_instances(self):
        pass

    @property
    def data_length(self):
        """Length in bytes of the stored bytes at the offset, of the first chunk for an extended record."""
        if hasattr(self, '_m_data_length'):
            return self._m_data_length

        self._m_data_length = self.size
        return getattr(self, '_m_data_length', None)

    @property
    def data_offset(self):
        """Offset of the stored bytes in the .dat file."""
        if hasattr(self, '_m_data_offset'):
            return self._m_data_offset

        self._m_data_offset = self.offset_word & 72057594037927935
        return getattr(self, '_m_data_offset', None)

    @property
    def flags(self):
        """Flags of the slot."""
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = self.offset_word >> 56
        return getattr(self, '_m_flags', None)

    @property
    def has_known_flags(self):
        """The flags are among those that were seen in real files."""
        if hasattr(self, '_m_has_known_flags'):
            return self._m_has_known_flags

        self._m_has_known_flags =  ((self.flags == 0) or (self.flags == 2) or (self.flags == 4) or (self.flags == 6) or (self.flags == 7) or (self.flags == 8) or (self.flags == 12)) 
        return getattr(self, '_m_has_known_flags', None)

    @property
    def is_deleted(self):
        """The record is deleted; its bytes are still in the .dat file."""
        if hasattr(self, '_m_is_deleted'):
            return self._m_is_deleted

        self._m_is_deleted =  ((self.flags & 3 == 2) and (self.size != 4294967295)) 
        return getattr(self, '_m_is_deleted', None)

    @property
    def is_empty(self):
        """The record has no bytes."""
        if hasattr(self, '_m_is_empty'):
            return self._m_is_empty

        self._m_is_empty = self.size == 0
        return getattr(self, '_m_is_empty', None)

    @property
    def is_free(self):
        """The record number is free."""
        if hasattr(self, '_m_is_free'):
            return self._m_is_free

        self._m_is_free = self.size == 4294967295
        return getattr(self, '_m_is_free', None)

    @property
    def is_inline(self):
        """The record stands in one piece at the offset, without a header; else it is extended."""
        if hasattr(self, '_m_is_inline'):
            return self._m_is_inline

        self._m_is_inline = self.flags & 4 != 0
        return getattr(self, '_m_is_inline', None)

    @property
    def is_timed(self):
        """The last word of the slot is a Unix time (hypothesis)."""
        if hasattr(self, '_m_is_timed'):
            return self._m_is_timed

        self._m_is_timed = self.flags & 8 != 0
        return getattr(self, '_m_is_timed', None)

    @property
    def next(self):
        """The first chunk, not the slot, tells where an extended record goes on."""
        if hasattr(self, '_m_next'):
            return self._m_next

        self._m_next = 0
        return getattr(self, '_m_next', None)

    @property
    def rest(self):
        """The first chunk, not the slot, tells how long an extended record is."""
        if hasattr(self, '_m_rest'):
            return self._m_rest

        self._m_rest = 0
        return getattr(self, '_m_rest', None)


