"""Names of one bank repeat each other: what stands elsewhere between the same neighbours is likely to stand here."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt.recovery.statistics import VALUES

Array = NDArray[Any]
# Chance that the byte between known neighbours is one that stood between them before, if one did.
_REPEATED = 0.3
# The neighbours that are looked at, as steps from the byte.
_NEIGHBOURS = ((-2, -1), (-1, 1), (1, 2))


def by_repeats(plain: Array, places: Array) -> Array:
    """Log-likelihoods of the plain bytes at some places of a text, by what the other places hold between the same
    neighbours; a row for each place."""
    padded = np.concatenate([[0, 0], plain, [0, 0]])
    result = np.zeros((len(places), VALUES))
    own = plain[places]
    for first, second in _NEIGHBOURS:
        keys = (padded[places + 2 + first] * VALUES + padded[places + 2 + second]).tolist()
        seen: dict[int, Counter[int]] = defaultdict(Counter)
        for key, byte in zip(keys, own.tolist(), strict=True):
            seen[key][byte] += 1
        for row, (key, byte) in enumerate(zip(keys, own.tolist(), strict=True)):
            others = seen[key] - Counter({byte: 1})
            total = others.total()
            for other, times in others.items():
                # Neighbours can be wrong as well; the three looks at them are not independent.
                result[row, other] += np.log1p(_REPEATED * VALUES * times / total) / 2
    return result
