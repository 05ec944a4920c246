"""Records that nothing leads to any more: in deleted slots, free blocks, slack and what no record explains.

They are shown, never counted or exported as rows: what stands there is old, partly overwritten, or something else that
looks like it. Each tells why it is taken for what it says. The work is bounded by bytes looked at and records found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import log2
from typing import Any, NamedTuple

import numpy as np

from cronos_fmt import kod, text
from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import BaseDefinition, CompressedRecord, Dictionary
from cronos_fmt.alignment import is_misfit, kind_of, shape_of
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.inflate import inflate
from cronos_fmt.inspect.claims import COMPRESSED, ByteClass
from cronos_fmt.inspect.coverage import GAPS, FileCoverage, Gap
from cronos_fmt.inspect.pieces import Bytes
from cronos_fmt.parsing import parse_partly
from cronos_fmt.records import CroFile
from cronos_fmt.rows import split_values
from cronos_fmt.schema import Base, known_key

# Bytes of gaps looked at in one file, the longest piece of one gap, records found in one file, and deleted slots read.
_MOST_BYTES = 64 * 2**20
_MOST_AT_ONCE = 1 << 20
_MOST_FOUND = 1_000
_MOST_DELETED = 10_000
# Places tried in one piece, those of them that are parsed as a structure, and bytes of it that are.
_MOST_TRIES = 20_000
_MOST_PARSED = 100
_LONGEST = 1 << 18
_SLOTS_AT_ONCE = 1 << 16
# Bytes that a row whose record number is not known must have, all of them text.
_SHORTEST_ENCODED = 24
_LONGEST_CARD = 64
# How unlikely a row by chance is: bits for a digit, and for a separator at some place; and what is asked for on top of
# the number of places that were tried.
_BITS_A_DIGIT, _BITS_A_SEPARATOR, _MARGIN = 4.7, 5, 10
_USUAL = "".join(map(chr, range(ord("А"), ord("я") + 1))) + "Ёё№«»–—\r\n\t"
_TYPED = ("date", "time", "number")


class Leftover(NamedTuple):
    """One record found: where it stands, what it is, and why it is taken for that.

    cls: the class of its bytes in the coverage. record: its number where it is known. base: key of the base of a row.
    """

    file: str
    offset: int
    length: int
    cls: ByteClass
    structure: str
    base: str | None
    record: int | None
    why: str

    def as_dict(self) -> dict[str, Any]:
        """The record as data for JSON."""
        return {"class" if key == "cls" else key: value for key, value in self._asdict().items()}


@dataclass
class Leftovers:
    """What was found, and how much of the bytes to look at was looked at."""

    found: list[Leftover] = field(default_factory=list)
    bytes: int = 0
    looked_at: int = 0


def find_leftovers(bank: Bank, files: Iterable[FileCoverage]) -> Leftovers:
    """Records in the gaps and the deleted slots of the .dat files of a bank, by its coverage.

    Files whose table is not at hand are passed over, and so is everything else where CroStru cannot be read.
    """
    result = Leftovers()
    by_path = {each.path: each for each in files}
    try:
        _ = bank.schema
    except CronosError as error:
        bank.problems.add_error("no-definitions", error)
        return result
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError:
            continue  # said by the coverage
        coverage = by_path.get(file.dat.path)
        if coverage is None or file.needs_kod:
            continue
        search = _Search(bank, file)
        found = list(search.deleted())
        result.bytes += sum(coverage.classes.get(cls, 0) for cls in GAPS if cls is not ByteClass.DELETED)
        for gap in coverage.gaps:
            # Deleted records were read by their slots.
            if gap.cls is not ByteClass.DELETED and len(found) < _MOST_FOUND and search.looked_at < _MOST_BYTES:
                found += search.gap(gap)
        result.looked_at += search.looked_at
        result.found += found[:_MOST_FOUND]
    return result


class _View(NamedTuple):
    """Bytes of a gap. In an encoded file `plain` is right but for one number, which depends on the record.

    In others that number is 0. at: offset of the first byte in the file.
    """

    stored: bytes
    plain: Bytes
    at: int
    is_encoded: bool

    def decoded(self, start: int, stop: int, off: int) -> bytes:
        """Bytes [start, stop) less the number."""
        return (self.plain[start:stop] - np.uint8(off)).tobytes() if off else self.plain[start:stop].tobytes()

    def find(self, beginning: bytes) -> Iterator[tuple[int, int]]:
        """Where some bytes stand, and the number that makes them so."""
        wanted = np.frombuffer(beginning, np.uint8)
        last = len(self.plain) - len(wanted) + 1
        if last <= 0:
            return
        if self.is_encoded:
            off = self.plain - wanted[0]
            fits = np.ones(last, np.bool_)
            for i in range(1, len(wanted)):
                fits &= (self.plain[i : i + last] - wanted[i]) == off[:last]
        else:
            off = np.zeros(last, np.uint8)
            fits = np.ones(last, np.bool_)
            for i, byte in enumerate(wanted):
                fits &= self.plain[i : i + last] == byte
        for start in np.flatnonzero(fits)[:_MOST_TRIES].tolist():
            yield start, int(off[start])


class _Found(NamedTuple):
    """A record in a view, by its bytes there and the number that they are off by."""

    start: int
    stop: int
    off: int
    structure: str
    base: str | None
    why: str
    record: int | None = None


class _Search:
    """Looks for records in the gaps of one file."""

    def __init__(self, bank: Bank, file: CroFile) -> None:
        self.bank = bank
        self.file = file
        self.looked_at = 0
        self.is_stru = file.name == PAIRS["stru"]

    # ---- deleted slots

    def deleted(self) -> Iterator[Leftover]:
        """Deleted records that can still be read as what they were."""
        tried = 0
        for first in range(1, self.file.slot_count + 1, _SLOTS_AT_ONCE):
            columns = self.file.columns(first, min(_SLOTS_AT_ONCE, self.file.slot_count + 1 - first))
            for i in np.flatnonzero(columns.is_deleted).tolist():
                tried += 1
                if tried > _MOST_DELETED:
                    return
                yield from self._deleted(first + i)

    def _deleted(self, number: int) -> Iterator[Leftover]:
        slot = self.file.slot(number)
        try:
            data = self.file.payload(slot)
        except CronosError as error:
            if error.status is not Status.NOT_A_BANK:
                raise
            return  # said by the coverage
        whole = self._whole(data)
        if whole is not None:
            structure, base, why = whole
            why = f"deleted, its slot still leads to it; {why}"
            yield Leftover(
                self.file.dat.path.name, slot.offset, slot.length, ByteClass.DELETED, structure, base, number, why
            )

    def _whole(self, data: bytes) -> tuple[str, str | None, str] | None:
        """What a record with these bytes is: its structure, its base and why; None where it is nothing known."""
        if not data:
            return None
        if self.is_stru:
            view = _View(data, np.frombuffer(data, np.uint8), 0, False)
            found = next(self._definitions(view), None)
            return (found.structure, found.base, found.why) if found is not None and found.start == 0 else None
        if self.file.name != PAIRS["bank"]:
            return None
        base = self._bases.get(layouts.BankRecord.one(data).base_id)
        if data.startswith(layouts.FILE_RECORD__BASE_ID) and (base is None or base.is_files_base):
            return "file_record", None, "begins like a stored file"
        if base is None:
            return None
        why = self._row(data, base, 0)
        return (self.file.layouts.row.record, base.key, why) if why else None

    # ---- gaps

    def gap(self, gap: Gap) -> list[Leftover]:
        """Records in one gap, in order, none of which share bytes."""
        found: list[Leftover] = []
        for at in range(gap.start, gap.stop, _MOST_AT_ONCE):
            if self.looked_at >= _MOST_BYTES or len(found) >= _MOST_FOUND:
                break
            stored = self.file.dat.read(at, min(_MOST_AT_ONCE, gap.stop - at))
            self.looked_at += len(stored)
            if any(stored):
                found += self._view(self._open(stored, at), gap.cls)
        return found

    def _open(self, stored: bytes, at: int) -> _View:
        plain = np.frombuffer(stored, np.uint8)
        if self.file.kod is None:
            return _View(stored, plain, at, False)
        table = np.frombuffer(self.file.kod.table, np.uint8)
        return _View(stored, table[plain] - np.arange(len(plain)).astype(np.uint8), at, True)

    def _view(self, view: _View, cls: ByteClass) -> Iterator[Leftover]:
        searches = [self._definitions(view)] if self.is_stru else []
        searches += [self._compressed(view), self._ns1(view)]
        searches += [self._cards(view)] if self.is_stru else []
        searches += [self._rows(view)] if self.file.name == PAIRS["bank"] else []
        taken: list[_Found] = []
        for each in searches:
            for found in each:
                if all(found.stop <= other.start or other.stop <= found.start for other in taken):
                    taken.append(found)
                if len(taken) >= _MOST_FOUND:
                    break
        for found in sorted(taken):
            number = f"; its record number leaves {(found.off + found.start) % 256} when divided by 256"
            record = found.record
            why = found.why + (number if view.is_encoded and record is None and found.structure != "ns1" else "")
            yield Leftover(
                self.file.dat.path.name, view.at + found.start, found.stop - found.start, cls,
                found.structure, found.base, record, why,
            )  # fmt: skip

    # ---- what can be found

    @cached_property
    def _bases(self) -> dict[int, Base]:
        """Bases by id; of two with one id the first has the rows."""
        return {base.id: base for base in reversed(self.bank.schema.bases)}

    def _definitions(self, view: _View) -> Iterator[_Found]:
        """Dictionaries and definitions of bases, by the bytes that those of this bank begin with."""
        for beginning, structure in self._beginnings.items():
            end = 0
            for start, off in islice(view.find(beginning), _MOST_PARSED):
                if start < end:
                    continue
                data = view.decoded(start, start + _LONGEST, off)
                read = _read_dictionary(data) if structure == "dictionary" else _read_definition(data)
                if read is not None:
                    length, base, why = read
                    end = start + length
                    yield _Found(start, end, off, structure, base, why)

    @cached_property
    def _beginnings(self) -> dict[bytes, str]:
        """The bytes with which the dictionary and the definitions of this bank begin, up to where they may differ."""
        schema, found = self.bank.schema, {}
        data = self.file.record(schema.record).data
        tree, _ = parse_partly(Dictionary, data)
        found[data[: tree.entries[0]._debug["value_word"]["start"]]] = "dictionary"
        for base in schema.bases:
            spans = base.tree._debug["reference"]["start"] + base.tree.reference._debug["version"]["end"]
            value = schema.entries[base.key].value
            found[layouts.REFERENCED_VALUE__KIND + value[:spans]] = "referenced_value"
        return found

    def _compressed(self, view: _View) -> Iterator[_Found]:
        """Whole compressed records, by their checksums."""
        mark = layouts.COMPRESSED_RECORD__CHUNK__MARK
        # The size in front of a mark has as many bytes.
        starts = ((place - len(mark), off) for place, off in view.find(mark) if place >= len(mark))
        end = 0
        for start, off in islice((each for each in starts if _goes_on(view, *each)), _MOST_PARSED):
            if start < end:
                continue
            data = view.decoded(start, start + _LONGEST, off)
            tree, error = parse_partly(CompressedRecord, data)
            if error is not None:
                continue
            stop = tree._debug["tail"]["end"]
            try:
                inflated = inflate(data[:stop], expected=True, limit=self.file.limits.inflated_bytes)
            except CronosError:
                continue
            if inflated is not None and inflated.problem is None:
                whole = self._whole(inflated.data)
                inside = f", and holds {len(inflated.data)} bytes" + (f": {whole[2]}" if whole else "")
                end = start + stop
                why = f"has the right checksums{inside}"
                yield _Found(start, end, off, COMPRESSED, whole[1] if whole else None, why)

    def _ns1(self, view: _View) -> Iterator[_Found]:
        """Copies of NS1, which are encoded with the default table; not looked for under another code."""
        own = self.bank.schema.ns1
        if view.is_encoded or own is None:
            return
        length = len(own)
        table = np.frombuffer(kod.DEFAULT.table, np.uint8)
        plain = table[view.plain] - np.arange(len(view.plain)).astype(np.uint8)
        # Without a password two words are zero, so eight bytes differ by nothing but the running shift.
        fields: Any = layouts.Ns1Body.DTYPE.fields
        zeros, span = fields["custom_protection"][1] + layouts.Ns1.SIZE, 8
        same = np.ones(max(len(plain) - length + 1, 0), np.bool_)
        for i in range(1, span):
            same &= plain[zeros + i : zeros + i + len(same)] == plain[zeros : zeros + len(same)]
        for start in np.flatnonzero(same)[:_MOST_TRIES].tolist():
            data = view.stored[start : start + length]
            body = ns1_body(data)
            if body is not None and body.password_length == 0:
                what = "the NS1 of this bank" if data == own else f"a NS1 with the serial {body.serial}"
                yield _Found(start, start + length, 0, "ns1", None, f"decodes with the default table to {what}")

    def _cards(self, view: _View) -> Iterator[_Found]:
        """Bit cards in an encoded CroStru: the number of the record tells where one begins."""
        if not view.is_encoded:
            return
        mark = layouts.BIT_CARD_STRU__END_MARK
        cards = {base.bit_card: base for base in self.bank.schema.bases if not base.card_is_bank_record}
        for place, off in view.find(mark):
            for number, base in cards.items():
                length = (place - number + off) % 256
                if 0 < length <= min(_LONGEST_CARD, place):
                    why = f"has the end mark of a bit card when decoded as record {number}, that of {_shown(base)}"
                    yield _Found(place - length, place + len(mark), off, "bit_card_stru", base.key, why, number)

    # ---- rows

    def _rows(self, view: _View) -> Iterator[_Found]:
        """Rows of a base: its id, then text that its fields can hold."""
        bases = [base for base in self._bases.values() if base.fields and not base.is_files_base]
        row, end = self.file.layouts.row, 0
        tries = len(view.plain) * max(len(bases), 1) / (1 if view.is_encoded else 256)
        for start, base, off in sorted(self._row_starts(view, bases), key=lambda each: each[0])[:_MOST_TRIES]:
            if start < end:
                continue
            text_length = _text_length(view, start + 1, off, self._text)
            data = view.decoded(start, start + 1 + text_length, off)
            why = self._row(data, base, log2(max(tries, 1)) + _MARGIN)
            if why:
                end = start + len(data)
                yield _Found(start, end, off, row.record, base.key, why)

    def _row_starts(self, view: _View, bases: list[Base]) -> Iterator[tuple[int, Base, int]]:
        """Where a row may begin: an id of a base with text behind it."""
        for base in bases:
            id_ = base.id & 255
            if not view.is_encoded:
                starts = np.flatnonzero((view.plain[:-1] == id_) & self._text[view.plain[1:]])
                yield from ((start, base, 0) for start in starts[:_MOST_TRIES].tolist())
                continue
            starts = np.arange(max(len(view.plain) - _SHORTEST_ENCODED, 0))
            for i in range(1, _SHORTEST_ENCODED):
                off = view.plain[starts] - np.uint8(id_)
                starts = starts[self._text[view.plain[starts + i] - off]]
            off = view.plain[starts] - np.uint8(id_)
            yield from zip(starts[:_MOST_TRIES].tolist(), [base] * len(starts), off.tolist(), strict=False)

    @cached_property
    def _text(self) -> Any:
        """By byte, whether it is usual in a row: letters of ASCII and Russian, signs, breaks of lines, separators."""
        row = self.file.layouts.row
        shown = text.decode(bytes(range(256)))
        usual = np.array([(c.isascii() and c.isprintable()) or c in _USUAL for c in shown])
        for separator in (row.separator, row.sub_separator):
            usual[separator[0]] = True
        return usual

    def _row(self, data: bytes, base: Base, bits: float) -> str | None:
        """Why some bytes are a row of a base; None where they are not.

        bits: how unlikely the values must be to be so by chance, as a power of two.
        """
        row_format = self.file.layouts.row
        raw = split_values(data, row_format, self.file.limits.items)
        last = max((f.position for f in base.fields), default=0)
        if raw.error is not None or not raw.values or len(raw.values) > last:
            return None
        typed = filled = 0
        found: float = _BITS_A_SEPARATOR * (len(raw.values) - 1)
        for f in base.fields:
            value = raw.values[f.position - 1] if 0 < f.position <= len(raw.values) else b""
            if not value:
                continue
            kind, counted = kind_of(f), f.position - 1 in raw.counted
            too_long = f.max_length is not None and len(value) > f.max_length and not counted
            if too_long or is_misfit(kind, shape_of(value, counted, row_format)):
                return None
            filled += 1
            typed += kind in _TYPED
            found += len(value) * (_BITS_A_DIGIT if kind in _TYPED else -log2(self._text.mean()))
        if found < bits:
            return None
        told = f"{filled} value(s) fit their fields, {typed} of them dates, times or numbers"
        return f"begins with the id of {_shown(base)}; {told}"


def _text_length(view: _View, start: int, off: int, fits: Any) -> int:
    """Bytes of text from a place on."""
    at = start
    while at < len(view.plain):
        piece = view.plain[at : at + 4096] - np.uint8(off)
        bad = np.flatnonzero(~fits[piece])
        if len(bad):
            return at + int(bad[0]) - start
        at += len(piece)
    return at - start


def _goes_on(view: _View, start: int, off: int) -> bool:
    """Whether behind a chunk of a compressed record stands another one, or the end: a cheap look before a dear one."""
    mark = layouts.COMPRESSED_RECORD__CHUNK__MARK
    tree, _ = parse_partly(CompressedRecord, view.decoded(start, start + 4 * len(mark), off))
    size = tree.chunks[0].size if tree.chunks else None
    stop = start + len(mark) + (size or 0)
    following = view.decoded(stop, stop + 2 * len(mark), off)
    return bool(size) and (following.endswith(mark) or following.startswith(bytes(len(mark))))


def _read_dictionary(data: bytes) -> tuple[int, None, str] | None:
    """Length of a dictionary at the start of some bytes, as far as its keys are known."""
    tree, _ = parse_partly(Dictionary, data)
    length = keys = 0
    for entry, span in zip(tree.entries or (), tree._debug["entries"]["arr"], strict=False):
        if "end" not in span or known_key(text.plain(entry.key.raw)) is None:
            break
        keys, length = keys + 1, span["end"]
    return (length, None, f"is a dictionary with {keys} keys that are known") if keys > 1 else None


def _read_definition(data: bytes) -> tuple[int, str | None, str] | None:
    """Length of the definition of a base at the start of some bytes, as far as it can be read."""
    tree, error = parse_partly(BaseDefinition, data[len(layouts.REFERENCED_VALUE__KIND) :])
    fields = [f for f in tree.fields or () if f.body is not None and f.body.name is not None and f.body.name.raw]
    if tree.name is None or tree.name.raw is None or len(fields) < 2:
        return None
    spans = [span["end"] for span in tree._debug["fields"]["arr"] if "end" in span]
    length = spans[-1] if error is not None else _tail_end(tree)
    of = f"{len(fields)} of {tree.field_count} fields"
    name = text.printable(text.plain(tree.name.raw))
    return length + len(layouts.REFERENCED_VALUE__KIND), None, f"defines a base {name!r}, {of}"


def _tail_end(tree: BaseDefinition) -> int:
    """Where a definition ends; the last part of every tail takes whatever follows, and is not counted."""
    spans = [tree.tail._debug[name] for name in tree.tail.SEQ_FIELDS[:-1]]
    return int(tree._debug["tail"]["start"] + max((span["end"] for span in spans if "end" in span), default=0))


def _shown(base: Base) -> str:
    return f"base {base.id} {text.printable(base.name)!r}"
