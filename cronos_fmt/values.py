"""What the stored bytes of a field mean."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from cronos_fmt import text
from cronos_fmt._gen.parsers import FileReference as FileReferenceParser
from cronos_fmt._gen.parsers import FileReferenceChain, FileReferenceList, FileStrings
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.links import read_link
from cronos_fmt.parsing import parse_partly
from cronos_fmt.schema import Field

JOINER = "; "
# Years since 1900 have at most three digits: with four, 19850402 would become the year 3885.
_DATE = re.compile(r"(-?[0-9]{1,3})([0-9]{2})([0-9]{2})")
_TIME = re.compile(r"([0-9]{2})([0-9]{2})")
_RECORD_NUMBER = re.compile(rb"[0-9]{1,10}")
FIRST_YEAR = 1900


class Validity(StrEnum):
    """What a stored value is worth as one of its type; the last two are the ways of having none."""

    FULL = "full"
    YEAR = "year"  # a date of which the bank knows the year alone
    OUT_OF_RANGE = "out of range"  # digits of the right form that name no day or time there is
    FREE_TEXT = "free text"  # anything else in a field of dates, times or files
    UNDECODABLE = "undecodable"  # text with a byte that has no character
    EMPTY = "empty"
    ABSENT = "absent"  # the record ends before the position of the field


class FileReference(NamedTuple):
    """A file that a row names. `record` is the CroBank record with its bytes; None where the bank does not hold it."""

    name: str
    extension: str
    record: int | None

    @property
    def file_name(self) -> str:
        return f"{self.name}.{self.extension}" if self.extension else self.name


class Word(NamedTuple):
    """The word that the Voc bank has for a key, and the key as it is stored."""

    key: str
    word: str


# Words of a dictionary by their keys.
Words = Mapping[str, str]


class Value(NamedTuple):
    """A value: typed (None where there is none), as the text of a csv cell, and the kind of problem it has, if any."""

    value: Any
    text: str
    problem: str | None = None
    validity: Validity = Validity.FULL

    @property
    def files(self) -> list[FileReference]:
        """The files that the value names."""
        parts = self.value if isinstance(self.value, list) else [self.value]
        return [part for part in parts if isinstance(part, FileReference)]


_EMPTY = Value(None, "", None, Validity.EMPTY)
ABSENT = Value(None, "", None, Validity.ABSENT)


def read_value(field: Field, raw: bytes, counted: bool, row_format: RowFormat) -> Value:
    """Value of a field from its stored bytes; `counted` tells that they carried a length and may hold separators."""
    stored = field.type.stored
    if stored == "unknown":
        return _opaque(field, raw) if raw else _EMPTY
    if not raw.strip(b"\0"):
        return _EMPTY
    if stored == "file_reference":
        return _files(raw) if counted else _no_file(raw)
    if row_format.sub_separator in raw and not counted:
        return _several([_single(field, part) for part in raw.split(row_format.sub_separator)])
    return _single(field, raw)


def with_word(value: Value, words: Words) -> Value:
    """A value of a dictionary field with the word of each key; a key without a word stays as it is."""
    if isinstance(value.value, list):
        parts = [Value(None, "") if key is None else with_word(Value(key, key), words) for key in value.value]
        several = _several(parts)
        return several._replace(problem=value.problem or several.problem, validity=value.validity)
    if value.value is None or value.problem is not None:
        return value
    word = words.get(value.text)
    if word is None:
        return value._replace(problem="no-word")
    return value._replace(value=Word(value.text, word), text=word)


def _several(parts: list[Value]) -> Value:
    """The values of a field that has more than one; a problem of any is one of the whole."""
    worst = next((p for p in parts if p.problem), Value(None, ""))
    return Value([p.value for p in parts], JOINER.join(p.text for p in parts), worst.problem, worst.validity)


def _opaque(field: Field, raw: bytes) -> Value:
    """A value of a type that is not understood: its bytes, or the rows that a link leads to where it can be read."""
    link = read_link(raw) if field.type.kind in ("link", "field_link") else None
    return Value(raw, raw.hex()) if link is None else Value(link, JOINER.join(link.texts))


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
    if text.REPLACEMENT not in plain:
        return Value(plain, plain)
    problem = "nul-in-text" if b"\0" in raw.rstrip(b"\0") else "undecodable-byte"
    return Value(plain, plain, problem, Validity.UNDECODABLE)


def _date(plain: str) -> Value:
    match = _DATE.fullmatch(plain)
    if match is None:
        return Value(plain, plain, "no-date", Validity.FREE_TEXT)
    year, month, day = FIRST_YEAR + int(match[1]), int(match[2]), int(match[3])
    # One spelling for each date, so that a typed one gives its stored text back; the examples known are all like it.
    spelling = None if match[1] == str(int(match[1])) else "date-spelling"
    if month == 0 and day == 0:
        return Value(f"{year:04}", f"{year:04}", spelling, Validity.YEAR)
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return Value(plain, plain, "no-date", Validity.OUT_OF_RANGE)
    return Value(date, date.isoformat(), spelling)


def _time(plain: str) -> Value:
    match = _TIME.fullmatch(plain)
    if match is None:
        return Value(plain, plain, "no-time", Validity.FREE_TEXT)
    try:
        time = datetime.time(int(match[1]), int(match[2]))
    except ValueError:
        return Value(plain, plain, "no-time", Validity.OUT_OF_RANGE)
    return Value(time, time.isoformat("minutes"))


def _no_file(raw: bytes) -> Value:
    return _text(raw)._replace(problem="file-reference", validity=Validity.FREE_TEXT)


def _files(raw: bytes) -> Value:
    """The file that a value names, or several where that fits to the last byte."""
    tree, error = parse_partly(FileReferenceParser, raw)
    if error is not None:
        return _no_file(raw)
    if not tree.unknown_after_strings:
        return _file(tree.strings)
    ways = [found for way in (FileReferenceList, FileReferenceChain) if (found := _references(way, raw))]
    return _several([_file(strings) for strings in ways[0]]) if len(ways) == 1 else _file(tree.strings, is_whole=False)


def _references(way: type[FileReferenceList] | type[FileReferenceChain], raw: bytes) -> list[FileStrings]:
    """The references of a value read in one way; none where it does not fit to the last byte."""
    tree, error = parse_partly(way, raw)
    return [each.strings for each in tree.references] if error is None and tree._io.is_eof() else []


def _file(strings: FileStrings, is_whole: bool = True) -> Value:
    number = int(strings.record_number) if _RECORD_NUMBER.fullmatch(strings.record_number) else None
    reference = FileReference(text.plain(strings.name), text.plain(strings.extension), number)
    if not is_whole or (number is None and strings.record_number):
        return Value(reference, reference.file_name, "file-reference", Validity.FREE_TEXT)
    return Value(reference, reference.file_name)
