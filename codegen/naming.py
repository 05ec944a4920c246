"""Names in generated code, and the banner that heads each generated Python file."""

from __future__ import annotations

from codegen.spec import Structure

BANNER = "# Generated from specs/ by `python -m codegen build`; do not edit.\n"


def class_name(word: str) -> str:
    """`tad_slot_v3_32` -> `TadSlotV332`, as the Kaitai compiler does it."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def variable(structure: Structure) -> str:
    """Name of a structure or inner type as a module variable: `base_definition__tail_2`."""
    return "__".join(structure.names)
