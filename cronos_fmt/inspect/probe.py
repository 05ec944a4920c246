"""Which known layouts fit a file whose version is unknown or lies, how well, and where the best one breaks.

Every container layout of the version table is tried on a bounded sample of the file and scored by constraints that
hold in a sound file whatever its content: slots point into the file, extents do not overlap and explain its bytes,
chains end, compressed records have the checksums they tell, a structure file holds a dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cronos_fmt._gen.parsers import PARSERS, Dictionary
from cronos_fmt._gen.versions import PROFILES, Layouts
from cronos_fmt.container import Options, Slot, SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.inflate import inflate
from cronos_fmt.limits import Limits
from cronos_fmt.parsing import parse_partly
from cronos_fmt.problems import Problems
from cronos_fmt.records import CroFile
from cronos_fmt.schema import known_key
from cronos_fmt.text import decode

_SAMPLED_SLOTS = 20_000
_SAMPLED_RECORDS = 200
_PAIR = "probed"


class Test(NamedTuple):
    """One constraint: how far it holds (0 to 1), how much it weighs, and what was found."""

    name: str
    score: float
    weight: float
    detail: str


class Break(NamedTuple):
    """Where a layout stops to fit: the file, the offset in it, and what is wrong there."""

    file: Path
    offset: int
    message: str


@dataclass
class Candidate:
    """A container layout, the version tags that have it, and how well it fits."""

    tags: tuple[str, ...]
    layouts: Layouts
    tests: list[Test] = field(default_factory=list)
    breaks: Break | None = None

    @property
    def score(self) -> float:
        """Weighted mean of the tests; 0 where nothing could be tested."""
        weight = sum(t.weight for t in self.tests)
        return sum(t.score * t.weight for t in self.tests) / weight if weight else 0.0

    def as_dict(self) -> dict[str, Any]:
        broken = self.breaks
        return {
            "tags": list(self.tags),
            "score": round(self.score, 4),
            "tests": [
                {"name": t.name, "score": round(t.score, 4), "weight": t.weight, "detail": t.detail} for t in self.tests
            ],
            "breaks": {"file": broken.file.name, "offset": broken.offset, "message": broken.message}
            if broken
            else None,
        }


def probe(dat: Path, tad: Path | None, limits: Limits | None = None) -> list[Candidate]:
    """All known container layouts, the one that fits best first.

    dat: a .dat file, whatever tag it carries; tad: its .tad, without which only the .dat is looked at.
    CronosError: the file has no Cronos header at all.
    """
    groups: dict[Layouts, list[str]] = {}
    for profile in PROFILES.values():
        if profile.layouts is not None:
            groups.setdefault(profile.layouts, []).append(profile.tag)
    candidates = [Candidate(tuple(tags), layouts) for layouts, tags in groups.items()]
    for candidate in candidates:
        options = Options(kod="auto", limits=limits or Limits(), assume={_PAIR: candidate.tags[0]})
        _try(candidate, dat, tad, options)
    return sorted(candidates, key=lambda c: c.score, reverse=True)


def _try(candidate: Candidate, dat: Path, tad: Path | None, options: Options) -> None:
    try:
        file = CroFile(_PAIR, dat, tad, options, Problems(options.limits))
    except CronosError as error:
        if error.offset == 0:
            raise  # no Cronos file, by any layout
        candidate.tests.append(Test("files", 0.0, 1.0, error.message))
        candidate.breaks = Break(Path(error.file or dat), error.offset or 0, error.message)
        return
    try:
        if file.tad is None:
            slots = _carved(file)
        else:
            slots = _sample(file)
            _test_slots(candidate, file, slots)
        _test_records(candidate, file, slots)
    finally:
        file.close()


def _sample(file: CroFile) -> list[Slot]:
    """Slots spread over the whole .tad: all of them in a small file, else runs at even distances."""
    runs = 20
    if file.slot_count <= _SAMPLED_SLOTS:
        return list(file.slots())
    length = _SAMPLED_SLOTS // runs
    starts = [1 + i * (file.slot_count - length) // (runs - 1) for i in range(runs)]
    return [slot for start in starts for slot in file.slots(start, start + length - 1)]


def _carved(file: CroFile) -> list[Slot]:
    """Record 1 of a structure file as it would stand at the start of the data, for a .dat without its .tad."""
    layout = file.layouts.first_chunk
    slots = []
    # In CroStru the first record stands one byte behind the start: a first attempt left a byte there.
    for at in (file.data_start, file.data_start + 1):
        if layout is None or at + layout.SIZE > file.dat.size:
            continue
        head = layout.one(file.dat.read(at, layout.SIZE))
        if at + layout.SIZE < head.next < file.dat.size:
            slots.append(Slot(1, SlotState.EXTENDED, at, min(head.next - at, layout.SIZE + head.total), False))
        elif head.next == 0 and layout.SIZE + head.total <= file.dat.size - at:
            slots.append(Slot(1, SlotState.EXTENDED, at, layout.SIZE + head.total, False))
    return slots


def _test_slots(candidate: Candidate, file: CroFile, slots: list[Slot]) -> None:
    add = candidate.tests.append
    assert file.tad is not None
    head, size = file.layouts.tad_header.SIZE, file.layouts.tad_slot.SIZE
    rest = (file.tad.size - head) % size
    add(Test("slot grid", 0.0 if rest else 1.0, 1.0, f"{file.slot_count} slots, {rest} bytes left over"))
    if not slots:
        return
    whole = len(slots) == file.slot_count
    used = [s for s in slots if s.state not in (SlotState.FREE, SlotState.EMPTY)]
    inside = [s for s in used if file.data_start <= s.offset and s.offset + s.length <= file.dat.size]
    add(_share("slots in the file", len(inside), len(used), 4.0))
    flags = sum(f.kind == "unknown-flags" for f in file.problems.kept)
    add(Test("flags", 1.0 / (1 + flags), 1.0, f"{flags} values never seen"))
    if len(inside) < len(used):
        bad = next(s for s in used if s.offset < file.data_start or s.offset + s.length > file.dat.size)
        at = head + (bad.number - 1) * size
        message = f"slot {bad.number} points to {bad.length} bytes at {bad.offset:#x}, outside the data of the .dat"
        candidate.breaks = Break(file.tad.path, at, message)
    if whole:
        count = sum(s.state in (SlotState.FREE, SlotState.DELETED) for s in slots)
        told = file.tad_header.free_count
        add(
            Test(
                "free count",
                1.0 if count == told else 0.0,
                1.0,
                f"header says {told}, {count} slots are free or deleted",
            )
        )
    if whole and inside:
        first = min(s.offset for s in inside) - file.data_start
        add(Test("start of data", 1.0 / (1 + first // 16), 1.0, f"first record {first} bytes behind the header"))
        extents = sorted((s.offset, s.length) for s in inside)
        apart = sum(a + n <= b for (a, n), (b, _) in pairwise(extents))
        add(_share("extents apart", apart, len(extents) - 1, 2.0))


def _test_records(candidate: Candidate, file: CroFile, slots: list[Slot]) -> None:
    add = candidate.tests.append
    live = [s for s in slots if s.is_live and s.state is not SlotState.EMPTY]
    step = max(1, len(live) // _SAMPLED_RECORDS)
    sound, payloads = 0, []
    sample = live[::step][:_SAMPLED_RECORDS]
    explained = 0
    for slot in sample:
        try:
            data = b"".join(chunk.payload for chunk in file.chunks(slot))
        except CronosError as error:
            if candidate.breaks is None:
                candidate.breaks = Break(file.dat.path, min(error.offset or slot.offset, file.dat.size), error.message)
            continue
        sound += 1
        explained += len(data)
        payloads.append((slot, data))
    if sample:
        add(_share("records assembled", sound, len(sample), 3.0))
    if len(sample) == len(live) and file.tad is not None and file.dat.size > file.data_start:
        share = min(1.0, explained / (file.dat.size - file.data_start))
        add(Test("bytes explained", share, 1.0, f"{explained} of {file.dat.size - file.data_start}"))
    checksums = [good for slot, data in payloads if (good := _checksum(data, file, slot)) is not None]
    if checksums:
        add(_share("checksums of compressed records", sum(checksums), len(checksums), 3.0))
    structure = max((_grammar(data, file, slot) for slot, data in payloads[:50]), key=lambda t: t.score, default=None)
    if structure is not None and (structure.score > 0 or file.tad is None):
        add(structure)


def _checksum(data: bytes, file: CroFile, slot: Slot) -> bool | None:
    """Whether a compressed record has the checksums it tells; None for a record that is not compressed."""
    if file.needs_kod:
        return None
    try:
        inflated = inflate(file.decode(data, slot.number), expected=True, limit=file.limits.inflated_bytes)
    except CronosError:
        return False
    return None if inflated is None else inflated.problem is None


def _grammar(data: bytes, file: CroFile, slot: Slot) -> Test:
    """How far a record reads as a structure dictionary: keys that are known among those it seems to have."""
    plain = file.kod.decode(data, slot.number) if file.kod is not None else data
    tree, error = parse_partly(Dictionary, plain)
    keys = [e.key.raw for e in tree.entries or () if e.key is not None and e.key.raw is not None]
    known = sum(known_key(decode(key)) is not None for key in keys)
    share = known / len(keys) if keys else 0.0
    values = [e.value for e in tree.entries or () if e.value]
    kinds = [known_key(decode(e.key.raw)) for e in tree.entries or () if e.value]
    sound = sum(_is_whole(kind.value, value) for kind, value in zip(kinds, values, strict=True) if kind is not None)
    share *= sound / len(values) if values else 1.0
    whole = "to its end" if error is None else f"up to {error.path}"
    detail = f"{known} of {len(keys)} keys known, {sound} of {len(values)} values read by their structure, read {whole}"
    return Test("dictionary", share if error is None else share / 2, 3.0, detail)


def _is_whole(structure: str, value: bytes) -> bool:
    """Whether a value is of its structure, up to its last byte; a definition of a base tells its own layout."""
    tree, error = parse_partly(PARSERS[structure], value)
    return error is None and tree._io.is_eof()


def _share(name: str, good: int, total: int, weight: float) -> Test:
    return Test(name, good / total if total > 0 else 1.0, weight, f"{good} of {max(total, 0)}")
