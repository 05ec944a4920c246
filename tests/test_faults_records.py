"""Known faults of readers, groups R, C and K: blocks, compression, and files whose KOD table is not at hand.

A test carries the id of its fault. One damaged record costs that record, never the run.
"""

from __future__ import annotations

import json
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_faults_opening import Pair, edited, exported, made, one_table, run, texts_of

import cronos_fmt
from cronos_fmt import Counts, CronosError, Kod, Limits, RecordClass, Row, Status
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.parsers import CompressedRecord
from cronos_fmt.kod import DEFAULT
from cronos_fmt.leaves import leaves
from cronos_fmt.parsing import parse

OWN = Kod(bytes(Random(5).sample(range(256), 256)))
TAGS = ["01.02", "01.03", "01.11", "01.19"]
BLOCK = 32
LONG = "".join(chr(ord("а") + i % 32) for i in range(150))


# ---- R: records and blocks


def with_blocks(tag: str, out: Path, **row: Any) -> Path:
    """A bank of three rows, the second in blocks at the end of the .dat."""
    long = {"values": {"Т": LONG}, "storage": "extended", "number": 4} | row
    files = {"stru": {"encoded": False}, "bank": {"block_size": BLOCK}}
    return made(one_table("раз", "три", long, version=tag, files=files), out)


def chain(pair: Pair, number: int) -> list[int]:
    """Offsets of the first chunk and the blocks of a record."""
    at = [pair.at(number)]
    following = pair.layouts.first_chunk.one(pair.dat, at[0]).next
    while following:
        at.append(following)
        following = pair.layouts.continuation.one(pair.dat, following).next
    return at


def link(pair: Pair, block: int, to: int) -> None:
    """Let a block of record 4 point elsewhere; block 0 is the first chunk."""
    layout = pair.layouts.continuation if block else pair.layouts.first_chunk
    at = chain(pair, 4)[block]
    largest = (1 << 8 * (layout.SIZE if block else layout.SIZE - 4)) - 1
    head = layout.one(pair.dat, at)._replace(next=min(to, largest))
    pair.dat[at : at + layout.SIZE] = layout.STRUCT.pack(*head)


def total(pair: Pair, value: int) -> None:
    at, layout = pair.at(4), pair.layouts.first_chunk
    pair.dat[at : at + layout.SIZE] = layout.STRUCT.pack(*layout.one(pair.dat, at)._replace(total=value))


def length(pair: Pair, value: int) -> None:
    pair.put(4, "extended", pair.at(4), value)


def inline(pair: Pair, at: int, value: int) -> None:
    pair.put(4, "inline", at, value)


# What is done to record 4, and what is said of it.
CHAINS: dict[str, tuple[Callable[[Pair], None], str]] = {
    "R1-itself": (lambda p: link(p, 2, chain(p, 4)[2]), "circle"),
    "R1-back": (lambda p: link(p, 3, chain(p, 4)[1]), "circle"),
    "R1-first-chunk": (lambda p: link(p, 1, chain(p, 4)[0]), "circle"),
    "R1-at-once": (lambda p: link(p, 0, chain(p, 4)[0]), "circle"),
    "R2-end-of-file": (lambda p: link(p, 1, len(p.dat)), "block without payload"),
    "R2-last-bytes": (lambda p: link(p, 1, len(p.dat) - p.layouts.continuation.SIZE), "block without payload"),
    "R2-R7-far-outside": (lambda p: link(p, 0, (1 << 64) - 1), "block without payload"),
    "R2-ends-early": (lambda p: link(p, 2, 0), "ends after"),
    "R2-no-blocks": (lambda p: link(p, 0, 0), "ends after"),
    "R3-short-first-chunk": (lambda p: length(p, p.layouts.first_chunk.SIZE - 1), "its header takes"),
    "R3-one-byte": (lambda p: length(p, 1), "its header takes"),
    "R3-total-over-file": (lambda p: total(p, len(p.dat) + 1), "more than the file"),
    "R3-R5-total-4-GiB": (lambda p: total(p, 0xFFFFFFFF), "more than the file"),
    "R4-first-chunk-outside": (lambda p: length(p, len(p.dat) - p.at(4) + 1), "bytes wanted, the file has"),
    "R4-behind-the-end": (lambda p: inline(p, len(p.dat), 1), "bytes wanted, the file has"),
    "R4-one-byte-over": (lambda p: inline(p, len(p.dat) - 8, 9), "bytes wanted, the file has"),
    "R5-2-GiB": (lambda p: inline(p, p.at(4), 0x7FFFFFFE), "record_bytes"),
    "R5-below-the-limit": (lambda p: inline(p, p.at(4), 200 << 20), "bytes wanted, the file has"),
}


