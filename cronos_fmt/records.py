"""One .dat/.tad pair as it is looked at: its records layer by layer, and taken apart."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from cronos_fmt._gen import layouts
from cronos_fmt.container import Chunk, Pair, Slot, SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.layers import Layer, Piece, stored_layers
from cronos_fmt.shown import Shown

if TYPE_CHECKING:
    from cronos_fmt.spans import Node


class Dissector(Protocol):
    """Takes records apart. What a record is takes more than its file to know: whoever opens a bank provides it."""

    def tree(self, record: Record) -> Node: ...

    def export_kaitai(self, record: Record, folder: str | Path) -> list[Path]: ...


class CroFile(Pair):
    """A .dat/.tad pair such as CroBank. Record numbers count from 1, offsets and lengths are bytes."""

    dissector: Dissector | None = None

    @property
    def data_start(self) -> int:
        """Offset in the .dat where records can begin."""
        area = self.layouts.dat_area
        return layouts.DatHeader.SIZE + (area.SIZE if area is not None else 0)

    def count_states(self) -> dict[SlotState, int]:
        """Number of slots in each state."""
        states = tuple(SlotState)
        totals = np.zeros(len(states), np.int64)
        for _, _, codes in self._windows(1, None):
            totals += np.bincount(codes, minlength=len(states))
        return dict(zip(states, totals.tolist(), strict=True))

    def record(self, number: int) -> Record:
        """The record of a number, with all its layers; CronosError outside 1 to slot_count."""
        return Record(self, self.slot(number))


class Record(Shown):
    """One record number of a file: its slot, and its bytes in layers. Layers are read when they are asked for."""

    def __init__(self, file: CroFile, slot: Slot) -> None:
        self.file: CroFile = file
        self.slot = slot

    @property
    def number(self) -> int:
        return self.slot.number

    @property
    def data(self) -> bytes:
        """Bytes of the last layer, ready to be parsed."""
        return self.layers[-1].data

    def redecode(self, *, skip: int = 0, shift: int | None = None) -> bytes:
        """The assembled bytes without the first `skip`, decoded with a shift in place of the record number.

        For records whose payload does not begin where the format says. CronosError where no table is at hand.
        """
        return self.file.decode(self.file.assembled(self.slot)[skip:], self.number if shift is None else shift)

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """stored (with headers), assembled, decoded where the file is encoded, inflated where the record is compressed.

        Empty for a free slot; of an empty record both layers are empty. CronosError where the record is damaged.
        """
        layers, error = self.readable_layers
        if error is not None:
            raise error
        return layers

    @cached_property
    def readable_layers(self) -> tuple[tuple[Layer, ...], CronosError | None]:
        """The layers as far as the record can be read, and why that is not all of it, if it is not."""
        if self.slot.state is SlotState.FREE:
            return (), None
        chunks, error = self._readable_chunks()
        if error is not None and not chunks:
            return (), error
        stored = b"".join(self.file.dat.read(c.offset, c.header + len(c.payload)) for c in chunks)
        layers = list(stored_layers(stored, [(c.offset, c.header, len(c.payload)) for c in chunks]))
        try:
            data = self.file.decode(layers[-1].data, self.number)
            if self.file.kod is not None:
                layers.append(Layer("decoded", data, (Piece(0, len(data), 0, len(data)),), layers[-1]))
            inflated = self.file.inflated(data, self.slot)
            if inflated is not None:
                pieces = tuple(Piece(*piece) for piece in inflated.pieces)
                layers.append(Layer("inflated", inflated.data, pieces, layers[-1]))
        except CronosError as damage:
            error = error or damage
        return tuple(layers), error

    def _readable_chunks(self) -> tuple[list[Chunk], CronosError | None]:
        """The stored pieces up to where they cannot be read; of a record that the file cuts short, what is there."""
        chunks: list[Chunk] = []
        try:
            for chunk in self.file.chunks(self.slot):
                chunks.append(chunk)
        except CronosError as error:
            left = self.file.dat.size - self.slot.offset
            if not chunks and self.slot.is_inline and 0 < left < self.slot.length <= self.file.limits.record_bytes:
                chunks.append(Chunk(self.slot.offset, 0, self.file.dat.read(self.slot.offset, left)))
            return chunks, error
        return chunks, None

    @cached_property
    def tree(self) -> Node:
        """The fields of the last layer, with what the bank knows of them; it answers as Node tells.

        CronosError where no byte of the record can be read, or where it is not a record of an opened bank.
        """
        return self._dissector.tree(self)

    def export_kaitai(self, folder: str | Path) -> list[Path]:
        """Write the last layer and the .ksy files it is read by into a folder; their paths, the bytes first."""
        return self._dissector.export_kaitai(self, folder)

    @property
    def _dissector(self) -> Dissector:
        if self.file.dissector is None:
            raise CronosError("can be taken apart in a bank only", file=self.file.name, hint="use cronos_fmt.open")
        return self.file.dissector
