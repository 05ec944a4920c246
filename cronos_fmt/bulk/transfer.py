"""How results come back from worker processes: pickled, and what is large through memory that both sides have.

A pipe copies each byte some times and stops every 64 KiB; a block of shared memory is written once and read once.
"""

from __future__ import annotations

import io
import pickle
import shutil
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

import numpy as np

from cronos_fmt.bank import Bank
from cronos_fmt.schema import Base, Field

_BLOCK = 12 << 20
_LARGE = 1 << 15
# Where Linux keeps shared memory; writing more than there is would end the process.
_SHARED = Path("/dev/shm")


class Blocks:
    """Blocks of shared memory that are handed out, one for each result under way; none where there is no room."""

    def __init__(self, count: int) -> None:
        self._blocks: dict[str, SharedMemory] = {}
        self._free: deque[str] = deque()
        if _SHARED.is_dir() and shutil.disk_usage(_SHARED).free < 2 * count * _BLOCK:
            return
        with suppress(OSError):
            for _ in range(count):
                block = SharedMemory(create=True, size=_BLOCK)
                self._blocks[block.name] = block
                self._free.append(block.name)

    def take(self) -> str:
        """Name of a block that nobody has; empty where there is none."""
        return self._free.popleft() if self._free else ""

    def view(self, name: str) -> memoryview:
        return _memory(self._blocks[name]) if name else memoryview(b"")

    def give_back(self, name: str) -> None:
        if name:
            self._free.append(name)

    def close(self) -> None:
        for block in self._blocks.values():
            block.close()
            block.unlink()
        self._blocks.clear()


_attached: dict[str, SharedMemory] = {}


def attached(name: str) -> memoryview:
    """The block of a name in a worker."""
    if not name:
        return memoryview(b"")
    if name not in _attached:
        _attached[name] = SharedMemory(name)
    return _memory(_attached[name])


def _memory(block: SharedMemory) -> memoryview:
    assert block.buf is not None, "an open block has memory"
    return block.buf


class Codec:
    """Pickles results; bases, fields and words go as names, since both sides have them, and large data into a block.

    A memoryview goes into the block whatever its size, and is not copied out of it.
    """

    def __init__(self, bank: Bank, columns: Mapping[str, Sequence[Field]]) -> None:
        self._things: dict[Any, Any] = {}
        for base in bank.schema.bases:
            self._things["base", base.key] = base
            for i, field in enumerate((*base.fields, *columns.get(base.key, ()))):
                self._things["field", base.key, i] = field
            if base.key in columns:
                self._things["columns", base.key] = columns[base.key]
        self._things |= {("words", key): words for key, words in bank._words.items()}
        self._names = {id(thing): name for name, thing in self._things.items()}

    def dumps(self, result: Any, block: memoryview, used: int = 0) -> tuple[bytes, int]:
        """A result as bytes for a pipe, which tell where in the block its large data stands; and how much is used then.

        used: bytes of the block that hold something else.
        """
        names = self._names

        def put(data: memoryview) -> int | None:
            nonlocal used
            at, stop = used, used + data.nbytes
            if stop > len(block):
                return None
            block[at:stop] = data
            used = stop
            return at

        class Pickler(pickle.Pickler):
            def persistent_id(self, thing: Any) -> Any:
                if isinstance(thing, (Base, Field, dict, tuple)):
                    return names.get(id(thing))
                if isinstance(thing, memoryview):
                    at = put(thing)
                    return "view", at, thing.nbytes, b"" if at is not None else thing.tobytes()
                if isinstance(thing, (bytes, bytearray)):
                    if len(thing) >= _LARGE and (at := put(memoryview(thing))) is not None:
                        return "bytes", at, len(thing), isinstance(thing, bytearray)
                elif isinstance(thing, np.ndarray) and thing.nbytes >= _LARGE and thing.flags.c_contiguous:
                    flat = thing.reshape(-1).view(np.uint8)
                    if (at := put(flat.data)) is not None:
                        return "array", at, thing.nbytes, thing.dtype.str, thing.shape
                return None

        file = io.BytesIO()
        Pickler(file, pickle.HIGHEST_PROTOCOL).dump(result)
        return file.getvalue(), used

    def loads(self, data: bytes, block: memoryview, views: list[memoryview]) -> Any:
        """The result. A memoryview in it looks at the block, and is among `views`; nothing else of it stays there."""
        things = self._things

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, pid: Any) -> Any:
                match pid:
                    case "view", at, size, rest:
                        view = memoryview(rest) if at is None else block[at : at + size]
                        views.append(view)
                        return view
                    case "bytes", at, size, is_mutable:
                        return (bytearray if is_mutable else bytes)(block[at : at + size])
                    case "array", at, size, dtype, shape:
                        return np.frombuffer(bytearray(block[at : at + size]), dtype).reshape(shape)
                return things[pid]

        return Unpickler(io.BytesIO(data)).load()
