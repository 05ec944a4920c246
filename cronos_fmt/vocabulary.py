"""Words of dictionary fields, from the Voc bank that stands in the directory of a bank.

How a stored key finds its word is not known: no public bank has a word. So a way is used for a field only where it has
a word for every key of a sample, and no other way or table has; else keys stay keys. A hypothesis all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field
from cronos_fmt.values import Words

# Fewer different keys than these prove nothing. Of system numbers it takes more: small ones are found in any table.
MIN_KEYS = 3
MIN_NUMBERS = 10
# A vocabulary of more words is not looked at.
MAX_WORDS = 1_000_000
_BY_NUMBER = "system number"


@dataclass(frozen=True)
class WordTable:
    """One way to find words: a table of the Voc bank, what the key is, and the words by their keys."""

    table: str
    by: str
    words: Words

    def as_dict(self) -> dict[str, Any]:
        """The choice as it stands in the manifest."""
        return {"table": self.table, "by": self.by, "words": len(self.words), "status": "hypothesis"}


def ways_to_words(rows: Iterable[Row]) -> list[WordTable]:
    """Every way that the rows of a vocabulary offer; none where it has more words than are looked at.

    A key may be the system number of a row, or the value of the one other field of its table. The word is the value of
    the one text field; a table with several text fields tells nothing, unless one of two holds unique keys.
    """
    found: dict[tuple[str, str], dict[str, str] | None] = {}
    for n, row in enumerate(rows):
        if n >= MAX_WORDS:
            return []
        for by, key, word in _offers(row):
            words = found.setdefault((row.base.name, by), {})
            if words is None or not word:
                continue
            if words.setdefault(key, word) != word:
                found[row.base.name, by] = None  # one key with two words is no key
    return [WordTable(table, by, words) for (table, by), words in found.items() if words]


def _offers(row: Row) -> Iterator[tuple[str, str, str]]:
    """(what the key is, key, word) of a row, for each way its table offers."""
    texts = [f for f in row.base.fields if f.type.kind == "text"]
    if len(texts) == 1:
        yield _BY_NUMBER, str(row.number), row.value_of(texts[0]).text
    if len(row.base.fields) == 2 and texts:
        for key in row.base.fields:
            (word,) = (f for f in row.base.fields if f is not key)
            text = row.value_of(key).text
            if word in texts and text:
                yield f"field {key.name}", text, row.value_of(word).text


def choose_words(base: Base, rows: Iterable[Row], ways: Iterable[WordTable]) -> dict[str, WordTable]:
    """For each dictionary field of a base, by column name, the one way that has a word for every key in some rows."""
    fields = [f for f in base.fields if f.type.kind == "dictionary"]
    keys: Mapping[str, set[str]] = {f.column: set() for f in fields}
    for row in rows:
        for f in fields:
            keys[f.column].update(_keys(row, f))
    chosen = {}
    for column, seen in keys.items():
        fitting = [way for way in ways if seen <= way.words.keys()] if len(seen) >= MIN_KEYS else []
        if len(fitting) == 1 and (fitting[0].by != _BY_NUMBER or len(seen) >= MIN_NUMBERS):
            chosen[column] = fitting[0]
    return chosen


def _keys(row: Row, field: Field) -> Iterator[str]:
    value = row.value_of(field)
    if value.problem is None and value.value is not None:
        yield from (key for key in (value.value if isinstance(value.value, list) else [value.value]) if key)
