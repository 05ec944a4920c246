"""Records of CroBank, a batch at a time: read in file order, assembled, decoded and inflated, put back in slot order.

Only what is sound and of usual size is done here. Everything else is left to the dissecting path, record by record, so
that damage has one meaning and is named in one place.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt._gen.versions import SlotColumns
from cronos_fmt.records import CroFile
from cronos_fmt.source import Source

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

# Bytes that the records of a batch have together, unless one alone has more, as they are stored; how many times as many
# when they are inflated.
BATCH_BYTES = 4 << 20
_INFLATED = 2
# A longer record is left to the dissecting path, where its own cost is far above that of a batch.
_LONG_RECORD = 1 << 18
_MANY_PIECES = 256
# Reading so many bytes that nobody wants costs less than asking the system once more.
_GAP = 1 << 10

_TAIL = layouts.COMPRESSED_RECORD__TAIL[-1]
_MARK = layouts.COMPRESSED_RECORD__CHUNK__MARK
_CHUNK = layouts.COMPRESSED_RECORD__CHUNK__HEAD


class Slots(NamedTuple):
    """Where the slots of a batch say that their records are; one item a slot. rest, next: of a two-part slot."""

    numbers: Ints
    offsets: Ints
    lengths: Ints
    is_inline: Flags
    rest: Ints
    next: Ints

    def cut(self, count: int) -> Slots:
        return self.take(slice(count))

    def take(self, chosen: slice) -> Slots:
        return Slots._make(column[chosen] for column in self)


class Records(NamedTuple):
    """The records of a batch: record i is data[starts[i] : starts[i] + lengths[i]]; nothing where nobody wants it.

    is_left: records that the dissecting path has to read.
    """

    data: Bytes
    starts: Ints
    lengths: Ints
    is_left: Flags

    def cut(self, count: int) -> Records:
        return self._replace(starts=self.starts[:count], lengths=self.lengths[:count], is_left=self.is_left[:count])


def slots_of(columns: SlotColumns, start: int, size: int) -> Slots:
    """Slot columns as whole numbers with a sign; an offset behind the end of a file of so many bytes is just that."""
    past = np.uint64(size + 1)
    offset, following = (
        np.minimum(column.astype(np.uint64), past).astype(np.int64) for column in (columns.data_offset, columns.next)
    )
    numbers = np.arange(start, start + len(columns), dtype=np.int64)
    return Slots(
        numbers,
        offset,
        columns.data_length.astype(np.int64),
        columns.is_inline,
        columns.rest.astype(np.int64),
        following,
    )


class _Pieces(NamedTuple):
    """Stored bytes of records in a buffer: starts there, lengths, index of the record, and place in the record."""

    buffer: Bytes
    starts: Ints
    lengths: Ints
    owners: Ints
    places: Ints

    def take(self, chosen: Ints) -> _Pieces:
        return _Pieces(self.buffer, *(column[chosen] for column in self[1:]))


def read_records(file: CroFile, slots: Slots, is_wanted: Flags, engine: Any, most: int = BATCH_BYTES) -> Records:
    """The wanted records among the slots of a batch, or of as many of the first slots as have `most` bytes.

    CronosError, status IO: the file cannot be read.
    """
    records = stored_records(file, slots, is_wanted, engine, b"" if file.kod is None else file.kod.table, most)
    return _inflated(file, records, _INFLATED * most)


def stored_records(
    file: CroFile, slots: Slots, is_wanted: Flags, engine: Any, table: bytes = b"", most: int = BATCH_BYTES
) -> Records:
    """The same without inflating: records as they are stored, or decoded with a KOD table of 256 bytes."""
    size, limit = file.dat.size, file.limits.record_bytes
    has_head = file.layouts.first_chunk is not None
    lengths = np.where(is_wanted, slots.lengths, 0)
    is_there = is_wanted & (lengths > 0) if has_head else is_wanted
    is_left = is_there & ((lengths > min(limit, _LONG_RECORD)) | (slots.offsets > size - lengths))
    is_read = is_there & ~is_left
    count = _fitting(np.where(is_read, lengths, 0), most)
    if count < len(lengths):
        slots, lengths, is_left, is_read = slots.cut(count), lengths[:count], is_left[:count], is_read[:count]
    chosen = np.flatnonzero(is_read)
    if not len(chosen):
        return Records(np.empty(0, np.uint8), np.zeros(count, np.int64), np.zeros(count, np.int64), is_left)
    loaded, starts = _load(file.dat, slots.offsets[chosen], lengths[chosen])
    pieces: list[_Pieces] = []
    is_chain = is_read & ~slots.is_inline
    if is_chain.any():
        pieces, count = _chains(file, slots, loaded, starts, chosen, is_chain, is_left, lengths, most)
        is_read &= ~is_left
    else:
        pieces.append(_Pieces(loaded.buffer, starts, lengths[chosen], chosen, np.zeros(len(chosen), np.int64)))
    lengths = np.where(is_read, lengths, 0)[:count]
    is_left, places = is_left[:count], np.zeros(count, np.int64)
    if not table and len(pieces) == 1 and not is_chain.any():
        places[chosen] = starts
        return Records(loaded.buffer, places, lengths, is_left)
    np.cumsum(lengths[:-1], out=places[1:])
    target = np.empty(int(lengths.sum()), np.uint8)
    for p in pieces:
        if is_left.any() or count < len(slots.numbers):
            kept = np.flatnonzero(p.owners < count)
            p = p.take(kept[~is_left[p.owners[kept]]])
        # The numbers of the slots are consecutive.
        shifts = slots.numbers[0] + p.owners + p.places
        engine.decode(p.buffer, p.starts, p.lengths, shifts, table, target, places[p.owners] + p.places)
    return Records(target, places, lengths, is_left)


def _fitting(lengths: Ints, most: int) -> int:
    """How many of the first items have together no more than so many bytes; one at least."""
    return max(int(np.searchsorted(np.cumsum(lengths), most, side="right")), min(len(lengths), 1))


class _Loaded(NamedTuple):
    """Ranges of a file, in its order, in one buffer: where each begins and ends in the file, and its place."""

    buffer: Bytes
    begins: Ints
    ends: Ints
    places: Ints

    def find(self, at: Ints, lengths: Ints) -> Ints:
        """Where some bytes of the file stand in the buffer; -1 where they do not."""
        which = np.searchsorted(self.begins, at, side="right") - 1
        is_there = (which >= 0) & (at + lengths <= self.ends[which])
        return np.where(is_there, self.places[which] + at - self.begins[which], -1)


def _load(source: Source, offsets: Ints, lengths: Ints) -> tuple[_Loaded, Ints]:
    """Read ranges of a file in its order, near ones at once; and where each starts in the buffer."""
    order = None if (offsets[1:] >= offsets[:-1]).all() else np.argsort(offsets, kind="stable")
    begins = offsets if order is None else offsets[order]
    reach = np.maximum.accumulate(begins + (lengths if order is None else lengths[order]))
    breaks = np.flatnonzero(begins[1:] > reach[:-1] + _GAP)
    starts, stops = begins[np.append(0, breaks + 1)], reach[np.append(breaks, len(begins) - 1)]
    places = np.append(0, np.cumsum(stops - starts))
    buffer = np.empty(int(places[-1]), np.uint8)
    for offset, place, stop in zip(starts.tolist(), places.tolist(), places[1:].tolist(), strict=False):
        source.read_into(offset, buffer.data[place:stop])
    loaded = _Loaded(buffer, starts, stops, places[:-1])
    return loaded, offsets - starts[0] if len(starts) == 1 else loaded.find(offsets, lengths)


# ---- records in blocks


def _chains(
    file: CroFile,
    slots: Slots,
    loaded: _Loaded,
    starts: Ints,
    chosen: Ints,
    is_chain: Flags,
    is_left: Flags,
    lengths: Ints,
    most: int,
) -> tuple[list[_Pieces], int]:
    """The first pieces of all records and those of the blocks of extended ones; and how many slots fit into a batch.

    lengths becomes those of the whole records; is_left is set for chains that are damaged or unusually long.
    """
    layout, link = file.layouts.first_chunk, file.layouts.continuation
    head = layout.SIZE if layout is not None else 0
    chains = np.flatnonzero(is_chain[chosen])
    owners = chosen[chains]
    in_chunk = lengths[owners] - head
    if layout is None:
        totals, following = lengths[owners] + slots.rest[owners], slots.next[owners]
    else:
        is_left[owners[in_chunk < 0]] = True
        fits = in_chunk >= 0
        chains, owners, in_chunk = chains[fits], owners[fits], in_chunk[fits]
        heads = layout(_gathered(loaded.buffer, starts[chains], head))
        totals, following = heads.total.astype(np.int64), _offsets(heads.next, file.dat.size)
    have = np.minimum(in_chunk, totals)
    room = max(file.block_size - link.SIZE, 1)
    blocks = -(-(totals - have) // room)
    is_usual = (totals <= min(file.dat.size, file.limits.record_bytes, _LONG_RECORD)) & (blocks <= _MANY_PIECES)
    is_left[owners[~is_usual]] = True
    lengths[owners[is_usual]] = totals[is_usual]
    # All totals together are bounded as well; what is too much for this batch comes again in the next one.
    count = _fitting(np.where(is_left, 0, lengths), most)
    firsts = starts.copy()
    firsts[chains] += head
    sizes = lengths[chosen]
    sizes[chains] = have
    first = _Pieces(loaded.buffer, firsts, sizes, chosen, np.zeros(len(chosen), np.int64))
    go_on = is_usual & (totals > have) & (owners < count)
    owners, at, have, totals = owners[go_on], following[go_on], have[go_on], totals[go_on]
    if not len(owners):
        return [first], count
    return [first, *_blocks(file, loaded, slots.offsets, owners, at, have, totals, is_left)], count


def _blocks(
    file: CroFile, loaded: _Loaded, offsets: Ints, owners: Ints, at: Ints, have: Ints, totals: Ints, is_left: Flags
) -> list[_Pieces]:
    """The blocks of some records that begin at `at`; each record has `have` of its `totals` bytes."""
    link, size, block = file.layouts.continuation, file.dat.size, file.block_size
    near, pieces = [loaded], []
    seen = [(owners, offsets[owners])]
    while len(owners):
        lengths = np.minimum(block, size - at)
        is_good = (at > 0) & (lengths > link.SIZE)
        if not is_good.all():
            is_left[owners[~is_good]] = True
            owners, at, have, totals, lengths = (c[is_good] for c in (owners, at, have, totals, lengths))
        take = np.minimum(lengths - link.SIZE, totals - have)
        following = np.zeros(len(at), np.int64)
        groups, missing = [], np.arange(len(at))
        for each in near:
            places = each.find(at[missing], lengths[missing])
            groups.append((each, missing[places >= 0], places[places >= 0]))
            missing = missing[places < 0]
        if len(missing):
            # Blocks mostly stand one behind the other: the first time, read what a record needs if they do.
            ahead = -(-(totals - have) // (block - link.SIZE)) * block if len(near) == 1 else lengths
            more, places = _load(file.dat, at[missing], np.minimum(ahead, size - at)[missing])
            near += [more] if len(near) == 1 else []
            groups.append((more, missing, places))
        for each, chosen, places in groups:
            following[chosen] = _offsets(link(_gathered(each.buffer, places, link.SIZE)).next, size)
            pieces.append(_Pieces(each.buffer, places + link.SIZE, take[chosen], owners[chosen], have[chosen]))
        seen.append((owners, at))
        have = have + take
        more_to_come = have < totals
        owners, at, have, totals = (c[more_to_come] for c in (owners, following, have, totals))
    _leave_circles(seen, is_left)
    return pieces


def _leave_circles(seen: list[tuple[Ints, Ints]], is_left: Flags) -> None:
    """Leave the records that meet a block twice."""
    owners, at = (np.concatenate(columns) for columns in zip(*seen, strict=True))
    order = np.lexsort((at, owners))
    owners, at = owners[order], at[order]
    is_left[owners[1:][(owners[1:] == owners[:-1]) & (at[1:] == at[:-1])]] = True


def _gathered(buffer: Bytes, starts: Ints, size: int) -> bytes:
    """So many bytes from each start, one behind the other."""
    return bytes(buffer[starts[:, None] + np.arange(size)])


def _offsets(column: NDArray[Any], size: int) -> Ints:
    """Offsets in a file of so many bytes, those behind its end as its end."""
    return np.minimum(column.astype(np.uint64), np.uint64(size)).astype(np.int64)


# ---- compressed records


def _inflated(file: CroFile, records: Records, budget: int) -> Records:
    """The records with those inflated that are compressed; as many of the first ones as fit into a batch."""
    if not len(records.data):
        return records
    # The byte in front of an empty record is looked at as well: it does not make it a chunk.
    has_tail = records.data[records.starts + records.lengths - 1] == _TAIL
    if file.header.may_be_compressed:
        # One that was cut has lost its tail, not its beginning.
        cut = np.flatnonzero(~has_tail)
        records.is_left[cut[_is_marked(records, cut)]] = True
    found = np.flatnonzero(has_tail)
    return records if not len(found) else _inflate_all(file, records, found, budget)


def _is_marked(records: Records, chosen: Ints) -> Flags:
    """Of some records, whether they have the mark of a chunk near their beginning."""
    near = 4 * len(_MARK)
    places = records.starts[chosen][:, None] + np.arange(near)
    outside = np.arange(near) >= records.lengths[chosen][:, None]
    head = records.data[np.where(outside, 0, places)]
    result = np.zeros(len(chosen), np.bool_)
    for i in range(near - len(_MARK) + 1):
        here = np.ones(len(chosen), np.bool_)
        for j, byte in enumerate(_MARK):
            here &= (head[:, i + j] == byte) & ~outside[:, i + j]
        result |= here
    return result


def _inflate_all(file: CroFile, records: Records, found: Ints, budget: int) -> Records:
    """Inflate the records that are chunks to their last byte; one with anything wrong is left."""
    limit = min(file.limits.inflated_bytes, _LONG_RECORD)
    data = records.data.data
    owners, *spans = _chunks_of(records, found)
    parts: list[bytes] = []  # of each chunk
    bad: list[int] = []
    room, last, count = 0, -1, len(records.starts)
    # A million turns of this loop are as slow as all else: what can be done for all chunks at once is done behind it.
    new, crc32, bits = zlib.decompressobj, zlib.crc32, -zlib.MAX_WBITS
    for i, start, stop, crc in zip(owners.tolist(), *(column.tolist() for column in spans), strict=True):
        if i != last:
            room, last = limit, i
        part = b""
        if room >= 0:
            inflater = new(bits)
            try:
                part = inflater.decompress(data[start:stop], room + 1)
                room -= len(part)
                is_good = room >= 0 and crc32(part) == crc and inflater.eof and not inflater.unused_data
            except zlib.error:
                is_good = False
            if not is_good:
                room, part = -1, b""
                bad.append(i)
        budget -= len(part)
        if budget < 0 and i > 0:
            count = i
            break
        parts.append(part)
    owners = owners[: len(parts)]
    records.is_left[bad] = True
    sizes = np.fromiter(map(len, parts), np.int64, len(parts))
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    starts, lengths = records.starts.copy(), records.lengths.copy()
    starts[owners[firsts]] = len(records.data) + (np.cumsum(sizes) - sizes)[firsts]
    lengths[owners[firsts]] = np.add.reduceat(sizes, firsts) if len(firsts) else 0
    # Nothing came out of a record: whether that is damage is for the dissecting path to say.
    records.is_left[owners[lengths[owners] == 0]] = True
    lengths[records.is_left] = 0
    whole = np.concatenate((records.data, np.frombuffer(b"".join(parts), np.uint8)))
    return records._replace(data=whole, starts=starts, lengths=lengths).cut(count)


def _chunks_of(records: Records, found: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Record, start and stop in the data, and CRC-32 of each chunk of the records that consist of chunks, in order."""
    word, end = _CHUNK["size"].itemsize, len(records.data)
    owners, at = found, records.starts[found]
    stops = at + records.lengths[found]
    whole, rounds = np.zeros(len(records.starts), np.bool_), []
    for _ in range(_MANY_PIECES):
        places = np.minimum(at[:, None] + np.arange(_CHUNK.itemsize), end - 1)
        heads = records.data[places].view(_CHUNK).reshape(-1)
        sizes, after = heads["size"].astype(np.int64), at + word
        is_last = (sizes == 0) & (after == stops - 1)  # only the tail follows
        whole[owners[is_last]] = True
        deflated = sizes - (_CHUNK.itemsize - word)
        go_on = (deflated >= 0) & (after + sizes <= stops) & (heads["mark"] == np.void(_MARK))
        if not go_on.any():
            break
        owners, at, stops, after, sizes = (c[go_on] for c in (owners, at, stops, after, sizes))
        crcs = heads["crc"][go_on].astype(np.int64)
        rounds.append((owners, at + _CHUNK.itemsize, after + sizes, crcs))
        at = after + sizes
    else:
        records.is_left[owners] = True
    if not rounds:
        return owners[:0], at[:0], at[:0], at[:0]
    owners, starts, ends, crcs = (np.concatenate(columns) for columns in zip(*rounds, strict=True))
    order = np.lexsort((starts, owners))
    order = order[whole[owners[order]]]
    return owners[order], starts[order], ends[order], crcs[order]
