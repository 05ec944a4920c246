"""probe: the true layout comes first whatever a file says of itself, and the report names where the others break."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_versions import READABLE, lie_about_version, make, settings

import cronos_fmt
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.cli import main
from cronos_fmt.inspect.probe import probe
from cronos_fmt.writer import write_bank


@pytest.mark.parametrize("name", ["CroStru", "CroBank"])
@pytest.mark.parametrize("tag", READABLE)
def test_true_layout_comes_first(tag: str, name: str, tmp_path: Path) -> None:
    encoded = PROFILES[tag].kod == "default"
    folder = make(tmp_path / "bank", settings(tag, encoded), settings(tag, False))
    lie_about_version(folder / f"{name}.dat")
    best, second, *_ = probe(folder / f"{name}.dat", folder / f"{name}.tad")
    assert tag in best.tags, [(c.tags, c.score) for c in (best, second)]
    assert best.score > second.score
    assert best.score >= 0.9
    assert best.breaks is None
    assert second.breaks is not None or second.score < best.score


@pytest.mark.parametrize("tag", [tag for tag in READABLE if PROFILES[tag].kod == "default"])
def test_structure_file_without_its_tad(tag: str, tmp_path: Path) -> None:
    layouts = PROFILES[tag].layouts
    if layouts is None or layouts.first_chunk is None:
        pytest.skip("without slots nothing tells where a record of this version ends")
    folder = make(tmp_path / "bank", settings(tag, True), settings(tag, False))
    lie_about_version(folder / "CroStru.dat")
    best, *_ = probe(folder / "CroStru.dat", None)
    assert tag in best.tags
    assert any(t.name == "dictionary" and t.score == 1.0 for t in best.tests)


def test_only_a_sample_of_a_large_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"values": {"A": f"row {i}"}} for i in range(1000)]
    field = {"name": "A", "type": "text", "position": 1}
    table = {"id": 1, "name": "T", "mnemonic": "TT", "fields": [field], "rows": rows}
    write_bank({"name": "B", "tables": [table]}, tmp_path / "bank")
    tad, dat = tmp_path / "bank" / "CroBank.tad", tmp_path / "bank" / "CroBank.dat"
    lie_about_version(dat)
    monkeypatch.setattr("cronos_fmt.inspect.probe._SAMPLED_SLOTS", 100)
    best, second, *_ = probe(dat, tad)
    assert "01.02" in best.tags
    assert best.score > second.score + 0.05
    (inside,) = (t for t in best.tests if t.name == "slots in the file")
    assert inside.detail.endswith("of 100") or int(inside.detail.rpartition(" ")[2]) <= 100


def test_report_in_words_and_json(tmp_path: Path) -> None:
    folder = make(tmp_path / "bank", settings("01.02", True), settings("01.02", False))
    result = CliRunner().invoke(main, ["probe", str(folder / "CroBank.dat")])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].endswith("01.02, 01.04")
    assert f"cronos-fmt info {folder} --assume 01.02" in result.stdout
    data = json.loads(CliRunner().invoke(main, ["probe", str(folder / "CroBank.dat"), "--json"]).stdout)
    assert [set(c) for c in data["candidates"]] == [{"tags", "score", "tests", "breaks"}] * len(data["candidates"])
    assert data["candidates"][0]["tags"] == ["01.02", "01.04"]


def test_place_where_a_layout_breaks_is_shown(tmp_path: Path) -> None:
    """A slot that points outside the file: the report names it and shows its bytes."""
    folder = make(tmp_path / "bank", settings("01.02", True), settings("01.02", False))
    layouts = PROFILES["01.02"].layouts
    assert layouts is not None
    slot, head = layouts.tad_slot, layouts.tad_header.SIZE
    tad = bytearray((folder / "CroBank.tad").read_bytes())
    at = head + slot.SIZE * 1
    tad[at : at + slot.SIZE] = slot.pack("inline", 0x7FFFFF00, 0x20)
    (folder / "CroBank.tad").write_bytes(tad)
    best, *_ = probe(folder / "CroBank.dat", folder / "CroBank.tad")
    assert best.breaks is not None
    assert (best.breaks.file.name, best.breaks.offset) == ("CroBank.tad", at)
    result = CliRunner().invoke(main, ["probe", str(folder / "CroBank.dat")])
    assert f"first breaks in CroBank.tad at {at:#x}" in result.stdout
    assert "00 ff ff 7f" in result.stdout


def test_checksums_of_compressed_records_count(tmp_path: Path) -> None:
    folder = make(tmp_path / "bank", settings("01.02", True), settings("01.02", False))
    best, *_ = probe(folder / "CroBank.dat", folder / "CroBank.tad")
    (test,) = (t for t in best.tests if t.name.startswith("checksums"))
    assert (test.score, test.detail) == (1.0, "3 of 3")
    with cronos_fmt.open(folder) as bank:
        number = next(
            r.number for r in bank.tables["Новая"].rows() if bank.bank.record(r.number).layers[-1].name == "inflated"
        )
        ((start, _), *_) = bank.bank.record(number).layers[-1].locate(0, 1)
    data = bytearray((folder / "CroBank.dat").read_bytes())
    data[start + 4] ^= 1  # in the checksum of the first chunk
    (folder / "CroBank.dat").write_bytes(data)
    worse, *_ = probe(folder / "CroBank.dat", folder / "CroBank.tad")
    (test,) = (t for t in worse.tests if t.name.startswith("checksums"))
    assert test.detail == "2 of 3"
    assert worse.score < best.score


def test_missing_tad_is_said(tmp_path: Path) -> None:
    folder = make(tmp_path / "bank", settings("01.02", True), settings("01.02", False))
    shutil.copy(folder / "CroStru.dat", tmp_path / "CroStru.dat")
    result = CliRunner().invoke(main, ["probe", str(tmp_path / "CroStru.dat")])
    assert result.exit_code == 0
    assert "no .tad" in result.stderr


def test_values_of_unknown_fields_are_counted(tmp_path: Path) -> None:
    for i, word in enumerate((5, 5, 9)):
        make(tmp_path / f"b{i}", settings("01.02", True), {**settings("01.02", False), "unknown_08": word})
    result = CliRunner().invoke(main, ["info", str(tmp_path), "--unknowns"])
    assert result.exit_code == 0
    fields = {item["field"]: item for item in json.loads(result.stdout)}
    values = {v["value"]: v["seen_in"] for v in fields["dat_header.unknown_08"]["values"]}
    assert {"version": "01.02", "file": "CroBank", "count": 2} in values["5"]
    assert {"version": "01.02", "file": "CroBank", "count": 1} in values["9"]
    assert {"bank_value.unknown_01", "tad_slot_v3_32.unknown_08", "base_definition.unknown_02"} <= set(fields)
