"""Verdicts: the right table, random ones, and the right one with two entries exchanged."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cronos_fmt.kod import DEFAULT
from cronos_fmt.recovery import Evidence, Verdict, check_table
from tests import recovery_banks as banks

OWN = banks.table(3)
ROWS = {"bank": {"encoded": True}}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A bank without tables: many bytes never occur in it."""
    return banks.evidence(banks.write(tmp_path_factory.mktemp("small") / "bank", banks.description(0, OWN)))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return banks.evidence(banks.write(tmp_path_factory.mktemp("large") / "bank", banks.description(8, OWN)))


def test_right_tables(small: Evidence, large: Evidence) -> None:
    report = check_table(OWN.table, small)
    assert report.verdict is Verdict.CONSISTENT and 50 < len(report.undetermined) < 200
    report = check_table(OWN.table, large)
    assert report.verdict is Verdict.PROVEN and not report.undetermined and not report.failed
    assert check_table(OWN.table, small, [OWN.table]).verdict is Verdict.PROVEN


def test_default_table_of_an_ordinary_bank(tmp_path: Path) -> None:
    evidence = banks.evidence(banks.write(tmp_path / "bank", {"name": "Обычный"}))
    assert check_table(DEFAULT.table, evidence).verdict is Verdict.PROVEN
    assert check_table(OWN.table, evidence).verdict is Verdict.REJECTED


@pytest.mark.parametrize("size", ["small", "large"])
def test_random_tables_are_rejected(size: str, request: pytest.FixtureRequest) -> None:
    evidence = request.getfixturevalue(size)
    verdicts = {check_table(banks.table(1000 + seed).table, evidence).verdict for seed in range(200)}
    assert verdicts == {Verdict.REJECTED}


@pytest.mark.parametrize("size", ["small", "large"])
def test_exchanged_entries(size: str, request: pytest.FixtureRequest) -> None:
    exchanges(request.getfixturevalue(size), OWN.table, 60)


@pytest.mark.realdata
def test_samples(sample_bank: Path) -> None:
    evidence = banks.evidence(sample_bank)
    assert check_table(DEFAULT.table, evidence).verdict is Verdict.PROVEN
    assert {check_table(banks.table(s).table, evidence).verdict for s in range(100)} == {Verdict.REJECTED}
    exchanges(evidence, DEFAULT.table, 40)


def exchanges(evidence: Evidence, table: bytes, count: int) -> None:
    """Exchanged entries are rejected, or named as undetermined; then the right table names them too."""
    random = Random(5)
    free = set(check_table(table, evidence).undetermined)
    for _ in range(count):
        a, b = random.sample(range(256), 2)
        report = check_table(banks.exchanged(banks.Kod(table), a, b), evidence)
        assert report.verdict in (Verdict.REJECTED, Verdict.CONSISTENT)
        if report.verdict is Verdict.CONSISTENT:
            assert {a, b} <= set(report.undetermined) and {a, b} <= free


def test_what_is_no_permutation(small: Evidence) -> None:
    for table in (bytes(256), OWN.table[:-1], b""):
        report = check_table(table, small)
        assert report.verdict is Verdict.REJECTED and report.failed[0].name == "permutation"


def test_encoded_rows_and_crcs(tmp_path: Path) -> None:
    files = {"bank": {"encoded": True, "compress": True}}
    evidence = banks.evidence(banks.write(tmp_path / "bank", banks.description(2, OWN, rows=60, files=files)))
    report = check_table(OWN.table, evidence)
    assert report.verdict is Verdict.PROVEN
    crc = next(check for check in report.checks if check.name == "crc in CroBank")
    assert crc.passed and crc.detail.startswith("60 of 60")
    wrong = banks.exchanged(OWN, 5, 6)
    assert check_table(wrong, evidence).verdict is Verdict.REJECTED
    # The table of CroStru alone does not open a CroBank that has another one.
    other = banks.evidence(banks.write(tmp_path / "other", banks.description(2, banks.table(4), rows=60, files=files)))
    mixed = Evidence({"CroStru": evidence.files["CroStru"], "CroBank": other.files["CroBank"]})
    assert check_table(OWN.table, mixed).verdict is Verdict.REJECTED


def test_rows_of_an_encoded_bank(tmp_path: Path) -> None:
    evidence = banks.evidence(banks.write(tmp_path / "bank", banks.description(2, OWN, rows=60, files=ROWS)))
    rows = next(check for check in check_table(OWN.table, evidence).checks if check.name == "rows of CroBank")
    assert rows.passed and "begin with the id of a base" in rows.detail


def test_damage_does_not_condemn_the_default_table(tmp_path: Path) -> None:
    keys = {"Base001": {"hex": "0000"}}
    table = {"name": "Дела", "fields": [{"name": "Имя", "type": "text"}]}
    evidence = banks.evidence(banks.write(tmp_path / "bank", {"tables": [table], "extra_keys": keys}))
    report = check_table(DEFAULT.table, evidence)
    assert report.verdict is Verdict.CONSISTENT and [check.name for check in report.failed] == ["bases"]


def test_nothing_to_check() -> None:
    assert check_table(OWN.table, Evidence({})).verdict is Verdict.DOUBTFUL
    assert check_table(OWN.table, Evidence.of_records([])).verdict is Verdict.DOUBTFUL
