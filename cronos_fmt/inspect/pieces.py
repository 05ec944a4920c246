"""Where the records of many slots stand, all at once: those in one piece as columns, and the numbers of the others."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.records import CroFile
from cronos_fmt.source import Source

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

# Bytes further apart than this are not read together; what is read together is at most so long.
_APART = 1 << 12
_TOGETHER = 1 << 22


class Pieces:
    """Records `first` to `last` of a file, live and deleted ones that have bytes.

    Columns of those in one piece: number; header, start, stop and end, the offsets in the .dat of its header, its
    payload, what is behind its payload, and the end of its room; is_deleted. others: numbers of those that go on in
    blocks, and of those that do not stand in the file or are longer than the limit record_bytes.
    """

    def __init__(self, file: CroFile, first: int, last: int) -> None:
        self.dat = file.dat
        columns = file.columns(first, last - first + 1)
        numbers = np.arange(first, first + len(columns), dtype=np.int64)
        offset, length = columns.data_offset.astype(np.uint64), columns.data_length.astype(np.uint64)
        used = ~(columns.is_free | columns.is_empty)
        if file.layouts.first_chunk is not None:
            used = used & (length > 0)
        size = np.uint64(file.dat.size)
        inside = (offset <= size) & (length <= size - np.minimum(offset, size))
        inside &= length <= np.uint64(file.limits.record_bytes)
        whole = used & inside & columns.is_inline
        header = np.zeros(len(numbers), np.int64)
        total = length.astype(np.int64)
        chunk = file.layouts.first_chunk
        if chunk is not None:
            chunked = np.flatnonzero(used & inside & ~columns.is_inline & (length >= np.uint64(chunk.SIZE)))
            at = offset[chunked].astype(np.int64)
            heads = chunk(bytes_at(file.dat, at[:, None] + np.arange(chunk.SIZE)).tobytes())
            totals = heads.total.astype(np.int64)
            fits = totals <= total[chunked] - chunk.SIZE
            chunked = chunked[fits]
            whole[chunked], header[chunked], total[chunked] = True, chunk.SIZE, totals[fits]
        self.others: Numbers = numbers[used & ~whole]
        self.numbers: Numbers = numbers[whole]
        self.header: Numbers = offset[whole].astype(np.int64)
        self.start: Numbers = self.header + header[whole]
        self.stop: Numbers = self.start + total[whole]
        self.end: Numbers = self.header + length[whole].astype(np.int64)
        self.is_deleted: NDArray[np.bool_] = np.asarray(columns.is_deleted)[whole]

    def only(self, chosen: NDArray[np.bool_]) -> Pieces:
        """Some of the records in one piece."""
        part = copy.copy(self)
        for name in ("numbers", "header", "start", "stop", "end", "is_deleted"):
            setattr(part, name, getattr(self, name)[chosen])
        return part

    def edges(self, first: int) -> tuple[Bytes, Bytes]:
        """The `first` stored bytes of each payload, zeros where it is shorter, and its last one (0 of an empty one)."""
        at = self.start[:, None] + np.arange(first)
        inside = at < self.stop[:, None]
        last = np.maximum(self.stop - 1, 0)
        read = bytes_at(self.dat, np.concatenate((np.where(inside, at, 0), last[:, None]), axis=1))
        return np.where(inside, read[:, :-1], 0).astype(np.uint8), np.where(self.stop > self.start, read[:, -1], 0)


def bytes_at(source: Source, offsets: Any) -> Bytes:
    """The bytes at some offsets, in the shape of these; CronosError where the file does not hold one."""
    at = np.asarray(offsets, np.int64)
    found = np.zeros(at.size, np.uint8)
    if not at.size:
        return found.reshape(at.shape)
    flat = at.ravel()
    order = np.argsort(flat, kind="stable")
    flat = flat[order]
    apart = (np.diff(flat) > _APART) | (np.diff(flat // _TOGETHER) > 0)
    starts = np.concatenate(([0], np.flatnonzero(apart) + 1))
    for i, j in zip(starts.tolist(), [*starts[1:].tolist(), len(flat)], strict=True):
        begin = int(flat[i])
        data = source.read(begin, int(flat[j - 1]) + 1 - begin)
        found[order[i:j]] = np.frombuffer(data, np.uint8)[flat[i:j] - begin]
    return found.reshape(at.shape)
