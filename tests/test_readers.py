"""Readers that were generated independently agree: kaitaistruct parsers, construct builders, numpy layouts."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from construct import ConstructError
from hypothesis import given, settings
from hypothesis import strategies as st
from kaitaistruct import KaitaiStruct

import cronos_fmt
from codegen.naming import class_name
from codegen.spec import load
from cronos_fmt import kod
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt._gen.versions import PROFILES, RowFormat
from cronos_fmt.bank import RecordClass
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.parsing import parse
from cronos_fmt.records import CroFile
from cronos_fmt.rows import split_values
from cronos_fmt.values import read_value

# ---- comparing


def agree(name: str, data: bytes) -> KaitaiStruct:
    """Read a structure with every reader and compare field by field; build it again. The tree of the Kaitai parser."""
    tree = parse(PARSERS[name], data)
    stream = io.BytesIO(data)
    container: Any = BUILDERS[name].parse_stream(stream)  # type: ignore[attr-defined]
    used = stream.tell()
    assert tree._io.pos() == used
    assert_same_fields(tree, container, name)
    assert_same_columns(tree, data)
    assert BUILDERS[name].build(container) == data[:used], f"{name}: construct builds other bytes than it read"
    assert BUILDERS[name].build(plain(tree)) == data[:used], f"{name}: construct builds other bytes than Kaitai read"
    return tree


def assert_same_fields(tree: KaitaiStruct, container: Any, path: str) -> None:
    """Every field of a Kaitai object and of a construct container, down to the leaves."""
    names = [name for name in container if name != "_io"]
    peeks = [name for name in names if name not in tree.SEQ_FIELDS]
    assert [name for name in names if name not in peeks] == tree.SEQ_FIELDS, path
    for name in names:
        assert_same(getattr(tree, name), container[name], f"{path}.{name}")


def assert_same(a: Any, b: Any, path: str) -> None:
    if isinstance(a, KaitaiStruct):
        assert_same_fields(a, b, path)
    elif isinstance(a, list):
        assert len(a) == len(b), path
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same(x, y, f"{path}[{i}]")
    else:
        assert (type(a), a) == (type(b), b), path


def assert_same_columns(tree: KaitaiStruct, data: bytes) -> None:
    """The head of a structure in its numpy layout, and what both derive from it; nothing where it has no layout."""
    layout = getattr(layouts, type(tree).__name__, None)
    if layout is None:
        return
    columns, row = layout(data), layout.one(data)
    stored = layout.DTYPE.names
    assert stored == row._fields == tuple(tree.SEQ_FIELDS[: len(stored)])
    for name in stored:
        value = getattr(tree, name)
        assert cell(columns, name) == value == getattr(row, name), f"{layout.__name__}.{name}"
    for name in derived(layout):
        assert cell(columns, name) == getattr(tree, name), f"{layout.__name__}.{name}"


def cell(columns: layouts.Layout, name: str) -> Any:
    """First row of a column, as Python has it."""
    value = getattr(columns, name)[0]
    return value.tobytes() if isinstance(value, np.void) else value.item()


def derived(layout: type[layouts.Layout]) -> list[str]:
    """Columns that are computed from stored ones."""
    stored = layout.DTYPE.names or ()
    return [name for name, item in vars(layout).items() if isinstance(item, property) and name not in stored]


def plain(value: Any) -> Any:
    """A Kaitai object as dicts and lists, which is what a builder takes."""
    if isinstance(value, KaitaiStruct):
        return {name: plain(getattr(value, name)) for name in value.SEQ_FIELDS}
    return [plain(item) for item in value] if isinstance(value, list) else value


def inner_structures(value: Any) -> Iterator[KaitaiStruct]:
    """A Kaitai object and all those inside it."""
    if isinstance(value, KaitaiStruct):
        yield value
        for name in value.SEQ_FIELDS:
            yield from inner_structures(getattr(value, name))
    elif isinstance(value, list):
        for item in value:
            yield from inner_structures(item)


def at(tree: Any, path: str) -> Any:
    """The value at a path such as `chunks.0.size`."""
    for part in path.split("."):
        tree = tree[int(part)] if part.isdigit() else getattr(tree, part)
    return tree


# ---- made-up instances of every structure


class Instance(NamedTuple):
    """Bytes of a structure, and some of the values in them."""

    structure: str
    title: str
    data: bytes
    values: dict[str, Any]


def _hex(structure: str, title: str, text: str, /, **values: Any) -> Instance:
    """An instance written by hand. In the names of values `__` stands for a dot."""
    return Instance(structure, title, bytes.fromhex(text), {name.replace("__", "."): v for name, v in values.items()})


def _built(structure: str, title: str, content: Any, /, **values: Any) -> Instance:
    """An instance that the builder made."""
    data = BUILDERS[structure].build(content)
    return Instance(structure, title, data, {name.replace("__", "."): v for name, v in values.items()})


def _chunk(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    deflated = packer.compress(content) + packer.flush()
    crc = zlib.crc32(content).to_bytes(4, "little")
    return (6 + len(deflated)).to_bytes(2, "big") + b"\x08\x00" + crc + deflated


def _field(number: int, name: bytes, block: int, tail: Any, type_code: int = 2, flags: int = 0) -> dict[str, Any]:
    data = {
        "position": number,
        "max_length": 100_000,
        "block": {"unknown_00": 1, "unknown_02": bytes(block - 2)},
        "tail": tail,
    }
    body = {"type_code": type_code, "display_index": number, "name": {"raw": name}, "flags": flags, "has_data": 1}
    return {"body": {**body, "data": data}}


_SYSTEM_NUMBER = {
    "body": {"type_code": 0, "display_index": 0, "name": {"raw": b"No"}, "flags": 1, "has_data": 0, "data": None}
}
_PLAIN_TAIL = {"unknown_00": 0, "index_length": 0, "index": b"", "unknown_after_index": b"\1\0\0\0\0\0\0"}
_INDEX_TAIL = {"unknown_00": 0, "index_length": 5, "index": b"\0\7\0\0\0", "unknown_after_index": b"\0"}
_EMPTY_TAIL = {"unknown_00": None, "index_length": None, "index": None, "unknown_after_index": b""}
_OLD = {"version": 0, "bit_card_number": 3, "linked_base_id": None}
_NEW = {"version": 1, "bit_card_number": 3, "linked_base_id": 0}


def _base(marker: int, tail: Any, **changes: Any) -> dict[str, Any]:
    base = {
        "reference": _NEW,
        "base_id": 1,
        "name": {"raw": b"PEOPLE"},
        "mnemonic": {"raw": b"PE"},
        "fields": [_SYSTEM_NUMBER, _field(1, b"NAME", 25, _PLAIN_TAIL), _field(3, b"BORN", 9, _INDEX_TAIL, 4, 0x2000)],
        "marker": marker,
        "last_position": 3,
        "tail": tail,
    }
    return base | changes


_BLOCK_6 = {
    "base_block": {},
    "field_blocks": [{"content": {"inner": {"core": {"unknown_04": b"\1\0"}}, "unknown_after_inner": b"\2\3"}}] * 2,
}
_HEADER = "43 72 6F 46 69 6C 65 00 B8 00 30 31 2E 30 32 03 00 40 00"
_SECOND = _chunk(b"second chunk")

SYNTHETIC = [
    _hex(
        "bank_record",
        "plain, empty, counted and last value",
        "05 56 4C 41 44 1E 1E 1B 05 00 00 00 61 1E 1D 62 1B 1B 00 00 00 00 7A 1E 65",
        base_id=5,
        values__0__plain=b"VLAD",
        values__1__plain=b"",
        values__1__lead=0x1E,
        values__2__counted__body=b"a\x1e\x1db\x1b",
        values__2__plain=None,
        values__3__counted__body=b"",
        values__5__plain=b"e",
        values__5__separator=None,
    ),
    _hex("bank_record", "no value", "02", base_id=2, values=[]),
    _hex("bank_record", "separator at the end", "02 41 1E", values__0__plain=b"A", values__0__separator=b"\x1e"),
    _hex(
        "bank_record_dos",
        "plain, empty and last value",
        "05 56 4C FE FE 1B 1E 1D",
        base_id=5,
        values__0__plain=b"VL",
        values__0__separator=b"\xfe",
        values__1__plain=b"",
        values__2__plain=b"\x1b\x1e\x1d",
        values__2__separator=None,
    ),
    _hex(
        "bank_value",
        "three bases",
        "00 02 6E F1 6B 0B 03 00 00 00 01 02 03",
        check=0x0B6BF16E,
        time=3,
        check_rest=3,
        base_ids=[1, 2, 3],
    ),
    _hex("bank_value", "no base", "00 02 01 00 00 80 00 00 00 80", base_ids=[], check_rest=0x0B6BF16F),
    _built(
        "base_definition",
        "marker 2, older layout",
        _base(2, {}, reference=_OLD),
        reference_length=5,
        reference__card_is_bank_record=True,
        reference__linked_base_id=None,
        is_files_base=False,
        fields__0__body__is_system_number=True,
        fields__0__body__data=None,
        fields__1__body__name__text="NAME",
        fields__1__body__is_multiple=False,
        fields__2__body__is_multiple=True,
        fields__2__body__data__block_length=9,
        fields__2__body__data__tail__index=b"\0\7\0\0\0",
        tail__unknown_00=-1,
    ),
    _built(
        "base_definition",
        "marker 4",
        _base(4, {"block": {"unknown_05": b"\7"}}, base_id=0),
        reference__card_is_bank_record=False,
        is_files_base=True,
        tail__unknown_00=[-1] * 5,
        tail__block_length=6,
        tail__block__unknown_01=-1,
    ),
    _built(
        "base_definition",
        "marker 6",
        _base(6, {"block": _BLOCK_6, "unknown_after_block": b"\5"}),
        tail__block__unknown_00=3,
        tail__block__base_block__unknown_04=b"\1\0\0\0\0\0",
        tail__block__field_blocks__1__content__inner__core__length=2,
        tail__block__field_blocks__1__content__unknown_after_inner=b"\2\3",
        tail__unknown_after_block=b"\5",
    ),
    _built(
        "base_definition",
        "marker not known, longer reference, all lists",
        _base(
            9,
            {"unknown_00": b"anything"},
            reference=_NEW | {"unknown_09": b"xyz"},
            part_10=[{"unknown_02": b"ab"}, {"unknown_02": b""}],
            extra_fields=[_field(2, b"HIDDEN", 13, _EMPTY_TAIL)],
        ),
        reference_length=12,
        part_10_count=2,
        part_10__1__length=0,
        extra_fields__0__body__data__tail__unknown_00=None,
        tail__unknown_00=b"anything",
    ),
    _hex(
        "base_image",
        "name and picture",
        "00 05 00 00 00 61 2E 62 6D 70 03 00 00 00 42 4D 00",
        file_name=b"a.bmp",
        image_length=3,
        image=b"BM\0",
    ),
    _hex("bit_card_bank", "one group", "00 00 00 86", words=[0x86000000]),
    _hex("bit_card_bank", "empty", "", words=[]),
    _hex("bit_card_stru", "two rows", "0A 06 FF FF FF FF", bits=b"\x0a\x06", end_mark=b"\xff" * 4),
    _hex("bit_card_stru", "end mark alone", "FF FF FF FF", bits=b""),
    Instance(
        "compressed_record",
        "two chunks",
        _chunk(b"first") + _SECOND + b"\0\0\2",
        {"chunks.1.size": len(_SECOND) - 2, "chunks.1.crc": zlib.crc32(b"second chunk"), "chunks.2.crc": None},
    ),
    _hex("compressed_record", "no chunk", "00 00 02", chunks__0__size=0, tail=b"\2"),
    _hex("compressed_record", "size is big endian", "00 07 08 00 01 02 03 04 FF 00 00 02", chunks__0__deflated=b"\xff"),
    _hex("continuation_32", "payload", "BC 3C 02 00 61 62", next=0x23CBC, payload=b"ab"),
    _hex("continuation_32", "last, without payload", "00 00 00 00", next=0, payload=b""),
    _hex("continuation_64", "payload", "00 00 00 00 01 00 00 00 61", next=1 << 32, payload=b"a"),
    Instance("dat_area_v3", "anchor", bytes(range(233)) + b"\xbc\x3c\2\0", {"free_block_anchor": 0x23CBC}),
    Instance(
        "dat_area_v4",
        "every part",
        b"k" * 8 + b"u" * 24 + b"l" * 8 + b"r" * 189 + b"t" * 512 + (1 << 40).to_bytes(8, "little"),
        {"check_bytes": b"k" * 8, "run_area": b"r" * 189, "kod_table_block": b"t" * 512, "free_block_anchor": 1 << 40},
    ),
    Instance(
        "dat_area_v7",
        "every part",
        b"k" * 8 + b"u" * 24 + b"l" * 8 + b"r" * 189 + b"t" * 256 + bytes(8),
        {"lite_secret": b"l" * 8, "unknown_08": b"u" * 24, "kod_table_block": b"t" * 256, "free_block_anchor": 0},
    ),
    _hex(
        "dat_header",
        "01.02",
        _HEADER,
        version=b"01.02",
        unknown_08=0xB8,
        encoding=3,
        block_size=0x40,
        is_encoded=True,
        may_be_compressed=True,
        is_lookalike=False,
    ),
    _hex(
        "dat_header",
        "01.11, Cyrillic letter",
        "43 72 EE 46 69 6C 65 00 00 00 30 31 2E 31 31 00 00 00 04",
        version=b"01.11",
        is_lookalike=True,
        is_encoded=False,
        may_be_compressed=False,
        block_size=0x400,
    ),
    _hex(
        "dictionary",
        "inline value, empty value, reference",
        "03 04 42 61 6E 6B 02 00 00 80 00 02 01 41 00 00 00 80 01 42 04 00 00 00",
        entries__0__key__text="Bank",
        entries__0__value=b"\0\2",
        entries__1__value=b"",
        entries__1__is_inline=True,
        entries__2__value=None,
        entries__2__value_word=4,
        entries__2__is_inline=False,
    ),
    _hex("dictionary", "no key", "03", entries=[]),
    _built("field_definition", "system number", _SYSTEM_NUMBER, size=14, body__is_system_number=True, body__flags=1),
    _built("field_definition", "no tail", _field(7, b"X", 25, _EMPTY_TAIL, 29), body__data__position=7),
    _hex(
        "field_definition",
        "by hand, a tail of one byte",
        "1C 00 01 00 02 00 00 00 01 4E 40 20 00 00 01 02 00 00 00 14 00 00 00 04 00 01 00 00 00 05",
        size=28,
        body__type_code=1,
        body__display_index=2,
        body__flags=0x2040,
        body__is_multiple=True,
        body__data__position=2,
        body__data__max_length=20,
        body__data__block__unknown_00=1,
        body__data__block__unknown_02=b"\0\0",
        body__data__tail__unknown_00=5,
        body__data__tail__index_length=None,
    ),
    _built(
        "field_definition",
        "a tail that ends behind the length of its index",
        _field(1, b"X", 13, _EMPTY_TAIL | {"unknown_after_index": bytes(3)}),
        body__data__tail__index_length=0,
        body__data__tail__index=None,
        body__data__tail__unknown_after_index=b"",
    ),
    _hex(
        "known_banks",
        "one bank",
        "04 01 00 00 00 07 00 00 00 02 00 00 00 C0 C1 04 00 00 00 43 3A 5C 62 09 00 00 00",
        bank_count=1,
        banks__0__unknown_00=7,
        banks__0__description=b"\xc0\xc1",
        banks__0__path=rb"C:\b",
    ),
    _hex("file_record", "content", "00 25 50 44 46 1E 1B", base_id=b"\0", content=b"%PDF\x1e\x1b"),
    _hex("file_record", "empty file", "00", content=b""),
    _hex(
        "file_reference",
        "name, extension and number",
        "01 00 00 00 0C 00 00 00 70 68 6F 74 6F 1E 6A 70 67 1E 34 32",
        strings__name=b"photo",
        strings__extension=b"jpg",
        strings__record_number=b"42",
        unknown_after_strings=b"",
    ),
    _hex(
        "file_reference",
        "no number, no extension, bytes left over",
        "01 00 00 00 03 00 00 00 61 1E 1E 07 08",
        strings__name=b"a",
        strings__extension=b"",
        strings__record_number=b"",
        unknown_after_strings=b"\7\x08",
    ),
    _hex(
        "file_reference_chain",
        "two references",
        "01 00 00 00 04 00 00 00 61 1E 1E 32 07 00 00 00 03 00 00 00 62 1E 1E",
        references__0__strings__record_number=b"2",
        references__1__unknown_00=7,
        references__1__strings__name=b"b",
    ),
    _hex("file_reference_chain", "none", "", references=[]),
    _hex(
        "file_reference_list",
        "two references",
        "02 00 00 00 04 00 00 00 61 1E 1E 32 03 00 00 00 62 1E 1E",
        reference_count=2,
        references__0__strings__record_number=b"2",
        references__1__strings__name=b"b",
    ),
    _hex("file_reference_list", "none", "00 00 00 00", reference_count=0, references=[]),
    _hex("file_strings", "all three", "61 1E 62 63 1E 34 32", name=b"a", extension=b"bc", record_number=b"42"),
    _hex("file_strings", "name alone", "61 1E 1E", name=b"a", extension=b"", record_number=b""),
    _hex(
        "link_value",
        "the public one",
        "01 05 08 00 00 00 02 00 00 00 20 00 00 80",
        base_id=5,
        card_length=8,
        card__words=[2, 0x80000020],
    ),
    _hex("first_chunk_32", "surplus", "11 01 00 00 50 01 00 00 61 62", next=0x111, total=336, payload=b"ab"),
    _hex(
        "first_chunk_64",
        "far block",
        "00 00 00 00 02 00 00 00 50 01 00 00 61",
        next=2 << 32,
        total=336,
        payload=b"a",
    ),
    _hex("formulas", "none", "00 00 00 00 00 00 00 00", unknown_00=bytes(8)),
    _hex("name", "Cyrillic", "03 C1 E0 E7", length=3, raw=b"\xc1\xe0\xe7", text="Баз"),
    _hex("name", "empty", "00", raw=b"", text=""),
    _hex("ns1", "kind 2", "02 C2 01 02 03", kind=2, shift=0xC2, body=b"\1\2\3"),
    _hex("ns1_body", "no password", "29 76 00 00" + " 00" * 8, serial=30249, password=b"", unknown_after_password=b""),
    _hex(
        "ns1_body",
        "password",
        "01 00 00 00 00 00 00 00 03 00 00 00 61 62 63 00 00",
        serial=1,
        password_length=3,
        password=b"abc",
        unknown_after_password=b"\0\0",
    ),
    _hex("ns2", "number", "57 00 00 00", record_number=87),
    _hex("opaque_value", "bytes", "01 02 03", unknown_00=b"\1\2\3"),
    _hex("referenced_value", "value", "04 61 62", kind=b"\4", value=b"ab"),
    _hex(
        "sub_values",
        "three, one empty",
        "61 1D 1D 62",
        items__0__value=b"a",
        items__1__value=b"",
        items__2__value=b"b",
        items__2__separator=None,
    ),
    _hex("sub_values", "separator at the end", "61 1D", items__0__separator=b"\x1d"),
    _hex(
        "sub_values_dos",
        "three, one empty",
        "61 FD FD 62",
        items__0__value=b"a",
        items__1__value=b"",
        items__2__value=b"b",
        items__2__separator=None,
    ),
    _hex("tad_header_v3", "free list", "4F 00 00 00 5C 00 00 00", free_count=79, first_free=0x5C),
    _hex(
        "tad_header_v4",
        "deleted records",
        "FE FF FF FF 02 00 00 00 01 00 00 00 00 00 00 00",
        marker=-2,
        free_count=2,
        first_free=1,
        unknown_0c=0,
    ),
    _hex(
        "tad_slot_dos",
        "two parts",
        "00 01 00 00 10 00 00 02 00 00 FC 00",
        data_offset=0x100,
        data_length=16,
        next=0x200,
        rest=252,
        is_inline=False,
        is_deleted=False,
        is_free=False,
    ),
    _hex("tad_slot_dos", "deleted", "00 01 00 00 10 00 00 00 00 00 FF FF", is_deleted=True, is_free=False),
    _hex("tad_slot_dos", "free", "00 01 00 00 00 00 00 00 00 00 FF FF", is_deleted=False, is_free=True),
    _hex(
        "tad_slot_v3_32",
        "inline",
        "3D 01 00 00 7F 88 00 80 09 00 00 00",
        offset=0x13D,
        is_inline=True,
        is_free=False,
        is_empty=False,
        is_deleted=False,
        data_offset=0x13D,
        data_length=0x887F,
        unknown_08=9,
    ),
    _hex("tad_slot_v3_32", "free", "00 00 00 00 FF FF FF FF 00 00 00 00", is_free=True, is_inline=False),
    _hex("tad_slot_v3_32", "empty", "00 00 00 00 00 00 00 00 01 00 00 00", is_empty=True, is_free=False),
    _hex("tad_slot_v3_32", "extended", "01 01 00 00 10 00 00 00 00 00 00 00", is_inline=False, data_length=16),
    _hex(
        "tad_slot_v3_64",
        "inline beyond 4 GiB",
        "00 01 00 00 01 00 00 00 20 00 00 80 07 00 00 00",
        data_offset=(1 << 32) + 0x100,
        data_length=32,
        is_inline=True,
        unknown_0c=7,
    ),
    _hex(
        "tad_slot_v4",
        "inline, 56 bits of offset",
        "FF EE DD CC BB AA 99 04 20 00 00 00 07 00 00 00",
        data_offset=0x99AABBCCDDEEFF,
        flags=4,
        is_inline=True,
        is_deleted=False,
        data_length=32,
        unknown_0c=7,
    ),
    _hex("tad_slot_v4", "deleted", "00 03 00 00 00 00 00 06 20 00 00 00 00 00 00 00", is_deleted=True, is_inline=True),
    _hex("tad_slot_v4", "top bit set", "00 03 00 00 00 00 00 FF 20 00 00 00 00 00 00 00", flags=255, is_deleted=False),
    _hex("tad_slot_v4", "free", "00 03 00 00 00 00 00 02 FF FF FF FF 00 00 00 00", is_free=True, is_deleted=False),
    _hex("text_value", "text", "4E 6F 77 61", raw=b"Nowa"),
]
_TITLES = [f"{instance.structure}-{instance.title}" for instance in SYNTHETIC]


@pytest.mark.parametrize("instance", SYNTHETIC, ids=_TITLES)
def test_readers_agree_on_made_up_bytes(instance: Instance) -> None:
    tree = agree(instance.structure, instance.data)
    assert tree._io.is_eof()
    assert {path: at(tree, path) for path in instance.values} == instance.values


def test_every_structure_is_exercised() -> None:
    trees = [parse(PARSERS[instance.structure], instance.data) for instance in SYNTHETIC]
    met = {type(inner).__qualname__ for tree in trees for inner in inner_structures(tree)}
    everything = {".".join(class_name(part) for part in path.split(".")) for path in BUILDERS}
    assert {instance.structure for instance in SYNTHETIC} == set(PARSERS), "add an instance of each to SYNTHETIC"
    assert met == everything


def test_every_instance_checks_a_value() -> None:
    assert [title for instance, title in zip(SYNTHETIC, _TITLES, strict=True) if not instance.values] == []


def test_every_layout_is_compared() -> None:
    names = {n for n, item in vars(layouts).items() if isinstance(item, type) and issubclass(item, layouts.Layout)}
    assert names - {"Layout"} <= {parser.__name__ for parser in PARSERS.values()}


# ---- any bytes


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """A made-up instance with some bytes changed, inserted or cut off."""
    instance = draw(st.sampled_from(SYNTHETIC))
    data = bytearray(instance.data)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(data)))
        new = draw(st.sampled_from([b"\0", b"\1", b"\xff", b"\x1b", b"\x1d", b"\x1e"]) | st.binary(max_size=4))
        data[place : place + draw(st.integers(0, 4))] = new
    return instance.structure, bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@settings(max_examples=1_500, deadline=None, derandomize=True, database=None)
@given(damaged())
def test_readers_agree_on_damaged_bytes(case: tuple[str, bytes]) -> None:
    name, data = case
    try:
        BUILDERS[name].parse(data)
    except ConstructError:
        with pytest.raises(CronosError):
            parse(PARSERS[name], data)
        return
    agree(name, data)


# ---- slots

SLOTS = {name: structure.states for name, structure in load().structures.items() if structure.states}
_V3_STATES = {"free", "empty", "inline", "extended"}
_V4_FLAGS = {
    "inline": 0x04,
    "inline_07": 0x07,
    "inline_0c": 0x0C,
    "extended": 0,
    "extended_08": 0x08,
    "deleted_inline": 0x06,
    "deleted_extended": 0x02,
}
# The longest part that each slot can tell of; the value above means something else.
_LONGEST = {
    "tad_slot_dos": 0xFFFE,
    "tad_slot_v3_32": 0x7FFFFFFE,
    "tad_slot_v3_64": 0x7FFFFFFE,
    "tad_slot_v4": 0xFFFFFFFE,
}


def test_states_of_slots() -> None:
    assert set(SLOTS) == set(_LONGEST) == {name for name in PARSERS if name.startswith("tad_slot_")}
    assert set(SLOTS["tad_slot_v3_32"]) == set(SLOTS["tad_slot_v3_64"]) == _V3_STATES
    assert set(SLOTS["tad_slot_v4"]) == {"free", "empty", *_V4_FLAGS}
    assert set(SLOTS["tad_slot_dos"]) == {"free", "inline", "extended", "deleted_inline"}


@pytest.mark.parametrize(("name", "state"), [(name, state) for name in SLOTS for state in SLOTS[name]])
@pytest.mark.parametrize("longest", [False, True])
def test_packed_slots_say_what_they_were_packed_with(name: str, state: str, longest: bool) -> None:
    layout = getattr(layouts, class_name(name))
    offset, length = (0xFFFFFFF0, _LONGEST[name]) if longest else (0x100, 1)
    data = layout.pack(state, offset, length, 0x200, length)
    assert len(data) == layout.SIZE
    agree(name, data)
    columns = layout(data)
    assert cell(columns, "is_free") == (state == "free")
    assert cell(columns, "is_empty") == (state == "empty")
    assert cell(columns, "is_deleted") == state.startswith("deleted")
    assert cell(columns, "has_known_flags")
    if state == "free":
        assert cell(columns, "data_offset") == offset
    elif state == "empty":
        assert (cell(columns, "data_offset"), cell(columns, "data_length")) == (0, 0)
    else:
        assert cell(columns, "is_inline") == ("inline" in state)
        assert (cell(columns, "data_offset"), cell(columns, "data_length")) == (offset, length)
        assert cell(columns, "flags") == (_V4_FLAGS[state] if name == "tad_slot_v4" else 0)
    second_part = {("tad_slot_dos", "extended"): (0x200, length), ("tad_slot_dos", "deleted_inline"): (0, 0xFFFF)}
    assert (cell(columns, "next"), cell(columns, "rest")) == second_part.get((name, state), (0, 0))


@pytest.mark.parametrize(("name", "offset"), [("tad_slot_v3_64", (1 << 64) - 1), ("tad_slot_v4", (1 << 56) - 1)])
def test_packed_slots_hold_far_offsets(name: str, offset: int) -> None:
    layout = getattr(layouts, class_name(name))
    columns = layout(layout.pack("inline", offset, 5))
    assert (cell(columns, "data_offset"), cell(columns, "data_length")) == (offset, 5)


@pytest.mark.parametrize("name", SLOTS)
def test_no_other_state_can_be_packed(name: str) -> None:
    with pytest.raises(ValueError, match="has no state 'lost'"):
        getattr(layouts, class_name(name)).pack("lost")


@pytest.mark.parametrize("name", SLOTS)
def test_slots_in_bulk_are_those_one_by_one(name: str) -> None:
    layout = getattr(layouts, class_name(name))
    rows = [layout.pack(state, 0x100 * i, i) for i, state in enumerate(SLOTS[name], 1)]
    columns = layout(b"".join(rows) + b"left over"[: layout.SIZE - 1])
    assert len(columns) == len(rows)
    for i, row in enumerate(rows):
        for column in (*layout.DTYPE.names, *derived(layout)):
            assert getattr(columns, column)[i] == cell(layout(row), column)
        assert layout.one(b"".join(rows), i * layout.SIZE) == layout.one(row)


# ---- what the driver splits without a parser

ROW_FORMATS = sorted({p.layouts.row for p in PROFILES.values() if p.layouts}, key=lambda row: row.record)
_TEXT = cronos_fmt.Field("X", "X", FIELD_TYPES[2], 1, 1, 0, None, True)


@pytest.mark.parametrize("row", ROW_FORMATS, ids=lambda row: row.record)
@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(st.lists(st.sampled_from([b"a", b"bc", b"\x1b\1\0\0\0", b"\x1b", b"\x1d", b"\x1e", b"\xfd", b"\xfe"])))
def test_values_are_split_as_the_parser_does(row: RowFormat, parts: list[bytes]) -> None:
    record = b"\1" + b"".join(parts)
    split = split_values(record, row)
    try:
        tree: Any = parse(PARSERS[row.record], record)
    except CronosError:
        assert split.error is not None and record.endswith(split.values[-1])
        return
    counted = [getattr(value, "counted", None) for value in tree.values]
    assert split.values == [c.body if c else value.plain for c, value in zip(counted, tree.values, strict=True)]
    assert (split.counted, split.error) == (frozenset(i for i, c in enumerate(counted) if c), None)


@pytest.mark.parametrize("row", ROW_FORMATS, ids=lambda row: row.record)
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_sub_values_are_split_as_the_parser_does(row: RowFormat, parts: list[bool]) -> None:
    raw = b"".join(row.sub_separator if part else b"a" for part in parts)
    tree: Any = parse(PARSERS[row.sub_values], raw)
    expected = [item.value.decode() or None for item in tree.items]
    if raw.endswith(row.sub_separator):
        expected.append(None)  # an empty one at the end has no bytes that the parser could give an item for
    value = read_value(_TEXT, raw, False, row).value
    assert value == (expected if row.sub_separator in raw else raw.decode())


# ---- the sample banks

# Structures that no sample bank holds.
UNSAMPLED = {
    "bank_record_dos", "base_image", "compressed_record", "continuation_64", "dat_area_v4", "dat_area_v7",
    "file_record", "file_reference", "file_reference_chain", "file_reference_list", "first_chunk_64", "known_banks",
    "link_value", "sub_values", "sub_values_dos", "tad_header_v4", "tad_slot_dos", "tad_slot_v3_64", "tad_slot_v4",
}  # fmt: skip
# Structures that stand inside others only.
INNER = {"name", "field_definition", "file_strings"}


def real_instances(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every structure in the files of a bank, with its bytes."""
    with cronos_fmt.open(folder) as bank:
        for name in bank.file_names:
            yield from _container_instances(bank.file(name))
        yield from _stru_instances(bank)
        yield from _bank_instances(bank)


