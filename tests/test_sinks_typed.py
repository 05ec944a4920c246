"""Typed columns: which type a column gets, that batches do not matter, and that every value can be given back."""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from threading import Event, Timer
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from test_faults_opening import made
from test_sinks import every_kind, held, of_arrow, read_ipc, written

from cronos_fmt import Row
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.bulk import Column, TableBatch
from cronos_fmt.bulk.batch import is_odd
from cronos_fmt.links import LinkReference
from cronos_fmt.problems import Problems
from cronos_fmt.schema import Base, Field
from cronos_fmt.sinks import groups, typed
from cronos_fmt.sinks.format import BankInfo, choose_format
from cronos_fmt.sinks.segments import Segments
from cronos_fmt.values import FileReference, Value, Word

TYPES = {kind.kind: kind for kind in FIELD_TYPES.values()}
INFO = BankInfo({"name": "Банк", "id": "1", "files": []}, {"Base001": "physical"})
DAY, TIME = datetime.date(2001, 1, 1), datetime.time(9, 5)
FORMAT = PROFILES["01.02"].layouts.row  # type: ignore[union-attr]


def field(name: str, kind: str, position: int, multiple: bool = False) -> Field:
    return Field(name, name, TYPES[kind], position, 0, 0, None, multiple)


def base_with(*fields: Field) -> Base:
    return Base(1, "Base001", "А", "А", fields, "N", False, 0, False, None, None)  # type: ignore[arg-type]


def batch(base: Base, rows: Sequence[Sequence[Value]], first: int = 1) -> TableBatch:
    """Rows of values as a batch; their numbers go on from the first."""
    columns = [
        Column.of_texts(f, [row[c].text for row in rows], {i: row[c] for i, row in enumerate(rows) if is_odd(row[c])})
        for c, f in enumerate(base.fields)
    ]
    numbers = np.arange(first, first + len(rows), dtype=np.int64)
    return TableBatch(base, numbers, np.full(len(rows), len(base.fields), np.int32), tuple(columns))


def values(*texts: str) -> list[Value]:
    return [Value(text or None, text) for text in texts]


def several(*parts: Any) -> Value:
    texts = [part if isinstance(part, str) else "" if part is None else _text(part) for part in parts]
    return Value(list(parts), "; ".join(texts))


def _text(part: Any) -> str:
    if isinstance(part, datetime.time):
        return part.strftime("%H:%M")
    return part.isoformat() if isinstance(part, datetime.date) else part.word if isinstance(part, Word) else str(part)


def table_of(kind: str, column: Sequence[Value], folder: Path, multiple: bool = False, size: int = 2) -> pa.Table:
    """A column of values as a Parquet file, read back."""
    base = base_with(field("x", kind, 1, multiple))
    output = choose_format("parquet", {})(folder, INFO)
    sink = output.table(base, base.fields)
    for start in range(0, len(column), size):
        sink.write(batch(base, [[value] for value in column[start : start + size]], start + 1))
    sink.close()
    output.finish({}, Problems())
    assert [path.name for path in folder.iterdir()] == [sink.output]
    return pq.read_table(folder / sink.output)


# ---- the type of a column

