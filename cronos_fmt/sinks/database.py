"""Formats that make one database: tables are kept on the disk until their types are known, then loaded."""

from __future__ import annotations

import json
import tempfile
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.links import LinkReference
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, Format, TableSink
from cronos_fmt.sinks.segments import IpcCodec, Segments
from cronos_fmt.sinks.typed import ARROW, Shapes, TypedColumn, TypedTable, from_numpy, lifted, merged, strings
from cronos_fmt.sinks.waiting import Group, Waiting
from cronos_fmt.text import printable

# Tables that every database has, beside those of the bank.
OWN = MANIFEST, PROBLEMS, COLUMNS = "_cronos", "_cronos_problems", "_cronos_columns"
# Bytes of a name in PostgreSQL.
NAME_BYTES = 63
# SQL types by Arrow types, both from specs/field_types.yaml.
SQL = {ARROW[kind.arrow]: kind.sql for kind in FIELD_TYPES.values()}
# Columns that every table of PostgreSQL has.
_SYSTEM_COLUMNS = ("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid")
# Names that SQLite keeps to itself, and those that PostgreSQL looks for among its own tables first, begin so.
_KEPT = ("sqlite_", "pg_")
_STAGED = IpcCodec("lz4")
# So many rows, or bytes of them, are typed at once, as a few take as long as many; and what waits in memory for that.
_ROWS_TYPED = 1 << 12
_BYTES_TYPED = 4 << 20
_WAITING_BYTES = 8 << 20
# Rows that a database may hold in memory while they are loaded, and how many bytes they have by then at most.
ROWS_AT_ONCE = 122_880
_BYTES_AT_ONCE = 16 * 2**20
_LINK = pa.schema([pa.field("number", pa.int64(), nullable=False), pa.field("target", pa.int64(), nullable=False)])


# ---- names


class Identifiers:
    """Names for tables or columns that are distinct where case does not count.

    limit: bytes of UTF-8 that a name may have; longer ones are cut at a whole character.
    """

    def __init__(self, limit: int | None, *taken: str) -> None:
        self._limit = limit
        self._taken = {name.casefold() for name in taken}

    def take(self, wanted: str, fallback: str) -> str:
        """A name as close to the wanted one as can be; `fallback` where that is empty."""
        wanted = wanted.replace("\0", "\N{REPLACEMENT CHARACTER}") or fallback
        if wanted.casefold().startswith(_KEPT):
            wanted = f"_{wanted}"
        name, n = self._cut(wanted), 1
        while name.casefold() in self._taken:
            n += 1
            name = self._cut(wanted, f" ({n})")
        self._taken.add(name.casefold())
        return name

    def _cut(self, name: str, end: str = "") -> str:
        if self._limit is not None:
            name = name.encode("utf-8")[: self._limit - len(end)].decode("utf-8", "ignore")
        return name + end


def quoted(name: str) -> str:
    """A name in SQL."""
    return '"' + name.replace('"', '""') + '"'


# ---- definitions


class ColumnDef(NamedTuple):
    name: str
    type: str
    is_required: bool = False


class Reference(NamedTuple):
    """A foreign key: a column, and the table and column it refers to."""

    column: str
    table: str
    key: str


class TableDef(NamedTuple):
    """A table. key: its primary key, and the name of that. rows_at_once: how many of its rows fit into memory."""

    name: str
    columns: tuple[ColumnDef, ...]
    key: tuple[str, str] | None = None
    references: tuple[Reference, ...] = ()
    rows_at_once: int = ROWS_AT_ONCE

    @property
    def create(self) -> str:
        """The statement that makes the table."""
        parts = [f"{quoted(c.name)} {c.type}{' NOT NULL' if c.is_required else ''}" for c in self.columns]
        if self.key is not None:
            column, name = self.key
            parts.append(f"CONSTRAINT {quoted(name)} PRIMARY KEY ({quoted(column)})")
        for r in self.references:
            parts.append(f"FOREIGN KEY ({quoted(r.column)}) REFERENCES {quoted(r.table)} ({quoted(r.key)})")
        return f"CREATE TABLE {quoted(self.name)} (\n  " + ",\n  ".join(parts) + "\n)"


# ---- tables on their way


