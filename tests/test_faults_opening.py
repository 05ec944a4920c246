"""Known faults of readers, groups O and T: opening a bank, and the slots of the .tad. Helpers to damage a bank.

A test carries the id of its fault: O for opening, T for the .tad.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

import cronos_fmt
from cronos_fmt import Counts, CronosError, SlotState, Status
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.cli import main
from cronos_fmt.free_list import free_list
from cronos_fmt.sinks import export
from cronos_fmt.source import Source
from cronos_fmt.writer import write_bank

PLAIN_STRU = {"stru": {"encoded": False}}
TEXT = {"name": "Т", "type": "text"}
V3 = ["01.02", "01.03", "01.04", "01.05"]
V4 = ["01.11", "01.13", "01.14", "01.19"]


# ---- helpers, for the other modules on faults too


def one_table(*rows: str | dict[str, Any], **bank: Any) -> dict[str, Any]:
    """A bank with the table А of one text field Т; a text stands for a row with that value. CroStru is plain."""
    described = [row if isinstance(row, dict) else {"values": {"Т": row}} for row in rows]
    return {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": [TEXT], "rows": described}]} | bank


def made(description: dict[str, Any], out: Path) -> Path:
    """The folder of the bank of a description."""
    write_bank(description, out)
    return out


def patch(data: bytearray, layout: Any, at: int, **changes: Any) -> None:
    """Change fields of a fixed-size structure in place."""
    data[at : at + layout.SIZE] = layout.STRUCT.pack(*layout.one(data, at)._replace(**changes))


class Pair:
    """A .dat/.tad pair to be damaged: its bytes, and the layouts of its version."""

    def __init__(self, folder: Path, name: str) -> None:
        self.paths = folder / f"{name}.dat", folder / f"{name}.tad"
        self.dat, self.tad = (bytearray(path.read_bytes()) for path in self.paths)
        found = PROFILES[bytes(layouts.DatHeader.one(self.dat).version).decode()].layouts
        assert found is not None
        self.layouts = found

    def slot_at(self, number: int) -> int:
        """Offset of a slot in the .tad."""
        return self.layouts.tad_header.SIZE + (number - 1) * self.layouts.tad_slot.SIZE

    def slot(self, number: int) -> Any:
        """Columns of one slot."""
        at = self.slot_at(number)
        return self.layouts.tad_slot(bytes(self.tad[at : at + self.layouts.tad_slot.SIZE]))

    def at(self, number: int) -> int:
        """Offset of a record in the .dat."""
        return int(self.slot(number).data_offset[0])

    def put(self, number: int, state: str, at: int = 0, length: int = 0) -> None:
        """Replace a slot."""
        start = self.slot_at(number)
        self.tad[start : start + self.layouts.tad_slot.SIZE] = self.layouts.tad_slot.pack(state, at, length)

    def patch_slot(self, number: int, **changes: Any) -> None:
        patch(self.tad, self.layouts.tad_slot, self.slot_at(number), **changes)

    def patch_tad_header(self, **changes: Any) -> None:
        patch(self.tad, self.layouts.tad_header, 0, **changes)

    def patch_dat_header(self, **changes: Any) -> None:
        patch(self.dat, layouts.DatHeader, 0, **changes)

    @property
    def data_start(self) -> int:
        """Offset in the .dat where records can begin."""
        area = self.layouts.dat_area
        return layouts.DatHeader.SIZE + (area.SIZE if area else 0)

    def append(self, data: bytes) -> int:
        """Put bytes behind the .dat; their offset."""
        self.dat += data
        return len(self.dat) - len(data)


@contextmanager
def edited(folder: Path, name: str = "CroBank") -> Iterator[Pair]:
    """A pair to be damaged, written back at the end."""
    pair = Pair(folder, name)
    yield pair
    for path, data in zip(pair.paths, (pair.dat, pair.tad), strict=True):
        path.write_bytes(data)


class Exported(NamedTuple):
    """What an export left: its folder, the manifest and the lines of problems.jsonl."""

    folder: Path
    manifest: dict[str, Any]
    problems: list[dict[str, Any]]

    @property
    def kinds(self) -> dict[str, int]:
        return dict(self.manifest["problems"]["by_kind"])

    def rows(self, name: str) -> list[list[str]]:
        """A table as Python's csv reads it, header first."""
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file, strict=True))

    def texts(self, name: str) -> list[str]:
        """The last column of a table, without its header."""
        return [row[-1] for row in self.rows(name)[1:]]


