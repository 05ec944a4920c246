"""What claims which bytes of a .dat: its header, and the records that its slots lead to, by structure and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt._gen.fields import FIELDS
from cronos_fmt.bank import PAIRS, SAMPLE, Bank
from cronos_fmt.container import Slot, SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.extents import ExtentStore
from cronos_fmt.inspect.pieces import Bytes, Numbers, Pieces
from cronos_fmt.inspect.structure import OPAQUE, structure_of
from cronos_fmt.inspect.tree import tree_of
from cronos_fmt.records import CroFile, Record
from cronos_fmt.spans import Node

# Files with more live records or bytes are taken apart in a sample, unless all is asked for.
_ALL_RECORDS, _ALL_BYTES = 10_000, 64 * 2**20
_SLOTS_AT_ONCE = 1 << 16
# A sound file claims each byte once. What a broken one claims beyond so many times its size is left out.
MOST_CLAIMED = 8
COMPRESSED = "compressed_record"
_FILE = "file_record"
_HEAD = 4  # first bytes of a record that tell what it is


class ByteClass(StrEnum):
    """What a byte of a file is; each byte is in one class."""

    HEADER = "header"
    SLOTS = "slots"
    RECORDS = "records"
    CHUNK_HEADERS = "chunk_headers"
    SLACK = "slack"
    DAMAGED = "damaged"
    DELETED = "deleted"
    FREE = "free"
    UNEXPLAINED = "unexplained"


class Kind(NamedTuple):
    """What a range of bytes is: its class, the structure it belongs to, the base of a row, the status of its field.

    structure: None where nobody looked, or no table decodes it. status: None where no field was looked at.
    """

    cls: ByteClass
    structure: str | None = None
    base: str | None = None
    status: str | None = None


@dataclass
class Share:
    """The records of one structure, and of one base: how many, their bytes, and the bytes by status of their field.

    looked_at: records taken apart field by field. content: of compressed ones looked at, their inflated bytes by
    structure, which are no bytes of the file.
    """

    structure: str | None
    base: str | None
    records: int = 0
    looked_at: int = 0
    bytes: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    content: Counter[str] = field(default_factory=Counter)


class Claims:
    """Collects who claims which bytes of one .dat: ranges in `store`, by the code of their kind in `kinds`."""

    def __init__(self, file: CroFile) -> None:
        self.file = file
        self.store = ExtentStore()
        self.kinds = [Kind(ByteClass.UNEXPLAINED)]  # code 0: nothing claims it
        self.is_over = False
        self._codes = {self.kinds[0]: 0}
        self._rows: list[tuple[int, int, int, int]] = []

    def code(self, kind: Kind) -> int:
        """The code of a kind of ranges."""
        if kind not in self._codes:
            self._codes[kind] = len(self.kinds)
            self.kinds.append(kind)
        return self._codes[kind]

    def column(self, value: Any) -> NDArray[np.int32]:
        """A figure of each kind, by its code."""
        return np.array([value(kind) for kind in self.kinds], np.int32)

    def add(self, starts: Numbers, stops: Numbers, codes: Any, numbers: Any) -> None:
        """Ranges as columns, codes and record numbers as columns or single values."""
        self.is_over = self.is_over or self.store.claimed > MOST_CLAIMED * self.file.dat.size
        if not self.is_over:
            self.store.add(starts, stops, codes, numbers)

    def one(self, start: int, stop: int, kind: Kind, number: int) -> None:
        """One range; it is passed on by `flush`."""
        self._rows.append((start, stop, self.code(kind), number))
        if len(self._rows) >= _SLOTS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Pass on the ranges that came one by one."""
        if self._rows:
            self.add(*(np.array(column, np.int64) for column in zip(*self._rows, strict=True)))
            self._rows = []


def statuses(layout: type[layouts.Layout]) -> list[tuple[int, int, str]]:
    """Ranges of bytes of a structure of fixed size by the status of their fields."""
    runs: list[tuple[int, int, str]] = []
    fields: Any = layout.DTYPE.fields
    for name in layout.DTYPE.names or ():
        kind, start, *_ = fields[name]
        status, stop = FIELDS[f"{layout.NAME}.{name}"].status, start + kind.itemsize
        if runs and runs[-1][2] == status:
            start = runs.pop()[0]
        runs.append((start, stop, status))
    return runs


