"""Golden transcripts: command, output and exit status, kept in tests/golden/ and compared word by word.

CRONOS_FMT_REWRITE=1 writes them anew; look at the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner

from cronos_fmt.cli import main

_FOLDER = Path(__file__).resolve().parent / "golden"


def transcript(commands: Iterable[str], replace: dict[str, str] | None = None) -> str:
    """What is seen when some commands are given one after the other; `replace` makes places of a machine nameless.

    A command may end with ` < ` and what it reads from standard input.
    """
    lines = []
    for command in commands:
        called, _, given = command.partition(" < ")
        arguments = called.split()
        for place, name in (replace or {}).items():
            arguments = [argument.replace(name, place) for argument in arguments]
        result = CliRunner().invoke(main, arguments, input=given)
        lines += (
            [f"$ cronos-fmt {command}", result.stdout.rstrip("\n")] if result.stdout else [f"$ cronos-fmt {command}"]
        )
        lines += [f"stderr: {line}" for line in result.stderr.splitlines()]
        lines += [f"[exit status {result.exit_code}]", ""]
    text = "\n".join(lines)
    for place, name in (replace or {}).items():
        text = text.replace(place, name)
    return text


def check_golden(name: str, commands: Iterable[str], replace: dict[str, str] | None = None) -> None:
    """Compare what commands show with the transcript that is kept, or keep it."""
    path, found = _FOLDER / f"{name}.txt", transcript(commands, replace)
    if os.environ.get("CRONOS_FMT_REWRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8"), "CRONOS_FMT_REWRITE=1 writes the transcripts anew"
