"""What a description says, checked and with every default filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cronos_fmt._gen.versions import Layouts, Profile
from cronos_fmt.container import SlotState
from cronos_fmt.kod import Kod
from cronos_fmt.schema import Field


class KindDefaults(NamedTuple):
    """What CronosPro gives a field of one kind when its user sets nothing.

    max_length: characters. index_rest: the bytes behind the index reference, with a block of 25 bytes. long_core and
    block_end: how its block in a marker 6 definition differs from the others. All of it is copied from the public
    banks; the meaning of the bytes is not known.
    """

    max_length: int = 100_000
    flags: int = 0
    index_rest: bytes = bytes.fromhex("01 000000000000")
    long_core: bool = False
    block_end: bytes | None = None


KIND_DEFAULTS = {
    "number": KindDefaults(max_length=20, index_rest=bytes.fromhex("01 00000000")),
    "text": KindDefaults(block_end=bytes(5)),
    "dictionary": KindDefaults(index_rest=bytes.fromhex("01 0000000000000000")),
    "date": KindDefaults(index_rest=bytes.fromhex("02 00000000")),
    "time": KindDefaults(max_length=5, index_rest=bytes.fromhex("02 00000000")),
    "file": KindDefaults(),
    "link": KindDefaults(flags=0x2000, index_rest=bytes.fromhex("00 000100000000")),
    "field_link": KindDefaults(flags=0x2040, index_rest=bytes.fromhex("00 000000000100000000"), long_core=True),
    "external_file": KindDefaults(index_rest=bytes.fromhex("01 000001000000000000"), long_core=True),
}


@dataclass(frozen=True)
class FileSettings:
    """How one pair is written. `kod` is the table its records are encoded with, None for plain ones.

    storage: default slot state of its records, None for what CronosPro does. chunk: default plain bytes of a compressed
    chunk, 0 for records that are not compressed. may_be_compressed: the bit of the header, None to set it as needed.
    lite, serial: how the key of the table block is made, where the version has one.
    """

    name: str
    profile: Profile
    kod: Kod | None
    block_size: int
    unknown_08: int
    filler_seed: int
    storage: str | None
    chunk: int
    free_slots: int
    may_be_compressed: bool | None
    lite: bool = False
    serial: int = 1

    @property
    def layouts(self) -> Layouts:
        assert self.profile.layouts is not None
        return self.profile.layouts

    def has_state(self, state: str) -> bool:
        """True where a slot of this version can be in a state."""
        try:
            self.layouts.tad_slot.pack(state)
        except ValueError:
            return False
        return True


def deleted_state(storage: str) -> str:
    """State of the slot of a deleted record whose bytes are stored in one of the ways of live ones."""
    return f"{SlotState.DELETED}_{storage}"


@dataclass(frozen=True)
class Stored:
    """One record: its plain bytes and how they are stored.

    number: record number, from 1; None for the next one that no other record has. state: state of its slot.
    first_chunk: payload bytes of the first chunk of an extended record, None to choose. chunk: plain bytes of a
    compressed chunk, 0 for a record that is not compressed. path: where the record stands in the description.
    """

    number: int | None
    data: bytes
    path: str
    state: str = SlotState.INLINE
    first_chunk: int | None = None
    chunk: int = 0

    @property
    def is_deleted(self) -> bool:
        return self.state.startswith(SlotState.DELETED)


@dataclass(frozen=True)
class FieldSettings:
    """Definition of one field; `in_second_list` puts it behind the marker, `block_length` is in bytes."""

    field: Field
    in_second_list: bool
    block_length: int


@dataclass(frozen=True)
class BaseSettings:
    """Definition of one base, and its rows.

    card_version: 0 for a bit card in CroBank, 1 for one in CroStru. by_reference: the definition stands in a record of
    its own. bit_card: its record number in CroBank, None to choose.
    """

    id: int
    name: bytes
    mnemonic: bytes
    number_name: bytes | None
    card_version: int
    marker: int
    by_reference: bool
    bit_card: int | None
    path: str
    fields: tuple[FieldSettings, ...] = ()
    rows: tuple[Stored, ...] = ()


class ExtraKey(NamedTuple):
    """A key of the dictionary that is written as it stands; by_reference: its value stands in a record of its own."""

    key: bytes
    value: bytes
    by_reference: bool


@dataclass(frozen=True)
class BankSettings:
    """A whole bank. `files` holds the settings of the pairs, by the name the API gives them."""

    id: int
    name: bytes
    time: int
    program_version: bytes
    serial: int
    password: bytes
    ns1_kind: int
    ns1_shift: int
    ns1_record: int | None
    files: dict[str, FileSettings]
    files_base: BaseSettings
    tables: tuple[BaseSettings, ...]
    stored_files: tuple[Stored, ...]
    raw_records: tuple[Stored, ...]
    extra_keys: tuple[ExtraKey, ...] = ()
    vocabulary: BankSettings | None = field(default=None)
