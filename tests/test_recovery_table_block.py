"""The table block: test vectors, every variant, damage, and what is said where nothing fits."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from random import Random

import pytest

from cronos_fmt._gen import layouts
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.kod import DEFAULT
from cronos_fmt.recovery import Verdict, recover_kod
from cronos_fmt.recovery import table_block as block
from cronos_fmt.recovery.header_runs import header_entries
from tests import recovery_banks as banks

KEY = bytes.fromhex("01000000cb212acf")
OWN = banks.table(7)


def test_blowfish_halves() -> None:
    assert block._encrypt(bytes(8), bytes(8)).hex() == "4597f94e78dd9861"
    assert block._decrypt(bytes(8), bytes.fromhex("4ef997456198dd78"), little=False) == bytes(8)


def test_vectors_of_the_default_table() -> None:
    v4 = block.wrap_table(DEFAULT, layouts.DatAreaV4)
    assert v4["check_bytes"].hex() == "cb212acfb6a8288a"
    assert v4["kod_table_block"][:16].hex() == "120db4ce1d8190fb8f6302d7b254c902"
    assert v4["kod_table_block"][-8:].hex() == "e71a1b066eed1a54"
    digest = "864e363afd38c6e44e1192d54227c29bed69c76c5993b1d5f917d2d96a6aa0b8"
    assert hashlib.sha256(v4["kod_table_block"]).hexdigest() == digest
    v7 = block.wrap_table(DEFAULT, layouts.DatAreaV7)
    assert v7["kod_table_block"][:16].hex() == "1d205ebad74e6c9c2721b0312c1bd3e9"
    digest = "3d17a48f0d275929b0ffbce5dcd89b36ff26f9ebd4ada880a14406c01dbb881e"
    assert hashlib.sha256(v7["kod_table_block"]).hexdigest() == digest
    assert block._decrypt(KEY, v4["kod_table_block"]) == DEFAULT.inverse + DEFAULT.table


def test_vector_of_the_lite_step() -> None:
    secret = block._decrypt(bytes.fromhex("cb212acf"), bytes.fromhex("0011223344556677"))
    assert secret.hex() == "bfeff986e453b5a3"


def area_bytes(area: type[layouts.Layout], serial: int, lite: bytes | None, pad: int = 0) -> bytes:
    """An area of noise that holds a wrapped table."""
    data = bytearray((b"\x5a\xc3\x11" * area.SIZE)[: area.SIZE + pad])
    for field, content in block.wrap_table(OWN, area, serial, lite=lite).items():
        at = area.DTYPE.fields[field][1] + (pad if field == "kod_table_block" else 0)  # type: ignore[index]
        data[at : at + len(content)] = content
    return bytes(data)


@pytest.mark.parametrize("area", [layouts.DatAreaV4, layouts.DatAreaV7])
@pytest.mark.parametrize("serial", [1, 0, 30249])
@pytest.mark.parametrize("lite", [None, b"\x12\x34\x56\x78"])
def test_every_variant_is_found(area: type[layouts.Layout], serial: int, lite: bytes | None) -> None:
    found = block.find_table(area_bytes(area, serial, lite), area, [30249])
    assert found.kod is not None and found.kod.table == OWN.table and found.kod.source == "file"
    assert found.variant is not None
    assert (found.variant.serial, found.variant.lite, found.variant.little) == (serial, lite is not None, True)
    assert f"serial {serial}" in str(found)


def test_block_further_on_in_a_v3_file() -> None:
    data = area_bytes(layouts.DatAreaV4, 1, None, pad=4)
    found = block.find_table(data, layouts.DatAreaV3)
    assert found.kod is not None and found.kod.table == OWN.table
    assert found.variant is not None and found.variant.pad == 4


def test_unknown_serial_is_not_found_and_the_message_tells_what_was_tried() -> None:
    found = block.find_table(area_bytes(layouts.DatAreaV4, 77, None), layouts.DatAreaV4, [30249])
    assert found.kod is None and not found.entries
    assert "serials 0, 1, 30249" in str(found) and "both byte orders" in str(found)
    assert "no place" in str(block.find_table(b"", None))


def test_check_bytes_of_another_table_are_refused() -> None:
    """Both halves fit each other, but the header was made with another table."""
    data = bytearray(area_bytes(layouts.DatAreaV4, 1, None))
    other = banks.table(8)
    secret = other.encode(bytes(8), 0)
    at = layouts.DatAreaV4.DTYPE.fields["kod_table_block"][1]  # type: ignore[index]
    data[:8] = secret
    data[at : at + 512] = block._encrypt((1).to_bytes(4, "little") + secret[:4], OWN.inverse + OWN.table)
    assert block.find_table(bytes(data), layouts.DatAreaV4).kod is None


def test_damaged_block_still_tells_entries() -> None:
    data = bytearray(area_bytes(layouts.DatAreaV4, 1, None))
    at = layouts.DatAreaV4.DTYPE.fields["kod_table_block"][1]  # type: ignore[index]
    data[at + 300] ^= 1
    found = block.find_table(bytes(data), layouts.DatAreaV4)
    assert found.kod is None and len(found.entries) > 240
    assert all(OWN.table[byte] == value for byte, value in found.entries.items())
    assert "damaged" in str(found)


VERSIONS = [tag for tag, p in PROFILES.items() if p.layouts and hasattr(p.layouts.dat_area, "kod_table_block")]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("lite", [None, b"\x01\x02\x03\x04"])
def test_bank_with_a_block_opens_exactly(version: str, lite: bytes | None, tmp_path: Path) -> None:
    files = {"bank": {"encoded": True}, "index": {"encoded": True}}
    bank = banks.description(2, OWN, version=version, serial=4711, files=files, rows=30)
    folder = banks.write(tmp_path / "bank", bank)
    serials = {"CroStru": 1, "CroBank": 4711, "CroIndex": 4711}
    banks.put_table_block(folder, version, OWN, serials, lite=lite)
    evidence = banks.evidence(folder)
    began = time.process_time()
    result = recover_kod(evidence)
    assert time.process_time() - began < 2  # half a second on its own; tests share their machine
    assert (result.method, result.verdict) == ("file", Verdict.PROVEN)
    assert result.kod.table == OWN.table
    assert "CroStru: the table block fits as" in result.detail
    assert f"serial 1, little-endian halves{', lite key' if lite else ''}" in result.detail
    blocks = [file.find_table((4711,)) for file in evidence.encoded]
    assert [b.variant.serial for b in blocks if b.variant] == [1, 4711, 4711]


@pytest.mark.parametrize("version", VERSIONS)
def test_lost_block_is_made_up_for_by_other_sources(version: str, tmp_path: Path) -> None:
    folder = banks.write(tmp_path / "bank", banks.description(0, OWN, version=version))
    banks.put_table_block(folder, version, OWN, {"CroStru": 1}, run=True)
    profile = PROFILES[version]
    assert profile.layouts is not None
    area = profile.layouts.dat_area
    banks.put(folder / "CroStru.dat", area, "kod_table_block", bytes(area.DTYPE["kod_table_block"].itemsize))  # type: ignore[union-attr]
    evidence = banks.evidence(folder)
    assert evidence.stru is not None and len(evidence.stru.entries) > 190
    assert all(OWN.table[byte] == value for byte, value in evidence.stru.entries.items())
    result = recover_kod(evidence)
    assert result.method == "recovered" and result.verdict.is_usable
    assert "CroStru: no table block fits" in result.detail
    assert f"tell {len(evidence.stru.entries)} entries, 0 of them otherwise" in result.detail
    wrong = [entry for entry in result.entries if entry.value != OWN.table[entry.cipher] and entry.evidence]
    assert len(wrong) <= 3 and not any(entry.confidence > 0.99 for entry in wrong)


@pytest.mark.parametrize("at", [0, 200, 300, 511])
def test_damaged_block_gives_the_rest(at: int, tmp_path: Path) -> None:
    """One byte is another one, so eight are decrypted wrongly: the entries that they hold follow from the others."""
    folder = banks.write(tmp_path / "bank", banks.description(1, OWN, version="01.11"))
    banks.put_table_block(folder, "01.11", OWN, {"CroStru": 1})
    dat = folder / "CroStru.dat"
    content = bytearray(dat.read_bytes())
    fields = layouts.DatAreaV4.DTYPE.fields
    assert fields is not None
    content[layouts.DatHeader.SIZE + fields["kod_table_block"][1] + at] ^= 1
    dat.write_bytes(content)
    result = recover_kod(folder)
    assert (result.method, result.kod.table) == ("recovered", OWN.table) and result.verdict.is_usable
    assert "a damaged one as dat_area_v4" in result.detail and "0 of them otherwise" in result.detail


def test_noise_is_no_run() -> None:
    area = layouts.DatAreaV4
    random = Random(4)
    for _ in range(200):
        data = OWN.encode(bytes(8), 0) + random.randbytes(area.SIZE - 8)
        assert len(header_entries(data, area)) == 8
    assert header_entries(bytes(area.SIZE), area) == {}
    assert header_entries(b"", area) == {} == header_entries(bytes(1000), layouts.DatAreaV3)


def test_a_run_that_ends_early_tells_nothing_wrong() -> None:
    area = layouts.DatAreaV4
    start = area.DTYPE.fields["lite_secret"][1]  # type: ignore[index]
    parts = banks.header_run(OWN, area)
    run = parts["lite_secret"] + parts["run_area"]
    noise = Random(5).randbytes(area.SIZE)
    data = OWN.encode(bytes(8), 0) + noise[8:start] + run[:150] + noise[start + 150 :]
    entries = header_entries(data, area)
    assert len(entries) > 100
    assert all(OWN.table[byte] == value for byte, value in entries.items())
