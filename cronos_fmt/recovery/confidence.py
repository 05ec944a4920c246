"""How likely it is that each entry of a recovered table is right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.recovery.assignment import posterior

Array = NDArray[Any]
# Set by the calibration of the bench: 0.8 fits banks that agree with the reference; others differ more from it.
_TEMPERATURE = 1.0
_KNOWN = 1.0  # margin of an entry that something else than its occurrences tells


def confidence(matrix: Array, table: Array, margin: Array, counts: Array) -> Array:
    """Chance of each entry, from the posterior of the assignment; entries that never occur share what is left over."""
    chances = posterior(matrix / _TEMPERATURE)[np.arange(len(table)), table]
    by_margin = 1 / (1 + np.exp(-margin / _TEMPERATURE))
    result = np.minimum(chances, by_margin)
    unseen = (counts == 0) & (margin < _KNOWN)
    result[unseen] = np.minimum(result[unseen], 1 / max(int(unseen.sum()), 1))
    return np.asarray(result)