class RowsAtOnce:
    """How many rows may be loaded at once, one at least: the fewest, one behind the other, that had so many bytes."""

    def __init__(self) -> None:
        self.rows = ROWS_AT_ONCE
        self._rows = self._bytes = 0

    def add(self, batch: pa.RecordBatch) -> None:
        self._rows, self._bytes = self._rows + len(batch), self._bytes + batch.nbytes
        if self._bytes >= _BYTES_AT_ONCE:
            self.rows = max(min(self.rows, self._rows * _BYTES_AT_ONCE // self._bytes), 1)
            self._rows = self._bytes = 0


class Links:
    """The rows that a field leads to in one base, as pairs of system numbers, on the disk."""

    def __init__(self, column: int, base_id: int, path: Path) -> None:
        self.column = column
        self.base_id = base_id
        self._path = path
        self._writer = _STAGED.writer(path, _LINK)
        self._last = 0  # of the targets

    def add(self, numbers: list[int], targets: list[int]) -> None:
        self._last = max([self._last, *targets])
        columns = [from_numpy(np.array(found, np.int64), pa.int64()) for found in (numbers, targets)]
        self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=_LINK))

    def close(self) -> None:
        self._writer.close()

    def batches(self, span: int | None = None) -> Iterator[pa.RecordBatch]:
        """All pairs. span: those with targets up to that, then those with as many others, and so on to the last one."""
        if span is None or self._last <= span:
            yield from _STAGED.read(self._path)
            return
        for first in range(1, self._last + 1, span):
            for batch in _STAGED.read(self._path):
                targets = _integers(batch["target"])
                chosen = (targets >= first) & (targets < first + span)
                if chosen.any():
                    columns = [from_numpy(_integers(column)[chosen], pa.int64()) for column in batch.columns]
                    yield pa.RecordBatch.from_arrays(columns, schema=_LINK)


class DatabaseTable(TableSink):
    """A table whose rows wait on the disk. output: its name in the database."""

    def __init__(
        self, name: str, table: TypedTable, stem: Path, limit: int | None, is_deleted: bool, waiting: Waiting
    ) -> None:
        self.output = name
        self.table = table
        self.rows = Segments(table, stem, _STAGED)
        self._waiting = waiting
        self._group = Group(table.base, table.fields, waiting)
        self._rows = self._bytes = 0  # that wait to be typed
        self.links: dict[tuple[int, int], Links] = {}
        self.is_deleted = is_deleted
        self.at_once = RowsAtOnce()
        self._stem = stem
        self._names = Identifiers(limit, *_SYSTEM_COLUMNS)
        self._fields = [table.base.number_name, *(f.column for f in table.fields)]
        self._fields = [self._names.take(name, f"column {i}") for i, name in enumerate(self._fields)]

    def write(self, batch: TableBatch) -> None:
        self._rows += len(batch)
        self._bytes += self._group.add(batch)
        if not self.is_deleted:
            self._keep_links(batch)
        if self._rows >= _ROWS_TYPED or self._bytes >= _BYTES_TYPED:
            self._end_group()

    def _end_group(self) -> None:
        if self._rows:
            self._group = self._waiting.write(self._group, self._write)
        self._rows = self._bytes = 0

    def _write(self, rows: TableBatch) -> None:
        typed = self.table.typed(rows)
        self.rows.append(typed, self.table.shapes)
        self.at_once.add(typed)

    def _keep_links(self, batch: TableBatch) -> None:
        found: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        for c, column in enumerate(batch.columns):
            for i in sorted(column.odd):
                link = column.odd[i].value
                if isinstance(link, LinkReference):
                    numbers, targets = found.setdefault((c, link.base_id), ([], []))
                    numbers += [int(batch.numbers[i])] * len(link.numbers)
                    targets += link.numbers
        for key, pairs in found.items():
            if key not in self.links:
                path = self._stem.with_name(f"{self._stem.name}.links.{len(self.links)}")
                self.links[key] = Links(*key, path)
            self.links[key].add(*pairs)

    def close(self) -> None:
        self._end_group()
        self._waiting.wait()
        self.abort()

    def abort(self) -> None:
        self.rows.close()
        for links in self.links.values():
            links.close()

    @property
    def number_name(self) -> str:
        """Column of the system number."""
        return self._fields[0]

    def link_name(self, links: Links) -> str:
        """What a table of links is called."""
        return f"{self.output} - {self.table.fields[links.column].column}"

    def columns(self, shapes: Shapes) -> list[tuple[str, TypedColumn]]:
        """The columns behind the system number, with their names in the database."""
        names = dict(zip((f.column for f in self.table.fields), self._fields[1:], strict=True))
        columns = self.table.columns(shapes)
        return [(self._names.take(c.arrow.name, c.what) if c.what else names[c.field.column], c) for c in columns]


