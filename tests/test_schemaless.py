"""`export --schemaless`: rows by base id and position, where nothing names them."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from recovery_banks import description, table

import cronos_fmt
from cronos_fmt.bank import Bank, RecordClass
from cronos_fmt.cli import main
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.rows import Row
from cronos_fmt.sinks import export_schemaless
from cronos_fmt.sinks.csv import CsvFile
from cronos_fmt.writer import write_bank

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "bank"
OWN = table(5)


def run(bank: Path, out: Path, *more: object) -> Result:
    return CliRunner().invoke(main, ["export", str(bank), "--schemaless", "--out", str(out), *map(str, more)])


def content(path: Path) -> list[list[str]]:
    csv.field_size_limit(2**30)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def manifest(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    return found


def rows_of(bank: Bank) -> dict[int, list[Row]]:
    """The rows as they are read with definitions, by base id."""
    found: dict[int, list[Row]] = {}
    for item in bank.scan():
        if isinstance(item.content, Row):
            found.setdefault(item.content.base.id, []).append(item.content)
    return found


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The example without its CroStru."""
    folder = tmp_path / "bare"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("CroStru.*", "Voc"))
    return folder


def test_missing_structure(bare: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run(bare, out)
    assert result.exit_code == Status.PROBLEMS
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("names, types and layout are missing")]
    assert "CroStru.dat and CroStru.tad missing" in line and f"cronos-fmt kod recover {bare}" in line
    assert result.stdout == ""
    with cronos_fmt.open(EXAMPLE) as bank:
        expected = rows_of(bank)
        files = {i.number: i.content for i in bank.scan() if i.kind is RecordClass.FILE}
    assert {path.name for path in out.glob("*.csv")} == {f"base{base}.csv" for base in expected}
    for base, rows in expected.items():
        header, *lines = content(out / f"base{base}.csv")
        assert header == ["record", *(f"p{n}" for n in range(1, len(header)))]
        assert [line[0] for line in lines] == [str(row.number) for row in rows]
        assert {len(line) for line in lines} <= {len(header)}
    for number, data in files.items():
        assert (out / "files" / str(number)).read_bytes() == data
    first = content(out / "base1.csv")[1]
    assert first[1:6] == ["Иванов Иван Иванович", "007701234567", "850402", "прежний пароль: 1234", "0930"]
    assert bytes.fromhex(first[7]).endswith("Договор Иванов\x1etxt\x1e30".encode("cp1251"))
    assert first[8] == "+7 495 123-45-67; +7 916 765-43-21"
    assert first[9] == "0102080000000000000020000080"


