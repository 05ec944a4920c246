"""Databases: names that are safe in all of them, keys and links, what they say about themselves, and the script."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_faults_opening import PLAIN_STRU, TEXT, made, one_table
from test_sinks import LINKS, READERS, every_kind, every_name, quoted, written

import cronos_fmt
from cronos_fmt import CronosError, Status
from cronos_fmt.bulk import batch_of
from cronos_fmt.problems import Problem
from cronos_fmt.sinks import database, jsonl, sql
from cronos_fmt.sinks.database import ColumnDef, Identifiers, Links, NumberSet, Reference, RowsAtOnce, TableDef
from cronos_fmt.sinks.duckdb import DuckdbFormat
from cronos_fmt.sinks.format import BankInfo, choose_format

FILES = {"sqlite": "bank.sqlite", "duckdb": "bank.duckdb"}


def fetched(out: Path, to: str, statement: str) -> list[tuple[Any, ...]]:
    """Rows of a query in the database that was written."""
    if to == "duckdb":
        with duckdb.connect(str(out / FILES[to]), read_only=True) as db:
            return db.execute(statement).fetchall()
    with closing(sqlite3.connect(out / FILES[to])) as file:
        return file.execute(statement).fetchall()


# ---- names


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(st.text(max_size=80), max_size=8), st.sampled_from([None, 63]))
def test_e8_names_are_distinct_and_limited(wanted: list[str], limit: int | None) -> None:
    """E8: for any texts whatever, whether case counts or not."""
    names = Identifiers(limit, "ctid")
    found = [names.take(name, "column") for name in wanted]
    assert len({name.casefold() for name in [*found, "ctid"]}) == len(wanted) + 1
    for name in found:
        assert name and "\0" not in name and not name.casefold().startswith(("sqlite_", "pg_"))
        assert limit is None or len(name.encode("utf-8")) <= limit


def test_e8_names_stay_as_they_are_where_they_can() -> None:
    names = Identifiers(63)
    wanted = ["Клиенты", 'ка"вычки', "a\nb", " ", "x" * 63, "x" * 64, "ж" * 32, "ж" * 31 + "я"]
    assert [names.take(name, "") for name in wanted[:5]] == wanted[:5]
    assert [names.take(name, "") for name in wanted[5:]] == ["x" * 59 + " (2)", "ж" * 31, "ж" * 29 + " (2)"]


@pytest.mark.parametrize("to", FILES)
def test_e8_columns_tell_their_fields(to: str, tmp_path: Path) -> None:
    """E8: where a name could not be kept, _cronos_columns says which field the column is."""
    result = written(made(every_name(), tmp_path / "bank"), tmp_path / "out", to)
    table = result.tables[0]
    query = f"""SELECT place, "column", field, position, holds FROM _cronos_columns WHERE "table" = '{table.output}'"""
    rows = sorted(fetched(tmp_path / "out", to, query))
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert [row[2] for row in rows if row[4] is None] == [table.base.number_name, *(f.name for f in table.fields)]
    assert [row[3] for row in rows if row[4] is None] == [None, *(f.position for f in table.fields)]
    assert {row[1] for row in rows} >= {"a", "A (2)", "ctid (2)", "XMIN (2)", "rowid", "select"}
    assert len({row[1].casefold() for row in rows}) == len(rows)


# ---- types, keys and links


def test_types_of_sqlite(tmp_path: Path) -> None:
    """A column of dates that are all whole is DATE, any other one TEXT; what is in it stays a text."""
    result = written(made(every_kind(), tmp_path / "bank"), tmp_path / "out", "sqlite")
    sound, odd = (quoted(table.output) for table in result.tables[:2])
    types = {row[1]: (row[2], row[5]) for row in fetched(tmp_path / "out", "sqlite", f"PRAGMA table_info({sound})")}
    assert types["Системный номер"] == ("INTEGER", 1)
    assert [types[name][0] for name in ("Число", "Числа", "Дата", "Время", "Текст")] == [
        "INTEGER",
        "TEXT",
        "DATE",
        "TIME",
        "TEXT",
    ]
    types = {row[1]: (row[2], row[5]) for row in fetched(tmp_path / "out", "sqlite", f"PRAGMA table_info({odd})")}
    assert [types[name][0] for name in ("Число", "Дата", "Время")] == ["TEXT"] * 3 and "Дата (raw)" not in types
    found = fetched(tmp_path / "out", "sqlite", f'SELECT DISTINCT typeof("Дата") FROM {sound}')
    assert set(found) == {("text",), ("null",)}
    (plan,) = fetched(
        tmp_path / "out", "sqlite", f'EXPLAIN QUERY PLAN SELECT * FROM {sound} WHERE "Системный номер" = 1'
    )
    assert "INTEGER PRIMARY KEY" in plan[3]


def test_types_of_duckdb(tmp_path: Path) -> None:
    result = written(made(every_kind(), tmp_path / "bank"), tmp_path / "out", "duckdb")
    types = [
        {row[0]: row[1] for row in fetched(tmp_path / "out", "duckdb", f"DESCRIBE {quoted(table.output)}")}
        for table in result.tables[:2]
    ]
    names = ("Системный номер", "Число", "Числа", "Дата", "Даты", "Время", "Текст")
    assert [types[0][name] for name in names] == ["BIGINT", "BIGINT", "BIGINT[]", "DATE", "DATE[]", "TIME", "VARCHAR"]
    assert [types[1][name] for name in ("Число", "Дата (raw)", "Даты (raw)")] == ["VARCHAR", "VARCHAR[]", "VARCHAR[]"]


def linked(*rows: Any, target: tuple[int, ...] = (29, 30, 85), **bank: Any) -> dict[str, Any]:
    """The table А with a row for each value of a link, and the table of base 5 with some rows."""
    fields = [{"name": "С", "type": "direct link"}]
    tables: list[dict[str, Any]] = [{"name": "А", "fields": fields, "rows": [{"values": {"С": r}} for r in rows]}]
    tables.append({"name": "Цель", "id": 5, "fields": [TEXT], "rows": [{"number": n} for n in target]})
    return {"files": PLAIN_STRU, "tables": tables} | bank


def foreign_keys(out: Path, to: str, table: str) -> set[tuple[str, str]]:
    """(column, table) of each foreign key."""
    if to == "sqlite":
        return {(row[3], row[2]) for row in fetched(out, to, f"PRAGMA foreign_key_list({quoted(table)})")}
    query = "SELECT constraint_column_names[1], referenced_table FROM duckdb_constraints()"
    return set(fetched(out, to, f"{query} WHERE constraint_type = 'FOREIGN KEY' AND table_name = '{table}'"))


@pytest.mark.parametrize("to", FILES)
def test_links_are_foreign_keys(to: str, tmp_path: Path) -> None:
    """Rows that a link leads to stand in a table of pairs, which refers to both tables."""
    written(made(linked(LINKS[0], LINKS[1], LINKS[3]), tmp_path / "bank"), tmp_path / "out", to)
    assert fetched(tmp_path / "out", to, 'SELECT * FROM "А - С"') == [(1, 85), (2, 29), (2, 30)]
    assert foreign_keys(tmp_path / "out", to, "А - С") == {("number", "А"), ("target", "Цель")}
    if to == "sqlite":
        assert fetched(tmp_path / "out", to, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize("to", FILES)
def test_a_link_to_no_row_is_kept_without_a_key(to: str, tmp_path: Path) -> None:
    written(made(linked(LINKS[0], LINKS[1], target=(29, 85)), tmp_path / "bank"), tmp_path / "out", to)
    assert fetched(tmp_path / "out", to, 'SELECT * FROM "А - С"') == [(1, 85), (2, 29), (2, 30)]
    assert foreign_keys(tmp_path / "out", to, "А - С") == {("number", "А")}


@pytest.mark.parametrize("to", FILES)
def test_a_link_to_a_base_that_is_not_there(to: str, tmp_path: Path) -> None:
    """The column still tells where the link leads."""
    description = linked(LINKS[0])
    description["tables"][1]["id"] = 6
    written(made(description, tmp_path / "bank"), tmp_path / "out", to)
    assert len(fetched(tmp_path / "out", to, "SELECT * FROM sqlite_master WHERE type = 'table'")) == 5
    assert [str(row[1]) for row in fetched(tmp_path / "out", to, 'SELECT * FROM "А"')] in (["['5:85']"], ['["5:85"]'])


@pytest.mark.parametrize("to", FILES)
def test_deleted_rows_take_no_part_in_links(to: str, tmp_path: Path) -> None:
    """Neither do they lead anywhere, nor does a link to one lead to a row that is there."""
    description = linked(LINKS[0], LINKS[0], target=(29, 85), version="01.11")
    for table in description["tables"]:
        table["rows"][1]["deleted"] = True
    (tmp_path / "out").mkdir()
    with cronos_fmt.open(made(description, tmp_path / "bank")) as bank:
        output = choose_format(to, {})(tmp_path / "out", BankInfo.of(bank))
        for deleted in (True, False):
            for table in bank.tables.values():
                sink = output.table(table.base, table.fields, deleted=deleted)
                sink.write(batch_of(table.base, table.fields, list(table.rows(deleted=deleted))))
                sink.close()
        output.finish({}, bank.problems)
    assert fetched(tmp_path / "out", to, 'SELECT "Системный номер" FROM "Цель_deleted"') == [(85,)]
    assert fetched(tmp_path / "out", to, 'SELECT * FROM "А - С"') == [(1, 85)]
    assert foreign_keys(tmp_path / "out", to, "А - С") == {("number", "А")}
    assert len(fetched(tmp_path / "out", to, "SELECT * FROM sqlite_master WHERE type = 'table'")) == 8


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.sets(st.integers(1, 200)), st.lists(st.integers(0, 2**40)), st.integers(1, 5))
def test_number_sets(members: set[int], asked: list[int], pieces: int) -> None:
    numbers = NumberSet()
    parts = np.array_split(np.array(sorted(members), np.int64), pieces)
    batches = [pa.record_batch([pa.array(part, pa.int64())], names=["n"]) for part in parts]
    assert list(numbers.noting(batches)) == batches
    assert numbers.holds_all(np.array(sorted(members), np.int64))
    assert numbers.holds_all(np.array(asked, np.int64)) == (set(asked) <= members)


# ---- what a database says about itself


def test_manifest_and_problems_are_tables(tmp_path: Path) -> None:
    """E15: what UTF-8 does not have is escaped, as in manifest.json."""
    for to in FILES:
        (tmp_path / to).mkdir()
        with cronos_fmt.open(made(one_table("раз"), tmp_path / f"bank {to}")) as bank:
            bank.problems.add(Problem("no-date", "плохо\udcff", "CroBank", 7, "А", "Т", 11, b"\0\xff"))
            output = choose_format(to, {})(tmp_path / to, BankInfo.of(bank))
            output.finish({"status": "complete", "bank": {"name": "Банк\udcff"}}, bank.problems)
        ((manifest,),) = fetched(tmp_path / to, to, "SELECT manifest FROM _cronos")
        assert json.loads(manifest) == {"status": "complete", "bank": {"name": "Банк\udcff"}}
        assert fetched(tmp_path / to, to, "SELECT * FROM _cronos_problems") == [
            ("no-date", "CroBank", 7, "А", "Т", 11, r"плохо\udcff", "00ff")
        ]
        assert [path.name for path in (tmp_path / to).iterdir()] == [FILES[to]]


# ---- what is in memory


def bytes_of(count: int, size: int) -> pa.RecordBatch:
    """A batch of so many rows of so many bytes each."""
    return pa.record_batch({"x": pa.array([b"x" * size] * count, pa.binary(size))})


@pytest.mark.parametrize(
    ("batches", "rows"),
    [
        ([(100, 10)], 122_880),
        ([(100, 10), (100, 10)], 160),
        ([(60, 10), (100, 10), (1, 10)], 160),
        ([(200, 10), (5, 500), (200, 10)], 3),
        ([(1, 4_000)], 1),
        ([(200_000, 0), (200, 8)], 122_880),
    ],
)
def test_rows_at_once(batches: list[tuple[int, int]], rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows that are largest decide, wherever they stand."""
    monkeypatch.setattr(database, "_BYTES_AT_ONCE", 1_600)
    at_once = RowsAtOnce()
    for count, size in batches:
        at_once.add(bytes_of(count, size) if size else pa.RecordBatch.from_arrays([pa.nulls(count)], ["x"]))
    assert at_once.rows == rows


