# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct

from .name import Name

class Dictionary(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    kind: bytes
    entries: list[Dictionary.Entry]
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Entry(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        key: Name
        value_word: int
        value: bytes | None
        @property
        def is_inline(self) -> bool: ...
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
