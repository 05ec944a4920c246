"""Which inner loops run: the compiled kernel, or the same in Python where there is none."""

from __future__ import annotations

import importlib
import os
from functools import cache
from types import ModuleType
from typing import Any

_MODULES = {"native": "cronos_fmt.bulk._kernel", "python": "cronos_fmt.bulk.fallback"}
# Chooses the engine where no argument does, for tests and for comparing the two.
VARIABLE = "CRONOS_FMT_ENGINE"


def find_engine(name: str | None = None) -> Any:
    """The module with decode, rows and csv: "native", "python", or the best there is where None.

    ValueError: no such engine; ImportError: the kernel was asked for by name, and was not compiled.
    """
    name = name or os.environ.get(VARIABLE) or None
    if name is not None and name not in _MODULES:
        raise ValueError(f"engine must be {' or '.join(map(repr, _MODULES))}, not {name!r}")
    return _engine(name)


@cache
def _engine(name: str | None) -> ModuleType:
    if name is not None:
        return importlib.import_module(_MODULES[name])
    try:
        return importlib.import_module(_MODULES["native"])
    except ImportError:
        return importlib.import_module(_MODULES["python"])


def engine_name(engine: ModuleType | None = None) -> str:
    """Name of an engine, or of the one that runs where nobody chooses: "native" or "python"."""
    module = engine or find_engine()
    return next(name for name, path in _MODULES.items() if path == module.__name__)
