"""Entries that the header of a v4 or v7 file gives away without any key.

The area behind the header is encoded with the own table and shift 0. Where its plain value stays the same, consecutive
stored bytes are consecutive entries of the inverse table; two equal neighbours mark a step down by one.
"""

from __future__ import annotations

from typing import Any

from cronos_fmt._gen import layouts

# Random bytes contradict each other once one of them comes up again: of 96 all differ in one case of many millions.
_SHORTEST = 96
# Entries that are dropped in front of a contradiction: the run may have ended some bytes before it showed.
_UNSURE = 32


def header_entries(data: bytes, area: type[layouts.Layout] | None) -> dict[int, int]:
    """Entries (stored byte -> value) that the area behind a header tells; empty where its version has no such area."""
    if area is None or not hasattr(area, "check_bytes") or len(data) < area.SIZE:
        return {}
    fields: Any = area.DTYPE.fields
    kind, offset = fields["check_bytes"][:2]
    check = data[offset : offset + kind.itemsize]
    entries = {byte: value for value, byte in enumerate(check, offset)}
    if len(entries) < kind.itemsize:
        return {}  # equal plain bytes in a row never give two equal stored ones
    stop = fields["run_area"][1] + fields["run_area"][0].itemsize
    # In lite files key material stands where the run begins in the others.
    runs = [_walk(data, fields[name][1], stop, entries) for name in ("lite_secret", "run_area")]
    run = max(runs, key=len)
    return entries | run if len(run) >= _SHORTEST else entries


def _walk(data: bytes, start: int, stop: int, known: dict[int, int]) -> dict[int, int]:
    """Entries of the run from `start`, up to where one contradicts another one."""
    run: dict[int, int] = {}
    used = set(known.values())
    value = start
    for index in range(start, stop):
        byte = data[index]
        if index > start and byte != data[index - 1]:
            value += 1
        new = byte not in run
        if run.get(byte, value) != value or known.get(byte, value) != value or (new and value in used):
            return dict(list(run.items())[:-_UNSURE])
        run[byte] = value
        used.add(value)
    return run
