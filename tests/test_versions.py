"""Every version tag that can be read: a bank is written, read and exported, and gives back what was written.

A new row in specs/versions.yaml is taken in by itself. Synthetic banks prove that code and specs agree, no more.
"""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

import cronos_fmt
from cronos_fmt._gen import layouts as gen_layouts
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.free_list import check_free_list
from cronos_fmt.sinks import export
from cronos_fmt.writer import write_bank

READABLE = [tag for tag, profile in PROFILES.items() if profile.layouts is not None]
V3, V4 = "01.02", "01.11"
# A table of its own: any permutation does.
OWN = bytes(random.Random(7).sample(range(256), 256))


def description(**files: dict[str, Any]) -> dict[str, Any]:
    """A bank with rows stored in every way."""
    fields = [
        {"name": "Имя", "type": "text", "position": 1},
        {"name": "Дата", "type": "date", "position": 3},
        {"name": "Номер", "type": "number", "position": 4},
    ]
    long = "Длинное значение. " * 40
    rows = [
        {"values": {"Имя": "Анна", "Дата": "1985-04-02", "Номер": "007"}, "hidden": {"2": "скрыто"}},
        {"values": {"Имя": long}, "storage": "extended"},
        {"values": {"Имя": long, "Номер": "1"}, "compress": True},
        {"values": {"Имя": long, "Дата": "1899-12-31"}, "compress": 100},
        {"values": {"Имя": long}, "storage": "extended", "compress": 100},
    ]
    old = {"id": 2, "name": "Старая", "mnemonic": "СТ", "layout": "0x0005", "marker": 2, "fields": fields[:1]}
    new = {"id": 1, "name": "Новая", "mnemonic": "НВ", "layout": "0x0109", "marker": 6, "fields": fields, "rows": rows}
    return {
        "name": "Версии",
        "files": files,
        "tables": [new, {**old, "rows": [{"values": {"Имя": "старая"}}]}],
        "stored_files": [{"number": 30, "text": "содержимое"}],
    }


def expected() -> dict[str, list[list[str]]]:
    long = "Длинное значение. " * 40
    rows = [["Анна", "1985-04-02", "007"], [long, "", ""], [long, "", "1"], [long, "1899-12-31", ""], [long, "", ""]]
    return {"Новая": rows, "Старая": [["старая"]]}


def make(folder: Path, stru: dict[str, Any], bank: dict[str, Any]) -> Path:
    write_bank(description(stru=stru, bank=bank, index={"version": bank["version"]}), folder)
    return folder


def check(folder: Path, out: Path, **options: Any) -> dict[str, Any]:
    """Export a bank and compare every value; the manifest."""
    with cronos_fmt.open(folder, **options) as bank:
        result = export(bank, out)
        assert bank.problems.kept == []
    for name, rows in expected().items():
        with (out / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert [row[1:] for row in csv.reader(file)][1:] == rows
    assert (out / "files" / "30").read_bytes().decode("cp1251") == "содержимое"
    counts = result["counts"]
    assert counts["slots"] == counts["free"] + counts["live"] + counts["deleted"]
    kinds = ("rows", "files", "system", "empty", "unassigned", "skipped")
    assert counts["live"] == sum(counts[kind] for kind in kinds)
    assert counts["rows"] == sum(len(rows) for rows in expected().values())
    assert json.loads((out / "manifest.json").read_text(encoding="utf-8")).items() >= result.items()
    return result


def settings(tag: str, encoded: bool) -> dict[str, Any]:
    if not encoded:
        return {"version": tag, "encoded": False}
    own = PROFILES[tag].kod == "own"
    return {"version": tag, "encoded": True, **({"kod": OWN.hex()} if own else {})}


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "encoded"])
@pytest.mark.parametrize("tag", READABLE)
def test_what_is_written_is_read(tag: str, encoded: bool, tmp_path: Path) -> None:
    bank = make(tmp_path / "bank", settings(tag, encoded), settings(tag, encoded))
    own = encoded and PROFILES[tag].kod == "own"
    result = check(bank, tmp_path / "out", kod=cronos_fmt.Kod(OWN) if own else "auto")
    assert {f["version"] for f in result["bank"]["files"]} == {tag}
    assert {f["generation"] for f in result["bank"]["files"]} == {PROFILES[tag].generation}
    source = "none" if not encoded else "given" if own else "default"
    assert result["bank"]["files"][0]["kod"]["source"] == source


OWN_TABLE = [tag for tag in READABLE if PROFILES[tag].kod == "own"]