def exported(folder: Path, *, kod: Any = "auto", limits: Any = None, **options: Any) -> Exported:
    """Export a bank beside itself. Whatever its damage, the counts of the manifest add up."""
    out = folder.parent / f"{folder.name} exported"
    with cronos_fmt.open(folder, kod=kod, limits=limits) as bank:
        result = export(bank, out, **options)
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest.items() >= result.items()
    problems = [json.loads(line) for line in (out / "problems.jsonl").read_text(encoding="utf-8").splitlines()]
    assert_reconciled(manifest)
    return Exported(out, manifest, problems)


def assert_reconciled(manifest: dict[str, Any]) -> None:
    """Every slot is in one class, every live record too, and every row in one table."""
    counts = manifest["counts"]
    assert counts["slots"] == counts["free"] + counts["live"] + counts["deleted"]
    classes = ("rows", "files", "system", "empty", "unassigned", "skipped")
    assert counts["live"] == sum(counts[name] for name in classes)
    assert counts["system"] == len(manifest["system_records"])
    assert counts["rows"] >= sum(table["rows"] for table in manifest["tables"])
    assert manifest["problems"]["total"] == sum(manifest["problems"]["by_kind"].values())


def run(*arguments: object) -> Result:
    """The command line."""
    return CliRunner().invoke(main, [str(a) for a in arguments])


def texts_of(bank: cronos_fmt.Bank, *, deleted: bool = False) -> dict[int, str]:
    """Text of the only field of the table А by record number."""
    return {row.number: row.text("Т") for row in bank.tables["А"].rows(deleted=deleted)}


# ---- O: opening a bank


def test_o8_each_file_is_read_by_its_own_version_and_key(tmp_path: Path) -> None:
    """O8: a directory that mixes generations is read file by file; one decision for all of them gives noise."""
    files = {
        "stru": {"version": "01.02", "encoded": True},
        "bank": {"version": "01.03", "encoded": True},
        "index": {"version": "01.11", "encoded": False},
    }
    result = exported(made(one_table("раз", "два", files=files), tmp_path / "bank"))
    assert result.texts("А.csv") == ["раз", "два"]
    found = [(f["version"], f["encoding"] & 1, f["kod"]["source"]) for f in result.manifest["bank"]["files"]]
    assert found == [("01.02", 1, "default"), ("01.03", 1, "default"), ("01.11", 0, "none")]
    assert result.problems == []


def test_o2_a_locked_index_does_not_stop_an_export(tmp_path: Path) -> None:
    """O2: nobody asked for the records of CroIndex, so its key is not missed."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with edited(folder, "CroIndex") as pair:
        pair.patch_dat_header(version=b"01.11", encoding=1)
        pair.tad += bytes(layouts.TadHeaderV4.SIZE)
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    kod = result.manifest["bank"]["files"][2]["kod"]
    assert (kod["source"], kod["verdict"]) == (None, "rejected") and "default table rejected" in kod["note"]


def test_o9_the_banks_that_a_program_knows_are_listed(tmp_path: Path) -> None:
    """O9: pointed at the program's directory, `info` lists the banks that its CroSys names."""
    folder = made(one_table("раз"), tmp_path / "bank")
    known = {"banks": [{"description": name.encode("cp1251"), "path": rb"C:\banks"} for name in ("Клиенты", "Дела")]}
    data = BUILDERS["known_banks"].build(known)
    with edited(folder, "CroIndex") as pair:
        start = len(pair.dat)
        pair.dat += data + data[:-20]
        pair.tad += layouts.TadSlotV332.pack("inline", start, len(data))
        pair.tad += layouts.TadSlotV332.pack("inline", start + len(data), len(data) - 20)
    for end in (".dat", ".tad"):
        (folder / f"CroIndex{end}").rename(folder / f"CroSys{end}")
        for name in ("CroBank", "CroStru"):
            (folder / f"{name}{end}").unlink()
    result = run("info", folder)
    assert result.exit_code == Status.PROBLEMS
    assert result.stdout.count(r"knows a bank: Клиенты, in C:\banks") == 2
    assert result.stdout.count(r"knows a bank: Дела, in C:\banks") == 1
    assert "known_banks.banks[1]" in result.stdout


