"""The format reference: pages in Markdown (MyST) and byte-field diagrams, made from the specs alone.

`reference()` gives every file of the folder as text, the same for the same specs, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from codegen import byte_field, wording
from codegen.byte_field import NOTICE
from codegen.spec import STATUSES, Field, Instance, Integer, Specs, Structure, Switch

GROUPS = {
    "container": ("Container", "Headers, slots and blocks of the `.dat` and `.tad` files."),
    "structure": ("Structure", "Records of CroStru: the dictionary of a bank and the definitions of its bases."),
    "record": ("Records", "Records of CroBank, after KOD decoding and inflating."),
    "archive": ("Archives", "CroArc files."),
}
TABLES = {
    "versions": "Versions",
    "field_types": "Types of fields",
    "stru_keys": "Keys of the structure dictionary",
    "kod": "KOD",
    "open_questions": "Open questions",
    "sources": "Sources",
}
STATUS_MEANING = {
    "verified": "Seen in public files that CronosPro wrote.",
    "reported": "Measured by others on real banks that are not public.",
    "claimed": "One or more sources say so, without showing bytes.",
    "hypothesis": "An interpretation that fits the bytes named with it.",
    "unknown": "The bytes are accounted for; what they mean is not known.",
}
OPEN = ("unknown", "hypothesis", "claimed")


@dataclass(frozen=True)
class Fact:
    """One statement of the specs with its status: a structure, a type, a field, or a row of a table."""

    group: str
    kind: str
    name: str
    page: str
    doc: str
    status: str
    evidence: tuple[str, ...]


def reference(specs: Specs) -> dict[str, str]:
    """All files of the reference: relative name to text."""
    facts = list(_facts(specs))
    pages: dict[str, str] = {
        "index.md": _index(specs, facts),
        "versions.md": _versions(specs),
        "field_types.md": _field_types(specs),
        "stru_keys.md": _stru_keys(specs),
        "kod.md": _kod(specs),
        "open_questions.md": _open_questions(specs, facts),
        "sources.md": _sources(specs, facts),
    }
    for structure in specs.structures.values():
        pages[f"{structure.id}.md"] = _structure_page(specs, structure)
    for structure in specs.all_structures:
        if structure.fields:
            pages[f"{structure.path}.svg"] = _diagram(specs, structure)
    return dict(sorted(pages.items()))


# Facts


def _facts(specs: Specs) -> Iterator[Fact]:
    """Every statement that carries a status, in the order of the pages."""
    for structure in specs.all_structures:
        root = specs.structures[structure.names[0]]
        kind = "structure" if structure is root else "type"
        group, page = _group(root), _place(structure)
        yield Fact(group, kind, structure.path, page, structure.doc, structure.status, structure.evidence)
        for item in structure.fields:
            yield Fact(group, "field", item.path, page, item.doc, item.status, item.evidence)
    rows: list[tuple[str, str, str, list[dict[str, Any]]]] = [
        ("versions", "version", "tag", specs.versions),
        ("field_types", "field type", "code", specs.field_types),
        ("stru_keys", "key", "key", specs.stru_keys),
        ("kod", "KOD table", "name", specs.kod["tables"]),
    ]
    for table, kind, key, entries in rows:
        for row in entries:
            yield _row_fact(table, kind, str(row[key]), row)
    yield _row_fact("kod", "KOD formula", "formula", specs.kod["formula"])


def _row_fact(table: str, kind: str, name: str, row: dict[str, Any]) -> Fact:
    if "name" in row and name != str(row["name"]):
        name = f"{name} ({row['name']})"
    doc = " ".join(str(row.get("doc", "")).split())
    return Fact("tables", kind, name, f"{table}.md", doc, row["status"], tuple(row["evidence"]))


def _group(structure: Structure) -> str:
    return structure.file.parent.name


def _groups(specs: Specs) -> list[str]:
    """Folders of structures, those known first and in reading order."""
    found = {_group(structure) for structure in specs.structures.values()}
    return [g for g in GROUPS if g in found] + sorted(found - set(GROUPS))


def _group_title(group: str) -> str:
    return GROUPS.get(group, (group.capitalize(), ""))[0]


# Links and small pieces of Markdown


def _place(structure: Structure) -> str:
    """Page and section of a structure."""
    page = f"{structure.names[0]}.md"
    return page if len(structure.names) == 1 else f"{page}#type-{structure.id.lower()}"


def _link(structure: Structure, page: str = "") -> str:
    """Link to a structure from a page; within that page to the section alone."""
    place = _place(structure)
    if page and place.startswith(f"{page}.md#"):
        place = place.removeprefix(f"{page}.md")
    return f"[`{structure.path if not page else structure.id}`]({place})"


def _prose(specs: Specs, text: str, page: str = "") -> str:
    """Text of a spec as Markdown, with links where it names another structure or a table."""
    return wording.prose(text, partial(_named, specs, page))


def _named(specs: Specs, page: str, word: str) -> str | None:
    if word in specs.structures and "_" in word and word != page:
        return _link(specs.structures[word])
    stem = word.removesuffix(".yaml")
    if stem != word and stem in TABLES and stem != page:
        return f"[{TABLES[stem]}]({stem}.md)"
    return None


def _cited(evidence: Iterable[str]) -> str:
    """Sources as links to the page of sources, each with its detail."""
    parts = []
    for text in evidence:
        key, colon, detail = text.partition(":")
        parts.append(f"[{key}](sources.md#{key}){colon}{wording.prose(detail)}")
    return "; ".join(parts)


def _row_cited(row: dict[str, Any]) -> str:
    return _cited(row["evidence"])


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    """A table; cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in line) + " |" for line in lines] + [""]


