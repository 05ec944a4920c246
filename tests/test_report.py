"""report: one page that tells what a bank is, holds no content of a record unless asked, and is safe to open."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
import recovery_banks
import test_versions as versions
from click.testing import CliRunner, Result

import cronos_fmt
from bench import banks
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.bank import PAIRS
from cronos_fmt.cli import main
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.tree import tree_of
from cronos_fmt.report import MOST_RECORDS, Written, write_report
from cronos_fmt.report.records import NEVER, UNTOLD, shown
from cronos_fmt.text import encode, plain, printable
from cronos_fmt.writer import write_bank

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "bank"
LIMIT = 5_000_000  # bytes of a page
V4 = "01.11"
DEPTH, NAME, LABEL, START, STOP, COLOUR, SPEC, VALUE, NOTE, STRUCTURE, ERROR, HIDDEN = range(12)


class Page(HTMLParser):
    """A page taken apart: its elements with their attributes, its text, and the content of its scripts and styles."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.raw: list[tuple[str, str]] = []
        self._inside = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._inside = tag
            self.raw.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = "" if tag == self._inside else self._inside

    def handle_data(self, data: str) -> None:
        if self._inside:
            tag, before = self.raw.pop()
            self.raw.append((tag, before + data))
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.texts))

    @property
    def data(self) -> dict[str, Any]:
        return dict(json.loads(self.raw[1][1]))

    @property
    def records(self) -> dict[tuple[str, int], dict[str, Any]]:
        return {(each["pair"], each["number"]): each for each in self.data["records"]}

    @property
    def maps(self) -> dict[str, dict[str, Any]]:
        return {each["name"]: each for each in self.data["maps"]}


def report(bank: Path, *, opening: dict[str, Any] | None = None, **options: Any) -> Page:
    """The report of a bank, checked: it is small, and complete in itself."""
    out = bank.parent / f"{bank.name}.{len(os.listdir(bank.parent))}.html"
    with cronos_fmt.open(bank, **(opening or {})) as opened:
        written = write_report(opened, out, **options)
    source = out.read_bytes()
    assert written.size == len(source) < LIMIT
    page = Page(source.decode("utf-8"))
    assert str(bank.parent) not in page.source, "the place of the bank may name its user"
    check_safe(page)
    return page


def check_safe(page: Page) -> None:
    """No element, attribute or address that the template does not have, and no character that plays tricks."""
    assert [tag for tag, _ in page.raw] == ["style", "script", "script"]
    for tag, attributes in page.elements:
        assert tag in {
            "a", "bdi", "body", "br", "caption", "code", "dd", "details", "div", "dl", "dt", "footer", "h1", "h2", "h3",
            "head", "header", "html", "kbd", "li", "link", "main", "meta", "nav", "noscript", "p", "rect", "script",
            "section", "small", "span", "strong", "style", "summary", "svg", "table", "tbody", "td", "th", "thead",
            "title", "tr", "ul", "b",
        }  # fmt: skip
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "src", "action", "xmlns")]
        for name in ("href", "xlink:href"):
            assert attributes.get(name, "#")[:1] == "#" or attributes[name] == "data:,"  # type: ignore[index]
    (policy,) = (a["content"] for t, a in page.elements if t == "meta" and a.get("http-equiv"))
    assert policy is not None and policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy and "http" not in policy
    for rule, content in (("style-src", page.raw[0][1]), ("script-src", page.raw[2][1])):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{rule} 'sha256-{digest}';" in policy
    told = page.source.replace("\n", "")
    assert [c for c in told if not c.isprintable() and c != "\t"] == []


def bank_of(folder: Path, description: dict[str, Any]) -> Path:
    write_bank(description, folder)
    return folder


def everything(bank: Path) -> list[tuple[str, int]]:
    """The records of a bank that have bytes, as many as a report takes."""
    names = {name: pair for pair, name in PAIRS.items()}
    with cronos_fmt.open(bank) as opened:
        return [
            (names[name], slot.number)
            for name in opened.file_names
            for slot in opened.file(name).slots()
            if slot.length and slot.state is not SlotState.FREE
        ]


def reports_of_all(bank: Path, **options: Any) -> Iterator[Page]:
    """Reports that show every record of a bank."""
    numbers = everything(bank)
    for i in range(0, len(numbers), MOST_RECORDS):
        yield report(bank, records=numbers[i : i + MOST_RECORDS], **options)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    folder = tmp_path / "bank"
    folder.symlink_to(EXAMPLE)
    return folder


# ---- what it tells


def test_it_tells_what_the_bank_is(example: Path) -> None:
    page = report(example)
    with cronos_fmt.open(EXAMPLE) as bank:
        for table in bank.tables.values():
            assert table.name in page.text and table.base.mnemonic in page.text
            for field in table.fields:
                assert field.name in page.text and field.type.name in page.text
        assert bank.name in page.text and bank.schema.text("BankId") in page.text
        assert bank.stru.tag in page.text
    for words in (
        "12 rows", "2 stored files", "79 record numbers", "63 free", "6 rows, 13 fields", "default table proven",
        "0 rows, 1 field ", "plain", "Positions without a field: 4.", "63 free, 14 inline, 2 extended", "sound",
        "12 rows looked at, all there are", "None: nothing in these files", "✓ passed dictionary",
    ):  # fmt: skip
        assert words in page.text, words


def test_it_is_the_same_each_time(example: Path) -> None:
    assert report(example).source == report(example).source
    assert report(example, with_data=True).source != report(example).source


