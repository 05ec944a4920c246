"""Is what a table makes of the records of one file noise? Decided by signs that noise does not give.

A wrong table never fails by itself: every byte decodes to some byte. But each plain byte then comes up about equally
often, the first byte of a record is the id of a base in (bases + 1) of 256 cases, and no compressed record has its CRC.
A sign of sense is a count that a random table would not reach. Its chance is bounded for the very bytes of the file,
see `log_chance`, so bytes that repeat, few records and many bases are accounted for.

sense: there is a sign. Fewer than one in a million of all wrong tables have one, whatever the file holds.
noise: there is none, though the right table would leave one. Either so few records begin with the id of a base that,
were the table right and six in ten records destroyed, fewer than one file in ten thousand would have so few: it takes
20 to 30 records with one base, and up to 100 with fifty. Or, where nobody knows the bases, there are so many bytes that
no content hides among them. Records of unknown bases give signs as well: their ids repeat, and their values are text.
unknown: too little to tell, or a faint sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.kod import Kod
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.crc import looks_compressed, with_crc
from cronos_fmt.recovery.evidence import FileEvidence, Records
from cronos_fmt.recovery.redecode import row_shares
from cronos_fmt.recovery.statistics import VALUES
from cronos_fmt.recovery.table_block import accepts

Array = NDArray[Any]
# Log of the chance in noise of a sign, of which there are seven kinds, and of a faint one, with which no file is noise.
_SIGN, _FAINT = log(1e-7), log(1e-3)
# Log of the chance of so few ids of bases in a file that is damaged.
_FEW = log(1e-4)
# Share of the records of a damaged file that are taken to be good.
_GOOD = 0.4
# Among so many bytes a plain byte that has a share of one in fifty in the good records is a sign.
_MANY_BYTES = 10_000
# Bytes of each record that are looked at, and of all of them.
_HEAD, _MOST_BYTES = 256, 1 << 20
# Exponents that the bound of a chance is minimised over, in units of the greatest deviation.
_EXPONENTS = np.geomspace(0.01, 30, 20)
_CRC_BITS, _CRC_RECORDS = 32, 20


class Content(StrEnum):
    """What the records of a file look like, decoded."""

    SENSE = "sense"
    NOISE = "noise"
    UNKNOWN = "unknown"


class Expected(NamedTuple):
    """What the definitions of a bank say of a file.

    ids: low bytes of the ids of bases, None where nobody knows them. others: numbers of records that are no rows.
    ns1: number and bytes of the copy of NS1.
    """

    ids: frozenset[int] | None = None
    others: frozenset[int] = frozenset()
    ns1: tuple[int, bytes] | None = None


class Judgement(NamedTuple):
    """What a file looks like, and why.

    rows: its records that are neither compressed nor known to be something else. hits: how many of them begin with the
    id of a base, None where the bases are not known.
    """

    content: Content
    detail: str
    rows: Records
    hits: int | None


def judge(table: bytes, file: FileEvidence, expected: Expected) -> Judgement:
    """What the records of an encoded file look like, decoded with a table."""
    kod, ids = Kod(table), expected.ids
    copied = _log_chance_of_copy(table, file, expected.ns1)
    others = expected.others | ({expected.ns1[0]} if expected.ns1 is not None and copied is not None else set())
    records = [(number, data) for number, data in file.records if number not in others]
    rows = [(number, data) for number, data in records if not looks_compressed(kod, number, data)]
    firsts = Ciphertext([(number, data[:1]) for number, data in rows])
    hits = None if ids is None else int(np.isin(firsts.plain(_values(table)), list(ids)).sum())

    def signs() -> Iterator[tuple[str, float]]:
        """What speaks for the table, and the log of its chance; what takes long comes last."""
        if file.check is not None and accepts(file.check, table):
            yield "the check bytes of its header are right", -log(VALUES) * len(file.check)
        if any(is_right for *_, is_right in with_crc(kod, records, _CRC_RECORDS)):
            yield "compressed records have their CRC", -_CRC_BITS * log(2)
        if copied is not None:
            yield "it holds the copy of NS1", copied
        if ids is not None:
            yield "records begin with ids of bases", log_chance(firsts.weighed(_shares_of(ids)), table)
        yield "many records begin with one byte", _log_chance_of_commonest(firsts, table)
        heads = Ciphertext([(number, data[:_HEAD]) for number, data in rows], _MOST_BYTES)
        yield "much of it is text", log_chance(heads.weighed(np.log(row_shares() * VALUES)), table)
        yield "one byte is common in it", _log_chance_of_commonest(heads, table)

    likeliest = 0.0
    for what, chance in signs():
        likeliest = min(likeliest, chance)
        if chance < _SIGN:
            return Judgement(Content.SENSE, f"{what}, as with one table of 10^{-chance / log(10):.0f}", rows, hits)
    size = sum(min(len(data), _HEAD) for _, data in rows)
    said = f"{size} bytes without any sign of sense"
    is_noise = ids is None and size >= _MANY_BYTES
    if ids is not None and hits is not None and rows:
        said = f"{hits} of {len(rows)} records begin with the id of a base"
        # Records that are destroyed begin with an id by chance now and then.
        is_noise = _log_few(hits, len(rows), _GOOD + (1 - _GOOD) * len(ids) / VALUES) < _FEW
    if is_noise and likeliest > _FAINT:
        return Judgement(Content.NOISE, f"noise, {said}", rows, hits)
    return Judgement(Content.UNKNOWN, f"too little to tell, {said}", rows, hits)


def log_chance(matrix: Array, table: bytes) -> float:
    """Log of the chance that a random table reaches the sum that a table has in a matrix of stored bytes and values; a
    bound that is never too low.

    For each e > 0 the mean of exp(e * sum) over all tables bounds it, as Chernoff has it. With g = exp(e * entry) - 1,
    not below zero, that mean is a sum over all sets of rows of the mean of their product of g. Entries of a permutation
    depend on each other: for k rows that makes a product at most 256^k (256 - k)! / 256! times what it is for
    independent entries.
    """
    differ = np.ptp(matrix, axis=1) > 0
    rows = matrix[differ] - matrix[differ].min(axis=1, keepdims=True)
    reached = float(rows[np.arange(len(rows)), _values(table)[differ]].sum())
    if reached <= float(rows.mean(axis=1).sum()):
        return 0.0
    exponents = _EXPONENTS / rows.max()
    means = np.exp(exponents[:, None, None] * rows).mean(axis=2)
    chosen = 1 - 1 / means  # the chance of each row to be in the set, by the weight of the sets
    sizes = np.zeros((len(exponents), len(rows) + 1))
    sizes[:, 0] = 1
    for row in chosen.T[:, :, None]:
        sizes[:, 1:] = sizes[:, 1:] * (1 - row) + sizes[:, :-1] * row
        sizes[:, 0] *= 1 - row[:, 0]
    dependence = np.log(sizes @ _dependence()[: len(rows) + 1])
    return min(float((np.log(means).sum(axis=1) + dependence - exponents * reached).min()), 0.0)


@cache
def _dependence() -> Array:
    """256^k (256 - k)! / 256! for each k."""
    return np.cumprod(np.concatenate([[1.0], VALUES / np.arange(VALUES, 0, -1.0)]))


def _log_chance_of_commonest(text: Ciphertext, table: bytes) -> float:
    """The same for how often the commonest plain byte comes up, whichever it is."""
    if not len(text):
        return 0.0
    byte = int(np.bincount(text.plain(_values(table)), minlength=VALUES).argmax())
    return min(log_chance(text.weighed(_shares_of({byte})), table) + log(VALUES), 0.0)


def _log_chance_of_copy(table: bytes, file: FileEvidence, ns1: tuple[int, bytes] | None) -> float | None:
    """Log of the chance that so much of the copy of NS1 is right; 0 where it is stored plain, which tells nothing; None
    where its record holds something else."""
    if ns1 is None:
        return None
    number, plain = ns1
    stored = dict(file.records).get(number, b"")
    if stored == plain:
        return 0.0
    if len(stored) != len(plain):
        return None
    matrix = Ciphertext([(number, stored)]).to_entries(np.eye(VALUES)[np.frombuffer(plain, np.uint8)])
    chance = log_chance(matrix, table)
    return chance if chance < _SIGN else None


def _log_few(hits: int, count: int, share: float) -> float:
    """Log of a bound on the chance of so few hits, or fewer, where each of so many records is one with this chance."""
    found = hits / count
    if found >= share:
        return 0.0
    divergence = (1 - found) * log((1 - found) / (1 - share))
    return -count * (divergence + (found * log(found / share) if hits else 0.0))


def _shares_of(plain: Iterable[int]) -> Array:
    """One for some plain bytes, zero for all others."""
    return np.isin(np.arange(VALUES), list(plain)).astype(np.float64)


def _values(table: bytes) -> Array:
    return np.frombuffer(table, np.uint8).astype(np.intp)
