"""Output formats: each is read back by other programs, and all of them hold the same values, row for row.

A test carries the id of the known fault that it shows, where there is one.
"""

from __future__ import annotations

import csv
import datetime
import gzip
import io
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from test_faults_opening import PLAIN_STRU, TEXT, made

import cronos_fmt
from cronos_fmt import Bank, CronosError, Row, Status
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt.bulk import Column, TableBatch, batch_of
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks.format import BankInfo, Format, choose_format, format_names
from cronos_fmt.values import FileReference, Value, Word

# ---- banks

TEXTS = [
    "текст",
    'кавычки "внутри"',
    '"',
    "'",
    "it''s",
    "строка\nвторая",
    "строка\r\nвторая",
    "строка\rвторая",
    "\n",
    "обратная \\ черта\\",
    "\\",
    "\\N",
    "\\.",
    "a\n\\.\nb",
    "=1+1",
    "@x",
    "-5",
    "+5",
    "\tтаб",
    "a,b;c",
    "a; b",
    "NULL",
    "null",
    "NaN",
    "true",
    "{}",
    '{"a", NULL}',
    '["a"]',
    "[]",
    "$$ x $$",
    "-- x",
    "/* x */",
    ");DROP TABLE x;--",
    "%s %(x)s :x ?",
    " пробелы ",
    " ",
    "\u00a0",
    "\x01\x0b\x0c\x1a\x7f",
    "1985",
    "2016-02-09",
    "09:30",
    "0",
    "ж" * 5_000,
    "#",
    "<b>&amp;</b>",
    "\x1b[31m",
    "I’m «здесь» — №1…",
]
# Each also has a row with an empty value, one that ends before the field, one that is padded, and values of odd bytes.
DATES = ["2016-02-09", "1962-07-18", "1900-01-01", "1899-01-01", "0901-12-31", "2899-12-31", "2024-02-29"]
ODD_DATES: list[Any] = [
    "1985",
    "0901",
    *(
        {"raw": raw}
        for raw in ("весной", "2016-02-09", "1985", "851301", "850230", "19850402", "+850402", "5", "-", "09:30")
    ),
    {"hex": b"850402\0\0".hex()},
    ["1985-04-02", "1985-04-03"],
    ["1985-04-02", "1985"],
    ["1985-04-02", {"raw": ""}, {"raw": "зима"}],
    [{"raw": ""}, "1985-04-02"],
]
TIMES: list[Any] = ["09:30", "00:00", "23:59"]
ODD_TIMES: list[Any] = [{"raw": raw} for raw in ("2561", "093000", "утром", "930")] + [
    ["09:30", "10:00"],
    ["09:30", {"raw": "x"}],
]
INTEGERS = ["0", "7", "-5", "9223372036854775807", "-9223372036854775808"]
NUMBERS = ["001", "1,5", "1.50", "+5", "-0", "9223372036854775808", "1e5", "0x1F", "7701234567", " 7"]
ODD_BYTES: list[Any] = [{"hex": h} for h in ("98", "610062", "6100620000", "00", "000000", "c098c0")]
SEVERAL: list[Any] = [
    ["a", "b"],
    ["a", {"raw": ""}, "b; c"],
    [{"raw": ""}, {"raw": ""}],
    ["\n", '"', "\\", "NULL", "{}"],
]
LINKS: list[Any] = [
    {"hex": "0105080000000200000020000080"},  # base 5, row 85
    {"hex": "01050400000003000080"},  # base 5, rows 29 and 30
    {"hex": "0105080000000200000020000080ff"},
    {"hex": "00"},
    {"raw": "текст"},
    {"hex": "deadbeef"},
]


def reference(record: int | None, name: str, extension: str = "") -> dict[str, Any]:
    return {"file": record, "name": name, "extension": extension}


REFERENCES: list[Any] = [
    reference(None, "стулья", "png"),
    reference(None, ""),
    reference(None, "a; b", "c"),
    reference(3, 'ку"да', "т;х"),
    {"raw": "не файл"},
    {"counted": {"hex": "00ff"}},
    {"counted": "xx"},
]


def column(name: str, kind: str | int, values: Sequence[Any], **settings: Any) -> tuple[dict[str, Any], Sequence[Any]]:
    return {"name": name, "type": kind, **settings}, values


