"""Batches as lines of csv."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.bulk.batch import Column, groups
from cronos_fmt.bulk.engine import find_engine


def rows_to_csv(
    numbers: NDArray[np.int64], columns: Sequence[Column], delimiter: str = ",", *, engine: str | None = None
) -> bytearray:
    """Lines of a record number and the text of each column in UTF-8, as Python's csv module writes them, ended by LF.

    delimiter: one ASCII character, no quote and no end of a line. Quoted is what has to be, as in RFC 4180.
    """
    lines: bytearray = find_engine(engine).csv(numbers, groups(columns), ord(delimiter))
    return lines
