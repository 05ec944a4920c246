"""Read decoded structure records by the grammar, and note for each byte which values it could have as well.

A byte is bound where another value would break the structure or would be new in its place. What is bound proves entries
of a table; what is free - names, times, values of unknown form - proves none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cronos_fmt import text
from cronos_fmt._gen import layouts
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.parsers import (
    PARSERS,
    BankValue,
    BaseDefinition,
    Dictionary,
    FieldDefinition,
    Ns2,
    ReferencedValue,
)
from cronos_fmt._gen.stru_keys import STRU_KEYS
from cronos_fmt.errors import CronosError
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.leaves import Leaf, leaves
from cronos_fmt.parsing import parse, parse_partly
from cronos_fmt.recovery.pieces import ALWAYS, keys, printable_bytes
from cronos_fmt.recovery.statistics import VALUES, LeafModel, productions
from cronos_fmt.schema import known_key

Array = NDArray[Any]
_LENGTHS = re.compile(r"(^|[._])(length|size|count)$|_length$|_count$")
_INDEX = re.compile(r"\[\d+\]")
_REPEATED = re.compile(r"(fields|extra_fields|tail\.block\.field_blocks)\[\d+\]\.")
_NUMBER_TEXTS = {"BankId", "USERINFO", "BankFormSaveVer", "Version"}
_MOST_NUMBERS = 100
_MANY_BASES = 32
# Bytes that are looked at one by one; more would only cost memory.
_MOST_BYTES = 1 << 16
_DIGITS = frozenset(b"-0123456789")
_FORMULAS = next(key.key for key in STRU_KEYS if key.value == "formulas").removesuffix("NNN")
_DIGITS_OF_KEYS = 3
_WORD = layouts.Ns2.SIZE
_NOTHING = np.ones((0, VALUES), np.bool_)


@dataclass
class Structure:
    """What was found in the structure records.

    allowed: for each record an array of positions and plain bytes, True where the byte would be as good. broken: what
    does not hold, by check; base_ids: id and key of each base; unknown_keys: keys that nobody knows; bad_text:
    bytes of texts that no text has; cards: CroBank records that are bit cards; ns1, ns2: values of these keys.
    """

    allowed: dict[int, Array] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)
    base_ids: dict[int, str] = field(default_factory=dict)
    cards: set[int] = field(default_factory=set)
    keys: int = 0
    unknown_keys: int = 0
    bad_text: int = 0
    dictionary: int | None = None
    ns1: bytes | None = None
    ns2: int | None = None

    def fail(self, check: str, message: str) -> None:
        self.broken.setdefault(check, []).append(message)


def read_structure(
    plain: Mapping[int, bytes], slot_count: int, ns1_copy: tuple[int, bytes] | None = None, *, bind: bool = True
) -> Structure:
    """Read all records of a CroStru, decoded with some table; `slot_count` is its highest record number.

    bind: note what each byte could be as well; without, `allowed` stays empty, and of many definitions of bases some
    are read.
    """
    return _Reader(plain, slot_count, ns1_copy, _MOST_BYTES if bind else 0).read()


def dictionary_values(plain: Mapping[int, bytes]) -> dict[str, bytes]:
    """Inline values of the dictionary by key, as far as it can be read."""
    for _, data in sorted(plain.items()):
        if data.startswith(layouts.DICTIONARY__KIND):
            tree, _ = parse_partly(Dictionary, data)
            entries = [e for e in tree.entries or () if e.value_word is not None and e.value is not None]
            return {text.decode(e.key.raw): e.value for e in entries if e.value is not None}
    return {}


class _Reader:
    def __init__(
        self, plain: Mapping[int, bytes], slot_count: int, ns1_copy: tuple[int, bytes] | None, room: int
    ) -> None:
        self.plain = plain
        self.room = room  # for bytes that are looked at one by one
        self.binds = room > 0
        self.slot_count = slot_count
        self.ns1_copy = ns1_copy
        self.result = Structure()
        self.references: set[int] = set()
        self.stru_cards: set[int] = set()
        # Keys of formulas as (record, place of the key, key), and sizes of parts that no known definition has.
        self.formula_keys: list[tuple[int, int, bytes]] = []
        self.spare: list[int] = []

    def read(self) -> Structure:
        result = self.result
        tree = self._find()
        if tree is None:
            result.fail("dictionary", "no record decodes to a dictionary")
            return result
        assert result.dictionary is not None
        number = result.dictionary
        for record, data in sorted(self.plain.items(), key=lambda item: (item[0] != number, item[0])):
            if len(data) <= self.room:
                result.allowed[record] = np.ones((len(data), VALUES), np.bool_)
                self.room -= len(data)
        self._only(number, 0, layouts.DICTIONARY__KIND)
        previous = b""
        for i, entry in enumerate(tree.entries):
            span = tree._debug["entries"]["arr"][i]
            self._entry(entry, number, span["start"], previous)
            previous = entry.key.raw
        names = {text.decode(entry.key.raw) for entry in tree.entries}
        for wanted in ALWAYS:
            if wanted not in names:
                result.fail("keys", f"key {wanted}, which every bank has, is missing")
        if not result.base_ids:
            result.fail("bases", "no definition of a base")
        self._formulas(names)
        self._cards()
        return result

    def _find(self) -> Dictionary | None:
        """The dictionary: a record of its kind with a known key."""
        for number, data in sorted(self.plain.items()):
            if not data.startswith(layouts.DICTIONARY__KIND):
                continue
            tree, error = parse_partly(Dictionary, data)
            names = [e.key.raw for e in tree.entries or () if e.key is not None and e.key.raw]
            if not any(known_key(text.decode(name)) for name in names):
                continue
            if error is not None:
                self.result.fail("lengths", f"record {number}: {error.path}: {error.message}")
                tree.entries = [e for e in tree.entries if e.value_word is not None and self._whole(e)]
            self.result.dictionary = number
            return tree
        return None

    @staticmethod
    def _whole(entry: Dictionary.Entry) -> bool:
        return not entry.is_inline or entry.value is not None

    # ---- the dictionary

    def _entry(self, entry: Dictionary.Entry, number: int, start: int, previous: bytes) -> None:
        result, raw = self.result, entry.key.raw
        name = text.decode(raw)
        key = known_key(name)
        result.keys += 1
        at = start + layouts.Name.SIZE + len(raw)
        self._only(number, start, bytes([len(raw)]))
        if key is None:
            result.unknown_keys += 1
            self._near_key(raw)
            self._text(number, start + layouts.Name.SIZE, raw)
        else:
            self._only(number, start + layouts.Name.SIZE, raw)
            if key.value == "formulas":
                self.formula_keys.append((number, start + layouts.Name.SIZE, raw))
        if raw <= previous:
            result.fail("keys", f"key {_shown(name)} stands out of order")
        word = self.plain[number][at : at + _WORD]
        self._only(number, at, word)
        place, value, inside = number, entry.value or b"", at + len(word)
        if not entry.is_inline:
            place, inside = entry.value_word, len(layouts.REFERENCED_VALUE__KIND)
            try:
                if place in self.references or place == number:
                    raise CronosError("is referred to twice")
                value = parse(ReferencedValue, self.plain[place]).value
            except (CronosError, KeyError) as error:
                what = error.message if isinstance(error, CronosError) else "is missing or empty"
                result.fail("references", f"record {place} of key {_shown(name)} {what}")
                return
            self.references.add(place)
            self._only(place, 0, layouts.REFERENCED_VALUE__KIND)
        if key is not None:
            self._value(name, key.key, key.value, place, inside, value)

    def _formulas(self, names: set[str]) -> None:
        """Every base has a key for its formulas, and there are no others."""
        bases = [name.encode("ascii") for name in self.result.base_ids.values()]
        digits = [{name[-1 - place] for name in bases if len(name) > place} for place in range(_DIGITS_OF_KEYS)]
        ends = {name[-_DIGITS_OF_KEYS:] for name in bases}
        for number, at, raw in self.formula_keys:
            if raw[-_DIGITS_OF_KEYS:] in ends:
                continue
            for place in range(_DIGITS_OF_KEYS):
                where = at + len(raw) - 1 - place
                self._allowed(number)[where : where + 1] = False
                self._allowed(number)[where : where + 1, list(digits[place])] = True
        without = [n for n in self.result.base_ids.values() if f"{_FORMULAS}{n[-_DIGITS_OF_KEYS:]}" not in names]
        if without and self.spare:
            message = f"{without[0]} has no formulas, and {self.spare[0]} bytes at its end that no definition has"
            self.result.fail("bases", message)

    def _near_key(self, raw: bytes) -> None:
        """A key that nobody knows, but nearly a known one, is that one behind a wrong entry."""
        for known in _keys_by_length().get(len(raw), ()):
            if 0 < sum(a != b for a, b in zip(known, raw, strict=True)) <= len(raw) // 3:
                self.result.fail("keys", f"key {_shown(text.decode(raw))} is not known, and nearly {known.decode()}")
                return

    def _value(self, name: str, key: str, structure: str, number: int, at: int, value: bytes) -> None:
        if structure == "base_image" and not value:
            return
        is_enough = not self.binds and len(self.result.base_ids) >= _MANY_BASES and not self.result.cards
        if structure == "base_definition" and is_enough:
            # It is read with the schema, which names what is damaged; cards are the one thing rows need to be told by.
            self.result.base_ids[_number_of(name)] = name
            return
        try:
            tree = parse(PARSERS[structure], value)
            if not tree._io.is_eof():
                raise CronosError("bytes are left over")
        except CronosError as error:
            where = f"{error.path}: " if error.path else ""
            self.result.fail("bases" if structure == "base_definition" else "values", f"{name}: {where}{error.message}")
            return
        if isinstance(tree, BaseDefinition):
            self._base(name, tree, number, at, value)
        elif isinstance(tree, BankValue):
            self._bank_value(tree, number, at, value)
        elif key == "NS1":
            self.result.ns1 = value
            self._ns1(number, at, value)
        elif isinstance(tree, Ns2):
            self.result.ns2 = tree.record_number
            self._ns2(number, at, value)
        elif structure == "text_value":
            self._text(number, at, value, digits=key in _NUMBER_TEXTS)
        elif key == "FormulsNNN" and self.binds:
            self._by_counts(f"value/{key}", list(leaves(tree)), number, at, value)

    def _bank_value(self, tree: BankValue, number: int, at: int, value: bytes) -> None:
        found = list(leaves(tree))
        self._by_counts("value/Bank", [leaf for leaf in found if leaf.path.startswith("unknown")], number, at, value)
        rest = tree.check_rest
        fixed = {leaf.path: leaf for leaf in found}
        # Each byte of the word belongs to one of the time; the number in it is small.
        wanted = (rest ^ len(tree.base_ids)).to_bytes(_WORD, "little")
        for path in ("check", "time"):
            leaf = fixed[path]
            bound = bytes(b ^ w for b, w in zip(value[leaf.start : leaf.stop], wanted, strict=True))
            self._only(number, at + leaf.start, bound)
        if rest >= VALUES:
            self.result.fail("check word", "check word and time of the bank do not belong to each other")

    def _ns1(self, number: int, at: int, value: bytes) -> None:
        if self.ns1_copy is not None:
            copy = self.ns1_copy[1]
            if len(copy) != len(value):
                self.result.fail("ns1", "NS1 has another length than its copy in CroBank")
            else:
                self._only(number, at, copy)
            if copy != value:
                self.result.fail("ns1", "NS1 differs from its copy in CroBank")
            return
        body = ns1_body(value)
        if body is None:
            self.result.fail("ns1", "NS1 decodes to nothing that is known")
            return
        # All bytes behind the serial number are zeros under a shift that another byte tells.
        self._only(number, at, value)
        serial = layouts.Ns1.SIZE
        self._free(number, at + serial, _WORD // 2)
        if body.password_length:
            self._free(number, at + serial, len(value) - serial)

    def _ns2(self, number: int, at: int, value: bytes) -> None:
        if self.ns1_copy is not None:
            wanted = self.ns1_copy[0].to_bytes(len(value), "little")
            self._only(number, at, wanted)
            if wanted != value:
                self.result.fail("ns1", "NS2 does not name the record with the copy of NS1")
        else:
            self._high_zeros(number, at, value)

    # ---- bases

    def _base(self, name: str, tree: BaseDefinition, number: int, at: int, value: bytes) -> None:
        result = self.result
        if tree.base_id in result.base_ids:
            result.fail("ids", f"{name} has the id of {result.base_ids[tree.base_id]}")
        elif tree.base_id != _number_of(name):
            result.fail("bases", f"{name} has the id {tree.base_id}")
        if not tree.field_count:
            result.fail("ids", f"{name} has no fields")
        result.base_ids[tree.base_id] = name
        if not tree.reference.card_is_bank_record:
            self.stru_cards.add(tree.reference.bit_card_number)
        else:
            result.cards.add(tree.reference.bit_card_number)
        fields = [*tree.fields, *tree.extra_fields]
        positions = [f.body.data.position for f in fields if f.body.data is not None]
        if len(set(positions)) != len(positions) or any(not 0 < p <= _highest(fields) for p in positions):
            result.fail("ids", f"positions of the fields of base {tree.base_id} are not plausible")
        if not self.binds:
            for text_of_name in (tree.name, *(f.body.name for f in fields)):
                self._text(number, at, text_of_name.raw)
            return
        groups = group_leaves(tree, list(leaves(tree)))
        models = productions()
        for production, group in groups:
            filled = [leaf for leaf in group if leaf.stop > leaf.start]
            if production in models and len(filled) > len(models[production]):
                self.spare.append(filled[-1].stop - filled[-1].start)
            self._by_counts(production, group, number, at, value)
        self._numbers(tree, groups, _number_of(name), number, at, value)

    def _numbers(
        self,
        tree: BaseDefinition,
        groups: list[tuple[str, list[Leaf]]],
        wanted_id: int,
        number: int,
        at: int,
        value: bytes,
    ) -> None:
        """Bind the numbers of a definition, whose counts say little: another bank has others."""
        models = productions()
        highest = _highest([*tree.fields, *tree.extra_fields])
        ordinals = [f.body.display_index for f in tree.fields] == list(range(len(tree.fields)))
        for production, group in groups:
            for leaf in group:
                path, data = _INDEX.sub("", leaf.path), value[leaf.start : leaf.stop]
                where = at + leaf.start
                if path.endswith("display_index") and ordinals:
                    self._only(number, where, data)
                elif path.endswith(("display_index", "position", "last_position")):
                    self._high_zeros(number, where, data, most=highest)
                elif path.endswith("max_length"):
                    self._any_below(number, where, data)
                elif path.endswith("base_id") and production.startswith("head"):
                    wanted = min(wanted_id, VALUES ** len(data) - 1)
                    self._only(number, where, wanted.to_bytes(len(data), "little"))
                elif path.endswith("bit_card_number"):
                    # No other record of the file is a card: those that values refer to have their kind.
                    if tree.reference.card_is_bank_record or tree.reference.bit_card_number > self.slot_count:
                        self._high_zeros(number, where, data)
                    else:
                        self._only(number, where, data)
                elif path.endswith("type_code"):
                    self._type(production, number, where, data)
                elif path.endswith(".raw"):
                    self._text(number, where, data)
                elif path.endswith("block_length") and production.startswith("field") and production not in models:
                    self._block_length(production, number, where, data)
                elif path == "marker":
                    self._marker(number, where, data)
                elif _LENGTHS.search(path):
                    self._only(number, where, data)

    def _type(self, production: str, number: int, at: int, data: bytes) -> None:
        """Another type is as good where its definition has the same bytes in all places."""
        kind, _, length = production.split("/")
        own = productions().get(production)
        allowed = self._allowed(number)
        allowed[at : at + 1] = False
        self._only(number, at + 1, bytes(len(data) - 1))
        for other in FIELD_TYPES:
            model = productions().get(f"{kind}/{other}/{length}")
            if model is not None and (own is None or _like(own, model)):
                allowed[at : at + 1, other & VALUES - 1] = True

    def _block_length(self, production: str, number: int, at: int, data: bytes) -> None:
        """A length that no field of the type has is more likely one that it has."""
        kind, code, _ = production.split("/")
        known = [int(n.rpartition("/")[2]) for n in productions() if n.startswith(f"{kind}/{code}/")]
        self._only(number, at, bytes(len(data)))
        if known:
            self._allowed(number)[at : at + 1] = False
            self._allowed(number)[at : at + 1, known] = True

    def _marker(self, number: int, at: int, data: bytes) -> None:
        """A marker decides how the rest is read, so a known one is bound; a new one is more likely a known one."""
        known = bytes(int(name.removeprefix("tail/")) for name in productions() if name.startswith("tail/"))
        self._only(number, at, data)
        if data[0] not in known:
            self._allowed(number)[at : at + 1] = False
            self._allowed(number)[at : at + 1, list(known)] = True

    def _cards(self) -> None:
        """Bit cards end with their mark."""
        mark = layouts.BIT_CARD_STRU__END_MARK
        for number in sorted(self.stru_cards):
            data = self.plain.get(number)
            if data is None:
                continue
            if number in self.references or number == self.result.dictionary:
                self.result.fail("references", f"bit card {number} is a record of another kind")
            self._only(number, len(data) - len(mark), mark)
            if not data.endswith(mark):
                self.result.fail("cards", f"bit card {number} does not end as one")

    # ---- what a byte may be

    def _allowed(self, number: int) -> Array:
        """The array of a record; one without rows where the record is not looked at byte by byte."""
        return self.result.allowed.get(number, _NOTHING)

    def _only(self, number: int, at: int, data: bytes) -> None:
        allowed = self._allowed(number)
        if not len(allowed):
            return
        rows = np.arange(max(at, 0), min(at + len(data), len(allowed)))
        allowed[rows] = False
        allowed[rows, np.frombuffer(data, np.uint8)[rows - at]] = True

    def _free(self, number: int, at: int, length: int) -> None:
        self._allowed(number)[at : at + length] = True

    def _text(self, number: int, at: int, data: bytes, *, digits: bool = False) -> None:
        allowed = printable_bytes()
        if digits:
            allowed = np.array([b in _DIGITS for b in range(VALUES)])
        self._allowed(number)[at : at + len(data)] = allowed
        bad = int((~allowed[np.frombuffer(data, np.uint8)]).sum())
        if bad:
            self.result.bad_text += bad
            self.result.fail("text", f"a text holds {bad} bytes that no text has")

    def _high_zeros(self, number: int, at: int, data: bytes, most: int = VALUES**2 - 1) -> None:
        """A number that is at most so large, in as many bytes as that takes."""
        width = (most.bit_length() + 7) // 8
        self._free(number, at, width)
        self._only(number, at + width, bytes(len(data) - width))
        if width == 1:
            self._allowed(number)[at : at + 1, most + 1 :] = False

    def _any_below(self, number: int, at: int, data: bytes) -> None:
        self._free(number, at, len(data))
        self._only(number, at + len(data) - 1, bytes(1))

    def _by_counts(self, production: str, group: list[Leaf], number: int, at: int, value: bytes) -> None:
        """Bind bytes to what was counted in their place, where the shape of the part was counted at all."""
        models = productions().get(production) if self.binds else None
        group = [leaf for leaf in group if leaf.stop > leaf.start]
        if models is None or len(models) < len(group):
            return
        by_path = {model.path: model for model in reversed(models)}
        for i, leaf in enumerate(group):
            model = models[i] if len(models) == len(group) else by_path.get(_relative(leaf.path))
            if model is None or model.is_open or len(model.chances) != leaf.stop - leaf.start:
                continue
            if len(allowed := self._allowed(number)):
                allowed[at + leaf.start : at + leaf.stop] = model.seen


def group_leaves(tree: BaseDefinition, found: list[Leaf]) -> list[tuple[str, list[Leaf]]]:
    """The leaves of a definition by the production that they are counted in, in order."""
    groups: list[tuple[str, list[Leaf]]] = []
    section, last = "head", ""
    for leaf in found:
        match = _REPEATED.match(leaf.path)
        if match:
            here = match[0]
        elif leaf.path in ("fields", "extra_fields", "part_10", "tail.block.field_blocks"):
            continue
        else:
            section = "tail" if leaf.path.startswith("tail.") else "middle" if leaf.path == "part_10_count" else section
            here = section
        if here != last:
            groups.append((here, []))
            last = here
        groups[-1][1].append(leaf)
    return [(_production(tree, name, group), group) for name, group in groups]


def _production(tree: BaseDefinition, name: str, group: list[Leaf]) -> str:
    if name == "head":
        return f"head/{tree.reference_length}"
    if name in ("middle", "tail"):
        return f"{name}/{tree.marker}"
    if "field_blocks" in name:
        return f"block/{group[-1].stop - group[0].start}"
    body = {_relative(leaf.path): leaf.value for leaf in group}
    return f"field/{body['body.type_code']}/{body.get('body.data.block_length', 0)}"


def _relative(path: str) -> str:
    return _REPEATED.sub("", path).removeprefix("tail.")


def _like(one: tuple[LeafModel, ...], other: tuple[LeafModel, ...]) -> bool:
    """True where two productions have the same leaves, and what follows the name could belong to both."""
    if [(m.path, len(m.chances)) for m in one] != [(m.path, len(m.chances)) for m in other]:
        return False
    loose = ("type_code", "max_length", "flags", "size", "position", "display_index", "raw", "length")
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if not a.path.endswith(loose)]
    return all(np.array_equal(a.seen, b.seen) for a, b in pairs)


def _highest(fields: Sequence[FieldDefinition]) -> int:
    """The highest physical position that so many fields are believed."""
    return 4 * len(fields) + 32


def _number_of(key: str) -> int:
    """The number at the end of a key; a key is a name, so it has no more than 255 digits."""
    return int(re.sub(r"\D", "", key))


def _shown(name: str) -> str:
    return repr(text.printable(name[:40]))


@cache
def _keys_by_length() -> dict[int, list[bytes]]:
    found: dict[int, list[bytes]] = {}
    for key, _ in keys(_MOST_NUMBERS):
        found.setdefault(len(key), []).append(key)
    return found
