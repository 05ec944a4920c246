# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class DatAreaV3(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    filler: bytes
    free_block_anchor: int
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
