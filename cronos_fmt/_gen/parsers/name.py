# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Name(KaitaiStruct):
    """A short CP1251 string; used for keys, names of bases and fields, and mnemonics."""
    SEQ_FIELDS = ["length", "raw"]
    length = None
    raw = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['length'] = {'start': _io.at}
        self.length = _io.read_u1()
        _debug['length']['end'] = _io.at
        _debug['raw'] = {'start': _io.at}
        self.raw = _io.read_bytes(self.length)
        _debug['raw']['end'] = _io.at


    def _fetch_instances(self):
        pass

    @property
    def text(self):
        """The text, decoded."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (self.raw).decode(u"windows-1251")
        return getattr(self, '_m_text', None)


