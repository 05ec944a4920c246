"""How sure each entry of a KOD table is, as a picture of 16 by 16 cells in a self-contained SVG file."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import isfinite
from pathlib import Path

from cronos_fmt.errors import CronosError, Status
from cronos_fmt.recovery import Entry, KodRecovery

# Colours by least confidence; they differ in lightness as well as in hue, and black text is readable on each.
_SHADES = ((0.99, "#8cc3e0"), (0.9, "#cfe8f3"), (0.5, "#fee08b"), (0.0, "#f98e52"))
_UNSEEN = "#e6e6e6"
_SIDE = 16
_CELL, _LEFT, _TOP = 40, 44, 76
_LEGEND = 84
_STYLE = (
    "text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#111;text-anchor:middle}"
    "text.l{font:13px system-ui,sans-serif;text-anchor:start}"
    "text.h{font:600 16px system-ui,sans-serif;text-anchor:start}"
    "text.a{fill:#555}rect{stroke:#fff;stroke-width:2}rect.u{stroke:#333;stroke-width:1.5;stroke-dasharray:3 2}"
)


def write_plot(result: KodRecovery, path: Path) -> None:
    """Write the picture of a table; CronosError with status IO where that fails."""
    try:
        path.write_text(plot(result), encoding="utf-8")
    except OSError as error:
        raise CronosError(f"cannot be written: {error.strerror}", file=path, status=Status.IO) from error


def plot(result: KodRecovery) -> str:
    """The picture as SVG: a cell for each stored byte, its value inside, coloured by confidence."""
    width = _LEFT + _SIDE * _CELL + 16
    height = _TOP + _SIDE * _CELL + _LEGEND
    sure = sum(entry.confidence >= _SHADES[0][0] for entry in result.entries)
    summary = (
        f"KOD table, {result.method}, {result.verdict}: {sure} of {len(result.entries)} entries are surer than "
        f"{_SHADES[0][0]:.0%}, {len(result.undetermined)} are bound by nothing"
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{escape(summary)}">',
        f"<title>{escape(summary)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(_LEFT, 24, f"KOD table: {result.method}, {result.verdict}", "h"),
        _text(_LEFT, 46, summary.partition(": ")[2], "l"),
        *_axes(),
        *_cells(result),
        *_legend(_TOP + _SIDE * _CELL + 20),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _axes() -> Iterator[str]:
    """High digit of the stored byte at the left, low digit on top."""
    for i in range(_SIDE):
        yield _text(_LEFT + i * _CELL + _CELL // 2, _TOP - 8, f"_{i:x}", "a")
        yield _text(_LEFT // 2, _TOP + i * _CELL + _CELL // 2 + 5, f"{i:x}_", "a")


def _cells(result: KodRecovery) -> Iterator[str]:
    unseen, undetermined = set(result.unseen), set(result.undetermined)
    for entry in result.entries:
        row, column = divmod(entry.cipher, _SIDE)
        x, y = _LEFT + column * _CELL, _TOP + row * _CELL
        colour = _UNSEEN if entry.cipher in unseen else _colour(entry.confidence)
        title = _title(entry, entry.cipher in unseen, entry.cipher in undetermined)
        yield (
            f"<g><title>{escape(title)}</title>{_square(x, y, colour, entry.cipher in undetermined)}"
            f"{_text(x + _CELL // 2, y + _CELL // 2 + 5, f'{entry.value:02x}')}</g>"
        )


def _title(entry: Entry, unseen: bool, undetermined: bool) -> str:
    """What there is to say of an entry, in words."""
    if unseen:
        return f"{entry.cipher:02x} = {entry.value:02x}: never occurs, so its value is a free choice"
    margin = f"margin {entry.margin:.2f}" if isfinite(entry.margin) else "known exactly"
    text = f"{entry.cipher:02x} = {entry.value:02x}: confidence {entry.confidence:.1%}, {margin}"
    text += f", {entry.evidence} bytes of evidence"
    if entry.second is not None:
        text += f", else {entry.second:02x}"
    return text + (", bound by nothing" if undetermined else "")


def _legend(y: int) -> Iterator[str]:
    words = [f"{least:.0%} and more" if least else "less" for least, _ in _SHADES]
    items = [*zip((colour for _, colour in _SHADES), words, strict=True), (_UNSEEN, "never occurs")]
    for i, (colour, word) in enumerate(items):
        x = _LEFT + i * 128
        yield f'<rect x="{x}" y="{y}" width="18" height="18" fill="{colour}"/>'
        yield _text(x + 24, y + 14, word, "l")
    y += 30
    yield f'<rect class="u" x="{_LEFT + 1}" y="{y + 1}" width="16" height="16" fill="#fff"/>'
    yield _text(
        _LEFT + 24, y + 14, "dashed: bound by nothing. Row and column: the stored byte; inside: its value.", "l"
    )


def _square(x: int, y: int, colour: str, undetermined: bool) -> str:
    if undetermined:
        return f'<rect class="u" x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" fill="{colour}"/>'
    return f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{colour}"/>'


def _text(x: int, y: int, content: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{x}" y="{y}">{escape(content)}</text>'


def _colour(confidence: float) -> str:
    return next(colour for least, colour in _SHADES if confidence >= least)
