# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream
from . import name


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Dictionary(KaitaiStruct):
    """The attribute list of a bank: keys with a value, inline or in a record of its own. Record 1 of CroStru in every bank
    known; its first key is "Bank". Keys stand sorted by their bytes. stru_keys.yaml tells what the value of each key is.
    """
    SEQ_FIELDS = ["kind", "entries"]
    kind = None
    entries = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['kind'] = {'start': _io.at}
        self.kind = _io.read_bytes(1)
        _debug['kind']['end'] = _io.at
        if not self.kind == b"\x03":
            raise kaitaistruct.ValidationNotEqualError(b"\x03", self.kind, self._io, u"/seq/0")
        _debug['entries'] = {'start': _io.at}
        _debug['entries']['arr'] = []
        self.entries = []
        i = 0
        while not _io.is_eof():
            _debug['entries']['arr'].append(_io.next_item())
            _t_entries = Dictionary.Entry(self._io)
            try:
                _t_entries._read()
            finally:
                self.entries.append(_t_entries)
            _debug['entries']['arr'][len(self.entries) - 1]['end'] = _io.at
            i += 1

        _debug['entries']['end'] = _io.at


    def _fetch_instances(self):
        pass
        for i in range(len(self.entries)):
            pass
            self.entries[i]._fetch_instances()


    class Entry(KaitaiStruct):
        """One key with its value."""
        SEQ_FIELDS = ["key", "value_word", "value"]
        key = None
        value_word = None
        value = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['key'] = {'start': _io.at}
            self.key = name.Name(self._io)
            self.key._read()
            _debug['key']['end'] = _io.at
            _debug['value_word'] = {'start': _io.at}
            self.value_word = _io.read_u4le()
            _debug['value_word']['end'] = _io.at
            if self.value_word & 2147483648 != 0:
                pass
                _debug['value'] = {'start': _io.at}
                self.value = _io.read_bytes(self.value_word & 2147483647)
                _debug['value']['end'] = _io.at



        def _fetch_instances(self):
            pass
            self.key._fetch_instances()
            if self.value_word & 2147483648 != 0:
                pass


        @property
        def is_inline(self):
            """The value follows its key."""
            if hasattr(self, '_m_is_inline'):
                return self._m_is_inline

            self._m_is_inline = self.value_word & 2147483648 != 0
            return getattr(self, '_m_is_inline', None)



