"""The reference statistics: made by the script in the repository, small, and chances that add up."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from cronos_fmt.recovery.pieces import pieces
from cronos_fmt.recovery.statistics import n_grams, productions
from cronos_fmt.writer import write_bank
from tools import kod_statistics


def test_file_is_what_the_script_makes() -> None:
    made = kod_statistics.count()
    with np.load(kod_statistics.OUT) as stored:
        assert np.array_equal(stored["triples"], made.triples) and np.array_equal(stored["counts"], made.counts)
        assert json.loads(stored["grammar"].tobytes()) == json.loads(made.grammar)
        assert stored["words"].tobytes().decode("ascii") == made.words
    assert kod_statistics.OUT.stat().st_size < 200_000


def test_other_banks_can_be_learnt_from(tmp_path: Path) -> None:
    """What a decoded CroStru holds is counted on top of the banks that are written."""
    bank, out = tmp_path / "bank", tmp_path / "structures.npz"
    name = "Жщъёэ"
    write_bank({"name": name, "tables": [{"name": name, "fields": [{"name": name, "type": "text"}]}]}, bank)
    kod_statistics.main(["--learn", str(bank), "--out", str(out)])
    stored = name.encode("cp1251")
    triple = stored[0] << 16 | stored[1] << 8 | stored[2]

    def times(path: Path) -> int:
        with np.load(path) as data:
            return int(data["counts"][data["triples"] == triple].sum())

    assert times(kod_statistics.OUT) == 0 and times(out) == 3
    with np.load(out) as learnt, np.load(kod_statistics.OUT) as shipped:
        assert learnt["counts"].sum() > shipped["counts"].sum()
        heads = [json.loads(data["grammar"].tobytes()) for data in (learnt, shipped)]
    before, after = (sum(p["times"] for name, p in found.items() if name.startswith("head/")) for found in heads[::-1])
    assert after == before + 2  # the table and the files base


def test_chances_add_up() -> None:
    grams = n_grams()
    assert np.isclose(grams.single.sum(), 1)
    assert np.allclose(grams.before_rows.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(grams.after_rows.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(pieces().rows.sum(axis=1), 1, atol=1e-3) and (pieces().rows > 0).all()
    assert all(np.allclose(leaf.chances.sum(axis=1), 1) for leaves in productions().values() for leaf in leaves)
