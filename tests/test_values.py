"""What values are worth: links that can be read, several files in one value, words of dictionaries, and no value."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from test_faults_opening import Exported, exported

import cronos_fmt
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt.bulk.api import read_batches
from cronos_fmt.check import check_bank
from cronos_fmt.cli import main
from cronos_fmt.links import LinkReference, card_numbers, card_words, read_link
from cronos_fmt.values import FileReference, Validity, Value, Word
from cronos_fmt.writer import write_bank

LINK = bytes.fromhex("01 05 08000000 02000000 20000080")  # the one public value of a link


def bank_of(kind: str, *values: Any, folder: Path, **more: Any) -> Path:
    """A bank with a table А of one field П, and a text field behind it that no row reaches."""
    fields = [{"name": "П", "type": kind}, {"name": "К", "type": "text"}]
    rows = [{"values": {"П": value}} for value in values]
    write_bank({"tables": [{"name": "А", "fields": fields, "rows": rows}], **more}, folder)
    return folder


def values_of(kind: str, *values: Any, folder: Path, **more: Any) -> list[Value]:
    with cronos_fmt.open(bank_of(kind, *values, folder=folder, **more)) as bank:
        return [row.value_of(row.base.fields[0]) for row in bank.tables["А"].rows()]


# ---- what a value is worth


@pytest.mark.parametrize(
    ("kind", "stored", "validity"),
    [
        ("date", "850402", Validity.FULL),
        ("date", "850000", Validity.YEAR),
        ("date", "850431", Validity.OUT_OF_RANGE),
        ("date", "851301", Validity.OUT_OF_RANGE),
        ("date", "19850402", Validity.FREE_TEXT),
        ("date", "весной", Validity.FREE_TEXT),
        ("time", "0930", Validity.FULL),
        ("time", "2561", Validity.OUT_OF_RANGE),
        ("time", "093015", Validity.FREE_TEXT),
        ("text", "слово", Validity.FULL),
        ("text", b"a\x98", Validity.UNDECODABLE),
        ("date", b"85\x98", Validity.UNDECODABLE),
        ("text", b"\0\0", Validity.EMPTY),
        ("file", "не файл", Validity.FREE_TEXT),
    ],
)
def test_validity(kind: str, stored: str | bytes, validity: Validity, tmp_path: Path) -> None:
    raw = {"hex": stored.hex()} if isinstance(stored, bytes) else {"raw": stored}
    (value,) = values_of(kind, raw, folder=tmp_path / "bank")
    assert value.validity is validity


def test_empty_and_absent_are_told_apart(tmp_path: Path) -> None:
    fields = [{"name": name, "type": "text"} for name in "АБВ"]
    records = [{"number": 1, "hex": "011e62"}, {"number": 2, "hex": "01"}]
    write_bank({"tables": [{"name": "Т", "fields": fields}], "raw_records": records}, tmp_path / "bank")
    with cronos_fmt.open(tmp_path / "bank") as bank:
        table = bank.tables["Т"]
        found = [[row.value_of(f).validity for f in table.fields] for row in table.rows()]
    assert found == [[Validity.EMPTY, Validity.FULL, Validity.ABSENT], [Validity.ABSENT] * 3]


# ---- links


def test_the_public_link_is_read() -> None:
    assert read_link(LINK) == LinkReference(5, (85,))


@pytest.mark.parametrize("kind", ["direct link", "back link", "two-way link", "link by field"])
def test_links_of_all_types_are_read(kind: str, tmp_path: Path) -> None:
    (value,) = values_of(kind, {"counted": {"hex": LINK.hex()}}, folder=tmp_path / "bank")
    assert value == Value(LinkReference(5, (85,)), "5:85")


def test_what_does_not_fit_to_the_last_byte_stays_bytes() -> None:
    for n in range(len(LINK)):
        assert read_link(LINK[:n]) is None
        assert read_link(LINK + LINK[:n]) is None or n == 0
    assert read_link(b"\2" + LINK[1:]) is None  # another number in front
    assert read_link(LINK[:6] + bytes.fromhex("02000000 20000040")) is None  # a word that is neither flags nor a count
    assert read_link(LINK[:6] + bytes.fromhex("02000000 00000080")) is None  # nothing in the card
    assert read_link(LINK[:2] + bytes.fromhex("0c000000 01000000 01000000 20000080")) is None  # two counts for one


def test_cards_keep_any_set_of_numbers() -> None:
    random = Random(3)
    for _ in range(200):
        top = 10 ** random.randrange(1, 8)
        numbers = sorted({random.randrange(1, top + 1) for _ in range(random.randrange(1, 40))})
        assert card_numbers(card_words(numbers)) == numbers
        link = BUILDERS["link_value"].build(
            {"base_id": 7, "card_length": 4 * len(card_words(numbers)), "card": {"words": card_words(numbers)}}
        )
        assert read_link(link) == LinkReference(7, tuple(numbers))


def test_external_files_stay_bytes(tmp_path: Path) -> None:
    (value,) = values_of("external file", {"counted": {"hex": LINK.hex()}}, folder=tmp_path / "bank")
    assert value == Value(LINK, LINK.hex())


# ---- several files in one value

NAMES = [(b"a", b"txt", b"2"), (b"b", b"", b""), (b"a", b"txt", b"3")]


def strings(name: bytes, extension: bytes, number: bytes) -> dict[str, Any]:
    inner = {"name": name, "extension": extension, "record_number": number}
    return {"strings_length": len(BUILDERS["file_strings"].build(inner)), "strings": inner}


def several(way: str, names: list[tuple[bytes, bytes, bytes]]) -> bytes:
    references = [strings(*each) for each in names]
    if way == "chain":
        return BUILDERS["file_reference_chain"].build({"references": references})
    return BUILDERS["file_reference_list"].build({"reference_count": len(names), "references": references})


@pytest.mark.parametrize("way", ["list", "chain"])
def test_several_references_in_one_value(way: str, tmp_path: Path) -> None:
    stored = {"counted": {"hex": several(way, NAMES).hex()}}
    files = [{"number": 2, "text": "один"}, {"number": 3, "text": "два"}]
    folder = bank_of("file", stored, folder=tmp_path / "bank", stored_files=files)
    with cronos_fmt.open(folder) as bank:
        (row,) = bank.tables["А"].rows()
        assert row["П"] == [FileReference("a", "txt", 2), FileReference("b", "", None), FileReference("a", "txt", 3)]
    result = exported(folder)
    assert result.rows("А.csv")[1][1] == "a.txt; b; a (2).txt"
    assert (result.folder / "files" / "a (2).txt").read_bytes() == "два".encode("cp1251")
    assert result.kinds == {}
    with cronos_fmt.open(folder) as bank:
        column = check_bank(bank).bases[bank.tables["А"].base.key].columns[0]
        assert (column.misfits, column.references, column.unresolved) == (0, 2, 0)


@pytest.mark.parametrize("way", ["list", "chain"])
def test_references_that_do_not_fit_are_one(way: str, tmp_path: Path) -> None:
    whole = several(way, NAMES)
    for n, cut in enumerate((whole[:-1] + b"x" * 9, whole[:-2], whole + b"\0")):
        (value,) = values_of("file", {"counted": {"hex": cut.hex()}}, folder=tmp_path / f"{n}")
        assert value.value == FileReference("a", "txt", 2) and value.problem == "file-reference"


# ---- stored files


def test_each_file_stands_in_the_manifest(tmp_path: Path) -> None:
    import hashlib

    files = [{"number": 5, "text": "договор"}, {"number": 6, "text": "без имени"}]
    reference = {"file": 5, "name": "Договор", "extension": "txt"}
    result = exported(bank_of("file", reference, folder=tmp_path / "bank", stored_files=files))
    content = {5: "договор".encode("cp1251"), 6: "без имени".encode("cp1251")}
    assert result.manifest["files"] == [
        {
            "record": number, "output": name, "size": len(content[number]),
            "sha256": hashlib.sha256(content[number]).hexdigest(), "named": named,
        }
        for number, name, named in ((5, "Договор.txt", True), (6, "6", False))
    ]  # fmt: skip
    assert result.manifest["file_totals"] == {"count": 2, "bytes": sum(map(len, content.values()))}
    assert {p.name for p in (result.folder / "files").iterdir()} == {"Договор.txt", "6"}


DANGLING = {
    "past the end": (99, "a number that CroBank does not have"),
    "zero": (0, "a number that CroBank does not have"),
    "free": (3, "a free record"),
    "row": (1, "a row of base 1"),
    "empty": (4, "an empty record"),
    "ns1": (7, "a record of the program's own"),
}


@pytest.mark.parametrize("case", DANGLING)
def test_a_reference_that_leads_nowhere_says_where(case: str, tmp_path: Path) -> None:
    number, what = DANGLING[case]
    more = {"ns1_record": 7, "raw_records": [{"number": 4, "hex": ""}, {"number": 6, "hex": "00"}]}
    folder = bank_of("file", {"file": number, "name": "a"}, folder=tmp_path / "bank", **more)
    result = exported(folder)
    (problem,) = (p for p in result.problems if p["kind"] == "dangling-reference")
    assert what in problem["message"] and f"record {number} " in problem["message"]
    assert result.rows("А.csv")[1][1] == "a"


def test_many_files_of_one_name(tmp_path: Path) -> None:
    count = 300
    files = [{"number": 1000 + n, "text": str(n)} for n in range(count)]
    references = [{"file": 1000 + n, "name": "Скан", "extension": "jpg"} for n in range(count)]
    result = exported(bank_of("file", *references, folder=tmp_path / "bank", stored_files=files))
    names = [row[1] for row in result.rows("А.csv")[1:]]
    assert names == ["Скан.jpg", *(f"Скан ({n}).jpg" for n in range(2, count + 1))]
    assert [(result.folder / "files" / name).read_text("cp1251") for name in names] == [str(n) for n in range(count)]


def test_a_long_file_is_streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file above the limit record_bytes is written whole, and never held whole."""
    content = Random(5).randbytes(300_000)
    files = [{"number": 5, "hex": content.hex()}, {"number": 6, "hex": content.hex(), "storage": "extended"}]
    description = {"stored_files": files, "files": {"bank": {"encoded": True}}}
    folder = bank_of("file", {"file": 5, "name": "a"}, folder=tmp_path / "bank", **description)
    monkeypatch.setattr("cronos_fmt.bank._LONG", 100_000)
    monkeypatch.setattr("cronos_fmt.container._PIECE", 10_000)
    result = exported(folder, limits=cronos_fmt.Limits(record_bytes=200_000))
    assert (result.folder / "files" / "a").read_bytes() == content == (result.folder / "files" / "6").read_bytes()
    assert result.kinds == {}