def test_rows_are_typed_some_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many tables a batch has a few rows of each, and a few take as long as many."""
    monkeypatch.setattr(database, "_ROWS_TYPED", 25)
    with cronos_fmt.open(made(one_table(*map(str, range(40))), tmp_path / "bank")) as bank:
        (table,) = bank.tables.values()
        rows = list(table.rows())
        output = choose_format("sqlite", {})(tmp_path, BankInfo.of(bank))
        sink = output.table(table.base, table.fields)
        for start in range(0, 40, 10):
            sink.write(batch_of(table.base, table.fields, rows[start : start + 10]))
        sink.close()
        assert [len(typed) for typed in sink.rows.batches()] == [30, 10]  # type: ignore[attr-defined]
        output.abort()


NUMBERS = pa.schema([pa.field("n", pa.int64(), nullable=False), pa.field("t", pa.string())])


def numbers(count: int, size: int) -> Iterator[pa.RecordBatch]:
    """Rows in batches of a size, numbered from 1."""
    for first in range(1, count + 1, size):
        found = range(first, min(first + size, count + 1))
        yield pa.record_batch([pa.array(found), pa.array(map(str, found), pa.string())], schema=NUMBERS)


def loaded(output: DuckdbFormat, name: str, count: int, at_once: int, size: int = 1_000) -> None:
    """A table of so many rows."""
    columns = (ColumnDef("n", "BIGINT", True), ColumnDef("t", "TEXT"))
    table = TableDef(name, columns, ("n", f"{name}_key"), rows_at_once=at_once)
    output.create(table)
    output.insert(table, NUMBERS, numbers(count, size))


def test_duckdb_loads_a_group_at_a_time(tmp_path: Path) -> None:
    """A group has as many rows as fit into memory, and stays as it is when other tables are written."""
    wanted = {"a": (10_000, 5_000), "b": (5_000, 1_500), "c": (5_000, 122_880), "d": (4_096, 2_048), "e": (0, 4_096)}
    wanted["f"] = (3, 1)
    output = DuckdbFormat(tmp_path, BankInfo({}, {}))
    output.begin()
    for name, (count, at_once) in wanted.items():
        loaded(output, name, count, at_once)
    output.commit()
    output.abort()
    assert [path.name for path in tmp_path.iterdir()] == ["bank.duckdb"]
    groups = {}
    for name, (count, _) in wanted.items():
        query = f"SELECT sum(count) FROM pragma_storage_info('{name}') WHERE column_id = 0 AND segment_type = 'BIGINT'"
        groups[name] = [n for (n,) in fetched(tmp_path, "duckdb", f"{query} GROUP BY row_group_id ORDER BY 1 DESC")]
        assert fetched(tmp_path, "duckdb", f"FROM {name}") == [(n, str(n)) for n in range(1, count + 1)]
    assert groups.pop("b") == [1_500, 1_500, 1_500, 500]
    assert groups == {"a": [4_096, 4_096, 1_808], "c": [5_000], "d": [2_048] * 2, "e": [], "f": [1] * 3}


def test_duckdb_does_not_keep_the_index_of_all_rows(tmp_path: Path) -> None:
    """It has eight bytes a row and more, and grows until the file is detached."""
    found = {}
    for count in (40_000, 400_000):
        (tmp_path / str(count)).mkdir()
        output = DuckdbFormat(tmp_path / str(count), BankInfo({}, {}))
        output.begin()
        loaded(output, "a", count, 20_480, 20_000)
        assert output._db is not None
        query = "SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'ART_INDEX'"
        ((found[count],),) = output._db.execute(query).fetchall()
        output.abort()
    assert 0 < found[400_000] < 2 * found[40_000]


@pytest.mark.parametrize("span", [1, 40, 100, None])
def test_links_come_by_their_targets(span: int | None, tmp_path: Path) -> None:
    """A range of targets behind the other, so that the keys of one are looked for in memory; no pair is lost."""
    random = np.random.default_rng(1)
    pairs = [(n, int(random.integers(1, 101))) for n in range(1, 400)]
    links = Links(0, 1, tmp_path / "links")
    for start in range(0, len(pairs), 50):
        numbers, targets = zip(*pairs[start : start + 50], strict=True)
        links.add(list(numbers), list(targets))
    links.add([], [])
    links.close()
    found = [tuple(row.values()) for batch in links.batches(span) for row in batch.to_pylist()]
    assert found == sorted(pairs, key=lambda pair: (pair[1] - 1) // span if span else 0)


def test_duckdb_keeps_keys_of_some_targets_alone(tmp_path: Path) -> None:
    """The rows that links lead to have their keys in memory, until others are looked for and the file is detached."""
    rows, pairs, group = 1_000_000, 20_480, 2_048
    used = {}
    for at_once in (rows // 10, rows):
        folder = tmp_path / str(at_once)
        folder.mkdir()
        output = DuckdbFormat(folder, BankInfo({}, {}))
        output.begin()
        loaded(output, "a", rows, 122_880, 122_880)
        links = Links(0, 1, folder / "links")
        links.add(list(range(1, pairs + 1)), [1 + n * 48_271 % rows for n in range(pairs)])
        links.close()
        columns = (ColumnDef("number", "BIGINT", True), ColumnDef("target", "BIGINT", True))
        table = TableDef("links", columns, references=(Reference("target", "a", "n"),), rows_at_once=group)
        output.create(table)
        output.insert(table, database._LINK, links.batches(at_once))
        assert output._db is not None
        query = "SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'ART_INDEX'"
        ((used[at_once],),) = output._db.execute(query).fetchall()  # with the last group
        output.commit()
        output.abort()
        assert len(fetched(folder, "duckdb", "FROM links")) == pairs
    assert used[rows // 10] * 2 < used[rows]


def test_duckdb_puts_nothing_aside_beside_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit into memory goes into the folder of the output, and goes with the end of the run."""
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    output = DuckdbFormat(tmp_path / "out", BankInfo({}, {}))
    output.begin()
    assert output._db is not None
    output._db.execute("SET memory_limit = '24MB'")
    output._db.execute("CREATE TEMP TABLE t AS SELECT range AS x, hash(range) AS y FROM range(3_000_000)")
    assert list((tmp_path / "out").glob(".parts-*/duckdb/*"))
    output.abort()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["bank.duckdb"]


