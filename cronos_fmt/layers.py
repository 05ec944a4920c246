"""Layers of a record: its bytes at each stage, and the way back to the bytes of the file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from cronos_fmt.shown import Shown


class Piece(NamedTuple):
    """Bytes [start, start + length) of a layer come from [at, at + size) of the layer below, or of the file."""

    start: int
    length: int
    at: int
    size: int


@dataclass(frozen=True, repr=False)
class Layer(Shown):
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


def stored_layers(stored: bytes, chunks: Iterable[tuple[int, int, int]]) -> tuple[Layer, Layer]:
    """The layers stored and assembled of a record.

    stored: its bytes with the headers between them. chunks: for each stored piece its offset in the file, the length of
    its header, and that of its payload.
    """
    stored_pieces, pieces, payloads = [], [], []
    at = start = 0
    for offset, header, size in chunks:
        stored_pieces.append(Piece(at, header + size, offset, header + size))
        pieces.append(Piece(start, size, at + header, size))
        payloads.append(stored[at + header : at + header + size])
        at, start = at + header + size, start + size
    below = Layer("stored", stored, tuple(stored_pieces))
    return below, Layer("assembled", b"".join(payloads), tuple(pieces), below)
