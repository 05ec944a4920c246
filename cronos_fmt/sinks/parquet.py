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
        return _Writer(pq.ParquetWriter(str(path), schema, compression=self.compression))

    def read(self, path: Path) -> Iterator[pa.RecordBatch]:
        with pq.ParquetFile(str(path)) as file:
            for i in range(file.num_row_groups):
                (batch,) = file.read_row_group(i).combine_chunks().to_batches()
                yield batch


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
