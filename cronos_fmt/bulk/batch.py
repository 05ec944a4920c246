"""Rows of one base as columns: what the bulk path makes, and what every output reads."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field
from cronos_fmt.values import Value

if TYPE_CHECKING:
    import pyarrow as pa

Offsets = NDArray[np.int32]
Bytes = NDArray[np.uint8]
_NOTHING: Mapping[int, Any] = {}


@dataclasses.dataclass(slots=True, eq=False)
class Column:
    """Values of one field as the texts of csv cells, UTF-8 as in Arrow: text i is data[offsets[i] : offsets[i + 1]].

    odd: by index in the batch, the values that are more than their text says: several in one, a reference to a file,
    stored bytes, or one with a problem. All others follow from their text and the kind of the field.
    """

    field: Field
    offsets: Offsets
    data: Bytes
    odd: Mapping[int, Value] = dataclasses.field(default_factory=dict)

    @classmethod
    def of_texts(cls, of: Field, texts: Sequence[str], odd: Mapping[int, Value] | None = None) -> Column:
        """The column of some texts."""
        encoded = [text.encode("utf-8") for text in texts]
        offsets = np.zeros(len(encoded) + 1, np.int32)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        return cls(of, offsets, np.frombuffer(b"".join(encoded), np.uint8), odd or {})

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def texts(self) -> list[str]:
        """The texts as Python strings."""
        data, stops = self.data.tobytes(), self.offsets.tolist()
        return [data[a:b].decode("utf-8") for a, b in pairwise(stops)]

    def with_texts(self, changed: Mapping[int, str]) -> Column:
        """The column with other texts at some indexes."""
        if not changed:
            return self
        data, stops = self.data.tobytes(), self.offsets.tolist()
        parts, lengths, start = [], np.diff(self.offsets), 0
        for i in sorted(changed):
            text = changed[i].encode("utf-8")
            parts += [data[start : stops[i]], text]
            start, lengths[i] = stops[i + 1], len(text)
        offsets = np.zeros(len(self.offsets), np.int32)
        np.cumsum(lengths, out=offsets[1:])
        return dataclasses.replace(
            self, offsets=offsets, data=np.frombuffer(b"".join([*parts, data[start:]]), np.uint8)
        )

    def with_values(self, values: Mapping[int, Value]) -> Column:
        """The column with other values at some indexes."""
        column = self.with_texts({i: value.text for i, value in values.items() if value.text or self._has_text(i)})
        return dataclasses.replace(column, odd={i: value for i, value in sorted(values.items()) if is_odd(value)})

    def _has_text(self, i: int) -> bool:
        return bool(self.offsets[i + 1] > self.offsets[i])

    def take(self, chosen: NDArray[np.int64]) -> Column:
        """The column of some of the rows, by index."""
        starts, lengths = self.offsets[:-1][chosen].astype(np.int64), np.diff(self.offsets)[chosen]
        offsets = np.zeros(len(chosen) + 1, np.int32)
        np.cumsum(lengths, out=offsets[1:])
        places = np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])
        odd = {k: self.odd[i] for k, i in enumerate(chosen.tolist()) if i in self.odd} if self.odd else {}
        return Column(self.field, offsets, self.data[places], odd)

    def to_arrow(self) -> pa.StringArray:
        """The texts as an Arrow array over the same memory."""
        import pyarrow as pa

        buffers = [None, pa.py_buffer(self.offsets), pa.py_buffer(self.data)]
        return pa.Array.from_buffers(pa.string(), len(self), buffers)


class Columns(Sequence[Column]):
    """Columns that were made together: each is made from what they share when it is asked for.

    With hundreds of bases a batch has thousands of columns, and as objects they would keep the garbage collector busy.

    offsets: of each field, those of its texts. data: the texts of all fields, one field behind the other. changed: by
    index, the columns that are something else.
    """

    __slots__ = ("_changed", "_data", "_fields", "_offsets")

    def __init__(
        self, fields: tuple[Field, ...], offsets: Offsets, data: Bytes, changed: Mapping[int, Column] = _NOTHING
    ) -> None:
        self._fields = fields
        self._offsets = offsets
        self._data = data
        self._changed = changed

    def __len__(self) -> int:
        return len(self._fields)

    @overload
    def __getitem__(self, index: int) -> Column: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Column, ...]: ...
    def __getitem__(self, index: int | slice) -> Column | tuple[Column, ...]:
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Column]:
        changed = self._changed
        for c, (field, (offsets, data)) in enumerate(zip(self._fields, self._made(), strict=True)):
            yield changed[c] if c in changed else Column(field, offsets, data, _NOTHING)

    def _made(self) -> Iterator[tuple[Offsets, Bytes]]:
        data, at = self._data, 0
        for offsets, size in zip(self._offsets, self._offsets[:, -1].tolist(), strict=True):
            yield offsets, data[at : at + size]
            at += size

    def groups(self) -> tuple[tuple[Offsets, Bytes], ...]:
        """Offsets and data of all columns, in groups: of a group both stand one column behind the other."""
        if self._changed:
            return groups(tuple(self))
        return ((self._offsets, self._data),)

    def odd(self) -> list[tuple[int, Column]]:
        """Index and column of those that have odd values."""
        return [(c, column) for c, column in sorted(self._changed.items()) if column.odd]

    def with_values(self, values: Mapping[int, Mapping[int, Value]]) -> Columns:
        """The columns with other values, by column and index."""
        if not values:
            return self
        columns = tuple(self)
        changed = {c: columns[c].with_values(some) for c, some in values.items()}
        return Columns(self._fields, self._offsets, self._data, {**self._changed, **changed})


@dataclasses.dataclass(frozen=True)
class TableBatch:
    """Some rows of one base, in order of record number.

    numbers: their record numbers, from 1. stored: how many values each has in its record; a position above that is
    absent, not empty. rows: by index, the rows that are damaged or hold surplus values.
    """

    base: Base
    numbers: NDArray[np.int64]
    stored: NDArray[np.int32]
    columns: Sequence[Column]
    rows: Mapping[int, Row] = dataclasses.field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.numbers)

    def take(self, chosen: NDArray[np.int64]) -> TableBatch:
        """The batch of some of the rows, by index."""
        columns = tuple(column.take(chosen) for column in self.columns)
        rows = {k: self.rows[i] for k, i in enumerate(chosen.tolist()) if i in self.rows} if self.rows else {}
        return TableBatch(self.base, self.numbers[chosen], self.stored[chosen], columns, rows)

    def is_absent(self, column: Column) -> NDArray[np.bool_]:
        """Of each row, whether its record ends before the position of a column."""
        absent: NDArray[np.bool_] = self.stored < column.field.position
        return absent


def batch_of(base: Base, columns: Sequence[Field], rows: Sequence[Row]) -> TableBatch:
    """The batch of some rows of the dissecting path, value by value."""
    values = [[row.value_of(f) for row in rows] for f in columns]
    return TableBatch(
        base,
        np.array([row.number for row in rows], np.int64),
        np.array([row.last_position for row in rows], np.int32),
        tuple(
            Column.of_texts(f, [v.text for v in column], {i: v for i, v in enumerate(column) if is_odd(v)})
            for f, column in zip(columns, values, strict=True)
        ),
        {i: row for i, row in enumerate(rows) if row.error is not None or row.surplus},
    )


def groups(columns: Sequence[Column]) -> tuple[tuple[Offsets, Bytes], ...]:
    """Offsets and data of columns, in groups: of a group both stand one column behind the other."""
    if isinstance(columns, Columns):
        return columns.groups()
    return tuple((column.offsets, column.data) for column in columns)


def packed_columns(columns: Sequence[Column]) -> Any:
    """Columns without their fields, to be kept where their objects would be many."""
    return groups(columns), {c: column.odd for c, column in odd_columns(columns)}


def unpacked_columns(fields: Sequence[Field], stored: Any) -> Sequence[Column]:
    """The columns of these fields that were packed."""
    parts, odd = stored
    if not odd and len(parts) == 1 and parts[0][0].ndim > 1:
        return Columns(tuple(fields), *parts[0])
    each = zip(fields, parts, strict=True)
    return tuple(Column(field, offsets, data, odd.get(c, _NOTHING)) for c, (field, (offsets, data)) in enumerate(each))


def odd_columns(columns: Sequence[Column]) -> list[tuple[int, Column]]:
    """Index and column of those that have odd values."""
    if isinstance(columns, Columns):
        return columns.odd()
    return [(c, column) for c, column in enumerate(columns) if column.odd]


def is_odd(value: Value) -> bool:
    """True for a value that its text and the kind of its field do not tell."""
    return value.problem is not None or isinstance(value.value, (list, tuple, bytes))


def in_order(odd: Sequence[Mapping[int, Any]]) -> Iterator[tuple[int, int]]:
    """(row, column) of the odd values of some columns, row by row, as the dissecting path meets them."""
    return iter(sorted((i, c) for c, values in enumerate(odd) for i in values))
