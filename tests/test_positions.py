"""The right value under the right header: positions with gaps in each reading, and the choice between readings."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from test_faults_opening import PLAIN_STRU, exported, made, run
from test_faults_schema import GAP_FIELDS, SEPARATOR, SEVEN, redefined, stored

import cronos_fmt
from cronos_fmt import Limits, Row
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.problems import Problems
from cronos_fmt.readings import Reading, deal_values
from cronos_fmt.rows import split_values
from cronos_fmt.schema import Base, Entry, _read_base, known_key
from cronos_fmt.writer.description import read_description
from cronos_fmt.writer.stru import base_definition

FORMAT = PROFILES["01.02"].layouts.row  # type: ignore[union-attr]
MARK = layouts.BANK_RECORD__COUNTED_VALUE__MARK


# ---- helpers


def base_of(settings: Any) -> Base:
    """The base that a reader makes of the definition that the writer makes."""
    key = known_key("Base001")
    assert key is not None
    entry = Entry("Base001", base_definition(settings, 3), key, 1)
    problems = Problems()
    base = _read_base(entry, SimpleNamespace(name="CroStru", limits=Limits()), problems)  # type: ignore[arg-type]
    assert base is not None and not problems.total
    return base


def gap_base() -> Base:
    """A base with the fields A, B and C at the positions 2, 4 and 7."""
    return base_of(read_description({"tables": [{"name": "А", "fields": GAP_FIELDS}]}).tables[0])


def counted(value: bytes) -> bytes:
    return bytes(BUILDERS["bank_record.counted_value"].build({"body": value}))


def encode(base: Base, values: dict[int, bytes], in_counted: set[int], reading: Reading) -> bytes:
    """A row with these values by position, as a program with this reading would store it."""
    last = max((p for p, value in values.items() if value or p in in_counted), default=0)
    parts = [bytes([base.id])]
    for position in range(1, last + 1):
        value, hidden = values.get(position, b""), position not in base.positions and position < base.positions[-1]
        if hidden and reading is Reading.DEFINITION:
            continue
        if hidden and reading is Reading.BYTES:
            parts.append(value or SEPARATOR)
        elif position in in_counted:
            parts.append(counted(value))
        else:
            parts.append(value + (SEPARATOR if position < last else b""))
    return b"".join(parts)


# ---- definitions at 2, 4 and 7, the values 1 to 7


def test_each_reading_deals_seven_values() -> None:
    base, record = gap_base(), stored(SEVEN)
    rows = {r: Row(base, 1, deal_values(record, base, FORMAT, r), FORMAT) for r in Reading}
    physical, by_bytes, definition = rows.values()
    assert [physical[name] for name in "ABC"] == ["v2", "v4", "v7"]
    assert physical.hidden == {1: b"v1", 3: b"v3", 5: b"v5", 6: b"v6"}
    # One byte for each gap, whatever it is; what is left behind the last field is a surplus.
    assert [by_bytes[name] for name in "ABC"] == ["1", "2", None]
    assert by_bytes.hidden == {1: b"v", 3: b"v", 5: b"v", 6: b"3", 8: b"v4", 9: b"v5", 10: b"v6", 11: b"v7"}
    assert [definition[name] for name in "ABC"] == ["v1", "v2", "v3"]
    assert definition.hidden == {8: b"v4", 9: b"v5", 10: b"v6", 11: b"v7"} == definition.surplus


@pytest.mark.parametrize("reading", Reading)
def test_a_reading_deals_out_what_was_stored_by_it(reading: Reading) -> None:
    """Counted and empty values, and rows that end early at each place."""
    base, random = gap_base(), Random(4)
    for _ in range(400):
        end = random.randrange(10)
        values, in_counted = {}, set()
        for position in range(1, end + 1):
            hidden = position not in base.positions and position < 7
            if hidden and reading is Reading.BYTES:
                values[position] = random.choice([b"", b"x", b"\xff"])
            elif not (hidden and reading is Reading.DEFINITION):
                values[position] = random.choice([b"", b"x", b"value", "Ж".encode("cp1251") * 3])
                if random.random() < 0.3:
                    in_counted.add(position)
                    values[position] += random.choice([b"", b"\x1e\x1b\x1e"])
        while values and not values[max(values)] and max(values) not in in_counted:
            del values[max(values)]
        record = encode(base, values, in_counted, reading)
        row = Row(base, 1, deal_values(record, base, FORMAT, reading), FORMAT)
        for name, position in {"A": 2, "B": 4, "C": 7}.items():
            assert row.raw(name) == values.get(position, b""), (reading, values, in_counted)
        assert row.hidden == {p: v for p, v in values.items() if p not in base.positions}
        assert row.error is None


@pytest.mark.parametrize("reading", Reading)
def test_no_byte_of_a_damaged_row_is_lost(reading: Reading) -> None:
    """A length that cannot be, at any place: what was read before stays, the rest is one value."""
    base = gap_base()
    for places in range(7):
        record = stored([*SEVEN[:places], b"\x1b\xff\xff\xff\xffrest\x1eend"])
        raw = deal_values(record, base, FORMAT, reading)
        if reading is not Reading.BYTES:
            assert raw.error is not None and raw.values[-1] == b"\x1b\xff\xff\xff\xffrest\x1eend"
        kept = b"".join(raw.values)
        assert kept.replace(SEPARATOR, b"") == record[1:].replace(SEPARATOR, b"")


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("at", range(8))
def test_a_length_cut_off_ends_the_row(at: int, reading: Reading) -> None:
    base = gap_base()
    record = encode(base, {p: b"x" for p in range(1, at + 1)}, set(), reading) + (SEPARATOR if at else b"")
    record += MARK + b"\xff\xff\xff\x0f" + b"rest"
    raw = deal_values(record, base, FORMAT, reading)
    assert b"".join(raw.values).endswith(b"rest")


@pytest.mark.parametrize("reading", Reading)
def test_without_a_gap_all_readings_are_one(reading: Reading) -> None:
    fields = [{"name": n, "type": "text"} for n in "ABC"]
    base = base_of(read_description({"tables": [{"name": "А", "fields": fields}]}).tables[0])
    for record in (stored(SEVEN), b"\1", stored([b"a", b"", b"c"], frozenset({0}))):
        assert deal_values(record, base, FORMAT, reading) == split_values(record, FORMAT)


@pytest.mark.parametrize("reading", Reading)
def test_values_are_limited(reading: Reading) -> None:
    base = gap_base()
    raw = deal_values(b"\1" + SEPARATOR * 400, base, FORMAT, reading, 50)
    assert raw.error is not None and len(raw.values) <= 56


# ---- any definition, any rows

TYPES = sorted(set(FIELD_TYPES) - {0})
TEXTS = ["Иванов", "a b", "x", "«ё»", "1;2", "строка\nвторая", "0"]
CHUNKS, EXAMPLES = 20, 100


def random_value(random: Random, code: int) -> tuple[Any, str]:
    """A value as a description has it, and the text that a reader shows."""
    kind = FIELD_TYPES[code].kind
    if kind == "date":
        day = f"{random.randint(901, 2899):04}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        return (day, day) if random.random() < 0.8 else (day[:4], day[:4])
    if kind == "time":
        time = f"{random.randrange(24):02}:{random.randrange(60):02}"
        return time, time
    if kind == "file":
        return {"file": random.randrange(9), "name": "скан", "extension": "pdf"}, "скан.pdf"
    if kind == "number":
        number = random.choice(["007", "-0.5", "1", "99999"])
        return number, number
    if FIELD_TYPES[code].stored == "unknown":
        data = bytes(random.choices([*range(0x1A), *range(0x1F, 0x100)], k=random.randint(1, 12)))
        return {"hex": data.hex()}, data.hex()
    one, two = random.choices(TEXTS, k=2)
    return random.choice(
        [(one, one), ([one, two], f"{one}; {two}"), ({"counted": f"{one}\x1e{two}"}, f"{one}\x1e{two}")]
    )


def random_table(random: Random) -> tuple[dict[str, Any], list[dict[str, str]], list[dict[int, str]]]:
    """A table with gaps, a second list and any order of definition; the texts and hidden texts of its rows."""
    positions = random.sample(range(1, random.choice([6, 9, 20])), random.randint(1, 5))
    fields = [
        {"name": f"П{p}", "type": random.choice(TYPES), "position": p, "extra": random.random() < 0.3}
        for p in positions
    ]
    rows, texts, hidden = [], [], []
    for _ in range(random.randint(1, 3)):
        row: dict[str, Any] = {"values": {}, "hidden": {}}
        shown: dict[str, str] = {}
        secret: dict[int, str] = {}
        for field in fields:
            if random.random() < 0.75:
                row["values"][field["name"]], shown[field["name"]] = random_value(random, field["type"])
        for p in set(range(1, max(positions) + 1)) - set(positions):
            if random.random() < 0.5:
                row["hidden"][str(p)] = secret[p] = random.choice(TEXTS)
        rows.append(row)
        texts.append(shown)
        hidden.append(secret)
    table = {
        "name": "А",
        "id": random.randint(1, 255),
        "layout": random.choice(["0x0005", "0x0109"]),
        "marker": random.choice([2, 4, 6]),
        "number_name": random.choice(["№", None]),
        "fields": fields,
        "rows": rows,
    }
    return table, texts, hidden


def assert_row(row: Row, table: dict[str, Any], texts: dict[str, str], hidden: dict[int, str]) -> None:
    """Every field has its own value, and what no field has is hidden."""
    for field in table["fields"]:
        assert row.text(field["name"]) == texts.get(field["name"], ""), (field, table)
    assert {p: value.decode("cp1251") for p, value in row.hidden.items() if value} == hidden
    assert row.error is None and row.surplus == {}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_is_written_reads_back_under_its_name(chunk: int) -> None:
    """Any definition and any rows, 2,000 examples: written, read, and equal under equal names."""
    random = Random(chunk)
    for _ in range(EXAMPLES):
        table, texts, hidden = random_table(random)
        settings = read_description({"tables": [table]}).tables[0]
        problems = Problems()
        key = known_key("Base001")
        assert key is not None
        entry = Entry("Base001", base_definition(settings, 3), key, 1)
        base = _read_base(entry, SimpleNamespace(name="CroStru", limits=Limits()), problems)  # type: ignore[arg-type]
        assert base is not None and set(problems.by_kind) <= {"no-system-number"}
        assert {f.name: f.position for f in base.fields} == {f["name"]: f["position"] for f in table["fields"]}
        for record, *expected in zip(settings.rows, texts, hidden, strict=True):
            row = Row(base, 1, deal_values(record.data, base, FORMAT), FORMAT)
            assert_row(row, table, *expected)


@pytest.mark.parametrize("tag", ["01.02", "01.03", "01.11"])
def test_a_whole_bank_reads_back_under_its_names(tag: str, tmp_path: Path) -> None:
    """The same through files, of which the reading of gaps is left to the data."""
    random = Random(tag)
    tables = []
    for i in range(1, 41):
        table, *expected = random_table(random)
        tables.append((table | {"name": f"Т{i}", "id": i}, *expected))
    description = {"version": tag, "files": PLAIN_STRU, "tables": [table for table, *_ in tables]}
    with cronos_fmt.open(made(description, tmp_path / "bank")) as bank:
        rows: dict[int, list[Row]] = {}
        for item in bank.scan():
            if isinstance(item.content, Row):
                rows.setdefault(item.content.base.id, []).append(item.content)
        for table, texts, hidden in tables:
            for row, *expected in zip(rows[table["id"]], texts, hidden, strict=True):
                assert_row(row, table, *expected)
        assert {choice.reading for choice in bank.positions.values()} == {Reading.PHYSICAL}


# ---- which reading

TYPED = [
    {"name": "Дата", "type": "date", "position": 2},
    {"name": "Время", "type": "time", "position": 4},
    {"name": "Имя", "type": "text", "position": 5},
    {"name": "Сумма", "type": "number", "position": 8},
]


def typed_rows(reading: Reading, hidden: list[bytes], count: int = 12) -> list[bytes]:
    """Rows of the fields above, with hidden values, as a program with this reading would store them."""
    base = base_of(read_description({"tables": [{"name": "А", "fields": TYPED}]}).tables[0])
    rows = []
    for i in range(count):
        values = {2: f"85{i % 12 + 1:02}15", 4: f"{i % 24:02}30", 5: f"Имя {i}", 8: str(100 + i)}
        by_position = {p: value.encode("cp1251") for p, value in values.items()}
        by_position |= {p: hidden[(i + p) % len(hidden)] for p in (1, 3, 6, 7)}
        rows.append(encode(base, by_position, set(), reading))
    return rows


def typed_bank(rows: list[bytes], folder: Path, fields: list[dict[str, Any]] = TYPED) -> Path:
    raw = [{"number": i, "hex": data.hex()} for i, data in enumerate(rows, 1)]
    return made({"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields}], "raw_records": raw}, folder)


@pytest.mark.parametrize("reading", [Reading.PHYSICAL, Reading.BYTES])
def test_the_data_decide_between_a_value_and_a_byte(reading: Reading, tmp_path: Path) -> None:
    hidden = [b"x", b"\xc6", b"y"] if reading is Reading.BYTES else [b"old", b"gone", "Ж".encode("cp1251") * 3]
    result = exported(typed_bank(typed_rows(reading, hidden), tmp_path / "bank"))
    assert result.rows("А.csv")[1] == ["1", "1985-01-15", "00:30", "Имя 0", "100"]
    choice = result.manifest["tables"][0]["positions"]
    assert (choice["reading"], choice["decided"], choice["rows"]) == (reading, "margin", 12)
    assert choice["scores"][reading] == 1.0
    assert all(choice["scores"][other] < 0.75 for other in Reading if other is not reading)
    assert result.manifest["tables"][0]["check"]["verdict"] == "sound"
    assert result.problems == []


def test_empty_hidden_values_are_a_tie(tmp_path: Path) -> None:
    """A separator alone is one byte and one value: nothing tells the readings apart, and they agree."""
    result = exported(typed_bank(typed_rows(Reading.PHYSICAL, [b""]), tmp_path / "bank"))
    choice = result.manifest["tables"][0]["positions"]
    assert (choice["reading"], choice["decided"], choice["rows"]) == ("physical", "tie", 0)
    assert set(choice["scores"].values()) == {None}
    assert result.problems == []


def test_text_alone_is_a_tie(tmp_path: Path) -> None:
    raw = [{"number": i, "hex": stored(SEVEN).hex()} for i in range(1, 30)]
    description = {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": GAP_FIELDS}], "raw_records": raw}
    result = exported(made(description, tmp_path / "bank"))
    choice = result.manifest["tables"][0]["positions"]
    assert (choice["reading"], choice["decided"]) == ("physical", "tie")
    assert result.rows("А.csv")[1] == ["1", "v2", "v4", "v7"]


@pytest.mark.parametrize("count", [1, 2])
def test_few_rows_are_a_tie(count: int, tmp_path: Path) -> None:
    result = exported(typed_bank(typed_rows(Reading.BYTES, [b"x", b"y"], count), tmp_path / "bank"))
    choice = result.manifest["tables"][0]["positions"]
    assert (choice["reading"], choice["decided"]) == ("physical", "tie")


def test_a_shifted_definition_is_not_taken_for_another_reading(tmp_path: Path) -> None:
    """With all positions one too high the byte that `bytes` skips would be the first one of a value."""
    fields = [{"name": "Н", "type": "number"}, {"name": "Д", "type": "date"}, {"name": "Т", "type": "text"}]
    rows = [{"values": {"Н": str(1000 + i), "Д": f"1985-04-{i + 1:02}", "Т": "текст"}} for i in range(20)]

    def shift(data: bytes) -> bytes:
        tree = BUILDERS["base_definition"].parse(data)
        for field in tree.fields[1:]:
            field.body.data.position += 1
        return bytes(BUILDERS["base_definition"].build(tree))

    description = {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields, "rows": rows}]}
    result = exported(redefined(description, tmp_path, "Base001", shift))
    (table,) = result.manifest["tables"]
    assert table["positions"]["reading"] == "physical"
    assert table["check"]["verdict"] == "suspicious"


GIVEN = {"physical": ["v2", "v4", "v7"], "definition": ["v1", "v2", "v3"], "bytes": ["1", "2", ""]}


@pytest.mark.parametrize("reading", GIVEN)
def test_a_reading_can_be_given(reading: str, tmp_path: Path) -> None:
    raw = [{"number": 1, "hex": stored(SEVEN).hex()}]
    description = {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": GAP_FIELDS}], "raw_records": raw}
    folder = made(description, tmp_path / "bank")
    result = run("export", folder, "--out", tmp_path / "out", "--positions", reading)
    assert result.exit_code == (0 if reading == "physical" else 1), result.stderr
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    choice = manifest["tables"][0]["positions"]
    assert choice == {"reading": reading, "decided": "given", "scores": {}, "rows": 0}
    line = (tmp_path / "out" / "А.csv").read_text(encoding="utf-8").splitlines()[1]
    assert line.split(",")[1:] == GIVEN[reading]
    shown = run("rows", folder, "А", "--positions", reading, "--json")
    assert [value or "" for value in json.loads(shown.stdout)["values"].values()] == GIVEN[reading]


def test_no_gap_is_said(tmp_path: Path) -> None:
    fields = [{"name": "Т", "type": "text"}]
    result = exported(made({"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields}]}, tmp_path / "bank"))
    choice = result.manifest["tables"][0]["positions"]
    assert choice == {"reading": "physical", "decided": "no gaps", "scores": {}, "rows": 0}


def test_an_unknown_reading_is_refused(tmp_path: Path) -> None:
    folder = made({"files": PLAIN_STRU}, tmp_path / "bank")
    with pytest.raises(ValueError, match="positions must be"):
        cronos_fmt.open(folder, positions="order")
    assert run("rows", folder, "А", "--positions", "order").exit_code == 2


# ---- hidden values shown


def hidden_bank(tmp_path: Path) -> Path:
    records = [stored(SEVEN), stored([*SEVEN, b"", b"v9"]), stored([b"a\x1db", b"x", b"c\x1ed"], frozenset({2}))]
    raw = [{"number": i, "hex": data.hex()} for i, data in enumerate(records, 1)]
    description = {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": GAP_FIELDS}], "raw_records": raw}
    return made(description, tmp_path / "bank")


def test_export_with_hidden_columns(tmp_path: Path) -> None:
    """Gaps, and what lies behind the last field in some row, as text, by the policy of text fields."""
    result = exported(hidden_bank(tmp_path), hidden=True)
    header, *rows = result.rows("А.csv")
    assert header[1:] == ["A", "B", "C", "hidden_1", "hidden_3", "hidden_5", "hidden_6", "hidden_9"]
    assert rows[0][1:] == ["v2", "v4", "v7", "v1", "v3", "v5", "v6", ""]
    assert rows[1][1:] == ["v2", "v4", "v7", "v1", "v3", "v5", "v6", "v9"]
    assert rows[2][1:] == ["x", "", "", "a; b", "c\x1ed", "", "", ""]
    assert result.kinds == {"surplus-value": 1}


def test_hidden_columns_have_names_of_their_own(tmp_path: Path) -> None:
    fields = [{"name": "hidden_1", "type": "text", "position": 2}]
    raw = [{"number": 1, "hex": stored(SEVEN[:2]).hex()}]
    description = {"tables": [{"name": "А", "fields": fields, "number_name": "№"}], "raw_records": raw}
    result = exported(made(description, tmp_path / "bank"), hidden=True)
    assert result.rows("А.csv") == [["№", "hidden_1", "hidden_1 (2)"], ["1", "v2", "v1"]]


def test_no_hidden_columns_without_the_option(tmp_path: Path) -> None:
    assert exported(hidden_bank(tmp_path)).rows("А.csv")[0][1:] == ["A", "B", "C"]


def test_hidden_columns_are_limited(tmp_path: Path) -> None:
    fields = [{"name": "Т", "type": "text", "position": 5000}]
    folder = made({"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields}]}, tmp_path / "bank")
    result = exported(folder, hidden=True)
    assert len(result.rows("А.csv")[0]) == 1002
    assert result.kinds == {"hidden-columns": 1}


def test_rows_with_hidden_values(tmp_path: Path) -> None:
    folder = hidden_bank(tmp_path)
    plain = run("rows", folder, "А", "--limit", 1).stdout
    assert "hidden 1: 7631\n" in plain
    assert "hidden 1: 7631  v1\n" in run("rows", folder, "А", "--limit", 1, "--hidden").stdout
    shown = json.loads(run("rows", folder, "А", "--limit", 1, "--hidden", "--json").stdout)
    assert shown["hidden"]["1"] == {"hex": "7631", "text": "v1"}
    assert "hidden" not in json.loads(run("rows", folder, "А", "--limit", 1, "--json").stdout)
