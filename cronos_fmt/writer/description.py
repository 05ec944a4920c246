"""From a description to checked settings. Every key is checked before a byte is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cronos_fmt import kod
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt._gen.field_types import FIELD_TYPES, FieldType
from cronos_fmt._gen.versions import PROFILES, Profile
from cronos_fmt.bank import PAIRS
from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import Kod
from cronos_fmt.limits import Limits
from cronos_fmt.schema import Field
from cronos_fmt.text import decode
from cronos_fmt.writer import stru
from cronos_fmt.writer.checks import (
    Check,
    Part,
    base64_bytes,
    below,
    boolean,
    choice,
    hexadecimal,
    integer,
    items,
    largest,
    optional,
    refuse,
    short_text,
    stored_text,
    string,
)
from cronos_fmt.writer.model import (
    KIND_DEFAULTS,
    BankSettings,
    BaseSettings,
    ExtraKey,
    FieldSettings,
    FileSettings,
    Stored,
    deleted_state,
)
from cronos_fmt.writer.rows import HIGHEST_POSITION, RowWriter

WRITTEN = ("stru", "bank", "index")
"""The pairs of a bank; CroSys belongs to the program."""

HIGHEST_RECORD = 10_000_000
"""Highest record number of a description; each number up to the highest one takes a slot, used or not."""

CHUNK = 1 << 15
"""Most plain bytes of a compressed chunk: even when they do not shrink, their length fits its size word."""

_DEFAULT_TIME = 1_600_000_000
_DEFAULT_ID = 1_000_000_001
_DEFAULT_PROGRAM = b"-6"
_DEFAULT_STOCK = 8
_FILES_BASE = "Файлы", "FL"
_SYSTEM_NUMBER = "Системный номер"
_BLOCK_SIZES = {"stru": 0x400, "bank": 0x40, "index": 0x400}
_LAYOUTS = {"0x0005": 0, "0x0109": 1}  # the layout of a definition as others call it -> version of its reference block
_OLD_DEFAULTS, _NEW_DEFAULTS = (2, 13), (4, 25)  # marker, block length of fields

_READABLE: Mapping[str, Profile] = {tag: profile for tag, profile in PROFILES.items() if profile.layouts is not None}
_DEFAULT_PROFILE = next(profile for profile in _READABLE.values() if profile.status == "verified")
_TYPES: Mapping[Any, FieldType] = {
    key: kind for kind in FIELD_TYPES.values() if kind.kind != "system_number" for key in (kind.name, kind.code)
}
_TEXT = next(kind for kind in FIELD_TYPES.values() if kind.kind == "text")


def load_description(path: Path) -> dict[str, Any]:
    """Read a description from a JSON file in UTF-8.

    CronosError: it cannot be read (status IO), or is no JSON object (status USAGE, naming file and line).
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CronosError(f"cannot be read: {error.strerror}", file=path, status=Status.IO) from error
    try:
        description = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        message = f"line {error.lineno}, column {error.colno}: {error.msg}"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"line {line}: not UTF-8"
    except _RefusedError as error:
        message = str(error)
    except RecursionError:
        message = "nested too deeply"
    else:
        if isinstance(description, dict):
            return description
        message = "line 1: a description is a JSON object"
    raise CronosError(message, file=path, hint="see the page on descriptions in the documentation", status=Status.USAGE)


