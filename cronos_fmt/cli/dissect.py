"""The command dissect: one record with its layers, its fields and their bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from kaitaistruct import KaitaiStruct

import cronos_fmt
from cronos_fmt import kod
from cronos_fmt._gen import layouts
from cronos_fmt._gen.fields import FIELDS
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.bank import PAIRS, Bank, RecordClass
from cronos_fmt.cli.look import write_json
from cronos_fmt.container import CroFile, Record
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.hexdump import hexdump
from cronos_fmt.layers import Layer
from cronos_fmt.parsing import parse_partly
from cronos_fmt.spans import Leaf, leaves
from cronos_fmt.text import decode, printable

_SHOWN_BYTES = 1 << 10
_SHOWN_VALUE = 24
# Where redecode looks for a header in front of a payload, and how many attempts it shows.
_SKIPS, _SHOWN_ATTEMPTS = range(64), 8


def show_record(
    path: Path, pair: str, number: int, opening: Mapping[str, Any], layer: str | None, full: bool, as_json: bool
) -> Status:
    """Show a record: how it is stored, its layers, its fields with their offsets, and a layer as a hexdump."""
    with cronos_fmt.open(path, **opening) as bank:
        file = bank.file(PAIRS[pair])
        record = file.record(number)
        if not record.layers:
            click.echo(f"{record!r}: no bytes belong to it")
            return Status.CLEAN
        chosen = _layer(record, layer)
        name = _structure(bank, file, record)
        tree, error = parse_partly(PARSERS[name], record.data)
        if as_json:
            write_json({
                "file": file.name, "record": number, "state": str(record.slot.state), "structure": name,
                "layers": [_describe(each) for each in record.layers],
                "fields": [_field(name, leaf, record) for leaf in leaves(tree)],
                "error": str(error) if error else None,
            })  # fmt: skip
            return Status.PROBLEMS if error else Status.CLEAN
        click.echo(repr(record))
        for each in record.layers:
            places = ", ".join(f"{size} at {at:#x}" for at, size in each.locate(0, len(each.data))[:8])
            click.echo(f"  {each.name}: {len(each.data)} bytes" + (f" from {places}" if places else ""))
        click.echo(f"\n{name}:")
        for line in _tree_lines(name, tree, record.data):
            click.echo(line)
        if error is not None:
            click.echo(f"  breaks at {error.path}: {error.message}")
        click.echo(f"\n{chosen.name}:")
        _dump(chosen.data, full)
    return Status.PROBLEMS if error else Status.CLEAN


def show_redecoded(
    path: Path, pair: str, number: int, opening: Mapping[str, Any], skip: int | None, shift: int | None, full: bool
) -> Status:
    """Decode a record with other boundaries or another shift; without a skip, rank those that look best."""
    from cronos_fmt.recovery import redecode

    with cronos_fmt.open(path, **opening) as bank:
        file = bank.file(PAIRS[pair])
        stored = file.assembled(file.slot(number))
    table = file.kod or kod.DEFAULT
    skips = _SKIPS if skip is None else [skip]
    shifts = [number, 0] if shift is None else [shift]
    attempts = redecode(stored, table, [s for s in skips if s < len(stored)], shifts)
    if not attempts:
        raise CronosError(
            f"has {len(stored)} bytes, nothing is left", file=file.name, record=number, status=Status.USAGE
        )
    for attempt in attempts[:_SHOWN_ATTEMPTS]:
        click.echo(f"skip {attempt.skip}, shift {attempt.shift}: score {attempt.score:.2f}")
    best = attempts[0]
    click.echo(f"\nskip {best.skip}, shift {best.shift}, with the {table.source} table:")
    _dump(best.data, full)
    return Status.CLEAN


def _layer(record: Record, name: str | None) -> Layer:
    layers = {each.name: each for each in record.layers}
    if name is not None and name not in layers:
        raise CronosError(
            f"has no layer {name!r}", file=record.file.name, record=record.number,
            hint=f"it has {', '.join(layers)}", status=Status.USAGE,
        )  # fmt: skip
    return layers[name] if name is not None else record.layers[-1]


def _structure(bank: Bank, file: CroFile, record: Record) -> str:
    """Name of the structure that a record is."""
    data = record.data
    if file.name == PAIRS["stru"]:
        kinds = {layouts.DICTIONARY__KIND: "dictionary", layouts.REFERENCED_VALUE__KIND: "referenced_value"}
        named = next((name for kind, name in kinds.items() if data.startswith(kind)), None)
        cards = {base.bit_card for base in bank.schema.bases if not base.card_is_bank_record}
        return "bit_card_stru" if record.number in cards and data else named or "opaque_value"
    if file.name == PAIRS["bank"] and data:
        item = bank.classify(record.number)
        if item.kind is RecordClass.SYSTEM:
            return "ns1" if record.number == bank.schema.ns1_copy else "bit_card_bank"
        return "file_record" if item.kind is RecordClass.FILE else file.layouts.row.record
    return "opaque_value"


def _tree_lines(name: str, tree: KaitaiStruct, data: bytes) -> Iterator[str]:
    """A line a leaf field; bytes that no field covers are lines too."""
    end = 0
    for leaf in leaves(tree):
        if leaf.start > end:
            yield f"  {end:06x} {leaf.start - end:>6}  (no field)"
        yield f"  {leaf.start:06x} {leaf.stop - leaf.start:>6}  {leaf.path} = {_shown(leaf)}"
        end = max(end, leaf.stop)
    if end < len(data):
        yield f"  {end:06x} {len(data) - end:>6}  (no field)"


def _shown(leaf: Leaf) -> str:
    value = leaf.value
    if isinstance(value, int):
        return f"{value} ({value:#x})" if value > 9 else str(value)
    if not isinstance(value, bytes):
        return str(value)
    cut = value[:_SHOWN_VALUE]
    more = f"... {len(value)} bytes" if len(value) > _SHOWN_VALUE else ""
    text = decode(cut)
    return (f'"{printable(text)}"' if text.isprintable() and text else cut.hex(" ")) + more


def _field(name: str, leaf: Leaf, record: Record) -> dict[str, Any]:
    value = leaf.value.hex() if isinstance(leaf.value, bytes) else leaf.value
    known = FIELDS.get(f"{name}.{leaf.path.partition('[')[0]}")
    return {
        "path": leaf.path,
        "start": leaf.start,
        "stop": leaf.stop,
        "value": value,
        "status": known.status if known else None,
        "file_ranges": record.layers[-1].locate(leaf.start, leaf.stop),
    }


def _describe(layer: Layer) -> dict[str, Any]:
    ranges = layer.locate(0, len(layer.data))
    return {"name": layer.name, "size": len(layer.data), "exact": layer.is_exact, "file_ranges": ranges}


def _dump(data: bytes, full: bool) -> None:
    shown = data if full else data[:_SHOWN_BYTES]
    for line in hexdump(shown):
        click.echo(line)
    if len(shown) < len(data):
        click.echo(f"... {len(data) - len(shown)} bytes more, shown with --full")