def _container_instances(file: CroFile) -> Iterator[tuple[str, bytes]]:
    assert file.tad is not None
    dat, tad = file.dat.path.read_bytes(), file.tad.path.read_bytes()
    yield "dat_header", dat[: layouts.DatHeader.SIZE]
    yield "dat_area_v3", dat[layouts.DatHeader.SIZE : file.data_start]
    head, size = file.layouts.tad_header.SIZE, file.layouts.tad_slot.SIZE
    yield "tad_header_v3", tad[:head]
    yield from (("tad_slot_v3_32", tad[i : i + size]) for i in range(head, len(tad), size))
    for slot in file.slots():
        if slot.state is SlotState.EXTENDED:
            yield "first_chunk_32", dat[slot.offset : slot.offset + slot.length]
            at = layouts.FirstChunk32.one(dat, slot.offset).next
            while at:
                yield "continuation_32", dat[at : at + file.header.block_size]
                at = layouts.Continuation32.one(dat, at).next


def _stru_instances(bank: cronos_fmt.Bank) -> Iterator[tuple[str, bytes]]:
    schema = bank.schema
    yield "dictionary", bank.stru.record(schema.record).data
    for entry in schema.entries.values():
        if entry.record != schema.record:
            yield "referenced_value", bank.stru.record(entry.record).data
        yield entry.key.value, entry.value
    for base in schema.bases:
        if not base.card_is_bank_record and bank.stru.record(base.bit_card).data:
            yield "bit_card_stru", bank.stru.record(base.bit_card).data
    ns1 = schema.entries["NS1"].tree
    yield "ns1_body", kod.DEFAULT.decode(ns1.body, ns1.shift)


