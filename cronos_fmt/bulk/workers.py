"""The pass over a bank by several processes: workers, and this one, which reads as well while it waits for them.

They are started anew (spawn), never forked, so it does not matter which threads the caller has. Each opens the bank for
itself with what the caller knows: KOD tables, readings of positions and words are not looked for again.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from cronos_fmt.bank import Bank
from cronos_fmt.bulk.memory import keep_memory
from cronos_fmt.bulk.partitions import Opening
from cronos_fmt.bulk.scan import Each, Pass, ScannedBatch
from cronos_fmt.bulk.transfer import Blocks, Codec, attached
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.problems import Problem
from cronos_fmt.schema import Field

# Slots and bytes of the records that a worker gets at once, the bytes at first, and those of what it may make, about.
_LOT_SLOTS = 1 << 15
_LOT_BYTES, _FIRST_BYTES = 4 << 20, 1 << 18
_MADE_BYTES = 8 << 20
# With fewer for each base, a table gets a few rows of a lot, which take as long as many.
_BYTES_A_BASE = 1 << 14
# Lots that are on their way for each worker; that were read here and wait for their turn; that are read here while the
# workers start.
_LOTS_A_JOB, _LOTS_HERE, _LOTS_FIRST = 2, 4, 16


def scan_by_workers(
    bank: Bank,
    columns: Mapping[str, Sequence[Field]],
    jobs: int,
    *,
    first: int,
    deleted: bool,
    files: bool,
    engine: str | None,
    each: Each | None,
) -> Iterator[ScannedBatch]:
    """As cronos_fmt.bulk.parallel.scan_parallel, by so many processes, of which this is one; `jobs` is 2 or more."""
    bank.bank.check_kod()
    _ = bank._cards, bank._ns1_copy  # read by now, so that their problems are noted
    task = _Task(Opening.of(bank), {key: tuple(fields) for key, fields in columns.items()}, deleted, engine, each)
    workers = jobs - 1
    codec, most = Codec(bank, task.columns), workers * _LOTS_A_JOB
    here = Pass(bank, columns, deleted=deleted, files=False, engine=engine, each=each)
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (task,)) as pool, closing(Blocks(most)) as blocks:
        try:
            lots = _Lots(bank, first)
            for lot in _in_order(pool, here, lots, blocks, most):
                _note(bank, lot.range.found)
                made = 0
                for part in lot.parts():
                    views: list[memoryview] = []
                    try:
                        if isinstance(part, _Outcome):
                            outcome = part
                        else:
                            outcome = codec.loads(part, blocks.view(lot.block), views)
                            made += len(part) + sum(view.nbytes for view in views)
                        batch = outcome.batch
                        _note(bank, outcome.problems)
                        if batch is not None:
                            if files:
                                batch.files = [(n, _Content(bank, n)) for n, _ in batch.files]
                            yield batch
                        if outcome.error is not None:
                            raise outcome.error
                    finally:
                        for view in views:
                            view.release()
                blocks.give_back(lot.block)
                if made:
                    lots.learn(lot.range.bytes, made)
        except BrokenProcessPool as error:
            hint = "try --jobs 1"
            message = "a worker process ended before its work; the system may be short of memory"
            raise CronosError(message, file=bank.path, hint=hint, status=Status.IO) from error
        finally:
            pool.shutdown(cancel_futures=True)


_Noted = list[tuple[Problem, bool]]


def _note(bank: Bank, problems: _Noted) -> None:
    for problem, once in problems:
        bank.problems.add(problem, once=once)


class _Content:
    """The content of a stored file, read when it is asked for; its problems were noted in the pass."""

    def __init__(self, bank: Bank, number: int) -> None:
        self._bank = bank
        self._number = number

    def __iter__(self) -> Iterator[bytes]:
        with self._bank.problems.muted():
            content = self._bank.classify(self._number).file_content
        return iter(content)


# ---- what is given to workers


class _Range(NamedTuple):
    """Record numbers, bytes of their records, and the problems of the slots that come before them."""

    first: int
    last: int
    bytes: int
    found: _Noted


class _Lots(Iterator[_Range]):
    """Ranges of record numbers with about the same work.

    bytes: of the records of the next one. What is made of them waits in memory, and may be many more: it is learned.
    """

    def __init__(self, bank: Bank, first: int) -> None:
        self.bytes = _LOT_BYTES
        self._least = min(_BYTES_A_BASE * len(bank.schema.bases) + 1, _LOT_BYTES)
        self._ranges = self._cut(bank, first)

    def __next__(self) -> _Range:
        return next(self._ranges)

    def learn(self, stored: int, made: int) -> None:
        """Of so many bytes of records so many were made."""
        self.bytes = max(min(2 * self.bytes, stored * _MADE_BYTES // made, _LOT_BYTES), self._least)

    def _cut(self, bank: Bank, first: int) -> Iterator[_Range]:
        windows = bank.bank._windows(first, None)
        while True:
            with bank.problems.collected() as found:
                window = next(windows, None)
            if window is None:
                return
            start, columns, _ = window
            # The length of a free slot means nothing.
            lengths = np.where(columns.is_free, 0, np.minimum(columns.data_length, _LOT_BYTES))
            ends = np.append(0, np.cumsum(lengths.astype(np.int64)))
            at = 0
            while at < len(lengths):
                stop = int(np.searchsorted(ends, ends[at] + self.bytes, side="right")) - 1
                stop = min(max(stop, at + 1), at + _LOT_SLOTS, len(lengths))
                yield _Range(start + at, start + stop - 1, int(ends[stop] - ends[at]), found)
                found, at = [], stop


class _Lot(NamedTuple):
    """A lot under way: what a worker makes of it in a block, or what was made here."""

    range: _Range
    future: Future[list[bytes]] | None = None
    block: str = ""
    made: Sequence[_Outcome] = ()

    @property
    def is_done(self) -> bool:
        return self.future is None or self.future.done()

    def parts(self) -> Sequence[_Outcome | bytes]:
        return self.made if self.future is None else self.future.result()


def _in_order(pool: ProcessPoolExecutor, here: Pass, lots: _Lots, blocks: Blocks, most: int) -> Iterator[_Lot]:
    """All lots in order. Workers have no more than so many; while they start, and the next one is not done, some are
    read here.
    """

    def given(lot: _Range) -> _Lot:
        block = blocks.take()
        return _Lot(lot, pool.submit(_run, lot.first, lot.last, block), block)

    def read(lot: _Range) -> _Lot:
        return _Lot(lot, made=list(_outcomes(here, lot.first, lot.last)))

    first = list(islice(lots, _LOTS_FIRST))
    lots.bytes = _FIRST_BYTES
    waiting = deque(map(given, islice(lots, most)))
    yield from map(read, first)
    for lot in lots:
        while waiting and (waiting[0].is_done or len(waiting) >= most + _LOTS_HERE):
            yield waiting.popleft()
        is_given = sum(lot.future is not None for lot in waiting) < most
        waiting.append(given(lot) if is_given else read(lot))
    while waiting:
        yield waiting.popleft()


# ---- in a worker


class _Task(NamedTuple):
    """What all lots have in common."""

    opening: Opening
    columns: Mapping[str, tuple[Field, ...]]
    deleted: bool
    engine: str | None
    each: Each | None


class _Outcome(NamedTuple):
    """A batch with its problems; or those behind the last batch, and the error that ended the lot, if any."""

    batch: ScannedBatch | None
    problems: _Noted
    error: CronosError | None = None


_run_lot: Callable[[int, int, str], list[bytes]] | None = None


def _begin(task: _Task) -> None:
    """Open the bank in a worker. Its problems, and a failure, are those of the caller, who opened it before."""
    global _run_lot
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process ends it
    keep_memory()
    bank = task.opening.open()
    with bank.problems.muted():
        _ = bank.schema, bank._cards, bank._ns1_copy
    bank.bank._unknown_flags.update(range(256))  # named by the caller, who reads all slots
    scanning = Pass(bank, task.columns, deleted=task.deleted, files=False, engine=task.engine, each=task.each)
    _run_lot = partial(_work_on, scanning, Codec(bank, task.columns))


def _run(first: int, last: int, block: str) -> list[bytes]:
    assert _run_lot is not None
    return _run_lot(first, last, block)


def _work_on(scanning: Pass, codec: Codec, first: int, last: int, block: str) -> list[bytes]:
    """The outcomes of a lot, pickled; what has been put into the block takes no more memory."""
    parts: list[bytes] = []
    memory, used = attached(block), 0
    for outcome in _outcomes(scanning, first, last):
        part, used = codec.dumps(outcome, memory, used)
        parts.append(part)
    return parts


def _outcomes(scanning: Pass, first: int, last: int) -> Iterator[_Outcome]:
    """Each batch as an _Outcome, and one more behind them."""
    error = None
    with scanning.bank.problems.collected() as problems:
        try:
            for batch in scanning.batches(first, last):
                yield _Outcome(batch, problems[:])
                problems.clear()
        except CronosError as raised:
            error = raised
    yield _Outcome(None, problems, error)
