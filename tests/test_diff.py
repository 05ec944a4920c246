"""diff: what differs between two banks, files or records is named, that and no more."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from golden import check_golden

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.cli import main
from cronos_fmt.inspect import diff as diff_module
from cronos_fmt.inspect.diff import Difference, diff_banks
from cronos_fmt.writer import write_bank

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "bank"
V3, V4 = "01.02", "01.11"
READABLE = [tag for tag, profile in PROFILES.items() if profile.layouts is not None]

Description = dict[str, Any]
Change = Callable[[Description], None]


def description(version: str = V3, **bank: Any) -> Description:
    """A bank whose record numbers are all given, so that a record more moves no other."""
    fields = [
        {"name": "Имя", "type": "text", "position": 1},
        {"name": "Дата", "type": "date", "position": 3},
        {"name": "Номер", "type": "number", "position": 4},
    ]
    rows = [
        {"number": 2, "values": {"Имя": "Анна", "Дата": "1985-04-02", "Номер": "007"}, "hidden": {"2": "скрыто"}},
        {"number": 3, "values": {"Имя": "Длинное значение. " * 40}, "storage": "extended"},
        {"number": 4, "values": {"Имя": "Борис"}},
    ]
    return {
        "name": "Банк",
        "version": version,
        "files": {name: {"encoded": PROFILES[version].kod == "default", **bank} for name in ("stru", "bank", "index")},
        "ns1_record": 40,
        "tables": [
            {"id": 1, "name": "Люди", "mnemonic": "ЛЮ", "marker": 6, "fields": fields, "rows": rows},
            {
                "id": 2,
                "name": "Дома",
                "mnemonic": "ДО",
                "fields": [dict(fields[0])],
                "rows": [{"number": 6, "values": {}}],
            },
        ],
        "stored_files": [{"number": 30, "text": "содержимое"}],
        "raw_records": [{"number": 31, "hex": "63616263"}],
    }


def changed(*changes: Change, version: str = V3) -> Description:
    made = copy.deepcopy(description(version))
    for change in changes:
        change(made)
    return made


def differences(a: Description, b: Description, folder: Path, **options: Any) -> list[Difference]:
    for name, made in (("a", a), ("b", b)):
        write_bank(made, folder / name)
    return compared(folder / "a", folder / "b", **options)


def compared(a: Path, b: Path, **options: Any) -> list[Difference]:
    with cronos_fmt.open(a, **options) as one, cronos_fmt.open(b, **options) as other:
        return list(diff_banks(one, other))


def named(found: list[Difference]) -> list[tuple[str, str]]:
    return [(each.kind, "/".join(each.path)) for each in found]


def _set(*way: Any) -> Change:
    """Set the value at a path in a description."""
    *path, last, value = way

    def change(made: Any) -> None:
        for step in path:
            made = made[step]
        made[last] = value

    return change


def _drop(*way: Any) -> Change:
    *path, last = way

    def change(made: Any) -> None:
        for step in path:
            made = made[step]
        del made[last]

    return change


PEOPLE, FIELDS = ("tables", 0), ("tables", 0, "fields")
ROW = (*PEOPLE, "rows", 0)


def add_row(made: Description) -> None:
    made["tables"][0]["rows"].append({"number": 9, "values": {"Имя": "Вера", "Номер": "9"}})


# What is changed, and exactly what must be named.
CASES: dict[str, tuple[list[Change], list[tuple[str, str]]]] = {
    "a value": ([_set(*ROW, "values", "Имя", "Алла")], [("changed", "rows/Люди/2/Имя")]),
    "two values": (
        [_set(*ROW, "values", "Имя", "Алла"), _drop(*ROW, "values", "Номер")],
        [("changed", "rows/Люди/2/Имя"), ("changed", "rows/Люди/2/Номер")],
    ),
    "a value in blocks": ([_set(*PEOPLE, "rows", 1, "values", "Имя", "Коротко")], [("changed", "rows/Люди/3/Имя")]),
    "a hidden value": ([_set(*ROW, "hidden", "2", "явно")], [("changed", "rows/Люди/2/hidden 2")]),
    "a row more": ([add_row], [("added", "rows/Люди/9")]),
    "a row less": ([_drop(*PEOPLE, "rows", 2)], [("removed", "rows/Люди/4")]),
    "a row of another table": (
        [
            _drop(*PEOPLE, "rows", 2),
            _set("tables", 1, "rows", [{"number": 4, "values": {}}, {"number": 6, "values": {}}]),
        ],
        [("removed", "rows/Люди/4"), ("added", "rows/Дома/4")],
    ),
    "a table renamed": ([_set(*PEOPLE, "name", "Персоны")], [("renamed", "bases/Люди")]),
    "a field renamed": (
        [_set(*FIELDS, 0, "name", "ФИО"), lambda made: rename(made)],
        [("renamed", "bases/Люди/fields/Имя")],
    ),
    "an attribute": ([_set(*FIELDS, 0, "max_length", 5000)], [("changed", "bases/Люди/fields/Имя/max_length")]),
    "flags": ([_set(*FIELDS, 2, "flags", 4)], [("changed", "bases/Люди/fields/Номер/flags")]),
    "a mnemonic": ([_set(*PEOPLE, "mnemonic", "ЛЯ")], [("changed", "bases/Люди/mnemonic")]),
    "a bank name": ([_set("name", "Архив")], [("changed", "keys/BankName")]),
    "a key more": ([_set("extra_keys", {"USERINFO": "160209"})], [("added", "keys/USERINFO")]),
    "a time": ([_set("time", 1_600_000_001)], [("changed", "keys/Bank/check"), ("changed", "keys/Bank/time")]),
    "a stored file": ([_set("stored_files", 0, "text", "содержание")], [("changed", "stored files/30")]),
    "a record of no base": ([_set("raw_records", 0, "hex", "63616264")], [("changed", "records/CroBank/31")]),
    "an empty record": (
        [_set("raw_records", 0, "hex", "")],
        [("removed", "records/CroBank/31"), ("added", "records/CroBank/31")],
    ),
    "a field, a row, a definition": (
        [_set(*ROW, "values", "Дата", "1985-04-03"), add_row, _set("tables", 1, "name", "Здания")],
        [("renamed", "bases/Дома"), ("changed", "rows/Люди/2/Дата"), ("added", "rows/Люди/9")],
    ),
}


def rename(made: Description) -> None:
    """Call the first field of the people ФИО in their rows."""
    for row in made["tables"][0]["rows"]:
        row["values"] = {"ФИО" if name == "Имя" else name: value for name, value in row["values"].items()}


@pytest.mark.parametrize("case", CASES)
def test_exactly_what_was_changed_is_named(case: str, tmp_path: Path) -> None:
    changes, expected = CASES[case]
    found = differences(description(), changed(*changes), tmp_path)
    assert named(found) == expected


@pytest.mark.parametrize("tag", READABLE)
def test_every_version_is_compared(tag: str, tmp_path: Path) -> None:
    """Must hold: one changed field, one row more, one definition renamed, and nothing else."""
    changes, expected = CASES["a field, a row, a definition"]
    found = differences(description(tag), changed(*changes, version=tag), tmp_path)
    assert named(found) == expected
    assert named(compared(tmp_path / "a", tmp_path / "a")) == []


def test_values_of_both_sides_are_told(tmp_path: Path) -> None:
    changes = [_set(*ROW, "values", "Дата", "1986-04-02"), add_row, _set(*PEOPLE, "name", "Персоны")]
    renamed, value, row = differences(description(), changed(*changes), tmp_path)
    assert (renamed.a, renamed.b) == ("Люди", "Персоны")
    assert (value.a, value.b) == ("1985-04-02", "1986-04-02")
    assert (row.a, row.b) == (None, {"Имя": "Вера", "Номер": "9"})


@pytest.mark.parametrize(
    "stored",
    [
        {"storage": "extended"},
        {"compress": True, "may_be_compressed": False},
        {"block_size": 128, "storage": "extended"},
    ],
    ids=str,
)
def test_how_rows_are_stored_is_no_difference(stored: dict[str, Any], tmp_path: Path) -> None:
    found = differences(description(), description(**stored), tmp_path)
    fields = {"CroStru/header/block_size", "CroBank/header/block_size", "CroIndex/header/block_size"}
    assert {each.path for each in found} == ({tuple(f.split("/")) for f in fields} if "block_size" in stored else set())


def test_encoding_alone_is_named_once_a_file(tmp_path: Path) -> None:
    found = differences(description(encoded=False), description(encoded=True), tmp_path)
    assert named(found) == [("changed", f"{name}/header/encoding") for name in ("CroStru", "CroBank", "CroIndex")]


def test_bit_card_in_crobank_changes_with_a_row(tmp_path: Path) -> None:
    old = _set("tables", 0, "layout", "0x0005"), _set("tables", 0, "marker", 2), _set("tables", 0, "bit_card", 20)
    one, other = changed(*old), changed(*old, add_row)
    for made in (one, other):
        made["files_base"] = {"layout": "0x0109"}
    found = differences(one, other, tmp_path)
    assert named(found) == [("changed", "bases/Люди/bit card"), ("added", "rows/Люди/9")]


def test_order_of_records_and_keys_is_no_difference(tmp_path: Path) -> None:
    def turn(made: Description) -> None:
        made["tables"][0]["rows"].reverse()

    assert differences(description(), changed(turn), tmp_path) == []


def test_many_slots_are_compared_window_by_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diff_module, "_SLOTS_AT_ONCE", 3)
    last = {"number": 95, "values": {"Имя": "Последняя"}}
    changes = [_set(*ROW, "values", "Имя", "Алла"), lambda made: made["tables"][0]["rows"].append(last)]
    found = differences(description(), changed(*changes), tmp_path)
    assert named(found) == [("changed", "rows/Люди/2/Имя"), ("added", "rows/Люди/95")]


def test_differences_come_one_by_one(tmp_path: Path) -> None:
    """Nothing is collected: after the first difference of the rows the last record was not looked at."""
    write_bank(description(), tmp_path / "a")
    write_bank(changed(_set(*ROW, "values", "Имя", "Алла"), add_row), tmp_path / "b")
    with cronos_fmt.open(tmp_path / "a") as one, cronos_fmt.open(tmp_path / "b") as other:
        found = diff_banks(one, other)
        assert next(found).path == ("rows", "Люди", "2", "Имя")
        looked: list[int] = []
        classify = other.classify
        other.classify = lambda number: looked.append(number) or classify(number)  # type: ignore[method-assign]
        assert next(found).path == ("rows", "Люди", "9")
        assert looked[0] > 2


def test_damaged_record_in_both_is_the_same(tmp_path: Path) -> None:
    write_bank(description(), tmp_path / "a")
    cut_chain(tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    # Another slot keeps the files from being equal as a whole.
    with (tmp_path / "b" / "CroIndex.dat").open("ab") as file:
        file.write(b"\0")
    with (tmp_path / "b" / "CroBank.dat").open("ab") as file:
        file.write(b"\0")
    assert compared(tmp_path / "a", tmp_path / "b") == []
    write_bank(description(), tmp_path / "c")
    assert named(compared(tmp_path / "a", tmp_path / "c")) == [
        ("removed", "records/CroBank/3"),
        ("added", "rows/Люди/3"),
    ]


def cut_chain(folder: Path, number: int = 3) -> None:
    """Let the chain of blocks of a record end too early."""
    with cronos_fmt.open(folder) as bank:
        chunks = list(bank.bank.chunks(bank.bank.slot(number)))
        size = bank.bank.layouts.continuation.SIZE
    data = bytearray((folder / "CroBank.dat").read_bytes())
    data[chunks[1].offset : chunks[1].offset + size] = bytes(size)
    (folder / "CroBank.dat").write_bytes(data)


@pytest.mark.parametrize("name", ["CroIndex", "CroBank"])
def test_missing_pair_is_named(name: str, tmp_path: Path) -> None:
    for side in ("a", "b"):
        write_bank(description(), tmp_path / side)
    for end in (".dat", ".tad"):
        (tmp_path / "b" / f"{name}{end}").unlink()
    assert named(compared(tmp_path / "a", tmp_path / "b")) == [("removed", name)]
    assert named(compared(tmp_path / "b", tmp_path / "a")) == [("added", name)]


def test_pair_that_nobody_can_open_is_compared_by_bytes(tmp_path: Path) -> None:
    for side in ("a", "b"):
        write_bank(description(), tmp_path / side)
        (tmp_path / side / "CroIndex.dat").write_bytes(b"CroFile")
    assert compared(tmp_path / "a", tmp_path / "b") == []
    (tmp_path / "b" / "CroIndex.dat").write_bytes(b"CroFilf")
    assert named(compared(tmp_path / "a", tmp_path / "b")) == [("changed", "CroIndex")]


def test_without_definitions_records_are_compared_by_bytes(tmp_path: Path) -> None:
    for side, made in (("a", description()), ("b", changed(add_row))):
        write_bank(made, tmp_path / side)
        for end in (".dat", ".tad"):
            (tmp_path / side / f"CroStru{end}").unlink()
    assert named(compared(tmp_path / "a", tmp_path / "b")) == [("added", "records/CroBank/9")]


def test_locked_bank_asks_for_its_table(tmp_path: Path) -> None:
    own = bytes(range(1, 256)) + b"\0"
    made = description(V4, encoded=True)
    for file in made["files"].values():
        file["kod"] = own.hex()
    for side in ("a", "b"):
        write_bank(made, tmp_path / side)
    result = run(tmp_path / "a", tmp_path / "b", "--kod", "none")
    assert result.exit_code == 4
    assert run(tmp_path / "a", tmp_path / "b", "--kod", own.hex()).exit_code == 0


# ---- the command


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["diff", *map(str, arguments)])


@pytest.mark.realdata
def test_sample_bank_is_the_same_as_itself_and_its_copy(sample_bank: Path, tmp_path: Path) -> None:
    for other in (sample_bank, Path(shutil.copytree(sample_bank, tmp_path / "copy"))):
        result = run(sample_bank, other)
        assert (result.exit_code, result.output) == (0, "")
    # As if the files were not the same as a whole.
    for path in (tmp_path / "copy").glob("Cro*.dat"):
        with path.open("ab") as file:
            file.write(b"\0")
    result = run(sample_bank, tmp_path / "copy")
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.realdata
def test_two_snapshots_of_one_bank(sample_banks: dict[str, Path]) -> None:
    """A table with one row came into the bank between the two."""
    found = compared(sample_banks["cronosparser_empty"], sample_banks["cronosparser_new_format"])
    assert named(found) == [
        ("changed", "keys/Bank/check"),
        ("changed", "keys/Bank/time"),
        ("changed", "keys/Bank/base_ids"),
        ("added", "keys/Formuls001"),
        ("added", "bases/TABLE2"),
        ("added", "rows/TABLE2/1"),
    ]
    assert found[-1].b == {"COLUMN1": "VLAD", "COLUMN2": "5540", "COLUMN3": "2016-02-09"}


def test_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    write_bank(description(), tmp_path / "a")
    write_bank(changed(*CASES["a field, a row, a definition"][0], _set("name", "Архив")), tmp_path / "b")
    commands = [
        "diff examples/bank examples/bank",
        "diff DIR/a DIR/b",
        "diff DIR/a DIR/b --json",
        "diff DIR/a DIR/b bank 2",
        "diff DIR/a DIR/a bank 2 4",
        "diff DIR/a DIR/b bank 9",
        "diff DIR/a/CroBank.tad DIR/b/CroBank.tad",
        "diff DIR/a/CroBank.dat DIR/b/CroBank.dat",
        "diff DIR/a/CroBank.dat DIR/a/CroBank.dat",
        "diff DIR/a DIR/b bank",
        "diff DIR/a DIR/a/CroBank.dat",
        "diff DIR/a DIR/nothing",
    ]
    check_golden("diff", commands, {str(tmp_path): "DIR"})


def test_json_is_one_document(tmp_path: Path) -> None:
    write_bank(description(), tmp_path / "a")
    write_bank(changed(_set(*ROW, "values", "Имя", "Алла"), _set(*ROW, "hidden", "2", "явно")), tmp_path / "b")
    result = run(tmp_path / "a", tmp_path / "b", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["counts"] == {"changed": 2}
    assert found["differences"][0] == {
        "kind": "changed",
        "path": ["rows", "Люди", "2", "Имя"],
        "a": "Анна",
        "b": "Алла",
    }
    assert bytes.fromhex(found["differences"][1]["b"]).decode("cp1251") == "явно"
    result = run(tmp_path / "a", tmp_path / "a", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["differences"] == []


def test_what_stands_in_a_bank_reaches_the_terminal_escaped(tmp_path: Path) -> None:
    evil = changed(_set(*PEOPLE, "name", "\x1b[2J"), _set(*ROW, "values", "Имя", "a\x1b]0;x"))
    write_bank(description(), tmp_path / "a")
    write_bank(evil, tmp_path / "b")
    result = run(tmp_path / "a", tmp_path / "b")
    assert result.exit_code == 1
    assert "\x1b" not in result.output
    assert r"\x1b[2J" in result.output


def test_records_of_two_banks(tmp_path: Path) -> None:
    write_bank(description(), tmp_path / "a")
    write_bank(changed(_set(*ROW, "values", "Имя", "Алла")), tmp_path / "b")
    result = run(tmp_path / "a", tmp_path / "b", "bank", 2, "--json")
    (found,) = json.loads(result.stdout)["differences"]
    assert found["path"] == ["values", "Имя", "plain"]
    assert run(tmp_path / "a", tmp_path / "b", "bank", 4).exit_code == 0
    assert run(tmp_path / "a", tmp_path / "b", "bank", 4000).exit_code == 3
    result = run(tmp_path / "a", tmp_path / "b", "bank", 2, 5, "--json")
    assert [each["path"] for each in json.loads(result.stdout)["differences"]] == [["state"]]


def test_ranges_of_bytes(tmp_path: Path) -> None:
    """Bytes behind the header are compared as they are: near ones as one range, whatever is read at once."""
    write_bank(description(), tmp_path / "a")
    data = (tmp_path / "a" / "CroBank.dat").read_bytes() + bytes(3 << 20)
    (tmp_path / "a.dat").write_bytes(data)
    other, start = bytearray(data), layouts.DatHeader.SIZE + layouts.DatAreaV3.SIZE
    at = [start, start + 5, start + 50, *range((1 << 20) + start - 2, (1 << 20) + start + 2)]
    for place in at:
        other[place] ^= 0xFF
    other[layouts.DatHeader.SIZE - 1] ^= 1
    (tmp_path / "b.dat").write_bytes(other + b"more")
    found = json.loads(run(tmp_path / "a.dat", tmp_path / "b.dat", "--json").stdout)["differences"]
    assert [each["path"] for each in found] == [
        ["header", "block_size"],
        ["bytes", f"{start:#x} to {start + 6:#x}"],
        ["bytes", f"{start + 50:#x} to {start + 51:#x}"],
        ["bytes", f"{at[3]:#x} to {at[-1] + 1:#x}"],
        ["bytes", f"{len(data):#x} to {len(data) + 4:#x}"],
    ]
    assert found[-1]["kind"] == "added" and bytes.fromhex(found[-1]["b"]) == b"more"


@pytest.mark.parametrize("tag", READABLE)
def test_tad_is_compared_slot_by_slot(tag: str, tmp_path: Path) -> None:
    for side in ("a", "b"):
        write_bank(description(tag), tmp_path / side)
    profile = PROFILES[tag].layouts
    assert profile is not None
    tad = bytearray((tmp_path / "b" / "CroBank.tad").read_bytes())
    at = profile.tad_header.SIZE + 4 * profile.tad_slot.SIZE
    tad[at] ^= 1
    (tmp_path / "b" / "CroBank.tad").write_bytes(tad + bytes(profile.tad_slot.SIZE + 1))
    found = json.loads(run(tmp_path / "a" / "CroBank.tad", tmp_path / "b" / "CroBank.tad", "--json").stdout)
    count = (len(tad) - profile.tad_header.SIZE) // profile.tad_slot.SIZE
    first = (profile.tad_slot.DTYPE.names or ("",))[0]
    assert [each["path"] for each in found["differences"]] == [
        ["slots", "5", first],
        ["slots", f"{count + 1} to {count + 1}"],
        ["rest"],
    ]
