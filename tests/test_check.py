"""`check` finds definitions that do not fit the values, and says nothing against those that do."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_faults_opening import PLAIN_STRU, exported, made, run
from test_faults_schema import redefined

import cronos_fmt
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.alignment import Shape, shape_of, shapes_of
from cronos_fmt.check import BankCheck, BaseCheck, Verdict, check_bank

FORMAT = PROFILES["01.02"].layouts.row  # type: ignore[union-attr]
WORDS = ["Иванов", "Петрова", "улица Ленина", "Москва", "договор", "Smith", "завод", "счёт 17"]
STRICT = {"number", "date", "time", "file"}
TYPES = ["text", "number", "date", "time", "dictionary", "file", "direct link"]


def checked(folder: Path, **options: Any) -> BankCheck:
    with cronos_fmt.open(folder) as bank:
        result = check_bank(bank, **options)
        assert not [p for p in bank.problems.kept if p.file == "CroBank"], "a check notes no problem"
    return result


def only(result: BankCheck) -> BaseCheck:
    (base,) = result.bases.values()
    return base


def some_value(kind: str, random: Random) -> Any:
    match kind:
        case "number":
            return str(random.randrange(1, 10 ** random.randint(1, 9)))
        case "date":
            return f"{random.randint(1930, 2020)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        case "time":
            return f"{random.randrange(24):02}:{random.randrange(60):02}"
        case "file":
            return {"file": None, "name": random.choice(WORDS), "extension": "pdf"}
        case "direct link":
            return {"hex": bytes([1, 5, 8, 0, 0, 0, random.randrange(32, 256)]).hex()}
    return random.choice(WORDS)


def mixed(seed: int, rows: int = 15) -> dict[str, Any]:
    """A bank with one table of mixed types, a fifth of its values empty."""
    random = Random(seed)
    kinds: list[str] = []
    while len(set(kinds)) < 2 or not STRICT & set(kinds):
        kinds = random.choices(TYPES, k=random.randint(3, 9))
    fields = [{"name": f"П{i}", "type": kind} for i, kind in enumerate(kinds, 1)]
    described = [
        {"values": {f["name"]: some_value(f["type"], random) for f in fields if random.random() < 0.8}}
        for _ in range(rows)
    ]
    return {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields, "rows": described}]}


def moved(change: Callable[[list[int]], list[int]]) -> Callable[[bytes], bytes]:
    """Change the positions of a definition."""

    def apply(data: bytes) -> bytes:
        tree = BUILDERS["base_definition"].parse(data)
        bodies = [field.body for field in tree.fields[1:]]
        for body, position in zip(bodies, change([body.data.position for body in bodies]), strict=True):
            body.data.position = position
        return bytes(BUILDERS["base_definition"].build(tree))

    return apply


SHIFTS: dict[str, Callable[[list[int]], list[int]]] = {
    "right": lambda positions: [p + 1 for p in positions],
    "left": lambda positions: [p - 1 for p in positions],
    "circle right": lambda positions: [*positions[1:], positions[0]],
    "circle left": lambda positions: [positions[-1], *positions[:-1]],
}


# ---- shifted and sound definitions


@pytest.mark.parametrize("seed", range(20))
def test_a_shifted_definition_is_flagged_and_a_sound_one_is_not(seed: int, tmp_path: Path) -> None:
    """20 bases of mixed types: sound as they are, suspicious with their definitions shifted by one in any way."""
    description = mixed(seed)
    sound = only(checked(made(description, tmp_path / "sound")))
    assert (sound.verdict, sound.reasons, sound.rows) == (Verdict.SOUND, [], 15)
    for name, shift in SHIFTS.items():
        folder = redefined(description, tmp_path / name, "Base001", moved(shift))
        base = only(checked(folder))
        assert base.verdict is Verdict.SUSPICIOUS, (name, description["tables"][0]["fields"])
        reason = next(reason for reason in base.reasons if reason.kind == "shifted")
        assert reason.field in {f.name for f in base.base.fields}
        assert len(reason.records) == 2 and reason.fix
        assert json.dumps(base.as_dict(), ensure_ascii=False).isprintable()


def test_a_shift_is_said_by_the_export(tmp_path: Path) -> None:
    """One line on stderr, exit status 1, and the verdict in the manifest; the table is written all the same."""
    folder = redefined(mixed(1), tmp_path, "Base001", moved(SHIFTS["right"]))
    result = run("export", folder, "--out", tmp_path / "out", "--quiet")
    assert result.exit_code == 1
    (line,) = [line for line in result.stderr.splitlines() if "is suspicious by 15 rows" in line]
    assert "columns look shifted" in line and "А" in line
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    found = manifest["tables"][0]["check"]
    assert (found["verdict"], found["rows"]) == ("suspicious", 15)
    assert found["reasons"][0]["kind"] == "shifted"
    assert manifest["problems"]["by_kind"]["suspicious-base"] == 1
    assert (tmp_path / "out" / "А.csv").exists()


def test_a_sound_bank_exports_clean(tmp_path: Path) -> None:
    result = exported(made(mixed(1), tmp_path / "bank"))
    assert result.manifest["tables"][0]["check"] == {"verdict": "sound", "rows": 15, "reasons": []}
    assert result.problems == [p for p in result.problems if p["kind"] == "dangling-reference"]


def test_strict_ends_at_a_suspicious_base(tmp_path: Path) -> None:
    folder = redefined(mixed(2), tmp_path, "Base001", moved(SHIFTS["circle left"]))
    result = run("export", folder, "--out", tmp_path / "out", "--strict")
    assert result.exit_code == 3 and not (tmp_path / "out").exists()


@pytest.mark.realdata
def test_real_banks_are_sound(sample_bank: Path) -> None:
    with cronos_fmt.open(sample_bank) as bank:
        for full in (False, True):
            result = check_bank(bank, full=full)
            assert result.is_sound and result.is_full
            assert [base.reasons for base in result.bases.values()] == [[] for _ in result.bases]


def test_the_example_bank_is_sound(repo_root: Path) -> None:
    result = run("check", repo_root / "examples" / "bank")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.count(": sound, ") == 4


SOUND: dict[str, list[dict[str, Any]]] = {
    "no rows": [],
    "one row": [{"values": {"Т": "раз", "Д": {"raw": "слово"}}}],
    "two odd rows": [{"values": {"Д": {"raw": "слово"}}}] * 2,
    "empty rows": [{}] * 30,
    "text only": [{"values": {"Т": "раз"}}] * 30,
    "codes in a text": [{"values": {"Т": str(4_500_000 + i)}} for i in range(30)],
    "some free text": [{"values": {"Т": "раз", "Д": "1985-04-02" if i % 3 else {"raw": "весной"}}} for i in range(30)],
    "years": [{"values": {"Т": "раз", "Д": "1985"}}] * 30,
    "several dates": [{"values": {"Т": "раз", "Д": ["", "1985-04-02", "2005"]}}] * 30,
    "text that is in capitals": [{"values": {"Т": "ООО «РОМАШКА» №5"}}] * 30,
    "latin": [{"values": {"Т": "John Smith, 5th Avenue"}}] * 30,
}


@pytest.mark.parametrize("case", SOUND)
def test_little_evidence_is_none(case: str, tmp_path: Path) -> None:
    fields = [{"name": "Т", "type": "text"}, {"name": "Д", "type": "date"}]
    table = {"name": "А", "fields": fields, "rows": SOUND[case]}
    base = only(checked(made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank")))
    assert (base.verdict, base.reasons) == (Verdict.SOUND, [])
    assert base.rows == len(SOUND[case])


@pytest.mark.parametrize("kinds", [["text"], ["text"] * 4, ["dictionary", "text"], []], ids=str)
def test_tables_without_a_telling_type_are_sound(kinds: list[str], tmp_path: Path) -> None:
    fields = [{"name": f"П{i}", "type": kind, "position": 2 * i} for i, kind in enumerate(kinds, 1)]
    rows = [{"values": {f["name"]: random_word(i) for f in fields}} for i in range(40)]
    table = {"name": "А", "fields": fields, "rows": rows}
    assert checked(made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank")).is_sound


@pytest.mark.parametrize("rows", [200, 3_000])
def test_a_quick_check_comes_to_the_same_verdict(rows: int, tmp_path: Path) -> None:
    """Of many rows it looks at some, spread over all of them, and so sees what most of the rows have."""
    fields = [{"name": "Т", "type": "text"}, {"name": "Д", "type": "date"}]
    odd = {"Т": "раз", "Д": {"raw": "весной"}}
    values = [odd if i > rows // 3 else {"Т": "раз", "Д": "1985-04-02"} for i in range(rows)]
    table = {"name": "А", "fields": fields, "rows": [{"values": value} for value in values]}
    folder = made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank")
    whole, quick = only(checked(folder)), only(checked(folder, quick=True))
    assert (whole.verdict, quick.verdict) == (Verdict.SUSPICIOUS,) * 2
    assert [reason.kind for reason in whole.reasons] == [reason.kind for reason in quick.reasons] == ["misfit"]
    assert quick.rows == whole.rows if rows == 200 else 300 < quick.rows < whole.rows / 2 and quick.rows <= 500


def random_word(seed: int) -> str:
    return WORDS[seed % len(WORDS)]


def test_a_filled_gap_is_no_shift(tmp_path: Path) -> None:
    """A removed field left its values behind: the fields around it fit, so nothing is suspicious."""
    fields = [
        {"name": "Т", "type": "text", "position": 2},
        {"name": "Ч", "type": "number", "position": 3},
        {"name": "Д", "type": "date", "position": 5},
    ]
    rows = [
        {"values": {"Т": "имя", "Ч": str(i), "Д": f"19{50 + i}-01-02"}, "hidden": {"1": "старое", "4": f"9{i}"}}
        for i in range(30)
    ]
    table = {"name": "А", "fields": fields, "rows": rows}
    base = only(checked(made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank")))
    assert (base.verdict, base.positions.decided) == (Verdict.SOUND, "margin")
    assert [(c.values, c.misfits, c.distinct) for c in base.columns] == [(30, 0, 1), (30, 0, 30), (30, 0, 30)]


# ---- columns


def column_bank(kind: Any, values: list[Any], tmp_path: Path, **field: Any) -> Path:
    fields = [{"name": "П", "type": kind} | field, {"name": "К", "type": "text"}]
    rows = [{"values": {"П": value, "К": "конец"}} for value in values]
    return made({"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields, "rows": rows}]}, tmp_path / "bank")


def test_the_figures_of_a_column(tmp_path: Path) -> None:
    values = ["1", "22", {"raw": "ноль"}, "1", ""]
    base = only(checked(column_bank("number", values, tmp_path)))
    column = base.columns[0].as_dict()
    assert {key: column[key] for key in ("values", "empty", "misfits", "distinct", "longest", "conforming")} == {
        "values": 4,
        "empty": 1,
        "misfits": 1,
        "distinct": 3,
        "longest": 4,
        "conforming": 0.75,
    }
    assert column["examples"] == [{"record": 3, "value": "ноль"}]


FAULTS: dict[str, tuple[Any, list[Any], str, Verdict]] = {
    "dates that are words": ("date", [{"raw": word} for word in WORDS * 2], "misfit", Verdict.SUSPICIOUS),
    "numbers that are words": ("number", [{"raw": word} for word in WORDS * 2], "misfit", Verdict.SUSPICIOUS),
    "times that are none": ("time", [{"raw": "9999"}] * 12, "misfit", Verdict.SUSPICIOUS),
    "no file references": ("file", [{"raw": "file.txt"}] * 12, "misfit", Verdict.SUSPICIOUS),
    "files that are not there": (
        "file",
        [{"file": 900 + i, "name": "a", "extension": "b"} for i in range(12)],
        "references",
        Verdict.SUSPICIOUS,
    ),
    "dates far off": ("date", ["2899-01-02"] * 12, "dates", Verdict.SUSPICIOUS),
    "CP866": (
        "text",
        [{"hex": word.encode("cp866").hex()} for word in ["Иванов", "Петрова", "Москва", "Договор"] * 4],
        "code-page",
        Verdict.SUSPICIOUS,
    ),
    "noise": (
        "text",
        [{"hex": bytes(Random(i).choices(range(8), k=20)).hex()} for i in range(90)],
        "no-text",
        Verdict.UNUSABLE,
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_of_a_column(case: str, tmp_path: Path) -> None:
    kind, values, found, verdict = FAULTS[case]
    if case == "noise":  # no sound column beside it
        fields = [{"name": "П", "type": kind}]
        rows = [{"values": {"П": value}} for value in values]
        table = {"name": "А", "fields": fields, "rows": rows}
        folder = made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank")
    else:
        folder = column_bank(kind, values, tmp_path)
    base = only(checked(folder))
    assert base.verdict is verdict
    reason = next(reason for reason in base.reasons if reason.kind == found)
    assert len(reason.records) == 2 and reason.fix
    assert reason.field == (None if found == "no-text" else "П")
    assert run("check", folder).exit_code == 1


def test_the_years_a_date_may_have(tmp_path: Path) -> None:
    """From 1800 to 2100; of several dates of a value each."""
    inside = ["1800-01-01", "1899-12-31", "1900-01-01", "1985", "1999-12-31", "2000-02-29", "2099-12-31", "2100-12-31"]
    outside = ["1799-12-31", "2101-01-01", "901-01-01".zfill(10), "2899-12-31", ["1985-04-02", "2101-01-01"]]
    column = only(checked(column_bank("date", [*inside, *outside], tmp_path))).columns[0]
    assert (column.values, column.misfits, column.dates_outside) == (13, 0, 5)
    assert column.outside_examples == [9, 10]


def test_texts_longer_than_allowed_are_misfits(tmp_path: Path) -> None:
    """The shorter allowance is set in the definition afterwards, as the writer refuses such values."""
    fields = [{"name": "П", "type": "text", "max_length": 100}, {"name": "К", "type": "text"}]
    rows = [{"values": {"П": "длинный текст " * 3, "К": "конец"}} for _ in range(12)]
    description = {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields, "rows": rows}]}

    def shorten(data: bytes) -> bytes:
        tree = BUILDERS["base_definition"].parse(data)
        tree.fields[1].body.data.max_length = 10
        return bytes(BUILDERS["base_definition"].build(tree))

    base = only(checked(redefined(description, tmp_path, "Base001", shorten)))
    assert (base.columns[0].too_long, base.columns[0].misfits) == (12, 12)
    assert base.verdict is Verdict.SUSPICIOUS


def test_where_fitting_values_stand_is_said(tmp_path: Path) -> None:
    """A date field that points at the text before the dates."""
    fields = [
        {"name": name, "type": kind} for name, kind in (("А", "text"), ("Б", "text"), ("Д", "date"), ("В", "text"))
    ]
    rows = [{"values": {"А": "имя", "Б": "слово", "Д": f"19{50 + i}-01-02", "В": "конец"}} for i in range(30)]
    description = {"files": PLAIN_STRU, "tables": [{"name": "А", "fields": fields, "rows": rows}]}
    folder = redefined(description, tmp_path, "Base001", moved(lambda p: [p[0], p[2], p[1], p[3]]))
    reason = next(r for r in only(checked(folder)).reasons if r.kind == "misfit")
    assert (reason.field, reason.fix) == ("Д", "values that fit stand at position 3")


def test_examples_are_cut_and_escaped(tmp_path: Path) -> None:
    nasty = {"raw": "д\x1b[31m\r\n" + "д" * 500}
    folder = column_bank("date", [nasty] * 12, tmp_path)
    for arguments in (("check", folder), ("check", folder, "--json")):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "\x1b" not in result.stdout and "д" * 60 not in result.stdout
    result = exported(folder)
    assert all("\x1b" not in problem["message"] for problem in result.problems)


def test_rows_that_break_make_a_base_unusable(tmp_path: Path) -> None:
    raw = [{"number": i, "hex": "011bffffffff"} for i in range(1, 12)]
    table = {"name": "А", "fields": [{"name": "Т", "type": "text"}]}
    folder = made({"files": PLAIN_STRU, "tables": [table], "raw_records": raw}, tmp_path / "bank")
    base = only(checked(folder))
    assert base.verdict is Verdict.UNUSABLE and base.reasons[0].kind == "broken-rows"


def test_records_of_no_base_and_ghosts_are_counted(tmp_path: Path) -> None:
    raw = [{"number": i, "hex": "4d6162"} for i in range(1, 13)]
    table = {"name": "А", "fields": [{"name": "Т", "type": "text"}], "rows": [{"values": {"Т": "раз"}}]}
    result = checked(made({"files": PLAIN_STRU, "tables": [table], "raw_records": raw}, tmp_path / "bank"))
    assert result.records["unassigned"] == 12 and result.records["system"] == 1
    assert result.ids == {0x4D: 12, 1: 1}
    assert [reason.kind for reason in result.reasons] == ["unassigned"]
    assert not result.is_sound and only(result).verdict is Verdict.SOUND


# ---- the sample


def test_a_sample_is_bounded_and_spread(tmp_path: Path) -> None:
    rows = [{"values": {"Т": str(i)}} for i in range(3000)]
    table = {"name": "А", "fields": [{"name": "Т", "type": "text"}], "rows": rows}
    folder = made({"files": PLAIN_STRU, "tables": [table]}, tmp_path / "bank")
    with cronos_fmt.open(folder) as bank:
        numbers = [item.number for item in bank.sample(200)]
        assert len(numbers) == 200 == len(set(numbers))
        assert min(numbers) == 1 and max(numbers) > 2900
        assert max(b - a for a, b in pairwise(numbers)) < 100
        sampled, full = check_bank(bank, sample=200), check_bank(bank, full=True)
    assert (only(sampled).rows, sampled.is_full) == (200, False)
    assert (only(full).rows, full.is_full) == (3000, True)
    column = only(full).columns[0].as_dict()
    assert (column["distinct"], column["distinct_at_least"]) == (1000, True)


@pytest.mark.parametrize(("held", "values"), [(1, 1), (5_000, 10), (1 << 30, 20), (20_000, 1 << 20)])
@pytest.mark.parametrize("change", [None, *SHIFTS, "gap"])
def test_it_does_not_matter_how_many_rows_are_looked_at_together(
    change: str | None, held: int, values: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    description = mixed(4, rows=150)
    last = description["tables"][0]["fields"][-1]
    description["tables"].append({"name": "Б", "fields": [last], "rows": [{"values": {last["name"]: "1"}}] * 30})
    change_positions = {**SHIFTS, "gap": lambda p: [*p[:2], *(n + 2 for n in p[2:])], None: list}[change]
    folder = redefined(description, tmp_path, "Base001", moved(change_positions))
    together = checked(folder, full=True)
    monkeypatch.setattr("cronos_fmt.check.check._HELD", held)
    monkeypatch.setattr("cronos_fmt.check.check._VALUES_AT_ONCE", values)
    assert checked(folder, full=True).as_dict() == together.as_dict()
    assert [base.rows for base in together.bases.values()] == [150, 30]


def test_problems_of_a_sample_are_counted_once(tmp_path: Path) -> None:
    """The check sees damage before the export does; each problem is counted by the export alone."""
    raw = [{"number": i, "hex": "63ff"} for i in range(1, 1500)]
    table = {"name": "А", "fields": [{"name": "Т", "type": "text"}]}
    folder = made({"files": PLAIN_STRU, "tables": [table], "raw_records": raw}, tmp_path / "bank")
    assert exported(folder).kinds["unassigned"] == 1499


# ---- the command


def test_json_says_all(tmp_path: Path) -> None:
    folder = redefined(mixed(3), tmp_path, "Base001", moved(SHIFTS["right"]))
    result = run("check", folder, "--json", "--full")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["full"] and not found["sound"]
    (table,) = found["tables"]
    assert table["verdict"] == "suspicious" and table["rows"] == 15
    assert {"physical", "definition", "bytes"} <= set(table["alignments"])
    assert len(table["columns"]) == len(mixed(3)["tables"][0]["fields"])


def test_a_bank_that_cannot_be_read_is_no_sound_one(tmp_path: Path) -> None:
    assert run("check", tmp_path).exit_code == 3


# ---- shapes

SHAPES: dict[bytes, Shape] = {
    b"": Shape.EMPTY,
    b"\0\0": Shape.EMPTY,
    b"620718": Shape.DATE,
    b"1160209\0": Shape.DATE,
    b"-10101": Shape.DATE,
    b"850000": Shape.DATE,
    b"621318": Shape.NUMBER,
    b"0930": Shape.TIME,
    b"2561": Shape.NUMBER,
    b"-0,50": Shape.NUMBER,
    b"1 000": Shape.NUMBER,
    b"1\xa0000": Shape.NUMBER,
    b"12-5": Shape.TEXT,
    "слово".encode("cp1251"): Shape.TEXT,
    b"\x01\x05\x08\0\0\0\x20": Shape.BINARY,
    b"620718\x1d850402": Shape.DATE,
    b"620718\x1d5": Shape.NUMBER,
    b"620718\x1dx": Shape.TEXT,
    b"\x1d\x1d": Shape.EMPTY,
}


@pytest.mark.parametrize("raw", SHAPES, ids=repr)
def test_shapes(raw: bytes) -> None:
    assert shape_of(raw, False, FORMAT) is SHAPES[raw]


def test_shapes_at_a_look_are_those_of_a_reading() -> None:
    """All days of some years, all times, and values mixed from the characters that make a difference."""
    years = ["0", "00", "4", "85", "099", "100", "104", "200", "500", "-1", "-4", "-300", "-999", "1000", "+85", ""]
    digits = [f"{year}{day:04}".encode() for year in years for day in range(10_000)]
    random = Random(5)
    telling = b"0129+-., \xa0\0\x1d\x01\t\n\x98\x7fa\xcf"
    others = [bytes(random.choices(telling, k=random.randrange(9))) for _ in range(60_000)]
    padded = [value + b"\0" * random.randrange(1, 3) for value in random.sample(digits, 2_000)]
    values = [*SHAPES, *digits, *others, *padded]
    found = shapes_of(values, (), FORMAT)
    assert [(v, s) for v, s in zip(values, found, strict=True) if s is not shape_of(v, False, FORMAT)] == []
    assert set(found) == set(Shape) - {Shape.FILE}
    few = values[:20]
    assert shapes_of(few, range(0, 20, 2), FORMAT) == [shape_of(v, i % 2 == 0, FORMAT) for i, v in enumerate(few)]


@pytest.mark.parametrize("tag", [tag for tag, profile in PROFILES.items() if profile.layouts is not None])
def test_shapes_of_several_values_in_each_version(tag: str) -> None:
    row_format = PROFILES[tag].layouts.row  # type: ignore[union-attr]
    mark = row_format.sub_separator
    values = [mark.join(parts) for parts in ([b"5", b"6"], [b"620718", b"850402"], [b"x", b"5"], [b"", b""])]
    assert shapes_of(values, (), row_format) == [Shape.NUMBER, Shape.DATE, Shape.TEXT, Shape.EMPTY]
    assert shapes_of(values, (), row_format) == [shape_of(value, False, row_format) for value in values]
