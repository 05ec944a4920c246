# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class DatHeader(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    magic_start: bytes
    magic_letter: int
    magic_end: bytes
    unknown_08: int
    version: bytes
    encoding: int
    block_size: int
    @property
    def is_lookalike(self) -> bool: ...
    @property
    def is_encoded(self) -> bool: ...
    @property
    def may_be_compressed(self) -> bool: ...
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
