"""The writer makes banks that read back as described, in every version; and refuses a wrong description by its path."""

from __future__ import annotations

import copy
import datetime
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cronos_fmt
from cronos_fmt import Bank, Counts, CronosError, FileReference, Kod, SlotState, Status
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.parsers import CompressedRecord, Ns1
from cronos_fmt._gen.versions import PROFILES, Profile
from cronos_fmt.free_list import free_list
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.parsing import parse
from cronos_fmt.writer import load_description, write_bank
from cronos_fmt.writer.description import read_description
from cronos_fmt.writer.stru import base_definition

READABLE = {tag: profile for tag, profile in PROFILES.items() if profile.layouts is not None}
FREE_LISTS = [tag for tag, profile in READABLE.items() if profile.layouts and profile.layouts.free_list]
DELETED = ["01.11", "01.19"]
OWN = Kod(bytes(Random(2).sample(range(256), 256)))


def written(description: dict[str, Any], out: Path, kod: Kod | str = "auto") -> Bank:
    """The bank of a description, opened."""
    write_bank(description, out)
    return cronos_fmt.open(out, kod=kod)


def tree_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ---- every version, storage, coding, compression, layout and marker

FIELDS: list[dict[str, Any]] = [
    {"name": "Дата", "type": "date", "position": 4},
    {"name": "Имя", "type": "text", "position": 1},
    {"name": "Номер", "type": "number", "position": 2},
    {"name": "Много", "type": 2, "position": 5, "multiple": True, "extra": True},
    {"name": "Связь", "type": "direct link", "position": 6},
    {"name": "Файл", "type": "file", "position": 8},
    {"name": "Последнее", "type": "text"},
]
LONG = "Длинный текст, строка за строкой. " * 30
# As given, as read, and the hidden values as read. None of it needs a counted value, which 01.01 has not.
ROWS: list[tuple[dict[str, Any], dict[str, Any], dict[int, bytes]]] = [
    (
        {"values": {"Имя": LONG, "Номер": "007", "Дата": "2016-02-09"}, "hidden": {"3": "тайна", "7": {"hex": "00ff"}}},
        {"Имя": LONG, "Номер": "007", "Дата": datetime.date(2016, 2, 9)},
        {3: "тайна".encode("cp1251"), 7: b"\x00\xff"},
    ),
    (
        {"values": {"Имя": "Ёж", "Дата": "1899-01-01", "Много": ["раз", "", {"hex": "cd"}]}},
        {"Имя": "Ёж", "Дата": datetime.date(1899, 1, 1), "Много": ["раз", None, "Н"]},
        {3: b""},
    ),
    ({"values": {"Дата": "1985", "Связь": {"hex": "01050800"}}}, {"Дата": "1985", "Связь": b"\1\5\x08\0"}, {3: b""}),
    ({"values": {"Дата": {"raw": "1240315"}}}, {"Дата": datetime.date(2024, 3, 15)}, {3: b""}),
    ({}, {}, {}),
]
COUNTED_ROWS: list[tuple[dict[str, Any], dict[str, Any], dict[int, bytes]]] = [
    (
        {
            "values": {
                "Имя": {"counted": "а\x1eб\x1dв\x1b"},
                "Номер": "5",
                "Файл": {"file": 3, "name": "Скан", "extension": "p"},
            }
        },
        {"Имя": "а\x1eб\x1dв\x1b", "Номер": "5", "Файл": FileReference("Скан", "p", 3)},
        {3: b"", 7: b""},
    ),
    (
        {
            "values": {"Файл": {"file": None, "name": "нет"}, "Последнее": "в"},
            "hidden": {"3": {"counted": {"hex": "1e1e"}}},
        },
        {"Файл": FileReference("нет", "", None), "Последнее": "в"},
        {3: b"\x1e\x1e", 7: b""},
    ),
    (
        {"values": {"Номер": {"counted": ""}, "Последнее": {"counted": "конец"}}},
        {"Последнее": "конец"},
        {3: b"", 7: b""},
    ),
]
SHAPES = [(layout, marker) for layout in ("0x0005", "0x0109") for marker in (2, 4, 6)]


def expected_rows(profile: Profile) -> list[tuple[dict[str, Any], dict[str, Any], dict[int, bytes]]]:
    assert profile.layouts is not None
    return ROWS if profile.layouts.row.counted_mark is None else ROWS + COUNTED_ROWS


def full_description(tag: str, **row: Any) -> dict[str, Any]:
    """A bank with a table for each layout and marker, each with all the rows."""
    rows = [given | row for given, _, _ in expected_rows(READABLE[tag])]
    return {
        "name": "Банк",
        "version": tag,
        "tables": [
            {
                "name": f"Таблица {layout} {marker}",
                "layout": layout,
                "marker": marker,
                "by_reference": marker != 4,
                "fields": FIELDS,
                "rows": rows,
            }
            for layout, marker in SHAPES
        ],
    }


CODINGS: dict[str, dict[str, Any]] = {
    "plain": {"files": {"stru": {"encoded": False}}},
    "own": {"kod": OWN.table.hex(), "files": {"bank": {"encoded": True}, "index": {"encoded": True}}},
}


