# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class Ns1Body(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    serial: int
    custom_protection: int
    password_length: int
    password: bytes
    unknown_after_password: bytes
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...
