"""CSV: one file a table, UTF-8 without BOM, quoted as in RFC 4180, lines end in LF."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cronos_fmt.schema import Base, Field


class CsvFile:
    """One csv file being written: its header, then rows of a record number and the texts behind it."""

    extension = ".csv"

    def __init__(self, path: Path, header: Sequence[str]) -> None:
        self._file = path.open("w", encoding="utf-8", newline="", buffering=1 << 16)
        # With CR LF as its line end the csv module quotes a lone CR as well as a lone LF; the file gets LF.
        self._writer = csv.writer(_LineFeeds(self._file), lineterminator="\r\n")
        self._writer.writerow(header)

    def write(self, number: int, texts: list[str]) -> None:
        """Write a row: its record number and the text of each column."""
        self._writer.writerow([number, *texts])

    def close(self) -> None:
        self._file.close()


class CsvTable(CsvFile):
    """One table being written: the system number, then the fields in physical order, then those of `hidden`."""

    def __init__(self, path: Path, base: Base, hidden: Sequence[Field] = ()) -> None:
        super().__init__(path, [base.number_name, *(f.column for f in (*base.fields, *hidden))])


class _LineFeeds:
    """Takes whole rows that end in CR LF and writes them with LF."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, row: str) -> None:
        self._file.write(row[:-2])
        self._file.write("\n")
