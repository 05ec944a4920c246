"""Rules that every spec keeps; specs/README.md states them for people."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from typing import Any

from codegen import expressions
from codegen.spec import STATUSES, Field, Integer, Specs, Structure, Switch
from codegen.tables import OPTIONAL_ROLES, ROLES, SETTINGS
from cronos_fmt.limits import Limits

_UNKNOWN = re.compile(r"unknown_([0-9a-f]{2,}|after_[a-z0-9_]+)")
_KINDS_OF_STORAGE = {"text", "none", "file_reference", "unknown"}


def lint(specs: Specs) -> list[str]:
    """Every broken rule as one line `file: path: what`; empty when all is well."""
    problems = []
    for structure in specs.all_structures:
        problems += [f"{structure.file.name}: {text}" for text in _structure(structure, specs)]
    problems += [f"versions.yaml: {text}" for text in _versions(specs)]
    for name, rows, key in (("field_types", specs.field_types, "code"), ("stru_keys", specs.stru_keys, "key")):
        for row in rows:
            problems += [f"{name}.yaml: {row[key]}: {text}" for text in _claim(row, specs)]
        values = [row[key] for row in rows]
        problems += [
            f"{name}.yaml: {value} stands twice" for value in sorted({v for v in values if values.count(v) > 1})
        ]
    for row in specs.field_types:
        if row["stored"] not in _KINDS_OF_STORAGE:
            problems.append(f"field_types.yaml: {row['code']}: stored must be one of {sorted(_KINDS_OF_STORAGE)}")
    problems += [
        f"stru_keys.yaml: {row['key']}: no structure {row['value']!r}"
        for row in specs.stru_keys
        if row["value"] not in specs.structures
    ]
    for table in [specs.kod["formula"], *specs.kod["tables"]]:
        problems += [f"kod.yaml: {text}" for text in _claim(table, specs)]
    problems += [
        f"kod.yaml: {table['name']}: not a permutation of 256 bytes"
        for table in specs.kod["tables"]
        if not _is_permutation(table["hex"])
    ]
    return problems


def _is_permutation(text: str) -> bool:
    try:
        return sorted(bytes.fromhex(text)) == list(range(256))
    except ValueError:
        return False


def _structure(structure: Structure, specs: Specs) -> Iterator[str]:
    about = {"doc": structure.doc, "status": structure.status, "evidence": structure.evidence}
    yield from (f"{structure.path}: {text}" for text in _claim(about, specs))
    names = [f.id for f in structure.fields] + [i.id for i in structure.instances]
    yield from (f"{structure.path}: {name} stands twice" for name in sorted({n for n in names if names.count(n) > 1}))
    offset: int | None = 0
    for f in structure.fields:
        yield from (f"{f.path}: {text}" for text in _field(f, offset, structure, specs))
        if offset is not None:
            size = specs.size_of(dataclasses.replace(f, condition=None), structure)  # as if optional parts were there
            offset = None if size is None else offset + size
    for state, values in structure.states.items():
        for name, node in values.items():
            if name not in names:
                yield f"{structure.path}: state {state} sets {name!r}, which is no field"
            yield from (
                f"{structure.path}: state {state}: {text}" for text in _names(node, ["at", "length", "next", "rest"])
            )
        missing = [f.id for f in structure.fields if f.id not in values and f.default is None]
        yield from (f"{structure.path}: state {state} says nothing of {name}" for name in missing)
    for i in structure.instances:
        if not i.doc:
            yield f"{structure.path}.{i.id}: has no doc"
        yield from (f"{structure.path}.{i.id}: {text}" for text in _names(i.value, names))


def _field(f: Field, offset: int | None, structure: Structure, specs: Specs) -> Iterator[str]:
    yield from _claim({"doc": f.doc, "status": f.status, "evidence": f.evidence}, specs)
    earlier = [x.id for x in structure.fields[: structure.fields.index(f)]] + [i.id for i in structure.instances]
    for node in (f.size, f.condition):
        yield from _names(node, earlier)
    if f.repeat == "expr":
        yield from _names(f.repeat_by, earlier)
    if f.id.startswith("unk"):
        match = _UNKNOWN.fullmatch(f.id)
        if match is None:
            yield "an unknown field is called unknown_ and its offset in hex, or unknown_after_FIELD"
        elif match[1].startswith("after_"):
            if match[1][6:] not in earlier:
                yield f"stands after no field {match[1][6:]!r}"
        elif offset is None or int(match[1], 16) != offset:
            yield f"is called by an offset that is not its own ({'variable' if offset is None else f'{offset:#04x}'})"
    bounded = f.repeat is not None or f.to_end or f.terminator is not None
    bounded = bounded or (f.size is not None and not isinstance(f.size, ast.Constant))
    # The parsers count list items (parser_stream.py), and the container bounds a record before any structure is read.
    limit = "items" if f.repeat is not None else "record_bytes" if bounded else None
    if f.limit != limit:
        yield f"needs -limit: {limit}" if limit else "needs no -limit"
    if limit and limit not in {field.name for field in dataclasses.fields(Limits)}:
        yield f"{limit} is no field of cronos_fmt.limits.Limits"
    if f.repeat is not None and not _takes_a_byte(f, structure, specs):
        yield "repeats a type that may take no byte"
    if isinstance(f.type, Switch):
        yield from _names(f.type.on, earlier)


def _takes_a_byte(f: Field, structure: Structure, specs: Specs) -> bool:
    """True where each item moves forward, so that a repetition ends with the bytes."""
    if isinstance(f.type, Integer) or f.size is not None or f.contents is not None:
        return True
    if not isinstance(f.type, str):
        return False
    item = specs.resolve(f.type, structure)
    if specs.minimum_size(item) > 0:
        return True
    # Where bytes are left, a value up to a terminator takes some of them, or the separator behind it takes the
    # terminator.
    ends = {part.terminator for part in item.fields if part.terminator is not None}
    separators = {part.contents for part in item.fields if part.contents is not None}
    return f.repeat == "eos" and any(bytes([end]) in separators for end in ends)


def _names(node: Any, known: list[str]) -> Iterator[str]:
    if node is not None:
        yield from (f"{name!r} is not read before it" for name in sorted(expressions.names(node) - set(known)))


def _claim(row: dict[str, Any], specs: Specs) -> Iterator[str]:
    """Rules for the doc, status and evidence of anything."""
    if not row.get("doc"):
        yield "has no doc"
    status = row.get("status")
    if status not in STATUSES:
        yield f"status {status!r} is none of {', '.join(STATUSES)}"
    sources = [str(text).partition(":")[0] for text in row.get("evidence", ())]
    if not sources:
        yield "has no evidence"
    yield from (f"no source {source!r} in evidence.yaml" for source in sources if source not in specs.evidence)
    if status == "verified" and not any(specs.evidence.get(s, {}).get("verifies") for s in sources):
        yield "is verified without a source that verifies"


def _versions(specs: Specs) -> Iterator[str]:
    tags = [row["tag"] for row in specs.versions]
    if tags != sorted(set(tags)):
        yield "tags must be sorted and stand once"
    for row in specs.versions:
        yield from (f"{row['tag']}: {text}" for text in _claim(row, specs))
        if row["kod"] not in {"own", *(t["name"] for t in specs.kod["tables"])}:
            yield f"{row['tag']}: kod {row['kod']!r} is neither own nor a table of kod.yaml"
        layouts = row["layouts"]
        if layouts is None:
            continue
        if set(layouts) != {*ROLES, *SETTINGS}:
            yield f"{row['tag']}: layouts must name {', '.join([*ROLES, *SETTINGS])}"
            continue
        yield from (
            f"{row['tag']}: no structure {layouts[role]!r}"
            for role in ROLES
            if layouts[role] not in specs.structures and not (role in OPTIONAL_ROLES and layouts[role] is None)
        )
        yield from (
            f"{row['tag']}: {key} must be {kind}"
            for key, kind in SETTINGS.items()
            if not isinstance(layouts[key], kind)
        )
