"""DuckDB: the bank as one file for analysis, with dates and lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

import duckdb
import pyarrow as pa

from cronos_fmt.sinks.database import ROWS_AT_ONCE, DatabaseFormat, TableDef, quoted

# DuckDB stores rows in groups of a multiple of so many; one that ends before is left so, and a new one is begun.
_VECTOR_ROWS = 2_048
_SOURCE = "cronos_rows"
_BANK = "cronos_bank"
# More threads would each begin a group, and a vacuum would join those of one table when another is written.
_SETTINGS = {"threads": 1, "max_vacuum_tasks": 0}


class DuckdbFormat(DatabaseFormat):
    """One DuckDB database.

    A table is loaded group by group, each by a statement of its own: so it is written to the file when it is complete,
    and does not pass the log. What DuckDB keeps in memory of an index and of written groups grows with every row until
    the file is detached, which is done after as many rows as a group has. A limit of its memory instead makes it fail:
    it needs more for wide rows, and does not put that on the disk.
    """

    file_name = "bank.duckdb"
    errors: ClassVar[tuple[type[Exception], ...]] = (duckdb.Error,)
    targets_at_once = 1 << 21  # 16 bytes each
    _db: duckdb.DuckDBPyConnection | None = None
    # Rows of a group in the file that is attached, and how many of them, or what is as much, were added since.
    _group_rows = 0
    _filled = 0.0

    @property
    def place(self) -> str:
        return str(self.folder / self.file_name)

    def begin(self) -> None:
        # What DuckDB puts aside goes with the parts, not into the directory of the process.
        self._db = duckdb.connect(config={**_SETTINGS, "temp_directory": str(Path(self._parts.name, "duckdb"))})
        self._attach(ROWS_AT_ONCE)

    def _attach(self, group_rows: int) -> None:
        """Open the file; groups that are new have so many rows."""
        assert self._db is not None
        place = self.place.replace("'", "''")
        size = max(group_rows, _VECTOR_ROWS)
        self._db.execute(f"ATTACH '{place}' AS {_BANK} (ROW_GROUP_SIZE {size}); USE {_BANK}")
        self._group_rows, self._filled = group_rows, 0.0

    def _detach(self) -> None:
        """Write everything to the file, and close it."""
        assert self._db is not None
        self._db.execute(f"CHECKPOINT {_BANK}; USE memory; DETACH {_BANK}")

    def create(self, table: TableDef) -> None:
        assert self._db is not None
        self._db.execute(table.create)

    def insert(self, table: TableDef, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        assert self._db is not None
        rows = table.rows_at_once // _VECTOR_ROWS * _VECTOR_ROWS or table.rows_at_once
        named = (pa.RecordBatch.from_arrays(batch.columns, schema=schema) for batch in batches)
        for group in _groups(named, rows):
            if self._group_rows != rows or self._filled >= 0.5:
                self._detach()
                self._attach(rows)
            self._db.register(_SOURCE, pa.RecordBatchReader.from_batches(schema, group))
            count = self._db.execute(f"INSERT INTO {quoted(table.name)} SELECT * FROM {_SOURCE}").fetchall()[0][0]
            self._db.unregister(_SOURCE)
            self._filled += count / rows

    def commit(self) -> None:
        self._detach()
        self.rollback()

    def rollback(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()


def _groups(batches: Iterator[pa.RecordBatch], rows: int) -> Iterator[Iterator[pa.RecordBatch]]:
    """Batches in groups of so many rows, of which the last one may have fewer; each is read before the next."""
    waiting = next(batches, None)

    def group() -> Iterator[pa.RecordBatch]:
        nonlocal waiting
        missing = rows
        while waiting is not None and missing:
            batch = waiting.slice(0, missing)
            waiting = waiting.slice(missing) if len(waiting) > missing else next(batches, None)
            missing -= len(batch)
            yield batch

    while waiting is not None:
        yield group()
