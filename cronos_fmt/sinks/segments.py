"""Typed batches on disk: written as they come, in a new file whenever a column has grown, and read back as one table.

So a table is written once where its columns keep their types, and twice where a late value changes one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pyarrow as pa

from cronos_fmt.sinks.typed import Shapes, TypedTable, as_json, shapes_of


class Codec(Protocol):
    """How batches stand in a file."""

    def writer(self, path: Path, schema: pa.Schema) -> Any:
        """A new file, with `write_batch` and `close`."""

    def read(self, path: Path) -> Iterator[pa.RecordBatch]:
        """The batches of a file as they were written."""


class IpcCodec(NamedTuple):
    """Arrow IPC files; compression is None, lz4 or zstd."""

    compression: str | None = None

    def writer(self, path: Path, schema: pa.Schema) -> Any:
        return pa.ipc.new_file(str(path), schema, options=pa.ipc.IpcWriteOptions(compression=self.compression))

    def read(self, path: Path) -> Iterator[pa.RecordBatch]:
        with pa.OSFile(str(path), "rb") as file:
            reader = pa.ipc.open_file(file)
            for i in range(reader.num_record_batches):
                yield reader.get_batch(i)


class _Segment(NamedTuple):
    path: Path
    shapes: Shapes


class Segments:
    """The files of one table. stem: the path of each, without the number and the end that it gets."""

    def __init__(self, table: TypedTable, stem: Path, codec: Codec, saved: Sequence[Any] = ()) -> None:
        self.table = table
        self._stem = stem
        self._codec = codec
        self._files = [_Segment(stem.with_name(name), shapes_of(shapes)) for name, shapes in saved]
        self._writer: Any = None

    def save(self) -> list[Any]:
        """Put everything on the disk; the files as JSON, for the constructor."""
        self.close()
        for each in self._files:
            with each.path.open("rb") as file:
                os.fsync(file.fileno())
        return [[each.path.name, as_json(each.shapes)] for each in self._files]

    def append(self, batch: pa.RecordBatch, shapes: Shapes) -> None:
        """Write a batch of these shapes behind the others."""
        if self._writer is None or shapes != self._files[-1].shapes:
            self.close()
            path = self._stem.with_name(f"{self._stem.name}.{len(self._files)}")
            self._writer = self._codec.writer(path, self.table.schema(shapes))
            self._files.append(_Segment(path, shapes))
        self._writer.write_batch(batch)

    def close(self) -> None:
        """Close the file being written."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

    def batches(self, wanted: Shapes | None = None) -> Iterator[pa.RecordBatch]:
        """All batches in the shapes of the table, or in others that hold the same; a file goes when it is read."""
        self.close()
        now = self.table.shapes if wanted is None else wanted
        while self._files:
            path, shapes = self._files.pop(0)
            for batch in self._codec.read(path):
                yield self.table.lift(batch, shapes, now)
            path.unlink()

    def become(self, path: Path) -> None:
        """Make one file of all batches, at `path`: the one that there is, where its shapes are those of the end."""
        self.close()
        if len(self._files) == 1 and self._files[0].shapes == self.table.shapes:
            self._files.pop().path.rename(path)
            return
        writer = self._codec.writer(path, self.table.schema(self.table.shapes))
        try:
            for batch in self.batches():
                writer.write_batch(batch)
        finally:
            writer.close()
