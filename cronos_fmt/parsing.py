"""Run the generated parsers: errors become CronosError with a spec path, and what was read before one is kept."""

from __future__ import annotations

from typing import TypeVar

from kaitaistruct import KaitaiStruct, KaitaiStructError

from cronos_fmt._gen.parsers._stream import Stream, TooManyItemsError
from cronos_fmt.errors import CronosError
from cronos_fmt.limits import Limits

T = TypeVar("T", bound=KaitaiStruct)


def parse_partly(parser: type[T], data: bytes | Stream, items: int = Limits.items) -> tuple[T, CronosError | None]:
    """Parse a structure. On an error, give what was read (other fields are None) and the error with its spec path.

    data: the bytes, or a stream that stands where the structure begins.
    items: list items that it may hold; parts with a length of their own are held to the default.
    """
    stream = Stream(data) if isinstance(data, bytes) else data
    stream.items_limit = items
    tree = parser(stream)
    try:
        tree._read()
    except (EOFError, ValueError, KaitaiStructError) as error:
        name = parser.__module__.rpartition(".")[2]  # as in specs/
        return tree, CronosError(_reason(error), path=f"{name}{_broken_at(tree)}")
    return tree, None


def parse(parser: type[T], data: bytes) -> T:
    """Parse a structure; CronosError on the first thing that is not as the spec says."""
    tree, error = parse_partly(parser, data)
    if error is not None:
        raise error
    return tree


def _reason(error: Exception) -> str:
    """An error of a parser in words that hold no content of the file, only what the spec wants."""
    if isinstance(error, EOFError):
        return "cut off"
    if isinstance(error, TooManyItemsError):
        return str(error)
    expected = getattr(error, "expected", None)
    if isinstance(expected, bytes):
        return f"is not the constant {expected.hex()}"
    return "is none of the values allowed" if isinstance(error, KaitaiStructError) else "has an impossible length"


def _broken_at(tree: KaitaiStruct) -> str:
    """Path of the field that was being read when the reading ended."""
    begun = [name for name in tree.SEQ_FIELDS if tree._debug.get(name)]
    if not begun:
        return ""
    # The last field begun: an end of data leaves its span open, a check of its value comes after the span is complete.
    name = begun[-1]
    value = getattr(tree, name)
    if isinstance(value, list):
        # The span of an item is there before the item is.
        last = len(tree._debug[name].get("arr", value)) - 1
        inner = _broken_at(value[last]) if last < len(value) and isinstance(value[last], KaitaiStruct) else ""
        return f".{name}[{last}]{inner}" if last >= 0 else f".{name}"
    return f".{name}{_broken_at(value)}" if isinstance(value, KaitaiStruct) else f".{name}"
