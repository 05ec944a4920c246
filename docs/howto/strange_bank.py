"""Make the bank for the exercise in add-a-version.md: a version that no row describes.

Usage: python docs/howto/strange_bank.py OUT

The bank is written by the project's own writer from specs changed on purpose, in a copy of the repository that is
thrown away: its slots have one field more than those of 01.02, and its CroBank has another block size.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TAG, LIKE = "01.21", "01.02"
INSERTED = """  - id: unknown_04
    type: u4
    doc: Inserted on purpose.
    -default: 0
    -status: unknown
    -evidence: [analogy]
"""
DESCRIPTION = {
    "name": "Странный банк",
    "version": TAG,
    "files": {"bank": {"block_size": 128}},
    "tables": [
        {
            "id": 1,
            "name": "Люди",
            "mnemonic": "ЛД",
            "fields": [
                {"name": "Имя", "type": "text", "position": 1},
                {"name": "Дата", "type": "date", "position": 2},
            ],
            "rows": [
                {"values": {"Имя": "Анна", "Дата": "1985-04-02"}},
                {"values": {"Имя": "Очень длинное имя " * 20}, "storage": "extended"},
            ],
        }
    ],
}


def main(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("specs", "codegen", "cronos_fmt"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "docs" / "format" / "generated").mkdir(parents=True)
        change_specs(copy / "specs")
        (copy / "description.json").write_text(json.dumps(DESCRIPTION), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(copy)}
        for command in (["codegen", "build"], ["cronos_fmt", "make-bank", "description.json", str(out.resolve())]):
            subprocess.run([sys.executable, "-m", *command], cwd=copy, env=environment, check=True)


def change_specs(specs: Path) -> None:
    slot = (specs / "container" / "tad_slot_v3_32.ksy").read_text(encoding="utf-8")
    slot = slot.replace("id: tad_slot_v3_32", "id: tad_slot_strange").replace("unknown_08", "unknown_0c")
    slot = slot.replace("  - id: size_word\n", f"{INSERTED}  - id: size_word\n")
    (specs / "container" / "tad_slot_strange.ksy").write_text(slot, encoding="utf-8")
    versions = (specs / "versions.yaml").read_text(encoding="utf-8")
    row = versions.partition(f'- tag: "{LIKE}"')[2].partition("- tag: ")[0]
    row = row.replace("tad_slot_v3_32", "tad_slot_strange")
    (specs / "versions.yaml").write_text(f'{versions}- tag: "{TAG}"{row}', encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
