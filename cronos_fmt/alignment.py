"""How well values fit the fields they are dealt to: the evidence that tells one reading of positions from another.

Values are reduced to shapes (a date, a number, text ...), rows to patterns of shapes, so that each deal of values to
fields is judged on a few patterns instead of many rows.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple, cast

from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.limits import Limits
from cronos_fmt.readings import Reading, deal_values
from cronos_fmt.rows import RawValues
from cronos_fmt.schema import Base, Field
from cronos_fmt.values import read_value


class Shape(IntEnum):
    """What a stored value looks like, whatever its field says."""

    EMPTY = 0
    DATE = 1
    TIME = 2
    NUMBER = 3
    TEXT = 4
    BINARY = 5
    FILE = 6


# Chance, in percent, that a value of a field of some kind has a shape, in the order of Shape. Rough on purpose: only
# large differences count. None stands for a position without a field.
_CHANCES: dict[str | None, tuple[float, ...]] = {
    "date": (25, 65, 0.5, 1, 7, 0.5, 0.5),
    "time": (25, 1, 65, 1, 7, 0.5, 0.5),
    "number": (25, 8, 12, 50, 4, 0.5, 0.5),
    "text": (25, 3, 3, 9, 57, 2, 1),
    "dictionary": (25, 3, 5, 27, 37, 2, 1),
    "file": (35, 0.5, 0.5, 1, 4, 1, 58),
    "link": (35, 3, 3, 9, 15, 33, 2),
    None: (45, 6, 5, 12, 28, 3, 1),
}
_LOG = {kind: tuple(math.log(chance / 100) for chance in row) for kind, row in _CHANCES.items()}
# A value longer than its field allows is about as unlikely as one of a wrong shape.
_LOG_TOO_LONG = -3.0

# Shapes that prove the kind of a field, and those that break what it promises for every value.
PROOFS = {
    "date": {Shape.DATE},
    "time": {Shape.TIME},
    "number": {Shape.NUMBER, Shape.DATE, Shape.TIME},
    "file": {Shape.FILE},
    "link": {Shape.BINARY},
}
MISFITS = {
    "text": {Shape.BINARY},
    "dictionary": {Shape.BINARY},
    "link": set[Shape](),
    **{kind: set(Shape) - {Shape.EMPTY} - PROOFS[kind] for kind in ("date", "time", "number", "file")},
}

_NUMBER = rb"[+-]?[0-9][0-9 \xa0]*+(?:[.,][0-9]++)?"
_IS_NUMBER = re.compile(_NUMBER).fullmatch
_CONTROLS = bytes(sorted({*range(32), 0x7F, 0x98} - set(b"\t\n\r")))
# Digits that may be a date or a time, sign included.
_DATE_LENGTHS, _TIME_LENGTH = range(5, 9), 4
_DATE_PROBLEMS = (None, "date-spelling")  # a date all the same

# Days that every year has, and with month and day unknown; 29 February is to be read.
_DAYS = rb"0000|(?:0[1-9]|1[0-2])(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])(?:29|30)|(?:0[13578]|1[02])31"
_SHAPE_OF_FORM = {None: Shape.EMPTY, 1: Shape.DATE, 2: None, 3: Shape.TIME, 4: Shape.NUMBER, 5: Shape.TEXT}

# Bounds on what is looked at and kept of one base, as a definition may have as many fields as it likes.
_MAX_PATTERNS = 5_000
_MAX_PLACES = 1_000
_MAX_FIELDS = 300
_BEHIND = 8  # positions behind the last field
# A place in a pattern is one byte: the shape, and above it which lengths that fields allow it goes beyond.
_SHAPE_BITS = 3
_SHAPE_MASK = (1 << _SHAPE_BITS) - 1
_MAX_LENGTHS = 30
_NOTHING = bytes([Shape.EMPTY])


def _field_of(kind: str) -> Field:
    """A field to read a value by its kind alone."""
    type_ = next(t for t in FIELD_TYPES.values() if t.kind == kind)
    return Field(kind, kind, type_, 1, 1, 0, None, False)


_DATE_FIELD, _TIME_FIELD, _FILE_FIELD = (_field_of(kind) for kind in ("date", "time", "file"))


def shape_of(raw: bytes, counted: bool, row_format: RowFormat) -> Shape:
    """Shape of a stored value; of several sub-values the one that covers them all."""
    if not raw:
        return Shape.EMPTY
    if counted:
        value = read_value(_FILE_FIELD, raw, True, row_format)
        if value.files and value.problem is None:
            return Shape.FILE
    elif row_format.sub_separator in raw:
        shapes = {_plain_shape(part, row_format) for part in raw.split(row_format.sub_separator)} - {Shape.EMPTY}
        if len(shapes) < 2:
            return shapes.pop() if shapes else Shape.EMPTY
        worst = max(shapes)
        return Shape.NUMBER if worst <= Shape.NUMBER else worst
    return _plain_shape(raw, row_format)


def _plain_shape(raw: bytes, row_format: RowFormat) -> Shape:
    plain = raw.rstrip(b"\0")
    if not plain:
        return Shape.EMPTY
    if _IS_NUMBER(plain):
        date = read_value(_DATE_FIELD, plain, False, row_format) if len(plain) in _DATE_LENGTHS else None
        if date is not None and date.problem in _DATE_PROBLEMS:
            return Shape.DATE
        if len(plain) == _TIME_LENGTH and read_value(_TIME_FIELD, plain, False, row_format).problem is None:
            return Shape.TIME
        return Shape.NUMBER
    controls = len(plain) - len(plain.translate(None, _CONTROLS))
    return Shape.BINARY if controls * 10 > len(plain) else Shape.TEXT


@cache
def _forms(sub_separator: bytes) -> Callable[[bytes], re.Match[bytes] | None]:
    """Matches most values, and so tells their shapes by the number of the group at a part of the cost of `shape_of`.

    A test compares the two. No part of the pattern gives back what it took, so that long values take no long time.
    """
    others = re.escape(_CONTROLS + sub_separator)
    form = rb"(?:(-?[0-9]{1,3}(?:%b))|(-?[0-9]{1,3}0229)|((?:[01][0-9]|2[0-3])[0-5][0-9])|(%b)|([^%b]++))?\0*+"
    return re.compile(form % (_DAYS, _NUMBER, others)).fullmatch


def shapes_of(values: Sequence[bytes], counted: Collection[int], row_format: RowFormat) -> list[Shape]:
    """Shapes of values, of which those at the places `counted` (from 0) carried their length."""
    forms = map(_forms(row_format.sub_separator), values)
    shapes = [_SHAPE_OF_FORM[form.lastindex] if form else None for form in forms]
    if counted or None in shapes:
        for i, shape in enumerate(shapes):
            if shape is None or i in counted:
                shapes[i] = shape_of(values[i], i in counted, row_format)
    return cast("list[Shape]", shapes)


def kind_of(f: Field) -> str:
    """Kind of a field as far as shapes can tell kinds apart."""
    if f.type.kind in _CHANCES:
        return f.type.kind
    return "link" if f.type.stored == "unknown" else "text"


@cache
def _told(kind: str, allowed: int | None) -> tuple[int, ...]:
    """By what a place of a pattern holds: 1 where it proves the kind of a field, -1 where it breaks the field, else 0.

    allowed: how many of the lengths that a pattern tells apart the field may go beyond; None for all.
    """

    def told(shape: int, size: int) -> int:
        if is_misfit(kind, shape) or (allowed is not None and size > allowed):
            return -1
        return int(shape in PROOFS.get(kind, ()))

    return tuple(told(place & _SHAPE_MASK, place >> _SHAPE_BITS) for place in range(1 << 8))


def is_misfit(kind: str, shape: int) -> bool:
    """True where a value that is there breaks what the type of its field promises."""
    return shape in MISFITS[kind]


class Deal(NamedTuple):
    """One way to deal the stored values of a base to its fields.

    name: for people. by_bytes: the values are split by the reading `bytes`. places: of each field, from 0, in physical
    order of the fields; -1 for none.
    """

    name: str
    by_bytes: bool
    places: tuple[int, ...]


def deal_of(base: Base, reading: Reading) -> Deal:
    """The deal that a reading makes."""
    if reading is Reading.DEFINITION:
        order = {position: i for i, position in enumerate(base.positions)}
        return Deal(str(reading), False, tuple(order.get(f.position, -1) for f in base.fields))
    return Deal(str(reading), reading is Reading.BYTES, tuple(f.position - 1 for f in base.fields))


def alternatives(base: Base, reading: Reading) -> Iterator[Deal]:
    """Other deals that a shifted definition or another reading would have been right with."""
    chosen = deal_of(base, reading)
    for step, name in ((-1, "of one position to the left"), (1, "of one position to the right")):
        yield Deal(name, chosen.by_bytes, tuple(place + step if place + step >= 0 else -1 for place in chosen.places))
    places = sorted({place for place in chosen.places if place >= 0})
    if len(places) > 2:
        for step, name in ((-1, "of the field before, in a circle"), (1, "of the field behind, in a circle")):
            turned = {place: places[(i + step) % len(places)] for i, place in enumerate(places)}
            yield Deal(name, chosen.by_bytes, tuple(turned.get(place, -1) for place in chosen.places))
    elif len(places) == 2:
        turned = dict(zip(places, reversed(places), strict=True))
        yield Deal("of the other field", chosen.by_bytes, tuple(turned.get(place, -1) for place in chosen.places))
    if base.hidden_positions:
        for other in Reading:
            if other is not reading:
                yield deal_of(base, other)


@dataclass
class Score:
    """Values that prove the kind of their field, and values that break it, under one deal."""

    fits: int = 0
    misfits: int = 0

    @property
    def share(self) -> float | None:
        """Share of the telling values that fit; None where no value tells anything."""
        seen = self.fits + self.misfits
        return self.fits / seen if seen else None


@dataclass
class Comparison:
    """An alternative deal beside the chosen one. Gains are in natural logarithms of likelihood."""

    deal: Deal
    chosen: Score
    other: Score
    gain: float = 0.0  # of all rows
    agreeing: float = 0.0  # gains of the rows that speak for the alternative
    against: float = 0.0
    placed_gain: float = 0.0  # of the values that both deals give to a field
    rows: int = 0  # rows that speak for it
    uncovered: int = 0  # rows in which it shows a value that the chosen deal hides
    examples: tuple[int, ...] = ()

    # What an alternative must have to be held against the chosen deal.
    MIN_ROWS = 3
    MIN_GAIN = 6.0
    MIN_AGREEMENT = 0.8
    MIN_PLACED = 3.0

    @property
    def may_be_better(self) -> bool:
        """True where the scores alone do not rule it out; the likelihoods of other comparisons are not looked at."""
        return self.other.fits - self.chosen.fits >= self.MIN_ROWS

    @property
    def is_clearly_better(self) -> bool:
        """True where rows agree that the alternative is right, and the chosen deal is contradicted by values."""
        if self.rows < self.MIN_ROWS or self.gain < self.MIN_GAIN:
            return False
        if self.agreeing < self.MIN_AGREEMENT * (self.agreeing + self.against):
            return False
        if not self.may_be_better or self.placed_gain < self.MIN_PLACED:
            return False
        contradicted = self.chosen.misfits >= self.MIN_ROWS and self.other.misfits * 2 <= self.chosen.misfits
        return contradicted or (self.uncovered >= self.MIN_ROWS and self.uncovered * 2 >= self.rows)


@dataclass
class _Pattern:
    count: int = 0
    examples: list[int] = field(default_factory=list)


class Evidence:
    """Rows of one base as patterns of shapes. Bounded: patterns above a number are not kept."""

    def __init__(self, base: Base, row_format: RowFormat) -> None:
        self.base = base
        self.rows = 0
        self._format = row_format
        self._kinds = [kind_of(f) for f in base.fields[:_MAX_FIELDS]]
        # Lengths count only as far as they go beyond what some field allows.
        self._limits = sorted({f.max_length for f in base.fields if f.max_length})[:_MAX_LENGTHS]
        self._allowed = [bisect_left(self._limits, f.max_length) if f.max_length else None for f in base.fields]
        self._allowed = [None if a is not None and a >= len(self._limits) else a for a in self._allowed]
        self.places = min(max(base.positions, default=0) + _BEHIND, _MAX_PLACES)
        self.patterns: dict[tuple[bytes, ...], _Pattern] = {}
        self._told = [_told(*of_field) for of_field in zip(self._kinds, self._allowed, strict=False)]
        # What was asked for since the last row: how many rows have what at a place, by the way of splitting; scores.
        self._counts: dict[bool, list[dict[int, int]]] = {}
        self._scores: dict[Deal, Score] = {}

    def add(self, number: int, raw: RawValues, by_bytes: RawValues | None = None) -> list[Shape]:
        """Take in a row, split by separators and, where the base has gaps, by the reading `bytes`, too.

        Gives the shapes of the values that were split by separators, the first `places` of them.
        """
        self.rows += 1
        self._counts.clear()
        self._scores.clear()
        pattern, shapes = self._pattern(raw)
        key = (pattern,) if by_bytes is None else (pattern, self._pattern(by_bytes)[0])
        kept = self.patterns.get(key)
        if kept is None:
            if len(self.patterns) >= _MAX_PATTERNS:
                return shapes
            kept = self.patterns[key] = _Pattern()
        kept.count += 1
        if len(kept.examples) < 2:
            kept.examples.append(number)
        return shapes

    def _pattern(self, raw: RawValues) -> tuple[bytes, list[Shape]]:
        values = raw.values[: self.places]
        shapes = shapes_of(values, raw.counted, self._format)
        if not self._limits:
            return bytes(shapes).rstrip(_NOTHING), shapes
        sizes = [bisect_left(self._limits, len(value)) for value in values]
        separator = self._format.sub_separator
        if raw.counted or separator in b"".join(values):
            for i, value in enumerate(values):
                longest = 0 if i in raw.counted else max(map(len, value.split(separator)))
                sizes[i] = bisect_left(self._limits, longest)
        pattern = bytes([shape | size << _SHAPE_BITS for shape, size in zip(shapes, sizes, strict=True)])
        return pattern.rstrip(_NOTHING), shapes

    def _too_long(self, i: int, size: int) -> bool:
        allowed = self._allowed[i]
        return allowed is not None and size > allowed

    def score(self, deal: Deal) -> Score:
        """Values that fit and break their fields under a deal."""
        if deal not in self._scores:
            self._scores[deal] = self._score(deal.by_bytes, enumerate(deal.places[:_MAX_FIELDS]))
        return self._scores[deal]

    def score_at(self, deal: Deal, i: int, place: int) -> Score:
        """Score of one field, from 0, if it had the values of a place."""
        return self._score(deal.by_bytes, [(i, place)] if i < _MAX_FIELDS else [])

    def _score(self, by_bytes: bool, places: Iterable[tuple[int, int]]) -> Score:
        counts = self._counts_by_place(by_bytes)
        score = Score()
        for i, place in places:
            if 0 <= place < len(counts):
                told = self._told[i]
                for value, count in counts[place].items():
                    if told[value] > 0:
                        score.fits += count
                    elif told[value]:
                        score.misfits += count
        return score

    def _counts_by_place(self, by_bytes: bool) -> list[dict[int, int]]:
        """By place, how many rows have a value of a pattern there."""
        found = self._counts.get(by_bytes)
        if found is None:
            found = self._counts[by_bytes] = []
            numbers = [pattern.count for pattern in self.patterns.values()]
            rows = (key[min(by_bytes, len(key) - 1)] for key in self.patterns)
            for values in zip_longest(*rows, fillvalue=0):
                counts: dict[int, int] = {}
                for value, number in zip(values, numbers, strict=True):
                    counts[value] = counts.get(value, 0) + number
                counts.pop(0, None)
                found.append(counts)
        return found

    def _likelihood(self, deal: Deal, values: bytes, shared: set[int]) -> tuple[float, float]:
        """Log likelihood of a row under a deal, and the part of it that comes from the places in `shared`."""
        total = part = 0.0
        used = set()
        for i, place in enumerate(deal.places[:_MAX_FIELDS]):
            value = values[place] if 0 <= place < len(values) else 0
            shape, size = value & _SHAPE_MASK, value >> _SHAPE_BITS
            log = _LOG[self._kinds[i]][shape] + (_LOG_TOO_LONG if self._too_long(i, size) else 0.0)
            total += log
            if place in shared and shape:
                part += log
            used.add(place)
        nobody = _LOG[None]
        total += sum(nobody[value & _SHAPE_MASK] for place, value in enumerate(values) if place not in used)
        return total, part

    def compare(self, chosen: Deal, other: Deal) -> Comparison:
        """Hold an alternative that splits rows in the same way against the chosen deal."""
        result = Comparison(other, self.score(chosen), self.score(other))
        if not result.may_be_better:
            return result
        shared = set(chosen.places) & set(other.places) - {-1}
        hidden = set(other.places) - set(chosen.places) - {-1}
        examples: list[int] = []
        for key, pattern in self.patterns.items():
            values = key[min(chosen.by_bytes, len(key) - 1)]
            before, placed_before = self._likelihood(chosen, values, shared)
            after, placed_after = self._likelihood(other, values, shared)
            gain = after - before
            result.gain += gain * pattern.count
            if gain > 0:
                result.agreeing += gain * pattern.count
                result.rows += pattern.count
                examples += pattern.examples
                if any(place < len(values) and values[place] for place in hidden):
                    result.uncovered += pattern.count
            else:
                result.against -= gain * pattern.count
            result.placed_gain += (placed_after - placed_before) * pattern.count
        result.examples = tuple(sorted(examples)[:2])
        return result

    def differing(self) -> Evidence:
        """The rows alone that the readings `physical` and `bytes` split in different ways."""
        part = Evidence(self.base, self._format)
        part.patterns = {key: pattern for key, pattern in self.patterns.items() if len(set(key)) > 1}
        part.rows = sum(pattern.count for pattern in part.patterns.values())
        return part

    @property
    def examples(self) -> tuple[int, ...]:
        """Numbers of two rows."""
        return tuple(sorted(number for pattern in self.patterns.values() for number in pattern.examples)[:2])


# ---- which reading of a gap


_CLEAR_MARGIN = 0.25
_SAFE_MARGIN = 0.05
_MIN_ROWS = 3
_MIN_FITS = 3


@dataclass(frozen=True)
class PositionChoice:
    """The reading of the positions of one base, and why.

    decided: "no gaps", "given", "margin" (the data told), "tie" (it did not, so `physical` stays). scores: share of the
    values that fit their types under each reading, over the `rows` in which readings A and B differ; None where no
    value tells anything.
    """

    reading: Reading
    decided: str
    scores: dict[str, float | None] = field(default_factory=dict)
    rows: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The choice as it stands in the manifest."""
        scores = {name: None if score is None else round(score, 4) for name, score in self.scores.items()}
        return {"reading": str(self.reading), "decided": self.decided, "scores": scores, "rows": self.rows}