def test_o9_a_program_directory_is_no_bank(tmp_path: Path) -> None:
    """O9: CroSys alone holds no rows; the message says what is missing."""
    folder = made(one_table("раз"), tmp_path / "bank")
    for end in (".dat", ".tad"):
        (folder / f"CroIndex{end}").rename(folder / f"CroSys{end}")
        for name in ("CroBank", "CroStru"):
            (folder / f"{name}{end}").unlink()
    with cronos_fmt.open(folder) as bank:
        assert bank.file_names == ["CroSys"]
        assert bank.sys.slot_count == 0
    result = run("export", folder, "--out", tmp_path / "out")
    assert result.exit_code == Status.NOT_A_BANK
    assert "CroStru.dat and CroStru.tad missing" in result.stderr
    assert not (tmp_path / "out").exists()


def test_o10_of_two_names_the_first_is_used_and_the_other_named(tmp_path: Path) -> None:
    """O10: names that differ by case alone; which one is read must not depend on the order of a listing."""
    folder = made(one_table("раз"), tmp_path / "bank")
    (folder / "crobank.tad").write_bytes(b"")
    if len(list(folder.glob("*.tad"))) < 4:
        pytest.skip("the file system does not tell names by case")
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    assert [(p["kind"], p["file"]) for p in result.problems] == [("ambiguous-name", "crobank.tad")]


@pytest.mark.parametrize("path", [b"bank", None, 5])
def test_o11_a_path_of_another_type_is_refused(path: Any) -> None:
    """O11: a path as bytes would match no name."""
    with pytest.raises(TypeError, match="path must be str or Path"):
        cronos_fmt.open(path)


@pytest.mark.parametrize("kod", ["default", "00" * 256])
def test_k25_a_text_is_no_table(kod: str, tmp_path: Path) -> None:
    """K25: a text that is no table is a mistake of the caller, named at once."""
    with pytest.raises(CronosError, match=r"no KOD table|cannot be read"):
        cronos_fmt.open(tmp_path, kod=kod)
    with pytest.raises(ValueError, match="permutation of 256 bytes"):
        cronos_fmt.Kod(bytes(256))


def test_o12_a_directory_is_no_bank_file(tmp_path: Path) -> None:
    """O12: something named CroIndex.dat that is a directory is not there."""
    folder = made(one_table("раз"), tmp_path / "bank")
    (folder / "CroIndex.dat").unlink()
    (folder / "CroIndex.dat").mkdir()
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    assert result.kinds == {"file-unreadable": 1}
    assert "CroIndex.dat missing" in result.problems[0]["message"]


def test_o13_a_pipe_does_not_hang_the_run(tmp_path: Path) -> None:
    """O13: whatever stands there when the file is opened is looked at through the handle, without waiting."""
    os.mkfifo(tmp_path / "CroBank.dat")
    with pytest.raises(CronosError, match="is not a regular file"):
        Source(tmp_path / "CroBank.dat")


@pytest.mark.parametrize("length", [0, 1, layouts.DatHeader.SIZE - 1, layouts.DatHeader.SIZE, 256])
def test_o14_a_crostru_cut_short_is_an_error(length: int, tmp_path: Path) -> None:
    """O14: CroStru that ends at its header is no bank without tables."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with edited(folder, "CroStru") as pair:
        del pair.dat[length:]
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError) as caught:
        list(bank.tables)
    assert caught.value.status is Status.NOT_A_BANK
    assert "CroStru.dat" in str(caught.value)


def test_o15_a_dictionary_elsewhere_is_found(tmp_path: Path) -> None:
    """O15: record 1 of CroStru is free; the dictionary is found by its first byte and keys."""
    folder = made(one_table("раз", files={"stru": {"encoded": False, "free_slots": 1}}), tmp_path / "bank")
    with edited(folder, "CroStru") as pair:
        last = len(pair.tad) - pair.layouts.tad_slot.SIZE
        pair.tad[last:] = pair.tad[pair.slot_at(1) : pair.slot_at(2)]
        pair.put(1, "free")
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank) == {1: "раз"}
        assert bank.schema.record == bank.stru.slot_count


@pytest.mark.parametrize("state", ["free", "empty"])
def test_o15_without_a_dictionary_the_file_is_named(state: str, tmp_path: Path) -> None:
    """O15: record 1 of CroStru is free or empty, and no other record is a dictionary."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with edited(folder, "CroStru") as pair:
        pair.put(1, state)
    with cronos_fmt.open(folder) as bank, pytest.raises(CronosError, match="holds no dictionary") as caught:
        list(bank.tables)
    assert caught.value.file == str(folder / "CroStru.dat")


