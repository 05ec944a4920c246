"""Formats of text, a line a row: one file a table, which may be compressed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, ClassVar

from cronos_fmt.bulk.batch import TableBatch
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, FileFormat, TableSink
from cronos_fmt.sinks.lined import LinedBatch, Lines

# By the end of a file name, the name that Arrow gives the codec.
CODECS = {"gz": "gzip", "zst": "zstd"}
COMPRESS = "compress each file: gz or zst"


class LineTable(TableSink):
    """One file of lines being written."""

    def __init__(self, path: Path, head: bytes, lines: Lines, codec: str | None, saved: int | None) -> None:
        self.output = path.name
        self.lines = lines
        self._path = path
        self._codec = codec
        self._open(saved)
        if saved is None:
            self.append(head)

    def _open(self, size: int | None) -> None:
        """Go on behind so many bytes; what is compressed begins anew there, which readers take for one file."""
        self._file = self._path.open("wb" if size is None else "r+b", buffering=1 << 13)
        self._stream: IO[bytes] = self._file
        try:
            # A file that was cut to nothing is put on the disk by the file system before it is closed.
            if size is not None:
                self._file.truncate(size)
                self._file.seek(size)
            if self._codec is not None:
                import pyarrow as pa

                self._stream = pa.CompressedOutputStream(self._file, self._codec)
        except BaseException:
            self._file.close()
            raise

    def write(self, batch: TableBatch) -> None:
        self.append(batch.lines if isinstance(batch, LinedBatch) else self.lines(batch))

    def append(self, data: bytes | bytearray | memoryview) -> None:
        """Write whole lines."""
        self._stream.write(data)

    def save(self) -> int:
        if self._codec is not None:
            self.close()
            self._open(self._path.stat().st_size)
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._file.tell()

    def close(self) -> None:
        try:
            if not self._stream.closed:
                self._stream.close()
        finally:
            self._file.close()


class LineFormat(FileFormat):
    """A format that writes lines."""

    plain_extension: ClassVar[str]
    can_resume = True
    options: ClassVar[Mapping[str, str]] = {"compress": COMPRESS}

    def __init__(self, folder: Path, bank: BankInfo, *, compress: str | None = None) -> None:
        super().__init__(folder, bank)
        self._codec = None if compress is None else CODECS[compress]
        self.extension = self.plain_extension + ("" if compress is None else f".{compress}")  # type: ignore[misc]

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        compress = options.get("compress")
        if compress is not None and compress not in CODECS:
            hint = f"there are {', '.join(CODECS)}"
            raise CronosError(f"--compress cannot be {compress!r}", hint=hint, status=Status.USAGE)
        return super().check(options)

    def most_jobs(self, is_compressed: bool) -> int:
        return 3  # lines are made by those that read

    def open(self, output: str, base: Base, columns: Sequence[Field], deleted: bool, saved: Any) -> LineTable:
        head, lines = self.start(base, columns)
        return LineTable(self.folder / output, head, lines, self._codec, saved)

    def start(self, base: Base, columns: Sequence[Field]) -> tuple[bytes, Lines]:
        """What stands at the top of a file, and what makes the lines of its rows."""
        raise NotImplementedError
