# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct

from .bit_card_bank import BitCardBank

class LinkValue(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    unknown_00: bytes
    base_id: int
    card_length: int
    card: BitCardBank
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
