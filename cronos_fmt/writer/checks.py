"""Read the parts of a description strictly.

A wrong one ends in a CronosError that names its JSON path and what is allowed.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar, cast

from cronos_fmt import text
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt.errors import CronosError, Status

T = TypeVar("T")
U = TypeVar("U")
Check = Callable[[Any, str], T]
"""A check takes a value and its JSON path, and gives the value in the form the writer uses."""

_REQUIRED = object()


def refuse(path: str, message: str) -> NoReturn:
    """End with a usage error about the part of a description at `path`; an empty path is the description itself."""
    raise CronosError(f"{path or 'description'}: {message}", status=Status.USAGE)


def below(path: str, key: str) -> str:
    """JSON path of a key of the object at `path`."""
    return f"{path}.{key}" if path else key


def largest(structure: str, field: str) -> int:
    """Largest number that an unsigned field of a structure holds, by the width the specs give it."""
    fields = cast(Any, BUILDERS[structure]).subcons
    return int(256 ** next(f for f in fields if f.name == field).sizeof() - 1)


class Part:
    """One object of a description. It hands out its keys, and refuses those nobody asked for."""

    def __init__(self, value: Any, path: str) -> None:
        if not isinstance(value, Mapping):
            refuse(path, f"must be an object, not {_kind(value)}")
        self.path = path
        self.value = value
        self._asked: dict[str, None] = {}

    def get(self, key: str, check: Check[T], default: U | object = _REQUIRED) -> T | U:
        """Value of a key after its check; the default, unchecked, where the key is absent."""
        self._asked[key] = None
        if key in self.value:
            return check(self.value[key], below(self.path, key))
        if default is _REQUIRED:
            refuse(self.path, f"the key {key!r} is missing")
        return cast(U, default)

    def has(self, key: str) -> bool:
        """True where the key is present; it still has to be asked for."""
        return key in self.value

    def one_of(self, **checks: Check[T]) -> T:
        """Value of the one key that is present out of several, after its check."""
        self._asked |= dict.fromkeys(checks)
        found = [key for key in checks if key in self.value]
        if len(found) != 1:
            names = f"{', '.join(checks)} is wanted, found {', '.join(found) or 'none'}"
            refuse(self.path, f"exactly one of the keys {names}")
        return checks[found[0]](self.value[found[0]], below(self.path, found[0]))

    def done(self) -> None:
        """Refuse the keys that nobody asked for."""
        for key in self.value:
            if key not in self._asked:
                refuse(below(self.path, str(key)), f"unknown key; allowed are {', '.join(self._asked)}")


def boolean(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        refuse(path, f"must be true or false, not {_kind(value)}")
    return value


def integer(low: int, high: int) -> Check[int]:
    """A check for whole numbers from `low` to `high`."""

    def check(value: Any, path: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            refuse(path, f"must be a whole number from {low} to {high}, not {_kind(value)}")
        if not low <= value <= high:
            refuse(path, f"is {value}; allowed is {low} to {high}")
        return value

    return check


def choice(options: Mapping[Any, T]) -> Check[T]:
    """A check for one of several names or numbers; it gives what stands for it."""

    def check(value: Any, path: str) -> T:
        # A list cannot be looked up, and true would be found as 1.
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in options:
            shown = f"{_kind(value)}" if not isinstance(value, str | int) else repr(value)
            refuse(path, f"is {shown}; allowed are {', '.join(str(option) for option in options)}")
        return options[value]

    return check


def optional(check: Check[T]) -> Check[T | None]:
    """A check that lets null through."""
    return lambda value, path: None if value is None else check(value, path)


def string(value: Any, path: str) -> str:
    if not isinstance(value, str):
        refuse(path, f"must be a text, not {_kind(value)}")
    return value


def stored_text(value: Any, path: str) -> bytes:
    """A text as CP1251 bytes."""
    try:
        return text.encode(string(value, path))
    except ValueError as error:
        refuse(path, f"{error}; allowed are the characters of CP1251")


def short_text(value: Any, path: str) -> bytes:
    """A text as CP1251 bytes, short enough for a name with a length byte."""
    raw, limit = stored_text(value, path), largest("name", "length")
    if len(raw) > limit:
        refuse(path, f"has {len(raw)} bytes; allowed are {limit}")
    return raw


def hexadecimal(value: Any, path: str) -> bytes:
    try:
        return bytes.fromhex(string(value, path))
    except ValueError:
        refuse(path, "is not hexadecimal; allowed are pairs of the digits 0-9 and a-f")


def base64_bytes(value: Any, path: str) -> bytes:
    try:
        return base64.b64decode(string(value, path), validate=True)
    except (binascii.Error, ValueError):
        refuse(path, "is not base64")


def items(value: Any, path: str, check: Check[T]) -> list[T]:
    """Each item of a list after its check."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        refuse(path, f"must be a list, not {_kind(value)}")
    return [check(item, f"{path}[{i}]") for i, item in enumerate(value)]


def _kind(value: Any) -> str:
    """What a value is, in words of JSON."""
    for kind, name in _KINDS:
        if isinstance(value, kind):
            return name
    return type(value).__name__


_KINDS = (
    (type(None), "null"),
    (bool, "true or false"),
    (int | float, "a number"),
    (str, "a text"),
    (Mapping, "an object"),
    (Sequence, "a list"),
)
