"""One pass over CroBank in batches: what Bank.scan says record by record, said of thousands at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.bank import Bank, Counts, RecordClass, Scanned
from cronos_fmt.bulk.batch import TableBatch, batch_of
from cronos_fmt.bulk.engine import find_engine
from cronos_fmt.bulk.plan import Plan
from cronos_fmt.bulk.reader import BATCH_BYTES, Records, Slots, read_records, slots_of
from cronos_fmt.container import Slot, SlotState
from cronos_fmt.readings import Reading
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field

# Slots of a batch; more where they are spread over many bases, as each base has its own work in each batch.
BATCH_SLOTS = 1 << 14
_SLOTS_A_BASE = 1 << 10
_MOST_SLOTS = 1 << 16
# Values that the rows of a batch have room for.
_CELLS = 1 << 20
# How many times as many of both a batch may have whose texts are not kept.
_NOT_KEPT = 2

_STATES = tuple(SlotState)
_FREE, _DELETED, _EMPTY = (_STATES.index(state) for state in (SlotState.FREE, SlotState.DELETED, SlotState.EMPTY))
# Makes of a table of a batch what somebody wants of it.
Each = Callable[[TableBatch], TableBatch]
# What a base id leads to, besides the place of a base in the schema.
_FILE, _UNASSIGNED = -1, -2


@dataclasses.dataclass
class ScannedBatch:
    """Records `first` to `last` of CroBank.

    counts: of these records. tables: their rows by base, in the order of the schema. files: number and content of
    stored files, the content in pieces. system: number and kind of system records. deleted: rows that deleted records
    still hold. stored: bytes of the records in the .dat.
    """

    first: int
    last: int
    counts: Counts
    tables: list[TableBatch] = dataclasses.field(default_factory=list)
    files: list[tuple[int, Iterable[bytes]]] = dataclasses.field(default_factory=list)
    system: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    deleted: list[Row] = dataclasses.field(default_factory=list)
    stored: int = 0


def scan_batches(
    bank: Bank,
    columns: Mapping[str, Sequence[Field]],
    *,
    first: int = 1,
    last: int | None = None,
    deleted: bool = False,
    files: bool = True,
    engine: str | None = None,
    each: Each | None = None,
) -> Iterator[ScannedBatch]:
    """Every record of CroBank once, in order of number, in batches; what Bank.scan gives, with the same problems.

    columns: what to read of each base, by its key; of the others only the rows are told, without values. first, last:
    record numbers. deleted: read the rows of deleted records, too. files: give the content of stored files, not their
    numbers alone. engine: "native", "python", or the best there is. each: makes of a table what is given in its place,
    while its texts are in the caches of the processor.
    CronosError: as Bank.scan.
    """
    return Pass(bank, columns, deleted=deleted, files=files, engine=engine, each=each).batches(first, last)


class Pass:
    """What all batches of a pass have in common; arguments as of scan_batches."""

    def __init__(
        self,
        bank: Bank,
        columns: Mapping[str, Sequence[Field]],
        *,
        deleted: bool = False,
        files: bool = True,
        engine: str | None = None,
        each: Each | None = None,
    ) -> None:
        self.bank = bank
        self.file = bank.bank
        self.file.check_kod()
        self.deleted, self.files, self.engine, self.each = deleted, files, find_engine(engine), each
        self.bases = bank.schema.bases
        self.columns = {base.key: tuple(columns.get(base.key, ())) for base in self.bases}
        self._order = {id(base): i for i, base in enumerate(self.bases)}
        self._targets = np.full(256, _UNASSIGNED, np.int64)
        for base_id, base in bank._bases.items():
            if 0 <= base_id < len(self._targets):
                self._targets[base_id] = self._order[id(base)]
        files_id = layouts.BankRecord.one(layouts.FILE_RECORD__BASE_ID).base_id
        files_base = bank._bases.get(files_id)
        if files_base is None or files_base.is_files_base:
            self._targets[files_id] = _FILE
        self._cards = np.array(sorted(bank._cards), np.int64)
        self._readings = {key: reading for key, reading in bank._readings.items() if reading is not Reading.PHYSICAL}
        self._plans: dict[str, Plan] = {}
        width = max((len(fields) for fields in self.columns.values()), default=0)
        times = 1 if each is None else _NOT_KEPT
        slots = min(max(BATCH_SLOTS, _SLOTS_A_BASE * len(self.bases)), times * _MOST_SLOTS)
        self._bytes = BATCH_BYTES * max(slots // (2 * BATCH_SLOTS), 1)
        self._most = max(min(slots, times * _CELLS // max(width, 1)), 16)

    def batches(self, first: int, last: int | None) -> Iterator[ScannedBatch]:
        """The batches of a range of record numbers; CronosError as Bank.scan."""
        size = self._most
        for start, columns, codes in self.file._windows(first, last):
            parts = slots_of(columns, start, self.file.dat.size)
            at = 0
            while at < len(codes):
                stop = min(at + size, len(codes))
                batch = self._batch(parts.take(slice(at, stop)), codes[at:stop])
                count = batch.last - batch.first + 1
                # Long records fill a batch before its slots are used up; what was not used is looked at again.
                size = max(2 * count, 16) if at + count < stop else min(2 * size, self._most)
                at += count
                yield batch
                del batch  # the next one needs the memory

    def _batch(self, slots: Slots, codes: NDArray[np.int64]) -> ScannedBatch:
        is_live = (codes != _FREE) & (codes != _DELETED)
        is_system = is_live & _among(slots.numbers, self._cards)
        is_wanted = is_live & (codes != _EMPTY) & ~is_system
        if self.deleted:
            is_wanted |= codes == _DELETED
        copy = self.bank._ns1_copy
        is_copy = is_wanted & is_live & (slots.numbers == (0 if copy is None else copy))
        records = read_records(self.file, slots, is_wanted & ~is_copy, self.engine, self._bytes)
        count = len(records.starts)
        slots, codes, is_live, is_system = slots.cut(count), codes[:count], is_live[:count], is_system[:count]
        return self._sorted_out(slots, codes, records, is_live, is_system, records.is_left | is_copy[:count])

    def _sorted_out(
        self,
        slots: Slots,
        codes: NDArray[np.int64],
        records: Records,
        is_live: NDArray[np.bool_],
        is_system: NDArray[np.bool_],
        is_left: NDArray[np.bool_],
    ) -> ScannedBatch:
        """The records by class; those that are left are read one by one."""
        numbers = slots.numbers
        batch = ScannedBatch(int(numbers[0]), int(numbers[-1]), Counts())
        batch.stored = int(slots.lengths[is_live].sum())
        cards = self.bank._cards
        batch.system = [(n, f"bit card of base {cards[n].id}") for n in numbers[is_system].tolist()]
        has_data = records.lengths > 0
        targets = np.full(len(numbers), len(self.bases), np.int64)  # of no use
        heads = layouts.BankRecord(_heads(records, has_data)).base_id
        targets[has_data] = self._targets[heads]
        # What no base has is named with its place, one by one.
        is_left = is_left | (is_live & (targets == _UNASSIGNED))
        rows: dict[int, Row] = {}
        kinds = {kind: 0 for kind in RecordClass}
        for i in np.flatnonzero(is_left).tolist():
            item = self._one(self.file.slot(int(numbers[i])), bool(is_live[i]))
            kinds[item.kind] += 1
            targets[i] = len(self.bases)
            if item.kind is RecordClass.ROW and item.row is not None:
                rows[i], targets[i] = item.row, self._order[id(item.row.base)]
            elif item.kind is RecordClass.FILE:
                batch.files.append((item.number, item.file_content if self.files else ()))
            elif item.kind is RecordClass.SYSTEM:
                batch.system.append((item.number, str(item.content)))
            elif item.row is not None:
                batch.deleted.append(item.row)
        is_fast = is_live & ~is_left
        if self.deleted:
            for i in np.flatnonzero(~is_live & has_data & ~is_left).tolist():
                row = self.bank._assign(self._data(records, i), int(numbers[i])).row
                batch.deleted += [] if row is None else [row]
            batch.deleted.sort(key=lambda row: row.number)
        stored_files = np.flatnonzero(is_fast & (targets == _FILE)).tolist()
        for i in stored_files:
            content = (self._data(records, i)[layouts.FileRecord.SIZE :],) if self.files else ()
            batch.files.append((int(numbers[i]), content))
        batch.files.sort(key=lambda item: item[0])
        batch.system.sort()
        fast_rows = int(((targets >= 0) & (targets < len(self.bases)) & is_fast).sum())
        batch.tables = self._tables(numbers, records, np.where(is_live, targets, len(self.bases)), rows)
        states = np.bincount(codes, minlength=len(_STATES))
        batch.counts = Counts(
            slots=len(numbers),
            free=int(states[_FREE]),
            live=int(is_live.sum()),
            deleted=int(states[_DELETED]),
            rows=fast_rows + kinds[RecordClass.ROW],
            files=len(stored_files) + kinds[RecordClass.FILE],
            system=int(is_system.sum()) + kinds[RecordClass.SYSTEM],
            empty=int((is_fast & ~has_data & ~is_system).sum()) + kinds[RecordClass.EMPTY],
            unassigned=kinds[RecordClass.UNASSIGNED],
            skipped=kinds[RecordClass.SKIPPED],
        )
        return batch

    def _one(self, slot: Slot, is_live: bool) -> Scanned:
        """A record by the dissecting path."""
        if is_live:
            return self.bank._classify(slot)
        return Scanned(slot.number, RecordClass.DELETED, self.bank._deleted_content(slot))

    def _data(self, records: Records, i: int) -> bytes:
        start = int(records.starts[i])
        return records.data[start : start + int(records.lengths[i])].tobytes()

    def _tables(
        self, numbers: NDArray[np.int64], records: Records, targets: NDArray[np.int64], rows: Mapping[int, Row]
    ) -> list[TableBatch]:
        chosen = np.flatnonzero((targets >= 0) & (targets < len(self.bases)))
        # Small whole numbers are sorted by their digits, which is much faster.
        bases = targets[chosen].astype(np.min_scalar_type(len(self.bases)))
        order = np.argsort(bases, kind="stable")
        chosen, bases = chosen[order], bases[order].astype(np.int64)
        # Taken once for all bases: where there are many, each has few rows.
        numbers, starts, lengths = chosen + numbers[0], records.starts[chosen], records.lengths[chosen]
        tables = []
        for first, stop in pairwise([*np.flatnonzero(np.diff(bases, prepend=-1)).tolist(), len(bases)]):
            part = slice(first, stop)
            known = {k: rows[i] for k, i in enumerate(chosen[part].tolist()) if i in rows} if rows else {}
            base = self.bases[bases[first]]
            table = self._table(base, records.data, starts[part], lengths[part], numbers[part], known)
            tables.append(table if self.each is None else self.each(table))
        return tables

    def _table(
        self,
        base: Base,
        data: NDArray[np.uint8],
        starts: NDArray[np.int64],
        lengths: NDArray[np.int64],
        numbers: NDArray[np.int64],
        known: Mapping[int, Row],
    ) -> TableBatch:
        """The rows of one base. known: by index, those that are read already."""
        if base.key in self._readings:
            every = zip(numbers.tolist(), starts.tolist(), lengths.tolist(), strict=True)
            all_rows = [
                known[k] if k in known else self._row(base, number, data[start : start + length].tobytes())
                for k, (number, start, length) in enumerate(every)
            ]
            return batch_of(base, self.columns[base.key], all_rows)
        plan = self._plans.get(base.key)
        if plan is None:
            words = self.bank._words.get(base.key, {})
            items = self.bank._options.limits.items
            plan = Plan(base, self.columns[base.key], self.file.layouts.row, words, items, partial(self._row, base))
            self._plans[base.key] = plan
        return plan.read(data, starts, lengths, numbers, known, self.engine)

    def _row(self, base: Base, number: int, data: bytes) -> Row:
        row = self.bank._assign(data, number).row
        assert row is not None and row.base is base
        return row


def _among(numbers: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of consecutive numbers, which ones are among some others."""
    result = np.zeros(len(numbers), np.bool_)
    inside = chosen[np.searchsorted(chosen, numbers[0]) : np.searchsorted(chosen, numbers[-1], side="right")]
    result[inside - numbers[0]] = True
    return result


def _heads(records: Records, chosen: NDArray[np.bool_]) -> bytes:
    """The heads of some records, one behind the other."""
    places = records.starts[chosen][:, None] + np.arange(layouts.BankRecord.SIZE)
    return bytes(records.data[places])
