"""What a person can do about open entries: records decoded as far as they are sure, and words that would fit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt.recovery.evidence import Evidence
from cronos_fmt.recovery.result import KodRecovery
from cronos_fmt.recovery.statistics import VALUES, words

Array = NDArray[Any]
SURE = 0.99
_SHORTEST = 4
# A word is proposed where so large a share of its bytes is sure, and all of these agree.
_SURE_SHARE = 0.5


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
    """A word that may stand at a place, how many of its bytes are sure and agree, and how many it would tell."""

    number: int
    offset: int
    word: bytes
    agreeing: int
    new: int

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
    """Words of structure records that fit where some bytes are doubtful, those that tell most first."""
    found: list[Proposal] = []
    stored = dict(evidence.stru.records) if evidence.stru is not None else {}
    sure_values = {e.value: e.cipher for e in result.entries if e.confidence >= SURE}
    for number, data, confidence in partly_decoded(result, evidence):
        plain = np.frombuffer(data, np.uint8)
        sure = np.array(confidence) >= SURE
        for word in words():
            if not _SHORTEST <= len(word) <= len(data):
                continue
            windows = np.lib.stride_tricks.sliding_window_view(plain, len(word))
            is_sure = np.lib.stride_tricks.sliding_window_view(sure, len(word))
            same = windows == np.frombuffer(word, np.uint8)
            fits = (same | ~is_sure).all(axis=1) & ~is_sure.all(axis=1)
            fits &= is_sure.mean(axis=1) >= _SURE_SHARE
            for offset in np.flatnonzero(fits).tolist():
                new = np.flatnonzero(~is_sure[offset]).tolist()
                if _is_free(word, offset, new, number, stored[number], sure_values):
                    found.append(Proposal(number, offset, word, len(word) - len(new), len(new)))
    return sorted(found, key=lambda p: (-p.agreeing, -p.new, p.number, p.offset))[:most]


def _is_free(word: bytes, offset: int, new: list[int], number: int, stored: bytes, taken: dict[int, int]) -> bool:
    """False where the word would give a byte a value that another one has for sure, or two values to one byte."""
    told: dict[int, int] = {}
    for i in new:
        value = (word[i] + offset + i + number) % VALUES
        byte = stored[offset + i]
        if taken.get(value, byte) != byte or told.setdefault(byte, value) != value:
            return False
    return len(set(told.values())) == len(told)
