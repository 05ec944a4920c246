# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream
from . import bit_card_bank


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['unknown_00'] = {'start': _io.at}
        self.unknown_00 = _io.read_bytes(1)
        _debug['unknown_00']['end'] = _io.at
        if not self.unknown_00 == b"\x01":
            raise kaitaistruct.ValidationNotEqualError(b"\x01", self.unknown_00, self._io, u"/seq/0")
        _debug['base_id'] = {'start': _io.at}
        self.base_id = _io.read_u1()
        _debug['base_id']['end'] = _io.at
        _debug['card_length'] = {'start': _io.at}
        self.card_length = _io.read_u4le()
        _debug['card_length']['end'] = _io.at
        _debug['card'] = {'start': _io.at}
        self._raw_card = _io.read_bytes(self.card_length)
        _io__raw_card = Stream(self._raw_card)
        self.card = bit_card_bank.BitCardBank(_io__raw_card)
        self.card._read()
        _debug['card']['end'] = _io.at


    def _fetch_instances(self):
        pass
        self.card._fetch_instances()


