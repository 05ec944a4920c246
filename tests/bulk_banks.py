"""Hold the bulk path against the dissecting one, on any bank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import cronos_fmt
from cronos_fmt import Bank, Counts, CronosError, RecordClass, Row
from cronos_fmt.bulk import ScannedBatch, TableBatch, batch_of, scan_batches
from cronos_fmt.bulk import scan as scan_module

Outcome = dict[str, Any]


def columns_of(bank: Bank) -> dict[str, tuple[cronos_fmt.Field, ...]]:
    """All fields of each base, and the hidden positions as far as any row may have them."""
    return {base.key: (*base.fields, *base.hidden_fields(base.hidden_positions[:50])) for base in bank.schema.bases}


def told(batch: TableBatch) -> list[Any]:
    """All that a batch says, row by row."""
    texts = [column.texts() for column in batch.columns]
    return [
        (
            batch.base.key,
            number,
            int(batch.stored[i]),
            [column[i] for column in texts],
            {c: column.odd[i] for c, column in enumerate(batch.columns) if i in column.odd},
            _row(batch.rows[i]) if i in batch.rows else None,
        )
        for i, number in enumerate(batch.numbers.tolist())
    ]


def _row(row: Row) -> tuple[Any, ...]:
    raw = row._raw
    return row.number, row.base.key, raw.values, raw.counted, str(raw.error), raw.absent


def slowly(bank: Bank, deleted: bool = True) -> Outcome:
    """A bank by the dissecting path."""
    columns, counts = columns_of(bank), Counts()
    result: Outcome = {"rows": [], "files": [], "system": [], "deleted": []}
    rows: dict[str, list[Row]] = {base.key: [] for base in bank.schema.bases}
    try:
        for item in bank.scan(counts, deleted=deleted):
            if item.kind is RecordClass.ROW and item.row is not None:
                rows[item.row.base.key].append(item.row)
            elif item.kind is RecordClass.FILE:
                result["files"].append((item.number, b"".join(item.file_content)))
            elif item.kind is RecordClass.SYSTEM:
                result["system"].append((item.number, item.content))
            elif item.row is not None:
                result["deleted"].append(_row(item.row))
    except CronosError as error:
        return {"error": str(error)}
    for base in bank.schema.bases:
        result["rows"] += told(batch_of(base, columns[base.key], rows[base.key]))
    return result | _rest(bank, counts)


def quickly(bank: Bank, engine: str | None = None, deleted: bool = True) -> Outcome:
    """The same by the bulk path."""
    try:
        batches = list(scan_batches(bank, columns_of(bank), deleted=deleted, engine=engine))
    except CronosError as error:
        return {"error": str(error)}
    return outcome(bank, batches)


def outcome(bank: Bank, batches: list[ScannedBatch]) -> Outcome:
    """What some batches say together."""
    counts = Counts()
    for batch in batches:
        assert batch.counts.add_up
        assert batch.counts.slots == batch.last - batch.first + 1
        for name, value in asdict(batch.counts).items():
            setattr(counts, name, getattr(counts, name) + value)
    order = {base.key: i for i, base in enumerate(bank.schema.bases)}
    tables = sorted((t for b in batches for t in b.tables), key=lambda t: order[t.base.key])
    return {
        "rows": [row for table in tables for row in told(table)],
        "files": [(number, b"".join(content)) for batch in batches for number, content in batch.files],
        "system": [item for batch in batches for item in batch.system],
        "deleted": [_row(row) for batch in batches for row in batch.deleted],
    } | _rest(bank, counts)


def _rest(bank: Bank, counts: Counts) -> Outcome:
    return {
        "counts": counts.as_dict(),
        "problems": [problem.as_dict() for problem in bank.problems.kept],
        "by_kind": dict(bank.problems.by_kind),
    }


def assert_same(folder: Any, **options: Any) -> Outcome:
    """Both paths and both engines say the same of a bank; what they say."""
    with cronos_fmt.open(folder, **options) as bank:
        try:
            _ = bank.schema, bank.positions, bank.bank
        except CronosError:
            return {}
        expected = slowly(bank)
    for engine in ("native", "python"):
        with cronos_fmt.open(folder, **options) as bank:
            _ = bank.schema, bank.positions
            found = quickly(bank, engine)
        for key in expected:
            assert found[key] == expected[key], (engine, key)
        assert found.keys() == expected.keys()
    return expected


def engines() -> Iterator[str]:
    yield from ("native", "python")


__all__ = ["assert_same", "columns_of", "outcome", "quickly", "scan_module", "slowly", "told"]
