"""The generated files are those of the specs, and a spec that breaks a rule is refused with a line that says where."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import test_readers
import yaml

from codegen import builders, expressions, layouts, outputs, reference, tables
from codegen.lint import lint
from codegen.new_version import new_version
from codegen.spec import ROOT, SPECS, SpecError, Specs, load
from cronos_fmt._gen import parsers as generated
from cronos_fmt._gen.parsers import TadSlotV332

NODE_MODULES = ROOT / "codegen" / "node_modules"
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not NODE_MODULES.is_dir(),
    reason="needs Node and the Kaitai compiler: npm ci --prefix codegen",
)
# The emitters that need no compiler, by the file each writes.
EMITTERS: dict[str, Callable[[Specs], str]] = {
    "builders.py": builders.builders,
    "layouts.py": layouts.layouts,
    "versions.py": tables.versions,
    "fields.py": tables.fields,
    "field_types.py": tables.field_types,
    "stru_keys.py": tables.stru_keys,
    "kod_tables.py": tables.kod_tables,
}


# ---- what is on disk


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of everything that the lock is about, with a lock that fits."""
    for name in ("specs", "codegen", str(outputs.GEN), str(outputs.REFERENCE)):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    generated = [str(path.relative_to(tmp_path)) for path in outputs.on_disk(tmp_path)]
    (tmp_path / outputs.LOCK).write_text(outputs.lock(tmp_path, generated), encoding="utf-8")
    assert outputs.lock_problems(tmp_path) == []
    return tmp_path


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_generated_files_belong_to_the_specs() -> None:
    assert outputs.lock_problems(ROOT) == []


def test_lock_names_every_generated_file() -> None:
    kept = json.loads((ROOT / outputs.LOCK).read_text(encoding="utf-8"))
    assert sorted(kept["generated"]) == [str(path.relative_to(ROOT)) for path in outputs.on_disk(ROOT)]


def test_lock_sees_a_changed_offset(copy: Path) -> None:
    _replace(copy / "specs/container/tad_slot_v3_32.ksy", "type: u4", "type: u8")
    problems = outputs.lock_problems(copy)
    assert problems == ["specs/container/tad_slot_v3_32.ksy: changed since the last build"]


def test_lock_sees_a_changed_table(copy: Path) -> None:
    _replace(copy / "specs/versions.yaml", "tad_slot: tad_slot_v3_64", "tad_slot: tad_slot_v3_32")
    assert outputs.lock_problems(copy) == ["specs/versions.yaml: changed since the last build"]


def test_lock_sees_a_changed_emitter(copy: Path) -> None:
    _replace(copy / "codegen/layouts.py", "<", ">")
    assert outputs.lock_problems(copy) == ["codegen/layouts.py: changed since the last build"]


def test_lock_sees_a_new_and_a_lost_spec(copy: Path) -> None:
    (copy / "specs/record/bank_record.ksy").rename(copy / "specs/record/row.ksy")
    lines = [f"specs/record/{name}.ksy: changed since the last build" for name in ("bank_record", "row")]
    assert outputs.lock_problems(copy) == lines


@pytest.mark.parametrize("name", ["cronos_fmt/_gen/layouts.py", "docs/format/generated/tad_slot_v3_32.md"])
def test_lock_sees_an_edit_by_hand(name: str, copy: Path) -> None:
    _replace(copy / name, "offset", "place")
    assert outputs.lock_problems(copy) == [f"{name}: edited by hand, or missing"]


def test_lock_sees_a_missing_file(copy: Path) -> None:
    (copy / "cronos_fmt/_gen/parsers/dat_header.py").unlink()
    assert outputs.lock_problems(copy) == ["cronos_fmt/_gen/parsers/dat_header.py: edited by hand, or missing"]


@pytest.mark.parametrize("name", ["cronos_fmt/_gen/extra.py", "docs/format/generated/extra.md"])
def test_lock_sees_a_file_that_codegen_did_not_make(name: str, copy: Path) -> None:
    (copy / name).write_text("", encoding="utf-8")
    assert outputs.lock_problems(copy) == [f"{name}: not made by codegen"]