_STRINGS = pa.list_(pa.field("element", pa.string()))
_NO_DATE, _NO_TIME = Value("весной", "весной", "no-date"), Value("25:61", "25:61", "no-time")
_WORD = Value(Word("7", "слово"), "слово")
SHAPES: dict[str, tuple[str, list[Value], dict[str, Any]]] = {
    "integers": ("number", values("1", "-5", "", "9223372036854775807"), {"x": pa.int64()}),
    "leading zero": ("number", values("1", "2", "007"), {"x": pa.string()}),
    "leading zero first": ("number", values("007", "1", "2"), {"x": pa.string()}),
    "minus zero": ("number", values("-0"), {"x": pa.string()}),
    "minus and zero in front": ("number", values("-1", "-07"), {"x": pa.string()}),
    "zero": ("number", values("0", "10", "-10"), {"x": pa.int64()}),
    "minus alone": ("number", values("-"), {"x": pa.string()}),
    "least": ("number", values("-9223372036854775808"), {"x": pa.int64()}),
    "too small": ("number", values("-9223372036854775809"), {"x": pa.string()}),
    "plus": ("number", values("+5"), {"x": pa.string()}),
    "decimal comma": ("number", values("1", "1,5"), {"x": pa.string()}),
    "decimal point": ("number", values("1.0"), {"x": pa.string()}),
    "exponent": ("number", values("1e5"), {"x": pa.string()}),
    "hexadecimal": ("number", values("0x1F"), {"x": pa.string()}),
    "spaces": ("number", values(" 7"), {"x": pa.string()}),
    "line end": ("number", values("7\n"), {"x": pa.string()}),
    "too large": ("number", values("1", "9223372036854775808"), {"x": pa.string()}),
    "word": ("number", values("пять"), {"x": pa.string()}),
    "no number": ("number", values("", ""), {"x": pa.int64()}),
    "two numbers late": ("number", [*values("1", "2", ""), several("3", "4")], {"x": pa.list_(pa.int64())}),
    "two numbers, one odd": ("number", [*values("1"), several("3", "04")], {"x": _STRINGS}),
    "integers as text": ("text", values("1", "2"), {"x": pa.string()}),
    "dates": ("date", [Value(DAY, "2001-01-01"), *values("")], {"x": pa.date32()}),
    "year late": ("date", [Value(DAY, "2001-01-01")] * 3 + values("1985"), {"x": pa.date32(), "x (raw)": pa.string()}),
    "year first": ("date", values("1985", "2001-01-01"), {"x": pa.date32(), "x (raw)": pa.string()}),
    "no date": ("date", [_NO_DATE], {"x": pa.date32(), "x (raw)": pa.string()}),
    "text like a date": (
        "date",
        [Value("2001-01-01", "2001-01-01", "no-date")],
        {"x": pa.date32(), "x (raw)": pa.string()},
    ),
    "two dates": ("date", [several(DAY, None, DAY)], {"x": pa.list_(pa.date32())}),
    "two dates, one a year": (
        "date",
        [several(DAY, "1985"), *values("2001-01-01")],
        {"x": pa.list_(pa.date32()), "x (raw)": _STRINGS},
    ),
    "times": ("time", [Value(TIME, "09:05")], {"x": pa.time32("ms")}),
    "no time": ("time", [Value(TIME, "09:05"), _NO_TIME], {"x": pa.time32("ms"), "x (raw)": pa.string()}),
    "two times": ("time", [several(TIME, TIME)], {"x": pa.list_(pa.time32("ms"))}),
    "two texts": ("text", [*values("a"), several("b", "c; d")], {"x": _STRINGS}),
    "words": ("dictionary", [*values("k"), _WORD], {"x": pa.string(), "x (key)": pa.string()}),
    "two words": (
        "dictionary",
        [_WORD, several(Word("1", "один"), "k")],
        {"x": _STRINGS, "x (key)": _STRINGS},
    ),
    "link": ("link", [Value(LinkReference(5, (1,)), "5:1")], {"x": pa.string()}),
    "link to two": ("link", [Value(LinkReference(5, (1, 2)), "5:1; 5:2")], {"x": _STRINGS}),
    "bytes": ("external_file", [Value(b"\0\xff", "00ff")], {"x": pa.string()}),
    "file": ("file", [Value(FileReference("a", "b", 3), "renamed.b")], {"x": pa.string()}),
    "files": ("file", [Value([FileReference("a", "b", 3)] * 2, "a.b; a (2).b")], {"x": _STRINGS}),
}


@pytest.mark.parametrize("case", SHAPES)
def test_the_type_of_a_column(case: str, tmp_path: Path) -> None:
    """E6, V3, V16: a column is typed only where every value goes there and back; all texts come back as they were."""
    kind, column, expected = SHAPES[case]
    table = table_of(kind, column, tmp_path)
    assert {f.name: f.type for f in table.schema} == {"N": pa.int64(), **expected}
    assert [row[1] for row in of_arrow(table)] == [value.text for value in column]


