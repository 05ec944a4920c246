"""What a physical position without a field owns in a row: each reading the sources tell of is a way to deal values.

Where the positions of a base have no gap, all of them are what `cronos_fmt.rows.split_values` gives.
"""

from __future__ import annotations

from enum import StrEnum

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import BankRecord
from cronos_fmt._gen.parsers._stream import Stream
from cronos_fmt._gen.versions import RowFormat
from cronos_fmt.limits import Limits
from cronos_fmt.parsing import parse_partly
from cronos_fmt.rows import RawValues, split_values
from cronos_fmt.schema import Base


class Reading(StrEnum):
    """What a physical position without a field owns in a row. Without such a position all readings are the same."""

    PHYSICAL = "physical"  # a value with its separator, like any other
    BYTES = "bytes"  # exactly one byte
    DEFINITION = "definition"  # nothing: positions only give the order


def deal_values(
    record: bytes,
    base: Base,
    row_format: RowFormat,
    reading: Reading = Reading.PHYSICAL,
    items: int = Limits.items,
) -> RawValues:
    """Values of a decoded row record by physical position; at most `items`, and damage is kept, as in `split_values`.

    A single byte that a position owns is its value, unless it is a separator. Values behind the last position of the
    base follow in the order in which they are stored.
    """
    if reading is Reading.PHYSICAL or not base.hidden_positions:
        return split_values(record, row_format, items)
    if reading is Reading.BYTES:
        return _skip_bytes(record, base, row_format, items)
    raw = split_values(record, row_format, items)
    last = base.positions[-1]
    surplus = range(last + 1, last + 1 + len(raw.values) - len(base.positions))
    places = dict(zip(range(len(raw.values)), [*base.positions, *surplus], strict=False))
    values = [b""] * max(places.values(), default=0)
    for i, value in enumerate(raw.values):
        values[places[i] - 1] = value
    counted = frozenset(places[i] - 1 for i in raw.counted)
    return RawValues(values, counted, raw.error, frozenset(base.hidden_positions))


def _skip_bytes(record: bytes, base: Base, row_format: RowFormat, items: int) -> RawValues:
    values: list[bytes] = []
    counted: set[int] = set()
    stream = None
    separator, at = row_format.separator, layouts.BankRecord.SIZE
    for position in base.positions:
        skipped = record[at : at + position - 1 - len(values)]
        values += [b"" if byte == separator[0] else bytes([byte]) for byte in skipped]
        at += len(skipped)
        if at >= len(record):
            return RawValues(values, frozenset(counted))
        if row_format.counted_mark is not None and record.startswith(row_format.counted_mark, at):
            stream = stream or Stream(record)
            stream.seek(at)
            tree, error = parse_partly(BankRecord.CountedValue, stream)
            if error is not None:
                return RawValues([*values, record[at:]], frozenset(counted), error)
            counted.add(len(values))
            values.append(tree.body)
            at = stream.pos()
            continue
        stop = record.find(separator, at)
        stop = len(record) if stop < 0 else stop
        values.append(record[at:stop])
        at = stop + len(separator)
    rest = split_values(record[: layouts.BankRecord.SIZE] + record[at:], row_format, max(items - len(values), 1))
    counted |= {len(values) + i for i in rest.counted}
    return RawValues(values + rest.values, frozenset(counted), rest.error)