def test_kod_grid(example: Path) -> None:
    page = report(example)
    cells = [a for tag, a in page.elements if tag == "td" and str(a.get("class")).startswith("m-")]
    assert len(cells) == 256
    assert {a["class"] for a in cells} == {"m-sure"}
    assert str(cells[0]["title"]).startswith("00 = 08: sure, confidence 100.0%")


def test_grid_of_a_recovered_and_of_a_given_table(tmp_path: Path) -> None:
    kod = recovery_banks.table(3)
    described = recovery_banks.description(1, kod)
    bank = bank_of(tmp_path / "bank", described)
    page = report(bank, opening={"accept_doubtful": True})
    marks = [str(a["class"]).split()[0] for tag, a in page.elements if tag == "td" and "m-" in str(a.get("class"))]
    assert "A recovered table" in page.text
    assert len(marks) == 256 and marks.count("m-sure") > 150 and {"m-unseen", "m-doubtful"} & set(marks)
    page = report(bank, opening={"kod": kod.table.hex()})
    assert "A table that was given" in page.text and "confidence not known" in page.text
    marks = [str(a["class"]).split()[0] for tag, a in page.elements if tag == "td" and "m-" in str(a.get("class"))]
    assert set(marks) == {"m-untold"} and len(marks) == 256


def test_a_plain_bank_has_no_grid(tmp_path: Path) -> None:
    bank = bank_of(tmp_path / "bank", {"files": {"stru": {"encoded": False}}, "tables": [{"name": "Т", "fields": []}]})
    page = report(bank)
    assert "KOD table" not in page.text and "locked" not in page.text


# ---- maps


@pytest.mark.parametrize("most", [1_500, 4])
def test_maps_add_up(example: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr("cronos_fmt.report.maps._MOST_RUNS", most)
    maps = report(example).maps
    assert list(maps) == [f"{name}.{end}" for name in ("CroStru", "CroBank", "CroIndex") for end in ("dat", "tad")]
    for name, each in maps.items():
        assert each["size"] == (EXAMPLE / name).stat().st_size == sum(size for _, size in each["classes"])
        assert each["starts"] == sorted(set(each["starts"])) and each["starts"][0] == 0
        assert len(each["runs"]) == len(each["starts"]) <= most
        found = [0] * len(each["classes"])
        for start, stop, run in zip(each["starts"], [*each["starts"][1:], each["size"]], each["runs"], strict=True):
            pairs = [run, stop - start] if isinstance(run, int) else run
            assert sum(pairs[1::2]) == stop - start
            for kind, size in zip(pairs[::2], pairs[1::2], strict=True):
                found[kind] += size
        assert found == [size for _, size in each["classes"]]
        assert len(each["records"]) <= max(most, 1)
        assert all(0 <= p[0] < p[1] <= each["size"] and 1 <= p[2] <= p[3] for p in each["records"])
    totals = {name: count for name, count in maps["CroBank.dat"]["kinds"] if count}
    assert totals == {"rows of Клиенты": 6, "rows of Заказы": 3, "rows of Тексты": 3, "stored files": 2,
                      "system records": 2}  # fmt: skip
    totals = {name: count for name, count in maps["CroBank.tad"]["kinds"] if count}
    assert totals == {"slots: free": 63, "slots: inline": 14, "slots: extended": 2}


def test_exact_map_names_each_record(example: Path) -> None:
    found = report(example).maps["CroBank.dat"]
    assert found["exact"]
    kinds = [name for name, _ in found["kinds"]]
    by_number: dict[int, list[list[int]]] = {}
    for piece in found["records"]:
        by_number.setdefault(piece[2], []).append(piece)
    with cronos_fmt.open(EXAMPLE) as bank:
        for number, pieces in by_number.items():
            record = bank.bank.record(number)
            layer = record.layers[0]
            assert [(a, b - a) for a, b, *_ in pieces] == layer.locate(0, len(layer.data))
            item = bank.classify(number)
            wanted = {"rows": f"rows of {item.row.base.name if item.row else ''}", "files": "stored files"}
            assert {kinds[p[4]] for p in pieces} == {wanted.get(str(item.kind), "system records")}
        assert len(by_number) == 16


def test_map_of_deleted_records(tmp_path: Path) -> None:
    rows = [{"values": {"П": f"значение {i}"}, "deleted": i % 3 == 0} for i in range(30)]
    described = {"version": V4, "files": {"stru": {"encoded": False}},
                 "tables": [{"name": "Т", "fields": [{"name": "П", "type": "text"}], "rows": rows}]}  # fmt: skip
    found = report(bank_of(tmp_path / "bank", described)).maps["CroBank.dat"]
    assert dict(found["kinds"])["deleted records"] == 10
    assert dict(found["classes"])["deleted"] > 0


# ---- records


def test_a_few_records_of_each_kind(example: Path) -> None:
    page = report(example)
    assert list(page.records) == [
        ("stru", 1), ("stru", 4), ("stru", 5), ("stru", 8), ("bank", 2), ("bank", 3), ("bank", 7), ("bank", 8),
        ("bank", 9), ("bank", 11), ("bank", 30), ("bank", 1),
    ]  # fmt: skip
    titles = {key: each["title"] for key, each in page.records.items()}
    assert titles["stru", 4] == "definition of Клиенты"
    assert titles["bank", 7] == "row of Заказы"
    assert titles["bank", 30] == "file record"


def test_many_bases_leave_room_for_all_kinds(tmp_path: Path) -> None:
    fields = [{"name": "П", "type": "text"}]
    tables = [{"name": f"Т{i}", "fields": fields, "rows": [{"values": {"П": "а"}}] * 3} for i in range(60)]
    bank = bank_of(tmp_path / "bank", {"tables": tables, "stored_files": [{"number": 900, "text": "файл"}]})
    chosen = report(bank).records
    assert len(chosen) == MOST_RECORDS
    assert ("bank", 900) in chosen and ("stru", 1) in chosen


def test_nodes_are_those_of_the_tree(example: Path) -> None:
    for page in reports_of_all(example, with_data=True):
        specs = page.data["specs"]
        with cronos_fmt.open(EXAMPLE) as bank:
            for (pair, number), each in page.records.items():
                tree = tree_of(bank, bank.file(PAIRS[pair]).record(number))
                below_ns1 = tuple(node.path + "/" for node in tree.walk() if node.spec == "ns1.body")
                nodes = [node for node in tree.walk() if not (below_ns1 and node.path.startswith(below_ns1))]
                rows = each["nodes"]
                assert [(r[NAME], r[START], r[STOP]) for r in rows] == [(n.name, *n.span) for n in nodes]
                assert [r[LABEL] for r in rows] == [n.label for n in nodes]
                assert [specs[r[SPEC]][1] for r in rows] == [n.status for n in nodes]
                assert each["size"] == each["shown"] == len(tree.layer.data)
                at = 0
                for row in rows:  # leaves follow each other without a hole
                    if row[COLOUR] is not None:
                        assert row[START] == at
                        at = row[STOP]
                assert at == each["size"]
                if pair == "bank" and each["title"].startswith("row of"):
                    assert each["hex"] == tree.layer.data.hex()


def test_chosen_records(example: Path) -> None:
    page = report(example, records=[("bank", 31), ("stru", 2), ("bank", 31), ("bank", 20)])
    assert list(page.records) == [("bank", 31), ("stru", 2), ("bank", 20)]
    assert page.records["bank", 31]["title"] == "file record"
    assert page.records["stru", 2]["size"] == 0
    assert page.records["bank", 20]["error"] == "is free, no bytes belong to it"
    assert report(example, records=[]).records == {}


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([("bank", 0)], "no such record; the file has 1 to 79"),
        ([("stru", 9)], "no such record; the file has 1 to 8"),
        ([("rows", 1)], "no pair 'rows'"),
        ([("bank", n) for n in range(1, 26)], "25 records are more than the 24 of a report"),
    ],
)
def test_records_that_are_not_there(
    example: Path, tmp_path: Path, records: Sequence[tuple[str, int]], message: str
) -> None:
    with cronos_fmt.open(example) as bank, pytest.raises(CronosError, match=re.escape(message)) as caught:
        write_report(bank, tmp_path / "out.html", records=records)
    assert caught.value.status is Status.USAGE
    assert not (tmp_path / "out.html").exists()


