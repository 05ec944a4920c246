"""Run the generated parsers: errors become CronosError with a spec path, and what was read before one is kept."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from kaitaistruct import KaitaiStream, KaitaiStruct, KaitaiStructError

from cronos_fmt._gen.parsers._items import TooManyItemsError
from cronos_fmt.errors import CronosError

T = TypeVar("T", bound=KaitaiStruct)


class Leaf(NamedTuple):
    """One field without inner fields: its path, its bytes [start, stop) in the parsed data, and its value."""

    path: str
    start: int
    stop: int
    value: Any


def parse_partly(parser: type[T], data: bytes) -> tuple[T, CronosError | None]:
    """Parse a structure. On an error, give what was read (other fields are None) and the error with its spec path."""
    tree = parser(KaitaiStream(io.BytesIO(data)))
    try:
        tree._read()
    except (EOFError, ValueError, KaitaiStructError) as error:
        path = f"{_spec_name(parser)}{_broken_at(tree)}"
        reason = "cut off" if isinstance(error, EOFError) else _reason(error)
        return tree, CronosError(reason, path=path)
    return tree, None


def parse(parser: type[T], data: bytes) -> T:
    """Parse a structure; CronosError on the first thing that is not as the spec says."""
    tree, error = parse_partly(parser, data)
    if error is not None:
        raise error
    return tree


def leaves(tree: KaitaiStruct, path: str = "", base: int = 0) -> Iterator[Leaf]:
    """All leaf fields of a parsed structure with their spans, in order; those that were not read are left out."""
    for name in tree.SEQ_FIELDS:
        span = tree._debug.get(name)
        if not span or "end" not in span:
            continue
        value, start = getattr(tree, name), base + span["start"]
        if isinstance(value, list):
            for i, (item, item_span) in enumerate(zip(value, span["arr"], strict=False)):
                yield from _leaf(item, f"{path}{name}[{i}]", tree, base, item_span)
            if not value:
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


def _reason(error: Exception) -> str:
    """A validation error in words that hold no content of the file, only what the spec wants."""
    if isinstance(error, TooManyItemsError):
        return str(error)
    expected = getattr(error, "expected", None)
    if isinstance(expected, bytes):
        return f"is not the constant {expected.hex()}"
    return "is none of the values allowed" if isinstance(error, KaitaiStructError) else "has an impossible length"


def _spec_name(parser: type[KaitaiStruct]) -> str:
    return parser.__module__.rpartition(".")[2]


def _broken_at(tree: KaitaiStruct) -> str:
    """Path of the field that was being read when the reading ended."""
    begun = [name for name in tree.SEQ_FIELDS if tree._debug.get(name)]
    if not begun:
        return ""
    # The last field begun: an end of data leaves its span open, a check of its value comes after the span is complete.
    name = begun[-1]
    value = getattr(tree, name)
    if isinstance(value, list) and value:
        inner = _broken_at(value[-1]) if isinstance(value[-1], KaitaiStruct) else ""
        return f".{name}[{len(value) - 1}]{inner}"
    return f".{name}{_broken_at(value)}" if isinstance(value, KaitaiStruct) else f".{name}"
