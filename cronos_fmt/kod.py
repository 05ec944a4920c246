"""The KOD cipher: a byte substitution with a running shift."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cronos_fmt._gen.kod_tables import KOD_TABLES
from cronos_fmt.shown import Shown

_RAMP = np.arange(1 << 16, dtype=np.uint32).astype(np.uint8)


@dataclass(frozen=True, repr=False)
class Kod(Shown):
    """A KOD table of 256 bytes, a permutation, and where it comes from (`source`: default, given, file, recovered)."""

    table: bytes
    source: str = "given"

    def __post_init__(self) -> None:
        if sorted(self.table) != list(range(256)):
            raise ValueError("a KOD table is a permutation of 256 bytes")

    def decode(self, data: bytes, shift: int) -> bytes:
        """Plain bytes of a stored record; `shift` is its record number unless its structure says otherwise."""
        stored = np.frombuffer(data.translate(self.table), np.uint8)
        return (stored - _ramp(shift, len(data))).tobytes()

    def encode(self, data: bytes, shift: int) -> bytes:
        """Stored bytes of a plain record; undoes `decode`."""
        return (np.frombuffer(data, np.uint8) + _ramp(shift, len(data))).tobytes().translate(self.inverse)

    @cached_property
    def inverse(self) -> bytes:
        """The table that undoes this one."""
        return bytes(self.table.index(value) for value in range(256))


def _ramp(shift: int, length: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """shift, shift + 1 ... modulo 256."""
    start = shift % 256
    if start + length <= len(_RAMP):
        return _RAMP[start : start + length]
    return (np.arange(start, start + length, dtype=np.uint32) & 255).astype(np.uint8)


DEFAULT = Kod(KOD_TABLES["default"], "default")