# ---- pictures of bases, and other keys


def test_pictures_of_bases_are_written(tmp_path: Path) -> None:
    image = BUILDERS["base_image"].build(
        {"file_name_length": 5, "file_name": b"a/b.p", "image_length": 3, "image": b"\x89PN"}
    )
    keys = {"BaseImage001": {"hex": image.hex()}, "BaseImage002": "", "BaseImage003": {"hex": image[:-1].hex()}}
    folder = bank_of("text", "а", folder=tmp_path / "bank", extra_keys=keys)
    result = exported(folder)
    (found,) = result.manifest["images"]
    assert (found["key"], found["output"], found["size"]) == ("BaseImage001", "a_b.p", 3)
    assert (result.folder / "images" / "a_b.p").read_bytes() == b"\x89PN"
    assert result.kinds == {"image-damaged": 1}


def test_schema_lists_and_writes_every_key(tmp_path: Path) -> None:
    keys = {"USERINFO": "160209", "CroGraphExTemplateDefault": {"hex": "0201"}, "Ёлка": {"hex": "1b5b33316d"}}
    folder = bank_of("text", "а", folder=tmp_path / "bank", extra_keys=keys)
    shown = CliRunner().invoke(main, ["schema", str(folder), "--all", "--raw", str(tmp_path / "raw")])
    assert shown.exit_code == 0
    assert "text_value: 160209" in shown.stdout and "Formuls001" in shown.stdout and "\x1b" not in shown.stdout
    assert (tmp_path / "raw" / "CroGraphExTemplateDefault.bin").read_bytes() == b"\2\1"
    found = json.loads(CliRunner().invoke(main, ["schema", str(folder), "--all", "--json"]).stdout)["keys"]
    assert {k["key"]: k["raw"] for k in found}["Ёлка"] == "1b5b33316d"
    again = CliRunner().invoke(main, ["schema", str(folder), "--raw", str(tmp_path / "raw")])
    assert again.exit_code == 2 and "exists already" in again.stderr


