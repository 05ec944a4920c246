"""The command line: what goes to stdout and stderr, exit statuses, and what is left behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cronos_fmt.bulk.engine import engine_name
from cronos_fmt.cli import main
from cronos_fmt.cli.options import FORMATS
from cronos_fmt.sinks.format import format_names
from cronos_fmt.writer import write_bank

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "bank"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A copy of the example bank, to be damaged."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "bank"))


def _remove(name: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        for end in (".dat", ".tad"):
            (folder / f"{name}{end}").unlink()

    return damage


def _write(name: str, data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(data) and None


def _patch(name: str, at: int, data: bytes) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        content = bytearray((folder / name).read_bytes())
        content[at : at + len(data)] = data
        (folder / name).write_bytes(content)

    return damage


def _empty(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


# What is done to a bank, the exit status of an export, and words that its one line must hold.
UNREADABLE = {
    "no CroStru": (_remove("CroStru"), 3, ["CroStru.dat and CroStru.tad missing"]),
    "no CroBank": (_remove("CroBank"), 3, ["CroBank.dat and CroBank.tad missing"]),
    "no CroBank.tad": (lambda folder: (folder / "CroBank.tad").unlink(), 3, ["CroBank.tad missing"]),
    "10 bytes": (_write("CroStru.dat", b"CroFile\0\0\0"), 3, ["CroStru.dat", "has 10 bytes"]),
    "10 bytes of bank": (_write("CroBank.dat", b"CroFile\0\0\0"), 3, ["CroBank.dat", "has 10 bytes"]),
    "5 bytes of tad": (_write("CroBank.tad", b"\0" * 5), 3, ["CroBank.tad", "has 5 bytes"]),
    "wrong magic": (_patch("CroStru.dat", 0, b"XX"), 3, ["CroStru.dat", "offset 0x0", "not a Cronos file"]),
    "empty directory": (_empty, 3, ["holds no Cronos bank"]),
    "missing path": (shutil.rmtree, 5, ["No such file or directory"]),
    "unknown version": (_patch("CroBank.dat", 10, b"01.99"), 3, ["unknown version '01.99'", "probe", "--assume"]),
    "known, not readable": (_patch("CroBank.dat", 10, b"01.17"), 3, ["version 01.17", "cannot be read yet"]),
    "empty CroStru": (_write("CroStru.tad", b"\0" * 8), 3, ["CroStru.dat", "no dictionary"]),
    "cut CroStru": (_patch("CroStru.tad", 8, b"\xff" * 12), 3, ["CroStru.dat"]),
    "own table": (_patch("CroStru.dat", 0x109, b"\x55" * 12), 4, ["CroStru.dat", "KOD table"]),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_unreadable_bank_gives_one_clear_line(case: str, bank: Path, tmp_path: Path) -> None:
    damage, status, words = UNREADABLE[case]
    damage(bank)
    result = run("export", bank, "--out", tmp_path / "out")
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    (line,) = result.stderr.strip().splitlines()
    assert line.startswith("error: ")
    for word in words:
        assert word in line
    assert [p.name for p in tmp_path.iterdir()] == ([] if case == "missing path" else ["bank"])


def test_names_are_matched_without_case(bank: Path, tmp_path: Path) -> None:
    for path in list(bank.iterdir()):
        if path.is_file():
            path.rename(path.with_name(path.name.upper()))
    assert run("export", bank, "--out", tmp_path / "out").exit_code == 0


def test_damaged_index_does_not_stop_an_export(bank: Path, tmp_path: Path) -> None:
    (bank / "CroIndex.dat").write_bytes(b"CroFile\0\0\0")
    result = run("export", bank, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "CroIndex" in result.stderr
    assert (tmp_path / "out" / "Клиенты.csv").exists()
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["problems"]["by_kind"] == {"file-unreadable": 1}


def test_lookalike_magic_is_accepted_with_a_problem(bank: Path, tmp_path: Path) -> None:
    _patch("CroBank.dat", 2, b"\xee")(bank)
    result = run("export", bank, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "Cyrillic letter" in result.stderr
    assert run("info", bank).exit_code == 1


@pytest.mark.parametrize("name", ["CroBank.dat", "crobank.DAT"])
def test_what_is_no_regular_file_is_no_bank_file(name: str, bank: Path, tmp_path: Path) -> None:
    (bank / "CroBank.dat").unlink()
    os.mkfifo(bank / name)
    result = run("export", bank, "--out", tmp_path / "out")
    assert result.exit_code == 3
    assert "CroBank.dat missing" in result.stderr


def test_existing_output_is_kept_unless_forced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "precious").write_text("data")
    result = run("export", EXAMPLE, "--out", out)
    assert result.exit_code == 2
    assert "exists already" in result.stderr and "--force" in result.stderr
    assert (out / "precious").exists()
    assert run("export", EXAMPLE, "--out", out, "--force").exit_code == 0
    assert not (out / "precious").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


def test_dangling_link_as_output_is_not_followed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.symlink_to(tmp_path / "elsewhere")
    assert run("export", EXAMPLE, "--out", out).exit_code == 2
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, OSError])
def test_interrupted_export_leaves_nothing(
    error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise error("stopped")

    monkeypatch.setattr("cronos_fmt.sinks.lines.LineTable.write", stop)
    result = run("export", EXAMPLE, "--out", tmp_path / "out")
    assert result.exit_code == {KeyboardInterrupt: 130, RuntimeError: 3, OSError: 5}[error]
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_strict_ends_at_the_first_problem(bank: Path, tmp_path: Path) -> None:
    _patch("CroBank.dat", 2, b"\xee")(bank)
    result = run("export", bank, "--out", tmp_path / "out", "--strict")
    assert result.exit_code == 3
    assert "magic-lookalike" in result.stderr
    assert not (tmp_path / "out").exists()
    assert run("export", EXAMPLE, "--out", tmp_path / "out", "--strict").exit_code == 0


def test_export_of_one_table(tmp_path: Path) -> None:
    assert run("export", EXAMPLE, "--out", tmp_path / "out", "--table", "Заказы", "--no-files").exit_code == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["manifest.json", "problems.jsonl", "Заказы.csv"]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert {t["name"]: t["output"] for t in manifest["tables"]}["Клиенты"] is None
    assert manifest["counts"]["rows"] == sum(t["rows"] for t in manifest["tables"])
    result = run("export", EXAMPLE, "--out", tmp_path / "other", "--table", "Нет")
    assert result.exit_code == 2
    assert "Заказы" in result.stderr


def test_info_surveys_a_tree(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "a" / "good")
    bad = Path(shutil.copytree(EXAMPLE, tmp_path / "b" / "bad", ignore=shutil.ignore_patterns("Voc")))
    for path in bad.glob("*.dat"):
        path.write_bytes(b"no")
    result = run("info", tmp_path, tmp_path / "a", "--json")
    assert result.exit_code == 1
    banks = json.loads(result.stdout)
    assert [Path(b["path"]).name for b in banks] == ["good", "Voc", "bad"]
    assert banks[0]["tables"] == 4
    # O17: each bank once, and a vocabulary is no bank on its own.
    assert [b.get("vocabulary_of") for b in banks] == [None, banks[0]["path"], None]
    assert banks[0]["files"][0]["kod"] == {"source": "default", "verdict": "proven"}
    assert "has 2 bytes" in banks[2]["error"]
    assert run("info", tmp_path / "a").exit_code == 0
    assert run("info", bad).exit_code == 3


@pytest.mark.parametrize(("path", "status"), [("empty", 3), ("missing", 5), ("file", 5)])
def test_info_without_a_bank(path: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    result = run("info", tmp_path / path)
    assert result.exit_code == status
    assert len(result.stderr.strip().splitlines()) == 1


def test_schema_works_without_rows(bank: Path) -> None:
    _remove("CroBank")(bank)
    result = run("schema", bank)
    assert result.exit_code == 0
    assert "hidden positions: 4" in result.stdout


def test_rows_by_name_and_id() -> None:
    by_name, by_id = run("rows", EXAMPLE, "Клиенты", "--json"), run("rows", EXAMPLE, "1", "--json")
    assert by_name.exit_code == 0
    assert by_name.stdout == by_id.stdout
    first = json.loads(by_name.stdout.splitlines()[0])
    assert first["number"] == 2
    assert first["values"]["Дата рождения"] == "1985-04-02"
    assert first["values"]["Телефоны"] == ["+7 495 123-45-67", "+7 916 765-43-21"]
    assert len(run("rows", EXAMPLE, "1", "--json", "--limit", "1").stdout.splitlines()) == 1
    assert run("rows", EXAMPLE, "Нет").exit_code == 2
    assert run("rows", EXAMPLE, "1", "--limit", "0").exit_code == 2


def test_names_from_a_bank_reach_the_terminal_escaped(tmp_path: Path) -> None:
    field = {"name": "\x1b[31mred", "type": "text", "position": 1}
    table = {
        "id": 1,
        "name": "a\x07b",
        "mnemonic": "AB",
        "fields": [field],
        "rows": [{"values": {field["name"]: "a\x1b]0;x"}}],
    }
    write_bank({"name": "\x1b[2J", "tables": [table]}, tmp_path / "bank")
    for arguments in (["info"], ["schema"], ["rows", "1"]):
        result = run(arguments[0], tmp_path / "bank", *arguments[1:])
        assert result.exit_code == 0
        assert "\x1b" not in result.output and "\x07" not in result.output
    assert run("export", tmp_path / "bank", "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "a_b.csv").exists()


def test_make_bank_makes_the_example(tmp_path: Path) -> None:
    assert run("make-bank", ROOT / "examples" / "clients.json", tmp_path / "bank").exit_code == 0
    for path in EXAMPLE.rglob("*"):
        if path.is_file():
            assert (tmp_path / "bank" / path.relative_to(EXAMPLE)).read_bytes() == path.read_bytes()
    (tmp_path / "bad.json").write_text('{"tables": [{"id": "x"}]}')
    result = run("make-bank", tmp_path / "bad.json", tmp_path / "other")
    assert result.exit_code == 2
    assert "tables[0]" in result.stderr


def test_probe_needs_a_cronos_file(tmp_path: Path) -> None:
    (tmp_path / "x.dat").write_bytes(b"something else altogether")
    result = run("probe", tmp_path / "x.dat")
    assert result.exit_code == 3
    assert "not a Cronos file" in result.stderr
    assert run("probe", tmp_path / "none.dat").exit_code == 5


@pytest.mark.parametrize("name", main.commands)
def test_help_has_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Examples?:\n +cronos-fmt {name} ", result.stdout)


def test_every_command_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert "sphinx" in manual or "click" in manual
    assert isinstance(main, click.Group)


def test_closed_pipe_is_no_error() -> None:
    command = (
        f'"{sys.executable}" -m cronos_fmt rows examples/bank 1 --limit 20 | head -n 1 >&2; echo "${{PIPESTATUS[0]}}"'
    )
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("0", "1")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("arguments", "status"), [(["schema", EXAMPLE], 0), (["nothing"], 2), (["schema", "none"], 5)])
def test_a_process_ends_with_its_status_and_all_of_its_output(
    arguments: list[str], status: int, tmp_path: Path
) -> None:
    """It does not end as Python would: what is written to a pipe or a file is there, and so is the status."""
    path = tmp_path / "out"
    command = [sys.executable, "-m", "cronos_fmt", *map(str, arguments)]
    with path.open("wb") as file:
        done = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.PIPE, text=True, check=False)
    here = run(*arguments)
    assert (done.returncode, here.exit_code) == (status, status)
    assert path.read_text(encoding="utf-8") == here.stdout
    assert done.stderr.splitlines()[-1:] == here.stderr.splitlines()[-1:]
    assert bool(done.stderr) == (status != 0)


def test_what_is_asked_for_at_the_end_of_a_process_is_done() -> None:
    lines = [
        "import atexit, sys",
        "import cronos_fmt.cli as cli",
        "def main(**_):",
        "    atexit.register(print, 'late')",
        "    sys.exit(3)",
        "cli.main = main",
        "cli.run()",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "late\n", "")


def test_progress_for_programs(tmp_path: Path) -> None:
    result = run("export", EXAMPLE, "--out", tmp_path / "out", "--progress", "json", "--quiet")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stderr.splitlines()]
    counts = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))["counts"]
    assert list(lines[-1]) == ["records", "total", "rows", "bytes", "seconds"]
    assert (lines[-1]["records"], lines[-1]["total"], lines[-1]["rows"]) == (counts["slots"],) * 2 + (counts["rows"],)


def test_every_format_of_the_package_is_named_by_help() -> None:
    assert sorted(FORMATS) == format_names()
    shown = run("export", "--help").stdout
    assert ", ".join(FORMATS).replace("\n", " ") in " ".join(shown.split())


def test_an_unknown_format_lists_the_others(tmp_path: Path) -> None:
    result = run("export", EXAMPLE, "--to", "xls", "--out", tmp_path / "out")
    assert result.exit_code == 2 and "parquet" in result.stderr and not (tmp_path / "out").exists()


@pytest.mark.parametrize("engine", ["python", None])
def test_info_names_the_engine(engine: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRONOS_FMT_ENGINE", engine or "")
    found = json.loads(run("info", "--versions", "--json").stdout)
    assert found["engine"] == (engine or engine_name()) and {"numpy", "python", "cronos-fmt"} <= found.keys()
    assert f"engine        {found['engine']}\n" in run("info", "--versions").stdout
    assert run("info").exit_code == 2
