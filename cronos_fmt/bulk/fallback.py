"""What the kernel does, for where it was not compiled: the same functions with the same results, on numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt._gen import layouts

Array = NDArray[Any]

_TEXT, _DATE, _TIME = range(3)
_DAMAGED, _SURPLUS = 1, 2
_ODD = 0x80
_ZERO = ord("0")
_COUNTED = layouts.BANK_RECORD__COUNTED_VALUE__HEAD


# ---- KOD


def decode(
    data: Array, starts: Array, lengths: Array, shifts: Array, table: bytes, target: Array, places: Array
) -> None:
    """Copy pieces of data to their places in target, each decoded with a KOD table and its own shift."""
    if not len(starts):
        return
    ends = np.cumsum(lengths)
    ramp = None
    if table:
        ramp = np.repeat((shifts - (ends - lengths)).astype(np.uint8), lengths)
        ramp += np.arange(ends[-1], dtype=np.uint32).astype(np.uint8)
    # Pieces that stand one behind the other, here and there, are done at once.
    breaks = (starts[1:] != starts[:-1] + lengths[:-1]) | (places[1:] != places[:-1] + lengths[:-1])
    firsts = np.concatenate(([0], np.flatnonzero(breaks) + 1))
    runs = zip(
        starts[firsts].tolist(),
        places[firsts].tolist(),
        (ends - lengths)[firsts].tolist(),
        ends[np.concatenate((firsts[1:] - 1, [len(starts) - 1]))].tolist(),
        strict=True,
    )
    for start, place, done, stop in runs:
        piece = data[start : start + stop - done]
        if ramp is not None:
            piece = np.frombuffer(piece.tobytes().translate(table), np.uint8) - ramp[done:stop]
        target[place : place + stop - done] = piece


# ---- rows


def rows(
    data: Array,
    starts: Array,
    lengths: Array,
    head: int,
    separator: int,
    mark: int,
    sub_separator: int,
    places: Array,
    last: int,
    items: int,
    modes: Array,
    lines: Array,
    codes: Array,
    pairs: Array,
    first_year: int,
    offsets: Array,
    stored: Array,
    flags: Array,
) -> tuple[bytearray, bytes]:
    """Split the rows of one base and make the texts of its columns; see the kernel for the arguments."""
    shift = np.zeros(len(starts), np.int64)
    if 2 * lengths.sum() < len(data):
        # Rows of one base among those of others: what is not theirs need not be looked at.
        ends = np.cumsum(lengths)
        shift = starts - (ends - lengths)
        data, starts = data[_index(starts, lengths)], ends - lengths
    cells = _split(data, starts + head, starts + lengths, separator, mark, places, last, items, stored, flags)
    count = len(starts)
    texts: list[bytes] = []
    odd: list[Array] = []
    is_odd = codes[:, 3] >= _ODD
    sizes_of = codes[:, 3] % _ODD
    in_counted = is_odd.copy()
    in_counted[sub_separator] = False
    odd_bytes = np.flatnonzero(is_odd[data])
    is_nul = not data.all()
    for c, (mode, line) in enumerate(zip(modes.tolist(), lines.tolist(), strict=True)):
        offsets[c] = 0
        if line < 0:
            continue
        start, stop, counted = cells[0][line], cells[1][line], cells[2][line]
        filled = np.flatnonzero((stop > start) & (flags & _DAMAGED == 0))
        start, stop, counted = start[filled], stop[filled], counted[filled]
        trimmed = stop
        if mode <= _TIME and is_nul:
            trimmed = _trimmed(data, start, stop)
        if mode == _TEXT:
            has_odd = np.searchsorted(odd_bytes, start) < np.searchsorted(odd_bytes, trimmed)
            for i in np.flatnonzero(has_odd & counted).tolist():
                has_odd[i] = in_counted[data[start[i] : trimmed[i]]].any()
            made, sizes = _texts(data, start, np.where(has_odd, start, trimmed), sizes_of)
        elif mode == _DATE:
            made, sizes, has_odd = _dates(data, start, trimmed, first_year)
        elif mode == _TIME:
            made, sizes, has_odd = _times(data, start, trimmed)
        else:
            made, sizes, has_odd = b"", np.zeros(len(start), np.int64), np.ones(len(start), np.bool_)
        of_rows = np.zeros(count, np.int64)
        of_rows[filled] = sizes
        np.cumsum(of_rows, out=offsets[c, 1:])
        texts.append(made)
        if has_odd.any():
            told = (np.full(len(start), c), filled, start + shift[filled], stop + shift[filled], counted)
            odd.append(np.stack([column[has_odd] for column in told], axis=1).astype(np.int32))
    return bytearray(b"".join(texts)), b"".join(each.tobytes() for each in odd)


def _split(
    data: Array,
    starts: Array,
    stops: Array,
    separator: int,
    mark: int,
    places: Array,
    last: int,
    items: int,
    stored: Array,
    flags: Array,
) -> tuple[Array, Array, Array]:
    """Start, stop and whether counted of the values that have a line, line by line; fills stored and flags."""
    separators = np.flatnonzero(data == separator)
    first = np.searchsorted(separators, starts)
    found = np.searchsorted(separators, stops) - first
    separators = np.concatenate((separators, [len(data)]))  # one more, that every place can be looked at
    end = len(separators) - 1
    begin = np.where(found > 0, separators[np.minimum(first + found - 1, end)] + 1, starts)
    count = found + (begin < stops)
    behind = separators[np.minimum(first + max(last - 1, 0), end)] + 1 if last else starts
    flags[:] = np.where((found >= last) & (stops - behind > found - last), _SURPLUS, 0)
    flags[count > items] |= _DAMAGED
    stored[:] = np.minimum(count, items + 1)
    width = int(places.max(initial=-1)) + 1
    begins, ends = np.zeros((width, len(starts)), np.int64), np.zeros((width, len(starts)), np.int64)
    is_counted = np.zeros((width, len(starts)), np.bool_)
    for position in np.flatnonzero(places >= 0).tolist():
        line, place = places[position], first + position
        start = separators[np.minimum(place - 1, end)] + 1 if position else starts
        stop = np.where(position < found, separators[np.minimum(place, end)], stops)
        there = position < count
        begins[line], ends[line] = np.where(there, start, 0), np.where(there, stop, 0)
    if mark >= 0:
        marks = np.flatnonzero(data == mark)
        has_mark = np.searchsorted(marks, starts) < np.searchsorted(marks, stops)
        order = places.tolist()
        for row in np.flatnonzero(has_mark).tolist():
            record = data[starts[row] : stops[row]].tobytes()
            spans, flags[row], stored[row] = _split_one(record, separator, mark, last, items)
            base = int(starts[row])
            begins[:, row], ends[:, row], is_counted[:, row] = 0, 0, False
            for line, (at, to, counted) in zip(order, spans, strict=False):
                if line >= 0:
                    begins[line, row], ends[line, row], is_counted[line, row] = base + at, base + to, counted
    return begins, ends, is_counted


def _split_one(
    values: bytes, separator: int, mark: int, last: int, items: int
) -> tuple[list[tuple[int, int, bool]], int, int]:
    """(start, stop, whether counted) of each value of a row, its flags, and how many values it has."""
    spans: list[tuple[int, int, bool]] = []
    at, size, flag = 0, len(values), 0
    while at < size:
        counted = values[at] == mark
        if counted:
            start = at + _COUNTED.itemsize
            if start > size:
                flag |= _DAMAGED
                break
            stop = start + int(np.frombuffer(values, _COUNTED, 1, at)["length"][0])
            if stop > size:
                flag |= _DAMAGED
                break
            at = stop
        else:
            start, stop = at, values.find(separator, at)
            stop = size if stop < 0 else stop
            at = stop + 1
        if len(spans) >= last and stop > start:
            flag |= _SURPLUS
        spans.append((start, stop, counted))
        if len(spans) > items:
            flag |= _DAMAGED
            break
    return spans, flag, len(spans)


def _trimmed(data: Array, start: Array, stop: Array) -> Array:
    """Stops without the zeros that pad the end of values."""
    padded = np.flatnonzero(data[stop - 1] == 0)
    if len(padded):
        stop = stop.copy()
        for i in padded.tolist():
            stop[i] = start[i] + len(data[start[i] : stop[i]].tobytes().rstrip(b"\0"))
    return stop


def _index(starts: Array, lengths: Array) -> Array:
    """The places of some pieces, one piece behind the other."""
    ends = np.cumsum(lengths)
    index = np.repeat((starts - (ends - lengths)).astype(np.int32), lengths)
    index += np.arange(len(index), dtype=np.int32)
    return index


def _texts(data: Array, start: Array, stop: Array, sizes_of: Array) -> tuple[bytes, Array]:
    """Texts of values one behind the other in UTF-8, and their lengths."""
    lengths = stop - start
    raw = data[_index(start, lengths)]
    if not len(raw) or raw.max() < 128:
        return raw.tobytes(), lengths
    ends = np.cumsum(lengths)
    sizes = np.cumsum(sizes_of[raw], dtype=np.int64)
    ends = np.where(ends > 0, sizes[ends - 1], 0)
    return text.decode(raw.tobytes()).encode("utf-8"), np.diff(ends, prepend=0)


def _digits(data: Array, start: Array, count: int) -> tuple[Array, Array]:
    """The number that so many digits from each start make, and whether they are digits."""
    digits: Array = data[np.minimum(start[:, None] + np.arange(count), len(data) - 1)].astype(np.int64) - _ZERO
    are_digits = np.logical_and.reduce((digits >= 0) & (digits <= 9), axis=1)
    return digits @ (10 ** np.arange(count - 1, -1, -1)), are_digits


def _dates(data: Array, start: Array, stop: Array, first_year: int) -> tuple[bytes, Array, Array]:
    """[-]Y..YMMDD as YYYY-MM-DD, or YYYY where month and day are 0; the lengths, and which ones are anything else.

    A year with a zero in front is something else, too: it is right, but spelled in another way.
    """
    if not len(start):
        return b"", start, np.zeros(0, np.bool_)
    is_filled, is_minus = stop > start, data[np.minimum(start, len(data) - 1)] == ord("-")
    start = start + (is_minus & is_filled)
    digits = stop - start - 4
    good = is_filled & (digits >= 1) & (digits <= 3)
    years = np.zeros(len(start), np.int64)
    for count in (1, 2, 3):
        chosen = np.flatnonzero(good & (digits == count))
        years[chosen], fine = _digits(data, start[chosen], count)
        good[chosen[~fine]] = False
    good &= ~((digits > 1) & (data[np.minimum(start, len(data) - 1)] == _ZERO) | is_minus & (years == 0))
    safe = np.where(good, stop, 4)
    (month, fine_month), (day, fine_day) = _digits(data, safe - 4, 2), _digits(data, safe - 2, 2)
    year = first_year + np.where(is_minus, -years, years)
    good &= fine_month & fine_day & (year >= 1) & (year <= 9999)
    is_year = good & (month == 0) & (day == 0)
    leap = (month == 2) & (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    longest = (
        np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[np.where(good & (month <= 12), month, 0)] + leap
    )
    is_date = good & (month >= 1) & (month <= 12) & (day >= 1) & (day <= longest)
    text = np.full((len(start), 10), ord("-"), np.uint8)
    for at, value, count in ((0, year, 4), (5, month, 2), (8, day, 2)):
        for i in range(count):
            text[:, at + i] = _ZERO + value // 10 ** (count - 1 - i) % 10
    lengths = np.where(is_date, 10, np.where(is_year, 4, 0))
    return text[np.arange(10) < lengths[:, None]].tobytes(), lengths, is_filled & ~is_date & ~is_year


def _times(data: Array, start: Array, stop: Array) -> tuple[bytes, Array, Array]:
    """HHMM as HH:MM; the lengths, and which ones are anything else."""
    if not len(start):
        return b"", start, np.zeros(0, np.bool_)
    (hour, fine_hour), (minute, fine_minute) = _digits(data, start, 2), _digits(data, start + 2, 2)
    good = (stop - start == 4) & fine_hour & fine_minute & (hour <= 23) & (minute <= 59)
    text = np.full((len(start), 5), ord(":"), np.uint8)
    text[:, 0], text[:, 1] = _ZERO + hour // 10 % 10, _ZERO + hour % 10
    text[:, 3], text[:, 4] = _ZERO + minute // 10 % 10, _ZERO + minute % 10
    return text[good].tobytes(), np.where(good, 5, 0), (stop > start) & ~good


# ---- csv


def csv(numbers: Array, groups: tuple[tuple[Array, Array], ...], delimiter: int) -> bytearray:
    """Rows of a number and the texts of each column; see the kernel."""
    digits = [b"%d" % number for number in numbers.tolist()]
    offsets = np.zeros(len(digits) + 1, np.int64)
    np.cumsum([len(each) for each in digits], out=offsets[1:])
    is_special = np.zeros(256, np.bool_)
    is_special[[delimiter, *b'"\r\n']] = True
    cells = [(offsets, np.frombuffer(b"".join(digits), np.uint8))]
    for each, data in groups:
        at = 0
        for offsets in each.reshape(-1, len(digits) + 1):
            cells.append((offsets, data[at : (at := at + int(offsets[-1]))]))
    cells = [_quoted(offsets, data, is_special) for offsets, data in cells]
    # A cell takes its bytes and one for what ends it.
    sizes = np.stack([np.diff(offsets) for offsets, _ in cells], axis=1).astype(np.int64) + 1
    ends = np.cumsum(sizes.ravel()).reshape(sizes.shape)
    result = np.full(int(ends[-1, -1]) if len(digits) else 0, delimiter, np.uint8)
    for c, (_, data) in enumerate(cells):
        result[_index(ends[:, c] - sizes[:, c], sizes[:, c] - 1)] = data
    result[ends[:, -1] - 1] = ord("\n")
    return bytearray(result)


def _quoted(offsets: Array, data: Array, is_special: Array) -> tuple[Array, Array]:
    """A column with those of its texts quoted that have to be."""
    places = np.flatnonzero(is_special[data])
    if not len(places):
        return offsets, data
    raw, stops, sizes = data.tobytes(), offsets.tolist(), np.diff(offsets)
    parts, done = [], 0
    for i in np.unique(np.searchsorted(offsets, places, side="right") - 1).tolist():
        text = b'"' + raw[stops[i] : stops[i + 1]].replace(b'"', b'""') + b'"'
        parts += [raw[done : stops[i]], text]
        done, sizes[i] = stops[i + 1], len(text)
    whole = np.frombuffer(b"".join([*parts, raw[done:]]), np.uint8)
    return np.concatenate(([0], np.cumsum(sizes))), whole
