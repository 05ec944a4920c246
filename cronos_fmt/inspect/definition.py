"""Where the definition of a base, or of one of its fields, stands in the file."""

from __future__ import annotations

from cronos_fmt import text
from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import Dictionary
from cronos_fmt.bank import Bank
from cronos_fmt.parsing import parse_partly
from cronos_fmt.schema import Base, Field


def definition_ranges(bank: Bank, base: Base, field: Field | None = None) -> list[tuple[int, int]]:
    """Ranges (offset, length) of CroStru.dat that hold the definition of a field of a base; None: of the system number.

    Where the definition is compressed, the ranges are those of the chunks around it. ValueError: not of this base.
    """
    start, stop = _span(base, field, bank.stru.limits.items)
    return _value_ranges(bank, base.key, start, stop)


def base_ranges(bank: Bank, base: Base) -> list[tuple[int, int]]:
    """Ranges (offset, length) of CroStru.dat that hold the definition of a base; see definition_ranges."""
    return _value_ranges(bank, base.key, 0, len(bank.schema.entries[base.key].value))


def _value_ranges(bank: Bank, name: str, start: int, stop: int) -> list[tuple[int, int]]:
    """Where bytes [start, stop) of the value of a key stand in the file."""
    schema = bank.schema
    entry = schema.entries[name]
    layer = bank.stru.record(entry.record).layers[-1]
    at = layouts.ReferencedValue.SIZE
    if entry.record == schema.record:
        tree, _ = parse_partly(Dictionary, layer.data)
        named = [e for e in tree.entries if e.value is not None and text.plain(e.key.raw) == name]
        at = named[-1]._debug["value"]["start"]  # of two with one name the last one counts
    return layer.locate(at + start, at + stop)


def _span(base: Base, field: Field | None, items: int) -> tuple[int, int]:
    """The bytes of a field's definition in that of its base; of fields that are alike, each has its own."""

    def place(f: Field) -> tuple[str, int, int, int]:
        return f.name, f.display, f.type.code, f.position

    spans = []
    for name in ("fields", "extra_fields"):
        for definition, span in zip(
            getattr(base.tree, name) or (), base.tree._debug.get(name, {}).get("arr", ()), strict=False
        ):
            body = definition.body
            if body is None or body.name is None or body.name.raw is None or "end" not in span:
                continue
            position = body.data.position if body.data is not None else 0
            position = position if position is not None and position <= items else 0
            found = text.plain(body.name.raw), body.display_index, body.type_code, position
            if body.is_system_number if field is None else not body.is_system_number and found == place(field):
                spans.append((span["start"], span["end"]))
    alike = [f for f in base.fields if field is not None and place(f) == place(field)]
    index = 0 if field is None else next((i for i, f in enumerate(alike) if f is field), len(spans))
    if index >= len(spans):
        raise ValueError(f"base {base.name!r} has no such field")
    return spans[index]
