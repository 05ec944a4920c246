"""dissect: a record in its layers, every byte of it in a field or named as in none."""

from __future__ import annotations

import doctest
import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from recovery_banks import table

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.cli import main
from cronos_fmt.kod import DEFAULT
from cronos_fmt.writer import write_bank

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "bank"


def run(*arguments: object, **more: Any) -> Result:
    return CliRunner().invoke(main, ["dissect", *map(str, arguments)], **more)


def shown(*arguments: object, **more: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run(*arguments, "--json", **more).stdout)
    return data


def leaves(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [leaf for child in node["children"] for leaf in leaves(child)] if "children" in node else [node]


# ---- a record


def test_row_beside_its_bytes() -> None:
    result = run(EXAMPLE, "bank", 2)
    assert result.exit_code == 0 and "\x1b" not in result.stdout
    lines = result.stdout.splitlines()
    assert lines[0] == "<record 2 of CroBank, inline, 218 bytes at 0x122>"
    assert lines[1:3] == [f"  {name}: 218 bytes from 218 at 0x122, byte by byte" for name in ("stored", "assembled")]
    (name,) = [line for line in lines if "Иванов Иван Иванович" in line]
    assert re.fullmatch(
        r'00000001     20     c8 e2 e0 ed ee e2 20 c8 e2 e0 ed 20 c8 e2 e0   Иванов Иван Ива +plain = "[^"]+" \(text\)',
        name,
    )
    assert any(re.search(r"  0 ФИО$", line) for line in lines)


@pytest.mark.parametrize(
    ("pair", "number", "structure"),
    [("stru", 1, "dictionary"), ("bank", 2, "bank_record"), ("bank", 79, "ns1"), ("bank", 30, "file_record")],
)
def test_structure_and_ranges(pair: str, number: int, structure: str) -> None:
    found = shown(EXAMPLE, pair, number)
    assert found["structure"] == found["tree"]["structure"] == structure
    assert found["errors"] == []
    with cronos_fmt.open(EXAMPLE) as bank:
        record = {"stru": bank.stru, "bank": bank.bank}[pair].record(number)
        assert [layer["size"] for layer in found["layers"]] == [len(layer.data) for layer in record.layers]
        assert all(layer["exact"] for layer in found["layers"])
        end = 0
        for leaf in leaves(found["tree"]):
            assert leaf["start"] == end
            end = leaf["stop"]
            assert sum(size for _, size in leaf["file_ranges"]) == leaf["stop"] - leaf["start"]
            assert leaf["spec"] in found["specs"]
        assert end == len(record.data)


def test_layers_can_be_chosen() -> None:
    stored, decoded = (run(EXAMPLE, "stru", 1, "--layer", name, "--hex") for name in ("stored", "decoded"))
    assert stored.exit_code == decoded.exit_code == 0
    assert "03 04 42 61 6e 6b" in decoded.stdout and "03 04 42 61 6e 6b" not in stored.stdout
    result = run(EXAMPLE, "bank", 2, "--layer", "inflated")
    assert result.exit_code == 2
    assert "it has stored, assembled" in result.stderr


def test_all_layers() -> None:
    result = run(EXAMPLE, "stru", 1, "--layer", "all")
    at = [result.stdout.index(f"\n\n{name}:\n") for name in ("stored", "assembled", "decoded")]
    assert at == sorted(at)
    assert re.search(r"next = \d+", result.stdout) and 'raw = "BankName"' in result.stdout
    assert list(shown(EXAMPLE, "stru", 1, "--layer", "all")["trees"]) == ["stored", "assembled", "decoded"]


def test_bytes_alone(tmp_path: Path) -> None:
    result = run(EXAMPLE, "bank", 2, "--hex")
    assert "00000000  01 c8 e2 e0 ed ee e2 20" in result.stdout and "plain" not in result.stdout
    assert result.stdout.splitlines()[-1].startswith("000000d0  e8 f2 fc 20")
    long = {"tables": [], "stored_files": [{"number": 1, "text": "x" * 1_500}]}
    write_bank(long, tmp_path / "bank")
    assert run(tmp_path / "bank", "bank", 1, "--hex").stdout.strip().endswith("… 477 bytes more")
    assert "…" not in run(tmp_path / "bank", "bank", 1, "--hex", "--full").stdout


def test_part_of_a_record_with_what_is_known() -> None:
    result = run(EXAMPLE, "bank", 2, "--path", "values/Дата рождения/plain")
    assert result.exit_code == 0
    assert "Bytes of the value, up to the separator or the end of the record." in result.stdout
    assert "status: verified" in result.stdout and "evidence: samples: 9 rows" in result.stdout
    assert "note: date: 1985-04-02" in result.stdout and "ФИО" not in result.stdout
    assert shown(EXAMPLE, "bank", 2, "--path", "values/ФИО")["tree"]["path"] == "values/0"


def test_part_in_a_record_of_its_own() -> None:
    result = run(EXAMPLE, "stru", 1, "--path", "bases/Base001/fields/3/name")
    assert result.exit_code == 0
    assert "decoded of record 4 of CroStru:" in result.stdout and 'name = "Дата рождения"' in result.stdout


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nothing", "dictionary: has no 'nothing'; there is kind, entries"),
        ("entries/NS2/nothing", "dictionary.entries[15]: has no 'nothing'; there is key, value_word, value"),
        ("entries/99/key", "dictionary.entries: has no '99/key'; there is Bank, BankFormSaveVer"),
        ("kind/deeper", "dictionary.kind: has no 'deeper'; there is nothing"),
    ],
)
def test_no_such_part(path: str, message: str) -> None:
    result = run(EXAMPLE, "stru", 1, "--path", path)
    assert result.exit_code == 2
    assert message in result.stderr


