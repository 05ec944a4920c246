"""Write bytes with the specs that read them, to look at in the Kaitai Web IDE and other tools."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.spans import Node


def spec_text(structure: str) -> str:
    """The .ksy file of a structure, as it stands in the specs."""
    return files("cronos_fmt._gen").joinpath("ksy", f"{structure}.ksy").read_text(encoding="utf-8")


def specs_of(structure: str) -> list[str]:
    """A structure and all that its spec imports, itself or through others, in order of their names."""
    found: set[str] = set()
    waiting = [structure]
    while waiting:
        name = waiting.pop()
        found.add(name)
        # The compiler turns each import of a spec into one of the module.
        imported = vars(sys.modules[PARSERS[name].__module__])
        waiting += [each for each in PARSERS if each not in found and isinstance(imported.get(each), ModuleType)]
    return sorted(found)


def export_kaitai(tree: Node, folder: Path, name: str) -> list[Path]:
    """Write the bytes of a tree to `NAME.bin` in a folder, and beside it the specs that it was read by.

    The folder is made where it is missing; files of these names in it are replaced. Gives the paths, the bytes first.
    CronosError: the tree is not one structure, or the folder cannot be written (status IO).
    """
    if not tree.structure:
        raise CronosError(
            "is no structure of the specs, so no spec reads it", hint="take the last layer", status=Status.USAGE
        )
    texts = {f"{each}.ksy": spec_text(each).encode() for each in specs_of(tree.structure)}
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file_name, data in {f"{name}.bin": tree.raw_bytes, **texts}.items():
            (folder / file_name).write_bytes(data)
            paths.append(folder / file_name)
    except OSError as error:
        raise CronosError(f"cannot be written: {error.strerror}", file=folder, status=Status.IO) from error
    return paths
