"""SQLite: the bank as one file, which every language reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any, ClassVar

import pyarrow as pa

from cronos_fmt.sinks.database import DatabaseFormat, TableDef, json_lists, quoted
from cronos_fmt.sinks.typed import as_type

_CELLS_AT_ONCE = 1 << 16  # as objects of Python
_CACHE_KIB = 16 * 1024


class SqliteFormat(DatabaseFormat):
    """One SQLite database. It has no dates and no lists: dates are ISO texts, lists are JSON."""

    file_name = "bank.sqlite"
    errors: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error,)
    is_merging = True
    _db: sqlite3.Connection | None = None

    @property
    def place(self) -> str:
        return str(self.folder / self.file_name)

    def column_type(self, arrow: pa.DataType) -> str:
        # A column INTEGER PRIMARY KEY is the row id itself. DATE and TIME leave ISO texts as they are.
        if pa.types.is_int64(arrow):
            return "INTEGER"
        return "TEXT" if pa.types.is_list(arrow) else super().column_type(arrow)

    def begin(self) -> None:
        self._db = sqlite3.connect(self.place, isolation_level=None)
        # The file gets its name when it is complete; until then there is nothing to go back to.
        for setting in ("journal_mode=OFF", "synchronous=OFF", f"cache_size=-{_CACHE_KIB}"):
            self._db.execute(f"PRAGMA {setting}")
        self._db.execute("BEGIN")

    def create(self, table: TableDef) -> None:
        assert self._db is not None
        self._db.execute(table.create)

    def insert(self, table: TableDef, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        assert self._db is not None
        statement = f"INSERT INTO {quoted(table.name)} VALUES ({', '.join('?' * len(schema))})"
        at_once = max(_CELLS_AT_ONCE // len(schema), 1)
        for batch in batches:
            for start in range(0, len(batch), at_once):
                columns = [_cells(column) for column in batch.slice(start, at_once).columns]
                self._db.executemany(statement, zip(*columns, strict=True))

    def commit(self) -> None:
        assert self._db is not None
        self._db.execute("COMMIT")
        self.rollback()

    def rollback(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()


def _cells(array: pa.Array) -> list[Any]:
    if pa.types.is_list(array.type):
        return json_lists(array)
    found: list[Any] = (array if pa.types.is_int64(array.type) else as_type(array, "string")).to_pylist()
    return found
