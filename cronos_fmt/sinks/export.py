"""Export a bank: one pass over its records into tables, files, a manifest and a list of problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from cronos_fmt.bank import Bank, Counts
from cronos_fmt.bulk import batch_of
from cronos_fmt.bulk.memory import give_back_memory
from cronos_fmt.bulk.parallel import job_count, scan_parallel
from cronos_fmt.bulk.scan import scan_batches
from cronos_fmt.check import BankCheck, Verdict, check_bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.free_list import check_free_count
from cronos_fmt.problems import Problem
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.files import StoredFiles
from cronos_fmt.sinks.format import BankInfo, MakeFormat, TableSink, choose_format
from cronos_fmt.sinks.images import write_images
from cronos_fmt.sinks.lined import ToLines
from cronos_fmt.sinks.lines import LineTable
from cronos_fmt.sinks.manifest import manifest, write_manifest
from cronos_fmt.sinks.place import checked_place, partial_folder
from cronos_fmt.sinks.progress import Calls, Listener
from cronos_fmt.sinks.resume import Checkpoints, identity
from cronos_fmt.sinks.settle import Settler

FILES_FOLDER = "files"
IMAGES_FOLDER = "images"
_FILES_INDEX = ".files.sqlite"
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
    options: Mapping[str, Any] | None = None,
    jobs: int | None = 1,
    resume: bool = False,
    progress: Listener | None = None,
) -> dict[str, Any]:
    """Write a bank to the directory `out` and return the manifest that was written there.

    to: name of a format, see cronos_fmt.sinks.format. tables: names of the tables to write, all where empty. files:
    write stored files, too. force: replace an existing `out`. strict: the first problem ends the export, and nothing is
    left. hidden: write the values of positions without a field, too, as columns `hidden_N`. options: of the format, by
    name. jobs: processes to read with, as many as there are cores and the format is good for where None, which takes a
    main module that can be imported; the output is the same. resume: keep what an interrupted run has written beside
    `out`, and go on where one with the same arguments was interrupted. progress is called now and then, see
    cronos_fmt.sinks.progress.
    A sample of the rows is checked first; a base that is not sound is a problem, and is written all the same. The
    directory gets its name when it is complete; whatever ends the run before leaves nothing behind.
    CronosError: `out` exists, a table is unknown (status USAGE), the bank cannot be read, or strict met a problem.
    """
    make = choose_format(to, options or {}, resume=resume)
    out = checked_place(out, bank, force)
    chosen = _chosen(bank, tables)
    bank.bank.check_kod()  # what cannot be read is said before anything is written
    calls = Calls(progress)
    asked = {"to": to, "tables": [b.key for b in chosen], "files": files, "deleted": deleted, "strict": strict}
    asked |= {"hidden": hidden, "options": dict(options or {})}
    with partial_folder(out, calls, resume=resume) as partial:
        points = Checkpoints(partial, identity(bank, asked)) if resume else None
        saved = None if points is None else points.load()
        index = None if points is None else partial / _FILES_INDEX
        with closing(StoredFiles(bank, partial / FILES_FOLDER, index)) as stored:
            run = _Run(bank, partial, make, chosen, stored if files else None, hidden, saved)
            try:
                most = run.format.most_jobs(bank.bank.header.may_be_compressed)
                run.scan(job_count(bank, jobs, most), deleted, strict, calls, points)
                result = run.finish(strict)
            except BaseException:
                run.format.abort()
                raise
            stored.close(is_done=True)
        if points is not None:
            points.clear()
        return result


def _chosen(bank: Bank, names: Sequence[str]) -> list[Base]:
    unknown = [name for name in names if name not in bank.tables]
    if unknown:
        known = ", ".join(bank.tables) or "none"
        raise CronosError(f"no table {unknown[0]!r}", hint=f"there are: {known}", status=Status.USAGE)
    return [bank.tables[name].base for name in dict.fromkeys(names or bank.tables)]


def _checked_bank(bank: Bank) -> BankCheck:
    """The check of a sample; each base that is not sound is a problem."""
    checked = check_bank(bank, quick=True)
    for base in checked.bases.values():
        if base.verdict is not Verdict.SOUND:
            first = base.reasons[0]
            more = f", and {len(base.reasons) - 1} more" if len(base.reasons) > 1 else ""
            record = first.records[0] if first.records else None
            message = f"is {base.verdict} by {base.rows} rows: {first}{more}; see `cronos-fmt check`"
            bank.problems.add(Problem("suspicious-base", message, bank.bank.name, record, base.base.name, first.field))
    return checked


def _hidden_fields(bank: Bank, chosen: list[Base]) -> dict[str, tuple[Field, ...]]:
    """Columns for the positions without a field: all gaps, and what lies behind the last field in any row.

    It takes a pass over the bank, as no definition tells how many values rows have behind their last field.
    """
    found = {base.key: set(base.hidden_positions[: _HIDDEN_COLUMNS + 1]) for base in chosen}
    with bank.problems.muted():
        for batch in scan_batches(bank, {}, deleted=True, files=False):
            for row in (*batch.deleted, *(row for table in batch.tables for row in table.rows.values())):
                if row.base.key in found:
                    found[row.base.key].update(row.surplus)
    result = {}
    for base in chosen:
        positions = sorted(found[base.key])
        if len(positions) > _HIDDEN_COLUMNS:
            message = f"has more than {_HIDDEN_COLUMNS} hidden positions; those behind have no column"
            bank.problems.add(Problem("hidden-columns", message, bank.bank.name, table=base.name))
        result[base.key] = base.hidden_fields(positions[:_HIDDEN_COLUMNS])
    return result


class _Run:
    """One export under way."""

    def __init__(
        self,
        bank: Bank,
        folder: Path,
        make: MakeFormat,
        chosen: list[Base],
        files: StoredFiles | None,
        hidden: bool,
        saved: Mapping[str, Any] | None,
    ) -> None:
        self.bank = bank
        self.checked = _checked_bank(bank)
        found = _hidden_fields(bank, chosen) if hidden else {}
        # What is written of a base, by its key: its fields, and behind them the hidden ones.
        self.columns = {base.key: (*base.fields, *found.get(base.key, ())) for base in chosen}
        self.folder = folder
        self.files = files
        self.images = write_images(bank, folder / IMAGES_FOLDER) if files is not None else []
        self.counts = Counts()
        self.system: list[dict[str, Any]] = []
        self.rows = {base.key: 0 for base in bank.schema.bases}
        self.deleted: dict[str, TableSink] = {}
        self.deleted_rows: dict[str, int] = {}
        self.stored = 0
        self.next = 1
        self.format = make(folder, BankInfo.of(bank))
        try:
            kept = saved["tables"] if saved else {}
            self.tables = {
                base.key: self.format.table(base, self.columns[base.key], saved=kept.get(base.key)) for base in chosen
            }
            if saved is not None:
                self._go_on(saved)
        except BaseException:
            self.format.abort()
            raise

    def state(self) -> dict[str, Any]:
        """Everything that a run which goes on needs; what it tells of is on the disk."""
        if self.files is not None:
            self.files.save()
        return {
            "next": self.next,
            "stored": self.stored,
            "counts": self.counts.as_dict(),
            "system": self.system,
            "rows": self.rows,
            "tables": {key: sink.save() for key, sink in self.tables.items()},
            "deleted": {key: [sink.save(), self.deleted_rows[key]] for key, sink in self.deleted.items()},
            "problems": self.bank.problems.state(),
        }

    def _go_on(self, saved: Mapping[str, Any]) -> None:
        self.next, self.stored = saved["next"], saved["stored"]
        self.counts, self.system, self.rows = Counts(**saved["counts"]), saved["system"], saved["rows"]
        bases = {base.key: base for base in self.bank.schema.bases}
        for key, (sink, rows) in saved["deleted"].items():
            self.deleted[key] = self.format.table(bases[key], self.columns[key], deleted=True, saved=sink)
            self.deleted_rows[key] = rows
        self.bank.problems.restore(saved["problems"])
        if self.files is not None:
            self.files.go_on()

    def scan(self, jobs: int, deleted: bool, strict: bool, progress: Calls, points: Checkpoints | None) -> None:
        settler = Settler(self.bank, self.files)
        each = ToLines({key: sink.lines for key, sink in self.tables.items() if isinstance(sink, LineTable)})
        files, first = self.files is not None, self.next
        for batch in scan_parallel(self.bank, self.columns, jobs, first=first, deleted=deleted, files=files, each=each):
            self.counts.add_all(batch.counts)
            self.system += [{"number": number, "what": what} for number, what in batch.system]
            table = None
            for table in settler.settle(batch):
                self.rows[table.base.key] += len(table)
                if table.base.key in self.tables:
                    self.tables[table.base.key].write(table)
            self._write_deleted(batch.deleted)
            if strict:
                self.stop_at_problem()
            self.stored += batch.stored
            self.next = batch.last + 1
            if points is not None and points.is_due:
                points.save(self.state())
            progress(batch.last, self.bank.bank.slot_count, self.counts.rows, self.stored)
            del batch, table  # the next ones need the memory
        give_back_memory()
        for sink in (*self.tables.values(), *self.deleted.values()):
            sink.close()

    def _write_deleted(self, rows: Sequence[Row]) -> None:
        """Deleted rows go to a table of their own, as they are: nothing is expected of them."""
        by_base: dict[str, list[Row]] = {}
        for row in rows:
            if row.base.key in self.tables:
                by_base.setdefault(row.base.key, []).append(row)
        for key, some in by_base.items():
            base, columns = some[0].base, self.columns[key]
            if key not in self.deleted:
                self.deleted[key] = self.format.table(base, columns, deleted=True)
            self.deleted[key].write(batch_of(base, columns, some))
            self.deleted_rows[key] = self.deleted_rows.get(key, 0) + len(some)

    def stop_at_problem(self) -> None:
        if self.bank.problems.total:
            first = self.bank.problems.kept[0]
            message = f"{first.kind}: {first.message}"
            raise CronosError(message, file=first.file, record=first.record, hint="run without --strict to go on")

    def finish(self, strict: bool) -> dict[str, Any]:
        """Write manifest and problems."""
        check_free_count(self.bank.bank, self.counts.free, self.counts.deleted)
        result = manifest(
            self.bank,
            self.counts,
            self.rows,
            {key: sink.output for key, sink in self.tables.items()},
            {key: (sink.output, self.deleted_rows[key]) for key, sink in self.deleted.items()},
            self.system,
            self.checked,
        )
        result |= {"file_totals": self.files.totals if self.files else None, "images": self.images}
        if strict:
            self.stop_at_problem()
        write_manifest(self.folder, result, self.bank.problems, self.files.written() if self.files else ())
        self.format.finish(result, self.bank.problems)
        return result
