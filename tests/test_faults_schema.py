"""Known faults of readers, groups S and V: damaged definitions, and values under the right field in the right form.

A test carries the id of its fault.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_faults_opening import PLAIN_STRU, TEXT, edited, exported, made, one_table, run

import cronos_fmt
from cronos_fmt import Limits, Row
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.parsers import BaseDefinition, Dictionary
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.kod import DEFAULT
from cronos_fmt.leaves import leaves
from cronos_fmt.parsing import parse

SEPARATOR = layouts.BANK_RECORD__VALUE__SEPARATOR
Entries = list[dict[str, Any]]


# ---- helpers


def three_tables(**bank: Any) -> dict[str, Any]:
    """Three tables with two fields and a row each, the definitions in records of their own."""
    fields = [TEXT, {"name": "Д", "type": "date"}]
    tables = [{"name": name, "fields": fields, "rows": [{"values": {"Т": name}}]} for name in "АБВ"]
    return {"files": PLAIN_STRU, "tables": tables} | bank


def definition(description: dict[str, Any], key: str, folder: Path) -> bytes:
    """Definition of a base as the writer makes it."""
    with cronos_fmt.open(made(description, folder)) as bank:
        return bank.schema.entries[key].value


def place(data: bytes, path: str) -> tuple[int, int]:
    """Where a field of a definition stands in it."""
    return next((leaf.start, leaf.stop) for leaf in leaves(parse(BaseDefinition, data)) if leaf.path == path)


def changed(data: bytes, **values: int) -> bytes:
    """A definition with other numbers at some paths; a path is written with two underscores for each dot."""
    new = bytearray(data)
    for path, value in values.items():
        start, stop = place(data, path.replace("__", ".").replace("fields_", "fields[").replace("_body", "].body"))
        new[start:stop] = value.to_bytes(stop - start, "little")
    return bytes(new)


def redefined(description: dict[str, Any], tmp_path: Path, key: str, change: Callable[[bytes], bytes]) -> Path:
    """A bank with one definition changed."""
    old = definition(description, key, tmp_path / "before")
    extra = {key: {"hex": change(old).hex(), "by_reference": True}}
    return made(description | {"extra_keys": extra}, tmp_path / "bank")


def with_dictionary(folder: Path, change: Callable[[Entries], Entries], cut: int = 0) -> Path:
    """A bank whose dictionary has other entries; `cut` bytes are left out at its end."""
    with cronos_fmt.open(folder) as bank:
        tree = parse(Dictionary, bank.stru.record(1).data)
    entries = [{"key": {"raw": e.key.raw}, "value_word": e.value_word, "value": e.value} for e in tree.entries]
    data = BUILDERS["dictionary"].build({"entries": change(entries)})
    data = data[: len(data) - cut]
    with edited(folder, "CroStru") as pair:
        pair.put(1, "inline", pair.append(data), len(data))
    return folder


def entry(key: bytes, value: bytes | int) -> dict[str, Any]:
    """An entry with its value, or with the number of the record that holds it."""
    inline = isinstance(value, bytes)
    word = 1 << 31 | len(value) if isinstance(value, bytes) else value
    return {"key": {"raw": key}, "value_word": word, "value": value if inline else None}


def refer(entries: Entries, key: bytes, record: int) -> Entries:
    """The entries, with a key that refers to a record."""
    return [entry(key, record) if e["key"]["raw"] == key else e for e in entries]


def rows_of(folder: Path, name: str = "А") -> list[Row]:
    with cronos_fmt.open(folder) as bank:
        return list(bank.tables[name].rows())


# ---- S: definitions


@pytest.mark.parametrize("marker", [0, 2, 3, 4, 6, 7, 255], ids=lambda marker: f"S1-{marker}")
def test_s1_fields_do_not_depend_on_the_marker(marker: int, tmp_path: Path) -> None:
    """S1, S3: what stands behind the field list, and of which form, does not keep the fields from being read."""
    folder = redefined(three_tables(), tmp_path, "Base002", lambda data: changed(data, marker=marker))
    with cronos_fmt.open(folder) as bank:
        assert [[f.name for f in table.fields] for table in bank.tables.values()] == [["Т", "Д"]] * 3
        assert bank.tables["Б"].base.marker == marker
        assert [row["Т"] for row in bank.tables["Б"].rows()] == ["Б"]


def test_s2_s3_a_definition_cut_anywhere_costs_no_other(tmp_path: Path) -> None:
    """S2: the tables behind a damaged definition stay. S3: cut behind its field list, its own fields stay too."""
    whole = definition(three_tables(), "Base002", tmp_path / "before")
    enough = place(whole, "part_10_count")[0]
    for length in range(len(whole)):
        extra = {"Base002": {"hex": whole[:length].hex(), "by_reference": True}}
        folder = made(three_tables(extra_keys=extra), tmp_path / str(length))
        with cronos_fmt.open(folder) as bank:
            tables = {name: [row["Т"] for row in table.rows()] for name, table in bank.tables.items()}
            damaged = [p for p in bank.problems.kept if p.kind == "base-damaged"]
        kept = {"Б": ["Б"]} if length >= enough else {}
        assert tables == {"А": ["А"], "В": ["В"]} | kept, length
        assert [(p.file, p.table) for p in damaged] == [("CroStru", "Base002")], length


def test_s2_rows_of_a_lost_table_are_counted(tmp_path: Path) -> None:
    """S2: rows whose definition is lost are told, not dropped without a word."""
    folder = redefined(three_tables(), tmp_path, "Base002", lambda data: data[:20])
    result = exported(folder)
    assert {path.name for path in result.folder.glob("*.csv")} == {"А.csv", "В.csv"}
    assert result.kinds == {"base-damaged": 1, "unassigned": 1}
    assert result.manifest["counts"]["unassigned"] == 1


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5, 0xFFFFFFFF], ids=lambda count: f"S2-{count}")
def test_s2_a_wrong_number_of_fields_costs_this_table(count: int, tmp_path: Path) -> None:
    """S2: the field list is longer or shorter than its count says."""
    folder = redefined(three_tables(), tmp_path, "Base002", lambda data: changed(data, field_count=count))
    with cronos_fmt.open(folder) as bank:
        assert {"А", "В"} <= set(bank.tables)
        assert bank.problems.by_kind["base-damaged"] >= 1


def test_s4_a_dictionary_cut_off_keeps_the_keys_before(tmp_path: Path) -> None:
    """S4: how many keys were read is said, and of the wrong table what to do (see K1)."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with_dictionary(folder, lambda entries: [e for e in entries if e["key"]["raw"] <= b"Formuls001"], cut=3)
    with cronos_fmt.open(folder) as bank:
        assert list(bank.tables) == ["А"]
        (problem,) = bank.problems.kept
        assert (problem.kind, problem.file, problem.record) == ("dictionary-cut", "CroStru", 1)
        assert problem.message == "dictionary breaks after 6 keys at dictionary.entries[6].value: cut off"


