"""Everything a report tells of a bank, as plain data for its template: bounded in size, and free of record contents.

What cannot be read is left out and stands in the problems; a report is made of any bank of which a file can be opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cronos_fmt.bank import PAIRS, Bank, Counts
from cronos_fmt.bulk import scan_batches
from cronos_fmt.check import BankCheck, BaseCheck, Reason, Verdict, check_bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.free_list import check_free_list
from cronos_fmt.inspect.coverage import FileCoverage, coverage_of
from cronos_fmt.inspect.structure import structure_of
from cronos_fmt.problems import Problem
from cronos_fmt.records import CroFile
from cronos_fmt.recovery import Entry, collect, recover_kod, verify
from cronos_fmt.report.maps import Kinds, describe_map
from cronos_fmt.report.records import Wanted, describe_records, is_key, sample, shown
from cronos_fmt.schema import Base, Schema
from cronos_fmt.sinks.manifest import describe_base, describe_file
from cronos_fmt.text import printable
from cronos_fmt.version import __version__

T = TypeVar("T")

# What is listed at most; the rest is counted.
_MOST_TABLES, _MOST_FIELDS, _MOST_REASONS, _MOST_PROBLEMS = 200, 1_500, 200, 200
_SHOWN_MESSAGE = 240
# Records of CroStru whose structure is looked up, and rows of each base that are remembered for the sample.
_MOST_LOOKED_UP, _KEPT_ROWS = 1_000, 2
# Reasons that quote values, and problems whose messages are known to quote none.
_QUOTING = frozenset({"misfit"})
_SAFE = frozenset({
    "ambiguous-name", "base-damaged", "deleted-damaged", "dictionary-cut", "duplicate-base", "duplicate-key",
    "duplicate-position", "file-unreadable", "free-count", "free-list", "kod-doubtful", "kod-needed", "magic-lookalike",
    "duplicate-name", "base-id", "missing-value", "no-check", "no-definitions", "no-position", "no-rows",
    "no-system-number", "ns1-copy", "overclaimed", "overlap", "record-damaged", "tad-leftover", "unknown-field-type",
    "unknown-flags", "vocabulary",
})  # fmt: skip
# How sure an entry of a KOD table is, by least confidence.
_SURE = ((0.99, "sure"), (0.9, "likely"), (0.5, "doubtful"), (0.0, "weak"))


@dataclass
class _Scan:
    """One pass over CroBank: records by class, rows by key of their base, and what each record is."""

    counts: Counts
    rows: dict[str, int]
    kinds: Kinds
    first_rows: dict[str, list[int]] = field(default_factory=dict)
    others: list[int] = field(default_factory=list)


def gather(bank: Bank, wanted: Sequence[Wanted] | None, with_data: bool) -> dict[str, Any]:
    """All facts of a report; a few records of each kind are shown where `wanted` is None.

    CronosError: no file of the bank can be read.
    """
    coverage = coverage_of(bank)  # first: where not one file can be opened, it says so
    schema = _attempt(bank, "no-definitions", lambda: bank.schema)
    scan = _attempt(bank, "no-rows", lambda: _scan(bank)) if schema is not None else None
    checked = _attempt(bank, "no-check", lambda: check_bank(bank)) if scan is not None else None
    files = [_describe_file(bank, name, coverage) for name in bank.file_names]
    keys = _keys(bank, with_data)
    kinds = {PAIRS["bank"]: scan.kinds} if scan is not None else {}
    kinds |= _stru_kinds(bank, schema)
    maps = [describe_map(bank, each, kinds) for each in coverage]
    if wanted is None:
        wanted = sample(schema, scan.first_rows if scan else {}, scan.others if scan else [])
    data = {"maps": maps, **describe_records(bank, wanted, with_data)}
    bases = schema.tables if schema is not None else []
    return {
        "version": __version__,
        "with_data": with_data,
        "bank": _describe_bank(bank, schema),
        "files": files,
        "tables": _describe_tables(bases, scan, checked, with_data),
        "tables_left_out": max(len(bases) - _MOST_TABLES, 0),
        "counts": scan.counts.as_dict() if scan is not None else None,
        "check": _describe_check(checked, with_data),
        "is_sound": checked is None or checked.is_sound,
        "keys": keys,
        "problems": _describe_problems(bank, with_data),
        "data": data,
    }


def _attempt(bank: Bank, kind: str, read: Callable[[], T]) -> T | None:
    """What `read` gives; None, and a problem, where damage or a missing KOD table is in the way."""
    try:
        return read()
    except CronosError as error:
        if error.status not in (Status.NOT_A_BANK, Status.KOD):
            raise
        bank.problems.add_error("kod-needed" if error.status is Status.KOD else kind, error)
        return None


# ---- the bank and its files


def _describe_bank(bank: Bank, schema: Schema | None) -> dict[str, Any]:
    return {
        "folder": shown(bank.path.resolve().name),
        "name": shown(bank.name) if schema is not None else "",
        "id": shown(schema.text("BankId")) if schema is not None else "",
        "tables": len(schema.tables) if schema is not None else None,
        "has_vocabulary": bank.vocabulary is not None,
    }


def _describe_file(bank: Bank, name: str, coverage: Iterable[FileCoverage]) -> dict[str, Any]:
    """A pair: its versions and states, and how much of its bytes is explained."""
    try:
        file = bank.file(name)
    except CronosError as error:
        return {"pair": name, "error": printable(error.message)}
    assert file.tad is not None
    parts = []
    for each in coverage:
        if each.path in (file.dat.path, file.tad.path):
            lost = each.classes.get("unexplained", 0)
            parts.append({"name": shown(each.name), "size": each.size, "explained": each.size - lost})
    check_free_list(file)
    states = {str(state): count for state, count in file.count_states().items() if count}
    described = describe_file(file)
    return {
        **described,
        "pair": name,
        "version": shown(described["version"]),
        "read_as": file.profile.tag if file.profile.tag != file.tag else "",
        "may_be_compressed": file.header.may_be_compressed,
        "parts": parts,
        "slots": file.slot_count,
        "states": states,
    }


# ---- records


def _scan(bank: Bank) -> _Scan:
    bases = bank.schema.bases
    names = ["other records", "stored files", "system records", *(f"rows of {shown(base.name)}" for base in bases)]
    kinds = Kinds(names, np.zeros(bank.bank.slot_count + 1, np.int32))
    number_of = {id(base): 3 + i for i, base in enumerate(bases)}
    found = _Scan(Counts(), {base.key: 0 for base in bases}, kinds)
    stored_files: list[int] = []
    system: list[int] = []
    for batch in scan_batches(bank, {}, files=False):
        found.counts.add_all(batch.counts)
        for number, kind, kept in ((1, batch.files, stored_files), (2, batch.system, system)):
            numbers = [each[0] for each in kind]
            kinds.of[numbers] = number
            kept += numbers[:1]
        for table in batch.tables:
            kinds.of[table.numbers] = number_of[id(table.base)]
            found.rows[table.base.key] += len(table)
            kept = found.first_rows.setdefault(table.base.key, [])
            kept += table.numbers[: _KEPT_ROWS - len(kept)].tolist()
    found.others = [*stored_files[:1], *system[:1]]
    return found


def _stru_kinds(bank: Bank, schema: Schema | None) -> dict[str, Kinds]:
    """What the records of CroStru are, where there are few."""
    if schema is None or bank.stru.slot_count > _MOST_LOOKED_UP:
        return {}
    names = ["other records"]
    of = np.zeros(bank.stru.slot_count + 1, np.int32)
    with bank.problems.muted():
        for slot in bank.stru.slots():
            if slot.is_live:
                name = structure_of(bank, bank.stru.record(slot.number)).name.replace("_", " ")
                names += [name] if name not in names else []
                of[slot.number] = names.index(name)
    return {PAIRS["stru"]: Kinds(names, of)}


# ---- tables


def _describe_tables(
    bases: Sequence[Base], scan: _Scan | None, checked: BankCheck | None, with_data: bool
) -> list[dict[str, Any]]:
    room = _MOST_FIELDS
    tables = []
    for base in bases[:_MOST_TABLES]:
        check = checked.bases.get(base.key) if checked is not None else None
        described = describe_base(base)
        fields = described["fields"][:room]
        room -= len(fields)
        columns = {each.field.column: each for each in check.columns} if check is not None else {}
        tables.append({
            "id": base.id,
            "name": shown(base.name),
            "mnemonic": shown(base.mnemonic),
            "number_name": shown(base.number_name),
            "rows": scan.rows[base.key] if scan is not None else None,
            "hidden": base.hidden_positions[:20],
            "hidden_count": len(base.hidden_positions),
            "verdict": str(check.verdict) if check is not None else "",
            "looked_at": check.rows if check is not None else 0,
            "positions": check.positions.as_dict() if check is not None else None,
            "reasons": _describe_reasons(check.reasons, check, with_data) if check is not None else [],
            "fields": [_describe_field(each, columns.get(each["column"])) for each in fields],
            "field_count": len(base.fields),
        })  # fmt: skip
    return tables


def _describe_field(described: dict[str, Any], column: Any) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if column is not None:
        figures = {name: getattr(column, name) for name in ("values", "empty", "misfits", "distinct", "longest")}
    names = {name: shown(described[name]) for name in ("name", "type_name")}
    return {**described, **names, "figures": figures}


def _describe_check(checked: BankCheck | None, with_data: bool) -> dict[str, Any] | None:
    if checked is None:
        return None
    verdicts = [base.verdict for base in checked.bases.values()]
    return {
        "is_full": checked.is_full,
        "reasons": _describe_reasons(checked.reasons, None, with_data),
        "looked_at": sum(base.rows for base in checked.bases.values()),
        "verdicts": {str(each): verdicts.count(each) for each in Verdict},
    }


def _describe_reasons(reasons: Sequence[Reason], check: BaseCheck | None, with_data: bool) -> list[dict[str, Any]]:
    described = []
    for reason in reasons[:_MOST_REASONS]:
        message = reason.message
        if reason.kind in _QUOTING and not with_data:
            columns = check.columns if check is not None else []
            column = next((c for c in columns if printable(c.field.name) == reason.field), None)
            figures = f"{column.misfits} of {column.values} values" if column is not None else "most values"
            message = f"{figures} are not as the type has them"
        described.append({
            "verdict": str(reason.verdict), "kind": reason.kind, "message": _cut(message), "fix": _cut(reason.fix),
            "field": shown(reason.field or ""), "records": reason.records,
        })  # fmt: skip
    return described


def _cut(message: str) -> str:
    safe = printable(message[: _SHOWN_MESSAGE + 1])
    return safe if len(safe) <= _SHOWN_MESSAGE else safe[: _SHOWN_MESSAGE - 1] + "…"


# ---- KOD


def _keys(bank: Bank, with_data: bool) -> list[dict[str, Any]]:
    """The KOD tables in use, each with the files it decodes and how sure its entries are."""
    by_table: dict[bytes, list[CroFile]] = {}
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError:
            continue
        if file.kod is not None:
            by_table.setdefault(file.kod.table, []).append(file)
    return [_describe_key(bank, files, with_data) for files in by_table.values()]


def _describe_key(bank: Bank, files: Sequence[CroFile], with_data: bool) -> dict[str, Any]:
    kod = files[0].kod
    assert kod is not None
    with bank.problems.muted():
        evidence = collect(bank).only(*(file.name for file in files))
        # How sure an entry is, is told by the way it was found; of a table that was given, only its checks are known.
        result = None if kod.source == "given" else recover_kod(evidence, sources=(kod.source,))
        known = result is not None and result.kod.table == kod.table
        report = result.report if result is not None and known else verify(kod, evidence)
    entries = result.entries if result is not None and known else _without_confidence(kod.table)
    unseen = frozenset(result.unseen) if result is not None and known else frozenset()
    unbound = frozenset(report.undetermined) | unseen
    cells = [_describe_entry(entry, entry.cipher in unseen, entry.cipher in unbound, known) for entry in entries]
    return {
        "files": [file.dat.path.name for file in files],
        "source": kod.source,
        "verdict": str(report.verdict),
        "is_known": known,
        "rows": [cells[i : i + 16] for i in range(0, len(cells), 16)],
        "tally": {mark: count for mark in _MARKS if (count := sum(cell["mark"] == mark for cell in cells))},
        "unbound": len(unbound),
        "checks": [
            {"name": c.name, "passed": c.passed, "detail": _cut(c.detail) if with_data or c.passed is not False else ""}
            for c in report.checks
        ],
    }


_MARKS = (*(name for _, name in _SURE), "unseen", "untold")


def _without_confidence(table: bytes) -> tuple[Entry, ...]:
    return tuple(Entry(cipher, value, 0.0, 0.0, 0) for cipher, value in enumerate(table))


def _describe_entry(entry: Entry, is_unseen: bool, is_unbound: bool, is_known: bool) -> dict[str, Any]:
    if not is_known:
        mark, told = "untold", "given, its confidence is not known"
    elif is_unseen:
        mark, told = "unseen", "never occurs, its value is a free choice"
    else:
        mark = next(name for least, name in _SURE if entry.confidence >= least)
        told = f"{mark}, confidence {entry.confidence:.1%}, {entry.evidence} bytes of evidence"
        told += f", else {entry.second:02x}" if entry.second is not None and mark != "sure" else ""
    told += ", bound by nothing" if is_unbound and not is_unseen else ""
    return {"value": f"{entry.value:02x}", "mark": mark, "unbound": is_unbound,
            "told": f"{entry.cipher:02x} = {entry.value:02x}: {told}"}  # fmt: skip


# ---- problems


def _describe_problems(bank: Bank, with_data: bool) -> dict[str, Any]:
    """All kinds with their numbers, and the first problems; messages that may quote a record only with its data."""
    problems = bank.problems
    return {
        "total": problems.total,
        "by_kind": dict(sorted(problems.by_kind.items())),
        "listed": [_describe_problem(each, with_data) for each in problems.kept[:_MOST_PROBLEMS]],
        "left_out": max(problems.total - _MOST_PROBLEMS, 0),
    }


def _describe_problem(problem: Problem, with_data: bool) -> dict[str, Any]:
    keys = re.findall(r"key '(.*)'", problem.message)
    is_told = (with_data or problem.kind in _SAFE) and all(map(is_key, keys))
    return {
        "kind": problem.kind,
        "file": shown(Path(problem.file or "").name),
        "record": problem.record,
        "offset": problem.offset,
        "table": shown(problem.table or ""),
        "field": shown(problem.field or ""),
        "message": _cut(problem.message) if is_told else "",
    }
