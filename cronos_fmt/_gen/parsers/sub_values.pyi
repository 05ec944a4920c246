# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct


class SubValues(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    items: list[SubValues.Item]
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Item(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        value: bytes
        separator: bytes | None
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
