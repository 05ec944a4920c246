"""Where each field of a parsed structure stands, as a flat list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kaitaistruct import KaitaiStruct


class Leaf(NamedTuple):
    """One field without inner fields: its path, its bytes [start, stop) in the parsed data, and its value."""

    path: str
    start: int
    stop: int
    value: Any


def leaves(tree: KaitaiStruct, path: str = "", base: int = 0) -> Iterator[Leaf]:
    """All leaf fields of a parsed structure with their spans, in order; those that were not read are left out."""
    for name in tree.SEQ_FIELDS:
        span = tree._debug.get(name)
        if not span:
            continue
        value, start = getattr(tree, name), base + span["start"]
        if isinstance(value, list):
            for i, (item, item_span) in enumerate(zip(value, span["arr"], strict=False)):
                yield from _leaf(item, f"{path}{name}[{i}]", tree, base, item_span)
            if not value and "end" in span:
                yield Leaf(f"{path}{name}", start, base + span["end"], value)
        else:
            yield from _leaf(value, f"{path}{name}", tree, base, span)


def _leaf(value: Any, path: str, parent: KaitaiStruct, base: int, span: dict[str, int]) -> Iterator[Leaf]:
    if isinstance(value, KaitaiStruct):
        # A sized part is parsed in a stream of its own, whose offsets begin at 0.
        inner = base if value._io is parent._io else base + span["start"]
        yield from leaves(value, f"{path}.", inner)
    elif "end" in span:
        yield Leaf(path, base + span["start"], base + span["end"], value)
