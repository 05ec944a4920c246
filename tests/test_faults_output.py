"""Known faults of readers, groups F, E, U and X: stored files, tables, manifest, messages, what is left on the disk.

A test carries the id of its fault.
"""

from __future__ import annotations

import csv
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_faults_opening import PLAIN_STRU, TEXT, Exported, assert_reconciled, edited, exported, made, one_table, run

import cronos_fmt
from cronos_fmt import CronosError, Limits, Status
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt.bank import Bank
from cronos_fmt.sinks import export
from cronos_fmt.sinks.csv import CsvFile
from cronos_fmt.sinks.lines import LineTable
from cronos_fmt.sinks.names import Names
from cronos_fmt.sinks.progress import Progress

FILE = {"name": "Ф", "type": "file"}


# ---- F: stored files


def references(*values: Any, stored: dict[int, str] | None = None, **bank: Any) -> dict[str, Any]:
    """The table А with one file field Ф, a row for each value from number 10 on, and stored files by number."""
    rows = [{"number": 10 + i, "values": {"Ф": value}} for i, value in enumerate(values)]
    files = [{"number": number, "text": text} for number, text in (stored or {}).items()]
    table = {"name": "А", "fields": [FILE], "rows": rows}
    return {"files": PLAIN_STRU, "tables": [table], "stored_files": files} | bank


def named(record: int | None, name: str, extension: str = "") -> dict[str, Any]:
    return {"file": record, "name": name, "extension": extension}


def by_hand(name: bytes, extension: bytes, number: bytes, behind: bytes = b"") -> dict[str, Any]:
    """A reference whose record number is any bytes."""
    strings = {"name": name, "extension": extension, "record_number": number}
    built = BUILDERS["file_reference"].build({"strings": strings, "unknown_after_strings": behind})
    return {"counted": {"hex": bytes(built).hex()}}


def files_of(result: Exported) -> dict[str, str]:
    folder = result.folder / "files"
    return {p.name: p.read_text(encoding="cp1251") for p in folder.iterdir()} if folder.exists() else {}


@pytest.mark.parametrize("numbers", [(1, 2), (20, 21)], ids=["F8-file-first", "F8-row-first"])
def test_f8_a_file_gets_its_name_from_before_or_behind(numbers: tuple[int, int], tmp_path: Path) -> None:
    """F8: files are written in the one pass, whether the row that names them comes before or after them."""
    stored = {numbers[0]: "раз", numbers[1]: "два"}
    values = named(numbers[0], "один", "txt"), named(numbers[1], "другой")
    result = exported(made(references(*values, stored=stored), tmp_path / "bank"))
    assert result.texts("А.csv") == ["один.txt", "другой"]
    assert files_of(result) == {"один.txt": "раз", "другой": "два"}
    assert (result.manifest["counts"]["files"], result.problems) == (2, [])


@pytest.mark.parametrize("number", [1, 20])
def test_f10_two_rows_name_one_file(number: int, tmp_path: Path) -> None:
    """F10: a file that several rows name is written once, and all of them show the name it got."""
    values = named(number, "первое", "txt"), named(number, "первое", "txt"), named(number, "второе", "txt")
    result = exported(made(references(*values, stored={number: "раз"}), tmp_path / "bank"))
    assert result.texts("А.csv") == ["первое.txt"] * 3
    assert files_of(result) == {"первое.txt": "раз"}


def test_f9_equal_names_do_not_overwrite(tmp_path: Path) -> None:
    """F9: names that are equal, or differ by case alone, give a file each."""
    names = ["скан.txt", "скан.txt", "СКАН.TXT", "скан (2).txt", "скан"]
    values = [named(1 + i, *name.rsplit(".", 1)) for i, name in enumerate(names)]
    result = exported(made(references(*values, stored={1 + i: str(i) for i in range(5)}), tmp_path / "bank"))
    shown = result.texts("А.csv")
    assert shown == ["скан.txt", "скан (2).txt", "СКАН (3).TXT", "скан (2) (2).txt", "скан"]
    assert files_of(result) == {name: str(i) for i, name in enumerate(shown)}
    assert len({name.casefold() for name in shown}) == len(shown)


