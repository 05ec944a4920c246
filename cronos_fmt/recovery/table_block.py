"""The KOD table that a file stores itself: a block behind the header, encrypted with Blowfish.

The key is a serial number and a secret that stands in the same area. Nobody has published a file with such a block, so
all plausible variants are tried, and only an exactly self-consistent table is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from cronos_fmt._gen import layouts
from cronos_fmt.kod import Kod

_ENTRIES = 256
_AREAS: tuple[type[layouts.Layout], ...] = (layouts.DatAreaV4, layouts.DatAreaV7)
# Entries of both halves of a damaged block that have to agree before any of them is believed.
_ENOUGH_PAIRS = 32


class Variant(NamedTuple):
    """One way to read a table block.

    area: layout of the area; pad: bytes in front of the block; serial: number in the key; little: byte order of the
    halves that Blowfish works on; lite: whether the secret is decrypted with its own first bytes.
    """

    area: str
    pad: int
    serial: int
    little: bool
    lite: bool

    def __str__(self) -> str:
        order = "little-endian" if self.little else "big-endian"
        pad = f", {self.pad} bytes further on" if self.pad else ""
        return f"{self.area}{pad}, serial {self.serial}, {order} halves{', lite key' if self.lite else ''}"


@dataclass(frozen=True)
class BlockResult:
    """What reading the table block of a file gave: the table and the variant that fitted, or what was tried.

    entries: stored byte -> value, where a damaged block still tells some.
    """

    kod: Kod | None = None
    variant: Variant | None = None
    tried: tuple[Variant, ...] = ()
    entries: dict[int, int] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.kod is not None:
            return f"the table block fits as {self.variant}"
        if not self.tried:
            return "the version has no place for a table block"
        serials = sorted({variant.serial for variant in self.tried})
        areas = sorted({variant.area for variant in self.tried})
        text = f"no table block fits; tried {len(self.tried)} variants: areas {', '.join(areas)}, serials "
        text += f"{', '.join(map(str, serials))}, both byte orders, plain and lite key"
        if self.entries:
            text += f"; a damaged one as {self.variant} still tells {len(self.entries)} entries"
        return text


def find_table(data: bytes, area: type[layouts.Layout] | None, serials: Iterable[int] = ()) -> BlockResult:
    """Look for a table block in the bytes behind a header whose version has this area.

    serials: numbers tried in the key, besides 1 and 0.

    False tables are not found: the two halves have to undo each other, and the check bytes of the area to decode to
    zeros.
    """
    tried: list[Variant] = []
    best = BlockResult()
    for variant, block, check in _candidates(data, area, serials):
        tried.append(variant)
        forward, inverse = _halves(block)
        table = bytes(forward)
        if (
            is_table(table)
            and (inverse is None or _undoes(inverse, table))
            and (check is None or accepts(check, table))
        ):
            return BlockResult(Kod(table, "file"), variant, tuple(tried))
        entries = _agreeing(forward, inverse)
        if len(entries) > len(best.entries) and len(entries) >= _ENOUGH_PAIRS:
            best = BlockResult(variant=variant, entries=entries)
    return BlockResult(None, best.variant, tuple(tried), best.entries)


def is_table(table: bytes) -> bool:
    """True for a permutation of all bytes."""
    return len(set(table)) == len(table) == _ENTRIES


def check_bytes(data: bytes, area: type[layouts.Layout] | None) -> bytes | None:
    """The bytes of the area that decode to zeros with the right table; None where the version has none."""
    if area is None or not hasattr(area, "check_bytes") or len(data) < _end_of(area, "check_bytes"):
        return None
    return _column(data, area, "check_bytes")


def area_size() -> int:
    """Bytes behind a header that any variant of a table block reaches."""
    return max(area.SIZE for area in _AREAS)


def accepts(check: bytes, table: bytes) -> bool:
    """True where the check bytes of a header decode to zeros, as if they were a record with number 0."""
    return not any(Kod(table).decode(check, 0)) if is_table(table) else False


def wrap_table(kod: Kod, area: type[layouts.Layout], serial: int = 1, *, lite: bytes | None = None) -> dict[str, bytes]:
    """The fields of the area behind a header that hold a table: check bytes, table block, and the secret of lite files.

    lite: the secret that lite files keep encrypted; None for the others. What an area has besides is up to the caller.
    """
    check = kod.encode(bytes(area.DTYPE["check_bytes"].itemsize), 0)
    fields = {"check_bytes": check}
    secret = check[: _half()]
    if lite is not None:
        size = area.DTYPE["lite_secret"].itemsize
        fields["lite_secret"] = _encrypt(secret, lite.ljust(size, b"\0")[:size])
        secret = lite.ljust(_half(), b"\0")[: _half()]
    payload = kod.table if area.DTYPE["kod_table_block"].itemsize == _ENTRIES else kod.inverse + kod.table
    return fields | {"kod_table_block": _encrypt(_key(serial, secret), payload)}


# ---- variants


def _candidates(
    data: bytes, own: type[layouts.Layout] | None, serials: Iterable[int]
) -> Iterator[tuple[Variant, bytes, bytes | None]]:
    """Every variant with its decrypted block and the check bytes it has to agree with, the documented ones first."""
    if own is None:
        return
    areas = sorted(_AREAS, key=lambda area: area is not own)
    numbers = list(dict.fromkeys([1, *serials, 0]))
    for area in areas:
        # One source has four bytes in front of the block of some v3 files.
        for pad in (0, _half()):
            end = _end_of(area, "kod_table_block") + pad
            if len(data) < end:
                continue
            block = data[end - area.DTYPE["kod_table_block"].itemsize : end]
            check = _column(data, area, "check_bytes")
            for lite in (False, True):
                for little in (True, False):
                    secret = check[: _half()]
                    if lite:
                        secret = _decrypt(secret, _column(data, area, "lite_secret"), little)[: _half()]
                    for serial in numbers:
                        variant = Variant(area.NAME, pad, serial, little, lite)
                        plain = _decrypt(_key(serial, secret), block, little)
                        yield variant, plain, check if hasattr(own, "check_bytes") else None


def _column(data: bytes, area: type[layouts.Layout], name: str) -> bytes:
    kind = area.DTYPE[name]
    end = _end_of(area, name)
    return data[end - kind.itemsize : end]


def _end_of(area: type[layouts.Layout], name: str) -> int:
    """Offset in the area behind one of its fields."""
    fields: Any = area.DTYPE.fields
    kind, offset = fields[name][:2]
    return int(offset + kind.itemsize)


def _halves(block: bytes) -> tuple[bytes, bytes | None]:
    """The forward table of a block, and the inverse one where it holds both."""
    return (block, None) if len(block) == _ENTRIES else (block[_ENTRIES:], block[:_ENTRIES])


def _undoes(inverse: bytes, table: bytes) -> bool:
    return all(inverse[value] == byte for byte, value in enumerate(table))


def _agreeing(forward: bytes, inverse: bytes | None) -> dict[int, int]:
    """Entries that both halves tell, without those that contradict each other."""
    if inverse is None:
        return {}
    return {byte: value for byte, value in enumerate(forward) if inverse[value] == byte}


# ---- Blowfish


def _half() -> int:
    from Crypto.Cipher import Blowfish

    return int(Blowfish.block_size // 2)


def _key(serial: int, secret: bytes) -> bytes:
    return serial.to_bytes(len(secret), "little") + secret


def _decrypt(key: bytes, data: bytes, little: bool = True) -> bytes:
    from Crypto.Cipher import Blowfish

    swap = _swapped if little else bytes
    return swap(Blowfish.new(key, Blowfish.MODE_ECB).decrypt(swap(data)))


def _encrypt(key: bytes, data: bytes) -> bytes:
    from Crypto.Cipher import Blowfish

    return _swapped(Blowfish.new(key, Blowfish.MODE_ECB).encrypt(_swapped(data)))


def _swapped(data: bytes) -> bytes:
    """The bytes of each half of a block in reverse order: libraries work on big-endian halves."""
    return np.frombuffer(data, np.uint32).byteswap().tobytes()
