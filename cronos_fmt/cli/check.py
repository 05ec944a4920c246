"""The command check."""

from __future__ import annotations

from pathlib import Path

import click

import cronos_fmt
from cronos_fmt.check import BaseCheck, check_bank
from cronos_fmt.cli.look import Opening, write_json
from cronos_fmt.errors import Status
from cronos_fmt.text import printable


def show_check(path: Path, opening: Opening, as_json: bool, *, full: bool, positions: str) -> Status:
    """Check a bank; the exit status tells whether all of it is sound."""
    with cronos_fmt.open(path, **opening, positions=positions) as bank:
        result = check_bank(bank, full=full)
        status = Status.CLEAN if result.is_sound else Status.PROBLEMS
        if as_json:
            write_json(result.as_dict())
            return status
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(result.records.items()) if count)
        what = "all" if result.is_full else "a sample of"
        click.echo(f"{printable(bank.name or str(path))}: looked at {what} records: {counts or 'none'}")
        for reason in result.reasons:
            click.echo(f"  {printable(str(reason))}")
        for base in result.bases.values():
            _print_base(base)
    return status


def _print_base(base: BaseCheck) -> None:
    click.echo(f"\n{printable(base.base.name)}, id {base.base.id}: {base.verdict}, {base.rows} rows looked at")
    for reason in base.reasons:
        field = f"{reason.field}: " if reason.field else ""
        click.echo(f"  {base.verdict}: {printable(f'{field}{reason}')}")
    if base.base.hidden_positions:
        scores = ", ".join(f"{name} {_share(share)}" for name, share in base.positions.scores.items())
        told = f" ({scores})" if scores else ""
        click.echo(f"  positions read as {base.positions.reading}, by {base.positions.decided}{told}")
    click.echo(f"  {'position':>8}  {'type':<16}{'values':>8}{'fit':>8}{'empty':>8}{'distinct':>9}{'longest':>9}  name")
    for c in base.columns:
        figures = f"{c.values:>8}{_share(c.conforming):>8}{c.empty:>8}{c.distinct:>9}{c.longest:>9}"
        click.echo(f"  {c.field.position:>8}  {c.field.type.name:<16}{figures}  {printable(c.field.name)}")


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
