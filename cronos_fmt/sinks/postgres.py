"""PostgreSQL: the bank as tables on a server, loaded with COPY in one transaction."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import psycopg
import pyarrow as pa
import pyarrow.csv
from psycopg.conninfo import conninfo_to_dict

from cronos_fmt.errors import CronosError, Status
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.database import NAME_BYTES, OWN, DatabaseFormat, DatabaseTable, TableDef, quoted
from cronos_fmt.sinks.format import BankInfo
from cronos_fmt.sinks.typed import lifted
from cronos_fmt.text import printable

_NAMES = """
SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = coalesce(%s, current_schema())
"""
_CSV = pa.csv.WriteOptions(include_header=False, quoting_style="needed")


class PostgresFormat(DatabaseFormat):
    """Tables in one schema of a PostgreSQL database. Files, manifest and problems stand in the output folder."""

    options: ClassVar[Mapping[str, str]] = {
        "dsn": "the database, as libpq takes it, such as postgresql://user@host/name; '' for the PG* variables alone",
        "schema": "schema to load into, made where there is none; else the first one of the search path",
    }
    limit: ClassVar[int | None] = NAME_BYTES
    errors: ClassVar[tuple[type[Exception], ...]] = (psycopg.Error,)
    hint: ClassVar[str] = (
        "PostgreSQL takes tables of up to 1600 columns; a database with the encoding UTF8 takes all texts"
    )
    _db: psycopg.Connection | None = None

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        if options.get("dsn") is None:
            hint = "such as --dsn postgresql://user@host/name"
            raise CronosError("--to postgres needs --dsn", hint=hint, status=Status.USAGE)
        try:
            conninfo_to_dict(options["dsn"])
        except psycopg.Error as error:
            message = f"--dsn is no connection string: {printable(str(error).strip())}"
            raise CronosError(message, status=Status.USAGE) from error
        return super().check(options)

    def __init__(self, folder: Path, bank: BankInfo, *, dsn: str, schema: str | None = None) -> None:
        """CronosError where the database cannot be reached, or has tables of a bank already."""
        self._dsn = dsn
        self._schema = schema
        with self._connected() as db:
            self._existing = {row[0] for row in db.execute(_NAMES, [schema])}
        for name in OWN:
            self._check_new(name)
        super().__init__(folder, bank)

    def table(self, base: Base, columns: Sequence[Field], *, deleted: bool = False, saved: Any = None) -> DatabaseTable:
        table = super().table(base, columns, deleted=deleted)
        self._check_new(table.output)
        return table

    def _check_new(self, name: str) -> None:
        if name in self._existing:
            message = f"has a table {printable(name)} already"
            raise CronosError(message, file=self.place, hint="choose another --schema, or drop it", status=Status.USAGE)

    def _connected(self) -> psycopg.Connection:
        try:
            return psycopg.connect(self._dsn, client_encoding="utf8")
        except psycopg.Error as error:
            message = f"cannot be reached: {printable(str(error).strip())}"
            raise CronosError(message, file=self.place, hint="see --dsn", status=Status.IO) from error

    @property
    def place(self) -> str:
        return "the PostgreSQL database" if self._schema is None else f"schema {printable(self._schema)}"

    def begin(self) -> None:
        self._db = self._connected()
        if self._schema is not None:
            self._run(f"CREATE SCHEMA IF NOT EXISTS {quoted(self._schema)}")
            self._run(f"SET LOCAL search_path TO {quoted(self._schema)}")

    def _run(self, statement: str) -> None:
        assert self._db is not None
        self._db.execute(statement.encode("utf-8"))

    def create(self, table: TableDef) -> None:
        self._run(table.create)

    def insert(self, table: TableDef, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        assert self._db is not None
        statement = f"COPY {quoted(table.name)} FROM STDIN (FORMAT csv)"
        with self._db.cursor() as cursor, cursor.copy(statement.encode("utf-8")) as copy:
            for batch in batches:
                text = io.BytesIO()
                columns = [_arrays(c) if pa.types.is_list(c.type) else c for c in batch.columns]
                pa.csv.write_csv(pa.RecordBatch.from_arrays(columns, names=schema.names), text, _CSV)
                copy.write(text.getbuffer())

    def commit(self) -> None:
        assert self._db is not None
        self._db.commit()
        self.rollback()

    def rollback(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()


def _arrays(lists: pa.ListArray) -> pa.StringArray:
    """Lists as PostgreSQL writes arrays."""
    found = lifted(lists, "string", True).to_pylist()
    return pa.array([None if each is None else f"{{{','.join(map(_element, each))}}}" for each in found], pa.string())


def _element(text: str | None) -> str:
    if text is None:
        return "NULL"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