# Records of CroStru that hold no value, for a bank with two free slots at the end of CroStru.
REFERENCES: dict[str, Callable[[int], int]] = {
    "S5-zero": lambda last: 0,
    "S5-behind": lambda last: last + 1,
    "S5-far": lambda last: (1 << 31) - 1,
    "S5-free": lambda last: last,
    "S5-empty": lambda last: 2,
    "S5-other-kind": lambda last: 1,
}


@pytest.mark.parametrize("fault", REFERENCES)
def test_s5_a_key_without_its_record_costs_this_key(fault: str, tmp_path: Path) -> None:
    """S5: a key refers to a record out of range, free, empty or of another kind."""
    description = three_tables(files={"stru": {"encoded": False, "free_slots": 2}})
    folder = made(description, tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        number = REFERENCES[fault](bank.stru.slot_count)
    with_dictionary(folder, lambda entries: refer(entries, b"Base002", number))
    with cronos_fmt.open(folder) as bank:
        assert list(bank.tables) == ["А", "В"]
        (problem,) = bank.problems.kept
    assert problem.kind == "missing-value"
    assert "'Base002'" in problem.message and f"record {number}" in problem.message


def test_s5_a_missing_value_of_any_key_is_survived(tmp_path: Path) -> None:
    """S5: no key of the dictionary is so needed that a bank without its value cannot be read."""
    folder = made(one_table("раз"), tmp_path / "bank")
    keys: list[bytes] = []

    def lost(entries: Entries) -> Entries:
        keys.extend(e["key"]["raw"] for e in entries)
        return [e if e["key"]["raw"] in (b"Base001", b"NS2") else entry(e["key"]["raw"], 999) for e in entries]

    with_dictionary(folder, lost)
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    # NS1 is lost, so its copy is not known by its bytes: it stands in the problems, whatever it is taken for.
    assert result.kinds["missing-value"] == len(keys) - 2
    assert result.kinds["ns1-copy"] == 1


GARBAGE = bytes(range(0x80, 0xFF)) + b"\x1b[31m\x07\r\n\t\0" + b"'\"\\" + b"z" * 60


def test_s6_keys_are_escaped_and_short_in_messages(tmp_path: Path) -> None:
    """S6, X2: the key of a wrong table, full of control characters, does not reach the messages as it is."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with_dictionary(folder, lambda entries: [*entries, entry(GARBAGE, 77), *[entry(GARBAGE[::-1], b"x")] * 2])
    result = exported(folder)
    assert result.kinds == {"missing-value": 1, "duplicate-key": 1}
    for problem in result.problems:
        assert problem["message"].isprintable()
        assert "z" * 45 not in problem["message"] and len(problem["message"]) < 400
    shown = run("export", folder, "--out", tmp_path / "out").stderr
    assert "\x1b" not in shown and "\x07" not in shown


KEYS = [b"BaseImage001", b"Base", b"base001", b"BASE001", b"Base1x", b"Base001 ", b" Base001", b"Base-1", b"Base\xb21"]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"S7-{key.decode('cp1251')}")
def test_s7_only_base_and_digits_define_a_table(key: bytes, tmp_path: Path) -> None:
    """S7: a key that only looks like one of a table is none."""
    description = one_table("раз")
    folder = made(description, tmp_path / "bank")
    value = definition(description, "Base001", tmp_path / "before")
    with_dictionary(folder, lambda entries: sorted([*entries, entry(key, value)], key=lambda e: e["key"]["raw"]))
    with cronos_fmt.open(folder) as bank:
        assert [base.key for base in bank.schema.bases] == ["Base000", "Base001"]
        assert bank.problems.kept == []


@pytest.mark.parametrize("key", [b"Base1", b"Base0001", b"Base999"], ids=lambda key: f"S7-{key.decode()}")
def test_s7_any_number_of_digits_defines_a_table(key: bytes, tmp_path: Path) -> None:
    """S7: the id stands in the definition, the digits of the key are only its name."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with_dictionary(
        folder, lambda entries: [e | {"key": {"raw": e["key"]["raw"].replace(b"Base001", key)}} for e in entries]
    )
    assert [row["Т"] for row in rows_of(folder)] == ["раз"]


def test_s8_a_table_without_system_number_is_read(tmp_path: Path) -> None:
    """S8: nothing shifts where the first field of a definition is not the system number."""
    fields = [{"name": "Б", "type": "text", "position": 3}, {"name": "А", "type": "text", "position": 1}]
    row = {"values": {"А": "первое", "Б": "третье"}}
    folder = made({"tables": [{"name": "А", "number_name": None, "fields": fields, "rows": [row]}]}, tmp_path / "bank")
    result = exported(folder)
    assert result.rows("А.csv") == [["system number", "А", "Б"], ["1", "первое", "третье"]]
    assert result.kinds == {"no-system-number": 1}


