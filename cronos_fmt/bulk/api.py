"""Rows of one table in batches: all of them, some columns, some record numbers, or a range read elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.bank import Bank
from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.bulk.partitions import Partition
from cronos_fmt.bulk.scan import BATCH_SLOTS, scan_batches
from cronos_fmt.schema import Base, Field


def read_batches(
    bank: Bank,
    base: Base,
    columns: Iterable[str] | None = None,
    where_numbers: Iterable[int] | None = None,
    *,
    engine: str | None = None,
) -> Iterator[TableBatch]:
    """The rows of a base in order of record number, some thousands at once.

    columns: names of the columns to read, in this order; all where None. where_numbers: record numbers of the rows that
    are wanted; a number that is no row of the base gives none. Only the parts of the bank that hold them are read.
    KeyError: the base has no such column. CronosError: as Bank.scan.
    """
    fields = {base.key: fields_of(base, columns)}
    wanted = None if where_numbers is None else _sorted(where_numbers, bank.bank.slot_count)
    for first, last in [(1, None)] if wanted is None else _ranges(wanted):
        for batch in scan_batches(bank, fields, first=first, last=last, files=False, engine=engine):
            for table in batch.tables:
                if table.base is base:
                    chosen = table if wanted is None else table.take(np.flatnonzero(np.isin(table.numbers, wanted)))
                    if len(chosen):
                        yield chosen


def read_range(
    partition: Partition, table: str, columns: Iterable[str] | None = None, *, engine: str | None = None
) -> Iterator[TableBatch]:
    """The rows of a table, by its name, in a partition; the bank is opened for them, here or on another machine.

    KeyError: no such table or column. CronosError: as cronos_fmt.open and Bank.scan.
    """
    with partition.opening.open() as bank:
        base = bank.tables[table].base
        fields = {base.key: fields_of(base, columns)}
        for batch in scan_batches(bank, fields, first=partition.first, last=partition.last, files=False, engine=engine):
            yield from (each for each in batch.tables if each.base is base)


def fields_of(base: Base, columns: Iterable[str] | None) -> tuple[Field, ...]:
    """Fields of a base by the names of their columns; KeyError where it has none of such a name."""
    known = {f.column: f for f in base.fields}
    if columns is None:
        return base.fields
    if isinstance(columns, str):
        raise TypeError(f"columns must be names in a list, not {columns!r}")
    names = list(columns)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise KeyError(f"no column {unknown[0]!r}; there are: {', '.join(known) or 'none'}")
    return tuple(known[name] for name in names)


def _sorted(numbers: Iterable[int], last: int) -> NDArray[np.int64]:
    """The numbers that there are in a bank, each once, in order."""
    if isinstance(numbers, range):
        numbers = numbers if numbers.step > 0 else numbers[::-1]
        first = numbers.start + max(-(-(1 - numbers.start) // numbers.step), 0) * numbers.step
        return np.arange(first, min(numbers.stop, last + 1), numbers.step, dtype=np.int64)
    return np.unique(np.array([n for n in numbers if 1 <= n <= last], np.int64))


def _ranges(numbers: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Ranges of record numbers that hold all of some; a gap that is worth it is left out."""
    if not len(numbers):
        return
    breaks = np.flatnonzero(np.diff(numbers) > BATCH_SLOTS // 8)
    for first, last in zip(
        np.append(0, breaks + 1).tolist(), np.append(breaks, len(numbers) - 1).tolist(), strict=True
    ):
        yield int(numbers[first]), int(numbers[last])
