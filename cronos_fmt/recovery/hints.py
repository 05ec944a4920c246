"""What a user knows about a locked file: plain text at a place, single entries, a table with holes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from cronos_fmt import text
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.recovery.statistics import VALUES

_KNOWN = re.compile(r"([0-9]+):([0-9]+)=(.*)", re.DOTALL)
_ENTRY = re.compile(r"([0-9a-fA-F]{2})=([0-9a-fA-F]{2})")
_HEX = "hex:"


@dataclass(frozen=True)
class Hints:
    """Known plaintext of CroStru records as (record, offset, bytes), and entries as stored byte -> value."""

    known: tuple[tuple[int, int, bytes], ...] = ()
    entries: Mapping[int, int] = field(default_factory=dict)

    def entries_of(self, records: Iterable[tuple[int, bytes]]) -> dict[int, int]:
        """All entries that the hints tell of some stored records.

        CronosError with status USAGE where hints contradict each other or lie outside their record.
        """
        stored = dict(records)
        found: dict[int, int] = {}
        for byte, value in self.entries.items():
            _add(found, byte, value, f"entry {byte:02x}={value:02x}")
        for number, offset, plain in self.known:
            data = stored.get(number)
            if data is None or offset + len(plain) > len(data):
                size = "has no such record" if data is None else f"has {len(data)} bytes in it"
                _refuse(f"known text at {number}:{offset} lies outside the data: CroStru {size}")
            for i, byte in enumerate(plain, offset):
                _add(found, data[i], (byte + i + number) % VALUES, f"known text at {number}:{i}")
        return found


def parse_known(hint: str) -> tuple[int, int, bytes]:
    """REC:OFFSET=TEXT or REC:OFFSET=hex:DIGITS; CronosError with status USAGE for anything else."""
    match = _KNOWN.fullmatch(hint)
    if match is None or not match[3]:
        _refuse(f"known text {hint!r} is not of the form RECORD:OFFSET=TEXT or RECORD:OFFSET=hex:DIGITS")
    try:
        plain = bytes.fromhex(match[3].removeprefix(_HEX)) if match[3].startswith(_HEX) else text.encode(match[3])
    except ValueError as error:
        _refuse(f"known text {hint!r}: {error}")
    return int(match[1]), int(match[2]), plain


def parse_entry(hint: str) -> tuple[int, int]:
    """CC=VV, both as two hex digits; CronosError with status USAGE for anything else."""
    match = _ENTRY.fullmatch(hint)
    if match is None:
        _refuse(f"entry {hint!r} is not of the form CC=VV with two hex digits each")
    return int(match[1], 16), int(match[2], 16)


def partial_table(entries: Mapping[int, int | None]) -> Hints:
    """Hints from a table with holes: stored byte -> value, None for a hole."""
    return Hints(entries={byte: value for byte, value in entries.items() if value is not None})


def _add(found: dict[int, int], byte: int, value: int, what: str) -> None:
    if not (0 <= byte < VALUES and 0 <= value < VALUES):
        _refuse(f"{what}: bytes and values go from 0 to {VALUES - 1}")
    if found.get(byte, value) != value:
        _refuse(f"{what} gives byte {byte:02x} the value {value:02x}, other hints {found[byte]:02x}")
    taken = next((b for b, v in found.items() if v == value and b != byte), None)
    if taken is not None:
        _refuse(f"{what} gives byte {byte:02x} the value {value:02x}, which other hints give to byte {taken:02x}")
    found[byte] = value


def _refuse(message: str) -> NoReturn:
    raise CronosError(message, status=Status.USAGE)