@pytest.mark.parametrize("compress", [False, True, 100], ids=["whole", "one chunk", "chunks"])
@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("storage", ["inline", "extended"])
@pytest.mark.parametrize("tag", READABLE)
def test_a_bank_reads_back_as_described(tag: str, storage: str, coding: str, compress: Any, tmp_path: Path) -> None:
    description = full_description(tag, storage=storage, compress=compress) | CODINGS[coding]
    expected = expected_rows(READABLE[tag])
    with written(description, tmp_path / "bank", OWN) as bank:
        assert [file.header.is_encoded for file in (bank.stru, bank.bank, bank.index)] == [coding == "own"] * 3
        assert bank.bank.header.may_be_compressed == bool(compress)
        assert {file.tag for file in (bank.stru, bank.bank, bank.index)} == {tag}
        assert list(bank.tables) == [f"Таблица {layout} {marker}" for layout, marker in SHAPES]
        counts = Counts()
        read: dict[int, list[cronos_fmt.Row]] = {}
        for item in bank.scan(counts):
            if isinstance(item.content, cronos_fmt.Row):
                read.setdefault(item.content.base.id, []).append(item.content)
        for table, (layout, marker) in zip(bank.tables.values(), SHAPES, strict=True):
            assert (table.base.card_is_bank_record, table.base.marker) == (layout == "0x0005", marker)
            assert table.base.hidden_positions == (3, 7)
            assert_rows(read[table.base.id], expected)
        assert counts.add_up
        assert counts.rows == len(SHAPES) * len(expected)
        assert (counts.files, counts.empty, counts.unassigned, counts.skipped) == (0, 0, 0, 0)
        assert bank.problems.kept == []
        assert_stored(bank, read[1][0].number, storage, compress)


def assert_rows(
    rows: list[cronos_fmt.Row], expected: list[tuple[dict[str, Any], dict[str, Any], dict[int, bytes]]]
) -> None:
    assert len(rows) == len(expected)
    for row, (_, values, hidden) in zip(rows, expected, strict=True):
        assert {f.column: row[f.column] for f in row.base.fields if row[f.column] is not None} == values
        assert row.hidden == hidden


