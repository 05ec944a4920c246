"""Typed columns: what the values of a field become in Arrow, so that each can be given back as its text.

A column begins with the narrowest type of its field and grows by what is met: numbers that int64 does not give back as
they are become text, a second value in one row makes lists, and dates and times that are none get a column of texts
beside theirs. The type at the end is that of all values together, whatever batches they came in.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cronos_fmt.bulk.batch import Column, TableBatch
from cronos_fmt.links import LinkReference
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo
from cronos_fmt.values import JOINER, FileReference, Value, Word
from cronos_fmt.version import __version__

Bools = NDArray[np.bool_]

# Arrow types by the names that specs/field_types.yaml gives them.
ARROW = {"int64": pa.int64(), "string": pa.string(), "date32": pa.date32(), "time32": pa.time32("ms")}
# Where a value in a typed column is not of its type, and where the key of a word stands.
RAW, KEY = "raw", "key"
_PARSED: dict[str, type] = {"date32": datetime.date, "time32": datetime.time}
# Where the digits of a time stand, and what they are worth; in milliseconds, as Parquet knows no time in seconds.
_DIGITS = {0: 36_000_000, 1: 3_600_000, 3: 600_000, 4: 60_000}
# A date that is whole has ten characters, a year four; all others are odd, and say themselves what they are.
_LENGTH = {"date32": 10, "time32": 5}


class Shape(NamedTuple):
    """What the columns of one field are: an Arrow type by name, lists of it or not, and which columns stand beside."""

    type: str
    is_list: bool
    beside: frozenset[str] = frozenset()


Shapes = tuple[Shape, ...]


def as_json(shapes: Shapes) -> list[Any]:
    """Shapes as JSON has them."""
    return [[shape.type, shape.is_list, sorted(shape.beside)] for shape in shapes]


def shapes_of(found: Sequence[Any]) -> Shapes:
    """The shapes that `as_json` gave."""
    return tuple(Shape(kind, is_list, frozenset(beside)) for kind, is_list, beside in found)


# ---- arrays over the memory of numpy, and back


def from_numpy(values: NDArray[Any], kind: pa.DataType, there: Bools | None = None) -> pa.Array:
    """Values as an Arrow array over the same memory; where `there` is false, there is none.

    As do to_numpy and scalars, pyarrow.array imports pandas where that is installed, which takes longer and more memory
    than much of an export.
    """
    return pa.Array.from_buffers(kind, len(values), [_bits(there), pa.py_buffer(np.ascontiguousarray(values))])


def _bits(there: Bools | None) -> pa.Buffer | None:
    """The bitmap of validity; None where all are there."""
    if there is None or there.all():
        return None
    return pa.py_buffer(np.packbits(there, bitorder="little"))


def _valid(array: pa.Array) -> Bools:
    """Of each value, whether there is one."""
    bits = array.buffers()[0]
    return np.ones(len(array), np.bool_) if bits is None else unpacked(bits, array)


def unpacked(bits: pa.Buffer, array: pa.Array) -> Bools:
    """The bits of a buffer that are those of an array."""
    stop = array.offset + len(array)
    return np.unpackbits(np.frombuffer(bits, np.uint8), count=stop, bitorder="little")[array.offset :].view(np.bool_)


def _cast(array: pa.Array, kind: pa.DataType) -> pa.Array:
    """What array.cast gives, without all of pyarrow.compute, which takes longer to import than many rows to cast."""
    try:
        from pyarrow._compute import CastOptions, call_function
    except ImportError:  # nobody promises that it stays there
        return array.cast(kind)
    return call_function("cast", [array], CastOptions.safe(kind))


def strings(texts: Sequence[str | None]) -> pa.StringArray:
    """Python strings as an Arrow array."""
    encoded = [b"" if text is None else text.encode("utf-8") for text in texts]
    offsets = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    there = np.array([text is not None for text in texts], np.bool_)
    buffers = [_bits(there), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(texts), buffers)


def places(texts: pa.StringArray) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Where the texts begin, and behind them where the last one ends, in the bytes behind it."""
    _, offsets, data = texts.buffers()
    starts = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    return starts, np.frombuffer(data or b"", np.uint8)


# ---- values of one cell


def text_of(part: Any) -> str | None:
    """The text of one value; None where there is none."""
    if isinstance(part, datetime.date):
        return part.isoformat()
    if isinstance(part, datetime.time):
        return part.isoformat("minutes")
    if isinstance(part, FileReference):
        return part.file_name
    if isinstance(part, Word):
        return part.word
    return part.hex() if isinstance(part, bytes) else part


