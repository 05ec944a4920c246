"""Rows that wait to be written: until they are enough for a row group, and then until the groups before are written.

They wait in memory or, where that is short, on the disk.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import numpy as np
import pyarrow as pa

from cronos_fmt.bulk.batch import Column, TableBatch, groups, odd_columns, packed_columns, unpacked_columns
from cronos_fmt.schema import Base, Field
from cronos_fmt.values import Value

# What a value that is more than its text is taken for.
_ODD_BYTES = 512


class Waiting:
    """What waits of all tables of a run. folder: where there is room for it. size: bytes of it in memory, about.

    One group after the other is written beside the rows being read. most: how large the size may be.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder = folder
        self.most = most
        self.size = 0
        self.groups: list[Group] = []  # those that are not full
        self._full: deque[tuple[Future[None], Group]] = deque()
        self._pool = ThreadPoolExecutor(1, "cronos-fmt-write")

    def add(self, size: int) -> None:
        """So many bytes more are in memory: where that is too much, wait for what is being written, or use the disk."""
        self.size += size
        while self._full and (self._full[0][0].done() or self.size > self.most):
            self._end_first()
        if self.size > self.most:
            max(self.groups, key=lambda group: group.size).store()

    def write(self, group: Group, write: Callable[[TableBatch], None]) -> Group:
        """Let the rows of a group be written, as one batch; gives the group for those that come behind them.

        What `write` raises is raised by a later call.
        """
        self.groups.remove(group)
        self._full.append((self._pool.submit(lambda: write(_joined(list(group.batches())))), group))
        return Group(group.base, group.fields, self)

    def wait(self) -> None:
        """Wait until all groups are written that can be."""
        while self._full:
            self._end_first()

    def _end_first(self) -> None:
        future, group = self._full[0]
        future.result()
        self._full.popleft()
        self.size -= group.size

    def close(self) -> None:
        """Give up what is not written."""
        self._pool.shutdown(cancel_futures=True)
        for group in (*self.groups, *(group for _, group in self._full)):
            group.close()


class Group:
    """Rows of one table that wait. size: bytes of them in memory, about."""

    def __init__(self, base: Base, fields: Sequence[Field], waiting: Waiting) -> None:
        self.size = 0
        self.base = base
        self.fields = fields
        self._rows: list[TableBatch] = []
        # A file without a name: nobody else can change it, and it goes with the process.
        self._file: IO[bytes] | None = None
        self._waiting = waiting
        waiting.groups.append(self)

    def add(self, batch: TableBatch) -> int:
        """Let rows wait; gives about how many bytes they are."""
        size = sum(len(data) + offsets.nbytes for offsets, data in groups(batch.columns))
        size += _ODD_BYTES * sum(len(column.odd) for _, column in odd_columns(batch.columns))
        # Without what is known of damaged rows, which is no part of a table.
        self._rows.append(TableBatch(batch.base, batch.numbers, batch.stored, batch.columns))
        self.size += size
        self._waiting.add(size)
        return size

    def store(self) -> None:
        """Put what is in memory on the disk."""
        if self._file is None:
            self._file = TemporaryFile(dir=self._waiting.folder)  # noqa: SIM115
        for batch in self._rows:
            rows = batch.numbers, batch.stored, packed_columns(batch.columns)
            pickle.dump(rows, self._file, pickle.HIGHEST_PROTOCOL)
        self._rows.clear()
        self._waiting.size -= self.size
        self.size = 0

    def batches(self) -> Iterator[TableBatch]:
        """All rows in order, once."""
        if self._file is not None:
            with self._file as file:
                stop = file.tell()
                file.seek(0)
                while file.tell() < stop:
                    numbers, stored, columns = pickle.load(file)
                    yield TableBatch(self.base, numbers, stored, unpacked_columns(self.fields, columns))
        while self._rows:
            yield self._rows.pop(0)

    def close(self) -> None:
        """Give up what waits."""
        self._rows.clear()
        if self._file is not None:
            self._file.close()


def _joined(batches: Sequence[TableBatch]) -> TableBatch:
    """Batches of a table as one."""
    if len(batches) == 1:
        return batches[0]
    return TableBatch(
        batches[0].base,
        np.concatenate([batch.numbers for batch in batches]),
        np.concatenate([batch.stored for batch in batches]),
        tuple(map(_joined_columns, zip(*(batch.columns for batch in batches), strict=True))),
    )


def _joined_columns(columns: Sequence[Column]) -> Column:
    rows, odd = 0, dict[int, Value]()
    for column in columns:
        odd |= {rows + i: value for i, value in column.odd.items()}
        rows += len(column)
    # By Arrow, as the thread that reads rows can go on meanwhile.
    _, offsets, data = pa.concat_arrays([column.to_arrow() for column in columns]).buffers()
    return Column(
        columns[0].field, np.frombuffer(offsets, np.int32, rows + 1), np.frombuffer(data or b"", np.uint8), odd
    )
