# Generated from specs/ by `python -m codegen build`; do not edit.
"""The stream that the parsers read: bytes in memory, and a bound on list items.

kaitaistruct's own reads a file object, which takes most of the time where a structure has thousands of small fields.
"""

from __future__ import annotations

import struct

from kaitaistruct import EndOfStreamError, InvalidArgumentError, KaitaiStream, NoTerminatorFoundError

from cronos_fmt.limits import Limits

_U2, _U4 = struct.Struct("<H").unpack_from, struct.Struct("<I").unpack_from


class TooManyItemsError(ValueError):
    """A structure with more list items than the limit `items` allows."""


class Stream(KaitaiStream):
    """Bytes, read from `at` on. items: list items begun in them, of which each costs some 2 kB of memory, however few
    bytes it takes in the file; items_limit: how many may be begun."""

    items = 0
    items_limit = Limits.items
    bits_left = 0

    def __init__(self, data: bytes) -> None:
        # Nothing of the base class is set up: what it does with a file object is done here with the bytes.
        self.data = data
        self.at = 0

    def pos(self) -> int:
        return self.at

    def size(self) -> int:
        return len(self.data)

    def is_eof(self) -> bool:
        return self.at >= len(self.data)

    def seek(self, n: int) -> None:
        if n < 0:
            raise InvalidArgumentError(f"cannot seek to {n}")
        self.at = n

    def close(self) -> None:
        pass

    def read_bytes(self, n: int) -> bytes:
        start = self.at
        stop = start + n
        if not start <= stop <= len(self.data):
            if n < 0:
                raise InvalidArgumentError(f"{n} bytes asked for")
            if n:
                raise self._cut_off(n)
        self.at = stop
        return self.data[start:stop]

    def read_bytes_full(self) -> bytes:
        rest = self.data[self.at :]
        self.at = max(self.at, len(self.data))
        return rest

    def read_bytes_term(self, term: int, include_term: bool, consume_term: bool, eos_error: bool) -> bytes:
        start = self.at
        stop = self.data.find(term, start)
        if stop < 0:
            if eos_error:
                raise NoTerminatorFoundError(bytes([term]), 0)
            return self.read_bytes_full()
        self.at = stop + bool(consume_term)
        return self.data[start : stop + bool(include_term)]

    def read_u1(self) -> int:
        at = self.at
        try:
            value = self.data[at]
        except IndexError:
            raise self._cut_off(1) from None
        self.at = at + 1
        return value

    def read_u2le(self) -> int:
        at = self.at
        try:
            (value,) = _U2(self.data, at)
        except struct.error:
            raise self._cut_off(2) from None
        self.at = at + 2
        return value  # type: ignore[no-any-return]

    def read_u4le(self) -> int:
        at = self.at
        try:
            (value,) = _U4(self.data, at)
        except struct.error:
            raise self._cut_off(4) from None
        self.at = at + 4
        return value  # type: ignore[no-any-return]

    def _cut_off(self, n: int) -> EndOfStreamError:
        left = max(len(self.data) - self.at, 0)
        return EndOfStreamError(f"{n} bytes asked for, {left} are left", n, left)

    def next_item(self) -> dict[str, int]:
        """Span of a list item that begins here; counts it."""
        self.items += 1
        if self.items > self.items_limit:
            raise TooManyItemsError(f"holds more than {self.items_limit} items (limit items)")
        return {"start": self.at}
