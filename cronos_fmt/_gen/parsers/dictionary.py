# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import name
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Dictionary(KaitaiStruct):
    """The attribute list of a bank: keys with a value, inline or in a record of its own. Record 1 of CroStru in every bank
    known; its first key is "Bank". Keys stand sorted by their bytes. stru_keys.yaml tells what the value of each key is.
    """
    SEQ_FIELDS = ["kind", "entries"]
    kind = None
    entries = None
    def __init__(self, _io, _parent=None, _root=None):
        super(Dictionary, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['kind']['start'] = self._io.pos()
        self.kind = self._io.read_bytes(1)
        self._debug['kind']['end'] = self._io.pos()
        if not self.kind == b"\x03":
            raise kaitaistruct.ValidationNotEqualError(b"\x03", self.kind, self._io, u"/seq/0")
        self._debug['entries']['start'] = self._io.pos()
        self._debug['entries']['arr'] = []
        self.entries = []
        i = 0
        while not self._io.is_eof():
            self._debug['entries']['arr'].append(next_item(self._io))
            _t_entries = Dictionary.Entry(self._io, self, self._root)
            try:
                _t_entries._read()
            finally:
                self.entries.append(_t_entries)
            self._debug['entries']['arr'][len(self.entries) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['entries']['end'] = self._io.pos()


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
        def __init__(self, _io, _parent=None, _root=None):
            super(Dictionary.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['key']['start'] = self._io.pos()
            self.key = name.Name(self._io)
            self.key._read()
            self._debug['key']['end'] = self._io.pos()
            self._debug['value_word']['start'] = self._io.pos()
            self.value_word = self._io.read_u4le()
            self._debug['value_word']['end'] = self._io.pos()
            if self.value_word & 2147483648 != 0:
                pass
                self._debug['value']['start'] = self._io.pos()
                self.value = self._io.read_bytes(self.value_word & 2147483647)
                self._debug['value']['end'] = self._io.pos()



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



