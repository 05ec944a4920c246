"""Export a bank: one pass over its records into tables, files, a manifest and a list of problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cronos_fmt.bank import Bank, Counts, RecordClass
from cronos_fmt.check import BankCheck, Verdict, check_bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.free_list import check_free_count
from cronos_fmt.problems import Problem
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.csv import CsvTable
from cronos_fmt.sinks.files import StoredFiles
from cronos_fmt.sinks.images import write_images
from cronos_fmt.sinks.manifest import manifest, write_manifest
from cronos_fmt.sinks.names import Names
from cronos_fmt.sinks.place import Calls, checked_place, partial_folder
from cronos_fmt.values import JOINER, FileReference, Value

# One class a format; each writes one table.
SINKS = {"csv": CsvTable}

_FILES_FOLDER = "files"
_IMAGES_FOLDER = "images"
_MESSAGES = {
    "no-date": "is no date of the form years since 1900, month, day; kept as text",
    "no-time": "is no time of the form HHMM; kept as text",
    "file-reference": "is no reference to a stored file as the format has it; kept as text",
    "undecodable-byte": "holds a byte that CP1251 does not define; shown as U+FFFD",
    "nul-in-text": "holds a NUL byte; shown as U+FFFD",
    "no-word": "is a key that the dictionary has no word for; kept as it is",
}
_HIDDEN_COLUMNS = 1_000


def export(
    bank: Bank,
    out: Path,
    *,
    to: str = "csv",
    tables: Sequence[str] = (),
    files: bool = True,
    force: bool = False,
    deleted: bool = False,
    strict: bool = False,
    hidden: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Write a bank to the directory `out` and return the manifest that was written there.

    to: one of SINKS. tables: names of the tables to write, all where empty. files: write stored files, too. force:
    replace an existing `out`. strict: the first problem ends the export, and nothing is left. hidden: write the values
    of positions without a field, too, as columns `hidden_N`. progress is called with the records read so far and all of
    them. A sample of the rows is checked first; a base that is not sound is a problem, and is written all the same.
    The directory gets its name when it is complete; whatever ends the run before leaves nothing behind.
    CronosError: `out` exists, a table is unknown (status USAGE), the bank cannot be read, or strict met a problem.
    """
    if to not in SINKS:
        raise CronosError(f"no output format {to!r}", hint=f"there are {', '.join(SINKS)}", status=Status.USAGE)
    out = checked_place(out, bank, force)
    chosen = _chosen(bank, tables)
    bank.bank.check_kod()  # what cannot be read is said before anything is written
    calls = Calls(progress)
    with partial_folder(out, calls) as partial, closing(StoredFiles(bank, partial / _FILES_FOLDER)) as stored:
        run = _Run(bank, partial, to, chosen, stored if files else None, strict, hidden)
        run.scan(deleted, calls)
        return run.finish()


def _chosen(bank: Bank, names: Sequence[str]) -> list[Base]:
    unknown = [name for name in names if name not in bank.tables]
    if unknown:
        known = ", ".join(bank.tables) or "none"
        raise CronosError(f"no table {unknown[0]!r}", hint=f"there are: {known}", status=Status.USAGE)
    return [bank.tables[name].base for name in dict.fromkeys(names or bank.tables)]


def _checked_bank(bank: Bank) -> BankCheck:
    """The check of a sample; each base that is not sound is a problem."""
    checked = check_bank(bank)
    for base in checked.bases.values():
        if base.verdict is not Verdict.SOUND:
            first = base.reasons[0]
            more = f", and {len(base.reasons) - 1} more" if len(base.reasons) > 1 else ""
            record = first.records[0] if first.records else None
            message = f"is {base.verdict} by {base.rows} rows: {first}{more}; see `cronos-fmt check`"
            bank.problems.add(Problem("suspicious-base", message, bank.bank.name, record, base.base.name, first.field))
    return checked


def _hidden_fields(bank: Bank, chosen: list[Base], deleted: bool) -> dict[str, tuple[Field, ...]]:
    """Columns for the positions without a field: all gaps, and what lies behind the last field in any row.

    It takes a pass over the bank, as no definition tells how many values rows have behind their last field.
    """
    found = {base.key: set(base.hidden_positions[: _HIDDEN_COLUMNS + 1]) for base in chosen}
    with bank.problems.muted():
        for item in bank.scan(deleted=deleted):
            if isinstance(item.content, Row) and item.content.base.key in found:
                found[item.content.base.key].update(item.content.surplus)
    result = {}
    for base in chosen:
        positions = sorted(found[base.key])
        if len(positions) > _HIDDEN_COLUMNS:
            message = f"has more than {_HIDDEN_COLUMNS} hidden positions; those behind have no column"
            bank.problems.add(Problem("hidden-columns", message, bank.bank.name, table=base.name))
        result[base.key] = base.hidden_fields(positions[:_HIDDEN_COLUMNS])
    return result


@dataclass
class Output:
    """One file being written: its name in the output directory, and the rows in it."""

    name: str
    sink: CsvTable
    rows: int = 0

    def write(self, number: int, texts: list[str]) -> None:
        self.sink.write(number, texts)
        self.rows += 1


