"""SQL: the bank as a script that PostgreSQL, SQLite, DuckDB and others load as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TextIO

import pyarrow as pa

from cronos_fmt.sinks.database import NAME_BYTES, DatabaseFormat, TableDef, json_lists, quoted
from cronos_fmt.sinks.typed import as_type

# One INSERT ends before one of these is passed; a row that is longer has one of its own.
STATEMENT_ROWS = 500
STATEMENT_CHARACTERS = 256 * 1024
_HEAD = """\
-- Tables of a CronosPro bank, written by cronos-fmt. UTF-8; to load: psql -v ON_ERROR_STOP=1 -f bank.sql,
-- sqlite3 bank.sqlite < bank.sql, duckdb bank.duckdb < bank.sql.
-- Texts are standard SQL: a quote is doubled, a backslash is itself (standard_conforming_strings = on, the default).
-- A server that takes a backslash for more fails in the first statements, before it loads anything wrong.
BEGIN;
CREATE TABLE "_cronos_strings" (backslashes TEXT CHECK (length(backslashes) = 2));
INSERT INTO "_cronos_strings" VALUES ('\\\\');
DROP TABLE "_cronos_strings";
"""


class SqlFormat(DatabaseFormat):
    """One script of SQL, in one transaction. Lists are JSON."""

    file_name = "bank.sql"
    limit: ClassVar[int | None] = NAME_BYTES
    _file: TextIO | None = None

    @property
    def place(self) -> str:
        return str(self.folder / self.file_name)

    def column_type(self, arrow: pa.DataType) -> str:
        return "TEXT" if pa.types.is_list(arrow) else super().column_type(arrow)

    def begin(self) -> None:
        self._file = open(self.place, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
        self._file.write(_HEAD)

    def create(self, table: TableDef) -> None:
        assert self._file is not None
        self._file.write(f"{table.create};\n")

    def insert(self, table: TableDef, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        assert self._file is not None
        head = f"INSERT INTO {quoted(table.name)} VALUES\n"
        for statement in _statements(row for batch in batches for row in _rows(batch)):
            self._file.write(f"{head}{statement};\n")

    def commit(self) -> None:
        assert self._file is not None
        self._file.write("COMMIT;\n")
        self.rollback()

    def rollback(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()


def _rows(batch: pa.RecordBatch) -> Iterator[str]:
    """Each row as a list of literals."""
    for cells in zip(*map(_literals, batch.columns), strict=True):
        yield f"({', '.join(cells)})"


def _literals(array: pa.Array) -> list[str]:
    if pa.types.is_int64(array.type):
        return ["NULL" if value is None else str(value) for value in array.to_pylist()]
    texts = json_lists(array) if pa.types.is_list(array.type) else as_type(array, "string").to_pylist()
    return ["NULL" if text is None else "'" + text.replace("'", "''") + "'" for text in texts]


def _statements(rows: Iterable[str]) -> Iterator[str]:
    """Rows joined for one INSERT each."""
    waiting: list[str] = []
    size = 0
    for row in rows:
        if waiting and (len(waiting) == STATEMENT_ROWS or size + len(row) > STATEMENT_CHARACTERS):
            yield ",\n".join(waiting)
            waiting, size = [], 0
        waiting.append(row)
        size += len(row)
    if waiting:
        yield ",\n".join(waiting)
