# Generated from specs/ by `python -m codegen build`; do not edit.
"""What the builders need besides construct's own parts.

Each class reads as the Kaitai construction of the same meaning does, and builds back the same bytes. Errors of an item
end the whole reading (construct's GreedyRange would drop the item and go on).
"""

from __future__ import annotations

import io
from typing import Any

from construct import Construct, StreamError, Subconstruct, evaluate, stream_iseof, stream_read_entire


class When(Subconstruct):
    """A part that is there if a condition on the fields before it holds. Built exactly when a value is given."""

    def __init__(self, condition: Any, subcon: Construct) -> None:
        super().__init__(subcon)
        self.condition = condition
        self.flagbuildnone = True

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        if not evaluate(self.condition, context):
            return None
        return self.subcon._parsereport(stream, context, path)

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        return None if obj is None else self.subcon._build(obj, stream, context, path)


class Sized(Subconstruct):
    """A part of so many bytes; with length None, up to the end. It must use all of them."""

    def __init__(self, length: Any, subcon: Construct) -> None:
        super().__init__(subcon)
        self.length = length

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        length = evaluate(self.length, context)
        data = stream_read_entire(stream, path) if length is None else stream.read(max(length, 0))
        if length is not None and len(data) != length:
            raise StreamError(f"{length} bytes wanted, {len(data)} left", path=path)
        inner = io.BytesIO(data)
        obj = self.subcon._parsereport(inner, context, path)
        if inner.tell() != len(data):
            raise StreamError(f"{len(data) - inner.tell()} bytes left over", path=path)
        return obj

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        inner = io.BytesIO()
        result = self.subcon._build(obj, inner, context, path)
        if isinstance(self.length, int) and len(inner.getvalue()) != self.length:
            raise StreamError(f"{self.length} bytes wanted, {len(inner.getvalue())} given", path=path)
        stream.write(inner.getvalue())
        return result


class UntilByte(Construct):
    """Bytes up to a terminator, which is left in place, or up to the end."""

    def __init__(self, terminator: int) -> None:
        super().__init__()
        self.terminator = bytes([terminator])

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        start = stream.tell()
        data = stream.read()
        end = data.find(self.terminator)
        if end >= 0:
            stream.seek(start + end)
            data = data[:end]
        return data

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        if self.terminator in obj:
            raise StreamError(f"the value holds its own terminator {self.terminator!r}", path=path)
        stream.write(obj)
        return obj


class Items(Subconstruct):
    """A list: `count` items, or up to the first one for which `until` holds, or up to the end."""

    def __init__(self, subcon: Construct, count: Any = None, until: Any = None) -> None:
        super().__init__(subcon)
        self.count = count
        self.until = until

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        count = evaluate(self.count, context)
        items: list[Any] = []
        while (
            (not stream_iseof(stream)) if count is None and self.until is None else count is None or len(items) < count
        ):
            items.append(self.subcon._parsereport(stream, context, f"{path}[{len(items)}]"))
            if self.until is not None and self.until(items[-1]):
                break
        return items

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        return [self.subcon._build(item, stream, context, f"{path}[{i}]") for i, item in enumerate(obj)]


def built_size(subcon: Construct, obj: Any, extra: int = 0) -> int:
    """Bytes that a part will take when built, plus `extra`; 0 for a part that is not there."""
    if obj is None and not subcon.flagbuildnone:
        return 0
    return len(subcon.build(obj)) + extra
