# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, ClassVar

from kaitaistruct import KaitaiStream, KaitaiStruct

from .field_definition import FieldDefinition
from .name import Name

class BaseDefinition(KaitaiStruct):
    SEQ_FIELDS: ClassVar[list[str]]
    _debug: dict[str, dict[str, Any]]
    unknown_00: int
    unknown_02: int
    reference_length: int
    reference: BaseDefinition.Reference
    base_id: int
    name: Name
    mnemonic: Name
    unknown_after_mnemonic: int
    field_count: int
    fields: list[FieldDefinition]
    part_10_count: int
    part_10: list[BaseDefinition.Part10Entry]
    unknown_after_part_10: int
    marker: int
    last_position: int
    extra_field_count: int
    extra_fields: list[FieldDefinition]
    tail: BaseDefinition.Tail2 | BaseDefinition.Tail4 | BaseDefinition.Tail6 | BaseDefinition.TailUnknown
    @property
    def is_files_base(self) -> bool: ...
    def __init__(self, _io: KaitaiStream) -> None: ...
    def _read(self) -> None: ...

    class Reference(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        version: int
        bit_card_number: int
        linked_base_id: int | None
        unknown_09: bytes
        @property
        def card_is_bank_record(self) -> bool: ...
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Part10Entry(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        length: int
        unknown_02: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Tail2(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: int
        unknown_04: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Tail4(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: list[int]
        block_length: int
        block: BaseDefinition.Tail4Block
        unknown_after_block: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Tail4Block(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: int
        unknown_01: int
        unknown_05: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Tail6(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: list[int]
        block_length: int
        block: BaseDefinition.Tail6Block
        unknown_after_block: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class Tail6Block(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: int
        unknown_01: list[int]
        base_block: BaseDefinition.SizedBytes
        field_blocks: list[BaseDefinition.FieldBlock]
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class SizedBytes(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        length: int
        unknown_04: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class FieldBlock(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        length: int
        content: BaseDefinition.FieldBlockContent
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class FieldBlockContent(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        inner_length: int
        inner: BaseDefinition.FieldBlockInner
        unknown_after_inner: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class FieldBlockInner(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        core: BaseDefinition.SizedBytes
        unknown_after_core: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...

    class TailUnknown(KaitaiStruct):
        SEQ_FIELDS: ClassVar[list[str]]
        _debug: dict[str, dict[str, Any]]
        unknown_00: bytes
        def __init__(self, _io: KaitaiStream) -> None: ...
        def _read(self) -> None: ...