@pytest.mark.parametrize("fault", CHAINS)
@pytest.mark.parametrize("tag", TAGS)
def test_one_damaged_record_costs_that_record(tag: str, fault: str, tmp_path: Path) -> None:
    """R1 to R7: loops, wild pointers and impossible lengths are one problem, and the other rows come whole."""
    damage, says = CHAINS[fault]
    folder = with_blocks(tag, tmp_path / "bank")
    with edited(folder) as pair:
        damage(pair)
    result = exported(folder)
    assert result.rows("А.csv")[1:] == [["1", "раз"], ["2", "три"]]
    counts = result.manifest["counts"]
    assert (counts["rows"], counts["skipped"], counts["files"]) == (2, 1, 0)
    (problem,) = result.problems
    assert (problem["kind"], problem["file"], problem["record"]) == ("record-damaged", "CroBank", 4)
    assert says in problem["message"]
    assert isinstance(problem["offset"], int)
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError, match=says):
        _ = bank.bank.record(4).layers


@pytest.mark.parametrize("tag", TAGS)
def test_r7_offsets_beyond_any_file_are_outside(tag: str, tmp_path: Path) -> None:
    """R7: the largest offset that a slot holds is answered without a seek."""
    folder = with_blocks(tag, tmp_path / "bank")
    with edited(folder) as pair:
        column = str(pair.layouts.tad_slot.DTYPE.names[0])
        bits = 56 if column == "offset_word" else 8 * pair.layouts.tad_slot.DTYPE[0].itemsize
        inline(pair, (1 << bits) - 1, 5)
    (problem,) = exported(folder).problems
    assert (problem["kind"], problem["offset"]) == ("record-damaged", (1 << bits) - 1)


@pytest.mark.parametrize("tag", TAGS)
def test_r5_lengths_are_checked_before_memory_is_taken(tag: str, tmp_path: Path) -> None:
    """R5: a length of 4 GiB, a total of 4 GiB: nothing of that size is ever asked for."""
    for number, fault in enumerate(("R3-R5-total-4-GiB", "R5-2-GiB", "R5-below-the-limit")):
        folder = with_blocks(tag, tmp_path / f"bank {number}")
        with edited(folder) as pair:
            CHAINS[fault][0](pair)
        tracemalloc.start()
        try:
            result = exported(folder, limits=Limits(record_bytes=2**40) if number else None)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert result.kinds == {"record-damaged": 1}
        assert peak < 64 << 20


@pytest.mark.parametrize("tag", TAGS)
def test_r8_the_surplus_of_a_padded_chunk_is_cut(tag: str, tmp_path: Path) -> None:
    """R8: what stands behind the total is older bytes, not the end of the last value."""
    folder = with_blocks(tag, tmp_path / "bank", first_chunk=200)
    with edited(folder) as pair:
        end = pair.at(4) + pair.layouts.first_chunk.SIZE + len(LONG) + 1
        assert set(pair.dat[end:]) == {0}
        pair.dat[end:] = "мусор".encode("cp1251").ljust(len(pair.dat) - end, b"\x1e")
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank)[4] == LONG
        assert bank.bank.record(4).data == b"\1" + LONG.encode("cp1251")


@pytest.mark.parametrize("tag", TAGS)
def test_r8_the_surplus_of_the_last_block_is_cut(tag: str, tmp_path: Path) -> None:
    """R8: the last block is whole, the record ends inside."""
    folder = with_blocks(tag, tmp_path / "bank", first_chunk=2)
    with edited(folder) as pair:
        slack = (len(pair.dat) - chain(pair, 4)[1]) % BLOCK
        assert slack == 0 and pair.dat[-1] == 0
        pair.dat[-1] = 0x1E
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank)[4] == LONG


