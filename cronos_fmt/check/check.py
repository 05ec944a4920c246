"""Check a bank: the columns of each base against their types, and the alignment of each base against others."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from cronos_fmt._gen import layouts
from cronos_fmt.alignment import (
    Comparison,
    Deal,
    Evidence,
    PositionChoice,
    Shape,
    alternatives,
    choose_reading,
    deal_of,
    shapes_of,
    split_both,
)
from cronos_fmt.bank import SAMPLE, Bank, RecordClass
from cronos_fmt.check.columns import FIRST_YEAR, LAST_YEAR, ColumnCheck
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.readings import Reading
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base
from cronos_fmt.text import printable

# With fewer values or rows than this nothing is held against a column or a base.
_MIN_VALUES = 10
_MIN_BROKEN_ROWS = 5
_GOOD_SHARE = 0.9
_MAX_IDS = 256
# Records in the sample of a quick check, and how many rows it looks at, spread over those of the sample: of all bases
# together, and of one base at least.
_QUICK_SAMPLE, _QUICK_ROWS, _QUICK_ROWS_A_BASE = 1_000, 500, 100
# Rows are looked at together: so many that they hold these bytes, with some for the row itself, or have these values.
_HELD, _ROW_SIZE = 4 << 20, 1 << 10
_VALUES_AT_ONCE = 1 << 14


class Verdict(StrEnum):
    """What is to be thought of a base."""

    SOUND = "sound"
    SUSPICIOUS = "suspicious"
    UNUSABLE = "unusable"


@dataclass(frozen=True)
class Reason:
    """Why a base is not sound: the column, numbers of records that show it, and what would mend it."""

    kind: str
    message: str
    field: str | None = None
    records: tuple[int, ...] = ()
    fix: str = ""
    verdict: Verdict = Verdict.SUSPICIOUS

    def as_dict(self) -> dict[str, Any]:
        """The reason as it stands in the manifest."""
        return {
            "kind": self.kind,
            "message": self.message,
            "field": self.field,
            "records": list(self.records),
            "fix": self.fix,
        }

    def __str__(self) -> str:
        shown = f" (records {', '.join(map(str, self.records))})" if self.records else ""
        return f"{self.message}{shown}" + (f"; {self.fix}" if self.fix else "")


@dataclass
class BaseCheck:
    """One base: what its rows show of its columns and of how its values are dealt to them."""

    base: Base
    positions: PositionChoice
    evidence: Evidence
    columns: list[ColumnCheck] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """How many rows were looked at."""
        return self.evidence.rows

    @property
    def alignments(self) -> dict[str, float | None]:
        """Share of the telling values that fit, by name of the deal; None where no value tells anything."""
        reading = self.positions.reading
        deals = (deal_of(self.base, reading), *alternatives(self.base, reading))
        return {deal.name: self.evidence.score(deal).share for deal in deals}

    @property
    def verdict(self) -> Verdict:
        found = {reason.verdict for reason in self.reasons}
        return next((v for v in (Verdict.UNUSABLE, Verdict.SUSPICIOUS) if v in found), Verdict.SOUND)

    def summary(self) -> dict[str, Any]:
        """Verdict and reasons, as in the manifest."""
        reasons = [reason.as_dict() for reason in self.reasons]
        return {"verdict": str(self.verdict), "rows": self.rows, "reasons": reasons}

    def as_dict(self) -> dict[str, Any]:
        """The base as `check --json` shows it."""
        shares = {name: None if share is None else round(share, 4) for name, share in self.alignments.items()}
        return {
            "id": self.base.id,
            "name": self.base.name,
            **self.summary(),
            "positions": self.positions.as_dict(),
            "alignments": shares,
            "columns": [column.as_dict() for column in self.columns],
        }


@dataclass
class BankCheck:
    """A checked bank: its bases by key, and the records by class and by the base id they begin with."""

    is_full: bool
    bases: dict[str, BaseCheck]
    records: Counter[str] = field(default_factory=Counter)
    ids: Counter[int] = field(default_factory=Counter)
    reasons: list[Reason] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.reasons and all(base.verdict is Verdict.SOUND for base in self.bases.values())

    def as_dict(self) -> dict[str, Any]:
        """The check as `check --json` shows it."""
        return {
            "full": self.is_full,
            "sound": self.is_sound,
            "records": dict(sorted(self.records.items())),
            "ids": {str(key): count for key, count in sorted(self.ids.items())},
            "reasons": [reason.as_dict() for reason in self.reasons],
            "tables": [base.as_dict() for base in self.bases.values()],
        }


class _BaseRun:
    """What is gathered of one base on the way."""

    def __init__(self, bank: Bank, base: Base) -> None:
        self.bank = bank
        self.base = base
        self.row_format = bank.bank.layouts.row
        self.waiting: list[tuple[Row, bytes]] = []
        self.evidence = Evidence(base, self.row_format)
        self.columns = [ColumnCheck(f) for f in base.fields]
        self._last = max(base.positions, default=0)
        self._positions = [f.position for f in base.fields]  # in order
        # Fields stand in the order of the stored values, each has one: what is known of values is known of fields.
        in_order = self._positions == list(range(1, len(base.fields) + 1))
        self._are_fields_values = in_order and len(base.fields) <= self.evidence.places
        self.broken: list[int] = []
        self.broken_rows = 0
        self.surplus: list[int] = []
        self.surplus_rows = 0
        self._files: dict[int, bool] = {}

    def look(self, most: int | None = None) -> None:
        """Look at the rows that wait, or at about so many spread over them; none waits any more."""
        rows = self.waiting if most is None else self.waiting[:: -(-len(self.waiting) // most) or 1]
        self.waiting = []
        step = max(_VALUES_AT_ONCE // (len(self.columns) + 1), 1)
        for i in range(0, len(rows), step):
            self._look_at(rows[i : i + step])

    def _look_at(self, rows_with_data: list[tuple[Row, bytes]]) -> None:
        has_gaps, items = bool(self.base.hidden_positions), self.bank.bank.limits.items
        shapes_by_row = []
        for row, data in rows_with_data:
            raw = row.stored
            both = split_both(data, self.base, self.row_format, items) if has_gaps else (raw, None)
            shapes_by_row.append(self.evidence.add(row.number, *both))
            if raw.error is not None:
                self.broken_rows += 1
                self.broken += [row.number] if len(self.broken) < 2 else []
            if len(raw.values) > self._last and row.surplus:
                self.surplus_rows += 1
                self.surplus += [row.number] if len(self.surplus) < 2 else []
        rows = [row for row, _ in rows_with_data]
        if self._are_fields_values:
            values = [row.stored.values[: len(self.columns)] for row in rows]
            shapes = [of_row[: len(self.columns)] for of_row in shapes_by_row]
        else:
            values, shapes = [], []
            for row in rows:
                fields = self.base.fields[: bisect_right(self._positions, row.last_position)]
                values.append([row.raw_of(f) for f in fields])
                counted = {i for i, f in enumerate(fields) if row.is_counted(f)}
                shapes.append(shapes_of(values[-1], counted, self.row_format))
        by_column = zip(zip_longest(*values, fillvalue=b""), zip_longest(*shapes, fillvalue=Shape.EMPTY), strict=True)
        for column, (of_rows, shapes_of_rows) in zip(self.columns, by_column, strict=False):
            column.add(rows, of_rows, shapes_of_rows, self.row_format, self._is_file)

    def _is_file(self, number: int) -> bool:
        if number not in self._files:
            try:
                with self.bank.problems.muted():
                    self._files[number] = self.bank.classify(number).kind is RecordClass.FILE
            except CronosError as error:
                if error.status is not Status.NOT_A_BANK:
                    raise
                self._files[number] = False
        return self._files[number]

    def finish(self) -> BaseCheck:
        choice = self.bank.positions[self.base.key]
        result = BaseCheck(self.base, choice, self.evidence, self.columns)
        for column in self.columns:
            column.rows = self.evidence.rows
        chosen = deal_of(self.base, choice.reading)
        result.reasons += self._about_alignment(chosen, choice)
        # What is no text in the wrong column may be sound in its own.
        result.reasons += self._about_rows(is_shifted=bool(result.reasons))
        for i in range(len(self.columns)):
            result.reasons += self._about_column(i, chosen)
        result.reasons.sort(key=lambda reason: reason.verdict is not Verdict.UNUSABLE)
        return result

    # ---- reasons

    def _about_rows(self, is_shifted: bool) -> Iterator[Reason]:
        rows = self.evidence.rows
        if self.broken_rows >= _MIN_BROKEN_ROWS and self.broken_rows * 2 > rows:
            message = f"{self.broken_rows} of {rows} rows cannot be split to their end"
            yield Reason("broken-rows", message, None, tuple(self.broken), "look at the records", Verdict.UNUSABLE)
        filled = rows >= _MIN_BROKEN_ROWS and self.surplus_rows * 2 > rows
        if filled and not self.base.positions:
            message = "no field has a position, so no column gets a value"
            yield Reason(
                "no-positions", message, None, tuple(self.surplus), "the definition is damaged", Verdict.UNUSABLE
            )
        elif filled and self.surplus_rows >= _MIN_VALUES:
            message = f"{self.surplus_rows} of {rows} rows have values behind the last field"
            yield Reason("surplus", message, None, tuple(self.surplus), "the definition lacks fields or is shifted")
        told = [column for column in self.columns if column.kind in ("text", "dictionary")]
        values, implausible = sum(c.values for c in told), sum(c.implausible for c in told)
        if not is_shifted and values >= _MIN_VALUES and implausible * 5 >= values * 4:
            examples = tuple(sorted(number for c in told for number, _ in c.misfit_examples)[:2])
            message = f"{implausible} of {values} texts are no text"
            yield Reason("no-text", message, None, examples, "is the KOD table right?", Verdict.UNUSABLE)

    def _about_alignment(self, chosen: Deal, choice: PositionChoice) -> Iterator[Reason]:
        hides_nothing = not self.base.hidden_positions and not self.surplus_rows
        if hides_nothing and self.evidence.score(chosen).misfits < Comparison.MIN_ROWS:
            return  # no other deal can be clearly better, see there
        better: list[Comparison] = []
        for other in alternatives(self.base, choice.reading):
            if other.by_bytes == chosen.by_bytes:
                comparison = self.evidence.compare(chosen, other)
                if comparison.is_clearly_better:
                    better.append(comparison)
        if better:
            best = max(better, key=lambda comparison: comparison.gain)
            yield self._shifted(best, chosen)
        elif self.base.hidden_positions and choice.decided == "given":
            told = choose_reading(self.evidence)
            if told.decided == "margin" and told.reading is not choice.reading:
                examples = self.evidence.differing().examples
                message = f"values fit their types better if gaps are read as {told.reading}"
                yield Reason("gap-reading", message, None, examples, "read it with --positions auto")

    def _shifted(self, best: Comparison, chosen: Deal) -> Reason:
        """The column that a better deal mends most, and what the deal does for all of them."""

        def mended(i: int) -> int:
            before, after = (self.evidence.score_at(deal, i, deal.places[i]) for deal in (chosen, best.deal))
            return after.fits - before.fits + before.misfits - after.misfits

        worst = self.columns[max(range(len(self.columns)), key=mended)]
        name, was, would = best.deal.name, best.chosen, best.other
        if name in tuple(Reading):
            what, fix = f"the reading {name}", f"read it with --positions {name}"
        else:
            what, fix = f"the value {name}", "the positions in the definition look shifted, do not trust the headers"
        message = (
            f"columns look shifted: with {what} {would.fits} values fit their types and {would.misfits} do not, "
            f"as it stands {was.fits} fit and {was.misfits} do not"
        )
        numbers = tuple(number for number, _ in worst.misfit_examples) or best.examples
        return Reason("shifted", message, printable(worst.field.name), numbers, fix)

    def _about_column(self, i: int, chosen: Deal) -> Iterator[Reason]:
        column = self.columns[i]
        name, values = printable(column.field.name), column.values
        if values < _MIN_VALUES:
            return
        if column.misfits * 2 > values:
            shown = ", ".join(f'"{value}"' for _, value in column.misfit_examples)
            kind = column.field.type.name
            message = f"{column.misfits} of {values} values are not as the type {kind} has them, such as {shown}"
            numbers = tuple(number for number, _ in column.misfit_examples)
            yield Reason("misfit", message, name, numbers, self._better_place(i, chosen))
        if column.is_likely_cp866:
            message = "text is likely CP866, not CP1251"
            yield Reason("code-page", message, name, tuple(column.text_examples), "convert the text from CP866")
        if column.dates_outside * 2 > values:
            message = f"{column.dates_outside} of {values} dates lie outside {FIRST_YEAR} to {LAST_YEAR}"
            yield Reason("dates", message, name, tuple(column.outside_examples), self._better_place(i, chosen))
        if column.references >= _MIN_VALUES and column.unresolved * 2 > column.references:
            message = f"{column.unresolved} of {column.references} file references name no stored file"
            numbers = tuple(column.unresolved_examples)
            yield Reason("references", message, name, numbers, "are the stored files of this bank complete?")

    def _better_place(self, i: int, chosen: Deal) -> str:
        """Where the values of a field may stand, if a place near its own holds values that fit."""
        own = chosen.places[i]
        for step in (1, -1, 2, -2):
            score = self.evidence.score_at(chosen, i, own + step) if own + step >= 0 else None
            if score is not None and score.fits >= _MIN_VALUES and (score.share or 0.0) >= _GOOD_SHARE:
                return f"values that fit stand at position {own + step + 1}"
        return "no position near it holds values that fit; is the type of the field right?"


def check_bank(bank: Bank, *, sample: int = SAMPLE, full: bool = False, quick: bool = False) -> BankCheck:
    """Check the tables of a bank on about `sample` records spread over it, or on all.

    quick: take a smaller sample where there are few bases, and look at some rows of each, enough for a verdict.
    No problem is noted in the bank. CronosError where the bank cannot be read.
    """
    runs = {base.key: _BaseRun(bank, base) for base in bank.schema.tables}
    if quick:
        sample = min(sample, max(_QUICK_SAMPLE, _QUICK_ROWS_A_BASE * len(runs)))
    result = BankCheck(full or bank.bank.slot_count <= sample, {})
    held = 0
    for item in bank.sample(None if full else sample):
        result.records[str(item.kind)] += 1
        if item.data:
            base_id = layouts.BankRecord.one(item.data).base_id
            if base_id in result.ids or len(result.ids) < _MAX_IDS:
                result.ids[base_id] += 1
        if isinstance(item.content, Row) and item.content.base.key in runs:
            run = runs[item.content.base.key]
            run.waiting.append((item.content, item.data))
            held += len(item.data) + _ROW_SIZE
            if held > _HELD and not quick:
                held = 0
                for each in runs.values():
                    each.look()
    most = max(_QUICK_ROWS // max(len(runs), 1), _QUICK_ROWS_A_BASE) if quick else None
    for run in runs.values():
        run.look(most)
    result.bases = {key: run.finish() for key, run in runs.items()}
    lost = result.records[str(RecordClass.UNASSIGNED)]
    if lost >= _MIN_VALUES and lost > result.records[str(RecordClass.ROW)]:
        message = f"{lost} records belong to no base, {result.records[str(RecordClass.ROW)]} are rows"
        result.reasons.append(Reason("unassigned", message, fix="is the KOD table right, are definitions lost?"))
    return result