BREAKERS: dict[str, Callable[[Pair], object]] = {
    "magic": lambda pair: pair.dat.__setitem__(0, 0),
    "version": lambda pair: pair.patch_dat_header(version=b"99.99"),
    "tad": lambda pair: pair.tad.clear(),
    "dat": lambda pair: pair.dat.clear(),
    "slots": lambda pair: pair.tad.__delitem__(slice(20, None)),
}


@pytest.mark.parametrize("name", ["CroStru", "CroBank"])
@pytest.mark.parametrize("breaker", BREAKERS)
def test_o16_every_file_is_closed(breaker: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """O16: whatever stops the reading, no handle stays open."""
    folder = made(one_table("раз"), tmp_path / "bank")
    with edited(folder, name) as pair:
        BREAKERS[breaker](pair)
    opened: list[Source] = []

    class Watched(Source):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            opened.append(self)

    monkeypatch.setattr("cronos_fmt.container.Source", Watched)
    with suppress(CronosError):
        exported(folder)
    assert opened and all(source._file.closed for source in opened)


# ---- T: the slots of the .tad

# Flags of a v4 slot: how the record is stored, and whether it lives.
FLAGS = {
    0x00: ("extended", True),
    0x02: ("extended", False),
    0x04: ("inline", True),
    0x06: ("inline", False),
    0x07: ("inline", True),
    0x08: ("extended", True),
    0x0C: ("inline", True),
}
UNSEEN = [0x01, 0x03, 0x05, 0x09, 0x0A, 0x0E, 0x10, 0x80, 0xFF]
FLAG_SHIFT = 56
LONG = "строка в блоках " * 20


def flagged(flags: int, storage: str, out: Path, tag: str = "01.11") -> Path:
    """A v4 bank whose records 2 and 4 have these flags; 2 is long, so that it has blocks where it is extended."""
    rows = ["раз", {"values": {"Т": LONG}, "storage": storage}, "три", {"values": {"Т": "ч"}, "storage": storage}]
    folder = made(one_table(*rows, version=tag), out)
    with edited(folder) as pair:
        pair.patch_tad_header(free_count=2 if flags & 3 == 2 else 0)
        for number in (2, 4):
            pair.patch_slot(number, offset_word=pair.at(number) | flags << FLAG_SHIFT)
    return folder


@pytest.mark.parametrize("tag", V4)
@pytest.mark.parametrize("flags", FLAGS, ids=lambda flags: f"T1-T2-T3-T4-{flags:02x}")
def test_flags_tell_life_and_storage(flags: int, tag: str, tmp_path: Path) -> None:
    """T1 to T4: deleted means bits 0 and 1 are 10, inline means bit 2; taking any flag for one of them loses rows."""
    storage, live = FLAGS[flags]
    folder = flagged(flags, storage, tmp_path / "bank", tag)
    both, neighbours = {2: LONG, 4: "ч"}, {1: "раз", 3: "три"}
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank) == (both | neighbours if live else neighbours)
        assert texts_of(bank, deleted=True) == ({} if live else both)
        counts = Counts()
        list(bank.scan(counts))
        assert (counts.rows, counts.deleted, counts.files, counts.skipped) == ((4, 0) if live else (2, 2)) + (0, 0)
        assert bank.problems.kept == []
        assert bank.bank.slot(2).is_live is live


