"""CRC-32 as an oracle: compressed records with few open entries are inflated with every value these can have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.errors import CronosError
from cronos_fmt.inflate import inflate
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.evidence import Evidence, Records
from cronos_fmt.recovery.statistics import VALUES

Array = NDArray[Any]
_LIMIT = 1 << 24
# Inflated bytes of all records that are looked at, at most, and how many a stored byte can give.
_ROOM, _HIGHEST_RATIO = 1 << 29, 1032
_USUAL_RATIO = 16  # what is tried many times must not take long each time
_SIZE = layouts.COMPRESSED_RECORD__CHUNK__HEAD["size"].itemsize
_MARK = layouts.COMPRESSED_RECORD__CHUNK__MARK
_END = bytes(_SIZE) + layouts.COMPRESSED_RECORD__TAIL  # the size of the chunk that ends the stream, and what follows
# Open entries of one record that are tried together, inflating attempts in all, and the longest record tried.
_TOGETHER = 3
_ATTEMPTS = 60_000
_LONGEST = 4_096
_RECORDS = 2_000


def looks_compressed(kod: Kod, number: int, data: bytes) -> bool:
    """True where a stored record has the first mark and the end of a compressed one, decoded with a table."""
    # Most records are told by their last byte.
    if not data or (kod.table[data[-1]] - number - len(data) + 1) % VALUES != _END[-1]:
        return False
    front, end = data[: _SIZE + len(_MARK)], data[-len(_END) :]
    return kod.decode(front, number).endswith(_MARK) and kod.decode(end, number + len(data) - len(end)) == _END


def inflates(kod: Kod, number: int, data: bytes, limit: int = _LIMIT) -> bool:
    """True where a stored record is a compressed one, and what comes out of it has the CRC it tells.

    limit: bytes that may come out; with more the record counts as none.
    """
    if not looks_compressed(kod, number, data):
        return False
    try:
        return inflate(kod.decode(data, number), expected=False, limit=limit) is not None
    except CronosError:
        return False


def with_crc(kod: Kod, records: Records, most: int) -> Iterator[tuple[int, bytes, bool]]:
    """The first records that look compressed, and whether each has its CRC; fewer where that could take long."""
    room = _ROOM
    for number, data in records:
        if not most or room < 0:
            return
        if looks_compressed(kod, number, data):
            yield number, data, inflates(kod, number, data)
            most -= 1
            room -= min(_HIGHEST_RATIO * len(data), _LIMIT)


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
        if inflates(Kod(bytes(trial.tolist())), number, data, _USUAL_RATIO * len(data)):
            found.append(values)
    return found[0] if len(found) == 1 else None


def _put(table: Array, entries: dict[int, int]) -> None:
    """Give entries values; those that had the values before get what becomes free."""
    for byte, value in entries.items():
        other = int(np.flatnonzero(table == value)[0])
        table[other], table[byte] = table[byte], value
