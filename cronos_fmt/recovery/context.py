"""Refine a table by what its neighbours' current decoding says of each byte."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.recovery.assignment import best_table
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.statistics import VALUES, n_grams

Array = NDArray[Any]
ROUNDS = 20


def by_frequency(text: Ciphertext) -> Array:
    """What the frequencies of single bytes say, as a matrix of stored bytes and values."""
    return text.to_entries(np.broadcast_to(np.log(n_grams().single), (len(text), VALUES)))


def by_context(text: Ciphertext, table: Array, noise: float) -> Array:
    """What the neighbours of each position say of its plain byte: log-likelihoods, positions in rows.

    noise: share of neighbours that may be wrong.
    """
    grams = n_grams()
    plain = text.plain(table)
    left = np.zeros((2, len(text)), np.intp)
    right = np.zeros((2, len(text)), np.intp)
    ends = np.zeros(len(text), np.bool_)
    for _, start, stop in text.spans():
        for steps in (1, 2):
            left[steps - 1, start + steps : stop] = plain[start : max(stop - steps, start)]
            right[steps - 1, start : max(stop - steps, start)] = plain[start + steps : stop]
        ends[max(stop - 2, start) : stop] = True
    before = grams.before_rows[grams.before[left[1] << 8 | left[0]]]
    after = grams.after_rows[grams.after[right[1] << 8 | right[0]]]
    result = np.log((1 - noise) * before + noise * grams.single)
    result[~ends] += np.log((1 - noise) * after[~ends] + noise * grams.single) - np.log(grams.single)
    return np.asarray(result)


def refine(text: Ciphertext, table: Array, extra: Array, rounds: int = ROUNDS) -> tuple[Array, Array, float]:
    """The table after rounds of context, the matrix it comes from, and its log-likelihood."""
    matrix = extra
    for noise in np.geomspace(0.5, 0.02, rounds):
        matrix = text.to_entries(by_context(text, table, float(noise))) + extra
        new = best_table(matrix)
        if noise < 0.1 and np.array_equal(new, table):
            break
        table = new
    return table, matrix, float(matrix[np.arange(VALUES), table].sum())
