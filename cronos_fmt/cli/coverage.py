"""The command coverage: how much of each file is explained, and what stands in the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt.cli.look import Opening, report_problems, write_json
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.claims import ByteClass, Share
from cronos_fmt.inspect.coverage import NOT_LOOKED_AT, FileCoverage, Gap, coverage_of
from cronos_fmt.inspect.hexdump import hexdump
from cronos_fmt.inspect.leftovers import Leftovers, find_leftovers
from cronos_fmt.source import Source
from cronos_fmt.text import printable

_SHOWN_GAPS, _SHOWN_BYTES = 5, 64
_STATUSES = ("verified", "reported", "claimed", "hypothesis", "unknown", NOT_LOOKED_AT)


def show_coverage(path: Path, opening: Opening, as_json: bool, *, full: bool, leftovers: bool) -> Status:
    """Show the classes of the bytes of each file; the exit status tells whether there were problems."""
    with cronos_fmt.open(path, **opening) as bank:
        files = coverage_of(bank, full=full)
        found = find_leftovers(bank, files) if leftovers else None
        if as_json:
            data: dict[str, Any] = {"files": [each.as_dict() for each in files], "bank": _total(files)}
            if found is not None:
                listed = [each.as_dict() for each in found.found]
                data["leftovers"] = {"bytes": found.bytes, "looked_at": found.looked_at, "found": listed}
            write_json(data)
        else:
            for each in files:
                _print_file(each)
            total = _total(files)
            click.echo(f"all files: {total['size']} bytes")
            _print_shares(total["classes"], total["size"])
            if found is not None:
                _print_leftovers(found)
        return report_problems(bank)


def _total(files: Iterable[FileCoverage]) -> dict[str, Any]:
    """Size, classes and statuses of all files together."""
    size = 0
    classes: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    for each in files:
        size += each.size
        classes.update(each.classes)
        statuses.update(each.statuses)
    in_order = {str(cls): classes[cls] for cls in ByteClass if cls in classes}
    return {"size": size, "classes": in_order, "statuses": dict(statuses)}


def _print_file(file: FileCoverage) -> None:
    click.echo(f"{printable(file.name)}: {file.size} bytes" + (f", {file.version}" if file.version else ""))
    if file.note:
        click.echo(f"  cannot be read: {printable(file.note)}")
    _print_shares(file.classes, file.size)
    if file.slots:
        click.echo(f"  slots: {', '.join(f'{count} {state}' for state, count in file.slots.items())}")
    if file.records:
        _print_records(file.records)
    if not file.is_full and not file.note:
        looked = sum(share.looked_at for share in file.records)
        click.echo(
            f"  {looked} records were taken apart field by field, the others told by their first byte; --full takes all"
        )
    if file.gap_counts:
        click.echo(f"  gaps: {', '.join(f'{count} {name}' for name, count in file.gap_counts.items())}")
    _print_unexplained(file)
    click.echo()


def _print_shares(classes: dict[str, int], size: int) -> None:
    for name, count in classes.items():
        if count or name == ByteClass.UNEXPLAINED:
            click.echo(f"  {name.replace('_', ' '):<15}{count:>14}{_percent(count, size):>8}")


def _percent(count: int, size: int) -> str:
    return f"{count / size:.1%}" if size else "-"


def _print_records(shares: Sequence[Share]) -> None:
    """A line for each structure: its records and bytes, and the bytes by status of their field."""
    used = [status for status in _STATUSES if any(share.statuses[status] for share in shares)]
    click.echo(f"  {'structure':<19}{'base':<10}{'records':>10}{'bytes':>14}" + "".join(f"{s:>15}" for s in used))
    for share in shares:
        name = share.structure or "(not looked at)"
        numbers = "".join(f"{share.statuses[status]:>15}" for status in used)
        base = printable(share.base or "-")
        click.echo(f"  {name:<19}{base:<10}{share.records:>10}{share.bytes:>14}{numbers}")
        for structure, count in share.content.items():
            click.echo(f"    inflated: {count} bytes of {structure}")


def _print_unexplained(file: FileCoverage) -> None:
    """The largest ranges that nothing explains, each with its first bytes."""
    gaps = [gap for gap in file.gaps if gap.cls is ByteClass.UNEXPLAINED]
    largest = sorted(gaps, key=lambda gap: gap.start - gap.stop)[:_SHOWN_GAPS]
    if not largest:
        return
    try:
        source = Source(file.path)
    except CronosError:
        return  # what cannot be opened was said above
    try:
        click.echo(f"  largest of {file.gap_counts[ByteClass.UNEXPLAINED]} unexplained ranges:")
        for gap in largest:
            _print_gap(gap, source)
    finally:
        source.close()


def _print_gap(gap: Gap, source: Source) -> None:
    inside = f", in record {gap.record}" if gap.record else ""
    click.echo(f"    {gap.start:#x} to {gap.stop:#x}, {gap.stop - gap.start} bytes{inside}")
    for line in hexdump(source.read(gap.start, min(gap.stop - gap.start, _SHOWN_BYTES)), gap.start):
        click.echo(f"      {line}")


def _print_leftovers(found: Leftovers) -> None:
    click.echo(
        f"leftovers: {len(found.found)} found in {found.looked_at} of {found.bytes} bytes of gaps, and deleted slots"
    )
    for each in found.found:
        at = f"{printable(each.file)} {each.offset:#x}, {each.length} bytes in {each.cls}"
        number = f", record {each.record}" if each.record is not None else ""
        click.echo(f"  {at}: {each.structure}{number}; {printable(each.why)}")