@pytest.mark.parametrize("case", SHAPES)
def test_a_multiple_field_has_lists(case: str, tmp_path: Path) -> None:
    """A field that may have several values is a list in every row, be it of one."""
    kind, column, _ = SHAPES[case]
    table = table_of(kind, column, tmp_path, multiple=True)
    assert all(pa.types.is_list(f.type) for f in list(table.schema)[1:])
    assert [row[1] for row in of_arrow(table)] == [value.text for value in column]


def test_keys_of_words_are_kept(tmp_path: Path) -> None:
    """V13: the word is a hypothesis, the key is what is stored."""
    column = [*values("k", ""), _WORD, several(Word("1", "один"), "k")]
    table = table_of("dictionary", column, tmp_path)
    assert table["x"].to_pylist() == [["k"], None, ["слово"], ["один", "k"]]
    assert table["x (key)"].to_pylist() == [None, None, ["7"], ["1", None]]


def test_names_beside_are_free(tmp_path: Path) -> None:
    """A field may be called like a column that stands beside another one."""
    base = base_with(field("x", "date", 1), field("x (raw)", "text", 2), field("x (raw) (2)", "text", 3))
    output = choose_format("parquet", {})(tmp_path, INFO)
    sink = output.table(base, base.fields)
    sink.write(batch(base, [values("1985", "a", "b")]))
    sink.close()
    output.finish({}, Problems())
    table = pq.read_table(tmp_path / sink.output)
    assert table.column_names == ["N", "x", "x (raw) (3)", "x (raw)", "x (raw) (2)"]
    assert of_arrow(table) == [["1", "1985", "a", "b"]]


def test_metadata(tmp_path: Path) -> None:
    """Whoever has the file alone knows which base and positions it comes from, and what decoded it."""
    source = made(every_kind(), tmp_path / "bank")
    result = written(source, tmp_path / "out", "parquet")
    odd = next(table for table in result.tables if table.base.name == "Всякое")
    schema = pq.read_schema(result.folder / odd.output)
    about = json.loads(schema.metadata[b"cronos_fmt"])
    assert about["table"] == {
        "id": 2,
        "name": "Всякое",
        "mnemonic": odd.base.mnemonic,
        "deleted": False,
        "positions": "physical",
        "hidden_positions": [],
    }
    assert about["tool"]["name"] == "cronos-fmt"
    assert [f["kod"]["source"] for f in about["bank"]["files"]] == ["none"] * 3
    fields = {f.name: json.loads(f.metadata[b"cronos_fmt"]) for f in list(schema)[1:]}
    assert fields["Дата"] == {"position": 7, "type": 4, "kind": "date"}
    assert fields["Дата (raw)"] == {"raw": "Дата", "position": 7, "type": 4, "kind": "date"}
    assert not schema.field(0).nullable


# ---- batches do not matter

FIELDS = tuple(
    field(f"{kind}{'s' * many}", kind, 2 * i + many + 1, bool(many))
    for i, kind in enumerate(["number", "text", "dictionary", "date", "time", "file", "link"])
    for many in (0, 1)
)
# By kind: what is common, and what changes the type of a column.
COMMON = {
    "number": [Value("0", "0"), Value("-5", "-5"), Value("77", "77")],
    "text": [Value("x", "x"), Value("y" * 30, "y" * 30)],
    "dictionary": [Value("k", "k")],
    "date": [Value(DAY, "2001-01-01")],
    "time": [Value(TIME, "09:05")],
    "file": [Value(FileReference("a", "b", 3), "a.b")],
    "link": [Value(LinkReference(5, (1,)), "5:1")],
}
RARE = {
    "number": [Value("007", "007"), several("1", None, "02")],
    "text": [several("a", "b; c"), Value("\ufffd", "\ufffd", "undecodable-byte")],
    "dictionary": [_WORD, several(Word("1", "один"), None)],
    "date": [Value("1985", "1985"), _NO_DATE, several(DAY, None), several(DAY, "1985")],
    "time": [_NO_TIME, several(TIME, TIME)],
    "file": [Value([FileReference("a", "b", 3)] * 2, "a.b; a.b")],
    "link": [Value(LinkReference(5, (1, 2)), "5:1; 5:2"), Value(b"\xff", "ff")],
}


