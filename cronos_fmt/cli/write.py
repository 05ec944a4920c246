"""Commands that write: export, make-bank."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt import kod
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.cli.look import Opening, report_problems
from cronos_fmt.cli.progress import shown_progress
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.text import printable


def run_export(
    path: Path,
    to: str,
    out: Path,
    tables: tuple[str, ...],
    *,
    opening: Opening,
    quiet: bool,
    positions: str = "auto",
    schemaless: bool = False,
    of_format: Mapping[str, Any],
    progress: str = "bar",
    jobs: int | None = None,
    **options: bool,
) -> Status:
    """Export with a progress bar on a terminal and a summary on stderr."""
    from cronos_fmt.bulk.memory import keep_memory
    from cronos_fmt.sinks import export, export_schemaless

    keep_memory()
    if schemaless:
        _refuse_with_schemaless(to, tables, positions, options, {"jobs": jobs, **of_format})
        options = {name: options[name] for name in ("files", "force")}
    with cronos_fmt.open(path, **opening, positions=positions) as bank:
        with shown_progress(progress, quiet) as listener:
            if schemaless:
                result = export_schemaless(bank, out, progress=listener, **options)
            else:
                result = export(
                    bank, out, to=to, tables=tables, options=of_format, jobs=jobs, progress=listener, **options
                )
        status = report_problems(bank)
        if schemaless:
            _say_what_is_missing(bank, path, result["reason"])
        if not quiet:
            _say_tables(bank)
    if not quiet:
        counts = result["counts"]
        parts = ", ".join(
            f"{counts[name]} {name}"
            for name in ("deleted", "rows", "files", "system", "empty", "unassigned", "skipped")
        )
        click.echo(f"{printable(str(out))}: {counts['slots']} records: {counts['free']} free, {parts}", err=True)
    return Status.PROBLEMS if result["counts"]["skipped"] else status


def _refuse_with_schemaless(
    to: str, tables: tuple[str, ...], positions: str, options: Mapping[str, bool], of_format: Mapping[str, Any]
) -> None:
    """CronosError where an option was given that means nothing without definitions."""
    given = {"--table": bool(tables), "--positions": positions != "auto", f"--to {to}": to != "csv"}
    given |= {f"--{name.replace('_', '-')}": value is not None for name, value in of_format.items()}
    given |= {f"--{name}": options.get(name, False) for name in ("deleted", "hidden", "resume", "strict")}
    wrong = [name for name, is_given in given.items() if is_given]
    if wrong:
        raise CronosError(f"--schemaless does not go together with {wrong[0]}", status=Status.USAGE)


def _say_what_is_missing(bank: Bank, path: Path, reason: str) -> None:
    """One line: what an export without definitions lacks, why, and what to do next."""
    try:
        locked = bank.stru.header.is_encoded
    except CronosError:
        locked = False
    shown = shlex.quote(str(path))
    go_on = f"cronos-fmt kod recover {shown} --out kod.json"
    if not locked:
        go_on = f"look for a good copy of {PAIRS['stru']}.dat and .tad; where it is locked, {go_on}"
    line = f"names, types and layout are missing, columns are physical positions: {reason}; next: {go_on}"
    click.echo(printable(line), err=True)


def _say_tables(bank: Bank) -> None:
    """Which KOD tables are used, where it is not the default one of the program."""
    for name in (PAIRS["stru"], PAIRS["bank"]):
        try:
            file = bank.file(name)
        except CronosError:
            continue  # an export without definitions has said so
        if file.kod is not None and (file.kod.source != kod.DEFAULT.source or file.kod_note):
            note = f" ({file.kod_note})" if file.kod_note else ""
            line = f"{file.dat.path.name}: {file.kod.source} KOD table, {file.kod_verdict}{note}"
            click.echo(printable(line), err=True)


def run_make_bank(description: Path, out: Path) -> Status:
    """Write a synthetic bank."""
    from cronos_fmt.writer import load_description, write_bank

    write_bank(load_description(description), out)
    click.echo(f"{printable(str(out))}: written", err=True)
    return Status.CLEAN
