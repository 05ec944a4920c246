# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class FileStrings(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    name: bytes
    name_separator: bytes
    extension: bytes
    extension_separator: bytes
    record_number: bytes
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
