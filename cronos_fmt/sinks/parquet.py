"""Parquet: one file a table, typed columns, row groups of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from cronos_fmt.sinks.groups import GROUP_ROWS, GroupFormat


class ParquetCodec(NamedTuple):
    """Parquet files with a row group for each batch; compression as Arrow names it."""

    compression: str

    def writer(self, path: Path, schema: pa.Schema) -> Any:
        # Dictionaries pay for texts alone, and the least and the greatest of texts in no order help nobody to find one.
        columns = {_stored(field): pa.types.is_string(_values(field)) for field in schema}
        texts = [name for name, is_text in columns.items() if is_text]
        others = [name for name, is_text in columns.items() if not is_text]
        options = {"compression": self.compression, "use_dictionary": texts, "write_statistics": others}
        return _Writer(pq.ParquetWriter(str(path), schema, **options))

    def read(self, path: Path) -> Iterator[pa.RecordBatch]:
        with pq.ParquetFile(str(path)) as file:
            for i in range(file.num_row_groups):
                (batch,) = file.read_row_group(i).combine_chunks().to_batches()
                yield batch


def _values(field: pa.Field) -> pa.DataType:
    """The type of the values of a column, single ones or in lists."""
    return field.type.value_type if pa.types.is_list(field.type) else field.type


def _stored(field: pa.Field) -> str:
    """The name that Parquet has for the values of a column."""
    return f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name


class _Writer(NamedTuple):
    file: pq.ParquetWriter

    def write_batch(self, batch: pa.RecordBatch) -> None:
        self.file.write_table(pa.Table.from_batches([batch]), row_group_size=GROUP_ROWS)

    def close(self) -> None:
        self.file.close()


class ParquetFormat(GroupFormat):
    """A Parquet file for each table."""

    extension = ".parquet"
    codec = ParquetCodec("snappy")