@pytest.mark.parametrize("to", ["sqlite", "duckdb", "jsonl"])
def test_without_pandas(to: str, tmp_path: Path) -> None:
    """Much of Arrow imports pandas where it is installed, in more time and memory than all the rest takes."""
    path = made(linked(*LINKS[:2], "x"), tmp_path / "bank")
    program = f"""
import sys, cronos_fmt
from pathlib import Path
from cronos_fmt.sinks import export
with cronos_fmt.open({str(path)!r}) as bank:
    export(bank, Path({str(tmp_path / "out")!r}), to={to!r})
print(*sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "pyarrow" in found.split() and "pandas" not in found.split()
    if to in FILES:
        assert fetched(tmp_path / "out", to, 'SELECT * FROM "А - С"') == [(1, 85), (2, 29), (2, 30)]


@pytest.mark.parametrize("cells", [1, 50])
def test_json_lines_are_joined_some_at_a_time(cells: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = made(every_kind(), tmp_path / "bank")
    whole = written(source, tmp_path / "a", "jsonl")
    monkeypatch.setattr(jsonl, "_CELLS_AT_ONCE", cells)
    written(source, tmp_path / "b", "jsonl")
    for table in whole.tables:
        assert (tmp_path / "a" / table.output).read_bytes() == (tmp_path / "b" / table.output).read_bytes()


# ---- the script


def test_e12_statements_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E12: neither one statement for a table, nor one for each row; a row is never cut."""
    monkeypatch.setattr(sql, "STATEMENT_ROWS", 3)
    monkeypatch.setattr(sql, "STATEMENT_CHARACTERS", 100)
    texts = ["a"] * 7 + ["b" * 50] * 3 + ["c" * 500]
    written(made(one_table(*texts), tmp_path / "bank"), tmp_path / "out", "sql")
    script = (tmp_path / "out" / "bank.sql").read_text(encoding="utf-8")
    statements = [part.count("\n(") for part in script.split('INSERT INTO "А" VALUES')[1:]]
    statements[-1] = 1  # the rest of the script stands behind it
    assert statements == [3, 3, 2, 1, 1, 1]


