"""The specs in memory: what every emitter reads.

`load()` gives a `Specs` with the structures (from the `.ksy` files) and the tables (from the `.yaml` files). Reading is
strict: a key or a construction that the outputs do not support raises `SpecError` with file and path, so that nothing
is dropped in silence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from codegen import expressions

ROOT = Path(__file__).resolve().parent.parent
SPECS = ROOT / "specs"
STATUSES = ("verified", "reported", "claimed", "hypothesis", "unknown")

INTEGERS = {f"{sign}{size}": (sign, size) for sign in "us" for size in (1, 2, 4, 8)}
_TYPE_KEYS = {"doc", "-status", "-evidence", "seq", "types", "instances"}
# Keys of each row of a table, besides doc, status and evidence, which lint asks for.
_ROW_KEYS = {
    "versions": ("tag", "generation", "name", "kod", "layouts"),
    "field_types": ("code", "name", "kind", "stored", "arrow", "sql"),
    "stru_keys": ("key", "value"),
}
_ROOT_KEYS = _TYPE_KEYS | {"meta", "-states"}
_META_KEYS = {"id", "title", "file-extension", "license", "ks-version", "endian", "imports"}
_FIELD_KEYS = {
    "id", "type", "size", "size-eos", "terminator", "consume", "eos-error", "contents", "if", "repeat", "repeat-expr",
    "repeat-until", "valid", "doc", "-orig-id", "-status", "-evidence", "-limit", "-default",
}  # fmt: skip


class SpecError(Exception):
    """A spec that breaks a rule; the text names the file and the path inside it."""


@dataclass(frozen=True)
class Integer:
    """Type of a whole number: size in bytes, sign and byte order."""

    size: int
    signed: bool
    big_endian: bool


@dataclass(frozen=True)
class Switch:
    """Type chosen by the value of a field."""

    on: ast.expr
    cases: dict[int, str]
    default: str


@dataclass(frozen=True)
class Field:
    """One field of a structure, as it stands in `seq`."""

    id: str
    path: str
    doc: str
    status: str
    evidence: tuple[str, ...]
    type: Integer | Switch | str | None
    size: ast.expr | None = None
    to_end: bool = False
    terminator: int | None = None
    contents: bytes | None = None
    condition: ast.expr | None = None
    repeat: str | None = None
    repeat_by: ast.expr | None = None
    allowed: tuple[int, ...] = ()
    limit: str | None = None
    default: Any = None

    @property
    def fixed_size(self) -> int | None:
        """Size in bytes where it is the same in every record; None where it is not, or where a type decides."""
        if self.condition is not None or self.repeat not in (None, "expr"):
            return None
        count = 1
        if self.repeat == "expr":
            if not isinstance(self.repeat_by, ast.Constant):
                return None
            count = int(self.repeat_by.value)  # type: ignore[arg-type]
        if isinstance(self.type, Integer):
            return count * self.type.size
        if self.contents is not None:
            return count * len(self.contents)
        if isinstance(self.size, ast.Constant):
            return count * int(self.size.value)  # type: ignore[arg-type]
        return None


@dataclass(frozen=True)
class Instance:
    """A value computed from fields, or a look at the next byte."""

    id: str
    doc: str
    value: ast.expr | None
    peek: Integer | None


@dataclass
class Structure:
    """A structure or a type inside one. `names` is its place: ("base_definition", "tail_2")."""

    names: tuple[str, ...]
    title: str
    doc: str
    status: str
    evidence: tuple[str, ...]
    file: Path
    imports: tuple[str, ...] = ()
    fields: list[Field] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    types: dict[str, Structure] = field(default_factory=dict)
    states: dict[str, dict[str, ast.expr]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.names[-1]

    @property
    def path(self) -> str:
        """Name in documentation and errors: `base_definition.tail_2`."""
        return ".".join(self.names)

    def instance(self, name: str) -> Instance | None:
        return next((i for i in self.instances if i.id == name), None)

    def walk(self) -> Iterator[Structure]:
        """This structure and all types inside it."""
        yield self
        for inner in self.types.values():
            yield from inner.walk()


@dataclass
class Specs:
    """All structures by id, and the tables as plain data."""

    structures: dict[str, Structure]
    raw: dict[str, Any]
    versions: list[dict[str, Any]]
    field_types: list[dict[str, Any]]
    stru_keys: list[dict[str, Any]]
    kod: dict[str, Any]
    evidence: dict[str, dict[str, Any]]

    def resolve(self, name: str, inside: Structure) -> Structure:
        """The structure that a type name means inside another one."""
        root = self.structures[inside.names[0]]
        if name in root.types:
            return root.types[name]
        if name in root.imports:
            return self.structures[name]
        raise SpecError(f"{root.file.name}: type {name!r} is neither defined nor imported")

    def fixed_size(self, structure: Structure) -> int | None:
        """Size in bytes where it is the same in every record; else None."""
        sizes = [self.size_of(f, structure) for f in structure.fields]
        return None if None in sizes else sum(s for s in sizes if s is not None)

    def minimum_size(self, structure: Structure) -> int:
        """The fewest bytes that the structure can take."""
        total = 0
        for f in structure.fields:
            if f.condition is not None or f.repeat in ("eos", "until"):
                continue
            total += self.size_of(f, structure) or (
                self.minimum_size(self.resolve(f.type, structure))
                if isinstance(f.type, str) and f.size is None and not f.to_end and f.repeat is None
                else 0
            )
        return total

    def size_of(self, f: Field, structure: Structure) -> int | None:
        """Size in bytes of a field where it is the same in every record; else None."""
        if isinstance(f.type, str) and f.size is None and not f.to_end and f.condition is None and f.repeat is None:
            return self.fixed_size(self.resolve(f.type, structure))
        return f.fixed_size

    def leading(self, structure: Structure) -> list[tuple[Field, int]]:
        """The fields of fixed size that the structure begins with, each with its size in bytes."""
        result = []
        for f in structure.fields:
            size = f.fixed_size
            if size is None or isinstance(f.type, str) or (isinstance(f.type, Integer) and f.type.big_endian):
                break
            result.append((f, size))
        return result

    @cached_property
    def all_structures(self) -> list[Structure]:
        """Every structure and inner type, in order of name."""
        return [inner for structure in self.structures.values() for inner in structure.walk()]


def load(folder: Path = SPECS) -> Specs:
    """Read all specs below a folder; SpecError on the first one that cannot be read."""
    structures: dict[str, Structure] = {}
    raw: dict[str, Any] = {}
    for file in sorted(folder.rglob("*.ksy"), key=lambda p: p.stem):
        data = _yaml(file)
        if data.get("meta", {}).get("id") != file.stem:
            raise SpecError(f"{file.name}: meta/id must be the name of the file")
        if file.stem in structures:
            raise SpecError(f"{file.name}: a structure of this name exists already")
        raw[file.stem] = data
        structures[file.stem] = _structure(data, (file.stem,), file)
    tables = {
        name: _yaml(folder / f"{name}.yaml") for name in ("versions", "field_types", "stru_keys", "kod", "evidence")
    }
    for name, keys in _ROW_KEYS.items():
        for row in tables[name]:
            missing = [key for key in keys if key not in row]
            if missing:
                raise SpecError(f"{name}.yaml: {row.get(keys[0])}: {', '.join(missing)} missing")
    return Specs(structures, raw, **tables)


def spec_files(folder: Path = SPECS) -> list[Path]:
    """Every file that the outputs are made of, in order of name."""
    return sorted(p for p in folder.rglob("*") if p.suffix in {".ksy", ".yaml"})


def _yaml(file: Path) -> Any:
    try:
        return yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise SpecError(f"{file.name}: {error}") from error


def _structure(data: dict[str, Any], names: tuple[str, ...], file: Path) -> Structure:
    where = f"{file.name}: /" + "/".join(names[1:])
    known = _TYPE_KEYS if len(names) > 1 else _ROOT_KEYS
    _only(data, known, where)
    meta = data.get("meta", {})
    _only(meta, _META_KEYS, f"{where}meta")
    if len(names) == 1 and meta.get("endian") != "le":
        raise SpecError(f"{file.name}: meta/endian must be le")
    structure = Structure(
        names=names,
        title=meta.get("title", names[-1]),
        doc=" ".join(str(data.get("doc", "")).split()),
        status=data.get("-status", ""),
        evidence=tuple(data.get("-evidence", ())),
        file=file,
        imports=tuple(meta.get("imports", ())),
    )
    for item in data.get("seq", []):
        structure.fields.append(_field(item, structure))
    for name, item in data.get("instances", {}).items():
        structure.instances.append(_instance(name, item, f"{where}/instances/{name}"))
    for state, values in data.get("-states", {}).items():
        try:
            structure.states[state] = {name: expressions.parse(str(value)) for name, value in values.items()}
        except expressions.ExpressionError as error:
            raise SpecError(f"{where}-states/{state}: {error}") from error
    for name, item in data.get("types", {}).items():
        structure.types[name] = _structure(item, (*names, name), file)
    return structure


def _field(item: dict[str, Any], structure: Structure) -> Field:
    name = item.get("id", "?")
    where = f"{structure.file.name}: {structure.path}.{name}"
    _only(item, _FIELD_KEYS, where)
    contents = item.get("contents")
    if isinstance(contents, str):
        contents = contents.encode("ascii")
    kind = item.get("type")
    if contents is None and kind is None and not {"size", "size-eos", "terminator"} & item.keys():
        raise SpecError(f"{where}: has neither a type nor a length")
    if "terminator" in item and (item.get("consume") is not False or item.get("eos-error") is not False):
        raise SpecError(
            f"{where}: a terminator needs `consume: false` and `eos-error: false`; name the separator as a field"
        )
    valid = item.get("valid", {})
    _only(valid, {"any-of"}, f"{where}/valid")
    repeat = item.get("repeat")
    if repeat not in (None, "eos", "expr", "until"):
        raise SpecError(f"{where}: repeat {repeat!r}")
    try:
        return Field(
            id=name,
            path=f"{structure.path}.{name}",
            doc=" ".join(str(item.get("doc", "")).split()),
            status=item.get("-status", ""),
            evidence=tuple(item.get("-evidence", ())),
            type=_type(kind, where),
            size=_expression(item.get("size")),
            to_end=bool(item.get("size-eos", False)),
            terminator=item.get("terminator"),
            contents=None if contents is None else bytes(contents),
            condition=_expression(item.get("if")),
            repeat=repeat,
            repeat_by=_expression(item.get("repeat-expr", item.get("repeat-until"))),
            allowed=tuple(valid.get("any-of", ())),
            limit=item.get("-limit"),
            default=item.get("-default"),
        )
    except expressions.ExpressionError as error:
        raise SpecError(f"{where}: {error}") from error


def _type(kind: Any, where: str) -> Integer | Switch | str | None:
    if kind is None:
        return None
    if isinstance(kind, dict):
        _only(kind, {"switch-on", "cases"}, f"{where}/type")
        cases = dict(kind["cases"])
        default = cases.pop("_", None)
        if default is None or not all(isinstance(case, int) for case in cases):
            raise SpecError(f"{where}: switch-on needs whole numbers and a default case")
        return Switch(expressions.parse(str(kind["switch-on"])), cases, default)
    if not isinstance(kind, str):
        raise SpecError(f"{where}: type {kind!r} is no name")
    base = kind[:2]
    if base in INTEGERS and kind[2:] in ("", "le", "be"):
        sign, size = INTEGERS[base]
        return Integer(size, sign == "s", kind.endswith("be"))
    if kind in ("str", "strz") or (kind[:1] in ("f", "b") and kind[1:2].isdigit()):
        raise SpecError(f"{where}: type {kind} is outside the subset; keep text as bytes")
    return str(kind)


def _instance(name: str, item: dict[str, Any], where: str) -> Instance:
    _only(item, {"value", "doc", "pos", "type"}, where)
    doc = " ".join(str(item.get("doc", "")).split())
    try:
        if "pos" in item:
            kind = _type(item.get("type"), where)
            if item["pos"] != "_io.pos" or not isinstance(kind, Integer) or kind.size != 1:
                raise SpecError(f"{where}: only a one-byte look-ahead at _io.pos is supported")
            return Instance(name, doc, None, kind)
        return Instance(name, doc, _expression(item["value"]), None)
    except expressions.ExpressionError as error:
        raise SpecError(f"{where}: {error}") from error


def _expression(value: Any) -> ast.expr | None:
    return None if value is None else expressions.parse(str(value))


def _only(data: dict[str, Any], known: set[str], where: str) -> None:
    if not isinstance(data, dict):
        raise SpecError(f"{where}: {data!r} where keys and values belong")
    unknown = sorted(set(data) - known)
    if unknown:
        raise SpecError(f"{where}: {', '.join(unknown)} is outside the subset of Kaitai that the outputs support")
