"""Emit construct declarations of all structures: a second reader, and the builder, made independently of Kaitai's."""

from __future__ import annotations

from codegen import expressions
from codegen.naming import BANNER, variable
from codegen.spec import Field, Integer, Specs, Structure, Switch

_HEAD = f'''{BANNER}"""construct declarations of the structures, to build and to parse; BUILDERS maps a name to each."""

from construct import (
    Const, Default, GreedyBytes, Int8sl, Int8ul, Int16sb, Int16sl, Int16ub, Int16ul, Int32sb, Int32sl, Int32ub, Int32ul,
    Int64sb, Int64sl, Int64ub, Int64ul, OneOf, Peek, Rebuild, Struct, Switch, stream_iseof, stream_size,
)

from .construct_support import Items, Sized, UntilByte, When, built_size

'''

STUB = f"""{BANNER}from typing import Any, Protocol

class Builder(Protocol):
    def build(self, obj: Any) -> bytes: ...
    def parse(self, data: bytes) -> Any: ...

BUILDERS: dict[str, Builder]
"""


def builders(specs: Specs) -> str:
    """The module `_gen/builders.py`."""
    done: list[str] = []
    parts = [_HEAD]
    for structure in specs.all_structures:
        _emit(structure, specs, done, parts)
    names = "".join(f'    "{s.path}": {variable(s)},\n' for s in specs.all_structures)
    parts.append(f"BUILDERS = {{\n{names}}}\n")
    return "".join(parts)


def _emit(structure: Structure, specs: Specs, done: list[str], parts: list[str]) -> None:
    if structure.path in done:
        return
    done.append(structure.path)
    for used in _used(structure, specs):
        _emit(used, specs, done, parts)
    lines = [f'    "{i.id}" / Peek({_integer(i.peek)}),\n' for i in structure.instances if i.peek is not None] + [
        f'    "{f.id}" / {_subcon(f, structure, specs)},\n' for f in structure.fields
    ]
    parts.append(f"{variable(structure)} = Struct(\n{''.join(lines)})\n\n")


def _used(structure: Structure, specs: Specs) -> list[Structure]:
    names: list[str] = []
    for f in structure.fields:
        if isinstance(f.type, str):
            names.append(f.type)
        elif isinstance(f.type, Switch):
            names += [*f.type.cases.values(), f.type.default]
    return [specs.resolve(name, structure) for name in names]


def _subcon(f: Field, structure: Structure, specs: Specs) -> str:
    text = _item(f, structure, specs)
    if f.size is not None and (isinstance(f.type, str | Switch) or f.contents is None):
        text = f"Sized({_lambda(f.size, structure)}, {text})"
    elif f.to_end and f.type is not None:
        text = f"Sized(None, {text})"
    if f.repeat == "expr":
        text = f"Items({text}, count={_lambda(f.repeat_by, structure)})"
    elif f.repeat == "until":
        text = f"Items({text}, until=lambda item: {_python(f.repeat_by, structure)})"
    elif f.repeat == "eos":
        text = f"Items({text})"
    if f.condition is not None:
        text = f"When({_lambda(f.condition, structure)}, {text})"
    measured = _measure(f, structure, specs)
    if measured:
        text = f"Rebuild({text}, lambda this: {measured})"
    if f.default is not None:
        text = f"Default({text}, {_default(f)})"
    return text


def _item(f: Field, structure: Structure, specs: Specs) -> str:
    """One item of a field, without its length, repetition and condition."""
    if f.contents is not None:
        return f"Const({f.contents!r})"
    if isinstance(f.type, Integer):
        number = _integer(f.type)
        return f"OneOf({number}, {list(f.allowed)})" if f.allowed else number
    if isinstance(f.type, Switch):
        cases = ", ".join(f"{n}: {variable(specs.resolve(name, structure))}" for n, name in f.type.cases.items())
        default = variable(specs.resolve(f.type.default, structure))
        return f"Switch({_lambda(f.type.on, structure)}, {{{cases}}}, default={default})"
    if isinstance(f.type, str):
        return variable(specs.resolve(f.type, structure))
    return "GreedyBytes" if f.terminator is None else f"UntilByte({f.terminator:#04x})"


def _measure(f: Field, structure: Structure, specs: Specs) -> str | None:
    """For a length or count: how to compute it from the part that it measures; None for other fields."""
    if not isinstance(f.type, Integer) or f.repeat is not None:
        return None
    for part in structure.fields:
        by = part.repeat_by if part.repeat == "expr" else part.size
        link = expressions.linear(by) if by is not None else None
        if link is None or link[0] != f.id:
            continue
        if part.repeat == "expr":
            return f'len(this.get("{part.id}") or ())'
        item = _item(part, structure, specs)
        if part.default is not None:
            item = f"Default({item}, {_default(part)})"
        extra = f", {-link[1]}" if link[1] else ""
        absent = f' if this.get("{part.id}") is not None else this.get("{f.id}")' if f.condition is not None else ""
        return f'built_size({item}, this.get("{part.id}"){extra}){absent}'
    return None


def _default(f: Field) -> str:
    """Source of the default value; lists stand for bytes where the field is bytes."""
    if isinstance(f.default, list) and f.repeat is None:
        return repr(bytes(f.default))
    return repr(f.default)


def _integer(kind: Integer) -> str:
    order = "b" if kind.big_endian else "l"
    return f"Int{8 * kind.size}{'s' if kind.signed else 'u'}{order}"


def _lambda(node: object, structure: Structure) -> str:
    text = _python(node, structure)
    return text if text.isdigit() else f"lambda this: {text}"


def _python(node: object, structure: Structure) -> str:
    def name(word: str) -> str:
        instance = structure.instance(word)
        if instance is not None and instance.value is not None:
            return _python(instance.value, structure)
        return f'this["{word}"]'

    def stream(attribute: str) -> str:
        return {"eof": 'stream_iseof(this["_io"])', "size": 'stream_size(this["_io"])'}[attribute]

    return expressions.as_python(node, name, stream)  # type: ignore[arg-type]