def assert_stored(bank: Bank, number: int, storage: str, compress: Any) -> None:
    """The first row, a long one, is stored in the way that was asked for."""
    record = bank.bank.record(number)
    assert record.slot.state == storage
    assert (len(record.layers[0].pieces) > 2) == (storage == "extended")
    layers = {layer.name: layer for layer in record.layers}
    assert ("inflated" in layers) == bool(compress)
    if compress:
        chunks = parse(CompressedRecord, layers["inflated"].below.data).chunks  # type: ignore[union-attr]
        assert len(chunks) == (2 if compress is True else -(-len(record.data) // compress) + 1)


@pytest.mark.parametrize("storage", ["inline", "extended"])
@pytest.mark.parametrize("compress", [True, 50])
def test_definitions_are_stored_in_any_way(storage: str, compress: Any, tmp_path: Path) -> None:
    description = full_description("01.02") | {"files": {"stru": {"storage": storage, "compress": compress}}}
    with written(description, tmp_path / "bank") as bank:
        assert len(bank.tables) == len(SHAPES)
        assert bank.problems.kept == []
        assert {slot.state for slot in bank.stru.slots()} == {SlotState.EMPTY, SlotState(storage)}
        assert bank.stru.header.may_be_compressed


def test_each_file_has_a_version_of_its_own(tmp_path: Path) -> None:
    description = full_description("01.02")
    description["files"] = {
        "bank": {"version": "01.11", "block_size": 33},
        "index": {"version": "01.03", "encoded": True},
    }
    description["tables"][0]["rows"][0] |= {"storage": "extended_08"}
    with written(description, tmp_path / "bank") as bank:
        assert (bank.stru.tag, bank.bank.tag, bank.index.tag) == ("01.02", "01.11", "01.03")
        assert bank.bank.header.block_size == 33
        for table in bank.tables.values():
            assert_rows(list(table.rows()), expected_rows(READABLE["01.11"]))
        assert bank.problems.kept == []


@pytest.mark.parametrize("first_chunk", [0, 1, 26, 27, 200])
def test_the_first_chunk_has_the_length_asked_for(first_chunk: int, tmp_path: Path) -> None:
    row = {"values": {"Т": "x" * 26}, "storage": "extended", "first_chunk": first_chunk}
    description = {"tables": [{"name": "А", "fields": [{"name": "Т", "type": "text"}], "rows": [row]}]}
    with written(description, tmp_path / "bank") as bank:
        record = bank.bank.record(1)
        head = bank.bank.layouts.first_chunk
        assert head is not None
        assert record.slot.length == head.SIZE + first_chunk
        assert record.data == b"\x01" + b"x" * 26
        assert len(record.layers[0].pieces) == (1 if first_chunk >= 27 else 2)
        assert bank.problems.kept == []


# ---- what is always written


@pytest.mark.parametrize("tag", FREE_LISTS)
def test_the_free_list_visits_the_free_slots(tag: str, tmp_path: Path) -> None:
    rows = [{"number": number} for number in (2, 3, 7)]
    tables: list[dict[str, Any]] = [{"name": "А", "fields": [], "rows": rows}]
    description = {
        "version": tag,
        "free_slots": 3,
        "files": {"stru": {"encoded": False, "free_slots": 2}},
        "tables": tables,
    }
    with written(description, tmp_path / "bank") as bank:
        assert list(free_list(bank.bank)) == [1, 4, 5, 6, 8, 9, 10]
        assert bank.bank.tad_header.free_count == 7
        assert bank.schema.ns1_copy == bank.bank.slot_count == 11
        assert list(free_list(bank.stru)) == [bank.stru.slot_count - 1, bank.stru.slot_count]
        assert (bank.index.slot_count, bank.index.tad_header.free_count) == (0, 0)
        free = [slot.number for slot in bank.bank.slots() if slot.state is SlotState.FREE]
        assert list(free_list(bank.bank)) == free


@pytest.mark.parametrize("tag", DELETED)
def test_deleted_rows_keep_their_bytes(tag: str, tmp_path: Path) -> None:
    rows = [
        {"values": {"Т": "жив"}},
        {"values": {"Т": "был"}, "deleted": True},
        {"values": {"Т": "был в блоках " * 20}, "deleted": True, "storage": "extended", "compress": True},
        {"values": {"Т": "семь"}, "storage": "inline_07"},
        {"values": {"Т": "двенадцать"}, "storage": "inline_0c"},
    ]
    table = {"name": "А", "layout": "0x0005", "fields": [{"name": "Т", "type": "text"}], "rows": rows}
    files = {"stru": {"encoded": False}}
    with written({"version": tag, "files": files, "tables": [table]}, tmp_path / "bank") as bank:
        counts = Counts()
        list(bank.scan(counts))
        assert (counts.rows, counts.deleted, counts.free) == (3, 2, 0)
        assert bank.bank.tad_header.free_count == 2
        first = bank.bank.record(4)
        assert (first.slot.state, first.data) == (SlotState.DELETED, b"\x01" + "был".encode("cp1251"))
        assert bank.bank.record(5).data == b"\x01" + ("был в блоках " * 20).encode("cp1251")
        # Deleted rows are in no bit card: 3, 6 and 7 are left.
        assert int.from_bytes(bank.bank.record(2).data, "little") == 0b10 << 30 | 0b001001100 << 21
        assert bank.problems.kept == []


@pytest.mark.parametrize(
    ("numbers", "card"),
    [
        ([], ""),
        ([4, 5], "00000086"),
        ([85], "0200000020000080"),
        ([1, 30, 31, 121], "010000a0000000a002000000000000a0"),
    ],
)
def test_a_bit_card_in_crobank_lists_the_rows(numbers: list[int], card: str, tmp_path: Path) -> None:
    rows = [{"number": number} for number in numbers]
    table = {"name": "А", "layout": "0x0005", "bit_card": 200, "fields": [], "rows": rows}
    files_base = {"layout": "0x0005", "bit_card": 201}
    with written({"tables": [table], "files_base": files_base}, tmp_path / "bank") as bank:
        assert bank.bank.record(200).data.hex() == card
        assert bank.schema.bank_bit_cards[200].name == "А"
        assert bank.bank.record(201).slot.state is SlotState.EMPTY
        counts = Counts()
        list(bank.scan(counts))
        assert (counts.rows, counts.system) == (len(numbers), 3)


@pytest.mark.parametrize(("kind", "size"), [(0, 12), (2, 20)])
@pytest.mark.parametrize("encoded", [False, True])
def test_ns1_and_its_copy(kind: int, size: int, encoded: bool, tmp_path: Path) -> None:
    description = {
        "serial": 30249,
        "ns1_kind": kind,
        "ns1_shift": 0xF9,
        "ns1_record": 73,
        "files": {"bank": {"encoded": encoded}},
    }
    with written(description, tmp_path / "bank") as bank:
        ns1 = parse(Ns1, bank.schema.ns1 or b"")
        assert (ns1.kind, ns1.shift, len(ns1.body)) == (kind, 0xF9, size)
        body = ns1_body(bank.schema.ns1 or b"")
        assert body is not None and (body.serial, body.password) == (30249, b"")
        record = bank.bank.record(73)
        assert bank.schema.ns1_copy == 73
        assert (record.slot.state, record.slot.offset, record.data) == (
            SlotState.INLINE,
            bank.bank.data_start,
            bank.schema.ns1,
        )
        counts = Counts()
        list(bank.scan(counts))
        assert (counts.system, counts.rows, counts.files) == (1, 0, 0)
    if kind == 0 and not encoded:  # the oldest public bank
        assert record.data.hex() == "00f9fd253bf0310c68cb212acfb6"


def test_a_password_is_stored(tmp_path: Path) -> None:
    with written({"password": "Тайна"}, tmp_path / "bank") as bank:
        body = ns1_body(bank.schema.ns1 or b"")
        assert body is not None and body.password.decode("cp1251") == "Тайна"
        # The password takes its place in the eight bytes that public banks have behind the words.
        assert len(parse(Ns1, bank.schema.ns1 or b"").body) == 20


def test_the_dictionary_has_what_every_bank_has(tmp_path: Path) -> None:
    extra = {
        "USERINFO": "160209",
        "CroGraphExTemplateDefault": {"hex": "0201", "by_reference": True},
        "Ёлка": {"text": "ё"},
    }
    tables: list[dict[str, Any]] = [{"name": f"Т{i}", "id": i, "fields": []} for i in (3, 7)]
    description = {
        "name": "Имя",
        "id": 372643016,
        "program_version": "-5",
        "time": 1455040676,
        "extra_keys": extra,
        "tables": tables,
    }
    with written(description, tmp_path / "bank") as bank:
        entries = bank.schema.entries
        names = [
            "Bank",
            "BankId",
            "BankName",
            "Base000",
            "Base003",
            "Base007",
            "CroGraphExTemplateDefault",
            "Formuls000",
        ]
        names += ["Formuls003", "Formuls007", "NS1", "NS2", "USERINFO", "Version", "Ёлка"]
        assert list(entries) == names
        assert (bank.name, bank.schema.text("BankId"), bank.schema.text("Version")) == ("Имя", "372643016", "-5")
        assert (entries["Base000"].record, entries["CroGraphExTemplateDefault"].record) == (1, bank.stru.slot_count)
        assert (entries["CroGraphExTemplateDefault"].value, entries["Ёлка"].value) == (b"\2\1", b"\xb8")
        value = bank.schema.entries["Bank"].tree
        assert (value.time, value.check_rest, value.base_ids) == (1455040676, 2, [3, 7])
        files_base = bank.schema.bases[0]
        assert (files_base.name, files_base.mnemonic, files_base.fields) == ("Файлы", "FL", ())
        # A first attempt of CronosPro leaves the first byte of record 1 in front of it.
        slot = bank.stru.slot(1)
        assert (slot.state, slot.offset) == (SlotState.EXTENDED, bank.stru.data_start + 1)
        assert bank.problems.kept == []


def test_the_vocabulary_is_a_bank_of_its_own(tmp_path: Path) -> None:
    write_bank(
        {"name": "Главный", "id": 40, "version": "01.03", "vocabulary": {"tables": [{"name": "Слова"}]}}, tmp_path / "b"
    )
    with cronos_fmt.open(tmp_path / "b" / "Voc") as voc, cronos_fmt.open(tmp_path / "b") as bank:
        assert (voc.name, voc.schema.text("BankId"), voc.stru.tag) == ("Словари банка [ Главный ]", "41", "01.03")
        assert list(voc.tables) == ["Слова"]
        assert voc.stru.dat.read(0, 256)[19:] != bank.stru.dat.read(0, 256)[19:]
        assert voc.problems.kept == bank.problems.kept == []


def test_the_vocabulary_takes_over_the_table_of_its_bank(tmp_path: Path) -> None:
    description = {"version": "01.11", "kod": OWN.table.hex(), "vocabulary": {"tables": [{"name": "Слова"}]}}
    write_bank(description, tmp_path / "bank")
    with cronos_fmt.open(tmp_path / "bank" / "Voc", kod=OWN) as voc:
        assert list(voc.tables) == ["Слова"]
    # The default table belongs to the versions that use it.
    with pytest.raises(CronosError, match=r"vocabulary\.files\.stru\.kod: version 01\.11"):
        write_bank({"vocabulary": {"version": "01.11"}}, tmp_path / "other")


@pytest.mark.parametrize("tag", ["01.02", "01.11", "01.19"])
def test_the_files_of_a_bank_share_their_filler(tag: str, tmp_path: Path) -> None:
    files = {"stru": {"encoded": False}, "index": {"filler_seed": 5}}
    with written({"version": tag, "files": files}, tmp_path / "bank") as bank:
        stru, rows, index = (f.dat.read(0, f.data_start)[19:] for f in (bank.stru, bank.bank, bank.index))
        assert stru == rows != index
        assert len(stru) > 200 and len(set(stru)) > 100
        assert (bank.index.dat.size, bank.index.slot_count) == (bank.index.data_start, 0)


@pytest.mark.parametrize(("length", "start"), [(9, 0), (13, 1), (25, 1)])
def test_field_definitions_of_each_length(length: int, start: int, tmp_path: Path) -> None:
    types = [kind.code for kind in FIELD_TYPES.values() if kind.kind != "system_number"]
    fields = [{"name": f"Поле {code}", "type": code, "block_length": length, "display": 50 - code} for code in types]
    with written({"tables": [{"name": "А", "marker": 6, "fields": fields}]}, tmp_path / "bank") as bank:
        base = bank.tables["А"].base
        assert [(f.type.code, f.position, f.display) for f in base.fields] == [
            (c, i, 50 - c) for i, c in enumerate(types, 1)
        ]
        for definition in base.tree.fields[1:]:
            data = definition.body.data
            assert data is not None
            assert (data.block_length, data.block.unknown_00) == (length, start)
            assert data.block.unknown_02 == bytes(length - 2)
            assert (data.tail.index_length, data.tail.index) == (0, b"")
        assert bank.problems.kept == []


@pytest.mark.realdata
def test_the_definitions_of_real_banks_are_built_again(sample_bank: Path) -> None:
    """From what the reader tells of a base, the writer makes the bytes that CronosPro made."""
    with cronos_fmt.open(sample_bank) as bank:
        for base in bank.schema.bases:
            described: dict[str, Any] = {
                "name": base.name,
                "mnemonic": base.mnemonic,
                "layout": "0x0005" if base.card_is_bank_record else "0x0109",
                "marker": base.marker,
            }
            if base.is_files_base:
                settings = read_description({"files_base": described}).files_base
            else:
                fields = sorted(base.fields, key=lambda f: f.display)
                keys = ("name", "position", "display", "flags", "max_length")
                described["fields"] = [{k: getattr(f, k) for k in keys} | {"type": f.type.code} for f in fields]
                settings = read_description({"tables": [described | {"id": base.id}]}).tables[0]
            assert base_definition(settings, base.bit_card) == bank.schema.entries[base.key].value, base.key


# ---- files, raw records, faults on purpose


def test_stored_files_and_raw_records(tmp_path: Path) -> None:
    description = {
        "stored_files": [
            {"text": "Ёж"},
            {"number": 9, "hex": "00 ff", "storage": "extended"},
            {"base64": "AAEC", "compress": True},
            {"text": ""},
        ],
        "raw_records": [
            {"number": 20, "hex": "09aa"},
            {"number": 21, "hex": ""},
            {"number": 22, "hex": "00f1", "compress": 1},
        ],
    }
    with written(description, tmp_path / "bank") as bank:
        found = {item.number: (item.kind, item.content) for item in bank.scan() if item.kind not in ("free", "system")}
        files = {1: "Ёж".encode("cp1251"), 2: b"\0\1\2", 3: b"", 9: b"\0\xff", 22: b"\xf1"}
        assert found == {n: ("files", data) for n, data in files.items()} | {
            20: ("unassigned", None),
            21: ("empty", None),
        }
        assert bank.problems.by_kind == {"unassigned": 1}


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "an extra key replaces one that is always there": ({"extra_keys": {"NS2": {"hex": "01000000"}}}, "ns1-copy"),
    "a type that nobody knows": (
        {"tables": [{"name": "А", "fields": [{"name": "П", "type": {"code": 77}}]}]},
        "unknown-field-type",
    ),
    "no system number": ({"tables": [{"name": "А", "number_name": None}]}, "no-system-number"),
    "an id too large for rows": ({"tables": [{"name": "А", "id": 257, "rows": [{}]}]}, "base-id"),
    "a value behind the last field": ({"tables": [{"name": "А", "rows": [{"hidden": {"2": "x"}}]}]}, "surplus-values"),
    "a free text for a date": (
        {"tables": [{"name": "А", "fields": [{"name": "Д", "type": 4}], "rows": [{"values": {"Д": {"raw": "май"}}}]}]},
        "no-date",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_can_be_described(fault: str, tmp_path: Path) -> None:
    description, kind = FAULTS[fault]
    with written({"raw_records": [{"number": 1, "hex": "00"}]} | description, tmp_path / "bank") as bank:
        kinds = set()
        for item in bank.scan():
            if isinstance(item.content, cronos_fmt.Row):
                kinds |= {item.content.value_of(f).problem for f in item.content.base.fields}
                kinds |= {"surplus-values"} if item.content.surplus else set()
        assert kind in kinds | set(bank.problems.by_kind)


# ---- values


def single(value: Any, kind: str = "text") -> dict[str, Any]:
    """A bank with one row, and in it one value."""
    fields = [{"name": "П", "type": kind}, {"name": "Р", "type": "text"}]
    return {"tables": [{"name": "А", "fields": fields, "rows": [{"values": {"П": value, "Р": "конец"}}]}]}


@pytest.mark.parametrize(
    ("kind", "value", "stored"),
    [
        ("date", "2016-02-09", b"1160209"),
        ("date", "1962-07-18", b"620718"),
        ("date", "1900-01-01", b"00101"),
        ("date", "1899-01-01", b"-10101"),
        ("date", "2899-12-31", b"9991231"),
        ("date", "0901-01-01", b"-9990101"),
        ("date", "1985", b"850000"),
        ("date", ["1985-04-02", "1985-04-03"], b"850402\x1d850403"),
        ("date", {"raw": "весна"}, "весна".encode("cp1251")),
        ("time", "09:30", b"0930"),
        ("time", {"hex": "32353631"}, b"2561"),
        ("number", "001", b"001"),
        ("text", "«ё»№", b"\xab\xb8\xbb\xb9"),
        ("text", "", b""),
        ("link by field", {"hex": "00FF"}, b"\x00\xff"),
    ],
)
def test_values_are_stored_as_cronos_does(kind: str, value: Any, stored: bytes, tmp_path: Path) -> None:
    with written(single(value, kind), tmp_path / "bank") as bank:
        (row,) = bank.tables["А"].rows()
        assert (row.raw("П"), row["Р"]) == (stored, "конец")


def test_a_file_reference_has_the_bytes_of_the_reference(tmp_path: Path) -> None:
    value = {"file": 4, "name": "notes", "extension": "txt"}
    with written(single(value, "file"), tmp_path / "bank") as bank:
        (row,) = bank.tables["А"].rows()
        assert row.raw("П").hex() == "010000000b0000006e6f7465731e7478741e34"
        assert row["Р"] == "конец"


def test_empty_values_at_the_end_are_left_out(tmp_path: Path) -> None:
    description = single("x")
    row = {"values": {"П": "x", "Р": ""}, "hidden": {"3": "", "9": {"hex": ""}}}
    description["tables"][0]["rows"] = [row, {"values": {"П": ""}}, {"values": {"Р": {"counted": ""}}}]
    with written(description, tmp_path / "bank") as bank:
        assert [bank.bank.record(n).data for n in (1, 2, 3)] == [b"\1x", b"\1", b"\1\x1e\x1b\0\0\0\0"]


CP1251 = "".join(bytes([byte]).decode("cp1251", "ignore") for byte in range(1, 256))
PLAIN = "".join(c for c in CP1251 if c not in "\x1b\x1d\x1e")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(PLAIN, max_size=30),
            st.lists(st.text(PLAIN, max_size=5), min_size=2, max_size=4),
            st.binary(max_size=40),
            st.sampled_from(["inline", "extended"]),
            st.sampled_from([False, True, 3]),
        ),
        max_size=8,
    )
)
def test_any_values_read_back(rows: list[tuple[str, list[str], bytes, str, Any]]) -> None:
    fields = [{"name": name, "type": "text"} for name in ("Счёт", "Много", "Текст")]
    described = [
        {"values": {"Счёт": {"counted": {"hex": raw.hex()}}, "Много": many, "Текст": text}, "storage": s, "compress": c}
        for text, many, raw, s, c in rows
    ]
    files = {"bank": {"encoded": True}}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "bank"
        with written({"files": files, "tables": [{"name": "А", "fields": fields, "rows": described}]}, out) as bank:
            read = list(bank.tables["А"].rows())
    assert [row.raw("Счёт") for row in read] == [raw for _, _, raw, _, _ in rows]
    assert [row.raw("Много").decode("cp1251").split("\x1d") for row in read] == [many for _, many, _, _, _ in rows]
    assert [row.raw("Текст").decode("cp1251") for row in read] == [text for text, _, _, _, _ in rows]


