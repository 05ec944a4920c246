"""Bytes for people: offset, hex and CP1251 text, alone or beside the tree of their fields, in colours or plain.

A line is a list of segments, each a text and the name of its colour ("" for none), as terminals call it; who writes the
line decides whether colours are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cronos_fmt import text
from cronos_fmt.spans import Node

_WIDTH = 16
PALETTE = ("cyan", "green", "yellow", "magenta", "blue", "bright_cyan", "bright_green", "bright_magenta")
BROKEN, REST = "red", "bright_black"
_RULER = "bold"
# What is shown of a long list and of a long value, unless all of it is asked for.
_MOST_ITEMS, _MOST_ROWS = 100, 4
_SHOWN_VALUE, _SHOWN_NOTE = 48, 64
# Bytes in a row by the width of the terminal: the tree beside them gets at least so many columns.
_WIDTHS, _TREE_COLUMNS = (32, 16, 8, 4), 28
_MARK = "…"
_NO_FIELD = ("gap", "slack", "unread")
_BREAKS = "\r\n\t"  # what text may hold besides characters that are shown


class Segment(NamedTuple):
    """A piece of a line, and the name of its colour."""

    text: str
    colour: str = ""


Line = list[Segment]


def plain(line: Line) -> str:
    """A line without its colours."""
    return "".join(segment.text for segment in line).rstrip()


def hexdump(data: bytes, start: int = 0) -> Iterator[str]:
    """Lines of 16 bytes; `start` is the offset of the first byte. What a terminal would not show as itself is a dot."""
    return map(plain, hex_lines(data, start))


def colours(leaves: Iterable[Node]) -> dict[str, str]:
    """The colour of each leaf by its path: neighbours differ; bytes of no field and broken fields have their own."""
    found: dict[str, str] = {}
    turn = 0
    for leaf in leaves:
        if leaf.error is not None:
            found[leaf.path] = BROKEN
        elif leaf.role != "field":
            found[leaf.path] = REST
        else:
            found[leaf.path] = PALETTE[turn % len(PALETTE)]
            turn += 1
    return found


def hex_lines(data: bytes, start: int = 0, leaves: Iterable[Node] = (), limit: int | None = None) -> Iterator[Line]:
    """Lines of 16 bytes, those of each leaf in its colour; `start` is the offset of the first byte.

    leaves: nodes in order; their spans count as `start` does. limit: bytes that are shown, all if None; a last line
    tells what is left out.
    """
    shown = len(data) if limit is None else min(limit, len(data))
    parts = ((first - start, last - start, colour) for first, last, colour in _coloured(leaves, start + shown))
    part = next(parts, None)
    for at in range(0, shown, _WIDTH):
        stop = min(at + _WIDTH, shown)
        pieces: list[tuple[bytes, str]] = []
        while at < stop:
            while part is not None and part[1] <= at:
                part = next(parts, None)
            inside = part is not None and part[0] <= at
            end = stop if part is None else min(stop, part[1] if inside else part[0])
            pieces.append((data[at:end], part[2] if inside and part is not None else ""))
            at = end
        row = (stop - 1) // _WIDTH * _WIDTH
        line = [Segment(f"{start + row:08x}  ")]
        line += [Segment(f"{piece.hex(' ')} ", colour) for piece, colour in pieces]
        line.append(Segment(" " * (3 * (_WIDTH - (stop - row)) + 1)))
        line += [Segment(_characters(piece), colour) for piece, colour in pieces]
        yield line
    if shown < len(data):
        yield [Segment(f"{_MARK} {len(data) - shown} bytes more", REST)]


def _coloured(leaves: Iterable[Node], stop: int) -> Iterator[tuple[int, int, str]]:
    shown = []
    for leaf in leaves:
        if leaf.start >= stop:
            break
        shown.append(leaf)
    paint = colours(shown)
    return ((leaf.start, leaf.stop, paint[leaf.path]) for leaf in shown if leaf.start < leaf.stop)


def tree_lines(tree: Node, columns: int | None = None, full: bool = False) -> Iterator[Line]:
    """The bytes of a tree beside its nodes: exact offset and length, hex under a ruler, text, and the node.

    A leaf and its bytes have the same colour. columns: width of the terminal; None for 16 bytes in a row and lines as
    long as they come. full: show all items of long lists and all bytes of long values.
    """
    fitting = [w for w in _WIDTHS if columns is not None and 16 + 4 * w + _TREE_COLUMNS <= columns]
    width = _WIDTH if columns is None else max(fitting, default=_WIDTHS[-1])
    shown = list(_shown(tree, 0, full))
    paint = colours(node for node, _, _ in shown if node is not None and not node.children)
    ruler = " ".join(f"{i:02x}" for i in range(width))
    digits = "".join(f"{i % 16:x}" for i in range(width))
    title = " ".join([tree.structure or tree.name, *_derived(tree)])
    yield _cut([Segment(f"{'offset':<8}{'bytes':>7}  {ruler}  {digits}  {title}", _RULER)], columns)
    for node, depth, left_out in shown:
        indent = "  " * depth
        if node is None:
            yield _cut([*_blank(width), Segment(f"{indent}{_MARK} {left_out} items more", REST)], columns)
        elif node.children:
            yield _cut([*_head(node), *_blank(width)[1:], Segment(f"{indent}{_title(node)}")], columns)
        else:
            yield from _leaf_lines(node, indent, width, columns, full, paint)


def _shown(node: Node, depth: int, full: bool) -> Iterator[tuple[Node | None, int, int]]:
    """Nodes in order with their depth; None, and how many, for the items of a long list that are left out."""
    if node.parent is not None or not node.children:
        yield node, depth, 0
    deeper = depth if node.parent is None else depth + 1
    most = len(node.children) if full or not node.children or not node.children[0].name.isdigit() else _MOST_ITEMS
    for child in node.children[:most]:
        yield from _shown(child, deeper, full)
    if len(node.children) > most:
        yield None, deeper, len(node.children) - most


def _leaf_lines(
    node: Node, indent: str, width: int, columns: int | None, full: bool, paint: Mapping[str, str]
) -> Iterator[Line]:
    colour = paint[node.path]
    title = Segment(f"{indent}{_title(node)}", colour)
    data = node.raw_bytes
    if not data:
        yield _cut([*_head(node), *_blank(width)[1:], title], columns)
        return
    shift = node.start % width
    rows = -(-(shift + len(data)) // width)
    most = rows if full or rows <= _MOST_ROWS + 1 else _MOST_ROWS
    for row in range(most):
        first, last = max(row * width - shift, 0), min((row + 1) * width - shift, len(data))
        before, piece = shift if row == 0 else 0, data[first:last]
        after = width - before - len(piece)
        head = _head(node) if row == 0 else [Segment(f"{node.start + first:08x}         ")]
        line = [
            *head,
            Segment("   " * before),
            Segment(piece.hex(" "), colour),
            Segment("   " * after + "  " + " " * before),
            Segment(_characters(piece), colour),
            Segment(" " * after + "  "),
        ]
        yield _cut([*line, title] if row == 0 else line, columns)
    if most < rows:
        left = len(data) - (most * width - shift)
        yield _cut([*_blank(width), Segment(f"{indent}{_MARK} {left} bytes more, up to {node.stop:#x}", REST)], columns)


def _head(node: Node) -> Line:
    return [Segment(f"{node.start:08x}{node.stop - node.start:>7}  ")]


def _blank(width: int) -> Line:
    return [Segment(" " * 17), Segment(" " * (3 * width - 1 + 2 + width + 2))]


def _title(node: Node) -> str:
    """Name, value and meaning of a node; an error where the reading ended at it."""
    name = node.name if not node.label else f"{node.name} {text.printable(node.label)}"
    parts = [name]
    value = shown_value(node)
    if value:
        parts.append(f"= {value}")
    parts += _derived(node)
    note = "no field" if node.role in _NO_FIELD else node.note
    if note:
        parts.append(f"({text.printable(note[:_SHOWN_NOTE])}{_MARK if len(note) > _SHOWN_NOTE else ''})")
    if node.error is not None:
        parts.append(f"! breaks here: {text.printable(node.error.message)}")
    return " ".join(parts)


def _derived(node: Node) -> list[str]:
    """What follows from the fields of a structure, false answers left out."""
    values = [key if value is True else f"{key}={value}" for key, value in node.derived.items() if value is not False]
    return [f"[{', '.join(values)}]"] if values else []


def shown_value(node: Node) -> str:
    """The value of a node for a line: numbers with their hex, bytes as text where they are, else as hex."""
    value = node.value
    if value is None or (node.children and not isinstance(value, str)):
        return ""
    if isinstance(value, str):
        return f'"{text.printable(value)}"'
    if isinstance(value, int):
        return f"{value} ({value:#x})" if value > 9 else str(value)
    if not isinstance(value, bytes):
        return str(value)
    cut = value[:_SHOWN_VALUE]
    more = f"{_MARK} {len(value)} bytes" if len(value) > _SHOWN_VALUE else ""
    decoded = text.decode(cut)
    is_text = cut and not any(c not in _BREAKS and not c.isprintable() for c in decoded)
    return (f'"{text.printable(decoded)}"' if is_text else cut.hex(" ")) + more


def _characters(data: bytes) -> str:
    """A character a byte."""
    return "".join(c if c.isprintable() and c != text.REPLACEMENT else "." for c in text.decode(data))


def _cut(line: Line, columns: int | None) -> Line:
    """A line that is no longer than the terminal is wide."""
    if columns is None or sum(len(segment.text) for segment in line) <= columns:
        return line
    cut: Line = []
    room = columns - len(_MARK)
    for segment in line:
        if len(segment.text) >= room:
            return [*cut, Segment(segment.text[:room] + _MARK, segment.colour)]
        cut.append(segment)
        room -= len(segment.text)
    return cut
