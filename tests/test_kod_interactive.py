"""`kod recover --interactive` and `--plot`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from recovery_banks import description, evidence, table

from cronos_fmt.cli import main
from cronos_fmt.cli.kod_plot import plot
from cronos_fmt.recovery import recover_kod
from cronos_fmt.recovery.proposals import propose
from cronos_fmt.writer import write_bank

OWN = table(5)
SVG = "{http://www.w3.org/2000/svg}"


def run(text: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["kod", "recover", *map(str, arguments)], input=text)


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One table in the structure: enough to open it, and some letters that stay doubtful."""
    folder = tmp_path_factory.mktemp("interactive") / "bank"
    write_bank(description(1, OWN, rows=3), folder)
    return folder


def doubtful(stderr: str) -> list[int]:
    """Doubtful bytes, as each screen counts them."""
    return [int(n) for n in re.findall(r"(\d+) of \d+ bytes are doubtful", stderr)]


def test_shows_records_and_proposals(locked: Path) -> None:
    result = run("q\n", locked, "--interactive")
    assert result.exit_code == 0, result.output
    (line,) = [line for line in result.stderr.splitlines() if line.lstrip().startswith("1:0 |")]
    marks = result.stderr.splitlines()[result.stderr.splitlines().index(line) + 1]
    assert "BankName" in line and set(marks) <= set(" |^") and "^" in marks
    assert len(line) <= 80 and len(marks) <= len(line)
    assert re.search(r"^  1  \d+:\d+=\w+  \(\d+ bytes agree", result.stderr, re.MULTILINE)
    assert result.stderr.count("solving") == 0
    assert "verdict:" in result.stdout and "^" not in result.stdout


def test_proposal_is_taken_and_solved(locked: Path, tmp_path: Path) -> None:
    out = tmp_path / "kod.json"
    files = evidence(locked)
    assert files.stru is not None
    plain = {number: OWN.decode(data, number) for number, data in files.stru.records}
    proposals = propose(recover_kod(files), files)
    right = next(i for i, p in enumerate(proposals, 1) if plain[p.number].startswith(p.word, p.offset))
    result = run(f"{right}\n\nq\n", locked, "--interactive", "--out", out)
    assert result.exit_code == 0, result.output
    before, after = doubtful(result.stderr)
    assert after < before
    assert f"the same hints at once: --known {proposals[right - 1].hint}" in result.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [e for e in found["entries"] if e["confidence"] > 0.99 and OWN.table[e["cipher"]] != e["value"]] == []


def test_hint_is_taken_back(locked: Path) -> None:
    result = run("1\n\n-\n\n-\nq\n", locked, "--interactive")
    first, _, last = doubtful(result.stderr)
    assert first == last and result.stderr.count("not taken: there is no hint to take back") == 1
    assert "the same hints" not in result.stderr


def test_typed_hints(locked: Path) -> None:
    found = recover_kod(locked)
    byte = next(byte for byte in found.undetermined if byte not in found.unseen)
    result = run(f"{byte:02x}={OWN.table[byte]:02x}\n", locked, "--interactive", "--json")  # standard input ends here
    assert json.loads(result.stdout)["entries"][byte]["value"] == OWN.table[byte]
    assert f"--entry {byte:02x}={OWN.table[byte]:02x}" in result.stderr
    first = evidence(locked).stru
    assert first is not None
    number, data = first.records[0]
    offset = OWN.decode(data, number).index(b"BankName")
    result = run(f"{number}:{offset}=BankName\n\nq\n", locked, "--interactive")
    assert result.exit_code == 0 and f"--known {number}:{offset}=BankName" in result.stderr


def test_mistakes_are_said_and_forgotten(locked: Path) -> None:
    lines = [
        "nonsense",
        "99",
        "0",
        "zz=00",
        "1:2=",
        "99:0=Имя",
        "1:2=hex:zz",
        "@x",
        "1:1=あ",
        "²",
        "²=1",
        "-",
        "1:1:1=x",
    ]
    result = run("\n".join([*lines, "q", ""]), locked, "--interactive")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("not taken: ") == len(lines)
    assert "the same hints" not in result.stderr and "solving" not in result.stderr


def test_contradicting_hints(locked: Path) -> None:
    result = run("41=00\n41=01\n42=00\nq\n", locked, "--interactive")
    assert result.stderr.count("not taken: ") == 2
    assert "--entry 41=00" in result.stderr or "dropped" in result.stderr


def test_another_place(locked: Path) -> None:
    result = run("@4:10\nq\n", locked, "--interactive")
    second = result.stderr[result.stderr.rindex("bytes are doubtful") :]
    assert "4:0 |" in second and "1:0 |" not in second


def test_what_is_shown_is_bounded_and_safe(tmp_path: Path) -> None:
    write_bank(description(20, OWN), tmp_path / "bank")
    result = run("\x1b]0;x\x07\n@1:0\n\xff\nq\n", tmp_path / "bank", "--interactive")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("\n") < 100
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", result.stderr)


def test_nothing_to_look_at(tmp_path: Path) -> None:
    what = description(1, OWN, rows=3, files={"stru": {"encoded": False}, "bank": {"encoded": True}})
    write_bank(what | {"version": "01.04"}, tmp_path / "bank")
    result = run("q\n", tmp_path / "bank", "--interactive")
    assert result.exit_code == 2 and "without --interactive" in result.stderr


# ---- the picture


def test_plot(locked: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    assert run("", locked, "--plot", path).exit_code == 0
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert (
        root.tag == f"{SVG}svg" and root.get("role") == "img" and "bound by nothing" in (root.get("aria-label") or "")
    )
    result = recover_kod(locked)
    cells = root.findall(f"{SVG}g")
    assert len(cells) == 256
    for entry, cell in zip(result.entries, cells, strict=True):
        title, value = cell.findtext(f"{SVG}title") or "", cell.findtext(f"{SVG}text")
        assert value == f"{entry.value:02x}" and title.startswith(f"{entry.cipher:02x} = {value}: ")
        rect = cell.find(f"{SVG}rect")
        assert rect is not None and (rect.get("class") == "u") == (entry.cipher in result.undetermined)
        if entry.cipher not in result.unseen:
            assert f"confidence {entry.confidence:.1%}" in title and f"{entry.evidence} bytes of evidence" in title
            assert f"margin {entry.margin:.2f}" in title
    assert len({cell.find(f"{SVG}rect").get("fill") for cell in cells}) >= 3  # type: ignore[union-attr]
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"href|<script|<image|@import|url\(", text)


def test_plot_of_a_table_known_exactly(tmp_path: Path) -> None:
    write_bank({"name": "B", "version": "01.02"}, tmp_path / "bank")
    text = plot(recover_kod(tmp_path / "bank"))
    assert "known exactly" in text and "inf" not in text


def test_plot_that_cannot_be_written(locked: Path, tmp_path: Path) -> None:
    result = run("", locked, "--plot", tmp_path / "missing" / "table.svg")
    assert result.exit_code == 5 and "cannot be written" in result.stderr
