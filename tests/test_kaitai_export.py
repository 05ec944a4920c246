"""What is exported for Kaitai tools stands alone: the stock compiler takes the specs, and reads what we read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from test_readers import SYNTHETIC, real_instances

import cronos_fmt
from codegen.spec import ROOT, load
from cronos_fmt import CronosError, Status
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.inspect.kaitai_export import export_kaitai, spec_text, specs_of
from cronos_fmt.inspect.tree import tree_of, tree_of_bytes
from cronos_fmt.leaves import leaves
from cronos_fmt.parsing import parse

EXAMPLE = ROOT / "examples" / "bank"
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (ROOT / "codegen" / "node_modules").is_dir(),
    reason="needs Node and the Kaitai compiler: npm ci --prefix codegen",
)

# Compiles specs as they come, each set with nothing but what is in it: {key: {"main": name, "specs": {name: spec}}}.
_COMPILE = """
import compiler from "kaitai-struct-compiler";
import { readFileSync } from "node:fs";
const compiled = {};
for (const [key, { main, specs }] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  const importer = { importYaml: async (name) => structuredClone(specs[name]) };
  compiled[key] = await compiler.compile("python", structuredClone(specs[main]), importer, false);
  for (const name of Object.keys(specs)) {
    Object.assign(compiled[key], await compiler.compile("python", structuredClone(specs[name]), importer, false));
  }
}
process.stdout.write(JSON.stringify(compiled));
"""
# Reads files with what was compiled, and writes the value of each field by its path.
_READ = """
import importlib, json, sys
from kaitaistruct import KaitaiStruct

def values(item, path):
    if isinstance(item, KaitaiStruct):
        fields = [(name, x) for name, x in vars(item).items() if not name.startswith("_")]
        return [v for name, x in fields for v in values(x, f"{path}.{name}" if path else name)]
    if isinstance(item, list):
        return [v for i, x in enumerate(item) for v in values(x, f"{path}[{i}]")]
    return [[path, item.hex() if isinstance(item, bytes) else item]]

found = []
for folder, module, file in json.load(sys.stdin):
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    before = set(sys.modules)
    name = "".join(part[:1].upper() + part[1:] for part in module.split("_"))
    found.append(values(getattr(importlib.import_module(module), name).from_file(file), ""))
    for loaded in set(sys.modules) - before:
        del sys.modules[loaded]
    sys.path.remove(folder)
json.dump(found, sys.stdout)
"""


def stock_readings(exported: list[list[Path]], work: Path) -> list[list[list[Any]]]:
    """What the stock compiler's parsers read in exported bytes: for each export its fields, path and value."""
    specs = [{path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in paths[1:]} for paths in exported]
    jobs = {str(i): {"main": _main(found), "specs": found} for i, found in enumerate(specs)}
    node = ["node", "--input-type=module", "-e", _COMPILE]
    run = subprocess.run(
        node, input=json.dumps(jobs), cwd=ROOT / "codegen", capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    to_read = []
    for key, files in json.loads(run.stdout).items():
        folder = work / f"compiled-{key}"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        to_read.append((str(folder), jobs[key]["main"], str(exported[int(key)][0])))
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    command = [sys.executable, "-B", "-c", _READ]
    run = subprocess.run(
        command, input=json.dumps(to_read), cwd=work, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    result: list[list[list[Any]]] = json.loads(run.stdout)
    return result


def _main(specs: dict[str, Any]) -> str:
    """The spec that no other one of an export imports."""
    imported = {name for spec in specs.values() for name in spec["meta"].get("imports", ())}
    (main,) = specs.keys() - imported
    return main


def our_reading(structure: str, data: bytes) -> list[list[Any]]:
    found = leaves(parse(PARSERS[structure], data))
    return [
        [leaf.path, leaf.value.hex() if isinstance(leaf.value, bytes) else leaf.value]
        for leaf in found
        if leaf.value != []
    ]


# ---- the specs that are shipped


def test_shipped_specs_are_the_specs() -> None:
    for name, structure in load().structures.items():
        assert spec_text(name) == structure.file.read_text(encoding="utf-8")
        expected = {name}
        for imported in structure.imports:
            expected |= set(specs_of(imported))
        assert specs_of(name) == sorted(expected)
    assert specs_of("base_definition") == ["base_definition", "field_definition", "name"]


@needs_node
def test_each_spec_alone_reads_what_we_read(tmp_path: Path) -> None:
    exported = [
        export_kaitai(tree_of_bytes(instance.data, instance.structure), tmp_path / str(i), "part")
        for i, instance in enumerate(SYNTHETIC)
    ]
    for instance, found in zip(SYNTHETIC, stock_readings(exported, tmp_path), strict=True):
        assert found == our_reading(instance.structure, instance.data), instance


@needs_node
@pytest.mark.realdata
def test_samples_are_read_as_we_read_them(sample_banks: dict[str, Path], tmp_path: Path) -> None:
    chosen: dict[str, bytes] = {}
    for folder in sample_banks.values():
        for name, data in real_instances(folder):
            chosen[name] = max(chosen.get(name, b""), data, key=len)
    assert len(chosen) > 15
    exported = [export_kaitai(tree_of_bytes(data, name), tmp_path / name, "part") for name, data in chosen.items()]
    for (name, data), found in zip(chosen.items(), stock_readings(exported, tmp_path), strict=True):
        assert found == our_reading(name, data), name


# ---- records


@needs_node
def test_records_of_a_bank(tmp_path: Path) -> None:
    exported, expected = [], []
    with cronos_fmt.open(EXAMPLE) as bank:
        for pair, number in (("stru", 1), ("stru", 4), ("bank", 2), ("bank", 30), ("bank", 79)):
            record = bank.file({"stru": "CroStru", "bank": "CroBank"}[pair]).record(number)
            folder = tmp_path / f"{pair}-{number}"
            paths = record.export_kaitai(folder)
            assert paths[0] == folder / f"{record.file.name}-{number}.bin"
            assert paths[0].read_bytes() == record.data
            assert sorted(paths) == sorted(folder.iterdir())
            exported.append(paths)
            expected.append(our_reading(record.tree.structure, record.data))
    assert stock_readings(exported, tmp_path) == expected


def test_no_spec_for_a_chain_of_blocks(tmp_path: Path) -> None:
    with cronos_fmt.open(EXAMPLE) as bank:
        tree = tree_of(bank, bank.stru.record(1), "stored")
        with pytest.raises(CronosError, match="no spec reads it") as error:
            export_kaitai(tree, tmp_path, "x")
    assert error.value.status is Status.USAGE and not list(tmp_path.iterdir())


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CronosError, match="cannot be written") as error:
        export_kaitai(tree_of_bytes(b"\1\0\0\0", "ns2"), tmp_path / "file", "x")
    assert error.value.status is Status.IO


def test_command_writes_them_too(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from cronos_fmt.cli import main

    result = CliRunner().invoke(main, ["dissect", str(EXAMPLE), "stru", "1", "--kaitai", str(tmp_path / "out")])
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["CroStru-1.bin", "dictionary.ksy", "name.ksy"]
    assert "CroStru-1.bin written" in result.stderr
