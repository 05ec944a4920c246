"""Batches whose lines were made where they were read, in a worker process, so that only bytes come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from cronos_fmt.bulk import Column, TableBatch
from cronos_fmt.bulk.batch import odd_columns

# The lines of a batch as bytes; a worker process may call it.
Lines = Callable[[TableBatch], bytes | bytearray]


@dataclass(frozen=True)
class LinedBatch(TableBatch):
    """Rows as lines, which are good until the next batch comes; of the columns those with problems, without texts."""

    lines: bytes | bytearray | memoryview = b""


@dataclass(frozen=True)
class ToLines:
    """Makes the lines of a table. lines: by key of the base, for those that are written as lines.

    A table in which a value names a file is left as it is: the name of the output file is not known to a worker.
    """

    lines: Mapping[str, Lines]

    def __call__(self, table: TableBatch) -> TableBatch:
        make = self.lines.get(table.base.key)
        odd = [column for _, column in odd_columns(table.columns)]
        if make is None or any(value.files for column in odd for value in column.odd.values()):
            return table
        columns = tuple(problems for column in odd if (problems := _problems_alone(column)).odd)
        return LinedBatch(table.base, table.numbers, table.stored, columns, table.rows, memoryview(make(table)))


def _problems_alone(column: Column) -> Column:
    odd = {i: value for i, value in column.odd.items() if value.problem is not None}
    return Column(column.field, np.zeros(1, np.int32), np.zeros(0, np.uint8), odd)