def test_record_read_as_something_else() -> None:
    result = run(EXAMPLE, "bank", 2, "--as", "text_value")
    assert result.exit_code == 0
    assert shown(EXAMPLE, "bank", 2, "--as", "text_value")["structure"] == "text_value"


@pytest.mark.parametrize("number", [0, 10_000])
def test_no_such_record(number: int) -> None:
    assert run(EXAMPLE, "bank", number).exit_code in (2, 3)


def test_free_number() -> None:
    with cronos_fmt.open(EXAMPLE) as bank:
        free = next(slot.number for slot in bank.bank.slots() if not slot.is_live)
    result = run(EXAMPLE, "bank", free)
    assert result.exit_code == 0
    assert "no bytes belong to it" in result.stdout


# ---- damage


def test_part_that_is_read_stays_when_the_rest_breaks(tmp_path: Path) -> None:
    fields = [{"name": "А", "type": "text"}, {"name": "Б", "type": "file"}]
    raw = [{"number": 1, "hex": (b"\1" + b"abc\x1e\x1b\xff\0\0\0def").hex()}]
    write_bank({"name": "B", "tables": [{"name": "T", "fields": fields}], "raw_records": raw}, tmp_path / "bank")
    result = run(tmp_path / "bank", "bank", 1)
    assert result.exit_code == 1
    assert 'plain = "abc"' in result.stdout
    assert "breaks at bank_record.values[1].counted.body: cut off" in result.stdout
    assert re.search(r"^0000000a +3 .* body ! breaks here: cut off$", result.stdout, re.MULTILINE)
    found = shown(tmp_path / "bank", "bank", 1)
    (broken,) = [leaf for leaf in leaves(found["tree"]) if "error" in leaf]
    assert broken["path"] == "values/1/counted/body" and found["errors"] == [broken["error"]]
    assert "record 1" in broken["error"] and "offset" in broken["error"]


def test_bytes_of_no_field_are_named() -> None:
    result = run("-", "--as", "ns2", input="01 00 00 00 72 65 73 74")
    assert re.search(r"slack_04 = \"rest\" \(no field\)$", result.stdout, re.MULTILINE)


def test_record_that_its_file_cuts_short(tmp_path: Path) -> None:
    rows = [{"number": 1, "values": {"А": "раз " * 20}}]
    base = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": rows}
    write_bank({"tables": [base]}, tmp_path / "bank")
    with cronos_fmt.open(tmp_path / "bank") as bank:
        slot = bank.bank.slot(1)
    os.truncate(tmp_path / "bank" / "CroBank.dat", slot.offset + 9)
    result = run(tmp_path / "bank", "bank", 1)
    assert result.exit_code == 1
    assert 'plain = "раз раз "' in result.stdout
    assert "problem: CroBank, record 1" in result.stderr and "stored outside the file" in result.stderr
    os.truncate(tmp_path / "bank" / "CroBank.dat", slot.offset)
    assert run(tmp_path / "bank", "bank", 1).exit_code == 3


