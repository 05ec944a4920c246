"""What a person can do about open entries: records decoded as far as they are sure, and words that would fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt.recovery.evidence import Evidence
from cronos_fmt.recovery.result import Entry, KodRecovery
from cronos_fmt.recovery.statistics import VALUES, n_grams, words

Array = NDArray[Any]
SURE = 0.99
_SHORTEST = 4
# A word is proposed where so large a share of its bytes is sure, and all of these agree.
_SURE_SHARE = 0.5
_NEVER = 1e-9  # chance of what is taken to be impossible


class Decoded(NamedTuple):
    """A record of CroStru as it is decoded now, with the confidence of each byte."""

    number: int
    data: bytes
    confidence: tuple[float, ...]

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Places of the bytes that are not sure."""
        return tuple(i for i, chance in enumerate(self.confidence) if chance < SURE)


class Proposal(NamedTuple):
    """A word that may stand at a place, how many of its bytes are sure and agree, and how many it would tell.

    gain: log of how much likelier the word is there than anything else, by the bytes that agree and by how sure the
    entries are that it tells.
    """

    number: int
    offset: int
    word: bytes
    agreeing: int
    new: int
    gain: float

    @property
    def hint(self) -> str:
        """The hint that says so, in the form of the option --known."""
        return f"{self.number}:{self.offset}={text.decode(self.word)}"


def partly_decoded(result: KodRecovery, evidence: Evidence) -> list[Decoded]:
    """The records of CroStru, decoded with a table as far as it goes."""
    chances = [entry.confidence for entry in result.entries]
    records = evidence.stru.records if evidence.stru is not None else []
    return [Decoded(n, result.kod.decode(data, n), tuple(chances[byte] for byte in data)) for n, data in records]


def propose(result: KodRecovery, evidence: Evidence, most: int = 20) -> list[Proposal]:
    """Words of structure records that fit where some bytes are doubtful, the likeliest first.

    They can all be taken together: none gives an entry another value than a sure entry has, or a likelier word tells.
    """
    found: list[tuple[Proposal, dict[int, int]]] = []
    stored = dict(evidence.stru.records) if evidence.stru is not None else {}
    rarity = -np.log(n_grams().single)
    for number, data, confidence in partly_decoded(result, evidence):
        plain = np.frombuffer(data, np.uint8)
        sure = np.array(confidence) >= SURE
        for word in words():
            if not _SHORTEST <= len(word) <= len(data):
                continue
            windows = np.lib.stride_tricks.sliding_window_view(plain, len(word))
            is_sure = np.lib.stride_tricks.sliding_window_view(sure, len(word))
            letters = np.frombuffer(word, np.uint8)
            fits = ((windows == letters) | ~is_sure).all(axis=1) & ~is_sure.all(axis=1)
            fits &= is_sure.mean(axis=1) >= _SURE_SHARE
            for offset in np.flatnonzero(fits).tolist():
                new = np.flatnonzero(~is_sure[offset]).tolist()
                entries = [(stored[number][offset + i], (word[i] + offset + i + number) % VALUES) for i in new]
                gain = float(rarity[letters[is_sure[offset]]].sum()) - log(len(words()))
                gain += sum(_log_chance(result.entries[byte], value) for byte, value in set(entries))
                told = _together({}, entries)
                if told is not None and gain > 0:
                    found.append((Proposal(number, offset, word, len(word) - len(new), len(new), gain), told))
    known = {entry.cipher: entry.value for entry in result.entries if entry.confidence >= SURE}
    taken: list[Proposal] = []
    for proposal, told in sorted(found, key=lambda pair: (-pair[0].gain, pair[0].number, pair[0].offset)):
        if len(taken) < most and (both := _together(known, told.items())) is not None:
            known = both
            taken.append(proposal)
    return taken


def _log_chance(entry: Entry, value: int) -> float:
    """Log of the chance of a value of an entry, by its confidence and the value that comes next."""
    if value == entry.value:
        return log(entry.confidence + _NEVER)
    share = 1 - entry.confidence + _NEVER
    return log(share if value == entry.second else share / VALUES)


def _together(known: Mapping[int, int], new: Iterable[tuple[int, int]]) -> dict[int, int] | None:
    """Entries and some more; None where a byte would have two values, or a value two bytes."""
    found = dict(known)
    bytes_of = {value: byte for byte, value in known.items()}
    for byte, value in new:
        if found.setdefault(byte, value) != value or bytes_of.setdefault(value, byte) != byte:
            return None
    return found
