"""Named ceilings for untrusted input. A caller can raise any of them; the library never goes past one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Ceilings for one opened bank.

    record_bytes: bytes of one assembled record, headers left out.
    inflated_bytes: bytes of one record after inflating.
    items: list items in one parsed structure: fields of a base, keys of a dictionary, values of a row.
    problems_per_kind: problems of one kind that are kept in full; all of them are counted.
    """

    record_bytes: int = 256 * 2**20
    inflated_bytes: int = 256 * 2**20
    items: int = 100_000
    problems_per_kind: int = 1_000
