"""Commands about KOD tables: show, verify, recover."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt.bank import open as open_bank
from cronos_fmt.cli.look import write_json
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import DEFAULT
from cronos_fmt.recovery import (
    Hints,
    KodRecovery,
    Report,
    Verdict,
    collect,
    load_kod,
    load_partial,
    parse_entry,
    parse_known,
    recover_files,
    verify_files,
)
from cronos_fmt.text import printable

# How sure an entry must be for each shade of the picture.
_SHADES = ((0.99, "green"), (0.9, "yellow"), (0.0, "red"))
_STATUS = {Verdict.PROVEN: Status.CLEAN, Verdict.CONSISTENT: Status.CLEAN}


def show_kod(path: Path, opening: Mapping[str, Any], as_json: bool) -> Status:
    """Which table each file is read with, and how good it is."""
    rows = []
    with cronos_fmt.open(path, **opening) as bank:
        for name in bank.file_names:
            try:
                file = bank.file(name)
            except CronosError as error:
                click.echo(f"error: {printable(str(error))}", err=True)
                continue
            source = "none" if not file.header.is_encoded else file.kod.source if file.kod else None
            table = file.kod.table.hex() if file.kod else None
            rows.append({
                "file": name, "source": source, "verdict": file.kod_verdict, "table": table, "note": file.kod_note,
            })  # fmt: skip
    if as_json:
        write_json(rows)
    else:
        for row in rows:
            word = {"none": "not encoded", None: "locked: no table at hand"}.get(
                row["source"], f"{row['source']} table"
            )
            note = f" ({printable(str(row['note']))})" if row["note"] else ""
            click.echo(f"{row['file']}: {word}" + (f", {row['verdict']}" if row["table"] else "") + note)
    return Status.CLEAN if all(row["source"] for row in rows) else Status.KOD


def verify_kod(path: Path, opening: Mapping[str, Any], as_json: bool) -> Status:
    """Run all checks on a table: the one that --kod gives, else the one in use."""
    kod = load_kod(opening["kod"]) if opening["kod"] not in ("auto", None) else None
    with open_bank(path, kod=None, assume=opening["assume"]) as bank:
        evidence = collect(bank)
        if not evidence.encoded:
            raise CronosError("no file is encoded, so there is no table", file=path, status=Status.USAGE)
        found = _by_result(verify_files(kod, evidence) if kod is not None else recover_files(evidence))
    described = [
        {
            "files": names,
            "method": result.method,
            "verdict": result.verdict.value,
            "undetermined": list(result.report.undetermined),
            "checks": [check.as_dict() for check in result.report.checks],
        }
        for names, result in found
    ]
    if as_json:
        write_json(described[0] if len(described) == 1 else {"tables": described})
        return _status(found)
    for names, result in found:
        if len(found) > 1:
            click.echo(f"{', '.join(names)}, {result.method} table:")
        _print_checks(result.report)
        click.echo(f"verdict: {result.verdict}")
    return _status(found)


def recover(
    path: Path,
    opening: Mapping[str, Any],
    out: Path | None,
    known: tuple[str, ...],
    entries: tuple[str, ...],
    partial: Path | None,
    as_json: bool,
    *,
    interactive: bool = False,
    plot: Path | None = None,
) -> Status:
    """Find the table of a bank from the evidence in its files, and say how sure it is."""
    hints = Hints(
        known=tuple(parse_known(text) for text in known),
        entries=(load_partial(partial) if partial is not None else {}) | dict(map(parse_entry, entries)),
    )
    with open_bank(path, kod=None, assume=opening["assume"]) as bank:
        evidence = collect(bank)
        found = _by_result(recover_files(evidence, hints=hints))
    # Of several tables the one that is asked for is not the one of the program, which nobody has to look for.
    names, result = next((each for each in found if each[1].method != DEFAULT.source), found[0])
    others = [(files, other) for files, other in found if other is not result]
    if len(found) > 1:
        evidence = evidence.only(*names)
    if interactive:
        from cronos_fmt.cli.kod_interactive import refine

        result = refine(result, evidence, hints)
    if out is not None:
        result.save(out)
    if plot is not None:
        from cronos_fmt.cli.kod_plot import write_plot

        write_plot(result, plot)
    if as_json:
        others_as_json = [{"files": files, **other.as_dict()} for files, other in others]
        write_json(result.as_dict() | ({"files": names, "others": others_as_json} if others else {}))
    else:
        for files, other in others:
            click.echo(f"{', '.join(files)}: {other.method} table, {other.verdict}")
        if others:
            click.echo(f"{', '.join(names)}:")
        _print_result(result)
    if result.verdict.is_usable:
        where = out or "kod.json"
        click.echo(
            f"to go on: cronos-fmt export {printable(str(path))} --kod {printable(str(where))} --out OUT", err=True
        )
    else:
        click.echo("not good enough to be used unasked; give hints with --known or --entry, see docs/kod.md", err=True)
    return _status([(names, result), *others])


_Found = list[tuple[list[str], KodRecovery]]


def _by_result(tables: Mapping[str, KodRecovery]) -> _Found:
    """Each table with the files that it was found for."""
    found: _Found = []
    for name, result in tables.items():
        same = next((names for names, other in found if other is result), None)
        if same is None:
            found.append(([name], result))
        else:
            same.append(name)
    return found


def _status(found: _Found) -> Status:
    """Clean where every table is good enough."""
    return max(_STATUS.get(result.verdict, Status.KOD) for _, result in found)


def _print_checks(report: Report) -> None:
    for check in report.checks:
        mark = {True: "passed", False: "FAILED", None: "-"}[check.passed]
        click.echo(f"  {mark:<7} {check.name}: {printable(check.detail)}".rstrip(": "))


def _print_result(result: KodRecovery) -> None:
    click.echo(f"method: {result.method}" + (f" ({printable(result.detail)})" if result.detail else ""))
    click.echo("table, the column is the low digit of the stored byte; ?? never occurs:")
    click.echo("     " + " ".join(f"_{i:x}" for i in range(16)))
    for row in range(16):
        cells = " ".join(_cell(result, 16 * row + column) for column in range(16))
        click.echo(f"  {row:x}_ {cells}")
    sure = sum(entry.confidence >= _SHADES[0][0] for entry in result.entries)
    click.echo(f"{sure} of {len(result.entries)} entries are surer than {_SHADES[0][0]:.0%}, "
               f"{len(result.undetermined)} are bound by nothing")  # fmt: skip
    _print_checks(result.report)
    click.echo(f"verdict: {result.verdict}")


def _cell(result: KodRecovery, byte: int) -> str:
    entry = result.entries[byte]
    if byte in result.unseen:
        return click.style("??", dim=True)
    colour = next(name for least, name in _SHADES if entry.confidence >= least)
    return click.style(f"{entry.value:02x}", fg=colour)
