"""How much of each file is explained: every byte in exactly one class, by structure and by how sure its field is.

The ranges that headers and records claim are made disjoint region by region, so any bank takes bounded memory. Records
are taken apart field by field where there are few, in a sample where there are many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.bank import Bank
from cronos_fmt.errors import CronosError
from cronos_fmt.inspect.claims import (
    MOST_CLAIMED,
    ByteClass,
    Claims,
    Kind,
    RecordClaims,
    Share,
    claim_header,
    statuses,
)
from cronos_fmt.inspect.extents import EXTENT, Extents, Overlaps, cut, filled, merged
from cronos_fmt.inspect.free_blocks import free_blocks
from cronos_fmt.problems import Problem
from cronos_fmt.records import CroFile

CLASSES = tuple(ByteClass)
# What is no part of a live, sound record, nor around one.
GAPS = (ByteClass.SLACK, ByteClass.DAMAGED, ByteClass.DELETED, ByteClass.FREE, ByteClass.UNEXPLAINED)
NOT_LOOKED_AT = "not looked at"
# Of two ranges that share bytes the one of the lower tier has them; up to _CLAIMS, sharing is a problem.
_TIERS = {ByteClass.HEADER: -1, ByteClass.SLACK: 1, ByteClass.DAMAGED: 2, ByteClass.DELETED: 3, ByteClass.FREE: 4}
_CLAIMS = 1
_KEPT_GAPS = 10_000
_KEPT_RUNS = 1 << 16
_BUCKETS = 1 << 12


class Gap(NamedTuple):
    """Bytes [start, stop) of one class that are no part of a live record; record: who has the first of them, or 0."""

    start: int
    stop: int
    cls: ByteClass
    record: int


class Run(NamedTuple):
    """Bytes [start, stop) of a file, and how many of them are in each class."""

    start: int
    stop: int
    classes: dict[str, int]


@dataclass
class FileCoverage:
    """One file. `classes` adds up to `size`; `statuses` has the bytes of the classes that have fields, by status.

    slots: of a .tad, the number of slots by state. is_full: every record was taken apart. gaps: the largest ones, in
    order; gap_counts: how many there are, by class. note: why nothing of the file could be read.
    """

    name: str
    size: int
    path: Path
    version: str | None = None
    classes: dict[str, int] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    records: list[Share] = field(default_factory=list)
    slots: dict[str, int] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    gap_counts: dict[str, int] = field(default_factory=dict)
    overlaps: Overlaps = field(default_factory=Overlaps)
    is_full: bool = True
    note: str = ""
    _map: _Map | None = field(default=None, repr=False)

    def runs(self, most: int = _BUCKETS) -> list[Run]:
        """The file from its first to its last byte in at most so many pieces, for a map.

        A piece has one class where the file has few enough ranges; else pieces are of one length and hold several.
        """
        if not self.size:
            return []
        if self._map is None:
            return [Run(0, self.size, {name: count for name, count in self.classes.items() if count})]
        return self._map.runs(most)

    def as_dict(self) -> dict[str, Any]:
        """The file as data for JSON."""
        data: dict[str, Any] = {"name": self.name, "size": self.size, "version": self.version, "classes": self.classes}
        data |= {"statuses": self.statuses, "looked_at": "all" if self.is_full else "sample"}
        if self.slots:
            data["slots"] = self.slots
        data["records"] = [
            {
                "structure": s.structure, "base": s.base, "records": s.records, "looked_at": s.looked_at,
                "bytes": s.bytes, "statuses": dict(s.statuses), "content": dict(s.content),
            }
            for s in self.records
        ]  # fmt: skip
        data["gaps"] = [
            {"start": g.start, "end": g.stop, "class": str(g.cls)} | ({"record": g.record} if g.record else {})
            for g in self.gaps
        ]
        data |= {"gap_counts": self.gap_counts, "gaps_left_out": sum(self.gap_counts.values()) - len(self.gaps)}
        places = [{"start": o.start, "end": o.stop, "records": [o.first, o.second]} for o in self.overlaps.kept]
        data["overlaps"] = {"bytes": self.overlaps.bytes, "places": places}
        return data | ({"note": self.note} if self.note else {})


def coverage_of(bank: Bank, *, full: bool = False) -> list[FileCoverage]:
    """Every .dat and .tad of a bank. Problems, records that share bytes among them, are added to those of the bank.

    full: take every record apart, whatever their number. CronosError: not one file can be read.
    """
    found: list[FileCoverage] = []
    errors: list[CronosError] = []
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError as error:
            errors.append(error)
            bank.problems.add_error("file-unreadable", error)
            found += _unread(bank.path, name, str(error))
            continue
        found += [_dat(bank, file, full), _tad(file)]
    if errors and len(errors) == len(bank.file_names):
        raise errors[0]
    return found


def _unread(folder: Path, name: str, note: str) -> Iterator[FileCoverage]:
    """The files of a pair that cannot be opened: nothing of them is explained."""
    names = {f"{name}{end}".lower() for end in (".dat", ".tad")}
    for path in sorted(folder.iterdir()):
        if path.name.lower() in names and path.is_file():
            size = path.stat().st_size
            gaps = [Gap(0, size, ByteClass.UNEXPLAINED, 0)] if size else []
            counts = {str(ByteClass.UNEXPLAINED): len(gaps)}
            classes = {str(ByteClass.UNEXPLAINED): size}
            yield FileCoverage(
                path.name, size, path, classes=classes, gaps=gaps, gap_counts=counts, is_full=False, note=note
            )


# ---- .tad


def _tad(file: CroFile) -> FileCoverage:
    """Header and slots; what is behind the last whole slot is not explained."""
    assert file.tad is not None
    header, slot, size = file.layouts.tad_header, file.layouts.tad_slot, file.tad.size
    end = header.SIZE + file.slot_count * slot.SIZE
    order = (ByteClass.HEADER, ByteClass.SLOTS, ByteClass.UNEXPLAINED)
    ends = [(0, header.SIZE), (header.SIZE, end), (end, size)]
    by_status: Counter[str] = Counter()
    for layout, times in ((header, 1), (slot, file.slot_count)):
        for start, stop, status in statuses(layout):
            by_status[status] += (stop - start) * times
    rows = np.array([(a, b, 0, CLASSES.index(cls)) for cls, (a, b) in zip(order, ends, strict=True) if a < b], EXTENT)
    drawn, gaps = _Map(size), _Gaps()
    drawn.add(rows)
    gaps.add(rows)
    result = FileCoverage(file.tad.path.name, size, file.tad.path, file.profile.tag, _map=drawn)
    result.classes = {str(cls): b - a for cls, (a, b) in zip(order, ends, strict=True)}
    result.statuses = {status: count for status, count in by_status.items() if count}
    result.slots = {str(state): count for state, count in file.count_states().items() if count}
    result.gaps, result.gap_counts = gaps.result()
    return result


# ---- .dat


def _dat(bank: Bank, file: CroFile, full: bool) -> FileCoverage:
    claims = Claims(file)
    result = FileCoverage(file.dat.path.name, file.dat.size, file.dat.path, file.profile.tag)
    try:
        claim_header(claims)
        records = RecordClaims(bank, claims, full)
        records.claim()
        _claim_free_blocks(claims)
        _settle(claims, records, result)
    finally:
        claims.store.close()
    result.is_full = records.is_full
    add, name = bank.problems.add, file.dat.path.name
    for overlap in result.overlaps.kept:
        other = f"record {overlap.first}" if overlap.first else "the header of the file"
        message = f"shares bytes {overlap.start:#x} to {overlap.stop:#x} with {other}; they are counted once"
        add(Problem("overlap", message, name, overlap.second, offset=overlap.start))
    if claims.is_over:
        message = f"records claim more than {MOST_CLAIMED} times the bytes of the file; the rest of them is left out"
        add(Problem("overclaimed", message, name))
    return result


def _claim_free_blocks(claims: Claims) -> None:
    """The chain of blocks that ends at the anchor in the header; they are looked for where nothing is claimed."""
    file = claims.file
    area = file.layouts.dat_area
    if area is None or file.dat.size < file.data_start:
        return
    head: Any = area.one(file.dat.read(layouts.DatHeader.SIZE, area.SIZE))
    anchor = int(head.free_block_anchor)
    if not 0 < anchor < file.dat.size:
        return
    gaps = merged(np.concatenate([rows[rows["code"] == 0] for rows in _regions(claims, Overlaps())]))
    found = free_blocks(file, anchor, gaps)
    code = claims.code(Kind(ByteClass.FREE, file.layouts.continuation.NAME))
    claims.add(found, np.minimum(found + file.block_size, file.dat.size), code, 0)


def _regions(claims: Claims, overlaps: Overlaps) -> Iterator[Extents]:
    """All bytes of the file in disjoint ranges, region by region."""
    tiers = claims.column(lambda kind: _TIERS.get(kind.cls, 0))
    at = 0
    for rows, stop in claims.store.regions(claims.file.dat.size, tiers, _CLAIMS, overlaps):
        yield filled(rows, at, stop, 0)
        at = stop


def _settle(claims: Claims, records: RecordClaims, result: FileCoverage) -> None:
    """Count the bytes of each kind, draw the map, and list the gaps."""
    bytes_of = np.zeros(len(claims.kinds), np.int64)
    to_class = claims.column(lambda kind: CLASSES.index(kind.cls))
    drawn, gaps = _Map(result.size), _Gaps()
    for rows in _regions(claims, result.overlaps):
        np.add.at(bytes_of, rows["code"], rows["stop"] - rows["start"])
        rows["code"] = to_class[rows["code"]]
        drawn.add(rows)
        gaps.add(rows)
    counts: Counter[ByteClass] = Counter()
    by_status: Counter[str] = Counter()
    for kind, count in zip(claims.kinds, bytes_of.tolist(), strict=True):
        counts[kind.cls] += count
        if kind.cls not in GAPS and count:
            by_status[kind.status or NOT_LOOKED_AT] += count
        if kind.cls is ByteClass.RECORDS and count:
            share = records.shares[kind.structure, kind.base]
            share.bytes += count
            share.statuses[kind.status or NOT_LOOKED_AT] += count
    result.classes = {str(cls): counts[cls] for cls in CLASSES if cls is not ByteClass.SLOTS}
    result.statuses = dict(by_status)
    result.records = sorted(records.shares.values(), key=lambda share: -share.bytes)
    result.gaps, result.gap_counts = gaps.result()
    result._map = drawn


class _Map:
    """The classes of a file: its ranges where they are few, and its bytes by class in buckets of one length."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._width = max(1, -(-size // _BUCKETS))
        self._buckets = np.zeros((-(-size // self._width), len(CLASSES)), np.int64)
        self._rows: list[Extents] | None = []
        self._count = 0

    def add(self, rows: Extents) -> None:
        """The next ranges in order, their codes the places in CLASSES."""
        rows = merged(rows)
        parts = cut(rows, self._width)
        np.add.at(self._buckets, (parts["start"] // self._width, parts["code"]), parts["stop"] - parts["start"])
        if self._rows is not None:
            self._rows.append(rows)
            self._count += len(rows)
            self._rows = self._rows if self._count <= _KEPT_RUNS else None

    def runs(self, most: int) -> list[Run]:
        """See FileCoverage.runs."""
        if self._rows is not None:
            rows = merged(np.concatenate([np.zeros(0, EXTENT), *self._rows]))
            if len(rows) <= most:
                columns = (rows[name].tolist() for name in ("start", "stop", "code"))
                return [Run(a, b, {str(CLASSES[code]): b - a}) for a, b, code in zip(*columns, strict=True)]
        step = -(-len(self._buckets) // max(1, most))
        joined = np.add.reduceat(self._buckets, np.arange(0, len(self._buckets), step), axis=0)
        runs = []
        for i, counts in enumerate(joined.tolist()):
            start = i * step * self._width
            classes = {str(cls): count for cls, count in zip(CLASSES, counts, strict=True) if count}
            runs.append(Run(start, min(start + step * self._width, self._size), classes))
        return runs


class _Gaps:
    """The largest gaps, and how many there are."""

    def __init__(self) -> None:
        self._codes = np.array([CLASSES.index(cls) for cls in GAPS])
        self._last = np.zeros(0, EXTENT)
        self._kept = np.zeros(0, EXTENT)
        self._counts = np.zeros(len(CLASSES), np.int64)

    def add(self, rows: Extents) -> None:
        """The next ranges in order, their codes the places in CLASSES."""
        rows = merged(np.concatenate((self._last, rows[np.isin(rows["code"], self._codes)])))
        self._keep(rows[:-1])
        self._last = rows[-1:]

    def _keep(self, rows: Extents) -> None:
        self._counts += np.bincount(rows["code"], minlength=len(CLASSES))
        self._kept = np.concatenate((self._kept, rows))
        if len(self._kept) > 4 * _KEPT_GAPS:
            self._kept = self._largest()

    def _largest(self) -> NDArray[Any]:
        lengths = self._kept["stop"] - self._kept["start"]
        return self._kept[np.argsort(-lengths, kind="stable")[:_KEPT_GAPS]]

    def result(self) -> tuple[list[Gap], dict[str, int]]:
        """The gaps that are kept in order, and the number of all by class."""
        self._keep(self._last)
        kept = self._largest()
        kept = kept[np.argsort(kept["start"])]
        columns = (kept[name].tolist() for name in ("start", "stop", "code", "number"))
        gaps = [Gap(a, b, CLASSES[code], number) for a, b, code, number in zip(*columns, strict=True)]
        return gaps, {str(cls): int(n) for cls, n in zip(CLASSES, self._counts, strict=True) if n}