@pytest.mark.parametrize("tag", TAGS)
def test_r9_a_last_block_that_holds_enough_is_good(tag: str, tmp_path: Path) -> None:
    """R9: the file ends inside the last block; the record is good until one of its own bytes is missing."""
    folder = with_blocks(tag, tmp_path / "bank")
    with edited(folder) as pair:
        slack = len(pair.dat) - len(bytes(pair.dat).rstrip(b"\0"))
        assert slack > 0
        del pair.dat[len(pair.dat) - slack :]
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank)[4] == LONG
        assert bank.problems.kept == []
    with edited(folder) as pair:
        del pair.dat[-1]
    assert exported(folder).kinds == {"record-damaged": 1}


def test_r6_a_long_chain_is_read(tmp_path: Path) -> None:
    """R6: thousands of blocks with one byte of payload each."""
    text = "ж" * 5_000
    row = {"values": {"Т": text}, "storage": "extended", "first_chunk": 0}
    folder = made(one_table(row, files={"stru": {"encoded": False}, "bank": {"block_size": 5}}), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank) == {1: text}
        assert len(bank.bank.record(1).layers[0].pieces) == len(text) + 2


def two_tables(*raw: str, **bank: Any) -> dict[str, Any]:
    """Two tables with a row each, and raw records from number 5 on."""
    tables = [{"name": name, "fields": [{"name": "Т", "type": "text"}], "rows": [{}]} for name in "АБ"]
    records = [{"number": number, "hex": data} for number, data in enumerate(raw, 5)]
    return {"files": {"stru": {"encoded": False}}, "tables": tables, "raw_records": records} | bank


def passes(folder: Path) -> dict[str, int]:
    """Problems after a pass for each table, as a caller at a prompt makes them."""
    with cronos_fmt.open(folder) as bank:
        for table in bank.tables.values():
            list(table.rows())
        return dict(bank.problems.by_kind)


def test_r11_a_damaged_record_is_reported_once(tmp_path: Path) -> None:
    """R11: a pass for each table must not count the damage for each table."""
    folder = made(two_tables("01"), tmp_path / "bank")
    with edited(folder) as pair:
        pair.put(5, "inline", len(pair.dat), 7)
    assert passes(folder) == {"record-damaged": 1}


REPEATED = {
    "unassigned": two_tables("63"),
    "ns1-copy": two_tables("01", extra_keys={"NS2": {"hex": "05000000"}}),
}


@pytest.mark.parametrize("kind", REPEATED, ids=lambda kind: f"R11-{kind}")
def test_what_is_wrong_with_a_record_is_reported_once(kind: str, tmp_path: Path) -> None:
    """R11: other things that are wrong with a record count once as well."""
    assert passes(made(REPEATED[kind], tmp_path / "bank")) == {kind: 1}


# ---- C: compression


def compressed(out: Path, *texts: str, chunk: Any = 40, **bank: Any) -> Path:
    """A bank whose rows are compressed, in chunks of so many plain bytes."""
    rows = [{"values": {"Т": {"raw": text}}, "compress": chunk} for text in texts]
    return made(one_table("цел", *rows, "тоже", **bank), out)


def span(pair: Pair, number: int, path: str) -> int:
    """Offset in the .dat of a part of a compressed inline record, such as chunks[1].crc."""
    at = pair.at(number)
    data = bytes(pair.dat[at : at + int(pair.slot(number).data_length[0])])
    return at + next(leaf.start for leaf in leaves(parse(CompressedRecord, data)) if leaf.path == path)


def break_deflate(pair: Pair, number: int, chunk: int) -> None:
    """Give the first block of a chunk the type that deflate does not have."""
    pair.dat[span(pair, number, f"chunks[{chunk}].deflated")] |= 0b110


def test_c1_what_came_before_a_broken_chunk_is_kept(tmp_path: Path) -> None:
    """C1: damaged deflate data costs its chunk; the run goes on and says so."""
    folder = compressed(tmp_path / "bank", LONG)
    with edited(folder) as pair:
        break_deflate(pair, 2, 2)
    result = exported(folder)
    # Of the 40 bytes of the first chunk one is the base id.
    assert result.texts("А.csv") == ["цел", LONG[:79], "тоже"]
    (problem,) = result.problems
    assert (problem["kind"], problem["record"]) == ("inflate-error", 2)


@pytest.mark.parametrize("text", [LONG, LONG * 10], ids=["C1-stored-file", "C1-other-base"])
def test_c1_a_broken_first_chunk_leaves_no_row(text: str, tmp_path: Path) -> None:
    """C1: with nothing inflated there is no base id, so the record is neither a row nor a stored file."""
    folder = compressed(tmp_path / "bank", text, chunk=True)
    with edited(folder) as pair:
        break_deflate(pair, 2, 0)
    result = exported(folder)
    assert (result.manifest["counts"]["files"], result.manifest["counts"]["unassigned"]) == (0, 0)
    assert result.manifest["counts"]["skipped"] == 1
    assert not (result.folder / "files").exists()


