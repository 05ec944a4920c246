"""The command dissect: a record, a range of a file or bytes from standard input, its fields beside their bytes."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import cronos_fmt
from cronos_fmt import kod
from cronos_fmt._gen.fields import FIELDS
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.cli.colours import styled
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.hexdump import Line, hex_lines, plain, tree_lines
from cronos_fmt.inspect.show import layer_line
from cronos_fmt.inspect.tree import tree_of, tree_of_bytes, tree_of_layer
from cronos_fmt.kod import Kod
from cronos_fmt.layers import Layer, Piece
from cronos_fmt.limits import Limits
from cronos_fmt.records import Record
from cronos_fmt.source import Source
from cronos_fmt.spans import Node
from cronos_fmt.text import printable

_ALL_LAYERS = "all"
_SHOWN_BYTES = 1 << 10
# Where redecode looks for a header in front of a payload, and how many attempts it shows.
_SKIPS, _SHOWN_ATTEMPTS = range(64), 8
_RANGE = re.compile(r"(?P<file>.+)@(?P<offset>0x[0-9a-fA-F]+|[0-9]+)\+(?P<length>0x[0-9a-fA-F]+|[0-9]+)")
# What stands between the digits of hex from standard input.
_BETWEEN_DIGITS = re.compile(r"0x|[\s,:-]+")


@dataclass(frozen=True)
class Request:
    """What is taken apart, and how it is shown; the fields are options of the command."""

    layer: str | None = None
    path: str | None = None
    structure: str | None = None
    redecode: bool = False
    skip: int | None = None
    shift: int | None = None
    as_hex: bool = False
    full: bool = False
    as_json: bool = False
    kaitai: Path | None = None

    def __post_init__(self) -> None:
        if self.structure is not None and self.structure not in PARSERS:
            known = ", ".join(PARSERS)
            raise CronosError(f"no structure {self.structure!r}", hint=f"there are {known}", status=Status.USAGE)

    @property
    def decodes_anew(self) -> bool:
        return self.redecode or self.skip is not None or self.shift is not None


# ---- what is taken apart


def dissect_record(path: Path, pair: str, number: int, opening: Mapping[str, Any], request: Request) -> Status:
    """Show a record of a bank: how it is stored, its layers, and the fields of one beside their bytes."""
    with cronos_fmt.open(path, **opening) as bank:
        record = bank.file(PAIRS[pair]).record(number)
        layers, damage = record.readable_layers
        if not layers:
            if damage is not None:
                raise damage
            click.echo(f"{record!r}: no bytes belong to it")
            return Status.CLEAN
        about = {"file": record.file.name, "record": number, "state": str(record.slot.state)}
        about |= {"damage": str(damage)} if damage is not None else {}
        title = repr(record)
        if request.decodes_anew:
            tree, attempts = _redecoded(bank, record, layers[1], request)
            status = _show([tree], about | {"attempts": attempts}, title, (*layers, tree.layer), request)
        else:
            names = [each.name for each in layers] if request.layer == _ALL_LAYERS else [request.layer]
            trees = [tree_of(bank, record, name, request.structure) for name in names]
            status = _show(trees, about, title, layers, request)
    if damage is not None and not request.decodes_anew:
        if damage.status is not Status.NOT_A_BANK:
            raise damage
        click.echo(f"problem: {printable(str(damage))}", err=True)
        return Status.PROBLEMS
    return status


def dissect_range(target: str, opening: Mapping[str, Any], request: Request) -> Status:
    """Show a range of a file, FILE@OFFSET+LEN, as the structure that the request names."""
    match = _RANGE.fullmatch(target)
    if match is None or request.structure is None:
        wanted = "BANK stru|bank|index|sys NUMBER, FILE@OFFSET+LEN --as STRUCTURE, or - --as STRUCTURE"
        raise CronosError(f"cannot tell what {target!r} is", hint=f"give {wanted}", status=Status.USAGE)
    offset, length = int(match["offset"], 0), int(match["length"], 0)
    source = Source(Path(match["file"]))
    try:
        if offset + length > source.size:
            message = f"{length} bytes wanted, the file has {source.size} ({source.size:#x})"
            raise CronosError(message, file=source.path, offset=offset, status=Status.USAGE)
        if length > Limits.record_bytes:
            message = f"{length} bytes wanted, the limit record_bytes is {Limits.record_bytes}"
            raise CronosError(message, file=source.path, status=Status.USAGE)
        layer = Layer("bytes", source.read(offset, length), (Piece(0, length, offset, length),))
    finally:
        source.close()
    return _show_bytes(layer, {"file": source.path.name, "offset": offset}, opening, request)


def dissect_input(opening: Mapping[str, Any], request: Request) -> Status:
    """Show bytes that are given as hex on standard input as the structure that the request names."""
    if request.structure is None:
        raise CronosError("bytes from standard input need --as STRUCTURE", status=Status.USAGE)
    try:
        data = bytes.fromhex(_BETWEEN_DIGITS.sub("", sys.stdin.read(4 * Limits.record_bytes)))
    except ValueError as error:
        raise CronosError("standard input holds something else than hex digits", status=Status.USAGE) from error
    return _show_bytes(Layer("bytes", data, ()), {"file": None, "offset": None}, opening, request)


def _show_bytes(layer: Layer, about: dict[str, Any], opening: Mapping[str, Any], request: Request) -> Status:
    assert request.structure is not None
    data, skip = layer.data[request.skip or 0 :], request.skip or 0
    if request.shift is not None:
        data = _table(opening).decode(data, request.shift)
    tree = tree_of_bytes(data, request.structure, skip, layer)
    where = f" at {about['offset']:#x} of {printable(about['file'])}" if about["file"] is not None else ""
    return _show([tree], about, f"<{len(layer.data)} bytes{where}>", (), request)


def _table(opening: Mapping[str, Any]) -> Kod:
    given = opening["kod"]
    if given is None or given == "auto":
        return kod.DEFAULT
    from cronos_fmt.recovery import load_kod

    return load_kod(given)


def _redecoded(bank: Bank, record: Record, assembled: Layer, request: Request) -> tuple[Node, list[dict[str, Any]]]:
    """The tree of the best way to decode a record with other boundaries or another shift, and how good each way is."""
    from cronos_fmt.recovery import redecode

    stored = assembled.data
    skips = _SKIPS if request.skip is None else [request.skip]
    shifts = [record.number, 0] if request.shift is None else [request.shift]
    attempts = redecode(stored, record.file.kod or kod.DEFAULT, [s for s in skips if s < len(stored)], shifts)
    if not attempts:
        message = f"has {len(stored)} bytes, nothing is left"
        raise CronosError(message, file=record.file.name, record=record.number, status=Status.USAGE)
    best = attempts[0]
    size = len(best.data)
    layer = Layer(f"skip {best.skip}, shift {best.shift}", best.data, (Piece(0, size, best.skip, size),), assembled)
    shown = [{"skip": a.skip, "shift": a.shift, "score": round(a.score, 2)} for a in attempts[:_SHOWN_ATTEMPTS]]
    return tree_of_layer(bank, record, layer, request.structure), shown


# ---- how it is shown


def _show(trees: list[Node], about: dict[str, Any], title: str, layers: tuple[Layer, ...], request: Request) -> Status:
    """Write what was asked for; PROBLEMS where a structure breaks."""
    shown = [_below(tree, request.path) for tree in trees]
    if request.kaitai is not None:
        from cronos_fmt.inspect.kaitai_export import export_kaitai

        name = "-".join(str(about[key]) for key in ("file", "record", "offset") if about.get(key) is not None)
        for path in export_kaitai(trees[-1], request.kaitai, name or "bytes"):
            click.echo(f"{path} written", err=True)
    broken = [node for tree in shown for node in tree.errors()]
    if request.as_json:
        from cronos_fmt.cli.look import write_json  # imports all that can be written

        write_json(about | _as_data(shown, layers, request))
        return Status.PROBLEMS if broken else Status.CLEAN
    screen = _Screen()
    click.echo(title)
    for each in layers:
        click.echo(f"  {layer_line(each)}")
    for attempt in about.get("attempts", ()):
        click.echo("skip {skip}, shift {shift}: score {score:.2f}".format(**attempt))
    for node in shown:
        of = {key: value for key, value in node.place.items() if about.get(key) != value}
        elsewhere = " of record {record} of {file}".format(**node.place) if of else ""
        click.echo(f"\n{node.layer.name}{elsewhere}:")
        if request.path:
            click.echo(printable_lines(node.help))
        if request.as_hex:
            limit = None if request.full else _SHOWN_BYTES
            lines = hex_lines(node.raw_bytes, node.start, node.leaves(), limit)
        else:
            lines = tree_lines(node, screen.columns, request.full)
        for line in lines:
            screen.write(line)
    for node in broken:
        assert node.error is not None
        click.echo(f"  breaks at {node.error.path}: {node.error.message}")
    return Status.PROBLEMS if broken else Status.CLEAN


def _below(tree: Node, path: str | None) -> Node:
    """The node at a path; of a path that leads nowhere the error tells what there is instead."""
    node, rest = tree, path or ""
    found = tree.find(rest)
    if found is not None:
        return found
    for i, name in enumerate(names := rest.strip("/").split("/")):
        part = node.find(name)
        if part is None:
            rest = "/".join(names[i:])
            break
        node = part
    there = ", ".join(printable(child.label or child.name) for child in node.parts[:20]) or "nothing"
    raise CronosError(f"has no {printable(rest)!r}", path=node.spec_path, hint=f"there is {there}", status=Status.USAGE)


def _as_data(shown: list[Node], layers: tuple[Layer, ...], request: Request) -> dict[str, Any]:
    trees = {node.layer.name: node.as_dict() for node in shown}
    first = shown[0]
    names = {name for tree in shown for node in tree.walk() for name in (node.spec, node.structure) if name in FIELDS}
    errors = [str(node.error) for tree in shown for node in tree.errors()]
    return {
        "structure": first.structure,
        "layers": [_describe(each) for each in layers],
        "layer": first.layer.name,
        **({"trees": trees} if request.layer == _ALL_LAYERS else {"tree": first.as_dict()}),
        "specs": {name: FIELDS[name]._asdict() for name in sorted(names)},
        "errors": errors,
    }


def _describe(layer: Layer) -> dict[str, Any]:
    ranges = layer.locate(0, len(layer.data))
    return {"name": layer.name, "size": len(layer.data), "exact": layer.is_exact, "file_ranges": ranges}


class _Screen:
    """Standard output: as wide as the terminal and in colours, or plain where it is no terminal."""

    def __init__(self) -> None:
        is_terminal = sys.stdout.isatty()
        self.columns = shutil.get_terminal_size().columns if is_terminal else None
        self._has_colours = (is_terminal or bool(os.environ.get("FORCE_COLOR"))) and not os.environ.get("NO_COLOR")

    def write(self, line: Line) -> None:
        if not self._has_colours:
            click.echo(plain(line))
        else:
            click.echo(styled(line), color=True)


def printable_lines(text: str) -> str:
    """Lines made safe for a terminal, each for itself."""
    return "\n".join(map(printable, text.split("\n")))
