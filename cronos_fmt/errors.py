"""The one exception that leaves the library, and the exit statuses of the command line."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """Exit statuses: how a run ended."""

    CLEAN = 0
    PROBLEMS = 1
    USAGE = 2
    NOT_A_BANK = 3
    KOD = 4
    IO = 5
    INTERRUPTED = 130


class CronosError(Exception):
    """What cannot be survived: what is wrong, where, and what to try next.

    file: path or name of the file; record: its record number, from 1; offset: byte offset in the file;
    path: place in the spec, such as `dictionary.entries[3].value`; hint: what to try next; status: exit status of a run
    that ends here.
    """

    def __init__(
        self,
        message: str,
        *,
        file: object = None,
        record: int | None = None,
        offset: int | None = None,
        path: str | None = None,
        hint: str | None = None,
        status: Status = Status.NOT_A_BANK,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = None if file is None else str(file)
        self.record = record
        self.offset = offset
        self.path = path
        self.hint = hint
        self.status = status

    def __str__(self) -> str:
        where = [self.file] if self.file is not None else []
        where += [f"record {self.record}"] if self.record is not None else []
        where += [f"offset {self.offset:#x}"] if self.offset is not None else []
        where += [self.path] if self.path is not None else []
        text = f"{', '.join(where)}: {self.message}" if where else self.message
        return f"{text}; {self.hint}" if self.hint else text
