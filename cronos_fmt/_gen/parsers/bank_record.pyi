# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class BankRecord(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    base_id: int
    values: list[BankRecord.Value]
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Value(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        counted: BankRecord.CountedValue | None
        plain: bytes | None
        separator: bytes | None
        @property
        def lead(self) -> int: ...
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class CountedValue(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        mark: bytes
        length: int
        body: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
