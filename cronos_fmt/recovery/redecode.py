"""Try a record with other boundaries and shifts, and rank them by how much they look like structure or text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.kod import Kod
from cronos_fmt.recovery.pieces import printable_bytes
from cronos_fmt.recovery.statistics import VALUES, n_grams

Array = NDArray[Any]
# Bytes of a record that are scored; more say nothing new.
_SCORED = 4_096
_TEXT_SHARE = 0.97  # chance that a byte of text is printable


class Attempt(NamedTuple):
    """A record without its first bytes, decoded with a shift; how likely it is per byte, against noise."""

    skip: int
    shift: int
    score: float
    data: bytes


def structure_score(plain: bytes) -> float:
    """How much likelier bytes are structure or text than noise: log-likelihood ratio per byte, above 0 for either."""
    data = np.frombuffer(plain[:_SCORED], np.uint8).astype(np.intp)
    if not len(data):
        return 0.0
    grams = n_grams()
    padded = np.concatenate([np.zeros(2, np.intp), data])
    rows = grams.before_rows[grams.before[padded[:-2] << 8 | padded[1:-1]], data]
    structure = float(np.log(rows * VALUES).mean())
    printable = printable_bytes()
    shares = np.where(printable[data], _TEXT_SHARE / printable.sum(), (1 - _TEXT_SHARE) / (~printable).sum())
    return max(structure, float(np.log(shares * VALUES).mean()))


def redecode(
    stored: bytes, kod: Kod, skips: Iterable[int], shifts: Iterable[int], *, running: bool = False
) -> list[Attempt]:
    """All attempts to decode a stored record, the best ones first.

    skips: bytes left out at the start, such as a header that stands in front of the payload; shifts: usually the record
    number alone. running: the position counts the bytes left out as well.
    """
    attempts = []
    shift_list = list(shifts)
    for skip in skips:
        for shift in shift_list:
            data = kod.decode(stored[skip:], shift + skip if running else shift)
            attempts.append(Attempt(skip, shift, structure_score(data), data))
    return sorted(attempts, key=lambda attempt: -attempt.score)
