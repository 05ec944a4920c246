"""The command report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

import cronos_fmt
from cronos_fmt.bank import PAIRS
from cronos_fmt.cli.look import Opening, report_problems
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.text import printable


def run_report(
    path: Path,
    out: Path,
    opening: Opening,
    *,
    records: Sequence[str],
    positions: str,
    with_data: bool,
    force: bool,
) -> Status:
    """Write the report of a bank; the exit status tells whether there were problems or a table is not sound."""
    from cronos_fmt.report import write_report

    chosen = [_record(each) for each in records]
    with cronos_fmt.open(path, **opening, positions=positions) as bank:
        written = write_report(bank, out, with_data=with_data, records=chosen or None, force=force)
        status = report_problems(bank)
    if not written.is_sound:
        click.echo("not every table is sound, see the report", err=True)
        status = Status.PROBLEMS
    held = "holds contents of records" if with_data else "without contents of records"
    click.echo(f"{printable(str(out))}: {written.size} bytes, {held}", err=True)
    return status


def _record(given: str) -> tuple[str, int]:
    """The record that PAIR:N names; CronosError with status USAGE where that is none."""
    match = re.fullmatch(r"(\w+):([1-9][0-9]{0,17})", given, re.ASCII)
    if match is None or match[1] not in PAIRS:
        hint = f"give PAIR:N, such as bank:7; pairs are {', '.join(PAIRS)}"
        raise CronosError(f"no record {given!r}", hint=hint, status=Status.USAGE)
    return match[1], int(match[2])
