"""kod.json, tables given as text, and hints given as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import DEFAULT
from cronos_fmt.recovery import (
    KodRecovery,
    load_kod,
    load_partial,
    parse_entry,
    parse_known,
    partial_table,
    recover_kod,
)
from tests import recovery_banks as banks

OWN = banks.table(21)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> KodRecovery:
    return recover_kod(banks.write(tmp_path_factory.mktemp("result") / "bank", banks.description(1, OWN)))


def test_kod_json(result: KodRecovery, tmp_path: Path) -> None:
    path = tmp_path / "kod.json"
    result.save(path)
    found = json.loads(path.read_text(encoding="utf-8"))
    assert {"table", "method", "verdict", "undetermined", "entries", "checks"} <= found.keys()
    assert bytes.fromhex(found["table"]) == result.kod.table
    assert [entry["cipher"] for entry in found["entries"]] == list(range(256))
    assert all(0 <= entry["confidence"] <= 1 for entry in found["entries"])
    assert {"name", "passed", "detail"} == found["checks"][0].keys()
    assert found["files"][0]["name"] == "CroStru" and len(found["files"][0]["header_sha256"]) == 64
    assert load_kod(path).table == result.kod.table == load_kod(str(path)).table
    assert set(load_partial(path)) == set(range(256)) - set(result.undetermined)


def test_result_of_an_exact_table_is_json_too(tmp_path: Path) -> None:
    result = recover_kod(banks.write(tmp_path / "bank", {}))
    path = tmp_path / "kod.json"
    result.save(path)
    content = path.read_text(encoding="utf-8")
    assert "Infinity" not in content and json.loads(content)["method"] == "default"


def test_save_tells_why_it_fails(result: KodRecovery, tmp_path: Path) -> None:
    with pytest.raises(CronosError, match="cannot be written") as error:
        result.save(tmp_path)
    assert error.value.status is Status.IO


def test_table_as_text(tmp_path: Path) -> None:
    assert load_kod(OWN.table.hex()).table == OWN.table
    assert load_kod(OWN.table.hex(" ").upper()).table == OWN.table
    path = tmp_path / "table.txt"
    path.write_text(OWN.table.hex("\n"), encoding="utf-8")
    assert load_kod(path).table == OWN.table


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "no JSON"),
        ('{"a": 1}', "has no table"),
        ('{"table": 5}', "has no table"),
        ("00" * 256, "is no KOD table"),
        ("zz", "is no KOD table"),
        (DEFAULT.table.hex()[:-2], "is no KOD table"),
    ],
)
def test_what_is_no_table(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "given"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CronosError, match=message) as error:
        load_kod(path)
    assert error.value.status is Status.USAGE


def test_table_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CronosError, match="512 hex digits, not 510") as error:
        load_kod(OWN.table.hex()[:-2])
    assert error.value.status is Status.USAGE
    with pytest.raises(CronosError, match="is no KOD table"):
        load_kod("00" * 256)
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(CronosError, match="cannot be read") as error:
            load_kod(path)
        assert error.value.status is Status.IO
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(CronosError, match="is no text"):
        load_kod(tmp_path / "binary")


def test_partial_table(tmp_path: Path) -> None:
    pairs = [f"{value:02x}" for value in OWN.table]
    pairs[3] = pairs[200] = "??"
    path = tmp_path / "partial.txt"
    path.write_text(" ".join(pairs), encoding="utf-8")
    found = load_partial(path)
    assert len(found) == 254 and 3 not in found and found[4] == OWN.table[4]
    assert partial_table({1: 2, 3: None}).entries == {1: 2}
    path.write_text("00 11", encoding="utf-8")
    with pytest.raises(CronosError, match="has 2 pairs"):
        load_partial(path)


def test_hints_as_text() -> None:
    assert parse_known("1:5=Клиенты") == (1, 5, "Клиенты".encode("cp1251"))
    assert parse_known("12:0=hex:03 04") == (12, 0, b"\x03\x04")
    assert parse_entry("c3=0A") == (0xC3, 10)


@pytest.mark.parametrize("hint", ["", "1:2", "1:2=", "a:2=x", "1=x", "1:2=hex:0", "1:2=汉"])
def test_wrong_known_text(hint: str) -> None:
    with pytest.raises(CronosError, match="known text") as error:
        parse_known(hint)
    assert error.value.status is Status.USAGE


@pytest.mark.parametrize("hint", ["", "1=2", "123=45", "gg=00", "00-11"])
def test_wrong_entry(hint: str) -> None:
    with pytest.raises(CronosError, match="CC=VV") as error:
        parse_entry(hint)
    assert error.value.status is Status.USAGE