def test_long_records_are_cut(tmp_path: Path) -> None:
    fields = [{"name": f"Поле {i}", "type": "text"} for i in range(1_600)]
    rows = [{"values": {"Поле 0": "д" * 100_000}}, {"values": {f"Поле {i}": f"з{i}" for i in range(1_600)}}]
    plain = {"stru": {"encoded": False}}
    bank = bank_of(tmp_path / "bank", {"tables": [{"name": "Т", "fields": fields, "rows": rows}], "files": plain})
    with cronos_fmt.open(bank) as opened:
        long, wide = (row.number for row in opened.tables["Т"].rows())
    page = report(bank, with_data=True)
    record = page.records["bank", long]
    assert record["size"] > 100_000 and len(record["hex"]) == 2 * record["shown"] == 4_096
    assert len(page.records["bank", wide]["nodes"]) < 1_500 and page.records["bank", wide]["is_cut"]
    definition = page.records["stru", 4]
    assert len(json.dumps(definition["nodes"], ensure_ascii=False)) < 110_000
    assert "100 more fields left out" in page.text


def test_a_damaged_record_tells_where_it_breaks(tmp_path: Path) -> None:
    field = {"name": "П", "type": "text"}
    described = {
        "tables": [{"name": "Т", "id": 1, "fields": [field], "rows": [{"values": {"П": "а"}}]}],
        "raw_records": [{"number": 9, "hex": "01" + "1bffffff00" + "d0b0"}],
    }
    page = report(bank_of(tmp_path / "bank", described), records=[("bank", 9)])
    assert [row[ERROR] for row in page.records["bank", 9]["nodes"] if row[ERROR]] == ["cut off"]


# ---- what it does not tell

SECRETS = {
    "text": "Ёлкина Прасковья Лукинична",
    "number": "80417766120",
    "multiple": "семь восемь девять десять",
    "counted": "учтённое значение",
    "hidden": "скрытое значение строки",
    "file": "имя файла в строке",
    "content": "содержание файла в банке",
    "compressed": "сжатое значение без повторов",
    "extended": "очень широкая электрификация",
    "long": "конец длинного значения",
    "deleted": "удалённое значение строки",
    "unassigned": "запись ничьей таблицы",
    "userinfo": "сведения о пользователе",
    "other": "значение неизвестного ключа",
    "misfit": "вовсе не цифры тут",
}
PASSWORD = "Пароль-от-банка"


