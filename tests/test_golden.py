"""Golden transcripts of the commands that look into records and files; those of others stand beside their own tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import check_golden

DISSECT = [
    "dissect BANK bank 2",
    "dissect BANK bank 2 --hex",
    "dissect BANK stru 1 --path entries/Base001/fields/3",
    "dissect BANK stru 1 --path entries/0 --json",
    "dissect BANK bank 1 --layer all",
    "dissect BANK bank 2 --skip 1 --shift 3",
    "dissect BANK bank 999",
    "dissect BANK bank 2 --layer inflated",
    "dissect BANK/CroBank.dat@0+19 --as dat_header",
    "dissect BANK/CroBank.dat@0+10 --as dat_header",
    "dissect BANK/CroBank.dat@99999+19 --as dat_header",
    "dissect BANK/CroBank.dat@0+19 --as nothing",
    "dissect - --as ns2 < 04 00 00 00",
    "dissect - --as ns2 < 04 00",
    "dissect - --as ns2 < 04 0",
]


@pytest.fixture
def bank(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(Path(__file__).resolve().parent.parent)
    return {"examples/bank": "BANK"}


def test_dissect(bank: dict[str, str]) -> None:
    check_golden("dissect", DISSECT, bank)


def test_unknowns(bank: dict[str, str]) -> None:
    check_golden("unknowns", ["info BANK --unknowns", "info --unknowns BANK/nothing"], bank)


def test_report(bank: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    (tmp_path / "there.html").touch()
    commands = [
        "report BANK --out OUT/page.html",
        "report BANK --out OUT/there.html",
        "report BANK --out OUT/a --record x",
        "report BANK/none --out OUT/a",
    ]
    check_golden("report", commands, bank | {str(tmp_path): "OUT"})
