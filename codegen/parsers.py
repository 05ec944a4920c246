"""Make the kaitaistruct parsers with the official compiler, and typed stubs for them."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from pathlib import Path

from codegen.naming import BANNER, class_name
from codegen.spec import Field, Integer, SpecError, Specs, Structure, Switch

_HERE = Path(__file__).resolve().parent
_COMPILER = _HERE / "node_modules" / "kaitai-struct-compiler"
# Few of the parsers take part in a run, and importing all of them takes longer than a small bank.
_PACKAGE = '''"""Parsers of the structures, imported when they are asked for. They record the span of every field.

PARSERS maps a name to each.
"""

from collections.abc import Mapping
from importlib import import_module
'''
_LAZY = """_STRUCTURES = {name: structure for structure, name in _CLASSES.items()}


def __getattr__(name):
    if name not in _STRUCTURES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_STRUCTURES[name]}"), name)
    return found


class _Parsers(Mapping):
    def __getitem__(self, structure):
        name = _CLASSES[structure]
        return globals()[name] if name in globals() else __getattr__(name)

    def __iter__(self):
        return iter(_CLASSES)

    def __len__(self):
        return len(_CLASSES)


PARSERS = _Parsers()
"""
# What the compiler writes, and what stands there instead.
_NEXT_ITEM = ".append(self._io.next_item())"
_BEGIN = r"\1 = {'start': self._io.at}"


def parsers(specs: Specs) -> dict[str, str]:
    """Files of `_gen/parsers/`, by name. SpecError where the compiler refuses a spec or is not there."""
    files = {name: _rewrite(text, specs) for name, text in _compile(specs).items()}
    classes = [(s.id, class_name(s.id)) for s in specs.structures.values()]
    imports = "".join(f"from .{name} import {cls} as {cls}\n" for name, cls in classes)
    table = "".join(f'    "{name}": "{cls}",\n' for name, cls in classes)
    files["__init__.py"] = f"{BANNER}{_PACKAGE}\n_CLASSES = {{\n{table}}}\n{_LAZY}"
    files["__init__.pyi"] = (
        f"{BANNER}from collections.abc import Mapping\n\nfrom kaitaistruct import KaitaiStruct\n\n{imports}\n"
        "PARSERS: Mapping[str, type[KaitaiStruct]]\n"
    )
    files["_stream.py"] = BANNER + (_HERE / "parser_stream.py").read_text(encoding="utf-8")
    for structure in specs.structures.values():
        files[f"{structure.id}.pyi"] = _stub(structure, specs)
    return files


def compiler_version() -> str:
    """Version of the compiler that package.json pins."""
    version: str = json.loads((_HERE / "package.json").read_text())["dependencies"]["kaitai-struct-compiler"]
    return version


def _compile(specs: Specs) -> dict[str, str]:
    if not _COMPILER.is_dir():
        raise SpecError(
            "the Kaitai compiler is missing; run `npm ci --prefix codegen` (Node is needed to change specs)"
        )
    run = subprocess.run(
        ["node", str(_HERE / "kaitai.mjs")], input=json.dumps(specs.raw), capture_output=True, text=True, check=False
    )
    if run.returncode != 0:
        raise SpecError(f"the Kaitai compiler refused: {run.stderr.strip()}")
    files: dict[str, str] = json.loads(run.stdout)
    return files


def _rewrite(text: str, specs: Specs) -> str:
    """Imports become relative, a field that was not read is None, and what is read is a Stream, which counts items."""
    names = "|".join(specs.structures)
    text = re.sub(rf"^import ({names})$", r"from . import \1", text, flags=re.MULTILINE)
    text = re.sub(r"^# This is a generated file!.*\n", BANNER, text, count=1)

    text = text.replace("\nimport collections\n", "\n", 1)
    text = text.replace("KaitaiStruct, KaitaiStream, BytesIO\n", "KaitaiStruct\nfrom ._stream import Stream\n", 1)
    text = re.sub(r"\bKaitaiStream\(BytesIO\((.*)\)\)$", r"Stream(\1)", text, flags=re.MULTILINE)
    # The fewer steps the better: a structure may have thousands of fields. Without a way up, which no expression of a
    # spec takes, what is read is no garbage that has to be looked for.
    text = re.sub(r", _parent=None, _root=None\):$", "):", text, flags=re.MULTILINE)
    text = re.sub(r"^ +self\._(parent|root) = _.*\n", "", text, flags=re.MULTILINE).replace(", self, self._root)", ")")
    text = re.sub(r"super\(.*\)\.__init__\(_io\)$", "self._io = _io", text, flags=re.MULTILINE)
    text = text.replace("collections.defaultdict(dict)", "{}").replace(".append({'start': self._io.pos()})", _NEXT_ITEM)
    text = re.sub(r"(_debug\['\w+'\])\['start'\] = self\._io\.pos\(\)$", _BEGIN, text, flags=re.MULTILINE)
    text = re.sub(r"^( +)def _read\(self\):\n(?:\1 .*\n|\n)+", _with_names, text, flags=re.MULTILINE)

    def defaults(match: re.Match[str]) -> str:
        fields = json.loads(match[2])
        return match[0] + "".join(f"\n{match[1]}{name} = None" for name in fields)

    return re.sub(r"^( +)SEQ_FIELDS = (\[.*\])$", defaults, text, flags=re.MULTILINE)


def _with_names(method: re.Match[str]) -> str:
    """A method with names for what its lines ask for again and again."""
    head, body = method[0].split("\n", 1)
    body = body.replace("self._io.pos()", "_io.at").replace("self._io.", "_io.").replace("self._debug[", "_debug[")
    return f"{head}\n{method[1]}    _io, _debug = self._io, self._debug\n{body}"


def _stub(structure: Structure, specs: Specs) -> str:
    imports = "".join(f"from .{name} import {class_name(name)}\n" for name in sorted(structure.imports))
    head = (
        f"{BANNER}from typing import Any, ClassVar\n\nfrom kaitaistruct import KaitaiStream, KaitaiStruct\n\n{imports}"
    )
    return head + "".join(_stub_class(structure, specs, ""))


def _stub_class(structure: Structure, specs: Specs, indent: str) -> list[str]:
    inner = indent + "    "
    lines = [f"\n{indent}class {class_name(structure.id)}(KaitaiStruct):\n"]
    lines.append(f"{inner}SEQ_FIELDS: ClassVar[list[str]]\n")
    lines.append(f"{inner}_debug: dict[str, dict[str, Any]]\n")
    lines += [f"{inner}{f.id}: {_type(f, structure, specs)}\n" for f in structure.fields]
    for i in structure.instances:
        logical = isinstance(i.value, ast.Compare | ast.BoolOp) or i.id.startswith("is_")
        result = "str" if isinstance(i.value, ast.Call) else "bool" if logical else "int"
        lines.append(f"{inner}@property\n{inner}def {i.id}(self) -> {result}: ...\n")
    lines.append(f"{inner}def __init__(self, _io: KaitaiStream) -> None: ...\n{inner}def _read(self) -> None: ...\n")
    for t in structure.types.values():
        lines += _stub_class(t, specs, inner)
    return lines


def _type(f: Field, structure: Structure, specs: Specs) -> str:
    if isinstance(f.type, Integer):
        text = "int"
    elif isinstance(f.type, Switch):
        text = " | ".join(_dotted(name, structure, specs) for name in [*f.type.cases.values(), f.type.default])
    elif isinstance(f.type, str):
        text = _dotted(f.type, structure, specs)
    else:
        text = "bytes"
    if f.repeat is not None:
        text = f"list[{text}]"
    return f"{text} | None" if f.condition is not None else text


def _dotted(name: str, structure: Structure, specs: Specs) -> str:
    return ".".join(class_name(part) for part in specs.resolve(name, structure).names)
