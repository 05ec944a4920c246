"""Compressed records: recognised by their bytes alone, inflated chunk by chunk, each checked by its CRC-32."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import CompressedRecord
from cronos_fmt.errors import CronosError
from cronos_fmt.parsing import parse_partly

_TAIL = layouts.COMPRESSED_RECORD__TAIL
_MARK = layouts.COMPRESSED_RECORD__CHUNK__MARK


class Inflated(NamedTuple):
    """What came out of a compressed record, from where, and the kind of problem it has, if any.

    pieces: for each chunk start and length of what came out of it, and start and length of the chunk in the record.
    """

    data: bytes
    pieces: tuple[tuple[int, int, int, int], ...]
    problem: str | None


def inflate(data: bytes, *, expected: bool, limit: int) -> Inflated | None:
    """Inflate a decoded record; None where it is not compressed.

    expected: the file says that it has compressed records. Then one that is damaged is told, and what came out of it is
    kept; in other files damage means that the bytes only look like a compressed record. limit: bytes that may come out.
    CronosError: more would come out, or nothing at all.
    """
    # A cheap look first: most records end or begin otherwise. A record cut short has lost its tail, not its beginning.
    if not data.endswith(_TAIL) and not (expected and _MARK in data[: 4 * len(_MARK)]):
        return None
    tree, error = parse_partly(CompressedRecord, data)
    is_whole = error is None and tree._io.is_eof()
    if not is_whole and (not expected or data.endswith(_TAIL)):
        return None  # where the tail is there, the sizes of the chunks must meet it
    parts, pieces = [], []
    size, problem = 0, None if is_whole else "compressed-cut"
    for chunk in tree.chunks or ():
        if chunk.crc is None:
            break
        start = chunk._debug["size"]["start"]
        stop = chunk._debug["deflated"].get("end", len(data))
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            part = inflater.decompress(data[chunk._debug["deflated"]["start"] : stop], limit - size + 1)
        except zlib.error:
            problem = "inflate-error"
            break
        if size + len(part) > limit:
            raise CronosError(f"inflates to more than the limit inflated_bytes, {limit}")
        if problem is None and zlib.crc32(part) != chunk.crc:
            problem = "crc-mismatch"
        if problem is None and (inflater.unused_data or not inflater.eof):
            problem = "inflate-surplus"  # the stream ends before its chunk does, or not at all
        pieces.append((size, len(part), start, stop - start))
        parts.append(part)
        size += len(part)
    if problem is not None and not expected:
        return None
    if size == 0:
        if is_whole and problem is not None:
            raise CronosError("is compressed, and nothing of it can be inflated")
        return None
    return Inflated(b"".join(parts), tuple(pieces), problem)
