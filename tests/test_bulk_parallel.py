"""Several processes give what one gives, and partitions can be read elsewhere."""

from __future__ import annotations

import os
import pickle
import threading
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bulk_banks import columns_of, outcome, quickly
from test_bulk import OWN, damaged, random_bank
from test_faults_opening import edited, made, one_table

import cronos_fmt
from cronos_fmt import CronosError, Limits, Status
from cronos_fmt.bulk import TableBatch, parallel, transfer, workers
from cronos_fmt.bulk.parallel import job_count, scan_parallel
from cronos_fmt.bulk.partitions import Opening, partitions
from cronos_fmt.bulk.scan import scan_batches
from cronos_fmt.sinks.csv import CsvLines
from cronos_fmt.sinks.lined import ToLines


def last_row(table: TableBatch) -> TableBatch:
    return table.take(np.array([len(table) - 1]))


def fail_in_worker(table: TableBatch) -> TableBatch:
    first = int(table.numbers[0])
    if first > 7:
        raise CronosError("does not go on", record=first, status=Status.IO)
    return table


def end_worker(table: TableBatch) -> TableBatch:
    import multiprocessing
    import os

    if multiprocessing.parent_process() is None:
        return table

    os._exit(3)


@pytest.fixture
def small_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_LOT_SLOTS", 7)
    monkeypatch.setattr(workers, "_LOT_BYTES", 400)
    monkeypatch.setattr(workers, "_FIRST_BYTES", 100)
    monkeypatch.setattr(workers, "_LOTS_FIRST", 1)


@pytest.mark.parametrize("seed", [0, 5, 7])
def test_two_jobs_are_one(seed: int, tmp_path: Path, small_lots: None) -> None:
    """All that one process says, in the same order, of a bank with a bit of everything that is damaged as well."""
    random = Random(seed)
    tag = ["01.02", "01.11", "01.03"][seed % 3]
    folder = made(random_bank(random, tag), tmp_path / "bank")
    damaged(random, folder)
    with edited(folder) as pair:
        for number in (3, 9):
            if tag == "01.11":
                pair.patch_slot(number, offset_word=pair.at(number) | 0x55 << 56)
    options: dict[str, Any] = {"kod": OWN} if tag == "01.11" else {}
    with cronos_fmt.open(folder, positions="bytes", limits=Limits(problems_per_kind=3), **options) as bank:
        expected = quickly(bank)
    with cronos_fmt.open(folder, positions="bytes", limits=Limits(problems_per_kind=3), **options) as bank:
        done = list(scan_parallel(bank, columns_of(bank), 2, deleted=True))
        assert len(done) > 3
        assert outcome(bank, done) == expected
        threads = [t for t in threading.enumerate() if t is not threading.main_thread()]
        assert not threads


def test_problems_are_counted_and_kept_as_by_one_process(tmp_path: Path, small_lots: None) -> None:
    folder = made(one_table(*map(str, range(60))), tmp_path / "bank")
    with edited(folder) as pair:
        for number in range(2, 60, 2):
            pair.patch_slot(number, offset=0xFFFFFFF0)
    outcomes = []
    for jobs in (1, 2):
        with cronos_fmt.open(folder, limits=Limits(problems_per_kind=10)) as bank:
            rows = sum(batch.counts.rows for batch in scan_parallel(bank, columns_of(bank), jobs))
            kept = [problem.as_dict() for problem in bank.problems.kept]
            outcomes.append((rows, kept, dict(bank.problems.by_kind)))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0] == 31 and len(outcomes[0][1]) == 10
    assert outcomes[0][2] == {"record-damaged": 29}


