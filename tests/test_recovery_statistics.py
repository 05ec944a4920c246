"""The reference statistics: made by the script in the repository, small, and chances that add up."""

from __future__ import annotations

import json

import numpy as np

from cronos_fmt.recovery.pieces import pieces
from cronos_fmt.recovery.statistics import n_grams, productions
from tools import kod_statistics


def test_file_is_what_the_script_makes() -> None:
    made = kod_statistics.count()
    with np.load(kod_statistics.OUT) as stored:
        assert np.array_equal(stored["triples"], made.triples) and np.array_equal(stored["counts"], made.counts)
        assert json.loads(stored["grammar"].tobytes()) == json.loads(made.grammar)
        assert stored["words"].tobytes().decode("ascii") == made.words
    assert kod_statistics.OUT.stat().st_size < 200_000


def test_chances_add_up() -> None:
    grams = n_grams()
    assert np.isclose(grams.single.sum(), 1)
    assert np.allclose(grams.before_rows.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(grams.after_rows.sum(axis=1), 1, atol=1e-4)
    assert np.allclose(pieces().rows.sum(axis=1), 1, atol=1e-3) and (pieces().rows > 0).all()
    assert all(np.allclose(leaf.chances.sum(axis=1), 1) for leaves in productions().values() for leaf in leaves)