def test_c2_a_wrong_crc_keeps_the_row_and_marks_it(tmp_path: Path) -> None:
    """C2: the sum of a chunk does not fit; the row comes, with a problem beside it."""
    folder = compressed(tmp_path / "bank", LONG)
    with edited(folder) as pair:
        pair.dat[span(pair, 2, "chunks[1].crc")] ^= 1
    result = exported(folder)
    assert result.texts("А.csv") == ["цел", LONG, "тоже"]
    (problem,) = result.problems
    assert (problem["kind"], problem["file"], problem["record"]) == ("crc-mismatch", "CroBank", 2)


@pytest.mark.parametrize("size", [1, 40, 32_768], ids=lambda size: f"C3-{size}")
def test_c3_all_chunks_are_inflated(size: int, tmp_path: Path) -> None:
    """C3: a record goes on behind its first chunk, and is longer inflated than stored."""
    text = LONG * (2 if size == 1 else 700)
    folder = compressed(tmp_path / "bank", text, chunk=size)
    assert exported(folder).texts("А.csv") == ["цел", text, "тоже"]


def test_c4_the_inflated_size_is_bounded(tmp_path: Path) -> None:
    """C4: a record that inflates beyond the limit costs itself only."""
    folder = compressed(tmp_path / "bank", "x" * 999, "y" * 1_000)
    result = exported(folder, limits=Limits(inflated_bytes=1_000))
    assert result.texts("А.csv") == ["цел", "x" * 999, "тоже"]
    (problem,) = result.problems
    assert (problem["kind"], problem["record"]) == ("record-damaged", 3)
    assert "inflated_bytes" in problem["message"]


def chunk_of(plain: bytes, *, crc: int | None = None) -> dict[str, Any]:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    deflated = deflater.compress(plain) + deflater.flush()
    mark = layouts.COMPRESSED_RECORD__CHUNK__MARK
    return {"mark": mark, "crc": zlib.crc32(plain) if crc is None else crc, "deflated": deflated}


def compressed_record(*chunks: dict[str, Any]) -> bytes:
    return bytes(BUILDERS["compressed_record"].build({"chunks": [*chunks, dict.fromkeys(("mark", "crc", "deflated"))]}))


def test_c4_a_bomb_takes_no_memory(tmp_path: Path) -> None:
    """C4: 32 chunks of 16 MiB each, 16 kB a chunk in the file."""
    bomb = compressed_record(*[chunk_of(b"\1".ljust(16 << 20, b"\0"))] * 32)
    records = [{"number": 4, "hex": bomb.hex()}]
    folder = made(one_table("раз", raw_records=records), tmp_path / "bank")
    tracemalloc.start()
    try:
        result = exported(folder, limits=Limits(inflated_bytes=1 << 20))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (result.kinds, result.texts("А.csv")) == ({"record-damaged": 1}, ["раз"])
    assert peak < 24 << 20


def test_c5_a_record_cut_inside_a_chunk_is_reported(tmp_path: Path) -> None:
    """C5: the last chunk of a record is cut off; it is damage, and no stored file."""
    folder = compressed(tmp_path / "bank", LONG)
    with edited(folder) as pair:
        pair.put(2, "inline", pair.at(2), int(pair.slot(2).data_length[0]) - 10)
    result = exported(folder)
    assert result.manifest["counts"]["files"] == 0
    assert [problem["record"] for problem in result.problems] == [2]


# Bytes of the shape of a compressed record whose length word begins with the base id 1.
SHAPED = compressed_record({"mark": layouts.COMPRESSED_RECORD__CHUNK__MARK, "crc": 5, "deflated": b"z" * 300})