def random_rows(random: Random, count: int) -> list[list[Value]]:
    rare = random.choice([0, 0.01, 0.1])

    def one(kind: str) -> Value:
        if random.random() < 0.3:
            return Value(None, "")
        return random.choice(RARE[kind] if random.random() < rare else COMMON[kind])

    return [[one(f.type.kind) for f in FIELDS] for _ in range(count)]


def cut(rows: list[list[Value]], places: Sequence[int]) -> Iterator[TableBatch]:
    """Rows in batches that end at some places."""
    base = base_with(*FIELDS)
    for start, stop in zip([0, *places], [*places, len(rows)], strict=True):
        if start < stop:
            yield batch(base, rows[start:stop], start + 1)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("to", ["parquet", "arrow"])
def test_files_do_not_depend_on_batches(seed: int, to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rows give the same bytes, in whatever batches, and whether memory was short or not."""
    random = Random(seed)
    rows = random_rows(random, 60)
    base = base_with(*FIELDS)
    for name, value in {"GROUP_ROWS": 7, "GROUP_BYTES": 200}.items():
        monkeypatch.setattr(groups, name, value)
    found = set()
    for n, places in enumerate([[], sorted(random.sample(range(60), 6)), list(range(1, 60)), [30]]):
        # None of a group waits in memory, some of it, and all.
        monkeypatch.setattr(groups, "WAITING_BYTES", [40, 20_000, 5_000, 1 << 20][n])
        folder = tmp_path / str(n)
        folder.mkdir()
        output = choose_format(to, {})(folder, INFO)
        sinks = [output.table(base, base.fields) for _ in range(2)]
        for each in cut(rows, places):
            for sink in sinks:
                sink.write(each)
        for sink in sinks:
            sink.close()
        output.finish({}, Problems())
        assert sorted(path.name for path in folder.iterdir()) == sorted(sink.output for sink in sinks)
        found |= {(folder / sink.output).read_bytes() for sink in sinks}
    assert len(found) == 1
    path = tmp_path / "0" / sinks[0].output
    assert [row[1:] for row in of_arrow(pq.read_table(path) if to == "parquet" else read_ipc(path))] == [
        [value.text for value in row] for row in rows
    ]


def test_row_groups_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups end by rows and by bytes; a row that is larger than a group is one."""
    monkeypatch.setattr(groups, "GROUP_ROWS", 5)
    monkeypatch.setattr(groups, "GROUP_BYTES", 100)
    texts = ["a"] * 12 + ["b" * 60] * 3 + ["c" * 500] + ["d"]
    table_of("text", values(*texts), tmp_path, size=4)
    file = pq.ParquetFile(tmp_path / "А.parquet")
    sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    file.close()
    assert sizes == [5, 5, 3, 1, 1, 1, 1]


def test_what_waits_in_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bank has many tables, each with a group that is not full: what waits of all of them together has a limit."""
    monkeypatch.setattr(groups, "WAITING_BYTES", 1_000)
    output = choose_format("parquet", {})(tmp_path, INFO)
    base = base_with(field("x", "text", 1))
    sinks = [output.table(base, base.fields) for _ in range(20)]
    for start in range(1, 100, 10):
        for sink in sinks:
            sink.write(batch(base, [values("a" * 10)] * 10, start))
            assert output._waiting.size <= 1_000  # type: ignore[attr-defined]
    for sink in sinks:
        sink.close()
    output.finish({}, Problems())
    for sink in sinks:
        with pq.ParquetFile(tmp_path / sink.output) as file:
            assert (file.num_row_groups, file.metadata.num_rows) == (1, 100)


def test_groups_wait_while_others_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are read on as long as there is memory for the groups that wait; all of them are written at last."""
    go_on, written = Event(), []

    class Slow:
        def write_batch(self, batch: pa.RecordBatch) -> None:
            assert go_on.wait(60)
            written.extend(batch.column(0).to_pylist())

        def close(self) -> None:
            pass

    monkeypatch.setattr(groups, "GROUP_ROWS", 10)
    output = choose_format("arrow", {})(tmp_path, INFO)
    monkeypatch.setattr(type(output.codec), "writer", lambda *_: Slow())  # type: ignore[attr-defined]
    monkeypatch.setattr(Segments, "become", lambda *_: None)
    base = base_with(field("x", "text", 1))
    sink = output.table(base, base.fields)
    for start in range(1, 100, 10):
        sink.write(batch(base, [values("a")] * 10, start))
    sizes = [output._waiting.size, len(output._waiting._full)]  # type: ignore[attr-defined]
    go_on.set()
    output._waiting.most = 0  # type: ignore[attr-defined]
    sink.write(batch(base, [values("a")] * 10, 101))
    assert (sizes, output._waiting.size) == ([10 * (10 + 11 * 4), 9], 0)  # type: ignore[attr-defined]
    sink.close()
    assert written == list(range(1, 111))
    output.finish({}, Problems())


def test_what_waits_is_given_up_with_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written any more, and the files on the disk that rows waited in are closed."""
    monkeypatch.setattr(groups, "WAITING_BYTES", 0)
    monkeypatch.setattr(groups, "GROUP_ROWS", 15)
    hold = Event()
    output = choose_format("parquet", {})(tmp_path, INFO)
    base = base_with(field("x", "text", 1))
    sinks = [output.table(base, base.fields) for _ in range(2)]
    output._waiting._pool.submit(hold.wait, 60)  # type: ignore[attr-defined]
    for sink in sinks:
        sink.write(batch(base, [values("a")] * 10, 1))
    output._waiting.most = 1 << 20  # type: ignore[attr-defined]
    sinks[0].write(batch(base, [values("a")] * 10, 11))
    files = [group._file for group in (*output._waiting.groups, *(g for _, g in output._waiting._full))]  # type: ignore[attr-defined]
    assert [file.closed for file in files if file is not None] == [False, False]
    Timer(0.1, hold.set).start()
    output.abort()
    assert [file.closed for file in files if file is not None] == [True, True]
    output.abort()
    assert [path.name for path in tmp_path.iterdir()] == [".parts"]
    assert not list((tmp_path / ".parts").iterdir())


def test_values_that_wait_count_with_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists and words are objects as they wait: a few bytes of text may be many in memory."""
    monkeypatch.setattr(groups, "WAITING_BYTES", 20_000)
    base = base_with(field("x", "text", 1))
    found = {}
    for name, value in {"single": Value("a; b", "a; b"), "several": several("a", "b")}.items():
        (tmp_path / name).mkdir()
        output = choose_format("parquet", {})(tmp_path / name, INFO)
        sink = output.table(base, base.fields)
        sink.write(batch(base, [[value]] * 100))
        found[name] = output._waiting.size  # type: ignore[attr-defined]
        sink.close()
        output.finish({}, Problems())
        assert pq.read_metadata(tmp_path / name / sink.output).num_rows == 100
    assert found == {"single": 100 * 4 + 101 * 4, "several": 0}


def test_what_a_parquet_file_tells_of_its_columns(tmp_path: Path) -> None:
    """Texts have dictionaries, all others their least and greatest values, in lists too."""
    fields = [field(kind, kind, i + 1) for i, kind in enumerate(("text", "number", "date", "time"))]
    fields += [field(f"{f.column}.2", f.type.kind, len(fields) + f.position, True) for f in fields]
    base = base_with(*fields)
    output = choose_format("parquet", {})(tmp_path, INFO)
    sink = output.table(base, base.fields)
    sink.write(batch(base, [values("b", "7", "2001-01-01", "09:05") * 2, values("a", "5", "2000-12-31", "00:00") * 2]))
    sink.close()
    output.finish({}, Problems())
    (group,) = (pq.read_metadata(tmp_path / sink.output).row_group(i) for i in range(1))
    columns = {column.path_in_schema: column for column in map(group.column, range(group.num_columns))}
    least = {7: 5, DAY: datetime.date(2000, 12, 31), TIME: datetime.time(0, 0)}
    for name, value in {"text": None, "number": 7, "date": DAY, "time": TIME}.items():
        for column in (columns[name], columns[f"{name}.2.list.element"]):
            assert column.has_dictionary_page == (value is None)
            if value is None:
                assert column.statistics is None
            else:
                assert (column.statistics.min, column.statistics.max) == (least[value], value)


def test_typed_columns_do_without_pandas(tmp_path: Path) -> None:
    """Much of Arrow imports pandas where it is installed, in more time and memory than all the rest takes."""
    path = made({**every_kind(), "tables": every_kind()["tables"][:1]}, tmp_path / "bank")
    program = f"""
import sys, cronos_fmt
from pathlib import Path
from cronos_fmt.sinks import export
with cronos_fmt.open({str(path)!r}) as bank:
    for to in ("parquet", "arrow"):
        export(bank, Path({str(tmp_path)!r}, to), to=to)
    for table in bank.tables.values():
        assert sum(len(batch) for batch in table.batches()) == table.to_arrow().num_rows
print(*sys.modules)
"""
    found = subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    assert "pyarrow.parquet" in found
    assert not {"pandas", "pyarrow.dataset"} & set(found)


@pytest.mark.parametrize("is_there", [True, False])
def test_casts_take_what_pyarrow_does_not_promise_or_what_it_does(
    is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.compute  # noqa: F401

    if not is_there:
        monkeypatch.setitem(sys.modules, "pyarrow._compute", None)
    assert typed._cast(pa.array(["7", None, "-3"]), pa.int64()).to_pylist() == [7, None, -3]
    with pytest.raises(pa.ArrowInvalid):
        typed._cast(pa.array(["7", "x"]), pa.int64())


def test_a_group_that_cannot_be_written_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups are written beside the rows being read; what goes wrong there is told all the same."""

    class Full:
        def write_batch(self, _: pa.RecordBatch) -> None:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            pass

    output = choose_format("arrow", {})(tmp_path, INFO)
    monkeypatch.setattr(type(output.codec), "writer", lambda *_: Full())  # type: ignore[attr-defined]
    base = base_with(field("x", "text", 1))
    sink = output.table(base, base.fields)
    sink.write(batch(base, [values("a")]))
    with pytest.raises(OSError, match="No space"):
        sink.close()
    output.abort()
    output.abort()


# ---- and back again


def stored(value: Any, kind: str) -> bytes:
    """Bytes of a typed value as CronosPro stores it."""
    if isinstance(value, list):
        return FORMAT.sub_separator.join(stored(part, kind) for part in value)
    if value is None:
        return b""
    text = value if isinstance(value, str) else _text(value)
    if kind == "date" and (date := re.fullmatch(r"(\d{4})(?:-(\d\d)-(\d\d))?", text)):
        return f"{int(date[1]) - 1900}{date[2] or '00'}{date[3] or '00'}".encode()
    return text.replace(":", "").encode() if kind == "time" else text.encode("cp1251", "replace")


def test_values_go_back_to_what_is_stored(tmp_path: Path) -> None:
    """A typed value tells the stored bytes, but for the NUL bytes that pad them; where it does not, it is a problem."""
    source = made(every_kind(), tmp_path / "bank")
    result = written(source, tmp_path / "out", "parquet")
    compared = 0
    for table in result.tables:
        found = pq.read_table(result.folder / table.output)
        columns = dict(zip(found.column_names, zip(held(found.schema), found.columns, strict=True), strict=True))
        for f in table.fields:
            if f.type.stored != "text":
                continue
            typed = columns[f.column][1].to_pylist()
            beside = columns.get(f"{f.column} (raw)", (None, found["Системный номер"]))
            raw = beside[1].to_pylist() if beside[0] == "raw" else [None] * len(typed)
            for row, value, text in zip(table.rows, typed, raw, strict=True):
                assert value is None or text is None
                if row.value_of(f).problem is None:
                    assert stored(value if text is None else text, f.type.kind) == unpadded(row, f), (
                        f.name,
                        value,
                        text,
                    )
                    compared += 1
    assert compared > 500


def unpadded(row: Row, f: Field) -> bytes:
    """Stored bytes without the padding behind each value."""
    parts = [row.raw_of(f)] if row.is_counted(f) else row.raw_of(f).split(FORMAT.sub_separator)
    if not row.raw_of(f).strip(b"\0"):
        return b""
    return FORMAT.sub_separator.join(part.rstrip(b"\0") for part in parts)