def secret_bank(folder: Path) -> Path:
    """A bank with a text of its own in every place that holds what users wrote."""
    fields = [
        {"name": "Имя", "type": "text"},
        {"name": "Номер", "type": "number"},
        {"name": "Несколько", "type": "text", "multiple": True},
        {"name": "Файл", "type": "file", "position": 5},
    ]
    rows: list[dict[str, Any]] = [
        {
            "values": {
                "Имя": SECRETS["text"],
                "Номер": SECRETS["number"],
                "Несколько": ["один", SECRETS["multiple"]],
                "Файл": {"file": 90, "name": SECRETS["file"], "extension": "txt"},
            },
            "hidden": {"4": SECRETS["hidden"]},
        },
        {"values": {"Имя": {"counted": SECRETS["counted"]}}},
        {"values": {"Имя": SECRETS["compressed"]}, "compress": True},
        {"values": {"Имя": SECRETS["extended"]}, "storage": "extended"},
        {"values": {"Имя": "а" * 3_000 + SECRETS["long"]}},
        {"values": {"Имя": SECRETS["deleted"]}, "deleted": True},
    ]
    wrong = [{"values": {"Цена": {"raw": f"{SECRETS['misfit']} {i}"}}} for i in range(20)]
    described = {
        "name": "Банк тайн",
        "version": V4,
        "password": PASSWORD,
        "files": {"stru": {"encoded": False}},
        "tables": [
            {"name": "Люди", "fields": fields, "rows": rows},
            {"name": "Цены", "fields": [{"name": "Цена", "type": "number"}], "rows": wrong},
        ],
        "stored_files": [{"number": 90, "text": SECRETS["content"]}],
        "raw_records": [{"number": 91, "hex": "c8" + encode(SECRETS["unassigned"]).hex()}],
        "extra_keys": {"USERINFO": SECRETS["userinfo"], "Ключ": {"text": SECRETS["other"], "by_reference": True}},
    }
    return bank_of(folder, described)


def spellings(secret: str, least: int = 5) -> Iterator[str]:
    """The ways in which a text could stand on a page: as it is, as hex, and parts of both."""
    raw = encode(secret)
    for i in range(len(secret) - least + 1):
        yield secret[i : i + least]
        yield raw[i : i + least].hex()
        yield raw[i : i + least].hex(" ")
    yield json.dumps(secret)[1:-1]


def test_no_content_without_data(tmp_path: Path) -> None:
    bank = secret_bank(tmp_path / "bank")
    pages = [report(bank), *reports_of_all(bank)]
    assert sum(len(page.records) for page in pages[1:]) > 30
    for page in pages:
        for name, secret in {**SECRETS, "password": PASSWORD}.items():
            assert [each for each in spellings(secret) if each in page.source] == [], name
        for record in page.data["records"]:
            if record["pair"] == "bank":
                assert "hex" not in record and "text" not in record
                assert {row[VALUE] for row in record["nodes"]} == {""}
                assert {row[HIDDEN] for row in record["nodes"] if row[COLOUR] is not None} <= {UNTOLD, NEVER}
                assert {row[NOTE] for row in record["nodes"]} == {""}
    assert "Люди" in pages[0].text and "Несколько" in pages[0].text
    assert "20 of 20 values are not as the type has them" in pages[0].text


def test_content_with_data(tmp_path: Path) -> None:
    bank = secret_bank(tmp_path / "bank")
    whole = "\n".join(page.source for page in reports_of_all(bank, with_data=True))
    for name, secret in SECRETS.items():
        if name == "long":  # behind the bytes that are shown
            assert secret not in whole
            continue
        assert secret[:12] in whole and encode(secret).hex() in whole, name


def test_every_byte_of_the_example_is_hidden(example: Path) -> None:
    """Whatever six bytes of a record of CroBank one takes, their hex is not on the page."""
    page = report(example, records=[each for each in everything(EXAMPLE) if each[0] == "bank"])
    with cronos_fmt.open(EXAMPLE) as bank:
        for slot in bank.bank.slots():
            data = bank.bank.payload(slot) if slot.is_live else b""
            for i in range(len(data) - 5):
                assert data[i : i + 6].hex() not in page.source


def test_definitions_are_shown(example: Path) -> None:
    record = report(example).records["stru", 4]
    assert encode("Дата рождения").hex() in record["hex"]
    values = [row[VALUE] for row in record["nodes"]]
    assert '"Дата рождения"' in values
    hidden = [row for row in record["nodes"] if row[HIDDEN]]
    specs = report(example).data["specs"]
    assert {specs[row[SPEC]][1] for row in hidden} == {"unknown"}


@pytest.mark.parametrize("with_data", [False, True])
@pytest.mark.parametrize("encoded", [False, True])
def test_password_is_never_shown(tmp_path: Path, with_data: bool, encoded: bool) -> None:
    described = {
        "name": "Б",
        "password": PASSWORD,
        "files": {"stru": {"encoded": encoded}},
        "tables": [{"name": "Т", "fields": [{"name": "П", "type": "text"}], "rows": [{"values": {"П": "значение"}}]}],
    }
    bank = bank_of(tmp_path / "bank", described)
    with cronos_fmt.open(bank) as opened:
        ns1 = opened.schema.ns1
        assert ns1 is not None and len(ns1) >= 14 + len(PASSWORD)
    pages = list(reports_of_all(bank, with_data=with_data))
    assert ("bank", 10) in {key for page in pages for key in page.records}, "the copy of NS1"
    for page in pages:
        assert [each for each in spellings(PASSWORD) if each in page.source] == []
        for i in range(2, len(ns1) - 5):
            assert ns1[i : i + 6].hex() not in page.source
    assert with_data == ("значение" in pages[-1].source)


