"""One .dat/.tad pair: header, slots, and the bytes of the records behind them.

Everything about a layout comes from the file's own version profile; a directory may mix versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import DatHeader
from cronos_fmt._gen.versions import PROFILES, Layouts, Profile, SlotColumns
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inflate import Inflated, inflate
from cronos_fmt.kod import DEFAULT, Kod
from cronos_fmt.limits import Limits
from cronos_fmt.parsing import parse_partly
from cronos_fmt.problems import Problem, Problems
from cronos_fmt.shown import Shown, line
from cronos_fmt.source import Source
from cronos_fmt.text import printable

_SLOTS_AT_ONCE = 1 << 17
_PIECE = 1 << 20  # bytes of an inline record that are read at once
KOD_HINT = "try `cronos-fmt kod recover BANK --out kod.json`, then `--kod kod.json`"


class SlotState(StrEnum):
    """What a slot of the .tad says of its record number."""

    FREE = "free"
    DELETED = "deleted"
    EMPTY = "empty"
    INLINE = "inline"
    EXTENDED = "extended"


_STATES = tuple(SlotState)


class Slot(NamedTuple):
    """Slot of one record number: its state, and offset and length in bytes of what it points to in the .dat.

    `is_inline` tells how the bytes are stored, of a deleted record as well.
    """

    number: int
    state: SlotState
    offset: int
    length: int
    is_inline: bool

    @property
    def is_live(self) -> bool:
        return self.state not in (SlotState.FREE, SlotState.DELETED)

    def __repr__(self) -> str:
        return line(self)


class Chunk(NamedTuple):
    """One stored piece of a record: where it stands, how long its header is, and its payload."""

    offset: int
    header: int
    payload: bytes


@dataclass(frozen=True)
class Options:
    """How to read files.

    kod: "auto" for the table that the version of an encoded file asks for, a Kod for every encoded file, None for none.
    assume: version tag to read a pair by, whatever its header says, by name of the pair.
    positions: the reading of gaps in the physical positions, see cronos_fmt.readings.Reading; "auto" asks the data.
    words: show the words of the Voc bank in place of the keys of dictionary fields.
    """

    kod: Kod | str | None = "auto"
    limits: Limits = field(default_factory=Limits)
    assume: Mapping[str, str] = field(default_factory=dict)
    positions: str = "auto"
    words: bool = True


class _About:
    """Names file and record in an error that has no place yet; entered for each record, so it is no generator."""

    __slots__ = ("_name", "_slot")

    def __init__(self, name: str, slot: Slot) -> None:
        self._name, self._slot = name, slot

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, CronosError) and error.record is None and error.status is Status.NOT_A_BANK:
            error.record, error.file = self._slot.number, self._name
            error.offset = self._slot.offset if error.offset is None else error.offset


class Pair(Shown):
    """A .dat/.tad pair such as CroBank. Record numbers count from 1, offsets and lengths are bytes."""

    def __init__(self, name: str, dat: Path, tad: Path | None, options: Options, problems: Problems) -> None:
        self.name = name
        self.limits = options.limits
        self.problems = problems
        self.dat = Source(dat)
        # Without a .tad no record can be found; probing looks at such a .dat all the same.
        self.tad: Source | None = None
        self.slot_count = 0
        self._unknown_flags: set[int] = set()
        try:
            self.header = self._read_header()
            self.tag = self.header.version.decode("ascii", "backslashreplace")
            self.profile, self.layouts = self._find_profile(options.assume.get(name))
            self.kod = self._choose_kod(options.kod)
            # How good the table is, and how it was found or what was tried; whoever looks for one says so here.
            self.kod_verdict = "rejected" if self.needs_kod else "consistent"
            self.kod_note = ""
            if tad is not None:
                self._open_tad(tad)
        except CronosError:
            self.close()
            raise

    def _open_tad(self, path: Path) -> None:
        self.tad = Source(path)
        head, slot = self.layouts.tad_header.SIZE, self.layouts.tad_slot.SIZE
        if self.tad.size < head:
            raise CronosError(f"has {self.tad.size} bytes, its header alone takes {head}", file=path)
        self.tad_header = self.layouts.tad_header.one(self.tad.read(0, head))
        self.slot_count, left_over = divmod(self.tad.size - head, slot)
        if left_over:
            message = f"{left_over} bytes behind the last whole slot"
            self.problems.add(Problem("tad-leftover", message, path.name, offset=self.tad.size - left_over))

    def _read_header(self) -> DatHeader:
        size = layouts.DatHeader.SIZE
        if self.dat.size < size:
            raise CronosError(f"has {self.dat.size} bytes, the header alone takes {size}", file=self.dat.path)
        header, error = parse_partly(DatHeader, self.dat.read(0, size))
        if error is not None:
            message = f"is not a Cronos file ({error.message})"
            raise CronosError(message, file=self.dat.path, offset=0, path=error.path) from error
        if header.is_lookalike:
            message = "a Cyrillic letter in the magic"
            self.problems.add(Problem("magic-lookalike", message, self.dat.path.name, offset=0))
        return header

    def _find_profile(self, assumed: str | None) -> tuple[Profile, Layouts]:
        profile = PROFILES.get(assumed or self.tag)
        if profile is not None and profile.layouts is not None:
            return profile, profile.layouts
        if profile is not None:
            message = f"version {profile.tag} ({profile.generation}, {profile.name}) cannot be read yet: {profile.doc}"
        else:
            known = ", ".join(tag for tag, row in PROFILES.items() if row.layouts)
            message = f"unknown version {printable(assumed or self.tag)!r}; known are {known}"
        go_on = f"try `cronos-fmt probe {self.dat.path.name}`, then `--assume TAG` with the tag that fits"
        raise CronosError(message, file=self.dat.path, hint=go_on)

    def _choose_kod(self, kod: Kod | str | None) -> Kod | None:
        if not self.header.is_encoded:
            return None
        if isinstance(kod, Kod):
            return kod
        return DEFAULT if kod == "auto" and self.profile.kod == DEFAULT.source else None

    @property
    def needs_kod(self) -> bool:
        """True where records are encoded and no table is at hand."""
        return self.header.is_encoded and self.kod is None

    @property
    def block_size(self) -> int:
        """Bytes of a continuation block, its pointer included."""
        return self.layouts.block_size or self.header.block_size

    def close(self) -> None:
        self.dat.close()
        if self.tad is not None:
            self.tad.close()

    # ---- slots

    def slot(self, number: int) -> Slot:
        """Slot of one record number; CronosError outside 1 to slot_count."""
        if not 1 <= number <= self.slot_count:
            raise CronosError(f"no such record; the file has 1 to {self.slot_count}", file=self.name, record=number)
        return next(self.slots(number, number))

    def slots(self, first: int = 1, last: int | None = None) -> Iterator[Slot]:
        """Slots of the record numbers `first` to `last` in order, read in windows."""
        for start, columns, codes in self._windows(first, last):
            parts = (codes, columns.data_offset, columns.data_length, columns.is_inline)
            rows = zip(*(part.tolist() for part in parts), strict=True)
            for number, (code, offset, length, is_inline) in enumerate(rows, start):
                yield Slot(number, _STATES[code], offset, length, is_inline)

    def _windows(self, first: int, last: int | None) -> Iterator[tuple[int, SlotColumns, NDArray[Any]]]:
        """(first number, columns, place of the state in SlotState) of the slots, window by window."""
        last = self.slot_count if last is None else min(last, self.slot_count)
        for start in range(first, last + 1, _SLOTS_AT_ONCE):
            columns = self.columns(start, min(_SLOTS_AT_ONCE, last + 1 - start))
            if not columns.has_known_flags.all():
                self._report_flags(start, columns)
            tests = [columns.is_free, columns.is_deleted, columns.is_empty, columns.is_inline]
            codes = np.select(tests, list(range(len(tests))), len(tests))
            yield start, columns, codes

    def columns(self, first: int, count: int) -> SlotColumns:
        """Columns of `count` slots from a record number on; CronosError where the .tad does not hold them."""
        assert self.tad is not None
        layout = self.layouts.tad_slot
        at = self.layouts.tad_header.SIZE + (first - 1) * layout.SIZE
        return layout(self.tad.read(at, count * layout.SIZE))

    def _report_flags(self, start: int, columns: SlotColumns) -> None:
        """Name each value of the flags that was never seen in a real file, once; the slots are read by the rule."""
        assert self.tad is not None
        if self.problems.is_muted:
            return  # a later pass says it
        unknown = ~columns.has_known_flags
        values, first = np.unique(columns.flags[unknown], return_index=True)
        numbers = (start + np.flatnonzero(unknown)[first]).tolist()
        for value, number in zip(values.tolist(), numbers, strict=True):
            if value not in self._unknown_flags:
                self._unknown_flags.add(value)
                message = f"slot flags {value:#04x} were never seen; read by the rule of the known ones"
                self.problems.add(Problem("unknown-flags", message, self.tad.path.name, number))

    # ---- records

    def payload(self, slot: Slot) -> bytes:
        """Bytes of a record after assembling, decoding and inflating; CronosError where it is damaged."""
        data = self.decode(self.assembled(slot), slot.number)
        inflated = self.inflated(data, slot)
        return data if inflated is None else inflated.data

    def assembled(self, slot: Slot) -> bytes:
        """Stored bytes of a record without the headers between them; CronosError where they cannot be read."""
        return b"".join(chunk.payload for chunk in self.chunks(slot))

    def stored_size(self, slot: Slot) -> int:
        """Bytes that a record claims, headers left out; CronosError where not even that can be read."""
        with _About(self.name, slot):
            return slot.length if slot.is_inline else self._first_chunk(slot, self.dat.size)[1]

    def stream(self, slot: Slot) -> Iterator[bytes]:
        """Decoded bytes of a record piece by piece, as long as its file allows; nothing is inflated."""
        at = slot.number
        for chunk in self.chunks(slot, self.dat.size):
            yield self.decode(chunk.payload, at)
            at += len(chunk.payload)

    def chunks(self, slot: Slot, limit: int | None = None) -> Iterator[Chunk]:
        """The stored pieces of a record in order, the payload cut to the record's total; CronosError as `payload`.

        limit: bytes of the whole record, the limit record_bytes where None.
        """
        limit = self.limits.record_bytes if limit is None else limit
        if slot.state is SlotState.EMPTY or (not slot.length and self.layouts.first_chunk is not None):
            return
        with _About(self.name, slot):
            if slot.is_inline:
                self._check_range(slot, limit)
                stop = slot.offset + slot.length
                for at in range(slot.offset, stop, _PIECE):
                    yield Chunk(at, 0, self.dat.read(at, min(_PIECE, stop - at)))
            else:
                yield from self._chain(slot, limit)

    def _chain(self, slot: Slot, limit: int) -> Iterator[Chunk]:
        first, total, at = self._first_chunk(slot, limit)
        yield first
        collected, size = len(first.payload), self.layouts.continuation.SIZE
        seen = {slot.offset}
        while collected < total:
            if at in seen or not at:
                what = "ends" if not at else "runs in a circle"
                message = f"chain of blocks {what} after {collected} of {total} bytes"
                raise CronosError(message, offset=at or slot.offset)
            seen.add(at)
            # The last block of a file may be cut short; it is good where it holds enough.
            length = min(self.block_size, max(self.dat.size - at, 0))
            if length <= size:
                raise CronosError("block without payload", offset=at)
            data = self.dat.read(at, length)
            payload = data[size : size + total - collected]
            yield Chunk(at, size, payload)
            collected += len(payload)
            at = self.layouts.continuation.one(data).next

    def _first_chunk(self, slot: Slot, limit: int) -> tuple[Chunk, int, int]:
        """First chunk of an extended record, payload bytes of the whole record, and offset of the next block."""
        layout = self.layouts.first_chunk
        self._check_range(slot, limit)
        data = self.dat.read(slot.offset, slot.length)
        if layout is None:
            columns = self.columns(slot.number, 1)
            total, at, header = slot.length + int(columns.rest[0]), int(columns.next[0]), 0
        elif slot.length < layout.SIZE:
            raise CronosError(f"first chunk of {slot.length} bytes, its header takes {layout.SIZE}")
        else:
            head = layout.one(data)
            total, at, header = head.total, head.next, layout.SIZE
        if total > min(self.dat.size, limit):
            raise CronosError(f"claims {total} bytes, more than the file or the limit record_bytes allows")
        return Chunk(slot.offset, header, data[header : header + total]), total, at

    def _check_range(self, slot: Slot, limit: int) -> None:
        if slot.length > limit:
            raise CronosError(f"claims {slot.length} bytes, the limit record_bytes is {limit}")
        if slot.offset + slot.length > self.dat.size:
            raise CronosError(f"stored outside the file: {slot.length} bytes wanted, the file has {self.dat.size}")

    def check_kod(self) -> None:
        """CronosError with status KOD where records are encoded and no table is at hand."""
        if self.needs_kod:
            tried = f" (tried: {self.kod_note})" if self.kod_note else ""
            message = f"is encoded with a KOD table of its own, which is not at hand{tried}"
            raise CronosError(message, file=self.dat.path, hint=KOD_HINT, status=Status.KOD)

    def decode(self, data: bytes, shift: int) -> bytes:
        """Plain bytes of stored ones; as they are where the file is not encoded."""
        self.check_kod()
        return data if self.kod is None else self.kod.decode(data, shift)

    def inflated(self, data: bytes, slot: Slot) -> Inflated | None:
        """What a decoded record inflates to; None where it is not compressed. CronosError as `payload`."""
        with _About(self.name, slot):
            result = inflate(data, expected=self.header.may_be_compressed, limit=self.limits.inflated_bytes)
        if result is not None and result.problem is not None:
            message = "a compressed record is damaged; what came out of it is kept"
            self.problems.add(Problem(result.problem, message, self.name, slot.number, offset=slot.offset))
        return result
