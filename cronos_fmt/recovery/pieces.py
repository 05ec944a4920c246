"""The pieces that structure records are made of, as distributions of bytes to hold against a half-known text."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt._gen.stru_keys import STRU_KEYS
from cronos_fmt.recovery.statistics import VALUES, LeafModel, n_grams, piece_counts, productions

Array = NDArray[Any]
# What only those tails have that a block for each field follows.
_BASE_BLOCK = "block.base_block"
# Keys that every known bank has.
ALWAYS = ("Bank", "BankId", "BankName", "NS1", "NS2", "Version")
# Weight of the bytes that text may hold besides those that were counted.
_OTHER_TEXT = 0.4


class Piece(NamedTuple):
    """A production cut at its first name: distributions (by number) in front of it, and behind it.

    sized: bytes at the start that hold the length of the rest. weight: log of how common it is among its like.
    """

    front: tuple[int, ...]
    back: tuple[int, ...]
    sized: int
    weight: float


class Pieces(NamedTuple):
    """All pieces, and `rows`, the distributions that they refer to by number."""

    rows: Array
    text: int
    digits: int
    version: int
    uniform: int
    ids: int
    fields: tuple[Piece, ...]
    heads: tuple[Piece, ...]
    blocks: tuple[tuple[int, ...], ...]
    ends: dict[str, tuple[int, ...]]
    with_blocks: frozenset[str]
    values: dict[str, tuple[int, ...]]
    reference: tuple[int, ...]
    inline_mark: int


class _Rows:
    """Collects distributions, equal ones once."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}
        self.rows: list[Array] = []

    def add(self, chances: Array) -> int:
        key = chances.round(9).tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append(chances)
        return self.numbers[key]

    def of(self, leaves: list[LeafModel]) -> tuple[int, ...]:
        return tuple(self.add(row) for leaf in leaves for row in leaf.chances)


@cache
def pieces() -> Pieces:
    """The pieces, from the statistics."""
    found, rows = productions(), _Rows()
    counts = piece_counts()

    def cut(kind: str) -> tuple[Piece, ...]:
        total = sum(n for name, n in counts.items() if name.startswith(kind))
        return tuple(
            _cut(list(leaves), rows, float(np.log(counts[name] / total)))
            for name, leaves in found.items()
            if name.startswith(kind)
        )

    ends = {}
    for name, leaves in found.items():
        if name.startswith("tail/"):
            marker = name.removeprefix("tail/")
            ends[marker] = rows.of([*found[f"middle/{marker}"], *leaves])
    uniform = np.full(VALUES, 1 / VALUES)
    ids = np.where(np.arange(VALUES) < VALUES // 4, 4.0, 1.0)
    return Pieces(
        text=rows.add(_text_chances()),
        digits=rows.add(found["value/BankId"][0].chances[0]),
        version=rows.add(found["value/Version"][0].chances[0]),
        uniform=rows.add(uniform),
        ids=rows.add(ids / ids.sum()),
        fields=cut("field/"),
        heads=cut("head/"),
        blocks=tuple(rows.of(list(leaves)) for name, leaves in found.items() if name.startswith("block/")),
        ends=ends,
        with_blocks=frozenset(m for m in ends if any(leaf.path.startswith(_BASE_BLOCK) for leaf in found[f"tail/{m}"])),
        values={
            name.removeprefix("value/"): rows.of([leaf for leaf in leaves if not leaf.is_open])
            for name, leaves in found.items()
            if name.startswith("value/")
        },
        reference=rows.of(list(found["word/reference"])),
        inline_mark=int(found["word/inline"][0].chances[-1].argmax()),
        rows=np.array(rows.rows),
    )


def _cut(leaves: list[LeafModel], rows: _Rows, weight: float) -> Piece:
    at = next(i for i, leaf in enumerate(leaves) if leaf.is_open)
    sized = len(leaves[0].chances) if leaves[0].path == "size" else 0
    front = rows.of(leaves[: at - 1])
    return Piece(front, rows.of([leaf for leaf in leaves[at + 1 :] if not leaf.is_open]), sized, weight)


def _text_chances() -> Array:
    """Bytes of names: as counted, mixed with everything printable in CP1251."""
    counted = np.zeros(VALUES)
    for name, leaves in productions().items():
        if name.startswith(("field/", "head/")):
            counted += sum(leaf.chances[0] for leaf in leaves if leaf.is_open)
    counted /= counted.sum()
    printable = printable_bytes() * 1.0
    floor = 0.001 / VALUES
    return np.asarray((1 - _OTHER_TEXT) * counted + _OTHER_TEXT * printable / printable.sum() + floor) / (
        1 + floor * VALUES
    )


@cache
def printable_bytes() -> Array:
    """True for each byte that text in CP1251 can hold."""
    shown = [text.decode(bytes([b])) for b in range(VALUES)]
    return np.array([c.isprintable() and c != text.REPLACEMENT for c in shown])


def keys(most: int) -> list[tuple[bytes, str]]:
    """Keys of the dictionary in their order with the row of the key table; numbered ones up to `most`."""
    found: list[tuple[bytes, str]] = []
    for key in STRU_KEYS:
        if key.key.endswith("NNN"):
            found += [(key.key.replace("NNN", f"{n:03}").encode("ascii"), key.key) for n in range(most)]
        else:
            found.append((key.key.encode("ascii"), key.key))
    return sorted(found)


def generic() -> Array:
    """The distribution that all others are held against."""
    return n_grams().single
