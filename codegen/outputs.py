"""All generated files in memory, and the lock that tells whether those on disk belong to the specs beside them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from codegen import builders, layouts, parsers, reference, tables
from codegen.naming import BANNER
from codegen.spec import ROOT, Specs, spec_files

GEN = Path("cronos_fmt/_gen")
REFERENCE = Path("docs/format/generated")
LOCK = Path("codegen/lock.json")


def outputs(specs: Specs) -> dict[str, str]:
    """Every generated file, its path in the repository -> its text; the same text for the same specs, always."""
    support = (ROOT / "codegen" / "construct_support.py").read_text(encoding="utf-8")
    gen = {
        "__init__.py": f'{BANNER}"""What codegen made of the specs."""\n',
        "builders.py": builders.builders(specs),
        "builders.pyi": builders.STUB,
        "construct_support.py": BANNER + support,
        "layouts.py": layouts.layouts(specs),
        "versions.py": tables.versions(specs),
        "fields.py": tables.fields(specs),
        "field_types.py": tables.field_types(specs),
        "stru_keys.py": tables.stru_keys(specs),
        "kod_tables.py": tables.kod_tables(specs),
        **{f"parsers/{name}": text for name, text in parsers.parsers(specs).items()},
        # The specs themselves, for `export_kaitai`: only _gen is installed.
        **{f"ksy/{s.id}.ksy": s.file.read_text(encoding="utf-8") for s in specs.structures.values()},
    }
    files = {str(GEN / name): text for name, text in gen.items()}
    files |= {str(REFERENCE / name): text for name, text in reference.reference(specs).items()}
    return dict(sorted(files.items()))


def lock(root: Path, generated: list[str]) -> str:
    """Text of the lock: hashes of the specs, of the emitters and of the generated files, and the compiler's version."""
    sources = [*spec_files(root / "specs"), *sorted((root / "codegen").glob("*.py")), root / "codegen/kaitai.mjs"]
    content = {
        "compiler": parsers.compiler_version(),
        "sources": {str(p.relative_to(root)): _hash(p) for p in sources},
        "generated": {name: _hash(root / name) for name in sorted(generated)},
    }
    return json.dumps(content, indent=1) + "\n"


def lock_problems(root: Path) -> list[str]:
    """What has changed since the last build, one line a file; needs neither Node nor the compiler."""
    kept = json.loads((root / LOCK).read_text(encoding="utf-8"))
    now = json.loads(lock(root, [name for name in kept["generated"] if (root / name).exists()]))
    problems = []
    for part, hint in (("sources", "changed since the last build"), ("generated", "edited by hand, or missing")):
        for name in sorted(kept[part].keys() | now[part].keys()):
            if kept[part].get(name) != now[part].get(name):
                problems.append(f"{name}: {hint}")
    if kept["compiler"] != now["compiler"]:
        problems.append("codegen/package.json: another compiler than at the last build")
    unknown = [str(p.relative_to(root)) for p in on_disk(root) if str(p.relative_to(root)) not in kept["generated"]]
    return problems + [f"{name}: not made by codegen" for name in unknown]


def on_disk(root: Path) -> list[Path]:
    """Files that stand where generated files belong."""
    places = [p for place in (GEN, REFERENCE) for p in (root / place).rglob("*")]
    return sorted(p for p in places if p.is_file() and "__pycache__" not in p.parts)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