def _page(title: str, *lines: str) -> str:
    return "\n".join([f"% {NOTICE}", "", f"# {title}", "", *lines]).rstrip("\n") + "\n"


def _ascii(data: bytes) -> str:
    """Bytes in hex, and as text where they are printable."""
    text = data.decode("ascii", "replace")
    shown = "".join(c for c in text if c.isascii() and c.isprintable() and c not in '`|"')
    quoted = f' ("{shown}")' if len(shown) == len(data) and len(data) > 1 else ""
    return f"`{data.hex(' ').upper()}`{wording.prose(quoted)}"


# Pages of structures


def _structure_page(specs: Specs, structure: Structure) -> str:
    """One structure with all its types."""
    users = _used_by(specs, structure) or [
        "No structure or table of the specs names it; a reader takes it up by itself."
    ]
    lines = [*_summary(specs, structure), "", "## Fields", "", *_fields(specs, structure)]
    if structure.instances:
        lines += ["## Derived values", "", *_derived(specs, structure)]
    for inner in structure.walk():
        if inner is not structure:
            lines += [f"## Type `{inner.id}`", "", *_type_section(specs, inner)]
    lines += ["## Used by", "", *(f"- {user}" for user in users)]
    return _page(f"`{structure.id}`: {wording.prose(structure.title)}", *lines)


def _type_section(specs: Specs, structure: Structure) -> list[str]:
    """A type inside a structure."""
    users = "; ".join(_used_by(specs, structure, structure.names[0]))
    lines = [*_summary(specs, structure), *([f"- Used by: {users}"] if users else []), "", *_fields(specs, structure)]
    if structure.instances:
        lines += ["Derived values:", "", *_derived(specs, structure)]
    return lines


def _summary(specs: Specs, structure: Structure) -> list[str]:
    """Text, status, evidence, size and limits."""
    lines = [
        _prose(specs, structure.doc, structure.names[0]),
        "",
        f"- Status: **{structure.status}**",
        f"- Evidence: {_cited(structure.evidence)}",
        f"- Size: {_total(specs, structure)}",
    ]
    limits = sorted({item.limit for item in structure.fields if item.limit})
    if limits:
        lines.append(f"- Limits: {wording.join([f'`{limit}`' for limit in limits])}")
    return lines


def _fields(specs: Specs, structure: Structure) -> list[str]:
    """Diagram and table of fields."""
    if not structure.fields:
        return []
    heads = ["Offset", "Size", "Field", "Type", "Meaning", "Status", "Evidence"]
    picture = f"![Byte fields of {structure.path}]({structure.path}.svg)"
    return [picture, "", *_table(heads, _field_rows(specs, structure))]


def _derived(specs: Specs, structure: Structure) -> list[str]:
    """Table of the values computed from fields."""
    page = structure.names[0]
    rows = ([f"`{i.id}`", _derivation(i), _prose(specs, i.doc, page)] for i in structure.instances)
    return _table(["Name", "Value", "Meaning"], rows)


def _total(specs: Specs, structure: Structure) -> str:
    fixed = specs.fixed_size(structure)
    if fixed is not None:
        return f"{fixed} bytes" if fixed != 1 else "1 byte"
    least = specs.minimum_size(structure)
    return f"varies, {least} {'byte' if least == 1 else 'bytes'} or more" if least else "varies, may be empty"


