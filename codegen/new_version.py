"""Add a row to specs/versions.yaml for a version that nobody has described yet."""

from __future__ import annotations

import re
from pathlib import Path

from codegen.spec import SpecError

_ROW = re.compile(r"^- tag: \"(?P<tag>[^\"]+)\"\n(?:(?!- tag:).*\n)*", re.MULTILINE)
_KNOWN = {
    "name": "unknown",
    "doc": "Row made from {like}; nothing is known yet.",
    "status": "hypothesis",
    "evidence": "[analogy]",
}

CHECKLIST = """{tag} stands in specs/versions.yaml now, as a copy of {like}. What is left to do:

  1. cronos-fmt probe FILE.dat         which known layouts fit a real file, and where they break
  2. specs/container/*.ksy             where a structure differs, copy it under a new name and edit the copy
  3. specs/versions.yaml               let the row of {tag} name the copies; say what is known, status and evidence
  4. python -m codegen build           parsers, builders, layouts, reference pages; `info`, `probe`, `make-bank` know it
  5. python -m pytest                  tests over all versions take the new row in by themselves; for a new structure
                                       add made-up bytes to tests/test_readers.py, for three readers to agree on
  6. cronos-fmt info, export           on the real file; a status is raised with public bytes only

docs/howto/add-a-version.md walks through an example."""


def new_version(versions: Path, tag: str, like: str) -> str:
    """Insert a row for `tag` that names the layouts of `like`, in order of tag; return the checklist.

    SpecError where the tag has a row already, or `like` has none.
    """
    if not re.fullmatch(r"[0-9]{2}\.[0-9]{2}", tag):
        raise SpecError(f"{tag!r} is no version tag; they are like {like}")
    text = versions.read_text(encoding="utf-8")
    rows = {match["tag"]: match[0] for match in _ROW.finditer(text)}
    if tag in rows:
        raise SpecError(f"{versions.name}: {tag} has a row already")
    if like not in rows:
        raise SpecError(f"{versions.name}: no row {like}; there are {', '.join(rows)}")
    row = rows[like].replace(f'"{like}"', f'"{tag}"', 1)
    for key, value in _KNOWN.items():
        line = f"  {key}: {value.format(like=like)}\n"
        row = re.sub(rf"^  {key}: .*\n(?:    .*\n)*", line, row, count=1, flags=re.MULTILINE)
    rows[tag] = row
    first = next(iter(_ROW.finditer(text))).start()
    versions.write_text(text[:first] + "".join(rows[t] for t in sorted(rows)), encoding="utf-8", newline="\n")
    return CHECKLIST.format(tag=tag, like=like)
