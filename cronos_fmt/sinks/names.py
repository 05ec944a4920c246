"""Names of output files: safe on every system, and distinct even where case does not count."""

from __future__ import annotations

import re
from collections.abc import MutableMapping

from cronos_fmt.text import printable

_MAX_BYTES = 180  # leaves room for a number and an extension within the 255 bytes that file systems allow
_LONGEST_EXTENSION = 20
_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


class Names:
    """Gives out names that are safe and were not given out before.

    kept_in: where the names in use are kept, without case, each with the last number that was put behind it.
    """

    def __init__(self, *taken: str, kept_in: MutableMapping[str, int] | None = None) -> None:
        self._taken: MutableMapping[str, int] = {} if kept_in is None else kept_in
        for name in taken:
            self._taken[name.casefold()] = 1

    def take(self, wanted: str, fallback: str, extension: str = "") -> str:
        """A name as close to the wanted one as can be; `fallback` where nothing of it is left."""
        stem = safe(wanted) or fallback
        first = name = f"{stem}{extension}"
        n = self._taken.get(first.casefold(), 1)
        while name.casefold() in self._taken:
            n += 1
            inner, dot, own = stem.rpartition(".") if not extension else (stem, "", "")
            name = f"{inner} ({n}){dot}{own}{extension}" if inner else f"{stem} ({n}){extension}"
        if name != first:
            self._taken[first.casefold()] = n
        self._taken[name.casefold()] = 1
        return name

    def give_back(self, name: str) -> None:
        """Make a name free again."""
        self._taken.pop(name.casefold(), None)


def safe(name: str) -> str:
    """The name without path separators, control characters, reserved words and overlong parts; may be empty."""
    name = _UNSAFE.sub("_", name)
    name = "".join(c if printable(c) == c else "_" for c in name).strip(" .")
    if len(name.encode("utf-8")) > _MAX_BYTES:
        stem, dot, extension = name.rpartition(".")
        is_short = dot and len(extension.encode("utf-8")) <= _LONGEST_EXTENSION
        name = f"{_cut(stem, _MAX_BYTES - _LONGEST_EXTENSION)}.{extension}" if is_short else _cut(name, _MAX_BYTES)
    return f"_{name}" if _RESERVED.fullmatch(name) else name


def _cut(name: str, size: int) -> str:
    """The name cut to a number of bytes in UTF-8, at a whole character."""
    return name.encode("utf-8")[:size].decode("utf-8", "ignore").strip(" .")
