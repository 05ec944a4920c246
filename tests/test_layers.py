"""The shape of the package: who may import whom, where facts of the format may stand, what the command line loads."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cronos_fmt

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "cronos_fmt"
# From the bottom to the top; a module imports from the lines above its own. `package` is cronos_fmt/__init__.py.
LAYERS = (
    ("errors", "limits", "shown", "text", "version"),
    ("problems",),
    ("source",),
    ("_gen",),
    ("kod",),
    ("parsing", "layers"),
    ("inflate", "leaves", "links", "spans"),
    ("container",),
    ("records",),
    ("ghosts", "free_list"),
    ("schema",),
    ("values", "clashes"),
    ("rows",),
    ("readings",),
    ("alignment", "vocabulary"),
    ("bank",),
    ("bulk",),
    ("check",),
    ("recovery", "inspect", "sinks"),
    ("report",),
    ("columnar",),
    ("writer",),
    ("opening",),
    ("package",),
    ("cli", "repl"),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# The way from the bytes of a file to rows, counted with blank lines and docstrings. Not counted: what all modules use
# (errors, limits, problems, shown), what rows take in some banks only (links: the values of link fields; readings: the
# positions without a field), and what looks at a file in other ways than for its rows (layers, records).
DRIVER = ("source", "kod", "text", "parsing", "inflate", "container", "schema", "values", "rows")
DRIVER_LINES = 1_250
HEAVY = {"numpy", "kaitaistruct", "construct", "rich", "scipy", "pyarrow"}


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if not {"__pycache__", "node_modules"} & set(path.parts))


def dotted(path: Path) -> str:
    """Name of the module in a file: `cronos_fmt.sinks` for its __init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it, by its full name."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            yield from (f"{base}.{a.name}" if is_module(f"{base}.{a.name}") else base for a in node.names)


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def component(name: str) -> str | None:
    """The part of cronos_fmt that a module belongs to; None for a module of somebody else."""
    top, _, rest = name.partition(".")
    return None if top != "cronos_fmt" else rest.partition(".")[0] or "package"


# ---- who imports whom


def test_every_module_has_a_layer() -> None:
    assert {component(dotted(path)) for path in modules(PACKAGE)} <= set(LEVEL)


@pytest.mark.parametrize("path", modules(PACKAGE), ids=dotted)
def test_imports_go_down(path: Path) -> None:
    own = component(dotted(path))
    assert own is not None
    used = {name for name in map(component, imports(path)) if name not in (None, own)}
    if own == "package":
        used -= {name for name in used if name is not None and LEVEL[name] < LEVEL[own]}
    assert {name for name in used if name is not None and LEVEL[name] >= LEVEL[own]} == set()


def test_no_import_cycle() -> None:
    names = {dotted(path) for path in modules(PACKAGE)}
    graph = {dotted(path): set(imports(path)) & names for path in modules(PACKAGE)}
    while ready := [name for name, used in graph.items() if not used & graph.keys()]:
        for name in ready:
            del graph[name]
    assert graph == {}


@pytest.mark.parametrize("path", modules(PACKAGE / "_gen"), ids=dotted)
def test_generated_modules_stand_alone(path: Path) -> None:
    allowed = {"kaitaistruct", "construct", "numpy", *sys.stdlib_module_names}
    for name in imports(path):
        inside = name.startswith("cronos_fmt._gen") or name == "cronos_fmt.limits"
        assert inside or name.partition(".")[0] in allowed, name


@pytest.mark.parametrize("path", modules(ROOT / "codegen"), ids=dotted)
def test_codegen_needs_only_the_limits(path: Path) -> None:
    assert {name for name in imports(path) if name.partition(".")[0] == "cronos_fmt"} <= {"cronos_fmt.limits"}


