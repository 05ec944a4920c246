"""coverage: each byte of each file in one class, whatever the file is; and what stands in the gaps."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import test_versions as versions
from click.testing import CliRunner, Result
from golden import check_golden

import cronos_fmt
from cronos_fmt import kod
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.parsers import FieldDefinition
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.cli import main
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.inspect import claims, coverage, extents, leftovers
from cronos_fmt.inspect.claims import ByteClass
from cronos_fmt.inspect.coverage import FileCoverage, Gap, coverage_of
from cronos_fmt.inspect.definition import base_ranges, definition_ranges
from cronos_fmt.inspect.extents import EXTENT, ExtentStore, Overlaps
from cronos_fmt.inspect.leftovers import Leftover, find_leftovers
from cronos_fmt.parsing import parse
from cronos_fmt.writer import write_bank

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "bank"
V3, V4 = "01.02", "01.11"


def cover(folder: Path, *, full: bool = False, **options: Any) -> dict[str, FileCoverage]:
    """The coverage of a bank by name of the file, checked: nothing is missing, nothing counted twice."""
    with cronos_fmt.open(folder, **options) as bank:
        found = {each.name: each for each in coverage_of(bank, full=full)}
    for each in found.values():
        check_sums(each)
        assert each.size == (folder / each.name).stat().st_size
    return found


def check_sums(file: FileCoverage) -> None:
    assert sum(file.classes.values()) == file.size
    assert min(file.classes.values(), default=0) >= 0
    for most in (1, 7, 4096):
        runs = file.runs(most)
        assert len(runs) <= most
        at = 0
        for run in runs:
            assert run.start == at < run.stop
            assert sum(run.classes.values()) == run.stop - run.start
            at = run.stop
        assert at == file.size
        total: Counter[str] = Counter()
        for run in runs:
            total.update(run.classes)
        assert total == {name: count for name, count in file.classes.items() if count}
    with_fields = ("header", "slots", "records", "chunk_headers")
    if not file.note:
        assert sum(file.statuses.values()) == sum(file.classes.get(name, 0) for name in with_fields)
    assert sum(share.bytes for share in file.records) == file.classes.get("records", 0)
    assert all(sum(share.statuses.values()) == share.bytes for share in file.records)
    at = 0
    gaps: Counter[str] = Counter()
    for gap in file.gaps:
        assert at <= gap.start < gap.stop <= file.size
        gaps[str(gap.cls)] += gap.stop - gap.start
        at = gap.stop
    if sum(file.gap_counts.values()) == len(file.gaps):
        assert gaps == {str(cls): file.classes[cls] for cls in coverage.GAPS if file.classes.get(cls)}


def shares(file: FileCoverage) -> dict[tuple[str | None, str | None], tuple[int, int]]:
    return {(share.structure, share.base): (share.records, share.bytes) for share in file.records}


def unexplained_in_records(file: FileCoverage) -> list[Gap]:
    return [gap for gap in file.gaps if gap.cls is ByteClass.UNEXPLAINED and gap.record]


# ---- must hold: every byte, in real banks and in every version


@pytest.mark.realdata
def test_every_byte_of_the_sample_banks(sample_bank: Path) -> None:
    found = cover(sample_bank)
    assert len(found) == 6
    assert all(each.is_full for each in found.values())
    for each in found.values():
        assert unexplained_in_records(each) == []
        assert each.overlaps.bytes == 0
    # The byte that a first attempt left in front of record 1, and bit cards that were replaced.
    assert found["CroStru.dat"].classes["unexplained"] in (1, 22)


@pytest.mark.realdata
def test_classes_of_a_sample(sample_banks: dict[str, Path]) -> None:
    """Free blocks, old bit cards and old text, as they are known from looking at the bytes."""
    found = cover(sample_banks["cronosparser_long_text"])
    bank, stru = found["CroBank.dat"], found["CroStru.dat"]
    assert bank.classes["free"] == 1_741 * 64
    assert [(g.start, g.stop, g.cls) for g in bank.gaps] == [
        (0x12D, 0x12E, ByteClass.UNEXPLAINED),
        (0x89BC, 0x23CFC, ByteClass.FREE),
        (0x23CFC, 0x23D2E, ByteClass.UNEXPLAINED),
    ]
    assert [g.start for g in stru.gaps if g.cls is ByteClass.UNEXPLAINED] == [0x100, 0x647, 0x800, 0x96C]
    assert shares(bank)["bank_record", "Base003"] == (2, 768_726)


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "encoded"])
@pytest.mark.parametrize("tag", versions.READABLE)
def test_every_byte_of_every_version(tag: str, encoded: bool, tmp_path: Path) -> None:
    settings = versions.settings(tag, encoded)
    bank = versions.make(tmp_path / "bank", settings, settings)
    own = encoded and PROFILES[tag].kod == "own"
    for table in [cronos_fmt.Kod(versions.OWN)] if own else ["auto"]:
        found = cover(bank, kod=table)
        assert found["CroStru.dat"].classes["unexplained"] == 1
        assert found["CroBank.dat"].classes["unexplained"] == 0
        assert all(unexplained_in_records(each) == [] for each in found.values())
        assert {share.structure for share in found["CroStru.dat"].records} == {"dictionary", "referenced_value"}
        rows = PROFILES[tag].layouts
        assert rows is not None
        assert shares(found["CroBank.dat"])[rows.row.record, "Base001"][0] == 2
        assert shares(found["CroBank.dat"])["compressed_record", None][0] == 3
    if own:
        # Without a table the records are there, and nobody looked into them.
        locked = cover(bank, kod=None)
        assert shares(locked["CroBank.dat"]).keys() == {(None, None)}
        assert locked["CroBank.dat"].classes["records"] == found["CroBank.dat"].classes["records"]


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "encoded"])
@pytest.mark.parametrize("tag", versions.READABLE)
def test_sample_and_all_records_agree(tag: str, encoded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways to the classes: one record after the other by its fields, and all of a window by their first bytes."""
    settings = versions.settings(tag, encoded)
    bank = versions.make(tmp_path / "bank", settings, settings)
    own = encoded and PROFILES[tag].kod == "own"
    table = cronos_fmt.Kod(versions.OWN) if own else "auto"
    one = cover(bank, kod=table)
    monkeypatch.setattr(claims, "_ALL_RECORDS", -1)
    monkeypatch.setattr(claims, "_SLOTS_AT_ONCE", 5)
    monkeypatch.setattr(claims.RecordClaims, "_sample", lambda self: frozenset({2, 30}))
    other = cover(bank, kod=table)
    assert other["CroBank.dat"].statuses["not looked at"] > 0
    assert not other["CroBank.dat"].is_full
    for name, each in one.items():
        assert each.classes == other[name].classes
        if name == "CroBank.dat":
            assert shares(each) == shares(other[name])
            assert {share.looked_at for share in other[name].records} >= {0, 1}
    assert all(each.is_full for each in cover(bank, kod=table, full=True).values())