def test_password_where_nothing_names_it(tmp_path: Path) -> None:
    """An NS1 that a row's number, an old dictionary or an unknown record holds is hidden too."""
    described: dict[str, Any] = {"name": "Б", "password": PASSWORD, "tables": [{"name": "Т", "fields": []}]}
    bank = bank_of(tmp_path / "first", described)
    with cronos_fmt.open(bank) as opened:
        ns1 = opened.schema.ns1
        assert ns1 is not None
    # Its copies are now rows, and in a record of CroStru; NS2 names none of them, and one has the form of none.
    changed = bytes([*ns1[:8], ns1[8] ^ 1, *ns1[9:], *b"more"])
    described |= {
        "files": {"stru": {"encoded": False}},
        "raw_records": [
            {"number": 20, "hex": ns1.hex()},
            {"number": 21, "hex": ns1.hex(), "storage": "extended"},
            {"number": 22, "hex": changed.hex()},
        ],
        "tables": [{"name": "Т", "id": ns1[0], "fields": [{"name": "П", "type": "text"}]}],
        "extra_keys": {"NS2": {"hex": ""}, "NS1": {"hex": ns1.hex(), "by_reference": True}},
    }
    for page in reports_of_all(bank_of(tmp_path / "second", described), with_data=True):
        assert [i for i in range(2, len(ns1) - 5) if ns1[i : i + 6].hex() in page.source] == []


def parts_of(secret: bytes) -> list[str]:
    """What a page would show of some bytes: as hex, and as the text of a name."""
    windows = [secret[i : i + 6] for i in range(len(secret) - 5)]
    return [window.hex() for window in windows] + [printable(plain(window[:4])) for window in windows]


def damaged(bank: Path, at: int, change: int) -> None:
    """Add to one byte of CroStru."""
    path = bank / "CroStru.dat"
    data = bytearray(path.read_bytes())
    data[at] = (data[at] + change) % 256
    path.write_bytes(data)


@pytest.mark.parametrize("field", ["key/length", "value_word", "before", "back", "kind"])
def test_password_where_damage_puts_it(tmp_path: Path, field: str) -> None:
    """Where lengths are wrong, NS1 is part of a key, of the value in front of it, or of bytes that are not read."""
    described = {"name": "Б", "password": PASSWORD, "files": {"stru": {"encoded": False}}, "tables": []}
    bank = bank_of(tmp_path / "bank", described)
    with cronos_fmt.open(bank) as opened:
        ns1 = opened.schema.ns1
        assert ns1 is not None
        entries = opened.stru.record(1).tree["entries"].parts
        i = next(i for i, entry in enumerate(entries) if entry.label == "NS1")
        if field in ("before", "back"):
            node, change = entries[i - 1]["value_word"], {"before": 4, "back": -1}[field]
        elif field == "kind":
            node, change = entries[i]["key/raw"], 1
        else:
            node, change = entries[i][field], {"key/length": 250, "value_word": -5}[field]
        at = node.file_ranges[0][0]
    damaged(bank, at, change)
    for with_data in (False, True):
        for page in [report(bank, with_data=with_data), *reports_of_all(bank, with_data=with_data)]:
            assert [each for each in parts_of(ns1[2:]) if each in page.source] == []


def test_password_in_the_record_that_ns2_names(tmp_path: Path) -> None:
    """It is the copy of NS1 even where its bytes are not those of the NS1 there is."""
    described: dict[str, Any] = {
        "tables": [{"name": "Т", "id": 2, "fields": [{"name": "П", "type": "text"}]}],
        "raw_records": [{"number": 20, "hex": "02" + encode("прежний пароль").hex()}],
        "extra_keys": {"NS2": {"hex": "14000000"}},
    }
    page = report(bank_of(tmp_path / "bank", described), records=[("bank", 20)], with_data=True)
    assert {row[HIDDEN] for row in page.records["bank", 20]["nodes"] if row[COLOUR] is not None} == {NEVER}
    assert "hex" not in page.records["bank", 20]


@pytest.mark.parametrize(
    ("ns2", "changed"),
    [
        ("", 7),  # it has the form of none
        ("32000000", -1),  # it begins as one
        ("32000000", None),
    ],
)
def test_an_ns1_that_nothing_tells_of(tmp_path: Path, ns2: str, changed: int | None) -> None:
    """The first record of CroBank may be the copy of NS1 where the definitions know of none, or of another one."""
    described = {
        "password": "Тайна",
        "tables": [{"name": "Т", "id": 2, "fields": [{"name": "П", "type": "text"}]}],
        "extra_keys": {"NS1": "", "NS2": {"hex": ns2}},
    }
    bank = bank_of(tmp_path / "bank", described)
    with cronos_fmt.open(bank) as opened:
        (slot,) = (slot for slot in opened.bank.slots() if slot.is_live)
        ns1 = opened.bank.payload(slot)
        assert (slot.offset, ns1[0]) == (opened.bank.data_start, 2)
    if changed is not None:
        data = bytearray((bank / "CroBank.dat").read_bytes())
        data[slice(slot.offset, None)] = bytes([*ns1[:changed], ns1[changed] ^ 1, *ns1[changed:][1:]])
        (bank / "CroBank.dat").write_bytes(data)
    page = report(bank, records=[("bank", slot.number)], with_data=True)
    assert page.records["bank", slot.number]["title"] == "row of Т"
    assert "hex" not in page.records["bank", slot.number]
    assert {row[VALUE] for row in page.records["bank", slot.number]["nodes"]} == {""}


