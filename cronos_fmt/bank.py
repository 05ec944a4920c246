"""A bank: a directory of Cro files, opened lazily, with its tables and one pass over its records."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import FileRecord
from cronos_fmt.alignment import Evidence, PositionChoice, choose_reading, split_both
from cronos_fmt.clashes import report_clashes
from cronos_fmt.container import Options, Slot, SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import Kod
from cronos_fmt.limits import Limits
from cronos_fmt.parsing import parse
from cronos_fmt.problems import Problem, Problems
from cronos_fmt.readings import Reading, deal_values
from cronos_fmt.records import CroFile, Dissector
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Schema, read_schema
from cronos_fmt.shown import Shown, line
from cronos_fmt.values import Words
from cronos_fmt.vocabulary import WordTable, choose_words, ways_to_words

if TYPE_CHECKING:
    import pyarrow as pa

# The pairs of a bank, by the name the API gives them. CroSys lists banks in the program's own directory.
PAIRS = {"stru": "CroStru", "bank": "CroBank", "index": "CroIndex", "sys": "CroSys"}

# Records in a sample of a bank, and how it is spread: in windows, each with a share of the bytes, and in each not more
# slots than these for a record that is wanted.
SAMPLE = 2_000
_WINDOWS = 40
_SAMPLE_BYTES = 64 * 2**20
_SLOTS_A_RECORD = 8

# Stored bytes from which on a file is not held whole.
_LONG = 8 * 2**20
_VOCABULARY = "voc"


class RecordClass(StrEnum):
    """What a record of CroBank is; each record number is in exactly one class."""

    FREE = "free"
    DELETED = "deleted"
    ROW = "rows"
    FILE = "files"
    SYSTEM = "system"
    EMPTY = "empty"
    UNASSIGNED = "unassigned"
    SKIPPED = "skipped"


@dataclass
class Counts:
    """Records of CroBank by class: `slots = free + live + deleted`, and `live` is the sum of the six last ones."""

    slots: int = 0
    free: int = 0
    live: int = 0
    deleted: int = 0
    rows: int = 0
    files: int = 0
    system: int = 0
    empty: int = 0
    unassigned: int = 0
    skipped: int = 0

    def add(self, kind: RecordClass) -> None:
        self.slots += 1
        if kind not in (RecordClass.FREE, RecordClass.DELETED):
            self.live += 1
        setattr(self, kind.value, getattr(self, kind.value) + 1)

    def add_all(self, other: Counts) -> None:
        """Add the records that another one counts."""
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))

    @property
    def add_up(self) -> bool:
        """True where both equations hold."""
        parts = self.rows + self.files + self.system + self.empty + self.unassigned + self.skipped
        return self.slots == self.free + self.live + self.deleted and self.live == parts

    def as_dict(self) -> dict[str, int]:
        return {f.name: getattr(self, f.name) for f in fields(self)}


class LongFile:
    """A stored file too long to be held: its bytes in pieces, read anew by each iteration."""

    def __init__(self, file: CroFile, slot: Slot) -> None:
        self._file = file
        self._slot = slot

    def __iter__(self) -> Iterator[bytes]:
        pieces = self._file.stream(self._slot)
        yield next(pieces)[layouts.FileRecord.SIZE :]
        yield from pieces


class Scanned(NamedTuple):
    """One record of the pass over CroBank, its class, and its content: a Row, a file's bytes, or why it is system.

    data: the bytes of the record, of a row and of one that no base has.
    """

    number: int
    kind: RecordClass
    content: Row | bytes | LongFile | str | None = None
    data: bytes = b""

    @property
    def row(self) -> Row | None:
        return self.content if isinstance(self.content, Row) else None

    @property
    def file_content(self) -> Iterable[bytes]:
        """The bytes of a stored file in pieces; none of another record."""
        if isinstance(self.content, LongFile):
            return self.content
        return (self.content,) if isinstance(self.content, bytes) else ()

    def __repr__(self) -> str:
        return line(self)


class Table(Shown):
    """One base of a bank, with its fields and rows."""

    def __init__(self, bank: Bank, base: Base) -> None:
        self.bank = bank
        self.base = base
        self.name = base.name
        self.fields = base.fields

    def rows(self, *, deleted: bool = False) -> Iterator[Row]:
        """Rows in order of record number; with `deleted`, the deleted ones that can still be read, and no others.

        Each call is a pass over CroBank; Bank.scan serves all tables in one.
        """
        kind = RecordClass.DELETED if deleted else RecordClass.ROW
        for item in self.bank.scan(deleted=deleted):
            if item.kind is kind and isinstance(item.content, Row) and item.content.base is self.base:
                yield item.content

    def batches(
        self, columns: Iterable[str] | None = None, where_numbers: Iterable[int] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Rows as Arrow record batches of texts: the system number, then the columns; fast, and in bounded memory.

        columns: their names, all where None. where_numbers: record numbers of the rows wanted. KeyError: no such
        column; CronosError: as Bank.scan.
        """
        found: Iterator[pa.RecordBatch] = self._columnar.batches(self.bank, self.base, columns, where_numbers)
        return found

    def to_arrow(self, columns: Iterable[str] | None = None, where_numbers: Iterable[int] | None = None) -> pa.Table:
        """Rows as one Arrow table with typed columns, as in a Parquet output; arguments as for `batches`."""
        return self._columnar.to_arrow(self.bank, self.base, columns, where_numbers)

    def to_pandas(
        self, columns: Iterable[str] | None = None, where_numbers: Iterable[int] | None = None, **options: Any
    ) -> Any:
        """Rows as a pandas DataFrame; `options` go to pyarrow.Table.to_pandas. ImportError without pandas."""
        return self._columnar.to_pandas(self.bank, self.base, columns, where_numbers, **options)

    @property
    def _columnar(self) -> Any:
        return self.bank.columnar


