"""What differs between two banks, two files or two records: by name, number and field, and by bytes where nothing else.

Differences come one by one, in the order in which things are compared, and are not collected: the rows of two banks are
compared in one pass by record number. What is merely stored elsewhere is no difference between banks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from construct import Rebuild, Struct

from cronos_fmt._gen import builders, layouts
from cronos_fmt._gen.parsers import DatHeader
from cronos_fmt._gen.versions import PROFILES, Layouts
from cronos_fmt.bank import PAIRS, Bank, RecordClass, Scanned
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.pieces import Numbers, Pieces
from cronos_fmt.inspect.tree import tree_of, tree_of_bytes
from cronos_fmt.parsing import parse
from cronos_fmt.records import CroFile, Record
from cronos_fmt.rows import Row
from cronos_fmt.schema import Base, Entry, Field, Schema
from cronos_fmt.source import Source
from cronos_fmt.spans import Node

_SLOTS_AT_ONCE = 1 << 16
_BYTES_AT_ONCE = 1 << 20
# Differing bytes with no more equal ones between them than this are one range.
_JOINED = 8
_KEPT_RANGES = 100
# Parts of a definition that only hold others; their names tell nothing.
_PASSED = ("body", "data")
_DEFINITION = "base_definition"
_NOTHING: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
_SHOWN_BYTES = 64

Path_ = tuple[str, ...]


class Difference(NamedTuple):
    """One thing that differs.

    kind: "added" (only in B), "removed" (only in A), "changed" or "renamed". path: names down to it, such as
    ("rows", "Клиенты", "7", "ФИО"). a, b: what each side has, as text, a number, or bytes; None where it has nothing.
    ranges: of bytes that nothing names, those [start, stop) that differ; the first hundred.
    """

    kind: str
    path: Path_
    a: Any = None
    b: Any = None
    ranges: tuple[tuple[int, int], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The difference as data for JSON; bytes as lowercase hex."""
        data = {"kind": self.kind, "path": list(self.path), "a": _plain(self.a), "b": _plain(self.b)}
        return data | ({"ranges": [list(each) for each in self.ranges]} if self.ranges else {})


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


def _bytes_changed(path: Path_, a: bytes, b: bytes) -> Difference:
    """Bytes that differ, from the first of them on."""
    ranges = tuple(islice(_ranges(a, b), _KEPT_RANGES))
    start = ranges[0][0] if ranges else 0
    return Difference("changed", path, a[start : start + _SHOWN_BYTES], b[start : start + _SHOWN_BYTES], ranges)


def _ranges(a: bytes, b: bytes) -> Iterator[tuple[int, int]]:
    """Ranges of bytes that differ; what only one side has is one too."""
    both = min(len(a), len(b))
    other = np.frombuffer(a[:both], np.uint8) != np.frombuffer(b[:both], np.uint8)
    at = np.append(np.flatnonzero(other), np.arange(both, both + (len(a) != len(b))))
    if not len(at):
        return
    breaks = np.flatnonzero(np.diff(at) > _JOINED + 1) + 1
    for part in np.split(at, breaks):
        last = int(part[-1])
        yield int(part[0]), max(len(a), len(b)) if last == both else last + 1


# ---- trees


@cache
def _derived() -> frozenset[str]:
    """Fields that follow from others, such as the length of a name, by their path in the specs."""
    found = set()
    for variable, struct in vars(builders).items():
        for part in struct.subcons if isinstance(struct, Struct) else ():
            if isinstance(getattr(part, "subcon", None), Rebuild):
                found.add(f"{variable.replace('__', '.')}.{part.name}")
    return frozenset(found)


def diff_trees(a: Node, b: Node, path: Path_ = ()) -> Iterator[Difference]:
    """Fields that differ, by name; lengths and counts that follow from others are left out."""
    if a.raw_bytes == b.raw_bytes and a.structure == b.structure:
        return
    parts_a, parts_b = _parts(a), _parts(b)
    if a.structure != b.structure or not parts_a or not parts_b:
        values = _value(a), _value(b)
        if all(isinstance(value, bytes) and len(value) > _SHOWN_BYTES for value in values):
            yield _bytes_changed(path, *values)
        else:
            yield Difference("changed", path, *values)
        return
    for one, other in _pairs(parts_a, parts_b):
        name = (one or other or a).label or (one or other or a).name
        alone = len(parts_a) == len(parts_b) == 1 and not name.isdigit()
        inside = path if name in _PASSED or alone else (*path, name)
        if one is None or other is None:
            here, kind = (one, "removed") if one is not None else (other, "added")
            if here is not None and (here.raw_bytes or here.value is not None):
                yield Difference(kind, inside, _value(one), _value(other))
            continue
        is_renamed = bool(one.label and other.label and one.label != other.label)
        if is_renamed:
            yield Difference("renamed", inside, one.label, other.label)
        yield from (d for d in diff_trees(one, other, inside) if not is_renamed or d.path != (*inside, "name"))


