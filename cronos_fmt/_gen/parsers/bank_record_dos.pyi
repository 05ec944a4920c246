# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class BankRecordDos(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    base_id: int
    values: list[BankRecordDos.Value]
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Value(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        plain: bytes
        separator: bytes | None
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
