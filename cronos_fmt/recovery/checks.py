"""Is a KOD table right? Structural checks of everything it decodes, and a verdict.

proven: all checks pass, and either the table is known exactly - the default one, or the one its file stores - or every
entry is bound by structure. consistent: all checks pass, some entries are not bound. doubtful: too little to check, or
something is odd that no other table explains. rejected: structure is broken, or another table fits better.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import kod as kod_module
from cronos_fmt._gen import layouts
from cronos_fmt.inflate import inflate
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.crc import looks_compressed, with_crc
from cronos_fmt.recovery.evidence import Evidence, FileEvidence
from cronos_fmt.recovery.expectations import Structure, read_structure
from cronos_fmt.recovery.noise import Content, judge
from cronos_fmt.recovery.rows import expected_of
from cronos_fmt.recovery.statistics import VALUES
from cronos_fmt.recovery.table_block import accepts, is_table

Array = NDArray[Any]
# Share of rows that begin with the id of a base, and how many rows it takes to say so.
_ROWS_SHARE, _ROWS_ENOUGH = 0.9, 20
_BAD_TEXT = 2  # bytes in texts that no text has, above which it is not the writer of the name who made them
_KEYS_ENOUGH = 1
_CRC_RECORDS = 200
_INFLATED = 1 << 24  # bytes of a structure record that is compressed
_DICTIONARY = 1  # number of its record
_ROWS = "rows of"
_PASSED = {Content.SENSE: True, Content.NOISE: False, Content.UNKNOWN: None}
_MOST_PAIRS = 2_000
_WINDOW = 1 << 12  # bytes that are weighed at once
# Unbound bytes that are not as expected, per bound byte, above which a table is doubtful.
_ODD_SHARE = 0.02


class Verdict(StrEnum):
    """How good a table is."""

    PROVEN = "proven"
    CONSISTENT = "consistent"
    DOUBTFUL = "doubtful"
    REJECTED = "rejected"

    @property
    def is_usable(self) -> bool:
        """True where a table can be used without asking."""
        return self in (Verdict.PROVEN, Verdict.CONSISTENT)


class Check(NamedTuple):
    """One check: passed is None where there was nothing to check."""

    name: str
    passed: bool | None
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {"name": self.name, "passed": self.passed, "detail": self.detail}


@dataclass(frozen=True)
class Report:
    """All checks of a table, the verdict, and the entries - stored bytes - that nothing binds.

    better: pairs of entries whose exchange would fit better, those of the greatest gain.
    """

    checks: tuple[Check, ...]
    verdict: Verdict
    undetermined: tuple[int, ...]
    better: tuple[tuple[int, int], ...] = ()

    @property
    def failed(self) -> list[Check]:
        return [check for check in self.checks if check.passed is False]


# Checks of the structure: their name, what they say when they pass, and whether failing them rejects a table.
_STRUCTURE = (
    ("dictionary", "a record of CroStru is the dictionary", True),
    ("lengths", "every length lies inside its record", True),
    ("keys", "the keys are sorted, and those of every bank are there", True),
    ("references", "every reference meets a record of its kind", True),
    ("bases", "every definition of a base is read to its last byte", True),
    ("values", "every other value is read to its last byte", True),
    ("ids", "ids and positions are plausible", False),
    ("cards", "bit cards end with their mark", True),
    ("text", "texts hold nothing but text", False),
    ("check word", "check word and time of the bank belong to each other", True),
    ("ns1", "NS1 is as its copy or has the known form", True),
)


def check_table(table: bytes, evidence: Evidence, exact: Iterable[bytes] = (), *, entries: bool = True) -> Report:
    """Check a table against the encoded files of a bank.

    exact: tables that the files store themselves; the default table always counts as one. entries: find what binds the
    single entries of an exact table, too, which its verdict does not depend on; without, none is undetermined.
    """
    if not is_table(table):
        check = Check("permutation", False, "holds a byte twice or is not 256 bytes long")
        return Report((check,), Verdict.REJECTED, ())
    checks = [Check("permutation", True, "every byte stands in it once")]
    is_exact = table == kod_module.DEFAULT.table or table in set(exact)
    entries |= not is_exact
    rejected = False
    for file in evidence.encoded:
        if file.check is not None:
            passed = accepts(file.check, table)
            # The default table of a file that does not use one of its own leaves filler there.
            checks.append(Check(f"header of {file.name}", passed, "the check bytes decode to zeros" if passed else ""))
            rejected |= not passed
    kod = Kod(table)
    stru, structure = evidence.stru, Structure()
    if stru is not None and stru.records and not rejected:
        if stru.is_encoded and not _may_hold_dictionary(kod, stru):
            structure.fail("dictionary", "no record decodes to a dictionary")
        else:
            structure = read_structure(_plain(kod, stru), stru.slot_count, evidence.ns1_copy, bind=entries)
    found = structure.dictionary is not None
    matrix, total, weights = np.zeros((VALUES, VALUES)), np.zeros(VALUES), 0
    if stru is not None and stru.is_encoded:
        rejected |= _check_structure(stru, structure, is_exact, checks)
        if found and entries:
            weights = _weigh_structure(stru, structure, matrix, total)
    contents: list[Content] = []
    for file in evidence.encoded:
        _weigh_header(file, kod, matrix, total)
        if file.records and not rejected and (stru is None or file.name != stru.name):
            contents.append(_check_content(file, table, structure, checks, (matrix, total) if entries else None))
            checks.append(crc := _check_crcs(file, kod, matrix, total))
            rejected |= contents[-1] is Content.NOISE or (crc.passed is False and not is_exact)
    undetermined: tuple[int, ...] = ()
    better: tuple[tuple[int, int], ...] = ()
    if entries:
        odd, better, free = _swaps(matrix, total, kod)
        checks.append(_expectations(odd, better, weights, is_exact))
        rejected |= bool(better) and not is_exact
        undetermined = tuple(np.flatnonzero(free).tolist())
    # The version of a file says that it uses the default table, so where nothing speaks against that it is believed.
    usual = table == kod_module.DEFAULT.table and all(file.is_usual for file in evidence.encoded)
    is_seen = bool(total.any()) or (is_exact and (found or Content.SENSE in contents))
    is_whole = is_seen and (is_exact or not undetermined)
    verdict = _verdict(rejected, checks, contents, is_seen or usual, is_exact, is_whole)
    return Report(tuple(checks), verdict, undetermined, better)


def _verdict(
    rejected: bool, checks: list[Check], contents: list[Content], is_known: bool, is_exact: bool, is_whole: bool
) -> Verdict:
    """The verdict; is_known: something speaks for the table; is_whole: for all of its entries."""
    failed = [check for check in checks if check.passed is False]
    # Rows that begin with no id of a base are damage where there is a sign of sense, and odd where there is none.
    is_odd = any(check.name.startswith(_ROWS) for check in failed) and Content.UNKNOWN in contents
    if rejected:
        return Verdict.REJECTED
    if not is_known or is_odd or (failed and not is_exact):
        return Verdict.DOUBTFUL
    return Verdict.CONSISTENT if failed or Content.UNKNOWN in contents or not is_whole else Verdict.PROVEN


def _check_structure(stru: FileEvidence, structure: Structure, is_exact: bool, checks: list[Check]) -> bool:
    """The checks of the structure; True where they reject the table."""
    found = structure.dictionary is not None
    rejected = structure.bad_text > _BAD_TEXT
    for name, detail, is_hard in _STRUCTURE:
        if name in structure.broken:
            checks.append(Check(name, False, "; ".join(structure.broken[name][:3])))
            rejected |= is_hard
        else:
            checks.append(Check(name, True if found else None, detail if found else ""))
    if found and structure.unknown_keys:
        detail = f"{structure.unknown_keys} of {structure.keys} keys are not known"
        checks.append(Check("known keys", 2 * structure.unknown_keys < structure.keys or None, detail))
    if is_exact and structure.keys - structure.unknown_keys >= _KEYS_ENOUGH:
        return False  # what is broken is damage: a wrong table decodes no key
    # The dictionary is the first record in every bank known. Where that cannot be read, no table would bring it back.
    is_lost = stru.is_usual and is_exact and all(number != _DICTIONARY for number, _ in stru.records)
    return rejected and not is_lost


def _may_hold_dictionary(kod: Kod, stru: FileEvidence) -> bool:
    """A quick look before everything is decoded: some record begins as the dictionary, or is compressed."""
    kind = layouts.DICTIONARY__KIND
    return any(
        kod.decode(data[: len(kind)], number) == kind or looks_compressed(kod, number, data)
        for number, data in stru.records
    )


def _plain(kod: Kod, file: FileEvidence) -> dict[int, bytes]:
    """Records by number, decoded, and inflated where they are compressed and have their CRC."""
    if not file.is_encoded:
        return dict(file.records)
    plain = {number: kod.decode(data, number) for number, data in file.records}
    for number, _, is_right in with_crc(kod, file.records, _CRC_RECORDS):
        inflated = inflate(plain[number], expected=False, limit=_INFLATED) if is_right else None
        if inflated is not None:
            plain[number] = inflated.data
    return plain


# ---- what binds entries


def _weigh_structure(stru: FileEvidence, structure: Structure, matrix: Array, total: Array) -> int:
    """Add for each stored byte and value how many bytes of structure agree; gives the number of bound bytes."""
    weights = 0
    for number, data in stru.records:
        allowed = structure.allowed.get(number)
        if allowed is not None and len(allowed) != len(data):
            continue  # it is compressed: its CRC speaks for all of its bytes
        for start in range(0, len(data) if allowed is not None else 0, _WINDOW):
            assert allowed is not None
            # Behind its first bytes a record is shifted like one with a higher number.
            text = Ciphertext([(number + start, data[start : start + _WINDOW])])
            rows = allowed[start : start + _WINDOW]
            bound = np.logical_not(rows.all(axis=1))
            matrix += text.to_entries(np.where(bound[:, None], rows, False).astype(np.float64))
            total += np.bincount(text.stored[bound], minlength=VALUES)
            weights += int(bound.sum())
    return weights


def _weigh_header(file: FileEvidence, kod: Kod, matrix: Array, total: Array) -> None:
    """The check bytes, and the runs of the header where all of them agree with the table."""
    if file.check is not None:
        for value, byte in enumerate(file.check):
            matrix[byte, value] += 1
            total[byte] += 1
    if all(kod.table[byte] == value for byte, value in file.entries.items()):
        for byte, value in file.entries.items():
            matrix[byte, value] += 1
            total[byte] += 1


def _check_content(
    file: FileEvidence, table: bytes, structure: Structure, checks: list[Check], weighed: tuple[Array, Array] | None
) -> Content:
    """Check whether records decode to noise, and whether those of CroBank begin with the id of a base.

    weighed: the matrix and total that what binds entries is added to.
    """
    expected = expected_of(file, structure)
    content, detail, rows, hits = judge(table, file, expected)
    if hits is not None:
        good = hits >= _ROWS_SHARE * len(rows)
        passed = good if len(rows) >= _ROWS_ENOUGH or not good else None
        checks.append(Check(f"{_ROWS} {file.name}", passed, f"{hits} of {len(rows)} begin with the id of a base"))
        if passed and expected.ids is not None and weighed is not None:
            matrix, total = weighed
            firsts = Ciphertext([(number, data[:1]) for number, data in rows])
            matrix += firsts.weighed(np.isin(np.arange(VALUES), list(expected.ids)).astype(np.float64))
            total += firsts.counts
    checks.append(Check(f"content of {file.name}", _PASSED[content], detail))
    return content


def _check_crcs(file: FileEvidence, kod: Kod, matrix: Array, total: Array) -> Check:
    """Records that are compressed: what comes out of them has the CRC they tell."""
    name, good, bad = f"crc in {file.name}", 0, 0
    for _, data, is_right in with_crc(kod, file.records, _CRC_RECORDS):
        if not is_right:
            bad += 1
            continue
        good += 1
        stored, times = np.unique(np.frombuffer(data, np.uint8), return_counts=True)
        values = np.frombuffer(kod.table, np.uint8)[stored]
        matrix[stored, values] += times
        total[stored] += times
    if not good + bad:
        return Check(name, None, "no compressed record was met")
    return Check(name, good > bad, f"{good} of {good + bad} compressed records have their CRC")


def _swaps(matrix: Array, total: Array, kod: Kod) -> tuple[int, tuple[tuple[int, int], ...], Array]:
    """Bytes that are not as expected; the exchanges of two entries that would fit best, where any fits better; and the
    entries that an exchange with another one would not harm."""
    table = np.frombuffer(kod.table, np.uint8)
    held = matrix[np.arange(VALUES), table]
    given = matrix[:, table]
    loss = held[:, None] + held[None, :] - given - given.T
    np.fill_diagonal(loss, np.inf)
    least = loss.min()
    pairs = np.argwhere(np.triu(loss == least))[:_MOST_PAIRS] if least < 0 else np.zeros((0, 2), np.intp)
    better = tuple((int(a), int(b)) for a, b in pairs)
    return int((total - held).sum()), better, loss.min(axis=1) <= 0


def _expectations(odd: int, better: tuple[tuple[int, int], ...], weights: int, is_exact: bool) -> Check:
    name = "expectations"
    if better:
        detail = f"exchanging the values of the bytes {better[0][0]:#04x} and {better[0][1]:#04x} would fit better"
        return Check(name, is_exact, detail)
    if odd > max(_ODD_SHARE * weights, 2) and not is_exact:
        return Check(name, False, f"{odd} bytes are unlike those in all banks known")
    return Check(name, True, f"{weights} bytes are bound, {odd} of them are new in their place")