def test_ns1_of_another_bank(tmp_path: Path) -> None:
    """A record with the form of NS1 is hidden, wherever it stands and whatever the NS1 of the bank is."""
    with cronos_fmt.open(bank_of(tmp_path / "other", {"id": 77, "password": PASSWORD, "tables": []})) as opened:
        ns1 = opened.schema.ns1
        assert ns1 is not None
    described = {
        "files": {"stru": {"encoded": False}},
        "tables": [{"name": "Т", "id": ns1[0], "fields": [{"name": "П", "type": "text"}]}],
        "raw_records": [{"number": 20, "hex": ns1.hex()}],
        "extra_keys": {"Ключ": {"hex": ns1.hex(), "by_reference": True}},
    }
    found = [key for page in reports_of_all(bank_of(tmp_path / "bank", described), with_data=True)
             for key, each in page.records.items() if "hex" in each and ns1[4:].hex() in each["hex"]]  # fmt: skip
    assert found == []


@pytest.mark.parametrize("kind", [0, 7])
def test_records_of_stru_that_nothing_names_are_hidden(tmp_path: Path, kind: int) -> None:
    keys = {name: {"text": f"значение {name}", "by_reference": True} for name in ("AAA", "AAB")}
    described = {"files": {"stru": {"encoded": False}}, "tables": [], "extra_keys": keys}
    bank = bank_of(tmp_path / "bank", described)
    with cronos_fmt.open(bank) as opened:
        tree = opened.stru.record(1).tree
        at = tree["entries/AAB/key/raw"].file_ranges[0][0] + 2
        first, second = (opened.schema.entries[name].record for name in keys)
        start = opened.stru.slot(first).offset
    damaged(bank, at, -1)  # now both are called AAA, and the last one counts
    damaged(bank, start, kind)
    page = report(bank, records=[("stru", first), ("stru", second)], with_data=True)
    assert encode("значение AAB").hex() in page.records["stru", second]["hex"]
    assert encode("значение").hex() not in page.source.replace(page.records["stru", second]["hex"], "")


def test_bytes_that_are_not_read_are_hidden(tmp_path: Path) -> None:
    fields = [{"name": "Поле", "type": "text"}]
    described = {"files": {"stru": {"encoded": False}}, "tables": [{"name": "Т", "marker": 4, "fields": fields}]}
    bank = bank_of(tmp_path / "bank", described)
    with cronos_fmt.open(bank) as opened:
        at = opened.stru.record(4).tree["value/field_count"].file_ranges[0][0]
    damaged(bank, at, 1)
    (record,) = report(bank, records=[("stru", 4)], with_data=True).records.values()
    assert [row[ERROR] for row in record["nodes"] if row[ERROR]]
    rest = [row for row in record["nodes"] if row[COLOUR] == -1]
    assert rest and {row[HIDDEN] for row in rest} == {NEVER}


@pytest.mark.parametrize(("key", "change"), [("AAA", 3), ("AAA", 40), ("AAA", 200), ("ZZZ", 10), ("ZZZ", 200)])
def test_a_key_that_runs_into_values_is_hidden(tmp_path: Path, key: str, change: int) -> None:
    described = {
        "files": {"stru": {"encoded": False}},
        "tables": [],
        "extra_keys": {"AAA": "первое значение", "AAB": "второе значение", "ZZZ": "последнее значение"},
    }
    bank = bank_of(tmp_path / "bank", described)
    with cronos_fmt.open(bank) as opened:
        at = opened.stru.record(1).tree[f"entries/{key}/key/length"].file_ranges[0][0]
    damaged(bank, at, change)
    page = report(bank, records=[("stru", 1)])
    for secret in described["extra_keys"].values():  # type: ignore[attr-defined]
        assert [each for each in spellings(secret) if each in page.source] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Резерв NS1", "Резерв NS1"),
        ("NS1 и NS2", "NS1 и NS2"),
        ("Банк\x03NS1\x16\0\0\x80Пароль", r"Банк\x03NS1…"),
        ("а" * 60, "а" * 60),
        ("а" * 61, "а" * 59 + "…"),
        ("\x01" * 60, r"\x01" * 14 + r"\x0…"),
    ],
)
def test_names_are_safe_and_short(name: str, told: str) -> None:
    assert shown(name) == told


# ---- hostile names

NASTY = (
    "</script><script>alert(1)</script>",
    "</style><style>*{display:none}</style>",
    "\"><img src=x onerror='alert(2)'>",
    "' onfocus='alert(3)' autofocus '",
    "<!--<script>",
    "]]>&lt;b&gt;&amp;",
    "{{ 7 * 7 }}{% raw %}",
    "${alert(4)}`\\u003c",
    "звон\x07\x1b[31m\x00\x7f\xad\x98 конец",
    "javascript:alert(5)",
)


def nasty_bank(folder: Path, names: Sequence[str] = NASTY) -> Path:
    """A bank whose names, keys and values try to be more than text."""
    safe = [name.encode("cp1251", "ignore").decode("cp1251") for name in names]
    tables = [
        {
            "name": name,
            "mnemonic": name[:8],
            "number_name": name,
            "fields": [
                {"name": f"{i}{each}", "type": {"code": 77} if i == 1 else "text"} for i, each in enumerate(safe)
            ],
            "rows": [{"values": {f"{i}{each}": {"counted": each} for i, each in enumerate(safe)}}],
        }
        for name in safe
    ]
    fields = [{"name": f"число {name}", "type": "number"} for name in safe]
    wrong = [{"values": {f["name"]: {"raw": f["name"]} for f in fields}} for _ in range(12)]
    tables.append({"name": "Числа", "fields": fields, "rows": wrong})
    described = {
        "name": "".join(safe)[:250],
        "tables": tables,
        "stored_files": [{"number": 500, "text": "".join(safe)}],
        "raw_records": [{"number": 501, "hex": "f7" + "".join(safe).encode("cp1251").hex()}],
        "extra_keys": {name: name for name in safe},
    }
    return bank_of(folder, described)


