# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import bit_card_bank
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LinkValue(KaitaiStruct):
    """Reading of the one public value of a link, from a bank whose bases have reference version 0. A value is read so only where
    it fits to the last byte and would be built back the same; all others stay bytes.
    """
    SEQ_FIELDS = ["unknown_00", "base_id", "card_length", "card"]
    unknown_00 = None
    base_id = None
    card_length = None
    card = None
    def __init__(self, _io, _parent=None, _root=None):
        super(LinkValue, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_bytes(1)
        self._debug['unknown_00']['end'] = self._io.pos()
        if not self.unknown_00 == b"\x01":
            raise kaitaistruct.ValidationNotEqualError(b"\x01", self.unknown_00, self._io, u"/seq/0")
        self._debug['base_id']['start'] = self._io.pos()
        self.base_id = self._io.read_u1()
        self._debug['base_id']['end'] = self._io.pos()
        self._debug['card_length']['start'] = self._io.pos()
        self.card_length = self._io.read_u4le()
        self._debug['card_length']['end'] = self._io.pos()
        self._debug['card']['start'] = self._io.pos()
        self._raw_card = self._io.read_bytes(self.card_length)
        _io__raw_card = KaitaiStream(BytesIO(self._raw_card))
        self.card = bit_card_bank.BitCardBank(_io__raw_card)
        self.card._read()
        self._debug['card']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        self.card._fetch_instances()