class _RefusedError(Exception):
    """JSON that is well formed but means nothing here."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _RefusedError(f"the key {twice!r} stands twice in one object")
    return result


def _no_constant(name: str) -> Any:
    raise _RefusedError(f"{name} is no JSON")


def read_description(description: Any, path: str = "", outer: BankSettings | None = None) -> BankSettings:
    """Check a description and fill in its defaults; `outer` is the bank whose vocabulary it is.

    CronosError, status USAGE: it is wrong somewhere.
    """
    part = Part(description, path)
    bank_id = part.get("id", integer(0, 10**10 - 1), outer.id + 1 if outer else _DEFAULT_ID)
    name = part.get("name", stored_text, _vocabulary_name(outer.name) if outer else b"")
    files = part.get("files", lambda value, here: _files(part, value, here, bank_id, outer), None)
    if files is None:
        files = _files(part, {}, below(path, "files"), bank_id, outer)
    bank = files["bank"]
    serial = part.get("serial", integer(0, largest("ns1_body", "serial")), 1)
    files_base = part.get("files_base", lambda value, here: _base(value, here, bank, None), None)
    tables = part.get("tables", lambda value, here: _tables(value, here, bank), [])
    settings = BankSettings(
        id=bank_id,
        name=name,
        time=part.get("time", integer(0, largest("bank_value", "time")), _DEFAULT_TIME),
        program_version=part.get("program_version", stored_text, _DEFAULT_PROGRAM),
        serial=serial,
        password=part.get("password", stored_text, b""),
        ns1_kind=part.get("ns1_kind", choice(stru.NS1_KINDS), max(stru.NS1_KINDS)),
        ns1_shift=part.get("ns1_shift", integer(0, largest("ns1", "shift")), stru.ns1_shift(bank_id)),
        ns1_record=part.get("ns1_record", optional(_record_number), None),
        # The key of the table block has the serial of the bank, but for CroStru, which has to be read first.
        files={key: file if key == "stru" else replace(file, serial=serial) for key, file in files.items()},
        files_base=files_base or _default_files_base(tables, bank),
        tables=tuple(tables),
        stored_files=tuple(
            part.get("stored_files", lambda value, here: items(value, here, lambda v, p: _stored_file(v, p, bank)), [])
        ),
        raw_records=tuple(
            part.get("raw_records", lambda value, here: items(value, here, lambda v, p: _raw_record(v, p, bank)), [])
        ),
        extra_keys=tuple(part.get("extra_keys", _extra_keys, [])),
    )
    if outer is None:
        vocabulary = part.get("vocabulary", lambda value, here: read_description(value, here, settings), None)
        settings = replace(settings, vocabulary=vocabulary)
    part.done()
    return settings


def _vocabulary_name(name: bytes) -> bytes:
    """What CronosPro calls the vocabulary of a bank."""
    return "Словари банка [ ".encode("cp1251") + name + b" ]"


# ---- files


def _files(bank: Part, value: Any, path: str, bank_id: int, outer: BankSettings | None) -> dict[str, FileSettings]:
    """Settings of the three pairs; what a pair does not say comes from the bank, then from the bank around it."""
    profile = bank.get("version", choice(_READABLE), outer.files["bank"].profile if outer else _DEFAULT_PROFILE)
    outer_table = outer.files["stru"].kod if outer else None
    # The default table comes with its versions; only another one is handed on.
    table = bank.get("kod", _kod, None if outer_table == kod.DEFAULT else outer_table)
    free_slots = bank.get("free_slots", integer(0, HIGHEST_RECORD), None)
    part = Part(value, path)
    files = {}
    for key in WRITTEN:
        pair = Part(part.get(key, lambda v, _: v, {}), below(path, key))
        files[key] = _file(key, pair, profile, table, bank_id, free_slots if key == "bank" else None)
    part.done()
    return files


def _file(
    key: str, part: Part, profile: Profile, table: Kod | None, bank_id: int, free_slots: int | None
) -> FileSettings:
    profile = part.get("version", choice(_READABLE), profile)
    table = part.get("kod", _kod, table)
    encoded = part.get("encoded", boolean, key == "stru")
    if encoded and table is None:
        if profile.kod != kod.DEFAULT.source:
            message = f"version {profile.tag} encodes with a table of its own; give 512 hex digits, or encoded: false"
            refuse(below(part.path, "kod"), message)
        table = kod.DEFAULT
    settings = FileSettings(
        name=PAIRS[key],
        profile=profile,
        kod=table if encoded else None,
        block_size=0,
        unknown_08=part.get("unknown_08", integer(0, largest("dat_header", "unknown_08")), 0),
        filler_seed=part.get("filler_seed", integer(0, 2**64 - 1), bank_id),
        storage=None,
        chunk=part.get("compress", _chunk, 0),
        free_slots=0,
        may_be_compressed=part.get("may_be_compressed", boolean, None),
        lite=part.get("lite", boolean, False),
    )
    # A block holds at least one byte of payload.
    sizes = integer(settings.layouts.continuation.SIZE + 1, largest("dat_header", "block_size"))
    if free_slots is None:
        # Free numbers were only ever seen where they form a list.
        free_slots = _DEFAULT_STOCK if key == "bank" and settings.layouts.free_list else 0
    settings = replace(
        settings,
        block_size=part.get("block_size", sizes, _BLOCK_SIZES[key]),
        storage=part.get("storage", _storage(settings), None),
        free_slots=part.get("free_slots", integer(0, HIGHEST_RECORD), free_slots),
    )
    part.done()
    return settings


def _kod(value: Any, path: str) -> Kod:
    if value == kod.DEFAULT.source:
        return kod.DEFAULT
    try:
        return Kod(hexadecimal(value, path))
    except ValueError:
        refuse(path, f'is no permutation of 256 bytes; allowed are 512 hex digits, or "{kod.DEFAULT.source}"')


def _chunk(value: Any, path: str) -> int:
    """Plain bytes of a compressed chunk; 0 where the record is not compressed."""
    if isinstance(value, bool):
        return CHUNK if value else 0
    return integer(1, CHUNK)(value, path)


def _storage(file: FileSettings) -> Check[str]:
    """A check for the states of a slot that a live record with bytes can have in a file."""
    others = SlotState.FREE, SlotState.EMPTY, SlotState.DELETED

    def check(value: Any, path: str) -> str:
        if string(value, path).startswith(others) or not file.has_state(value):
            message = f"version {file.profile.tag} has no such way of storing; allowed are inline and extended"
            refuse(path, f"{message}, and the further live states of its slots")
        return str(value)

    return check


# ---- records


def _record_number(value: Any, path: str) -> int:
    return integer(1, HIGHEST_RECORD)(value, path)


def _record(part: Part, data: bytes, file: FileSettings) -> Stored:
    """A record of CroBank from the keys that all records share."""
    state = part.get("storage", _storage(file), file.storage or SlotState.INLINE.value)
    if part.get("deleted", boolean, False):
        if not file.has_state(deleted_state(state)):
            message = f"version {file.profile.tag} has no slot for a deleted record that is stored {state}"
            refuse(below(part.path, "deleted"), f"{message}; allowed is false")
        state = deleted_state(state)
    record = Stored(
        number=part.get("number", _record_number, None),
        data=data,
        path=part.path,
        state=state,
        first_chunk=part.get("first_chunk", integer(0, Limits().record_bytes), None),
        chunk=part.get("compress", _chunk, file.chunk),
    )
    if record.first_chunk is not None and SlotState.EXTENDED not in state:
        refuse(below(part.path, "first_chunk"), "only an extended record has a first chunk")
    part.done()
    return record


def _stored_file(value: Any, path: str, file: FileSettings) -> Stored:
    part = Part(value, path)
    content = part.one_of(text=stored_text, hex=hexadecimal, base64=base64_bytes)
    return _record(part, BUILDERS["file_record"].build({"content": content}), file)


def _raw_record(value: Any, path: str, file: FileSettings) -> Stored:
    part = Part(value, path)
    part.get("number", _record_number)
    return _record(part, part.get("hex", hexadecimal), file)


def _extra_keys(value: Any, path: str) -> list[ExtraKey]:
    part = Part(value, path)
    return [_extra_key(key, item, below(path, key)) for key, item in part.value.items()]


def _extra_key(key: str, value: Any, path: str) -> ExtraKey:
    name = short_text(key, path)
    if isinstance(value, str):
        return ExtraKey(name, stored_text(value, path), False)
    part = Part(value, path)
    stored = part.one_of(text=stored_text, hex=hexadecimal)
    by_reference = part.get("by_reference", boolean, False)
    part.done()
    return ExtraKey(name, stored, by_reference)


# ---- bases


def _tables(value: Any, path: str, file: FileSettings) -> list[BaseSettings]:
    tables: list[BaseSettings] = []
    seen: dict[int, str] = {}

    def check(item: Any, here: str) -> None:
        table = _base(item, here, file, len(tables) + 1)
        if table.id in seen:
            refuse(below(here, "id"), f"is {table.id}, as that of {seen[table.id]}; allowed is what no other table has")
        seen[table.id] = here
        tables.append(table)

    items(value, path, check)
    return tables


def _default_files_base(tables: list[BaseSettings], file: FileSettings) -> BaseSettings:
    """The base for stored files as the program that made the first table would write it."""
    base = _base({}, "files_base", file, None)
    return base if not tables else replace(base, card_version=tables[0].card_version, marker=tables[0].marker)


def _base(value: Any, path: str, file: FileSettings, default_id: int | None) -> BaseSettings:
    """A user base, or with default_id None the base of stored files, which has id 0, no fields and no rows."""
    part = Part(value, path)
    is_table = default_id is not None
    base_id = part.get("id", integer(1, largest("base_definition", "base_id")), default_id) if is_table else 0
    name = part.get("name", short_text) if is_table else part.get("name", short_text, _FILES_BASE[0].encode("cp1251"))
    mnemonic = part.get("mnemonic", short_text, name[:2] if is_table else _FILES_BASE[1].encode("cp1251"))
    card_version = part.get("layout", choice(_LAYOUTS), 1)
    marker, block_length = _NEW_DEFAULTS if card_version else _OLD_DEFAULTS
    base = BaseSettings(
        id=base_id or 0,
        name=name,
        mnemonic=mnemonic,
        number_name=part.get("number_name", optional(short_text), _SYSTEM_NUMBER.encode("cp1251")),
        card_version=card_version,
        marker=part.get("marker", choice(stru.MARKERS), marker),
        by_reference=part.get("by_reference", boolean, is_table),
        bit_card=part.get("bit_card", _record_number, None),
        path=path,
    )
    if base.bit_card is not None and card_version:
        refuse(below(path, "bit_card"), "only the bit card of the layout 0x0005 has a number in CroBank")
    if is_table:
        fields = part.get("fields", lambda v, p: _fields(v, p, base, block_length), [])
        base = replace(base, fields=tuple(fields))
        writer = RowWriter(base.id, {f.field.name: f.field for f in fields}, file.layouts.row)
        rows = part.get("rows", lambda v, p: items(v, p, lambda row, here: _row(row, here, file, writer)), [])
        base = replace(base, rows=tuple(rows))
    part.done()
    return base


def _row(value: Any, path: str, file: FileSettings, writer: RowWriter) -> Stored:
    part = Part(value, path)
    return _record(part, writer.record(part), file)


def _fields(value: Any, path: str, base: BaseSettings, block_length: int) -> list[FieldSettings]:
    fields: list[FieldSettings] = []
    names = {} if base.number_name is None else {decode(base.number_name): below(base.path, "number_name")}
    positions: dict[int, str] = {}

    def check(item: Any, here: str) -> None:
        settings = _field(Part(item, here), len(fields) + 1, max(positions, default=0) + 1, block_length)
        field = settings.field
        if field.name in names:
            refuse(below(here, "name"), f"is that of {names[field.name]}; allowed is one that no other field has")
        if field.position in positions:
            refuse(below(here, "position"), f"is that of {positions[field.position]}; allowed is one without a field")
        names[field.name] = positions[field.position] = here
        fields.append(settings)

    items(value, path, check)
    return fields


def _field(part: Part, display: int, position: int, block_length: int) -> FieldSettings:
    name = part.get("name", short_text)
    kind = part.get("type", _field_type)
    defaults = KIND_DEFAULTS[kind.kind]
    flags = part.get("flags", integer(0, largest("field_definition.body", "flags")), defaults.flags)
    if part.get("multiple", boolean, False):
        flags |= stru.multiple_flag()
    field = Field(
        name=decode(name),
        column=decode(name),
        type=kind,
        position=part.get("position", integer(1, HIGHEST_POSITION), position),
        display=part.get("display", integer(0, largest("field_definition.body", "display_index")), display),
        flags=flags,
        max_length=part.get(
            "max_length", integer(0, largest("field_definition.data", "max_length")), defaults.max_length
        ),
        is_multiple=bool(flags & stru.multiple_flag()),
    )
    settings = FieldSettings(
        field=field,
        in_second_list=part.get("extra", boolean, False),
        block_length=part.get("block_length", choice(stru.BLOCK_LENGTHS), block_length),
    )
    part.done()
    return settings


def _field_type(value: Any, path: str) -> FieldType:
    """A type by name or code; an object with `code` stands for one that is not known and is written like a text."""
    if not isinstance(value, Mapping):
        return choice(_TYPES)(value, path)
    part = Part(value, path)
    code = part.get("code", integer(1, largest("field_definition.body", "type_code")))
    part.done()
    return replace(_TEXT, code=code, name=f"type {code}")
