"""Layers of a record: its bytes at each stage, and the way back to the bytes of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Piece(NamedTuple):
    """Bytes [start, start + length) of a layer come from [at, at + size) of the layer below, or of the file."""

    start: int
    length: int
    at: int
    size: int


@dataclass(frozen=True)
class Layer:
    """One stage of a record: stored, assembled, decoded or inflated."""

    name: str
    data: bytes
    pieces: tuple[Piece, ...]
    below: Layer | None = None

    @property
    def is_exact(self) -> bool:
        """True where each byte maps to one byte of the file; an inflated layer maps chunk by chunk."""
        return self.name != "inflated"

    def locate(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Ranges (offset, length) of the .dat file that bytes [start, stop) of this layer come from."""
        ranges: list[tuple[int, int]] = []
        for p in self.pieces:
            first, last = max(start, p.start), min(stop, p.start + p.length)
            if first >= last:
                continue
            at, size = (p.at + first - p.start, last - first) if self.is_exact else (p.at, p.size)
            ranges += [(at, size)] if self.below is None else self.below.locate(at, at + size)
        return ranges