class Bank(Shown):
    """An opened bank. Files, definitions and records are read when they are asked for; use it as a context manager."""

    def __init__(self, path: Path, options: Options, opener: Callable[[Path], Bank] | None = None) -> None:
        self.path = path
        self._opener = opener or partial(Bank, options=options)
        self.problems = Problems(options.limits)
        self._options = options
        # What takes records apart, and what reads them in batches, stands above this module.
        self.dissector: Dissector | None = None
        self.columnar: Any = None
        self._files: dict[str, CroFile] = {}
        self.is_closed = False
        self._paths = _find_files(path, self.problems)
        if not any(f"{name}.dat".lower() in self._paths for name in PAIRS.values()):
            raise CronosError("holds no Cronos bank (no CroStru.dat or CroBank.dat)", file=path)

    def __enter__(self) -> Bank:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files; a closed bank cannot be read."""
        self.is_closed = True
        for file in self._files.values():
            file.close()
        self._files.clear()
        if "vocabulary" in vars(self) and self.vocabulary is not None:
            self.vocabulary.close()

    # ---- files

    @property
    def file_names(self) -> list[str]:
        """Names of the pairs that stand in the directory, whole or in part."""
        return [n for n in PAIRS.values() if f"{n}.dat".lower() in self._paths or f"{n}.tad".lower() in self._paths]

    def file(self, name: str) -> CroFile:
        """A pair by its name, such as CroBank; CronosError where it is missing or no Cronos file."""
        if self.is_closed:
            raise CronosError("the bank is closed", file=self.path, status=Status.USAGE)
        if name not in self._files:
            missing = [f"{name}{end}" for end in (".dat", ".tad") if f"{name}{end}".lower() not in self._paths]
            if missing:
                raise CronosError(f"{' and '.join(missing)} missing", file=self.path)
            dat, tad = (self._paths[f"{name}{end}".lower()] for end in (".dat", ".tad"))
            self._files[name] = CroFile(name, dat, tad, self._options, self.problems)
            self._files[name].dissector = self.dissector
        return self._files[name]

    @property
    def stru(self) -> CroFile:
        return self.file(PAIRS["stru"])

    @property
    def bank(self) -> CroFile:
        return self.file(PAIRS["bank"])

    @property
    def index(self) -> CroFile:
        return self.file(PAIRS["index"])

    @property
    def sys(self) -> CroFile:
        return self.file(PAIRS["sys"])

    # ---- definitions

    @cached_property
    def schema(self) -> Schema:
        """Everything CroStru defines; CronosError where it cannot be read."""
        schema = read_schema(self.stru, self.problems)
        report_clashes(schema.bases, self.stru.name, self.problems)
        return schema

    @property
    def name(self) -> str:
        return self.schema.text("BankName")

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The tables by name, in order of id. A second table of a name is called `NAME (id)`, or what else is free."""
        tables: dict[str, Table] = {}
        for base in self.schema.tables:
            name, n = base.name, 1
            while name in tables:
                name, n = f"{base.name} ({base.id})" if n == 1 else f"{base.name} ({base.id}) ({n})", n + 1
            tables[name] = Table(self, base)
        return tables

    # ---- words

    @cached_property
    def vocabulary(self) -> Bank | None:
        """The Voc bank in the directory of the bank, which holds the words of its dictionaries; None without one."""
        try:
            folders = sorted(p for p in self.path.iterdir() if p.name.lower() == _VOCABULARY and p.is_dir())
            return self._opener(folders[0]) if folders else None
        except (CronosError, OSError) as error:
            message = error.message if isinstance(error, CronosError) else str(error.strerror)
            self.problems.add(Problem("vocabulary", f"the Voc bank cannot be opened: {message}", _VOCABULARY))
            return None

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, WordTable]]:
        """Where the words of dictionary fields come from, by key of the base and column, see cronos_fmt.vocabulary."""
        bases = [b for b in self.schema.tables if any(f.type.kind == "dictionary" for f in b.fields)]
        if not self._options.words or not bases or self.vocabulary is None:
            return {}
        try:
            ways = ways_to_words(r for t in self.vocabulary.tables.values() for r in t.rows())
        except CronosError as error:
            self.problems.add(Problem("vocabulary", f"the Voc bank cannot be read: {error.message}", _VOCABULARY))
            return {}
        if not ways:
            return {}
        rows: dict[str, list[Row]] = {base.key: [] for base in bases}
        for item in self._sampled(SAMPLE, lambda slot: self._classify(slot, with_words=False)):
            if item.row is not None and item.row.base.key in rows:
                rows[item.row.base.key].append(item.row)
        return {base.key: chosen for base in bases if (chosen := choose_words(base, rows[base.key], ways))}

    @cached_property
    def _words(self) -> Mapping[str, Mapping[str, Words]]:
        return {key: {column: way.words for column, way in chosen.items()} for key, chosen in self.words.items()}

    # ---- records

    def scan(self, counts: Counts | None = None, *, deleted: bool = False) -> Iterator[Scanned]:
        """Every record of CroBank once, in order of number, with its class; one pass whatever the number of tables.

        `counts` is filled on the way. With `deleted`, a deleted record that still holds a row comes with it. A damaged
        record is counted as skipped and stands in the problems.
        """
        self.bank.check_kod()
        for slot in self.bank.slots():
            item = self._classify(slot)
            if counts is not None:
                counts.add(item.kind)
            if deleted and item.kind is RecordClass.DELETED:
                item = item._replace(content=self._deleted_content(slot))
            yield item

    def classify(self, number: int) -> Scanned:
        """One record of CroBank with its class; CronosError where the file has no such number."""
        return self._classify(self.bank.slot(number))

    @cached_property
    def _bases(self) -> dict[int, Base]:
        """Bases by id; of two with one id the first gets the rows."""
        bases: dict[int, Base] = {}
        for base in self.schema.bases:
            bases.setdefault(base.id, base)
        return bases

    def partitions(self, count: int) -> list[Any]:
        """So many ranges of record numbers, or fewer, that are all of CroBank; picklable, for cronos_fmt.read_range."""
        ranges: list[Any] = self.columnar.partitions(self, count)
        return ranges

    # ---- how positions are read

    @cached_property
    def positions(self) -> Mapping[str, PositionChoice]:
        """How the positions of each base are read, by the key of the base.

        Where a base has positions without a field and nobody said how to read them, a sample of its rows decides.
        """
        choices = {base.key: PositionChoice(Reading.PHYSICAL, "no gaps") for base in self.schema.bases}
        gaps = [base for base in self.schema.bases if base.hidden_positions]
        if self._options.positions != "auto":
            given = PositionChoice(Reading(self._options.positions), "given")
            return choices | {base.key: given for base in gaps}
        if gaps:
            row_format, items = self.bank.layouts.row, self._options.limits.items
            found = {base.key: Evidence(base, row_format) for base in gaps}
            for number, _, _, data in self._sampled(SAMPLE, self._with_data):
                base = self._bases.get(layouts.BankRecord.one(data).base_id) if data else None
                if base is not None and base.key in found and number not in self._cards:
                    found[base.key].add(number, *split_both(data, base, row_format, items))
            choices |= {key: choose_reading(evidence) for key, evidence in found.items()}
        return choices

    @cached_property
    def _readings(self) -> dict[str, Reading]:
        """The readings that are not the default."""
        if not any(base.hidden_positions for base in self.schema.bases):
            return {}
        return {key: choice.reading for key, choice in self.positions.items() if choice.reading != Reading.PHYSICAL}

    def sample(self, records: int | None = SAMPLE) -> Iterator[Scanned]:
        """About so many records, in windows spread over CroBank, classified as by `scan`; all slots where None.

        No problem is noted: whoever wants them makes the pass over all records.
        """
        _ = self._readings, self._cards, self._ns1_copy, self._words  # read by now, so that their problems are noted
        return self._sampled(records, self._classify)

    def _sampled(self, records: int | None, look: Callable[[Slot], Scanned]) -> Iterator[Scanned]:
        """What `look` gives for the slots of a sample; of a window fewer where its records are long."""
        self.bank.check_kod()
        total = self.bank.slot_count
        windows = 1 if records is None or total <= records else _WINDOWS
        wanted = total if records is None else -(-records // windows)
        budget = math.inf if records is None else _SAMPLE_BYTES // windows
        for i in range(windows):
            first, last = 1 + i * total // windows, (i + 1) * total // windows
            slots = self.bank.slots(first, last if windows == 1 else min(last, first + _SLOTS_A_RECORD * wanted))
            taken = size = 0
            while taken < wanted and size <= budget:
                with self.problems.muted():
                    slot = next(slots, None)
                    if slot is None:
                        break
                    item = look(slot)
                if slot.is_live and slot.state is not SlotState.EMPTY:
                    taken += 1
                    size += len(item.content) if isinstance(item.content, bytes) else len(item.data)
                yield item

    def _with_data(self, slot: Slot) -> Scanned:
        """A record that is not classified, with its bytes; without any where it holds none that can be read."""
        try:
            data = self.bank.payload(slot) if slot.is_live else b""
        except CronosError as error:
            if error.status is not Status.NOT_A_BANK:
                raise
            data = b""
        return Scanned(slot.number, RecordClass.EMPTY, data=data)

    @cached_property
    def _ns1_copy(self) -> int | None:
        return self.schema.ns1_copy

    @cached_property
    def _cards(self) -> dict[int, Base]:
        return self.schema.bank_bit_cards

    def _classify(self, slot: Slot, *, with_words: bool = True) -> Scanned:
        file = self.bank
        if slot.state is SlotState.FREE or slot.state is SlotState.DELETED:
            return Scanned(slot.number, RecordClass(slot.state.value))
        if slot.number in self._cards:
            return Scanned(slot.number, RecordClass.SYSTEM, f"bit card of base {self._cards[slot.number].id}")
        if slot.state is SlotState.EMPTY:
            return Scanned(slot.number, RecordClass.EMPTY)
        try:
            if _LONG < file.stored_size(slot) <= file.dat.size and self._is_long_file(slot):
                return Scanned(slot.number, RecordClass.FILE, LongFile(file, slot))
            data = file.payload(slot)
        except CronosError as error:
            if error.status is not Status.NOT_A_BANK:
                raise
            self.problems.add_error("record-damaged", error)
            return Scanned(slot.number, RecordClass.SKIPPED)
        if not data:
            return Scanned(slot.number, RecordClass.EMPTY)
        if slot.number == self._ns1_copy and self._is_ns1_copy(data, slot):
            return Scanned(slot.number, RecordClass.SYSTEM, "copy of NS1")
        item = self._assign(data, slot.number, with_words=with_words)
        if item.kind is RecordClass.UNASSIGNED:
            message = f"begins with base id {layouts.BankRecord.one(data).base_id}, which no base has"
            self.problems.add(Problem("unassigned", message, file.name, slot.number, offset=slot.offset))
        return item

    def _is_long_file(self, slot: Slot) -> bool:
        """True for a long record that is a stored file whose blocks are all there, and not compressed."""
        mark = layouts.FILE_RECORD__BASE_ID
        base = self._bases.get(layouts.BankRecord.one(mark).base_id)
        if self.bank.header.may_be_compressed or (base is not None and not base.is_files_base):
            return False
        if not next(self.bank.stream(slot), b"").startswith(mark):
            return False
        for _ in self.bank.chunks(slot, self.bank.dat.size):
            pass  # a break in the chain shows now, and not when half of the file is written
        return True

    def _assign(self, data: bytes, number: int, *, with_words: bool = True) -> Scanned:
        """A record that is no ghost, by its base id: a row, a stored file, or of no base."""
        base = self._bases.get(layouts.BankRecord.one(data).base_id)
        if data.startswith(layouts.FILE_RECORD__BASE_ID) and (base is None or base.is_files_base):
            return Scanned(number, RecordClass.FILE, parse(FileRecord, data).content)
        if base is None:
            return Scanned(number, RecordClass.UNASSIGNED, data=data)
        row_format = self.bank.layouts.row
        reading = self._readings.get(base.key, Reading.PHYSICAL)
        raw = deal_values(data, base, row_format, reading, self._options.limits.items)
        words = self._words.get(base.key, {}) if with_words else {}
        return Scanned(number, RecordClass.ROW, Row(base, number, raw, row_format, words), data)

    def _deleted_content(self, slot: Slot) -> Row | None:
        """The row that a deleted record still holds; None where it holds none, and a problem where it is damaged."""
        try:
            data = self.bank.payload(slot)
        except CronosError as error:
            if error.status is not Status.NOT_A_BANK:
                raise
            self.problems.add_error("deleted-damaged", error)
            return None
        content = self._assign(data, slot.number).content if data else None
        return content if isinstance(content, Row) else None

    def _is_ns1_copy(self, data: bytes, slot: Slot) -> bool:
        """True where the record NS2 names still holds NS1, plain or encoded; it may have been given to a row since."""
        if self.schema.ns1 in (data, self.bank.assembled(slot)):
            return True
        message = "NS2 names this record as the copy of NS1, but it holds something else"
        self.problems.add(Problem("ns1-copy", message, self.bank.name, slot.number, offset=slot.offset))
        return False


def open(
    path: str | Path,
    *,
    kod: Kod | str | None = "auto",
    limits: Limits | None = None,
    assume: str | Mapping[str, str] | None = None,
    positions: str = "auto",
    words: bool = True,
    opener: Callable[[Path], Bank] | None = None,
) -> Bank:
    """Open the bank in a directory. Names of files are matched without regard to case.

    kod: "auto" takes the table that the version of each encoded file asks for, a Kod is used for every encoded file,
    None reads no encoded record. limits: ceilings for untrusted input. assume: the version tag to read all files by,
    whatever they say, or one for each pair by its name, such as CroBank. positions: "physical", "bytes" or
    "definition" for how to read positions without a field, or "auto" to let the rows of each base decide. words: show
    the words of the Voc bank in place of the keys of dictionary fields, where they can be told. opener: what opens the
    Voc bank, in the same way where None.
    CronosError: the directory is missing (status IO) or holds no bank. Damage in a file shows when the file is first
    used.
    """
    if not isinstance(path, str | Path):
        raise TypeError(f"path must be str or Path, not {type(path).__name__}")
    if isinstance(kod, str) and kod != "auto":
        raise ValueError(f"kod must be 'auto', a Kod or None, not {kod!r}")
    if positions != "auto" and positions not in tuple(Reading):
        raise ValueError(f"positions must be 'auto', {', '.join(map(repr, map(str, Reading)))}, not {positions!r}")
    tags = dict.fromkeys(PAIRS.values(), assume) if isinstance(assume, str) else dict(assume or {})
    return Bank(Path(path), Options(kod, limits or Limits(), tags, positions, words), opener)


def _find_files(folder: Path, problems: Problems) -> dict[str, Path]:
    """Regular files of a directory by lower-case name; of two names that differ by case the first in sorted order."""
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        hint = "give the directory of the bank" if isinstance(error, NotADirectoryError) else None
        raise CronosError(f"cannot be read: {error.strerror}", file=folder, hint=hint, status=Status.IO) from error
    wanted = {f"{name}{end}".lower() for name in PAIRS.values() for end in (".dat", ".tad")}
    found: dict[str, Path] = {}
    for path in paths:
        name = path.name.lower()
        if name not in wanted or not path.is_file():
            continue
        if name in found:
            problems.add(Problem("ambiguous-name", f"{found[name].name} is used", path.name))
        else:
            found[name] = path
    return found