# ---- words of dictionaries


def with_voc(keys: list[str], voc_tables: list[dict[str, Any]], folder: Path) -> Path:
    bank_of("dictionary", *keys, folder=folder)
    write_bank({"name": "Словари", "tables": voc_tables}, folder / "Voc")
    return folder


def voc_table(name: str, first: int, *words: str, codes: bool = False) -> dict[str, Any]:
    fields = [{"name": "Слово", "type": "text"}]
    fields = [{"name": "Код", "type": "number"}, *fields] if codes else fields
    rows = [
        {"number": first + i, "values": {"Слово": word} | ({"Код": str(10 * first + i)} if codes else {})}
        for i, word in enumerate(words)
    ]
    return {"name": name, "fields": fields, "rows": rows}


CITIES = [f"Город {n}" for n in range(20)]


def column(result: Exported) -> list[str]:
    return [row[1] for row in result.rows("А.csv")[1:]]


def words_of(result: Exported) -> dict[str, Any] | None:
    words: dict[str, Any] | None = result.manifest["tables"][0]["fields"][0].get("words")
    return words


def test_words_by_system_number(tmp_path: Path) -> None:
    keys = [str(n) for n in range(101, 115)]
    tables = [voc_table("Города", 100, *CITIES), voc_table("Улицы", 200, *CITIES)]
    folder = with_voc(keys, tables, tmp_path / "bank")
    result = exported(folder)
    assert column(result) == CITIES[1:15]
    assert words_of(result) == {"table": "Города", "by": "system number", "words": 20, "status": "hypothesis"}
    with cronos_fmt.open(folder) as bank:
        assert bank.vocabulary is not None and bank.vocabulary.name == "Словари"
        row = next(bank.tables["А"].rows())
        assert row["П"] == Word("101", CITIES[1]) and row.raw("П") == b"101"
    with cronos_fmt.open(folder, words=False) as bank:
        assert next(bank.tables["А"].rows())["П"] == "101"


