"""docs/tutorial/dissecting.md tells the truth: its commands and its session give what the page shows.

CRONOS_FMT_REWRITE=1 writes the outputs on the page anew; look at the difference before it is committed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import cronos_fmt

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tutorial" / "dissecting.md"
_BLOCK = re.compile(r"^```(console|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_REPL = "cronos-fmt repl "
_STATUS = re.compile(r"# exit status (\d+)$")


class Reader:
    """Somebody who types in what the page shows: commands into a shell, and lines at the prompt that one opens."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self._prompt: Any = None
        self._count = 0

    def block(self, kind: str, text: str) -> str:
        """A block of the page with what its commands really give."""
        return "\n".join(self.commands(text) if kind == "console" else self.session(text)) + "\n"

    def commands(self, text: str) -> Iterator[str]:
        """`$ ` begins a command, `> ` goes on with it; the rest is what it shows."""
        lines = text.splitlines()
        assert lines[0].startswith("$ "), text
        for i, line in enumerate(lines):
            if line.startswith("$ "):
                more = []
                while i + len(more) + 1 < len(lines) and lines[i + len(more) + 1].startswith("> "):
                    more.append(lines[i + len(more) + 1])
                yield from (line, *more)
                yield from self._run("\n".join(each[2:] for each in (line, *more))).splitlines()

    def _run(self, command: str) -> str:
        if command.startswith(_REPL) and " --" not in command:
            return self._open(command.removeprefix(_REPL))
        status = _STATUS.search(command)
        run = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self._environment(), capture_output=True, text=True
        )
        assert run.returncode == (int(status[1]) if status else 0), f"{command}\n{run.stdout}{run.stderr}"
        return _stripped(run.stdout + run.stderr)

    def _environment(self) -> dict[str, str]:
        """A shell in which `cronos-fmt` is the code of this checkout."""
        folder = self.folder / "bin"
        if not folder.is_dir():
            folder.mkdir()
            script = folder / "cronos-fmt"
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cronos_fmt "$@"\n')
            script.chmod(0o755)
        return {
            **os.environ,
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "NO_COLOR": "1",
        }

    def _open(self, path: str) -> str:
        from cronos_fmt.cli.repl import banner, close_shell, make_shell

        bank = self._stack.enter_context(cronos_fmt.open(path))
        self._prompt = make_shell(bank, str(self.folder / "ipython"))
        self._stack.callback(close_shell, self._prompt)
        return _stripped(banner(bank))

    def session(self, text: str) -> Iterator[str]:
        """`In [N]: ` begins what is typed in; the rest is what the prompt shows."""
        assert text.startswith("In ["), text
        for n, line in enumerate(line for line in text.splitlines() if line.startswith("In [")):
            self._count += 1
            prompt, _, code = line.partition(": ")
            assert prompt == f"In [{self._count}]", line
            if n:
                yield ""
            yield line
            with redirect_stdout(StringIO()) as shown:
                result = self._prompt.run_cell(code, store_history=True)
            result.raise_error()
            yield from _stripped(shown.getvalue()).splitlines()


def _stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def played(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A page with what all of its blocks really give."""
    pytest.importorskip("IPython")
    shutil.copytree(ROOT / "examples", folder / "examples")
    monkeypatch.chdir(folder)
    assert len(_BLOCK.findall(text)) == text.count("\n```") / 2
    with ExitStack() as stack:
        reader = Reader(folder, stack)
        return _BLOCK.sub(lambda block: f"```{block[1]}\n{reader.block(block[1], block[2])}```", text)


def test_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(_BLOCK.findall(page)) > 10
    found = played(page, tmp_path, monkeypatch)
    if os.environ.get("CRONOS_FMT_REWRITE"):
        PAGE.write_text(found, encoding="utf-8")
    assert found == PAGE.read_text(encoding="utf-8"), "CRONOS_FMT_REWRITE=1 writes the outputs anew"


def test_prompt_in_the_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manual = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    section = manual.partition("## At a prompt")[2].partition("\n## ")[0]
    assert _REPL in section and played(section, tmp_path, monkeypatch) == section