def table_of(name: str, *columns: tuple[dict[str, Any], Sequence[Any]], **settings: Any) -> dict[str, Any]:
    """A table whose rows hold the values of each column, one after the other; behind them the row is empty or ends."""
    rows = []
    for i in range(max(len(values) for _, values in columns) + 2):
        values = {f["name"]: found[i] for f, found in columns if i < len(found)}
        rows.append({"values": {key: value for key, value in values.items() if value != ""}})
    return {"name": name, "fields": [f for f, _ in columns], "rows": rows, **settings}


def every_kind() -> dict[str, Any]:
    """A bank with a table of every type of field, of sound values and of odd ones."""
    texts: list[Any] = [text if text and text[0] != "\x1b" else {"counted": text} for text in TEXTS]
    sound = table_of(
        "Всё в порядке",
        column("Текст", "text", ["a", "", "б"]),
        column("Число", "number", ["", *INTEGERS]),
        column("Числа", "number", [["1", "2"], "3", ["4", {"raw": ""}]]),
        column("Дата", "date", ["", *DATES]),
        column("Даты", "date", ["2001-01-01", ["2001-01-02", "2001-01-03"]], multiple=True),
        column("Время", "time", [*TIMES, ""]),
        column("Пусто", "number", []),
        column("Пустая дата", "date", []),
    )
    odd = table_of(
        "Всякое",
        column("Текст", "text", [*texts, *ODD_BYTES, "", *SEVERAL]),
        column("Только текст", "text", [*texts, "", *ODD_BYTES]),
        column("Список", "text", [*SEVERAL, "один", "", *texts], multiple=True),
        column("Число", "number", ["5", *NUMBERS, *INTEGERS]),
        column("Число и слово", "number", ["5", "пять"]),
        column("Числа", "number", ["5", ["1", "02"], ["3", "4"]]),
        column("Дата", "date", [*DATES, *ODD_DATES, *ODD_BYTES]),
        column("Дата или год", "date", ["1985", *DATES]),
        column("Даты", "date", [*DATES, *ODD_DATES], multiple=True),
        column("Время", "time", [*TIMES, *ODD_TIMES, *ODD_BYTES]),
        column("Файл", "file", REFERENCES),
        column("Словарь", "dictionary", ["1", "слово", ["1", "2"], *ODD_BYTES]),
        column("Связь", "direct link", LINKS),
        column("Обратная связь", "back link", LINKS[:2], multiple=True),
        column("Двусторонняя", "two-way link", LINKS[2:]),
        column("Связь по полю", "link by field", [{"raw": "АБ12"}, *LINKS]),
        column("Внешний файл", "external file", [{"raw": r"C:\x.doc"}, {"hex": "00"}]),
        column("Неизвестно", {"code": 77}, ["a", ["a", "b"]]),  # type: ignore[arg-type]
        column("В конце", "text", ["x"]),
    )
    target = {"name": "Цель", "id": 5, "fields": [TEXT], "rows": [{"number": n} for n in (29, 85)]}
    return {
        "files": PLAIN_STRU,
        "tables": [
            sound,
            odd,
            target,
            {"name": "Пустая", "fields": [TEXT]},
            {"name": "Голая", "id": 6, "rows": [{}, {}]},
        ],
    }


def every_name() -> dict[str, Any]:
    """A bank whose names are hard on file systems and databases."""
    names = [
        "a",
        "A",
        "ж" * 100,
        "ж" * 99 + "з",
        "x" * 200,
        "x" * 199 + "y",
        'ка"вычки',
        "'",
        "a\nb",
        "",
        " ",
        "ctid",
        "XMIN",
    ]
    names += [
        "rowid",
        "select",
        "a.b",
        "a (2)",
        "Дата (raw)",
        "Системный номер (2)",
        "%s",
        "a\x01b",
        "СИСТЕМНЫЙ НОМЕР",
        "_cronos",
    ]
    fields = [{"name": name, "type": "text"} for name in names] + [{"name": "Дата", "type": "date"}]
    rows = [{"values": {f["name"]: f"{i} {f['name']}" for f in fields[:-1]} | {"Дата": {"raw": "x"}}} for i in range(2)]
    tables = [
        "a",
        "A",
        "a",
        "",
        "select",
        "sqlite_master",
        "_cronos",
        "_cronos_columns",
        "ж" * 100,
        "ж" * 101,
        "x" * 200,
        'к"',
        "a\nb",
    ]
    tables += ["a_key", "a_deleted", "pg_class", "../x", "CON", "manifest", "a - b"]
    return {"files": PLAIN_STRU, "tables": [{"name": name, "fields": fields, "rows": rows} for name in tables]}