def test_words_by_code(tmp_path: Path) -> None:
    folder = with_voc(["50", "51", "53"], [voc_table("Города", 5, *CITIES[:5], codes=True)], tmp_path / "bank")
    result = exported(folder)
    assert column(result) == [CITIES[0], CITIES[1], CITIES[3]]
    assert words_of(result) == {"table": "Города", "by": "field Код", "words": 5, "status": "hypothesis"}


NO_WORDS = {
    "too few keys": (["101", "102"], [voc_table("Города", 100, *CITIES)]),
    "few system numbers": (["101", "102", "103", "104"], [voc_table("Города", 100, *CITIES)]),
    "a key without a word": ([*map(str, range(101, 115)), "7"], [voc_table("Города", 100, *CITIES)]),
    "a key that is a word": ([*map(str, range(101, 115)), "Город 1"], [voc_table("Города", 100, *CITIES)]),
    "two ways": (
        [str(n) for n in range(50, 65)],
        [voc_table("Города", 5, *CITIES, codes=True), voc_table("Улицы", 50, *CITIES)],
    ),
    "no table": ([str(n) for n in range(50, 65)], []),
}


@pytest.mark.parametrize("case", NO_WORDS)
def test_keys_stay_keys_where_words_are_not_certain(case: str, tmp_path: Path) -> None:
    keys, tables = NO_WORDS[case]
    result = exported(with_voc(keys, tables, tmp_path / "bank"))
    assert column(result) == keys
    assert words_of(result) is None and result.kinds == {}


