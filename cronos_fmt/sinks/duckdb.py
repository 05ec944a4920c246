"""DuckDB: the bank as one file for analysis, with dates and lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import duckdb
import pyarrow as pa

from cronos_fmt.sinks.database import DatabaseFormat, TableDef, quoted

_SOURCE = "cronos_rows"


class DuckdbFormat(DatabaseFormat):
    """One DuckDB database."""

    file_name = "bank.duckdb"
    errors: ClassVar[tuple[type[Exception], ...]] = (duckdb.Error,)
    _db: duckdb.DuckDBPyConnection | None = None

    @property
    def place(self) -> str:
        return str(self.folder / self.file_name)

    def begin(self) -> None:
        # Each statement is committed by itself, as all others stay in memory; the file gets its name at the end only.
        self._db = duckdb.connect(self.place)

    def create(self, table: TableDef) -> None:
        assert self._db is not None
        self._db.execute(table.create)

    def insert(self, table: TableDef, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        assert self._db is not None
        named = (pa.RecordBatch.from_arrays(batch.columns, schema=schema) for batch in batches)
        self._db.register(_SOURCE, pa.RecordBatchReader.from_batches(schema, named))
        self._db.execute(f"INSERT INTO {quoted(table.name)} SELECT * FROM {_SOURCE}")
        self._db.unregister(_SOURCE)

    def commit(self) -> None:
        assert self._db is not None
        self._db.execute("CHECKPOINT")
        self.rollback()

    def rollback(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()
