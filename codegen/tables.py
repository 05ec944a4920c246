"""Emit the tables: version profiles, documentation of fields, types of fields, dictionary keys, KOD tables."""

from __future__ import annotations

import re
from typing import Any

from codegen.naming import BANNER, class_name
from codegen.spec import Specs

# The structures that a version names: layouts of the container, and parsers of what is in a row.
CONTAINER_ROLES = ("dat_area", "tad_header", "tad_slot", "first_chunk", "continuation")
ROW_ROLES = ("record", "sub_values")
ROLES = (*CONTAINER_ROLES, *ROW_ROLES)
OPTIONAL_ROLES = ("dat_area", "first_chunk")
# Settings of a version besides, and their types.
SETTINGS = {"block_size": int | None, "free_list": bool}


def versions(specs: Specs) -> str:
    """The module `_gen/versions.py`."""
    layouts = [row["layouts"] for row in specs.versions if row["layouts"]]
    members = ""
    for role in CONTAINER_ROLES:
        names = sorted({each[role] for each in layouts if each[role]})
        kinds = [f"type[layouts.{class_name(name)}]" for name in names]
        kinds += ["None"] if any(each[role] is None for each in layouts) else []
        members += f"    {role}: {' | '.join(kinds)}\n"
    slots = " | ".join(f"layouts.{class_name(n)}" for n in sorted({each["tad_slot"] for each in layouts}))
    rows = "".join(_profile(row, specs) for row in specs.versions)
    return f'''{BANNER}"""Version profiles: what is known of each version tag. PROFILES maps a tag to its profile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cronos_fmt._gen import layouts

# Slots of any version; all have the same derived columns.
SlotColumns: TypeAlias = {slots}


@dataclass(frozen=True)
class RowFormat:
    """How rows are written: the parser of a row and of its sub-values, and the marks inside."""

    record: str
    separator: bytes
    counted_mark: bytes | None
    sub_values: str
    sub_separator: bytes


@dataclass(frozen=True)
class Layouts:
    """The structures of files and rows.

    first_chunk is None where the slot itself tells where the rest of a record is; block_size is None where the header
    of the .dat tells it; free_list tells whether the free slots form a list whose links are offsets in the .tad.
    """

{members}    block_size: int | None
    free_list: bool
    row: RowFormat


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


def _profile(row: dict[str, Any], specs: Specs) -> str:
    layouts = "None"
    if row["layouts"]:
        given = row["layouts"]
        members = [
            f"{role}={f'layouts.{class_name(given[role])}' if given[role] else None}" for role in CONTAINER_ROLES
        ]
        members += [f"{key}={given[key]!r}" for key in SETTINGS]
        members.append(f"row={_row_format(given, specs)}")
        layouts = f"Layouts({', '.join(members)})"
    keys = ("tag", "generation", "name", "doc", "status")
    plain = "".join(f"            {key}={row[key]!r},\n" for key in keys)
    return (
        f"        Profile(\n{plain}            evidence={tuple(row['evidence'])!r},\n"
        f"            kod={row['kod']!r},\n            layouts={layouts},\n        ),\n"
    )


def _row_format(layouts: dict[str, Any], specs: Specs) -> str:
    """The marks of a row are the constants of its structures, by the names that all of these structures share."""
    record, sub_values = layouts["record"], layouts["sub_values"]
    has_counted = "counted_value" in specs.structures[record].types
    counted = f"layouts.{record.upper()}__COUNTED_VALUE__MARK"
    return (
        f"RowFormat({record!r}, layouts.{record.upper()}__VALUE__SEPARATOR, "
        f"{counted if has_counted else None}, {sub_values!r}, layouts.{sub_values.upper()}__ITEM__SEPARATOR)"
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
