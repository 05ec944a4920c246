"""Bytes for people: offset, hex and CP1251 text."""

from __future__ import annotations

from collections.abc import Iterator

from cronos_fmt import text

_WIDTH = 16


def hexdump(data: bytes, start: int = 0) -> Iterator[str]:
    """Lines of 16 bytes; `start` is the offset of the first byte. What a terminal would not show as itself is a dot."""
    for at in range(0, len(data), _WIDTH):
        row = data[at : at + _WIDTH]
        shown = "".join(c if c.isprintable() and c != text.REPLACEMENT else "." for c in text.decode(row))
        yield f"{start + at:08x}  {row.hex(' '):<{3 * _WIDTH}} {shown}"
