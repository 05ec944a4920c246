"""Rows of one base as columns: what is plain is read by the engine, and the rest value by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt._gen import layouts
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.bulk.batch import Columns, TableBatch
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field
from cronos_fmt.values import FIRST_YEAR, Value, Words, read_value, with_word

# How the engine makes the texts of a column; the kernel has the same numbers. What is ASK is read here.
TEXT, DATE, TIME, ASK = range(4)
# What the engine says of a row.
DAMAGED, SURPLUS = 1, 2

_MODES = {"date": DATE, "time": TIME, "dictionary": TEXT, "number": TEXT, "text": TEXT}
_ODD = 5  # numbers that tell of one odd value
# Values of a column that are remembered, and the longest of them: the same odd value often comes again.
_REMEMBERED = 4096
_SHORT = 64


@cache
def tables_of(sub_separator: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Of each stored byte, and of each two, the text in UTF-8 and how many bytes of it count, in 4 and in 8 bytes.

    128 is added to the count for bytes that make a value odd: without a character, or between sub-values.
    """
    codes = np.zeros((256, 4), np.uint8)
    for byte in range(256):
        character = text.decode(bytes([byte]))
        encoded = character.encode("utf-8")
        is_odd_byte = not byte or byte == sub_separator or character == text.REPLACEMENT
        codes[byte] = [*encoded.ljust(3, b"\0"), len(encoded) | 128 * is_odd_byte]
    pairs = np.zeros((256, 256, 8), np.uint8)  # second byte, first byte
    pairs[:, :, :3] = codes[:, :3]
    sizes = codes[:, 3] % 128
    for size in range(1, 4):
        pairs[:, sizes == size, size : size + 3] = codes[:, None, :3]
    pairs[:, :, 7] = (sizes[:, None] + sizes) | (codes[:, None, 3] | codes[:, 3]) & 128
    return codes, pairs


class Plan:
    """How the rows of a base become columns; made once for a pass."""

    def __init__(
        self,
        base: Base,
        columns: Sequence[Field],
        row_format: RowFormat,
        words: Mapping[str, Words],
        items: int,
        split: Callable[[int, bytes], Row],
    ) -> None:
        """split: makes the Row of a record number and its bytes, for the ones that the engine cannot split."""
        self.base = base
        self.columns = tuple(columns)
        self._format = row_format
        self._words = words
        self._split = split
        self._remembered: list[dict[tuple[bytes, bool], Value]] = [{} for _ in columns]
        positions = sorted({f.position for f in columns if f.position > 0})
        lines = {position: line for line, position in enumerate(positions)}
        places = np.full(max(positions, default=0), -1, np.int32)
        places[np.array(positions, np.int64) - 1] = np.arange(len(positions), dtype=np.int32)
        mark = row_format.counted_mark
        self._arguments = (
            layouts.BankRecord.SIZE,
            row_format.separator[0],
            -1 if mark is None else mark[0],
            row_format.sub_separator[0],
            places,
            max((f.position for f in base.fields), default=0),
            items,
            np.array([self._mode(f) for f in columns], np.uint8),
            np.array([lines.get(f.position, -1) for f in columns], np.int32),
            *tables_of(row_format.sub_separator[0]),
            FIRST_YEAR,
        )

    def _mode(self, field: Field) -> int:
        if field.type.stored != "text" or field.column in self._words:
            return ASK
        return _MODES.get(field.type.kind, TEXT)

    def read(
        self,
        data: NDArray[np.uint8],
        starts: NDArray[np.int64],
        lengths: NDArray[np.int64],
        numbers: NDArray[np.int64],
        rows: Mapping[int, Row],
        engine: Any,
    ) -> TableBatch:
        """The batch of some rows: row i has the bytes data[starts[i] : starts[i] + lengths[i]].

        rows: by index, those that are split already, whose bytes are not looked at.
        """
        count, width = len(numbers), len(self.columns)
        if rows:
            # Nothing but a head.
            known = np.fromiter(rows, np.int64, len(rows))
            data = data if len(data) else np.zeros(layouts.BankRecord.SIZE, np.uint8)
            starts, lengths = starts.copy(), lengths.copy()
            starts[known], lengths[known] = 0, layouts.BankRecord.SIZE
        offsets = np.empty((width, count + 1), np.int32)
        stored, flags = np.empty(count, np.int32), np.empty(count, np.uint8)
        texts, odd = engine.rows(data, starts, lengths, *self._arguments, offsets, stored, flags)
        columns = Columns(self.columns, offsets, np.frombuffer(texts, np.uint8))
        if not odd and not rows and not np.count_nonzero(flags):
            return TableBatch(self.base, numbers, stored, columns, {})
        rows = dict(rows)
        for i in np.flatnonzero(flags).tolist():
            rows[i] = self._split(int(numbers[i]), data[starts[i] : starts[i] + lengths[i]].tobytes())
        redone = [i for i, row in rows.items() if not flags[i] or flags[i] & DAMAGED]
        for i in redone:
            stored[i] = rows[i].last_position
        values = self._odd_values(data, np.frombuffer(odd, np.int32).reshape(-1, _ODD))
        for c, field in enumerate(self.columns if redone else ()):
            values.setdefault(c, {}).update((i, rows[i].value_of(field)) for i in redone)
        kept = {i: row for i, row in sorted(rows.items()) if row.error is not None or row.surplus}
        return TableBatch(self.base, numbers, stored, columns.with_values(values), kept)

    def _odd_values(self, data: NDArray[np.uint8], odd: NDArray[np.int32]) -> dict[int, dict[int, Value]]:
        """By column and row, the values that the engine did not read."""
        values: dict[int, dict[int, Value]] = {}
        view = data.data
        for c, row, start, stop, is_counted in odd.tolist():
            values.setdefault(c, {})[row] = self._value(c, bytes(view[start:stop]), bool(is_counted))
        return values

    def _value(self, c: int, raw: bytes, is_counted: bool) -> Value:
        remembered, key = self._remembered[c], (raw, is_counted)
        value = remembered.get(key)
        if value is None:
            field = self.columns[c]
            value = read_value(field, raw, is_counted, self._format)
            words = self._words.get(field.column)
            value = value if words is None else with_word(value, words)
            if len(raw) <= _SHORT and len(remembered) < _REMEMBERED:
                remembered[key] = value
        return value
