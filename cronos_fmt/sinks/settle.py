"""What a batch needs before it is written: its problems noted, its files stored, references shown by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from cronos_fmt.bank import Bank
from cronos_fmt.bulk import TableBatch
from cronos_fmt.bulk.batch import odd_columns
from cronos_fmt.bulk.scan import ScannedBatch
from cronos_fmt.problems import Problem
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.files import StoredFiles
from cronos_fmt.values import JOINER, FileReference, Value

_MESSAGES = {
    "no-date": "is no date of the form years since 1900, month, day; kept as text",
    "date-spelling": "is a date with zeros or a sign in front that it does not need; written as the date",
    "no-time": "is no time of the form HHMM; kept as text",
    "file-reference": "is no reference to a stored file as the format has it; kept as text",
    "undecodable-byte": "holds a byte that CP1251 does not define; shown as U+FFFD",
    "nul-in-text": "holds a NUL byte; shown as U+FFFD",
    "no-word": "is a key that the dictionary has no word for; kept as it is",
}


class _Event(NamedTuple):
    """Something to be done about a record: about its value in `column` of `table` at `place`, or about all of it."""

    number: int
    column: int = -1
    table: int = -1
    place: int = -1
    value: Value | None = None
    field: Field | None = None
    row: Row | None = None
    content: Iterable[bytes] = ()


class Settler:
    """Settles batches in the order of record numbers, whatever their size. files: None where none are written."""

    def __init__(self, bank: Bank, files: StoredFiles | None) -> None:
        self._bank = bank
        self._files = files

    def settle(self, batch: ScannedBatch) -> list[TableBatch]:
        """The tables of a batch, ready to be written."""
        named: dict[tuple[int, int], dict[int, Value]] = {}
        for event in sorted(self._events(batch), key=lambda e: (e.number, e.column)):
            if event.value is not None and event.field is not None:
                value = self._value(event.number, batch.tables[event.table].base, event.field, event.value)
                if value is not event.value:
                    named.setdefault((event.table, event.column), {})[event.place] = value
            elif event.row is not None:
                self._row(event.row)
            elif self._files is not None:
                self._files.store(event.number, event.content)
        tables = list(batch.tables)
        for (t, c), values in named.items():
            columns = list(tables[t].columns)
            column = columns[c].with_texts({i: value.text for i, value in values.items()})
            columns[c] = replace(column, odd={**column.odd, **values})
            tables[t] = replace(tables[t], columns=tuple(columns))
        return tables

    @staticmethod
    def _events(batch: ScannedBatch) -> Iterator[_Event]:
        for number, content in batch.files:
            yield _Event(number, content=content)
        for t, table in enumerate(batch.tables):
            for i, row in table.rows.items():
                yield _Event(row.number, table=t, place=i, row=row)
            for c, column in odd_columns(table.columns):
                for i, value in column.odd.items():
                    if value.problem is not None or value.files:
                        yield _Event(int(table.numbers[i]), c, t, i, value, column.field)

    def _value(self, number: int, base: Base, field: Field, value: Value) -> Value:
        """The value, with the files that it names by their names in the output."""
        if value.problem is not None:
            self._problem(number, base, value.problem, _MESSAGES[value.problem], field, is_of_value=True)
        if self._files is None or not value.files:
            return value
        names = [self._file_name(self._files, number, base, field, each) for each in value.files]
        files = [FileReference(name, "", each.record) for name, each in zip(names, value.files, strict=True)]
        return value._replace(value=files if isinstance(value.value, list) else files[0], text=JOINER.join(names))

    def _file_name(self, files: StoredFiles, number: int, base: Base, field: Field, reference: FileReference) -> str:
        name, reason = files.name_of(reference)
        if reason is not None:
            message = f"names record {reference.record} as a stored file, but that is {reason}"
            self._problem(number, base, "dangling-reference", message, field)
        return name

    def _row(self, row: Row) -> None:
        if row.error is not None:
            self._problem(row.number, row.base, "row-damaged", f"{row.error.path}: {row.error.message}")
        surplus = row.surplus
        if surplus:
            first = min(surplus)
            message = f"has values behind the last defined position, the first at {first}; kept as hidden"
            name = self._bank.bank.name
            problem = Problem("surplus-value", message, name, row.number, row.base.name, raw=surplus[first])
            self._bank.problems.add(problem, once=True)

    def _problem(
        self,
        number: int,
        base: Base,
        kind: str,
        message: str,
        field: Field | None = None,
        *,
        is_of_value: bool = False,
    ) -> None:
        """Note a problem; one of a value is kept once for its field, with the bytes of the first."""
        name = None if field is None else field.name
        problem = Problem(kind, message, self._bank.bank.name, number, base.name, name)
        if is_of_value and field is not None and self._bank.problems.would_keep(problem, once=True):
            with self._bank.problems.muted():
                row = self._bank.classify(number).row
            problem = replace(problem, raw=None if row is None else row.raw_of(field))
        self._bank.problems.add(problem, once=is_of_value)