UNSAFE = {
    "F9-X1-parent": ("../../outside/name", "", "_.._outside_name"),
    "F9-X1-absolute": ("/outside/name", "", "_outside_name"),
    "F9-X1-backslash": ("..\\..\\x", "ini", "_.._x.ini"),
    "F9-drive": ("c:\\x", "txt", "c__x.txt"),
    "F9-dot": (".", "", "20"),
    "F9-dots": ("..", "", "20"),
    "F9-dots-and-spaces": (" . .", "", "20"),
    "F9-empty": ("", "", "20"),
    "F9-hidden": (".bashrc", "", "bashrc"),
    "F9-trailing": ("имя. ", "", "имя"),
    "F9-reserved": ("CON", "", "_CON"),
    "F9-reserved-extension": ("nul", "txt", "_nul.txt"),
    "F9-reserved-digit": ("Lpt1", "", "_Lpt1"),
    "F9-X2-control": ("a\x07b\r\nc", "", "a_b__c"),
    "F9-X2-escape": ("\x1b[31m", "txt", "_[31m.txt"),
    "F9-wildcards": ('a*b?c"d<e>f|g', "", "a_b_c_d_e_f_g"),
    "F9-extension-path": ("x", "/../y", "x._.._y"),
    "F9-undefined-byte": ("xЂ", "", "xЂ"),
}


@pytest.mark.parametrize("case", UNSAFE)
def test_f9_names_are_safe(case: str, tmp_path: Path) -> None:
    """F9, X1, X2: a name from a bank is one name in one folder, on any system, and never empty."""
    name, extension, expected = UNSAFE[case]
    before = sorted(tmp_path.rglob("*"))
    result = exported(made(references(named(20, name, extension), stored={20: "раз"}), tmp_path / "bank"))
    assert files_of(result) == {expected: "раз"}
    assert result.texts("А.csv") == [expected]
    assert before == [] and sorted(p.name for p in tmp_path.iterdir()) == ["bank", "bank exported"]


@pytest.mark.parametrize("name", ["", "..", "1"], ids=lambda name: f"F9-{name}")
def test_f9_a_file_keeps_its_number_where_its_name_is_no_other(name: str, tmp_path: Path) -> None:
    """F9: of a file that was met before its reference, the number is free for its own use."""
    result = exported(made(references(named(1, name), stored={1: "раз"}), tmp_path / "bank"))
    assert (files_of(result), result.texts("А.csv")) == ({"1": "раз"}, ["1"])


def test_f9_names_are_limited_on_a_character(tmp_path: Path) -> None:
    """F9: a name of 255 Cyrillic letters has 510 bytes in UTF-8, more than file systems take; two of them stay two."""
    values = named(1, "ж" * 255), named(2, "ж" * 255)
    result = exported(made(references(*values, stored={1: "раз", 2: "два"}), tmp_path / "bank"))
    found = files_of(result)
    assert sorted(found.values()) == ["два", "раз"]
    assert all(len(name.encode()) < 255 and name.rstrip(" (2)").strip("ж") == "" for name in found)
    assert sorted(found) == sorted(result.texts("А.csv"))


def test_f9_a_long_name_keeps_its_extension(tmp_path: Path) -> None:
    """F9: without its extension nobody opens the file."""
    result = exported(made(references(named(1, "ж" * 250, "docx"), stored={1: "раз"}), tmp_path / "bank"))
    assert [Path(name).suffix for name in files_of(result)] == [".docx"]


DANGLING = {
    # Record 1 is a stored file, 2 a row of another table, 3 empty, 4 damaged, 5 of no base, 6 a bit card, 7 free, 8 the
    # copy of NS1.
    "F1-zero": 0,
    "F1-behind-the-end": 999,
    "F5-ten-digits": 9_999_999_999,
    "F2-row": 2,
    "F1-empty-record": 3,
    "F1-damaged-record": 4,
    "F2-foreign-base": 5,
    "F2-bit-card": 6,
    "F1-free": 7,
    "F2-ns1-copy": 8,
}


def with_every_kind(value: dict[str, Any], folder: Path) -> Path:
    """A bank whose record 10 names a record, and whose records 1 to 8 are of all kinds."""
    other = {"name": "Б", "layout": "0x0005", "bit_card": 6, "fields": [TEXT], "rows": [{"number": 2}]}
    description = references(value, stored={1: "раз"}, ns1_record=8, files_base={"layout": "0x0109"})
    description["tables"][0]["layout"] = "0x0109"
    description["tables"].append(other)
    raw = [(3, ""), (4, "00ff"), (5, "63ff")]
    description["raw_records"] = [{"number": number, "hex": data} for number, data in raw]
    made(description, folder)
    with edited(folder) as pair:
        pair.put(4, "inline", len(pair.dat), 9)
    return folder