@pytest.mark.parametrize("data", [
    pytest.param(SHAPED, id="C6-no-deflate"),
    pytest.param(compressed_record(chunk_of(bytes(Random(1).sample(range(256), 256)) * 2, crc=7)), id="C6-wrong-crc"),
])  # fmt: skip
def test_c6_bytes_of_compressed_shape_in_a_plain_file_stay(data: bytes, tmp_path: Path) -> None:
    """C6: where the header says that nothing is compressed, a shape that does not inflate is plain data."""
    assert data[0] in (1, 2)
    folder = made(one_table("раз", raw_records=[{"number": 4, "hex": data.hex()}]), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        assert not bank.bank.header.may_be_compressed
        assert bank.bank.record(4).data == data
        assert bank.problems.kept == []


@pytest.mark.parametrize("data", [
    pytest.param(b"\1\0\0\2", id="C6-tail-alone"),
    pytest.param(
        SHAPED[:-3] + b"\0" + SHAPED[-3:],
        id="C6-sizes-miss-the-tail"
    ),
    pytest.param(SHAPED.replace(layouts.COMPRESSED_RECORD__CHUNK__MARK, b"\0\x08"), id="C6-other-mark"),
    pytest.param(b"\1" + "итог".encode("cp1251") + b"\2", id="C7-plain"),
])  # fmt: skip
def test_c6_each_record_is_looked_at(data: bytes, tmp_path: Path) -> None:
    """C6, C7: in a file with compressed records, a record that does not fit their shape to its end is plain."""
    files = {"stru": {"encoded": False}, "bank": {"may_be_compressed": True}}
    folder = made(one_table("раз", files=files, raw_records=[{"number": 4, "hex": data.hex()}]), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        assert bank.bank.record(4).data == data
        assert bank.problems.kept == []


def test_r11_a_wrong_crc_is_reported_once(tmp_path: Path) -> None:
    """R11: a file that is met by its reference and in its turn is one damaged record."""
    fields = [{"name": "Ф", "type": "file"}]
    tables = [{"name": "А", "fields": fields, "rows": [{"values": {"Ф": {"file": 3, "name": "скан"}}}]}]
    stored = [{"number": 3, "text": LONG, "compress": 40}]
    folder = made({"tables": tables, "stored_files": stored}, tmp_path / "bank")
    with edited(folder) as pair:
        pair.dat[span(pair, 3, "chunks[1].crc")] ^= 1
    result = exported(folder)
    assert result.kinds == {"crc-mismatch": 1}


# ---- K: KOD


@pytest.mark.parametrize("name", ["stru", "bank"])
@pytest.mark.parametrize("tag", ["01.04", "01.11"])
def test_k2_a_locked_file_is_named(tag: str, name: str, tmp_path: Path) -> None:
    """K2: a file with a table of its own is refused without it, never read with the default one; nothing is left."""
    files = {"stru": {"encoded": False}} | {name: {"encoded": True, "kod": OWN.table.hex()}}
    folder = made(one_table("раз", version=tag, files=files), tmp_path / "bank")
    result = run("export", folder, "--out", tmp_path / "out", "--kod", "none")
    assert result.exit_code == Status.KOD
    (line,) = result.stderr.splitlines()
    assert {"stru": "CroStru.dat", "bank": "CroBank.dat"}[name] in line and "KOD table of its own" in line
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]
    assert exported(folder, kod=OWN).texts("А.csv") == ["раз"]


@pytest.mark.parametrize("tag", ["01.02", "01.03"])
def test_k1_a_crostru_with_another_table_is_named(tag: str, tmp_path: Path) -> None:
    """K1: the version promises the default table, the dictionary does not decode: not an empty folder and success."""
    files = {"stru": {"encoded": True, "kod": OWN.table.hex()}}
    folder = made(one_table("раз", version=tag, files=files), tmp_path / "bank")
    result = run("export", folder, "--out", tmp_path / "out", "--kod", DEFAULT.table.hex())
    assert result.exit_code == Status.KOD
    (line,) = result.stderr.splitlines()
    assert "CroStru.dat" in line and "cronos-fmt kod recover" in line
    assert result.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]


@pytest.mark.parametrize("tag", ["01.02", "01.03"])
def test_k3_a_wrong_table_is_seen_by_what_it_makes_of_rows(tag: str, tmp_path: Path) -> None:
    """K3: the version promises the default table, and no header tells that CroBank has another one: rows decode to
    noise, so the file is refused, and nothing is left. Who insists gets the noise, each record of it as a problem."""
    files = {"stru": {"encoded": False}, "bank": {"encoded": True, "kod": OWN.table.hex()}}
    folder = made(one_table(*["строка"] * 100, version=tag, files=files), tmp_path / "bank")
    result = run("export", folder, "--out", tmp_path / "out")
    assert result.exit_code == Status.KOD
    (line,) = result.stderr.splitlines()
    assert "CroBank.dat" in line and "rows of CroBank" in line and "cronos-fmt kod recover" in line
    assert [path.name for path in tmp_path.iterdir()] == ["bank"]
    assert run("export", folder, "--out", tmp_path / "out", "--accept-doubtful").exit_code == Status.PROBLEMS
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    counts, kinds = manifest["counts"], manifest["problems"]["by_kind"]
    assert counts["unassigned"] > 90 and counts["rows"] < 5
    assert kinds["unassigned"] == counts["unassigned"] and kinds["kod-doubtful"] == 1
    assert exported(folder, kod=OWN).texts("А.csv") == ["строка"] * 100