# ---- determinism and the example


def test_the_same_description_gives_the_same_bytes(tmp_path: Path) -> None:
    description = full_description("01.02", compress=True) | {"vocabulary": {}}
    given = copy.deepcopy(description)
    write_bank(description, tmp_path / "a")
    (tmp_path / "b").mkdir()
    write_bank(description, tmp_path / "b")
    write_bank(description | {"id": 7}, tmp_path / "c")
    assert description == given
    assert tree_of(tmp_path / "a") == tree_of(tmp_path / "b")
    assert tree_of(tmp_path / "a") != tree_of(tmp_path / "c")


def test_the_example_is_what_its_description_says(repo_root: Path, tmp_path: Path) -> None:
    write_bank(load_description(repo_root / "examples" / "clients.json"), tmp_path / "bank")
    assert tree_of(repo_root / "examples" / "bank") == tree_of(tmp_path / "bank")


def test_the_example_has_no_problem(repo_root: Path) -> None:
    with cronos_fmt.open(repo_root / "examples" / "bank") as bank:
        rows = [item.content for item in bank.scan() if isinstance(item.content, cronos_fmt.Row)]
        assert len(rows) == 12
        assert [row.value_of(f).problem for row in rows for f in row.base.fields if row.value_of(f).problem] == []
        assert bank.problems.kept == []
        clients = bank.tables["Клиенты"]
        assert {f.type.code for f in clients.fields} == set(FIELD_TYPES) - {0}
        assert clients.base.hidden_positions == (4,)


