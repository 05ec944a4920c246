"""What stands in CroStru: the dictionary, its values, and the definitions of bases; and the bit cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any

from cronos_fmt import kod
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.parsers import FieldDefinition
from cronos_fmt.links import card_words
from cronos_fmt.parsing import parse
from cronos_fmt.writer.checks import largest
from cronos_fmt.writer.model import KIND_DEFAULTS, BankSettings, BaseSettings, FieldSettings

# Values that the public banks hold where the specs know no meaning.
_SYSTEM_NUMBER_FLAGS = 1
_BLOCK_STARTS = {9: 0, 13: 1, 25: 1}  # length of the block in a field definition -> its first word
_LONG_BLOCK = max(_BLOCK_STARTS)
_SHORTER_REST = 4  # bytes that a tail lacks with a shorter block
_PASSWORD_BUFFERS = {0: 0, 2: 8}  # kind of NS1 -> bytes behind the password, less the password
_LINKED_BASE = {0: None, 1: 0}  # version of the reference block -> linked base

BLOCK_LENGTHS = {length: length for length in _BLOCK_STARTS}
NS1_KINDS = {kind: kind for kind in _PASSWORD_BUFFERS}
MARKERS = {marker: marker for marker in (2, 4, 6)}


def dictionary(entries: Mapping[bytes, bytes | int]) -> bytes:
    """The dictionary, its keys sorted; a number as the value of a key is the record that holds it."""
    built = []
    for key, value in sorted(entries.items()):
        inline = isinstance(value, bytes)
        word = _inline_flag() | len(value) if isinstance(value, bytes) else value
        built.append({"key": {"raw": key}, "value_word": word, "value": value if inline else None})
    return BUILDERS["dictionary"].build({"entries": built})


def referenced(value: bytes) -> bytes:
    """Record that holds one value of the dictionary."""
    return BUILDERS["referenced_value"].build({"value": value})


def bank_value(bank: BankSettings) -> bytes:
    """Value of the key Bank: the time and its check word, and the ids of the user bases."""
    ids = [table.id & largest("bank_record", "base_id") for table in bank.tables]
    values: dict[str, Any] = {"check": 0, "time": bank.time, "base_ids": ids}
    # What the check word has to cancel out: the rest that the spec computes where the word is 0.
    rest = int(layouts.BankValue(BUILDERS["bank_value"].build(values)).check_rest[0])
    return BUILDERS["bank_value"].build(values | {"check": rest ^ len(ids)})


def ns1(bank: BankSettings) -> bytes:
    """Value of the key NS1; its body is encoded with the default table and a shift of its own."""
    # In kind 2 the password is taken to stand in a buffer of its own; no public bank has one.
    buffer = max(_PASSWORD_BUFFERS[bank.ns1_kind] - len(bank.password), 0)
    body = BUILDERS["ns1_body"].build(
        {"serial": bank.serial, "password": bank.password, "unknown_after_password": bytes(buffer)}
    )
    encoded = kod.DEFAULT.encode(body, bank.ns1_shift)
    return BUILDERS["ns1"].build({"kind": bank.ns1_kind, "shift": bank.ns1_shift, "body": encoded})


def ns1_shift(bank_id: int) -> int:
    """Default shift of NS1: any byte will do, and that of a bank stays the same."""
    return Random(bank_id).randrange(largest("ns1", "shift") + 1)


def ns2(record: int) -> bytes:
    """Value of the key NS2: the CroBank record that holds the copy of NS1."""
    return BUILDERS["ns2"].build({"record_number": record})


def formulas() -> bytes:
    """Value of a key FormulsNNN where there are no formulas."""
    return BUILDERS["formulas"].build({})


def bank_bit_card(numbers: Iterable[int]) -> bytes:
    """Bit card that is a CroBank record: the set of the record numbers of a base, empty where it has no rows."""
    return BUILDERS["bit_card_bank"].build({"words": card_words(numbers)})


def base_definition(base: BaseSettings, bit_card: int) -> bytes:
    """Value of a key BaseNNN; `bit_card` is the record number of the bit card of the base."""
    first = [_field(f) for f in base.fields if not f.in_second_list]
    if base.number_name is not None:
        first.insert(0, _system_number(base.number_name))
    return BUILDERS["base_definition"].build({
        "reference": {
            "version": base.card_version,
            "bit_card_number": bit_card,
            "linked_base_id": _LINKED_BASE[base.card_version],
        },
        "base_id": base.id,
        "name": {"raw": base.name},
        "mnemonic": {"raw": base.mnemonic},
        "fields": first,
        "marker": base.marker,
        "last_position": _last_position(base),
        "extra_fields": [_field(f) for f in base.fields if f.in_second_list],
        "tail": _TAILS[base.marker](base),
    })  # fmt: skip


def _last_position(base: BaseSettings) -> int:
    """The highest position with marker 4, one more with the others, 0 without fields: what the public banks hold."""
    highest = max((f.field.position for f in base.fields), default=0)
    return highest if base.marker == 4 or not highest else highest + 1


def _tail_2(base: BaseSettings) -> dict[str, Any]:
    return {}


def _tail_4(base: BaseSettings) -> dict[str, Any]:
    return {"block": {}}


def _tail_6(base: BaseSettings) -> dict[str, Any]:
    fields = sorted(base.fields, key=lambda f: f.field.position)
    return {"block": {"base_block": {}, "field_blocks": [_field_block(f) for f in fields]}}


_TAILS = {2: _tail_2, 4: _tail_4, 6: _tail_6}


def _field_block(settings: FieldSettings) -> dict[str, Any]:
    """Block of a field behind a marker 6."""
    defaults = KIND_DEFAULTS[settings.field.type.kind]
    core: dict[str, Any] = {}
    if defaults.long_core:
        core["unknown_04"] = BUILDERS["base_definition.field_block_inner"].build({"core": {}})
    return {"content": {"inner": {"core": core}, "unknown_after_inner": defaults.block_end}}


def _system_number(name: bytes) -> dict[str, Any]:
    code = next(kind.code for kind in FIELD_TYPES.values() if kind.kind == "system_number")
    return {"body": _body(code, 0, name, _SYSTEM_NUMBER_FLAGS, None)}


def _field(settings: FieldSettings) -> dict[str, Any]:
    field = settings.field
    rest = KIND_DEFAULTS[field.type.kind].index_rest
    if settings.block_length != _LONG_BLOCK:
        rest = bytes([max(rest[0] - 1, 0)]) + rest[1:-_SHORTER_REST]
    block = {"unknown_00": _BLOCK_STARTS[settings.block_length], "unknown_02": b""}
    zeros = settings.block_length - len(BUILDERS["field_definition.block"].build(block))
    data = {
        "position": field.position,
        "max_length": field.max_length,
        "block": block | {"unknown_02": bytes(zeros)},
        "tail": {"unknown_00": 0, "index": b"", "unknown_after_index": rest},
    }
    return {"body": _body(field.type.code, field.display, field.name.encode("cp1251"), field.flags, data)}


def _body(code: int, display: int, name: bytes, flags: int, data: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "type_code": code,
        "display_index": display,
        "name": {"raw": name},
        "flags": flags,
        "has_data": int(data is not None),
        "data": data,
    }


@cache
def multiple_flag() -> int:
    """The flag of a field that holds several values: the bit that the spec tests."""
    return next(flag for flag in _bits("field_definition.body", "flags") if _is_multiple(flag))


def _is_multiple(flags: int) -> bool:
    data = BUILDERS["field_definition"].build({"body": _body(0, 0, b"", flags, None)})
    return bool(parse(FieldDefinition, data).body.is_multiple)


@cache
def _inline_flag() -> int:
    """The bit of a dictionary word that tells an inline value from a record number: with it, a value follows."""
    return next(word for word in _bits("dictionary.entry", "value_word") if _has_value(word))


def _has_value(word: int) -> bool:
    entry = BUILDERS["dictionary.entry"]
    data = entry.build({"key": {"raw": b""}, "value_word": word, "value": None})
    return entry.parse(data).value is not None


def _bits(structure: str, field: str) -> Iterable[int]:
    """The words with one bit set that a field holds."""
    return [1 << bit for bit in range(largest(structure, field).bit_length())]