@pytest.mark.parametrize("case", DANGLING)
def test_f1_f2_a_reference_to_no_file_is_reported(case: str, tmp_path: Path) -> None:
    """F1, F2, F5: a number without a stored file costs nothing: the name stays, and table, row and field are told."""
    number = DANGLING[case]
    value = by_hand("имя".encode("cp1251"), b"txt", str(number).encode())
    result = exported(with_every_kind(value, tmp_path / "bank"))
    assert result.texts("А.csv") == ["имя.txt"]
    assert files_of(result) == {"1": "раз"}
    (problem,) = [p for p in result.problems if p["kind"] == "dangling-reference"]
    assert (problem["table"], problem["record"], problem["field"]) == ("А", 10, "Ф")
    assert str(number) in problem["message"] and "имя" not in problem["message"]


def test_r11_a_record_met_by_its_reference_is_reported_once(tmp_path: Path) -> None:
    """R11: a reference to a record of no base, which stands behind the row."""
    description = references(named(20, "имя"), raw_records=[{"number": 20, "hex": "63ff"}])
    result = exported(made(description, tmp_path / "bank"))
    assert result.kinds == {"dangling-reference": 1, "unassigned": 1}


def test_f3_an_empty_number_is_sound(tmp_path: Path) -> None:
    """F3, F12: the bank names a file that it does not hold; nothing is wrong, and no folder is made."""
    result = exported(made(references(named(None, "имя", "txt"), named(None, "")), tmp_path / "bank"))
    assert result.texts("А.csv") == ["имя.txt", ""]
    assert result.problems == []
    assert not (result.folder / "files").exists()


NO_NUMBERS = {
    "F4-stray-byte": b"1\x98",
    "F4-nul": b"1\0",
    "F5-plus": b"+1",
    "F5-minus": b"-1",
    "F5-space": b" 1",
    "F5-underscore": b"1_0",
    "F5-hex": b"0x1",
    "F5-words": b"one",
    "F5-5000-digits": b"1" * 5_000,
    "F5-leading-zeros": b"0" * 5_000 + b"1",
}


@pytest.mark.parametrize("case", NO_NUMBERS)
def test_f4_f5_only_digits_are_a_number(case: str, tmp_path: Path) -> None:
    """F4, F5: a number with anything else in it must not be resolved to another record."""
    value = by_hand("имя".encode("cp1251"), b"txt", NO_NUMBERS[case])
    result = exported(made(references(value, stored={1: "раз"}), tmp_path / "bank"))
    assert result.texts("А.csv") == ["имя.txt"]
    assert files_of(result) == {"1": "раз"}
    (problem,) = result.problems
    assert (problem["kind"], problem["table"], problem["field"]) == ("file-reference", "А", "Ф")


def test_f6_a_bank_without_files_base_still_has_its_files(tmp_path: Path) -> None:
    """F6: nothing defines base 0; its records are stored files all the same."""
    description = references(named(1, "имя"), stored={1: "раз"}, extra_keys={"Base000": {"hex": ""}})
    result = exported(made(description, tmp_path / "bank"))
    assert files_of(result) == {"имя": "раз"}
    assert result.kinds == {"base-damaged": 1}


def test_f7_more_than_one_reference_is_reported(tmp_path: Path) -> None:
    """F7: bytes behind a reference may be another one; the first is read, the rest is told."""
    value = by_hand(b"a", b"txt", b"1", behind=b"\x1dmore")
    result = exported(made(references(value, stored={1: "раз"}), tmp_path / "bank"))
    assert (result.texts("А.csv"), result.kinds) == (["a.txt"], {"file-reference": 1})
    assert b"more".hex() in result.problems[0]["raw"]


def test_f1_a_reference_that_is_not_counted_is_text(tmp_path: Path) -> None:
    """F1: a plain value in a file field is no reference."""
    result = exported(made(references({"raw": "имя"}, {"counted": "xx"}), tmp_path / "bank"))
    assert (result.texts("А.csv"), result.kinds) == (["имя", "xx"], {"file-reference": 2})