def _field_rows(specs: Specs, structure: Structure) -> Iterator[list[str]]:
    for item, offset in zip(structure.fields, _offsets(specs, structure), strict=True):
        mark = "**?** " if item.status == "unknown" else ""
        yield [
            offset,
            wording.size(specs, item, structure),
            f"{mark}`{item.id}`",
            _type_words(specs, item, structure),
            _meaning(specs, item, structure.names[0]),
            f"**{item.status}**" if item.status == "unknown" else item.status,
            _cited(item.evidence),
        ]


def _offsets(specs: Specs, structure: Structure) -> Iterator[str]:
    """Where each field begins: hex while it is fixed, then counted from the last part that is not."""
    offset, behind = 0, ""
    for item in structure.fields:
        if not behind:
            yield f"0x{offset:02X}"
        else:
            yield f"+ 0x{offset:02X}" if offset else f"after `{behind}`"
        size = specs.size_of(item, structure)
        offset, behind = (0, item.id) if size is None else (offset + size, behind)


def _type_words(specs: Specs, item: Field, structure: Structure) -> str:
    page = structure.names[0]
    match item.type:
        case Integer(size=size, signed=signed, big_endian=big_endian):
            words = f"`{'s' if signed else 'u'}{size}`" + (", big-endian" if big_endian else "")
        case Switch(on=on, cases=cases, default=default):
            chosen = [f"{case}: {_link(specs.resolve(name, structure), page)}" for case, name in sorted(cases.items())]
            words = f"by {wording.code(on)}: {'; '.join(chosen)}; else {_link(specs.resolve(default, structure), page)}"
        case str(name):
            words = _link(specs.resolve(name, structure), page)
        case _:
            words = "constant" if item.contents is not None else "bytes"
    repeated = wording.repetition(item)
    return f"{words}, {repeated}" if repeated else words


def _meaning(specs: Specs, item: Field, page: str) -> str:
    parts = []
    if item.condition is not None:
        parts.append(f"*Only if {wording.condition(item.condition)}.*")
    if item.status == "unknown":
        parts.append("**Unknown.**")
    parts.append(_prose(specs, item.doc, page))
    if item.contents is not None:
        parts.append(f"Always {_ascii(item.contents)}.")
    if item.allowed:
        parts.append(f"Allowed: {wording.join([wording.number(value) for value in item.allowed])}.")
    if item.default is not None:
        parts.append(f"Default: {_default(item)}.")
    return " ".join(parts)


def _default(item: Field) -> str:
    """What a builder writes when it is given nothing: bytes in hex, numbers as they are."""
    if not isinstance(item.default, list):
        return f"`{wording.number(item.default) if isinstance(item.default, int) else item.default}`"
    if not item.default:
        return "nothing"
    if isinstance(item.type, Integer):
        return wording.join([f"`{wording.number(value)}`" for value in item.default])
    return f"`{bytes(item.default).hex(' ').upper()}`"


def _derivation(instance: Instance) -> str:
    if instance.value is None:
        return "the next byte, which stays unread"
    return wording.code(instance.value)


def _used_by(specs: Specs, structure: Structure, page: str = "") -> list[str]:
    """Everything in the specs that names a structure or type, as links from a page."""
    users = []
    for other in specs.all_structures:
        fields = [f"`{f.id}`" for f in other.fields if any(t is structure for t in _types_of(specs, f, other))]
        if fields:
            users.append(f"{wording.join(fields)} of {_link(other, page)}")
    if len(structure.names) > 1:
        return users
    keys = [f"`{row['key']}`" for row in specs.stru_keys if row["value"] == structure.id]
    if keys:
        users.append(f"{wording.join(keys)} in [{TABLES['stru_keys']}](stru_keys.md)")
    tags = [row["tag"] for row in specs.versions if structure.id in (row["layouts"] or {}).values()]
    if tags:
        users.append(f"{wording.join(tags)} in [{TABLES['versions']}](versions.md)")
    types = [f"{row['code']} ({row['name']})" for row in specs.field_types if row["stored"] == structure.id]
    if types:
        users.append(f"type {wording.join(types)} in [{TABLES['field_types']}](field_types.md)")
    return users


def _types_of(specs: Specs, item: Field, structure: Structure) -> list[Structure]:
    match item.type:
        case str(name):
            return [specs.resolve(name, structure)]
        case Switch(cases=cases, default=default):
            return [specs.resolve(name, structure) for name in (*cases.values(), default)]
    return []


def _diagram(specs: Specs, structure: Structure) -> str:
    cells = []
    for item in structure.fields:
        size = specs.size_of(item, structure)
        notes = [_byte_words(wording.size(specs, item, structure)), wording.repetition(item)]
        if item.condition is not None:
            notes.append(f"only if {wording.condition(item.condition)}")
        note = wording.plain(", ".join(n for n in notes if n))
        cells.append(byte_field.Cell(item.id, size, note, item.status, wording.plain(item.doc)))
    return byte_field.diagram(f"Byte fields of {structure.path}", cells)


