"""Commands that write: export, make-bank."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt import kod
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.cli.look import Opening, report_problems
from cronos_fmt.errors import Status
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
    **options: bool,
) -> Status:
    """Export with a progress bar on a terminal and a summary on stderr."""
    from cronos_fmt.sinks import export

    with cronos_fmt.open(path, **opening, positions=positions) as bank:
        with _progress(quiet) as bar:
            task = bar.add_task("records", total=None) if bar else None
            progress = (lambda done, total: bar.update(task, completed=done, total=total)) if bar else None
            result = export(bank, out, to=to, tables=tables, progress=progress, **options)
        status = report_problems(bank)
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


def _say_tables(bank: Bank) -> None:
    """Which KOD tables are used, where it is not the default one of the program."""
    for name in (PAIRS["stru"], PAIRS["bank"]):
        file = bank.file(name)
        if file.kod is not None and file.kod.source != kod.DEFAULT.source:
            note = f" ({file.kod_note})" if file.kod_note else ""
            line = f"{file.dat.path.name}: {file.kod.source} KOD table, {file.kod_verdict}{note}"
            click.echo(printable(line), err=True)


def _progress(quiet: bool) -> Any:
    """A progress bar on stderr, where that is a terminal."""
    if quiet or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console
    from rich.progress import Progress

    return Progress(console=Console(stderr=True), transient=True)


def run_make_bank(description: Path, out: Path) -> Status:
    """Write a synthetic bank."""
    from cronos_fmt.writer import load_description, write_bank

    write_bank(load_description(description), out)
    click.echo(f"{printable(str(out))}: written", err=True)
    return Status.CLEAN
