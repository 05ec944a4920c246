"""How fast banks are exported, and in how much memory, beside cronodump and cronos-extract in one run.

`python -m bench export [--slots N] [--banks NAME,...] [--rounds N] [--folder DIR]`. Banks are built by bench.banks and
kept in the folder, the other readers installed by pip into environments of their own there. Each tool is a process
of its own; they run in turn, round by round, and the best round of each counts. What they write goes to a file system
in memory where there is one: with a disk, what the runs before have left to it is timed as well. Memory is the unique
set: what a process and its children hold for themselves, looked at while they run, in a round before those that count.
"""

from __future__ import annotations

import argparse
import compileall
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from bench.banks import Shape, make

ROOT = Path(__file__).resolve().parent.parent
PEERS = {"cronodump": "cronodump==1.1.0", "cronos-extract": "cronos-extract==1.1.0"}
# This reader: the format, the processes and the engine.
OURS = {
    "csv": ("csv", 1, ""),
    "csv, python": ("csv", 1, "python"),
    "parquet": ("parquet", 1, ""),
    "csv, 2 jobs": ("csv", 2, ""),
    **{to: (to, 1, "") for to in ("jsonl", "arrow", "sqlite", "duckdb")},
}
# Those of the table for docs/performance.md; the others run where they are asked for.
USUAL = (*PEERS, "csv", "csv, python", "parquet", "csv, 2 jobs")
_EXTRACT_PYTHONS = ("3.13", "3.12", "3.14")  # it needs 3.12 or newer
_LOOK_EVERY = 0.02  # seconds
_MEMORY = Path("/dev/shm") if os.path.isdir("/dev/shm") else None  # None: where temporary files go
# Share of the slots wanted that a bank gets, so that all banks have bytes of one order.
SHAPES: dict[str, tuple[Shape, float]] = {
    "kod": (Shape("kod"), 1),
    "plain": (Shape("plain", encoded=False), 1),
    "compressed": (Shape("compressed", compressed=0.5), 1),
    "5 bases": (Shape("5 bases", bases=5), 1),
    "200 bases": (Shape("200 bases", bases=200), 1),
    "wide": (Shape("wide", fields="wide"), 0.1),
    "long texts": (Shape("long texts", fields="long", extended=0.2), 0.04),
}
# cronodump reads the bank once for each table: what it needs for more is not waited for.
_TOO_MANY_BASES = 20


@dataclass
class Tool:
    """A reader: its name, the command that exports a bank to a folder, and its environment."""

    name: str
    command: Callable[[Path, Path], list[str]]
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Measured:
    """The best round of one tool: seconds on the wall and of the processors, and MiB of its unique set at its peak."""

    wall: float
    cpu: float
    memory: float
    out: Path


def tools(folder: Path, wanted: Sequence[str]) -> list[Tool]:
    """The readers that can run here; why one cannot is said."""
    found = []
    if "cronodump" in wanted:
        python = environment(folder, "cronodump", sys.executable)
        if python is not None:
            script = str(python.with_name("croconvert"))
            found.append(Tool("cronodump", lambda bank, out: [script, "--csv", "--outputdir", str(out), str(bank)]))
    if "cronos-extract" in wanted:
        newer = newer_python()
        python = environment(folder, "cronos-extract", newer) if newer else None
        if python is not None:
            extract = str(python.with_name("cronos-extract"))
            found.append(
                Tool("cronos-extract", lambda bank, out: [extract, "export", "--csv", str(bank), "-o", str(out)])
            )
        else:
            show("cronos-extract is left out: no Python 3.12 or newer, or it cannot be installed")
    return found + [_ours(name, *how) for name, how in OURS.items() if name in wanted]


def _ours(name: str, to: str, jobs: int, engine: str) -> Tool:
    # pip compiles what it installs, the other readers as well; this is a checkout.
    compileall.compile_dir(ROOT / "cronos_fmt", quiet=1)
    own = [sys.executable, "-m", "cronos_fmt", "export", "--quiet", "--to", to, "--jobs", str(jobs)]
    variables = {"CRONOS_FMT_ENGINE": engine} if engine else {}
    return Tool(name, lambda bank, out: [*own, str(bank), "--out", str(out)], variables)