def test_counts_add_up(bare: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(bare, out)
    found = manifest(out)
    counts = found["counts"]
    assert found["schemaless"] is True and found["status"] == "complete"
    assert counts["slots"] == counts["free"] + counts["live"] + counts["deleted"]
    assert counts["live"] == sum(counts[k] for k in ("rows", "files", "system", "empty", "unassigned", "skipped"))
    assert counts["rows"] == sum(entry["rows"] for entry in found["tables"]) == 12
    assert counts["files"] == len(list((out / "files").iterdir()))
    with cronos_fmt.open(EXAMPLE) as bank:
        assert found["system_records"] == [{"number": bank.schema.ns1_copy, "what": "copy of NS1"}]
    for entry in found["tables"]:
        header, *lines = content(out / entry["output"])
        assert (len(header) - 1, len(lines)) == (entry["columns"], entry["rows"])
    kinds = [json.loads(line)["kind"] for line in (out / "problems.jsonl").read_text(encoding="utf-8").splitlines()]
    assert kinds == ["no-definitions"]
    assert found["problems"] == {"total": 1, "by_kind": {"no-definitions": 1}}


def test_locked_structure(tmp_path: Path) -> None:
    write_bank(description(3, OWN, rows=20), tmp_path / "bank")
    result = run(tmp_path / "bank", tmp_path / "out", "--kod", "none")
    assert result.exit_code == Status.PROBLEMS
    assert f"next: cronos-fmt kod recover {tmp_path / 'bank'} --out kod.json" in result.stderr
    assert "KOD table of its own" in manifest(tmp_path / "out")["reason"]
    with cronos_fmt.open(tmp_path / "bank", kod=OWN) as bank:
        (rows,) = rows_of(bank).values()
        expected = [[str(row.number), row.text("Имя"), row.text("Заметка")] for row in rows]
    assert content(tmp_path / "out" / "base1.csv") == [["record", "p1", "p2"], *expected]


@pytest.mark.parametrize("damage", ["cut", "overwritten"])
def test_damaged_structure(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "bank"
    write_bank(description(3, OWN, rows=5, files={"stru": {"encoded": False}}), folder)
    dat = folder / "CroStru.dat"
    size = dat.stat().st_size
    head = dat.read_bytes()[: 10 if damage == "cut" else 256]
    dat.write_bytes(head if damage == "cut" else head.ljust(size, b"\xee"))
    assert run(folder, tmp_path / "out").exit_code == Status.PROBLEMS
    assert len(content(tmp_path / "out" / "base1.csv")) == 6
    assert manifest(tmp_path / "out")["counts"]["system"] == 1


def test_encoded_rows_with_a_given_table(tmp_path: Path) -> None:
    folder = tmp_path / "bank"
    write_bank(description(3, OWN, rows=50, files={"bank": {"encoded": True}}) | {"version": "01.04"}, folder)
    with cronos_fmt.open(folder, kod=OWN) as bank:
        (rows,) = rows_of(bank).values()
        texts = [row.text("Заметка") for row in rows]
    for path in folder.glob("CroStru.*"):
        path.unlink()
    result = run(folder, tmp_path / "locked", "--kod", "none")
    assert result.exit_code == Status.KOD and not (tmp_path / "locked").exists()
    assert run(folder, tmp_path / "out", "--kod", OWN.table.hex()).exit_code == Status.PROBLEMS
    assert [line[2] for line in content(tmp_path / "out" / "base1.csv")[1:]] == texts
    assert manifest(tmp_path / "out")["counts"]["system"] == 1


def test_refused_where_definitions_can_be_read(tmp_path: Path) -> None:
    result = run(EXAMPLE, tmp_path / "out")
    assert result.exit_code == Status.USAGE
    assert "definitions in CroStru can be read" in result.stderr and "without --schemaless" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "more", [["--hidden"], ["--deleted"], ["--strict"], ["--table", "A"], ["--positions", "bytes"]]
)
def test_refused_with_options_that_need_definitions(more: list[str], bare: Path, tmp_path: Path) -> None:
    result = run(bare, tmp_path / "out", *more)
    assert result.exit_code == Status.USAGE
    assert more[0] in result.stderr and not (tmp_path / "out").exists()


def test_output_is_all_or_nothing(bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "new" / "out"

    def stop(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, cronos_fmt.open(bare) as bank:
        patch.setattr(CsvFile, "write", stop)
        with pytest.raises(CronosError, match="cannot be written: No space left"):
            export_schemaless(bank, out)
    assert not (tmp_path / "new").exists()
    assert run(bare, out).exit_code == Status.PROBLEMS
    assert run(bare, out).exit_code == Status.USAGE
    assert run(bare, out, "--force", "--no-files").exit_code == Status.PROBLEMS
    assert not (out / "files").exists() and manifest(out)["counts"]["files"] > 0
    assert run(bare, bare, "--force").exit_code == Status.USAGE
    assert [path.name for path in out.parent.iterdir()] == ["out"]


def test_empty_and_damaged_records_and_binary_values(tmp_path: Path) -> None:
    folder = tmp_path / "bank"
    fields = [{"name": "A", "type": "text"}, {"name": "B", "type": "text"}]
    rows = [
        {"number": 5, "values": {"A": {"counted": {"hex": "0001ff"}}, "B": {"counted": "а\r\nб\tв"}}},
        {"number": 6, "values": {"A": {"hex": "98"}, "B": "и"}},
        {"number": 7, "values": {"A": "x"}},
    ]
    write_bank({"name": "B", "tables": [{"name": "T", "fields": fields, "rows": rows}]}, folder)
    with cronos_fmt.open(folder) as bank:
        last = bank.bank.slot(7)
        assert last.offset + last.length == bank.bank.dat.size
    for path in folder.glob("CroStru.*"):
        path.unlink()
    with (folder / "CroBank.dat").open("r+b") as file:
        file.truncate(last.offset)
    assert run(folder, tmp_path / "out").exit_code == Status.PROBLEMS
    assert content(tmp_path / "out" / "base1.csv")[1:] == [["5", "0001ff", "а\r\nб\tв"], ["6", "\ufffd", "и"]]
    found = manifest(tmp_path / "out")
    assert (found["counts"]["skipped"], found["counts"]["rows"]) == (1, 2)
    assert found["problems"]["by_kind"] == {"no-definitions": 1, "record-damaged": 1, "undecodable-byte": 1}


def test_columns_are_bounded(bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cronos_fmt.sinks.schemaless._COLUMNS", 2)
    assert run(bare, tmp_path / "out").exit_code == Status.PROBLEMS
    assert content(tmp_path / "out" / "base1.csv")[0] == ["record", "p1", "p2"]
    assert manifest(tmp_path / "out")["problems"]["by_kind"]["schemaless-columns"] == 3


def test_progress_counts_both_passes(bare: Path, tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    with cronos_fmt.open(bare) as bank:
        export_schemaless(bank, tmp_path / "out", progress=lambda now: calls.append((now.records, now.total)))
        assert calls == [(2 * bank.bank.slot_count,) * 2]


@pytest.mark.realdata
def test_samples(sample_bank: Path, tmp_path: Path) -> None:
    """The same rows as with definitions; only bit cards, which nothing else tells, are taken for something else."""
    folder = tmp_path / "bare"
    shutil.copytree(sample_bank, folder, ignore=shutil.ignore_patterns("Cro[Ss]tru.*", "Voc", "VOC"))
    assert run(folder, tmp_path / "out").exit_code == Status.PROBLEMS
    with cronos_fmt.open(sample_bank) as bank:
        expected = {base: [str(row.number) for row in rows] for base, rows in rows_of(bank).items()}
        cards = {str(number) for number in bank.schema.bank_bit_cards}
    for base, numbers in expected.items():
        lines = content(tmp_path / "out" / f"base{base}.csv")[1:]
        assert [line[0] for line in lines if line[0] not in cards] == numbers
