"""The commands about KOD tables, and what opening a locked bank does by itself."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from recovery_banks import description, table

import cronos_fmt
from cronos_fmt.cli import main
from cronos_fmt.writer import write_bank

OWN = table(5)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A v3 bank whose structure has a table of its own: the case that other readers think broken."""
    folder = tmp_path_factory.mktemp("locked") / "bank"
    write_bank(description(6, OWN, rows=20), folder)
    return folder


def test_locked_bank_opens_by_itself(locked: Path, tmp_path: Path) -> None:
    result = run("export", locked, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    kod = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))["bank"]["files"][0]["kod"]
    assert kod["source"] == "recovered"
    assert kod["verdict"] in ("proven", "consistent")
    assert "CroStru.dat: recovered KOD table" in result.stderr


def test_show(locked: Path) -> None:
    result = run("kod", "show", locked)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("CroStru: recovered table, ")
    assert result.stdout.splitlines()[1] == "CroBank: not encoded"
    assert run("kod", "show", locked, "--kod", "none").exit_code == 4


def test_recover_writes_what_export_takes(locked: Path, tmp_path: Path) -> None:
    out = tmp_path / "kod.json"
    result = run("kod", "recover", locked, "--out", out)
    assert result.exit_code == 0
    assert f"cronos-fmt export {locked} --kod {out}" in result.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert len(found["table"]) == 512
    used = [e for e in found["entries"] if e["evidence"]]
    assert [e for e in used if OWN.table[e["cipher"]] != e["value"]] == []
    assert run("kod", "verify", locked, "--kod", out).exit_code == 0
    assert run("export", locked, "--kod", out, "--out", tmp_path / "a").exit_code == 0
    assert run("export", locked, "--kod", OWN.table.hex(), "--out", tmp_path / "b").exit_code == 0
    names = sorted(path.name for path in (tmp_path / "a").glob("*.csv"))
    assert names
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_wrong_table_is_rejected(locked: Path, tmp_path: Path) -> None:
    wrong = bytes(random.Random(1).sample(range(256), 256)).hex()
    result = run("kod", "verify", locked, "--kod", wrong)
    assert result.exit_code == 4
    assert "verdict: rejected" in result.stdout
    assert run("export", locked, "--kod", wrong, "--out", tmp_path / "out").exit_code == 4
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("given", ["12", "00" * 256, "missing.json"])
def test_what_is_no_table_is_a_mistake(given: str, locked: Path, tmp_path: Path) -> None:
    result = run("export", locked, "--kod", given, "--out", tmp_path / "out")
    assert result.exit_code in (2, 5)
    assert len(result.stderr.strip().splitlines()) == 1


def test_hints(locked: Path) -> None:
    byte = 0x41
    result = run("kod", "recover", locked, "--entry", f"{byte:02x}={OWN.table[byte]:02x}", "--json")
    entry = json.loads(result.stdout)["entries"][byte]
    assert (entry["cipher"], entry["value"]) == (byte, OWN.table[byte])
    assert run("kod", "recover", locked, "--entry", "zz").exit_code == 2
    assert run("kod", "recover", locked, "--known", "nonsense").exit_code == 2


def test_plain_bank_has_no_table(tmp_path: Path) -> None:
    what = {"name": "B", "files": {"stru": {"encoded": False}}}
    write_bank(what, tmp_path / "bank")
    assert run("kod", "recover", tmp_path / "bank").exit_code == 2
    assert run("kod", "show", tmp_path / "bank").exit_code == 0


def test_rows_alone_never_unlock_a_bank(tmp_path: Path) -> None:
    """A table guessed from a few rows is not used unasked: noise would be exported as values."""
    what = description(1, OWN, rows=3, files={"stru": {"encoded": False}, "bank": {"encoded": True}})
    write_bank(what | {"version": "01.04"}, tmp_path / "bank")
    result = run("export", tmp_path / "bank", "--out", tmp_path / "out")
    assert result.exit_code == 4
    assert "CroBank.dat" in result.stderr and "kod recover" in result.stderr
    with cronos_fmt.open(tmp_path / "bank", kod=OWN) as bank:
        assert sum(1 for _ in next(iter(bank.tables.values())).rows()) == 3


def test_a_bank_of_two_tables_is_told_file_by_file(tmp_path: Path) -> None:
    """CroStru with the default table beside a CroBank with one of its own: each is told, the locked one kept."""
    own = bytes(random.Random(8).sample(range(256), 256))
    rows = [{"values": {"Т": f"Иванов Иван {n}, Москва, улица Ленина, дом {n % 90}"}} for n in range(600)]
    made = {
        "files": {"stru": {"encoded": True}, "bank": {"encoded": True, "kod": own.hex()}},
        "tables": [{"name": "А", "fields": [{"name": "Т", "type": "text"}], "rows": rows}],
    }
    write_bank(made, tmp_path / "bank")
    shown = run("kod", "verify", tmp_path / "bank", "--kod", own.hex())
    assert "CroStru" in shown.stdout and "CroBank" in shown.stdout and shown.exit_code == 0
    found = json.loads(run("kod", "verify", tmp_path / "bank", "--kod", own.hex(), "--json").stdout)["tables"]
    assert {name: each["verdict"] for each in found for name in each["files"]}["CroStru"] == "proven"
    result = run("kod", "recover", tmp_path / "bank", "--out", tmp_path / "kod.json")
    assert "CroStru: default table, proven" in result.stdout and "CroBank:" in result.stdout
    assert "cannot" not in result.stderr and result.exit_code in (0, 4)