def _byte_words(size: str) -> str:
    """Size with its unit, where it is a count: "4 bytes each", "`length` bytes", but "to the end" as it is."""
    count, _, rest = size.partition(" ")
    if size.startswith("`") and size.endswith("`"):
        return f"{size} bytes"
    if count.isdigit():
        return f"{count} {'byte' if count == '1' else 'bytes'} {rest}".strip()
    return size


# Pages of tables


def _index(specs: Specs, facts: list[Fact]) -> str:
    lines = [
        "Layouts of CronosPro files as the specs of this project hold them. Every page here is made from the specs,",
        "from which the parsers are made as well, so that neither can differ from the other.",
        "[How to read the reference](../reading.md) explains the columns.",
        "",
        "## Statuses",
        "",
        *_table(["Status", "Meaning", "Facts"], ([f"**{s}**", STATUS_MEANING[s], _count(facts, s)] for s in STATUSES)),
        "Synthetic banks, such as those of the tests, prove only that the code agrees with the spec. They never prove",
        "the spec: a status is raised only with a file in hand that CronosPro wrote. Fields marked **?** are unknown;",
        "they are read and kept all the same. The diagrams show a status as a colour, and hatch what is unknown.",
        "",
    ]
    for group in _groups(specs):
        members = [s for s in specs.structures.values() if _group(s) == group]
        title, about = GROUPS.get(group, (_group_title(group), ""))
        rows = ([_link(s), wording.prose(s.title), _total(specs, s), s.status] for s in members)
        lines += [f"## {title}", "", *([about, ""] if about else [])]
        lines += _table(["Structure", "What it is", "Size", "Status"], rows)
        lines += _toctree(title, [f"{s.id} <{s.id}>" for s in members])
    lines += ["## Tables", "", *(f"- [{title}]({name}.md)" for name, title in TABLES.items()), ""]
    lines += _toctree("Tables", [f"{title} <{name}>" for name, title in TABLES.items()])
    return _page("Format reference", *lines)


def _count(facts: list[Fact], status: str) -> str:
    return str(sum(fact.status == status for fact in facts))


def _toctree(caption: str, entries: list[str]) -> list[str]:
    return ["```{toctree}", ":hidden:", f":caption: {caption}", "", *entries, "```", ""]


def _versions(specs: Specs) -> str:
    parts = list(dict.fromkeys(part for row in specs.versions for part in row["layouts"] or {}))
    about = (
        [
            f"`{r['tag']}`",
            r["generation"],
            wording.prose(r["name"]),
            r["kod"],
            _prose(specs, r["doc"]),
            r["status"],
            _row_cited(r),
        ]
        for r in specs.versions
    )
    layouts = ([f"`{row['tag']}`", *_layout_cells(specs, row["layouts"], parts)] for row in specs.versions)
    return _page(
        TABLES["versions"],
        "The tag is the text at offset 0x0A of a `.dat` file (see [`dat_header`](dat_header.md)). It decides all that",
        "follows, file by file: files of one directory may differ.",
        "",
        *_table(["Tag", "Generation", "Name", "KOD", "Meaning", "Status", "Evidence"], about),
        "KOD says which table the encoded records of a file use: `default` is [the table of the program](kod.md),",
        "`own` a table of the bank.",
        "",
        "## Structures by version",
        "",
        "Without a first chunk, the slot itself tells where the rest of a record is. Without a block size, the header",
        "of the `.dat` file tells it. The free list is one whose links are offsets in the `.tad` file.",
        "",
        *_table(["Tag", *(part.replace("_", " ") for part in parts)], layouts),
    )


def _layout_cells(specs: Specs, layouts: dict[str, Any] | None, parts: list[str]) -> list[str]:
    if layouts is None:
        return ["not known well enough to read a file", *([""] * (len(parts) - 1))]
    return [_layout_cell(specs, layouts[part]) for part in parts]


