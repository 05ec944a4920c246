"""Hostile input: any bytes give a result whose counts add up, or one CronosError, within the limits."""

from __future__ import annotations

import contextlib
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_faults_opening import assert_reconciled, edited, exported, made, one_table
from test_readers import SYNTHETIC

import cronos_fmt
from cronos_fmt import CronosError, Limits, Row, SlotState
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt._gen.versions import PROFILES, RowFormat
from cronos_fmt.free_list import free_list
from cronos_fmt.leaves import leaves
from cronos_fmt.parsing import parse, parse_partly
from cronos_fmt.rows import RawValues, split_values
from cronos_fmt.sinks import export

FILES = [f"{name}{end}" for name in ("CroStru", "CroBank", "CroIndex") for end in (".dat", ".tad")]
# Everything is small, so that a pass over a bank costs a few milliseconds.
LIMITS = Limits(record_bytes=1 << 20, inflated_bytes=1 << 20, problems_per_kind=20)
PROFILE = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def small_bank(tag: str, *, encoded: bool = False) -> dict[str, Any]:
    """A bank with a record of each kind and a value of each form."""
    fields = [
        {"name": "Т", "type": "text"},
        {"name": "Д", "type": "date", "position": 3},
        {"name": "Ф", "type": "file"},
        {"name": "С", "type": "direct link"},
    ]
    rows: list[dict[str, Any]] = [
        {"values": {"Т": "раз", "Д": "1985-04-02", "Ф": {"file": 8, "name": "имя", "extension": "txt"}}},
        {"values": {"Т": {"counted": "д\x1eва"}, "С": {"hex": "0105"}}, "hidden": {"2": "тайна"}},
        {"values": {"Т": ["три", "четыре"] * 10}, "storage": "extended"},
        {"values": {"Т": "пять " * 20}, "compress": 40},
    ]
    if tag == "01.11":
        rows += [{"values": {"Т": "был"}, "deleted": True}]
    return {
        "name": "Банк",
        "version": tag,
        "free_slots": 2,
        "files": {"stru": {"encoded": encoded}, "bank": {"encoded": encoded, "block_size": 24}},
        "tables": [{"name": "А", "layout": "0x0005", "fields": fields, "rows": rows}, {"name": "Б", "marker": 6}],
        "stored_files": [{"number": 8, "text": "файл"}],
        "raw_records": [{"number": 9, "hex": "63ff"}, {"number": 10, "hex": ""}],
    }


BANKS = {
    "01.02": small_bank("01.02"),
    "01.02 encoded": small_bank("01.02", encoded=True),
    "01.03": small_bank("01.03"),
    "01.11": small_bank("01.11"),
}


def contents(description: dict[str, Any]) -> dict[str, bytes]:
    """The files of a bank by name."""
    with tempfile.TemporaryDirectory() as folder:
        made(description, Path(folder) / "bank")
        return {name: (Path(folder) / "bank" / name).read_bytes() for name in FILES}


MADE = {name: contents(description) for name, description in BANKS.items()}