def test_s8_a_second_system_number_is_no_column(tmp_path: Path) -> None:
    """S8: the type of the system number has no value in a row, wherever it stands."""
    folder = redefined(three_tables(), tmp_path, "Base001", lambda data: changed(data, fields_2_body__type_code=0))
    assert [f.name for f in rows_of(folder)[0].base.fields] == ["Т"]


@pytest.mark.parametrize(
    ("base_id", "kind"), [(256, "files"), (257, "rows"), (300, "unassigned"), (2**32 - 1, "unassigned")]
)
def test_s9_an_id_that_rows_cannot_carry_is_reported(base_id: int, kind: str, tmp_path: Path) -> None:
    """S9: of an id above 255 a row holds the low byte, which may be that of another base."""
    tables = [{"name": "А", "fields": [TEXT]}, {"name": "Б", "id": base_id, "fields": [TEXT], "rows": [{}]}]
    result = exported(made({"tables": tables}, tmp_path / "bank"))
    assert result.kinds.pop("base-id") == 1
    assert result.manifest["counts"][kind] == 1
    assert [table["rows"] for table in result.manifest["tables"]] == [int(kind == "rows"), 0]


def with_tables(names: list[str], ids: list[int], tmp_path: Path) -> Path:
    """A bank with a row of base 1, and tables of these names and ids under the keys Base001, Base002 ..."""
    value = definition(one_table(), "Base001", tmp_path / "before")
    extra = {}
    for i, (name, base_id) in enumerate(zip(names, ids, strict=True), 1):
        tree = BUILDERS["base_definition"].parse(value)
        tree.name.raw, tree.base_id = name.encode("cp1251"), base_id
        extra[f"Base{i:03}"] = {"hex": bytes(BUILDERS["base_definition"].build(tree)).hex(), "by_reference": True}
    return made(one_table("раз", extra_keys=extra), tmp_path / "bank")


def test_s10_a_base_defined_twice_has_its_rows_once(tmp_path: Path) -> None:
    """S10: two definitions with one id and one name."""
    result = exported(with_tables(["А", "А"], [1, 1], tmp_path))
    assert (result.texts("А.csv"), result.texts("А (2).csv")) == (["раз"], [])
    assert result.kinds == {"duplicate-base": 1}
    assert result.manifest["counts"]["rows"] == 1


def test_s11_of_two_bases_with_one_id_the_first_gets_the_rows(tmp_path: Path) -> None:
    """S11: names differ, the id does not; the rows go to one of them, by rule."""
    result = exported(with_tables(["Я", "А"], [1, 1], tmp_path))
    assert (result.texts("Я.csv"), result.texts("А.csv")) == (["раз"], [])
    (problem,) = result.problems
    assert (problem["kind"], problem["table"]) == ("duplicate-base", "А")
    assert "Base002" in problem["message"] and "Base001" in problem["message"]


def test_e8_two_tables_with_one_name_are_two_tables(tmp_path: Path) -> None:
    """E8: both are there, each under a name of its own."""
    folder = with_tables(["А", "А", "а"], [1, 2, 3], tmp_path)
    with cronos_fmt.open(folder) as bank:
        assert list(bank.tables) == ["А", "А (2)", "а"]
    result = exported(folder)
    assert result.kinds == {"duplicate-name": 1}
    assert {path.name for path in result.folder.glob("*.csv")} == {"А.csv", "А (2).csv", "а (3).csv"}


NAMES = [
    pytest.param(["А (3)", "А", "А"], [1, 2, 3], id="E8-taken-name"),
    pytest.param(["А", "А", "А"], [1, 1, 1], id="S10-three-times"),
]


@pytest.mark.parametrize(("names", "ids"), NAMES)
def test_e8_no_table_is_lost_to_a_made_up_name(names: list[str], ids: list[int], tmp_path: Path) -> None:
    """E8, E16: a name made for a duplicate must not be one that another table has."""
    folder = with_tables(names, ids, tmp_path)
    with cronos_fmt.open(folder) as bank:
        assert len(bank.tables) == 3
    result = exported(folder)
    assert all(table["output"] for table in result.manifest["tables"])


def test_e8_two_columns_with_one_name_are_two_columns(tmp_path: Path) -> None:
    """E8: fields that share a name, with each other or with the system number, keep their own values."""
    fields = [{"name": name, "type": "text"} for name in ("Т1", "Т2", "Т3", "Т4")]
    row = {"values": {"Т1": "1", "Т2": "2", "Т3": "3", "Т4": "4"}}
    description = {"tables": [{"name": "А", "number_name": "Т", "fields": fields, "rows": [row]}]}

    def rename(data: bytes) -> bytes:
        tree = BUILDERS["base_definition"].parse(data)
        for field, name in zip(tree.fields[1:], ("Т", "И", "И", "И (2)"), strict=True):
            field.body.name.raw = name.encode("cp1251")
        return bytes(BUILDERS["base_definition"].build(tree))

    result = exported(redefined(description, tmp_path, "Base001", rename))
    header, values = result.rows("А.csv")
    assert header == ["Т", "Т (2)", "И", "И (2)", "И (2) (2)"]
    assert values == ["1", "1", "2", "3", "4"]


# ---- S12: gaps in the positions

GAP_FIELDS = [
    {"name": "C", "type": "text", "position": 7},
    {"name": "A", "type": "text", "position": 2},
    {"name": "B", "type": "text", "position": 4},
]


