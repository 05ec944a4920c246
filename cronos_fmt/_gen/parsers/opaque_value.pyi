# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class OpaqueValue(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    unknown_00: bytes
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
