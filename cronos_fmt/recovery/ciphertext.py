"""Stored records as one array of positions, each with the shift of its byte."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.recovery.statistics import VALUES

Array = NDArray[Any]


class Ciphertext:
    """Stored bytes of records, one behind the other.

    stored: the bytes; shifts: (place in the record + record number) modulo 256; a table entry belongs to the value
    (plain + shift) modulo 256. starts: index of the first byte of each record, and one past the end.
    """

    def __init__(self, records: Sequence[tuple[int, bytes]], most: int = 1 << 62) -> None:
        ends = np.cumsum([0, *(len(data) for _, data in records)])
        count = int(np.searchsorted(ends[:-1], most))
        self.numbers = [number for number, _ in records[:count]]
        joined = b"".join([data for _, data in records[:count]])[:most]
        self.stored = np.frombuffer(joined, np.uint8).astype(np.intp)
        starts = np.minimum(ends[: count + 1], len(joined))
        firsts = np.array(self.numbers, np.intp) - starts[:-1]
        self.shifts: Array = (np.arange(len(joined)) + np.repeat(firsts, np.diff(starts))) % VALUES
        self.starts: list[int] = starts.tolist()

    def __len__(self) -> int:
        return len(self.stored)

    @cached_property
    def counts(self) -> Array:
        """How often each stored byte occurs."""
        return np.bincount(self.stored, minlength=VALUES)

    @cached_property
    def _plain_of_value(self) -> Array:
        """For each position and each value of a table, the plain byte."""
        return (np.arange(VALUES)[None, :] - self.shifts[:, None]) % VALUES

    @cached_property
    def _value_of_plain(self) -> Array:
        """For each position and each plain byte, the value of the table."""
        return (np.arange(VALUES)[None, :] + self.shifts[:, None]) % VALUES

    def plain(self, table: Array) -> Array:
        """All positions, decoded."""
        return np.asarray((table[self.stored] - self.shifts) % VALUES)

    def spans(self) -> list[tuple[int, int, int]]:
        """(record number, start, stop) of each record."""
        return list(zip(self.numbers, self.starts, self.starts[1:], strict=False))

    def to_entries(self, by_plain: Array) -> Array:
        """Sum of what each position says of plain bytes, as a matrix of stored bytes and values."""
        matrix = np.zeros((VALUES, VALUES))
        rolled = np.take_along_axis(by_plain, self._plain_of_value, axis=1)
        order = np.argsort(self.stored, kind="stable")
        stored = self.stored[order]
        if len(stored):
            first = np.flatnonzero(np.r_[True, stored[1:] != stored[:-1]])
            matrix[stored[first]] = np.add.reduceat(rolled[order], first, axis=0)
        return matrix

    def weighed(self, weights: Array) -> Array:
        """The same where every position says the same of plain bytes."""
        counts = np.bincount(self.stored * VALUES + self.shifts, minlength=VALUES * VALUES).reshape(VALUES, VALUES)
        values = np.arange(VALUES)
        return np.asarray(counts @ weights[(values[None, :] - values[:, None]) % VALUES])

    def to_plain(self, by_value: Array) -> Array:
        """A matrix of stored bytes and values as what it says of the plain byte of each position."""
        return np.take_along_axis(by_value[self.stored], self._value_of_plain, axis=1)