def choose_reading(evidence: Evidence) -> PositionChoice:
    """`physical` or `bytes` by what the values say; `physical` where they say nothing clear."""
    differing = evidence.differing()
    scores = {reading: differing.score(deal_of(evidence.base, reading)) for reading in Reading}
    physical, by_bytes = scores[Reading.PHYSICAL], scores[Reading.BYTES]
    reading, decided = Reading.PHYSICAL, "tie"
    if differing.rows >= _MIN_ROWS:
        # A definition that is shifted looks much like it: the byte skipped is then the first one of a value.
        others = [deal for deal in alternatives(evidence.base, Reading.PHYSICAL) if not deal.by_bytes]
        if _beats(by_bytes, physical) and all(_is_safer(by_bytes, differing.score(d)) for d in others):
            reading, decided = Reading.BYTES, "margin"
        elif _beats(physical, by_bytes):
            decided = "margin"
    return PositionChoice(reading, decided, {str(name): score.share for name, score in scores.items()}, differing.rows)


def _beats(one: Score, other: Score) -> bool:
    """True where a score is better by a clear margin, and not by a few values."""
    return (
        one.fits - other.fits >= _MIN_FITS
        and one.share is not None
        and one.share - (other.share or 0.0) >= _CLEAR_MARGIN
    )


def _is_safer(one: Score, other: Score) -> bool:
    """True where a score is free of misfits that another one has, be it by less than a clear margin."""
    return other.misfits - one.misfits >= _MIN_FITS and (one.share or 0.0) - (other.share or 0.0) >= _SAFE_MARGIN


def split_both(
    record: bytes, base: Base, row_format: RowFormat, items: int = Limits.items
) -> tuple[RawValues, RawValues | None]:
    """Values of a row under the readings `physical` and, where the base has gaps, `bytes`."""
    raw = deal_values(record, base, row_format, Reading.PHYSICAL, items)
    if not base.hidden_positions:
        return raw, None
    return raw, deal_values(record, base, row_format, Reading.BYTES, items)
