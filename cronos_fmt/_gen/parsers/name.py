# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Name(KaitaiStruct):
    """A short CP1251 string; used for keys, names of bases and fields, and mnemonics."""
    SEQ_FIELDS = ["length", "raw"]
    length = None
    raw = None
    def __init__(self, _io, _parent=None, _root=None):
        super(Name, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['length']['start'] = self._io.pos()
        self.length = self._io.read_u1()
        self._debug['length']['end'] = self._io.pos()
        self._debug['raw']['start'] = self._io.pos()
        self.raw = self._io.read_bytes(self.length)
        self._debug['raw']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass

    @property
    def text(self):
        """The text, decoded."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (self.raw).decode(u"windows-1251")
        return getattr(self, '_m_text', None)