def newer_python() -> str | None:
    """A Python that cronos-extract runs on: this one, on the path, or put there by pyenv."""
    if sys.version_info >= (3, 12):
        return sys.executable
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in _EXTRACT_PYTHONS:
        candidates = [shutil.which(f"python{version}"), *map(str, sorted(versions.glob(f"{version}.*/bin/python")))]
        for python in filter(None, candidates):
            if subprocess.run([python, "-c", ""], capture_output=True).returncode == 0:
                return python
    return None


def environment(folder: Path, name: str, python: str) -> Path | None:
    """The Python of an environment with a reader in it; made where it is not there yet, None where that fails."""
    home = folder / f"venv-{name}"
    own = home / "bin" / "python"
    if (home / "done").exists():
        return own
    try:
        subprocess.run([python, "-m", "venv", "--clear", str(home)], check=True, capture_output=True)
        subprocess.run([str(own), "-m", "pip", "install", "--quiet", PEERS[name]], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        show(f"{name} is left out: {error}")
        return None
    (home / "done").touch()
    return own


# ---- one run


def run(tool: Tool, bank: Path, out: Path, *, watched: bool = True) -> Measured:
    """Export a bank; RuntimeError where the tool fails. watched: look at its memory, which takes a part of a core."""
    shutil.rmtree(out, ignore_errors=True)
    before = os.times()
    start = time.perf_counter()
    process = subprocess.Popen(
        tool.command(bank, out),
        cwd=ROOT,
        env=os.environ | tool.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    peak = [0]
    watcher = threading.Thread(target=_watch, args=(process, peak))
    if watched:
        watcher.start()
    _, told = process.communicate()
    wall = time.perf_counter() - start
    if watched:
        watcher.join()
    after = os.times()
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{tool.name} ended with {process.returncode}: {told.decode(errors='replace')[-500:]}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Measured(wall, cpu, peak[0] / 1024, out)


def _watch(process: subprocess.Popen[bytes], peak: list[int]) -> None:
    while process.poll() is None:
        peak[0] = max(peak[0], sum(_unique_set(pid) for pid in _family(process.pid)))
        time.sleep(_LOOK_EVERY)


def _family(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _family(int(child))


def _unique_set(pid: int) -> int:
    """KiB that a process holds for itself, without pages of files such as code; 0 where it is gone."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty"))
    return 0


# ---- the same rows


def differences(ours: Path, theirs: Path, name: str) -> str:
    """What is not the same in the csv files of two outputs; empty where all rows agree."""
    own, other = (sorted(p for p in folder.glob("*.csv")) for folder in (ours, theirs))
    if [p.name for p in own] != [p.name for p in other]:
        return f"{len(own)} and {len(other)} tables, or other names"
    manifest = json.loads((ours / "manifest.json").read_text(encoding="utf-8"))
    tables = {t["output"]: t for t in manifest["tables"]}
    # What the bank says of itself in a record of CroBank is a row to others, where its first byte is the id of a base.
    system = {str(record["number"]) for record in manifest["system_records"]}
    for mine, its in zip(own, other, strict=True):
        kinds = [f["kind"] for f in sorted(tables[mine.name]["fields"], key=lambda f: f["position"])]
        plain = [i for i, kind in enumerate(kinds, 1) if kind in ("date", "time")] if name == "cronodump" else []
        with mine.open(newline="", encoding="utf-8") as a, its.open(newline="", encoding="utf-8") as b:
            rows = (row for row in csv.reader(b) if row[0] not in system)
            for n, (left, right) in enumerate(zip_longest(csv.reader(a), rows)):
                if left is None or right is None:
                    return f"{mine.name}: only one has row {n}"
                for i in plain if n and left != right else ():
                    left[i] = _as_stored(left[i])
                if left != right:
                    return f"{mine.name}, row {n}: {left} and {right}"
    return ""


def _as_stored(text: str) -> str:
    """A date or a time as it stands in the record, which is what cronodump shows."""
    if ":" in text:
        return text.replace(":", "")
    year, _, rest = text.partition("-")
    return f"{int(year) - 1900:02}{rest.replace('-', '')}" if rest else text


# ---- all of them


def measure(names: Sequence[str], slots: int, rounds: int, folder: Path, outputs: Path, wanted: Sequence[str]) -> None:
    readers = tools(folder, wanted)
    table: list[tuple[str, int, dict[str, Measured]]] = []
    for name in names:
        shape, share = SHAPES[name]
        count = max(int(slots * share), 1)
        bank = make(Shape(**{**vars(shape), "slots": count}), folder / f"{name.replace(' ', '-')}-{count}")
        for path in bank.iterdir():
            path.read_bytes()  # all tools find the files in memory
        best: dict[str, Measured] = {}
        for n in range(rounds + 1):
            for reader in readers:
                if reader.name in PEERS and ((n and count > 100_000) or shape.bases > _TOO_MANY_BASES):
                    continue  # one round of the slow ones is enough, its noise is small beside the ratio
                found = run(reader, bank, outputs / f"out-{reader.name}", watched=not n)
                before = best.get(reader.name)
                if before is None:
                    best[reader.name] = found
                elif n == 1 or found.wall < before.wall:
                    best[reader.name] = replace(found, memory=before.memory)
        for peer in PEERS:
            if peer in best and "csv" in best:
                told = differences(best["csv"].out, best[peer].out, peer)
                show(f"{name}: rows of csv and {peer} " + (f"DIFFER: {told}" if told else "agree"))
        for each in best.values():
            shutil.rmtree(each.out, ignore_errors=True)
        table.append((name, count, best))
        show("\n".join(lines(table[-1:])))
    show("\n\n" + "\n".join(lines(table)))


def lines(table: Sequence[tuple[str, int, dict[str, Measured]]]) -> list[str]:
    """The table for docs/performance.md."""
    result = [
        "| bank | slots | tool | seconds | CPU seconds | µs a slot | × cronodump | × cronos-extract | peak MiB |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, count, best in table:
        for tool, found in best.items():
            ratios = [f"{best[peer].wall / found.wall:.1f}" if peer in best else "" for peer in PEERS]
            figures = f"{found.wall:.2f} | {found.cpu:.2f} | {found.wall / count * 1e6:.2f}"
            result.append(f"| {name} | {count:,} | {tool} | {figures} | {' | '.join(ratios)} | {found.memory:.0f} |")
    return result


def show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench export", description=__doc__)
    parser.add_argument("--slots", type=int, default=1_000_000, help="slots of a bank of usual rows")
    parser.add_argument("--banks", default=",".join(SHAPES), help=f"some of: {', '.join(SHAPES)}")
    parser.add_argument("--tools", default="+".join(USUAL), help=f"some of, joined by +: {'+'.join((*PEERS, *OURS))}")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each tool; the best one counts")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "bench", help="where banks and tools are kept")
    parser.add_argument("--out", type=Path, default=_MEMORY, help="where outputs are written, until all are compared")
    options = parser.parse_args(arguments)
    names = options.banks.split(",")
    unknown = [name for name in names if name not in SHAPES]
    if unknown:
        parser.error(f"no bank {unknown[0]!r}; there are: {', '.join(SHAPES)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = [name.strip() for name in options.tools.split("+")]
    unknown = [name for name in wanted if name not in (*PEERS, *OURS)]
    if unknown:
        parser.error(f"no tool {unknown[0]!r}; there are: {', '.join((*PEERS, *OURS))}")
    with tempfile.TemporaryDirectory(prefix="cronos-fmt-bench-", dir=options.out) as outputs:
        measure(names, options.slots, options.rounds, options.folder.resolve(), Path(outputs), wanted)
