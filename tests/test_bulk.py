"""The bulk path says what the dissecting path says: same values, same problems, same counts, with both engines."""

from __future__ import annotations

import csv
import io
import tempfile
import tracemalloc
import zlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from bulk_banks import assert_same, columns_of, quickly
from hypothesis import given, settings
from hypothesis import strategies as st
from test_faults_opening import FLAGS, UNSEEN, edited, flagged, made, one_table
from test_faults_records import CHAINS, SHAPED, TAGS, break_deflate, compressed, span, with_blocks
from test_hostile import FILES, LIMITS, MADE, PROFILE, cuts, damaged_banks

import cronos_fmt
from cronos_fmt import CronosError, Kod, Limits
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.bulk import engine_name, reader, scan
from cronos_fmt.bulk.batch import Columns, odd_columns
from cronos_fmt.bulk.csv import rows_to_csv
from cronos_fmt.bulk.engine import VARIABLE, find_engine
from cronos_fmt.values import Value

READABLE = [tag for tag, profile in PROFILES.items() if profile.layouts is not None]
OWN = Kod(bytes(Random(6).sample(range(256), 256)))


# ---- banks of all kinds


@pytest.mark.realdata
def test_samples(sample_bank: Path) -> None:
    assert_same(sample_bank)


_TEXTS = ["", "Иванов", "a,b", 'он "сам"', "две\r\nстроки", "x" * 300, "№ 5 €", "0012", "я" * 70, "\x1c", "2"]
_ODD = ["d0980a", "610062", "6162000000", "00", "0000", "98", "ff0098", "1f"]
_DATES = [
    "850402",
    "0850402",
    "-850402",
    "850000",
    "850230",
    "870229",
    "840229",
    "1",
    "19850402",
    "850402x",
    "-0000101",
]
_DATES += ["010101", "9991231", "-9991231", "50101", "851301", "850100", "8504\x0002", "850402\0\0", "٣٤0101"]
_TIMES = ["0930", "2359", "2400", "0960", "930", "09300", "0930\0", "09:30", "    "]
_TYPES = ["text", "number", "dictionary", "date", "time", "file", "direct link", "two-way link", "external file"]


_RAW = ["63ff", "", "00", "01", "0002", "ff", "011bff", "011b0500000061"]


def random_value(random: Random, kind: str, has_counted: bool, sub: bool = True) -> Any:
    """A stored value, mostly what its field expects."""
    choice = random.random()
    if choice < 0.1:
        return {"hex": random.choice(_ODD)}
    if choice < 0.2 and has_counted:
        marks = random.choice(["1e", "1d", "1b", "001e", ""])
        return {"counted": {"hex": "61" * random.randrange(4) + marks + "e2" * random.randrange(4)}}
    if choice < 0.25 and has_counted and kind == "file":
        return {"file": random.randint(1, 40), "name": "имя", "extension": random.choice(["", "txt"])}
    if choice < 0.35 and sub:
        return [random_value(random, kind, False, sub=False) for _ in range(random.randint(1, 3))]
    if kind == "date" and choice < 0.9:
        return {"raw": _ascii(random.choice(_DATES))}
    if kind == "time" and choice < 0.9:
        return {"raw": random.choice(_TIMES)}
    if kind == "file":
        return {"hex": random.choice(_ODD)}
    return {"raw": random.choice(_TEXTS)}


def _ascii(value: str) -> str:
    return "".join(c if ord(c) < 128 else "?" for c in value)