BANKS: dict[str, Callable[[], dict[str, Any]]] = {"every kind": every_kind, "every name": every_name}


# ---- writing


class Table(NamedTuple):
    """A table as the dissecting path reads it, and where a format wrote it."""

    base: Base
    fields: tuple[Field, ...]
    rows: list[Row]
    output: str

    @property
    def header(self) -> list[str]:
        return [self.base.number_name, *(f.column for f in self.fields)]

    @property
    def texts(self) -> list[list[str]]:
        """Every row as the cells of csv."""
        return [[str(row.number), *(row.value_of(f).text for f in self.fields)] for row in self.rows]


class Written(NamedTuple):
    folder: Path
    tables: list[Table]


def write_tables(bank: Bank, output: Format, size: int = 7) -> list[Table]:
    """Write all tables of a bank in batches of some rows, and finish the output."""
    sinks = [(table, output.table(table.base, table.fields)) for table in bank.tables.values()]
    tables = []
    for table, sink in sinks:
        rows = list(table.rows())
        for start in range(0, len(rows), size):
            sink.write(batch_of(table.base, table.fields, rows[start : start + size]))
        sink.close()
        tables.append(Table(table.base, table.fields, rows, sink.output))
    output.finish({"status": "complete", "bank": {"name": "Банк\udcff"}}, bank.problems)
    return tables


def written(source: Path, out: Path, to: str, size: int = 7, **options: Any) -> Written:
    """A bank in a format."""
    out.mkdir()
    with cronos_fmt.open(source) as bank:
        output = choose_format(to, options)(out, BankInfo.of(bank))
        try:
            return Written(out, write_tables(bank, output, size))
        except BaseException:
            output.abort()
            raise


# ---- reading back: each row as its number and the texts of its values


def cell(value: Any) -> str:
    """What csv shows of a typed value."""
    if value is None:
        return ""
    if isinstance(value, list):
        return "; ".join(map(cell, value))
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M")
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def joined(columns: Sequence[str | None], rows: Sequence[Sequence[Any]]) -> list[list[str]]:
    """Rows without the columns that stand beside others. columns: what each holds, None for the values of a field."""
    result = []
    for row in rows:
        cells: list[str] = []
        for what, value in zip(columns, row, strict=True):
            if what is None:
                cells.append(cell(value))
            elif what == "raw" and value is not None:
                assert cells[-1] == "", "a value stands in one of the two columns"
                cells[-1] = cell(value)
        result.append(cells)
    return result


def held(schema: pa.Schema) -> list[str | None]:
    """What the columns of an Arrow table hold, from its metadata."""
    found: list[str | None] = []
    for f in schema:
        about = json.loads((f.metadata or {}).get(b"cronos_fmt", b"{}"))
        found.append(next((what for what in ("raw", "key") if what in about), None))
    return found


def of_arrow(table: pa.Table) -> list[list[str]]:
    columns = [column.to_pylist() for column in table.columns]
    return joined(held(table.schema), list(zip(*columns, strict=True)))


def csv_python(path: Path) -> list[list[str]]:
    limit = csv.field_size_limit(sys.maxsize)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file, strict=True))[1:]
    finally:
        csv.field_size_limit(limit)


def csv_duckdb(path: Path) -> list[list[str]]:
    width = len(csv_header(path))
    columns = {f"c{i}": "VARCHAR" for i in range(width)}
    settings = "header=true, delim=',', quote='\"', escape='\"', auto_detect=false"
    query = f"SELECT * FROM read_csv(?, columns={columns}, {settings})"
    with duckdb.connect() as db:
        return [[text or "" for text in row] for row in db.execute(query, [str(path)]).fetchall()]


