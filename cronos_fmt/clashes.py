"""Definitions of a bank that contradict each other: each is read, and each contradiction is a problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from cronos_fmt._gen import layouts
from cronos_fmt.problems import Problem, Problems
from cronos_fmt.schema import Base


def report_clashes(bases: Sequence[Base], file: str, problems: Problems) -> None:
    """Add a problem for each id, name and position that is taken twice, and each id that rows cannot carry.

    file: name of the file that holds the definitions. Rows go to the first base of an id.
    """
    by_id: dict[int, Base] = {}
    by_name: dict[str, Base] = {}
    for base in bases:
        report = partial(Problem, file=file, table=base.name)
        first, named = by_id.setdefault(base.id, base), by_name.setdefault(base.name, base)
        if first is not base:
            problems.add(report("duplicate-base", f"{base.key} has the id of {first.key}, which gets its rows"))
        if named.id != base.id:
            problems.add(report("duplicate-name", f"{base.key} has the name of {named.key}"))
        if base.id >> 8 * layouts.BankRecord.SIZE:
            problems.add(report("base-id", f"id {base.id} does not fit the byte that rows carry"))
        fields = Counter(f.position for f in base.fields if f.position)
        for position in sorted(position for position, count in fields.items() if count > 1):
            message = f"position {position} is defined more than once, each of its fields shows the value"
            problems.add(report("duplicate-position", message))