def test_record_whose_table_is_not_at_hand(tmp_path: Path) -> None:
    base = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": [{"number": 1, "values": {"А": "раз"}}]}
    write_bank({"tables": [base], "files": {"bank": {"encoded": True}}}, tmp_path / "bank")
    result = run(tmp_path / "bank", "bank", 1, "--kod", "none")
    assert result.exit_code == 4
    assert "assembled: 4 bytes" in result.stdout and "KOD table" in result.stderr


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
    ranked = [line for line in result.stdout.splitlines() if line.startswith("skip ")]
    assert ranked[0].startswith("skip 12, shift 7: score ")
    assert 'plain = "Иванов Иван Иванович"' in result.stdout
    found = shown(tmp_path / "bank", "bank", 7, "--skip", 12, *options)
    assert found["attempts"][0]["skip"] == 12 and found["tree"]["stop"] == len(payload)
    with cronos_fmt.open(tmp_path / "bank", kod=own, accept_doubtful=True) as bank:
        assert bank.bank.record(7).redecode(skip=12) == payload
        at = bank.bank.slot(7).offset
    assert leaves(found["tree"])[0]["file_ranges"] == [[at + 12, 1]]
    assert run(tmp_path / "bank", "bank", 7, "--skip", 1000, *options).exit_code == 2


# ---- a range of a file, and bytes from standard input


def test_range_of_a_file() -> None:
    result = run(f"{EXAMPLE}/CroBank.dat@0+{layouts.DatHeader.SIZE}", "--as", "dat_header")
    assert result.exit_code == 0
    assert 'version = "01.02"' in result.stdout and "<19 bytes at 0x0 of CroBank.dat>" in result.stdout
    with cronos_fmt.open(EXAMPLE) as bank:
        slot, head, size = bank.bank.slot(2), bank.bank.layouts.tad_header.SIZE, bank.bank.layouts.tad_slot.SIZE
    found = shown(f"{EXAMPLE}/CroBank.tad@{head + size:#x}+{size:#x}", "--as", "tad_slot_v3_32")
    assert found["tree"]["derived"]["data_offset"] == slot.offset
    assert leaves(found["tree"])[0]["file_ranges"] == [[head + size, 4]]


def test_range_that_is_encoded() -> None:
    with cronos_fmt.open(EXAMPLE) as bank:
        first = bank.stru.record(1).layers[0].pieces[0]
    target = f"{EXAMPLE}/CroStru.dat@{first.at}+{first.size}"
    result = run(target, "--as", "dictionary", "--skip", layouts.FirstChunk32.SIZE, "--shift", 1)
    assert 'raw = "BankName"' in result.stdout
    given = run(target, "--as", "dictionary", "--skip", 8, "--shift", 1, "--kod", DEFAULT.table.hex())
    assert given.stdout == result.stdout


def test_hex_from_standard_input() -> None:
    for text in ("02 41 1E 42", "02411e42\n", "0x02, 0x41, 0x1e, 0x42", "02:41:1e:42"):
        found = shown("-", "--as", "bank_record", input=text)
        assert [leaf.get("text") for leaf in leaves(found["tree"])] == [None, "A", None, "B"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((f"{EXAMPLE}/CroBank.dat@0+19", "--as", "nothing"), "no structure 'nothing'; there are bank_record, "),
        ((EXAMPLE, "bank", "2", "--as", "nothing"), "no structure 'nothing'"),
        ((f"{EXAMPLE}/CroBank.dat@0+99999", "--as", "ns2"), "99999 bytes wanted, the file has 1456 (0x5b0)"),
        ((f"{EXAMPLE}/CroBank.dat@0x5b0+1", "--as", "ns2"), "offset 0x5b0: 1 bytes wanted, the file has 1456"),
        ((f"{EXAMPLE}/CroBank.dat@0+19",), "give BANK stru|bank|index|sys NUMBER, FILE@OFFSET+LEN --as STRUCTURE"),
        ((f"{EXAMPLE}/CroBank.dat", "--as", "ns2"), "cannot tell what"),
        ((EXAMPLE,), "cannot tell what"),
        ((EXAMPLE, "bank"), "number of the record in bank is missing"),
        (("-",), "need --as STRUCTURE"),
        (("-", "--as", "ns2"), "something else than hex digits"),
    ],
)
def test_usage(arguments: tuple[object, ...], message: str) -> None:
    result = run(*arguments, input="xyz")
    assert result.exit_code == 2, result.output
    assert message in result.stderr


