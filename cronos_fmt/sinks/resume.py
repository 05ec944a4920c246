"""Where an interrupted export can go on: how far the bank was read, and what of the output was on the disk by then."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cronos_fmt.bank import Bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.version import __version__

STATE = "resume.json"
# Between two states; each costs writing out what waits in memory.
SECONDS = 10.0


def identity(bank: Bank, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a second run must have in common with the first: the bank, unchanged, and all that was asked."""
    files = {}
    for name in bank.file_names:
        try:
            status = os.stat(bank.file(name).dat.path)
        except CronosError:
            continue
        files[name] = [status.st_size, status.st_mtime_ns]
    return {"version": __version__, "bank": files, "arguments": dict(arguments)}


class Checkpoints:
    """The state of one export in its folder. A state is whole or not there: it is written beside and renamed."""

    def __init__(self, folder: Path, what: Mapping[str, Any]) -> None:
        self._path = folder / STATE
        self._what = json.loads(json.dumps(what))
        self._next = time.monotonic() + SECONDS

    def load(self) -> dict[str, Any] | None:
        """The last state; None where the folder has none. CronosError with status USAGE: it is that of another run."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise self._useless("cannot be read") from error
        if not isinstance(found, dict) or found.get("what") != self._what:
            raise self._useless("was begun with other options, from another bank, or by another version")
        state: dict[str, Any] = found["state"]
        return state

    def _useless(self, why: str) -> CronosError:
        hint = f"remove {self._path.parent} to begin anew"
        return CronosError(f"the interrupted export {why}", file=self._path, hint=hint, status=Status.USAGE)

    @property
    def is_due(self) -> bool:
        return time.monotonic() >= self._next

    def save(self, state: Mapping[str, Any]) -> None:
        """Keep a state; everything it tells of is on the disk."""
        new = self._path.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            json.dump({"what": self._what, "state": state}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self._path)
        self._next = time.monotonic() + SECONDS

    def clear(self) -> None:
        """The export is complete."""
        self._path.unlink(missing_ok=True)