def test_files_that_nothing_names_are_kept_by_number(tmp_path: Path) -> None:
    """16: a stored file without a reference has its record number for a name; one of that name gives way."""
    result = exported(made(references(named(2, "5"), stored={2: "два", 5: "пять", 7: ""}), tmp_path / "bank"))
    found = files_of(result)
    assert set(found.values()) == {"два", "пять", ""} and len(found) == 3
    assert (found["7"], result.texts("А.csv")) == ("", [next(name for name in found if found[name] == "два")])


def test_no_files_writes_no_files(tmp_path: Path) -> None:
    """F12: without files the names stay as the rows have them, and the files are still counted."""
    result = exported(made(references(named(1, "a/b", "txt"), stored={1: "раз"}), tmp_path / "bank"), files=False)
    assert (files_of(result), result.texts("А.csv")) == ({}, ["a/b.txt"])
    assert result.manifest["counts"]["files"] == 1


def test_f10_a_file_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F10: what was not found, or is written already, is not looked for once more."""
    looked: list[int] = []
    classify = Bank.classify
    monkeypatch.setattr(Bank, "classify", lambda self, n: looked.append(n) or classify(self, n))
    exported(
        made(references(*[named(n, "имя") for n in (1, 1, 30, 30, 99, 99)], stored={1: "", 30: ""}), tmp_path / "b")
    )
    # The check of a sample looks at each once; record 1 is written by then, 99 is behind the end.
    assert looked == [1, 30, 99, 30]


# ---- E: csv

CELLS = st.text(st.sampled_from("\",;\r\n\\=+-@ \tжЁ'a1\u00a0\ufeff\u2028"), max_size=12)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_e1_e2_csv_reads_back(table: list[list[str]]) -> None:
    """E1, E2, E13, E17: quotes, commas, line ends of all kinds, backslashes and formulas read back as they were."""
    header, rows = table[0], [[str(i), *row[1:]] for i, row in enumerate(table[1:], 1)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        sink = CsvFile(path, header)
        for row in rows:
            sink.write(int(row[0]), row[1:])
        sink.close()
        with path.open(encoding="utf-8", newline="") as file:
            assert list(csv.reader(file, strict=True)) == [header, *rows]


EXACT = {
    "E1-quote": ('a"b', '"a""b"'),
    "E1-comma": ("a,b", '"a,b"'),
    "E1-lf": ("a\nb", '"a\nb"'),
    "E1-cr": ("a\rb", '"a\rb"'),
    "E1-crlf": ("a\r\nb", '"a\r\nb"'),
    "E2-backslash": ("a\\b\\", "a\\b\\"),
    "E2-backslash-quote": ('\\"', '"\\"""'),
    "E17-formula": ("=1+1", "=1+1"),
    "E17-at": ("@x", "@x"),
    "empty": ("", ""),
    "spaces": (" a ", " a "),
    "semicolon": ("a;b", "a;b"),
}


@pytest.mark.parametrize("case", EXACT)
def test_csv_bytes_are_rfc_4180(case: str, tmp_path: Path) -> None:
    """E1, E2, E17: double quotes alone, only where they are needed; LF behind each row; no BOM; formulas verbatim."""
    value, written = EXACT[case]
    result = exported(made(one_table({"values": {"Т": {"counted": value}}}), tmp_path / "bank"))
    data = (result.folder / "А.csv").read_bytes().decode("utf-8")
    assert data == f"Системный номер,Т\n1,{written}\n"
    assert result.texts("А.csv") == [value]


def test_e13_a_cell_of_a_megabyte_is_whole(tmp_path: Path) -> None:
    """E13: long texts with line breaks are legal data."""
    text = 'строка, "вторая"\r\n' * 60_000
    folder = made(one_table({"values": {"Т": {"raw": text}}}), tmp_path / "bank")
    limit = csv.field_size_limit(sys.maxsize)
    try:
        assert exported(folder).texts("А.csv") == [text]
    finally:
        csv.field_size_limit(limit)


