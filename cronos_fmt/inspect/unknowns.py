"""Values of the fields nobody understands, over all banks at hand: this is how meanings get found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kaitaistruct import KaitaiStruct

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import PARSERS, DatHeader
from cronos_fmt.bank import Bank
from cronos_fmt.errors import CronosError
from cronos_fmt.leaves import leaves
from cronos_fmt.parsing import parse
from cronos_fmt.records import CroFile

_MOST_VALUES = 20
_MOST_BYTES = 32
_SAMPLED_SLOTS = 10_000
_UNKNOWN = "unknown_"


class Unknowns:
    """Collects values by field, and by version tag and file; `add` takes one bank after the other."""

    def __init__(self) -> None:
        self._values: dict[str, Counter[tuple[str, str, str]]] = {}

    def add(self, bank: Bank) -> None:
        """Take in a bank; files that cannot be read are passed over."""
        for name in bank.file_names:
            try:
                file = bank.file(name)
            except CronosError:
                continue
            for field, value in _of_file(file):
                self._count(field, value, file)
        try:
            stru, schema = bank.stru, bank.schema
        except CronosError:
            return
        for entry in schema.entries.values():
            if not entry.value:
                continue
            try:
                tree = entry.tree
            except CronosError:
                continue
            for field, value in _of_tree(tree, entry.key.value):
                self._count(field, value, stru)

    def _count(self, field: str, value: Any, file: CroFile) -> None:
        shown = str(value)
        if isinstance(value, bytes):
            shown = value[:_MOST_BYTES].hex() + ("..." if len(value) > _MOST_BYTES else "")
        self._values.setdefault(field, Counter())[shown, file.tag, file.name] += 1

    def as_list(self) -> list[dict[str, Any]]:
        """One item a field: its commonest values, with their counts by version tag and file, and how many there are."""
        result = []
        for field, counter in sorted(self._values.items()):
            by_value: Counter[str] = Counter()
            for (value, _, _), count in counter.items():
                by_value[value] += count
            values = [
                {
                    "value": value,
                    "count": count,
                    "seen_in": [
                        {"version": tag, "file": name, "count": n}
                        for (v, tag, name), n in sorted(counter.items())
                        if v == value
                    ],
                }
                for value, count in by_value.most_common(_MOST_VALUES)
            ]
            result.append({"field": field, "different_values": len(by_value), "values": values})
        return result


def _of_file(file: CroFile) -> Iterator[tuple[str, Any]]:
    """Unknown fields of the header, of the area behind it, of the .tad header and of the slots."""
    size = layouts.DatHeader.SIZE
    yield from _of_tree(parse(DatHeader, file.dat.read(0, size)), "dat_header")
    area = file.layouts.dat_area
    if area is not None and file.dat.size >= size + area.SIZE:
        yield from _of_row(area, file.dat.read(size, area.SIZE))
    if file.tad is not None:
        yield from _of_row(file.layouts.tad_header, file.tad.read(0, file.layouts.tad_header.SIZE))
        columns = file.columns(1, min(file.slot_count, _SAMPLED_SLOTS))
        for name in columns.DTYPE.names or ():
            if name.startswith(_UNKNOWN):
                yield from ((f"{columns.NAME}.{name}", value) for value in columns.rows[name].tolist())


def _of_row(layout: type[layouts.Layout], data: bytes) -> Iterator[tuple[str, Any]]:
    yield from _of_tree(parse(PARSERS[layout.NAME], data), layout.NAME)


def _of_tree(tree: KaitaiStruct, name: str) -> Iterator[tuple[str, Any]]:
    for leaf in leaves(tree):
        if leaf.path.rpartition(".")[2].startswith(_UNKNOWN):
            yield f"{name}.{_without_indices(leaf.path)}", leaf.value


def _without_indices(path: str) -> str:
    return "".join(part.partition("]")[2] if i else part for i, part in enumerate(path.split("[")))
