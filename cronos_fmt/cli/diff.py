"""The command diff: two banks, two files, or two records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.cli.look import Opening, report_problems
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.diff import Difference, diff_banks, diff_files, diff_records
from cronos_fmt.text import decode, printable

_SHOWN_VALUE, _SHOWN_BYTES = 60, 20
_SHOWN_RANGES = 4


def show_diff(
    a: Path, b: Path, opening: Opening, as_json: bool, *, pair: str | None, number: int | None, other: int | None
) -> Status:
    """Write the differences as they are found; the exit status tells whether there are any."""
    with ExitStack() as stack:
        if pair is None and not a.is_dir() and not b.is_dir():
            return _write(a, b, diff_files(a, b), as_json)
        if pair is not None and number is None:
            raise CronosError("give the number of the record, too", hint=f"{pair} NUMBER", status=Status.USAGE)
        banks = [stack.enter_context(cronos_fmt.open(path, **opening)) for path in (a, b)]
        found = diff_banks(*banks) if pair is None or number is None else _records(banks, pair, number, other or number)
        status = _write(a, b, found, as_json)
        for bank in banks:
            report_problems(bank)
        return status


def _records(banks: list[Bank], pair: str, number: int, other: int) -> Iterator[Difference]:
    records = [bank.file(PAIRS[pair]).record(n) for bank, n in zip(banks, (number, other), strict=True)]
    return diff_records(banks[0], records[0], banks[1], records[1])


def _write(a: Path, b: Path, found: Iterator[Difference], as_json: bool) -> Status:
    """Each difference on a line, and how many there are; with none, nothing but in JSON."""
    counts: Counter[str] = Counter()
    if as_json:
        click.echo(f'{{"a": {_json(str(a))}, "b": {_json(str(b))}, "differences": [', nl=False)
    for each in found:
        if as_json:
            click.echo(f"{',' if counts else ''}\n {_json(each.as_dict())}", nl=False)
        else:
            click.echo(f"{each.kind:<8} {printable('/'.join(each.path))}{_values(each)}")
        counts[each.kind] += 1
    if as_json:
        click.echo(f'\n], "counts": {_json(dict(counts))}}}')
    elif counts:
        click.echo(f"{counts.total()} difference(s): {', '.join(f'{n} {kind}' for kind, n in sorted(counts.items()))}")
    return Status.PROBLEMS if counts else Status.CLEAN


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _values(each: Difference) -> str:
    """What both sides have, cut where it is long."""
    is_raw = bool(each.ranges) or each.path[:1] == ("bytes",)
    shown = [_shown(value, is_raw) for value in (each.a, each.b) if value is not None]
    places = [f"{start:#x}-{stop:#x}" for start, stop in each.ranges[:_SHOWN_RANGES]]
    more = ", ..." if len(each.ranges) > _SHOWN_RANGES else ""
    at = f" (bytes {', '.join(places)}{more})" if places else ""
    return (f": {' -> '.join(shown)}" if shown else "") + at


def _shown(value: Any, is_raw: bool) -> str:
    """Numbers and hex as they are, text in quotes; stored bytes as text where they can be, unless `is_raw`."""
    if isinstance(value, bytes):
        text = decode(value)
        if is_raw or not text.isprintable():
            return value[:_SHOWN_BYTES].hex(" ") + ("..." if len(value) > _SHOWN_BYTES else "")
        value = text
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        value = ", ".join(f"{name}: {text}" for name, text in value.items())
    return repr(printable(value[:_SHOWN_VALUE])) + ("..." if len(value) > _SHOWN_VALUE else "")