def _layout_cell(specs: Specs, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    return _link(specs.structures[value]) if value in specs.structures else f"`{value}`"


def _field_types(specs: Specs) -> str:
    rows = (
        [
            str(row["code"]),
            wording.prose(row["name"]),
            f"`{row['kind']}`",
            _link(specs.structures[row["stored"]]) if row["stored"] in specs.structures else row["stored"],
            f"`{row['arrow']}`",
            f"`{row['sql']}`",
            _prose(specs, row["doc"], "field_types"),
            row["status"],
            _row_cited(row),
        ]
        for row in specs.field_types
    )
    return _page(
        TABLES["field_types"],
        "The code is `type_code` of a [`field_definition`](field_definition.md). *Stored* says how values stand in a",
        "row: `text` is CP1251 text, `none` means that the row holds no value, `unknown` that nobody can read the",
        "bytes, which are then given in hex; a structure is linked. *Arrow* and *SQL* are the column types of typed",
        "outputs.",
        "",
        *_table(["Code", "Name", "Kind", "Stored", "Arrow", "SQL", "Meaning", "Status", "Evidence"], rows),
    )


def _stru_keys(specs: Specs) -> str:
    rows = (
        [f"`{r['key']}`", _link(specs.structures[r["value"]]), _prose(specs, r["doc"]), r["status"], _row_cited(r)]
        for r in specs.stru_keys
    )
    return _page(
        TABLES["stru_keys"],
        "Keys of a [`dictionary`](dictionary.md), and the structure of the value of each. `NNN` stands for ASCII",
        "digits. The value of a key that is not listed is kept as [`opaque_value`](opaque_value.md).",
        "",
        *_table(["Key", "Value", "Meaning", "Status", "Evidence"], rows),
    )


def _kod(specs: Specs) -> str:
    formula = specs.kod["formula"]
    lines = [
        "KOD is the cipher of encoded records: a substitution table, and a shift that moves on with each byte.",
        "",
        "```text",
        formula["text"],
        "```",
        "",
        _prose(specs, formula["doc"]),
        "",
        *_state(formula),
    ]
    for table in specs.kod["tables"]:
        lines += [f"## Table `{table['name']}`", "", _prose(specs, table["doc"]), "", *_state(table)]
        lines += ["The row is the high half of the stored byte, the column the low half.", "", *_grid(table["hex"]), ""]
    return _page(TABLES["kod"], *lines)


def _state(row: dict[str, Any]) -> list[str]:
    return [f"- Status: **{row['status']}**", f"- Evidence: {_row_cited(row)}", ""]


def _grid(digits: str) -> list[str]:
    """256 bytes in 16 rows with their indexes."""
    data = bytes.fromhex(digits)
    head = "     " + " ".join(f"_{column:X}" for column in range(16))
    rows = (f"{row:X}_   {data[16 * row : 16 * row + 16].hex(' ').upper()}" for row in range(16))
    return ["```text", head, *rows, "```"]


def _open_questions(specs: Specs, facts: list[Fact]) -> str:
    lines = [
        "Everything in the specs that no public file of CronosPro and no measurement settles. A bank that does,",
        "whichever way, is the most welcome contribution.",
        "",
    ]
    for status in OPEN:
        found = [fact for fact in facts if fact.status == status]
        lines += [f"## {status.capitalize()}", "", f"{STATUS_MEANING[status]} {len(found)} facts.", ""]
        for group in [*_groups(specs), "tables"]:
            rows = [_question(specs, fact) for fact in found if fact.group == group]
            if rows:
                title = "Tables" if group == "tables" else _group_title(group)
                lines += [f"### {title}: {status}", "", *_table(["What", "Kind", "Meaning", "Evidence"], rows)]
    return _page(TABLES["open_questions"], *lines)


def _question(specs: Specs, fact: Fact) -> list[str]:
    return [f"[`{fact.name}`]({fact.page})", fact.kind, _prose(specs, fact.doc), _cited(fact.evidence)]


def _sources(specs: Specs, facts: list[Fact]) -> str:
    citing = {key: [f for f in facts if any(e.partition(":")[0] == key for e in f.evidence)] for key in specs.evidence}
    rows = ([f"[{key}](#{key})", _yes(row["verifies"]), str(len(citing[key]))] for key, row in specs.evidence.items())
    lines = [
        "Where the facts come from. *Verifies* marks sources that anybody can read and that CronosPro itself wrote; a",
        "fact is *verified* only with one of them.",
        "",
        *_table(["Source", "Verifies", "Facts that cite it"], rows),
    ]
    for key, row in specs.evidence.items():
        lines += [f"## {key}", "", wording.prose(" ".join(row["what"].split())), ""]
        lines += [f"- Verifies: {_yes(row['verifies'])}", f"- Facts that cite it: {len(citing[key])}"]
        pages = dict.fromkeys(fact.page.partition("#")[0] for fact in citing[key])
        if pages:
            links = [f"[{page.removesuffix('.md')}]({page})" for page in pages]
            lines.append(f"- Pages: {wording.join(links)}")
        lines.append("")
    return _page(TABLES["sources"], *lines)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