@pytest.mark.parametrize("with_data", [False, True])
def test_hostile_names_are_only_text(tmp_path: Path, with_data: bool) -> None:
    bank = nasty_bank(tmp_path / "\u202e<title><script>alert(0)\u2066")
    page = report(bank, with_data=with_data)
    for name in NASTY[:3]:
        assert name in page.text, "it is shown as the text that it is"
    assert "49" not in re.findall(r"\{\{.*?49.*?raw", page.text)
    assert "{{ 7 * 7 }}{% raw %}" in page.text
    assert r"звон\x07\x1b[31m" in page.text
    assert r"\u202e<title><script>alert(0)\u2066" in page.text
    labels = {row[LABEL] for each in page.data["records"] for row in each.get("nodes", ())}
    assert any(NASTY[0] in label for label in labels)
    assert "<" not in page.raw[1][1] and ">" not in page.raw[1][1] and "&" not in page.raw[1][1]
    assert ("onerror" in json.dumps([r.get("text") for r in page.data["records"] if r["pair"] == "bank"])) == with_data


def test_folder_that_is_no_text(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe<i>"))
    bank_of(folder, {"tables": []})
    with cronos_fmt.open(folder) as bank:
        write_report(bank, tmp_path / "out.html")
    page = Page((tmp_path / "out.html").read_text(encoding="utf-8"))
    check_safe(page)
    assert r"\udcff\udcfe<i>" in page.text


def test_hostile_version(tmp_path: Path) -> None:
    bank = bank_of(tmp_path / "bank", {"tables": [{"name": "Т", "fields": []}]})
    path = bank / "CroIndex.dat"
    data = path.read_bytes()
    with cronos_fmt.open(bank) as opened:
        tag = opened.index.header.version
    path.write_bytes(data.replace(tag, b"<b>\x9b\x07", 1))
    page = report(bank)
    assert "unknown version" in page.text and "<b>" in page.text
    assert f"read as {tag.decode()}" in report(bank, opening={"assume": {"CroIndex": tag.decode()}}).text


# ---- bounds


def test_a_million_records(tmp_path: Path) -> None:
    bank = banks.make(banks.Shape("million", bases=5, extended=0.05), tmp_path / "bank")
    page = report(bank, with_data=True)
    assert len(page.source) < 1_000_000
    found = page.maps["CroBank.dat"]
    assert not found["exact"] and 1_000 < len(found["records"]) <= 1_500
    rows = sum(count for name, count in found["kinds"] if name.startswith("rows of"))
    assert rows > 900_000 and f"{rows:,} rows" in page.text
    for pieces in (found["records"], page.maps["CroBank.tad"]["records"]):
        assert all(a[1] <= b[0] for a, b in pairwise(pieces))
    per_kind = [0] * len(found["kinds"])
    for piece in found["records"]:
        for kind, count in zip(piece[4::2], piece[5::2], strict=True):
            per_kind[kind] += count
    assert per_kind == [count for _, count in found["kinds"]]


def test_very_many_and_long_names(tmp_path: Path) -> None:
    """Names take at most 255 bytes each; what a page lists of them is bounded in number and in length."""
    fields = [{"name": f"{i:03}" + "&\"'<\x01" * 50, "type": "text"} for i in range(12)]
    rows = [{"values": {f["name"]: "&<\x02" * 20 for f in fields}}] * 2
    tables = [{"name": f"{i:03}" + "<\"&'\x01" * 50, "fields": fields, "rows": rows} for i in range(210)]
    keys = {f"k{i}" + "<\x01" * 100: "v" for i in range(300)}
    plain = {"stru": {"encoded": False}}
    bank = bank_of(tmp_path / "bank", {"tables": tables, "extra_keys": keys, "files": plain})
    page = report(bank, with_data=True)
    assert "10 more tables left out" in page.text
    assert len(page.source) < LIMIT * 0.8


def test_problems_are_bounded(tmp_path: Path) -> None:
    raw = [{"number": 10 + i, "hex": "f7" + "41" * 30} for i in range(2_000)]
    described = {"tables": [{"name": "Т", "fields": []}], "raw_records": raw}
    page = report(bank_of(tmp_path / "bank", described))
    assert "2,000 unassigned" in page.text and "1,800 more problems not listed" in page.text
    assert "left out, as it may quote a record" in page.text


# ---- banks that cannot be read, or only in part


def test_locked_bank(tmp_path: Path) -> None:
    kod = recovery_banks.table(5)
    described = {**recovery_banks.description(2, kod), "files": {"bank": {"kod": kod.table.hex(), "encoded": True}}}
    page = report(bank_of(tmp_path / "bank", described), opening={"kod": None})
    assert "locked" in page.text and "no table at hand" in page.text and "kod-needed" in page.text
    assert "No definitions can be read" in page.text
    assert page.maps["CroBank.dat"]["size"] > 0


def test_no_stru(tmp_path: Path) -> None:
    bank = secret_bank(tmp_path / "bank")
    (bank / "CroStru.dat").unlink()
    page = report(bank, with_data=False)
    assert "CroStru cannot be read" in page.text and "no-definitions" in page.text
    for secret in SECRETS.values():
        assert [each for each in spellings(secret) if each in page.source] == []


@pytest.mark.parametrize("tag", versions.READABLE)
def test_every_version(tmp_path: Path, tag: str) -> None:
    stru = {"version": tag, "encoded": False}
    bank = versions.make(tmp_path / "bank", stru, {"version": tag, "encoded": False})
    page = report(bank, with_data=True)
    assert PROFILES[tag].generation in page.text
    assert "Новая" in page.text and encode("Анна").hex() in page.source
    assert not [each for each in page.data["records"] if "error" in each]


@pytest.mark.parametrize("seed", range(12))
def test_damaged_banks(tmp_path: Path, seed: int) -> None:
    """Any bytes give a page or one CronosError."""
    random = Random(seed)
    bank = secret_bank(tmp_path / "bank")
    for path in bank.iterdir():
        data = bytearray(path.read_bytes())
        for _ in range(random.randrange(1, 12)):
            data[random.randrange(min(len(data), 600 if seed % 2 else len(data)))] = random.randrange(256)
        path.write_bytes(data[: random.randrange(1, len(data) + 1)] if seed % 3 == 0 else data)
    try:
        for with_data in (False, True):
            report(bank, with_data=with_data)
    except CronosError as error:
        assert error.status in (Status.NOT_A_BANK, Status.KOD)


@pytest.mark.realdata
def test_sample_banks(sample_bank: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bank"
    folder.symlink_to(sample_bank)
    page = report(folder)
    rest = page.source
    for each in page.data["records"]:  # a key or a name in CroStru may have six bytes in common with a text
        rest = rest.replace(each["hex"], "") if each["pair"] == "stru" and "hex" in each else rest
    with cronos_fmt.open(sample_bank) as bank:
        for table in bank.tables.values():
            assert table.name in page.text
        for item in bank.scan():
            if item.row is not None and len(item.data) > 12:
                for i in range(min(len(item.data) - 5, 4_096)):
                    assert item.data[i : i + 6].hex() not in rest
    assert [each for each in page.data["records"] if "error" in each] == []


# ---- the file


def test_it_must_not_exist(example: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    out.write_text("mine", encoding="utf-8")
    with cronos_fmt.open(example) as bank:
        with pytest.raises(CronosError, match="exists already") as caught:
            write_report(bank, out)
        assert caught.value.status is Status.USAGE and out.read_text(encoding="utf-8") == "mine"
        written = write_report(bank, out, force=True)
    assert isinstance(written, Written) and written.is_sound
    assert out.stat().st_size == written.size
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bank", "out.html"]


@pytest.mark.parametrize("name", ["CroBank.dat", "crostru.TAD", ".", ""])
def test_it_never_replaces_the_bank(tmp_path: Path, name: str) -> None:
    bank = bank_of(tmp_path / "bank", {"tables": []})
    before = {path.name: path.read_bytes() for path in bank.iterdir()}
    with cronos_fmt.open(bank) as opened, pytest.raises(CronosError) as caught:
        write_report(opened, bank / name, force=True)
    assert caught.value.status is Status.USAGE
    assert {path.name: path.read_bytes() for path in bank.iterdir()} == before


def test_no_directory_is_replaced(example: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with cronos_fmt.open(example) as bank, pytest.raises(CronosError, match="is a directory"):
        write_report(bank, tmp_path / "folder", force=True)


def test_what_cannot_be_written(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cronos_fmt.open(example) as bank:
        with pytest.raises(CronosError, match="cannot be written: No such file") as caught:
            write_report(bank, tmp_path / "nowhere" / "out.html")
        assert caught.value.status is Status.IO

        def full(self: Path, *_: Any) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(CronosError, match="No space left on device"):
            write_report(bank, tmp_path / "out.html")
    assert [p.name for p in tmp_path.iterdir()] == ["bank"], "nothing is left behind"


def test_jinja_is_missing(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with (
        cronos_fmt.open(example) as bank,
        pytest.raises(CronosError, match=r"needs Jinja2.*pip install 'cronos-fmt\[report\]'"),
    ):
        write_report(bank, tmp_path / "out.html")


# ---- the command


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


def test_command(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    result = run(EXAMPLE, "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{out}: {out.stat().st_size} bytes, without contents of records\n"
    check_safe(Page(out.read_text(encoding="utf-8")))
    assert run(EXAMPLE, "--out", out).exit_code == 2
    result = run(EXAMPLE, "--out", out, "--force", "--with-data", "--record", "bank:2", "--record", "stru:1")
    assert result.exit_code == 0 and "holds contents of records" in result.stderr
    page = Page(out.read_text(encoding="utf-8"))
    assert list(page.records) == [("bank", 2), ("stru", 1)]
    assert "Иванов Иван" in page.source


@pytest.mark.parametrize("given", ["bank", "bank:", "bank:0", "bank:x", "CroBank:1", ":1", "bank:1:2", "bank:٣"])
def test_command_with_a_record_that_is_none(tmp_path: Path, given: str) -> None:
    result = run(EXAMPLE, "--out", tmp_path / "out.html", "--record", given)
    assert result.exit_code == 2 and "give PAIR:N, such as bank:7" in result.stderr


def test_command_with_problems(tmp_path: Path) -> None:
    bank = secret_bank(tmp_path / "bank")
    result = run(bank, "--out", tmp_path / "out.html")
    assert result.exit_code == 1
    assert "1 problem(s): unassigned 1" in result.stderr and "not every table is sound" in result.stderr
    assert (tmp_path / "out.html").exists()


def test_command_without_a_bank(tmp_path: Path) -> None:
    assert run(tmp_path, "--out", tmp_path / "out.html").exit_code == 3
    assert run(tmp_path / "none", "--out", tmp_path / "out.html").exit_code == 5
    assert list(tmp_path.iterdir()) == []
