"""The place of an output: checked first, written beside it, and there under its name only when it is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cronos_fmt.bank import Bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.sinks.progress import Calls


def checked_place(out: Path, bank: Bank, force: bool) -> Path:
    """The output as an absolute path.

    CronosError with status USAGE where the bank, or the place one stands in, would make way for it, or where it exists
    and is not to be replaced.
    """
    place = out.resolve()
    if not out.name or any(kept.resolve().is_relative_to(place) for kept in (bank.path, Path.cwd())):
        raise CronosError("cannot be the output", file=out, hint="choose a new directory", status=Status.USAGE)
    out = Path(os.path.abspath(out))
    if os.path.lexists(out) and not force:
        raise CronosError("exists already", file=out, hint="choose another place or use --force", status=Status.USAGE)
    return out


@contextmanager
def partial_folder(out: Path, calls: Calls, *, resume: bool = False) -> Iterator[Path]:
    """A new folder to write into, which becomes `out` at the end; whatever ends the run before leaves nothing behind.

    resume: keep the folder where the run is interrupted, and go on in the one of a run that was.
    CronosError with status IO where something cannot be written.
    """
    partial = out.with_name(f".{out.name}.partial-{'resume' if resume else os.getpid()}")
    above = [folder for folder in partial.parents if not folder.exists()]
    try:
        partial.mkdir(parents=True, exist_ok=resume)
        yield partial
        _put_in_place(partial, out)
    except OSError as error:
        if error is calls.error:
            raise
        raise CronosError(
            f"cannot be written: {error.strerror}", file=error.filename or out, status=Status.IO
        ) from error
    finally:
        if not resume:
            shutil.rmtree(partial, ignore_errors=True)
        for folder in above:  # those that were made for an output that did not come about
            with suppress(OSError):
                folder.rmdir()


def _put_in_place(partial: Path, out: Path) -> None:
    old = None
    if os.path.lexists(out):
        old = out.with_name(f".{out.name}.old-{os.getpid()}")
        out.rename(old)
    try:
        partial.rename(out)
    except OSError:
        if old is not None:
            old.rename(out)
        raise
    if old is not None:
        shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
