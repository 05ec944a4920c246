"""The definitions of a bank: the dictionary in CroStru, its bases and their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from kaitaistruct import KaitaiStruct

from cronos_fmt import text
from cronos_fmt._gen import layouts
from cronos_fmt._gen.field_types import FIELD_TYPES, FieldType
from cronos_fmt._gen.parsers import PARSERS, BaseDefinition, Dictionary, FieldDefinition, Ns2, ReferencedValue
from cronos_fmt._gen.stru_keys import STRU_KEYS, StruKey
from cronos_fmt.container import KOD_HINT, Pair, Slot, SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.parsing import parse, parse_partly
from cronos_fmt.problems import Problem, Problems
from cronos_fmt.shown import Shown

_TEXT = next(kind for kind in FIELD_TYPES.values() if kind.kind == "text")
_SLOTS = 1 << 12  # that are read together: one by one each takes as long as a hundred
_OPAQUE = StruKey("", "opaque_value", "Key not known.", "unknown", (), "")


@dataclass(frozen=True, repr=False)
class Field(Shown):
    """One field of a base. `position` is physical, from 1 (0: not in the row); `column` is unique in its base."""

    name: str
    column: str
    type: FieldType
    position: int
    display: int
    flags: int
    max_length: int | None
    is_multiple: bool


@dataclass(frozen=True, repr=False)
class Base(Shown):
    """One base (table): its fields in physical order, without the system number, whose name is `number_name`."""

    id: int
    key: str
    name: str
    mnemonic: str
    fields: tuple[Field, ...]
    number_name: str
    is_files_base: bool
    bit_card: int
    card_is_bank_record: bool
    marker: int | None
    definition: bytes

    @cached_property
    def tree(self) -> BaseDefinition:
        """The definition, parsed as far as it can be."""
        return parse_partly(BaseDefinition, self.definition)[0]

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """Physical positions that have a field, in order, each once."""
        return tuple(sorted({f.position for f in self.fields if f.position}))

    @cached_property
    def hidden_positions(self) -> tuple[int, ...]:
        """Physical positions below the highest one without a field; each still owns a value in every row."""
        taken = set(self.positions)
        return tuple(p for p in range(1, max(taken, default=0)) if p not in taken)

    def hidden_fields(self, positions: Iterable[int]) -> tuple[Field, ...]:
        """Text fields `hidden_N` for positions without a field, to show their values as columns of this base."""
        made = [Field(f"hidden_{p}", f"hidden_{p}", _TEXT, p, 0, 0, None, False) for p in positions]
        return _with_columns([*self.fields, *made], self.number_name)[len(self.fields) :]


@dataclass(frozen=True, repr=False)
class Entry(Shown):
    """One key of the dictionary: its value, what structure that is, and the CroStru record that holds it."""

    name: str
    value: bytes
    key: StruKey
    record: int

    @property
    def tree(self) -> KaitaiStruct:
        """The value, parsed; CronosError where it is not as the spec says."""
        return parse(PARSERS[self.key.value], self.value)


@dataclass(repr=False)
class Schema(Shown):
    """Everything the dictionary says. Keys that cannot be read are left out and stand in the problems."""

    record: int
    entries: dict[str, Entry] = field(default_factory=dict)
    bases: list[Base] = field(default_factory=list)

    def text(self, key: str) -> str:
        """Value of a text key such as BankName; empty where the bank has none."""
        entry = self.entries.get(key)
        return text.plain(entry.value) if entry else ""

    @property
    def ns1(self) -> bytes | None:
        """Stored bytes of NS1, the same as those of its copy in CroBank."""
        entry = self.entries.get("NS1")
        return entry.value if entry else None

    @property
    def ns1_copy(self) -> int | None:
        """CroBank record that holds the copy of NS1; None where NS2 does not say."""
        entry = self.entries.get("NS2")
        return parse_partly(Ns2, entry.value)[0].record_number if entry else None

    @property
    def tables(self) -> list[Base]:
        """The bases of users, in order of id; the files base is none of them."""
        return sorted((b for b in self.bases if not b.is_files_base), key=lambda b: b.id)

    @property
    def bank_bit_cards(self) -> dict[int, Base]:
        """CroBank records that are bit cards, and the base of each."""
        return {b.bit_card: b for b in self.bases if b.card_is_bank_record}


def read_schema(stru: Pair, problems: Problems) -> Schema:
    """Read the dictionary of a CroStru and every base in it.

    One damaged definition costs that base only. CronosError where there is no dictionary: with status KOD where another
    KOD table is the likely reason.
    """
    number, tree, error = _find_dictionary(stru)
    schema = Schema(number)
    slots = {slot.number: slot for slot in stru.slots(1, _SLOTS)}
    for raw in tree.entries or ():
        if raw.value_word is None or (raw.is_inline and raw.value is None):
            break  # the one that is cut off
        name = text.plain(raw.key.raw)
        if name in schema.entries:
            message = f"key {_shown(name)} stands twice, the last one counts"
            problems.add(Problem("duplicate-key", message, stru.name, number))
        entry = _entry(stru, name, raw, number, slots, problems)
        if entry is not None:
            schema.entries[name] = entry
    if error is not None:
        message = f"dictionary breaks after {len(schema.entries)} keys at {error.path}: {error.message}"
        problems.add(Problem("dictionary-cut", message, stru.name, number))
    definitions = [entry for entry in schema.entries.values() if PARSERS[entry.key.value] is BaseDefinition]
    schema.bases = [base for entry in definitions if (base := _read_base(entry, stru, problems)) is not None]
    return schema


def _find_dictionary(stru: Pair) -> tuple[int, Dictionary, CronosError | None]:
    """The dictionary: record 1 in every bank known, else the first record that is one."""
    reasons: list[str] = []
    first_decoded = False
    for slot in stru.slots():
        if not slot.is_live or slot.state is SlotState.EMPTY:
            continue
        try:
            data = stru.payload(slot)
        except CronosError as damage:
            if damage.status is not Status.NOT_A_BANK:
                raise
            reasons.append(f"record {slot.number}: {damage.message}")
            continue
        first_decoded |= slot.number == 1
        if data.startswith(layouts.DICTIONARY__KIND):
            tree, error = parse_partly(Dictionary, data)
            if any(e.key is not None and e.key.raw and known_key(text.plain(e.key.raw)) for e in tree.entries or ()):
                return slot.number, tree, error
    hint = reasons[0] if reasons else "see the format reference, structure dictionary"
    if stru.header.is_encoded and first_decoded:
        message = "no record decodes to a dictionary: the file is encoded with a KOD table of its own, or damaged"
        raise CronosError(message, file=stru.dat.path, hint=KOD_HINT, status=Status.KOD)
    raise CronosError("holds no dictionary, so nothing names the bases", file=stru.dat.path, hint=hint)


@lru_cache(1 << 10)
def known_key(name: str) -> StruKey | None:
    """The row of the key table that a key of a dictionary belongs to; None where nobody knows it."""
    return next((key for key in STRU_KEYS if re.fullmatch(key.pattern, name)), None)


def _entry(
    stru: Pair, name: str, raw: Dictionary.Entry, record: int, slots: Mapping[int, Slot], problems: Problems
) -> Entry | None:
    """The entry of a key; None, and a problem, where the record it refers to cannot be read."""
    key = known_key(name) or _OPAQUE
    if raw.is_inline:
        return Entry(name, raw.value or b"", key, record)
    try:
        slot = slots.get(raw.value_word) or stru.slot(raw.value_word)
        if not slot.is_live or slot.state is SlotState.EMPTY:
            raise CronosError(f"is {slot.state}", file=stru.name, record=slot.number)
        return Entry(name, parse(ReferencedValue, stru.payload(slot)).value, key, slot.number)
    except CronosError as error:
        if error.status is not Status.NOT_A_BANK:
            raise
        message = f"value of key {_shown(name)} in record {raw.value_word}: {error.message}"
        problems.add(Problem("missing-value", message, stru.name, record))
        return None


def _read_base(entry: Entry, stru: Pair, problems: Problems) -> Base | None:
    tree, error = parse_partly(BaseDefinition, entry.value)
    rest = b"" if error is not None else tree._io.read_bytes_full()
    if error is not None or rest:
        message = f"{_shown(entry.name)}: {error.path}: {error.message}" if error else f"{len(rest)} bytes left over"
        problems.add(Problem("base-damaged", message, stru.name, entry.record, table=entry.name))
    # What comes before the marker is enough to read rows.
    if tree.fields is None or len(tree.fields) != tree.field_count or any(not _usable(f) for f in tree.fields):
        return None
    definitions = [f.body for f in [*tree.fields, *(tree.extra_fields or ())] if _usable(f)]
    numbers = [d for d in definitions if d.is_system_number]
    if not numbers:
        message = "has no system number field"
        problems.add(Problem("no-system-number", message, stru.name, entry.record, table=text.plain(tree.name.raw)))
    fields = [_field(d, tree, entry, stru, problems) for d in definitions if not d.is_system_number]
    number_name = text.plain(numbers[0].name.raw) if numbers else "system number"
    return Base(
        id=tree.base_id,
        key=entry.name,
        name=text.plain(tree.name.raw),
        mnemonic=text.plain(tree.mnemonic.raw),
        fields=_with_columns(sorted(fields, key=lambda f: f.position), number_name),
        number_name=number_name,
        is_files_base=tree.is_files_base,
        bit_card=tree.reference.bit_card_number,
        card_is_bank_record=tree.reference.card_is_bank_record,
        marker=tree.marker,
        definition=entry.value,
    )


def _usable(definition: FieldDefinition) -> bool:
    """True where type, name and position were read; damage behind them does not keep a field from being used."""
    body = definition.body
    if body is None or body.name is None or body.name.raw is None or body.has_data is None:
        return False
    return not body.has_data or (body.data is not None and body.data.position is not None)


def _field(body: FieldDefinition.Body, tree: BaseDefinition, entry: Entry, stru: Pair, problems: Problems) -> Field:
    name, table = text.plain(body.name.raw), text.plain(tree.name.raw)
    kind = FIELD_TYPES.get(body.type_code)
    if kind is None:
        # Not known: text is the type that loses nothing.
        kind = replace(_TEXT, code=body.type_code, name=f"type {body.type_code}", status="unknown", evidence=())
        message = f"type {body.type_code} is not known, its values are read as text"
        problems.add(Problem("unknown-field-type", message, stru.name, entry.record, table, name))
    position = body.data.position if body.data is not None else 0
    if not 0 < position <= stru.limits.items:
        message = f"has physical position {position}, which no row has, so no value belongs to it"
        position = 0
        problems.add(Problem("no-position", message, stru.name, entry.record, table, name))
    max_length = body.data.max_length if body.data is not None else None
    return Field(name, name, kind, position, body.display_index, body.flags, max_length, body.is_multiple)


def _with_columns(fields: list[Field], number_name: str) -> tuple[Field, ...]:
    """Give each field a column name that no other column of the base has."""
    taken = {number_name}
    result = []
    for f in fields:
        column, n = f.name, 1
        while column in taken:
            n += 1
            column = f"{f.name} ({n})"
        taken.add(column)
        result.append(f if column == f.column else replace(f, column=column))
    return tuple(result)


def _shown(name: str) -> str:
    """A key in a message: short, and without control characters."""
    return repr(text.printable(name[:40]))
