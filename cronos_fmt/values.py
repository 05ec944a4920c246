"""What the stored bytes of a field mean."""

from __future__ import annotations

import datetime
import re
from typing import Any, NamedTuple

from cronos_fmt import text
from cronos_fmt._gen.parsers import FileReference as FileReferenceParser
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.errors import CronosError
from cronos_fmt.parsing import parse
from cronos_fmt.schema import Field

_JOINER = "; "
# Years since 1900 have at most three digits: with four, 19850402 would become the year 3885.
_DATE = re.compile(r"(-?[0-9]{1,3})([0-9]{2})([0-9]{2})")
_TIME = re.compile(r"([0-9]{2})([0-9]{2})")
_RECORD_NUMBER = re.compile(rb"[0-9]{1,10}")
FIRST_YEAR = 1900


class FileReference(NamedTuple):
    """A file that a row names. `record` is the CroBank record with its bytes; None where the bank does not hold it."""

    name: str
    extension: str
    record: int | None

    @property
    def file_name(self) -> str:
        return f"{self.name}.{self.extension}" if self.extension else self.name


class Value(NamedTuple):
    """A value: typed (None where empty), as the text of a csv cell, and the kind of problem it has, if any."""

    value: Any
    text: str
    problem: str | None = None


_EMPTY = Value(None, "")


def read_value(field: Field, raw: bytes, counted: bool, row_format: RowFormat) -> Value:
    """Value of a field from its stored bytes; `counted` tells that they carried a length and may hold separators."""
    stored = field.type.stored
    if stored == "unknown":
        return Value(raw, raw.hex()) if raw else _EMPTY
    if not raw.strip(b"\0"):
        return _EMPTY
    if stored == "file_reference":
        return _file(raw) if counted else _text(raw)._replace(problem="file-reference")
    if row_format.sub_separator in raw and not counted:
        parts = [_single(field, part) for part in raw.split(row_format.sub_separator)]
        problem = next((p.problem for p in parts if p.problem), None)
        return Value([p.value for p in parts], _JOINER.join(p.text for p in parts), problem)
    return _single(field, raw)


def _single(field: Field, raw: bytes) -> Value:
    value = _text(raw)
    if value.value is None or value.problem is not None:
        return value
    if field.type.kind == "date":
        return _date(value.text)
    return _time(value.text) if field.type.kind == "time" else value


def _text(raw: bytes) -> Value:
    """CP1251 text without the NUL bytes that pad its end; a NUL inside is shown as U+FFFD, like an undefined byte."""
    plain = text.plain(raw)
    if not plain:
        return _EMPTY
    problem = None
    if text.REPLACEMENT in plain:
        problem = "nul-in-text" if b"\0" in raw.rstrip(b"\0") else "undecodable-byte"
    return Value(plain, plain, problem)


def _date(plain: str) -> Value:
    match = _DATE.fullmatch(plain)
    if match is None:
        return Value(plain, plain, "no-date")
    year, month, day = FIRST_YEAR + int(match[1]), int(match[2]), int(match[3])
    if month == 0 and day == 0:
        return Value(f"{year:04}", f"{year:04}")
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return Value(plain, plain, "no-date")
    return Value(date, date.isoformat())


def _time(plain: str) -> Value:
    match = _TIME.fullmatch(plain)
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        return Value(plain, plain, "no-time")
    time = datetime.time(int(match[1]), int(match[2]))
    return Value(time, time.isoformat("minutes"))


def _file(raw: bytes) -> Value:
    try:
        tree = parse(FileReferenceParser, raw)
    except CronosError:
        return _text(raw)._replace(problem="file-reference")
    problem = "file-reference" if tree.unknown_after_strings else None
    number = None
    if tree.strings.record_number:
        if _RECORD_NUMBER.fullmatch(tree.strings.record_number):
            number = int(tree.strings.record_number)
        else:
            problem = "file-reference"
    reference = FileReference(text.plain(tree.strings.name), text.plain(tree.strings.extension), number)
    return Value(reference, reference.file_name, problem)
