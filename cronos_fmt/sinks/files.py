"""Files stored in a bank, written beside the tables under the names that rows give them."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

from cronos_fmt.bank import Bank, RecordClass, Scanned
from cronos_fmt.sinks.names import Names
from cronos_fmt.values import FileReference

_TABLES = """
CREATE TABLE IF NOT EXISTS files(
  record INTEGER PRIMARY KEY, output TEXT NOT NULL, size INTEGER, sha256 TEXT, is_named INTEGER
);
CREATE TABLE IF NOT EXISTS none(record INTEGER PRIMARY KEY, reason TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS names(name TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
"""


class StoredFiles:
    """Writes each stored file once, whether its record or a row that names it comes first.

    A file that no row names keeps its record number as its name. The folder is made with the first file. What was
    written is kept in a database, so that the memory taken does not grow with the number of files.

    index: where the database is kept, for a run that may be interrupted and go on; else it is a temporary one.
    """

    def __init__(self, bank: Bank, folder: Path, index: Path | None = None) -> None:
        self._bank = bank
        self._folder = folder
        self._path = index
        self._index = sqlite3.connect(index or "", isolation_level=None)  # "": a file that SQLite makes, and removes
        if index is None:
            self._index.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
        self._index.executescript(_TABLES)
        self._index.execute("BEGIN")
        self._names = Names(kept_in=_KeptNames(self._index))

    def save(self) -> None:
        """Keep what was written so far, for a run that goes on."""
        self._index.execute("COMMIT")
        self._index.execute("BEGIN")

    def go_on(self) -> None:
        """Make the folder hold what was written when `save` was called last, and nothing else."""
        kept = set()
        for each in list(self.written()):
            kept.add(each["output"])
            path = self._folder / each["output"]
            if not path.is_file() or path.stat().st_size != each["size"]:
                self._folder.mkdir(exist_ok=True)
                with self._bank.problems.muted():
                    write_pieces(path, self._bank.classify(each["record"]).file_content)
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            if path.name not in kept:
                path.unlink()

    def name_of(self, reference: FileReference) -> tuple[str, str | None]:
        """(name of the output file, None), or (name as the row gives it, why its record holds no file).

        A reference without a number is sound: the bank names a file that it does not hold.
        """
        number = reference.record
        if number is None:
            return reference.file_name, None
        written = self._one("SELECT output, is_named FROM files WHERE record = ?", number)
        if written is None:
            return self._first_named(reference, number)
        output, is_named = written
        if not is_named:
            self._names.give_back(output)
            name = self._names.take(reference.file_name, str(number))
            (self._folder / output).rename(self._folder / name)
            self._index.execute("UPDATE files SET output = ?, is_named = 1 WHERE record = ?", (name, number))
            output = name
        return output, None

    def _first_named(self, reference: FileReference, number: int) -> tuple[str, str | None]:
        known = self._one("SELECT reason FROM none WHERE record = ?", number)
        if known is not None:
            return reference.file_name, known[0]
        item = self._bank.classify(number) if 1 <= number <= self._bank.bank.slot_count else None
        if item is not None and item.kind is RecordClass.FILE:
            return self._write(number, item.file_content, reference.file_name), None
        reason = _why_not(item)
        self._index.execute("INSERT INTO none VALUES (?, ?)", (number, reason))
        return reference.file_name, reason

    def store(self, number: int, content: Iterable[bytes]) -> None:
        """Write the file of a record, unless a row named it before. content: its bytes in pieces."""
        if self._one("SELECT 1 FROM files WHERE record = ?", number) is None:
            self._write(number, content, None)

    def written(self) -> Iterator[dict[str, Any]]:
        """The files that were written, in order of record number, as the manifest lists them."""
        keys = ("record", "output", "size", "sha256", "named")
        for row in self._index.execute("SELECT * FROM files ORDER BY record"):
            yield dict(zip(keys, (*row[:-1], bool(row[-1])), strict=True))

    @property
    def totals(self) -> dict[str, int]:
        """Number of files written, and their bytes."""
        count, size = self._index.execute("SELECT count(*), ifnull(sum(size), 0) FROM files").fetchone()
        return {"count": count, "bytes": size}

    def close(self, *, is_done: bool = False) -> None:
        """Close the database, which has no use where the run is complete."""
        self._index.close()
        if is_done and self._path is not None:
            self._path.unlink()

    def _write(self, number: int, content: Iterable[bytes], wanted: str | None) -> str:
        name = self._names.take(wanted or str(number), str(number))
        self._folder.mkdir(exist_ok=True)
        digest, size = write_pieces(self._folder / name, content)
        row = (number, name, size, digest, wanted is not None)
        self._index.execute("INSERT INTO files VALUES (?, ?, ?, ?, ?)", row)
        return name

    def _one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._index.execute(query, values).fetchone()
        return row


def write_pieces(path: Path, content: Iterable[bytes]) -> tuple[str, int]:
    """Write a file from pieces; its SHA-256 in hex and its size in bytes."""
    digest, size = hashlib.sha256(), 0
    with path.open("wb") as file:
        for piece in content:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
    return digest.hexdigest(), size


def _why_not(item: Scanned | None) -> str:
    """What a record is that a row takes for a stored file."""
    if item is None:
        return "a number that CroBank does not have"
    if item.kind is RecordClass.ROW and item.row is not None:
        return f"a row of base {item.row.base.id}"
    return {
        RecordClass.FREE: "a free record",
        RecordClass.DELETED: "a deleted record",
        RecordClass.EMPTY: "an empty record",
        RecordClass.SYSTEM: "a record of the program's own",
        RecordClass.SKIPPED: "a record that cannot be read",
    }.get(item.kind, "a record of no base")


class _KeptNames(MutableMapping[str, int]):
    """Names in use, in the table `names` of a database."""

    def __init__(self, index: sqlite3.Connection) -> None:
        self._index = index

    def __getitem__(self, name: str) -> int:
        row = self._index.execute("SELECT number FROM names WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise KeyError(name)
        return int(row[0])

    def __setitem__(self, name: str, number: int) -> None:
        self._index.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (name, number))

    def __delitem__(self, name: str) -> None:
        self._index.execute("DELETE FROM names WHERE name = ?", (name,))

    def __iter__(self) -> Iterator[str]:
        return (row[0] for row in self._index.execute("SELECT name FROM names"))

    def __len__(self) -> int:
        return int(self._index.execute("SELECT count(*) FROM names").fetchone()[0])
