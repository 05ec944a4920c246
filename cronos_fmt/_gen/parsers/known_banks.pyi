# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class KnownBanks(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    kind: bytes
    bank_count: int
    banks: list[KnownBanks.Bank]
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Bank(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: int
        description_length: int
        description: bytes
        path_length: int
        path: bytes
        unknown_after_path: int
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
