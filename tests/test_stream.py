"""The stream of the parsers does what kaitaistruct's own does with a file object."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import pytest
from kaitaistruct import KaitaiStream, KaitaiStructError

from cronos_fmt._gen.parsers._stream import Stream, TooManyItemsError
from cronos_fmt.limits import Limits

READS: list[tuple[str, Any]] = [
    *((f"read_{sign}{size}{end}", None) for sign in "us" for size in (2, 4, 8) for end in ("le", "be")),
    ("read_u1", None),
    ("read_s1", None),
    ("read_bytes_full", None),
    ("is_eof", None),
    ("size", None),
    ("pos", None),
    ("read_bytes", range(-2, 8)),
    ("seek", range(-2, 24)),
]
TERMS = [(include, consume, eos) for include in (False, True) for consume in (False, True) for eos in (False, True)]


def outcome(stream: Any, name: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a call gives or raises, and where the stream stands then; behind a failure nobody reads on."""
    try:
        return getattr(stream, name)(*arguments), stream.pos()
    except (EOFError, ValueError, KaitaiStructError) as error:
        return type(error), error.args[1:]


@pytest.mark.parametrize("seed", range(40))
def test_reads_are_those_of_kaitaistruct(seed: int) -> None:
    random = Random(seed)
    data = bytes(random.choices([*range(4), 0x1E, 0xFF], k=random.randrange(20)))
    for _ in range(60):
        own, other = Stream(data), KaitaiStream(BytesIO(data))
        for _ in range(8):
            if random.random() < 0.2:
                call = "read_bytes_term", (0x1E, *random.choice(TERMS))
            else:
                name, values = random.choice(READS)
                call = name, () if values is None else (random.choice(values),)
            found = outcome(own, *call)
            assert found == outcome(other, *call), call
            if isinstance(found[0], type):
                break


def test_items_are_counted() -> None:
    stream = Stream(bytes(4))
    stream.items_limit = 2
    stream.seek(3)
    assert [stream.next_item(), stream.next_item()] == [{"start": 3}] * 2
    with pytest.raises(TooManyItemsError, match="more than 2 items"):
        stream.next_item()
    assert Stream(b"").items_limit == Limits.items and Stream(b"").items == 0
