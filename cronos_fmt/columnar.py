"""Tables as Arrow and pandas: the typed columns of the outputs, without a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cronos_fmt.bank import Bank
from cronos_fmt.bulk.api import fields_of, read_batches
from cronos_fmt.bulk.api import read_range as read_partition
from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.bulk.partitions import Partition, partitions
from cronos_fmt.schema import Base

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Partition", "as_texts", "batches", "partitions", "read_range", "to_arrow", "to_pandas"]


def batches(
    bank: Bank, base: Base, columns: Iterable[str] | None = None, where_numbers: Iterable[int] | None = None
) -> Iterator[pa.RecordBatch]:
    """The rows of a base as Arrow record batches of texts: the system number, then the columns.

    All batches have one schema, as Arrow wants it of a stream; `to_arrow` gives types. Arguments and errors are those
    of cronos_fmt.bulk.api.read_batches.
    """
    return (as_texts(batch) for batch in read_batches(bank, base, columns, where_numbers))


def to_arrow(
    bank: Bank, base: Base, columns: Iterable[str] | None = None, where_numbers: Iterable[int] | None = None
) -> pa.Table:
    """The rows of a base as an Arrow table with typed columns, as in Parquet; see cronos_fmt.sinks.typed.

    It holds the whole table in memory. Arguments and errors are those of cronos_fmt.bulk.api.read_batches.
    """
    import pyarrow as pa

    from cronos_fmt.sinks.format import BankInfo
    from cronos_fmt.sinks.typed import TypedTable

    fields = fields_of(base, columns)
    typed = TypedTable(base, fields, BankInfo.of(bank))
    # Columns grow by what is met: each batch is brought to the types of the last one.
    made = [
        (typed.typed(batch), typed.shapes)
        for batch in read_batches(bank, base, [f.column for f in fields], where_numbers)
    ]
    now = typed.shapes
    return pa.Table.from_batches([typed.lift(batch, shapes, now) for batch, shapes in made], typed.schema(now))


def to_pandas(
    bank: Bank,
    base: Base,
    columns: Iterable[str] | None = None,
    where_numbers: Iterable[int] | None = None,
    **options: Any,
) -> Any:
    """The rows of a base as a pandas DataFrame; `options` go to pyarrow.Table.to_pandas. ImportError without pandas."""
    return to_arrow(bank, base, columns, where_numbers).to_pandas(**options)


def read_range(partition: Partition, table: str, columns: Iterable[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of a table, by its name, in a partition, as `batches` gives them; for workers of Ray, Dask or Spark."""
    return (as_texts(batch) for batch in read_partition(partition, table, columns))


def as_texts(batch: TableBatch) -> pa.RecordBatch:
    """A batch as Arrow: the system number and the text of each column, over the same memory."""
    import pyarrow as pa

    # Not pa.array, which imports pandas where that is installed.
    numbers = pa.Array.from_buffers(pa.int64(), len(batch), [None, pa.py_buffer(batch.numbers)])
    arrays = [numbers, *(column.to_arrow() for column in batch.columns)]
    fields = [pa.field(batch.base.number_name, pa.int64(), nullable=False)]
    fields += [pa.field(column.field.column, pa.string(), nullable=False) for column in batch.columns]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))
