"""Bounded, positional reading of one file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cronos_fmt.errors import CronosError, Status

# A pass in file order is served from windows of this size, which costs few calls to the system. A read elsewhere gets
# little more than it asks for: a chain of blocks all over the file must not read a window for each.
_WINDOW = 1 << 20
_PAGE = 1 << 12


class Source:
    """A regular file, read by offset. Reading never allocates more than the file holds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            # Non-blocking, so that a pipe with the name of a bank file cannot hang the run.
            self._file = open(path, "rb", buffering=0, opener=_open_without_waiting)  # noqa: SIM115
            status = os.fstat(self._file.fileno())
        except OSError as error:
            raise CronosError(f"cannot be opened: {error.strerror}", file=path, status=Status.IO) from error
        if not stat.S_ISREG(status.st_mode):
            self._file.close()
            raise CronosError("is not a regular file", file=path)
        self.size = status.st_size
        self._start = 0
        self._window = b""

    def read(self, offset: int, length: int) -> bytes:
        """Exactly `length` bytes at `offset`; CronosError where the file does not hold them."""
        if offset < 0 or length < 0 or offset + length > self.size:
            raise CronosError(f"{length} bytes wanted, the file has {self.size}", file=self.path, offset=offset)
        begin = offset - self._start
        if begin < 0 or begin + length > len(self._window):
            ahead = offset - self._start - len(self._window)
            self._fill(offset, max(length, _WINDOW if 0 <= ahead <= _PAGE else _PAGE))
            begin = 0
        return self._window[begin : begin + length]

    def read_into(self, offset: int, target: memoryview) -> None:
        """Fill a buffer with the bytes at an offset, past the window; CronosError as in `read`."""
        done = 0
        try:
            self._file.seek(offset)
            while done < len(target):
                count = self._file.readinto(target[done:])
                if not count:
                    message = "the file became shorter while it was read"
                    raise CronosError(message, file=self.path, offset=offset, status=Status.IO)
                done += count
        except OSError as error:
            message = f"cannot be read: {error.strerror}"
            raise CronosError(message, file=self.path, offset=offset, status=Status.IO) from error

    def _fill(self, offset: int, length: int) -> None:
        window = bytearray(min(length, self.size - offset))
        self.read_into(offset, memoryview(window))
        self._start, self._window = offset, bytes(window)

    def close(self) -> None:
        self._file.close()
        self._window = b""


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
