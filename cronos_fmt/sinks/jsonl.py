"""JSON lines: one file a table, one object a row, with typed values under the names of the fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from json.encoder import encode_basestring as quoted
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from cronos_fmt.bulk.batch import Column, TableBatch
from cronos_fmt.links import LinkReference
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.lined import Lines
from cronos_fmt.sinks.lines import LineFormat
from cronos_fmt.sinks.typed import from_numpy, parts_of, places, strings, unpacked
from cronos_fmt.values import Value, Word

# Characters that JSON does not take as they are.
_ESCAPED = r'["\\\x00-\x1f]'
_CELLS_AT_ONCE = 1 << 17


class JsonFormat(LineFormat):
    """A file of JSON lines for each table."""

    plain_extension = ".jsonl"

    def start(self, base: Base, columns: Sequence[Field]) -> tuple[bytes, Lines]:
        return b"", JsonLines(tuple(quoted(f.column) for f in columns))


@dataclass(frozen=True)
class JsonLines:
    """Makes the lines of a batch. keys: the names of its columns as JSON."""

    keys: tuple[str, ...]

    def __call__(self, batch: TableBatch) -> bytearray:
        first, behind, end, nothing, *keys = _scalars('{"number": ', ', "values": {', "}}\n", "", *self._keys())
        pieces = [first, from_numpy(batch.numbers, pa.int64()).cast(pa.string()), behind]
        begun = np.zeros(len(batch), bool)
        for column, key, key_behind in zip(batch.columns, keys[::2], keys[1::2], strict=True):
            there = ~batch.is_absent(column)
            cell = [_chosen(begun, key_behind, key), _values(column)]
            if not there.all():
                cell = [_chosen(there, pc.binary_join_element_wise(*cell, nothing), nothing)]
            pieces += cell
            begun |= there
        return _joined([*pieces, end, nothing], len(batch))

    def _keys(self) -> list[str]:
        """Of each column its key, and that behind other ones."""
        return [f"{comma}{key}: " for key in self.keys for comma in ("", ", ")]


def _joined(pieces: Sequence[Any], rows: int) -> bytearray:
    """Lines from their pieces and what stands between those, some rows at a time: they are larger than all pieces."""
    lines = bytearray()
    at_once = max(_CELLS_AT_ONCE // len(pieces), 1)
    for start in range(0, rows, at_once):
        some = [piece.slice(start, at_once) if isinstance(piece, pa.Array) else piece for piece in pieces]
        lines += _bytes(pc.binary_join_element_wise(*some))
    return lines


@cache
def _scalars(*texts: str) -> tuple[pa.StringScalar, ...]:
    """Texts for compute functions, which import pandas for those of Python, where it is installed."""
    return tuple(strings(texts))


def _bytes(lines: pa.StringArray) -> memoryview:
    """All texts, one behind the other."""
    ends, data = places(lines)
    return data[ends[0] : ends[-1]].data


def _bools(mask: NDArray[np.bool_]) -> pa.BooleanArray:
    return pa.Array.from_buffers(pa.bool_(), len(mask), [None, pa.py_buffer(np.packbits(mask, bitorder="little"))])


def _chosen(mask: NDArray[np.bool_], where_true: Any, where_false: Any) -> Any:
    """One of two texts for each row; a single one where that is the same for all."""
    if mask.all():
        return where_true
    return pc.if_else(_bools(mask), where_true, where_false) if mask.any() else where_false


def _values(column: Column) -> pa.StringArray:
    """Each value as JSON."""
    is_list = column.field.is_multiple
    start, end, null, nothing = _scalars('["' if is_list else '"', '"]' if is_list else '"', "null", "")
    texts = column.to_arrow()
    found = pc.match_substring_regex(texts, _ESCAPED)
    special = np.flatnonzero(unpacked(found.buffers()[1], found)).tolist()
    escaped = column.with_texts({i: quoted(texts[i].as_py())[1:-1] for i in special}).to_arrow()
    values = pc.binary_join_element_wise(start, escaped, end, nothing)
    values = pc.if_else(pc.equal(texts, nothing), null, values)
    odd = {i: _json(value, texts[i].as_py(), is_list) for i, value in sorted(column.odd.items())}
    if odd:
        mask = np.zeros(len(column), bool)
        mask[list(odd)] = True
        values = pc.replace_with_mask(values, _bools(mask), strings(list(odd.values())))
    return values


def _json(value: Value, text: str, is_list: bool) -> str:
    found = json_value(value, text)
    found = [found] if is_list and found is not None and not isinstance(found, list) else found
    return json.dumps(found, ensure_ascii=False)


def json_value(value: Value, text: str) -> Any:
    """A value for JSON. text: that of its csv cell, which names a stored file as the output does."""
    if not isinstance(value.value, list):
        return _single(value.value, text)
    texts = parts_of(value, text) or [text]
    if len(texts) != len(value.value):
        return texts
    return [_single(part, t) for part, t in zip(value.value, texts, strict=True)]


def _single(value: Any, text: str | None) -> Any:
    if isinstance(value, LinkReference | Word):
        return value._asdict()
    return text or None