def survive(files: dict[str, bytes]) -> bool:
    """Read everything of a bank in every way; True where there was a result. Only CronosError is caught."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "bank"
        folder.mkdir()
        for file, data in files.items():
            (folder / file).write_bytes(data)
        for read in READINGS:
            with contextlib.suppress(CronosError), cronos_fmt.open(folder, limits=LIMITS) as bank:
                read(bank)
        try:
            with cronos_fmt.open(folder, limits=LIMITS) as bank:
                manifest = export(bank, Path(name) / "out", deleted=True)
        except CronosError as error:
            assert str(error)
            assert [path.name for path in Path(name).iterdir()] == ["bank"]
            return False
        assert_reconciled(manifest)
        return True


def _free_lists(bank: cronos_fmt.Bank) -> None:
    for name in bank.file_names:
        with contextlib.suppress(CronosError):
            list(free_list(bank.file(name)))


def _records(bank: cronos_fmt.Bank) -> None:
    """Each record with its layers, and the places of its bytes in the file."""
    for slot in bank.bank.slots():
        with contextlib.suppress(CronosError):
            for layer in bank.bank.record(slot.number).layers:
                layer.locate(0, len(layer.data))


def _rows(bank: cronos_fmt.Bank) -> None:
    for item in bank.scan(deleted=True):
        if isinstance(item.content, Row):
            row = item.content
            assert all(isinstance(row.text(f.column), str) for f in row.base.fields)
            assert row.hidden.keys() >= row.surplus.keys()


def _keys(bank: cronos_fmt.Bank) -> None:
    schema = bank.schema
    _ = schema.ns1_copy, bank.name
    for entry in schema.entries.values():
        with contextlib.suppress(CronosError):
            _ = entry.tree


READINGS: list[Callable[[cronos_fmt.Bank], None]] = [_free_lists, _records, _rows, _keys]


@pytest.mark.parametrize("bank", BANKS)
def test_the_whole_bank_gives_a_result(bank: str) -> None:
    """What is damaged below is sound before."""
    assert survive(MADE[bank])


# ---- truncation


def cuts(name: str, data: bytes, tag: str) -> list[int]:
    """Lengths to cut a file to: all of a .tad; of a .dat its header, and a close grid over its records."""
    if name.endswith(".tad"):
        return list(range(len(data)))
    area = PROFILES[tag].layouts
    assert area is not None and area.dat_area is not None
    start = layouts.DatHeader.SIZE + area.dat_area.SIZE
    near = range(start - 4, len(data), 7 if name == "CroStru.dat" else 3)
    return sorted({*range(layouts.DatHeader.SIZE + 2), *range(0, len(data), 97), *near} & set(range(len(data))))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("bank", ["01.02", "01.03", "01.11"])
def test_x8_a_file_cut_anywhere(bank: str, file: str) -> None:
    """X8: the end of each file is missing, at every place that matters."""
    whole = MADE[bank]
    for length in cuts(file, whole[file], bank):
        survive(whole | {file: whole[file][:length]})


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("content", [b"", b"\0", b"\xff" * 4_000, b"\0" * 4_000, b"CroFile\0" * 500])
def test_x8_a_file_of_something_else(file: str, content: bytes) -> None:
    """X8: a file of the right name holds anything."""
    for bank in ("01.02", "01.11"):
        survive(MADE[bank] | {file: content})


@pytest.mark.parametrize("file", FILES)
def test_x8_files_of_another_bank(file: str) -> None:
    """X8: one file comes from a bank of another version."""
    for bank in BANKS:
        for other in BANKS:
            survive(MADE[bank] | {file: MADE[other][file]})


# ---- seeded damage


@st.composite
def damaged_banks(draw: st.DrawFn) -> dict[str, bytes]:
    """A small bank with up to 20 bytes changed, put in or left out, in one file or in several."""
    files = dict(MADE[draw(st.sampled_from(list(BANKS)))])
    left = 20
    while left > 0 and (left == 20 or draw(st.booleans())):
        name = draw(st.sampled_from([*FILES[:4], *FILES]))
        data = bytearray(files[name])
        # Most of a .dat is filler that nobody reads; damage goes behind it more often.
        low = draw(st.sampled_from([0, 0, len(data) // 2, len(data) * 3 // 4]))
        at = draw(st.integers(low, len(data)))
        new = draw(
            st.sampled_from([b"\0", b"\1", b"\xff", b"\xff\xff\xff\xff", b"\x80", b"\x1b", b"\x1e"])
            | st.binary(max_size=6)
        )
        match draw(st.sampled_from(["flip", "overwrite", "insert", "delete"])):
            case "flip" if at < len(data):
                data[at] ^= 1 << draw(st.integers(0, 7))
            case "overwrite":
                data[at : at + len(new)] = new
            case "insert":
                data[at:at] = new
            case "delete":
                del data[at : at + draw(st.integers(1, 20))]
        files[name] = bytes(data)
        left -= max(len(new), 1) + 2
    return files


@settings(PROFILE, max_examples=400)
@given(damaged_banks())
def test_x8_a_damaged_bank_gives_a_result_or_one_error(files: dict[str, bytes]) -> None:
    """X8: seeded damage in all files of all kinds of banks."""
    survive(files)


# ---- limits


def test_record_bytes_bounds_a_record(tmp_path: Path) -> None:
    """X4: longer records, inline or extended, are left out, one problem each; those at the limit are read."""

    def row(text: str, storage: str) -> dict[str, Any]:
        return {"values": {"Т": text}, "storage": storage}

    # The base id takes one of the bytes.
    rows = [row(text * n, storage) for storage in ("inline", "extended") for text, n in (("x", 1_999), ("y", 2_000))]
    folder = made(one_table(*rows), tmp_path / "bank")
    result = exported(folder, limits=Limits(record_bytes=2_000))
    assert result.texts("А.csv") == ["x" * 1_999] * 2
    assert [(p["kind"], p["record"]) for p in result.problems] == [("record-damaged", 2), ("record-damaged", 4)]
    assert all("record_bytes" in problem["message"] for problem in result.problems)


@pytest.mark.parametrize("mark", [b"", b"\x1b\0\0\0\0"], ids=["plain", "counted"])
def test_items_bounds_the_values_of_a_row(mark: bytes, tmp_path: Path) -> None:
    """X4: a row of more values than the caller allows is damaged, and does not become as many objects."""
    raw = [{"number": 1, "hex": (b"\1" + mark + b"a\x1e" * 50).hex()}]
    folder = made(one_table(raw_records=raw), tmp_path / "bank")
    with cronos_fmt.open(folder, limits=Limits(items=20)) as bank:
        (row,) = bank.tables["А"].rows()
        assert len(row.hidden) <= 20
        assert row.error is not None and "items" in row.error.message


def test_items_bounds_plain_rows(tmp_path: Path) -> None:
    """X4: a megabyte of separators must not become a million values."""
    raw = [{"number": 1, "hex": (b"\1" + b"\x1e" * (1 << 20)).hex()}]
    with cronos_fmt.open(made(one_table(raw_records=raw), tmp_path / "bank")) as bank:
        (row,) = bank.tables["А"].rows()
        assert len(row.hidden) <= Limits().items


def test_items_bounds_counted_rows(tmp_path: Path) -> None:
    """X4: the same with counted values, which cost an object each."""
    raw = [{"number": 1, "hex": (b"\1\x1b\0\0\0\0" + b"\x1e" * (Limits().items + 5)).hex()}]
    with cronos_fmt.open(made(one_table(raw_records=raw), tmp_path / "bank")) as bank:
        (row,) = bank.tables["А"].rows()
        assert row.error is not None and "limit items" in row.error.message


@pytest.mark.parametrize("tag", ["01.02", "01.03", "01.11"])
def test_claimed_lengths_allocate_nothing(tag: str, tmp_path: Path) -> None:
    """X4, R5: each slot claims as much as it can; the memory used stays that of the files."""
    folder = made(one_table(*["раз"] * 200, version=tag), tmp_path / "bank")
    for name in ("CroBank", "CroStru"):
        with edited(folder, name) as pair:
            longest = 0xFFFFFFFE if tag == "01.11" else 0x7FFFFFFE
            for number in range(1 if name == "CroBank" else 2, 201 if name == "CroBank" else 3):
                pair.put(number, ("inline", "extended")[number % 2], pair.data_start, longest)
    for limits in (None, Limits(record_bytes=1 << 40)):
        tracemalloc.start()
        try:
            with cronos_fmt.open(folder, limits=limits) as bank:
                kinds = [item.kind.value for item in bank.scan()]
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert kinds.count("skipped") == 200
        assert peak < 16 << 20


# ---- parsers


def assert_inside(name: str, data: bytes) -> None:
    """A parser returns, and every leaf of what it read lies inside the data."""
    tree, error = parse_partly(PARSERS[name], data)
    assert error is None or (error.path or "").startswith(name)
    for leaf in leaves(tree):
        assert 0 <= leaf.start <= leaf.stop <= len(data), leaf


@pytest.mark.parametrize("name", PARSERS)
@settings(PROFILE, max_examples=60)
@given(st.data())
def test_a_parser_takes_any_bytes(name: str, data: st.DataObject) -> None:
    """X8: random bytes, and sound structures with damage, which get further."""
    whole = st.sampled_from([instance.data for instance in SYNTHETIC if instance.structure == name] or [b""])
    assert_inside(name, data.draw(st.binary(max_size=200)))
    changed = bytearray(data.draw(whole))
    if changed:
        for _ in range(data.draw(st.integers(1, 4))):
            changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    assert_inside(name, bytes(changed) + data.draw(st.binary(max_size=8)))


ROW_FORMATS = sorted({p.layouts.row for p in PROFILES.values() if p.layouts}, key=lambda row: row.record)
BYTES = st.lists(
    st.sampled_from([b"\x1b", b"\x1d", b"\x1e", b"\xfd", b"\xfe", b"\0", b"\2\0\0\0", b"ab", b"\x1b\1\0\0\0x"])
)
RECORDS = (
    st.binary(max_size=60)
    | BYTES.map(b"".join)
    | st.binary(max_size=60).map(lambda data: data.replace(b"\x1b", b"\x1a"))
)


def joined(raw: RawValues, row: RowFormat) -> bytes:
    """The bytes that the values of a row come from, by the builders."""
    parts: list[bytes] = []
    for i, value in enumerate(raw.values):
        if i in raw.counted:
            parts.append(bytes(BUILDERS[f"{row.record}.counted_value"].build({"body": value})))
        elif i + 1 == len(raw.values) and raw.error is not None:
            parts.append(value)
        else:
            parts.append(bytes(BUILDERS[f"{row.record}.value"].build(_plain(value, row))))
    return b"".join(parts)


def _plain(value: bytes, row: RowFormat) -> dict[str, Any]:
    return {"lead": (value or row.separator)[0], "counted": None, "plain": value, "separator": row.separator}


@pytest.mark.parametrize("row", ROW_FORMATS, ids=lambda row: row.record)
@settings(PROFILE, max_examples=500)
@given(RECORDS)
def test_split_values_is_the_parser(row: RowFormat, body: bytes) -> None:
    """V20: the short way for rows without counted values gives what the parser gives, for any bytes."""
    record = b"\1" + body
    split = split_values(record, row)
    tree, error = parse_partly(PARSERS[row.record], record)
    values: Any = tree
    assert (split.error is None) == (error is None)
    whole = values.values if error is None else values.values[:-1]
    counted = [getattr(value, "counted", None) for value in whole]
    expected = [c.body if c is not None else v.plain for c, v in zip(counted, whole, strict=True)]
    assert split.values[: len(expected)] == expected
    assert len(split.values) == len(expected) + (error is not None)
    assert split.counted == {i for i, c in enumerate(counted) if c is not None}


@pytest.mark.parametrize("row", ROW_FORMATS, ids=lambda row: row.record)
@settings(PROFILE, max_examples=500)
@given(RECORDS)
def test_no_byte_of_a_row_is_lost(row: RowFormat, body: bytes) -> None:
    """Nothing lost, nothing invented: the values, put together again, are the row, but for a last separator."""
    split = split_values(b"\1" + body, row)
    again = joined(split, row)
    assert again in (body, body + row.separator)


@settings(PROFILE, max_examples=300)
@given(st.sampled_from([tag for tag, profile in PROFILES.items() if profile.layouts]), st.binary(max_size=120))
def test_any_slots_have_a_state(tag: str, data: bytes) -> None:
    """T5: any bytes as slots: each has one state, and those of a list agree with those one by one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "bank"
        made({"version": tag, "files": {"stru": {"encoded": False}}}, folder)
        with edited(folder) as pair:
            pair.tad += data
        with cronos_fmt.open(folder) as bank:
            slots = list(bank.bank.slots())
            assert slots == [bank.bank.slot(number) for number in range(1, bank.bank.slot_count + 1)]
            counted = bank.bank.count_states()
        assert counted == {state: sum(slot.state is state for slot in slots) for state in SlotState}


def _structures() -> Iterator[str]:
    yield from sorted({instance.structure for instance in SYNTHETIC})


def test_every_parser_is_among_those_with_sound_data() -> None:
    """The damage above starts from a sound instance of each structure."""
    assert set(_structures()) == set(PARSERS)
    for instance in SYNTHETIC:
        parse(PARSERS[instance.structure], instance.data)
