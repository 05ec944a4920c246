"""The manifest: what was exported, and where each record of the bank went."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cronos_fmt.bank import Bank, Counts
from cronos_fmt.check import BankCheck
from cronos_fmt.errors import CronosError
from cronos_fmt.problems import Problems
from cronos_fmt.records import CroFile
from cronos_fmt.schema import Base, Field
from cronos_fmt.version import __version__


def manifest(
    bank: Bank,
    counts: Counts,
    rows: Mapping[str, int],
    outputs: Mapping[str, str],
    deleted: Mapping[str, tuple[str, int]],
    system: list[dict[str, Any]],
    checked: BankCheck,
) -> dict[str, Any]:
    """The manifest of a finished export.

    By the key of each base: the rows met, the name of the file written, and name and rows of that for deleted rows.
    """
    assert counts.add_up, "every record is in exactly one class"
    return {
        "format": 1,
        "tool": {"name": "cronos-fmt", "version": __version__},
        "status": "complete",
        "bank": describe_bank(bank),
        "tables": [
            {
                "id": base.id,
                "name": base.name,
                "mnemonic": base.mnemonic,
                "output": outputs.get(base.key),
                "rows": rows[base.key],
                **(
                    {"deleted": dict(zip(("output", "rows"), deleted[base.key], strict=True))}
                    if base.key in deleted
                    else {}
                ),
                "hidden_positions": list(base.hidden_positions),
                "positions": bank.positions[base.key].as_dict(),
                "check": checked.bases[base.key].summary(),
                "fields": [_field(bank, base, field) for field in base.fields],
            }
            for base in bank.schema.tables
        ],
        "counts": counts.as_dict(),
        "system_records": system,
        "problems": describe_problems(bank.problems),
    }


def write_manifest(
    folder: Path, content: Mapping[str, Any], problems: Problems, files: Iterable[Mapping[str, Any]] = ()
) -> None:
    """Write manifest.json and problems.jsonl into a folder; OSError where that fails.

    files: what the manifest lists as `files`, one by one, as there may be more of them than fit into memory.
    """
    with (folder / "problems.jsonl").open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        for problem in problems.kept:
            file.write(json.dumps(problem.as_dict(), ensure_ascii=False) + "\n")
    text = json.dumps(content, ensure_ascii=False, indent=1)
    with (folder / "manifest.json").open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(text.removesuffix("\n}") + ',\n "files": [')
        for n, each in enumerate(files):
            file.write(("," if n else "") + "\n  " + json.dumps(each, ensure_ascii=False))
        file.write("\n ]\n}\n")


def describe_bank(bank: Bank) -> dict[str, Any]:
    """Name, id and files of a bank; a file that cannot be opened is left out and stands in the problems."""
    files = describe_files(bank)
    return {"name": bank.name, "id": bank.schema.text("BankId"), "files": files}


def describe_files(bank: Bank) -> list[dict[str, Any]]:
    """The files of a bank that can be opened; for the others there is a problem."""
    files = []
    for name in bank.file_names:
        try:
            files.append(describe_file(bank.file(name)))
        except CronosError as error:
            bank.problems.add_error("file-unreadable", error)
    return files


def describe_file(file: CroFile) -> dict[str, Any]:
    """Version, encoding and size of one file, and the KOD table it was read with."""
    source = "none" if not file.header.is_encoded else file.kod.source if file.kod else None
    return {
        "name": file.dat.path.name,
        "version": file.tag,
        "generation": file.profile.generation,
        "encoding": file.header.encoding,
        "size": file.dat.size,
        "kod": {"source": source, "verdict": file.kod_verdict, **({"note": file.kod_note} if file.kod_note else {})},
    }


def describe_field(field: Field) -> dict[str, Any]:
    """A field as the manifest and `schema --json` show it."""
    return {"name": field.name, "type": field.type.code, "kind": field.type.kind, "position": field.position}


def _field(bank: Bank, base: Base, field: Field) -> dict[str, Any]:
    """A field, and where the words in it come from."""
    words = bank.words.get(base.key, {}).get(field.column)
    return describe_field(field) | ({} if words is None else {"words": words.as_dict()})


def describe_problems(problems: Problems) -> dict[str, Any]:
    """Totals of the problems."""
    return {"total": problems.total, "by_kind": dict(sorted(problems.by_kind.items()))}


def describe_base(base: Base) -> dict[str, Any]:
    """A base as `schema --json` shows it."""
    return {
        "id": base.id,
        "name": base.name,
        "mnemonic": base.mnemonic,
        "number_name": base.number_name,
        "hidden_positions": list(base.hidden_positions),
        "fields": [
            {
                **describe_field(f),
                "column": f.column,
                "display": f.display,
                "flags": f.flags,
                "max_length": f.max_length,
                "multiple": f.is_multiple,
                "type_name": f.type.name,
            }
            for f in base.fields
        ],
    }