def parts_of(value: Value, text: str) -> list[str | None] | None:
    """Texts of the values in one; None where it is a single one. Joined, they are the text of the csv cell.

    text: that of the cell, which names stored files as the output does.
    """
    if isinstance(value.value, LinkReference):
        return list(value.value.texts)
    if not isinstance(value.value, list):
        return None
    parts = [text_of(part) for part in value.value]
    if JOINER.join(part or "" for part in parts) == text:
        return parts
    named: list[str | None] = list(text.split(JOINER))
    return named if len(named) == len(parts) else [text]


# ---- columns


class _Values:
    """The values of one column of a batch: which there are, which are several in one, and which are of the type."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.kind = "int64" if column.field.type.kind == "number" else column.field.type.arrow
        self.lengths = np.diff(column.offsets)
        self.filled: Bools = self.lengths > 0

    @cached_property
    def parts(self) -> dict[int, list[str | None]]:
        """By row, the texts of values that are several in one."""
        found = {}
        for i, value in self.column.odd.items():
            if isinstance(value.value, list | LinkReference):
                start, stop = self.column.offsets[i], self.column.offsets[i + 1]
                parts = parts_of(value, self.column.data[start:stop].tobytes().decode("utf-8"))
                if parts is not None and self.filled[i]:
                    found[i] = parts
        return found

    @cached_property
    def typed(self) -> Bools:
        """Of each row, whether its value is of the type of the column. Not asked for numbers: those are all or none."""
        parsed = _PARSED.get(self.kind)
        if parsed is None:
            return self.filled
        typed: Bools = self.filled & (self.lengths == _LENGTH[self.kind])
        for i, value in self.column.odd.items():
            parts = value.value if isinstance(value.value, list) else [value.value]
            typed[i] = self.filled[i] and all(part is None or isinstance(part, parsed) for part in parts)
        return typed

    @cached_property
    def keys(self) -> dict[int, list[str | None]]:
        """By row, the keys of the words."""
        found = {}
        for i, value in self.column.odd.items():
            parts = value.value if isinstance(value.value, list) else [value.value]
            if any(isinstance(part, Word) for part in parts):
                found[i] = [part.key if isinstance(part, Word) else None for part in parts]
        return found

    def shape(self, before: Shape) -> Shape:
        """The narrowest shape that holds these values and all those of the one before."""
        is_list = (
            before.is_list or self.column.field.is_multiple or any(len(parts) > 1 for parts in self.parts.values())
        )
        beside = set(before.beside)
        if self.kind in _PARSED and not np.array_equal(self.typed, self.filled):
            beside.add(RAW)
        if self.keys:
            beside.add(KEY)
        kind = self.kind
        if kind == "int64" and (before.type == "string" or self._integers is None):
            kind = "string"
        return Shape(kind, is_list, frozenset(beside))

    @cached_property
    def _integers(self) -> pa.Array | None:
        """The values as integers; None where one would not be given back as it is: `7` is, `007` and `7,0` are not."""
        texts = self._pool(self.filled)[1] if self.parts else self._texts
        if _has_zero_in_front(texts):
            return None
        try:
            return _cast(texts, pa.int64())
        except pa.ArrowInvalid:
            return None

    @cached_property
    def _texts(self) -> pa.StringArray:
        return _texts(self.column, self.filled)

    def arrays(self, shape: Shape) -> list[pa.Array]:
        """The values in a shape: the column itself, then those beside it."""
        keep = self.typed if RAW in shape.beside else self.filled
        result = [self._array(shape.type, shape.is_list, keep)]
        if RAW in shape.beside:
            result.append(self._array("string", shape.is_list, self.filled & ~self.typed))
        if KEY in shape.beside:
            result.append(self._keys(shape.is_list))
        return result

    def _keys(self, is_list: bool) -> pa.Array:
        rows = [self.keys.get(i, []) for i in range(len(self.column))]
        if not is_list:
            return strings([keys[0] if keys else None for keys in rows])
        counts = np.array([len(keys) for keys in rows], np.int32)
        return _lists(counts, strings([key for keys in rows for key in keys]), counts > 0)

    def _array(self, kind: str, is_list: bool, keep: Bools) -> pa.Array:
        """The values of the rows in `keep`; the others have none."""
        if not is_list:
            if kind == "int64":
                return self._integers
            texts = self._texts if keep is self.filled else _texts(self.column, keep)
            if kind == "string" and keep is not self.filled:  # without the text of the others, which hides under nulls
                texts = texts.take(from_numpy(np.arange(len(keep)), pa.int64(), keep))
            return _parsed(texts, kind)
        counts, texts = self._pool(keep)
        return _lists(counts, _parsed(texts, kind), keep)

    def _pool(self, keep: Bools) -> tuple[NDArray[np.int32], pa.StringArray]:
        """How many values each row in `keep` has, and the texts of all of them, one behind the other."""
        counts = keep.astype(np.int32)
        several = {i: parts for i, parts in self.parts.items() if keep[i]}
        for i, parts in several.items():
            counts[i] = len(parts)
        starts = np.cumsum(counts) - counts
        # Taken from the texts of the rows, and behind those the single texts of the values that are several in one.
        places = np.zeros(int(counts.sum()), np.int64)
        places[starts[keep]] = np.flatnonzero(keep)
        flat: list[str | None] = []
        for i, parts in several.items():
            first = len(keep) + len(flat)
            places[starts[i] : starts[i] + len(parts)] = range(first, first + len(parts))
            flat += [part or None for part in parts]
        pool = pa.concat_arrays([self._texts, strings(flat)])
        return counts, pool.take(from_numpy(places, pa.int64()))


def _texts(column: Column, keep: Bools) -> pa.StringArray:
    """The texts of the rows in `keep` over the same memory; the others have none."""
    buffers = [_bits(keep), pa.py_buffer(column.offsets), pa.py_buffer(column.data)]
    return pa.Array.from_buffers(pa.string(), len(column), buffers)


def _has_zero_in_front(texts: pa.StringArray) -> bool:
    """True where a digit follows a zero in front: of what Arrow takes for an integer, that alone is not given back."""
    starts, data = places(texts)
    first = starts[:-1][np.diff(starts) > 1]
    is_minus = data[first] == ord("-")
    return bool((data[first + is_minus] == ord("0")).any())


def _parsed(texts: pa.StringArray, kind: str) -> pa.Array:
    """Texts as values of a type, all of which they are."""
    if kind == "string":
        return texts
    return _times(texts) if kind == "time32" else _cast(texts, ARROW[kind])


def _times(texts: pa.StringArray) -> pa.Array:
    """Times of the form HH:MM, which Arrow does not read."""
    there, (starts, data) = _valid(texts), places(texts)
    times, first = np.zeros(len(texts), np.int32), starts[:-1][there]
    times[there] = sum(np.multiply(data[first + at] - ord("0"), worth, dtype=np.int32) for at, worth in _DIGITS.items())
    return from_numpy(times, ARROW["time32"], there)


def _type(kind: str, is_list: bool) -> pa.DataType:
    return pa.list_(ARROW[kind]) if is_list else ARROW[kind]


# ---- tables


class TypedColumn(NamedTuple):
    """One column: its field, what stands in it (None for the values themselves), and its name and type."""

    field: Field
    what: str | None
    arrow: pa.Field


class TypedTable:
    """The columns of one table as they grow: batches come in as texts, and go out typed.

    shapes: what the columns are by now, field by field; `schema` and `lift` take those of any time.
    """

    def __init__(self, base: Base, fields: Sequence[Field], bank: BankInfo, deleted: bool = False) -> None:
        self.base = base
        self.fields = tuple(fields)
        self.shapes: Shapes = tuple(_narrowest(f) for f in fields)
        self._bank = bank
        self._deleted = deleted
        self._schemas: dict[Shapes, pa.Schema] = {}
        taken = {base.number_name, *(f.column for f in fields)}
        self._beside = {(f.column, what): _name(f"{f.column} ({what})", taken) for f in fields for what in (RAW, KEY)}

    def typed(self, batch: TableBatch) -> pa.RecordBatch:
        """A batch in the shapes of now, which grow by it first."""
        columns = [_Values(column) for column in batch.columns]
        self.shapes = tuple(values.shape(before) for values, before in zip(columns, self.shapes, strict=True))
        arrays = [from_numpy(batch.numbers, pa.int64())]
        for values, shape in zip(columns, self.shapes, strict=True):
            arrays += values.arrays(shape)
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema(self.shapes))

    def schema(self, shapes: Shapes) -> pa.Schema:
        """Names and types of all columns; what the table and its fields are stands in the metadata."""
        if shapes not in self._schemas:
            number = pa.field(self.base.number_name, pa.int64(), nullable=False)
            columns = [number, *(column.arrow for column in self.columns(shapes))]
            self._schemas[shapes] = pa.schema(columns, _metadata(self._about))
        return self._schemas[shapes]

    def columns(self, shapes: Shapes) -> list[TypedColumn]:
        """All columns behind the system number."""
        result = []
        for f, shape in zip(self.fields, shapes, strict=True):
            about = {"position": f.position, "type": f.type.code, "kind": f.type.kind}
            arrow = pa.field(f.column, _type(shape.type, shape.is_list), metadata=_metadata(about))
            result.append(TypedColumn(f, None, arrow))
            for what in _ordered(shape.beside):
                metadata = _metadata({what: f.column, **about})
                arrow = pa.field(self._beside[f.column, what], _type("string", shape.is_list), metadata=metadata)
                result.append(TypedColumn(f, what, arrow))
        return result

    @cached_property
    def _about(self) -> dict[str, Any]:
        return {
            "tool": {"name": "cronos-fmt", "version": __version__},
            "bank": self._bank.described,
            "table": {
                "id": self.base.id,
                "name": self.base.name,
                "mnemonic": self.base.mnemonic,
                "deleted": self._deleted,
                "positions": self._bank.readings.get(self.base.key),
                "hidden_positions": list(self.base.hidden_positions),
            },
        }

    def lift(self, batch: pa.RecordBatch, before: Shapes, now: Shapes) -> pa.RecordBatch:
        """A batch of some shapes in those that they have grown to."""
        if before == now:
            return batch
        import pyarrow.compute as pc  # takes longer than all the rest, and few tables need it at once

        columns = iter(batch.columns)
        arrays = [next(columns)]
        for old, new in zip(before, now, strict=True):
            values = lifted(next(columns), new.type, new.is_list)
            none = pa.nulls(len(batch), pa.string())
            beside = {what: none for what in new.beside} | {what: next(columns) for what in _ordered(old.beside)}
            texts = {what: lifted(array, "string", new.is_list) for what, array in beside.items()}
            if RAW in texts.keys() - new.beside:
                values = pc.if_else(values.is_valid(), values, texts[RAW])
            arrays += [values, *(texts[what] for what in _ordered(new.beside))]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema(now))


def merged(shapes: Shapes) -> Shapes:
    """The same without columns of texts beside: where not all values are of the type, the column itself is text."""
    return tuple(Shape("string", s.is_list, s.beside - {RAW}) if RAW in s.beside else s for s in shapes)


def _narrowest(field: Field) -> Shape:
    """The shape of a field without any value."""
    return Shape("int64" if field.type.kind == "number" else field.type.arrow, field.is_multiple)


def lifted(array: pa.Array, kind: str, is_list: bool) -> pa.Array:
    """An array as one of a wider type: anything as its text, single values as lists of one."""
    if pa.types.is_list(array.type):
        values = as_type(array.flatten(), kind)
        starts = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
        return _lists(np.diff(starts) * _valid(array), values, _valid(array))
    array = as_type(array, kind)
    return _lists(_valid(array), array.drop_null(), _valid(array)) if is_list else array


def _lists(counts: NDArray[Any], values: pa.Array, there: Bools) -> pa.ListArray:
    """Lists of so many values each, one behind the other; where `there` is false, there is no list."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    buffers = [_bits(there), pa.py_buffer(offsets)]
    return pa.Array.from_buffers(pa.list_(values.type), len(counts), buffers, children=[values])


def as_type(array: pa.Array, kind: str) -> pa.Array:
    """Values as those of a type by name; a time as text has no seconds."""
    if kind == "string" and pa.types.is_time(array.type):
        import pyarrow.compute as pc

        return pc.utf8_slice_codeunits(_cast(array, pa.string()), 0, _LENGTH["time32"])
    return _cast(array, ARROW[kind])


def _ordered(beside: frozenset[str]) -> list[str]:
    return [what for what in (RAW, KEY) if what in beside]


def _metadata(about: Mapping[str, Any]) -> dict[str, str]:
    return {"cronos_fmt": json.dumps(about, ensure_ascii=False)}


def _name(wanted: str, taken: set[str]) -> str:
    """A name that no column has; it is taken from now on."""
    name, n = wanted, 1
    while name in taken:
        n += 1
        name = f"{wanted} ({n})"
    taken.add(name)
    return name
