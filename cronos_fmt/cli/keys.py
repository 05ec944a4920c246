"""`schema --all`: every key of the dictionary, formulas, pictures and templates as well, and their values as bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cronos_fmt.bank import Bank
from cronos_fmt.schema import Entry
from cronos_fmt.sinks.files import write_pieces
from cronos_fmt.sinks.names import Names
from cronos_fmt.sinks.place import checked_place, partial_folder
from cronos_fmt.sinks.progress import Calls
from cronos_fmt.text import plain, printable

_SHOWN = 48


def describe_keys(bank: Bank) -> Iterator[dict[str, Any]]:
    """Each key as `schema --all --json` shows it: its structure, the CroStru record that holds it, and its bytes."""
    for entry in bank.schema.entries.values():
        key = entry.key
        yield {
            "key": entry.name, "structure": key.value, "meaning": key.doc, "status": key.status,
            "record": entry.record, "size": len(entry.value), "value": _text(entry), "raw": entry.value.hex(),
        }  # fmt: skip


def print_keys(bank: Bank) -> None:
    """A line a key: what it is, how long, where it stands, and its text where it is one."""
    click.echo(f"\n{'key':<28}{'bytes':>8}  {'record':>6}  structure and value")
    for entry in bank.schema.entries.values():
        text = _text(entry)
        shown = "" if text is None else f": {printable(text[:_SHOWN])}{'...' if len(text) > _SHOWN else ''}"
        size, structure = len(entry.value), entry.key.value
        click.echo(f"{printable(entry.name):<28}{size:>8}  {entry.record:>6}  {structure}{shown}")


def write_keys(bank: Bank, out: Path) -> None:
    """Write the value of each key to a file of its own in a new directory; CronosError as from an export."""
    with partial_folder(checked_place(out, bank, False), Calls(None)) as folder:
        names = Names()
        for entry in bank.schema.entries.values():
            write_pieces(folder / names.take(entry.name, "key", ".bin"), [entry.value])
    click.echo(f"{printable(str(out))}: {len(bank.schema.entries)} values written", err=True)


def _text(entry: Entry) -> str | None:
    return plain(entry.value) if entry.key.value == "text_value" else None
