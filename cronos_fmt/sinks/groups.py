"""Files of typed columns in row groups, one file a table: what Parquet and Arrow files have in common."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, FileFormat, TableSink
from cronos_fmt.sinks.segments import Codec, IpcCodec, Segments
from cronos_fmt.sinks.typed import Shapes, TypedTable, as_json, shapes_of

# A row group ends before one of these is passed, by the rows alone, not by the batches that they come in. Bytes are
# those of the texts; a row that is larger by itself is a group.
GROUP_ROWS = 122_880
GROUP_BYTES = 8 * 2**20
# Of all tables together, what waits in memory for its group to be full; beyond that the largest goes to the disk.
WAITING_BYTES = 16 * 2**20


class Memory:
    """What the tables of one run keep in memory: when it is too much, the one with the most puts it on the disk."""

    def __init__(self) -> None:
        self.size = 0
        self.tables: list[Waiting] = []

    def add(self, size: int) -> None:
        self.size += size
        if self.size > WAITING_BYTES:
            max(self.tables, key=lambda table: table.size).store()


class Waiting:
    """Batches of one table that wait for their row group to be full, in memory or, where that is short, on the disk."""

    def __init__(self, table: TypedTable, stem: Path, memory: Memory) -> None:
        self.size = 0
        self._table = table
        self._batches: list[tuple[pa.RecordBatch, Shapes]] = []
        self._stored = Segments(table, stem, IpcCodec())
        self._memory = memory
        memory.tables.append(self)

    def add(self, batch: pa.RecordBatch, shapes: Shapes) -> None:
        """Take a batch of these shapes."""
        self._batches.append((batch, shapes))
        self.size += batch.nbytes
        self._memory.add(batch.nbytes)

    def store(self) -> None:
        """Put what is in memory on the disk."""
        for batch, shapes in self._batches:
            self._stored.append(batch, shapes)
        self._clear()

    def take(self) -> list[pa.RecordBatch]:
        """Everything that waits in the shapes of now."""
        now = self._table.shapes
        batches = [*self._stored.batches(), *(self._table.lift(batch, shapes, now) for batch, shapes in self._batches)]
        self._clear()
        return batches

    def close(self) -> None:
        self._stored.close()
        self._clear()

    def _clear(self) -> None:
        self._batches.clear()
        self._memory.size -= self.size
        self.size = 0


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
        self._waiting = Waiting(table, stem.with_name(f"{stem.name}.waiting"), memory)
        self._groups = Segments(table, stem, codec, () if saved is None else saved["groups"])
        self._behind = behind
        self._rows = self._bytes = 0  # of the group that is not full yet

    def write(self, batch: TableBatch) -> None:
        typed = self._table.typed(batch)
        # Bytes of all rows up to each one.
        ends = np.cumsum(sum((np.diff(c.offsets).astype(np.int64) for c in batch.columns), np.zeros(len(batch), int)))
        start = 0
        while start < len(batch):
            before = int(ends[start - 1]) if start else 0
            fitting = int(np.searchsorted(ends, before + GROUP_BYTES - self._bytes, "right"))
            stop = min(max(fitting, start), start + GROUP_ROWS - self._rows, len(batch))
            if not self._rows:
                stop = max(stop, start + 1)
            if stop > start:
                self._waiting.add(typed.slice(start, stop - start), self._table.shapes)
                self._rows += stop - start
                self._bytes += int(ends[stop - 1]) - before
                start = stop
            if start < len(batch):
                self._end_group()

    def _end_group(self) -> None:
        batches, shapes = self._waiting.take(), self._table.shapes
        if batches:
            self._behind.do(lambda: self._groups.append(_joined(batches), shapes))
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


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    # With an empty one, a single batch is copied too: as a slice it would bring the texts of other groups.
    (batch,) = pa.Table.from_batches([*batches, batches[0].slice(0, 0)]).combine_chunks().to_batches()
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