def test_k3_a_few_rows_tell_nothing(tmp_path: Path) -> None:
    """K3: three records of noise may be three damaged ones; they are read, and the doubt is said."""
    files = {"stru": {"encoded": False}, "bank": {"encoded": True, "kod": OWN.table.hex()}}
    folder = made(one_table(*["строка"] * 3, files=files), tmp_path / "bank")
    result = exported(folder)
    assert result.kinds["kod-doubtful"] == 1
    kod = result.manifest["bank"]["files"][1]["kod"]
    assert (kod["source"], kod["verdict"]) == ("default", "doubtful") and "0 of 4 begin" in kod["note"]
    assert run("export", folder, "--out", tmp_path / "out").exit_code == Status.PROBLEMS


@pytest.mark.parametrize("tag", ["01.02", "01.11"])
def test_k4_a_plain_file_is_not_decoded(tag: str, tmp_path: Path) -> None:
    """K4: bit 0 of the encoding says that nothing is encoded, whatever the version and whatever table is given."""
    folder = made(one_table("раз", version=tag), tmp_path / "bank")
    for kod in ("auto", OWN, DEFAULT, None):
        with cronos_fmt.open(folder, kod=kod) as bank:
            assert (texts_of(bank), bank.bank.kod, bank.bank.needs_kod) == ({1: "раз"}, None, False)
            assert [layer.name for layer in bank.bank.record(1).layers] == ["stored", "assembled"]


def test_k5_a_new_file_with_the_default_table_is_read(tmp_path: Path) -> None:
    """K5: a v4 file may use the default table: it is tried, and its checks decide."""
    files = {name: {"encoded": True, "kod": "default"} for name in ("stru", "bank")}
    folder = made(one_table("раз", version="01.11", files=files), tmp_path / "bank")
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    assert result.manifest["bank"]["files"][0]["kod"]["source"] == "default"


@pytest.mark.parametrize("tag", ["01.02", "01.11"])
def test_k7_an_encoded_file_without_a_table_is_refused(tag: str, tmp_path: Path) -> None:
    """K7: with no table, encoded records are not read as they stand."""
    files = {"stru": {"encoded": False}, "bank": {"encoded": True, "kod": OWN.table.hex()}}
    folder = made(one_table("раз", version=tag, files=files), tmp_path / "bank")
    with cronos_fmt.open(folder, kod=None) as bank:
        assert list(bank.tables) == ["А"]
        for read in (lambda: list(bank.scan()), lambda: bank.classify(1), lambda: bank.bank.record(1).data):
            with pytest.raises(CronosError) as caught:
                read()
            assert caught.value.status is Status.KOD
            assert "CroBank" in str(caught.value)


def test_counts_name_each_class(tmp_path: Path) -> None:
    """E16: rows, files, empty, unassigned, damaged and free records of one bank, each in its class."""
    description = two_tables("01d0", "00d0", "63d0", "", "02d0", free_slots=3)
    folder = made(description, tmp_path / "bank")
    with edited(folder) as pair:
        pair.put(9, "inline", len(pair.dat), 3)
    with cronos_fmt.open(folder) as bank:
        counts = Counts()
        kinds = {item.number: item.kind for item in bank.scan(counts)}
        rows = sum(isinstance(item.content, Row) for item in bank.scan())
    C = RecordClass
    numbered = {5: C.ROW, 6: C.FILE, 7: C.UNASSIGNED, 8: C.EMPTY, 9: C.SKIPPED, 13: C.SYSTEM}
    assert kinds == dict.fromkeys(range(1, 14), C.FREE) | {1: C.ROW, 2: C.ROW} | numbered
    assert counts.add_up and (counts.slots, counts.rows, counts.free) == (13, rows, 5)
