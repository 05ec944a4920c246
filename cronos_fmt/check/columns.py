"""What the values of one column look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cronos_fmt import text
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.alignment import Shape, Shapes, is_misfit, kind_of
from cronos_fmt.rows import Row
from cronos_fmt.schema import Field
from cronos_fmt.values import JOINER

FIRST_YEAR, LAST_YEAR = 1800, 2100

_MAX_DISTINCT = 1_000
_MAX_REFERENCES = 500
_EXAMPLE_LENGTH = 40
_EXAMPLES = 2
_MAX_UNCOUNTED = 1 << 16

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
        self._uncounted = bytearray()
        self._high = 0
        self._letters = dict.fromkeys(_LETTERS, 0)

    def add(self, row: Row, shapes: Shapes, row_format: RowFormat, is_file: Callable[[int], bool]) -> None:
        """Take in the value of a row; is_file tells whether a record is a stored file. `rows` is set by the caller."""
        raw = row.raw_of(self.field)
        if not raw:
            return
        counted = row.is_counted(self.field)
        shape = shapes(raw, counted)
        if shape is Shape.EMPTY:
            return
        self.values += 1
        if len(self._distinct) < _MAX_DISTINCT:
            self._distinct.add(hash(raw))
        length, limit = len(raw), self.field.max_length
        if length > self.longest:
            self.longest = length
        too_long = (
            limit is not None
            and length > limit
            and not counted
            and any(len(part) > limit for part in raw.split(row_format.sub_separator))
        )
        self.too_long += too_long
        if too_long or is_misfit(self.kind, shape):
            self.misfits += 1
            if len(self.misfit_examples) < _EXAMPLES:
                self.misfit_examples.append((row.number, _example(raw)))
        if self.kind in ("text", "dictionary"):
            self._look_at_text(row.number, raw, shape)
        elif shape is Shape.DATE and self.kind == "date":
            years = [int(part[:4]) for part in row.value_of(self.field).text.split(JOINER) if part]
            if not all(FIRST_YEAR <= year <= LAST_YEAR for year in years):
                self.dates_outside += 1
                self.outside_examples += [row.number] if len(self.outside_examples) < _EXAMPLES else []
        elif shape is Shape.FILE and self.kind == "file":
            self._look_at_reference(row, is_file)

    def _look_at_text(self, number: int, raw: bytes, shape: Shape) -> None:
        self.implausible += shape is Shape.BINARY
        if not raw.isascii():
            self.text_examples += [number] if len(self.text_examples) < _EXAMPLES else []
            self._uncounted += raw
            if len(self._uncounted) > _MAX_UNCOUNTED:
                self._count_letters()

    def _count_letters(self) -> None:
        """Count what was not counted yet: one look at many texts is quicker than one at each."""
        found, self._uncounted = self._uncounted, bytearray()
        self._high += len(found) - len(found.translate(None, _HIGH))
        for page, letters in _LETTERS.items():
            self._letters[page] += len(found) - len(found.translate(None, letters))

    def _look_at_reference(self, row: Row, is_file: Callable[[int], bool]) -> None:
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
        return len(self._distinct)

    @property
    def is_likely_cp866(self) -> bool:
        """True where the text reads as Russian in the DOS code page and does not in CP1251."""
        self._count_letters()
        if self._high < _MIN_HIGH:
            return False
        shares = {page: count / self._high for page, count in self._letters.items()}
        return shares["cp866"] >= _IN_CP866 and shares["cp1251"] <= _IN_CP1251

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
