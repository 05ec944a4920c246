"""What the files of a bank hold that tells about their KOD table, all of it without a table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.bulk.engine import find_engine
from cronos_fmt.bulk.reader import slots_of, stored_records
from cronos_fmt.container import Slot, SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.ghosts import ns1_copy
from cronos_fmt.kod import DEFAULT, Kod
from cronos_fmt.records import CroFile
from cronos_fmt.recovery.header_runs import header_entries
from cronos_fmt.recovery.table_block import BlockResult, area_size, check_bytes, find_table

Records = list[tuple[int, bytes]]
# Live records that are looked at in each file but CroStru, among so many slots, and bytes of each kind of file.
_MOST_RECORDS = 10_000
_MOST_DAMAGED = 10_000
_MOST_SLOTS = 1 << 24
_MOST_BYTES = 32 * 2**20
_SLOTS_AT_ONCE = 1 << 12
_COUNTED_BYTES, _COUNTED_AT_ONCE = 1 << 22, 1 << 18


class Fingerprint(NamedTuple):
    """Tells a file from others: its name, size, and SHA-256 of everything in front of its first record."""

    name: str
    size: int
    header: str


@dataclass
class FileEvidence:
    """One .dat/.tad pair: its live records as they are stored, assembled but not decoded.

    is_usual: the version of the file uses the default table. check: header bytes that decode to zeros with the right
    table, None where the version has none. entries: stored byte -> value, as the header tells them. area: bytes behind
    the header, as `layout` describes them.
    """

    name: str
    records: Records
    is_encoded: bool = True
    is_usual: bool = False
    may_be_compressed: bool = False
    check: bytes | None = None
    entries: dict[int, int] = field(default_factory=dict)
    slot_count: int = 0
    fingerprint: Fingerprint | None = None
    area: bytes = b""
    layout: type[layouts.Layout] | None = None

    def find_table(self, serials: tuple[int, ...] = ()) -> BlockResult:
        """What the table block of the file gives."""
        return find_table(self.area, self.layout, serials)


@dataclass
class Evidence:
    """All files of a bank that can be read, by name of the pair.

    ns1_copy: number and bytes of the copy of NS1 in a plain CroBank, known plaintext of an encoded CroStru.
    """

    files: dict[str, FileEvidence]
    ns1_copy: tuple[int, bytes] | None = None

    @classmethod
    def of_records(cls, records: Records) -> Evidence:
        """Evidence of structure records alone: (record number, stored bytes)."""
        slots = max((number for number, _ in records), default=0)
        return cls(
            {PAIRS["stru"]: FileEvidence(PAIRS["stru"], [r for r in dict(records).items() if r[1]], slot_count=slots)}
        )

    @property
    def stru(self) -> FileEvidence | None:
        return self.files.get(PAIRS["stru"])

    def only(self, *names: str) -> Evidence:
        """The evidence without the encoded files of other names, for files that have tables of their own each."""
        return Evidence({n: f for n, f in self.files.items() if n in names or not f.is_encoded}, self.ns1_copy)

    def without_promise(self) -> Evidence:
        """The evidence of the same files, as if their versions told nothing of their tables."""
        return Evidence({n: replace(f, is_usual=False) for n, f in self.files.items()}, self.ns1_copy)

    def decoded(self, name: str, kod: Kod) -> Evidence:
        """The evidence with one file decoded, so that it tells about the others as a plain one.

        Where its version promised the default table and that did not fit, the promises of the others are void.
        """
        file = self.files[name]
        records = [(number, kod.decode(data, number)) for number, data in file.records]
        files = self.without_promise().files if file.is_usual and kod.table != DEFAULT.table else self.files
        return Evidence(files | {name: replace(file, records=records, is_encoded=False)}, self.ns1_copy)

    @property
    def encoded(self) -> list[FileEvidence]:
        return [file for file in self.files.values() if file.is_encoded]

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        return tuple(file.fingerprint for file in self.files.values() if file.fingerprint is not None)

    def byte_counts(self) -> NDArray[np.int64]:
        """How often each stored byte occurs in the encoded files, in the first records of each."""
        counts = np.zeros(1 << 8, np.int64)
        for file in self.encoded:
            ends = accumulate(len(data) for _, data in file.records)
            some = [data for (_, data), end in zip(file.records, ends, strict=True) if end - len(data) < _COUNTED_BYTES]
            stored = np.frombuffer(b"".join(some)[:_COUNTED_BYTES], np.uint8)
            for at in range(0, len(stored), _COUNTED_AT_ONCE):  # numpy makes eight bytes of each
                counts += np.bincount(stored[at : at + _COUNTED_AT_ONCE], minlength=len(counts))
        return counts


def collect(bank: Bank) -> Evidence:
    """Evidence of every file of a bank; files that cannot be read are left out."""
    files: dict[str, FileEvidence] = {}
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError:
            continue
        files[name] = of_file(file)
    plain = PAIRS["bank"] in files and not files[PAIRS["bank"]].is_encoded
    return Evidence(files, ns1_copy(bank.bank) if plain else None)


def of_file(file: CroFile) -> FileEvidence:
    """Evidence of one file; records that are damaged are left out."""
    start = layouts.DatHeader.SIZE
    area = file.dat.read(start, max(min(file.dat.size - start, area_size()), 0))
    layout = file.layouts.dat_area
    most = None if file.name == PAIRS["stru"] else _MOST_RECORDS if file.header.is_encoded else 0
    return FileEvidence(
        name=file.name,
        records=_records(file, most),
        is_encoded=file.header.is_encoded,
        is_usual=file.profile.kod == DEFAULT.source,
        may_be_compressed=file.header.may_be_compressed,
        check=check_bytes(area, layout),
        entries=header_entries(area, layout),
        slot_count=file.slot_count,
        fingerprint=fingerprint(file),
        area=area,
        layout=layout,
    )


def fingerprint(file: CroFile) -> Fingerprint:
    """Name, size and header hash of a .dat file."""
    head = file.dat.read(0, min(file.data_start, file.dat.size))
    return Fingerprint(file.name, file.dat.size, hashlib.sha256(head).hexdigest())


def _records(file: CroFile, most: int | None) -> Records:
    """The first live records; those that may hold one, where only some records of the file count."""
    last = None if most is None else min(file.slot_count, _MOST_SLOTS if most else 0)
    records: Records = []
    room = _MOST_BYTES
    for number, data in _stored(file, last, most):
        if room <= 0:
            break
        room -= len(data)
        records.append((number, data))
    return records


def _stored(file: CroFile, last: int | None, most: int | None) -> Iterator[tuple[int, bytes]]:
    """Numbers and stored bytes of so many live records, up to a slot; of damaged ones some are passed over."""
    engine, states, damaged = find_engine(), tuple(SlotState), 0
    empty = states.index(SlotState.EMPTY)
    for start, columns, codes in file._windows(1, last):
        slots = slots_of(columns, start, file.dat.size)
        is_wanted = (codes > empty) & (slots.lengths > 0)
        at = 0
        while is_wanted[at:].any():
            at += int(is_wanted[at:].argmax())
            some = slice(at, at + _SLOTS_AT_ONCE)
            found = stored_records(file, slots.take(some), is_wanted[some], engine)
            whole = found.data.data
            for i in np.flatnonzero(is_wanted[some][: len(found.starts)]).tolist():
                if found.is_left[i]:
                    place = (slots.offsets[at + i], slots.lengths[at + i], slots.is_inline[at + i])
                    try:
                        data = file.assembled(Slot(start + at + i, states[codes[at + i]], *(p.item() for p in place)))
                    except CronosError:
                        damaged += 1
                        if damaged > _MOST_DAMAGED:
                            return
                        continue
                else:
                    begin = int(found.starts[i])
                    data = bytes(whole[begin : begin + int(found.lengths[i])])
                if not data:
                    continue
                if most is not None:
                    if most <= 0:
                        return
                    most -= 1
                yield start + at + i, data
            at += len(found.starts)
