"""From a matrix of log-likelihoods (stored bytes in rows, values in columns) to the best table, and how sure it is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_ROUNDS = 60


def best_table(matrix: Array) -> Array:
    """The permutation with the greatest sum, as the value of each stored byte."""
    # Heavy, and only needed here.
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    return np.asarray(linear_sum_assignment(matrix, maximize=True)[1])


def posterior(matrix: Array, rounds: int = _ROUNDS) -> Array:
    """Chance of each value of each stored byte: rows and columns are made to add up to one in turn."""
    chances = np.exp(matrix - matrix.max(axis=1, keepdims=True)) + 1e-12
    for _ in range(rounds):
        chances /= chances.sum(axis=1, keepdims=True)
        chances /= chances.sum(axis=0, keepdims=True)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def margins(matrix: Array, table: Array) -> Array:
    """Log-likelihood that the cheapest exchange with another entry loses, for each stored byte.

    Longer exchanges, of three entries and more, can only cost less where each step of them is nearly free too.
    """
    return np.asarray(_losses(matrix, table).min(axis=1))


def second_best(matrix: Array, table: Array) -> Array:
    """The value that the cheapest exchange would give to each stored byte."""
    return np.asarray(table[_losses(matrix, table).argmin(axis=1)])


def _losses(matrix: Array, table: Array) -> Array:
    held = matrix[np.arange(len(table)), table]
    given = matrix[:, table]  # what byte a has with the value of byte b
    loss = held[:, None] + held[None, :] - given - given.T
    np.fill_diagonal(loss, np.inf)
    return np.asarray(loss)
