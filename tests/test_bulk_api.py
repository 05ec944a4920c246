"""Tables in batches, as Arrow and as pandas."""

from __future__ import annotations

import datetime
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from test_faults_opening import made

import cronos_fmt
from cronos_fmt import columnar
from cronos_fmt.bulk import scan
from cronos_fmt.bulk.api import read_batches
from cronos_fmt.bulk.partitions import partitions

FIELDS = [
    {"name": "Т", "type": "text"},
    {"name": "Д", "type": "date", "position": 3},
    {"name": "Ч", "type": "number"},
]


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[cronos_fmt.Bank]:
    """Two tables whose rows stand in turns; А has rows 1, 3, 5 ... and Б the even numbers."""
    rows: list[Any] = [
        {"values": {"Т": f"т{i}", "Д": f"19{i % 90 + 10}-01-02", "Ч": str(i)}, "number": 2 * i + 1} for i in range(100)
    ]
    rows[7]["values"] = {"Т": ["раз", "два"], "Д": {"raw": "вчера"}, "Ч": {"raw": "007"}}
    others = [{"values": {"Т": "другая"}, "number": 2 * i + 2} for i in range(100)]
    tables = [{"name": "А", "fields": FIELDS, "rows": rows}, {"name": "Б", "fields": FIELDS, "rows": others}]
    with cronos_fmt.open(made({"tables": tables}, tmp_path / "bank")) as opened:
        yield opened


def rows_of(batches: Any) -> list[tuple[Any, ...]]:
    return [row for b in batches for row in zip(b.numbers.tolist(), *(c.texts() for c in b.columns), strict=True)]


def test_batches_are_the_rows(bank: cronos_fmt.Bank) -> None:
    table = bank.tables["А"]
    expected = [(row.number, row.text("Т"), row.text("Д"), row.text("Ч")) for row in table.rows()]
    assert rows_of(read_batches(bank, table.base)) == expected


def test_columns_come_in_the_order_wanted(bank: cronos_fmt.Bank) -> None:
    base = bank.tables["А"].base
    assert rows_of(read_batches(bank, base, ["Ч", "Т"]))[0] == (1, "0", "т0")
    assert rows_of(read_batches(bank, base, []))[:2] == [(1,), (3,)]
    with pytest.raises(KeyError, match="Ф"):
        list(read_batches(bank, base, ["Ф"]))
    with pytest.raises(TypeError, match="list"):
        list(read_batches(bank, base, "Т"))


NUMBERS: list[Any] = [
    [],
    [3],
    [5, 3, 3, 4],
    [-1, 0, 10**30, 15],
    range(0, 50),
    range(50, -5, -7),
    range(-10, 10**12, 3),
    {199, 1},
    (15, 17),  # given as a generator
]


@pytest.mark.parametrize("numbers", NUMBERS, ids=str)
@pytest.mark.parametrize("slots", [8, 1 << 13])
def test_numbers_choose_rows(numbers: Any, slots: int, bank: cronos_fmt.Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    given = (n for n in numbers) if isinstance(numbers, tuple) else numbers
    monkeypatch.setattr("cronos_fmt.bulk.api.BATCH_SLOTS", slots)
    monkeypatch.setattr(scan, "BATCH_SLOTS", slots)
    table = bank.tables["А"]
    expected = [
        (row.number, row.text("Т"), row.text("Д"), row.text("Ч")) for row in table.rows() if row.number in numbers
    ]
    found = list(read_batches(bank, table.base, None, given))
    assert rows_of(found) == expected
    odd = {(b.numbers[i], c.field.name) for b in found for c in b.columns for i in c.odd}
    assert odd == ({(15, "Т"), (15, "Д")} if 15 in numbers else set())


def test_arrow_has_types(bank: cronos_fmt.Bank) -> None:
    base = bank.tables["А"].base
    table = columnar.to_arrow(bank, base)
    assert table.num_rows == 100
    assert table.column(0).to_pylist() == list(range(1, 200, 2))
    dates = columnar.to_arrow(bank, base, ["Д"], range(1, 14))
    assert dates.column("Д").type == pa.date32()
    assert dates.column("Д").to_pylist()[0] == datetime.date(1910, 1, 2)
    assert columnar.to_arrow(bank, base, ["Ч"], range(1, 14)).column("Ч").type == pa.int64()
    # One value that is none of the type, and one with several, change the columns of all rows alike.
    assert table.column("Т").type == pa.list_(pa.string())
    assert table.column("Т").to_pylist()[6:8] == [["т6"], ["раз", "два"]]
    assert table.column("Ч").to_pylist()[6:8] == ["6", "007"]
    assert table.column("Д").to_pylist()[7] is None
    assert "вчера" in table.column("Д (raw)").to_pylist()


def test_types_are_those_of_all_batches(bank: cronos_fmt.Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    base = bank.tables["А"].base
    whole = columnar.to_arrow(bank, base)
    monkeypatch.setattr(scan, "BATCH_SLOTS", 9)
    monkeypatch.setattr(scan, "_SLOTS_A_BASE", 1)
    assert columnar.to_arrow(bank, base).equals(whole)


def test_an_empty_table_has_its_columns(bank: cronos_fmt.Bank) -> None:
    table = columnar.to_arrow(bank, bank.tables["А"].base, None, [])
    assert (table.num_rows, table.column_names[1:]) == (0, ["Т", "Д", "Ч"])


def test_batches_as_texts(bank: cronos_fmt.Bank) -> None:
    (batch,) = columnar.batches(bank, bank.tables["А"].base, ["Т", "Д"], [15, 17])
    assert batch.to_pydict() == {"Системный номер": [15, 17], "Т": ["раз; два", "т8"], "Д": ["вчера", "1918-01-02"]}


def test_ranges_are_read_from_their_pickles(bank: cronos_fmt.Bank) -> None:
    expected = pa.Table.from_batches(columnar.batches(bank, bank.tables["Б"].base))
    parts = [pickle.loads(pickle.dumps(part)) for part in partitions(bank, 4)]
    found = pa.Table.from_batches([batch for part in parts for batch in columnar.read_range(part, "Б")])
    assert found.combine_chunks().equals(expected.combine_chunks())
    with pytest.raises(KeyError):
        list(columnar.read_range(parts[0], "В"))


def test_pandas(bank: cronos_fmt.Bank) -> None:
    pytest.importorskip("pandas")
    frame = columnar.to_pandas(bank, bank.tables["А"].base, ["Ч"], range(1, 14))
    assert frame["Ч"].tolist() == list(range(7))