def random_bank(random: Random, tag: str) -> dict[str, Any]:
    """A bank with a bit of everything that its version can hold."""
    own = PROFILES[tag].kod != "default"
    row_format = PROFILES[tag].layouts.row  # type: ignore[union-attr]
    has_counted = row_format.counted_mark is not None
    states = ["inline", "extended"] + (["inline_07", "extended_08"] if tag in TAGS[2:] else [])
    deleted = tag in TAGS[2:]
    tables: list[dict[str, Any]] = []
    for t in range(random.randint(1, 3)):
        fields, position = [], 0
        for f in range(random.randint(1, 7)):
            position += random.choice([1, 1, 1, 2, 3])
            fields.append({"name": f"Поле {f}", "type": random.choice(_TYPES), "position": position})
        rows = []
        for _ in range(random.randrange(30)):
            values = {f["name"]: random_value(random, f["type"], has_counted) for f in fields if random.random() < 0.8}
            row: dict[str, Any] = {"values": values}
            free = sorted(set(range(1, position + 3)) - {f["position"] for f in fields})
            row["hidden"] = {str(p): {"raw": random.choice("скрыто")} for p in free if random.random() < 0.15}
            row["storage"] = random.choice([*["inline"] * 5, *states])
            if random.random() < 0.2:
                row["compress"] = random.choice([7, 40, True])
            if deleted and row["storage"] in ("inline", "extended") and random.random() < 0.1:
                row["deleted"] = True
            rows.append(row)
        tables.append({"name": f"Т{t}", "layout": random.choice(["0x0005", "0x0109"]), "fields": fields, "rows": rows})
    encoded = random.random() < 0.5
    settings_: dict[str, Any] = {"encoded": encoded, "block_size": random.choice([20, 32, 64])}
    settings_["may_be_compressed"] = random.random() < 0.7
    bank: dict[str, Any] = {
        "version": tag,
        "free_slots": random.randrange(6),
        "files": {"stru": {"encoded": encoded}, "bank": settings_},
        "tables": tables,
        "stored_files": [{"text": "файл" * random.randrange(40)} for _ in range(random.randrange(4))],
        "raw_records": [{"number": 200 + i, "hex": random.choice(_RAW)} for i in range(random.randrange(6))],
    }
    return bank | ({"kod": OWN.table.hex()} if own and encoded else {})


def damaged(random: Random, folder: Path) -> None:
    """Change a few bytes behind the headers of CroBank."""
    for end, low in ((".dat", 900), (".tad", 16)):
        path = folder / f"CroBank{end}"
        data = bytearray(path.read_bytes())
        for _ in range(random.randrange(6)):
            at = random.randrange(min(low, len(data) - 1), len(data))
            data[at] = random.choice([0, 1, 2, 0x1B, 0x1E, 0x1D, 0x98, 0xFF, data[at] ^ 1, data[at] ^ 0x80])
        path.write_bytes(data)


