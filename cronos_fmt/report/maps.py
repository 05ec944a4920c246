"""Maps of files: their bytes by class, and which records stand where, aggregated so that a map of any file is small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.bank import Bank
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.claims import ByteClass
from cronos_fmt.inspect.coverage import FileCoverage
from cronos_fmt.records import CroFile
from cronos_fmt.report.records import shown

# Pieces that a map has; records that are followed block by block; kinds of records with a lane of their own.
_MOST_RUNS, _MOST_FOLLOWED, _MOST_KINDS = 1_500, 1_000, 10
_MOST_BYTES = 64 * 2**20
_SLOTS_AT_ONCE = 1 << 16
_CLASSES = [str(cls) for cls in ByteClass]
_STATES = tuple(SlotState)


class Kinds(NamedTuple):
    """What the records of a file are: the names of kinds, the first for what nobody told, and the kind by number."""

    names: list[str]
    of: NDArray[np.int32]


UNTOLD = Kinds(["records"], np.zeros(0, np.int32))


def describe_map(bank: Bank, coverage: FileCoverage, kinds: Mapping[str, Kinds]) -> dict[str, Any]:
    """The map of one file as data for the page.

    starts: offsets where its pieces begin. runs: of each piece the place of its class in `classes`, or [class, bytes,
    class, bytes ...] where it holds several. records: pieces as [start, stop, first record, last record, kind, count,
    kind, count ...], kinds by their place in `kinds`; exact: each such piece is one piece of one record.
    """
    runs = coverage.runs(_MOST_RUNS)
    data: dict[str, Any] = {
        "name": shown(coverage.name),
        "size": coverage.size,
        "classes": [[name.replace("_", " "), coverage.classes.get(name, 0)] for name in _CLASSES],
        "starts": [run.start for run in runs],
        "runs": [
            _CLASSES.index(next(iter(run.classes)))
            if len(run.classes) == 1
            else [each for name, count in run.classes.items() for each in (_CLASSES.index(name), count)]
            for run in runs
        ],
    }
    file = _file_of(bank, coverage)
    if file is None:
        return data | {"kinds": [], "records": [], "exact": True}
    if file.tad is not None and coverage.path == file.tad.path:
        return data | _slots(file)
    return data | _records(file, kinds.get(file.name, UNTOLD))


def _file_of(bank: Bank, coverage: FileCoverage) -> CroFile | None:
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError:
            continue
        if coverage.path in (file.dat.path, file.tad.path if file.tad is not None else None):
            return file
    return None


def _windows(file: CroFile) -> Iterator[tuple[int, Any, NDArray[np.int64]]]:
    """First number, columns, and place of the state in _STATES, of the slots, some at once."""
    for first in range(1, file.slot_count + 1, _SLOTS_AT_ONCE):
        columns = file.columns(first, min(_SLOTS_AT_ONCE, file.slot_count + 1 - first))
        tests = [columns.is_free, columns.is_deleted, columns.is_empty, columns.is_inline]
        yield first, columns, np.select(tests, range(len(tests)), len(tests)).astype(np.int64)


# ---- .tad


def _slots(file: CroFile) -> dict[str, Any]:
    """Neighbours of one state as one piece where that gives few enough, else pieces of one length."""
    names = [f"slots: {state}" for state in _STATES]
    head, size = file.layouts.tad_header.SIZE, file.layouts.tad_slot.SIZE
    total = file.slot_count
    step = max(1, -(-total // _MOST_RUNS))
    counts = np.zeros((-(-total // step), len(_STATES)), np.int64)
    borders: list[int] | None = [1]
    states: list[int] = []
    last = -1
    for first, _, codes in _windows(file):
        np.add.at(counts, ((np.arange(len(codes)) + first - 1) // step, codes), 1)
        changes = np.flatnonzero(np.diff(codes, prepend=last))
        if borders is not None:
            borders += (changes + first).tolist()
            states += codes[changes].tolist()
            borders = borders if len(borders) <= _MOST_RUNS else None
        last = int(codes[-1])
    pieces: list[list[int]] = []
    if borders is not None:
        edges = [*borders[1:], total + 1]
        for code, a, b in zip(states, edges, edges[1:], strict=False):
            pieces.append([head + (a - 1) * size, head + (b - 1) * size, a, b - 1, code, b - a])
    else:
        for i, row in enumerate(counts.tolist()):
            a, b = i * step + 1, min((i + 1) * step, total) + 1
            pieces.append([head + (a - 1) * size, head + (b - 1) * size, a, b - 1, *_pairs(row)])
    return {"kinds": _totals(names, counts.sum(axis=0)), "records": pieces, "exact": borders is not None}


def _pairs(row: list[int]) -> list[int]:
    """[kind, count, kind, count ...] without those of which there are none."""
    return [each for kind, count in enumerate(row) if count for each in (kind, count)]


def _totals(names: list[str], counts: NDArray[np.int64]) -> list[list[Any]]:
    return [[name, int(count)] for name, count in zip(names, counts, strict=True)]


# ---- .dat


def _records(file: CroFile, kinds: Kinds) -> dict[str, Any]:
    """Each piece of each record where there are few, else how many records begin in each stretch of one length."""
    totals = _count(file, kinds)
    common = np.argsort(-totals[1:-1], kind="stable")[:_MOST_KINDS] + 1
    chosen = [kind for kind in common.tolist() if totals[kind]]
    # The place of a kind on the page: the commonest ones, then all others, then deleted records.
    place = np.full(len(totals), len(chosen), np.int64)
    place[chosen] = np.arange(len(chosen))
    place[-1] = len(chosen) + 1
    counts = np.bincount(place, weights=totals, minlength=len(chosen) + 2).astype(np.int64)
    names = [*(kinds.names[kind] for kind in chosen), kinds.names[0], "deleted records"]
    ranges = _followed(file, kinds, place) if int(totals.sum()) <= _MOST_FOLLOWED else None
    pieces = ranges if ranges is not None else _bucketed(file, kinds, place)
    return {"kinds": _totals(names, counts), "records": pieces, "exact": ranges is not None}


def _kinds_of(kinds: Kinds, first: int, codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kind of each slot of a window; the number behind the last kind for deleted records."""
    found = np.zeros(len(codes), np.int64)
    told = kinds.of[first : first + len(codes)]
    found[: len(told)] = told
    found[codes == _STATES.index(SlotState.DELETED)] = len(kinds.names)
    return found


