"""Commands for the format researcher: probe, and info --unknowns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import cronos_fmt
from cronos_fmt.cli.look import Opening, bank_folders, write_json
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.hexdump import hexdump
from cronos_fmt.inspect.probe import Candidate, probe
from cronos_fmt.inspect.unknowns import Unknowns
from cronos_fmt.source import Source
from cronos_fmt.text import printable

_AROUND = 64
# A sound file falls short of 100 % only by the bytes that no record explains.
_GOOD_FIT = 0.9


def show_probe(dat: Path, tad: Path | None, as_json: bool) -> Status:
    """Rank the known layouts; of the best one show every test, and the bytes where it breaks."""
    tad = tad or _beside(dat)
    candidates = probe(dat, tad)
    if as_json:
        write_json({"dat": str(dat), "tad": str(tad) if tad else None, "candidates": [c.as_dict() for c in candidates]})
        return Status.CLEAN
    if tad is None:
        click.echo("no .tad beside it; only the .dat is looked at, which tells little", err=True)
    click.echo(f"{'fit':>6}  versions")
    for c in candidates:
        click.echo(f"{c.score:>6.1%}  {', '.join(c.tags)}")
    best = candidates[0]
    click.echo(f"\nbest: {best.tags[0]}")
    for test in best.tests:
        click.echo(f"  {test.score:>6.1%}  {test.name}: {printable(test.detail)}")
    _show_break(best)
    if best.score < _GOOD_FIT:
        click.echo("\nno known layout fits: this looks like a version of its own; see docs/howto/add-a-version.md")
    elif best.score > candidates[1].score:
        click.echo(f"\nto go on: cronos-fmt info {printable(str(dat.parent))} --assume {best.tags[0]}")
    return Status.CLEAN


def _show_break(candidate: Candidate) -> None:
    broken = candidate.breaks
    if broken is None:
        click.echo("  nothing breaks in the sample")
        return
    click.echo(f"  first breaks in {printable(broken.file.name)} at {broken.offset:#x}: {printable(broken.message)}")
    source = Source(broken.file)
    try:
        start = max(0, min(broken.offset, source.size) - _AROUND // 4) & ~0xF
        for line in hexdump(source.read(start, min(_AROUND, source.size - start)), start):
            click.echo(f"    {line}")
    finally:
        source.close()


def _beside(dat: Path) -> Path | None:
    """The .tad that belongs to a .dat, its name matched without regard to case."""
    try:
        names = sorted(dat.parent.iterdir())
    except OSError as error:
        raise CronosError(f"cannot be read: {error.strerror}", file=dat.parent, status=Status.IO) from error
    return next((p for p in names if p.name.lower() == f"{dat.stem}.tad".lower()), None)


def show_unknowns(paths: Sequence[Path], opening: Opening) -> Status:
    """Write the values of all unknown fields over every bank at or below the paths, as JSON."""
    unknowns = Unknowns()
    for folder in bank_folders(paths):
        try:
            with cronos_fmt.open(folder, **opening) as bank:
                unknowns.add(bank)
        except CronosError as error:
            click.echo(f"error: {printable(str(error))}", err=True)
    write_json(unknowns.as_list())
    return Status.CLEAN