def claim_header(claims: Claims) -> None:
    """The header and the area behind it, as far as the file goes."""
    at, size = 0, claims.file.dat.size
    for layout in (layouts.DatHeader, claims.file.layouts.dat_area):
        if layout is None:
            continue
        for start, stop, status in statuses(layout):
            kind = Kind(ByteClass.HEADER, layout.NAME, None, status)
            claims.one(min(at + start, size), min(at + stop, size), kind, 0)
        at += layout.SIZE


class _Piece(NamedTuple):
    """One stored piece of a record by offsets: of its header, its payload, behind its payload, the end of its room."""

    header: int
    start: int
    stop: int
    end: int


class _Waiting(NamedTuple):
    """A record in several pieces that is not taken apart: its first and last stored byte, length and ranges."""

    number: int
    head: bytes
    last: int
    length: int
    ranges: list[tuple[int, int]]


class RecordClaims:
    """Claims the bytes of all records of one .dat, and counts the records by structure in `shares`.

    is_full: each record is taken apart field by field; else those of a sample are, if any can be.
    """

    def __init__(self, bank: Bank, claims: Claims, full: bool) -> None:
        self.bank = bank
        self.file = claims.file
        self.claims = claims
        self.shares: dict[tuple[str | None, str | None], Share] = {}
        self._waiting: list[_Waiting] = []
        self._headers = [_header_kinds(self.file.layouts.first_chunk), _header_kinds(self.file.layouts.continuation)]
        states = self.file.count_states()
        live = states[SlotState.INLINE] + states[SlotState.EXTENDED]
        self._can_look = not self.file.needs_kod and self._has_schema()
        is_small = live <= _ALL_RECORDS and self.file.dat.size <= _ALL_BYTES
        self.is_full = self._can_look and (full or is_small)
        self._sampled = self._sample() if self._can_look and not self.is_full else frozenset()

    def _has_schema(self) -> bool:
        if self.file.name not in (PAIRS["stru"], PAIRS["bank"]):
            return True
        try:
            _ = self.bank.schema
        except CronosError as error:
            self.bank.problems.add_error("no-definitions", error)
            return False
        return True

    def _sample(self) -> frozenset[int]:
        if self.file.name == PAIRS["bank"]:
            return frozenset(item.number for item in self.bank.sample())
        return frozenset(range(1, min(self.file.slot_count, SAMPLE) + 1))

    def claim(self) -> None:
        """Claim the bytes of all records, live and deleted."""
        for first in range(1, self.file.slot_count + 1, _SLOTS_AT_ONCE):
            last = min(first + _SLOTS_AT_ONCE - 1, self.file.slot_count)
            if self.is_full:
                for slot in self.file.slots(first, last):
                    self._one(slot)
            else:
                self._many(Pieces(self.file, first, last))
        self.claims.flush()

    def _many(self, pieces: Pieces) -> None:
        looked = np.isin(pieces.numbers, np.fromiter(self._sampled, np.int64, len(self._sampled)))
        for number in [*pieces.numbers[looked].tolist(), *pieces.others.tolist()]:
            self._one(self.file.slot(number))
        self._claim_pieces(pieces.only(~looked))
        self._claim_waiting()

    # ---- records that are not taken apart

    def _claim_pieces(self, pieces: Pieces) -> None:
        """Records in one piece."""
        add, code, gone = self.claims.add, self.claims.code, pieces.is_deleted
        deleted = code(Kind(ByteClass.DELETED))
        live = pieces.only(~gone)
        codes = np.full(len(gone), deleted, np.int64)
        codes[~gone] = self._codes(live.numbers, *live.edges(_HEAD), live.stop - live.start)
        add(pieces.start, pieces.stop, codes, pieces.numbers)
        add(pieces.stop, pieces.end, np.where(gone, deleted, code(Kind(ByteClass.SLACK))), pieces.numbers)
        chunked = pieces.only(pieces.header < pieces.start)
        for start, stop, kind in self._headers[0]:
            codes = np.where(chunked.is_deleted, deleted, code(kind))
            add(chunked.header + start, chunked.header + stop, codes, chunked.numbers)

    def _claim_waiting(self) -> None:
        """Records in several pieces, which were followed one by one."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        heads = np.array([list(each.head) for each in waiting], np.uint8)
        last = np.array([each.last for each in waiting], np.uint8)
        numbers, lengths = (np.array([each[i] for each in waiting], np.int64) for i in (0, 3))
        for each, code in zip(waiting, self._codes(numbers, heads, last, lengths).tolist(), strict=True):
            for start, stop in each.ranges:
                self.claims.one(start, stop, self.claims.kinds[code], each.number)

    def _codes(self, numbers: Numbers, heads: Bytes, last: Bytes, lengths: Numbers) -> Numbers:
        """Code of the kind of each live record, told by its first and last stored bytes; counts them, too."""
        code, file = self.claims.code, self.file
        codes = np.full(len(numbers), code(Kind(ByteClass.RECORDS)), np.int64)
        if not file.needs_kod:
            if file.kod is not None:
                table = np.frombuffer(file.kod.table, np.uint8)
                heads = table[heads] - (numbers[:, None] + np.arange(_HEAD)).astype(np.uint8)
                last = table[last] - (numbers + lengths - 1).astype(np.uint8)
            if file.name == PAIRS["index"]:
                codes[:] = code(Kind(ByteClass.RECORDS, OPAQUE))
            elif file.name == PAIRS["bank"] and self._can_look:
                codes = self._by_first_byte[heads[:, 0]]
            codes[_look_compressed(heads, last)] = code(Kind(ByteClass.RECORDS, COMPRESSED))
            for i in np.flatnonzero(np.isin(numbers, self._ghosts)).tolist():
                record = self.file.record(int(numbers[i]))
                codes[i] = code(Kind(ByteClass.RECORDS, *_place(self.bank, record)))
        for each, count in zip(*np.unique(codes[lengths > 0], return_counts=True), strict=True):
            self._share(self.claims.kinds[each]).records += int(count)
        return codes

    @cached_property
    def _by_first_byte(self) -> Numbers:
        """Code of the kind of a record of CroBank by the id that it begins with."""
        return np.array([self.claims.code(self._row_kind(id_)) for id_ in range(256)], np.int64)

    def _row_kind(self, id_: int) -> Kind:
        base = next((base for base in self.bank.schema.bases if base.id == id_), None)
        if id_ == layouts.FILE_RECORD__BASE_ID[0] and (base is None or base.is_files_base):
            return Kind(ByteClass.RECORDS, _FILE)
        return Kind(ByteClass.RECORDS, self.file.layouts.row.record, base.key if base else None)

    @cached_property
    def _ghosts(self) -> Numbers:
        """Records of CroBank that are no rows though nothing in them says so."""
        if self.file.name != PAIRS["bank"] or not self._can_look:
            return np.zeros(0, np.int64)
        schema = self.bank.schema
        return np.array([schema.ns1_copy or 0, *schema.bank_bit_cards], np.int64)

    # ---- one record

    def _one(self, slot: Slot) -> None:
        """A record that goes on in blocks, is damaged, or is taken apart."""
        if slot.state in (SlotState.FREE, SlotState.EMPTY) or self.claims.is_over:
            return
        pieces: list[_Piece] = []
        head, last, length = b"", 0, 0
        record, tree, error = Record(self.file, slot), None, None
        try:
            for chunk in self.file.chunks(slot):
                size, start = len(chunk.payload), chunk.offset + chunk.header
                room = min(self.file.block_size, self.file.dat.size - chunk.offset) if pieces else slot.length
                pieces.append(_Piece(chunk.offset, start, start + size, max(chunk.offset + room, start + size)))
                head = (head + chunk.payload[:_HEAD])[:_HEAD]
                last, length = chunk.payload[-1] if size else last, length + size
            if slot.is_live and self._can_look and (self.is_full or slot.number in self._sampled):
                _ = record.layers
                tree = tree_of(self.bank, record)
        except CronosError as damage:
            if damage.status is not Status.NOT_A_BANK:
                raise
            self.bank.problems.add_error("record-damaged" if slot.is_live else "deleted-damaged", damage)
            error = damage
        if error is not None or not slot.is_live:
            kind = Kind(ByteClass.DAMAGED if slot.is_live else ByteClass.DELETED)
            for piece in pieces:
                self.claims.one(piece.header, piece.end, kind, slot.number)
            return
        self._claim_around(pieces, slot.number)
        if tree is not None:
            self._claim_fields(record, tree)
        elif length:
            ranges = [(piece.start, piece.stop) for piece in pieces]
            self._waiting.append(_Waiting(slot.number, head.ljust(_HEAD, b"\0"), last, length, ranges))

    def _claim_around(self, pieces: list[_Piece], number: int) -> None:
        """The headers of the pieces of a record, and the rest of their blocks."""
        for i, piece in enumerate(pieces):
            for start, stop, kind in self._headers[min(i, 1)] if piece.header < piece.start else ():
                self.claims.one(piece.header + start, piece.header + stop, kind, number)
            self.claims.one(piece.stop, piece.end, Kind(ByteClass.SLACK), number)

    def _claim_fields(self, record: Record, tree: Node) -> None:
        """The fields of a record, neighbours of one status as one range, and what no field covers."""
        if not tree.layer.data:
            return
        place = _place(self.bank, record)
        share = self._share(Kind(ByteClass.RECORDS, *place))
        share.records += 1
        share.looked_at += 1
        if not tree.layer.is_exact:
            # Inflated bytes are no bytes of the file; those around them are.
            share.content[tree.structure] += len(tree.layer.data)
            tree = tree_of(self.bank, record, record.layers[-2].name)
        for start, stop, status in _joined(tree):
            cls = ByteClass.UNEXPLAINED if status is None else ByteClass.RECORDS
            for at, length in tree.layer.locate(start, stop):
                self.claims.one(at, at + length, Kind(cls, *place, status), record.number)

    def _share(self, kind: Kind) -> Share:
        key = kind.structure, kind.base
        return self.shares.setdefault(key, Share(*key))


def _header_kinds(layout: type[layouts.Layout] | None) -> list[tuple[int, int, Kind]]:
    """The header of a stored piece by ranges of one status."""
    if layout is None:
        return []
    return [(a, b, Kind(ByteClass.CHUNK_HEADERS, layout.NAME, None, status)) for a, b, status in statuses(layout)]


def _look_compressed(heads: Bytes, last: Bytes) -> NDArray[np.bool_]:
    """Records with the mark of a chunk in their first bytes and the tail of a compressed record at their end."""
    mark = np.frombuffer(layouts.COMPRESSED_RECORD__CHUNK__MARK, np.uint8)
    found = [(heads[:, i : i + len(mark)] == mark).all(axis=1) for i in range(_HEAD - len(mark) + 1)]
    return np.asarray(np.any(found, axis=0) & (last == layouts.COMPRESSED_RECORD__TAIL[-1]))


def _place(bank: Bank, record: Record) -> tuple[str, str | None]:
    """The structure that the stored bytes of a record are, and the key of the base of a row."""
    if not record.layers[-1].is_exact:
        return COMPRESSED, None
    found = structure_of(bank, record)
    return found.name, found.base.key if found.base else None


def _joined(tree: Node) -> Iterator[tuple[int, int, str | None]]:
    """All bytes of a record as ranges whose fields have one status; None for bytes in no field."""
    begin = end = tree.start
    last: str | None = ""
    for leaf in tree.leaves():
        status = leaf.status if leaf.role == "field" else None
        if status != last and begin < end:
            yield begin, end, last
            begin = end
        if leaf.stop > leaf.start:
            last = status
        end = leaf.stop
    if begin < end:
        yield begin, end, last
