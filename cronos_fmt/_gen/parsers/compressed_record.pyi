# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class CompressedRecord(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    chunks: list[CompressedRecord.Chunk]
    tail: bytes
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Chunk(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        size: int
        mark: bytes | None
        crc: int | None
        deflated: bytes | None
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
