"""Lines in the colours of a terminal."""

from __future__ import annotations

from typing import Any

import click

from cronos_fmt.inspect.hexdump import Line

_STYLES: dict[str, dict[str, Any]] = {"": {}, "bold": {"bold": True}}


def styled(line: Line) -> str:
    """A line with its colours; blanks have none."""
    parts = [(text, {} if text.isspace() else _STYLES.get(colour, {"fg": colour})) for text, colour in line]
    return "".join(click.style(text, **style) if style else text for text, style in parts).rstrip()
