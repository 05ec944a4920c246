"""Read CronosPro banks: every byte accounted for, every value under its own field.

>>> import cronos_fmt
>>> with cronos_fmt.open("examples/bank") as bank:
...     for row in bank.tables["Клиенты"].rows():
...         print(row.number, row["ФИО"])
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cronos_fmt.version import __version__

if TYPE_CHECKING:
    from cronos_fmt.bank import Bank, Counts, RecordClass, Scanned, Table
    from cronos_fmt.columnar import Partition, read_range
    from cronos_fmt.container import Slot, SlotState
    from cronos_fmt.errors import CronosError, Status
    from cronos_fmt.kod import Kod
    from cronos_fmt.layers import Layer
    from cronos_fmt.limits import Limits
    from cronos_fmt.links import LinkReference
    from cronos_fmt.opening import open
    from cronos_fmt.problems import Problem, Problems
    from cronos_fmt.records import CroFile, Record
    from cronos_fmt.recovery import KodRecovery, load_kod, recover_kod
    from cronos_fmt.rows import Row
    from cronos_fmt.schema import Base, Field, Schema
    from cronos_fmt.spans import Node
    from cronos_fmt.values import FileReference, Validity, Value, Word

__all__ = [
    "Bank",
    "Base",
    "Counts",
    "CroFile",
    "CronosError",
    "Field",
    "FileReference",
    "Kod",
    "KodRecovery",
    "Layer",
    "Limits",
    "LinkReference",
    "Node",
    "Partition",
    "Problem",
    "Problems",
    "Record",
    "RecordClass",
    "Row",
    "Scanned",
    "Schema",
    "Slot",
    "SlotState",
    "Status",
    "Table",
    "Validity",
    "Value",
    "Word",
    "__version__",
    "load_kod",
    "open",
    "read_range",
    "recover_kod",
]

# Names are imported when they are first used: the command line answers `--help` at once, and codegen can import the
# limits while the generated modules are not there yet.
_HOMES = {
    "bank": ("Bank", "Counts", "RecordClass", "Scanned", "Table"),
    "columnar": ("Partition", "read_range"),
    "container": ("Slot", "SlotState"),
    "errors": ("CronosError", "Status"),
    "kod": ("Kod",),
    "layers": ("Layer",),
    "limits": ("Limits",),
    "links": ("LinkReference",),
    "opening": ("open",),
    "records": ("CroFile", "Record"),
    "recovery": ("KodRecovery", "load_kod", "recover_kod"),
    "problems": ("Problem", "Problems"),
    "rows": ("Row",),
    "schema": ("Base", "Field", "Schema"),
    "spans": ("Node",),
    "values": ("FileReference", "Validity", "Value", "Word"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