def _parts(node: Node) -> list[Node]:
    """What a node consists of; nothing where its value says all of it."""
    if isinstance(node.value, str):
        return []
    return [part for part in node.children if part.spec not in _derived()]


def _pairs(a: list[Node], b: list[Node]) -> Iterator[tuple[Node | None, Node | None]]:
    """Parts that belong together: by name, list items by what they are called, renamed fields by their position."""
    left, right = _named(a), _named(b)
    lone_a, lone_b = [n for n in left if n not in right], [n for n in right if n not in left]
    by_position = {_position(right[n]): n for n in lone_b if _position(right[n]) is not None}
    renamed = {n: by_position[_position(left[n])] for n in lone_a if _position(left[n]) in by_position}
    for name, node in left.items():
        yield node, right.get(renamed.get(name, name))
    for name in lone_b:
        if name not in renamed.values():
            yield None, right[name]


def _named(nodes: list[Node]) -> dict[str, Node]:
    """Nodes by label, else by name; of several with one label the second is called `label (2)`."""
    found: dict[str, Node] = {}
    seen: Counter[str] = Counter()
    for node in nodes:
        name = node.label or node.name
        seen[name] += 1
        found[name if seen[name] == 1 else f"{name} ({seen[name]})"] = node
    return found


def _position(node: Node) -> int | None:
    """Physical position of the definition of a field."""
    found = node.find("position") if node.structure == "field_definition" else None
    return found.value if found is not None else None


def _value(node: Node | None) -> Any:
    if node is None:
        return None
    return node.raw_bytes if node.value is None or (node.children and not isinstance(node.value, str)) else node.value


# ---- records


def diff_records(bank_a: Bank, a: Record, bank_b: Bank, b: Record) -> Iterator[Difference]:
    """Fields of two records that differ, and bytes that no field covers. CronosError: no byte of one can be read."""
    if a.slot.state is not b.slot.state:
        yield Difference("changed", ("state",), str(a.slot.state), str(b.slot.state))
    if SlotState.FREE in (a.slot.state, b.slot.state):
        return
    tree_a, tree_b = tree_of(bank_a, a), tree_of(bank_b, b)
    if tree_a.structure != tree_b.structure:
        yield Difference("changed", ("structure",), tree_a.structure, tree_b.structure)
    yield from diff_trees(tree_a, tree_b)


# ---- files


def diff_files(a: Path, b: Path) -> Iterator[Difference]:
    """What differs between two .dat or two .tad files: fields of headers, slots by number, else ranges of bytes.

    A .tad is read by the version of the .dat beside it; without one, its bytes are compared. CronosError (status IO): a
    file cannot be read.
    """
    sources = Source(a), Source(b)
    try:
        found = [_dat_layouts(source) for source in sources]
        if None not in found:
            yield from _diff_dats(*sources, *found)
            return
        beside = [_layouts_beside(source) for source in sources]
        if beside[0] is not None and beside[0] == beside[1]:
            yield from _diff_tads(*sources, beside[0])
        else:
            yield from _diff_bytes(*sources, 0)
    finally:
        for source in sources:
            source.close()


class _Unknown:
    """Layouts of a version that nobody knows."""

    dat_area = None


def _dat_layouts(source: Source) -> Layouts | type[_Unknown] | None:
    """What a .dat is read by; None where a file is none."""
    size = layouts.DatHeader.SIZE
    if source.size < size:
        return None
    try:
        header = parse(DatHeader, source.read(0, size))
    except CronosError:
        return None
    profile = PROFILES.get(header.version.decode("ascii", "replace"))
    return _Unknown if profile is None or profile.layouts is None else profile.layouts


