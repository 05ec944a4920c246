"""Record ranges of a bank for other processes, and the pass over a bank by several of them, with one outcome.

Worker processes are started anew (spawn), never forked, so it does not matter which threads the caller has. Each opens
the bank for itself with what the caller knows: KOD tables, readings of positions and words are not looked for again.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np

from cronos_fmt.alignment import PositionChoice
from cronos_fmt.bank import Bank
from cronos_fmt.bank import open as open_bank
from cronos_fmt.bulk.scan import Pass, ScannedBatch, scan_batches
from cronos_fmt.bulk.transfer import Blocks, Codec, attached
from cronos_fmt.container import Options
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import Kod
from cronos_fmt.problems import Problem
from cronos_fmt.schema import Field
from cronos_fmt.values import Words

# Slots and bytes of the records that a worker gets at once, and how many such lots are on their way for each worker.
_LOT_SLOTS = 1 << 15
_LOT_BYTES = 4 << 20
_LOTS_A_JOB = 2
# With fewer slots, or bytes of records, for each worker it costs more to start one than it gives.
_WORTH_A_JOB = 1 << 20
_BYTES_WORTH_A_JOB = 1 << 28
MOST_JOBS = 16
# Parameters of mallopt in glibc, and what they are set to: a worker keeps no more than some lots need.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT_BYTES = 1 << 25

Work = Callable[[Bank, ScannedBatch], Any]
_Columns = Mapping[str, Sequence[Field]]


@dataclass(frozen=True)
class Opening:
    """How to open a bank as it was opened here. It can be pickled.

    kods: the KOD table of each pair that was used. positions: as Bank.positions. words: as Bank.words, the words alone.
    """

    path: str
    options: Options
    kods: Mapping[str, Kod | None]
    positions: Mapping[str, PositionChoice]
    words: Mapping[str, Mapping[str, Words]]

    @classmethod
    def of(cls, bank: Bank) -> Opening:
        """The opening of a bank."""
        kods = {name: file.kod for name, file in bank._files.items()}
        return cls(os.path.abspath(bank.path), bank._options, kods, bank.positions, bank._words)

    def open(self) -> Bank:
        """The bank, opened; CronosError as cronos_fmt.open."""
        o = self.options
        bank = open_bank(self.path, kod=o.kod, limits=o.limits, assume=o.assume, positions=o.positions, words=o.words)
        try:
            for name, kod in self.kods.items():
                bank.file(name).kod = kod
            vars(bank).update(positions=self.positions, _words=self.words)
        except BaseException:
            bank.close()
            raise
        return bank


class Partition(NamedTuple):
    """Record numbers `first` to `last` of a bank, for whoever reads them elsewhere. It can be pickled."""

    opening: Opening
    first: int
    last: int


def partitions(bank: Bank, count: int) -> list[Partition]:
    """So many ranges that are all record numbers of CroBank, in order; fewer where there are not so many numbers."""
    if count < 1:
        raise ValueError(f"count must be 1 or more, not {count}")
    opening, total = Opening.of(bank), bank.bank.slot_count
    count = min(count, max(total, 1))
    return [Partition(opening, 1 + i * total // count, (i + 1) * total // count) for i in range(count)]


class Done(NamedTuple):
    """What became of the records `first` to `last`; stored: their bytes in the .dat."""

    first: int
    last: int
    stored: int
    result: Any


def job_count(bank: Bank, jobs: int | None = None) -> int:
    """How many processes are worth it: those wanted, or all cores, but none with little to do."""
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be 1 or more, not {jobs}")
    if jobs is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        jobs = min(cores, MOST_JOBS)
    worth = bank.bank.slot_count / _WORTH_A_JOB + bank.bank.dat.size / _BYTES_WORTH_A_JOB
    return max(min(jobs, int(worth)), 1)


def scan_parallel(
    bank: Bank,
    columns: _Columns,
    jobs: int,
    work: Work | None = None,
    *,
    first: int = 1,
    deleted: bool = False,
    files: bool = True,
    engine: str | None = None,
) -> Iterator[Done]:
    """Every record of CroBank once, in order of number, by several processes; the problems as those of one.

    work: makes of a batch what is sent back, in the worker with the bank as opened there, and may add problems; it is
    pickled by its name. The batch itself where None. A memoryview in what it makes is good until the next batch is
    asked for. The content of stored files is read here, when it is asked for.
    The other arguments are those of scan_batches. With one job everything is done in this process.
    CronosError: as scan_batches; or a worker ended before its work, with status IO.
    """
    work = work or _as_it_is
    if jobs == 1:
        for batch in scan_batches(bank, columns, first=first, deleted=deleted, files=files, engine=engine):
            yield Done(batch.first, batch.last, batch.stored, work(bank, batch))
        return
    bank.bank.check_kod()
    _ = bank._cards, bank._ns1_copy  # read by now, so that their problems are noted
    task = _Task(Opening.of(bank), {key: tuple(fields) for key, fields in columns.items()}, work, deleted, engine)
    codec, most = Codec(bank, task.columns), jobs * _LOTS_A_JOB
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (task,)) as pool, closing(Blocks(most)) as blocks:
        try:
            for found, future, block in _in_order(pool, _lots(bank, first), blocks, most):
                _note(bank, found)
                for part in future.result():
                    views: list[memoryview] = []
                    try:
                        outcome: _Outcome = codec.loads(part, blocks.view(block), views)
                        done = outcome.done
                        _note(bank, outcome.problems)
                        if done is not None:
                            if files and isinstance(done.result, ScannedBatch):
                                done.result.files = [(n, _Content(bank, n)) for n, _ in done.result.files]
                            yield done
                        if outcome.error is not None:
                            raise outcome.error
                    finally:
                        for view in views:
                            view.release()
                blocks.give_back(block)
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


def _as_it_is(bank: Bank, batch: ScannedBatch) -> ScannedBatch:
    return batch


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


def _lots(bank: Bank, first: int) -> Iterator[tuple[_Noted, int, int]]:
    """Ranges of record numbers with about the same work, each with the problems of the slots that come before it."""
    windows = bank.bank._windows(first, None)
    while True:
        with bank.problems.collected() as found:
            window = next(windows, None)
        if window is None:
            return
        start, columns, _ = window
        # The length of a free slot means nothing.
        lengths = np.where(columns.is_free, 0, np.minimum(columns.data_length, _LOT_BYTES))
        sizes = np.cumsum(lengths.astype(np.int64))
        at = 0
        while at < len(sizes):
            most = (int(sizes[at - 1]) if at else 0) + _LOT_BYTES
            stop = min(max(int(np.searchsorted(sizes, most, side="right")), at + 1), at + _LOT_SLOTS, len(sizes))
            yield found, start + at, start + stop - 1
            found, at = [], stop


def _in_order(
    pool: ProcessPoolExecutor, lots: Iterable[tuple[_Noted, int, int]], blocks: Blocks, most: int
) -> Iterator[tuple[_Noted, Future[list[bytes]], str]]:
    """The futures of all lots in order, each with the block that it uses; no more than so many are under way."""
    waiting: deque[tuple[_Noted, Future[list[bytes]], str]] = deque()
    for found, first, last in lots:
        block = blocks.take()
        waiting.append((found, pool.submit(_run, first, last, block), block))
        if len(waiting) >= most:
            yield waiting.popleft()
    yield from waiting


# ---- in a worker


class _Task(NamedTuple):
    """What all lots have in common."""

    opening: Opening
    columns: Mapping[str, tuple[Field, ...]]
    work: Work
    deleted: bool
    engine: str | None


class _Outcome(NamedTuple):
    """A batch with its problems; or those behind the last batch, and the error that ended the lot, if any."""

    done: Done | None
    problems: _Noted
    error: CronosError | None = None


_run_lot: Callable[[int, int, str], list[bytes]] | None = None


def _begin(task: _Task) -> None:
    """Open the bank in a worker. Its problems, and a failure, are those of the caller, who opened it before."""
    global _run_lot
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process ends it
    _keep_memory()
    bank = task.opening.open()
    with bank.problems.muted():
        _ = bank.schema, bank._cards, bank._ns1_copy
    bank.bank._unknown_flags.update(range(256))  # named by the caller, who reads all slots
    scanning = Pass(bank, task.columns, deleted=task.deleted, files=False, engine=task.engine)
    _run_lot = partial(_work_on, bank, scanning, task.work, Codec(bank, task.columns))


def _keep_memory() -> None:
    """Let glibc keep what is freed after a batch: the next one needs it, and new pages cost a third of the time."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            for parameter in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
                ctypes.CDLL(None).mallopt(parameter, _KEPT_BYTES)


def _run(first: int, last: int, block: str) -> list[bytes]:
    assert _run_lot is not None
    return _run_lot(first, last, block)


def _work_on(bank: Bank, scanning: Pass, work: Work, codec: Codec, first: int, last: int, block: str) -> list[bytes]:
    """Each batch as an _Outcome, and one more behind them; what has been put into the block takes no more memory."""
    parts: list[bytes] = []
    memory, used = attached(block), 0
    error = None
    with bank.problems.collected() as problems:
        try:
            for batch in scanning.batches(first, last):
                done = Done(batch.first, batch.last, batch.stored, work(bank, batch))
                part, used = codec.dumps(_Outcome(done, problems[:]), memory, used)
                parts.append(part)
                problems.clear()
        except CronosError as raised:
            error = raised
    return [*parts, codec.dumps(_Outcome(None, problems, error), memory, used)[0]]
