"""Where the time of an export to csv goes: `python -m bench stages BANK [--engine native|python] [--rounds N]`.

One process, from the first import to the last row, without writing a file. Seconds of the processor; the best of some
rounds counts, each in a process of its own. Limits to hold them against stand in docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ORDER = ("import", "open", "check", "slots", "read", "decode", "inflate", "rows", "csv", "other work of the pass")


def once(bank_path: Path, engine: str) -> dict[str, float]:
    """Seconds of each stage, and how many rows and bytes of csv they made, of one run in this process."""
    spent: Counter[str] = Counter()
    clock = time.process_time
    start = clock()
    import cronos_fmt
    from cronos_fmt.bulk import reader, scan
    from cronos_fmt.bulk.batch import groups
    from cronos_fmt.bulk.engine import find_engine
    from cronos_fmt.check import check_bank
    from cronos_fmt.records import CroFile
    from cronos_fmt.source import Source

    spent["import"] = clock() - start

    def timed(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **options: Any) -> Any:
            begin = clock()
            try:
                return function(*arguments, **options)
            finally:
                spent[stage] += clock() - begin

        return wrapper

    class Engine:
        rows = staticmethod(timed("rows", find_engine(engine).rows))
        decode = staticmethod(timed("decode", find_engine(engine).decode))
        csv = staticmethod(timed("csv", find_engine(engine).csv))

    bank = timed("open", cronos_fmt.open)(bank_path)
    with bank:
        timed("check", check_bank)(bank, quick=True)
        for owner, name, stage in (
            (Source, "read_into", "read"),
            (CroFile, "columns", "slots"),
            (reader, "_inflate_all", "inflate"),
        ):
            setattr(owner, name, timed(stage, getattr(owner, name)))
        scan.find_engine = lambda name: Engine  # type: ignore[attr-defined, assignment, return-value]
        before, start = spent.total(), clock()
        rows = size = 0
        for batch in scan.scan_batches(bank, {base.key: base.fields for base in bank.schema.bases}):
            for table in batch.tables:
                size += len(Engine.csv(table.numbers, groups(table.columns), ord(",")))
                rows += len(table)
        spent["other work of the pass"] = clock() - start - (spent.total() - before)
    return {**spent, "count of rows": rows, "bytes": size}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench stages", description=__doc__)
    parser.add_argument("bank", type=Path, help="directory of a bank, such as one that `python -m bench export` made")
    parser.add_argument("--engine", default="native", help="native or python")
    parser.add_argument("--rounds", type=int, default=3, help="runs; the best of each stage counts")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.once:
        sys.stdout.write(json.dumps(once(options.bank, options.engine)))
        return
    command = [sys.executable, "-m", "bench", "stages", str(options.bank), "--engine", options.engine, "--once"]
    runs = [
        json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
        for _ in range(options.rounds)
    ]
    rows, size = runs[0]["count of rows"], runs[0]["bytes"]
    best = {stage: min(run.get(stage, 0.0) for run in runs) for stage in ORDER}
    sys.stdout.write(f"{rows:,} rows, {size / 1e6:.0f} MB of csv, engine {options.engine}\n\n")
    sys.stdout.write("| stage | CPU seconds | µs a row | share |\n| --- | ---: | ---: | ---: |\n")
    for stage, seconds in [*best.items(), ("all", sum(best.values()))]:
        share = seconds / sum(best.values())
        sys.stdout.write(f"| {stage} | {seconds:.3f} | {seconds / max(rows, 1) * 1e6:.3f} | {share:.0%} |\n")
