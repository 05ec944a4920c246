"""Read CronosPro banks: every byte accounted for, every value under its own field.

>>> import cronos_fmt
>>> with cronos_fmt.open("examples/bank") as bank:
...     for row in bank.tables["Клиенты"].rows():
...         print(row.number, row["ФИО"])
"""

from cronos_fmt.bank import Bank, Counts, RecordClass, Scanned, Table, open
from cronos_fmt.container import CroFile, Layer, Record, Slot, SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import Kod
from cronos_fmt.limits import Limits
from cronos_fmt.problems import Problem, Problems
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Field, Schema
from cronos_fmt.values import FileReference, Value

__all__ = [
    "Bank",
    "Base",
    "Counts",
    "CroFile",
    "CronosError",
    "Field",
    "FileReference",
    "Kod",
    "Layer",
    "Limits",
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
    "Value",
    "open",
]
__version__ = "0.1.0"
