"""Write one .dat/.tad pair from its records."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt.container import SlotState
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.table_block import wrap_table
from cronos_fmt.writer.checks import largest
from cronos_fmt.writer.model import FileSettings, Stored, deleted_state

_TABLE_BLOCK, _LITE_SECRET = "kod_table_block", "lite_secret"
_ZEROS = (_LITE_SECRET, "run_area")

if TYPE_CHECKING:
    from cronos_fmt._gen.builders import Builder


def write_pair(
    folder: Path, settings: FileSettings, records: Sequence[Stored], last: int, *, first_attempt: bool = False
) -> None:
    """Write a pair: the records, which all have numbers, in the order given, and a slot for each number up to `last`.

    first_attempt: leave one byte in front of the first record, as CronosPro does in CroStru. OSError as it comes.
    """
    slots: dict[int, bytes] = {}
    pack = settings.layouts.tad_slot.pack
    has_empty = settings.has_state(SlotState.EMPTY)
    with open(folder / f"{settings.name}.dat", "wb") as dat:
        dat.write(_head(settings, any(record.chunk for record in records)))
        at = dat.tell()
        for record in records:
            assert record.number is not None
            data = _stored(record, settings)
            if not data and not record.is_deleted:
                # Where a slot cannot tell an empty record from a free number, the number is left free.
                slots |= {record.number: pack(SlotState.EMPTY)} if has_empty else {}
                continue
            if first_attempt:
                at += dat.write(data[:1])
                first_attempt = False
            place = {"at": at, "length": len(data)}
            if record.state.removeprefix(deleted_state("")).startswith(SlotState.EXTENDED):
                data, place = _extended(data, at, record.first_chunk, settings)
            slots[record.number] = pack(record.state, **place)
            at += dat.write(data)
    deleted = sorted(record.number for record in records if record.is_deleted and record.number is not None)
    (folder / f"{settings.name}.tad").write_bytes(_tad(settings, slots, deleted, last))


def builder_of(layout: type[layouts.Layout]) -> Builder:
    """The builder of the structure that a layout reads."""
    return BUILDERS[layout.NAME]


def _head(settings: FileSettings, compressed: bool) -> bytes:
    """Everything in front of the first record."""
    if settings.may_be_compressed is not None:
        compressed = settings.may_be_compressed
    header = {
        "unknown_08": settings.unknown_08,
        "version": settings.profile.tag.encode("ascii"),
        "encoding": _encoding(settings.kod is not None, compressed),
        "block_size": settings.block_size,
    }
    return BUILDERS["dat_header"].build(header) + _area(settings)


def _area(settings: FileSettings) -> bytes:
    """The area behind the header: the files of one bank share their filler, so the same seed gives the same bytes."""
    random, area = Random(settings.filler_seed), settings.layouts.dat_area
    if area is None:
        return b""
    kinds = {name: area.DTYPE[name] for name in area.DTYPE.names or ()}
    fields = {name: random.randbytes(kind.itemsize) for name, kind in kinds.items() if kind.kind == "V"}
    if settings.kod is not None and _TABLE_BLOCK in kinds:
        secret = fields[_LITE_SECRET] if settings.lite else None
        fields |= _zeros(settings.kod, area) | wrap_table(settings.kod, area, settings.serial, lite=secret)
    return builder_of(area).build(fields)


def _zeros(kod: Kod, area: type[layouts.Layout]) -> dict[str, bytes]:
    """The parts of the area that are zeros, encoded as if they stood in record 0."""
    zeros = kod.encode(bytes(area.SIZE), 0)
    fields: Any = area.DTYPE.fields
    return {name: zeros[at : at + kind.itemsize] for name, (kind, at, *_) in fields.items() if name in _ZEROS}


@cache
def _encoding(encoded: bool, compressed: bool) -> int:
    """The encoding word with these flags: the lowest one of which the spec says so."""
    words = range(largest("dat_header", "encoding"))
    header = {"version": bytes(layouts.DatHeader.DTYPE["version"].itemsize), "block_size": 0}
    for word in words:
        columns = layouts.DatHeader(BUILDERS["dat_header"].build(header | {"encoding": word}))
        if (columns.is_encoded[0], columns.may_be_compressed[0]) == (encoded, compressed):
            return word
    raise AssertionError("the spec has no such flags")


def _stored(record: Stored, settings: FileSettings) -> bytes:
    """The bytes of a record as they are laid out in the file, without the headers of chunks and blocks."""
    data = _compressed(record.data, record.chunk) if record.chunk and record.data else record.data
    return data if settings.kod is None else settings.kod.encode(data, record.number or 0)


def _compressed(data: bytes, size: int) -> bytes:
    """A compressed record with a chunk for each `size` plain bytes."""
    chunks: list[dict[str, Any]] = []
    for start in range(0, len(data), size):
        plain = data[start : start + size]
        # Without searching for repeats, every zlib gives the same bytes, so the same description gives the same bank.
        deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, strategy=zlib.Z_HUFFMAN_ONLY)
        chunks.append({
            "mark": layouts.COMPRESSED_RECORD__CHUNK__MARK,
            "crc": zlib.crc32(plain),
            "deflated": deflater.compress(plain) + deflater.flush(),
        })  # fmt: skip
    chunks.append({"mark": None, "crc": None, "deflated": None})
    return BUILDERS["compressed_record"].build({"chunks": chunks})


def _extended(data: bytes, at: int, first: int | None, settings: FileSettings) -> tuple[bytes, dict[str, int]]:
    """The bytes of an extended record at offset `at`: first chunk and blocks; and what its slot tells of them.

    first: payload bytes of the first chunk, padded with zeros where the record is shorter; None for half of the record,
    at most a block.
    """
    block = settings.layouts.block_size or settings.block_size
    head, link = settings.layouts.first_chunk, settings.layouts.continuation
    header, room = head.SIZE if head else 0, block - link.SIZE
    if first is None:
        # A slot that holds the header itself calls a number free when its first part has no bytes.
        first = max(min(len(data) // 2, block - header), 0 if head else 1)
    parts = [data[start : start + room] for start in range(first, len(data), room)]
    offsets = [at + header + first + i * block for i in range(len(parts))] + [0]
    payload = data[:first].ljust(first, b"\0")
    place = {"at": at, "length": header + first}
    if head:
        payload = builder_of(head).build({"next": offsets[0], "total": len(data), "payload": payload})
    else:
        place |= {"next": offsets[0], "rest": max(len(data) - first, 0)}
    blocks = [payload]
    for part, following in zip(parts, offsets[1:], strict=True):
        blocks.append(builder_of(link).build({"next": following, "payload": part.ljust(room, b"\0")}))
    return b"".join(blocks), place


def _tad(settings: FileSettings, slots: dict[int, bytes], deleted: Sequence[int], last: int) -> bytes:
    """A whole .tad file: slots without a record are free, and form a list where the version has one."""
    header, slot = settings.layouts.tad_header, settings.layouts.tad_slot
    free = [number for number in range(1, last + 1) if number not in slots]
    chained = settings.layouts.free_list
    # Otherwise the header counts the deleted records; that it names the first of them by its offset is an analogy.
    listed = free if chained else deleted

    def offset(number: int) -> int:
        return header.SIZE + (number - 1) * slot.SIZE

    for number, following in zip_longest(free, free[1:]):
        slots[number] = slot.pack(SlotState.FREE, offset(following) if chained and following else 0)
    head = builder_of(header).build({"free_count": len(listed), "first_free": offset(listed[0]) if listed else 0})
    return head + b"".join(slots[number] for number in range(1, last + 1))
