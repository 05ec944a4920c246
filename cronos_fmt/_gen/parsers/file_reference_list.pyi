# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct

from .file_strings import FileStrings

class FileReferenceList(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    reference_count: int
    references: list[FileReferenceList.Reference]
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Reference(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        strings_length: int
        strings: FileStrings
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