def _has_bytes(codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    return ~np.isin(codes, [_STATES.index(SlotState.FREE), _STATES.index(SlotState.EMPTY)])


def _count(file: CroFile, kinds: Kinds) -> NDArray[np.int64]:
    """Records with bytes by kind; deleted ones come last."""
    totals = np.zeros(len(kinds.names) + 1, np.int64)
    for first, _, codes in _windows(file):
        found = _kinds_of(kinds, first, codes)[_has_bytes(codes)]
        totals += np.bincount(found, minlength=len(totals))
    return totals


def _followed(file: CroFile, kinds: Kinds, place: NDArray[np.int64]) -> list[list[int]] | None:
    """The pieces of all records in order of their offset; None where there are too many, or too many bytes."""
    pieces: list[list[int]] = []
    room = _MOST_BYTES
    for first, _, codes in _windows(file):
        found = place[_kinds_of(kinds, first, codes)]
        for i in np.flatnonzero(_has_bytes(codes)).tolist():
            try:
                for chunk in file.chunks(file.slot(first + i)):
                    size = chunk.header + len(chunk.payload)
                    pieces.append([chunk.offset, chunk.offset + size, first + i, first + i, int(found[i]), 1])
                    room -= size
                    if len(pieces) > _MOST_RUNS or room < 0:
                        return None
            except CronosError as error:
                if error.status is not Status.NOT_A_BANK:
                    raise
    return sorted(pieces)


def _bucketed(file: CroFile, kinds: Kinds, place: NDArray[np.int64]) -> list[list[int]]:
    width = max(1, -(-file.dat.size // _MOST_RUNS))
    number = -(-file.dat.size // width)
    counts = np.zeros((number, int(place.max()) + 1), np.int64)
    lowest = np.full(number, file.slot_count + 1, np.int64)
    highest = np.zeros(number, np.int64)
    for first, columns, codes in _windows(file):
        offsets = np.minimum(columns.data_offset.astype(np.uint64), np.uint64(file.dat.size)).astype(np.int64)
        chosen = _has_bytes(codes) & (offsets < file.dat.size)
        bucket = offsets[chosen] // width
        numbers = np.flatnonzero(chosen) + first
        np.add.at(counts, (bucket, place[_kinds_of(kinds, first, codes)[chosen]]), 1)
        np.minimum.at(lowest, bucket, numbers)
        np.maximum.at(highest, bucket, numbers)
    return [
        [i * width, min((i + 1) * width, file.dat.size), int(lowest[i]), int(highest[i]), *_pairs(row)]
        for i, row in enumerate(counts.tolist())
        if highest[i]
    ]
