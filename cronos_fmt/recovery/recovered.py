"""Recovery: the table that all the evidence together makes the likeliest, repaired by what its checks say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.assignment import best_table, margins, second_best
from cronos_fmt.recovery.checks import Report, Verdict, check_table
from cronos_fmt.recovery.confidence import confidence
from cronos_fmt.recovery.crc import settle
from cronos_fmt.recovery.evidence import Evidence, FileEvidence
from cronos_fmt.recovery.result import Entry, KodRecovery
from cronos_fmt.recovery.rows import by_rows
from cronos_fmt.recovery.solve import Known, Solution, solve
from cronos_fmt.recovery.statistics import VALUES
from cronos_fmt.recovery.table_block import BlockResult

Array = NDArray[Any]
# Log-likelihood of what is known for certain, and of what one compressed record suggests.
_CERTAIN, _LIKELY = 200.0, 2.0
_COMPRESSED_RECORDS = 5_000
_REPAIRS = 40
_ROUNDS = 3  # of what rows say: with a better table more of them are read


def recovered(evidence: Evidence, wanted: dict[int, int], blocks: list[BlockResult], detail: str) -> KodRecovery:
    extra = known_entries(evidence, wanted, blocks)
    number, ns1 = evidence.ns1_copy or (None, None)
    stru = evidence.stru
    records = stru.records if stru is not None and stru.is_encoded else []
    exact = tuple(b.kod.table for b in blocks if b.kod is not None)
    solution, report = _solved(solve(records, Known(extra, ns1, number)), evidence, exact)
    if not records and report.verdict is Verdict.CONSISTENT:
        # Only the grammar of CroStru binds a table; one that rows alone give is a guess until it is proven.
        report = replace(report, verdict=Verdict.DOUBTFUL)
    detail = "; ".join(filter(None, [detail, *_differences(solution.table, evidence, blocks)]))
    counts = evidence.byte_counts()
    loss = margins(solution.matrix, solution.table)
    sure = confidence(solution.matrix, solution.table, loss, counts)
    second = second_best(solution.matrix, solution.table)
    entries = tuple(
        Entry(byte, value, float(sure[byte]), float(loss[byte]), int(counts[byte]), int(second[byte]))
        for byte, value in enumerate(solution.table.tolist())
    )
    kod = Kod(bytes(solution.table.tolist()), "recovered")
    alternatives = tuple(
        Kod(bytes(s.table.tolist()), "recovered")
        for s in solution.others
        if not np.array_equal(s.table, solution.table)
    )
    prints = evidence.fingerprints
    return KodRecovery(kod, "recovered", report, entries, detail, solution.score, alternatives, prints)


def _solved(solution: Solution, evidence: Evidence, exact: tuple[bytes, ...]) -> tuple[Solution, Report]:
    """The solution of structure records, repaired, and with what the rows of CroBank say of entries it leaves open."""
    solution, report = _repaired(solution, evidence, exact)
    base = solution.matrix
    for _ in range(_ROUNDS):
        matrix = by_rows(bytes(solution.table.tolist()), evidence)
        if matrix is None or np.array_equal(table := best_table(base + matrix), solution.table):
            break
        new, new_report = _repaired(replace(solution, table=table, matrix=base + matrix), evidence, exact)
        if len(new_report.failed) > len(report.failed):
            break
        solution, report = new, new_report
    return solution, report


def known_entries(evidence: Evidence, wanted: dict[int, int], blocks: list[BlockResult]) -> Array:
    """What is known of entries besides the structure records, as a matrix of stored bytes and values."""
    matrix = np.zeros((VALUES, VALUES))
    certain = dict(wanted)
    for file, block in zip(evidence.encoded, blocks, strict=True):
        for byte, value in _told(file, block).items():
            if byte not in certain and value not in certain.values():
                certain[byte] = value
        if file.may_be_compressed:
            matrix += _compressed(file)
    _fix(matrix, certain)
    return matrix


def _told(file: FileEvidence, block: BlockResult) -> dict[int, int]:
    """Entries that a header and what is left of a damaged table block tell."""
    return {**block.entries, **file.entries}


def _differences(table: Array, evidence: Evidence, blocks: list[BlockResult]) -> Iterator[str]:
    """How a table differs from what each file tells of its own."""
    for file, block in zip(evidence.encoded, blocks, strict=True):
        told = _told(file, block)
        if told:
            differ = sum(int(table[byte]) != value for byte, value in told.items())
            yield f"{file.name}: its header and table block tell {len(told)} entries, {differ} of them otherwise"


def _fix(matrix: Array, entries: dict[int, int]) -> None:
    """Make entries certain."""
    for byte, value in entries.items():
        matrix[byte, :] -= _CERTAIN
        matrix[:, value] -= _CERTAIN
        matrix[byte, value] += 3 * _CERTAIN


def _compressed(file: FileEvidence) -> Array:
    """Sizes, marks and tails of records that may be compressed: the same entries come up again and again.

    Most compressed records have one chunk, whose size follows from theirs.
    """
    head = layouts.COMPRESSED_RECORD__CHUNK__HEAD
    mark = layouts.COMPRESSED_RECORD__CHUNK__MARK
    size_type = head["size"]
    tail = bytes(size_type.itemsize) + layouts.COMPRESSED_RECORD__TAIL
    matrix = np.zeros((VALUES, VALUES))
    for number, data in file.records[:_COMPRESSED_RECORDS]:
        size = len(data) - size_type.itemsize - len(tail)
        if not head.itemsize <= size < VALUES**size_type.itemsize:
            continue
        front = np.array(size, size_type).tobytes() + mark
        for i, plain in [*enumerate(front), *enumerate(tail, len(data) - len(tail))]:
            matrix[data[i], (plain + i + number) % VALUES] += 1
    # A value that comes up once is chance; the likelihood of the others grows with their share, not without end.
    best = matrix.max(axis=1, keepdims=True)
    return np.where((matrix > 2) & (matrix == best), _LIKELY * np.minimum(matrix, 10), 0.0)


def _repaired(solution: Solution, evidence: Evidence, exact: tuple[bytes, ...]) -> tuple[Solution, Report]:
    """Exchange entries as long as the checks name an exchange that fits better."""
    table = solution.table.copy()
    report = check_table(bytes(table.tolist()), evidence, exact)
    for _ in range(_REPAIRS):
        if not report.better or report.verdict is not Verdict.REJECTED:
            break
        # Of the exchanges that fit equally well, the one that is the likeliest by itself.
        a, b = max(report.better, key=lambda pair: _gain(solution.matrix, table, *pair))
        table[a], table[b] = table[b], table[a]
        new = check_table(bytes(table.tolist()), evidence, exact)
        if len(new.failed) > len(report.failed):
            table[a], table[b] = table[b], table[a]
            break
        report = new
    # What nothing binds yet, compressed records can.
    table, settled = settle(table, set(report.undetermined), evidence)
    matrix = solution.matrix
    if settled:
        matrix = matrix.copy()
        _fix(matrix, {byte: int(table[byte]) for byte in settled})
        report = check_table(bytes(table.tolist()), evidence, exact)
    return replace(solution, table=table, matrix=matrix), report


def _gain(matrix: Array, table: Array, a: int, b: int) -> float:
    """Log-likelihood that an exchange of two entries gains."""
    return float(matrix[a, table[b]] + matrix[b, table[a]] - matrix[a, table[a]] - matrix[b, table[b]])