@pytest.mark.realdata
def test_samples_agree_too(sample_bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = cover(sample_bank)
    monkeypatch.setattr(claims, "_ALL_RECORDS", -1)
    monkeypatch.setattr(claims.RecordClaims, "_sample", lambda self: frozenset())
    other = cover(sample_bank)
    for name, each in one.items():
        assert each.classes == other[name].classes
    assert shares(one["CroBank.dat"]) == shares(other["CroBank.dat"])


# ---- must hold: every field of the schema can be shown in the bytes of the file


def shown_definitions(folder: Path) -> list[tuple[bytes, str]]:
    """The stored bytes that hold each field's definition, and what the field is called."""
    found = []
    with cronos_fmt.open(folder) as bank:
        for base in bank.schema.bases:
            names = [(base.number_name, definition_ranges(bank, base))]
            names += [(field.name, definition_ranges(bank, base, field)) for field in base.fields]
            names.append((base.name, base_ranges(bank, base)))
            for name, ranges in names:
                found.append((b"".join(bank.stru.dat.read(*each) for each in ranges), name))
    return found


def is_definition(data: bytes, name: str, *, whole: bool) -> bool:
    """Whether bytes are a definition: its size word, or the head of a base, and the name with its length."""
    text = name.encode("cp1251")
    size = layouts.FieldDefinition.SIZE
    fits = whole or layouts.FieldDefinition.one(data).size == len(data) - size
    return fits and bytes([len(text)]) + text in data


@pytest.mark.realdata
def test_definitions_of_sample_banks_are_found_in_the_file(sample_bank: Path) -> None:
    """Not by the way they were read: of the 256 running shifts one makes a definition of the stored bytes."""
    shown = shown_definitions(sample_bank)
    assert len(shown) >= 2
    for data, name in shown:
        plain = [kod.DEFAULT.decode(data, shift) for shift in range(256)]
        whole = not any(is_definition(each, name, whole=False) for each in plain)
        assert sum(is_definition(each, name, whole=whole) for each in plain) == 1, name


@pytest.mark.parametrize("tag", versions.READABLE)
def test_definitions_of_every_version_are_found_in_the_file(tag: str, tmp_path: Path) -> None:
    folder = versions.make(tmp_path / "bank", versions.settings(tag, False), versions.settings(tag, False))
    shown = shown_definitions(folder)
    assert [name for _, name in shown] == [
        "Системный номер", "Файлы", "Системный номер", "Имя", "Дата", "Номер", "Новая",
        "Системный номер", "Имя", "Старая",
    ]  # fmt: skip
    for data, name in shown:
        assert is_definition(data, name, whole=name in ("Файлы", "Новая", "Старая")), name


def test_fields_of_one_name_have_their_own_definitions(tmp_path: Path) -> None:
    folder = tmp_path / "bank"
    fields = [{"name": f"Имя{place}", "type": "text", "position": place} for place in (3, 1, 2)]
    tables = [{"name": "Т", "fields": fields, "by_reference": False}]
    write_bank({"name": "Б", "files": {"stru": {"encoded": False}}, "tables": tables}, folder)
    data = (folder / "CroStru.dat").read_bytes()
    for place in (1, 2, 3):
        data = data.replace(f"Имя{place}".encode("cp1251"), "Имя0".encode("cp1251"))
    (folder / "CroStru.dat").write_bytes(data)
    with cronos_fmt.open(folder) as bank:
        base = bank.schema.tables[0]
        assert [(field.name, field.position) for field in base.fields] == [("Имя0", place) for place in (1, 2, 3)]
        for field in base.fields:
            stored = b"".join(bank.stru.dat.read(*each) for each in definition_ranges(bank, base, field))
            assert parse(FieldDefinition, stored).body.data.position == field.position
        with pytest.raises(ValueError, match="no such field"):
            definition_ranges(bank, bank.schema.bases[0], base.fields[0])


# ---- broken files


def patch_slot(folder: Path, number: int, state: str, **place: int) -> None:
    """Write another slot into CroBank.tad."""
    with cronos_fmt.open(folder) as bank:
        slot, head = bank.bank.layouts.tad_slot, bank.bank.layouts.tad_header
    path = folder / "CroBank.tad"
    data = bytearray(path.read_bytes())
    at = head.SIZE + (number - 1) * slot.SIZE
    data[at : at + slot.SIZE] = slot.pack(state, **place)
    path.write_bytes(data)


def small_bank(folder: Path, tag: str = V3, **more: Any) -> Path:
    fields = [{"name": "Имя", "type": "text"}, {"name": "Дата", "type": "date"}, {"name": "Номер", "type": "number"}]
    rows = [
        {"number": n, "values": {"Имя": f"Иванов Иван {n}", "Дата": "1985-04-02", "Номер": "77"}, **more}
        for n in range(1, 6)
    ]
    rows.append({"number": 6, "values": {"Имя": "Длинное имя. " * 30}, "storage": "extended"})
    description = {
        "name": "Б", "version": tag, "files": {"stru": {"encoded": PROFILES[tag].kod == "default"}},
        "ns1_record": 12, "tables": [{"name": "Люди", "fields": fields, "rows": rows}],
    }  # fmt: skip
    write_bank(description, folder)
    return folder


@pytest.mark.parametrize("full", [False, True])
def test_two_slots_that_claim_the_same_bytes(full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_bank(tmp_path / "bank")
    monkeypatch.setattr(claims, "_ALL_RECORDS", 10_000 if full else -1)
    before = cover(folder)["CroBank.dat"].classes
    with cronos_fmt.open(folder) as bank:
        second = bank.bank.slot(2)
    patch_slot(folder, 8, "inline", at=second.offset + 3, length=5)
    with cronos_fmt.open(folder) as bank:
        (found,) = [each for each in coverage_of(bank) if each.name == "CroBank.dat"]
        (problem,) = [p for p in bank.problems.kept if p.kind == "overlap"]
    check_sums(found)
    assert found.classes == before
    assert found.overlaps.bytes == 5
    assert found.overlaps.kept[0] == (second.offset + 3, second.offset + 8, 2, 8)
    assert (problem.record, problem.offset) == (8, second.offset + 3)
    assert "record 2" in problem.message


def test_record_in_the_header_is_an_overlap(tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    patch_slot(folder, 8, "inline", at=3, length=8)
    found = cover(folder)["CroBank.dat"]
    assert found.overlaps.kept[0] == (3, 11, 0, 8)
    assert found.classes["header"] == layouts.DatHeader.SIZE + layouts.DatAreaV3.SIZE


@pytest.mark.parametrize("full", [False, True])
def test_damaged_records_are_a_class_of_their_own(full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_bank(tmp_path / "bank")
    monkeypatch.setattr(claims, "_ALL_RECORDS", 10_000 if full else -1)
    with cronos_fmt.open(folder) as bank:
        chunks = list(bank.bank.chunks(bank.bank.slot(6)))
        block, link = bank.bank.block_size, bank.bank.layouts.continuation.SIZE
    data = bytearray((folder / "CroBank.dat").read_bytes())
    data[chunks[2].offset : chunks[2].offset + link] = bytes(link)
    (folder / "CroBank.dat").write_bytes(data)
    patch_slot(folder, 8, "inline", at=len(data) - 3, length=20)
    with cronos_fmt.open(folder) as bank:
        (found,) = [each for each in coverage_of(bank) if each.name == "CroBank.dat"]
        assert bank.problems.by_kind == {"record-damaged": 2}
    check_sums(found)
    first = len(chunks[0].payload) + chunks[0].header
    assert found.classes["damaged"] == first + 2 * block
    assert found.classes["unexplained"] == (len(chunks) - 3) * block


@pytest.mark.parametrize("tag", [V4, "01.01"])
def test_deleted_records(tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_bank(tmp_path / "bank", tag, deleted=True)
    with cronos_fmt.open(folder) as bank:
        slots = [bank.bank.slot(n) for n in range(1, 6)]
        files = coverage_of(bank)
        found = find_leftovers(bank, files).found
    assert {slot.state for slot in slots} == {SlotState.DELETED}
    (covered,) = [each for each in files if each.name == "CroBank.dat"]
    check_sums(covered)
    assert covered.classes["deleted"] == sum(slot.length for slot in slots)
    assert [(each.offset, each.length, each.record, each.base) for each in found if each.cls == "deleted"] == [
        (slot.offset, slot.length, slot.number, "Base001") for slot in slots
    ]
    # Bytes that a live record has now are no longer those of the deleted one, and that is no problem.
    patch_slot(folder, 8, "inline", at=slots[0].offset, length=4)
    with cronos_fmt.open(folder) as bank:
        again = {each.name: each for each in coverage_of(bank)}["CroBank.dat"]
        assert bank.problems.by_kind["overlap"] == 0
    assert again.classes["deleted"] == covered.classes["deleted"] - 4
    monkeypatch.setattr(claims, "_ALL_RECORDS", -1)
    assert cover(folder)["CroBank.dat"].classes == again.classes


def test_bytes_behind_the_last_slot(tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    with (folder / "CroBank.tad").open("ab") as file:
        file.write(b"12345")
    found = cover(folder)["CroBank.tad"]
    assert found.classes["unexplained"] == 5
    assert found.gaps == [Gap(found.size - 5, found.size, ByteClass.UNEXPLAINED, 0)]
    assert found.slots == {"free": 13, "inline": 6, "extended": 1}


def test_pair_that_cannot_be_opened(tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    (folder / "CroIndex.dat").write_bytes(b"nothing")
    (folder / "CroBank.tad").unlink()
    found = cover(folder)
    assert found["CroIndex.dat"].classes == {"unexplained": 7}
    assert found["CroBank.dat"].classes == {"unexplained": found["CroBank.dat"].size}
    assert "CroBank.tad missing" in found["CroBank.dat"].note
    assert found["CroStru.dat"].classes["records"] > 0
    for path in folder.glob("*.tad"):
        path.unlink()
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError):
        coverage_of(bank)


def test_without_definitions_records_have_no_structure(tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    for path in folder.glob("CroStru.*"):
        path.unlink()
    found = cover(folder)["CroBank.dat"]
    assert shares(found).keys() == {(None, None)}
    assert not found.is_full


@pytest.mark.parametrize("name", ["CroBank.dat", "CroStru.dat", "CroBank.tad"])
@pytest.mark.parametrize("tag", [V3, V4, "01.01"])
def test_file_cut_short_anywhere(name: str, tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_bank(tmp_path / "bank", tag)
    data = (folder / name).read_bytes()
    for length in range(0, len(data), 37):
        (folder / name).write_bytes(data[:length])
        for all_records in (10_000, -1):
            monkeypatch.setattr(claims, "_ALL_RECORDS", all_records)
            cover(folder, kod=cronos_fmt.Kod(versions.OWN) if tag == V4 else "auto")


@pytest.mark.parametrize("tag", [V3, V4, "01.01"])
@pytest.mark.parametrize("seed", range(20))
def test_random_damage_adds_up(tag: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_bank(tmp_path / "bank", tag)
    chance = random.Random(seed)
    for path in folder.glob("Cro[BS]*.?a?"):
        data = bytearray(path.read_bytes())
        for _ in range(chance.randrange(1, 30)):
            at = chance.randrange(19, len(data)) if path.suffix == ".dat" else chance.randrange(len(data))
            data[at] = chance.randrange(256)
        path.write_bytes(data)
    for all_records in (10_000, -1):
        monkeypatch.setattr(claims, "_ALL_RECORDS", all_records)
        with cronos_fmt.open(folder, kod=kod.DEFAULT if tag == V3 else None) as bank:
            files = coverage_of(bank)
            for each in files:
                check_sums(each)
            find_leftovers(bank, files)


def test_slots_that_all_claim_the_whole_file(tmp_path: Path) -> None:
    """What is claimed beyond eight times the file is left out, and said; nothing grows with the claims."""
    folder = small_bank(tmp_path / "bank")
    size = (folder / "CroBank.dat").stat().st_size
    slot = layouts.TadSlotV332.pack("inline", 0, size)
    with (folder / "CroBank.tad").open("ab") as file:
        file.write(slot * 20_000)
    with cronos_fmt.open(folder) as bank:
        (found,) = [each for each in coverage_of(bank) if each.name == "CroBank.dat"]
        assert {"overlap", "overclaimed"} <= bank.problems.by_kind.keys()
    check_sums(found)
    assert len(found.overlaps.kept) <= 100


# ---- free blocks


def free_bank(folder: Path, tag: str, order: list[int], repeat: bool) -> list[int]:
    """A bank with freed blocks behind its records, chained in an order; their offsets."""
    small_bank(folder, tag)
    profile = PROFILES[tag].layouts
    assert profile is not None and profile.dat_area is not None
    link = BUILDERS[profile.continuation.NAME]
    data = bytearray((folder / "CroBank.dat").read_bytes())
    block, start = layouts.DatHeader.one(data).block_size, len(data)
    places = [start + 3 + i * (block + 1) for i in order]
    data += bytes(b"\xaa" * (3 + (block + 1) * len(order)))
    for place, following in zip(places, [*places[1:], 0], strict=True):
        head = link.build({"next": following, "payload": b""})
        data[place : place + block] = (head * (1 + repeat)).ljust(block, b"\0")
    fields: Any = profile.dat_area.DTYPE.fields
    anchor, at, *_ = fields["free_block_anchor"]
    at += layouts.DatHeader.SIZE
    data[at : at + anchor.itemsize] = places[-1].to_bytes(anchor.itemsize, "little")
    (folder / "CroBank.dat").write_bytes(data)
    return places


@pytest.mark.parametrize("repeat", [False, True], ids=["", "pointer twice"])
@pytest.mark.parametrize("order", [[0], [0, 1, 2, 3], [3, 0, 2, 1]], ids=str)
@pytest.mark.parametrize("tag", [V3, "01.03", V4, "01.19"])
def test_chain_of_free_blocks(tag: str, order: list[int], repeat: bool, tmp_path: Path) -> None:
    places = free_bank(tmp_path / "bank", tag, order, repeat)
    found = cover(tmp_path / "bank")["CroBank.dat"]
    block = layouts.DatHeader.one((tmp_path / "bank" / "CroBank.dat").read_bytes()).block_size
    free = [(gap.start, gap.stop) for gap in found.gaps if gap.cls is ByteClass.FREE]
    assert free == [(place, place + block) for place in sorted(places)]
    assert found.classes["unexplained"] == 3 + len(order)


def test_anchor_that_leads_into_a_record_frees_nothing(tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    data = bytearray((folder / "CroBank.dat").read_bytes())
    end = layouts.DatHeader.SIZE + layouts.DatAreaV3.SIZE
    for anchor in (end + 30, len(data) - 1, len(data), 0xFFFFFFFF):
        data[end - 4 : end] = anchor.to_bytes(4, "little")
        (folder / "CroBank.dat").write_bytes(data)
        assert cover(folder)["CroBank.dat"].classes["free"] == 0


@pytest.mark.parametrize("repeat", [False, True], ids=["", "pointer twice"])
def test_bytes_that_look_like_a_pointer_to_a_free_block(repeat: bool, tmp_path: Path) -> None:
    """One byte in front of a block, zero and three bytes of its pointer lead 256 times as far: here to a free block."""
    folder = small_bank(tmp_path / "bank")
    data = bytearray((folder / "CroBank.dat").read_bytes())
    block = layouts.DatHeader.one(data).block_size
    start = (len(data) // block + 1) * block
    data += bytes(start - len(data))
    places = range(start, 512 * start, block)
    for place in places:
        following = (place + block if place != places[-1] else 0).to_bytes(4, "little")
        data += (following * (1 + repeat)).ljust(block, b"\0")
    end = layouts.DatHeader.SIZE + layouts.DatAreaV3.SIZE
    data[end - 4 : end] = places[-1].to_bytes(4, "little")
    (folder / "CroBank.dat").write_bytes(data)
    found = cover(folder)["CroBank.dat"]
    assert [(g.start, g.stop) for g in found.gaps if g.cls is ByteClass.FREE] == [(start, len(data))]


@pytest.mark.parametrize("block", [0, 1, 4, 5, 0xFFFF])
def test_impossible_sizes_of_blocks(block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bank"
    free_bank(folder, V3, [0, 1, 2], True)
    data = bytearray((folder / "CroBank.dat").read_bytes())
    fields: Any = layouts.DatHeader.DTYPE.fields
    at = fields["block_size"][1]
    data[at : at + 2] = block.to_bytes(2, "little")
    (folder / "CroBank.dat").write_bytes(data)
    for all_records in (10_000, -1):
        monkeypatch.setattr(claims, "_ALL_RECORDS", all_records)
        cover(folder)


# ---- ranges


@pytest.mark.parametrize("seed", range(30))
def test_ranges_are_settled_as_if_painted_byte_by_byte(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extents, "_REGION", 64)
    monkeypatch.setattr(extents, "_HELD", random.Random(seed).choice([4, 10_000]))
    chance = random.Random(seed)
    size = chance.randrange(1, 400)
    rows = []
    for number in range(chance.randrange(60)):
        start = chance.randrange(size)
        rows.append((start, min(size, start + chance.randrange(40)), chance.randrange(1, 4), number))
    store, overlaps = ExtentStore(), Overlaps()
    for row in rows:
        store.add(*(np.array([value]) for value in row))
    painted = np.zeros(size, np.int64)
    claimed = np.zeros(size, np.int64)
    for tier in (3, 2, 1):
        # Of one tier the range that begins first has the bytes, so it is painted last.
        for start, stop, code, _ in sorted((r for r in rows if r[2] == tier), key=lambda r: -r[0]):
            painted[start:stop] = code
    for start, stop, code, _ in rows:
        claimed[start:stop] += code < 3
    found = np.zeros(size, np.int64)
    at = 0
    for piece, stop in store.regions(size, np.arange(4, dtype=np.int32), 2, overlaps):
        for row in piece:
            assert at <= row["start"] < row["stop"] <= stop
            found[row["start"] : row["stop"]] = row["code"]
            at = row["stop"]
    store.close()
    assert found.tolist() == painted.tolist()
    if extents._HELD > 4:
        assert overlaps.bytes == int(np.maximum(claimed - 1, 0).sum())


def test_many_ranges_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand records at one place leave no more ranges in memory than bytes there are."""
    monkeypatch.setattr(extents, "_HELD", 100)
    store, sizes = ExtentStore(), []
    settle = extents.settle
    monkeypatch.setattr(extents, "settle", lambda rows, *rest: sizes.append(len(rows)) or settle(rows, *rest))
    for number in range(1_000):
        start = np.arange(10)
        store.add(start, start + 20, np.ones(10, np.int32), np.full(10, number))
    (rows, _), *_ = store.regions(30, np.zeros(2, np.int32), 0, Overlaps())
    store.close()
    assert rows["stop"].max() == 29 and len(rows) <= 30
    assert max(sizes) < 400
    assert EXTENT.itemsize < 32


# ---- leftovers


def left(folder: Path, **options: Any) -> list[Leftover]:
    with cronos_fmt.open(folder, **options) as bank:
        return find_leftovers(bank, coverage_of(bank)).found


def append(folder: Path, name: str, data: bytes) -> int:
    """Add bytes that no slot leads to; their offset."""
    with (folder / name).open("ab") as file:
        at = file.tell()
        file.write(data)
    return at


@pytest.mark.realdata
def test_replaced_bit_cards_of_a_sample_are_found(sample_banks: dict[str, Path]) -> None:
    found = left(sample_banks["cronosparser_long_text"])
    assert [(each.offset, each.length, each.structure, each.record) for each in found] == [
        (0x647, 5, "bit_card_stru", 3),
        (0x800, 5, "bit_card_stru", 5),
        (0x805, 6, "bit_card_stru", 5),
        (0x96C, 5, "bit_card_stru", 8),
    ]


@pytest.mark.realdata
def test_nothing_is_found_where_nothing_is_known_to_be_left(sample_bank: Path) -> None:
    if sample_bank.name != "cronosparser_long_text":
        assert left(sample_bank) == []


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "encoded"])
def test_row_whose_slot_was_freed(encoded: bool, tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    description = {"name": "Б", "files": {"bank": {"encoded": encoded}}, "ns1_record": 12, "tables": [table()]}
    shutil.rmtree(folder)
    write_bank(description, folder)
    assert left(folder) == []
    with cronos_fmt.open(folder) as bank:
        slot = bank.bank.slot(3)
        before = sum(1 for _ in bank.tables["Люди"].rows())
    patch_slot(folder, 3, "free")
    (found,) = left(folder)
    assert (found.offset, found.length, found.structure, found.base) == (
        slot.offset, slot.length, "bank_record", "Base001",
    )  # fmt: skip
    assert "base 1 'Люди'" in found.why
    if encoded:
        assert "leaves 3 when divided by 256" in found.why
    with cronos_fmt.open(folder) as bank:
        assert sum(1 for _ in bank.tables["Люди"].rows()) == before - 1


def table() -> dict[str, Any]:
    fields = [{"name": "Имя", "type": "text"}, {"name": "Дата", "type": "date"}, {"name": "Номер", "type": "number"}]
    rows = [
        {"number": n, "values": {"Имя": f"Иванов Иван Иванович {n}", "Дата": "1985-04-02", "Номер": "77"}}
        for n in range(1, 6)
    ]
    return {"name": "Люди", "fields": fields, "rows": rows}


@pytest.mark.parametrize("noise", range(8))
def test_noise_is_no_record(noise: int, tmp_path: Path) -> None:
    folder = small_bank(tmp_path / "bank")
    for name in ("CroBank.dat", "CroStru.dat"):
        append(folder, name, random.Random(noise).randbytes(200_000))
    found = left(folder)
    assert [each for each in found if each.structure != "bank_record"] == []
    assert len(found) <= 1


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "encoded"])
def test_old_definition_and_dictionary(encoded: bool, tmp_path: Path) -> None:
    """An older CroStru record left behind the newer ones, decoded by the number it had."""
    folder, other = tmp_path / "bank", tmp_path / "other"
    files = {"stru": {"encoded": encoded}}
    write_bank({"name": "Б", "files": files, "tables": [table()]}, folder)
    older = {**table(), "fields": [*table()["fields"], {"name": "Удалённое", "type": "text"}], "rows": []}
    write_bank({"name": "Старое имя", "files": files, "tables": [older]}, other)
    with cronos_fmt.open(other) as bank:
        entry = bank.schema.entries["Base001"]
        dictionary, definition = bank.stru.record(1).data, bank.stru.record(entry.record).data
    places = []
    for number, data in ((1, dictionary), (entry.record, definition)):
        stored = kod.DEFAULT.encode(data, number) if encoded else data
        places.append((append(folder, "CroStru.dat", b"\x11" * 7 + stored) + 7, len(data)))
    found = left(folder)
    assert [(each.offset, each.length) for each in found] == places
    assert [each.structure for each in found] == ["dictionary", "referenced_value"]
    assert "'Люди', 5 of 5 fields" in found[1].why
    if encoded:
        assert f"leaves {entry.record} when divided by 256" in found[1].why


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "encoded"])
def test_compressed_record_and_ns1(encoded: bool, tmp_path: Path) -> None:
    folder, other = tmp_path / "bank", tmp_path / "other"
    row = {"number": 3, "values": {"Имя": "Пётр " * 20}, "compress": True}
    for place, rows in ((folder, table()["rows"]), (other, [row])):
        files = {"bank": {"encoded": encoded}}
        write_bank({"name": "Б", "files": files, "ns1_record": 12, "tables": [{**table(), "rows": rows}]}, place)
    with cronos_fmt.open(other) as bank:
        file = bank.bank
        stored = file.assembled(file.slot(3))
        copy = file.assembled(file.slot(12))
    at = append(folder, "CroBank.dat", b"\x05\x06" + stored + b"\x07" + copy)
    found = left(folder)
    assert (found[0].offset, found[0].length, found[0].structure) == (at + 2, len(stored), "compressed_record")
    assert "right checksums" in found[0].why and found[0].base == "Base001"
    assert [(each.offset, each.structure) for each in found][1:] == ([] if encoded else [(at + 3 + len(stored), "ns1")])
    # With one byte of it changed the checksum is wrong.
    data = bytearray((folder / "CroBank.dat").read_bytes())
    data[at + 2 + 12] ^= 1
    (folder / "CroBank.dat").write_bytes(data)
    assert all(each.structure != "compressed_record" for each in left(folder))


def test_work_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small_bank(tmp_path / "bank")
    append(folder, "CroBank.dat", ("\1Иванов\x1e850402\x1e7\0".encode("cp1251")) * 50)
    assert len(left(folder)) == 50
    monkeypatch.setattr(leftovers, "_MOST_FOUND", 10)
    assert len(left(folder)) == 10
    monkeypatch.setattr(leftovers, "_MOST_BYTES", 0)
    with cronos_fmt.open(folder) as bank:
        result = find_leftovers(bank, coverage_of(bank))
    assert (result.found, result.looked_at) == ([], 0) and result.bytes > 500


# ---- the command


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["coverage", *map(str, arguments)])


def test_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    small_bank(tmp_path / "v4", V4, deleted=True)
    folder = small_bank(tmp_path / "broken")
    with cronos_fmt.open(folder) as bank:
        at = bank.bank.slot(2).offset
    patch_slot(folder, 8, "inline", at=at, length=5)
    patch_slot(folder, 3, "free")
    (folder / "CroIndex.dat").write_bytes(b"nothing")
    commands = [
        "coverage examples/bank",
        "coverage DIR/v4 --leftovers",
        "coverage DIR/broken --leftovers",
        "coverage DIR",
    ]
    check_golden("coverage", commands, {str(tmp_path): "DIR"})


def test_json_keeps_the_contract() -> None:
    found = json.loads(run(EXAMPLE, "--json", "--leftovers").stdout)
    assert {"files", "bank", "leftovers"} <= found.keys()
    for file in found["files"]:
        assert {"name", "size", "classes", "gaps"} <= file.keys()
        assert sum(file["classes"].values()) == file["size"] == (EXAMPLE / file["name"]).stat().st_size
        for gap in file["gaps"]:
            assert {"start", "end", "class"} <= gap.keys()
    assert found["bank"]["size"] == sum(file["size"] for file in found["files"])
    assert found["leftovers"]["looked_at"] == found["leftovers"]["bytes"]


def test_sample_is_said_to_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "_ALL_RECORDS", 3)
    assert "--full takes all" in run(EXAMPLE).stdout
    assert "--full takes all" not in run(EXAMPLE, "--full").stdout


def test_what_stands_in_a_bank_reaches_the_terminal_escaped(tmp_path: Path) -> None:
    evil = {**table(), "name": "\x1b[2J"}
    write_bank({"name": "Б", "ns1_record": 12, "tables": [evil]}, tmp_path / "bank")
    patch_slot(tmp_path / "bank", 3, "free")
    result = run(tmp_path / "bank", "--leftovers")
    assert result.exit_code == 0
    assert "\x1b" not in result.output and "[2J" in result.output


@pytest.mark.realdata
def test_command_on_the_sample_banks(sample_bank: Path) -> None:
    result = run(sample_bank, "--json", "--leftovers")
    assert result.exit_code == 0, result.output
    assert len(json.loads(result.stdout)["files"]) == 6