def test_known_structures_are_named() -> None:
    result = run("-", "--as", "nothing")
    assert all(name in result.stderr for name in PARSERS)


def test_file_that_is_not_there() -> None:
    assert run(f"{EXAMPLE}/nothing.dat@0+1", "--as", "ns2").exit_code == 5


# ---- the page about it

PAGE = (EXAMPLE.parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## One record, byte by byte")[2].partition("\n## ")[0]


def test_transcripts_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE.parent.parent)
    transcripts = [
        part for block in re.findall(r"```console\n(.*?)```", SECTION, re.DOTALL) for part in block.split("$ ")[1:]
    ]
    assert len(transcripts) == 8
    for transcript in transcripts:
        command, _, expected = transcript.partition("\n")
        given, _, command = command.rpartition(" | ")
        words = shlex.split(command, comments=True)
        assert words[:2] == ["cronos-fmt", "dissect"]
        result = run(*words[2:], input=given.removeprefix("echo "))
        assert result.exit_code in (0, 1), result.output
        assert not expected or result.stdout == expected


def test_session_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE.parent.parent)
    (session,) = re.findall(r"```pycon\n(.*?)```", SECTION, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "cli", "cli.md", 0)
    assert doctest.DocTestRunner().run(test) == (0, 7)


# ---- the terminal


def on_terminal(columns: int, *arguments: object, **environment: str) -> str:
    """What a terminal of a width is given."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")}
    command = [sys.executable, "-m", "cronos_fmt", "dissect", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=child, env=clean | environment)
    os.close(child)
    output = b""
    try:
        while part := os.read(parent, 1 << 16):
            output += part
    except OSError:
        pass  # the other end is closed
    os.close(parent)
    assert process.wait() == 0
    return output.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(("columns", "row"), [(80, 8), (130, 16)])
def test_as_wide_as_the_terminal(columns: int, row: int) -> None:
    output = on_terminal(columns, EXAMPLE, "bank", 2)
    assert "\x1b[32m" in output
    lines = re.sub(r"\x1b\[\d+m", "", output).splitlines()
    ruler = next(line for line in lines if line.startswith("offset"))
    assert len(ruler[17:].split("  ")[0].split()) == row
    assert max(len(line) for line in lines[lines.index(ruler) :]) == columns


def test_no_color() -> None:
    output = on_terminal(80, EXAMPLE, "bank", 2, NO_COLOR="1")
    assert "\x1b" not in output and "ФИО" in output
    assert "\x1b[" in on_terminal(80, EXAMPLE, "bank", 2, NO_COLOR="")


def test_colours_where_they_are_forced() -> None:
    assert "\x1b[36m" in run(EXAMPLE, "bank", 2, env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b" not in run(EXAMPLE, "bank", 2, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_names_from_a_file_are_made_safe(tmp_path: Path) -> None:
    fields = [{"name": "А", "type": "text"}]
    raw = [{"number": 1, "hex": (b"\1\x1b]0;title\x07").hex()}]
    extra = {"Bad\x1b[2J": {"hex": "1b5b324a"}}
    write_bank(
        {"tables": [{"name": "T\x1b[2J", "fields": fields}], "raw_records": raw, "extra_keys": extra}, tmp_path / "b"
    )
    for arguments in (("stru", 1), ("bank", 1), ("stru", 1, "--path", "entries"), ("stru", 1, "--path", "entries/no")):
        result = run(tmp_path / "b", *arguments)
        assert "\x1b" not in result.stdout + result.stderr and "\x07" not in result.stdout