def stored(values: list[bytes], counted: frozenset[int] = frozenset()) -> bytes:
    """The bytes of a row of base 1; the values at these places, from 0, carry a length and no separator."""
    parts = []
    for i, value in enumerate(values):
        if i in counted:
            parts.append(bytes(BUILDERS["bank_record.counted_value"].build({"body": value})))
        else:
            parts.append(value + (SEPARATOR if i + 1 < len(values) else b""))
    return b"\1" + b"".join(parts)


def gap_rows(records: list[bytes], tmp_path: Path, tag: str = "01.02") -> list[Row]:
    """The rows of a table with fields at the positions 2, 4 and 7, and these records."""
    raw = [{"number": i, "hex": data.hex()} for i, data in enumerate(records, 1)]
    table = {"name": "А", "fields": GAP_FIELDS}
    files = {"stru": {"encoded": False}}
    return rows_of(made({"version": tag, "files": files, "tables": [table], "raw_records": raw}, tmp_path / "bank"))


def assert_dealt(row: Row, values: list[bytes]) -> None:
    """Each value is at its position: A has the second, B the fourth, C the seventh, and the rest is hidden."""
    expected = {i: value for i, value in enumerate(values, 1)}
    for name, position in {"A": 2, "B": 4, "C": 7}.items():
        value = expected.pop(position, b"")
        assert row.raw(name) == value
        assert row[name] == (value.decode("cp1251") or None)
    assert row.hidden == expected
    assert row.error is None


SEVEN = [b"v1", b"v2", b"v3", b"v4", b"v5", b"v6", b"v7"]


@pytest.mark.parametrize("tag", ["01.02", "01.03", "01.11"])
def test_s12_each_value_stays_at_its_position(tag: str, tmp_path: Path) -> None:
    """S12: a position without a definition owns a value; dealing values out in order would shift the columns."""
    (row,) = gap_rows([stored(SEVEN)], tmp_path, tag)
    assert [row["A"], row["B"], row["C"]] == ["v2", "v4", "v7"]
    assert row.hidden == {1: b"v1", 3: b"v3", 5: b"v5", 6: b"v6"}
    assert row.base.hidden_positions == (1, 3, 5, 6)


def test_s12_rows_that_end_early_at_each_place(tmp_path: Path) -> None:
    """S12: where a row ends, its later fields are empty; behind the last field, values are a surplus."""
    rows = [[*SEVEN, b"v8", b"v9"][:n] for n in range(1, 10)]
    for row, values in zip(gap_rows([stored(values) for values in rows], tmp_path), rows, strict=True):
        assert_dealt(row, values)
        assert row.surplus == {i: v for i, v in enumerate(values, 1) if i > 7}


def test_s12_the_row_without_values_is_empty(tmp_path: Path) -> None:
    """S12: the base id alone, and the base id with separators alone."""
    empty, blank = gap_rows([b"\1", b"\1" + SEPARATOR * 6], tmp_path)
    assert (empty["A"], empty["B"], empty["C"], empty.hidden) == (None, None, None, {})
    assert_dealt(blank, [b""] * 6)


@pytest.mark.parametrize("seed", range(4))
def test_s12_counted_and_empty_values_take_a_position_each(seed: int, tmp_path: Path) -> None:
    """S12, V20: a counted value may hold separators and is followed by none; an empty one is its separator alone."""
    random = Random(seed)
    rows, records = [], []
    for _ in range(60):
        values = [
            random.choice([b"", b"x", b"value", "Ж".encode("cp1251") * 3]) for _ in range(random.randrange(1, 10))
        ]
        counted = frozenset(i for i in range(len(values)) if random.random() < 0.4)
        values = [v + b"\x1e\x1e\x1b" if i in counted and random.random() < 0.5 else v for i, v in enumerate(values)]
        if not values[-1] and len(values) - 1 not in counted:
            values[-1] = b"end"  # an empty value at the end is left out together with its separator
        rows.append(values)
        records.append(stored(values, counted))
    for row, values in zip(gap_rows(records, tmp_path), rows, strict=True):
        assert_dealt(row, values)


def test_s12_the_csv_has_the_columns_of_the_definition(tmp_path: Path) -> None:
    """S12: what the export writes, hidden positions named in the manifest."""
    raw = [{"number": 1, "hex": stored(SEVEN).hex()}, {"number": 2, "hex": stored(SEVEN[:3]).hex()}]
    description = {"tables": [{"name": "А", "fields": GAP_FIELDS}], "raw_records": raw}
    result = exported(made(description, tmp_path / "bank"))
    header = ["Системный номер", "A", "B", "C"]
    assert result.rows("А.csv") == [header, ["1", "v2", "v4", "v7"], ["2", "v2", "", ""]]
    assert result.manifest["tables"][0]["hidden_positions"] == [1, 3, 5, 6]
    assert result.problems == []


def test_s13_a_surplus_is_kept_and_reported_once(tmp_path: Path) -> None:
    """S13: values behind the last field are hidden values and one problem; empty ones are none."""
    raw = [stored([*SEVEN, b"v8"]), stored([*SEVEN, b"", b"v9"]), stored([*SEVEN, b"", b""])]
    records = [{"number": i, "hex": data.hex()} for i, data in enumerate(raw, 1)]
    folder = made({"tables": [{"name": "А", "fields": GAP_FIELDS}], "raw_records": records}, tmp_path / "bank")
    result = exported(folder)
    assert result.kinds == {"surplus-value": 2}
    (problem,) = result.problems
    assert (problem["table"], problem["record"], problem["raw"]) == ("А", 1, b"v8".hex())
    assert "8" in problem["message"]


def test_s13_fewer_values_than_fields_are_no_problem(tmp_path: Path) -> None:
    """S13: blanks at the end are normal."""
    folder = made(three_tables(), tmp_path / "bank")
    result = exported(folder)
    assert result.rows("А.csv")[1:] == [["1", "А", ""]]
    assert result.problems == []


