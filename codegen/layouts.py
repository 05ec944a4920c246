"""Emit numpy and struct layouts of the structures of fixed size, and of the fixed head of the others."""

from __future__ import annotations

from dataclasses import replace

from codegen import expressions
from codegen.naming import BANNER, class_name, variable
from codegen.spec import Field, Integer, Specs, Structure

_HEAD = f'''{BANNER}"""Row layouts of the structures with a fixed head, for reading many at once.

A layout is made over bytes and holds one row for each SIZE bytes; each field and each derived value is a column. `one`
reads a single row as a named tuple of the stored fields.
"""

from __future__ import annotations

import struct
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray


# A column of whole numbers or bytes; the element type depends on the field.
Column: TypeAlias = Any


class Layout:
    """Columns over the rows in a buffer; bytes behind the last whole row are left out."""

    NAME: ClassVar[str]
    DTYPE: ClassVar[np.dtype[Any]]
    SIZE: ClassVar[int]

    def __init__(self, data: bytes | memoryview) -> None:
        self.rows: NDArray[Any] = np.frombuffer(data, self.DTYPE, count=len(data) // self.SIZE)

    def __len__(self) -> int:
        return len(self.rows)

'''


def layouts(specs: Specs) -> str:
    """The module `_gen/layouts.py`."""
    parts = [_HEAD]
    constants = []
    for structure in specs.all_structures:
        head = specs.leading(structure)
        if len(structure.names) == 1 and head and not any(f.repeat for f, _ in head):
            parts.append(_layout(structure, head, whole=specs.fixed_size(structure) is not None))
        for f in structure.fields:
            if f.contents is not None:
                constants.append(f"{variable(structure).upper()}__{f.id.upper()} = {f.contents!r}\n")
    parts.append("\n# Constant bytes of the structures.\n" + "".join(constants))
    parts.append("\n# Heads of inner types: the fields of fixed size that one begins with where none is left out.\n")
    parts += [_inner_head(structure) for structure in specs.all_structures if len(structure.names) > 1]
    return "".join(parts)


def _inner_head(structure: Structure) -> str:
    """The head of an inner type as a constant; nothing where it has none, or consists of its head."""
    head: list[tuple[Field, int]] = []
    for f in structure.fields:
        size = replace(f, condition=None).fixed_size
        if size is None or isinstance(f.type, str) or f.repeat is not None:
            columns = ", ".join(f'("{f.id}", "{_numpy(f, n)}")' for f, n in head)
            return f"{variable(structure).upper()}__HEAD = np.dtype([{columns}])\n" if head else ""
        head.append((f, size))
    return ""


def _layout(structure: Structure, head: list[tuple[Field, int]], whole: bool) -> str:
    name = class_name(structure.id)
    size = sum(n for _, n in head)
    dtype = ", ".join(f'("{f.id}", "{_numpy(f, n)}")' for f, n in head)
    row = "".join(f"    {f.id}: {'int' if isinstance(f.type, Integer) else 'bytes'}\n" for f, _ in head)
    text = f'''
class {name}Row(NamedTuple):
    """{structure.title}: the stored fields of one."""

{row}

class {name}(Layout):
    """{structure.title}{"" if whole else ", the fixed head"}."""

    NAME = "{structure.id}"
    DTYPE = np.dtype([{dtype}])
    SIZE = {size}
    STRUCT = struct.Struct("{_struct(head)}")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> {name}Row:
        return {name}Row(*cls.STRUCT.unpack_from(data, at))
'''
    if structure.states:
        text += _states(structure)
    for f, _ in head:
        text += _column(f.id, f'self.rows["{f.id}"]', f.doc)
    columns = {f.id: f'self.rows["{f.id}"]' for f, _ in head}
    for instance in structure.instances:
        if instance.value is None or not _computable(instance.value, columns):
            continue
        source = expressions.as_python(instance.value, columns.__getitem__, lambda word: "?", arrays=True)
        columns[instance.id] = f"self.{instance.id}"
        if source in ("True", "False") or source.isdigit():
            source = f"np.full(len(self), {source})"
        text += _column(instance.id, source, instance.doc)
    return text


def _states(structure: Structure) -> str:
    """A class method that packs a row of a given state, for the writer."""
    cases = ""
    for state, values in structure.states.items():
        given = {
            name: expressions.as_python(node, lambda word: word, lambda word: "?") for name, node in values.items()
        }
        parts = [given.get(f.id, str(f.default)) for f in structure.fields]
        cases += f'            case "{state}":\n                values = ({", ".join(parts)})\n'
    names = ", ".join(structure.states)
    return f'''
    @classmethod
    def pack(cls, state: str, at: int = 0, length: int = 0, next: int = 0, rest: int = 0) -> bytes:
        """Bytes of a row in a state; ValueError for another one, and for a number too large. The states: {names}.

        at and length: offset in the .dat and bytes; next and rest the same for the second part of a two-part slot.
        """
        match state:
{cases}            case _:
                raise ValueError(f"{structure.id} has no state {{state!r}}; it has {names}")
        try:
            return cls.STRUCT.pack(*values)
        except struct.error as error:
            raise ValueError(str(error)) from error
'''


def _computable(node: object, columns: dict[str, str]) -> bool:
    try:
        expressions.as_python(node, lambda word: word, lambda word: word)  # type: ignore[arg-type]
    except expressions.ExpressionError:
        return False
    return expressions.names(node) <= columns.keys()  # type: ignore[arg-type]


def _column(name: str, source: str, doc: str) -> str:
    return f'\n    @property\n    def {name}(self) -> Column:\n        """{doc}"""\n        return {source}\n'


def _numpy(f: Field, size: int) -> str:
    if isinstance(f.type, Integer):
        return f"{'>' if f.type.big_endian else '<'}{'i' if f.type.signed else 'u'}{f.type.size}"
    return f"V{size}"


def _struct(head: list[tuple[Field, int]]) -> str:
    """Format string of the head; all specs are little endian, and a big-endian field does not get here."""
    codes = {1: "b", 2: "h", 4: "i", 8: "q"}
    text = "<"
    for f, size in head:
        if isinstance(f.type, Integer):
            code = codes[f.type.size]
            text += code if f.type.signed else code.upper()
        else:
            text += f"{size}s"
    return text
