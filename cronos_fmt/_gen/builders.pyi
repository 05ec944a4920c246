# Generated from specs/ by `python -m codegen build`; do not edit.
from typing import Any, Protocol

class Builder(Protocol):
    def build(self, obj: Any) -> bytes: ...
    def parse(self, data: bytes) -> Any: ...

BUILDERS: dict[str, Builder]