def test_s15_the_second_list_is_sorted_in(tmp_path: Path) -> None:
    """S15: fields behind the marker are columns by their positions."""
    fields = [
        {"name": "C", "type": "text", "position": 3},
        {"name": "B", "type": "text", "position": 2, "extra": True},
        {"name": "A", "type": "text", "position": 1},
    ]
    row = {"values": {"A": "1", "B": "2", "C": "3"}}
    result = exported(made({"tables": [{"name": "А", "fields": fields, "rows": [row]}]}, tmp_path / "bank"))
    assert result.rows("А.csv") == [["Системный номер", "A", "B", "C"], ["1", "1", "2", "3"]]


@pytest.mark.parametrize("position", [0, 5], ids=lambda position: f"S12-position-{position}")
def test_s12_odd_positions_are_reported(position: int, tmp_path: Path) -> None:
    """S12: no position means no value; one position for two fields shows its value twice. Both are told."""
    fields = [{"name": "A", "type": "text", "position": 5}, {"name": "B", "type": "text", "position": 6}]
    description = {"tables": [{"name": "А", "fields": fields, "rows": [{"values": {"A": "пять", "B": "шесть"}}]}]}

    def move(data: bytes) -> bytes:
        return changed(data, fields_2_body__data__position=position)

    result = exported(redefined(description, tmp_path, "Base001", move))
    header, row = result.rows("А.csv")
    values = dict(zip(header, row, strict=True))
    assert values["A"] == "пять"
    assert values["B"] == {0: "", 5: "пять"}[position]
    assert set(result.kinds) == (
        {"no-position", "surplus-value"} if position == 0 else {"duplicate-position", "surplus-value"}
    )


def test_x4_a_position_no_row_can_have_takes_no_memory(tmp_path: Path) -> None:
    """X4: a position beyond the limit on items is damage; the positions in front of it are not listed one by one."""

    def move(data: bytes) -> bytes:
        return changed(data, fields_2_body__data__position=Limits().items + 100_000)

    result = exported(redefined(three_tables(), tmp_path, "Base001", move))
    assert len(result.manifest["tables"][0]["hidden_positions"]) <= Limits().items
    assert result.problems != []


@pytest.mark.parametrize("more", [b"", b"\0" * 3, b"\0" * 4, bytes(range(1, 60))], ids=len)
def test_s14_a_reference_block_of_any_length_is_one(more: bytes, tmp_path: Path) -> None:
    """S14: the layout word is a length and a version, so that a block of another length shifts nothing behind it."""

    def lengthen(data: bytes) -> bytes:
        start = layouts.BaseDefinition.SIZE
        length = data[start - 1]
        return (
            data[: start - 1]
            + bytes([length + len(more)])
            + data[start : start + length]
            + more
            + data[start + length :]
        )

    folder = redefined(one_table("раз"), tmp_path, "Base001", lengthen)
    with cronos_fmt.open(folder) as bank:
        base = bank.tables["А"].base
        assert base.tree.reference_length == base.tree.reference._io.size()
        assert [f.name for f in base.fields] == ["Т"]
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"] and result.kinds == {}


NS1 = [b"", b"\2", b"\2\6", b"\2\6\x8a", b"\0\x98" + b"\x98" * 12, b"\2" * 300]


