# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class DatAreaV4(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    check_bytes: bytes
    unknown_08: bytes
    lite_secret: bytes
    run_area: bytes
    kod_table_block: bytes
    free_block_anchor: int
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