def csv_pyarrow(path: Path) -> list[list[str]]:
    read = pa.csv.ReadOptions(autogenerate_column_names=True)
    types = {f"f{i}": pa.string() for i in range(len(csv_header(path)))}
    convert = pa.csv.ConvertOptions(column_types=types, strings_can_be_null=False)
    table = pa.csv.read_csv(path, read, pa.csv.ParseOptions(newlines_in_values=True), convert)
    return [list(row) for row in zip(*(column.to_pylist() for column in table.columns), strict=True)][1:]


def csv_header(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file, strict=True))


def jsonl(path: Path, fields: Sequence[Field]) -> list[list[str]]:
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if "\n" in path.read_text(encoding="utf-8") else []:
        row = json.loads(line)
        assert list(row) == ["number", "values"]
        rows.append([str(row["number"]), *(json_cell(row["values"].get(f.column)) for f in fields)])
    return rows


def json_cell(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(json_cell, value))
    if isinstance(value, dict):
        return str(value["word"]) if "word" in value else "; ".join(f"{value['base_id']}:{n}" for n in value["numbers"])
    return cell(value)


def parquet_pandas(path: Path) -> list[list[str]]:
    frame = pd.read_parquet(path, dtype_backend="pyarrow")
    columns = [[None if value is pd.NA else value for value in frame.iloc[:, i]] for i in range(frame.shape[1])]
    columns = [[list(v) if hasattr(v, "tolist") else v for v in column] for column in columns]
    return joined(held(pq.read_schema(path)), list(zip(*columns, strict=True)))


Query = Callable[[str], list[tuple[Any, ...]]]


def of_database(query: Query, output: str, json_lists: bool) -> list[list[str]]:
    """The rows of a table in a database, in order; what its columns hold is told by _cronos_columns."""
    name = output.replace("'", "''")
    about = 'SELECT "column", is_list, holds FROM _cronos_columns'
    order = query(f"""{about} WHERE "table" = '{name}' ORDER BY place""")
    names = ", ".join(quoted(row[0]) for row in order)
    rows = query(f"SELECT {names} FROM {quoted(output)} ORDER BY 1")
    if json_lists:
        lists = [bool(row[1]) for row in order]
        rows = [
            tuple(json.loads(v) if is_list and v else v for v, is_list in zip(row, lists, strict=True)) for row in rows
        ]
    return joined([row[2] for row in order], rows)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


Read = Callable[[Table], list[list[str]]]


@contextmanager
def sqlite_file(path: Path, json_lists: bool = True) -> Iterator[Read]:
    with closing(sqlite3.connect(path)) as db:
        yield lambda table: of_database(lambda q: db.execute(q).fetchall(), table.output, json_lists)


@contextmanager
def duckdb_file(path: Path, json_lists: bool = False) -> Iterator[Read]:
    with duckdb.connect(str(path)) as db:
        yield lambda table: of_database(lambda q: db.execute(q).fetchall(), table.output, json_lists)


@contextmanager
def script_in_sqlite(path: Path) -> Iterator[Read]:
    with sqlite_file(path.with_suffix(".loaded")) as read:
        with closing(sqlite3.connect(path.with_suffix(".loaded"))) as db:
            db.executescript(path.read_bytes().decode("utf-8"))
        yield read


@contextmanager
def script_in_duckdb(path: Path) -> Iterator[Read]:
    target = str(path.with_suffix(".duckdb"))
    with duckdb.connect(target) as db:
        db.execute(path.read_bytes().decode("utf-8"))
    with duckdb_file(Path(target), json_lists=True) as read:
        yield read


def read_ipc(path: Path) -> pa.Table:
    with pa.OSFile(str(path)) as file:
        return pa.ipc.open_file(file).read_all()


