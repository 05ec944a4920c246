"""Which KOD table each file of a bank is opened with: decided for each file, and never one that makes noise of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_faults_opening import edited, run

import cronos_fmt
from cronos_fmt import Bank, CroFile, CronosError, RecordClass, Status
from cronos_fmt.container import SlotState
from cronos_fmt.kod import DEFAULT
from cronos_fmt.recovery import evidence
from tests import recovery_banks as banks

OWN = banks.table(31)
PLAIN: dict[str, Any] = {"encoded": False}
USUAL: dict[str, Any] = {"encoded": True, "kod": "default"}
LOCKED: dict[str, Any] = {"encoded": True, "kod": OWN.table.hex()}


def written(folder: Path, rows: int, stru: dict[str, Any], bank: dict[str, Any], **more: Any) -> Path:
    """A bank with one table whose files have these settings."""
    files = {"stru": stru, "bank": bank}
    return banks.write(folder / "bank", banks.description(1, DEFAULT, rows=rows, files=files, **more))


def state(bank: Bank) -> tuple[str | None, str]:
    """Where the table of CroBank comes from, and its verdict."""
    file = bank.bank
    return file.kod.source if file.kod is not None else None, file.kod_verdict


def rows_of(bank: Bank) -> int:
    return sum(item.kind is RecordClass.ROW for item in bank.scan())


# ---- a table of its own in a version that promises the default one


@pytest.mark.parametrize("stru", [PLAIN, USUAL], ids=["plain", "default"])
@pytest.mark.parametrize("rows", [40, 500])
@pytest.mark.parametrize("version", ["01.02", "01.03"])
def test_noise_is_locked(version: str, rows: int, stru: dict[str, Any], tmp_path: Path) -> None:
    folder = written(tmp_path, rows, stru, LOCKED, version=version)
    with cronos_fmt.open(folder) as bank:
        assert state(bank) == (None, "rejected")
        assert "default table rejected" in bank.bank.kod_note and "recovered table" in bank.bank.kod_note
        assert list(bank.tables)  # CroStru is read all the same
        assert bank.stru.kod_verdict in ("proven", "consistent")
        for read in (lambda: list(bank.scan()), lambda: bank.classify(1), lambda: bank.bank.record(1).data):
            with pytest.raises(CronosError, match=r"CroBank\.dat: is encoded with a KOD table of its own") as error:
                read()
            assert error.value.status is Status.KOD and "kod recover" in str(error.value)
    result = run("export", folder, "--out", tmp_path / "out")
    assert result.exit_code == Status.KOD and not (tmp_path / "out").exists()
    assert len(result.stderr.splitlines()) == 1


def test_who_insists_reads_noise(tmp_path: Path) -> None:
    folder = written(tmp_path, 100, USUAL, LOCKED)
    with cronos_fmt.open(folder, accept_doubtful=True) as bank:
        assert state(bank) == ("default", "rejected")
        assert bank.problems.by_kind["kod-doubtful"] == 1
        assert rows_of(bank) < 10
    result = run("export", folder, "--accept-doubtful", "--out", tmp_path / "out")
    assert result.exit_code == Status.PROBLEMS
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    kod = manifest["bank"]["files"][1]["kod"]
    assert (kod["source"], kod["verdict"]) == ("default", "rejected") and "rejected" in kod["note"]


def test_who_insists_gets_the_best_guess(tmp_path: Path) -> None:
    """A damaged CroBank beside a CroStru whose table was recovered: that table, not the default one."""
    folder = written(tmp_path, 100, LOCKED, LOCKED)
    random = Random(5)
    with edited(folder) as pair:
        for number in random.sample(range(1, 101), 40):
            at, length = pair.at(number), int(pair.slot(number).data_length[0])
            pair.dat[at : at + length] = random.randbytes(length)
    with cronos_fmt.open(folder) as bank:
        assert state(bank) == (None, "doubtful") and "the table of CroStru" in bank.bank.kod_note
    with cronos_fmt.open(folder, accept_doubtful=True) as bank:
        assert state(bank) == ("recovered", "doubtful") and bank.bank.kod == bank.stru.kod
        assert rows_of(bank) >= 50 and bank.problems.by_kind["kod-doubtful"] == 1


@pytest.mark.parametrize("stru", [PLAIN, USUAL], ids=["plain", "default"])
@pytest.mark.parametrize("rows", [0, 1, 3, 10])
def test_too_few_to_tell_is_said(rows: int, stru: dict[str, Any], tmp_path: Path) -> None:
    with cronos_fmt.open(written(tmp_path, rows, stru, LOCKED)) as bank:
        assert state(bank) == ("default", "doubtful")
        (problem,) = bank.problems.kept
        assert (problem.kind, problem.file) == ("kod-doubtful", "CroBank")
        assert f"of {rows + 1} begin with the id of a base" in problem.message
        list(bank.scan())


def test_a_proven_table_opens_one_file(tmp_path: Path) -> None:
    folder = written(tmp_path, 300, USUAL, LOCKED | {"compress": True})
    with cronos_fmt.open(folder) as bank:
        assert state(bank) == ("recovered", "proven") and bank.bank.kod.table == OWN.table  # type: ignore[union-attr]
        assert bank.stru.kod == DEFAULT
        assert rows_of(bank) == 300 and not bank.problems.total


# ---- files with the default table


@pytest.mark.parametrize("stru", [PLAIN, USUAL], ids=["plain", "default"])
@pytest.mark.parametrize("rows", [0, 1, 2, 5, 100])
def test_the_default_table_is_proven(rows: int, stru: dict[str, Any], tmp_path: Path) -> None:
    with cronos_fmt.open(written(tmp_path, rows, stru, USUAL)) as bank:
        assert state(bank) == ("default", "proven")
        assert rows_of(bank) == rows and not bank.problems.total


def test_nothing_but_what_any_table_would_give(tmp_path: Path) -> None:
    """A single empty row, and the copy of NS1 is gone: what is there fits, but that is not much."""
    folder = written(tmp_path, 0, USUAL, USUAL, raw_records=[{"number": 1, "hex": "01"}], ns1_record=5)
    with edited(folder) as pair:
        pair.put(5, SlotState.FREE)
    with cronos_fmt.open(folder) as bank:
        assert state(bank) == ("default", "consistent")
        assert "too little to tell" in bank.bank.kod_note
        assert rows_of(bank) == 1 and not bank.problems.total


@pytest.mark.parametrize("wholly", [True, False])
@pytest.mark.parametrize("share", [0.01, 0.2, 0.6])
@pytest.mark.parametrize("rows", [1, 5, 30, 300])
def test_a_damaged_file_stays_open(rows: int, share: float, wholly: bool, tmp_path: Path) -> None:
    folder = written(tmp_path, rows, USUAL, USUAL)
    random = Random(rows)
    with edited(folder) as pair:
        for number in random.sample(range(1, rows + 1), max(1, round(share * rows))):
            at, length = pair.at(number), int(pair.slot(number).data_length[0])
            for place in range(length) if wholly else random.choices(range(length), k=5):
                pair.dat[at + place] = random.randrange(256)
    with cronos_fmt.open(folder) as bank:
        assert bank.bank.kod == DEFAULT and bank.bank.kod_verdict in ("proven", "consistent")
        assert not bank.problems.total
        assert rows_of(bank) >= 0.35 * rows or rows == 1


@pytest.mark.parametrize("ids", [[99], range(20, 250)], ids=["one", "many"])
@pytest.mark.parametrize("count", [2, 30, 200])
def test_records_of_unknown_bases_are_read(count: int, ids: Any, tmp_path: Path) -> None:
    random = Random(count)
    raw = [
        {"number": n, "hex": (bytes([random.choice(ids)]) + "Петров\x1eМосква".encode("cp1251")).hex()}
        for n in range(1, count + 1)
    ]
    with cronos_fmt.open(written(tmp_path, 0, USUAL, USUAL, raw_records=raw)) as bank:
        assert bank.bank.kod == DEFAULT and bank.bank.kod_verdict == "consistent"
        assert sum(item.kind is RecordClass.UNASSIGNED for item in bank.scan()) == count


def test_a_first_record_that_cannot_be_read_is_damage(tmp_path: Path) -> None:
    """Without its dictionary CroStru tells nothing of its table; that it is damaged is what to say."""
    folder = written(tmp_path, 30, USUAL, USUAL)
    with edited(folder, "CroStru") as pair:
        pair.put(1, SlotState.INLINE, len(pair.dat), 10)
    with cronos_fmt.open(folder) as bank:
        assert bank.stru.kod == DEFAULT and bank.bank.kod == DEFAULT
        with pytest.raises(CronosError, match="holds no dictionary") as error:
            _ = bank.tables
        assert error.value.status is Status.NOT_A_BANK


# ---- several tables in one directory


@pytest.mark.parametrize("rows", [3, 100])
def test_one_table_of_its_own_for_all_files(rows: int, tmp_path: Path) -> None:
    """What CroStru leaves open of the table, the rows of CroBank tell."""
    with cronos_fmt.open(written(tmp_path, rows, LOCKED, LOCKED)) as bank:
        assert state(bank) == ("recovered", "consistent")
        assert bank.stru.kod == bank.bank.kod
        assert "bytes that occur have values that nothing binds" in bank.bank.kod_note
        assert rows_of(bank) == rows


def test_default_rows_behind_a_locked_structure(tmp_path: Path) -> None:
    with cronos_fmt.open(written(tmp_path, 100, LOCKED, USUAL)) as bank:
        assert bank.stru.kod is not None and bank.stru.kod.source == "recovered"
        assert state(bank) == ("default", "proven")
        assert rows_of(bank) == 100


def test_a_broken_promise_of_one_file_is_none_of_the_other(tmp_path: Path) -> None:
    """CroStru has a table of its own, so a CroBank that is too small to tell may have one as well."""
    other = {"encoded": True, "kod": banks.table(32).table.hex()}
    with cronos_fmt.open(written(tmp_path, 3, LOCKED, other)) as bank:
        assert bank.stru.kod is not None and bank.stru.kod.source == "recovered"
        assert bank.bank.kod is None


def test_a_given_table_is_used_where_it_fits(tmp_path: Path) -> None:
    """K6: CroStru has the default table, whatever is given for CroBank."""
    folder = written(tmp_path, 40, USUAL, LOCKED)
    with cronos_fmt.open(folder, kod=OWN) as bank:
        assert state(bank) == ("given", "consistent")
        assert bank.stru.kod == DEFAULT and "not the one of this file" in bank.stru.kod_note
        assert rows_of(bank) == 40 and not bank.problems.total
    with cronos_fmt.open(folder, kod=banks.table(33)) as bank:
        assert bank.stru.kod == DEFAULT and state(bank) == (None, "rejected")
        with pytest.raises(CronosError, match="the table given, which fails the checks rows of CroBank"):
            list(bank.scan())


@pytest.mark.parametrize("stru", [PLAIN, USUAL], ids=["plain", "default"])
def test_the_serial_of_a_readable_structure_opens_a_table_block(stru: dict[str, Any], tmp_path: Path) -> None:
    """CroBank of another generation stores its table itself, its key is made of the serial in NS1."""
    bank = {"encoded": True, "version": "01.11", "kod": OWN.table.hex()}
    folder = written(tmp_path, 3, stru, bank, serial=4711)
    banks.put_table_block(folder, "01.11", OWN, {"CroBank": 4711})
    with cronos_fmt.open(folder) as bank_:
        assert state(bank_) == ("file", "proven")
        assert "serial 4711" in bank_.bank.kod_note
        assert rows_of(bank_) == 3


def test_files_without_records(tmp_path: Path) -> None:
    """There is nothing to read in them, so nothing to doubt."""
    files = {"stru": LOCKED, "index": LOCKED}
    with cronos_fmt.open(banks.write(tmp_path / "bank", banks.description(3, DEFAULT, files=files))) as bank:
        assert bank.index.kod is not None and bank.index.kod_verdict in ("consistent", "proven")
        assert not bank.problems.total


def test_a_bank_that_is_cut_off_is_not_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Millions of slots may lead behind the end of the file: after some of them it is enough."""
    folder = written(tmp_path, 300, USUAL, USUAL)
    path = folder / "CroBank.dat"
    path.write_bytes(path.read_bytes()[:400])
    tried: list[int] = []
    assembled = CroFile.assembled
    monkeypatch.setattr(evidence, "_MOST_DAMAGED", 20)
    monkeypatch.setattr(CroFile, "assembled", lambda file, slot: tried.append(slot.number) or assembled(file, slot))
    with cronos_fmt.open(folder) as bank:
        assert len(tried) == 21 and state(bank)[0] == "default"