@pytest.mark.parametrize("flags", UNSEEN, ids=lambda flags: f"T5-{flags:02x}")
def test_t5_unseen_flags_are_named_once(flags: int, tmp_path: Path) -> None:
    """T5: flags that nobody saw are read by the rule of the known bits, and said so once for each value and file."""
    live = flags & 3 != 2
    folder = flagged(flags, "inline" if flags & 4 else "extended", tmp_path / "bank")
    result = exported(folder, deleted=True)
    assert result.kinds == {"unknown-flags": 1}
    (problem,) = result.problems
    assert (problem["file"], problem["record"]) == ("CroBank.tad", 2)
    assert f"{flags:#04x}" in problem["message"]
    assert result.texts("А.csv") == (["раз", LONG, "три", "ч"] if live else ["раз", "три"])
    assert (result.folder / "А.deleted.csv").exists() is not live


def test_t5_each_unseen_value_is_named(tmp_path: Path) -> None:
    """T5: two values that were never seen are two problems."""
    folder = made(one_table("раз", "два", "три", version="01.11"), tmp_path / "bank")
    with edited(folder) as pair:
        for number, flags in ((1, 0x05), (2, 0x15), (3, 0x05)):
            pair.patch_slot(number, offset_word=pair.at(number) | flags << FLAG_SHIFT)
    result = exported(folder)
    assert [(p["record"], p["kind"]) for p in result.problems] == [(1, "unknown-flags"), (2, "unknown-flags")]
    assert result.texts("А.csv") == ["раз", "два", "три"]
    with cronos_fmt.open(folder) as bank:
        for number in (1, 3, 1, 3):
            bank.bank.slot(number)
        assert [problem.record for problem in bank.problems.kept] == [1]


