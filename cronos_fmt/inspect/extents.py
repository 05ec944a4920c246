"""Which bytes of a file belong to what: ranges from any number of sources, made disjoint in bounded memory.

Ranges are kept by region of the file, those of many records in a temporary file, so that each region is settled alone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# A range [start, stop) of bytes: the code of what it is, and the record number that claims it (0: none).
EXTENT = np.dtype([("start", np.int64), ("stop", np.int64), ("number", np.int64), ("code", np.int32)])
Extents = NDArray[Any]
Regional = tuple[Extents, int]

# Bytes of a region; no more ranges than these can be left of one, however many claim it.
_REGION = 1 << 22
_HELD = 1 << 20
_KEPT_OVERLAPS = 100
_LISTED = 10_000  # places weighed at once


class Overlap(NamedTuple):
    """Bytes [start, stop) that two records claim, the lower number first; 0 is the header of the file."""

    start: int
    stop: int
    first: int
    second: int


@dataclass
class Overlaps:
    """Bytes claimed more than once: how many, and the first places."""

    bytes: int = 0
    kept: list[Overlap] = field(default_factory=list)

    def keep(self, start: int, stop: int, one: int, other: int) -> None:
        """Keep a place; one that goes on where the last one ended is a part of it."""
        place = Overlap(start, stop, min(one, other), max(one, other))
        if self.kept and self.kept[-1].stop == start and self.kept[-1][2:] == place[2:]:
            self.kept[-1] = self.kept[-1]._replace(stop=stop)
        elif len(self.kept) < _KEPT_OVERLAPS:
            self.kept.append(place)


class ExtentStore:
    """Ranges of a file, added in any order and given back region by region, sorted and disjoint."""

    def __init__(self) -> None:
        self.claimed = 0
        self._held: list[Extents] = []
        self._count = 0
        self._spill: IO[bytes] | None = None
        self._segments: dict[int, list[tuple[int, int]]] = {}

    def close(self) -> None:
        """Give the temporary file back."""
        if self._spill is not None:
            self._spill.close()

    def add(self, starts: Any, stops: Any, codes: Any, numbers: Any) -> None:
        """Add ranges, given by columns or single values; empty ones are left out."""
        rows = np.zeros(len(starts), EXTENT)
        rows["start"], rows["stop"], rows["code"], rows["number"] = starts, stops, codes, numbers
        rows = rows[rows["stop"] > rows["start"]]
        self.claimed += int((rows["stop"] - rows["start"]).sum())
        self._held.append(rows)
        self._count += len(rows)
        if self._count >= _HELD:
            self._flush()

    def regions(self, size: int, tiers: NDArray[np.int32], claims: int, overlaps: Overlaps) -> Iterator[Regional]:
        """Disjoint ranges of each region of a file of `size` bytes, in order, and where the region ends.

        tiers: by code, the lower one has the bytes that two ranges share; of two with one tier it is the one that
        begins first. Shared bytes of two ranges with tiers up to `claims` are noted in `overlaps`.
        """
        held = self._by_region()
        for region in range(-(-size // _REGION)):
            rows = held.get(region, np.zeros(0, EXTENT))
            for at, count in self._segments.get(region, ()):
                if len(rows) > _HELD:
                    rows = settle(rows, tiers, claims, overlaps)
                assert self._spill is not None
                self._spill.seek(at)
                data = self._spill.read(count * EXTENT.itemsize)
                rows = np.concatenate((rows, np.frombuffer(data, EXTENT)))
            yield settle(rows, tiers, claims, overlaps), min((region + 1) * _REGION, size)

    def _by_region(self) -> dict[int, Extents]:
        """The ranges in memory, cut at the borders of regions."""
        if not self._count:
            return {}
        rows = cut(np.concatenate(self._held), _REGION)
        regions = rows["start"] // _REGION
        order = np.argsort(regions, kind="stable")
        rows, regions = rows[order], regions[order]
        numbers, first = np.unique(regions, return_index=True)
        return dict(zip(numbers.tolist(), np.split(rows, first[1:]), strict=True))

    def _flush(self) -> None:
        if self._spill is None:
            self._spill = tempfile.TemporaryFile()  # noqa: SIM115
        at = self._spill.seek(0, 2)
        for region, rows in self._by_region().items():
            self._spill.write(rows.tobytes())
            self._segments.setdefault(region, []).append((at, len(rows)))
            at += rows.nbytes
        self._held, self._count = [], 0


def cut(rows: Extents, width: int) -> Extents:
    """The ranges cut at the multiples of `width`, in the order of their bytes where they were."""
    first, last = rows["start"] // width, (rows["stop"] - 1) // width
    pieces = last - first + 1
    if pieces.max(initial=1) == 1:
        return rows
    ends = np.cumsum(pieces)
    parts = np.repeat(rows, pieces)
    place = np.repeat(first, pieces) + np.arange(ends[-1]) - np.repeat(ends - pieces, pieces)
    parts["start"] = np.maximum(parts["start"], place * width)
    parts["stop"] = np.minimum(parts["stop"], (place + 1) * width)
    return parts


def settle(rows: Extents, tiers: NDArray[np.int32], claims: int, overlaps: Overlaps) -> Extents:
    """The ranges sorted and disjoint, see ExtentStore.regions."""
    rows = rows[np.argsort(rows["start"], kind="stable")]
    if len(rows) < 2 or (rows["start"][1:] >= np.maximum.accumulate(rows["stop"])[:-1]).all():
        return rows
    tier = tiers[rows["code"]]
    _note_overlaps(rows[tier <= claims], overlaps)
    settled = np.zeros(0, EXTENT)
    for level in np.unique(tier):
        below = _without(_clip(rows[tier == level]), settled)
        settled = np.concatenate((settled, below))
        settled = settled[np.argsort(settled["start"], kind="stable")]
    return settled


def _clip(rows: Extents) -> Extents:
    """Sorted ranges made disjoint: the one that begins first keeps the bytes it shares."""
    before = np.maximum.accumulate(np.concatenate(([0], rows["stop"][:-1])))
    clipped = rows.copy()
    clipped["start"] = np.maximum(rows["start"], before)
    return clipped[clipped["start"] < clipped["stop"]]


def _without(rows: Extents, taken: Extents) -> Extents:
    """What is left of disjoint ranges when the bytes of others, disjoint as well, are taken out."""
    if not len(taken) or not len(rows):
        return rows
    cuts = np.unique(np.concatenate((rows["start"], rows["stop"], taken["start"], taken["stop"])))
    starts, stops = cuts[:-1], cuts[1:]
    index, inside = _holder(rows, starts)
    free = inside & ~_holder(taken, starts)[1]
    left = rows[index[free]]
    left["start"], left["stop"] = starts[free], stops[free]
    return left


def _holder(rows: Extents, at: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """By offset, the index of the range that holds it, and whether there is one."""
    index = np.searchsorted(rows["start"], at, "right") - 1
    return index, (index >= 0) & (rows["stop"][index] > at)


def _note_overlaps(rows: Extents, overlaps: Overlaps) -> None:
    if len(rows) < 2:
        return
    highest = np.maximum.accumulate(rows["stop"])
    before = highest[:-1]
    shared = np.flatnonzero(rows["start"][1:] < before) + 1
    if not len(shared):
        return
    stops = np.minimum(rows["stop"][shared], before[shared - 1])
    overlaps.bytes += int((stops - rows["start"][shared]).sum())
    # The range that reaches furthest so far: the last one that raised the highest stop.
    raised = np.concatenate(([True], rows["stop"][1:] > before))
    owner = np.maximum.accumulate(np.where(raised, np.arange(len(rows)), 0))
    for i, stop in zip(shared[:_LISTED].tolist(), stops.tolist(), strict=False):
        start, second = int(rows["start"][i]), int(rows["number"][i])
        overlaps.keep(start, stop, int(rows["number"][owner[i - 1]]), second)


def merged(rows: Extents) -> Extents:
    """Sorted disjoint ranges, those of one code that touch each other joined; the number is that of the first."""
    if len(rows) < 2:
        return rows
    starts = np.flatnonzero(
        np.concatenate(([True], (rows["code"][1:] != rows["code"][:-1]) | (rows["start"][1:] != rows["stop"][:-1])))
    )
    joined = rows[starts]
    joined["stop"] = rows["stop"][np.concatenate((starts[1:] - 1, [len(rows) - 1]))]
    return joined


def filled(rows: Extents, start: int, stop: int, code: int) -> Extents:
    """Sorted disjoint ranges of [start, stop) with the bytes between them as ranges of `code`."""
    edges = np.concatenate(([start], rows["stop"])), np.concatenate((rows["start"], [stop]))
    open_ = edges[0] < edges[1]
    gaps = np.zeros(int(open_.sum()), EXTENT)
    gaps["start"], gaps["stop"], gaps["code"] = edges[0][open_], edges[1][open_], code
    both = np.concatenate((rows, gaps))
    return both[np.argsort(both["start"], kind="stable")]