def _codegen(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "codegen", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@needs_node
def test_everything_made_again_is_what_is_on_disk() -> None:
    run = _codegen("check")
    assert (run.returncode, run.stderr) == (0, "")


# ---- the emitters


@pytest.mark.parametrize("name", EMITTERS)
def test_emitted_python_is_that_on_disk(name: str) -> None:
    emit = EMITTERS[name]
    assert emit(load()) == emit(load()) == (ROOT / outputs.GEN / name).read_text(encoding="utf-8")


def test_emitted_reference_is_that_on_disk() -> None:
    pages = reference.reference(load())
    assert pages == reference.reference(load())
    folder = ROOT / outputs.REFERENCE
    assert pages == {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


_ALL = """
from codegen import builders, layouts, reference, tables
from codegen.spec import load
specs = load()
print(builders.builders(specs), layouts.layouts(specs), tables.versions(specs), tables.fields(specs))
print(tables.field_types(specs), tables.stru_keys(specs), tables.kod_tables(specs), reference.reference(specs))
"""


def test_emitters_do_not_depend_on_the_order_of_sets() -> None:
    digests = set()
    for seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        run = subprocess.run([sys.executable, "-c", _ALL], env=environment, capture_output=True, check=True)
        digests.add(hashlib.sha256(run.stdout).hexdigest())
    assert len(digests) == 1


# ---- a spec that says something else


def _module(text: str, name: str, folder: Path) -> ModuleType:
    """Generated text as a module beside those of the package."""
    path = folder / "made.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"cronos_fmt._gen.{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _swapped(tmp_path: Path) -> Specs:
    """Specs whose slots have size and offset the other way round."""

    def swap(data: Any) -> None:
        seq = data["seq"]
        seq[0], seq[1] = seq[1], seq[0]

    folder = _changed(tmp_path, "container/tad_slot_v3_32.ksy", swap)
    specs = load(folder)
    assert lint(specs) == []
    return specs


SLOT = bytes.fromhex("3D 01 00 00 7F 88 00 80 09 00 00 00")


def test_swapped_fields_are_read_differently(tmp_path: Path) -> None:
    made = _module(layouts.layouts(_swapped(tmp_path)), "layouts", tmp_path)
    columns = made.TadSlotV332(SLOT)
    assert (columns.data_offset[0], columns.data_length[0]) == (0x8000887F, 0x13D)
    assert made.TadSlotV332.one(SLOT).size_word == 0x13D


def test_reader_tests_see_swapped_layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_readers.agree("tad_slot_v3_32", SLOT)
    monkeypatch.setattr(test_readers, "layouts", _module(layouts.layouts(_swapped(tmp_path)), "layouts", tmp_path))
    with pytest.raises(AssertionError):
        test_readers.agree("tad_slot_v3_32", SLOT)


def test_reader_tests_see_swapped_builders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = _module(builders.builders(_swapped(tmp_path)), "builders", tmp_path)
    monkeypatch.setattr(test_readers, "BUILDERS", made.BUILDERS)
    with pytest.raises(AssertionError):
        test_readers.agree("tad_slot_v3_32", SLOT)


@needs_node
def test_reader_tests_see_swapped_parsers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codegen import parsers

    text = parsers.parsers(_swapped(tmp_path))["tad_slot_v3_32.py"]
    text = text.replace("from ._stream", f"from {generated.__name__}._stream")  # it stands alone here
    made = _module(text, "tad_slot_v3_32", tmp_path)
    assert TadSlotV332.SEQ_FIELDS != made.TadSlotV332.SEQ_FIELDS
    monkeypatch.setattr(generated, "TadSlotV332", made.TadSlotV332)
    with pytest.raises(AssertionError):
        test_readers.agree("tad_slot_v3_32", SLOT)


# ---- the rules


@cache
def _load_once(text: str) -> Any:
    return yaml.load(text, yaml.SafeLoader)


@pytest.fixture(autouse=True)
def specs_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests change one file of many; the others are parsed only once."""
    monkeypatch.setattr(yaml, "safe_load", _load_once)


def _changed(tmp_path: Path, file: str, change: Callable[[Any], None]) -> Path:
    """A copy of the specs with a change in one file."""
    folder = tmp_path / "specs"
    shutil.copytree(SPECS, folder)
    data = deepcopy(_load_once((folder / file).read_text(encoding="utf-8")))
    change(data)
    (folder / file).write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return folder


class _Drop:
    """Stands for: take the key away."""

    def __repr__(self) -> str:
        return "DROP"


DROP = _Drop()
_NAMES = ("id", "tag", "key", "code", "name")


def _set(data: Any, path: str, value: Any) -> None:
    """Set what stands at a path such as `seq/encoding/doc`; items of a list go by their name."""
    *steps, last = path.split("/")
    for step in steps:
        data = data[_key(data, step)]
    if value is DROP:
        del data[_key(data, last)]
    elif isinstance(data, list):
        data.append(value)
    else:
        data[last] = value


def _key(data: Any, step: str) -> Any:
    if isinstance(data, dict):
        return step
    return next(i for i, item in enumerate(data) if any(str(item.get(name)) == step for name in _NAMES))


def _refused(tmp_path: Path, file: str, path: str, value: Any) -> list[str]:
    """What loading and lint say of the specs with one change."""
    folder = _changed(tmp_path, file, lambda data: _set(data, path, value))
    try:
        return lint(load(folder))
    except SpecError as error:
        return [str(error)]


HEADER, AREA, SLOTS = "container/dat_header.ksy", "container/dat_area_v3.ksy", "container/tad_slot_v3_32.ksy"
DICTIONARY, BASE, FORMULAS = "structure/dictionary.ksy", "structure/base_definition.ksy", "structure/formulas.ksy"
ROW, SUB_VALUES = "record/bank_record.ksy", "record/sub_values.ksy"
VERSIONS, TYPES, KEYS, KOD = "versions.yaml", "field_types.yaml", "stru_keys.yaml", "kod.yaml"
NO_STATUS = "is none of verified, reported, claimed, hypothesis, unknown"
NO_SUBSET = "is outside the subset of Kaitai that the outputs support"
NO_PROOF = "is verified without a source that verifies"
NO_OFFSET = "is called by an offset that is not its own"
NO_NAME = "an unknown field is called unknown_ and its offset in hex, or unknown_after_FIELD"
NO_LAYOUTS = f"layouts must name {', '.join([*tables.ROLES, *tables.SETTINGS])}"
NO_TERMINATOR = "a terminator needs `consume: false` and `eos-error: false`; name the separator as a field"

# file, path of the change, new value, the one line that follows from it (behind the name of the file)
BROKEN: list[tuple[str, str, Any, str]] = [
    # doc, status, evidence
    (HEADER, "doc", DROP, "dat_header: has no doc"),
    (HEADER, "seq/encoding/doc", DROP, "dat_header.encoding: has no doc"),
    (DICTIONARY, "types/entry/doc", DROP, "dictionary.entry: has no doc"),
    (HEADER, "instances/is_encoded/doc", DROP, "dat_header.is_encoded: has no doc"),
    (HEADER, "-status", DROP, f"dat_header: status '' {NO_STATUS}"),
    (HEADER, "seq/encoding/-status", DROP, f"dat_header.encoding: status '' {NO_STATUS}"),
    (HEADER, "seq/encoding/-status", "sure", f"dat_header.encoding: status 'sure' {NO_STATUS}"),
    (DICTIONARY, "types/entry/-status", "sure", f"dictionary.entry: status 'sure' {NO_STATUS}"),
    (HEADER, "seq/unknown_08/-evidence", DROP, "dat_header.unknown_08: has no evidence"),
    (
        HEADER,
        "seq/unknown_08/-evidence",
        ["rumours: loud"],
        "dat_header.unknown_08: no source 'rumours' in evidence.yaml",
    ),
    (HEADER, "seq/encoding/-evidence", ["cronodump"], f"dat_header.encoding: {NO_PROOF}"),
    # names
    (HEADER, "seq/unknown_08/id", "unknown_09", f"dat_header.unknown_09: {NO_OFFSET} (0x08)"),
    (HEADER, "seq/unknown_08/id", "unknown_8", f"dat_header.unknown_8: {NO_NAME}"),
    (HEADER, "seq/unknown_08/id", "unknown", f"dat_header.unknown: {NO_NAME}"),
    (BASE, "seq/unknown_after_mnemonic/id", "unknown_20", f"base_definition.unknown_20: {NO_OFFSET} (variable)"),
    (
        BASE,
        "seq/unknown_after_mnemonic/id",
        "unknown_after_marker",
        "base_definition.unknown_after_marker: stands after no field 'marker'",
    ),
    (HEADER, "seq/block_size/id", "encoding", "dat_header: encoding stands twice"),
    (HEADER, "instances/version", {"value": "encoding", "doc": "x"}, "dat_header: version stands twice"),
    (DICTIONARY, "types/entry/seq/value/size", "length & 1", "dictionary.entry.value: 'length' is not read before it"),
    (DICTIONARY, "types/entry/seq/value/if", "later != 0", "dictionary.entry.value: 'later' is not read before it"),
    (BASE, "seq/fields/repeat-expr", "marker", "base_definition.fields: 'marker' is not read before it"),
    (BASE, "seq/tail/type/switch-on", "sort", "base_definition.tail: 'sort' is not read before it"),
    (HEADER, "instances/is_encoded/value", "coding != 0", "dat_header.is_encoded: 'coding' is not read before it"),
    # limits
    (DICTIONARY, "seq/entries/-limit", DROP, "dictionary.entries: needs -limit: items"),
    (DICTIONARY, "seq/entries/-limit", "record_bytes", "dictionary.entries: needs -limit: items"),
    (FORMULAS, "seq/unknown_00/-limit", DROP, "formulas.unknown_00: needs -limit: record_bytes"),
    (DICTIONARY, "types/entry/seq/value/-limit", DROP, "dictionary.entry.value: needs -limit: record_bytes"),
    (SUB_VALUES, "types/item/seq/value/-limit", DROP, "sub_values.item.value: needs -limit: record_bytes"),
    (HEADER, "seq/encoding/-limit", "record_bytes", "dat_header.encoding: needs no -limit"),
    (AREA, "seq/filler/-limit", "record_bytes", "dat_area_v3.filler: needs no -limit"),
    (SUB_VALUES, "types/item/seq/separator", DROP, "sub_values.items: repeats a type that may take no byte"),
    # states
    (SLOTS, "-states/free/offset", DROP, "tad_slot_v3_32: state free says nothing of offset"),
    (SLOTS, "-states/free/colour", 1, "tad_slot_v3_32: state free sets 'colour', which is no field"),
    (SLOTS, "-states/free/offset", "before", "tad_slot_v3_32: state free: 'before' is not read before it"),
    # what Kaitai has and the outputs have not
    (HEADER, "seq/encoding/process", "xor(1)", f"dat_header.encoding: process {NO_SUBSET}"),
    (HEADER, "seq/encoding/enum", "kind", f"dat_header.encoding: enum {NO_SUBSET}"),
    (HEADER, "enums", {"kind": {0: "a"}}, f"/: enums {NO_SUBSET}"),
    (HEADER, "params", [], f"/: params {NO_SUBSET}"),
    (HEADER, "meta/encoding", "utf-8", f"/meta: encoding {NO_SUBSET}"),
    (HEADER, "seq/version/type", "str", "dat_header.version: type str is outside the subset; keep text as bytes"),
    (HEADER, "seq/version/type", "strz", "dat_header.version: type strz is outside the subset; keep text as bytes"),
    (HEADER, "seq/encoding/type", "b1", "dat_header.encoding: type b1 is outside the subset; keep text as bytes"),
    (HEADER, "seq/encoding/type", "b12le", "dat_header.encoding: type b12le is outside the subset; keep text as bytes"),
    (HEADER, "seq/encoding/type", "f4", "dat_header.encoding: type f4 is outside the subset; keep text as bytes"),
    (HEADER, "seq/magic_letter/valid", {"min": 1}, f"dat_header.magic_letter/valid: min {NO_SUBSET}"),
    (SUB_VALUES, "types/item/seq/value/consume", DROP, f"sub_values.item.value: {NO_TERMINATOR}"),
    (SUB_VALUES, "types/item/seq/value/eos-error", True, f"sub_values.item.value: {NO_TERMINATOR}"),
    (SUB_VALUES, "types/item/seq/value/include", True, f"sub_values.item.value: include {NO_SUBSET}"),
    (
        DICTIONARY,
        "types/entry/seq/value/size",
        "values[0]",
        f"dictionary.entry.value: 'values[0]': values[0] {NO_SUBSET}",
    ),
    (DICTIONARY, "types/entry/seq/value/if", "a ? 1 : 0", "dictionary.entry.value: 'a ? 1 : 0': invalid syntax"),
    (
        ROW,
        "types/value/instances/lead/pos",
        0,
        "/value/instances/lead: only a one-byte look-ahead at _io.pos is supported",
    ),
    (ROW, "types/value/instances/lead/io", "_root._io", f"/value/instances/lead: io {NO_SUBSET}"),
    # what makes no sense
    (HEADER, "meta/endian", "be", "meta/endian must be le"),
    (HEADER, "meta/id", "header", "meta/id must be the name of the file"),
    (HEADER, "seq/encoding/type", "ghost", "type 'ghost' is neither defined nor imported"),
    (HEADER, "seq/encoding/type", DROP, "dat_header.encoding: has neither a type nor a length"),
    (DICTIONARY, "seq/entries/repeat", "forever", "dictionary.entries: repeat 'forever'"),
    (BASE, "seq/tail/type/cases/_", DROP, "base_definition.tail: switch-on needs whole numbers and a default case"),
    (
        BASE,
        "seq/tail/type/cases/two",
        "tail_2",
        "base_definition.tail: switch-on needs whole numbers and a default case",
    ),
    # tables
    (VERSIONS, "01.02/tag", "01.99", "tags must be sorted and stand once"),
    (VERSIONS, "01.02/tag", "01.01", "tags must be sorted and stand once"),
    (VERSIONS, "01.02/doc", DROP, "01.02: has no doc"),
    (VERSIONS, "01.02/status", "sure", f"01.02: status 'sure' {NO_STATUS}"),
    (VERSIONS, "01.02/evidence", ["cronodump"], f"01.02: {NO_PROOF}"),
    (VERSIONS, "01.02/kod", "secret", "01.02: kod 'secret' is neither own nor a table of kod.yaml"),
    (VERSIONS, "01.02/layouts/tad_slot", DROP, f"01.02: {NO_LAYOUTS}"),
    (VERSIONS, "01.02/layouts/tad_slots", "tad_slot_v4", f"01.02: {NO_LAYOUTS}"),
    (VERSIONS, "01.02/layouts/tad_slot", "tad_slot_v9", "01.02: no structure 'tad_slot_v9'"),
    (VERSIONS, "01.02/layouts/tad_slot", None, "01.02: no structure None"),
    (VERSIONS, "01.02/layouts/block_size", "big", "01.02: block_size must be int | None"),
    (KEYS, "NS1/value", "ns9", "NS1: no structure 'ns9'"),
    (KEYS, "NS1/key", "NS2", "NS2 stands twice"),
    (KEYS, "NS1/doc", "", "NS1: has no doc"),
    (KEYS, "BankTable/evidence", ["rumours"], "BankTable: no source 'rumours' in evidence.yaml"),
    (TYPES, "5/stored", "bits", "5: stored must be one of ['file_reference', 'none', 'text', 'unknown']"),
    (TYPES, "5/code", 4, "4 stands twice"),
    (TYPES, "5/status", "sure", f"5: status 'sure' {NO_STATUS}"),
    (KOD, "tables/default/hex", "00" * 256, "default: not a permutation of 256 bytes"),
    (KOD, "tables/default/hex", "00", "default: not a permutation of 256 bytes"),
    (KOD, "tables/default/evidence", ["cronodump"], NO_PROOF),
    (KOD, "formula/doc", "", "has no doc"),
]


def test_specs_keep_every_rule() -> None:
    assert lint(load()) == []


@pytest.mark.parametrize(
    ("file", "path", "value", "line"), BROKEN, ids=lambda x: None if isinstance(x, dict) else str(x)
)
def test_broken_rule_is_named(file: str, path: str, value: Any, line: str, tmp_path: Path) -> None:
    assert _refused(tmp_path, file, path, value) == [f"{Path(file).name}: {line}"]


# Each must give lines that name the file, never a traceback.
ODD: list[tuple[str, str, Any]] = [
    (HEADER, "seq/encoding/type", 5),
    (HEADER, "seq/magic_letter/valid", 111),
    (SLOTS, "-states/free/offset", "at ? 1 : 0"),
    (VERSIONS, "01.02/kod", DROP),
    (VERSIONS, "01.02/layouts", DROP),
    (VERSIONS, "01.02/generation", DROP),
    (TYPES, "5/stored", DROP),
    (KEYS, "NS1/value", DROP),
    (KOD, "tables/default/hex", "no hex"),
]


@pytest.mark.parametrize(("file", "path", "value"), ODD)
def test_odd_spec_is_refused_in_words(file: str, path: str, value: Any, tmp_path: Path) -> None:
    lines = _refused(tmp_path, file, path, value)
    assert lines and all(line.startswith(Path(file).name) for line in lines)


def test_yaml_that_cannot_be_read(tmp_path: Path) -> None:
    folder = _changed(tmp_path, HEADER, lambda data: None)
    (folder / HEADER).write_text("meta: [", encoding="utf-8")
    with pytest.raises(SpecError, match=r"dat_header\.ksy"):
        load(folder)


def test_big_endian_head_is_read_alike_everywhere(tmp_path: Path) -> None:
    folder = _changed(tmp_path, SLOTS, lambda data: _set(data, "seq/size_word/type", "u4be"))
    made = _module(layouts.layouts(load(folder)), "layouts", tmp_path).TadSlotV332
    # A layout may end before the field, but what it holds it reads by the spec.
    if "size_word" in made.DTYPE.names:
        assert made.one(SLOT).size_word == made(SLOT).size_word[0] == 0x7F880080


# ---- a new version


def test_new_version_is_a_row_that_keeps_the_rules(tmp_path: Path) -> None:
    folder = _changed(tmp_path, VERSIONS, lambda data: None)
    shutil.copy(SPECS / VERSIONS, folder / VERSIONS)
    checklist = new_version(folder / VERSIONS, "01.12", "01.11")
    assert "01.12" in checklist and "01.11" in checklist
    specs = load(folder)
    assert lint(specs) == []
    rows = {row["tag"]: row for row in specs.versions}
    assert list(rows) == sorted([*(row["tag"] for row in load().versions), "01.12"])
    assert rows["01.12"]["layouts"] == rows["01.11"]["layouts"]
    assert rows["01.12"]["status"] == "hypothesis"
    assert [row for row in specs.versions if row["tag"] != "01.12"] == load().versions


@pytest.mark.parametrize("like", [row["tag"] for row in load().versions])
def test_any_version_can_be_the_model(like: str, tmp_path: Path) -> None:
    folder = _changed(tmp_path, VERSIONS, lambda data: None)
    shutil.copy(SPECS / VERSIONS, folder / VERSIONS)
    new_version(folder / VERSIONS, "09.99", like)
    specs = load(folder)
    assert lint(specs) == []
    assert specs.versions[-1]["tag"] == "09.99"
    compile(tables.versions(specs), "versions.py", "exec")


@pytest.mark.parametrize(
    ("tag", "like"), [("01.02", "01.03"), ("01.99", "07.77"), ("1.2", "01.02"), ("01.2x", "01.02")]
)
def test_new_version_refuses(tag: str, like: str, tmp_path: Path) -> None:
    file = tmp_path / VERSIONS
    shutil.copy(SPECS / VERSIONS, file)
    with pytest.raises(SpecError):
        new_version(file, tag, like)
    assert file.read_bytes() == (SPECS / VERSIONS).read_bytes()


# ---- expressions

# expression, the same in Python, the same for whole columns
EXPRESSIONS = [
    ("12", "12", "12"),
    ("0x80000000", "0x80000000", "0x80000000"),
    ("a", "<a>", "<a>"),
    ("true", "True", "True"),
    ("false", "False", "False"),
    ("a + 1", "<a> + 1", "<a> + 1"),
    ("a - b * 2", "<a> - (<b> * 2)", "<a> - (<b> * 2)"),
    ("(a - b) * 2", "(<a> - <b>) * 2", "(<a> - <b>) * 2"),
    ("a & 3 == 2", "(<a> & 3) == 2", "(<a> & 3) == 2"),
    ("a ^ b ^ 256", "(<a> ^ <b>) ^ 0x100", "(<a> ^ <b>) ^ 0x100"),
    ("at | 4 << 56", "<at> | (4 << 56)", "<at> | (4 << 56)"),
    ("a >> 56 & 4 != 0", "((<a> >> 56) & 4) != 0", "((<a> >> 56) & 4) != 0"),
    ("a <= 1 or b >= 2", "(<a> <= 1) or (<b> >= 2)", "(<a> <= 1) | (<b> >= 2)"),
    ("a < 1 and b > 2", "(<a> < 1) and (<b> > 2)", "(<a> < 1) & (<b> > 2)"),
    ("a == 1 or b == 2 and c == 3", "(<a> == 1) or ((<b> == 2) and (<c> == 3))", None),
    ("not (a == 1)", "not (<a> == 1)", "~(<a> == 1)"),
    ("not _io.eof", "not <io.eof>", None),
    ("_io.size - 4", "<io.size> - 4", None),
    ("_.size == 0", "item.size == 0", None),
]


def _written(text: str, arrays: bool) -> str:
    node = expressions.parse(text)
    return expressions.as_python(node, lambda word: f"<{word}>", lambda word: f"<io.{word}>", arrays)


@pytest.mark.parametrize(("text", "python", "columns"), EXPRESSIONS)
def test_expressions_are_written_as_python(text: str, python: str, columns: str | None) -> None:
    assert _written(text, False) == python
    if columns is not None:
        assert _written(text, True) == columns


@pytest.mark.parametrize(
    "text",
    [
        "", "a +", "a ? 1 : 0", "a.b", "a.b.c", "a[0]", "f(a)", "a ** 2", "a / 2", "a // 2", "a % 2", "-a", "~a", "1.5",
        "'text'", "a < b < c", "[1, 2]", "lambda: 1", "_io.read", "a.to_s(b)", "a if b else c", "a is b", "a in b",
        "a := 1", "a == 1; b", "__import__('os')",
    ],
)  # fmt: skip
def test_expressions_outside_the_subset_are_refused(text: str) -> None:
    with pytest.raises(expressions.ExpressionError):
        expressions.parse(text)


def test_text_is_for_the_kaitai_parsers_alone() -> None:
    node = expressions.parse("raw.to_s('windows-1251')")
    with pytest.raises(expressions.ExpressionError, match="cannot be written here"):
        expressions.as_python(node, str, str)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("size", ("size", 0)),
        ("size + 6", ("size", 6)),
        ("size - 6", ("size", -6)),
        ("6 + size", None),
        ("size * 2", None),
        ("size & 1", None),
        ("size - other", None),
        ("_io.size - 4", None),
        ("5", None),
    ],
)
def test_linear_expressions(text: str, found: tuple[str, int] | None) -> None:
    assert expressions.linear(expressions.parse(text)) == found


def test_names_in_an_expression() -> None:
    node = expressions.parse("a + b & 1 == c or not _io.eof and true == false or _.size == 0")
    assert expressions.names(node) == {"a", "b", "c"}