@pytest.mark.parametrize("tag", OWN_TABLE)
def test_encoded_file_without_a_table_is_refused(tag: str, tmp_path: Path) -> None:
    bank = make(tmp_path / "bank", settings(tag, True), settings(tag, True))
    refused = pytest.raises(cronos_fmt.CronosError, match="KOD table of its own")
    with cronos_fmt.open(bank, kod=None) as opened, refused as caught:
        export(opened, tmp_path / "out")
    assert caught.value.status is cronos_fmt.Status.KOD
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("lite", [False, True], ids=["", "lite"])
@pytest.mark.parametrize("tag", OWN_TABLE)
def test_table_is_found_by_itself(tag: str, lite: bool, tmp_path: Path) -> None:
    """From the file where it stores its table, else from what the structure records must look like."""
    bank = make(tmp_path / "bank", {**settings(tag, True), "lite": lite}, {**settings(tag, True), "lite": lite})
    result = check(bank, tmp_path / "out")
    layouts = PROFILES[tag].layouts
    has_block = layouts is not None and hasattr(layouts.dat_area, "kod_table_block")
    kods = [file["kod"] for file in result["bank"]["files"][:2]]
    assert {kod["source"] for kod in kods} == {"file" if has_block else "recovered"}
    assert {kod["verdict"] for kod in kods} <= {"proven", "consistent"}


@pytest.mark.parametrize(("stru", "bank"), [(V3, V4), (V4, V3), ("01.03", "01.19"), ("01.01", "01.05")])
def test_versions_are_decided_per_file(stru: str, bank: str, tmp_path: Path) -> None:
    """O8: a CroStru of one generation beside a CroBank of another reads right."""
    folder = make(tmp_path / "bank", settings(stru, PROFILES[stru].kod == "default"), settings(bank, False))
    result = check(folder, tmp_path / "out")
    assert [f["version"] for f in result["bank"]["files"]] == [stru, bank, bank]


@pytest.mark.parametrize("tag", READABLE)
def test_version_can_be_assumed(tag: str, tmp_path: Path) -> None:
    folder = make(tmp_path / "bank", settings(tag, False), settings(tag, False))
    for path in folder.glob("*.dat"):
        lie_about_version(path)
    with pytest.raises(cronos_fmt.CronosError, match=r"unknown version '01\.99'"):
        check(folder, tmp_path / "refused")
    check(folder, tmp_path / "out", assume=tag)
    check(folder, tmp_path / "other", assume={name: tag for name in ("CroStru", "CroBank", "CroIndex")})


def lie_about_version(dat: Path, tag: bytes = b"01.99") -> None:
    data = dat.read_bytes()
    header = gen_layouts.DatHeader
    at = header.DTYPE.fields["version"][1]  # type: ignore[index]
    assert header.one(data).version.startswith(b"01.")
    dat.write_bytes(data[:at] + tag + data[at + len(tag) :])


def free_list_problems(folder: Path) -> dict[str, int]:
    with cronos_fmt.open(folder) as bank:
        check_free_list(bank.bank)
        return dict(bank.problems.by_kind)


@pytest.mark.parametrize("tag", READABLE)
def test_sound_free_list_agrees(tag: str, tmp_path: Path) -> None:
    assert free_list_problems(make(tmp_path / "bank", settings(tag, False), settings(tag, False))) == {}


@pytest.mark.parametrize("tag", READABLE)
def test_wrong_count_in_the_header_is_reported(tag: str, tmp_path: Path) -> None:
    """T10: a count of four billion is compared, never trusted."""
    folder = make(tmp_path / "bank", settings(tag, False), settings(tag, False))
    layouts = PROFILES[tag].layouts
    assert layouts is not None
    tad = bytearray((folder / "CroBank.tad").read_bytes())
    fields = layouts.tad_header.DTYPE.fields
    assert fields is not None
    tad[fields["free_count"][1] : fields["free_count"][1] + 4] = b"\xff" * 4
    (folder / "CroBank.tad").write_bytes(tad)
    assert free_list_problems(folder) == {"free-count": 1}


@pytest.mark.parametrize("target", ["itself", "outside", "live"])
def test_broken_free_list_is_reported(target: str, tmp_path: Path) -> None:
    """T13: a list that loops, leaves the slots or meets a live one ends with a problem."""
    folder = make(tmp_path / "bank", settings(V3, False), settings(V3, False))
    layouts = PROFILES[V3].layouts
    assert layouts is not None
    slot, head = layouts.tad_slot, layouts.tad_header
    tad = bytearray((folder / "CroBank.tad").read_bytes())
    first = head.one(tad).first_free
    live = next(
        at for at in range(head.SIZE, len(tad), slot.SIZE) if not slot(bytes(tad[at : at + slot.SIZE])).is_free[0]
    )
    link = {"itself": first, "outside": len(tad) + slot.SIZE, "live": live}[target]
    tad[first : first + slot.SIZE] = slot.pack("free", link)
    (folder / "CroBank.tad").write_bytes(tad)
    assert free_list_problems(folder) == {"free-list": 1}
