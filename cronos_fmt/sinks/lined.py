"""Batches whose lines were made where they were read, in a worker process, so that only bytes come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from cronos_fmt.bank import Bank
from cronos_fmt.bulk import Column, TableBatch
from cronos_fmt.bulk.batch import odd_columns
from cronos_fmt.bulk.scan import ScannedBatch

# The lines of a batch as bytes; a worker process may call it.
Lines = Callable[[TableBatch], bytes | bytearray]


@dataclass(frozen=True)
class LinedBatch(TableBatch):
    """Rows as lines, which are good until the next batch comes; of the columns those with problems, without texts."""

    lines: bytes | bytearray | memoryview = b""


@dataclass(frozen=True)
class ToLines:
    """What a worker does with a batch. lines: by key of the base, for those that are written as lines.

    A table in which a value names a file is left as it is: the name of the output file is not known to a worker.
    """

    lines: Mapping[str, Lines]

    def __call__(self, bank: Bank, batch: ScannedBatch) -> ScannedBatch:
        tables = [self._lined(table) if table.base.key in self.lines else table for table in batch.tables]
        return replace(batch, tables=tables)

    def _lined(self, table: TableBatch) -> TableBatch:
        odd = [column for _, column in odd_columns(table.columns)]
        if any(value.files for column in odd for value in column.odd.values()):
            return table
        lines = memoryview(self.lines[table.base.key](table))
        columns = tuple(problems for column in odd if (problems := _problems_alone(column)).odd)
        return LinedBatch(table.base, table.numbers, table.stored, columns, table.rows, lines)


def _problems_alone(column: Column) -> Column:
    odd = {i: value for i, value in column.odd.items() if value.problem is not None}
    return Column(column.field, np.zeros(1, np.int32), np.zeros(0, np.uint8), odd)