# Of each format, by the program that reads: how it is opened.
READERS: dict[str, dict[str, Callable[[Path], AbstractContextManager[Read]]]] = {
    "csv": {
        "python": lambda folder: nullcontext(lambda table: csv_python(folder / table.output)),
        "duckdb": lambda folder: nullcontext(lambda table: csv_duckdb(folder / table.output)),
        "pyarrow": lambda folder: nullcontext(lambda table: csv_pyarrow(folder / table.output)),
    },
    "jsonl": {"python": lambda folder: nullcontext(lambda table: jsonl(folder / table.output, table.fields))},
    "parquet": {
        "pyarrow": lambda folder: nullcontext(lambda table: of_arrow(pq.read_table(folder / table.output))),
        "pandas": lambda folder: nullcontext(lambda table: parquet_pandas(folder / table.output)),
    },
    "arrow": {"pyarrow": lambda folder: nullcontext(lambda table: of_arrow(read_ipc(folder / table.output)))},
    "sqlite": {"sqlite": lambda folder: sqlite_file(folder / "bank.sqlite")},
    "duckdb": {"duckdb": lambda folder: duckdb_file(folder / "bank.duckdb")},
    "sql": {
        "sqlite": lambda folder: script_in_sqlite(folder / "bank.sql"),
        "duckdb": lambda folder: script_in_duckdb(folder / "bank.sql"),
    },
}


def assert_agrees(to: str, result: Written) -> None:
    """Every reader finds the rows of the dissecting path in every table."""
    for reader, opened in READERS[to].items():
        with opened(result.folder) as read:
            for table in result.tables:
                assert read(table) == table.texts, (reader, table.base.name)


# ---- all formats hold the same