def test_a_table_without_fields_has_its_numbers(tmp_path: Path) -> None:
    """E9: a table without fields or without rows is still a valid file."""
    tables = [{"name": "А", "number_name": "", "rows": [{}, {}]}, {"name": "Б", "fields": [TEXT]}]
    result = exported(made({"tables": tables}, tmp_path / "bank"))
    assert result.rows("А.csv") == [[""], ["1"], ["2"]]
    assert result.rows("Б.csv") == [["Системный номер", "Т"]]


TABLE_NAMES = {
    "X1-parent": ("../x", "_x.csv"),
    "X1-absolute": ("/etc/x", "_etc_x.csv"),
    "X1-backslash": ("a\\b", "a_b.csv"),
    "X1-dots": ("..", "base1.csv"),
    "X1-empty": ("", "base1.csv"),
    "F9-reserved": ("CON", "_CON.csv"),
    "F9-reserved-lower": ("aux.old", "_aux.old.csv"),
    "F9-trailing-dots": ("имя...", "имя.csv"),
    "F9-trailing-spaces": ("имя  ", "имя.csv"),
    "X2-control": ("a\x1b[31m\x07", "a_[31m_.csv"),
    "X2-line-break": ("a\nb", "a_b.csv"),
    "X2-soft-hyphen": ("a\u00adb", "a_b.csv"),
    "own-manifest": ("manifest", "manifest.csv"),
    "own-folder": ("files", "files.csv"),
    "long-latin": ("x" * 255, "x" * 180 + ".csv"),
    "long-cyrillic": ("ж" * 255, "ж" * 90 + ".csv"),
}


@pytest.mark.parametrize("case", TABLE_NAMES)
def test_x1_table_names_are_safe_file_names(case: str, tmp_path: Path) -> None:
    """X1, X2, F9: the name of a table is no path, no reserved word, and fits any file system."""
    name, output = TABLE_NAMES[case]
    table = {"name": name, "fields": [TEXT], "rows": [{"values": {"Т": "раз"}}]}
    result = exported(made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank"))
    assert {p.name for p in result.folder.iterdir()} == {output, "manifest.json", "problems.jsonl"}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bank", "bank exported"]
    assert (result.manifest["tables"][0]["name"], result.manifest["tables"][0]["output"]) == (name, output)
    assert result.texts(output) == ["раз"]


def test_e18_two_tables_with_one_safe_name_are_two_files(tmp_path: Path) -> None:
    """E18: rows of a table never stand in the file of another one, not on a disk that ignores case either."""
    names = ["a/b", "a\\b", "A_B", "a_b (2)", "CON", "_con", "x" * 200, "x" * 201]
    tables = [{"name": name, "fields": [TEXT], "rows": [{"values": {"Т": name}}]} for name in names]
    result = exported(made({"files": PLAIN_STRU, "tables": tables}, tmp_path / "bank"))
    outputs = {table["name"]: table["output"] for table in result.manifest["tables"]}
    assert len({output.casefold() for output in outputs.values()}) == len(names)
    assert {name: result.texts(output) for name, output in outputs.items()} == {name: [name] for name in names}


def test_e18_deleted_rows_have_a_file_of_their_own(tmp_path: Path) -> None:
    """E18: a table named like the file for deleted rows of another one."""
    rows = [{"values": {"Т": "жив"}}, {"values": {"Т": "был"}, "deleted": True}]
    tables = [{"name": name, "fields": [TEXT], "rows": rows} for name in ("А", "а.deleted")]
    description = {"version": "01.11", "files": PLAIN_STRU, "tables": tables}
    result = exported(made(description, tmp_path / "bank"), deleted=True)
    outputs = [output for t in result.manifest["tables"] for output in (t["output"], t["deleted"]["output"])]
    assert len({output.casefold() for output in outputs}) == 4
    assert [result.texts(output) for output in outputs] == [["жив"], ["был"]] * 2


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(st.text(max_size=300), max_size=6))
def test_f9_any_names_are_safe_and_distinct(wanted: list[str]) -> None:
    """F9: for any texts whatever."""
    names = Names("manifest.json")
    given_out = [names.take(name, str(i), ".csv") for i, name in enumerate(wanted)]
    assert len({name.casefold() for name in given_out}) == len(wanted)
    for name in given_out:
        assert name == Path(name).name and not set(name) & set('<>:"/\\|?*') and name.isprintable()
        assert name.removesuffix(".csv").strip(" .") and name == name.strip() and len(name.encode()) < 255


