# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct

from .name import Name

class FieldDefinition(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    size: int
    body: FieldDefinition.Body
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Body(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        type_code: int
        display_index: int
        name: Name
        flags: int
        has_data: int
        data: FieldDefinition.Data | None
        unknown_after_data: bytes
        @property
        def is_multiple(self) -> bool: ...
        @property
        def is_system_number(self) -> bool: ...
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Data(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        position: int
        max_length: int
        block_length: int
        block: FieldDefinition.Block
        tail: FieldDefinition.Tail
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Block(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: int | None
        unknown_02: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Tail(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: int | None
        index_length: int | None
        index: bytes | None
        unknown_after_index: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
