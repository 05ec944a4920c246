# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class BankValue(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    unknown_00: int
    unknown_01: int
    check: int
    time: int
    base_ids: list[int]
    @property
    def check_rest(self) -> int: ...
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
