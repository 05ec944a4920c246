"""Files of typed columns in row groups, one file a table: what Parquet and Arrow files have in common.

Rows wait as texts until their group is full; then they are typed and written beside the rows being read.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from cronos_fmt.bulk.batch import Column, TableBatch, groups
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, FileFormat, TableSink
from cronos_fmt.sinks.segments import Codec, Segments
from cronos_fmt.sinks.typed import TypedTable, as_json, shapes_of
from cronos_fmt.sinks.waiting import Group, Waiting

# A row group ends before one of these is passed, by the rows alone, not by the batches that they come in. Bytes are
# those of the texts and some more for each value, empty or not; a row that is larger by itself is a group.
GROUP_ROWS = 122_880
GROUP_BYTES = 10 * 2**20
_VALUE_BYTES = 4
# Of all tables together, what waits in memory.
WAITING_BYTES = 40 * 2**20


class GroupTable(TableSink):
    """One file of row groups being written."""

    def __init__(self, path: Path, table: TypedTable, codec: Codec, stem: Path, waiting: Waiting, saved: Any) -> None:
        if saved is not None:
            table.shapes = shapes_of(saved["shapes"])
        self.output = path.name
        self._path = path
        self._table = table
        self._waiting = waiting
        self._group = Group(table.base, table.fields, waiting)
        self._groups = Segments(table, stem, codec, () if saved is None else saved["groups"])
        self._rows = self._bytes = 0  # of the group that is not full yet

    def write(self, batch: TableBatch) -> None:
        size = sum(len(data) for _, data in groups(batch.columns)) + _VALUE_BYTES * len(batch.columns) * len(batch)
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
        self._group.add(_part(batch, start, stop))
        self._rows += stop - start
        self._bytes += size

    def _end_group(self) -> None:
        if self._rows:
            self._group = self._waiting.write(self._group, self._write)
        self._rows = self._bytes = 0

    def _write(self, rows: TableBatch) -> None:
        self._groups.append(self._table.typed(rows), self._table.shapes)

    def save(self) -> dict[str, Any]:
        self._end_group()  # what waits in memory would be lost
        self._waiting.wait()
        return {"groups": self._groups.save(), "shapes": as_json(self._table.shapes)}

    def close(self) -> None:
        self._end_group()
        self._waiting.wait()
        self._groups.become(self._path)

    def abort(self) -> None:
        self._groups.close()


def _part(batch: TableBatch, start: int, stop: int) -> TableBatch:
    """Some rows of a batch."""
    if stop - start == len(batch):
        return batch
    columns = (
        Column(
            c.field,
            c.offsets[start : stop + 1] - c.offsets[start],
            c.data[c.offsets[start] : c.offsets[stop]],
            {i - start: value for i, value in c.odd.items() if start <= i < stop},
        )
        for c in batch.columns
    )
    return TableBatch(batch.base, batch.numbers[start:stop], batch.stored[start:stop], tuple(columns))


class GroupFormat(FileFormat):
    """A format that writes row groups."""

    codec: ClassVar[Codec]
    can_resume = True

    def __init__(self, folder: Path, bank: BankInfo) -> None:
        super().__init__(folder, bank)
        self._parts = folder / ".parts"
        self._parts.mkdir(exist_ok=True)
        self._waiting = Waiting(self._parts, WAITING_BYTES)

    def open(self, output: str, base: Base, columns: Sequence[Field], deleted: bool, saved: Any) -> GroupTable:
        stem = self._parts / str(len(self._tables))
        table = TypedTable(base, columns, self.bank, deleted)
        return GroupTable(self.folder / output, table, self.codec, stem, self._waiting, saved)

    def finish(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        self._waiting.close()
        shutil.rmtree(self._parts)

    def abort(self) -> None:
        self._waiting.close()
        super().abort()