class _Run:
    """One export under way."""

    def __init__(
        self,
        bank: Bank,
        folder: Path,
        to: str,
        chosen: list[Base],
        files: StoredFiles | None,
        strict: bool,
        hidden: bool,
    ) -> None:
        self.bank = bank
        self.checked = _checked_bank(bank)
        found = _hidden_fields(bank, chosen, True) if hidden else {}
        # What is written of a base, by its key: its fields, and behind them the hidden ones.
        self.hidden = {base.key: found.get(base.key, ()) for base in chosen}
        self.columns = {base.key: (*base.fields, *self.hidden[base.key]) for base in chosen}
        self.folder = folder
        self.strict = strict
        self.counts = Counts()
        self.system: list[dict[str, Any]] = []
        self.rows = {base.key: 0 for base in bank.schema.bases}
        self.files = files
        self.images = write_images(bank, folder / _IMAGES_FOLDER) if files is not None else []
        self._names = Names("manifest.json", "problems.jsonl", _FILES_FOLDER, _IMAGES_FOLDER)
        self._open = SINKS[to]
        self._stack = ExitStack()
        with self._stack:
            self.tables = {base.key: self._table(base) for base in chosen}
            self._stack = self._stack.pop_all()
        self.deleted: dict[str, Output] = {}

    def _table(self, base: Base, suffix: str = "") -> Output:
        name = self._names.take(base.name, f"base{base.id}", f"{suffix}{self._open.extension}")
        sink = self._open(self.folder / name, base, self.hidden[base.key])
        self._stack.callback(sink.close)
        return Output(name, sink)

    def scan(self, deleted: bool, progress: Calls) -> None:
        with self._stack:
            total = self.bank.bank.slot_count
            for item in self.bank.scan(self.counts, deleted=deleted):
                if item.row is not None:
                    (self._deleted_row if item.kind is RecordClass.DELETED else self._row)(item.row)
                elif item.kind is RecordClass.FILE and self.files is not None:
                    self.files.store(item.number, item.file_content)
                elif item.kind is RecordClass.SYSTEM:
                    self.system.append({"number": item.number, "what": item.content})
                if self.strict:
                    self._stop_at_problem()
                progress(item.number, total)

    def _row(self, row: Row) -> None:
        self.rows[row.base.key] += 1
        self._check_row(row)
        output = self.tables.get(row.base.key)
        if output is not None:
            output.write(row.number, [self._text(row, field) for field in self.columns[row.base.key]])

    def _deleted_row(self, row: Row) -> None:
        """Deleted rows go to a file of their own, as they are: nothing is expected of them."""
        key = row.base.key
        if key not in self.tables:
            return
        if key not in self.deleted:
            self.deleted[key] = self._table(row.base, ".deleted")
        self.deleted[key].write(row.number, [row.value_of(f).text for f in self.columns[key]])

    def _text(self, row: Row, field: Field) -> str:
        value: Value = row.value_of(field)
        text, problem = value.text, value.problem
        if self.files is not None and value.files:
            text = JOINER.join(self._file_name(row, field, reference) for reference in value.files)
        if problem is not None:
            self._problem(row, problem, _MESSAGES[problem], field.name, row.raw_of(field), once=True)
        return text

    def _file_name(self, row: Row, field: Field, reference: FileReference) -> str:
        assert self.files is not None
        name, reason = self.files.name_of(reference)
        if reason is not None:
            message = f"names record {reference.record} as a stored file, but that is {reason}"
            self._problem(row, "dangling-reference", message, field.name)
        return name

    def _check_row(self, row: Row) -> None:
        if row.error is not None:
            self._problem(row, "row-damaged", f"{row.error.path}: {row.error.message}")
        surplus = row.surplus
        if surplus:
            message = f"has values behind the last defined position, the first at {min(surplus)}; kept as hidden"
            self._problem(row, "surplus-value", message, raw=surplus[min(surplus)], once=True)

    def _problem(
        self, row: Row, kind: str, message: str, field: str | None = None, raw: bytes | None = None, once: bool = False
    ) -> None:
        name = self.bank.bank.name
        self.bank.problems.add(Problem(kind, message, name, row.number, row.base.name, field, raw=raw), once=once)

    def _stop_at_problem(self) -> None:
        if self.bank.problems.total:
            first = self.bank.problems.kept[0]
            message = f"{first.kind}: {first.message}"
            raise CronosError(message, file=first.file, record=first.record, hint="run without --strict to go on")

    def finish(self) -> dict[str, Any]:
        """Write manifest and problems."""
        check_free_count(self.bank.bank, self.counts.free, self.counts.deleted)
        result = manifest(
            self.bank,
            self.counts,
            self.rows,
            {key: output.name for key, output in self.tables.items()},
            {key: (output.name, output.rows) for key, output in self.deleted.items()},
            self.system,
            self.checked,
        )
        result |= {"file_totals": self.files.totals if self.files else None, "images": self.images}
        if self.strict:
            self._stop_at_problem()
        write_manifest(self.folder, result, self.bank.problems, self.files.written() if self.files else ())
        return result
