"""What a process that only reads banks asks of the allocator."""

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
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            for parameter in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
                ctypes.CDLL(None).mallopt(parameter, _KEPT_BYTES)
