"""The chain of freed blocks, which the header of a .dat tells the last block of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.inspect.extents import Extents
from cronos_fmt.inspect.pieces import Numbers, bytes_at
from cronos_fmt.records import CroFile

_WINDOW = 1 << 22
_MOST_LINKS = 1 << 22
_BYTES_AT_ONCE = 1 << 18
_HEADS = 4  # first blocks tried where several chains are the longest


def free_blocks(file: CroFile, anchor: int, gaps: Extents) -> Numbers:
    """Offsets of the blocks whose pointers lead, from one to the next, to the block at `anchor`, in order of offset.

    gaps: the sorted ranges that nothing else claims; blocks are looked for in these alone. The chain cannot be walked
    from its last block, so every pointer in the gaps that leads to a place in the gaps is tried, and the longest chain
    is taken: what looks like a pointer by chance leads in by a short way. Empty where there are more of these than can
    be weighed (4 million).
    """
    if file.block_size <= file.layouts.continuation.SIZE or not len(gaps):
        return np.zeros(0, np.int64)
    if not _has_room(gaps, np.array([anchor]), 1, file.dat.size)[0]:
        return np.zeros(0, np.int64)
    at, to = _links(file, gaps)
    if len(at) > _MOST_LINKS:
        return np.zeros(0, np.int64)
    # Freed blocks were seen to hold nothing but their pointer; others are taken where that makes the chain longer.
    clean = _hold_nothing(file, at)
    chains = [_longest(at[chosen], to[chosen], anchor, file.block_size) for chosen in (clean, np.full(len(at), True))]
    return np.sort(np.array(max(chains, key=len), np.int64))


def _longest(at: Numbers, to: Numbers, anchor: int, size: int) -> list[int]:
    """The longest chain of blocks to the anchor, from there on, up to the first one that shares bytes with another."""
    # The anchor leads to itself, and what leads nowhere to a place behind the last one: then each step doubles the way.
    at, to = at[at != anchor], to[at != anchor]
    place = int(np.searchsorted(at, anchor))
    at, to = np.insert(at, place, anchor), np.insert(to, place, anchor)
    nowhere = len(at)
    step = np.searchsorted(at, to)
    step[(step == nowhere) | (at[np.minimum(step, nowhere - 1)] != to)] = nowhere
    way = np.append(step, nowhere)
    length = np.ones(nowhere + 1, np.int64)
    length[[place, nowhere]] = 0
    for _ in range(nowhere.bit_length()):
        length, way = length + length[way], way[way]
    length = np.where(way == place, length, -1)
    best: list[int] = []
    for head in np.flatnonzero(length == length.max())[:_HEADS].tolist():
        chain = _apart(at, step, head, place, size)
        best = max(best, chain, key=len)
        if len(best) > length.max():
            break
    return best


def _apart(at: Numbers, step: Numbers, head: int, place: int, size: int) -> list[int]:
    """The offsets of a chain from its last block on, up to one that shares bytes with those behind it."""
    chain = [head]
    while chain[-1] != place:
        chain.append(int(step[chain[-1]]))
    taken: dict[int, int] = {}
    for offset in at[chain[::-1]].tolist():
        cell = offset // size
        if any(abs(taken[near] - offset) < size for near in (cell - 1, cell, cell + 1) if near in taken):
            break
        taken[cell] = offset
    return list(taken.values())


def _hold_nothing(file: CroFile, offsets: Numbers) -> NDArray[np.bool_]:
    """Whether a block holds zeros but for its pointer, which may be repeated."""
    link, result = file.layouts.continuation.SIZE, np.ones(len(offsets), np.bool_)
    count = max(1, _BYTES_AT_ONCE // file.block_size)
    for start in range(0, len(offsets), count):
        at = offsets[start : start + count, None] + np.arange(file.block_size)
        data = np.where(at < file.dat.size, bytes_at(file.dat, np.minimum(at, file.dat.size - 1)), 0)
        pointer, repeated = data[:, :link], data[:, link : 2 * link]
        again = (repeated == 0).all(axis=1)
        if repeated.shape == pointer.shape:
            again |= (repeated == pointer).all(axis=1)
        result[start : start + count] = again & (data[:, 2 * link :] == 0).all(axis=1)
    return result


def _links(file: CroFile, gaps: Extents) -> tuple[Numbers, Numbers]:
    """Each block in the gaps whose pointer leads to another place in the gaps: its offset, and that place."""
    layout, size = file.layouts.continuation, file.dat.size
    found: list[tuple[Numbers, Numbers]] = [(np.zeros(0, np.int64),) * 2]
    total = 0
    first, last = gaps["start"] // _WINDOW, (gaps["stop"] - 1) // _WINDOW
    long = np.flatnonzero(last > first + 1)
    windows = np.unique(np.concatenate([first, last, *(np.arange(first[i], last[i]) for i in long)]))
    for start in (windows * _WINDOW).tolist():
        data = file.dat.read(start, min(_WINDOW + layout.SIZE - 1, size - start))
        for shift in range(min(layout.SIZE, len(data))):
            to = layout(data[shift:]).next
            at = start + shift + np.arange(len(to), dtype=np.int64) * layout.SIZE
            good = (to != 0) & (to < np.uint64(size)) & (at < start + _WINDOW)
            at, to = at[good], to[good].astype(np.int64)
            good = (at != to) & _has_room(gaps, to, 1, size) & _has_room(gaps, at, file.block_size, size)
            found.append((at[good], to[good]))
            total += int(good.sum())
        if total > _MOST_LINKS:
            break
    at, to = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(at, kind="stable")
    return at[order], to[order]


def _has_room(gaps: Extents, at: Numbers, length: int, size: int) -> NDArray[np.bool_]:
    """Whether so many bytes at an offset are all in one gap; the end of the file may cut them short."""
    index = np.searchsorted(gaps["start"], at, "right") - 1
    stop = gaps["stop"][np.maximum(index, 0)]
    return np.asarray((index >= 0) & (stop > at) & ((stop >= at + length) | (stop == size)))
