"""dissect: a record in its layers, every byte of it in a field or named as in none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from recovery_banks import table

import cronos_fmt
from cronos_fmt.cli import main
from cronos_fmt.writer import write_bank

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "bank"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["dissect", *map(str, arguments)])


def test_row_field_by_field() -> None:
    result = run(EXAMPLE, "bank", 2)
    assert result.exit_code == 0
    assert "<record 2 of CroBank, inline, 218 bytes at 0x122>" in result.stdout
    assert '  000001     20  values[0].plain = "Иванов Иван Иванович"' in result.stdout
    assert "00000000  01 c8 e2 e0 ed ee e2 20" in result.stdout


@pytest.mark.parametrize(
    ("pair", "number", "structure"),
    [("stru", 1, "dictionary"), ("bank", 2, "bank_record"), ("bank", 79, "ns1"), ("bank", 30, "file_record")],
)
def test_structure_and_ranges(pair: str, number: int, structure: str) -> None:
    found = json.loads(run(EXAMPLE, pair, number, "--json").stdout)
    assert found["structure"] == structure
    with cronos_fmt.open(EXAMPLE) as bank:
        file = {"stru": bank.stru, "bank": bank.bank}[pair]
        record = file.record(number)
        last = record.layers[-1]
        assert [layer["size"] for layer in found["layers"]] == [len(layer.data) for layer in record.layers]
        end = 0
        for field in found["fields"]:
            assert field["start"] == end
            end = field["stop"]
            if last.is_exact:
                assert sum(size for _, size in field["file_ranges"]) == field["stop"] - field["start"]
        assert end == len(record.data)


def test_layers_can_be_chosen() -> None:
    stored, decoded = run(EXAMPLE, "stru", 1, "--layer", "stored"), run(EXAMPLE, "stru", 1, "--layer", "decoded")
    assert stored.exit_code == decoded.exit_code == 0
    assert "03 04 42 61 6e 6b" in decoded.stdout and "03 04 42 61 6e 6b" not in stored.stdout
    result = run(EXAMPLE, "bank", 2, "--layer", "inflated")
    assert result.exit_code == 2
    assert "it has stored, assembled" in result.stderr


@pytest.mark.parametrize("number", [0, 10_000])
def test_no_such_record(number: int) -> None:
    assert run(EXAMPLE, "bank", number).exit_code in (2, 3)


def test_free_number() -> None:
    with cronos_fmt.open(EXAMPLE) as bank:
        free = next(slot.number for slot in bank.bank.slots() if not slot.is_live)
    result = run(EXAMPLE, "bank", free)
    assert result.exit_code == 0
    assert "no bytes belong to it" in result.stdout


def test_part_that_is_read_stays_when_the_rest_breaks(tmp_path: Path) -> None:
    fields = [{"name": "А", "type": "text"}, {"name": "Б", "type": "file"}]
    raw = [{"number": 1, "hex": (b"\1" + b"abc\x1e\x1b\xff\0\0\0def").hex()}]
    write_bank({"name": "B", "tables": [{"name": "T", "fields": fields}], "raw_records": raw}, tmp_path / "bank")
    result = run(tmp_path / "bank", "bank", 1)
    assert result.exit_code == 1
    assert '  000001      3  values[0].plain = "abc"' in result.stdout
    assert "breaks at bank_record.values[1].counted.body" in result.stdout
    assert "(no field)" in result.stdout


def test_header_in_front_of_a_payload_is_found(tmp_path: Path) -> None:
    """The case that started it all: 12 bytes stand in front of a payload that is encoded as if they did not."""
    own = table(3)
    payload = b"\1" + "Иванов Иван Иванович\x1eМосква, ул. Ленина\x1e1985".encode("cp1251")
    stored = bytes(range(0xA0, 0xAC)) + own.encode(payload, 7)
    # The writer encodes what it is given; decoded first, it comes out as it should stand in the file.
    raw = [{"number": 7, "hex": own.decode(stored, 7).hex()}]
    files = {"bank": {"encoded": True, "kod": own.table.hex()}}
    base = {"name": "T", "fields": [{"name": "А", "type": "text"}]}
    write_bank({"name": "B", "files": files, "tables": [base], "raw_records": raw}, tmp_path / "bank")
    options = ("--kod", own.table.hex(), "--accept-doubtful")
    result = run(tmp_path / "bank", "bank", 7, "--redecode", *options)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0].startswith("skip 12, shift 7:")
    assert "Иванов Иван" in result.stdout
    with cronos_fmt.open(tmp_path / "bank", kod=own, accept_doubtful=True) as bank:
        assert bank.bank.record(7).redecode(skip=12) == payload
    assert run(tmp_path / "bank", "bank", 7, "--skip", 1000, *options).exit_code == 2
