"""The public sample banks give exactly what is known of their content: nothing lost, nothing invented, no problem."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from conftest import SAMPLE_BANKS

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt.cli import main
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.free_list import free_list
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.records import CroFile
from cronos_fmt.schema import Base
from cronos_fmt.sinks import export

pytestmark = pytest.mark.realdata

NUMBER = "Системный номер"
DEFAULT_MAX = 100_000
OPENING = "The Project Gutenberg EBook of A Little Journey, by Ray Bradbury"
SHORT_TEXT = (34_942, "75d280dce1156e06e63a756f07d077d68d6b2018617f9b73209875c677b5e314")
LONG_TEXT = (733_782, "eff5bf3a7948085062fe814835ee91fcbd9848bf43c254efd41f7b038262d885")
# The base with id 3 of long_text is known by the hash of its name.
NAME_3 = "28fcbf9f18b53b9fc98cab1de90671bb2709d16d731bd8c60e80c1339f827b83"


class Table(NamedTuple):
    """A base: position, type, name, flags and longest value of each field, and rows as they stand in the csv file."""

    id: int
    name: str | None
    mnemonic: str
    bit_card: int
    fields: tuple[tuple[int, int, str, int, int], ...]
    rows: tuple[tuple[str, ...], ...] = ()
    entry_sizes: tuple[int, ...] = ()
    block_length: int = 25


class Expected(NamedTuple):
    """What a bank holds. `keys` and `base_ids` are None where they are not on record."""

    bank_id: str
    bank_name: str
    version: str
    ns1: tuple[int, int, int]  # kind, shift, serial
    slots: int
    free: int
    first_free: int
    check_rest: int
    layout: int
    marker: int
    files_base: str
    files_card: int
    stru_states: tuple[SlotState, ...]
    base_ids: bytes | None = None
    system: tuple[int, ...] = ()
    empty: int = 0
    keys: tuple[str, ...] | None = None
    other_keys: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()


def _fields(*rows: tuple[int, int, str] | tuple[int, int, str, int]) -> tuple[tuple[int, int, str, int, int], ...]:
    """Fields without flags; the longest value is the usual one unless given."""
    return tuple((row[0], row[1], row[2], 0, row[3] if len(row) == 4 else DEFAULT_MAX) for row in rows)


_INLINE, _EXTENDED, _EMPTY = SlotState.INLINE, SlotState.EXTENDED, SlotState.EMPTY
_OF_MULTIPLE = 0x2000
_VLAD = ("VLAD", "5540", "2016-02-09")
_TEST2_NS1 = (2, 0xC2, 1)
_TEST2_VOC = Expected(
    "372656090", "Словари банка [ TEST2 ]", "-6", (2, 0x50, 1), 87, 86, 1, 0, 0x0109, 4, "Files", 2,
    (_EXTENDED, _EMPTY), system=(87,),
)  # fmt: skip

EXPECTED = {
    "cronodump_all_field_types": Expected(
        "1992008193", "nowa", "-14", (2, 0x06, 1), 86, 85, 1, 1, 0x0109, 6, "Файлы", 2,
        (_EXTENDED, _EMPTY, _EMPTY, _INLINE), system=(86,), other_keys=(("BankFormSaveVer", "2"),),
        keys=("Bank", "BankFormSaveVer", "BankId", "BankName", "Base000", "Base001", "Formuls000", "Formuls001", "NS1",
              "NS2", "Version"),
        tables=(Table(1, "erdgeist", "ER", 3, (
            (1, 1, "Entry #1", 0, 20),
            (2, 2, "Entry #2", 0, DEFAULT_MAX),
            (3, 3, "Entry #3", 0, DEFAULT_MAX),
            (4, 4, "Entry #4", 0, DEFAULT_MAX),
            (5, 5, "Entry #5", 0, DEFAULT_MAX),
            (6, 6, "Entry #6", 0, DEFAULT_MAX),
            (7, 29, "Entry #7", 0, DEFAULT_MAX),
            (8, 7, "Entry #8", _OF_MULTIPLE, DEFAULT_MAX),
            (9, 8, "Entry #9", _OF_MULTIPLE, DEFAULT_MAX),
            (10, 9, "Entry #10", _OF_MULTIPLE, DEFAULT_MAX),
            (11, 17, "Entry #11", _OF_MULTIPLE | 0x40, DEFAULT_MAX),
        ), entry_sizes=(27, 63, 65, 67, 63, 63, 65, 68, 65, 65, 66, 69)),),
    ),
    "cronodump_all_field_types/Voc": Expected(
        "1992008194", "Словари банка [ nowa ]", "-14", (2, 0x1D, 1), 86, 85, 1, 0, 0x0109, 6, "Файлы", 2,
        (_EXTENDED, _EMPTY), system=(86,),
    ),
    "cronosparser_old_format": Expected(
        "372643016", "TEST1", "-5", (0, 0xF9, 30249), 73, 67, 6, 1, 0x0005, 2, "Files", 1, (_EXTENDED, _EXTENDED),
        system=(1, 3, 73), empty=2, other_keys=(("USERINFO", "160209"),),
        keys=("Bank", "BankId", "BankName", "Base000", "Base001", "Formuls000", "Formuls001", "NS1", "NS2", "USERINFO",
              "Version"),
        tables=(Table(1, "TABLE", "TB", 3, _fields((1, 2, "COLUMN1"), (2, 1, "COLUMN2", 10), (3, 4, "COLUMN3")),
                      (("5", *_VLAD),), (27, 48, 46, 46), 13),),
    ),
    "cronosparser_old_format/Voc": Expected(
        "372643017", 'Словари банка "TEST1"', "-5", (0, 0x69, 30249), 73, 71, 2, 0, 0x0005, 2, "Files", 1,
        (_EXTENDED,), system=(1, 73),
    ),
    "cronosparser_new_format": Expected(
        "372656089", "TEST2", "-6", _TEST2_NS1, 87, 85, 2, 1, 0x0109, 4, "Files", 2,
        (_EXTENDED, _EMPTY, _INLINE, _INLINE), system=(87,),
        tables=(Table(1, "TABLE2", "TB", 3, _fields((1, 2, "COLUMN1"), (2, 1, "COLUMN2", 20), (3, 4, "COLUMN3")),
                      (("1", *_VLAD),), (27, 64, 62, 62)),),
    ),
    "cronosparser_new_format/Voc": _TEST2_VOC,
    "cronosparser_long_text": Expected(
        "372656089", "TEST2", "-6", _TEST2_NS1, 87, 79, 8, 3, 0x0109, 4, "Files", 2,
        (_EXTENDED, _EMPTY, _INLINE, _INLINE, _INLINE, _INLINE, _INLINE, _INLINE), b"\1\2\3", system=(87,),
        keys=("Bank", "BankId", "BankName", "Base000", "Base001", "Base002", "Base003", "CroGraphExTemplateDefault",
              "Formuls000", "Formuls001", "Formuls002", "Formuls003", "NS1", "NS2", "Version"),
        tables=(
            Table(1, "TABLE2", "TB", 3, _fields((1, 2, "COLUMN1"), (2, 1, "COLUMN2", 20), (3, 4, "COLUMN3", 20)),
                  (("1", *_VLAD), ("4", "PUDO", "", ""))),
            Table(2, "TABLE_OF_HAPPINESS", "XX", 5,
                  _fields((1, 2, "TEXT"), (2, 1, "NUMBER", 20), (3, 4, "DATE", 20), (4, 5, "TIME", 5), (5, 6, "PHILE")),
                  (("2", "MOOO", "", "", "", ""), ("3", "BANANA", "4", "", "", ""), ("5", "", "", "", "", ""))),
            # The texts of its rows are known by length and hash: see _shown.
            Table(3, None, "77", 8, _fields((1, 2, "TEXT", 10_000_000)),
                  (("6", f"{SHORT_TEXT}"), ("7", f"{LONG_TEXT}"))),
        ),
    ),
    "cronosparser_long_text/Voc": _TEST2_VOC,
    "cronosparser_empty": Expected(
        "372656089", "TEST2", "-6", _TEST2_NS1, 87, 86, 1, 0, 0x0109, 4, "Files", 2, (_EXTENDED, _EMPTY), b"",
        system=(87,), keys=("Bank", "BankId", "BankName", "Base000", "Formuls000", "NS1", "NS2", "Version"),
    ),
    "cronosparser_empty/Voc": _TEST2_VOC,
}  # fmt: skip


@pytest.fixture(params=SAMPLE_BANKS)
def name(request: pytest.FixtureRequest) -> str:
    """Each of the ten banks in turn, by name."""
    bank: str = request.param
    return bank


@pytest.fixture
def expected(name: str) -> Expected:
    return EXPECTED[name]


@pytest.fixture
def bank(name: str, sample_banks: dict[str, Path]) -> Iterator[cronos_fmt.Bank]:
    with cronos_fmt.open(sample_banks[name]) as bank:
        yield bank


@pytest.fixture
def big_fields() -> Iterator[None]:
    """Let the csv module read a value of any length."""
    old = csv.field_size_limit(10_000_000)
    yield
    csv.field_size_limit(old)


def _shown(text: str) -> str:
    """A value as the tables above have it: long texts by the length and hash of their CP1251 bytes."""
    data = text.encode("cp1251")
    return text if len(data) < 100 else f"{(len(data), hashlib.sha256(data).hexdigest())}"


def _is_named(name: str, table: Table) -> bool:
    if table.name is None:
        return hashlib.sha256(name.encode("cp1251")).hexdigest() == NAME_3 and len(name) == 29
    return name == table.name


def _read_csv(path: Path) -> list[tuple[str, ...]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [tuple(_shown(value) for value in row) for row in csv.reader(file)]


def _check_export(out: Path, expected: Expected) -> None:
    """What an export wrote: the manifest, the files of the tables, and nothing else."""
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert [table["id"] for table in manifest["tables"]] == [table.id for table in expected.tables]
    for shown, table in zip(manifest["tables"], expected.tables, strict=True):
        assert _is_named(shown["name"], table)
        assert (shown["mnemonic"], shown["rows"], shown["hidden_positions"]) == (table.mnemonic, len(table.rows), [])
        assert [(f["position"], f["type"], f["name"]) for f in shown["fields"]] == [f[:3] for f in table.fields]
        header, *rows = _read_csv(out / shown["output"])
        assert header == (NUMBER, *(f[2] for f in table.fields))
        assert tuple(rows) == table.rows
    names = {"manifest.json", "problems.jsonl", *(table["output"] for table in manifest["tables"])}
    assert {path.name for path in out.iterdir()} == names  # no table and no stored file besides
    assert (out / "problems.jsonl").read_bytes() == b""
    assert manifest["problems"] == {"total": 0, "by_kind": {}}
    assert manifest["counts"] == _counts(expected)
    assert [record["number"] for record in manifest["system_records"]] == list(expected.system)


def _counts(expected: Expected) -> dict[str, int]:
    rows = sum(len(table.rows) for table in expected.tables)
    return {
        "slots": expected.slots, "free": expected.free, "live": expected.slots - expected.free, "deleted": 0,
        "rows": rows, "files": 0, "system": len(expected.system), "empty": expected.empty, "unassigned": 0,
        "skipped": 0,
    }  # fmt: skip


# ---- export


@pytest.mark.usefixtures("big_fields")
def test_export_gives_tables_columns_and_rows(bank: cronos_fmt.Bank, expected: Expected, tmp_path: Path) -> None:
    result = export(bank, tmp_path / "out")
    _check_export(tmp_path / "out", expected)
    written = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert written == {**result, "files": []}
    assert bank.problems.total == 0 and not bank.problems.kept


@pytest.mark.usefixtures("big_fields")
def test_export_by_the_command_line(name: str, samples: Path, expected: Expected, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = CliRunner().invoke(main, ["export", str(samples / name), "--to", "csv", "--out", str(out)])
    assert (result.exit_code, result.stdout) == (0, "")
    assert "problem" not in result.stderr
    _check_export(out, expected)


def test_counts_add_up(bank: cronos_fmt.Bank, expected: Expected) -> None:
    counts = cronos_fmt.Counts()
    scanned = list(bank.scan(counts))
    assert counts.as_dict() == _counts(expected)
    c = counts
    assert c.slots == c.free + c.live + c.deleted
    assert c.live == c.rows + c.files + c.system + c.empty + c.unassigned + c.skipped
    assert [item.number for item in scanned] == list(range(1, expected.slots + 1))


def test_no_ghost_is_a_row_or_file(bank: cronos_fmt.Bank, expected: Expected) -> None:
    kinds = {item.number: item for item in bank.scan()}
    system = {number: item.content for number, item in kinds.items() if item.kind is cronos_fmt.RecordClass.SYSTEM}
    assert tuple(system) == expected.system
    assert system[expected.slots] == "copy of NS1"
    rows = {int(row[0]): table.id for table in expected.tables for row in table.rows}
    found = {n: item.content.base.id for n, item in kinds.items() if isinstance(item.content, cronos_fmt.Row)}
    assert found == rows


def test_manifest_says_what_was_read(samples: Path, tmp_path: Path) -> None:
    with cronos_fmt.open(samples / "cronosparser_old_format") as bank:
        manifest = export(bank, tmp_path / "out")

    def file(name: str, encoding: int, size: int) -> dict[str, Any]:
        kod = {"source": "default", "verdict": "proven"} if encoding else {"source": "none", "verdict": "consistent"}
        head = {"name": f"{name}.dat", "version": "01.02", "generation": "v3", "encoding": encoding}
        return {**head, "size": size, "kod": kod}

    field = {"type": 2, "kind": "text", "position": 1, "name": "COLUMN1"}
    keys = [
        "format",
        "tool",
        "status",
        "bank",
        "tables",
        "counts",
        "system_records",
        "problems",
        "file_totals",
        "images",
    ]
    assert list(manifest) == keys
    assert (manifest["format"], manifest["status"]) == (1, "complete")
    assert manifest["tool"] == {"name": "cronos-fmt", "version": cronos_fmt.__version__}
    assert manifest["bank"] == {
        "name": "TEST1",
        "id": "372643016",
        "files": [file("CroStru", 1, 1_524), file("CroBank", 0, 312), file("CroIndex", 0, 256)],
    }
    (table,) = manifest["tables"]
    assert table["output"] == "TABLE.csv"
    assert table["fields"][0] == field
    assert [f["kind"] for f in table["fields"]] == ["text", "number", "date"]
    assert manifest["system_records"] == [
        {"number": 1, "what": "bit card of base 0"},
        {"number": 3, "what": "bit card of base 1"},
        {"number": 73, "what": "copy of NS1"},
    ]


# ---- values


def test_long_text_arrives_whole(samples: Path) -> None:
    with cronos_fmt.open(samples / "cronosparser_long_text") as bank:
        (base,) = (table for table in bank.tables.values() if table.base.mnemonic == "77")
        short, long = base.rows()
    for row, (length, digest) in ((short, SHORT_TEXT), (long, LONG_TEXT)):
        raw = row.raw("TEXT")
        assert (len(raw), hashlib.sha256(raw).hexdigest()) == (length, digest)
        assert row["TEXT"].encode("cp1251") == raw
        assert row["TEXT"].startswith(OPENING)
    assert long["TEXT"] == short["TEXT"] * 21
    assert short.raw("TEXT").count(b"\r\n") == 765
    assert not set(b"\x1b\x1d\x1e") & set(short.raw("TEXT"))


def test_typed_and_raw_values(samples: Path) -> None:
    with cronos_fmt.open(samples / "cronosparser_new_format") as bank:
        (row,) = bank.tables["TABLE2"].rows()
    assert (row.number, row["COLUMN1"], row["COLUMN2"]) == (1, "VLAD", "5540")
    assert row["COLUMN3"].isoformat() == "2016-02-09"
    assert [row.raw(name) for name in ("COLUMN1", "COLUMN2", "COLUMN3")] == [b"VLAD", b"5540", b"1160209"]
    assert row.hidden == {} and row.error is None


def test_row_without_values_is_its_base_id_alone(samples: Path) -> None:
    with cronos_fmt.open(samples / "cronosparser_long_text") as bank:
        assert bank.bank.record(5).data == b"\x02"
        row = bank.classify(5).content
        assert isinstance(row, cronos_fmt.Row)
        assert [row[f.column] for f in row.base.fields] == [None] * 5


# ---- definitions


def test_dictionary_keys_stand_in_order(bank: cronos_fmt.Bank, expected: Expected) -> None:
    keys = list(bank.schema.entries)
    assert keys == sorted(keys)
    if expected.keys is not None:
        assert tuple(keys) == expected.keys


def test_dictionary_values(bank: cronos_fmt.Bank, expected: Expected) -> None:
    schema = bank.schema
    assert (schema.text("BankId"), schema.text("BankName")) == (expected.bank_id, expected.bank_name)
    assert schema.text("Version") == expected.version
    assert [schema.text(key) for key, _ in expected.other_keys] == [value for _, value in expected.other_keys]


def test_protection(bank: cronos_fmt.Bank, expected: Expected) -> None:
    schema = bank.schema
    ns1, body = schema.entries["NS1"].tree, ns1_body(schema.ns1 or b"")
    assert body is not None
    assert (ns1.kind, ns1.shift, body.serial) == expected.ns1
    assert (body.custom_protection, body.password_length, body.password) == (0, 0, b"")
    assert body.unknown_after_password == bytes(8 if ns1.kind else 0)
    assert schema.ns1_copy == expected.slots
    assert bank.bank.record(expected.slots).data == schema.ns1


def test_bank_value(bank: cronos_fmt.Bank, expected: Expected) -> None:
    value = bank.schema.entries["Bank"].tree
    assert value.check_rest == expected.check_rest
    if expected.base_ids is not None:
        assert bytes(value.base_ids) == expected.base_ids


def test_references_to_records(samples: Path) -> None:
    records = {
        "cronodump_all_field_types": {"Base001": 4},
        "cronosparser_old_format": {"Base001": 2},
        "cronosparser_new_format": {"Base001": 4},
        "cronosparser_long_text": {"Base001": 4, "Base002": 6, "CroGraphExTemplateDefault": 7},
    }
    for name in SAMPLE_BANKS:
        with cronos_fmt.open(samples / name) as bank:
            found = {e.name: e.record for e in bank.schema.entries.values() if e.record != bank.schema.record}
            assert bank.schema.record == 1
            assert found == records.get(name, {})
            if name == "cronosparser_long_text":
                assert len(bank.schema.entries["CroGraphExTemplateDefault"].value) == 339


def test_bases(bank: cronos_fmt.Bank, expected: Expected) -> None:
    files, *users = bank.schema.bases
    assert (files.id, files.name, files.mnemonic, files.is_files_base) == (0, expected.files_base, "FL", True)
    assert files.fields == () and files.bit_card == expected.files_card
    assert [base.id for base in bank.schema.tables] == [base.id for base in users]
    for base, table in zip(users, expected.tables, strict=True):
        assert _is_named(base.name, table)
        assert (base.id, base.mnemonic, base.bit_card) == (table.id, table.mnemonic, table.bit_card)
        assert (base.is_files_base, base.hidden_positions) == (False, ())
    for base in bank.schema.bases:
        assert (base.number_name, base.marker) == (NUMBER, expected.marker)
        assert base.tree.reference_length | base.tree.reference.version << 8 == expected.layout
        assert base.card_is_bank_record == (expected.layout == 0x0005)


def test_field_definitions(bank: cronos_fmt.Bank, expected: Expected) -> None:
    for base, table in zip(bank.schema.tables, expected.tables, strict=True):
        assert tuple((f.position, f.type.code, f.name, f.flags, f.max_length) for f in base.fields) == table.fields
        assert [f.is_multiple for f in base.fields] == [bool(flags & _OF_MULTIPLE) for *_, flags, _ in table.fields]
        assert [f.display for f in base.fields] == list(range(1, len(base.fields) + 1))
        if table.entry_sizes:
            assert tuple(f.size for f in base.tree.fields) == table.entry_sizes
    for base in bank.schema.bases:
        _check_definition(base, expected)


def _check_definition(base: Base, expected: Expected) -> None:
    number, *stored = (f.body for f in base.tree.fields)
    assert (number.type_code, number.name.text, number.flags, number.has_data) == (0, NUMBER, 1, 0)
    blocks = {table.id: table.block_length for table in expected.tables}
    assert {f.data.block_length for f in stored if f.data is not None} <= {blocks.get(base.id, 0)}


# ---- containers


def test_states_of_crostru(bank: cronos_fmt.Bank, expected: Expected) -> None:
    assert tuple(slot.state for slot in bank.stru.slots()) == expected.stru_states


def test_crostru_is_encoded_and_nothing_else(bank: cronos_fmt.Bank, expected: Expected) -> None:
    block = 0x200 if expected.layout == 0x0005 else 0x400
    heads = {name: bank.file(name).header for name in bank.file_names}
    sizes = {name: (head.encoding, head.block_size) for name, head in heads.items()}
    assert sizes == {"CroStru": (1, block), "CroBank": (0, 0x40), "CroIndex": (0, 0x400)}
    assert bank.index.slot_count == 0
    assert bank.index.count_states() == dict.fromkeys(SlotState, 0)


def test_filler_is_that_of_the_directory(samples: Path) -> None:
    fillers: dict[str, set[bytes]] = {}
    for name in SAMPLE_BANKS:
        with cronos_fmt.open(samples / name) as bank:
            files = [bank.file(pair) for pair in bank.file_names]
            areas = [file.dat.read(layouts.DatHeader.SIZE, layouts.DatAreaV3.SIZE) for file in files]
            fillers[name] = {layouts.DatAreaV3.one(area).filler for area in areas}
    assert {len(values) for values in fillers.values()} == {1}
    # Three of the directories are snapshots of one bank.
    assert len(set.union(*fillers.values())) == 2 * 3


def test_free_list_visits_the_free_slots(bank: cronos_fmt.Bank, expected: Expected) -> None:
    assert (expected.free, expected.first_free) == _walk_free_list(bank.bank)
    assert _walk_free_list(bank.stru)[0] == 0


def _walk_free_list(file: CroFile) -> tuple[int, int]:
    """(number of slots in the list, record number of the first), after a walk from slot to slot."""
    head, slot = file.layouts.tad_header, file.layouts.tad_slot
    assert file.tad is not None
    header = head.one(file.tad.read(0, head.SIZE))
    visited: list[int] = []
    at = header.first_free
    while at:
        number, rest = divmod(at - head.SIZE, slot.SIZE)
        assert rest == 0 and number + 1 not in visited
        visited.append(number + 1)
        columns = slot(file.tad.read(at, slot.SIZE))
        assert columns.is_free[0]
        at = int(columns.data_offset[0])
    assert sorted(visited) == [s.number for s in file.slots() if s.state is SlotState.FREE]
    assert header.free_count == len(visited) == file.count_states()[SlotState.FREE]
    assert list(free_list(file)) == visited
    return len(visited), visited[0] if visited else 0


def test_chain_of_freed_blocks(samples: Path) -> None:
    with cronos_fmt.open(samples / "cronosparser_long_text") as bank:
        dat, block = bank.bank.dat, bank.bank.header.block_size
        anchor = layouts.DatAreaV3.one(dat.read(layouts.DatHeader.SIZE, layouts.DatAreaV3.SIZE)).free_block_anchor
        at, count = 0x89BC, 0
        while at:
            last, count = at, count + 1
            at = layouts.Continuation32.one(dat.read(at, block)).next
    assert (anchor, last, count) == (0x23CBC, 0x23CBC, 1_741)


# bank, file, record: (length of the record, file ranges with headers, file ranges without)
EXTENTS = {
    ("cronodump_all_field_types", "CroStru", 1): (336, [(0x101, 16), (0x111, 332)], [(0x109, 8), (0x115, 328)]),
    ("cronodump_all_field_types", "CroStru", 4): (1_107, [(0x511, 1_107)], [(0x511, 1_107)]),
    ("cronodump_all_field_types", "CroBank", 86): (22, [(0x100, 22)], [(0x100, 22)]),
    ("cronosparser_old_format", "CroStru", 1): (277, [(0x101, 15), (0x110, 274)], [(0x109, 7), (0x114, 270)]),
    ("cronosparser_old_format", "CroStru", 2): (228, [(0x310, 228), (0x3F4, 12)], [(0x318, 220), (0x3F8, 8)]),
    ("cronosparser_new_format", "CroStru", 1): (295, [(0x101, 20), (0x115, 287)], [(0x109, 12), (0x119, 283)]),
    ("cronosparser_new_format", "CroStru", 3): (5, [(0x647, 5)], [(0x647, 5)]),
    ("cronosparser_new_format", "CroStru", 4): (306, [(0x515, 306)], [(0x515, 306)]),
    ("cronosparser_long_text", "CroStru", 7): (340, [(0x818, 340)], [(0x818, 340)]),
    ("cronosparser_long_text", "CroBank", 6): (0x887F, [(0x13D, 0x887F)], [(0x13D, 0x887F)]),
    ("cronosparser_long_text", "CroBank", 7): (0xB3257, [(0x23D2E, 0xB3257)], [(0x23D2E, 0xB3257)]),
}


@pytest.mark.parametrize("where", EXTENTS, ids=lambda where: "-".join(map(str, where)))
def test_extents_of_records(where: tuple[str, str, int], samples: Path) -> None:
    name, pair, number = where
    length, stored, payload = EXTENTS[where]
    with cronos_fmt.open(samples / name) as bank:
        file = bank.file(pair)
        record = file.record(number)
        names = ["stored", "assembled", *(["decoded"] if pair == "CroStru" else [])]
        assert [layer.name for layer in record.layers] == names
        first, *_, last = record.layers
        assert (len(record.data), record.data) == (length, last.data)
        assert record.data == file.payload(record.slot)
        assert first.locate(0, len(first.data)) == stored
        assert last.locate(0, length) == payload
        assert last.is_exact and sum(size for _, size in payload) == length
        places = [at + i for at, size in payload for i in range(size)]
        for i in range(0, length, length // 500 + 1):
            assert last.locate(i, i + 1) == [(places[i], 1)]


BIT_CARDS = {
    ("cronosparser_old_format", "CroBank", 3): "00 00 00 86",
    ("cronosparser_new_format", "CroStru", 3): "06 FF FF FF FF",
    ("cronosparser_long_text", "CroStru", 3): "0A 06 FF FF FF FF",
    ("cronosparser_long_text", "CroStru", 5): "12 04 21 FF FF FF FF",
    ("cronosparser_long_text", "CroStru", 8): "5A 0C FF FF FF FF",
}


@pytest.mark.parametrize("where", BIT_CARDS, ids=lambda where: "-".join(map(str, where)))
def test_bit_cards(where: tuple[str, str, int], samples: Path) -> None:
    name, pair, number = where
    with cronos_fmt.open(samples / name) as bank:
        assert bank.file(pair).record(number).data == bytes.fromhex(BIT_CARDS[where])


# What CroStru.dat of long_text still holds of bit cards that were replaced: offset, shift, plain bytes.
SUPERSEDED = [
    (0x647, 3, "06 FF FF FF FF"),
    (0x800, 5, "0E FF FF FF FF"),
    (0x805, 5, "1A 04 FF FF FF FF"),
    (0x96C, 8, "2E FF FF FF FF"),
]


@pytest.mark.parametrize(("offset", "shift", "plain"), SUPERSEDED)
def test_kod_reads_what_stands_in_gaps(offset: int, shift: int, plain: str, samples: Path) -> None:
    with cronos_fmt.open(samples / "cronosparser_long_text") as bank:
        data = bytes.fromhex(plain)
        stored = bank.stru.dat.read(offset, len(data))
        assert bank.stru.kod is not None
        assert bank.stru.kod.decode(stored, shift) == data
        assert bank.stru.kod.encode(data, shift) == stored


def test_record_outside_the_file(bank: cronos_fmt.Bank, expected: Expected) -> None:
    for number in (0, -1, expected.slots + 1):
        with pytest.raises(CronosError, match="no such record"):
            bank.bank.record(number)
