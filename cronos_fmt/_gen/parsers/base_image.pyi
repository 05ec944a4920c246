# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class BaseImage(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    unknown_00: int
    file_name_length: int
    file_name: bytes
    image_length: int
    image: bytes
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