@pytest.mark.parametrize("seed", range(200))
def test_random_banks(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any version, with every kind of value and record, sound and damaged, in batches of any size."""
    random = Random(seed)
    tag = READABLE[seed % len(READABLE)]
    folder = made(random_bank(random, tag), tmp_path / "bank")
    monkeypatch.setattr(scan, "BATCH_SLOTS", random.choice([1, 5, 1 << 13]))
    monkeypatch.setattr(scan, "_SLOTS_A_BASE", 1)
    monkeypatch.setattr(scan, "BATCH_BYTES", random.choice([1, 200, 4 << 20]))
    monkeypatch.setattr(reader, "_INFLATED", random.choice([0, 2]))
    monkeypatch.setattr(reader, "_LONG_RECORD", random.choice([100, 1 << 18]))
    monkeypatch.setattr(reader, "_MANY_PIECES", random.choice([3, 256]))
    monkeypatch.setattr(reader, "_GAP", random.choice([0, 1 << 10]))
    if PROFILES[tag].kod != "default":
        options: dict[str, Any] = {"kod": OWN}
    else:
        options = {}
    options["positions"] = random.choice(["auto", "physical", "bytes", "definition"])
    options["limits"] = Limits(
        record_bytes=10_000, inflated_bytes=random.choice([300, 10_000]), items=random.choice([4, 100])
    )
    assert_same(folder, **options)
    damaged(random, folder)
    assert_same(folder, **options)


@pytest.mark.parametrize("fault", CHAINS)
@pytest.mark.parametrize("tag", TAGS)
def test_chains_that_are_damaged(tag: str, fault: str, tmp_path: Path) -> None:
    folder = with_blocks(tag, tmp_path / "bank")
    with edited(folder) as pair:
        CHAINS[fault][0](pair)
    assert assert_same(folder)["counts"]["skipped"] == 1


@pytest.mark.parametrize("flags", [*FLAGS, *UNSEEN])
@pytest.mark.parametrize("storage", ["inline", "extended"])
def test_flags(flags: int, storage: str, tmp_path: Path) -> None:
    assert_same(flagged(flags, storage, tmp_path / "bank"))


@pytest.mark.parametrize("expected", [True, False])
def test_compressed_records_that_are_damaged(expected: bool, tmp_path: Path) -> None:
    texts = ["раз " * 30, "два " * 30, "три " * 30, "четыре " * 30, "пять " * 30, "шесть"]
    folder = compressed(
        tmp_path / "bank", *texts, files={"stru": {"encoded": False}, "bank": {"may_be_compressed": expected}}
    )
    with edited(folder) as pair:
        break_deflate(pair, 2, 0)
        break_deflate(pair, 3, 1)
        pair.dat[span(pair, 4, "chunks[1].crc")] ^= 1
        pair.dat[span(pair, 5, "chunks[0].size") + 1] ^= 1
    assert_same(folder)
    assert_same(folder, limits=Limits(inflated_bytes=150))


def test_bytes_of_compressed_shape(tmp_path: Path) -> None:
    records = [SHAPED, SHAPED[:-1], b"\x01" + SHAPED, b"\0\0\x02", b"\x02", b"\0\x02", SHAPED[:-3] + b"\x02"]
    for expected in (True, False):
        raw = [{"number": 50 + i, "hex": data.hex()} for i, data in enumerate(records)]
        files = {"stru": {"encoded": False}, "bank": {"may_be_compressed": expected}}
        assert_same(made(one_table("раз", raw_records=raw, files=files), tmp_path / str(expected)))


def record_of_chunks(*chunks: bytes | tuple[bytes, bytes]) -> str:
    """A compressed record, in hex; a chunk is its bytes, or these and what is to stand for them deflated."""
    parts = []
    for chunk in chunks:
        plain, stored = chunk if isinstance(chunk, tuple) else (chunk, deflated(chunk))
        parts.append({"mark": layouts.COMPRESSED_RECORD__CHUNK__MARK, "crc": zlib.crc32(plain), "deflated": stored})
    end = {"mark": None, "crc": None, "deflated": None}
    record: bytes = BUILDERS["compressed_record"].build({"chunks": [*parts, end]})
    return record.hex()


def deflated(plain: bytes, end: int = zlib.Z_FINISH) -> bytes:
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(plain) + deflater.flush(end)


def test_chunks_with_a_right_crc_that_are_damaged(tmp_path: Path) -> None:
    """More behind the end of the deflate data, no end, or nothing in it; alone, before a sound chunk, and behind it."""
    head, rest = b"\x01" + b"abc" * 9, b"def" * 9
    faults = [
        (rest, deflated(rest) + b"!"),
        (rest, deflated(rest, zlib.Z_SYNC_FLUSH)),
        (b"", deflated(b"")),
        (rest, b""),
    ]
    records = [[head, rest], *([head, fault] for fault in faults), *([fault, head] for fault in faults)]
    records += [*([fault] for fault in faults), [head, rest, head], [head, faults[0], rest, head]]
    raw = [{"number": 50 + i, "hex": record_of_chunks(*chunks)} for i, chunks in enumerate(records)]
    assert_same(made(one_table("раз", raw_records=raw), tmp_path / "bank"))


@pytest.mark.parametrize("chunk", [190_000, 1_900_000])
def test_a_record_that_inflates_to_much_takes_little(chunk: int, tmp_path: Path) -> None:
    """It is given up where it has more than a record of a batch has."""
    size = 1_900_000
    plain = b"\x01" + b"x" * size
    hexed = record_of_chunks(*(plain[at : at + chunk] for at in range(0, size, chunk)))
    folder = made(one_table(raw_records=[{"number": 9, "hex": hexed}, {"number": 10, "hex": hexed}]), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        bank.bank.check_kod()
        ((start, columns, _),) = bank.bank._windows(9, 10)
        slots = reader.slots_of(columns, start, bank.bank.dat.size)
        tracemalloc.start()
        try:
            found = reader.read_records(bank.bank, slots, np.ones(2, np.bool_), find_engine())
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert found.is_left.tolist() == [True, True] and len(hexed) < 20_000
    assert peak < 1_500_000


@pytest.mark.parametrize("file", ["CroBank.dat", "CroBank.tad"])
@pytest.mark.parametrize("bank", ["01.02", "01.02 encoded", "01.03", "01.11"])
def test_a_file_cut_anywhere(bank: str, file: str, tmp_path: Path) -> None:
    whole = MADE[bank]
    for i, length in enumerate(cuts(file, whole[file], bank.partition(" ")[0])[:: 7 if file.endswith(".dat") else 3]):
        folder = tmp_path / str(i)
        folder.mkdir()
        for name, data in (whole | {file: whole[file][:length]}).items():
            (folder / name).write_bytes(data)
        assert_same(folder, limits=LIMITS)


@settings(PROFILE, max_examples=150)
@given(damaged_banks())
def test_seeded_damage(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as name:
        for file, data in files.items():
            (Path(name) / file).write_bytes(data)
        assert_same(name, limits=LIMITS)


def test_records_of_usual_size_are_read_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sound never takes the slow path, so that the comparison compares two things."""
    rows = ["раз", {"values": {"Т": "два" * 50}, "storage": "extended"}, {"values": {"Т": "три" * 50}, "compress": 40}]
    folder = made(one_table(*rows, {"values": {"Т": {"counted": "че\x1eтыре"}}}), tmp_path / "bank")
    one_by_one: list[int] = []
    classify = cronos_fmt.Bank._classify

    def noted(bank: Any, slot: Any) -> Any:
        one_by_one.append(slot.number)
        return classify(bank, slot)

    monkeypatch.setattr(cronos_fmt.Bank, "_classify", noted)
    with cronos_fmt.open(folder) as bank:
        found = [row[3][0] for row in quickly(bank, deleted=False)["rows"]]
    assert found == ["раз", "два" * 50, "три" * 50, "че\x1eтыре"]
    assert one_by_one == [bank.schema.ns1_copy]


def test_columns_that_were_made_together(tmp_path: Path) -> None:
    """Columns of a batch, one by one, as a part, as buffers, and with other values, are those of the values."""
    fields = [{"name": name, "type": "text"} for name in ("А", "Б", "В")]
    rows = [{"values": {"А": "раз", "В": "три"}}, {"values": {"А": "", "Б": "два"}}]
    table = {"name": "А", "fields": fields, "rows": rows}
    with cronos_fmt.open(made({"tables": [table]}, tmp_path / "bank")) as bank:
        ((batch,),) = (each.tables for each in scan.scan_batches(bank, columns_of(bank)))
        columns = batch.columns
        texts = [["раз", ""], ["", "два"], ["три", ""]]
        assert isinstance(columns, Columns) and len(columns) == 3
        assert [c.texts() for c in columns] == [columns[i].texts() for i in range(3)] == texts
        assert (columns[-1].texts(), [c.texts() for c in columns[1:]]) == (texts[2], texts[1:])
        with pytest.raises(IndexError):
            _ = columns[3]
        changed = columns.with_values({2: {1: Value("\n", "\n", "nul-in-text")}}).with_values({0: {1: Value("ё", "ё")}})
        assert [c.texts() for c in changed] == [["раз", "ё"], texts[1], ["три", "\n"]]
        assert [(c, list(column.odd)) for c, column in odd_columns(changed)] == [(2, [1])] and not columns.odd()
        for some in (columns, changed):
            assert rows_to_csv(batch.numbers, some) == rows_to_csv(batch.numbers, tuple(some))
            assert [c for c, _ in odd_columns(some)] == [c for c, _ in odd_columns(tuple(some))]


def test_a_range_of_records(tmp_path: Path) -> None:
    folder = made(one_table(*map(str, range(50))), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        numbers = {row.number for row in bank.tables["А"].rows()}
        for first, last in ((1, 10), (7, 7), (40, None), (45, 1000), (60, 59)):
            batches = list(scan.scan_batches(bank, columns_of(bank), first=first, last=last))
            found = [n for batch in batches for table in batch.tables for n in table.numbers.tolist()]
            stop = bank.bank.slot_count if last is None else last
            assert found == sorted(n for n in numbers if first <= n <= stop)


# ---- the engines


def test_the_kernel_is_there() -> None:
    """Elsewhere it may be missing, but the tests compare it with the fallback."""
    assert find_engine("native") is not None


def test_the_engine_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_name() == "native"
    monkeypatch.setenv(VARIABLE, "python")
    assert engine_name() == "python"
    assert engine_name(find_engine("native")) == "native"
    with pytest.raises(ValueError, match="native"):
        find_engine("fast")


@st.composite
def row_batches(draw: st.DrawFn) -> tuple[list[bytes], dict[str, Any]]:
    """Bodies of rows made of the bytes that matter, and what a base asks of them."""
    pieces = st.sampled_from(
        [b"\x1e", b"\x1d", b"\x1b", b"\x1b\2\0\0\0", b"\0", b"\x98", b"a", b"\xdf", b"850402", b"0930"]
    )
    bodies = draw(st.lists(st.lists(pieces | st.binary(max_size=3), max_size=12).map(b"".join), max_size=6))
    width = draw(st.integers(0, 4))
    columns = [(draw(st.integers(0, 3)), draw(st.integers(-1, width - 1))) for _ in range(draw(st.integers(0, 5)))]
    places = draw(st.permutations([*range(width), *[-1] * draw(st.integers(0, 3))]))
    asked = {"columns": columns, "places": places, "last": draw(st.integers(0, 6)), "items": draw(st.integers(1, 7))}
    return bodies, asked | {"mark": draw(st.sampled_from([-1, 0x1B]))}


@settings(PROFILE, max_examples=1_500)
@given(row_batches())
def test_both_engines_read_rows_alike(made_rows: tuple[list[bytes], dict[str, Any]]) -> None:
    from cronos_fmt.bulk.plan import tables_of

    bodies, asked = made_rows
    data = np.frombuffer(b"".join(b"\1" + body for body in bodies), np.uint8)
    lengths = np.array([1 + len(body) for body in bodies], np.int64)
    starts = np.cumsum(lengths) - lengths
    modes = np.array([mode for mode, _ in asked["columns"]], np.uint8)
    lines = np.array([line for _, line in asked["columns"]], np.int32)
    results = []
    for name in ("native", "python"):
        offsets = np.full((len(modes), len(bodies) + 1), -1, np.int32)
        stored, flags = np.full(len(bodies), -1, np.int32), np.full(len(bodies), 9, np.uint8)
        places = np.array(asked["places"], np.int32)
        texts, odd = find_engine(name).rows(
            data, starts, lengths, 1, 0x1E, asked["mark"], 0x1D, places, asked["last"], asked["items"],
            modes, lines, *tables_of(0x1D), 1900, offsets, stored, flags,
        )  # fmt: skip
        results.append(
            (bytes(texts), bytes(odd), offsets.tolist(), stored.tolist(), (flags & 1).tolist(), flags[flags == 0].size)
        )
    assert results[0] == results[1]


@settings(PROFILE, max_examples=300)
@given(st.lists(st.tuples(st.binary(max_size=20), st.integers(0, 1000), st.integers(0, 5)), max_size=8), st.booleans())
def test_both_engines_decode_alike(pieces: list[tuple[bytes, int, int]], encoded: bool) -> None:
    data = np.frombuffer(b"".join(piece + b"?" * gap for piece, _, gap in pieces), np.uint8)
    lengths = np.array([len(piece) for piece, *_ in pieces], np.int64)
    starts = np.cumsum([0, *(len(piece) + gap for piece, _, gap in pieces)])[: len(pieces)]
    places = np.cumsum([0, *(len(piece) for piece, *_ in pieces)])[: len(pieces)]
    shifts = np.array([shift for _, shift, _ in pieces], np.int64)
    expected = b"".join(OWN.decode(piece, shift) if encoded else piece for piece, shift, _ in pieces)
    for name in ("native", "python"):
        target = np.zeros(int(lengths.sum()), np.uint8)
        find_engine(name).decode(data, starts, lengths, shifts, OWN.table if encoded else b"", target, places)
        assert target.tobytes() == expected


_CELL = st.text(st.sampled_from('a"\r\n,;\t яё№€'), max_size=20)


@settings(PROFILE, max_examples=300)
@given(st.lists(st.tuples(_CELL, _CELL), max_size=6), st.sampled_from(",;\t|-1 "))
def test_csv_is_that_of_python(cells: list[tuple[str, str]], delimiter: str) -> None:
    from cronos_fmt.bulk import Column

    numbers = np.arange(len(cells), dtype=np.int64) * 977 - 3
    text = io.StringIO(newline="")
    for number, row in zip(numbers.tolist(), cells, strict=True):
        line = io.StringIO(newline="")
        csv.writer(line, delimiter=delimiter, lineterminator="\r\n").writerow([number, *row])
        text.write(line.getvalue()[:-2] + "\n")
    field: Any = None
    columns = [Column.of_texts(field, [row[i] for row in cells]) for i in range(2)]
    for engine in ("native", "python"):
        found = rows_to_csv(numbers, columns, delimiter, engine=engine)
        assert bytes(found) == text.getvalue().encode("utf-8")
    assert bytes(rows_to_csv(numbers, [], delimiter)).count(b"\n") == len(cells)


@pytest.mark.parametrize("change", ["short", "outside", "before", "huge", "line", "offsets"])
def test_the_kernel_checks_what_it_is_given(change: str) -> None:
    """Wrong arguments are an error, not a read outside of a buffer."""
    from cronos_fmt.bulk.plan import tables_of

    kernel = find_engine("native")
    data, n = np.frombuffer(b"\1ab\x1ecd", np.uint8), 1
    starts, lengths = np.array([0], np.int64), np.array([6], np.int64)
    lines, places = np.array([0], np.int32), np.array([0], np.int32)
    offsets = np.zeros((1, n + 1), np.int32)
    match change:
        case "short":
            lengths = lengths[:0]
        case "outside":
            lengths = lengths + 1
        case "before":
            starts = starts - 1
        case "huge":
            lengths = lengths + (1 << 62)
        case "line":
            lines = lines + 1
        case "offsets":
            offsets = offsets[:, :1]
    arguments = [1, 0x1E, 0x1B, 0x1D, places, 2, 10, np.zeros(1, np.uint8), lines, *tables_of(0x1D), 1900]
    with pytest.raises(ValueError, match="rows"):
        kernel.rows(data, starts, lengths, *arguments, offsets, np.zeros(n, np.int32), np.zeros(n, np.uint8))
    target, zeros = np.zeros(6, np.uint8), np.zeros(1, np.int64)
    if change in ("short", "outside", "before", "huge"):
        with pytest.raises(ValueError, match="decode"):
            kernel.decode(data, starts, lengths, zeros, b"", target, zeros)
    with pytest.raises(ValueError, match="decode"):
        kernel.decode(data, zeros, zeros + 6, zeros, b"", target, zeros + 1)
    for bad in ([0, 7], [-1, 2], [2, 1], [0, 1, 2]):
        with pytest.raises(ValueError, match="csv"):
            kernel.csv(zeros, ((np.array(bad, np.int32), data),), ord(","))
    for last in (6, -1):  # one behind the data that the column before leaves
        with pytest.raises(ValueError, match="csv"):
            kernel.csv(zeros, ((np.array([[0, 1], [0, last]], np.int32), data),), ord(","))


# ---- bounds


def test_a_sparse_tad_opens_at_once(tmp_path: Path) -> None:
    """128 million free slots: nothing is read before it is asked for, and counting takes window after window."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with (folder / "CroBank.tad").open("r+b") as file:
        file.truncate(2 << 30)
    with cronos_fmt.open(folder) as bank:
        assert bank.bank.slot_count > 128_000_000
        assert next(iter(scan.scan_batches(bank, columns_of(bank)))).counts.rows == 1


def test_an_error_of_the_system_ends_the_pass(tmp_path: Path) -> None:
    folder = made(one_table(*map(str, range(2_000))), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        _ = bank.schema, bank.bank
        path = folder / "CroBank.dat"
        path.write_bytes(path.read_bytes()[:400])
        with pytest.raises(CronosError, match="became shorter"):
            list(scan.scan_batches(bank, columns_of(bank)))
    assert FILES
