"""An export that was interrupted goes on where it ended, and becomes what it would have been without a break."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import cronos_fmt
from cronos_fmt.cli import main
from cronos_fmt.sinks import export
from cronos_fmt.sinks.progress import Progress
from cronos_fmt.writer import write_bank

ROWS = 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables with odd values and deleted rows; stored files that are named before and behind their records."""
    fields = [{"name": name, "type": kind} for name, kind in (("Т", "text"), ("Д", "date"), ("Ф", "file"))]
    tables = []
    for table in (1, 2):
        rows = []
        for n in range(table, ROWS, 2):
            value: dict[str, Any] = {
                "Т": f'имя "{n}"',
                "Д": {"raw": "не дата"} if n > 300 and not n % 50 else "1985-04-02",
            }
            if n % 10 == table:
                value["Ф"] = {"file": 2 * ROWS - n if n % 20 == table else 1000 + n % 7, "name": f"Скан {n % 3}"}
            rows.append({"number": n, "values": value, "deleted": n % 37 == 0})
        tables.append({"name": f"Таблица {table}", "fields": fields, "rows": rows})
    files = [{"number": n, "text": str(n)} for n in (*range(ROWS + 1, 2 * ROWS, 3), 1001, 1005)]
    plain = {name: {"encoded": False} for name in ("stru", "bank", "index")}
    description = {"version": "01.11", "files": plain, "tables": tables, "stored_files": files}
    out = tmp_path_factory.mktemp("resume") / "bank"
    write_bank(description, out)
    return out


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state after each batch, and small batches."""
    monkeypatch.setattr("cronos_fmt.sinks.resume.SECONDS", 0.0)
    monkeypatch.setattr("cronos_fmt.sinks.progress._EVERY", 1)
    monkeypatch.setattr("cronos_fmt.bulk.scan.BATCH_SLOTS", 50)
    monkeypatch.setattr("cronos_fmt.bulk.scan._SLOTS_A_BASE", 1)


class Stopped(Exception):
    pass


def content(out: Path) -> dict[str, Any]:
    """What an export holds, by file: the rows of tables, the bytes of all else."""
    return dict(_content(out))


def _content(out: Path) -> Iterator[tuple[str, Any]]:
    for path in sorted(p for p in out.rglob("*") if p.is_file()):
        name = str(path.relative_to(out))
        match path.suffix:
            case ".gz":
                yield name, gzip.decompress(path.read_bytes())
            case ".parquet":
                yield name, pq.read_table(path).to_pylist()
            case ".arrow":
                yield name, pa.ipc.open_file(pa.memory_map(str(path))).read_all().to_pylist()
            case _:
                yield name, path.read_bytes()


CASES = {
    "csv": ("csv", {}),
    "csv.gz": ("csv", {"compress": "gz"}),
    "jsonl": ("jsonl", {}),
    "parquet": ("parquet", {}),
    "arrow": ("arrow", {}),
}


@pytest.mark.parametrize("case", CASES)
def test_an_interrupted_export_goes_on(case: str, folder: Path, tmp_path: Path) -> None:
    to, options = CASES[case]
    asked: dict[str, Any] = {"to": to, "options": options, "deleted": True}
    with cronos_fmt.open(folder) as bank:
        export(bank, tmp_path / "whole", **asked)
    begun: list[int] = []
    for stop in (4, 7, 2, 1, None):
        seen: list[int] = []

        def listen(now: Progress, seen: list[int] = seen, stop: int | None = stop) -> None:
            seen.append(now.records)
            if len(seen) == stop:
                raise Stopped

        with cronos_fmt.open(folder) as bank:
            try:
                export(bank, tmp_path / "out", resume=True, progress=listen, **asked)
            except Stopped:
                assert not (tmp_path / "out").exists()
        begun.append(seen[0])
    assert begun == sorted(begun) and len(set(begun)) == len(begun)  # each run began behind the one before
    assert content(tmp_path / "out") == content(tmp_path / "whole")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_what_was_written_behind_the_state_is_no_harm(folder: Path, tmp_path: Path) -> None:
    """A run that is killed has lines and files that its last state does not know; files it knows may be lost."""
    with cronos_fmt.open(folder) as bank:
        export(bank, tmp_path / "whole")

        def listen(now: Progress) -> None:
            if now.records > ROWS + 100:
                raise Stopped

        with pytest.raises(Stopped):
            export(bank, tmp_path / "out", resume=True, progress=listen)
    (partial,) = tmp_path.glob(".out.partial-*")
    with (partial / "Таблица 1.csv").open("ab") as file:
        file.write(b"half a li")
    (partial / "files" / "strange").write_bytes(b"x")
    known = sorted(path for path in (partial / "files").iterdir() if path.name != "strange")
    known[0].unlink()
    known[1].write_bytes(b"")
    with cronos_fmt.open(folder) as bank:
        export(bank, tmp_path / "out", resume=True)
    assert content(tmp_path / "out") == content(tmp_path / "whole")


def test_another_run_is_refused(folder: Path, tmp_path: Path) -> None:
    def stop(now: Progress) -> None:
        raise Stopped

    with cronos_fmt.open(folder) as bank, pytest.raises(Stopped):
        export(bank, tmp_path / "out", resume=True, progress=stop)
    result = CliRunner().invoke(main, ["export", str(folder), "--out", str(tmp_path / "out"), "--resume", "--no-files"])
    assert result.exit_code == 2 and "other options" in result.stderr and "remove" in result.stderr
    (state,) = tmp_path.glob(".out.partial-*/resume.json")
    state.write_text("{")
    result = CliRunner().invoke(main, ["export", str(folder), "--out", str(tmp_path / "out"), "--resume"])
    assert result.exit_code == 2 and "cannot be read" in result.stderr
    state.unlink()
    result = CliRunner().invoke(main, ["export", str(folder), "--out", str(tmp_path / "out"), "--resume", "--quiet"])
    assert result.exit_code == 1 and json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))


def test_a_database_cannot_go_on(folder: Path, tmp_path: Path) -> None:
    arguments = ["export", str(folder), "--out", str(tmp_path / "out"), "--resume", "--to", "sqlite"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2 and "--resume means nothing for --to sqlite" in result.stderr
    assert list(tmp_path.iterdir()) == []
