"""JSON lines: one file a table, one object a row, with typed values under the names of the fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
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
from cronos_fmt.sinks.typed import parts_of
from cronos_fmt.values import Value, Word

# Characters that JSON does not take as they are.
_ESCAPED = r'["\\\x00-\x1f]'


class JsonFormat(LineFormat):
    """A file of JSON lines for each table."""

    plain_extension = ".jsonl"

    def start(self, base: Base, columns: Sequence[Field]) -> tuple[bytes, Lines]:
        return b"", JsonLines(tuple(quoted(f.column) for f in columns))


@dataclass(frozen=True)
class JsonLines:
    """Makes the lines of a batch. keys: the names of its columns as JSON."""

    keys: tuple[str, ...]

    def __call__(self, batch: TableBatch) -> bytes:
        pieces = ['{"number": ', pa.array(batch.numbers).cast(pa.string()), ', "values": {']
        begun = np.zeros(len(batch), bool)
        for column, key in zip(batch.columns, self.keys, strict=True):
            there = ~batch.is_absent(column)
            cells = pc.binary_join_element_wise(_chosen(begun, ", ", ""), f"{key}: ", _values(column), "")
            pieces.append(_chosen(there, cells, ""))
            begun |= there
        lines = pc.binary_join_element_wise(*pieces, "}}\n", "")
        return b"".join(lines.cast(pa.binary()).to_pylist())


def _chosen(mask: NDArray[np.bool_], where_true: Any, where_false: str) -> Any:
    """One of two texts for each row."""
    return where_true if mask.all() else pc.if_else(pa.array(mask), where_true, where_false)


def _values(column: Column) -> pa.StringArray:
    """Each value as JSON."""
    is_list = column.field.is_multiple
    texts = column.to_arrow()
    special = np.flatnonzero(pc.match_substring_regex(texts, _ESCAPED).to_numpy(zero_copy_only=False)).tolist()
    escaped = column.with_texts({i: quoted(texts[i].as_py())[1:-1] for i in special}).to_arrow()
    start, end = ('["', '"]') if is_list else ('"', '"')
    values = pc.binary_join_element_wise(start, escaped, end, "")
    values = pc.if_else(pc.equal(texts, ""), "null", values)
    odd = {i: _json(value, texts[i].as_py(), is_list) for i, value in sorted(column.odd.items())}
    if odd:
        mask = np.zeros(len(column), bool)
        mask[list(odd)] = True
        values = pc.replace_with_mask(values, pa.array(mask), pa.array(list(odd.values()), pa.string()))
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