# ---- wrong descriptions


def at(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Put a value at a dotted path of a description; numbers are places in a list."""

    def change(description: dict[str, Any]) -> None:
        *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
        place: Any = description
        for key in way:
            place = place[key]
        place[last] = value

    return change


BASE: dict[str, Any] = {
    "files": {"stru": {}, "bank": {}},
    "tables": [
        {
            "name": "Т",
            "fields": [
                {"name": "ФИО", "type": "text", "max_length": 10},
                {"name": "Дата", "type": "date"},
                {"name": "Скан", "type": "file"},
                {"name": "Час", "type": "time", "position": 5},
            ],
            "rows": [{"values": {"ФИО": "Иванов"}}, {"values": {}, "hidden": {}, "number": 3}],
        },
        {"name": "У", "fields": [], "rows": []},
    ],
    "stored_files": [{"text": "т"}],
    "raw_records": [{"number": 9, "hex": "00"}],
    "extra_keys": {},
    "vocabulary": {},
}
ROW = "tables.0.rows.0"
WRONG: list[tuple[str, Any, str, str]] = [
    # key to set, value, path in the message, what it says
    ("nmae", "x", "nmae", "unknown key; allowed are id, name,"),
    ("name", 5, "name", "must be a text, not a number"),
    ("name", "汉", "name", "CP1251 has no character '汉'"),
    ("id", "5", "id", "must be a whole number from 0"),
    ("id", True, "id", "not true or false"),
    ("id", 10**10, "id", "allowed is 0 to 9999999999"),
    ("id", 1.5, "id", "must be a whole number"),
    ("time", 2**32, "time", "allowed is 0 to 4294967295"),
    ("serial", -1, "serial", "allowed is 0 to 4294967295"),
    ("ns1_kind", 1, "ns1_kind", "allowed are 0, 2"),
    ("ns1_shift", 256, "ns1_shift", "allowed is 0 to 255"),
    ("ns1_record", 3, "tables[0].rows[1].number", "as ns1_record; allowed are numbers that no other record has"),
    ("version", "01.99", "version", "is '01.99'; allowed are 01.01, 01.02"),
    ("version", "01.15", "version", "allowed are"),
    ("version", "01.11", "files.stru.kod", "version 01.11 encodes with a table of its own; give 512 hex digits"),
    ("version", ["01.02"], "version", "is a list; allowed are"),
    ("kod", "00", "kod", "is no permutation of 256 bytes"),
    ("kod", "zz", "kod", "is not hexadecimal"),
    ("free_slots", -1, "free_slots", "allowed is 0 to"),
    ("files", [], "files", "must be an object, not a list"),
    ("files.stro", {}, "files.stro", "unknown key; allowed are stru, bank, index"),
    ("files.bank.encoded", 1, "files.bank.encoded", "must be true or false, not a number"),
    ("files.bank.block_size", 4, "files.bank.block_size", "allowed is 5 to 65535"),
    ("files.bank.unknown_08", 65536, "files.bank.unknown_08", "allowed is 0 to 65535"),
    ("files.bank.storage", "free", "files.bank.storage", "allowed are inline and extended"),
    ("files.bank.storage", "inline_07", "files.bank.storage", "allowed are inline and extended"),
    ("files.stru.colour", 1, "files.stru.colour", "unknown key; allowed are version, kod"),
    ("tables", {}, "tables", "must be a list, not an object"),
    ("tables.1", 7, "tables[1]", "must be an object, not a number"),
    ("tables.1", {}, "tables[1]", "the key 'name' is missing"),
    ("tables.1.id", 1, "tables[1].id", "is 1, as that of tables[0]"),
    ("tables.1.id", 0, "tables[1].id", "allowed is 1 to 4294967295"),
    ("tables.1.name", "д" * 256, "tables[1].name", "has 256 bytes; allowed are 255"),
    ("tables.1.layout", "0x0007", "tables[1].layout", "allowed are 0x0005, 0x0109"),
    ("tables.1.marker", 3, "tables[1].marker", "allowed are 2, 4, 6"),
    ("tables.1.bit_card", 5, "tables[1].bit_card", "only the bit card of the layout 0x0005"),
    ("tables.0.fields.0", {"name": "П"}, "tables[0].fields[0]", "the key 'type' is missing"),
    ("tables.0.fields.0.type", "txt", "tables[0].fields[0].type", "is 'txt'; allowed are number, 1, text, 2"),
    ("tables.0.fields.0.type", 0, "tables[0].fields[0].type", "is 0; allowed are"),
    ("tables.0.fields.0.type", {"code": 65536}, "tables[0].fields[0].type.code", "allowed is 1 to 65535"),
    ("tables.0.fields.0.flags", 2**32, "tables[0].fields[0].flags", "allowed is 0 to 4294967295"),
    ("tables.0.fields.0.max_length", -1, "tables[0].fields[0].max_length", "allowed is 0 to 4294967295"),
    ("tables.0.fields.0.block_length", 10, "tables[0].fields[0].block_length", "allowed are 9, 13, 25"),
    ("tables.0.fields.0.position", 0, "tables[0].fields[0].position", "allowed is 1 to 100000"),
    ("tables.0.fields.1.position", 1, "tables[0].fields[1].position", "is that of tables[0].fields[0]"),
    ("tables.0.fields.1.name", "ФИО", "tables[0].fields[1].name", "is that of tables[0].fields[0]"),
    ("tables.0.fields.1.name", "Системный номер", "tables[0].fields[1].name", "is that of tables[0].number_name"),
    (f"{ROW}.color", 1, "tables[0].rows[0].color", "unknown key; allowed are values, hidden, storage, deleted, number"),
    (f"{ROW}.number", 0, "tables[0].rows[0].number", "allowed is 1 to 10000000"),
    (f"{ROW}.number", 3, "tables[0].rows[1].number", "is 3, as tables[0].rows[0].number"),
    (f"{ROW}.storage", "somewhere", "tables[0].rows[0].storage", "allowed are inline and extended"),
    (f"{ROW}.compress", 0, "tables[0].rows[0].compress", "allowed is 1 to 32768"),
    (f"{ROW}.compress", "yes", "tables[0].rows[0].compress", "must be a whole number"),
    (f"{ROW}.deleted", True, "tables[0].rows[0].deleted", "version 01.02 has no slot for a deleted record"),
    (f"{ROW}.first_chunk", 4, "tables[0].rows[0].first_chunk", "only an extended record has a first chunk"),
    (
        f"{ROW}.values.Возраст",
        "5",
        "tables[0].rows[0].values.Возраст",
        "no such field; allowed are ФИО, Дата, Скан, Час",
    ),
    (f"{ROW}.values.ФИО", "Ли 汉", "tables[0].rows[0].values.ФИО", "CP1251 has no character '汉'"),
    (f"{ROW}.values.ФИО", 5, "tables[0].rows[0].values.ФИО", "must be a text, or an object with hex"),
    (f"{ROW}.values.ФИО", None, "tables[0].rows[0].values.ФИО", "must be a text"),
    (f"{ROW}.values.ФИО", "x" * 11, "tables[0].rows[0].values.ФИО", "has 11 characters; the field allows 10"),
    (f"{ROW}.values.ФИО", "a\x1eb", "tables[0].rows[0].values.ФИО", "holds the byte 1e, which ends a value"),
    (f"{ROW}.values.ФИО", {"hex": "1e"}, "tables[0].rows[0].values.ФИО", "holds the byte 1e"),
    (f"{ROW}.values.ФИО", "\x1bab", "tables[0].rows[0].values.ФИО", "begins with the byte 1b"),
    (f"{ROW}.values.ФИО", "a\x1db", "tables[0].rows[0].values.ФИО", "holds the byte 1d; allowed are sub-values"),
    (f"{ROW}.values.ФИО", ["a", "b\x1d"], "tables[0].rows[0].values.ФИО[1]", "holds the byte 1d"),
    (f"{ROW}.values.ФИО", ["a", 1], "tables[0].rows[0].values.ФИО[1]", "must be a text"),
    (f"{ROW}.values.ФИО", {"hex": "0"}, "tables[0].rows[0].values.ФИО.hex", "is not hexadecimal"),
    (f"{ROW}.values.ФИО", {"hex": "00", "raw": ""}, "tables[0].rows[0].values.ФИО", "exactly one of the keys hex, raw"),
    (f"{ROW}.values.ФИО", {}, "tables[0].rows[0].values.ФИО", "found none"),
    (f"{ROW}.values.ФИО", {"counted": 5}, "tables[0].rows[0].values.ФИО.counted", "must be an object"),
    (f"{ROW}.values.ФИО", {"file": 1, "name": "x"}, "tables[0].rows[0].values.ФИО", "only a file field holds"),
    (f"{ROW}.values.Скан", "scan.png", "tables[0].rows[0].values.Скан", 'allowed are {"file": NUMBER'),
    (f"{ROW}.values.Скан", {"file": 1}, "tables[0].rows[0].values.Скан", "the key 'name' is missing"),
    (f"{ROW}.values.Скан", {"file": 1, "name": "\x1e"}, "tables[0].rows[0].values.Скан.name", "holds the byte 1e"),
    (f"{ROW}.values.Скан", {"file": "1", "name": "x"}, "tables[0].rows[0].values.Скан.file", "must be a whole number"),
    (f"{ROW}.values.Дата", "09.02.2016", "tables[0].rows[0].values.Дата", "allowed are YYYY-MM-DD or YYYY"),
    (f"{ROW}.values.Дата", "2016-02-30", "tables[0].rows[0].values.Дата", "is '2016-02-30'"),
    (f"{ROW}.values.Дата", "2900-01-01", "tables[0].rows[0].values.Дата", "three digits of years"),
    (f"{ROW}.values.Дата", "1160209", "tables[0].rows[0].values.Дата", '{"raw": ...}'),
    (f"{ROW}.values.Час", "24:00", "tables[0].rows[0].values.Час", "allowed are HH:MM"),
    (f"{ROW}.values.Час", "0930", "tables[0].rows[0].values.Час", "allowed are HH:MM"),
    (f"{ROW}.hidden", {"1": "x"}, "tables[0].rows[0].hidden.1", "belongs to the field ФИО"),
    (f"{ROW}.hidden", {"0": "x"}, "tables[0].rows[0].hidden.0", "is no position; allowed are 1 to 100000"),
    (f"{ROW}.hidden", {"100001": "x"}, "tables[0].rows[0].hidden.100001", "is no position"),
    (f"{ROW}.hidden", {"четыре": "x"}, "tables[0].rows[0].hidden.четыре", "is no position"),
    ("stored_files.0", {}, "stored_files[0]", "exactly one of the keys text, hex, base64 is wanted, found none"),
    ("stored_files.0", {"text": "", "hex": ""}, "stored_files[0]", "found text, hex"),
    ("stored_files.0", {"base64": "?"}, "stored_files[0].base64", "is not base64"),
    ("raw_records.0", {"hex": ""}, "raw_records[0]", "the key 'number' is missing"),
    ("raw_records.0", {"hex": "", "number": 3}, "raw_records[0].number", "is 3, as tables[0].rows[1].number"),
    ("extra_keys", {"汉": ""}, "extra_keys.汉", "CP1251 has no character"),
    ("extra_keys", {"К": 5}, "extra_keys.К", "must be an object, not a number"),
    ("extra_keys", {"К": {}}, "extra_keys.К", "exactly one of the keys text, hex"),
    ("vocabulary", {"vocabulary": {}}, "vocabulary.vocabulary", "unknown key"),
    ("vocabulary", {"tables": [{"nome": 1}]}, "vocabulary.tables[0]", "the key 'name' is missing"),
]


@pytest.mark.parametrize(("key", "value", "path", "says"), WRONG, ids=[f"{k}-{i}" for i, (k, *_) in enumerate(WRONG)])
def test_a_wrong_description_is_refused(key: str, value: Any, path: str, says: str, tmp_path: Path) -> None:
    description = copy.deepcopy(BASE)
    write_bank(description, tmp_path / "right")
    at(key, value)(description)
    with pytest.raises(CronosError) as caught:
        write_bank(description, tmp_path / "wrong")
    assert caught.value.status is Status.USAGE
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)
    assert not (tmp_path / "wrong").exists()


def test_a_version_without_counted_values_refuses_them(tmp_path: Path) -> None:
    for value, says in (({"counted": "x"}, "has no counted values"), ("юла", "holds the byte fe")):
        with pytest.raises(CronosError, match=says):
            write_bank(single(value) | {"version": "01.01"}, tmp_path / "bank")


def test_a_record_too_long_for_its_slot_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CronosError, match=r"CroBank\.dat: does not fit a file of version 01\.01") as caught:
        write_bank(single("x" * 70_000) | {"version": "01.01"}, tmp_path / "bank")
    assert caught.value.status is Status.USAGE


@pytest.mark.parametrize("description", [None, 5, "x", []])
def test_a_description_is_an_object(description: Any, tmp_path: Path) -> None:
    with pytest.raises(CronosError, match="description: must be an object"):
        write_bank(description, tmp_path / "bank")


# ---- the disk


def test_the_output_must_be_new(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note").write_text("kept")
    (tmp_path / "file").write_text("kept")
    for name in ("full", "file"):
        with pytest.raises(CronosError, match="exists and is no empty directory") as caught:
            write_bank({}, tmp_path / name)
        assert caught.value.status is Status.USAGE
    assert tree_of(tmp_path) == {"full/note": b"kept", "file": b"kept"}


def test_what_the_disk_refuses_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CronosError, match="cannot be written") as caught:
        write_bank({}, tmp_path / "file" / "bank")
    assert caught.value.status is Status.IO

    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CronosError, match="cannot be written: No space left on device") as caught:
        write_bank({}, tmp_path / "bank")
    assert caught.value.status is Status.IO


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"name": "x",\n "id": 5,\n oops}', "line 3, column 2"),
        (b"", "line 1"),
        (b'{"name":\n"\xff"}', "line 2: not UTF-8"),
        (b"[]", "line 1: a description is a JSON object"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice in one object"),
        (b'{"id": NaN}', "NaN is no JSON"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_description(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "bank.json"
    path.write_bytes(content)
    with pytest.raises(CronosError) as caught:
        load_description(path)
    assert caught.value.status is Status.USAGE
    assert str(caught.value).startswith(f"{path}: ") and says in str(caught.value)


def test_a_description_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "bank.json"
    for mark in (b"", b"\xef\xbb\xbf"):
        path.write_bytes(mark + json.dumps({"name": "Имя"}, ensure_ascii=False).encode())
        assert load_description(path) == {"name": "Имя"}
    with pytest.raises(CronosError, match="cannot be read") as caught:
        load_description(tmp_path / "missing.json")
    assert caught.value.status is Status.IO


def test_every_key_is_documented(repo_root: Path) -> None:
    """The keys that an unknown key is answered with stand in the page on descriptions."""
    page = (repo_root / "docs" / "description.md").read_text(encoding="utf-8")
    for keys in allowed_keys():
        for key in keys:
            assert f"`{key}`" in page, key


def test_the_examples_of_the_page_are_descriptions(repo_root: Path, tmp_path: Path) -> None:
    page = (repo_root / "docs" / "description.md").read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in page.split("```json\n")[1:]]
    assert len(blocks) == 3
    for i, block in enumerate(blocks):
        write_bank(json.loads(block), tmp_path / str(i))
    with cronos_fmt.open(tmp_path / "0") as bank:
        assert [row.text("Авторы") for row in bank.tables["Книги"].rows()] == ["Ильф; Петров", ""]
        assert bank.problems.kept == []


def allowed_keys() -> Iterator[list[str]]:
    for place in (
        "",
        "files.",
        "files.bank.",
        "tables.0.",
        "tables.0.fields.0.",
        f"{ROW}.",
        "stored_files.0.",
        "raw_records.0.",
    ):
        description = copy.deepcopy(BASE)
        at(f"{place}unheard", 1)(description)
        with pytest.raises(CronosError) as caught:
            read_description(description)
        yield str(caught.value).split("allowed are ")[1].split(", ")
