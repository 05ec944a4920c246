# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TadSlotDos(KaitaiStruct):
    """Where the bytes of one record number stand, in two parts: one that stands alone, and one that is a chain of blocks of
    256 bytes. Nobody has shown a file.
    """
    SEQ_FIELDS = ["offset_1", "length_1", "offset_2", "length_2"]
    offset_1 = None
    length_1 = None
    offset_2 = None
    length_2 = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['offset_1'] = {'start': _io.at}
        self.offset_1 = _io.read_u4le()
        _debug['offset_1']['end'] = _io.at
        _debug['length_1'] = {'start': _io.at}
        self.length_1 = _io.read_u2le()
        _debug['length_1']['end'] = _io.at
        _debug['offset_2'] = {'start': _io.at}
        self.offset_2 = _io.read_u4le()
        _debug['offset_2']['end'] = _io.at
        _debug['length_2'] = {'start': _io.at}
        self.length_2 = _io.read_u2le()
        _debug['length_2']['end'] = _io.at


    def _fetch_instances(self):
        pass

    @property
    def data_length(self):
        """Bytes of the first part."""
        if hasattr(self, '_m_data_length'):
            return self._m_data_length

        self._m_data_length = self.length_1
        return getattr(self, '_m_data_length', None)

    @property
    def data_offset(self):
        """Offset of the first part in the .dat file."""
        if hasattr(self, '_m_data_offset'):
            return self._m_data_offset

        self._m_data_offset = self.offset_1
        return getattr(self, '_m_data_offset', None)

    @property
    def flags(self):
        """The slot has no flags."""
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = 0
        return getattr(self, '_m_flags', None)

    @property
    def has_known_flags(self):
        """A slot without a second part has no offset for it."""
        if hasattr(self, '_m_has_known_flags'):
            return self._m_has_known_flags

        self._m_has_known_flags =  ((self.offset_2 == 0) or (self.length_2 != 0)) 
        return getattr(self, '_m_has_known_flags', None)

    @property
    def is_deleted(self):
        """The record is deleted; its first part is still there."""
        if hasattr(self, '_m_is_deleted'):
            return self._m_is_deleted

        self._m_is_deleted =  ((self.length_1 != 0) and (self.length_2 == 65535)) 
        return getattr(self, '_m_is_deleted', None)

    @property
    def is_empty(self):
        """A record without bytes cannot be told from a free number."""
        if hasattr(self, '_m_is_empty'):
            return self._m_is_empty

        self._m_is_empty = False
        return getattr(self, '_m_is_empty', None)

    @property
    def is_free(self):
        """The record number is free."""
        if hasattr(self, '_m_is_free'):
            return self._m_is_free

        self._m_is_free =  ((self.length_1 == 0) and ( ((self.length_2 == 0) or (self.length_2 == 65535)) )) 
        return getattr(self, '_m_is_free', None)

    @property
    def is_inline(self):
        """The record stands in one piece."""
        if hasattr(self, '_m_is_inline'):
            return self._m_is_inline

        self._m_is_inline =  ((self.length_2 == 0) or (self.length_2 == 65535)) 
        return getattr(self, '_m_is_inline', None)

    @property
    def next(self):
        """Offset of the first block of the second part."""
        if hasattr(self, '_m_next'):
            return self._m_next

        self._m_next = self.offset_2
        return getattr(self, '_m_next', None)

    @property
    def rest(self):
        """Bytes of the second part."""
        if hasattr(self, '_m_rest'):
            return self._m_rest

        self._m_rest = self.length_2
        return getattr(self, '_m_rest', None)


