# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class Name(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    length: int
    raw: bytes
    @property
    def text(self) -> str: ...
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
