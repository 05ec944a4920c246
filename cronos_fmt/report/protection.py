"""Where the password of a bank stands in a record, or could stand: bytes that are never on a page.

NS1 is encoded with a table that everybody knows, so its bytes are as good as the password. They are told by the tree,
and where damage or a hostile file hides them from it, by their key, by their form, and by the NS1 that is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cronos_fmt._gen import layouts
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.errors import CronosError
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.inspect.structure import OPAQUE, RecordStructure
from cronos_fmt.records import Record
from cronos_fmt.schema import Schema
from cronos_fmt.spans import Node

KEY, STRUCTURE, BODY = "NS1", "ns1", "ns1.body"
DICTIONARY = "dictionary"
# Fields that hold the value of a key of the dictionary.
VALUES = frozenset({"dictionary.entry.value", "referenced_value.value"})
# The longest NS1 and what stands in front of it, where nothing tells how long it is; bytes that tell a known one.
_LONGEST, _TELLING = 300, 6


class Protection(NamedTuple):
    """What of a record is never shown: all, or ranges of its bytes; with `hides_rest` also bytes of no field."""

    is_whole: bool
    ranges: tuple[tuple[int, int], ...] = ()
    hides_rest: bool = False

    def covers(self, node: Node) -> bool:
        """True for a node with a byte that is never shown, and for the body of an NS1 that was read."""
        if self.is_whole or node.spec.startswith(BODY) or (self.hides_rest and node.role != "field"):
            return True
        return any(node.start < stop and start < node.stop for start, stop in self.ranges)


def protection_of(bank: Bank, record: Record, found: RecordStructure, tree: Node) -> Protection:
    """The protection of a record that was taken apart as `tree`."""
    try:
        schema: Schema | None = bank.schema
    except CronosError:
        schema = None
    is_stru = record.file.name == PAIRS["stru"]
    if found.name == STRUCTURE or (found.entry is not None and found.entry.name == KEY):
        return Protection(False, hides_rest=True)
    if is_stru and (found.name == OPAQUE or tree.structure != found.name or not _is_owned(found)):
        return Protection(True)  # what nothing names may be anything, an old NS1 among others
    if _is_ns1(record, is_stru) or (record.file.name == PAIRS["bank"] and _is_copy(record, schema)):
        return Protection(True)
    known = set(_known(tree.layer.data, schema))
    listed = tree.find("entries") if tree.structure == DICTIONARY else None
    entries = listed.parts if listed is not None else ()
    read = {node.span for entry in entries if entry.label == KEY for node in entry.walk() if node.spec == BODY}
    return Protection(False, (*(known - read), *(_spilled(tree, entries) if is_stru else ())), hides_rest=is_stru)


def _is_owned(found: RecordStructure) -> bool:
    """True unless the record is the value of a key that no dictionary has."""
    return found.name != "referenced_value" or found.entry is not None


def _is_ns1(record: Record, is_stru: bool) -> bool:
    """True where any layer of the record has the form of NS1."""
    values = [layer.data for layer in record.readable_layers[0]]
    values += [data[layouts.ReferencedValue.SIZE :] for data in values if is_stru]
    return any(ns1_body(value) is not None for value in values)


def _is_copy(record: Record, schema: Schema | None) -> bool:
    """True for the record that NS2 names, and for the first one in CroBank if it begins like NS1 or NS2 is lost."""
    number = schema.ns1_copy if schema is not None else None
    is_first = record.slot.offset == record.file.data_start
    if record.number == number or (is_first and number is None):
        return True
    starts = (layer.data[:size] for layer in record.readable_layers[0] for size in range(_LONGEST))
    return is_first and any(ns1_body(start) is not None for start in starts)


def _known(data: bytes, schema: Schema | None) -> Iterator[tuple[int, int]]:
    """Where the body of the NS1 that the bank has stands in some bytes, be it cut short or changed here and there."""
    body = ((schema.ns1 if schema is not None else None) or b"")[layouts.Ns1.SIZE : _LONGEST]
    for i in range(len(body) - _TELLING + 1):
        for match in re.finditer(re.escape(body[i : i + _TELLING]), data):
            yield max(match.start() - i, 0), match.start() - i + len(body)


def _spilled(tree: Node, entries: Sequence[Node]) -> list[tuple[int, int]]:
    """Ranges of CroStru that may be the value of NS1 though they are not read as one: behind its key, or of another."""
    data, key = tree.layer.data, KEY.encode("ascii")
    sound: set[int] = set()
    ranges: list[tuple[int, int]] = []
    for entry in entries:
        value = next((node for node in entry.parts if node.spec in VALUES), None)
        is_ns1 = value is not None and ns1_body(value.raw_bytes) is not None
        if entry.label == KEY and (value is None or is_ns1):
            sound.update(node.start for node in entry.walk() if node.spec == "name.raw")
        elif value is not None and is_ns1:
            ranges.append(value.span)
    places = (match.start() + len(key) for match in re.finditer(re.escape(key), data))
    return ranges + [(at, at + _LONGEST) for at in places if at - len(key) not in sound]
