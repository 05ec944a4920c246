"""Records of a report: which ones are shown, their bytes and their trees as data, and what of them stays hidden.

Without `with_data` no byte of a record is on the page but what defines tables and fields. Bytes that are, or could be,
the password of the bank are never there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cronos_fmt import text
from cronos_fmt._gen.fields import FIELDS
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.hexdump import BROKEN, PALETTE, REST, colours, shown_value
from cronos_fmt.inspect.structure import OPAQUE, RecordStructure, structure_of
from cronos_fmt.inspect.tree import tree_of
from cronos_fmt.layers import Layer
from cronos_fmt.records import CroFile, Record
from cronos_fmt.report.protection import BODY, DICTIONARY, KEY, VALUES, protection_of
from cronos_fmt.schema import Schema
from cronos_fmt.spans import Node

MOST_RECORDS = 24
# Of one record: bytes shown, items shown of a list, and bytes of JSON that its nodes take.
_MOST_BYTES, _MOST_ITEMS, _MOST_JSON = 2_048, 100, 100_000
_MOST_PLACES = 64
_SHOWN_NAME, _SHOWN_VALUE = 60, 80
_ROWS_OF_A_BASE, _DEFINITIONS, _FEW_BASES = 2, 3, 8
HIDDEN = "."

# What defines tables and fields; the values in a dictionary are something else, unless they are such a definition.
_DEFINING = frozenset({"dictionary", "referenced_value", "base_definition", "field_definition", "name"})
_ENTRY = "dictionary.entry"
# Why a value is hidden: the report is made without data, or it is or could be the password of the bank.
UNTOLD, NEVER = 1, 2
_COLOURS = {name: i for i, name in enumerate(PALETTE)} | {REST: -1, BROKEN: -2}


def shown(name: str) -> str:
    """A name from a file, made safe and cut short.

    Where damage lets a name run on into the value of NS1, it ends there: that holds the password.
    """
    head, key, rest = name.partition(KEY)
    name = name if rest.isprintable() else f"{head}{key}…"
    safe = text.printable(name[: _SHOWN_NAME + 1])
    return safe if len(safe) <= _SHOWN_NAME else safe[: _SHOWN_NAME - 1] + "…"


def is_key(name: str) -> bool:
    """True for what can be a key of a dictionary; what damage makes of one may be any bytes, those of NS1 too."""
    return re.fullmatch(r"[A-Za-z0-9_]{1,40}", name) is not None


class Wanted(NamedTuple):
    """A record to show: its pair, as `stru` or `bank`, and its number."""

    pair: str
    number: int


def check_wanted(bank: Bank, wanted: Sequence[tuple[str, int]]) -> list[Wanted]:
    """The records that a caller asks for; CronosError with status USAGE for too many, and for one that is not there."""
    chosen = list(dict.fromkeys(Wanted(*each) for each in wanted))
    if len(chosen) > MOST_RECORDS:
        raise CronosError(f"{len(chosen)} records are more than the {MOST_RECORDS} of a report", status=Status.USAGE)
    for pair, number in chosen:
        if pair not in PAIRS:
            raise CronosError(f"no pair {pair!r}", hint=f"there are: {', '.join(PAIRS)}", status=Status.USAGE)
        file = bank.file(PAIRS[pair])
        if not 1 <= number <= file.slot_count:
            message = f"no such record; the file has 1 to {file.slot_count}"
            raise CronosError(message, file=file.name, record=number, status=Status.USAGE)
    return chosen


def sample(schema: Schema | None, rows: dict[str, list[int]], others: Sequence[int]) -> list[Wanted]:
    """A few records of each kind: the dictionary, definitions of bases, rows of each base, and others of CroBank.

    rows: numbers of some rows by key of their base.
    """
    if schema is None:
        return [Wanted("stru", 1)]
    definitions = [base.key for base in schema.tables if schema.entries[base.key].record != schema.record]
    stru = [schema.record, *(schema.entries[key].record for key in definitions[:_DEFINITIONS])]
    each = _ROWS_OF_A_BASE if len(rows) <= _FEW_BASES else 1
    taken = [number for numbers in rows.values() for number in numbers[:each]]
    room = MOST_RECORDS - len(stru) - len(others)
    return [
        *(Wanted("stru", number) for number in dict.fromkeys(stru)),
        *(Wanted("bank", number) for number in [*taken[:room], *others]),
    ]


def describe_records(bank: Bank, wanted: Sequence[Wanted], with_data: bool) -> dict[str, Any]:
    """The records as data for the page, and what is known of the fields in them, each once."""
    specs: dict[str, int] = {}
    records = [_describe(bank, each, with_data, specs) for each in wanted]
    known = []
    for name in specs:
        found = FIELDS.get(name)
        known.append([name, found.status, " ".join(found.doc.split())] if found else [name, "unknown", ""])
    return {"records": records, "specs": known}


def _describe(bank: Bank, wanted: Wanted, with_data: bool, specs: dict[str, int]) -> dict[str, Any]:
    name = PAIRS[wanted.pair]
    data: dict[str, Any] = {"pair": wanted.pair, "number": wanted.number, "of": name, "group": name}
    try:
        file = bank.file(name)
        record = file.record(wanted.number)
        data |= {"file": shown(file.dat.path.name), "state": str(record.slot.state)}
        with bank.problems.muted():
            tree, found = tree_of(bank, record), structure_of(bank, record)
    except CronosError as error:
        if error.status not in (Status.NOT_A_BANK, Status.KOD):
            raise
        return data | {"error": error.message}
    data |= _titles(bank, file, found, tree)
    data["layers"] = [_describe_layer(layer) for layer in record.readable_layers[0]]
    shows = _Shows(bank, record, found, tree, with_data)
    size = len(tree.layer.data)
    cut = min(size, _MOST_BYTES)
    data |= {"layer": tree.layer.name, "size": size, "shown": cut, "exact": tree.layer.is_exact}
    data["places"] = tree.layer.locate(0, cut if tree.layer.is_exact else size)[:_MOST_PLACES]
    data |= shows.bytes_and_text(cut)
    # What begins behind the bytes that are shown is no node; an empty field at the very end of a record is one.
    writer = _Writer(shows, specs, cut if cut < size else size + 1)
    writer.write(tree)
    return data | {"nodes": writer.rows, "is_cut": writer.is_cut}


def _titles(bank: Bank, file: CroFile, found: RecordStructure, tree: Node) -> dict[str, str]:
    """What a record is, and the group it is listed in."""
    if found.base is not None:
        return {"group": f"Rows of {shown(found.base.name)}", "title": f"row of {shown(found.base.name)}"}
    if found.entry is not None:
        base = next((base for base in bank.schema.bases if base.key == found.entry.name), None)
        key = f"the key {found.entry.name}" if is_key(found.entry.name) else "a key"
        return {"title": f"definition of {shown(base.name)}" if base else f"value of {key}"}
    is_other = file.name == PAIRS["bank"]
    kind = "bytes that nothing names" if found.name == OPAQUE else (tree.structure or found.name).replace("_", " ")
    return {"title": kind} | ({"group": f"{file.name}, not rows"} if is_other else {})


def _describe_layer(layer: Layer) -> dict[str, Any]:
    places = layer.locate(0, len(layer.data))
    return {"name": layer.name, "size": len(layer.data), "exact": layer.is_exact, "pieces": len(places)}


class _Shows:
    """Which bytes, values and labels of one record are on the page, and why the others are not."""

    def __init__(self, bank: Bank, record: Record, found: RecordStructure, tree: Node, with_data: bool) -> None:
        self.tree = tree
        self.with_data = with_data
        self.protection = protection_of(bank, record, found, tree)
        self.is_stru = record.file.name == PAIRS["stru"]
        self.row_value = f"{record.file.layouts.row.record}.value"
        # From the first key on that is none, the dictionary is out of step, and any of its parts may be a value.
        entries = tree.find("entries") if tree.structure == DICTIONARY else None
        keys = [each.label for each in entries.parts] if entries is not None else []
        self.sound_entries = next((i for i, key in enumerate(keys) if not is_key(key)), len(keys))
        base = found.base
        fields = [*base.fields, *base.hidden_fields(base.hidden_positions)] if base is not None else []
        self.columns = {field.column for field in fields}

    def why_not(self, node: Node) -> int:
        """0 where the bytes and the value of a node are shown, else UNTOLD or NEVER."""
        if self.protection.covers(node):
            return NEVER
        return 0 if self.with_data or (self.is_definition(node) and node.status != "unknown") else UNTOLD

    def is_definition(self, node: Node) -> bool:
        """True for a field of what defines tables and fields, and nothing else around it; damage makes it none."""
        if not self.is_stru or node.spec in VALUES or node.error is not None:
            return False
        each: Node | None = node
        while each is not None:
            is_odd = each.structure == _ENTRY and int(each.name) >= self.sound_entries
            if is_odd or each.spec.partition(".")[0] not in _DEFINING:
                return False
            each = each.parent
        return True

    def parts(self, node: Node) -> tuple[Node, ...]:
        """The parts of a node that are shown as nodes: the body of NS1 has none."""
        return () if node.spec.startswith(BODY) else node.children

    def leaves(self, size: int) -> Iterator[Node]:
        """The leaves that begin before byte `size` of the record, as `parts` has them."""
        waiting = [self.tree]
        while waiting:
            node = waiting.pop()
            parts = self.parts(node)
            if not parts:
                yield node
            waiting += (part for part in reversed(parts) if part.start < size)

    def label(self, node: Node) -> str:
        """What a list item is called, unless that is a value of the record."""
        label = node.label
        if not label or self.protection.covers(node):
            return ""
        is_name = self.is_definition(node) or (node.spec == self.row_value and label in self.columns)
        return shown(label) if self.with_data or is_name else ""

    def note(self, node: Node) -> str:
        """What is known of a value; of a hidden one only what follows from its key."""
        is_told = node.spec in VALUES or not self.why_not(node)
        return text.printable(node.note) if is_told else ""

    def bytes_and_text(self, size: int) -> dict[str, str]:
        """The first bytes of the record as hex and as CP1251 text, with a mark for each that is left out."""
        data = self.tree.layer.data[:size]
        digits, characters = [HIDDEN * 2] * size, [HIDDEN] * size
        for leaf in self.leaves(size):
            if not self.why_not(leaf):
                for i in range(leaf.start, min(leaf.stop, size)):
                    digits[i] = f"{data[i]:02x}"
                    characters[i] = _character(data[i])
        return {"hex": "".join(digits), "text": "".join(characters)} if set(digits) != {HIDDEN * 2} else {}


class _Writer:
    """Writes the nodes of one record as rows for JSON, as many as there is room for."""

    def __init__(self, shows: _Shows, specs: dict[str, int], size: int) -> None:
        self.shows = shows
        self.specs = specs
        self.size = size
        self.paint = colours(shows.leaves(size))
        self.rows: list[list[Any]] = []
        self.room = _MOST_JSON
        self.is_cut = False

    def write(self, node: Node, depth: int = 0) -> None:
        """Add rows for a node and all below it, parents first.

        [depth, name, label, start, stop, colour, spec, value, note, structure, error, why the value is hidden]; colour:
        of a leaf its place in PALETTE, or -1 for bytes of no field and -2 for a broken one; None of a node with parts.
        """
        if self.room < 0 or node.start >= self.size:
            self.is_cut = True
            return
        parts = self.shows.parts(node)
        row = self._row(node, depth, parts)
        self.room -= len(json.dumps(row, ensure_ascii=False).encode())
        self.rows.append(row)
        most = _MOST_ITEMS if parts and parts[0].name.isdigit() else len(parts)
        for child in parts[:most]:
            self.write(child, depth + 1)
        self.is_cut = self.is_cut or len(parts) > most

    def _row(self, node: Node, depth: int, parts: Sequence[Node]) -> list[Any]:
        is_leaf = not parts
        why = self.shows.why_not(node) if is_leaf or isinstance(node.value, str) else 0
        spec = node.spec or node.structure or node.role
        known = self.specs.setdefault(spec, len(self.specs))
        value = "" if why else shown_value(node)
        # Named where it is more than the field says: what a value is by itself.
        structure = node.structure if node.structure not in (node.name, spec) and parts else ""
        error = text.printable(node.error.message) if node.error is not None else ""
        return [
            depth, node.name, self.shows.label(node), node.start, node.stop,
            _COLOURS[self.paint[node.path]] if is_leaf else None, known,
            _cut(value), _cut(self.shows.note(node)), structure, _cut(error), why,
        ]  # fmt: skip


def _cut(value: str) -> str:
    return value if len(value) <= _SHOWN_VALUE else value[: _SHOWN_VALUE - 1] + "…"


def _character(byte: int) -> str:
    """The CP1251 character of a byte, a dot where a page would not show one."""
    character = text.decode(bytes([byte]))
    return character if character.isprintable() and character != text.REPLACEMENT else HIDDEN
