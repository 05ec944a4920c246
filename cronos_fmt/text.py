"""One policy for text: CP1251, what it does not define becomes U+FFFD."""

from __future__ import annotations

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def decode(data: bytes) -> str:
    """Text of stored bytes, character by character; 0x98 is the one byte that CP1251 does not define."""
    return data.decode("cp1251", "replace")


def plain(data: bytes) -> str:
    """Text of a name or value: NUL bytes at its end are padding, one inside is shown like an undefined byte."""
    return decode(data.rstrip(b"\0")).replace("\0", REPLACEMENT)


def encode(text: str) -> bytes:
    """Stored bytes of a text; ValueError names the first character that CP1251 cannot hold."""
    try:
        return text.encode("cp1251")
    except UnicodeEncodeError as error:
        raise ValueError(f"CP1251 has no character {text[error.start]!r}") from error


def printable(text: str) -> str:
    """Text from a file made safe for a terminal: control, formatting and bidirectional characters are escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
