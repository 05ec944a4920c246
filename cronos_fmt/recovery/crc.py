"""CRC-32 as an oracle: compressed records with few open entries are inflated with every value these can have."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.errors import CronosError
from cronos_fmt.inflate import inflate
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.evidence import Evidence

Array = NDArray[Any]
_LIMIT = 1 << 24
# Open entries of one record that are tried together, inflating attempts in all, and the longest record tried.
_TOGETHER = 3
_ATTEMPTS = 60_000
_LONGEST = 4_096
_RECORDS = 2_000


def looks_compressed(kod: Kod, number: int, data: bytes) -> bool:
    """True where a stored record has the mark of a compressed one behind its first bytes, decoded with a table."""
    mark = layouts.COMPRESSED_RECORD__CHUNK__MARK
    return kod.decode(data[: 2 * len(mark)], number).endswith(mark)


def inflates(kod: Kod, number: int, data: bytes) -> bool:
    """True where a stored record is a compressed one, and what comes out of it has the CRC it tells."""
    if not looks_compressed(kod, number, data):
        return False
    try:
        return inflate(kod.decode(data, number), expected=False, limit=_LIMIT) is not None
    except CronosError:
        return False


def settle(table: Array, open_entries: set[int], evidence: Evidence) -> tuple[Array, set[int]]:
    """The table with those of its open entries (stored bytes) settled that compressed records prove, and which."""
    table, left, settled = table.copy(), set(open_entries), set[int]()
    records = [
        (number, data, frozenset(data))
        for file in evidence.encoded
        if file.may_be_compressed
        for number, data in file.records[:_RECORDS]
        if len(data) <= _LONGEST
    ]
    attempts = _ATTEMPTS
    progress = bool(records)
    while progress and left and attempts > 0:
        progress = False
        for number, data, used in sorted(records, key=lambda record: len(record[2] & left)):
            unknown = sorted(used & left)
            if not 0 < len(unknown) <= _TOGETHER:
                continue
            attempts -= len(left) ** len(unknown)
            if attempts < 0:
                break
            values = _fitting(table, sorted(left), unknown, number, data)
            if values is None:
                continue
            _put(table, dict(zip(unknown, values, strict=True)))
            left -= set(unknown)
            settled |= set(unknown)
            progress = True
    return table, settled


def _fitting(table: Array, left: list[int], unknown: list[int], number: int, data: bytes) -> tuple[int, ...] | None:
    """The one way to give the open entries of a record values that are free, with which it inflates to its CRC."""
    found: list[tuple[int, ...]] = []
    for values in permutations([int(table[byte]) for byte in left], len(unknown)):
        trial = table.copy()
        _put(trial, dict(zip(unknown, values, strict=True)))
        if inflates(Kod(bytes(trial.tolist())), number, data):
            found.append(values)
    return found[0] if len(found) == 1 else None


def _put(table: Array, entries: dict[int, int]) -> None:
    """Give entries values; those that had the values before get what becomes free."""
    for byte, value in entries.items():
        other = int(np.flatnonzero(table == value)[0])
        table[other], table[byte] = table[byte], value
