"""The pass over a bank by as many processes as are worth it, with one outcome."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from cronos_fmt.bank import Bank
from cronos_fmt.bulk.scan import Each, ScannedBatch, scan_batches
from cronos_fmt.schema import Field

# With fewer slots, or bytes of records, for each worker it costs more to start one than it gives.
_WORTH_A_JOB = 1 << 20
_BYTES_WORTH_A_JOB = 1 << 28


def job_count(bank: Bank, jobs: int | None, most: int) -> int:
    """How many processes are worth it: those wanted, else the cores there are up to `most`; none with little to do."""
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be 1 or more, not {jobs}")
    if jobs is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        jobs = min(cores, most)
    worth = bank.bank.slot_count / _WORTH_A_JOB + bank.bank.dat.size / _BYTES_WORTH_A_JOB
    return max(min(jobs, int(worth)), 1)


def scan_parallel(
    bank: Bank,
    columns: Mapping[str, Sequence[Field]],
    jobs: int,
    *,
    first: int = 1,
    deleted: bool = False,
    files: bool = True,
    engine: str | None = None,
    each: Each | None = None,
) -> Iterator[ScannedBatch]:
    """Every record of CroBank once, in order of number, by several processes; the problems as those of one.

    each: is called in a worker or here, and has to be one that can be pickled. A memoryview in what it makes is good
    until the next batch is asked for. The content of stored files is read here, when it is asked for.
    The arguments are those of scan_batches. With one job everything is done in this process.
    CronosError: as scan_batches; or a worker ended before its work, with status IO.
    """
    if jobs == 1:
        yield from scan_batches(bank, columns, first=first, deleted=deleted, files=files, engine=engine, each=each)
        return
    # Imported here: what starts processes takes longer to load than a small bank to read.
    from cronos_fmt.bulk.workers import scan_by_workers

    yield from scan_by_workers(bank, columns, jobs, first=first, deleted=deleted, files=files, engine=engine, each=each)
