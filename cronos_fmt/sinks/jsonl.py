"""JSON lines: one file a table, one object a row, with typed values under the names of the fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from json.encoder import encode_basestring as quoted
from typing import Any

from cronos_fmt.bulk.batch import Column, TableBatch
from cronos_fmt.links import LinkReference
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.lines import LineFormat, Lines
from cronos_fmt.sinks.typed import parts_of
from cronos_fmt.values import Value, Word


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
        cells = [_cells(batch, column, key) for column, key in zip(batch.columns, self.keys, strict=True)]
        rows = zip(batch.numbers.tolist(), *cells, strict=True)
        return "".join(
            f'{{"number": {number}, "values": {{{", ".join(filter(None, row))}}}}}\n' for number, *row in rows
        ).encode("utf-8")


def _cells(batch: TableBatch, column: Column, key: str) -> list[str]:
    """`key: value` of each row; empty where the row has no value because its record ends before."""
    is_list = column.field.is_multiple
    texts = column.texts()
    cells = [f"{key}: [{quoted(t)}]" if t and is_list else f"{key}: {quoted(t) if t else 'null'}" for t in texts]
    for i, value in column.odd.items():
        shown = json_value(value, texts[i])
        shown = [shown] if is_list and shown is not None and not isinstance(shown, list) else shown
        cells[i] = f"{key}: {json.dumps(shown, ensure_ascii=False)}"
    for i in batch.is_absent(column).nonzero()[0].tolist():
        cells[i] = ""
    return cells


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
