# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct

from .file_strings import FileStrings

class FileReference(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    unknown_00: int
    strings_length: int
    strings: FileStrings
    unknown_after_strings: bytes
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
