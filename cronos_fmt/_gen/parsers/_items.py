# Generated from specs/ by `python -m codegen build`; do not edit.
"""Bounds the lists of the parsers: an item costs some 2 kB of memory, however few bytes it takes in the file."""

from __future__ import annotations

from typing import Any

from cronos_fmt.limits import Limits


class TooManyItemsError(ValueError):
    """A structure with more list items than the limit `items` allows."""


def next_item(stream: Any) -> dict[str, int]:
    """Span of a list item that begins here; counts the items of one stream."""
    stream.items = getattr(stream, "items", 0) + 1
    limit = getattr(stream, "items_limit", Limits.items)
    if stream.items > limit:
        raise TooManyItemsError(f"holds more than {limit} items (limit items)")
    return {"start": stream.pos()}
