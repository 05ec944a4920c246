"""From checked settings to the files of a bank: record numbers, the parts CronosPro always writes, and the pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from construct import ConstructError

from cronos_fmt._gen.stru_keys import STRU_KEYS
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.writer import stru
from cronos_fmt.writer.checks import below, refuse
from cronos_fmt.writer.description import read_description
from cronos_fmt.writer.model import BankSettings, BaseSettings, FileSettings, Stored
from cronos_fmt.writer.pair import write_pair

_VOCABULARY = "Voc"


class _Pair(NamedTuple):
    """One pair to be written: its records in the order of their bytes, and its number of slots."""

    settings: FileSettings
    records: list[Stored]
    slots: int
    first_attempt: bool = False


def write_bank(description: Mapping[str, Any], out: Path) -> None:
    """Write the bank that a description asks for to the directory `out`, its vocabulary to `Voc` in it.

    The same description gives the same bytes. The system parts are written as in the public banks: the dictionary in
    record 1 of CroStru, behind one stray byte; the base of stored files; NS1 and its copy at the head of CroBank; bit
    cards. The bit card of a base whose layout is 0x0109 is always written empty, though CronosPro fills it as soon as
    there are rows: how it is coded above a few rows is not known, and nothing needs it to read rows.

    CronosError: the description is wrong (status USAGE, naming the JSON path and what is allowed), `out` exists and is
    no empty directory (status USAGE), or the disk refuses (status IO). Nothing is written before the whole description
    is checked.
    """
    bank = read_description(description)
    folders = [(out, _pairs(bank))]
    if bank.vocabulary is not None:
        folders.append((out / _VOCABULARY, _pairs(bank.vocabulary)))
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise CronosError("exists and is no empty directory", file=out, hint="name a new one", status=Status.USAGE)
        for folder, pairs in folders:
            folder.mkdir(parents=True, exist_ok=True)
            for pair in pairs:
                _write(folder, pair)
    except OSError as error:
        file = error.filename or out
        raise CronosError(f"cannot be written: {error.strerror}", file=file, status=Status.IO) from error


def _write(folder: Path, pair: _Pair) -> None:
    try:
        write_pair(folder, pair.settings, pair.records, pair.slots, first_attempt=pair.first_attempt)
    except (ConstructError, ValueError) as error:
        message = f"does not fit a file of version {pair.settings.profile.tag} ({error})"
        raise CronosError(message, file=folder / f"{pair.settings.name}.dat", status=Status.USAGE) from error


def _pairs(bank: BankSettings) -> list[_Pair]:
    """The pairs of a bank, with every record built and numbered."""
    cards: dict[int, int] = {}
    copy = stru.ns1(bank)
    bank_pair, copy_number = _bank_pair(bank, copy, cards)
    stru_pair = _stru_pair(bank, {b"NS1": copy, b"NS2": stru.ns2(copy_number)}, cards)
    index = bank.files["index"]
    return [stru_pair, bank_pair, _Pair(index, [], index.free_slots)]


# ---- CroBank


class _Numbers:
    """Hands out record numbers: those that records ask for, and the lowest ones left to the others."""

    def __init__(self, wanted: Iterable[tuple[int | None, str]]) -> None:
        self.taken: dict[int, str] = {}
        self._next = 1
        for number, path in wanted:
            if number in self.taken:
                refuse(path, f"is {number}, as {self.taken[number]}; allowed are numbers that no other record has")
            if number is not None:
                self.taken[number] = path

    def give(self, number: int | None) -> int:
        if number is not None:
            return number
        while self._next in self.taken:
            self._next += 1
        self.taken[self._next] = ""
        return self._next

    @property
    def highest(self) -> int:
        return max(self.taken, default=0)


def _bank_pair(bank: BankSettings, ns1: bytes, cards: dict[int, int]) -> tuple[_Pair, int]:
    """CroBank, and the number of the copy of NS1. The numbers of the bit cards in it are added to `cards` by base id.

    Numbers go to the bit cards, then the rows base by base, the stored files and the raw records.
    """
    settings = bank.files["bank"]
    with_card = [base for base in (bank.files_base, *bank.tables) if base.card_version == 0]
    records = [*(row for table in bank.tables for row in table.rows), *bank.stored_files, *bank.raw_records]
    numbers = _Numbers([
        (bank.ns1_record, "ns1_record"),
        *((base.bit_card, below(base.path, "bit_card")) for base in with_card),
        *((record.number, below(record.path, "number")) for record in records),
    ])  # fmt: skip
    cards |= {base.id: numbers.give(base.bit_card) for base in with_card}
    records = [replace(record, number=numbers.give(record.number)) for record in records]
    # Free slots stand in front of the copy, as in the stock of a new bank whose last slot it has.
    end = numbers.highest + settings.free_slots
    copy = bank.ns1_record or end + 1
    written = [Stored(copy, ns1, "NS1"), *_bit_cards(bank, with_card, records, cards), *records]
    return _Pair(settings, written, max(end, copy)), copy


def _bit_cards(
    bank: BankSettings, bases: list[BaseSettings], records: list[Stored], cards: Mapping[int, int]
) -> list[Stored]:
    """The bit cards in CroBank; `records` begin with the rows of all tables, in order, and have their numbers."""
    numbers = iter([0 if record.is_deleted else record.number or 0 for record in records])
    rows = {table.id: [n for _, n in zip(table.rows, numbers, strict=False) if n] for table in bank.tables}
    return [Stored(cards[base.id], stru.bank_bit_card(rows.get(base.id, [])), base.path) for base in bases]


# ---- CroStru


def _stru_pair(bank: BankSettings, protection: Mapping[bytes, bytes], cards: dict[int, int]) -> _Pair:
    """CroStru: the dictionary, and the bit cards and values that stand in records of their own."""
    settings = bank.files["stru"]
    records: list[Stored] = []

    def add(data: bytes, path: str) -> int:
        number = len(records) + 2  # the dictionary is record 1
        records.append(_stru_record(settings, number, data, path, SlotState.INLINE))
        return number

    entries: dict[bytes, bytes | int] = {
        b"Bank": stru.bank_value(bank),
        b"BankId": str(bank.id).encode("ascii"),
        b"BankName": bank.name,
        b"Version": bank.program_version,
        **protection,
    }
    for base in (bank.files_base, *bank.tables):
        if base.id not in cards:
            cards[base.id] = add(b"", base.path)
        definition = stru.base_definition(base, cards[base.id])
        entries[_key("base_definition", base.id)] = (
            add(stru.referenced(definition), base.path) if base.by_reference else definition
        )
        entries[_key("formulas", base.id)] = stru.formulas()
    for extra in bank.extra_keys:
        value = add(stru.referenced(extra.value), "extra_keys") if extra.by_reference else extra.value
        entries[extra.key] = value
    dictionary = _stru_record(settings, 1, stru.dictionary(entries), "dictionary", SlotState.EXTENDED)
    return _Pair(settings, [dictionary, *records], len(records) + 1 + settings.free_slots, first_attempt=True)


def _stru_record(settings: FileSettings, number: int, data: bytes, path: str, usual: SlotState) -> Stored:
    return Stored(number, data, path, settings.storage or usual.value, chunk=settings.chunk)


def _key(value: str, number: int) -> bytes:
    """The numbered key of the dictionary whose values are of a structure, such as Base001."""
    key = next(key.key for key in STRU_KEYS if key.value == value and key.key.endswith("NNN"))
    return key.replace("NNN", f"{number:03}").encode("ascii")