def _layouts_beside(source: Source) -> Layouts | None:
    """What a .tad is read by, by the .dat beside it."""
    name = f"{source.path.stem}.dat".lower()
    if source.path.suffix.lower() != ".tad":
        return None
    for path in sorted(source.path.parent.iterdir()):
        if path.name.lower() == name and path.is_file():
            dat = Source(path)
            try:
                found = _dat_layouts(dat)
            finally:
                dat.close()
            return found if isinstance(found, Layouts) else None
    return None


def _diff_dats(a: Source, b: Source, layouts_a: Any, layouts_b: Any) -> Iterator[Difference]:
    at = layouts.DatHeader.SIZE
    yield from _diff_at(a, b, 0, layouts.DatHeader)
    area = layouts_a.dat_area
    if area is not None and area is layouts_b.dat_area and min(a.size, b.size) >= at + area.SIZE:
        yield from _diff_at(a, b, at, area)
        at += area.SIZE
    yield from _diff_bytes(a, b, at)


def _diff_at(a: Source, b: Source, at: int, layout: type[layouts.Layout]) -> Iterator[Difference]:
    """Fields of a structure of fixed size that stands at one offset in both."""
    trees = [tree_of_bytes(source.read(at, layout.SIZE), layout.NAME, at) for source in (a, b)]
    yield from diff_trees(trees[0], trees[1], ("header",))


