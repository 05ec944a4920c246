"""Problems are data: what was survived is kept here, counted by kind, and never printed by the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from cronos_fmt.errors import CronosError
from cronos_fmt.limits import Limits
from cronos_fmt.shown import Shown


@dataclass(frozen=True)
class Problem:
    """One thing that is not as it should be. `raw` holds bytes that could not be read, `offset` counts in the file."""

    kind: str
    message: str
    file: str | None = None
    record: int | None = None
    table: str | None = None
    field: str | None = None
    offset: int | None = None
    raw: bytes | None = None

    def as_dict(self) -> dict[str, Any]:
        """The problem as a line of problems.jsonl; `raw` as lowercase hex."""
        return {
            "kind": self.kind,
            "file": self.file,
            "record": self.record,
            "table": self.table,
            "field": self.field,
            "offset": self.offset,
            "message": self.message,
            "raw": None if self.raw is None else self.raw.hex(),
        }


class _Muted:
    """What Problems.muted gives; entered for each record of a sample, so it is no generator."""

    __slots__ = ("_before", "_problems")

    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def __enter__(self) -> None:
        self._before, self._problems.is_muted = self._problems.is_muted, True

    def __exit__(self, *_: object) -> None:
        self._problems.is_muted = self._before


@dataclass(repr=False)
class Problems(Shown):
    """All problems of one bank: every one is counted, the first of each kind are kept in full."""

    limits: Limits = field(default_factory=Limits)
    kept: list[Problem] = field(default_factory=list)
    by_kind: Counter[str] = field(default_factory=Counter)
    _kept_by_kind: Counter[str] = field(default_factory=Counter)
    is_muted: bool = False
    _seen: set[tuple[object, ...]] = field(default_factory=set)
    _collected: list[tuple[Problem, bool]] | None = None

    def add(self, problem: Problem, *, once: bool = False) -> None:
        """Count a problem and keep it. With `once`, keep only the first of its kind for each table and field.

        A record may be read more than once, by a reference or a second pass: a problem that is kept counts once.
        """
        if self.is_muted:
            return
        if self._collected is not None:
            self._collected.append((problem, once))
            return
        key, first = _keys(problem)
        if key in self._seen:
            return
        self.by_kind[problem.kind] += 1
        if not self.would_keep(problem, once=once):
            return
        self._kept_by_kind[problem.kind] += 1
        self._seen |= {key, first}
        self.kept.append(problem)

    def would_keep(self, problem: Problem, *, once: bool = False) -> bool:
        """True where `add` would keep the problem, and not only count it."""
        key, first = _keys(problem)
        known = key in self._seen or (once and first in self._seen)
        return not known and self._kept_by_kind[problem.kind] < self.limits.problems_per_kind

    def add_error(self, kind: str, error: CronosError, table: str | None = None) -> None:
        """Count an error that cost one record or one definition."""
        message = f"{error.path}: {error.message}" if error.path else error.message
        self.add(Problem(kind, message, error.file, error.record, table, None, error.offset))

    def muted(self) -> AbstractContextManager[None]:
        """While it lasts nothing is counted: for a look at records that a later pass reads again."""
        return _Muted(self)

    @contextmanager
    def collected(self) -> Iterator[list[tuple[Problem, bool]]]:
        """While it lasts problems are not counted but put into a list, each with its `once`, to be added in order."""
        before, self._collected = self._collected, []
        try:
            yield self._collected
        finally:
            self._collected = before

    def state(self) -> dict[str, Any]:
        """Everything, as JSON has it; `restore` takes it."""
        return {"kept": [problem.as_dict() for problem in self.kept], "by_kind": dict(self.by_kind)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Begin again with what `state` gave."""
        self.kept = [Problem(**each | {"raw": each["raw"] and bytes.fromhex(each["raw"])}) for each in state["kept"]]
        self.by_kind = Counter(state["by_kind"])
        self._kept_by_kind = Counter(problem.kind for problem in self.kept)
        self._seen = {key for problem in self.kept for key in _keys(problem)}

    @property
    def total(self) -> int:
        return self.by_kind.total()


def _keys(problem: Problem) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """What tells a problem from any other, and what it shares with those of its kind, table and field."""
    p = problem
    return (p.kind, p.file, p.record, p.table, p.field, p.message), (p.kind, p.table, p.field)
