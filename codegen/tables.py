"""Emit the tables: version profiles, documentation of fields, types of fields, dictionary keys, KOD tables."""

from __future__ import annotations

import re
from typing import Any

from codegen.naming import BANNER, class_name
from codegen.spec import Specs

ROLES = ("dat_area", "tad_header", "tad_slot", "first_chunk", "continuation")


def versions(specs: Specs) -> str:
    """The module `_gen/versions.py`."""
    used = {role: sorted({r["layouts"][role] for r in specs.versions if r["layouts"]}) for role in ROLES}
    classes = {role: " | ".join(f"type[layouts.{class_name(n)}]" for n in names) for role, names in used.items()}
    slots = " | ".join(f"layouts.{class_name(n)}" for n in used["tad_slot"])
    members = "".join(f"    {role}: {classes[role]}\n" for role in ROLES)
    rows = "".join(_profile(row) for row in specs.versions)
    return f'''{BANNER}"""Version profiles: what is known of each version tag. PROFILES maps a tag to its profile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cronos_fmt._gen import layouts

# Slots of any version; all have the same derived columns.
SlotColumns: TypeAlias = {slots}


@dataclass(frozen=True)
class Layouts:
    """The structures of a container."""

{members}

@dataclass(frozen=True)
class Profile:
    """One version tag. `layouts` is None where files of the version cannot be read yet."""

    tag: str
    generation: str
    name: str
    doc: str
    status: str
    evidence: tuple[str, ...]
    kod: str
    layouts: Layouts | None


PROFILES: dict[str, Profile] = {{
    profile.tag: profile
    for profile in (
{rows}    )
}}
'''


def _profile(row: dict[str, Any]) -> str:
    layouts = "None"
    if row["layouts"]:
        members = ", ".join(f"{role}=layouts.{class_name(row['layouts'][role])}" for role in ROLES)
        layouts = f"Layouts({members})"
    keys = ("tag", "generation", "name", "doc", "status")
    plain = "".join(f"            {key}={row[key]!r},\n" for key in keys)
    return (
        f"        Profile(\n{plain}            evidence={tuple(row['evidence'])!r},\n"
        f"            kod={row['kod']!r},\n            layouts={layouts},\n        ),\n"
    )


def fields(specs: Specs) -> str:
    """The module `_gen/fields.py`."""
    rows = []
    for structure in specs.all_structures:
        rows.append(_doc(structure.path, structure.doc, structure.status, structure.evidence))
        rows += [_doc(f.path, f.doc, f.status, f.evidence) for f in structure.fields]
    return f'''{BANNER}"""What is known of each structure and field; FIELDS maps a path to it (`ns2.record_number`)."""

from __future__ import annotations

from typing import NamedTuple


class FieldDoc(NamedTuple):
    """Documentation of a structure or field, how sure it is, and where it comes from."""

    doc: str
    status: str
    evidence: tuple[str, ...]


FIELDS: dict[str, FieldDoc] = {{
{"".join(rows)}}}
'''


def _doc(path: str, doc: str, status: str, evidence: tuple[str, ...]) -> str:
    return f"    {path!r}: FieldDoc(\n        {doc!r},\n        {status!r},\n        {evidence!r},\n    ),\n"


def field_types(specs: Specs) -> str:
    """The module `_gen/field_types.py`."""
    keys = ("code", "name", "kind", "stored", "arrow", "sql", "doc", "status")
    rows = ""
    for row in specs.field_types:
        values = ", ".join(f"{key}={row[key]!r}" for key in keys)
        rows += f"        FieldType({values}, evidence={tuple(row['evidence'])!r}),\n"
    return f'''{BANNER}"""Types of fields. FIELD_TYPES maps a type code to its row."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FieldType:
    """One type: what the values are, how they are stored, and the column types of typed outputs."""

    code: int
    name: str
    kind: str
    stored: str
    arrow: str
    sql: str
    doc: str
    status: str
    evidence: tuple[str, ...]


FIELD_TYPES: dict[int, FieldType] = {{
    row.code: row
    for row in (
{rows}    )
}}
'''


def stru_keys(specs: Specs) -> str:
    """The module `_gen/stru_keys.py`."""
    rows = ""
    for row in specs.stru_keys:
        pattern = re.escape(row["key"]).replace("NNN", "([0-9]+)")
        values = ", ".join(f"{key}={row[key]!r}" for key in ("key", "value", "doc", "status"))
        rows += f"    StruKey({values}, evidence={tuple(row['evidence'])!r}, pattern={pattern!r}),\n"
    return f'''{BANNER}"""Keys of the structure dictionary, and which structure the value of each is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StruKey:
    """One key; `pattern` is a regular expression that the whole key matches."""

    key: str
    value: str
    doc: str
    status: str
    evidence: tuple[str, ...]
    pattern: str


STRU_KEYS: tuple[StruKey, ...] = (
{rows})
'''


def kod_tables(specs: Specs) -> str:
    """The module `_gen/kod_tables.py`."""
    rows = "".join(
        f'    "{t["name"]}": bytes.fromhex(\n        "{"".join(t["hex"].split())}"\n    ),\n'
        for t in specs.kod["tables"]
    )
    return f'''{BANNER}"""KOD tables that are constants of the format: byte -> byte, by name."""

KOD_TABLES: dict[str, bytes] = {{
{rows}}}
'''