def _diff_tads(a: Source, b: Source, read_by: Layouts) -> Iterator[Difference]:
    header, slot = read_by.tad_header, read_by.tad_slot
    if min(a.size, b.size) < header.SIZE:
        yield from _diff_bytes(a, b, 0)
        return
    yield from _diff_at(a, b, 0, header)
    counts = [(source.size - header.SIZE) // slot.SIZE for source in (a, b)]
    for first in range(0, min(counts), _SLOTS_AT_ONCE):
        at, size = header.SIZE + first * slot.SIZE, min(_SLOTS_AT_ONCE, min(counts) - first) * slot.SIZE
        one, other = (slot(source.read(at, size)).rows for source in (a, b))
        for i in np.flatnonzero(one != other).tolist():
            for name in slot.DTYPE.names or ():
                if one[name][i] != other[name][i]:
                    path = ("slots", str(first + i + 1), name)
                    yield Difference("changed", path, one[name][i].item(), other[name][i].item())
    if counts[0] != counts[1]:
        kind = "added" if counts[1] > counts[0] else "removed"
        yield Difference(kind, ("slots", f"{min(counts) + 1} to {max(counts)}"))
    rests = [
        source.read(header.SIZE + n * slot.SIZE, (source.size - header.SIZE) % slot.SIZE)
        for source, n in zip((a, b), counts, strict=True)
    ]
    if rests[0] != rests[1]:
        yield _bytes_changed(("rest",), *rests)


def _diff_bytes(a: Source, b: Source, start: int) -> Iterator[Difference]:
    """Ranges of bytes that differ, from an offset on; what only one file has is one too."""
    both, last = min(a.size, b.size), None
    for at in range(start, both, _BYTES_AT_ONCE):
        size = min(_BYTES_AT_ONCE, both - at)
        one, other = a.read(at, size), b.read(at, size)
        for begin, end in _ranges(one, other) if one != other else ():
            if last is not None and at + begin - last[1] > _JOINED:
                yield _range(a, b, *last)
                last = None
            last = (last[0] if last is not None else at + begin, at + end)
    if last is not None:
        yield _range(a, b, *last)
    if a.size != b.size:
        path = ("bytes", f"{both:#x} to {max(a.size, b.size):#x}")
        longer = a if a.size > b.size else b
        shown = longer.read(both, min(longer.size - both, _SHOWN_BYTES))
        yield Difference("removed", path, shown) if longer is a else Difference("added", path, None, shown)


def _range(a: Source, b: Source, start: int, stop: int) -> Difference:
    shown = min(stop - start, _SHOWN_BYTES)
    path = ("bytes", f"{start:#x} to {stop:#x}")
    return Difference("changed", path, a.read(start, shown), b.read(start, shown))


# ---- banks


def diff_banks(a: Bank, b: Bank) -> Iterator[Difference]:
    """What differs between two banks: headers, keys of the dictionary, definitions by name, rows by system number.

    Where a record stands in its file, and how it is stored there, is no difference; diff_files tells that. Deleted
    records are not compared with each other, and a vocabulary is a bank of its own. Records that cannot be read are
    compared by their stored bytes.
    CronosError: the definitions of one of the banks need a KOD table (status KOD).
    """
    for name in PAIRS.values():
        sides = [_open(bank, name) for bank in (a, b)]
        if None in sides:
            if any(sides):
                yield Difference("added" if sides[0] is None else "removed", (name,))
        elif isinstance(sides[0], CroFile) and isinstance(sides[1], CroFile):
            yield from _diff_headers(sides[0], sides[1])
            yield from _diff_pair(a, b, name)
        else:
            told = [None if isinstance(side, CroFile) else str(side) for side in sides]
            if None in told or not _same_files(a, b, name):
                yield Difference("changed", (name,), told[0], told[1])


def _open(bank: Bank, name: str) -> CroFile | CronosError | None:
    """A pair of a bank, why it cannot be opened, or None where there is none."""
    if name not in bank.file_names:
        return None
    try:
        return bank.file(name)
    except CronosError as error:
        bank.problems.add_error("file-unreadable", error)
        return error


def _same_files(a: Bank, b: Bank, name: str) -> bool:
    """Whether two pairs that nobody can open are the same byte for byte."""
    found = []
    for bank in (a, b):
        names = {f"{name}{end}".lower() for end in (".dat", ".tad")}
        found.append({p.name.lower(): p for p in sorted(bank.path.iterdir()) if p.name.lower() in names})
    return found[0].keys() == found[1].keys() and not any(
        next(diff_files(path, found[1][key]), None) for key, path in found[0].items()
    )


def _diff_headers(a: CroFile, b: CroFile) -> Iterator[Difference]:
    """The fields in front of the data; of two versions whose areas differ the header alone."""
    at = 0
    for layout, other in ((layouts.DatHeader,) * 2, (a.layouts.dat_area, b.layouts.dat_area)):
        if layout is not None and layout is other and min(a.dat.size, b.dat.size) >= at + layout.SIZE:
            for each in _diff_at(a.dat, b.dat, at, layout):
                yield each._replace(path=(a.name, *each.path))
        at += layout.SIZE if layout is not None else 0


def _diff_pair(a: Bank, b: Bank, name: str) -> Iterator[Difference]:
    """The records of one pair, by what they are where the definitions of both banks can be read."""
    schemas = [_schema(bank) for bank in (a, b)] if name in (PAIRS["stru"], PAIRS["bank"]) else [None, None]
    if schemas[0] is not None and schemas[1] is not None:
        pairing = _Pairing(a, b)
        if name == PAIRS["stru"]:
            yield from _diff_definitions(pairing)
            yield from _ByNumber(a.stru, b.stru, pairing.of_stru).diff()
            return
        if not a.bank.needs_kod and not b.bank.needs_kod:
            yield from _Rows(pairing).diff()
            return
    elif schemas[0] is not schemas[1] and name == PAIRS["stru"]:
        told = [None if schema is None else f"{len(schema.entries)} keys" for schema in schemas]
        yield Difference("removed" if schemas[1] is None else "added", ("definitions",), told[0], told[1])
    yield from _ByNumber(a.file(name), b.file(name)).diff()


def _schema(bank: Bank) -> Schema | None:
    try:
        return bank.schema
    except CronosError as error:
        if error.status is Status.KOD:
            raise
        bank.problems.add_error("no-definitions", error)
        return None


class _Pairing:
    """Two banks, and which of their bases and fields belong together: by name, else by id or position."""

    def __init__(self, a: Bank, b: Bank) -> None:
        self.a = a
        self.b = b
        left, right = _bases(a), _bases(b)
        self.names_a = {base.key: name for name, base in left.items()}
        self.names_b = {base.key: name for name, base in right.items()}
        matched = {name: right[name] for name in left if name in right}
        by_id = {base.id: base for name, base in right.items() if name not in matched}
        for name, base in left.items():
            if name not in matched and base.id in by_id:
                matched[name] = by_id.pop(base.id)
        self.bases = [(name, base, matched.get(name)) for name, base in left.items()]
        self.other = {base.key: other for _, base, other in self.bases if other is not None}
        taken = {other.key for other in self.other.values()}
        self.added = [(name, base) for name, base in right.items() if base.key not in taken]

    @cached_property
    def of_stru(self) -> tuple[frozenset[int], frozenset[int]]:
        """Records of CroStru that are compared by what they mean: dictionary, values, bit cards."""
        return _meant(self.a.schema), _meant(self.b.schema)

    def fields(self, a: Base, b: Base) -> list[tuple[Field | None, Field | None]]:
        """Fields of two bases."""
        left, right = {f.column: f for f in a.fields}, {f.column: f for f in b.fields}
        lone = {f.position: f for name, f in right.items() if name not in left and f.position}
        pairs: list[tuple[Field | None, Field | None]] = []
        for name, f in left.items():
            pairs.append((f, right[name] if name in right else lone.pop(f.position, None)))
        taken = {id(f) for _, f in pairs}
        return pairs + [(None, f) for f in right.values() if id(f) not in taken]


def _bases(bank: Bank) -> dict[str, Base]:
    """Bases by name; a second one of a name is called `NAME (key)`."""
    found: dict[str, Base] = {}
    for base in bank.schema.bases:
        found[base.name if base.name not in found else f"{base.name} ({base.key})"] = base
    return found


def _meant(schema: Schema) -> frozenset[int]:
    cards = (base.bit_card for base in schema.bases if not base.card_is_bank_record)
    return frozenset([schema.record, *(entry.record for entry in schema.entries.values()), *cards])


# ---- definitions


def _diff_definitions(pairing: _Pairing) -> Iterator[Difference]:
    left, right = pairing.a.schema, pairing.b.schema
    read = [{base.key for base in schema.bases} for schema in (left, right)]
    for name in dict.fromkeys([*left.entries, *right.entries]):
        one, other = left.entries.get(name), right.entries.get(name)
        if (one is None or name in read[0]) and (other is None or name in read[1]):
            continue  # a base, compared by its name
        yield from _diff_keys(name, one, other)
    for name, base, match in pairing.bases:
        path = ("bases", name)
        if match is None:
            yield Difference("removed", path, f"{len(base.fields)} fields")
            continue
        if base.name != match.name:
            yield Difference("renamed", path, base.name, match.name)
        trees = [
            tree_of_bytes(schema.entries[key].value, _DEFINITION)
            for schema, key in ((left, base.key), (right, match.key))
        ]
        for each in diff_trees(trees[0], trees[1], path):
            if each.path != (*path, "name"):
                yield each
        cards = [_card(bank, of) for bank, of in ((pairing.a, base), (pairing.b, match))]
        if cards[0] != cards[1]:
            yield _bytes_changed((*path, "bit card"), *cards)
    for name, base in pairing.added:
        yield Difference("added", ("bases", name), None, f"{len(base.fields)} fields")


def _diff_keys(name: str, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
    path = ("keys", name)
    if a is None or b is None:
        yield Difference("added" if a is None else "removed", path, a and a.value, b and b.value)
        return
    found = list(diff_trees(tree_of_bytes(a.value, a.key.value), tree_of_bytes(b.value, b.key.value), path))
    yield from found
    if not found and a.value != b.value:
        yield _bytes_changed(path, a.value, b.value)


def _card(bank: Bank, base: Base) -> bytes:
    """The bytes of the bit card of a base; none where it cannot be read."""
    try:
        file = bank.bank if base.card_is_bank_record else bank.stru
        slot = file.slot(base.bit_card)
        return file.payload(slot) if slot.is_live else b""
    except CronosError:
        return b""  # said where the record is read


# ---- records by number


def _same_bytes(a: Source, b: Source) -> bool:
    if a.size != b.size:
        return False
    pieces = ((at, min(_BYTES_AT_ONCE, a.size - at)) for at in range(0, a.size, _BYTES_AT_ONCE))
    return all(a.read(*piece) == b.read(*piece) for piece in pieces)


class _ByNumber:
    """Compares the records of two files by number and bytes.

    meant: numbers in A and in B that are compared elsewhere, and count as free here.
    """

    def __init__(self, a: CroFile, b: CroFile, meant: tuple[frozenset[int], frozenset[int]] = _NOTHING) -> None:
        self.a = a
        self.b = b
        self._meant = meant

    def diff(self) -> Iterator[Difference]:
        """The differences in order of record number."""
        for number in self._candidates():
            yield from self._one(number)

    def _candidates(self) -> Iterator[int]:
        """Numbers whose records may differ: all whose slots or stored bytes are not the same."""
        a, b = self.a, self.b
        tables = [file.kod.table if file.kod is not None else None for file in (a, b)]
        alike = tables[0] == tables[1] and a.needs_kod == b.needs_kod and a.layouts == b.layouts
        assert a.tad is not None and b.tad is not None
        if alike and _same_bytes(a.tad, b.tad) and _same_bytes(a.dat, b.dat):
            return
        total = max(a.slot_count, b.slot_count)
        for first in range(1, total + 1, _SLOTS_AT_ONCE):
            last = min(first + _SLOTS_AT_ONCE - 1, total)
            states = [_states(file, first, last) for file in (a, b)]
            differ = (states[0] != states[1]) | (states[0] == _LIVE)
            if alike:
                differ[_equal(a, b, first, last) - first] = False
            yield from (np.flatnonzero(differ) + first).tolist()

    def _one(self, number: int) -> Iterator[Difference]:
        path = ("records", self.a.name, str(number))
        a, b = _side(self.a, number, self._meant[0]), _side(self.b, number, self._meant[1])
        if a == b:
            return
        if isinstance(a, bytes) and isinstance(b, bytes):
            yield _bytes_changed(path, a, b)
        elif a is None or b is None:
            yield Difference("added" if a is None else "removed", path, a, b)
        else:
            yield Difference("changed", path, a, b)


_FREE, _LIVE = 0, 3


def _states(file: CroFile, first: int, last: int) -> Numbers:
    """State of each number: free (behind the last slot as well), deleted, empty or with bytes."""
    found = np.zeros(last - first + 1, np.int64)
    count = min(last, file.slot_count) - first + 1
    if count > 0:
        columns = file.columns(first, count)
        tests = [columns.is_free, columns.is_deleted, columns.is_empty]
        found[:count] = np.select(tests, [_FREE, 1, 2], _LIVE)
    return found


def _equal(a: CroFile, b: CroFile, first: int, last: int) -> Numbers:
    """Numbers of live records that stand in one piece in both files, with the same bytes."""
    last = min(last, a.slot_count, b.slot_count)
    if last < first:
        return np.zeros(0, np.int64)
    left, right = Pieces(a, first, last), Pieces(b, first, last)
    numbers, i, j = np.intersect1d(left.numbers, right.numbers, assume_unique=True, return_indices=True)
    sizes = left.stop[i] - left.start[i]
    same = (sizes == right.stop[j] - right.start[j]) & ~left.is_deleted[i] & ~right.is_deleted[j]
    columns = (numbers[same], left.start[i][same], right.start[j][same], sizes[same])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return np.array([n for n, at, to, size in rows if a.dat.read(at, size) == b.dat.read(to, size)], np.int64)


def _side(file: CroFile, number: int, meant: frozenset[int]) -> bytes | str | None:
    """What a number holds: bytes, a word for its state where it has none to compare, None where it is free."""
    if number > file.slot_count or number in meant:
        return None
    slot = file.slot(number)
    if slot.state is SlotState.FREE:
        return None
    if slot.state in (SlotState.DELETED, SlotState.EMPTY):
        return str(slot.state)
    try:
        return file.assembled(slot) if file.needs_kod else file.payload(slot)
    except CronosError as error:
        if error.status is not Status.NOT_A_BANK:
            raise
        file.problems.add_error("record-damaged", error)
        layers, _ = Record(file, slot).readable_layers
        return layers[0].data if layers else str(error.message)


# ---- rows


class _Rows(_ByNumber):
    """Compares the records of CroBank by what they are, rows field by field."""

    def __init__(self, pairing: _Pairing) -> None:
        super().__init__(pairing.a.bank, pairing.b.bank)
        self._pairing = pairing
        self._fields: dict[str, list[tuple[Field | None, Field | None]]] = {}

    def _one(self, number: int) -> Iterator[Difference]:
        a, b = (self._item(bank, number) for bank in (self._pairing.a, self._pairing.b))
        row_a, row_b = a and a.row, b and b.row
        if row_a is not None and row_b is not None and self._pairing.other.get(row_a.base.key) is row_b.base:
            if a is not None and b is not None and a.data != b.data:
                yield from self._diff_rows(row_a, row_b, a.data, b.data)
            return
        paths = self._path(a, self._pairing.names_a), self._path(b, self._pairing.names_b)
        if a is not None and b is not None and a.kind is b.kind and paths[0] == paths[1]:
            yield from self._diff_others(number, paths[0], a, b)
            return
        if a is not None:
            yield Difference("removed", paths[0], _shown(a))
        if b is not None:
            yield Difference("added", paths[1], None, _shown(b))

    def _item(self, bank: Bank, number: int) -> Scanned | None:
        """A record; None where it is free, a bit card or the copy of NS1, which are compared with the definitions."""
        if number > bank.bank.slot_count:
            return None
        item = bank.classify(number)
        return None if item.kind in (RecordClass.FREE, RecordClass.SYSTEM) else item

    def _path(self, item: Scanned | None, names: dict[str, str]) -> Path_:
        if item is None:
            return ()
        number = str(item.number)
        if item.row is not None:
            return ("rows", names[item.row.base.key], number)
        return ("stored files", number) if item.kind is RecordClass.FILE else ("records", self.a.name, number)

    def _diff_others(self, number: int, path: Path_, a: Scanned, b: Scanned) -> Iterator[Difference]:
        """Stored files, damaged records, and those of no base."""
        if a.kind is RecordClass.FILE:
            yield from _diff_streams(path, a.file_content, b.file_content)
        elif a.kind in (RecordClass.UNASSIGNED, RecordClass.SKIPPED):
            yield from super()._one(number)

    def _diff_rows(self, a: Row, b: Row, data_a: bytes, data_b: bytes) -> Iterator[Difference]:
        key = a.base.key
        path = ("rows", self._pairing.names_a[key], str(a.number))
        if key not in self._fields:
            self._fields[key] = self._pairing.fields(a.base, b.base)
        is_same = True
        for one, other in self._fields[key]:
            raws = a.raw_of(one) if one else b"", b.raw_of(other) if other else b""
            if raws[0] == raws[1] and (not one or not other or a.is_counted(one) == b.is_counted(other)):
                continue
            is_same = False
            texts = a.value_of(one).text if one else "", b.value_of(other).text if other else ""
            values = texts if texts[0] != texts[1] else raws
            named = one or other
            yield Difference("changed", (*path, named.column if named else ""), *values)
        hidden = a.hidden, b.hidden
        for position in sorted(hidden[0].keys() | hidden[1].keys()):
            raws = hidden[0].get(position, b""), hidden[1].get(position, b"")
            if raws[0] != raws[1]:
                is_same = False
                yield Difference("changed", (*path, f"hidden {position}"), *raws)
        if is_same:  # empty values at the end, say, or a break in one of them
            yield _bytes_changed(path, data_a, data_b)


def _shown(item: Scanned) -> Any:
    """What stands for a record that one side has: the values of a row, the bytes of others, or its state."""
    if item.row is not None:
        values = {f.column: item.row.value_of(f).text for f in item.row.base.fields}
        hidden = {f"hidden {position}": value.hex() for position, value in item.row.hidden.items() if value}
        return {name: value for name, value in (values | hidden).items() if value}
    if item.kind is RecordClass.FILE:
        return f"{sum(map(len, item.file_content))} bytes"
    return item.data or str(item.kind)


def _diff_streams(path: Path_, a: Iterable[bytes], b: Iterable[bytes]) -> Iterator[Difference]:
    """Bytes that come in pieces, compared without holding them."""
    rests, at, first = [b"", b""], 0, None
    pieces = [iter(a), iter(b)]
    sizes = [0, 0]
    while True:
        for i in (0, 1):
            while not rests[i] and (piece := next(pieces[i], None)) is not None:
                rests[i], sizes[i] = piece, sizes[i] + len(piece)
        both = min(map(len, rests))
        if not both:
            break
        if first is None and rests[0][:both] != rests[1][:both]:
            first = at + next(_ranges(rests[0][:both], rests[1][:both]))[0]
        rests, at = [rest[both:] for rest in rests], at + both
    sizes = [size + sum(map(len, rest)) for size, rest in zip(sizes, pieces, strict=True)]
    if first is not None or sizes[0] != sizes[1]:
        ranges = ((at if first is None else first, max(sizes)),)
        yield Difference("changed", path, f"{sizes[0]} bytes", f"{sizes[1]} bytes", ranges)