def _bank_instances(bank: cronos_fmt.Bank) -> Iterator[tuple[str, bytes]]:
    for item in bank.scan():
        if item.kind is RecordClass.ROW:
            yield "bank_record", bank.bank.record(item.number).data
        elif item.kind is RecordClass.SYSTEM:
            structure = "ns1" if item.content == "copy of NS1" else "bit_card_bank"
            yield structure, bank.bank.record(item.number).data


@pytest.mark.realdata
def test_readers_agree_on_samples(sample_bank: Path) -> None:
    for name, data in real_instances(sample_bank):
        tree = agree(name, data)
        assert tree._io.is_eof(), f"{name} leaves bytes over"


@pytest.mark.realdata
def test_samples_hold_every_structure_but_the_unsampled(sample_banks: dict[str, Path]) -> None:
    counts: dict[str, int] = {}
    for folder in sample_banks.values():
        for name, _ in real_instances(folder):
            counts[name] = counts.get(name, 0) + 1
    assert set(counts) == set(PARSERS) - UNSAMPLED - INNER
    assert (counts["dat_header"], counts["dictionary"], counts["base_definition"]) == (30, 10, 16)
    assert (counts["bank_record"], counts["referenced_value"], counts["bit_card_stru"]) == (9, 6, 4)
    assert counts["first_chunk_32"] == counts["continuation_32"] == 11
