"""repl, and what things say of themselves: one line, several at a prompt, HTML; bounded, safe, and read from little."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from golden import check_golden
from recovery_banks import table as own_table

import cronos_fmt
from cronos_fmt import Bank, CronosError, Problem
from cronos_fmt.cli import main
from cronos_fmt.cli.repl import close_shell, make_shell
from cronos_fmt.inspect import show
from cronos_fmt.records import CroFile, Record
from cronos_fmt.shown import WAYS, Shown, Ways
from cronos_fmt.source import Source
from cronos_fmt.spans import Node
from cronos_fmt.writer import write_bank

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "bank"
# Characters that a line, a text and a page of HTML have at most.
LINE, TEXT, HTML = 500, 40_000, 60_000
PAIRS = "CroStru 01.02, CroBank 01.02, CroIndex 01.02"
Things = dict[str, Any]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bank]:
    """The bank of the examples, by the path that the README uses."""
    monkeypatch.chdir(ROOT)
    with cronos_fmt.open("examples/bank") as bank:
        yield bank


def things(bank: Bank) -> Things:
    """One of each type that shows itself, as far as a bank has it."""
    made: Things = {"bank": bank, "problems": bank.problems}
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError:
            continue
        made |= {name: file, f"kod of {name}": file.kod} if file.kod is not None else {name: file}
        for number in range(1, min(file.slot_count, 12) + 1):
            record = file.record(number)
            made |= {f"record {number} of {name}": record, f"slot {number} of {name}": record.slot}
            layers, _ = record.readable_layers
            made |= {f"{layer.name} {number} of {name}": layer for layer in layers}
            made |= {f"tree {number} of {name}": record.tree} if layers else {}
    try:
        schema = bank.schema
        made |= {"schema": schema} | {f"key {name}": entry for name, entry in schema.entries.items()}
        for n, (name, table) in enumerate(bank.tables.items()):
            made |= {f"table {n}": table, f"base {n}": table.base, f"fields {n}": bank.tables[name].fields[0:1]}
        for item, _ in zip(bank.scan(), range(20), strict=False):
            made |= {f"scanned {item.number}": item}
            made |= {f"row {item.number}": item.row} if item.row is not None else {}
    except CronosError:
        pass
    return {name: thing[0] if isinstance(thing, tuple) and name.startswith("fields") else thing
            for name, thing in made.items() if thing != ()}  # fmt: skip


def check_shown(thing: Any) -> None:
    """All ways of a thing hold: one line, no character that a terminal obeys, no markup but its own, bounded."""
    line, text, page = show.line(thing), show.text(thing), show.html(thing)
    assert "\n" not in line and line.isprintable() and len(line) <= LINE
    assert all(part.isprintable() for part in text.split("\n")) and len(text) <= TEXT
    assert page.replace("\n", "").isprintable() and len(page) <= HTML
    parser = _Tags()
    parser.feed(page)
    parser.close()
    assert parser.found <= {"p", "b", "table", "thead", "tbody", "tr", "th", "td", "pre", "span"}
    assert parser.open == []


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.open.append(tag)
        assert {name for name, _ in attrs} <= {"style"}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# ---- one line


@pytest.mark.parametrize(
    ("get", "expected"),
    [
        (
            lambda b: b,
            f'<bank "Клиенты и заказы" in examples/bank: {PAIRS}; 4 tables>',
        ),
        (lambda b: b.stru, "<CroStru 01.02, 8 slots, 3370 bytes>"),
        (lambda b: b.schema, "<schema in record 1 of CroStru: 18 keys, 5 bases>"),
        (lambda b: b.schema.entries["BankId"], "<key BankId, 10 bytes in record 1>"),
        (lambda b: b.tables["Клиенты"], "<table Клиенты (id 1), 13 fields, 1 hidden position>"),
        (lambda b: b.tables["Пустая таблица"], "<table Пустая таблица (id 4), 1 field>"),
        (lambda b: b.tables["Клиенты"].base, "<base Клиенты (id 1, key Base001), 13 fields, 1 hidden position>"),
        (lambda b: b.tables["Клиенты"].fields[2], "<field Дата рождения: date, position 3>"),
        (
            lambda b: next(b.tables["Клиенты"].rows()),
            '<row 2 of Клиенты, 14 values: ФИО="Иванов Иван Иванович", ИНН="007701234567">',
        ),
        (lambda b: b.classify(6).row, "<row 6 of Клиенты, 0 values>"),
        (lambda b: b.classify(1), "<record 1, system: bit card of base 2>"),
        (lambda b: b.classify(40), "<record 40, free>"),
        (lambda b: b.classify(30), "<record 30, files: 57 bytes>"),
        (lambda b: b.classify(6), "<record 6, rows: <row 6 of Клиенты, 0 values>>"),
        (lambda b: b.bank.record(2), "<record 2 of CroBank, inline, 218 bytes at 0x122>"),
        (lambda b: b.bank.record(40), "<record 40 of CroBank, free>"),
        (lambda b: b.stru.record(1), "<record 1 of CroStru, extended, first 397 bytes at 0x101>"),
        (lambda b: b.stru.slot(1), "<slot 1, extended, first 397 bytes at 0x101>"),
        (lambda b: b.stru.slot(2), "<slot 2, empty>"),
        (lambda b: b.stru.kod, "<KOD table, default: 08 63 81 38 a3 6b 82 a6 …>"),
    ],
)
def test_repr(get: Callable[[Bank], Any], expected: str, example: Bank) -> None:
    assert repr(get(example)) == expected


def test_without_ways_it_is_that_of_python() -> None:
    class Thing(Shown):
        pass

    assert repr(Thing()).startswith("<test_repl.test_without_ways") and Thing()._repr_html_() is None


def test_closed_bank(example: Bank) -> None:
    kept, record = things(example), example.bank.record(3)
    example.close()
    assert repr(example) == "<bank in examples/bank, closed>"
    for thing in kept.values():
        check_shown(thing)
    assert "the bank is closed" in show.html(kept["table 0"])
    assert "cannot be shown: " in show.text(record)


# ---- at a prompt


def test_golden(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("IPython")
    monkeypatch.chdir(ROOT)
    shown = ["bank", "stru", "bank.schema", 't["Клиенты"]', 't["Клиенты"].fields[2]', 'next(t["Клиенты"].rows())']
    shown += ["stru.record(6)", "data.record(30)", "data.record(40)", "data.record(30).layers[0]", "data.slot(30)"]
    shown += ['stru.record(1).tree["bases/Base001/fields/3/name"]', 'stru.record(1).tree["entries/NS2"]', "stru.kod"]
    shown += ["bank.problems"]
    shown += ["[*bank.scan()][:4]", "data.record(400)", "1/0"]
    commands = [f"repl examples/bank --command {code.replace(' ', '')}" for code in shown]
    session = "repl examples/bank --command row=bank.classify(2).row --command row --command row.number"
    check_golden("repl", [*commands, session, "repl examples/nothing --command bank"])


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["repl", *map(str, arguments)])


def test_in_full_alone_and_in_a_line_inside(example: Bank) -> None:
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    row = example.classify(2).row
    assert row is not None
    assert pretty(row) == show.text(row) and len(show.text(row).split("\n")) == 18
    assert pretty([row, row.base]) == f"[{row!r},\n {row.base!r}]"
    assert pretty(example.bank.record(2)).split("\n")[3].startswith("offset    bytes  00 01 02 ")


def test_commands_share_a_session_and_leave_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("IPython")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    before = sys.modules["__main__"], sys.displayhook, sys.excepthook
    result = run(EXAMPLE, "--command", "n = len(t)", "--command", "n + 1", "--command", "n;", "--command", "None")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "5\n", "")
    assert before == (sys.modules["__main__"], sys.displayhook, sys.excepthook)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "status", "message"),
    [
        ("bank.stru.record(99)", 3, "error: CroStru, record 99: no such record; the file has 1 to 8\n"),
        ("t['x']", 1, "error: KeyError: 'x'\n"),
        ("raise ValueError('\\x1b[2J')", 1, "error: ValueError: \\x1b[2J\n"),
        ("t[", 1, "error: SyntaxError: "),
    ],
)
def test_failing_command_ends_the_run(code: str, status: int, message: str) -> None:
    pytest.importorskip("IPython")
    result = run(EXAMPLE, "--command", code, "--command", "1")
    assert result.exit_code == status and result.stdout == "" and result.stderr.startswith(message)


def test_problems_are_told_at_the_end(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    write_bank({"tables": [], "raw_records": [{"number": 1, "hex": "63616263"}]}, tmp_path / "bank")
    result = run(tmp_path / "bank", "--command", "len(list(bank.scan()))")
    assert (result.exit_code, result.stdout) == (1, "10\n")
    assert "begins with base id 99" in result.stderr
    shown = run(tmp_path / "bank", "--command", "_ = list(bank.scan())", "--command", "bank.problems").stdout
    assert shown.splitlines()[0] == "<1 problem: unassigned 1>"


def test_options_of_opening(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    code = 'bank.positions["Base001"].reading.value'
    assert run(EXAMPLE, "--command", code, "--positions", "bytes").stdout == "'bytes'\n"
    assert "CroStru 01.02 locked" in run(EXAMPLE, "--kod", "none", "--command", "bank").stdout


def test_without_ipython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", None)
    result = run(EXAMPLE)
    assert result.exit_code == 2
    assert result.stderr == "error: repl needs IPython, which is not installed; pip install 'cronos-fmt[repl]'\n"


@pytest.fixture
def shell(example: Bank, tmp_path: Path) -> Iterator[Any]:
    pytest.importorskip("IPython")
    made = make_shell(example, str(tmp_path))
    yield made
    close_shell(made)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('t["', ["Заказы", "Клиенты", "Пустая таблица", "Тексты"]),
        ('bank.tables["Кл', ["Клиенты"]),
        ('row["Д', ["Дата рождения", "Договор"]),
        ('rec.tree["', ["entries", "kind"]),
        ('rec.tree["entries"]["Base00', ["Base000", "Base001", "Base002", "Base003", "Base004"]),
        ("rec.tree.entries.parts[3].val", ["value_word", "value"]),
        ("bank.stru.rec", ["record"]),
        ("stru.header.is_e", ["is_encoded"]),
    ],
)
def test_tab(line: str, expected: list[str], shell: Any) -> None:
    completer = pytest.importorskip("IPython.core.completer")
    shell.run_cell('row = next(t["Клиенты"].rows()); rec = stru.record(1)')
    with completer.provisionalcompleter():
        found = list(shell.Completer.completions(line, len(line)))
    assert sorted(re.split(r"""[."']""", each.text.rstrip("\"']"))[-1] for each in found) == sorted(expected)