@pytest.mark.parametrize("value", NS1, ids=lambda value: f"S16-{len(value)}")
def test_s16_a_strange_ns1_does_not_stop_the_run(value: bytes, tmp_path: Path) -> None:
    """S16: NS1 is too short, too long or not to be decoded."""
    folder = made(one_table("раз", extra_keys={"NS1": {"hex": value.hex()}}), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        body = ns1_body(bank.schema.ns1 or b"")
        assert body is None or body.password is None or len(body.password) < len(value)
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    assert result.kinds["ns1-copy"] == 1


def test_s17_records_of_any_first_byte_stand_in_crostru(tmp_path: Path) -> None:
    """S17: bit cards have no kind byte; looking for the dictionary passes over them."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with edited(folder, "CroStru") as pair:
        pair.put(2, "inline", pair.append(b"\x0a\x06\xff\xff\xff\xff"), 6)
        pair.put(3, "inline", pair.append(b"\x03\xff"), 2)
    with cronos_fmt.open(folder) as bank:
        assert [bank.stru.record(n).data[:1] for n in (2, 3)] == [b"\x0a", b"\x03"]
        assert bank.schema.record == 1


def test_s18_of_a_key_that_stands_twice_the_last_counts(tmp_path: Path) -> None:
    """S18: which value counts is said."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with_dictionary(folder, lambda entries: [*entries, entry(b"BankName", "второе".encode("cp1251"))])
    with cronos_fmt.open(folder) as bank:
        assert bank.name == "второе"
        (problem,) = bank.problems.kept
    assert problem.kind == "duplicate-key"
    assert problem.message == "key 'BankName' stands twice, the last one counts"


# ---- V: values


def cell(kind: Any, raw: bytes, folder: Path) -> tuple[Any, str, str | None]:
    """Typed value, text, and kind of problem of one stored value, of a bank in which a sound value follows."""
    fields = [{"name": "П", "type": kind}, {"name": "К", "type": "text"}]
    record = [{"number": 1, "hex": (b"\1" + raw + SEPARATOR + "конец".encode("cp1251")).hex()}]
    (row,) = rows_of(made({"tables": [{"name": "А", "fields": fields}], "raw_records": record}, folder))
    assert row["К"] == "конец"
    return row.value_of(row.base.fields[0])[:3]


def day(*parts: int) -> datetime.date:
    return datetime.date(*parts)


DATES: dict[str, tuple[bytes, Any, str]] = {
    # id: stored bytes, typed value, text in a csv cell
    "V1-1962": (b"620718", day(1962, 7, 18), "1962-07-18"),
    "V1-2016": (b"1160209", day(2016, 2, 9), "2016-02-09"),
    "V1-2024": (b"1240315", day(2024, 3, 15), "2024-03-15"),
    "V1-1900": (b"00101", day(1900, 1, 1), "1900-01-01"),
    "V1-1899": (b"-10101", day(1899, 1, 1), "1899-01-01"),
    "V1-901": (b"-9990101", day(901, 1, 1), "0901-01-01"),
    "V1-2899": (b"9991231", day(2899, 12, 31), "2899-12-31"),
    "V1-leap-day": (b"1000229", day(2000, 2, 29), "2000-02-29"),
    "V3-year": (b"850000", "1985", "1985"),
    "V3-year-2016": (b"1160000", "2016", "2016"),
    "V3-year-1899": (b"-10000", "1899", "1899"),
    "V3-year-901": (b"-9990000", "0901", "0901"),
    "V8-padded": (b"620718\0\0\0", day(1962, 7, 18), "1962-07-18"),
    "V8-only-padding": (b"\0\0\0", None, ""),
    "V8-empty": (b"", None, ""),
    "V11-two": (b"850402\x1d850403", [day(1985, 4, 2), day(1985, 4, 3)], "1985-04-02; 1985-04-03"),
    "V11-with-empty": (b"\x1d850000\x1d", [None, "1985", None], "; 1985; "),
}
NO_DATES = {
    "V2-words": "весна",
    "V2-letter": "н",
    "V2-formatted": "18.07.1962",
    "V4-full-year": "19850402",
    "V4-plus": "+10101",
    "V4-minus-plus": "-+10101",
    "V4-two-minus": "--10101",
    "V4-space": " 620718",
    "V4-space-behind": "620718 ",
    "V4-space-inside": "62 0718",
    "V4-line-break": "620718\n",
    "V4-underscore": "6_20718",
    "V4-four-digits": "0718",
    "V4-minus-alone": "-",
    "V4-minus-four": "-0718",
    "V5-month-13": "621301",
    "V5-month-00": "620001",
    "V5-day-00": "620700",
    "V5-day-32": "620732",
    "V5-february-30": "620230",
    "V5-no-leap-day": "00229",
    "V5-huge-year": "99999990101",
    "V5-year-before-one": "-19000101",
    "V5-hundreds-of-digits": "1" * 300,
}


@pytest.mark.parametrize("case", DATES)
def test_dates(case: str, tmp_path: Path) -> None:
    """V1, V3, V8, V11: a date is what the program shows, a year alone stays a year and is no problem."""
    raw, value, text = DATES[case]
    assert cell("date", raw, tmp_path / "bank") == (value, text, None)


@pytest.mark.parametrize("case", NO_DATES)
def test_what_is_no_date_stays_text(case: str, tmp_path: Path) -> None:
    """V2, V4, V5: anything else is kept as it is stored, with a problem; no lax parsing makes it a date."""
    text = NO_DATES[case]
    assert cell("date", text.encode("cp1251"), tmp_path / "bank") == (text, text, "no-date")


TIMES: dict[str, tuple[bytes, Any, str, str | None]] = {
    "V6-morning": (b"0930", datetime.time(9, 30), "09:30", None),
    "V6-midnight": (b"0000", datetime.time(0, 0), "00:00", None),
    "V6-last": (b"2359", datetime.time(23, 59), "23:59", None),
    "V6-hour-25": (b"2561", "2561", "2561", "no-time"),
    "V6-hour-24": (b"2400", "2400", "2400", "no-time"),
    "V6-minute-60": (b"0960", "0960", "0960", "no-time"),
    "V7-six-digits": (b"093015", "093015", "093015", "no-time"),
    "V7-three-digits": (b"930", "930", "930", "no-time"),
    "V4-plus": (b"+930", "+930", "+930", "no-time"),
    "V4-space": (b" 930", " 930", " 930", "no-time"),
    "V2-formatted": (b"09:30", "09:30", "09:30", "no-time"),
    "V2-words": ("утро".encode("cp1251"), "утро", "утро", "no-time"),
    "V8-padded": (b"0930\0\0", datetime.time(9, 30), "09:30", None),
    "V8-only-padding": (b"\0", None, "", None),
    "V11-two": (b"0930\x1d2561", [datetime.time(9, 30), "2561"], "09:30; 2561", "no-time"),
}


@pytest.mark.parametrize("case", TIMES)
def test_times(case: str, tmp_path: Path) -> None:
    """V6, V7, V8: four digits within a day are a time, all else is text and a problem."""
    raw, *expected = TIMES[case]
    assert cell("time", raw, tmp_path / "bank") == tuple(expected)


OTHERS: dict[str, tuple[Any, bytes, Any, str, str | None]] = {
    "V9-nul-inside": ("text", b"a\0b", "a\ufffdb", "a\ufffdb", "nul-in-text"),
    "V9-nul-in-front": ("text", b"\0b", "\ufffdb", "\ufffdb", "nul-in-text"),
    "V9-padding": ("text", b"ab\0\0", "ab", "ab", None),
    "V9-nul-in-a-date": ("date", b"62\x000718", "62\ufffd0718", "62\ufffd0718", "nul-in-text"),
    "V10-undefined-byte": ("text", b"a\x98b", "a\ufffdb", "a\ufffdb", "undecodable-byte"),
    "V10-and-padding": ("text", b"a\x98\0", "a\ufffd", "a\ufffd", "undecodable-byte"),
    "V10-in-a-number": ("number", b"1\x98", "1\ufffd", "1\ufffd", "undecodable-byte"),
    "V11-sub-values": ("text", b"a\x1db\x1d\x1dc", ["a", "b", None, "c"], "a; b; ; c", None),
    "V11-padded": ("text", b"a\0\x1db\0", ["a", "b"], "a; b", None),
    "V12-link": ("direct link", bytes.fromhex("01050800ff"), b"\x01\x05\x08\x00\xff", "01050800ff", None),
    "V12-back-link": ("back link", b"abc", b"abc", "616263", None),
    "V12-two-way": ("two-way link", b"\xab\xcd", b"\xab\xcd", "abcd", None),
    "V12-separators": ("direct link", b"\x01\x1d\x02", b"\x01\x1d\x02", "011d02", None),
    "V12-nuls": ("direct link", b"\0\0", b"\0\0", "0000", None),
    "V14-field-link": ("link by field", b"\xff", b"\xff", "ff", None),
    "V14-external-file": ("external file", b"c:\\x", b"c:\\x", "633a5c78", None),
    "V13-dictionary": ("dictionary", "слово".encode("cp1251"), "слово", "слово", None),
    "V16-leading-zeros": ("number", b"001", "001", "001", None),
    "V16-huge": ("number", b"9" * 40, "9" * 40, "9" * 40, None),
    "V16-sign": ("number", b"-0.50", "-0.50", "-0.50", None),
    "V16-words": ("number", b"n/a", "n/a", "n/a", None),
    "V19-file-of-nuls": ("file", b"\0\0", None, "", None),
    "V19-file-empty": ("file", b"", None, "", None),
    "V20-mark-inside": ("text", b"a\x1bb", "a\x1bb", "a\x1bb", None),
    "unknown-type": ({"code": 77}, "текст".encode("cp1251"), "текст", "текст", None),
    "text-that-looks-like-bytes": ("text", bytes(range(1, 27)), *["".join(map(chr, range(1, 27)))] * 2, None),
}


@pytest.mark.parametrize("case", OTHERS)
def test_values_of_other_types(case: str, tmp_path: Path) -> None:
    """V9 to V20: one policy for text, hex for what nobody can decode, and a text is never hex."""
    kind, raw, *expected = OTHERS[case]
    assert cell(kind, raw, tmp_path / "bank") == tuple(expected)


def test_unknown_types_are_reported_once(tmp_path: Path) -> None:
    """15.1: the values of a type that nobody knows are text, and that is said once for the field."""
    fields = [{"name": "П", "type": {"code": 77}}]
    rows = [{"values": {"П": text}} for text in ("раз", "два")]
    result = exported(made({"tables": [{"name": "А", "fields": fields, "rows": rows}]}, tmp_path / "bank"))
    assert result.texts("А.csv") == ["раз", "два"]
    assert [(p["kind"], p["field"]) for p in result.problems] == [("unknown-field-type", "П")]
    assert "77" in result.problems[0]["message"]


def test_v5_one_line_for_each_field_not_for_each_row(tmp_path: Path) -> None:
    """15.2: a field full of free text is one line of problems, and counted in full."""
    fields = [{"name": name, "type": "date"} for name in ("Д", "Е")]
    rows = [{"values": {"Д": {"raw": f"слово {i}"}, "Е": {"raw": "621301"}}} for i in range(50)]
    result = exported(made({"tables": [{"name": "А", "fields": fields, "rows": rows}]}, tmp_path / "bank"))
    assert result.kinds == {"no-date": 100, "suspicious-base": 1}
    problems = [p for p in result.problems if p["kind"] == "no-date"]
    assert [(p["record"], p["field"]) for p in problems] == [(1, "Д"), (1, "Е")]
    assert bytes.fromhex(problems[0]["raw"]).decode("cp1251") == "слово 0"


def test_v10_one_policy_for_values_names_and_protection(tmp_path: Path) -> None:
    """V10: 0x98 is U+FFFD in a value, a field, a table, a key and the bank name alike."""

    def spoil(data: bytes) -> bytes:
        tree = BUILDERS["base_definition"].parse(data)
        for name in (tree.name, tree.mnemonic, tree.fields[0].body.name, tree.fields[1].body.name):
            name.raw = b"\x98"
        return bytes(BUILDERS["base_definition"].build(tree))

    description = one_table({"values": {"Т": {"hex": "98"}}})
    folder = redefined(description, tmp_path, "Base001", spoil)
    with_dictionary(folder, lambda entries: [*entries, entry(b"\x98", b""), entry(b"BankName", b"\x98")])
    with cronos_fmt.open(folder) as bank:
        base = bank.tables["\ufffd"].base
        assert (bank.name, base.mnemonic, base.number_name) == ("\ufffd",) * 3
        assert (base.fields[0].name, base.fields[0].column) == ("\ufffd", "\ufffd (2)")
    assert exported(folder).rows("\ufffd.csv") == [["\ufffd", "\ufffd (2)"], ["1", "\ufffd"]]


@pytest.mark.parametrize("where", ["field", "number", "file"], ids=lambda where: f"V9-E7-{where}")
def test_v9_no_nul_in_the_output(where: str, tmp_path: Path) -> None:
    """V9, E7: NUL bytes of names do not reach a table any more than those of values."""
    value = {"file": None, "name": "a\0b" if where == "file" else "ab", "extension": "txt"}
    field = {"name": "a\0b" if where == "field" else "Ф", "type": "file"}
    table = {"name": "А", "fields": [field], "rows": [{"values": {field["name"]: value}}]}
    number = {"number_name": "a\0b"} if where == "number" else {}
    result = exported(made({"tables": [table | number]}, tmp_path / "bank"))
    assert "\0" not in (result.folder / "А.csv").read_text(encoding="utf-8")


BAD_FIELDS: dict[str, tuple[bytes, list[str]]] = {
    # A row of five texts with a value that breaks, and what the fields show.
    "V15-length-over-row": (b"a\x1eb\x1e\x1b\xff\xff\xff\xffc\x1ed", ["a", "b", "\x1b\ufffd\ufffd\ufffd\ufffdc\x1ed"]),
    "V15-length-cut": (b"a\x1eb\x1e\x1b\1\0", ["a", "b", "\x1b\1"]),
    "V15-mark-alone": (b"a\x1e\x1b", ["a", "\x1b"]),
    "V20-text-with-mark": (b"\x1bxyz1\x1eb", ["\x1bxyz1\x1eb"]),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_v15_one_bad_value_keeps_those_before(case: str, tmp_path: Path) -> None:
    """V15, V20: a length that cannot be: the fields before it stay, nothing is read into those behind it."""
    raw, texts = BAD_FIELDS[case]
    texts = [text.replace("\ufffd", "я") for text in texts]
    fields = [{"name": f"Т{i}", "type": "text"} for i in range(1, 6)]
    records = [{"number": 1, "hex": (b"\1" + raw).hex()}, {"number": 2, "hex": "01e0"}]
    folder = made({"tables": [{"name": "А", "fields": fields}], "raw_records": records}, tmp_path / "bank")
    result = exported(folder)
    assert result.rows("А.csv")[1] == ["1", *texts, *[""] * (5 - len(texts))]
    assert result.rows("А.csv")[2] == ["2", "а", "", "", "", ""]
    damaged = [problem for problem in result.problems if problem["kind"] == "row-damaged"]
    assert [(p["table"], p["record"]) for p in damaged] == [("А", 1)]


def test_v15_a_field_that_does_not_parse_keeps_the_others(tmp_path: Path) -> None:
    """V15: a bad date, a bad time and a bad file reference between good values."""
    kinds = ["text", "date", "number", "time", "file", "date"]
    fields = [{"name": f"П{i}", "type": kind} for i, kind in enumerate(kinds)]
    raw = ["имя", "не дата", "007", "9999", "не файл", "620718"]
    rows = [{"values": {f"П{i}": {"raw": text} for i, text in enumerate(raw)}}]
    result = exported(made({"tables": [{"name": "А", "fields": fields, "rows": rows}]}, tmp_path / "bank"))
    assert result.rows("А.csv")[1] == ["1", *raw[:5], "1962-07-18"]
    assert result.kinds == {"no-date": 1, "no-time": 1, "file-reference": 1}


# ---- ghosts


@pytest.mark.parametrize("encoded", [False, True])
@pytest.mark.parametrize("first", [0, 1, 2], ids=lambda first: f"V17-{first}")
def test_v17_the_copy_of_ns1_is_no_row(first: int, encoded: bool, tmp_path: Path) -> None:
    """V17: whatever its first byte, be it the id of a base or of stored files, the copy of NS1 is set apart."""
    extra = {"NS1": {"hex": bytes([first]).hex() + "06" + "8a" * 20}}
    files = {"stru": {"encoded": False}, "bank": {"encoded": encoded}}
    folder = made(one_table("раз", files=files, extra_keys=extra, free_slots=0), tmp_path / "bank")
    with edited(folder) as pair:
        data = bytes.fromhex(extra["NS1"]["hex"])
        pair.put(2, "inline", pair.append(DEFAULT.encode(data, 2) if encoded else data), len(data))
    result = exported(folder)
    assert result.manifest["system_records"] == [{"number": 2, "what": "copy of NS1"}]
    counts = result.manifest["counts"]
    assert (counts["rows"], counts["files"], counts["system"]) == (1, 0, 1)
    assert result.problems == []


def test_v17_a_row_in_the_place_of_the_copy_is_a_row(tmp_path: Path) -> None:
    """V17: the number that NS2 names was given to a row; it is exported, with a problem."""
    folder = made(one_table("раз", "два", extra_keys={"NS2": {"hex": "02000000"}}, free_slots=0), tmp_path / "bank")
    result = exported(folder)
    assert result.texts("А.csv")[:2] == ["раз", "два"]
    (problem,) = [p for p in result.problems if p["kind"] == "ns1-copy"]
    assert (problem["record"], problem["file"]) == (2, "CroBank")


@pytest.mark.parametrize("number", [0, 99, 2**32 - 1], ids=lambda number: f"V17-{number}")
def test_v17_a_copy_that_is_nowhere_is_survived(number: int, tmp_path: Path) -> None:
    """V17: NS2 names a record that does not exist; only the copy itself is left to be seen as what it looks like."""
    extra = {"NS2": {"hex": number.to_bytes(4, "little").hex()}}
    result = exported(made(one_table("раз", extra_keys=extra), tmp_path / "bank"))
    assert result.texts("А.csv") == ["раз"]
    assert result.manifest["counts"]["system"] == 0


@pytest.mark.parametrize("tag", ["01.02", "01.03", "01.11"])
def test_v18_bit_cards_in_crobank_are_no_files(tag: str, tmp_path: Path) -> None:
    """V18: the bit cards of layout 0x0005, one with rows and so with bytes, one empty, are set apart."""
    tables = [
        {"name": "А", "layout": "0x0005", "fields": [TEXT], "rows": [{"values": {"Т": "раз"}}]},
        {"name": "Б", "layout": "0x0005", "fields": [TEXT]},
        {"name": "В", "layout": "0x0109", "fields": [TEXT], "rows": [{"values": {"Т": "три"}}]},
    ]
    folder = made({"version": tag, "files": PLAIN_STRU, "tables": tables}, tmp_path / "bank")
    result = exported(folder)
    what = [record["what"] for record in result.manifest["system_records"]]
    assert what == ["bit card of base 0", "bit card of base 1", "bit card of base 2", "copy of NS1"]
    counts = result.manifest["counts"]
    assert (counts["rows"], counts["files"], counts["system"], counts["empty"]) == (2, 0, 4, 0)
    assert (result.texts("А.csv"), result.texts("В.csv")) == (["раз"], ["три"])
    assert not (result.folder / "files").exists()
    assert result.problems == []