def test_e9_an_empty_table_has_no_insert(tmp_path: Path) -> None:
    written(made({"tables": [{"name": "А", "fields": [TEXT]}]}, tmp_path / "bank"), tmp_path / "out", "sql")
    script = (tmp_path / "out" / "bank.sql").read_text(encoding="utf-8")
    assert 'CREATE TABLE "А"' in script and 'INSERT INTO "А"' not in script
    assert script.splitlines()[4] == "BEGIN;" and script.endswith("COMMIT;\n")


def test_e7_no_nul_in_the_script(tmp_path: Path) -> None:
    """E7: NUL bytes are shown as U+FFFD by the time a value is read, and are a problem of it."""
    folder = made(one_table({"values": {"Т": {"hex": "610062"}}}), tmp_path / "bank")
    written(folder, tmp_path / "out", "sql")
    assert b"\0" not in (tmp_path / "out" / "bank.sql").read_bytes()
    with cronos_fmt.open(folder) as bank:
        (row,) = bank.tables["А"].rows()
        assert row.value_of(row.base.fields[0])[1:3] == ("a\ufffdb", "nul-in-text")


# ---- what goes wrong


def test_a_table_that_a_database_cannot_hold(tmp_path: Path) -> None:
    """One error that says what to do; the folder is left to its owner."""
    fields = [{"name": f"f{i}", "type": "text"} for i in range(2_000)]
    folder = made({"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields, "rows": [{}]}]}, tmp_path / "bank")
    with pytest.raises(CronosError, match="too many columns") as caught:
        written(folder, tmp_path / "out", "sqlite")
    assert caught.value.status is Status.IO and "parquet" in str(caught.value.hint)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["bank.sqlite"]


@pytest.mark.parametrize("to", [to for to in READERS if to in (*FILES, "sql")])
def test_a_failure_while_loading(to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever breaks behind the last row, nothing stays open."""

    def broken(*_: Any) -> Iterator[Any]:
        raise OSError(28, "No space left on device")

    (tmp_path / "out").mkdir()
    with cronos_fmt.open(made(one_table("раз"), tmp_path / "bank")) as bank:
        output = choose_format(to, {})(tmp_path / "out", BankInfo.of(bank))
        table = bank.tables["А"]
        sink = output.table(table.base, table.fields)
        sink.write(batch_of(table.base, table.fields, list(table.rows())))
        sink.close()
        monkeypatch.setattr(output, "insert", broken)
        with pytest.raises(OSError, match="No space"):
            output.finish({}, bank.problems)
        output.abort()
    assert [path.name for path in (tmp_path / "out").iterdir()] == [FILES.get(to, "bank.sql")]
