"""Try a record with other boundaries and shifts, and rank them by how much they look like structure or text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.statistics import VALUES, n_grams
from cronos_fmt.text import decode

Array = NDArray[Any]
# Bytes of a record that are scored; more say nothing new.
_SCORED = 4_096
# Shares of letters, digits and spaces, of marks between values, of other characters, and of all other bytes in a row.
_KIND_SHARES = (0.9, 0.05, 0.04, 0.01)


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
    return max(structure, float(np.log(row_shares()[data] * VALUES).mean()))


@cache
def row_shares() -> Array:
    """How often each byte stands in rows: letters and digits most, marks between values, other characters, the rest."""
    plain = [decode(bytes([byte])) for byte in range(VALUES)]
    marks = {layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.SUB_VALUES__ITEM__SEPARATOR, b"\r", b"\n"}
    kinds = np.array([
        0 if c.isalnum() or c == " " else 1 if bytes([byte]) in marks else 2 if c.isprintable() else 3
        for byte, c in enumerate(plain)
    ])  # fmt: skip
    shares = np.array(_KIND_SHARES) / np.bincount(kinds)
    result: Array = shares[kinds]
    return result


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
    # A few bytes look like anything, so what counts is the likelihood of all of them.
    return sorted(attempts, key=lambda attempt: -attempt.score * min(len(attempt.data), _SCORED))
