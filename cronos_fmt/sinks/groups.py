"""Files of typed columns in row groups, one file a table: what Parquet and Arrow files have in common.

Rows wait as texts until their group is full; then they are typed and written beside the rows being read.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from cronos_fmt.bulk.batch import Bytes, Column, TableBatch
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, FileFormat, TableSink
from cronos_fmt.sinks.segments import Codec, IpcCodec, Segments
from cronos_fmt.sinks.typed import TypedTable, as_json, shapes_of
from cronos_fmt.values import Value

# A row group ends before one of these is passed, by the rows alone, not by the batches that they come in. Bytes are
# those of the texts and some more for each value, empty or not; a row that is larger by itself is a group.
GROUP_ROWS = 122_880
GROUP_BYTES = 10 * 2**20
_VALUE_BYTES = 4
# Of all tables together, what waits in memory for its group to be full; beyond that the largest goes to the disk. A
# value that is more than its text is taken for so many bytes.
WAITING_BYTES = 12 * 2**20
_ODD_BYTES = 512


class Memory:
    """What the tables of one run keep in memory: when it is too much, the one with the most puts it on the disk."""

    def __init__(self) -> None:
        self.size = 0
        self.tables: list[Waiting] = []

    def add(self, size: int) -> None:
        self.size += size
        if self.size > WAITING_BYTES:
            max(self.tables, key=lambda table: table.size).store()


class Behind:
    """Does one thing at a time beside the rows being read, so that no more than one waits in memory."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "cronos-fmt-write")
        self._last: Future[None] | None = None

    def do(self, task: Callable[[], None]) -> None:
        """Begin a task when the one before is done; what that raised is raised here."""
        self.wait()
        self._last = self._pool.submit(task)

    def wait(self) -> None:
        """Wait for the last task, and raise what it raised."""
        last, self._last = self._last, None
        if last is not None:
            last.result()

    def close(self) -> None:
        self._pool.shutdown()


class Waiting:
    """Rows of one table that wait for their group to be full: as texts or, where memory is short, typed on the disk."""

    def __init__(self, table: TypedTable, stem: Path, memory: Memory, behind: Behind) -> None:
        self.size = 0
        self._table = table
        self._batches: list[TableBatch] = []
        self._stored = Segments(table, stem, IpcCodec())
        self._memory = memory
        self._behind = behind
        memory.tables.append(self)

    def add(self, batch: TableBatch) -> None:
        size = sum(len(_bytes(c)) + c.offsets.nbytes + _ODD_BYTES * len(c.odd) for c in batch.columns)
        self._batches.append(batch)
        self.size += size
        self._memory.add(size)

    def store(self) -> None:
        """Put what is in memory on the disk."""
        batches = self._taken()
        if batches:
            self._behind.do(lambda: self._stored.append(self._table.typed(_joined(batches)), self._table.shapes))

    def pass_on(self, groups: Segments) -> None:
        """Write everything that waits as one group."""
        batches = self._taken()

        def write() -> None:
            typed = [self._table.typed(_joined(batches))] if batches else []
            groups.append(_one([*self._stored.batches(), *typed]), self._table.shapes)

        self._behind.do(write)

    def close(self) -> None:
        self._stored.close()
        self._taken()

    def _taken(self) -> list[TableBatch]:
        batches, self._batches = self._batches, []
        self._memory.size -= self.size
        self.size = 0
        return batches


class GroupTable(TableSink):
    """One file of row groups being written."""

    def __init__(
        self, path: Path, table: TypedTable, codec: Codec, stem: Path, memory: Memory, behind: Behind, saved: Any
    ) -> None:
        if saved is not None:
            table.shapes = shapes_of(saved["shapes"])
        self.output = path.name
        self._path = path
        self._table = table
        self._waiting = Waiting(table, stem.with_name(f"{stem.name}.waiting"), memory, behind)
        self._groups = Segments(table, stem, codec, () if saved is None else saved["groups"])
        self._behind = behind
        self._rows = self._bytes = 0  # of the group that is not full yet

    def write(self, batch: TableBatch) -> None:
        size = sum(len(_bytes(c)) for c in batch.columns) + _VALUE_BYTES * len(batch.columns) * len(batch)
        if self._rows + len(batch) <= GROUP_ROWS and self._bytes + size <= GROUP_BYTES:
            self._take(batch, 0, len(batch), size)
            return
        # Bytes of all rows before each one, and of all.
        ends = sum((c.offsets for c in batch.columns), _VALUE_BYTES * len(batch.columns) * np.arange(len(batch) + 1))
        start = 0
        while start < len(batch):
            before = int(ends[start])
            fitting = int(np.searchsorted(ends, before + GROUP_BYTES - self._bytes, "right")) - 1
            stop = min(max(fitting, start), start + GROUP_ROWS - self._rows, len(batch))
            if not self._rows:
                stop = max(stop, start + 1)
            if stop > start:
                self._take(batch, start, stop, int(ends[stop]) - before)
                start = stop
            if start < len(batch):
                self._end_group()

    def _take(self, batch: TableBatch, start: int, stop: int, size: int) -> None:
        """Let some rows wait; size: their bytes in the group."""
        self._waiting.add(_part(batch, start, stop))
        self._rows += stop - start
        self._bytes += size

    def _end_group(self) -> None:
        if self._rows:
            self._waiting.pass_on(self._groups)
        self._rows = self._bytes = 0

    def save(self) -> dict[str, Any]:
        self._end_group()  # what waits in memory would be lost
        self._behind.wait()
        return {"groups": self._groups.save(), "shapes": as_json(self._table.shapes)}

    def close(self) -> None:
        self._end_group()
        self._behind.wait()
        self._waiting.close()
        self._groups.become(self._path)

    def abort(self) -> None:
        self._waiting.close()
        self._groups.close()


def _bytes(column: Column) -> Bytes:
    """The texts of a column, one behind the other."""
    return column.data[column.offsets[0] : column.offsets[-1]]


def _part(batch: TableBatch, start: int, stop: int) -> TableBatch:
    """Rows of a batch over the same memory, without what is known of damaged ones, which is no part of a table."""
    columns = batch.columns
    if stop - start < len(batch):
        columns = tuple(
            Column(
                c.field,
                c.offsets[start : stop + 1],
                c.data,
                {i - start: value for i, value in c.odd.items() if start <= i < stop},
            )
            for c in columns
        )
    return TableBatch(batch.base, batch.numbers[start:stop], batch.stored[start:stop], columns)


def _joined(batches: Sequence[TableBatch]) -> TableBatch:
    """Batches of a table as one, with the bytes of their own rows alone."""
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


def _one(batches: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    (batch,) = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return batch


class GroupFormat(FileFormat):
    """A format that writes row groups."""

    codec: ClassVar[Codec]
    can_resume = True

    def __init__(self, folder: Path, bank: BankInfo) -> None:
        super().__init__(folder, bank)
        self._parts = folder / ".parts"
        self._parts.mkdir(exist_ok=True)
        self._memory = Memory()
        self._behind = Behind()

    def open(self, output: str, base: Base, columns: Sequence[Field], deleted: bool, saved: Any) -> GroupTable:
        stem = self._parts / str(len(self._memory.tables))
        table = TypedTable(base, columns, self.bank, deleted)
        return GroupTable(self.folder / output, table, self.codec, stem, self._memory, self._behind, saved)

    def finish(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        self._behind.close()
        shutil.rmtree(self._parts)

    def abort(self) -> None:
        with suppress(Exception):  # what broke the run is told
            self._behind.wait()
        super().abort()
        self._behind.close()
