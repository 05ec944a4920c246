"""Trees of records: the fields of each layer, with what the bank knows of them.

Values that are structures of their own, such as a definition in a dictionary or a file reference in a row, are taken
apart too. Nothing here knows a layout: the parsers do, and `cronos_fmt.spans` makes nodes of what they record.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from kaitaistruct import KaitaiStruct

from cronos_fmt import kod, text
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.bank import Bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.structure import OPAQUE, RecordStructure, structure_of
from cronos_fmt.layers import Layer, Piece
from cronos_fmt.links import read_link
from cronos_fmt.parsing import parse_partly
from cronos_fmt.readings import Reading
from cronos_fmt.records import Record
from cronos_fmt.schema import Entry, Field, known_key
from cronos_fmt.spans import Inner, Known, Node, chain_tree, parse_tree
from cronos_fmt.values import read_value

_ENTRY_VALUE = "dictionary.entry.value"
_REFERENCED = "referenced_value.value"
_NS1_BODY = "ns1.body"
_TYPE_CODE = "field_definition.body.type_code"
_COMPRESSED = "compressed_record"
# The ways to read the value of a file field; the first one that fits to the last byte is right.
_FILE_STRUCTURES = ("file_reference", "file_reference_list", "file_reference_chain")
_LINK_KINDS = ("link", "field_link")


class _Values(Known):
    """Values that can be taken apart without a bank: those of a dictionary, and NS1."""

    parts = frozenset({_ENTRY_VALUE, _REFERENCED, _NS1_BODY})
    noted = frozenset({_ENTRY_VALUE, _REFERENCED, _TYPE_CODE})

    def __init__(self, entry: Entry | None = None) -> None:
        self.entry = entry

    def inner(self, node: Node, owner: KaitaiStruct) -> Inner | None:
        if node.spec == _NS1_BODY:
            return Inner("ns1_body", kod.DEFAULT.decode(node.value, owner.shift))
        key = self._key(node)
        return Inner(known.value if (known := known_key(key)) is not None else OPAQUE, node.value) if key else None

    def _key(self, node: Node) -> str:
        """Key of a value in a dictionary."""
        if node.spec == _REFERENCED:
            return self.entry.name if self.entry is not None else ""
        return node.parent.label if node.parent is not None else ""

    def note(self, node: Node) -> str:
        if node.spec == _TYPE_CODE:
            kind = FIELD_TYPES.get(node.value)
            return kind.name if kind is not None else "a type that is not known"
        known = known_key(self._key(node))
        return known.doc if known is not None else ""

    def answer(self, node: Node, name: str) -> Node | None:
        """A dictionary answers by `bases` too: its definitions."""
        if name != "bases" or node.structure != "dictionary":
            return None
        return node.view(name, [entry for entry in node["entries"].parts if self._is_base(entry)])

    def _is_base(self, entry: Node) -> bool:
        key = known_key(entry.label)
        return key is not None and key.value == "base_definition"


class _Record(_Values):
    """What a bank knows of one of its records."""

    def __init__(self, bank: Bank, record: Record, found: RecordStructure) -> None:
        super().__init__(found.entry)
        self.bank = bank
        self.found = found
        self.row: RowFormat = record.file.layouts.row
        self.items = record.file.limits.items
        self.place = {"file": record.file.name, "record": record.number}
        # A value of a row stands in `plain` or, with its length, in the body of `counted`.
        self.plain, self.counted = f"{self.row.record}.value.plain", f"{self.row.record}.counted_value.body"
        self.parts = super().parts | {self.plain, self.counted}
        self.noted = super().noted | {self.plain, self.counted}

    def answer(self, node: Node, name: str) -> Node | None:
        """An entry whose value stands in a record of its own answers with what that record has."""
        if node.structure != "dictionary.entry" or node.derived.get("is_inline", True):
            return super().answer(node, name)
        try:
            elsewhere = tree_of(self.bank, self.bank.stru.record(node["value_word"].value))
        except CronosError:
            return None  # what is wrong stands in the problems of the bank
        return elsewhere.find(name) if elsewhere.structure == "referenced_value" else None

    @cached_property
    def fields(self) -> dict[int, Field]:
        """Fields of the base of a row, by the number (from 0) of the value that belongs to each."""
        base = self.found.base
        if base is None:
            return {}
        if not base.hidden_positions:
            return {f.position - 1: f for f in reversed(base.fields) if f.position}
        reading = self.bank.positions[base.key].reading
        if reading is Reading.DEFINITION:
            numbers = {position: number for number, position in enumerate(base.positions)}
            return {numbers[f.position]: f for f in reversed(base.fields) if f.position}
        if reading is Reading.BYTES:
            # Behind the first hidden position the values that separators part are not those that belong to fields.
            first = base.hidden_positions[0]
            return {f.position - 1: f for f in reversed(base.fields) if 0 < f.position < first}
        fields = [*base.fields, *base.hidden_fields(base.hidden_positions)]
        return {f.position - 1: f for f in reversed(fields) if f.position}

    def label(self, item: Node) -> str:
        if item.spec != f"{self.row.record}.value" or not item.name.isdigit():
            return ""
        field = self.fields.get(int(item.name))
        return field.column if field is not None else ""

    def _field(self, node: Node) -> Field | None:
        item: Node | None = node
        while item is not None and not item.name.isdigit():
            item = item.parent
        return self.fields.get(int(item.name)) if item is not None else None

    def inner(self, node: Node, owner: KaitaiStruct) -> Inner | None:
        if node.spec not in (self.plain, self.counted):
            return super().inner(node, owner)
        field, raw = self._field(node), node.value
        if field is not None and field.type.stored == "file_reference" and node.spec == self.counted:
            return Inner(_file_structure(raw), raw)
        if field is not None and field.type.kind in _LINK_KINDS:
            return Inner("link_value", raw) if read_link(raw) is not None else None
        return Inner(self.row.sub_values, raw) if node.spec == self.plain and self.row.sub_separator in raw else None

    def note(self, node: Node) -> str:
        if node.spec not in (self.plain, self.counted):
            return super().note(node)
        field = self._field(node)
        if field is None or not node.value:
            return ""
        value = read_value(field, node.value, node.spec == self.counted, self.row)
        means = value.text if value.text not in (text.plain(node.value), node.value.hex()) else ""
        return ": ".join(part for part in (field.type.name, value.problem or means) if part)


def _file_structure(raw: bytes) -> str:
    """How the value of a file field is read: as one reference, unless several fit to the last byte in just one way."""
    fitting = []
    for name in _FILE_STRUCTURES:
        tree, error = parse_partly(PARSERS[name], raw)
        if error is None and not getattr(tree, "unknown_after_strings", b"") and tree._io.is_eof():
            fitting.append(name)
    single = fitting[:1] if _FILE_STRUCTURES[0] in fitting else fitting
    return single[0] if len(single) == 1 else _FILE_STRUCTURES[0]


def tree_of(bank: Bank, record: Record, layer: str | None = None, structure: str | None = None) -> Node:
    """The tree of a record of a bank.

    layer: the layer to take apart by its name, the last one that can be read if None. structure: name of a structure in
    the specs to read it as, whatever the bank says. CronosError: no byte of the record can be read (with the reason),
    or it has no such layer (status USAGE).
    """
    layers, damage = record.readable_layers
    if not layers:
        raise damage or CronosError("is free, no bytes belong to it", file=record.file.name, record=record.number)
    found = structure_of(bank, record)
    plain = next((each for each in layers if each.name == found.layer), layers[-1])
    chosen = next((each for each in layers if each.name == layer), None) if layer is not None else plain
    if chosen is None:
        raise CronosError(
            f"has no layer {layer!r}", file=record.file.name, record=record.number,
            hint=f"it has {', '.join(each.name for each in layers)}", status=Status.USAGE,
        )  # fmt: skip
    known = _Record(bank, record, found)
    if structure is not None:
        return parse_tree(chosen, structure, known)
    if not chosen.data:
        return chain_tree(chosen, [], known)  # an empty record is empty, whatever it would be
    # Bytes that wait for a table are no structure yet.
    if chosen.data == plain.data and (damage is None or damage.status is not Status.KOD):
        return parse_tree(chosen, found.name, known)
    if chosen is layers[0]:
        return chain_tree(chosen, _blocks(record, layers[1]), known)
    if chosen is layers[-2] and layers[-1].name == "inflated":
        return parse_tree(chosen, _COMPRESSED, known)
    return chain_tree(chosen, [], known)


def tree_of_layer(bank: Bank, record: Record, layer: Layer, structure: str | None = None) -> Node:
    """The tree of bytes that a record would have if it were decoded in another way."""
    found = structure_of(bank, record, layer.data)
    return parse_tree(layer, structure or found.name, _Record(bank, record, found))


def _blocks(record: Record, assembled: Layer) -> list[tuple[str, int]]:
    """The blocks that a stored record consists of: structure and length of each; "" for a payload without header."""
    first, further = record.file.layouts.first_chunk, record.file.layouts.continuation
    blocks, at = [], 0
    for i, piece in enumerate(assembled.pieces):
        kind = (first if i == 0 else further) if piece.at > at else None
        stop = piece.at + piece.length
        blocks.append((kind.NAME if kind is not None else "", stop - at))
        at = stop
    return blocks


def tree_of_bytes(data: bytes, structure: str, at: int | None = None, below: Layer | None = None) -> Node:
    """The tree of bytes that are a structure; ValueError where the specs have none of that name.

    at: where the bytes stand in their file, None where they are from none, or in the layer `below`.
    """
    pieces = () if at is None else (Piece(0, len(data), at, len(data)),)
    return parse_tree(Layer("bytes", data, pieces, below), structure, _Values())


class Dissector:
    """Takes the records of a bank apart; `cronos_fmt.open` hands it to the files of the bank."""

    def __init__(self, bank: Bank) -> None:
        self.bank = bank

    def tree(self, record: Record) -> Node:
        """The tree of the last layer; see `tree_of`."""
        return tree_of(self.bank, record)

    def export_kaitai(self, record: Record, folder: str | Path) -> list[Path]:
        """See `cronos_fmt.inspect.kaitai_export`."""
        from cronos_fmt.inspect.kaitai_export import export_kaitai

        return export_kaitai(self.tree(record), Path(folder), f"{record.file.name}-{record.number}")
