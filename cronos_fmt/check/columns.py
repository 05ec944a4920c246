"""What the values of one column look like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import compress, islice
from typing import Any

from cronos_fmt import text
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.alignment import MISFITS, Shape, is_misfit, kind_of
from cronos_fmt.rows import Row
from cronos_fmt.schema import Field
from cronos_fmt.values import JOINER

FIRST_YEAR, LAST_YEAR = 1800, 2100

_MAX_DISTINCT = 1_000
_MAX_REFERENCES = 500
_EXAMPLE_LENGTH = 40
_EXAMPLES = 2
# A date of the years 1900 to 2099, as they are stored: they need no reading.
_IS_NEAR = re.compile(rb"[0-9]{5,6}|[01][0-9]{6}").fullmatch

# Text is likely CP866 where nearly all its bytes above ASCII are Russian letters there, and many are none in CP1251.
_RUSSIAN = "".join(map(chr, range(ord("А"), ord("я") + 1))) + "Ёё"
_HIGH = bytes(range(0x80, 0x100))
_LETTERS = {page: _RUSSIAN.encode(page) for page in ("cp1251", "cp866")}
_MIN_HIGH = 40
_IN_CP866, _IN_CP1251 = 0.95, 0.75


class ColumnCheck:
    """Figures of one column; values are counted where they are not empty, lengths are bytes."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.kind = kind_of(field)
        self.rows = 0
        self.values = 0
        self.misfits = 0
        self.too_long = 0
        self.longest = 0
        self.implausible = 0
        self.dates_outside = 0
        self.references = 0
        self.unresolved = 0
        self.misfit_examples: list[tuple[int, str]] = []
        self.unresolved_examples: list[int] = []
        self.outside_examples: list[int] = []
        self.text_examples: list[int] = []
        self._distinct: set[int] = set()
        self._high = 0
        self._letters = dict.fromkeys(_LETTERS, 0)

    def add(
        self,
        rows: Sequence[Row],
        values: Sequence[bytes],
        shapes: Sequence[Shape],
        row_format: RowFormat,
        is_file: Callable[[int], bool],
    ) -> None:
        """Take in the stored values that rows have of the field, and their shapes; the caller sets `self.rows`.

        Many at once, as most questions are answered by a look at all of them. is_file: is a record a stored file?
        """
        if not all(shapes):
            rows, values = list(compress(rows, shapes)), list(compress(values, shapes))
            shapes = [shape for shape in shapes if shape]
        if not values:
            return
        self.values += len(values)
        if len(self._distinct) < _MAX_DISTINCT:
            self._distinct.update(map(hash, values))
        longest, limit, found = max(map(len, values)), self.field.max_length, set(shapes)
        self.longest = max(self.longest, longest)
        if (limit is not None and longest > limit) or not found.isdisjoint(MISFITS[self.kind]):
            self._look_for_misfits(rows, values, shapes, row_format)
        if self.kind in ("text", "dictionary"):
            self._look_at_texts(rows, values, shapes)
        elif self.kind == "date" and Shape.DATE in found:
            self._look_at_dates(rows, values, shapes)
        elif self.kind == "file" and Shape.FILE in found:
            self._look_at_references(rows, shapes, is_file)

    def _look_for_misfits(
        self, rows: Sequence[Row], values: Sequence[bytes], shapes: Sequence[Shape], row_format: RowFormat
    ) -> None:
        limit, separator = self.field.max_length, row_format.sub_separator
        for row, raw, shape in zip(rows, values, shapes, strict=True):
            too_long = (
                limit is not None
                and len(raw) > limit
                and not row.is_counted(self.field)
                and any(len(part) > limit for part in raw.split(separator))
            )
            self.too_long += too_long
            if too_long or is_misfit(self.kind, shape):
                self.misfits += 1
                if len(self.misfit_examples) < _EXAMPLES:
                    self.misfit_examples.append((row.number, _example(raw)))

    def _look_at_texts(self, rows: Sequence[Row], values: Sequence[bytes], shapes: Sequence[Shape]) -> None:
        self.implausible += shapes.count(Shape.BINARY)
        joined = b"".join(values)
        if joined.isascii():
            return
        self._high += len(joined) - len(joined.translate(None, _HIGH))
        for page, letters in _LETTERS.items():
            self._letters[page] += len(joined) - len(joined.translate(None, letters))
        if len(self.text_examples) < _EXAMPLES:
            numbers = (row.number for row, raw in zip(rows, values, strict=True) if not raw.isascii())
            self.text_examples += islice(numbers, _EXAMPLES - len(self.text_examples))

    def _look_at_dates(self, rows: Sequence[Row], values: Sequence[bytes], shapes: Sequence[Shape]) -> None:
        for row, raw, shape in zip(rows, values, shapes, strict=True):
            if shape is not Shape.DATE or _IS_NEAR(raw):
                continue
            years = [int(part[:4]) for part in row.value_of(self.field).text.split(JOINER) if part]
            if not all(FIRST_YEAR <= year <= LAST_YEAR for year in years):
                self.dates_outside += 1
                self.outside_examples += [row.number] if len(self.outside_examples) < _EXAMPLES else []

    def _look_at_references(self, rows: Sequence[Row], shapes: Sequence[Shape], is_file: Callable[[int], bool]) -> None:
        for row, shape in zip(rows, shapes, strict=True):
            if shape is not Shape.FILE or self.references >= _MAX_REFERENCES:
                continue
            for reference in row.value_of(self.field).files:
                if reference.record is None or self.references >= _MAX_REFERENCES:
                    continue
                self.references += 1
                if not is_file(reference.record):
                    self.unresolved += 1
                    if len(self.unresolved_examples) < _EXAMPLES:
                        self.unresolved_examples.append(row.number)

    @property
    def empty(self) -> int:
        """Rows without a value."""
        return self.rows - self.values

    @property
    def conforming(self) -> float | None:
        """Share of the values that keep to type and length; None where there is no value."""
        return (self.values - self.misfits) / self.values if self.values else None

    @property
    def distinct(self) -> int:
        """Different values, counted up to a bound."""
        return min(len(self._distinct), _MAX_DISTINCT)

    @property
    def is_likely_cp866(self) -> bool:
        """True where the text reads as Russian in the DOS code page and does not in CP1251."""
        if self._high < _MIN_HIGH:
            return False
        in_cp866, in_cp1251 = (self._letters[page] / self._high for page in ("cp866", "cp1251"))
        return in_cp866 >= _IN_CP866 and in_cp1251 <= _IN_CP1251

    def as_dict(self) -> dict[str, Any]:
        """The column as `check --json` shows it."""
        conforming = self.conforming
        return {
            "name": self.field.name,
            "position": self.field.position,
            "type": self.field.type.code,
            "kind": self.field.type.kind,
            "values": self.values,
            "empty": self.empty,
            "conforming": None if conforming is None else round(conforming, 4),
            "misfits": self.misfits,
            "too_long": self.too_long,
            "longest": self.longest,
            "distinct": self.distinct,
            "distinct_at_least": self.distinct >= _MAX_DISTINCT,
            "implausible_text": self.implausible,
            "likely_cp866": self.is_likely_cp866,
            "dates_outside": self.dates_outside,
            "references": self.references,
            "unresolved_references": self.unresolved,
            "examples": [{"record": number, "value": value} for number, value in self.misfit_examples],
        }


def _example(raw: bytes) -> str:
    """A value cut short, and safe for a terminal."""
    shown = text.printable(text.decode(raw[:_EXAMPLE_LENGTH]))[:_EXAMPLE_LENGTH]
    return shown + ("…" if len(raw) > _EXAMPLE_LENGTH else "")
