"""Byte-field diagrams as SVG: where the fields of one structure stand, in rows of 16 bytes.

Only text goes out, made with the standard library. Widths are computed for the widest common monospace font, so that a
name stays inside its cell wherever the file is shown; a name too long for its cell moves to a numbered list below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

NOTICE = "Generated from specs/ by codegen; do not edit."
COLOURS = {
    "verified": "#cfeccf",
    "reported": "#cfe4f8",
    "claimed": "#fdf0b8",
    "hypothesis": "#fad6b3",
    "unknown": "#e6dfee",
}

_COLUMNS = 16
_BYTE = 44  # width of a byte; a row then fits a page of text without being scaled down
_LEFT = 52
_RIGHT = 12
_RULER = 24
_ROW = 46
_BREAK = 18
_VARIABLE = 34
_GAP = 4
_LINE = 16
_FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_ADVANCE = 0.62  # width of a character in units of the font size
_PADDING = 3
_SIZES = (12, 11, 10, 9)
_WIDTH = _LEFT + _COLUMNS * _BYTE + _RIGHT
_LONGEST = 3  # rows a field may take before its middle is cut out


@dataclass(frozen=True)
class Cell:
    """One field of a diagram. `size` is None where it is not fixed; `note` then says in words how far it goes."""

    name: str
    size: int | None
    note: str
    status: str
    doc: str

    @property
    def extent(self) -> str:
        """Length in words."""
        if self.size is None:
            return self.note
        return f"{self.size} byte" if self.size == 1 else f"{self.size} bytes"


@dataclass(frozen=True)
class _Piece:
    """Part of a cell that is drawn in one go: in a row of bytes, as the cut in a long field, or as a variable part."""

    kind: str
    x: int
    y: int
    width: int
    height: int
    starts: bool = True
    ends: bool = True


class _Layout:
    """Gives every cell its pieces, from top to bottom."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.has_bytes = any(cell.size for cell in cells)
        self.bottom = _RULER if self.has_bytes else _GAP
        self.labels: list[tuple[int, str]] = []
        self._offset = 0
        self._prefix = ""
        self._row: int | None = None
        self._top = 0
        self.pieces = [list(self._fixed(cell.size) if cell.size else self._variable()) for cell in cells]

    def _fixed(self, size: int) -> Iterator[_Piece]:
        start, end = self._offset, self._offset + size
        first, last = start // _COLUMNS, (end - 1) // _COLUMNS
        cut = last - first >= _LONGEST
        for row in (first, last) if cut else range(first, last + 1):
            if cut and row == last:
                yield _Piece("break", _LEFT, self.bottom, _COLUMNS * _BYTE, _BREAK)
                self.bottom += _BREAK
            self._open(row)
            begin = start % _COLUMNS if row == first else 0
            stop = (end - 1) % _COLUMNS + 1 if row == last else _COLUMNS
            yield _Piece(
                "bytes", _LEFT + begin * _BYTE, self._top, (stop - begin) * _BYTE, _ROW, row == first, row == last
            )
        self._offset = end

    def _variable(self) -> Iterator[_Piece]:
        self.bottom += _GAP
        self.labels.append((self.bottom + _VARIABLE // 2, self._label(self._offset)))
        yield _Piece("variable", _LEFT, self.bottom, _COLUMNS * _BYTE, _VARIABLE)
        self.bottom += _VARIABLE + _GAP
        # Behind a variable part offsets are no longer known: they count from its end.
        self._offset, self._prefix, self._row = 0, "+", None

    def _open(self, row: int) -> None:
        if row == self._row:
            return
        self._row, self._top = row, self.bottom
        self.bottom += _ROW
        self.labels.append((self._top + _ROW // 2, self._label(row * _COLUMNS)))

    def _label(self, offset: int) -> str:
        return f"{self._prefix}{offset:02X}"


def diagram(label: str, cells: Sequence[Cell]) -> str:
    """SVG text of the fields of one structure. `label` names the structure for readers who cannot see the picture."""
    layout = _Layout(cells)
    numbered: list[Cell] = []
    body: list[str] = []
    if layout.has_bytes:
        body += [
            _text(_LEFT + column * _BYTE + _BYTE // 2, _RULER // 2 + 1, f"{column:X}", 10, "#555")
            for column in range(_COLUMNS)
        ]
    body += [_text(_LEFT - 8, y, text, 10, "#555", "end") for y, text in layout.labels]
    for cell, pieces in zip(cells, layout.pieces, strict=True):
        body += _cell(cell, pieces, numbered)
    bottom = layout.bottom + 8
    for number, cell in enumerate(numbered, 1):
        body.append(_text(_LEFT, bottom + _LINE // 2, f"{number}  {cell.name}, {cell.extent}", 11, "#000", "start"))
        bottom += _LINE
    bottom += _GAP if numbered else 0
    body += _key([status for status in COLOURS if any(cell.status == status for cell in cells)], bottom)
    bottom += _LINE + 8
    described = f"{label}: " + "; ".join(f"{cell.name}, {cell.extent}, {cell.status}" for cell in cells)
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<!-- {NOTICE} -->",
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom}" width="{_WIDTH}" height="{bottom}" '
        f'role="img" aria-label={quoteattr(described)} font-family="{_FONT}">',
        '<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="8" height="8" fill="{COLOURS["unknown"]}"/><path d="M0 0V8" stroke="#d9cfe5" stroke-width="3"/>'
        "</pattern></defs>",
        # A page of its own colour below the picture would make the offsets unreadable in a dark theme.
        f'<rect width="{_WIDTH}" height="{bottom}" rx="6" fill="#fff"/>',
    ]
    return "\n".join([*head, *body, "</svg>", ""])


def _cell(cell: Cell, pieces: list[_Piece], numbered: list[Cell]) -> list[str]:
    """Draw one field; a name that fits nowhere is added to `numbered`."""
    fill = "url(#hatch)" if cell.status == "unknown" else COLOURS.get(cell.status, "#fff")
    title = f"{cell.name} ({cell.extent}, {cell.status}): {cell.doc}"
    lines = [f"<g><title>{escape(title)}</title>"]
    draw = {"bytes": _bytes, "break": _break, "variable": _ragged}
    for piece in pieces:
        lines += draw[piece.kind](piece, fill)
    widest = max((piece for piece in pieces if piece.kind != "break"), key=lambda piece: piece.width)
    lines += _name(cell, widest, numbered)
    others = [piece for piece in pieces if piece.kind == "bytes" and piece is not widest]
    lines += [_text(piece.x + piece.width // 2, piece.y + piece.height // 2, "…", 12) for piece in others]
    lines.append("</g>")
    return lines


def _bytes(piece: _Piece, fill: str) -> list[str]:
    """Part of a row. The side where the field goes on in another row stays open."""
    x, y, right, bottom = piece.x, piece.y, piece.x + piece.width, piece.y + piece.height
    edges = f"M{x} {y}H{right}M{x} {bottom}H{right}"
    edges += f"M{x} {y}V{bottom}" if piece.starts else ""
    edges += f"M{right} {y}V{bottom}" if piece.ends else ""
    return [_rect(piece, fill), f'<path d="{edges}" fill="none" stroke="#333"/>']


def _break(piece: _Piece, fill: str) -> list[str]:
    """The cut in a long field: a white band between two zigzag lines."""
    middle = piece.y + piece.height // 2
    step = _BYTE // 4
    points = [
        (x, middle + (3 if (x - piece.x) // step % 2 else -3)) for x in range(piece.x, piece.x + piece.width + 1, step)
    ]
    upper = " ".join(f"{x},{y - 3}" for x, y in points)
    lower = " ".join(f"{x},{y + 3}" for x, y in reversed(points))
    return [
        _rect(piece, fill),
        f'<polygon points="{upper} {lower}" fill="#fff"/>',
        f'<polyline points="{upper}" fill="none" stroke="#333" stroke-width="0.8"/>',
        f'<polyline points="{lower}" fill="none" stroke="#333" stroke-width="0.8"/>',
    ]


def _ragged(piece: _Piece, fill: str) -> list[str]:
    """A part of variable length: dashed, with a torn right edge."""
    right, teeth = piece.x + piece.width, 8
    step = piece.height / teeth
    torn = "".join(f"L{right - (0 if i % 2 else 7)} {piece.y + i * step:g}" for i in range(1, teeth))
    outline = f"M{piece.x} {piece.y}H{right - 7}{torn}L{right - 7} {piece.y + piece.height}H{piece.x}Z"
    return [f'<path d="{outline}" fill="{fill}" stroke="#333" stroke-dasharray="5 3"/>']


def _rect(piece: _Piece, fill: str) -> str:
    return f'<rect x="{piece.x}" y="{piece.y}" width="{piece.width}" height="{piece.height}" fill="{fill}"/>'


def _name(cell: Cell, piece: _Piece, numbered: list[Cell]) -> list[str]:
    """The name inside its cell, in as few lines and as large as it fits; else its number in the list below."""
    middle = (piece.x + piece.width // 2, piece.y + piece.height // 2)
    if piece.kind == "variable":
        size = _SIZES[1]
        return [
            _text(
                piece.x + 10,
                middle[1],
                _cut(f"{cell.name}: {cell.note}", piece.width - 28, size),
                size,
                "#000",
                "start",
            )
        ]
    whole = f"{cell.name}, {cell.extent}"
    if (cell.size or 0) > _COLUMNS and _width(whole, _SIZES[0]) <= piece.width - 2 * _PADDING:
        return [_text(*middle, whole, _SIZES[0])]
    for size in _SIZES[:-1]:
        if _width(cell.name, size) <= piece.width - 2 * _PADDING:
            return [_text(*middle, cell.name, size)]
    for size in _SIZES:
        lines = _wrap(cell.name, piece.width - 2 * _PADDING, size)
        if lines and len(lines) * (size + 1) <= piece.height - 2 * _PADDING:
            top = middle[1] - (len(lines) - 1) * (size + 1) / 2
            return [_text(middle[0], top + i * (size + 1), line, size) for i, line in enumerate(lines)]
    numbered.append(cell)
    return [_text(*middle, str(len(numbered)), 12, weight="bold")]


def _wrap(name: str, width: int, size: int) -> list[str]:
    """The name in lines, broken behind underscores; nothing where a part is too long for a line."""
    lines: list[str] = []
    for part in name.replace("_", "_ ").split():
        if _width(part, size) > width:
            return []
        if lines and _width(lines[-1] + part, size) <= width:
            lines[-1] += part
        else:
            lines.append(part)
    return lines


def _cut(text: str, width: int, size: int) -> str:
    longest = int(width / (size * _ADVANCE))
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _width(text: str, size: int) -> float:
    return len(text) * size * _ADVANCE


def _key(statuses: list[str], top: int) -> list[str]:
    """Which colour stands for which status, for the colours that the diagram uses."""
    lines, x = [], _LEFT
    for status in statuses:
        fill = "url(#hatch)" if status == "unknown" else COLOURS[status]
        lines.append(
            f'<rect x="{x}" y="{top + 2}" width="12" height="12" fill="{fill}" stroke="#333" stroke-width="0.8"/>'
        )
        lines.append(_text(x + 18, top + 8, status, 10, "#555", "start"))
        x += 36 + round(_width(status, 10))
    return lines


def _text(
    x: float, y: float, text: str, size: int, fill: str = "#000", anchor: str = "middle", weight: str = "normal"
) -> str:
    bold = "" if weight == "normal" else f' font-weight="{weight}"'
    # Shifted by a third of the size in place of dominant-baseline, which some viewers ignore.
    return (
        f'<text x="{x:g}" y="{y + size * 0.35:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{bold}'
        f' xml:space="preserve">{escape(text)}</text>'
    )
