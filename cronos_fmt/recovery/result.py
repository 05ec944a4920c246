"""A recovered table with everything that tells how good it is, as an object and as the file kod.json."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.checks import Check, Report, Verdict
from cronos_fmt.recovery.evidence import Fingerprint
from cronos_fmt.recovery.statistics import VALUES

_FORMAT = 1


class Entry(NamedTuple):
    """One entry of a table: the stored byte and its value.

    confidence: chance that it is right; margin: log-likelihood that the cheapest exchange with another entry loses,
    infinite in a table that is known exactly; evidence: how many stored bytes speak of it; second: the value that the
    exchange would give it.
    """

    cipher: int
    value: int
    confidence: float
    margin: float
    evidence: int
    second: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return {
            "cipher": self.cipher,
            "value": self.value,
            "confidence": round(self.confidence, 4),
            "margin": round(self.margin, 2) if isfinite(self.margin) else None,
            "evidence": self.evidence,
            "second": self.second,
        }


@dataclass(frozen=True)
class KodRecovery:
    """A table, how it was found and what its checks say.

    method: default, file or recovered. detail: which variant of a table block fitted, or what was tried. alternatives:
    other tables that are nearly as likely, best first.
    """

    kod: Kod
    method: str
    report: Report
    entries: tuple[Entry, ...]
    detail: str = ""
    score: float | None = None
    alternatives: tuple[Kod, ...] = ()
    fingerprints: tuple[Fingerprint, ...] = field(default=())

    @property
    def verdict(self) -> Verdict:
        return self.report.verdict

    @property
    def checks(self) -> tuple[Check, ...]:
        return self.report.checks

    @property
    def reason(self) -> str:
        """The verdict of a table, and the check that speaks against it the most."""
        failed = next((f", {check.name}: {check.detail}" for check in self.report.failed), "")
        return f"{self.method} table {self.verdict}{failed}"

    @property
    def unseen(self) -> tuple[int, ...]:
        """Stored bytes that never occur; their values are a free choice that completes the permutation."""
        return tuple(entry.cipher for entry in self.entries if not entry.evidence)

    @property
    def undetermined(self) -> tuple[int, ...]:
        """Entries that nothing binds, the unseen ones among them."""
        return tuple(sorted({*self.report.undetermined, *self.unseen}))

    def as_dict(self) -> dict[str, Any]:
        """The content of kod.json."""
        return {
            "format": _FORMAT,
            "table": self.kod.table.hex(),
            "method": self.method,
            "detail": self.detail,
            "verdict": self.verdict.value,
            "undetermined": list(self.undetermined),
            "unseen": list(self.unseen),
            "entries": [entry.as_dict() for entry in self.entries],
            "checks": [check.as_dict() for check in self.checks],
            "alternatives": [kod.table.hex() for kod in self.alternatives],
            "files": [{"name": f.name, "size": f.size, "header_sha256": f.header} for f in self.fingerprints],
        }

    def save(self, path: str | Path) -> None:
        """Write kod.json; CronosError with status IO where that fails."""
        try:
            Path(path).write_text(json.dumps(self.as_dict(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise CronosError(f"cannot be written: {error.strerror}", file=path, status=Status.IO) from error


def load_kod(given: str | Path) -> Kod:
    """A table from 512 hex digits, or from a file that holds them or is a kod.json.

    CronosError with status USAGE for anything that is no table, with status IO for a file that cannot be read.
    """
    if isinstance(given, str) and re.fullmatch(r"\s*([0-9a-fA-F]{2}\s*){256}", given):
        return _table(given, "the table")
    try:
        content = Path(given).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(given, str) and re.fullmatch(r"[0-9a-fA-F\s]{64,}", given):
            digits = len(re.sub(r"\s", "", given))
            raise CronosError(f"a table has 512 hex digits, not {digits}", status=Status.USAGE) from error
        reason = getattr(error, "strerror", None) or "is no text"
        hint = "give a kod.json, or 512 hex digits"
        raise CronosError(f"cannot be read: {reason}", file=given, hint=hint, status=Status.IO) from error
    if content.lstrip().startswith("{"):
        try:
            found = json.loads(content)
        except ValueError as error:
            raise CronosError("is no JSON", file=given, status=Status.USAGE) from error
        table = found.get("table") if isinstance(found, Mapping) else None
        if not isinstance(table, str):
            raise CronosError("has no table", file=given, hint="give a kod.json", status=Status.USAGE)
        return _table(table, given)
    return _table(content, given)


def load_partial(path: str | Path) -> dict[int, int]:
    """Entries of a table with holes: 256 pairs of hex digits with `??` for a hole, or a kod.json whose undetermined
    entries count as holes. CronosError as for load_kod."""
    try:
        content = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "is no text"
        raise CronosError(f"cannot be read: {reason}", file=path, status=Status.IO) from error
    if content.lstrip().startswith("{"):
        table = load_kod(path).table
        holes = json.loads(content).get("undetermined")
        unsure = set(holes) if isinstance(holes, list) else set()
        return {byte: value for byte, value in enumerate(table) if byte not in unsure}
    pairs = re.findall(r"[0-9a-fA-F]{2}|\?\?", content)
    if len(pairs) != VALUES or re.sub(r"[0-9a-fA-F?\s]", "", content):
        message = f"has {len(pairs)} pairs; a partial table has {VALUES}, of hex digits or ?? for a hole"
        raise CronosError(message, file=path, status=Status.USAGE)
    return {byte: int(pair, 16) for byte, pair in enumerate(pairs) if pair != "??"}


def _table(digits: str, where: object) -> Kod:
    try:
        return Kod(bytes.fromhex(digits))
    except ValueError as error:
        message = "is no KOD table: that takes 512 hex digits, and each byte once"
        raise CronosError(message, file=where, status=Status.USAGE) from error