def test_names_at_the_prompt(example: Bank, tmp_path: Path) -> None:
    from cronos_fmt.cli.repl import aliases, banner, namespace

    names = namespace(example)
    assert list(names) == ["bank", "t", "stru", "data", "index", "cronos_fmt"]
    assert names["t"] is example.tables and names["data"] is example.bank
    assert all(f"\n  {name} " in banner(example) for name in list(names)[:-1])
    (tmp_path / "bank").mkdir()
    for name in ("CroStru.dat", "CroBank.dat", "CroBank.tad"):
        (tmp_path / "bank" / name).write_bytes((EXAMPLE / name).read_bytes())
    with cronos_fmt.open(tmp_path / "bank") as bank:
        assert [alias.name for alias in aliases(bank)] == ["bank", "data"]
        assert "CroStru unreadable" in banner(bank)
        assert "CroStru.tad missing" in show.text(bank)


# ---- the terminal


def on_terminal(columns: int, *arguments: str, **environment: str) -> str:
    """What a terminal of a width is given by some commands."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")}
    command = [sys.executable, "-m", "cronos_fmt", "repl", *arguments]
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


def test_colours_and_width_of_the_terminal() -> None:
    pytest.importorskip("IPython")
    output = on_terminal(90, str(EXAMPLE), "--command", "data.record(30)")
    assert "\x1b[36m00\x1b[0m" in output and "\x1b[36mbase_id = 00\x1b[0m" in output
    lines = re.sub(r"\x1b\[\d+m", "", output).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("offset"))
    assert len(lines[at][17:].split("  ")[0].split()) == 8
    assert max(map(len, lines[at:-1])) == 90
    plain = on_terminal(90, str(EXAMPLE), "--command", "data.record(30)", NO_COLOR="1")
    assert plain.splitlines() == [line.rstrip() for line in lines]


def test_session(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    pexpect = pytest.importorskip("pexpect")
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    arguments = ["-m", "cronos_fmt", "repl", str(EXAMPLE)]
    size: dict[str, Any] = {"dimensions": (60, 110), "encoding": "utf-8", "timeout": 30}
    session = pexpect.spawn(sys.executable, arguments, env=environment, **size)
    session.expect_exact("t      its tables by name")
    session.expect_exact("In [")
    session.send('t["Кли\t')
    session.expect_exact("енты")  # what TAB adds; the rest may have been written before
    session.send('"]\r')
    session.expect_exact("<table Клиенты (id 1), 13 fields, 1 hidden position>")
    session.expect_exact("In [")
    session.send("data.record(400)\r")
    session.expect_exact("error: CroBank, record 400: no such record; the file has 1 to 79")
    session.expect_exact("In [")
    session.send("exit\r")
    session.expect(pexpect.EOF)
    session.close()
    assert session.exitstatus == 0


# ---- how much is read


class Reads:
    """What was asked of files, by their names, and bytes that came from the disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: dict[str, list[tuple[int, int]]] = {}
        self.bytes: Counter[str] = Counter()
        read, read_into = Source.read, Source.read_into

        def asked(source: Source, offset: int, length: int) -> bytes:
            self.asked.setdefault(source.path.name, []).append((offset, offset + length))
            return read(source, offset, length)

        def filled(source: Source, offset: int, target: memoryview) -> None:
            self.bytes[source.path.name] += len(target)
            read_into(source, offset, target)

        monkeypatch.setattr(Source, "read", asked)
        monkeypatch.setattr(Source, "read_into", filled)

    def end(self, name: str) -> int:
        """Where the last byte that was asked for ends."""
        return max((stop for _, stop in self.asked.get(name, ())), default=0)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A bank with ten million slots, whose definitions are not encoded, so that opening it reads none."""
    rows = [{"number": n, "values": {"А": "значение"}} for n in range(1, 40)]
    table = {"name": "Т", "fields": [{"name": "А", "type": "text"}, {"name": "Б", "type": "text", "position": 3}]}
    tables = [{**table, "rows": rows}, {**table, "name": "Пустая"}]
    description = {"name": "Большой", "files": {"stru": {"encoded": False}}, "tables": tables}
    write_bank(description, tmp_path / "bank")
    for end in (".dat", ".tad"):
        os.truncate(tmp_path / "bank" / f"CroBank{end}", 120_000_008)
    return tmp_path / "bank"


@pytest.mark.parametrize("say", [repr, show.text, show.html])
def test_bank_reads_headers_and_definitions(
    say: Callable[[Any], str], large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = Reads(monkeypatch)
    with cronos_fmt.open(large) as bank:
        assert "Большой" in say(bank) and (say is repr or "10000000" in say(bank))
        assert reads.end("CroBank.dat") <= bank.bank.data_start
        assert reads.end("CroBank.tad") <= bank.bank.layouts.tad_header.SIZE
        assert reads.end("CroIndex.dat") <= bank.index.data_start
        assert reads.end("CroStru.dat") > bank.stru.data_start
        assert max(reads.bytes.values()) <= 1 << 20  # the window of a file
        reads.asked.clear()
        table = bank.tables["Т"]
        assert "А" in repr(table) + show.text(table) + show.text(table.base) + show.text(bank.schema)
        assert reads.asked == {}


def test_row_reads_nothing_and_a_record_its_bytes(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cronos_fmt.open(large) as bank:
        row, record = bank.classify(7).row, bank.bank.record(7)
        _ = bank.positions
        reads = Reads(monkeypatch)
        assert "значение" in repr(row) + show.text(row) + show.html(row)
        assert reads.asked == {}
        assert "inline" in repr(record)
        assert reads.asked == {}
        assert "значение" in show.text(record)
        assert set(reads.asked) == {"CroBank.dat"}
        assert set(reads.asked["CroBank.dat"]) == {(record.slot.offset, record.slot.offset + record.slot.length)}


def test_table_in_a_notebook_reads_a_sample(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cronos_fmt.open(large) as bank:
        slots, seen = CroFile.slots, Counter[str]()

        def counted(file: CroFile, first: int = 1, last: int | None = None) -> Iterator[Any]:
            for slot in slots(file, first, last):
                seen[file.name] += 1
                assert seen[file.name] <= 48_000  # of the sample that tells how positions are read, and of two more
                yield slot

        monkeypatch.setattr(CroFile, "slots", counted)
        pages = [table._repr_html_() or "" for table in bank.tables.values()]
        assert [page.count("<tr>") for page in pages] == [11, 1]
        assert "10 rows of a sample; table.rows() has all" in pages[0] and "0 rows of a sample" in pages[1]
        assert seen["CroBank"] > 40
        assert bank.problems.total == 0


# ---- limits


def test_much_of_everything_is_cut(tmp_path: Path) -> None:
    fields = [{"name": f"Поле {n} {'я' * 100}", "type": "text"} for n in range(200)]
    rows = [{"number": n, "values": {field["name"]: "я" * 500 for field in fields}} for n in range(1, 4)]
    tables: list[dict[str, Any]] = [{"name": "Т" * 200, "fields": fields, "rows": rows}]
    tables += [{"name": f"Таблица {n}", "fields": fields[:1]} for n in range(60)]
    write_bank({"name": "Б" * 5_000, "tables": tables}, tmp_path / "bank")
    with cronos_fmt.open(tmp_path / "bank") as bank:
        found = things(bank)
        for thing in found.values():
            check_shown(thing)
        assert "21 tables more" in show.text(bank) and "21 more" in show.html(bank)
        text = show.text(found["row 1"]).split("\n")
        assert len(text) == 121 and text[-1] == "… cut after 120 lines; look at a part of it"
        assert "170 fields more" in show.html(found["table 0"])
        assert len(list(show.lines(bank.bank.record(1), 80))) == 121
        for n in range(50):
            bank.problems.add(Problem(f"kind {n}", "message " * 100, "CroBank", n))
        check_shown(bank.problems)


@pytest.mark.parametrize("text", ["a\x1b[2J\x07", "<script>x</script>", "\"'><img src=x>&amp;", "a\r\nb\tc\0d"])
def test_what_comes_from_a_file_is_made_safe(text: str, tmp_path: Path) -> None:
    raw = {"raw": text}
    fields = [{"name": f"{text}{n}", "type": kind} for n, kind in enumerate(("text", "number", "date", "file"))]
    rows = [
        {"number": 1, "values": {f"{text}0": raw, f"{text}1": [raw, raw], f"{text}2": raw}},
        {"number": 2, "values": {f"{text}3": {"file": 4, "name": text, "extension": text}}},
    ]
    description = {
        "name": text,
        "tables": [{"name": text, "fields": fields, "rows": rows}],
        "stored_files": [{"number": 4, "text": text}],
        "raw_records": [{"number": 5, "hex": text.encode().hex()}],
        "extra_keys": {f"X{text}": text},
    }
    folder = tmp_path / re.sub(r"[/\0]", "|", text)
    write_bank(description, folder)
    with cronos_fmt.open(folder) as bank:
        found = things(bank)
        assert {"row 1", "row 2", "table 0", "schema"} <= set(found)
        for thing in found.values():
            check_shown(thing)


def test_file_without_its_table(tmp_path: Path) -> None:
    table = {"name": "Т", "fields": [{"name": "А", "type": "text"}], "rows": [{"number": 1, "values": {"А": "раз"}}]}
    files = {name: {"encoded": True, "kod": own_table(3).table.hex()} for name in ("stru", "bank")}
    write_bank({"name": "Б", "tables": [table], "files": files}, tmp_path / "bank")
    with cronos_fmt.open(tmp_path / "bank", kod=None) as bank:
        assert repr(bank).endswith(": CroStru 01.02 locked, CroBank 01.02 locked, CroIndex 01.02; no definitions>")
        assert "cronos-fmt kod recover BANK" in show.text(bank)
        assert repr(bank.bank).endswith(", its KOD table is not at hand>")
        assert "damaged" in show.text(bank.bank.record(1)) and "KOD table of its own" in show.text(bank.bank.record(1))
        for thing in things(bank).values():
            check_shown(thing)


def _damaged(seed: int, folder: Path) -> None:
    """A copy of the example with a file cut short or changed."""
    folder.mkdir()
    for path in EXAMPLE.glob("Cro*"):
        (folder / path.name).write_bytes(path.read_bytes())
    path = folder / ("CroBank.dat", "CroStru.dat", "CroBank.tad", "CroStru.tad")[seed % 4]
    data = bytearray(path.read_bytes())
    if seed % 8 < 4:
        del data[len(data) * (seed + 3) // 80 :]
    else:
        for n in range(12):
            data[(seed * 7919 + n * 104_729) % (len(data) - 20) + 20] = (seed * 31 + n * 17) % 256
    path.write_bytes(data)


@pytest.mark.parametrize("seed", range(0, 64, 3))
def test_damage(seed: int, tmp_path: Path) -> None:
    _damaged(seed, tmp_path / "bank")
    try:
        bank = cronos_fmt.open(tmp_path / "bank")
    except CronosError:
        return
    with bank:
        for thing in things(bank).values():
            check_shown(thing)
        if "tables" in vars(bank):
            for table in bank.tables.values():
                check_shown(table)


@pytest.mark.realdata
def test_real_banks(sample_bank: Path) -> None:
    with cronos_fmt.open(sample_bank) as bank:
        found = things(bank)
        assert "schema" in found
        for thing in found.values():
            check_shown(thing)
            assert "cannot be shown" not in show.text(thing)


def test_every_type_has_all_ways() -> None:
    assert set(WAYS) == set(show.TYPES) == set(show._LINE_OF)
    assert all(isinstance(ways, Ways) for ways in WAYS.values())
    assert {Bank, Record, Node} < set(WAYS)
