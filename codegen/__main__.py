"""`python -m codegen build` writes the generated files; `python -m codegen check` tells whether they are right."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from codegen import outputs
from codegen.lint import lint
from codegen.new_version import new_version
from codegen.spec import ROOT, SPECS, SpecError, load

_EPILOG = """example:
  edit specs/container/dat_header.ksy, then
  python -m codegen build && python -m pytest
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m codegen",
        description="From the specs to parsers, builders, layouts and the format reference.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="lint the specs, write every generated file and the lock")
    commands.add_parser("check", help="lint the specs, make everything again and compare with what is there")
    new = commands.add_parser("new-version", help="add a row for a version tag, as a copy of a known one")
    new.add_argument("tag", help="the new tag, such as 01.21")
    new.add_argument("--like", required=True, help="the tag whose layouts it begins with")
    arguments = parser.parse_args()
    command = arguments.command
    try:
        if command == "new-version":
            print(new_version(SPECS / "versions.yaml", arguments.tag, arguments.like))
            return 0
        specs = load()
        problems = lint(specs)
        if not problems:
            files = outputs.outputs(specs)
            problems = _build(ROOT, files) if command == "build" else _check(ROOT, files)
    except SpecError as error:
        problems = [str(error)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"{len(problems)} problem(s)", file=sys.stderr)
    return 1 if problems else 0


def _build(root: Path, files: dict[str, str]) -> list[str]:
    for path in outputs.on_disk(root):
        if str(path.relative_to(root)) not in files:
            path.unlink()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    (root / outputs.LOCK).write_text(outputs.lock(root, list(files)), encoding="utf-8", newline="\n")
    print(f"{len(files)} files written")
    return []


def _check(root: Path, files: dict[str, str]) -> list[str]:
    problems = outputs.lock_problems(root)
    for name, text in files.items():
        path = root / name
        if not path.exists() or path.read_bytes() != text.encode("utf-8"):
            problems.append(f"{name}: not what the specs give; run `python -m codegen build`")
    return problems


if __name__ == "__main__":
    raise SystemExit(main())
