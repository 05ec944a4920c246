"""How objects show themselves: in a line, in several at an IPython prompt, and as HTML in a notebook.

What they say takes more than their own module knows: `cronos_fmt.inspect.show` puts it into WAYS, and whoever opens a
bank says how to load that, which is done when something shows itself for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Ways(NamedTuple):
    """The ways of one type: a line, a text of several lines, HTML; all bounded and safe to show."""

    line: Callable[[Any], str]
    text: Callable[[Any], str]
    html: Callable[[Any], str]


WAYS: dict[type, Ways] = {}
LOADERS: list[Callable[[], None]] = []


def ways_of(thing: object) -> Ways | None:
    """The ways of a thing; None where there are none."""
    while LOADERS:
        LOADERS.pop()()
    return WAYS.get(type(thing))


def line(thing: object) -> str:
    """What `repr` says of a thing."""
    ways = ways_of(thing)
    return object.__repr__(thing) if ways is None else ways.line(thing)


class Shown:
    """Something that shows itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return line(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """At an IPython prompt: several lines where it stands alone, one inside of a list and the like."""
        ways = ways_of(self)
        printer.text(line(self) if ways is None or len(printer.stack) > 1 else ways.text(self))

    def _repr_html_(self) -> str | None:
        """In a notebook; None where there is only the text."""
        ways = ways_of(self)
        return None if ways is None else ways.html(self)
