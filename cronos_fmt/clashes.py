"""Definitions of a bank that contradict each other: each is read, and each contradiction is a problem."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cronos_fmt._gen import layouts
from cronos_fmt.problems import Problem, Problems
from cronos_fmt.schema import Base


def report_clashes(bases: Sequence[Base], file: str, problems: Problems) -> None:
    """Add a problem for each id, name and position that is taken twice, and each id that rows cannot carry.

    file: name of the file that holds the definitions. Rows go to the first base of an id.
    """
    for i, base in enumerate(bases):
        report = partial(Problem, file=file, table=base.name)
        for other in bases[:i]:
            if base.id == other.id:
                problems.add(report("duplicate-base", f"{base.key} has the id of {other.key}, which gets its rows"))
            elif base.name == other.name:
                problems.add(report("duplicate-name", f"{base.key} has the name of {other.key}"))
        if base.id >> 8 * layouts.BankRecord.SIZE:
            problems.add(report("base-id", f"id {base.id} does not fit the byte that rows carry"))
        positions = [f.position for f in base.fields if f.position]
        for position in sorted({p for p in positions if positions.count(p) > 1}):
            message = f"position {position} is defined more than once, each of its fields shows the value"
            problems.add(report("duplicate-position", message))
