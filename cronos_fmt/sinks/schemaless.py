"""Export rows without definitions: what a bank still gives where its CroStru cannot be read.

Two passes over CroBank: the first finds how many columns each base takes, the second writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from cronos_fmt import text
from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import FileRecord
from cronos_fmt.bank import PAIRS, Bank, Counts, RecordClass
from cronos_fmt.container import Slot, SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.free_list import check_free_count
from cronos_fmt.ghosts import ns1_copy
from cronos_fmt.parsing import parse
from cronos_fmt.problems import Problem
from cronos_fmt.rows import split_values
from cronos_fmt.sinks.csv import CsvFile
from cronos_fmt.sinks.files import StoredFiles
from cronos_fmt.sinks.manifest import describe_files, describe_problems, write_manifest
from cronos_fmt.sinks.place import checked_place, partial_folder
from cronos_fmt.sinks.progress import Calls, Listener
from cronos_fmt.version import __version__

_FILES_FOLDER = "files"
# Every row gets all columns of its base, so one endless row must not blow up all the others.
_COLUMNS = 5_000
_JOINER = "; "
_TEXT_CONTROLS = b"\t\r\n"
_CONTROLS = bytes(byte for byte in range(ord(" ")) if byte not in _TEXT_CONTROLS) + b"\x7f"


def missing_schema(bank: Bank) -> CronosError | None:
    """Why the definitions of a bank cannot be read; None where they can."""
    before = bank.problems.total
    try:
        schema = bank.schema
    except CronosError as error:
        return error
    if not schema.bases and bank.problems.total > before:
        return CronosError("no definition of a base can be read", file=bank.stru.dat.path)
    return None


def export_schemaless(
    bank: Bank,
    out: Path,
    *,
    files: bool = True,
    force: bool = False,
    progress: Listener | None = None,
) -> dict[str, Any]:
    """Write the rows of CroBank to the directory `out`, a csv file for each base id, and return the manifest.

    The columns are the physical positions p1, p2 and so on. Values are text; counted values with control bytes, and
    others with a NUL byte inside, are hex.
    files: write stored files, too, under their record numbers. force: replace an existing `out`. progress is called
    with the records read so far in both passes, and all of them. The directory gets its name when it is complete.
    CronosError: the definitions can be read, or `out` exists (both with status USAGE), or CroBank cannot be read.
    """
    reason = missing_schema(bank)
    if reason is None:
        message = "the definitions in CroStru can be read, so an export without them would only lose names and types"
        raise CronosError(message, file=bank.path, hint="run without --schemaless", status=Status.USAGE)
    out = checked_place(out, bank, force)
    bank.bank.check_kod()
    bank.problems.add_error("no-definitions", reason)
    calls = Calls(progress)
    with partial_folder(out, calls) as folder, closing(StoredFiles(bank, folder / _FILES_FOLDER)) as stored:
        run = _Run(bank, folder, stored if files else None, calls)
        run.measure()
        run.write()
        return run.finish(reason)


class _Run:
    """One export under way."""

    def __init__(self, bank: Bank, folder: Path, files: StoredFiles | None, calls: Calls) -> None:
        self.bank = bank
        self.file = bank.bank
        self.folder = folder
        self.calls = calls
        self.counts = Counts()
        self.widths: dict[int, int] = {}
        self.rows: dict[int, int] = {}
        self.system: list[dict[str, Any]] = []
        self.files = files
        self.outputs: dict[int, CsvFile] = {}
        self.done = 0
        ns1 = ns1_copy(self.file)
        self._ns1 = ns1[0] if ns1 is not None else None

    # ---- the passes

    def measure(self) -> None:
        """First pass: the widest row of each base."""
        with self.bank.problems.muted():
            for _, kind, data in self._records():
                if kind is RecordClass.ROW:
                    base = layouts.BankRecord.one(data).base_id
                    values = split_values(data, self.file.layouts.row, self.file.limits.items).values
                    self.widths[base] = max(self.widths.get(base, 0), len(values))
        for base, width in sorted(self.widths.items()):
            if width > _COLUMNS:
                message = f"has a row of {width} values; those behind the first {_COLUMNS} have no column"
                self._problem("schemaless-columns", message, None, base)
                self.widths[base] = _COLUMNS

    def write(self) -> None:
        """Second pass: every row, stored file and count."""
        with ExitStack() as stack:
            for base, width in sorted(self.widths.items()):
                header = ["record", *(f"p{n}" for n in range(1, width + 1))]
                self.outputs[base] = CsvFile(self.folder / _name(base), header)
                stack.callback(self.outputs[base].close)
            for number, kind, data in self._records():
                self.counts.add(kind)
                if kind is RecordClass.ROW:
                    self._row(number, data)
                elif kind is RecordClass.FILE and self.files is not None:
                    self.files.store(number, [parse(FileRecord, data).content])
                elif kind is RecordClass.SYSTEM:
                    self.system.append({"number": number, "what": "copy of NS1"})

    def _records(self) -> Iterator[tuple[int, RecordClass, bytes]]:
        """Every record with its class and, where it has one, its decoded content."""
        for slot in self.file.slots():
            yield slot.number, *self._classify(slot)
            self.done += 1
            self.calls(self.done, 2 * self.file.slot_count)

    def _classify(self, slot: Slot) -> tuple[RecordClass, bytes]:
        if not slot.is_live or slot.state is SlotState.EMPTY:
            return RecordClass(slot.state.value), b""
        data = self._payload(slot)
        if data is None:
            return RecordClass.SKIPPED, b""
        if not data:
            return RecordClass.EMPTY, b""
        if slot.number == self._ns1:
            return RecordClass.SYSTEM, b""
        return (RecordClass.FILE if data.startswith(layouts.FILE_RECORD__BASE_ID) else RecordClass.ROW), data

    def _payload(self, slot: Slot) -> bytes | None:
        """Content of a record; None, and a problem, where it is damaged."""
        try:
            return self.file.payload(slot)
        except CronosError as error:
            if error.status is not Status.NOT_A_BANK:
                raise
            self.bank.problems.add_error("record-damaged", error)
            return None

    # ---- rows

    def _row(self, number: int, data: bytes) -> None:
        base = layouts.BankRecord.one(data).base_id
        raw = split_values(data, self.file.layouts.row, self.file.limits.items)
        if raw.error is not None:
            self._problem("row-damaged", f"{raw.error.path}: {raw.error.message}", number, base)
        width = self.widths[base]
        texts = [self._text(value, i in raw.counted, number, base, i) for i, value in enumerate(raw.values[:width])]
        self.outputs[base].write(number, [*texts, *[""] * (width - len(texts))])
        self.rows[base] = self.rows.get(base, 0) + 1

    def _text(self, value: bytes, counted: bool, number: int, base: int, index: int) -> str:
        """A value as the text of a csv cell."""
        if counted:
            if value != value.translate(None, _CONTROLS):
                return value.hex()
            plain = text.plain(value)
        elif b"\0" in value.rstrip(b"\0"):
            return value.hex()  # a link, most likely; no text has a NUL byte inside
        else:
            # Several values of one field are joined as in an export with definitions.
            plain = _JOINER.join(map(text.plain, value.split(self.file.layouts.row.sub_separator)))
        if text.REPLACEMENT in plain:
            message = "holds a byte that CP1251 does not define; shown as U+FFFD"
            self._problem("undecodable-byte", message, number, base, f"p{index + 1}", value)
        return plain

    def _problem(
        self,
        kind: str,
        message: str,
        number: int | None,
        base: int,
        field: str | None = None,
        raw: bytes | None = None,
    ) -> None:
        problem = Problem(kind, message, self.file.name, number, f"base{base}", field, raw=raw)
        self.bank.problems.add(problem, once=raw is not None)

    def finish(self, reason: CronosError) -> dict[str, Any]:
        """Write manifest and problems."""
        check_free_count(self.file, self.counts.free, self.counts.deleted)
        assert self.counts.add_up, "every record is in exactly one class"
        described = describe_files(self.bank)
        result = {
            "format": 1,
            "tool": {"name": "cronos-fmt", "version": __version__},
            "status": "complete",
            "schemaless": True,
            "reason": _reason(reason),
            "bank": {"name": None, "id": None, "files": described},
            "tables": [
                {"id": base, "output": _name(base), "rows": self.rows[base], "columns": width}
                for base, width in sorted(self.widths.items())
            ],
            "counts": self.counts.as_dict(),
            "system_records": self.system,
            "problems": describe_problems(self.bank.problems),
            "file_totals": self.files.totals if self.files else None,
        }
        write_manifest(self.folder, result, self.bank.problems, self.files.written() if self.files else ())
        return result


def _name(base: int) -> str:
    return f"base{base}{CsvFile.extension}"


def _reason(error: CronosError) -> str:
    """Why there are no definitions, without the path of the bank."""
    name = PAIRS["stru"]
    return error.message if name in error.message else f"{name}: {error.message}"
