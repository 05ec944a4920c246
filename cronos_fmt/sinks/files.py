"""Files stored in a bank, written beside the tables under the names that rows give them."""

from __future__ import annotations

from pathlib import Path

from cronos_fmt.bank import Bank, RecordClass
from cronos_fmt.sinks.names import Names
from cronos_fmt.values import FileReference


class StoredFiles:
    """Writes each stored file once, whether its record or a row that names it comes first.

    A file that no row names keeps its record number as its name. The folder is made with the first file.
    """

    def __init__(self, bank: Bank, folder: Path) -> None:
        self._bank = bank
        self._folder = folder
        self._names = Names()
        self._written: dict[int, str] = {}
        self._unnamed: set[int] = set()
        self._not_files: set[int] = set()

    def name_of(self, reference: FileReference) -> tuple[str, bool]:
        """(name of the output file, True), or (name as the row gives it, False) where the record holds no file.

        A reference without a number is sound: the bank names a file that it does not hold.
        """
        number = reference.record
        if number is None:
            return reference.file_name, True
        if number in self._unnamed:
            self._names.give_back(self._written[number])
            name = self._names.take(reference.file_name, str(number))
            (self._folder / self._written[number]).rename(self._folder / name)
            self._unnamed.discard(number)
            self._written[number] = name
        elif number not in self._written and number not in self._not_files:
            content = self._content(number)
            if content is None:
                self._not_files.add(number)
            else:
                self._write(number, content, self._names.take(reference.file_name, str(number)))
        return (self._written[number], True) if number in self._written else (reference.file_name, False)

    def store(self, number: int, content: bytes) -> None:
        """Write the file of a record, unless a row named it before."""
        if number not in self._written:
            self._write(number, content, self._names.take(str(number), str(number)))
            self._unnamed.add(number)

    def _content(self, number: int) -> bytes | None:
        if not 1 <= number <= self._bank.bank.slot_count:
            return None
        item = self._bank.classify(number)
        return item.content if item.kind is RecordClass.FILE and isinstance(item.content, bytes) else None

    def _write(self, number: int, content: bytes, name: str) -> None:
        self._folder.mkdir(exist_ok=True)
        (self._folder / name).write_bytes(content)
        self._written[number] = name
