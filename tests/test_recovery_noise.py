"""Whether a file is noise under a table: decided for many files, with many tables and kinds of damage.

The records come from banks of the writer; they are encoded again with other tables in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

import cronos_fmt
from cronos_fmt.kod import DEFAULT, Kod
from cronos_fmt.recovery.evidence import FileEvidence
from cronos_fmt.recovery.expectations import read_structure
from cronos_fmt.recovery.noise import Content, Expected, judge, log_chance
from cronos_fmt.recovery.rows import expected_of
from cronos_fmt.writer import write_bank
from tests import recovery_banks as banks

WORDS = ("Иванов", "Москва", "улица Ленина, 5", "850402", "77001234567", "да", "Tax", "примечание к делу", "")
SIZES = (1, 2, 3, 5, 10, 20, 30, 60, 100, 300, 2_000)
# Rows with which a wrong table is always seen, by the number of bases.
ENOUGH = {1: 40, 10: 60, 50: 300}


@cache
def plain(rows: int, bases: int) -> tuple[FileEvidence, Expected]:
    """CroBank of a plain bank of the writer with so many rows, and what its definitions say of it."""
    random = Random(f"{rows} {bases}")
    fields = [{"name": name, "type": "text"} for name in ("Имя", "Место", "Дата", "Номер")]
    tables: list[Any] = [{"name": f"Т{i}", "fields": fields, "rows": []} for i in range(bases)]
    for _ in range(rows):
        random.choice(tables)["rows"].append({"values": {field["name"]: random.choice(WORDS) for field in fields}})
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bank"
        write_bank({"tables": tables, "files": {"stru": {"encoded": False}}}, path)
        with cronos_fmt.open(path) as bank:
            stru = {slot.number: bank.stru.payload(slot) for slot in bank.stru.slots() if slot.is_live}
            records = [(slot.number, bank.bank.assembled(slot)) for slot in bank.bank.slots() if slot.is_live]
            structure = read_structure(stru, bank.stru.slot_count)
    file = FileEvidence("CroBank", records)
    return file, expected_of(file, structure)


def outcome(rows: int, bases: int, change: Callable[[int, bytes], bytes]) -> Content:
    """What the rows of a bank look like, changed in some way and decoded with the default table."""
    file, expected = plain(rows, bases)
    records = [(number, change(number, data)) for number, data in file.records]
    return judge(DEFAULT.table, replace(file, records=records), expected).content


def encoded(kod: Kod) -> Callable[[int, bytes], bytes]:
    return lambda number, data: kod.encode(data, number)


def rounds(rows: int) -> int:
    """How many files of a size are looked at."""
    return 6 if rows <= 30 else 2 if rows <= 100 else 1


@pytest.mark.parametrize("bases", ENOUGH)
def test_files_with_tables_of_their_own(bases: int) -> None:
    """None makes sense with the default table, and with enough rows all are seen to be noise."""
    for rows in SIZES:
        found = Counter(outcome(rows, bases, encoded(banks.table(1_000 * rows + i))) for i in range(rounds(rows)))
        assert not found[Content.SENSE], rows
        if rows >= ENOUGH[bases]:
            assert found.keys() == {Content.NOISE}, rows


@pytest.mark.parametrize("bases", ENOUGH)
def test_files_with_the_default_table(bases: int) -> None:
    for rows in SIZES:
        found = outcome(rows, bases, encoded(DEFAULT))
        assert found is Content.SENSE, rows  # a single row will do, as the copy of NS1 stands beside it


def overwritten(random: Random, share: float, wholly: bool) -> Callable[[int, bytes], bytes]:
    """Encode records, and overwrite so many of them with random bytes: wholly, or some bytes of each."""

    def change(number: int, data: bytes) -> bytes:
        stored = bytearray(DEFAULT.encode(data, number))
        if random.random() < share:
            places = range(len(stored)) if wholly else random.choices(range(len(stored)), k=1 + len(stored) // 5)
            for place in places:
                stored[place] = random.randrange(256)
        return bytes(stored)

    return change


@pytest.mark.parametrize("bases", ENOUGH)
@pytest.mark.parametrize("wholly", [True, False])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.6])
def test_damage_is_no_other_table(bases: int, wholly: bool, share: float) -> None:
    for rows in SIZES:
        random = Random(rows)
        found = {outcome(rows, bases, overwritten(random, share, wholly)) for _ in range(rounds(rows))}
        assert Content.NOISE not in found, rows
        if rows >= 100:
            assert found == {Content.SENSE}, rows


@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("ids", [1, 200])
def test_records_of_unknown_bases_are_no_other_table(share: float, ids: int) -> None:
    """Their ids repeat, or their values are text."""
    for rows in SIZES:
        random = Random(rows)

        def foreign(number: int, data: bytes, random: Random = random) -> bytes:
            if random.random() < share:
                data = bytes([random.randrange(11, 11 + ids)]) + data[1:]
            return DEFAULT.encode(data, number)

        for _ in range(rounds(rows)):
            found = outcome(rows, 10, foreign)
            assert found is not Content.NOISE, rows
            assert found is Content.SENSE or rows < 20, rows


def test_a_faint_sign_is_enough_to_doubt() -> None:
    """Eight in ten records are destroyed or of unknown bases, and their values are no text. That is more than is
    reckoned with, but hardly ever taken for noise: ids of bases come up more often than by chance."""
    random = Random(1)
    ruin = overwritten(random, 0.6, wholly=True)

    def change(number: int, data: bytes) -> bytes:
        base = data[:1] if random.random() < 0.5 else bytes([random.randrange(11, 256)])
        return ruin(number, base + random.randbytes(len(data) - 1))

    found = Counter(outcome(60, 1, change) for _ in range(60))
    assert found[Content.NOISE] <= 2 < found[Content.UNKNOWN]


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_the_copy_of_ns1_proves_a_table(rows: int) -> None:
    """Of a bank that is all but empty it is the only record whose bytes are known; stored plain it tells nothing."""
    assert outcome(rows, 1, encoded(DEFAULT)) is Content.SENSE
    assert outcome(rows, 1, encoded(banks.table(9))) is Content.UNKNOWN
    file, expected = plain(rows, 1)
    assert expected.ns1 is not None and expected.ns1 in file.records
    found = judge(DEFAULT.table, replace(file, records=[expected.ns1]), expected)
    assert (found.content, found.rows, found.hits) == (Content.UNKNOWN, [], 0)


def content(records: list[tuple[int, bytes]], kod: Kod = DEFAULT) -> Content:
    """What a file without any definitions looks like, encoded with a table and decoded with the default one."""
    stored = [(number, kod.encode(data, number)) for number, data in records]
    return judge(DEFAULT.table, FileEvidence("CroIndex", stored), Expected()).content


def test_a_file_that_nobody_knows() -> None:
    """CroIndex holds what nobody knows, but it is not noise: its numbers have zeros, and some other byte is common."""
    random = Random(3)
    numbers = [(n, b"".join(random.randrange(1_000).to_bytes(4, "little") for _ in range(64))) for n in range(1, 80)]
    faint = [(n, bytes(random.choices(range(256), [6] + 255 * [1], k=200))) for n in range(1, 100)]
    for records in (numbers, faint):
        assert content(records) is Content.SENSE
        assert content(records, banks.table(1)) is Content.NOISE
        assert content(records[:1], banks.table(1)) is Content.UNKNOWN
    assert content([(n, random.randbytes(200)) for n in range(1, 10)]) is Content.UNKNOWN


@pytest.mark.parametrize("rows", [1, 4, 30, 400])
def test_the_chance_is_a_bound(rows: int) -> None:
    """Of random tables no larger share than said reaches a sum."""
    random = np.random.default_rng(rows)
    matrix = np.zeros((256, 256))
    for _ in range(rows):
        matrix[random.integers(256), random.integers(256, size=5)] += 1
    if rows == 30:
        matrix[7] = random.normal(size=256) * 3
    tables = [random.permutation(256) for _ in range(2_000)]
    sums = np.array([matrix[np.arange(256), table].sum() for table in tables])
    for table, reached in list(zip(tables, sums, strict=True))[:100]:
        bound = np.exp(log_chance(matrix, bytes(table.tolist())))
        share = (sums >= reached - 1e-9).mean()
        assert share <= bound + 3 * np.sqrt(bound / len(sums)) + 1e-3


def test_the_chance_of_a_known_table() -> None:
    """One table of 256! has all entries of another one; one of 256 has a certain entry."""
    assert -1_167.3 <= log_chance(np.eye(256), bytes(range(256))) <= -1_100
    single = np.zeros((256, 256))
    single[3, 3] = 1
    assert log_chance(single, bytes(range(256))) == pytest.approx(-np.log(256), abs=0.01)
    assert log_chance(single, bytes([*range(1, 256), 0])) == 0
    assert log_chance(np.zeros((256, 256)), bytes(range(256))) == 0
