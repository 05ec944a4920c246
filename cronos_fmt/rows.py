"""Rows: the values of a CroBank record, split in physical order; which field has which is decided here alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.errors import CronosError
from cronos_fmt.limits import Limits
from cronos_fmt.parsing import parse_partly
from cronos_fmt.schema import Base, Field
from cronos_fmt.shown import Shown
from cronos_fmt.values import ABSENT, Value, Words, read_value, with_word


class RawValues(NamedTuple):
    """Stored values of a row in physical order, which of them (from 0) were counted, and the error that ended them.

    absent: physical positions (from 1) that own no stored value at all.
    """

    values: list[bytes]
    counted: frozenset[int] = frozenset()
    error: CronosError | None = None
    absent: frozenset[int] = frozenset()


_NO_WORDS: Mapping[str, Words] = {}


def split_values(record: bytes, row_format: RowFormat, items: int = Limits.items) -> RawValues:
    """Values of a decoded row record, at most `items`. What is left over at a break becomes the last value."""
    body = record[layouts.BankRecord.SIZE :]
    if row_format.counted_mark is None or row_format.counted_mark not in body:
        # Every separator byte is one, so this is what the parser gives, at a fraction of its cost; a test compares
        # them.
        values = body.split(row_format.separator, items)
        if not values[-1]:
            values.pop()
        too_many = CronosError(f"holds more than {items} values (limit items)") if len(values) > items else None
        return RawValues(values, error=too_many)
    tree, error = parse_partly(PARSERS[row_format.record], record, items)
    values = []
    counted: set[int] = set()
    for value, span in zip(tree.values, tree._debug["values"]["arr"], strict=False):
        if "end" not in span:
            values.append(record[span["start"] :])
        elif value.counted is not None:
            counted.add(len(values))
            values.append(value.counted.body)
        else:
            values.append(value.plain or b"")
    return RawValues(values, frozenset(counted), error)


class Row(Shown):
    """One row of a base. A value answers by the name of its field; nothing is ever moved to another field.

    words: by column name, the words of dictionary fields.
    """

    def __init__(
        self, base: Base, number: int, raw: RawValues, row_format: RowFormat, words: Mapping[str, Words] = _NO_WORDS
    ) -> None:
        self.base = base
        self.number = number
        self._format = row_format
        self._raw = raw
        self._words = words

    @property
    def stored(self) -> RawValues:
        """All values as they are stored, in physical order."""
        return self._raw

    def raw_of(self, field: Field) -> bytes:
        """Stored bytes of a field; empty where the row ends before its position."""
        values = self._raw.values
        return values[field.position - 1] if 0 < field.position <= len(values) else b""

    def is_counted(self, field: Field) -> bool:
        """True where the stored value of a field carries its length."""
        return field.position - 1 in self._raw.counted

    def value_of(self, field: Field) -> Value:
        """Value of a field with its text and its problem; a key of a dictionary with its word, where it has one."""
        if not 0 < field.position <= len(self._raw.values) or field.position in self._raw.absent:
            return ABSENT
        value = read_value(field, self.raw_of(field), self.is_counted(field), self._format)
        words = self._words.get(field.column)
        return value if words is None else with_word(value, words)

    def raw(self, name: str) -> bytes:
        """Stored bytes of a field by its column name; KeyError where the base has no such field."""
        return self.raw_of(self._fields[name])

    def text(self, name: str) -> str:
        """Value of a field as the text of a csv cell."""
        return self.value_of(self._fields[name]).text

    def __getitem__(self, name: str) -> Any:
        """Typed value of a field: text, date, time, FileReference, a list of them, bytes, or None where empty."""
        return self.value_of(self._fields[name]).value

    @cached_property
    def hidden(self) -> dict[int, bytes]:
        """Stored values, by position, of the positions that no field is defined for, as far as the row goes."""
        taken = self._raw.absent.union(self.base.positions)
        return {i: v for i, v in enumerate(self._raw.values, 1) if i not in taken}

    @property
    def last_position(self) -> int:
        """Highest position with a stored value, be it empty; the row ends there."""
        return len(self._raw.values)

    @property
    def surplus(self) -> dict[int, bytes]:
        """The values among the hidden ones that stand behind the highest defined position and are not empty."""
        last = max((f.position for f in self.base.fields), default=0)
        return {position: value for position, value in self.hidden.items() if position > last and value}

    @property
    def error(self) -> CronosError | None:
        """Why the row could not be split to its end, if so."""
        return self._raw.error

    @cached_property
    def _fields(self) -> dict[str, Field]:
        return {f.column: f for f in self.base.fields}

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._fields)
