"""CSV: one file a table, UTF-8 without BOM, quoted as in RFC 4180, lines end in LF."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TextIO

import numpy as np

from cronos_fmt.bulk.batch import Column, TableBatch
from cronos_fmt.bulk.csv import rows_to_csv
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo
from cronos_fmt.sinks.lined import Lines
from cronos_fmt.sinks.lines import LineFormat

# A spreadsheet takes a cell that begins so for a formula; OWASP, "CSV Injection".
_FORMULAS = [b"=", b"+", b"-", b"@", b"\t", b"\r", b"\n"]


def without_formulas(column: Column) -> Column:
    """The column with an apostrophe in front of each text that a spreadsheet would take for a formula."""
    filled = np.flatnonzero(np.diff(column.offsets))
    risky = filled[np.isin(column.data[column.offsets[filled]], np.frombuffer(b"".join(_FORMULAS), np.uint8))].tolist()
    if not risky:
        return column
    data, stops = column.data.tobytes(), column.offsets
    return column.with_texts({i: "'" + data[stops[i] : stops[i + 1]].decode("utf-8") for i in risky})


@dataclass(frozen=True)
class CsvLines:
    """Makes the lines of a batch."""

    delimiter: str = ","
    safe_cells: bool = False

    def __call__(self, batch: TableBatch) -> bytes | bytearray:
        columns = [without_formulas(c) for c in batch.columns] if self.safe_cells else batch.columns
        return rows_to_csv(batch.numbers, columns, self.delimiter)


class CsvFormat(LineFormat):
    """A csv file for each table."""

    plain_extension = ".csv"
    options: ClassVar[Mapping[str, str]] = {
        "delimiter": r"character between cells, such as ; or \t for a tab",
        "bom": "begin each file with a byte order mark, which Excel takes for UTF-8",
        "safe_cells": "put ' in front of cells that a spreadsheet would take for a formula",
        **LineFormat.options,
    }

    def __init__(
        self,
        folder: Path,
        bank: BankInfo,
        *,
        delimiter: str = ",",
        bom: bool = False,
        safe_cells: bool = False,
        compress: str | None = None,
    ) -> None:
        super().__init__(folder, bank, compress=compress)
        self._lines = CsvLines(delimiter, safe_cells)
        self._mark = "\ufeff".encode() if bom else b""

    def most_jobs(self, is_compressed: bool) -> int:
        return 6  # lines are not much larger than records

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        given = super().check(options)
        delimiter = given.get("delimiter", ",")
        found = "\t" if delimiter == r"\t" else delimiter
        if len(found) != 1 or not (found == "\t" or " " <= found <= "~") or found == '"':
            message = f"--delimiter cannot be {delimiter!r}"
            hint = r"it is one ASCII character, no quote and no line break; \t is a tab"
            raise CronosError(message, hint=hint, status=Status.USAGE)
        return given | {"delimiter": found}

    def start(self, base: Base, columns: Sequence[Field]) -> tuple[bytes, Lines]:
        names = [base.number_name, *(f.column for f in columns)]
        if self._lines.safe_cells:
            names = [f"'{name}" if name.encode()[:1] in _FORMULAS else name for name in names]
        return self._mark + _line(names, self._lines.delimiter), self._lines


def _line(cells: Sequence[str], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(_LineFeeds(text), delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return text.getvalue().encode("utf-8")


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


class _LineFeeds:
    """Takes whole rows that end in CR LF and writes them with LF."""

    def __init__(self, file: TextIO | io.StringIO) -> None:
        self._file = file

    def write(self, row: str) -> None:
        self._file.write(row[:-2])
        self._file.write("\n")
