"""Files of typed columns in row groups, one file a table: what Parquet and Arrow files have in common."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, FileFormat, TableSink
from cronos_fmt.sinks.segments import Codec, IpcCodec, Segments
from cronos_fmt.sinks.typed import Shapes, TypedTable

# A row group ends before one of these is passed, by the rows alone, not by the batches that they come in. Bytes are
# those of the texts; a row that is larger by itself is a group.
GROUP_ROWS = 122_880
GROUP_BYTES = 16 * 2**20
# Of all tables together, what waits in memory for its group to be full; beyond that the largest goes to the disk.
WAITING_BYTES = 32 * 2**20


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

    def add(self, batch: pa.RecordBatch, shapes: Shapes, size: int) -> None:
        """Take a batch of these shapes; size: its bytes, about."""
        self._batches.append((batch, shapes))
        self.size += size
        self._memory.add(size)

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


class GroupTable(TableSink):
    """One file of row groups being written."""

    def __init__(self, path: Path, table: TypedTable, codec: Codec, stem: Path, memory: Memory) -> None:
        self.output = path.name
        self._path = path
        self._table = table
        self._waiting = Waiting(table, stem.with_name(f"{stem.name}.waiting"), memory)
        self._groups = Segments(table, stem, codec)
        self._rows = self._bytes = 0  # of the group that is not full yet
        self._is_open = True

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
                size = int(ends[stop - 1]) - before
                self._waiting.add(typed.slice(start, stop - start), self._table.shapes, size)
                self._rows += stop - start
                self._bytes += size
                start = stop
            if start < len(batch):
                self._end_group()

    def _end_group(self) -> None:
        batches = self._waiting.take()
        if batches:
            # With an empty one, a single batch is copied too: as a slice it would bring the texts of other groups.
            batches.append(batches[0].slice(0, 0))
            (group,) = pa.Table.from_batches(batches).combine_chunks().to_batches()
            self._groups.append(group, self._table.shapes)
        self._rows = self._bytes = 0

    def close(self) -> None:
        self._end_group()
        self._waiting.close()
        self._groups.become(self._path)

    def abort(self) -> None:
        self._waiting.close()
        self._groups.close()


class GroupFormat(FileFormat):
    """A format that writes row groups."""

    codec: ClassVar[Codec]

    def __init__(self, folder: Path, bank: BankInfo) -> None:
        super().__init__(folder, bank)
        self._parts = tempfile.TemporaryDirectory(prefix=".parts-", dir=folder)
        self._memory = Memory()

    def open(self, output: str, base: Base, columns: Sequence[Field], deleted: bool) -> GroupTable:
        stem = Path(self._parts.name, str(len(self._memory.tables)))
        table = TypedTable(base, columns, self.bank, deleted)
        return GroupTable(self.folder / output, table, self.codec, stem, self._memory)

    def finish(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        self._parts.cleanup()

    def abort(self) -> None:
        super().abort()
        self._parts.cleanup()