def test_e16_a_table_asked_for_twice_is_written_once(tmp_path: Path) -> None:
    """E16: --table X --table X."""
    result = exported(made(one_table("раз"), tmp_path / "bank"), tables=["А", "А"])
    assert {p.name for p in result.folder.glob("*.csv")} == {"А.csv"}
    assert result.texts("А.csv") == ["раз"]


# ---- manifest and problems

DESCRIBED: dict[str, dict[str, Any]] = {
    "whole": references(named(1, "имя"), stored={1: "раз"}),
    "unassigned": references(named(1, "имя"), raw_records=[{"number": n, "hex": "63"} for n in (1, 2, 3)]),
    "empty": references(raw_records=[{"number": 4, "hex": ""}, {"number": 5, "hex": "01"}]),
    "deleted": one_table("а", {"values": {"Т": "б"}, "deleted": True}, version="01.11"),
    "lost table": one_table("а", "б", extra_keys={"Base001": {"hex": "0000"}}),
    "lost files base": references(named(1, "а"), stored={1: "б"}, extra_keys={"Base000": {"hex": "00"}}),
    "no tables": {},
    "cards": {"tables": [{"name": "А", "layout": "0x0005", "rows": [{}, {}]}, {"name": "Б", "layout": "0x0005"}]},
}


@pytest.mark.parametrize("case", DESCRIBED, ids=lambda case: f"E16-{case}")
@pytest.mark.parametrize("damage", [None, "records", "tad"])
def test_e16_counts_reconcile(case: str, damage: str | None, tmp_path: Path) -> None:
    """E16: whatever is wrong, every slot is counted once, and the tables hold as many rows as the manifest says."""
    folder = made(DESCRIBED[case], tmp_path / "bank")
    with edited(folder) as pair:
        if damage == "records":
            del pair.dat[-3:]
        elif damage == "tad":
            del pair.tad[-5:]
    result = exported(folder, deleted=True)
    slots = (len(pair.tad) - pair.layouts.tad_header.SIZE) // pair.layouts.tad_slot.SIZE
    assert result.manifest["counts"]["slots"] == slots
    for table in result.manifest["tables"]:
        assert len(result.rows(table["output"])) == 1 + table["rows"]
        if "deleted" in table:
            assert len(result.rows(table["deleted"]["output"])) == 1 + table["deleted"]["rows"]
    assert len(files_of(result)) == result.manifest["counts"]["files"]
    assert len(result.problems) <= result.manifest["problems"]["total"]


KEYS = ["kind", "file", "record", "table", "field", "offset", "message", "raw"]


def test_problems_have_their_keys(tmp_path: Path) -> None:
    """Export contract: the keys of problems.jsonl, and raw bytes as lowercase hex."""
    description = references({"raw": "НЕТ"}, raw_records=[{"number": 5, "hex": "63"}])
    result = exported(made(description, tmp_path / "bank"))
    assert [list(problem) for problem in result.problems] == [KEYS] * 2
    by_kind = {problem["kind"]: problem for problem in result.problems}
    value, record = by_kind["file-reference"], by_kind["unassigned"]
    assert (value["table"], value["record"], value["field"], value["raw"]) == ("А", 10, "Ф", "cdc5d2")
    assert (record["file"], record["record"], record["raw"]) == ("CroBank", 5, None)
    assert isinstance(record["offset"], int)
    assert result.manifest["problems"] == {"total": 2, "by_kind": {"file-reference": 1, "unassigned": 1}}


def test_u14_problems_of_one_kind_are_capped(tmp_path: Path) -> None:
    """U14: all are counted, the first of each kind are kept."""
    raw = [{"number": n, "hex": "63"} for n in range(1, 41)] + [{"number": 50, "hex": "01"}]
    folder = made(references({"raw": "x"}, raw_records=raw) | {"tables": [references({"raw": "x"})["tables"][0]]} | {
        "raw_records": [r for r in raw if r["number"] != 10]
    }, tmp_path / "bank")  # fmt: skip
    result = exported(folder, limits=Limits(problems_per_kind=5))
    assert result.kinds == {"unassigned": 39, "file-reference": 1}
    assert [p["record"] for p in result.problems] == [1, 2, 3, 4, 5, 10]
    assert result.manifest["problems"]["total"] == 40
    shown = run("export", folder, "--out", tmp_path / "out").stderr.splitlines()
    assert len(shown) < 15 and "unassigned 39" in "".join(shown)


