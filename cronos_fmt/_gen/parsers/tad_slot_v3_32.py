# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TadSlotV332(KaitaiStruct):
    """Where the bytes of one record number stand in the .dat file, and what state the record is in.
    """
    SEQ_FIELDS = ["offset", "size_word", "unknown_08"]
    offset = None
    size_word = None
    unknown_08 = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['offset'] = {'start': _io.at}
        self.offset = _io.read_u4le()
        _debug['offset']['end'] = _io.at
        _debug['size_word'] = {'start': _io.at}
        self.size_word = _io.read_u4le()
        _debug['size_word']['end'] = _io.at
        _debug['unknown_08'] = {'start': _io.at}
        self.unknown_08 = _io.read_u4le()
        _debug['unknown_08']['end'] = _io.at


    def _fetch_instances(self):
        pass

    @property
    def data_length(self):
        """Length in bytes of the stored bytes at the offset, of the first chunk for an extended record."""
        if hasattr(self, '_m_data_length'):
            return self._m_data_length

        self._m_data_length = self.size_word & 2147483647
        return getattr(self, '_m_data_length', None)

    @property
    def data_offset(self):
        """Offset of the stored bytes in the .dat file."""
        if hasattr(self, '_m_data_offset'):
            return self._m_data_offset

        self._m_data_offset = self.offset
        return getattr(self, '_m_data_offset', None)

    @property
    def flags(self):
        """A v3 slot has no flags besides the top bit of its size word."""
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = 0
        return getattr(self, '_m_flags', None)

    @property
    def has_known_flags(self):
        """Nothing in a v3 slot is a flag that could be unknown."""
        if hasattr(self, '_m_has_known_flags'):
            return self._m_has_known_flags

        self._m_has_known_flags = True
        return getattr(self, '_m_has_known_flags', None)

    @property
    def is_deleted(self):
        """A v3 slot does not tell a deleted record from one never used."""
        if hasattr(self, '_m_is_deleted'):
            return self._m_is_deleted

        self._m_is_deleted = False
        return getattr(self, '_m_is_deleted', None)

    @property
    def is_empty(self):
        """The record lives but has no bytes."""
        if hasattr(self, '_m_is_empty'):
            return self._m_is_empty

        self._m_is_empty = self.size_word == 0
        return getattr(self, '_m_is_empty', None)

    @property
    def is_free(self):
        """The record number is free. A new bank holds a stock of such slots; they are not deleted rows."""
        if hasattr(self, '_m_is_free'):
            return self._m_is_free

        self._m_is_free = self.size_word == 4294967295
        return getattr(self, '_m_is_free', None)

    @property
    def is_inline(self):
        """The record stands in one piece at the offset, without a header."""
        if hasattr(self, '_m_is_inline'):
            return self._m_is_inline

        self._m_is_inline =  ((self.size_word & 2147483648 != 0) and (self.size_word != 4294967295)) 
        return getattr(self, '_m_is_inline', None)

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


