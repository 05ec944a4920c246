"""docs/howto/add-a-version.md works as written: its commands run one after the other in a copy of the repository."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "howto" / "add-a-version.md"
COPIED = ("specs", "codegen", "cronos_fmt", "docs", "tests", "examples", "pyproject.toml", "README.md")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    if shutil.which("node") is None or not (ROOT / "codegen" / "node_modules").is_dir():
        pytest.skip("needs Node and `npm ci --prefix codegen`")
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "_build"))
        else:
            shutil.copy(source, target)
    return tmp_path


def test_commands_of_the_page(checkout: Path) -> None:
    bin_folder = checkout / "bin"
    bin_folder.mkdir()
    # The commands of the page mean this interpreter and the code of the copy.
    for name, arguments in {"python": "", "cronos-fmt": "-m cronos_fmt"}.items():
        script = bin_folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        script.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(checkout),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 7
    outputs = []
    for block in blocks:
        expected = re.search(r"# exit status (\d+)", block)
        run = subprocess.run(["sh", "-ec", block], cwd=checkout, env=environment, capture_output=True, text=True)
        assert run.returncode == (int(expected[1]) if expected else 0), f"{block}\n{run.stdout}\n{run.stderr}"
        outputs.append(run.stdout)

    # What the page shows of the first probe is what it says.
    shown = re.search(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    for line in shown[1].splitlines():
        assert line.strip() == "..." or line in outputs[2].splitlines(), line
    with (checkout / "strange-csv" / "Люди.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert [row[1:] for row in rows] == [["Имя", "Дата"], ["Анна", "1985-04-02"], ["Очень длинное имя " * 20, ""]]
    reference = checkout / "docs" / "format" / "generated"
    assert (reference / "tad_slot_21.md").exists()
    assert "01.21" in (reference / "versions.md").read_text(encoding="utf-8")