def test_t1_deleted_rows_go_to_a_file_of_their_own(tmp_path: Path) -> None:
    """T1: deleted rows are never among the live ones; asked for, they stand in NAME.deleted.csv."""
    rows = ["жив", {"values": {"Т": "был"}, "deleted": True}, {"values": {"Т": "цел"}}]
    folder = made(one_table(*rows, version="01.11"), tmp_path / "bank")
    assert run("export", folder, "--out", tmp_path / "plain").exit_code == 0
    names = {"А.csv", "manifest.json", "problems.jsonl"}
    assert {path.name for path in (tmp_path / "plain").iterdir()} == names
    assert run("export", folder, "--out", tmp_path / "all", "--deleted").exit_code == 0
    assert {path.name for path in (tmp_path / "all").iterdir()} == names | {"А.deleted.csv"}
    live, deleted = ((tmp_path / "all" / name).read_text(encoding="utf-8") for name in ("А.csv", "А.deleted.csv"))
    assert live == (tmp_path / "plain" / "А.csv").read_text(encoding="utf-8") == "Системный номер,Т\n1,жив\n3,цел\n"
    assert deleted == "Системный номер,Т\n2,был\n"
    manifest = json.loads((tmp_path / "all" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["tables"][0]["deleted"] == {"output": "А.deleted.csv", "rows": 1}
    assert (manifest["counts"]["rows"], manifest["counts"]["deleted"]) == (2, 1)


@pytest.mark.parametrize("flags", [0x02, 0x06], ids=lambda flags: f"T14-{flags:02x}")
def test_a_deleted_record_without_bytes_is_no_damage(flags: int, tmp_path: Path) -> None:
    """T14: a size of 0 means that there is nothing to read, of a deleted record as of a live one."""
    folder = made(one_table("раз", "два", version="01.11"), tmp_path / "bank")
    with edited(folder) as pair:
        pair.patch_tad_header(free_count=1)
        pair.patch_slot(2, offset_word=flags << FLAG_SHIFT, size=0)
    result = exported(folder, deleted=True)
    assert result.manifest["counts"]["deleted"] == 1
    assert result.problems == []


@pytest.mark.parametrize("bit", range(24, 31), ids=lambda bit: f"T6-bit{bit}")
@pytest.mark.parametrize("state", ["inline", "extended"])
@pytest.mark.parametrize("tag", ["01.02", "01.03"])
def test_t6_high_bits_of_a_length_are_length(tag: str, state: str, bit: int, tmp_path: Path) -> None:
    """T6: bits 24 to 30 of a v3 length are no flags; a mask would cut the record short."""
    folder = made(one_table("раз", version=tag), tmp_path / "bank")
    with edited(folder) as pair:
        pair.put(1, state, pair.at(1), 1 << bit | 5)
    with cronos_fmt.open(folder) as bank:
        slot = bank.bank.slot(1)
        assert (slot.state, slot.length, slot.is_inline) == (state, 1 << bit | 5, state == "inline")


@pytest.mark.parametrize("tag", ["01.02", "01.03"])
def test_t6_a_record_of_16_megabytes_is_read_whole(tag: str, tmp_path: Path) -> None:
    """T6: as above, read from a file that is long enough; NUL bytes pad the end of a text."""
    folder = made(one_table("раз", version=tag), tmp_path / "bank")
    length = 1 << 24 | 5
    with edited(folder) as pair:
        at = pair.append(b"\1" + "много".encode("cp1251"))
        pair.put(1, "inline", at, length)
    os.truncate(folder / "CroBank.dat", at + length)
    with cronos_fmt.open(folder) as bank:
        (row,) = bank.tables["А"].rows()
        assert (len(row.raw("Т")), row["Т"]) == (length - 1, "много")


@pytest.mark.parametrize("tag", ["01.02", "01.03", "01.11"])
def test_t7_no_bit_of_an_offset_is_masked(tag: str, tmp_path: Path) -> None:
    """T7: records stand behind the first 512 MB too, where a mask of 29 bits would look at other bytes."""
    folder = made(one_table("раз", version=tag), tmp_path / "bank")
    record, at = b"\1" + "далеко".encode("cp1251"), (1 << 31) + (1 << 29) + 7
    with edited(folder) as pair:
        pair.put(1, "inline", at, len(record))
    with (folder / "CroBank.dat").open("r+b") as file:  # sparse
        file.seek(at)
        file.write(record)
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank) == {1: "далеко"}
        assert bank.bank.slot(1).offset == at


@pytest.mark.parametrize("third", [0, 1, 0xFFFFFFFF, 0x80000000], ids=lambda third: f"T8-{third:08x}")
@pytest.mark.parametrize("tag", V3 + V4)
def test_t8_the_third_field_has_no_say(tag: str, third: int, tmp_path: Path) -> None:
    """T8: a last word of 0 or 0xFFFFFFFF is not a mark of deletion."""
    folder = made(one_table("раз", {"values": {"Т": LONG}, "storage": "extended"}, version=tag), tmp_path / "bank")
    with edited(folder) as pair:
        last = pair.layouts.tad_slot.DTYPE.names[-1]
        for number in (1, 2):
            pair.patch_slot(number, **{last: third})
    with cronos_fmt.open(folder) as bank:
        assert texts_of(bank) == {1: "раз", 2: LONG}
        assert bank.problems.kept == []


@pytest.mark.parametrize("number", [0, -1, 3, 2**32, 10**30], ids=lambda number: f"T9-{number}")
def test_t9_a_number_without_slot_is_an_error(number: int, tmp_path: Path) -> None:
    """T9: a record number outside the slots is named, whoever asks for it."""
    folder = made(one_table("раз", free_slots=0), tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        for ask in (bank.bank.slot, bank.bank.record, bank.classify):
            with pytest.raises(CronosError, match="no such record; the file has 1 to 2") as caught:
                ask(number)
            assert (caught.value.file, caught.value.record) == ("CroBank", number)


@pytest.mark.parametrize("tag", ["01.02", "01.03", "01.11"])
def test_t10_a_count_in_the_header_allocates_nothing(tag: str, tmp_path: Path) -> None:
    """T10: the header may claim four billion free slots; what counts are the slots."""
    folder = made(one_table("раз", version=tag, free_slots=2), tmp_path / "bank")
    with edited(folder) as pair:
        pair.patch_tad_header(free_count=0xFFFFFFFF)
    result = exported(folder)
    assert (result.manifest["counts"]["free"], result.manifest["counts"]["slots"]) == (2, 4)
    assert result.texts("А.csv") == ["раз"]


@pytest.mark.parametrize("tag", ["01.02", "01.11"])
def test_t10_a_count_that_cannot_be_is_reported(tag: str, tmp_path: Path) -> None:
    """T10: a header that counts more free slots than there are slots is damage, and said so."""
    folder = made(one_table("раз", version=tag), tmp_path / "bank")
    with edited(folder) as pair:
        pair.patch_tad_header(free_count=0xFFFFFFFF)
    (problem,) = exported(folder).problems
    assert problem["file"] == "CroBank.tad"


@pytest.mark.parametrize("tag", ["01.01", "01.02", "01.03", "01.11"])
def test_t11_bytes_behind_the_last_slot_are_reported(tag: str, tmp_path: Path) -> None:
    """T11: a .tad that does not end with a whole slot."""
    folder = made(one_table("раз", version=tag), tmp_path / "bank")
    with edited(folder) as pair:
        size = len(pair.tad)
        pair.tad += b"\1\2\3"
    result = exported(folder)
    assert result.texts("А.csv") == ["раз"]
    (problem,) = result.problems
    assert (problem["kind"], problem["file"], problem["offset"]) == ("tad-leftover", "CroBank.tad", size)
    assert problem["message"].startswith("3 bytes")


def test_t12_the_stock_of_a_new_bank_is_free_not_deleted(tmp_path: Path) -> None:
    """T12: free slots of a v3 bank were never rows."""
    folder = made(one_table("раз", free_slots=67), tmp_path / "bank")
    result = run("info", folder)
    assert result.exit_code == 0
    assert "67 free" in result.stdout and "deleted" not in result.stdout
    counts = exported(folder, deleted=True).manifest["counts"]
    assert (counts["free"], counts["deleted"]) == (67, 0)


def _link(pair: Pair, number: int, to: int) -> None:
    pair.patch_slot(number, offset=pair.slot_at(to))


# What is done to the list of the free slots 2 to 5 (1 is a row), and what is said of it.
LISTS: dict[str, tuple[Callable[[Pair], None], str, list[int]]] = {
    "circle": (lambda pair: _link(pair, 5, 2), "runs in a circle", [2, 3, 4, 5]),
    "itself": (lambda pair: _link(pair, 3, 3), "runs in a circle", [2, 3]),
    "live slot": (lambda pair: _link(pair, 4, 1), "meets a slot that is not free", [2, 3, 4]),
    "header at a live slot": (
        lambda pair: pair.patch_tad_header(first_free=pair.slot_at(1)), "meets a slot that is not free", [],
    ),
    "behind the end": (lambda pair: pair.patch_slot(3, offset=len(pair.tad)), "leaves the slots", [2, 3]),
    "far behind": (lambda pair: pair.patch_slot(3, offset=0xFFFFFFF0), "leaves the slots", [2, 3]),
    "inside a slot": (lambda pair: pair.patch_slot(2, offset=pair.slot_at(3) + 1), "leaves the slots", [2]),
    "inside the header": (lambda pair: pair.patch_tad_header(first_free=1), "leaves the slots", []),
}  # fmt: skip


@pytest.mark.parametrize("fault", LISTS)
@pytest.mark.parametrize("tag", ["01.02", "01.03"])
def test_t13_a_free_list_that_goes_astray_ends_in_an_error(tag: str, fault: str, tmp_path: Path) -> None:
    """T13: the list is followed only inside the slots and to each slot once; rows do not depend on it."""
    damage, says, before = LISTS[fault]
    folder = made(one_table("раз", version=tag, free_slots=4), tmp_path / "bank")
    with edited(folder) as pair:
        damage(pair)
    with cronos_fmt.open(folder) as bank:
        found = []
        with pytest.raises(CronosError, match=says):
            for number in free_list(bank.bank):
                found.append(number)
        assert found == before
        assert texts_of(bank) == {1: "раз"}


@pytest.mark.parametrize("tag", V3 + V4)
def test_t14_an_empty_live_record_is_sound(tag: str, tmp_path: Path) -> None:
    """T14: a live slot without bytes is counted, and no problem."""
    folder = made(one_table("раз", version=tag) | {"raw_records": [{"number": 5, "hex": ""}]}, tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        assert bank.bank.slot(5).state is SlotState.EMPTY
        assert bank.bank.record(5).data == b""
    result = exported(folder)
    assert result.manifest["counts"]["empty"] == 1
    assert result.problems == []
