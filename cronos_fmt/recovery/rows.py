"""What rows of CroBank tell about entries that CroStru leaves open: they begin with ids of its bases, and hold text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.bank import PAIRS
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.evidence import Evidence, FileEvidence
from cronos_fmt.recovery.expectations import Structure, read_structure
from cronos_fmt.recovery.noise import Content, Expected, judge
from cronos_fmt.recovery.redecode import row_shares
from cronos_fmt.recovery.statistics import VALUES

Array = NDArray[Any]
# Share of rows that are expected to begin with the id of a base.
_KNOWN = 0.95
# Letters are as likely as other letters here, so text says less than it seems to.
_TEXT_WEIGHT = 0.5
_HEAD, _MOST_BYTES = 256, 1 << 18


def expected_of(file: FileEvidence, structure: Structure) -> Expected:
    """What the definitions of a bank say of a file."""
    if file.name != PAIRS["bank"] or structure.dictionary is None:
        return Expected()
    ids = frozenset({base_id & VALUES - 1 for base_id in structure.base_ids} | {0})
    ns1 = (structure.ns2, structure.ns1) if structure.ns2 is not None and structure.ns1 else None
    return Expected(ids, frozenset(structure.cards), ns1)


def by_rows(table: bytes, evidence: Evidence) -> Array | None:
    """Log-likelihoods of entries by the rows of an encoded CroBank, as a matrix of stored bytes and values.

    None where CroStru does not say which rows there can be with this table, or where they show no sense with it; and
    where records may be compressed, as it takes the whole table to tell which are.
    """
    stru, bank = evidence.stru, evidence.files.get(PAIRS["bank"])
    if stru is None or bank is None or not bank.is_encoded or not bank.records or bank.may_be_compressed:
        return None
    kod = Kod(table)
    plain = {number: kod.decode(data, number) if stru.is_encoded else data for number, data in stru.records}
    expected = expected_of(bank, read_structure(plain, stru.slot_count, evidence.ns1_copy))
    found = judge(table, bank, expected)
    if expected.ids is None or found.content is not Content.SENSE:
        return None
    is_id = np.isin(np.arange(VALUES), list(expected.ids))
    shares = np.where(is_id, _KNOWN / is_id.sum(), (1 - _KNOWN) / max((~is_id).sum(), 1))
    firsts = Ciphertext([(number, data[:1]) for number, data in found.rows])
    # Behind its first byte a row is shifted like one with the next number.
    rests = Ciphertext([(number + 1, data[1:_HEAD]) for number, data in found.rows], _MOST_BYTES)
    texts = _TEXT_WEIGHT * np.log(row_shares() * VALUES)
    return firsts.weighed(np.log(shares * VALUES)) + rests.weighed(texts)