@pytest.mark.parametrize("jobs", [2, 3])
def test_all_processes_read(jobs: int, tmp_path: Path, small_lots: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lots are read here while the workers start, and as long as they have not done theirs."""
    folder = made(one_table(*map(str, range(60))), tmp_path / "bank")
    here: list[tuple[int, int]] = []
    outcomes = workers._outcomes

    def noted(scanning: Any, first: int, last: int) -> Any:
        here.append((first, last))
        return outcomes(scanning, first, last)

    monkeypatch.setattr(workers, "_outcomes", noted)
    with cronos_fmt.open(folder) as bank:
        found = [(batch.first, batch.last) for batch in scan_parallel(bank, columns_of(bank), jobs)]
        numbers = list(range(1, bank.bank.slot_count + 1))
    assert [n for first, last in found for n in range(first, last + 1)] == numbers
    given = (jobs - 1) * workers._LOTS_A_JOB
    # The workers are not there yet when the next one behind theirs is to be read.
    assert found[0] in here and not set(found[1 : given + 1]) & set(here) and found[given + 1] in here


@pytest.mark.parametrize(
    ("bytes_a_base", "expected"), [(0, [400, 100, 200, 400, 400, 1, 2]), (45, [400, 100, 200, 400, 400, 91, 182])]
)
def test_lots_are_as_large_as_what_is_made_of_them_allows(
    bytes_a_base: int, expected: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is made of a record may be much more than its bytes; it waits in memory."""
    monkeypatch.setattr(workers, "_LOT_BYTES", 400)
    monkeypatch.setattr(workers, "_MADE_BYTES", 1_000)
    monkeypatch.setattr(workers, "_BYTES_A_BASE", bytes_a_base)
    with cronos_fmt.open(made(one_table(*["x" * 9] * 400), tmp_path / "bank")) as bank:
        lots = workers._Lots(bank, 1)
        (size,) = {bank.bank.slot(number).length for number in range(2, 400)}
        found = []
        for stored, made_of_it in [(0, 0), (100, 1_000), (100, 100), (100, 100), (100, 100), (1, 1_001), (100, 1)]:
            if made_of_it:
                lots.learn(stored, made_of_it)
            next(lots)
            lot = next(lots)
            assert lot.bytes == (lot.last - lot.first + 1) * size <= max(lots.bytes, size)
            found.append(lots.bytes)
    assert found == expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_made_of_a_table_comes_in_its_place(jobs: int, tmp_path: Path, small_lots: None) -> None:
    folder = made(one_table(*map(str, range(60))), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        whole = list(scan_parallel(bank, columns_of(bank), jobs))
        found = list(scan_parallel(bank, columns_of(bank), jobs, each=last_row))
    assert [batch.counts for batch in found] == [batch.counts for batch in whole]
    expected = [table.numbers.tolist()[-1:] for batch in whole for table in batch.tables]
    assert [table.numbers.tolist() for batch in found for table in batch.tables] == expected
    assert len(expected) > 1 or jobs == 1


def test_an_error_in_a_worker_comes_in_its_place(tmp_path: Path, small_lots: None) -> None:
    """What stands before it is given, with its problems; what stands behind it is not."""
    folder = made(one_table(*map(str, range(60))), tmp_path / "bank")
    with edited(folder) as pair:
        for number in (2, 20):
            pair.patch_slot(number, offset=0xFFFFFFF0)
    with cronos_fmt.open(folder) as bank:
        done = []
        with pytest.raises(CronosError, match="does not go on") as caught:
            for batch in scan_parallel(bank, columns_of(bank), 2, each=fail_in_worker):
                done.append(batch.first)
        assert done == [1]
        assert (caught.value.record, caught.value.status) == (8, Status.IO)
        assert bank.problems.by_kind == {"record-damaged": 1}


def test_a_worker_that_ends_is_an_error(tmp_path: Path, small_lots: None) -> None:
    folder = made(one_table(*map(str, range(60))), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError, match="--jobs 1") as caught:
        list(scan_parallel(bank, columns_of(bank), 2, each=end_worker))
    assert caught.value.status is Status.IO


def test_a_pass_can_be_left(tmp_path: Path, small_lots: None) -> None:
    """Whoever stops in the middle leaves no process behind."""
    folder = made(one_table(*map(str, range(60))), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        run = scan_parallel(bank, columns_of(bank), 2)
        assert next(run).first == 1
        run.close()  # type: ignore[attr-defined]
    assert threading.enumerate() == [threading.main_thread()]


def test_stored_files_are_read_when_they_are_asked_for(tmp_path: Path, small_lots: None) -> None:
    files = [{"text": "файл" * i} for i in range(1, 20)]
    folder = made(one_table("раз", stored_files=files), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        found = [c for d in scan_parallel(bank, {}, 2) for _, content in d.files for c in [b"".join(content)]]
    assert found == [("файл" * i).encode("cp1251") for i in range(1, 20)]


@pytest.mark.parametrize("tag", ["01.02", "01.11"])
def test_free_slots_cost_nothing(tag: str, tmp_path: Path) -> None:
    """Workers get lots of many slots, whatever the slots without a record say of lengths."""
    free = {"free_slots": 3_000} if tag == "01.02" else {}
    with cronos_fmt.open(made(one_table("раз", version=tag, **free), tmp_path / "bank")) as bank:
        assert [(lot.first, lot.last) for lot in workers._Lots(bank, 1)] == [(1, bank.bank.slot_count)]


def test_how_many_jobs_are_worth_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cronos_fmt.open(made(one_table("раз", "два"), tmp_path / "bank")) as bank:
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(5), raising=False)
        assert job_count(bank, None, 6) == job_count(bank, 8, 6) == 1
        monkeypatch.setattr(parallel, "_WORTH_A_JOB", 1)
        assert [job_count(bank, None, most) for most in (1, 4, 6)] == [1, 4, 5]
        assert job_count(bank, 8, 1) == 8
        with pytest.raises(ValueError, match="jobs"):
            job_count(bank, 0, 6)


@pytest.mark.parametrize("count", [1, 3, 1000])
def test_partitions_are_all_records_once(count: int, tmp_path: Path) -> None:
    """Each is read from its pickle alone, by the KOD table and the reading of positions that were found before."""
    random = Random(3)
    bank_ = random_bank(random, "01.02")
    folder = made(bank_, tmp_path / "bank")
    with cronos_fmt.open(folder, positions="definition") as bank:
        expected = quickly(bank, deleted=False)
        ranges = partitions(bank, count)
        assert len(ranges) == min(count, bank.bank.slot_count)
        assert [r.first for r in ranges[1:]] == [r.last + 1 for r in ranges[:-1]]
        with pytest.raises(ValueError, match="count"):
            partitions(bank, 0)
    rows = []
    for each in ranges:
        part = pickle.loads(pickle.dumps(each))
        with part.opening.open() as again:
            batches = list(scan_batches(again, columns_of(again), first=part.first, last=part.last))
            rows += outcome(again, batches)["rows"]
    assert sorted(rows, key=lambda row: (row[0], row[1])) == sorted(expected["rows"], key=lambda row: (row[0], row[1]))


def test_an_opening_keeps_the_table_that_was_found(tmp_path: Path) -> None:
    random = Random(1)
    folder = made(random_bank(random, "01.11") | {"kod": OWN.table.hex()}, tmp_path / "bank")
    with cronos_fmt.open(folder, kod=OWN) as bank, Opening.of(bank).open() as again:
        _ = bank.schema, again.schema
        assert again.bank.kod == bank.bank.kod
        assert again.positions == bank.positions


@pytest.mark.parametrize("has_blocks", [True, False])
def test_lines_are_looked_at_where_they_are(has_blocks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of each batch of a lot are what one process makes, and are given up when the next batch is asked for."""
    fields = [{"name": f"П{i}", "type": "text"} for i in range(500)]
    rows = [{"values": {"П0": f"{i:>9}"}} for i in range(9_000)]
    if not has_blocks:
        monkeypatch.setattr(transfer, "_BLOCK", 1 << 60)
    monkeypatch.setattr(workers, "_LOTS_FIRST", 0)
    monkeypatch.setattr(workers, "_FIRST_BYTES", workers._LOT_BYTES)
    with cronos_fmt.open(made({"tables": [{"name": "А", "fields": fields, "rows": rows}]}, tmp_path / "bank")) as bank:
        work = ToLines({base.key: CsvLines() for base in bank.schema.bases})
        alone: list[Any] = []
        together: list[Any] = []
        views: list[memoryview] = []
        for jobs, found in ((1, alone), (2, together)):
            for done in scan_parallel(bank, columns_of(bank), jobs, each=work):
                for view in views:
                    with pytest.raises(ValueError, match="released"):
                        bytes(view)
                for table in done.tables:
                    found.append((table.numbers.tolist(), bytes(table.lines)))
                    views += [table.lines] * (jobs - 1)
        assert alone == together and len(alone) > 2


def test_large_results_come_through_shared_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts, arrays and bytes are the same as those that come through the pipe, and nothing stays in the block."""
    rows = ["я" * 3_000 + str(i) for i in range(30)]
    with cronos_fmt.open(made(one_table(*rows), tmp_path / "bank")) as bank:
        codec = transfer.Codec(bank, {})
        result = {"a": bytes(range(256)) * 200, "b": bytearray(b"x" * 40_000), "c": np.arange(20_000).reshape(2, -1)}
        whole = len(codec.dumps(result, memoryview(b""))[0])
        for size, in_block in ((0, 0), (45_000, 40_000), (1 << 20, 250_000)):
            place = memoryview(bytearray(size))
            sent, used = codec.dumps(result, place)
            assert len(sent) < whole - in_block + 1_000 and in_block <= used <= size
            found = codec.loads(sent, place, [])
            place[:] = bytes(size)
            assert (found["a"], found["b"]) == (result["a"], result["b"])
            assert np.array_equal(found["c"], result["c"]) and found["c"].dtype == np.int64
            assert isinstance(found["b"], bytearray) and isinstance(found["a"], bytes)
        for size in (0, 45_000, 200_000):
            place = memoryview(bytearray(size))
            lines = [b"a" * 40_000, b"b" * 40_000, b""]
            used, views = 0, list[memoryview]()
            for each in lines:
                sent, used = codec.dumps([memoryview(each)], place, used)
                views += codec.loads(sent, place, more := [])
                assert bytes(views[-1]) == each and more == views[-1:]
            # Each has a place of its own, as long as there is one.
            assert views == lines and used == {0: 0, 45_000: 40_000, 200_000: 80_000}[size]
        for blocks in (True, False):
            if not blocks:
                monkeypatch.setattr(transfer, "_BLOCK", 1 << 60)
            done = list(scan_parallel(bank, columns_of(bank), 2))
            texts = [t for d in done for table in d.tables for t in table.columns[0].texts()]
            assert texts == rows