SECRET = "Секретов"


def test_x6_messages_hold_no_content_of_rows(tmp_path: Path) -> None:
    """X6: what a row says stands in the tables, and in `raw` where it could not be read; never in a message."""
    kinds = ["date", "time", "file", "text", "text"]
    fields = [{"name": f"П{i}", "type": kind} for i, kind in enumerate(kinds)]
    raw = SECRET.encode("cp1251")
    values = {f"П{i}": {"hex": (raw + (b"\x98" if i == 3 else b"\0x" if i == 4 else b"")).hex()} for i in range(5)}
    rows = [{"values": values, "hidden": {"6": SECRET}}, {"number": 9}]
    records = [
        {"number": 20, "hex": b"c".hex() + raw.hex()},
        {"number": 21, "hex": (b"\1" + raw + b"\x1e\x1b\xff\xff\xff\xff" + raw).hex()},
    ]
    description = {
        "files": PLAIN_STRU,
        "tables": [{"name": "А", "fields": fields, "rows": rows}],
        "raw_records": records,
    }
    folder = made(description, tmp_path / "bank")
    result = exported(folder)
    expected = {"no-date", "no-time", "file-reference", "undecodable-byte", "nul-in-text", "surplus-value"}
    assert set(result.kinds) == expected | {"unassigned", "row-damaged"}
    for problem in result.problems:
        assert SECRET not in json.dumps(problem | {"raw": None}, ensure_ascii=False)
    assert SECRET not in run("export", folder, "--out", tmp_path / "out").output
    assert SECRET in (result.folder / "А.csv").read_text(encoding="utf-8")


def test_x7_the_password_is_not_shown(tmp_path: Path) -> None:
    """X7: who asks for tables is not told the password of the bank."""
    folder = made(one_table("раз", password="Пароль"), tmp_path / "bank")
    out = tmp_path / "out"
    shown = [run("info", folder), run("info", folder, "--json"), run("schema", folder, "--json")]
    shown += [run("rows", folder, "А"), run("export", folder, "--out", out)]
    texts = [result.output for result in shown] + [path.read_text(encoding="utf-8") for path in out.iterdir()]
    assert all(result.exit_code == 0 for result in shown)
    assert not any("Пароль" in text or "Пароль".encode("cp1251").hex() in text for text in texts)


# ---- U: the command line, and what is left


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, CronosError, StopIteration])
def test_u15_an_error_of_the_caller_passes_through(error: type[BaseException], tmp_path: Path) -> None:
    """U15: what a callback raises arrives unchanged, and nothing is left on the disk."""
    folder = made(one_table("раз"), tmp_path / "bank")
    thrown = error("mine")

    def progress(_: Progress) -> None:
        raise thrown

    with cronos_fmt.open(folder) as bank, pytest.raises(error) as caught:
        export(bank, tmp_path / "out", progress=progress)
    assert caught.value is thrown
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]


def test_u15_an_os_error_of_the_caller_passes_through(tmp_path: Path) -> None:
    """U15: such as that of a progress bar whose terminal is gone."""
    test_u15_an_error_of_the_caller_passes_through(BrokenPipeError, tmp_path)


def test_u4_a_failure_leaves_no_folder_behind(tmp_path: Path) -> None:
    """U4: a strict run that ends in the middle leaves neither the output nor a part of it."""
    folder = made(DESCRIBED["unassigned"], tmp_path / "bank")
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError, match="unassigned"):
        export(bank, tmp_path / "out", strict=True)
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]


def test_u4_a_failure_leaves_no_folder_above_behind(tmp_path: Path) -> None:
    """U4: the folders above the output were made for it."""
    folder = made(DESCRIBED["unassigned"], tmp_path / "bank")
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError, match="unassigned"):
        export(bank, tmp_path / "new" / "deep" / "out", strict=True)
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]


