"""Formats of an export: what a format does, and how one is found by the name that `--to` gives.

A format is a class under the entry point group `cronos_fmt.formats`; another package adds its own in the same way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any, ClassVar

from cronos_fmt.bank import Bank
from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.manifest import describe_bank
from cronos_fmt.sinks.names import Names

GROUP = "cronos_fmt.formats"
# What stands beside the tables in the folder of every format, so that no table is named so.
RESERVED = ("manifest.json", "problems.jsonl", "files", "images")
DELETED = ".deleted"


@dataclass(frozen=True)
class BankInfo:
    """What a format may say about a bank.

    described: name, id and files, as in the manifest. readings: how the positions of a base are read, by its key.
    """

    described: Mapping[str, Any]
    readings: Mapping[str, str]

    @classmethod
    def of(cls, bank: Bank) -> BankInfo:
        """The description of an opened bank."""
        return cls(describe_bank(bank), {key: choice.reading.value for key, choice in bank.positions.items()})


class TableSink(ABC):
    """One table being written. output: its file in the folder, or its name in a database."""

    output: str

    @abstractmethod
    def write(self, batch: TableBatch) -> None:
        """Write rows; their columns are those that the table was made for."""

    @abstractmethod
    def close(self) -> None:
        """Finish the table."""

    def save(self) -> Any:
        """Put everything on the disk, and tell as JSON what is there, for `Format.table` to go on from."""
        raise NotImplementedError

    def abort(self) -> None:
        """Close what is open of a table that is given up; it may be closed already."""
        self.close()


class Format(ABC):
    """One run of an output format: `table` for each table, at last `finish`; `abort` where the run ends before.

    folder: where the output is put together; it gets its name later, and goes where the run fails.
    Errors of the system are OSError, all others CronosError.
    """

    # Options of the format by name, and what they are.
    options: ClassVar[Mapping[str, str]] = {}
    # True where tables know `save`, so that an interrupted run can go on.
    can_resume: ClassVar[bool] = False

    def __init__(self, folder: Path, bank: BankInfo) -> None:
        self.folder = folder
        self.bank = bank

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options as the constructor takes them; CronosError with status USAGE where a value is none."""
        return dict(options)

    def most_jobs(self, is_compressed: bool) -> int:
        """How many processes are to read a bank where nobody says it, one of them the process that writes.

        With more, that one cannot follow, or all together take too much memory. Typed columns are made beside the
        reading, which takes as long where nothing is to be inflated.
        """
        return 3 if is_compressed else 1

    @abstractmethod
    def table(self, base: Base, columns: Sequence[Field], *, deleted: bool = False, saved: Any = None) -> TableSink:
        """A new table: the system number of each row, then these columns. deleted: for the deleted rows of a base.

        saved: what `save` gave for it in a run that was interrupted.
        """

    @abstractmethod
    def finish(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        """The last call: all tables are closed, and this is the manifest. A database is complete behind it."""

    @abstractmethod
    def abort(self) -> None:
        """Give up: close what is open, and leave nothing in a database. May be called at any time, and twice."""


class FileFormat(Format):
    """A format that writes a file for each table, with a name that is safe and unique."""

    extension: ClassVar[str]

    def __init__(self, folder: Path, bank: BankInfo) -> None:
        super().__init__(folder, bank)
        self._names = Names(*RESERVED)
        self._tables: list[TableSink] = []

    def table(self, base: Base, columns: Sequence[Field], *, deleted: bool = False, saved: Any = None) -> TableSink:
        extension = f"{DELETED}{self.extension}" if deleted else self.extension
        output = self._names.take(base.name, f"base{base.id}", extension)
        sink = self.open(output, base, columns, deleted, saved)
        self._tables.append(sink)
        return sink

    @abstractmethod
    def open(self, output: str, base: Base, columns: Sequence[Field], deleted: bool, saved: Any) -> TableSink:
        """The sink that writes the file of this name in the folder."""

    def finish(self, manifest: Mapping[str, Any], problems: Problems) -> None:
        pass  # the tables are all there is

    def abort(self) -> None:
        for table in self._tables:
            with suppress(Exception):  # what broke the run is told; the folder goes
                table.abort()


MakeFormat = Callable[[Path, BankInfo], Format]


def format_names() -> list[str]:
    """Names of all formats that are installed."""
    return sorted(metadata.entry_points(group=GROUP).names)


def choose_format(name: str, options: Mapping[str, Any], *, resume: bool = False) -> MakeFormat:
    """A format by name, with its options; called with a folder and a bank it begins a run.

    options: by name; None stands for one that was not given. resume: the run may be interrupted and go on.
    CronosError with status USAGE: no such format, a module of it is missing, or it does not take an option.
    """
    found = metadata.entry_points(group=GROUP, name=name)
    if not found:
        raise _wrong(f"no output format {name!r}", f"there are {', '.join(format_names())}")
    entry = next(iter(found))
    try:
        chosen: type[Format] = entry.load()
    except ImportError as error:
        raise _wrong(f"--to {name} needs {error.name or 'a module that is missing'}", _how_to_install(entry)) from error
    if resume and not chosen.can_resume:
        raise _wrong(f"--resume means nothing for --to {name}", "csv, jsonl, parquet and arrow files can go on")
    given = {key: value for key, value in options.items() if value is not None}
    for key in given:
        if key not in chosen.options:
            takes = ", ".join(map(_option, chosen.options)) or "no options"
            raise _wrong(f"{_option(key)} means nothing for --to {name}", f"it takes {takes}")
    return partial(chosen, **chosen.check(given))


def _how_to_install(entry: metadata.EntryPoint) -> str:
    """A package names the extra with the modules of a format like the format."""
    package = entry.dist.name if entry.dist is not None else ""
    extras = entry.dist.metadata.get_all("Provides-Extra", []) if entry.dist is not None else []
    return f"pip install '{package}[{entry.name}]'" if entry.name in extras else f"install all that {package} needs"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _wrong(message: str, hint: str) -> CronosError:
    return CronosError(message, hint=hint, status=Status.USAGE)