class NumberSet:
    """A set of record numbers, a bit each."""

    def __init__(self) -> None:
        self._bits = np.zeros(0, np.uint8)

    def noting(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Batches as they are; the numbers in their first column are taken on the way."""
        for batch in batches:
            numbers = _integers(batch.column(0))
            if len(numbers):
                size = (int(numbers.max()) >> 3) + 1
                if size > len(self._bits):
                    self._bits = np.concatenate([self._bits, np.zeros(max(size, 2 * len(self._bits)), np.uint8)])
                np.bitwise_or.at(self._bits, numbers >> 3, np.left_shift(1, numbers & 7).astype(np.uint8))
            yield batch

    def holds_all(self, numbers: NDArray[np.int64]) -> bool:
        """True where every one of some numbers is in the set."""
        inside = numbers[(numbers >> 3) < len(self._bits)]
        return len(inside) == len(numbers) and bool(
            (self._bits[inside >> 3] >> (inside & 7).astype(np.uint8) & 1).all()
        )


class DatabaseFormat(Format):
    """A format that makes one database. What a database does is in `begin`, `create`, `insert`, `commit`, `rollback`.

    limit: bytes that a name may have. errors: what the driver raises. hint: what to try behind one. is_merging: values
    that are not of the type of their column stand in it as text, not beside it. targets_at_once: how many rows that
    links lead to fit into memory, where the database holds their keys there to look for them.
    """

    limit: ClassVar[int | None] = None
    errors: ClassVar[tuple[type[Exception], ...]] = ()
    hint: ClassVar[str] = "csv, jsonl and parquet take any table"
    is_merging: ClassVar[bool] = False
    targets_at_once: ClassVar[int | None] = None

    def __init__(self, folder: Path, bank: BankInfo) -> None:
        super().__init__(folder, bank)
        self._parts = tempfile.TemporaryDirectory(prefix=".parts-", dir=folder)
        self._tables: list[DatabaseTable] = []
        self._waiting = Waiting(Path(self._parts.name), _WAITING_BYTES)
        self._names = Identifiers(self.limit, *OWN)

    def table(self, base: Base, columns: Sequence[Field], *, deleted: bool = False, saved: Any = None) -> DatabaseTable:
        name = self._names.take(f"{base.name or f'base{base.id}'}{'_deleted' if deleted else ''}", "")
        stem = Path(self._parts.name, str(len(self._tables)))
        typed = TypedTable(base, columns, self.bank, deleted)
        table = DatabaseTable(name, typed, stem, self.limit, deleted, self._waiting)
        self._tables.append(table)
        return table

    # ---- what a database does

    @abstractmethod
    def begin(self) -> None:
        """Open the database, and begin a transaction where others see it."""

    @abstractmethod
    def create(self, table: TableDef) -> None:
        """Make a table."""

    @abstractmethod
    def insert(self, table: TableDef, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Add rows to a table that was just made. Their columns are those of the table, in order."""

    @abstractmethod
    def commit(self) -> None:
        """Make everything stay, and close the database."""

    @abstractmethod
    def rollback(self) -> None:
        """Close the database, and give up what others see of it; nothing happens where none is open."""

    def column_type(self, arrow: pa.DataType) -> str:
        """SQL type of a column; a list is an array."""
        return f"{SQL[arrow.value_type]}[]" if pa.types.is_list(arrow) else SQL[arrow]

    @property
    def place(self) -> str:
        """What is written, for messages."""
        return str(self.folder)

    # ---- loading

    def finish(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        self._waiting.close()
        try:
            self.begin()
            self._load_links(self._load_tables())
            self._load_own(manifest, problems)
            self.commit()
        except self.errors as error:
            message = f"the database does not take it: {printable(str(error).strip())}"
            raise CronosError(message, file=self.place, hint=self.hint, status=Status.IO) from error
        self._parts.cleanup()

    def abort(self) -> None:
        self._waiting.close()
        for table in self._tables:
            with suppress(Exception):  # what broke the run is told; the folder goes
                table.abort()
        with suppress(*self.errors):
            self.rollback()
        self._parts.cleanup()

    def _load_tables(self) -> dict[int, tuple[DatabaseTable, NumberSet]]:
        """Load all tables; those that links lead to, by the id of their base, with the system numbers in them."""
        wanted = {base_id for table in self._tables for _, base_id in table.links}
        known: dict[int, tuple[DatabaseTable, NumberSet]] = {}
        about: list[tuple[Any, ...]] = []
        for table in self._tables:
            base = table.table.base
            shapes = merged(table.table.shapes) if self.is_merging else table.table.shapes
            columns = table.columns(shapes)
            batches = table.rows.batches(shapes)
            if base.id in wanted and base.id not in known and not table.is_deleted:
                known[base.id] = table, NumberSet()
                batches = known[base.id][1].noting(batches)
            number = pa.field(table.number_name, pa.int64(), nullable=False)
            schema = pa.schema([number, *(column.arrow.with_name(name) for name, column in columns)])
            self._load(table.output, schema, batches, key=table.number_name, rows_at_once=table.at_once.rows)
            about.append((table.output, 1, table.number_name, base.number_name, None, 0, "system_number", 0, None))
            for place, (name, (field, what, arrow)) in enumerate(columns, 2):
                of_field = field.name, field.position, field.type.code, field.type.kind
                about.append((table.output, place, name, *of_field, int(pa.types.is_list(arrow.type)), what))
        self._load_plain(COLUMNS, _COLUMNS, about)
        return known

    def _load_links(self, known: Mapping[int, tuple[DatabaseTable, NumberSet]]) -> None:
        """A table for the links of each field to each base that is there."""
        for table in self._tables:
            for links in table.links.values():
                if links.base_id not in known:
                    continue
                target, numbers = known[links.base_id]
                name = self._names.take(table.link_name(links), "links")
                references, span = [Reference("number", table.output, table.number_name)], None
                if all(numbers.holds_all(_integers(batch["target"])) for batch in links.batches()):
                    references.append(Reference("target", target.output, target.number_name))
                    span = self.targets_at_once
                self._load(name, _LINK, links.batches(span), references=references)

    def _load_own(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        self._load_plain(MANIFEST, _MANIFEST, [(json.dumps(manifest, ensure_ascii=False),)])
        self._load_plain(PROBLEMS, _PROBLEMS, [tuple(problem.as_dict().values()) for problem in problems.kept])

    def _load_plain(self, name: str, schema: pa.Schema, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = [[_storable(cell) for cell in column] for column in zip(*rows, strict=True)] or [[]] * len(schema)
        arrays = [_array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
        self._load(name, schema, [pa.RecordBatch.from_arrays(arrays, schema=schema)])

    def _load(
        self,
        name: str,
        schema: pa.Schema,
        batches: Iterable[pa.RecordBatch],
        key: str | None = None,
        references: Sequence[Reference] = (),
        rows_at_once: int = ROWS_AT_ONCE,
    ) -> None:
        named = None if key is None else (key, self._names.take(f"{name}_key", "key"))
        columns = tuple(ColumnDef(f.name, self.column_type(f.type), not f.nullable) for f in schema)
        table = TableDef(name, columns, named, tuple(references), rows_at_once)
        self.create(table)
        self.insert(table, schema, batches)


def _integers(array: pa.Array) -> NDArray[np.int64]:
    """The values of an int64 array without nulls, over the same memory."""
    return np.frombuffer(array.buffers()[1], np.int64)[array.offset : array.offset + len(array)]


def _array(cells: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Cells of the type string or int64 as an Arrow array; see from_numpy for why not by pyarrow.array."""
    if pa.types.is_string(kind):
        return strings(cells)
    there = np.array([cell is not None for cell in cells], np.bool_)
    return from_numpy(np.array([cell or 0 for cell in cells], np.int64), kind, there)


def _storable(cell: Any) -> Any:
    """A cell as it stands in manifest.json and problems.jsonl, without what UTF-8 does not have."""
    return cell.encode("utf-8", "backslashreplace").decode("utf-8") if isinstance(cell, str) else cell


def _plain(texts: str, numbers: str = "") -> pa.Schema:
    """A schema of columns by their names."""
    kinds = {name: pa.int64() for name in numbers.split()}
    return pa.schema([(name, kinds.get(name, pa.string())) for name in texts.split()])


_MANIFEST = _plain("manifest")
_COLUMNS = _plain("table place column field position type kind is_list holds", numbers="place position type is_list")
_PROBLEMS = _plain("kind file record table field offset message raw", numbers="record offset")


def json_lists(lists: pa.ListArray) -> list[str | None]:
    """Lists as JSON, for a database without them: numbers as they are, all others as their texts."""
    found = lists if pa.types.is_int64(lists.type.value_type) else lifted(lists, "string", True)
    return [None if each is None else json.dumps(each, ensure_ascii=False) for each in found.to_pylist()]
