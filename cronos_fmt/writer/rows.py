"""Rows of a description as stored bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.limits import Limits
from cronos_fmt.schema import Field
from cronos_fmt.values import FIRST_YEAR, read_value
from cronos_fmt.writer.checks import (
    Part,
    below,
    hexadecimal,
    integer,
    items,
    largest,
    optional,
    refuse,
    short_text,
    stored_text,
)

_NAME_SEPARATORS = (
    layouts.FILE_STRINGS__NAME_SEPARATOR,
    layouts.FILE_STRINGS__EXTENSION_SEPARATOR,
)

HIGHEST_POSITION = Limits().items
"""Highest physical position: a row has a value for each up to its last one, and a reader takes so many."""

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})-([0-9]{2}))?")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})")


class Counted(bytes):
    """A stored value that tells its own length, so that no separator follows it."""


class RowWriter:
    """Writes the rows of one base. `fields` are its fields by column name."""

    def __init__(self, base_id: int, fields: Mapping[str, Field], row_format: RowFormat) -> None:
        self.fields = fields
        self.format = row_format
        self._names = {field.position: name for name, field in fields.items()}
        low_byte = base_id & largest(row_format.record, "base_id")
        self._prefix = BUILDERS[row_format.record].build({"base_id": low_byte, "values": []})

    def record(self, part: Part) -> bytes:
        """Record of a row from its object in a description."""
        values: dict[int, bytes] = part.get("values", self._values, {})
        values |= part.get("hidden", self._hidden, {})
        # Empty values at the end are left out together with their separators.
        last = max((position for position, value in values.items() if value), default=0)
        pieces = [self._prefix]
        for position in range(1, last):
            value = values.get(position, b"")
            pieces += [value] if isinstance(value, Counted) else [value, self.format.separator]
        pieces.append(values.get(last, b""))
        return b"".join(pieces)

    def _values(self, value: Any, path: str) -> dict[int, bytes]:
        result = {}
        for name, item in Part(value, path).value.items():
            field = self.fields.get(name)
            if field is None:
                allowed = ", ".join(self.fields) or "none"
                refuse(below(path, str(name)), f"the table has no such field; allowed are {allowed}")
            result[field.position] = self._value(field, item, below(path, name))
        return result

    def _hidden(self, value: Any, path: str) -> dict[int, bytes]:
        """Values of positions that no field is defined for; their keys are positions as decimal text."""
        result = {}
        for key, item in Part(value, path).value.items():
            here = below(path, str(key))
            if not re.fullmatch(r"[1-9][0-9]{0,9}", str(key)) or int(key) > HIGHEST_POSITION:
                refuse(here, f"is no position; allowed are 1 to {HIGHEST_POSITION}")
            if int(key) in self._names:
                refuse(here, f"belongs to the field {self._names[int(key)]}; allowed are positions without a field")
            result[int(key)] = self._value(None, item, here)
        return result

    def _value(self, field: Field | None, value: Any, path: str) -> bytes:
        """Stored bytes of one value."""
        mark = self.format.counted_mark
        if isinstance(value, Mapping) and ("counted" in value or "file" in value):
            if mark is None:
                refuse(path, "the version of CroBank has no counted values; allowed are text, hex and raw")
            part = Part(value, path)
            stored = _file(part, field) if "file" in value else part.get("counted", _plain_bytes)
            part.done()
            return Counted(BUILDERS[f"{self.format.record}.counted_value"].build({"body": stored}))
        if isinstance(value, list | tuple):
            parts = items(value, path, lambda item, here: self._single(field, item, here))
            stored = self.format.sub_separator.join(parts)
        else:
            stored = self._single(field, value, path)
        if self.format.separator in stored:
            refuse(path, f"holds the byte {self.format.separator.hex()}, which ends a value; allowed in counted")
        if mark is not None and stored.startswith(mark):
            refuse(path, f"begins with the byte {mark.hex()}, as a counted value does; allowed in counted")
        return stored

    def _single(self, field: Field | None, value: Any, path: str) -> bytes:
        if isinstance(value, str):
            stored = stored_text(value, path) if field is None else self._typed(field, value, path)
        elif isinstance(value, Mapping):
            part = Part(value, path)
            stored = part.one_of(hex=hexadecimal, raw=stored_text)
            part.done()
        else:
            refuse(path, "must be a text, or an object with hex, raw, counted or file, or a list of sub-values")
        if self.format.sub_separator in stored:
            refuse(path, f"holds the byte {self.format.sub_separator.hex()}; allowed are sub-values as a list")
        return stored

    def _typed(self, field: Field, value: str, path: str) -> bytes:
        """Stored bytes of a text in the form in which the reader shows it, such as 2016-02-09 for a date."""
        if field.type.stored == "file_reference":
            refuse(path, 'allowed are {"file": NUMBER, "name": ..., "extension": ...}, hex, raw and counted')
        if field.type.kind in _STORED_FORMS and value:
            convert, allowed = _STORED_FORMS[field.type.kind]
            stored = convert(value)
            if stored is None or read_value(field, stored, False, self.format).text != value:
                refuse(path, f'is {value!r}; allowed are {allowed}, and {{"raw": ...}} for the text as it is stored')
        else:
            stored = stored_text(value, path)
        if field.max_length is not None and len(stored) > field.max_length:
            refuse(path, f"has {len(stored)} characters; the field allows {field.max_length}")
        return stored


def _plain_bytes(value: Any, path: str) -> bytes:
    """The bytes of a text, or of an object with `hex`."""
    if isinstance(value, str):
        return stored_text(value, path)
    part = Part(value, path)
    stored = part.get("hex", hexadecimal)
    part.done()
    return stored


def _date(value: str) -> bytes | None:
    match = _DATE.fullmatch(value)
    return f"{int(match[1]) - FIRST_YEAR}{match[2] or '00'}{match[3] or '00'}".encode() if match else None


def _time(value: str) -> bytes | None:
    match = _TIME.fullmatch(value)
    return f"{match[1]}{match[2]}".encode() if match else None


_STORED_FORMS = {
    "date": (_date, "YYYY-MM-DD or YYYY, with at most three digits of years before or after 1900"),
    "time": (_time, "HH:MM"),
}


def _file(part: Part, field: Field | None) -> bytes:
    if field is None or field.type.stored != "file_reference":
        refuse(part.path, "only a file field holds a file reference")
    number = part.get("file", optional(integer(0, largest("ns2", "record_number"))))
    return BUILDERS["file_reference"].build(
        {
            "strings": {
                "name": part.get("name", _file_text),
                "extension": part.get("extension", _file_text, b""),
                "record_number": b"" if number is None else str(number).encode("ascii"),
            },
        }
    )


def _file_text(value: Any, path: str) -> bytes:
    stored = short_text(value, path)
    for separator in _NAME_SEPARATORS:
        if separator in stored:
            refuse(path, f"holds the byte {separator.hex()}, which ends a name")
    return stored