def test_package_never_imports_codegen() -> None:
    used = {name.partition(".")[0] for path in modules(PACKAGE) for name in imports(path)}
    assert not used & {"codegen", "tests", "yaml"}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import cronos_fmt", ["cronos_fmt"]),
        ("import cronos_fmt.bank", ["cronos_fmt.bank"]),
        ("from cronos_fmt import kod, open", ["cronos_fmt.kod", "cronos_fmt"]),
        ("from cronos_fmt.bank import Bank", ["cronos_fmt.bank"]),
        ("def f():\n    from . import bank", ["cronos_fmt.bank"]),
        ("from .bank import Bank", ["cronos_fmt.bank"]),
        ("from ._gen import layouts", ["cronos_fmt._gen.layouts"]),
    ],
)
def test_imports_are_found(line: str, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made.py").write_text(line, encoding="utf-8")
    monkeypatch.setitem(globals(), "dotted", lambda path: "cronos_fmt.made")
    assert list(imports(tmp_path / "made.py")) == found


# ---- one place for each fact of the format


def driver_files() -> list[Path]:
    """Everything that people write: all modules but the generated ones."""
    return [path for path in modules(PACKAGE) if "_gen" not in path.parts]


_VERSION = re.compile(r"""["']01\.\d\d""")
_FORMAT = re.compile(r"[<>=!@|](\d*[xcbB?hHiIlLqQnNefdspPuSVU]\d*)+")


@pytest.mark.parametrize("path", driver_files(), ids=dotted)
def test_no_version_outside_the_specs(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if _VERSION.search(line)] == []


@pytest.mark.parametrize("path", driver_files(), ids=dotted)
def test_no_layout_outside_the_specs(path: Path) -> None:
    assert "struct" not in set(imports(path))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert [text for text in texts if _FORMAT.fullmatch(text)] == []
    assert [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "from_bytes"] == []


@pytest.mark.parametrize("text", ["<I", "<4sHH", ">u2", "<u4", "|V8", "=Q"])
def test_formats_are_recognised(text: str) -> None:
    assert _FORMAT.fullmatch(text)


def test_driver_is_small() -> None:
    lines = {name: len((PACKAGE / f"{name}.py").read_text(encoding="utf-8").splitlines()) for name in DRIVER}
    assert sum(lines.values()) < DRIVER_LINES, lines


def test_driver_is_counted_whole() -> None:
    """What the driver imports is counted too, but for what the comment above DRIVER leaves out."""
    used = {component(name) for module in DRIVER for name in imports(PACKAGE / f"{module}.py")} - {None, "_gen"}
    assert used - set(DRIVER) == {"errors", "limits", "problems", "shown", "links"}


# ---- what the library does not do


@pytest.mark.parametrize("path", [path for path in driver_files() if "cli" not in path.parts], ids=dotted)
def test_library_never_prints(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = [n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    written = [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr in ("stdout", "stderr")]
    assert "print" not in called and not written


_LOADED = """
import sys
from cronos_fmt.cli import main
{run}
print("\\n" + " ".join(sorted(name for name in {heavy} if name in sys.modules)))
"""


@pytest.mark.parametrize("arguments", [None, ["--help"], ["--version"], ["export", "--help"]], ids=str)
def test_help_loads_nothing_heavy(arguments: list[str] | None) -> None:
    run = "" if arguments is None else f"main({arguments!r}, standalone_mode=False)"
    code = _LOADED.format(run=run, heavy=sorted(HEAVY))
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == ""


def test_reading_loads_what_help_does_not() -> None:
    code = _LOADED.format(run="import cronos_fmt; cronos_fmt.open", heavy=sorted(HEAVY))
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {"numpy", "kaitaistruct"} <= set(result.stdout.split())


# ---- the public names


@pytest.mark.parametrize("name", cronos_fmt.__all__)
def test_public_name_exists_and_is_documented(name: str) -> None:
    thing = getattr(cronos_fmt, name)
    if name == "__version__":
        assert re.fullmatch(r"\d+\.\d+\.\d+\S*", thing)
        return
    own = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    # A dataclass without one gets its signature as its docstring, a named tuple as well.
    assert own and not own.startswith(f"{name}("), f"{name} has no docstring"


def test_public_names_are_those_for_type_checkers() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    typed = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert {*typed, "__version__"} == set(cronos_fmt.__all__) == set(dir(cronos_fmt))
    assert cronos_fmt.__all__ == sorted(cronos_fmt.__all__)
    for name, module in typed.items():
        assert module is not None
        assert getattr(importlib.import_module(module), name) is getattr(cronos_fmt, name)


def test_no_other_name() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        cronos_fmt.nothing  # noqa: B018
    assert (PACKAGE / "py.typed").exists()
