"""Record ranges of a bank for other processes, and how these open the bank."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cronos_fmt.alignment import PositionChoice
from cronos_fmt.bank import Bank
from cronos_fmt.bank import open as open_bank
from cronos_fmt.container import Options
from cronos_fmt.kod import Kod
from cronos_fmt.values import Words


@dataclass(frozen=True)
class Opening:
    """How to open a bank as it was opened here. It can be pickled.

    kods: the KOD table of each pair that was used. positions: as Bank.positions. words: as Bank.words, the words alone.
    """

    path: str
    options: Options
    kods: Mapping[str, Kod | None]
    positions: Mapping[str, PositionChoice]
    words: Mapping[str, Mapping[str, Words]]

    @classmethod
    def of(cls, bank: Bank) -> Opening:
        """The opening of a bank."""
        kods = {name: file.kod for name, file in bank._files.items()}
        return cls(os.path.abspath(bank.path), bank._options, kods, bank.positions, bank._words)

    def open(self) -> Bank:
        """The bank, opened; CronosError as cronos_fmt.open."""
        o = self.options
        bank = open_bank(self.path, kod=o.kod, limits=o.limits, assume=o.assume, positions=o.positions, words=o.words)
        try:
            for name, kod in self.kods.items():
                bank.file(name).kod = kod
            vars(bank).update(positions=self.positions, _words=self.words)
        except BaseException:
            bank.close()
            raise
        return bank


class Partition(NamedTuple):
    """Record numbers `first` to `last` of a bank, for whoever reads them elsewhere. It can be pickled."""

    opening: Opening
    first: int
    last: int


def partitions(bank: Bank, count: int) -> list[Partition]:
    """So many ranges that are all record numbers of CroBank, in order; fewer where there are not so many numbers."""
    if count < 1:
        raise ValueError(f"count must be 1 or more, not {count}")
    opening, total = Opening.of(bank), bank.bank.slot_count
    count = min(count, max(total, 1))
    return [Partition(opening, 1 + i * total // count, (i + 1) * total // count) for i in range(count)]
