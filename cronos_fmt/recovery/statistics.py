"""Reference statistics of structure records: which bytes follow each other, and which stand where in a definition.

The numbers come from banks written from a vocabulary; `tools/kod_statistics.py` makes the file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt._gen.stru_keys import STRU_KEYS

Array = NDArray[Any]
VALUES = 256
# Weight of a uniform distribution in every distribution of bytes: what was never counted stays possible.
_FLOOR = 0.002


class LeafModel(NamedTuple):
    """One field of a definition: its path, and how likely each byte is at each of its offsets.

    is_open: the field has no fixed size, and one distribution for all its bytes. seen: bytes that were counted.
    """

    path: str
    chances: Array
    seen: Array
    is_open: bool


@dataclass(frozen=True)
class NGrams:
    """Chances of a byte by itself (`single`), behind two known ones, and in front of two.

    before and after map two bytes to a row of `before_rows` and `after_rows`; pairs that were never counted have the
    row of the nearer byte alone.
    """

    single: Array
    before: Array
    before_rows: Array
    after: Array
    after_rows: Array


@cache
def _data() -> dict[str, Array]:
    with files("cronos_fmt.recovery").joinpath("data/structures.npz").open("rb") as file, np.load(file) as data:
        return {name: data[name] for name in data.files}


@cache
def n_grams() -> NGrams:
    """The statistics of neighbouring bytes."""
    keys, counts = _data()["triples"].astype(np.int64), _data()["counts"].astype(np.float64)
    first, second, third = keys >> 16, keys >> 8 & 255, keys & 255
    single = np.bincount(third, counts, VALUES)
    single = _mixed(single / single.sum())
    before, before_rows = _contexts(first, second, third, counts, single)
    after, after_rows = _contexts(third, second, first, counts, single)
    return NGrams(single, before, before_rows, after, after_rows)


def _contexts(far: Array, near: Array, wanted: Array, counts: Array, single: Array) -> tuple[Array, Array]:
    """Index of rows by (far, near), and the rows: chances of the wanted byte, each mixed with those of less context."""
    pairs = np.zeros((VALUES, VALUES))
    np.add.at(pairs, (near, wanted), counts)
    by_near = _interpolated(pairs, single)
    contexts, rows = np.unique(far << 8 | near, return_inverse=True)
    triples = np.zeros((len(contexts), VALUES))
    np.add.at(triples, (rows, wanted), counts)
    by_both = _interpolated(triples, by_near[contexts & 255])
    index = np.tile(np.arange(VALUES, dtype=np.int32), VALUES)  # far << 8 | near -> row of near
    index[contexts] = VALUES + np.arange(len(contexts), dtype=np.int32)
    return index, np.concatenate([by_near, by_both]).astype(np.float32)


def _interpolated(counts: Array, lower: Array) -> Array:
    """Chances from counts, where the number of different bytes seen tells how much to trust less context."""
    weight = np.maximum((counts > 0).sum(axis=1, keepdims=True), 1)
    return np.asarray((counts + weight * lower) / (counts.sum(axis=1, keepdims=True) + weight))


def _mixed(chances: Array) -> Array:
    return np.asarray((1 - _FLOOR) * chances + _FLOOR / VALUES)


@cache
def productions() -> dict[str, tuple[LeafModel, ...]]:
    """The pieces of definitions by name, such as field/2/25 for a field of type 2 with a block of 25 bytes."""
    grammar = json.loads(_data()["grammar"].tobytes())
    return {name: tuple(_leaf(*leaf) for leaf in piece["leaves"]) for name, piece in grammar.items()}


@cache
def piece_counts() -> dict[str, int]:
    """How often each piece was counted."""
    return {name: piece["times"] for name, piece in json.loads(_data()["grammar"].tobytes()).items()}


@cache
def words() -> tuple[bytes, ...]:
    """Words that structure records may hold, as CP1251: the vocabulary of the statistics and the known keys."""
    found = json.loads(_data()["words"].tobytes())
    keys = [key.key.replace("NNN", number) for key in STRU_KEYS for number in ("000", "001")]
    return tuple(dict.fromkeys(text.encode(word) for word in [*found, *keys]))


def _leaf(path: str, size: int, counts: list[dict[str, int]]) -> LeafModel:
    table = np.zeros((len(counts), VALUES))
    for row, count in zip(table, counts, strict=True):
        row[[int(byte) for byte in count]] = list(count.values())
    total = table.sum(axis=1, keepdims=True)
    kinds = (table > 0).sum(axis=1, keepdims=True)
    # The more different bytes were met, the likelier are others; what was always the same byte is taken to be fixed.
    floor = np.where(kinds == 1, _FLOOR, kinds / (total + kinds))
    chances = np.asarray((1 - floor) * table / total + floor / VALUES)
    return LeafModel(path, chances, table > 0, size < 0)