def test_a_vocabulary_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    folder = with_voc(["50", "51", "53"], [voc_table("Города", 5, *CITIES[:5], codes=True)], tmp_path / "bank")
    (folder / "Voc" / "CroStru.dat").write_bytes(b"no bank")
    result = exported(folder)
    assert column(result) == ["50", "51", "53"] and result.kinds == {"vocabulary": 1}


def test_dates_have_their_types(tmp_path: Path) -> None:
    values = values_of("date", "1985-04-02", ["1985-04-02", "1986"], folder=tmp_path / "bank")
    assert [v.value for v in values] == [datetime.date(1985, 4, 2), [datetime.date(1985, 4, 2), "1986"]]


def test_a_date_without_a_problem_gives_its_stored_text_back(tmp_path: Path) -> None:
    """Every year there is, with and without zeros in front: what is typed is spelled like one stored text alone."""
    years = [f"{sign}{year:0{width}}" for sign in ("", "-") for year in range(1000) for width in (1, 2, 3)]
    stored = [f"{year}{day}" for year in dict.fromkeys(years) for day in ("0000", "0101", "1231")]
    values = values_of("date", *[{"raw": text} for text in stored], folder=tmp_path / "bank")
    plain = {text: value for text, value in zip(stored, values, strict=True) if value.problem is None}
    dates = {text: value.value for text, value in plain.items() if isinstance(value.value, datetime.date)}
    assert len(dates) == len(set(dates.values())) == 2 * (1000 + 999)
    spelled = {text: f"{date.year - 1900}{date:%m%d}" for text, date in dates.items()}
    assert spelled == {text: text for text in dates}
    assert {value.text: text for text, value in plain.items() if text not in dates}["1905"] == "50000"
    assert len({value.text for value in plain.values()}) == len(plain)


@pytest.mark.parametrize(
    ("stored", "text", "problem"),
    [
        ("850402", "1985-04-02", None),
        ("0850402", "1985-04-02", "date-spelling"),
        ("00101", "1900-01-01", None),
        ("000101", "1900-01-01", "date-spelling"),
        ("0000101", "1900-01-01", "date-spelling"),
        ("050402", "1905-04-02", "date-spelling"),
        ("50402", "1905-04-02", None),
        ("-00101", "1900-01-01", "date-spelling"),
        ("-10101", "1899-01-01", None),
        ("-010101", "1899-01-01", "date-spelling"),
        ("-0010101", "1899-01-01", "date-spelling"),
        ("0850000", "1985", "date-spelling"),
    ],
)
def test_a_date_that_is_not_spelled_back_says_so(stored: str, text: str, problem: str | None, tmp_path: Path) -> None:
    """What a date column cannot give back as it is stored is a problem, by both engines; the date is right."""
    folder = bank_of("date", *[{"raw": stored}] * 12, folder=tmp_path / "bank")
    for engine in ("native", "python"):
        with cronos_fmt.open(folder) as bank:
            table = bank.tables["А"]
            (batch,) = read_batches(bank, table.base, ["П"], engine=engine)
            assert batch.columns[0].texts() == [text] * 12
            assert {value.problem for value in batch.columns[0].odd.values()} == ({problem} if problem else set())
            assert next(table.rows()).value_of(table.fields[0])[1:3] == (text, problem)
    assert exported(folder).kinds == ({problem: 12} if problem else {})  # no check takes it for anything but a date
