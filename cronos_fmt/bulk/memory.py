"""What a process that reads banks asks of the allocator."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

# Parameters of mallopt in glibc, and what they are set to: a process keeps no more than some batches need.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT_BYTES = 1 << 25


def keep_memory() -> None:
    """Let glibc keep what is freed after a batch: the next one needs it, and new pages cost a part of the time.

    It is for the whole process, so whoever owns the process calls it: the command line, and workers.
    """
    for parameter in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
        _call("mallopt", parameter, _KEPT_BYTES)


def give_back_memory() -> None:
    """Let glibc give what is free to the system: what comes behind a pass needs other memory than batches."""
    _call("malloc_trim", 0)


def _call(name: str, *arguments: int) -> None:
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            getattr(ctypes.CDLL(None), name)(*arguments)
