"""How far an export has come, told to whoever asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Progress(NamedTuple):
    """Record slots done and all of them; rows written and bytes of records read so far."""

    records: int
    total: int
    rows: int = 0
    bytes: int = 0


Listener = Callable[[Progress], None]
_EVERY = 4096


class Calls:
    """Calls a listener, at most once for some thousand records, and knows an error that comes from there as its own."""

    def __init__(self, listener: Listener | None) -> None:
        self._listener = listener
        self._said = 0
        self.error: OSError | None = None

    def __call__(self, records: int, total: int, rows: int = 0, size: int = 0) -> None:
        if self._listener is None or (records != total and records - self._said < _EVERY):
            return
        self._said = records
        try:
            self._listener(Progress(records, total, rows, size))
        except OSError as error:
            self.error = error
            raise