@pytest.fixture(scope="module", params=BANKS)
def built_bank(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(BANKS[request.param](), tmp_path_factory.mktemp("built") / "bank")


@pytest.mark.parametrize("to", READERS)
def test_every_format_holds_the_same_rows(to: str, built_bank: Path, tmp_path: Path) -> None:
    """E1, E2, E5, E6, E7, E8, E9, E13, E16, E17, E18: what other programs read is what the dissecting path reads."""
    result = written(built_bank, tmp_path / "out", to)
    assert len(result.tables) >= 5 and len({table.output for table in result.tables}) == len(result.tables)
    assert_agrees(to, result)


@pytest.mark.realdata
@pytest.mark.parametrize("to", READERS)
def test_every_format_holds_the_samples(to: str, sample_bank: Path, tmp_path: Path) -> None:
    assert_agrees(to, written(sample_bank, tmp_path / "out", to))


def test_batches_of_any_size_give_one_output(tmp_path: Path) -> None:
    source = made(every_kind(), tmp_path / "bank")
    for to in ("csv", "jsonl", "sql"):
        found = []
        for size in (1, 3, 1_000):
            result = written(source, tmp_path / f"{to} {size}", to, size)
            found.append({path.name: path.read_bytes() for path in result.folder.iterdir()})
        assert found[0] == found[1] == found[2]
        assert all(found[0].values()) or to == "jsonl"


# ---- csv


def test_csv_is_what_python_writes(tmp_path: Path) -> None:
    """E1, E2: quoted as in RFC 4180, with LF behind each row."""
    result = written(made(every_kind(), tmp_path / "bank"), tmp_path / "out", "csv")
    for table in result.tables:
        text = io.StringIO(newline="")
        for row in [table.header, *table.texts]:
            line = io.StringIO(newline="")
            csv.writer(line, lineterminator="\r\n").writerow(row)
            text.write(line.getvalue()[:-2] + "\n")
        assert (result.folder / table.output).read_bytes() == text.getvalue().encode("utf-8")


def csv_bytes(rows: Sequence[Any], folder: Path, name: str = "А.csv", **options: Any) -> bytes:
    folder.mkdir()
    fields = [{"name": "=Т", "type": "text"}]
    table = {"name": "А", "fields": fields, "rows": [{"values": {"=Т": {"counted": text}}} for text in rows]}
    written(made({"files": PLAIN_STRU, "tables": [table]}, folder / "bank"), folder / "out", "csv", **options)
    assert [path.name for path in (folder / "out").iterdir()] == [name]
    return (folder / "out" / name).read_bytes()


@pytest.mark.parametrize(
    ("given", "delimiter"), [(",", ","), (";", ";"), ("\t", "\t"), (r"\t", "\t"), ("|", "|"), (" ", " ")]
)
def test_delimiter(given: str, delimiter: str, tmp_path: Path) -> None:
    texts = ["a,b", "a;b", "a\tb", "a|b", "a b", '"', ""]
    data = csv_bytes(texts, tmp_path / "a", delimiter=given).decode()
    rows = list(csv.reader(io.StringIO(data, newline=""), delimiter=delimiter, strict=True))
    assert rows == [["Системный номер", "=Т"], *([str(i), text] for i, text in enumerate(texts, 1))]
    assert data.count('"') == 2 * data.count(f'"a{delimiter}b"') + 4 + 2 * (delimiter == " ")


WRONG = {
    "E3-two": {"delimiter": ";;"},
    "E3-empty": {"delimiter": ""},
    "E3-quote": {"delimiter": '"'},
    "E3-lf": {"delimiter": "\n"},
    "E3-cr": {"delimiter": "\r"},
    "E3-nul": {"delimiter": "\0"},
    "E3-not-ascii": {"delimiter": "ж"},
    "codec": {"compress": "zip"},
    "option": {"dsn": "x"},
}


@pytest.mark.parametrize("case", WRONG)
def test_e3_wrong_options_are_usage_errors(case: str) -> None:
    """E3: a delimiter of several characters, a quote or a line break is refused before anything is written."""
    with pytest.raises(CronosError) as caught:
        choose_format("csv", WRONG[case])
    assert caught.value.status is Status.USAGE and "--" in caught.value.message and caught.value.hint


def test_byte_order_mark(tmp_path: Path) -> None:
    assert csv_bytes(["a"], tmp_path / "a", bom=True) == b"\xef\xbb\xbf" + csv_bytes(["a"], tmp_path / "b")


@pytest.mark.parametrize("compress", ["gz", "zst"])
def test_compressed_csv(compress: str, tmp_path: Path) -> None:
    plain = csv_bytes(["a" * 100_000, "б"], tmp_path / "a")
    data = csv_bytes(["a" * 100_000, "б"], tmp_path / "b", f"А.csv.{compress}", compress=compress)
    assert len(data) < len(plain) / 50
    path = tmp_path / "b" / "out" / f"А.csv.{compress}"
    if compress == "gz":
        assert gzip.decompress(data) == plain
    assert len(csv_duckdb_rows(path)) == 2
    with pa.input_stream(str(path), compression="gzip" if compress == "gz" else "zstd") as file:
        assert file.read() == plain
    assert csv_bytes(["a" * 100_000, "б"], tmp_path / "c", f"А.csv.{compress}", compress=compress) == data


def csv_duckdb_rows(path: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect() as db:
        return db.execute("SELECT * FROM read_csv(?, header=true, all_varchar=true)", [str(path)]).fetchall()


def test_compressed_jsonl(tmp_path: Path) -> None:
    source = made(every_kind(), tmp_path / "bank")
    plain = written(source, tmp_path / "a", "jsonl").tables[0].output
    output = written(source, tmp_path / "b", "jsonl", compress="gz").tables[0].output
    assert output == f"{plain}.gz"
    assert gzip.decompress((tmp_path / "b" / output).read_bytes()) == (tmp_path / "a" / plain).read_bytes()


def test_e17_formulas_are_guarded_only_when_asked(tmp_path: Path) -> None:
    """E17: what begins a formula gets an apostrophe with --safe-cells, in names of columns too."""
    texts = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "x=1", "'=1", "", "1"]
    header, *rows = csv.reader(io.StringIO(csv_bytes(texts, tmp_path / "a").decode(), newline=""))
    assert (header[1], [row[1] for row in rows]) == ("=Т", texts)
    safe = csv_bytes(texts, tmp_path / "b", safe_cells=True).decode()
    header, *rows = csv.reader(io.StringIO(safe, newline=""))
    assert header[1] == "'=Т"
    assert [row[1] for row in rows] == [f"'{text}" for text in texts[:7]] + texts[7:]


# ---- jsonl


def test_json_values(tmp_path: Path) -> None:
    """Typed values: dates as ISO texts, several values as lists, links as objects, none as null, absent left out."""
    fields = [
        {"name": 'Те"кст', "type": "text"},
        {"name": "Список", "type": "text", "multiple": True},
        {"name": "Число", "type": "number"},
        {"name": "Дата", "type": "date"},
        {"name": "Связь", "type": "direct link", "flags": 0},
        {"name": "Связи", "type": "direct link"},
        {"name": "Файл", "type": "external file"},
    ]
    rows = [
        {'Те"кст': '"\n', "Список": "a", "Число": "007", "Дата": "2016-02-09", "Связь": LINKS[0], "Связи": LINKS[1]},
        {'Те"кст': ["a", {"raw": ""}], "Список": ["a", "b"], "Число": ["1", "2"], "Дата": ["1985", "2001-01-01"]},
        {"Дата": {"raw": "весной"}, "Файл": {"hex": "00ff"}},
        {},
    ]
    table = {"name": "А", "fields": fields, "rows": [{"values": row} for row in rows]}
    result = written(made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank"), tmp_path / "out", "jsonl")
    lines = (result.folder / "А.jsonl").read_text(encoding="utf-8").splitlines()
    none = {"Связь": None, "Связи": None}
    assert [json.loads(line) for line in lines] == [
        {
            "number": 1,
            "values": {
                'Те"кст': '"\n',
                "Список": ["a"],
                "Число": "007",
                "Дата": "2016-02-09",
                "Связь": {"base_id": 5, "numbers": [85]},
                "Связи": [{"base_id": 5, "numbers": [29, 30]}],
            },
        },
        {
            "number": 2,
            "values": {
                'Те"кст': ["a", None],
                "Список": ["a", "b"],
                "Число": ["1", "2"],
                "Дата": ["1985", "2001-01-01"],
            },
        },
        {
            "number": 3,
            "values": {'Те"кст': None, "Список": None, "Число": None, "Дата": "весной", **none, "Файл": "00ff"},
        },
        {"number": 4, "values": {}},
    ]
    assert '"number": 1, "values"' in lines[0]


def test_json_leaves_out_what_a_record_ends_before(tmp_path: Path) -> None:
    """Hidden columns stand behind the fields, so any of the columns may be the first one that is there."""
    fields = tuple(Field(n, n, FIELD_TYPES[2], p, 0, 0, None, False) for n, p in (("c", 3), ("b", 2), ("a", 1)))
    base = Base(1, "Base001", "А", "А", fields, "N", False, 0, False, None, None)  # type: ignore[arg-type]
    output = choose_format("jsonl", {})(tmp_path, BankInfo({}, {}))
    sink = output.table(base, base.fields)
    columns = tuple(Column.of_texts(f, [f.name if stored >= f.position else "" for stored in range(4)]) for f in fields)
    sink.write(TableBatch(base, np.arange(1, 5, dtype=np.int64), np.arange(4, dtype=np.int32), columns))
    sink.close()
    found = [json.loads(line)["values"] for line in (tmp_path / "А.jsonl").read_text("utf-8").splitlines()]
    assert found == [{}, {"a": "a"}, {"b": "b", "a": "a"}, {"c": "c", "b": "b", "a": "a"}]


def test_json_of_words_and_files(tmp_path: Path) -> None:
    """The key of a word stands beside it; a stored file has the name that it got in the output."""
    column = Field("x", "x", FIELD_TYPES[3], 1, 0, 0, None, False)
    word, key = Word("7", "слово"), Value(["1", Word("2", "два")], "1; два")
    named = Value([FileReference("a", "b", 1)] * 2, "a.b; a.b")
    texts = ["слово", "1; два", "имя.b; имя (2).b", "имя.b"]
    odd = {0: Value(word, "слово"), 1: key, 2: named, 3: Value(FileReference("a", "b", 1), "a.b")}
    base = Base(1, "Base001", "А", "А", (column,), "N", False, 0, False, None, None)  # type: ignore[arg-type]
    output = choose_format("jsonl", {})(tmp_path, BankInfo({}, {}))
    sink = output.table(base, base.fields)
    numbers = np.arange(1, 5, dtype=np.int64)
    sink.write(TableBatch(base, numbers, np.ones(4, np.int32), (Column.of_texts(column, texts, odd),)))
    sink.close()
    found = [json.loads(line)["values"]["x"] for line in (tmp_path / "А.jsonl").read_text("utf-8").splitlines()]
    two = {"key": "2", "word": "два"}
    assert found == [{"key": "7", "word": "слово"}, ["1", two], ["имя.b", "имя (2).b"], "имя.b"]


# ---- which formats there are


def test_formats_are_found() -> None:
    assert format_names() == ["arrow", "csv", "duckdb", "jsonl", "parquet", "postgres", "sql", "sqlite"]


def test_an_unknown_format() -> None:
    with pytest.raises(CronosError, match="no output format 'xlsx'") as caught:
        choose_format("xlsx", {})
    assert caught.value.status is Status.USAGE and "parquet" in str(caught.value.hint)


@pytest.mark.parametrize(("to", "module"), [("duckdb", "duckdb"), ("postgres", "psycopg")])
def test_a_missing_module_names_its_extra(to: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"cronos_fmt.sinks.{to}", raising=False)
    with pytest.raises(CronosError, match=f"--to {to} needs {module}") as caught:
        choose_format(to, {})
    assert (caught.value.status, caught.value.hint) == (Status.USAGE, f"pip install 'cronos-fmt[{to}]'")


@pytest.mark.parametrize("to", ["jsonl", "parquet", "sqlite"])
def test_options_belong_to_a_format(to: str) -> None:
    with pytest.raises(CronosError, match=f"--safe-cells means nothing for --to {to}"):
        choose_format(to, {"safe_cells": True, "bom": None})


@pytest.mark.parametrize("to", READERS)
def test_a_run_that_is_given_up_leaves_the_folder_to_its_owner(to: str, tmp_path: Path) -> None:
    """Nothing is open any more, and no temporary folder stays behind."""
    with cronos_fmt.open(made(every_kind(), tmp_path / "bank")) as bank:
        (tmp_path / "out").mkdir()
        output = choose_format(to, {})(tmp_path / "out", BankInfo.of(bank))
        for table in bank.tables.values():
            output.table(table.base, table.fields).write(batch_of(table.base, table.fields, list(table.rows())))
        output.abort()
        output.abort()
    # What another run may go on from stays.
    assert {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()} <= {".parts"}
    shutil.rmtree(tmp_path / "out")


@pytest.mark.parametrize("to", READERS)
def test_deleted_rows_have_a_table_of_their_own(to: str, tmp_path: Path) -> None:
    """E18: a table named like the one for deleted rows of another."""
    rows = [{"values": {"Т": "жив"}}, {"values": {"Т": "был"}, "deleted": True}]
    tables = [{"name": name, "fields": [TEXT], "rows": rows} for name in ("А", "а.deleted", "а_DELETED")]
    tables[0]["fields"] = [TEXT]
    source = made({"version": "01.11", "files": PLAIN_STRU, "tables": tables}, tmp_path / "bank")
    (tmp_path / "out").mkdir()
    found = []
    with cronos_fmt.open(source) as bank:
        output = choose_format(to, {})(tmp_path / "out", BankInfo.of(bank))
        for deleted in (False, True):
            for table in bank.tables.values():
                some = list(table.rows(deleted=deleted))
                sink = output.table(table.base, table.fields, deleted=deleted)
                sink.write(batch_of(table.base, table.fields, some))
                sink.close()
                found.append(Table(table.base, table.fields, some, sink.output))
        output.finish({}, bank.problems)
    assert len({table.output.casefold() for table in found}) == 6
    kind = "_deleted" if to in ("sqlite", "duckdb", "sql") else f".deleted.{to}"
    assert [table.output.replace(" (2)", "") for table in found[3:]] == [f"{t['name']}{kind}" for t in tables]
    assert [table.texts[0][1] for table in found] == ["жив"] * 3 + ["был"] * 3
    assert_agrees(to, Written(tmp_path / "out", found))


@pytest.mark.parametrize(
    ("to", "plain", "compressed"), [("csv", 6, 6), ("jsonl", 3, 3), ("parquet", 1, 3), ("sqlite", 1, 3)]
)
def test_how_many_processes_a_format_takes(to: str, plain: int, compressed: int, tmp_path: Path) -> None:
    output = choose_format(to, {})(tmp_path, BankInfo({}, {}))
    assert [output.most_jobs(False), output.most_jobs(True)] == [plain, compressed]
    output.abort()