def test_u3_an_output_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """U3, E16: under its own name an output is complete; while it is written it has another one."""
    folder, out = made(one_table("раз"), tmp_path / "bank"), tmp_path / "out"
    seen: list[bool] = []
    write = LineTable.write
    monkeypatch.setattr(LineTable, "write", lambda *args: seen.append(out.exists()) or write(*args))
    assert run("export", folder, "--out", out).exit_code == 0
    assert seen == [False]
    assert json.loads((out / "manifest.json").read_text(encoding="utf-8"))["status"] == "complete"
    assert_reconciled(json.loads((out / "manifest.json").read_text(encoding="utf-8")))


def test_u3_a_forced_output_that_fails_keeps_the_old_one(tmp_path: Path) -> None:
    """U3: --force replaces an output with a whole one only."""
    folder, out = made(DESCRIBED["unassigned"], tmp_path / "bank"), tmp_path / "out"
    out.mkdir()
    (out / "old").write_text("kept")
    assert run("export", folder, "--out", out, "--force", "--strict").exit_code == Status.NOT_A_BANK
    assert [path.name for path in out.iterdir()] == ["old"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bank", "out"]


@pytest.mark.parametrize("above", [0, 1], ids=["U3-bank", "U3-folder-above"])
def test_u3_the_bank_is_never_replaced(above: int, tmp_path: Path) -> None:
    """U3: --force with the bank, or a folder that holds it, as the output would delete the bank."""
    folder = made(one_table("раз"), tmp_path / "all" / "bank")
    out = [folder, folder.parent][above]
    assert run("export", folder, "--out", out, "--force").exit_code == Status.USAGE
    assert (folder / "CroBank.dat").exists()


@pytest.mark.parametrize("out", [".", "/"])
def test_u2_an_output_without_a_name_is_a_mistake(out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """U2: --out . --force is answered as a mistake, not as a fault of the program."""
    folder = made(one_table("раз"), tmp_path / "bank")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    result = run("export", folder, "--out", out, "--force")
    assert "a fault in cronos-fmt" not in result.stderr
    assert result.exit_code == Status.USAGE


def test_u1_the_exit_status_tells(tmp_path: Path) -> None:
    """U1: clean, with problems, strict, usage: each has its status."""
    clean, damaged = made(one_table("раз"), tmp_path / "a"), made(DESCRIBED["unassigned"], tmp_path / "b")
    outs = iter(tmp_path / f"out {i}" for i in range(9))
    assert run("export", clean, "--out", next(outs), "--strict").exit_code == Status.CLEAN
    assert run("export", damaged, "--out", next(outs)).exit_code == Status.PROBLEMS
    assert run("export", damaged, "--out", next(outs), "--strict").exit_code == Status.NOT_A_BANK
    assert run("export", clean, "--out", next(outs), "--table", "Нет").exit_code == Status.USAGE
    assert run("export", clean, "--out", next(outs), "--to", "xls").exit_code == Status.USAGE
    assert run("export", tmp_path / "c", "--out", next(outs)).exit_code == Status.IO


SURVEYS = [
    pytest.param(("info",), id="E15-text"),
    pytest.param(("info", "--json"), id="E15-json"),
]


@pytest.mark.parametrize("arguments", SURVEYS)
def test_e15_a_folder_whose_name_is_no_text(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """E15: names of folders may be any bytes; what is shown of them is UTF-8."""
    folder = made(one_table("раз"), tmp_path / "bank")
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe")
    try:
        folder.rename(odd)
    except OSError:
        pytest.skip("the file system takes no such name")
    result = run(arguments[0], odd, *arguments[1:])
    assert result.exit_code == Status.CLEAN, result.output
    result.stdout_bytes.decode("utf-8")
    assert "udcff" in result.stdout


def test_f11_a_table_never_takes_the_place_of_another_output(tmp_path: Path) -> None:
    """F11: folders and lists beside the tables have names of their own, whatever the tables are called."""
    names = ["files", "images", "manifest", "problems", "Files", "manifest.json"]
    tables = [{"name": name, "mnemonic": "AB", "fields": [TEXT], "rows": [{"values": {"Т": name}}]} for name in names]
    folder = made({"tables": tables, "stored_files": [{"number": 99, "text": "x"}]}, tmp_path / "bank")
    result = exported(folder)
    outputs = [table["output"] for table in result.manifest["tables"]]
    assert len({output.casefold() for output in outputs}) == len(names)
    assert [result.texts(output) for output in outputs] == [[name] for name in names]
    assert (result.folder / "files" / "99").read_bytes() == b"x"
