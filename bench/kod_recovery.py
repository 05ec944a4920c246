"""How well tables are recovered: `python -m bench.kod_recovery [--tables N] [--checks N] [--built]`.

The CroStru of each public sample bank is encoded again with random tables, in memory, and its table recovered. Beside
the whole method stand the plain vote of frequencies, as older tools do it, and the assignment of frequencies alone.
What recovery knows beforehand comes from banks that the writer made from a vocabulary; no byte of any sample is in it.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cronos_fmt
from cronos_fmt.kod import DEFAULT, Kod
from cronos_fmt.recovery import Evidence, check_table, collect, recover_kod
from cronos_fmt.recovery.assignment import best_table
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.context import by_frequency
from cronos_fmt.recovery.evidence import Records
from cronos_fmt.writer import write_bank

Array = NDArray[Any]
ROOT = Path(__file__).resolve().parent.parent
SAMPLES = Path(os.environ.get("CRONOS_FMT_SAMPLES") or ROOT.parent / "shared" / "samples")
# Sample -> share of bytes that have to be right.
WANTED = {
    "cronodump_all_field_types": 1.0,
    "cronosparser_long_text": 1.0,
    "cronosparser_new_format": 0.99,
    "cronosparser_old_format": 0.95,
    "cronosparser_empty": 0.72,
}
_BINS = (0.0, 0.5, 0.8, 0.95, 0.99, 1.01)
_NAMES = ("Дела", "Заявки", "Ремонт", "Гости", "Рейсы", "Партии", "Группы", "Игроки", "Flights", "Teams", "Owners")
_FIELDS = (
    *("Поле", "Колонка", "Вес", "Рост", "Отдел", "Оклад", "Итог", "Место", "Район", "Вид", "Мнение"),
    *("Shape", "Width", "Zone", "Tax", "Kind", "Height", "Colour"),
)


def encoded(records: Records, table: Array) -> Records:
    """Plain records, encoded with a table."""
    kod = Kod(bytes(table.tolist()))
    return [(number, kod.encode(data, number)) for number, data in records]


def plain_records(evidence: Evidence) -> Records:
    """Records of a CroStru with the default table, decoded."""
    assert evidence.stru is not None
    return [(number, DEFAULT.decode(data, number)) for number, data in evidence.stru.records]


def with_records(evidence: Evidence, records: Records) -> Evidence:
    """The evidence of a bank with other records in its CroStru."""
    assert evidence.stru is not None
    return replace(evidence, files=evidence.files | {"CroStru": replace(evidence.stru, records=records)})


def share(text: Ciphertext, truth: Array, table: Array) -> float:
    """Share of the bytes that a table decodes as the right one."""
    return float((text.plain(table) == text.plain(truth)).mean())


def vote(text: Ciphertext) -> Array:
    """A table by 256 independent votes: for each value the commonest stored byte is taken to be a plain zero."""
    table = np.full(256, -1)
    for value in range(256):
        found = Counter(text.stored[text.shifts == value].tolist()).most_common(1)
        if found:
            table[found[0][0]] = value
    return table


class Calibration:
    """Entries by their claimed confidence, and how many of them are right."""

    def __init__(self) -> None:
        self.claimed: list[float] = []
        self.right: list[bool] = []

    def add(self, result: Any, truth: Array, used: Array) -> None:
        for entry in result.entries:
            if used[entry.cipher]:
                self.claimed.append(entry.confidence)
                self.right.append(entry.value == truth[entry.cipher])

    def lines(self) -> list[str]:
        claimed, right = np.array(self.claimed), np.array(self.right)
        lines = []
        for low, high in pairwise(_BINS):
            inside = (claimed >= low) & (claimed < high)
            if inside.any():
                mean, true = claimed[inside].mean(), right[inside].mean()
                lines.append(f"{low:5.2f} - {min(high, 1):4.2f}  {inside.sum():8,}  {mean:8.4f}  {true:8.4f}")
        return lines


def samples(tables: int, calibration: Calibration, with_copy: bool) -> None:
    copy = "with the copy of NS1 in CroBank" if with_copy else "CroStru alone"
    show(f"\nShare of CroStru bytes decoded right, {tables} random tables, {copy}")
    show(f"{'sample':28}{'bytes':>7}{'vote':>8}{'assign':>8}{'mean':>9}{'least':>9}{'wanted':>8}{'seconds':>9}")
    for name, wanted in WANTED.items():
        with cronos_fmt.open(SAMPLES / name) as bank:
            evidence = collect(bank)
        records = plain_records(evidence)
        random = np.random.default_rng(1)
        votes, assigned, shares, seconds = [], [], [], []
        for _ in range(tables):
            truth = random.permutation(256)
            stored = encoded(records, truth)
            text = Ciphertext(stored)
            votes.append(share(text, truth, vote(text)))
            assigned.append(share(text, truth, best_table(by_frequency(text))))
            given = with_records(evidence, stored)
            if not with_copy:
                given.ns1_copy = None
            began = time.perf_counter()
            result = recover_kod(given)
            seconds.append(time.perf_counter() - began)
            shares.append(share(text, truth, np.frombuffer(result.kod.table, np.uint8).astype(np.intp)))
            calibration.add(result, truth, text.counts > 0)
        size = sum(len(data) for _, data in records)
        figures = f"{np.mean(votes):8.1%}{np.mean(assigned):8.1%}{np.mean(shares):9.2%}{min(shares):9.2%}"
        good = "" if min(shares) >= wanted else "  MISSED"
        show(f"{name:28}{size:7}{figures}{wanted:8.0%}{np.mean(seconds):9.2f}{good}")


def built(calibration: Calibration) -> None:
    """Banks of the writer, with names that are not in the vocabulary of the statistics."""
    show("\nBanks built with tables of their own (the writer also made the reference, so the layouts agree)")
    show(f"{'bases':>6}{'bytes':>8}{'used entries right':>20}  {'verdict':12}{'seconds':>8}")
    for count in (0, 1, 3, 10, 50):
        for seed in range(3):
            truth = np.random.default_rng(seed).permutation(256)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "bank"
                write_bank(description(count, seed) | {"kod": bytes(truth.tolist()).hex()}, path)
                began = time.perf_counter()
                result = recover_kod(path)
                seconds = time.perf_counter() - began
                with cronos_fmt.open(path, kod=None) as bank:
                    evidence = collect(bank)
            assert evidence.stru is not None
            used = Ciphertext(evidence.stru.records).counts > 0
            right = np.frombuffer(result.kod.table, np.uint8) == truth
            calibration.add(result, truth, used)
            size = sum(len(data) for _, data in evidence.stru.records)
            show(f"{count:6}{size:8}{right[used].mean():20.2%}  {result.verdict:12}{seconds:8.2f}")


def description(count: int, seed: int) -> dict[str, Any]:
    """A bank of so many tables."""
    random = Random(seed)
    tables = []
    for i in range(count):
        fields = [
            {"name": f"{name} {j}", "type": random.choice(["text", "number", "date", "text"])}
            for j, name in enumerate(random.sample(_FIELDS, random.randrange(2, 9)))
        ]
        layout = "0x0005" if seed == 2 else "0x0109"
        tables.append({"name": f"{random.choice(_NAMES)} {i + 1}", "fields": fields, "layout": layout})
    return {"name": "Пример", "id": random.randrange(10**8, 10**9), "time": 1_300_000_000 + seed, "tables": tables}


def checks(count: int) -> None:
    """Wrong tables: random ones, and the right one with two entries exchanged."""
    show(f"\nVerdicts of wrong tables, {count} of each kind for each sample")
    show(f"{'sample':32}{'right one':12}{'random':20}exchanged (both entries named as undetermined)")
    for name in [f"{name}{voc}" for name in WANTED for voc in ("", "/Voc")]:
        with cronos_fmt.open(SAMPLES / name) as bank:
            evidence = collect(bank)
        random = np.random.default_rng(2)
        wrong = Counter(
            check_table(bytes(random.permutation(256).tolist()), evidence).verdict.value for _ in range(count)
        )
        exchanged: Counter[str] = Counter()
        for _ in range(count):
            a, b = random.choice(256, 2, replace=False).tolist()
            table = bytearray(DEFAULT.table)
            table[a], table[b] = table[b], table[a]
            report = check_table(bytes(table), evidence)
            named = " (named)" if {a, b} <= set(report.undetermined) else ""
            exchanged[report.verdict.value + (named if report.verdict != "rejected" else "")] += 1
        right = check_table(DEFAULT.table, evidence).verdict.value
        show(f"{name:32}{right:12}{counts(wrong):20}{counts(exchanged)}")


def counts(counter: Counter[str]) -> str:
    return ", ".join(f"{n} {name}" for name, n in counter.most_common())


def show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="random tables for each sample")
    parser.add_argument("--checks", type=int, default=1000, help="wrong tables of each kind for each sample")
    arguments = parser.parse_args()
    calibration = Calibration()
    if SAMPLES.is_dir():
        for with_copy in (True, False):
            samples(arguments.tables, calibration, with_copy)
    else:
        show(f"no samples at {SAMPLES}; CRONOS_FMT_SAMPLES names another place")
    show("\nCalibration on the runs above\nclaimed          entries      mean     right")
    for line in calibration.lines():
        show(line)
    built(calibration)
    if SAMPLES.is_dir() and arguments.checks:
        checks(arguments.checks)
    show(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
