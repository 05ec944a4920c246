"""Recover a table: frequencies, then context, then grammar, from several starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.recovery.assignment import best_table, posterior
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.context import by_context, by_frequency, refine
from cronos_fmt.recovery.grammar import Lattice, Reading, expected, read_dictionary, read_other
from cronos_fmt.recovery.pieces import pieces
from cronos_fmt.recovery.repeats import by_repeats
from cronos_fmt.recovery.statistics import VALUES

Array = NDArray[Any]
_NOISE = 1.5  # of the log-likelihoods that further starts begin with
# How much of the matrix is believed in each round of grammar: little at first, when neighbours may be wrong.
_TEMPERATURES = (2.5, 1.5, 1.0, 1.0, 1.0, 1.0, 1.0)
# Bytes of structure that context looks at, and the longest record that grammar reads: more adds nothing but time.
CONTEXT_BYTES = 8_000
_GRAMMAR_BYTES = 1_500
_GRAMMAR_TOTAL = 3_000
# Starts by size of the text: with much text all end in the same table.
_STARTS = ((400, 3), (1_000, 2))
# Chance that check word and time of the value of Bank do not belong to each other as in all banks known.
_UNRELATED = 0.02


@dataclass(frozen=True)
class Known:
    """What is known besides the stored bytes: entries as a matrix, and NS1 with the record number of its copy."""

    extra: Array
    ns1: bytes | None = None
    ns2: int | None = None


@dataclass(frozen=True)
class Solution:
    """A table, the matrix of log-likelihoods it is the best assignment of, and its score.

    others: what the other starts ended in, best first.
    """

    table: Array
    matrix: Array
    score: float
    others: tuple[Solution, ...] = ()


def solve(records: Sequence[tuple[int, bytes]], known: Known, starts: int | None = None) -> Solution:
    """The most likely table of some structure records; `starts` is chosen by their size where it is not given."""
    text = Ciphertext(records, CONTEXT_BYTES)
    if starts is None:
        starts = next((count for size, count in _STARTS if len(text) < size), 1)
    frequency = by_frequency(text) + known.extra
    found: list[Solution] = []
    random = np.random.default_rng(0)
    for number in range(starts):
        noise = random.normal(0, _NOISE, frequency.shape) if number else 0
        table, matrix, _ = refine(text, best_table(frequency + noise), known.extra)
        found.append(_by_grammar(text, table, matrix, known))
    best, *others = sorted(found, key=lambda solution: -solution.score)
    return replace(best, others=tuple(others))


def _by_grammar(text: Ciphertext, table: Array, matrix: Array, known: Known) -> Solution:
    readings: list[Reading | None] = []
    for temperature in _TEMPERATURES:
        chances = text.to_plain(posterior(matrix / temperature))
        new: list[Reading | None] = []
        room = _GRAMMAR_TOTAL
        for number, start, stop in text.spans():
            readable = number == 1 or stop - start <= room
            new.append(_read(chances[start:stop], number, known) if readable else None)
            room -= stop - start
        by_plain = by_context(text, table, 0.05)
        for reading, (_, start, stop) in zip(new, text.spans(), strict=True):
            if reading is not None:
                by_plain[start:stop] = _combined(reading, by_plain[start:stop])
        names = _name_places(text, new)
        by_plain[names] += by_repeats(text.plain(table), names)
        matrix = text.to_entries(by_plain) + known.extra
        matrix += text.to_entries(_related(text, new, matrix))
        same = new == readings
        previous, table, readings = table, best_table(matrix), new
        if same and np.array_equal(previous, table):
            break
    return Solution(table, matrix, float(matrix[np.arange(VALUES), table].sum()))


def _read(chances: Array, number: int, known: Known) -> Reading | None:
    if not 0 < len(chances) <= _GRAMMAR_BYTES:
        return None
    lattice = Lattice(chances, known.ns1, known.ns2)
    return read_dictionary(lattice) if number == 1 else read_other(lattice)


def _name_places(text: Ciphertext, readings: Sequence[Reading | None]) -> Array:
    """Positions that are letters of names."""
    row = pieces().text
    found = [
        first + at
        for reading, (_, first, _) in zip(readings, text.spans(), strict=True)
        if reading is not None
        for span in reading.spans
        for at, number in enumerate(span.rows, span.start)
        if number == row
    ]
    return np.array(found, np.intp)


def _related(text: Ciphertext, readings: Sequence[Reading | None], matrix: Array) -> Array:
    """What check word and time of the value of Bank say of each other, by what the rest says of each of them."""
    result = np.zeros((len(text), VALUES))
    chances: Array | None = None
    for reading, (_, first, _) in zip(readings, text.spans(), strict=True):
        if reading is None or reading.bank_value is None:
            continue
        if chances is None:
            chances = text.to_plain(posterior(matrix))
        start, length = reading.bank_value
        fields: Any = layouts.BankValue.DTYPE.fields
        check, time = (first + start + fields[name][1] for name in ("check", "time"))
        # What check and time make together: the rest that zeros would have, and the number of user bases.
        rest = int(layouts.BankValue(bytes(layouts.BankValue.SIZE)).check_rest[0]) ^ (length - layouts.BankValue.SIZE)
        for offset in range(fields["time"][0].itemsize):
            order = np.arange(VALUES) ^ (rest >> 8 * offset & VALUES - 1)
            for here, there in ((check, time), (time, check)):
                other = chances[there + offset][order]
                result[here + offset] = np.log((1 - _UNRELATED) * VALUES * other + _UNRELATED)
    return result


def _combined(reading: Reading, context: Array) -> Array:
    """What grammar says where it covers a position, in names together with context, and context elsewhere."""
    rows, covered = expected(reading, len(context))
    result = np.where(covered[:, None], rows, context)
    for span in reading.spans:
        for at, row in enumerate(span.rows, span.start):
            if row == pieces().text:
                result[at] = rows[at] + 0.5 * context[at]
    return result
