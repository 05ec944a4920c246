# Generated from specs/ by `python -m codegen build`; do not edit.
"""Row layouts of the structures with a fixed head, for reading many at once.

A layout is made over bytes and holds one row for each SIZE bytes; each field and each derived value is a column. `one`
reads a single row as a named tuple of the stored fields.
"""

from __future__ import annotations

import struct
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray


# A column of whole numbers or bytes; the element type depends on the field.
Column: TypeAlias = Any


class Layout:
    """Columns over the rows in a buffer; bytes behind the last whole row are left out."""

    NAME: ClassVar[str]
    DTYPE: ClassVar[np.dtype[Any]]
    SIZE: ClassVar[int]

    def __init__(self, data: bytes | memoryview) -> None:
        self.rows: NDArray[Any] = np.frombuffer(data, self.DTYPE, count=len(data) // self.SIZE)

    def __len__(self) -> int:
        return len(self.rows)


class BankRecordRow(NamedTuple):
    """Row of a base, a record of CroBank: the stored fields of one."""

    base_id: int


class BankRecord(Layout):
    """Row of a base, a record of CroBank, the fixed head."""

    NAME = "bank_record"
    DTYPE = np.dtype([("base_id", "<u1")])
    SIZE = 1
    STRUCT = struct.Struct("<B")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> BankRecordRow:
        return BankRecordRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def base_id(self) -> Column:
        """Low byte of the id of the base that the row belongs to. No id above 255 was ever seen."""
        return self.rows["base_id"]

class BankRecordDosRow(NamedTuple):
    """Row of a base, DOS era: the stored fields of one."""

    base_id: int


class BankRecordDos(Layout):
    """Row of a base, DOS era, the fixed head."""

    NAME = "bank_record_dos"
    DTYPE = np.dtype([("base_id", "<u1")])
    SIZE = 1
    STRUCT = struct.Struct("<B")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> BankRecordDosRow:
        return BankRecordDosRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def base_id(self) -> Column:
        """Id of the base that the row belongs to."""
        return self.rows["base_id"]

class BankValueRow(NamedTuple):
    """Value of the key Bank: the stored fields of one."""

    unknown_00: int
    unknown_01: int
    check: int
    time: int


class BankValue(Layout):
    """Value of the key Bank, the fixed head."""

    NAME = "bank_value"
    DTYPE = np.dtype([("unknown_00", "<u1"), ("unknown_01", "<u1"), ("check", "<u4"), ("time", "<u4")])
    SIZE = 10
    STRUCT = struct.Struct("<BBII")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> BankValueRow:
        return BankValueRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def unknown_00(self) -> Column:
        """Always 0."""
        return self.rows["unknown_00"]

    @property
    def unknown_01(self) -> Column:
        """Always 2."""
        return self.rows["unknown_01"]

    @property
    def check(self) -> Column:
        """The time, XOR 0x0B6BF16E, XOR a small number."""
        return self.rows["check"]

    @property
    def time(self) -> Column:
        """Unix time, perhaps of the last change of structure."""
        return self.rows["time"]

    @property
    def check_rest(self) -> Column:
        """The small number in the check word; number of user bases, or the highest id (0, 1, 1, 3 for 0, 1, 1, 3 bases)."""
        return (self.rows["check"] ^ self.rows["time"]) ^ 0xb6bf16e

class BaseDefinitionRow(NamedTuple):
    """Definition of a base (table): the stored fields of one."""

    unknown_00: int
    unknown_02: int
    reference_length: int


class BaseDefinition(Layout):
    """Definition of a base (table), the fixed head."""

    NAME = "base_definition"
    DTYPE = np.dtype([("unknown_00", "<u2"), ("unknown_02", "<u2"), ("reference_length", "<u1")])
    SIZE = 5
    STRUCT = struct.Struct("<HHB")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> BaseDefinitionRow:
        return BaseDefinitionRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def unknown_00(self) -> Column:
        """Always 0. Called vocabulary flags by one source."""
        return self.rows["unknown_00"]

    @property
    def unknown_02(self) -> Column:
        """Always 3."""
        return self.rows["unknown_02"]

    @property
    def reference_length(self) -> Column:
        """Bytes of the reference block; 5 in the older layout (0x0005), 9 in the newer one (0x0109)."""
        return self.rows["reference_length"]

class BaseImageRow(NamedTuple):
    """Value of a key BaseImageNNN, picture of a base: the stored fields of one."""

    unknown_00: int
    file_name_length: int


class BaseImage(Layout):
    """Value of a key BaseImageNNN, picture of a base, the fixed head."""

    NAME = "base_image"
    DTYPE = np.dtype([("unknown_00", "<u1"), ("file_name_length", "<u4")])
    SIZE = 5
    STRUCT = struct.Struct("<BI")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> BaseImageRow:
        return BaseImageRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def unknown_00(self) -> Column:
        """Meaning not known."""
        return self.rows["unknown_00"]

    @property
    def file_name_length(self) -> Column:
        """Bytes of the file name."""
        return self.rows["file_name_length"]

class Continuation32Row(NamedTuple):
    """Continuation block of an extended record, 32-bit pointers: the stored fields of one."""

    next: int


class Continuation32(Layout):
    """Continuation block of an extended record, 32-bit pointers, the fixed head."""

    NAME = "continuation_32"
    DTYPE = np.dtype([("next", "<u4")])
    SIZE = 4
    STRUCT = struct.Struct("<I")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> Continuation32Row:
        return Continuation32Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def next(self) -> Column:
        """Offset in the .dat file of the next block; 0 in the last one."""
        return self.rows["next"]

class Continuation64Row(NamedTuple):
    """Continuation block of an extended record, 64-bit pointers: the stored fields of one."""

    next: int


class Continuation64(Layout):
    """Continuation block of an extended record, 64-bit pointers, the fixed head."""

    NAME = "continuation_64"
    DTYPE = np.dtype([("next", "<u8")])
    SIZE = 8
    STRUCT = struct.Struct("<Q")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> Continuation64Row:
        return Continuation64Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def next(self) -> Column:
        """Offset in the .dat file of the next block; 0 in the last one."""
        return self.rows["next"]

class DatAreaV3Row(NamedTuple):
    """Area between header and first record, v3: the stored fields of one."""

    filler: bytes
    free_block_anchor: int


class DatAreaV3(Layout):
    """Area between header and first record, v3."""

    NAME = "dat_area_v3"
    DTYPE = np.dtype([("filler", "V233"), ("free_block_anchor", "<u4")])
    SIZE = 237
    STRUCT = struct.Struct("<233sI")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> DatAreaV3Row:
        return DatAreaV3Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def filler(self) -> Column:
        """Bytes that follow no known scheme. The same in CroStru, CroBank and CroIndex of one directory, different in its Voc; so it tells whether a file belongs to a bank. Said to come from a scrambled rand() seeded with the time."""
        return self.rows["filler"]

    @property
    def free_block_anchor(self) -> Column:
        """0, or the offset of the last block in the chain of freed continuation blocks. The first u32 of a freed block points to the next one; the chain cannot be walked from its last block."""
        return self.rows["free_block_anchor"]

class DatAreaV4Row(NamedTuple):
    """Area between header and first record, v4: the stored fields of one."""

    check_bytes: bytes
    unknown_08: bytes
    lite_secret: bytes
    run_area: bytes
    kod_table_block: bytes
    free_block_anchor: int


class DatAreaV4(Layout):
    """Area between header and first record, v4."""

    NAME = "dat_area_v4"
    DTYPE = np.dtype([("check_bytes", "V8"), ("unknown_08", "V24"), ("lite_secret", "V8"), ("run_area", "V189"), ("kod_table_block", "V512"), ("free_block_anchor", "<u8")])
    SIZE = 749
    STRUCT = struct.Struct("<8s24s8s189s512sQ")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> DatAreaV4Row:
        return DatAreaV4Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def check_bytes(self) -> Column:
        """Eight zero bytes, encoded with the own table and shift 0: an exact check of a candidate table. The first four stored bytes are key material of the table block."""
        return self.rows["check_bytes"]

    @property
    def unknown_08(self) -> Column:
        """Bytes that look random after decoding."""
        return self.rows["unknown_08"]

    @property
    def lite_secret(self) -> Column:
        """Key material in lite versions, where Blowfish with the first four check bytes decrypts this block; zeros after decoding in the others."""
        return self.rows["lite_secret"]

    @property
    def run_area(self) -> Column:
        """Long runs of one plain value that drifts slowly downwards, so that consecutive stored bytes are consecutive entries of the inverse table."""
        return self.rows["run_area"]

    @property
    def kod_table_block(self) -> Column:
        """Inverse and forward KOD table, 256 bytes each, encrypted with Blowfish."""
        return self.rows["kod_table_block"]

    @property
    def free_block_anchor(self) -> Column:
        """Perhaps the 64-bit counterpart of the v3 anchor of freed blocks."""
        return self.rows["free_block_anchor"]

class DatAreaV7Row(NamedTuple):
    """Area between header and first record, v7: the stored fields of one."""

    check_bytes: bytes
    unknown_08: bytes
    lite_secret: bytes
    run_area: bytes
    kod_table_block: bytes
    free_block_anchor: int


class DatAreaV7(Layout):
    """Area between header and first record, v7."""

    NAME = "dat_area_v7"
    DTYPE = np.dtype([("check_bytes", "V8"), ("unknown_08", "V24"), ("lite_secret", "V8"), ("run_area", "V189"), ("kod_table_block", "V256"), ("free_block_anchor", "<u8")])
    SIZE = 493
    STRUCT = struct.Struct("<8s24s8s189s256sQ")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> DatAreaV7Row:
        return DatAreaV7Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def check_bytes(self) -> Column:
        """Eight zero bytes, encoded with the own table and shift 0: an exact check of a candidate table. The first four stored bytes are key material of the table block."""
        return self.rows["check_bytes"]

    @property
    def unknown_08(self) -> Column:
        """Bytes that look random after decoding."""
        return self.rows["unknown_08"]

    @property
    def lite_secret(self) -> Column:
        """Key material in lite versions, where Blowfish with the first four check bytes decrypts this block; zeros after decoding in the others."""
        return self.rows["lite_secret"]

    @property
    def run_area(self) -> Column:
        """Long runs of one plain value that drifts slowly downwards, so that consecutive stored bytes are consecutive entries of the inverse table."""
        return self.rows["run_area"]

    @property
    def kod_table_block(self) -> Column:
        """Forward KOD table, 256 bytes, encrypted with Blowfish."""
        return self.rows["kod_table_block"]

    @property
    def free_block_anchor(self) -> Column:
        """Perhaps the 64-bit counterpart of the v3 anchor of freed blocks."""
        return self.rows["free_block_anchor"]

class DatHeaderRow(NamedTuple):
    """Header of a Cro*.dat file: the stored fields of one."""

    magic_start: bytes
    magic_letter: int
    magic_end: bytes
    unknown_08: int
    version: bytes
    encoding: int
    block_size: int


class DatHeader(Layout):
    """Header of a Cro*.dat file."""

    NAME = "dat_header"
    DTYPE = np.dtype([("magic_start", "V2"), ("magic_letter", "<u1"), ("magic_end", "V5"), ("unknown_08", "<u2"), ("version", "V5"), ("encoding", "<u2"), ("block_size", "<u2")])
    SIZE = 19
    STRUCT = struct.Struct("<2sB5sH5sHH")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> DatHeaderRow:
        return DatHeaderRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def magic_start(self) -> Column:
        """First two letters of the magic "CroFile"."""
        return self.rows["magic_start"]

    @property
    def magic_letter(self) -> Column:
        """Third letter of the magic: 0x6F, Latin "o". Banks exist with 0xEE, which is Cyrillic "о" in CP1251; they are accepted with a problem."""
        return self.rows["magic_letter"]

    @property
    def magic_end(self) -> Column:
        """Rest of the magic, "File" and a NUL."""
        return self.rows["magic_end"]

    @property
    def unknown_08(self) -> Column:
        """No known meaning. Values differ file by file (0x00B8, 0x0000, 0x2888, 0x2CE8 ...), mostly multiples of 8."""
        return self.rows["unknown_08"]

    @property
    def version(self) -> Column:
        """Version tag, ASCII digits "NN.NN". Decides every layout behind it; see the version matrix."""
        return self.rows["version"]

    @property
    def encoding(self) -> Column:
        """Bit 0: records are KOD-encoded. Bit 1: records may be compressed. CroStru has bit 0 set in every bank known."""
        return self.rows["encoding"]

    @property
    def block_size(self) -> Column:
        """Bytes of a continuation block of an extended record, its pointer included. CroBank 0x40, CroIndex 0x400, CroStru 0x200 or 0x400; always read it."""
        return self.rows["block_size"]

    @property
    def is_lookalike(self) -> Column:
        """The magic holds a Cyrillic letter in place of the Latin one."""
        return self.rows["magic_letter"] == 238

    @property
    def is_encoded(self) -> Column:
        """Records of this file are KOD-encoded."""
        return (self.rows["encoding"] & 1) != 0

    @property
    def may_be_compressed(self) -> Column:
        """A hint only; whether a record is compressed is decided by its bytes."""
        return (self.rows["encoding"] & 2) != 0

class DictionaryRow(NamedTuple):
    """Structure dictionary, CroStru record kind 3: the stored fields of one."""

    kind: bytes


class Dictionary(Layout):
    """Structure dictionary, CroStru record kind 3, the fixed head."""

    NAME = "dictionary"
    DTYPE = np.dtype([("kind", "V1")])
    SIZE = 1
    STRUCT = struct.Struct("<1s")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> DictionaryRow:
        return DictionaryRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def kind(self) -> Column:
        """Kind of the record, 3 for a dictionary."""
        return self.rows["kind"]

class FieldDefinitionRow(NamedTuple):
    """Definition of a field: the stored fields of one."""

    size: int


class FieldDefinition(Layout):
    """Definition of a field, the fixed head."""

    NAME = "field_definition"
    DTYPE = np.dtype([("size", "<u2")])
    SIZE = 2
    STRUCT = struct.Struct("<H")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> FieldDefinitionRow:
        return FieldDefinitionRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def size(self) -> Column:
        """Bytes of the definition behind this word."""
        return self.rows["size"]

class FileRecordRow(NamedTuple):
    """Stored file, a record of CroBank: the stored fields of one."""

    base_id: bytes


class FileRecord(Layout):
    """Stored file, a record of CroBank, the fixed head."""

    NAME = "file_record"
    DTYPE = np.dtype([("base_id", "V1")])
    SIZE = 1
    STRUCT = struct.Struct("<1s")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> FileRecordRow:
        return FileRecordRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def base_id(self) -> Column:
        """Id of the files base (Base000)."""
        return self.rows["base_id"]

class FileReferenceRow(NamedTuple):
    """File reference, a counted value of a file field: the stored fields of one."""

    unknown_00: int
    strings_length: int


class FileReference(Layout):
    """File reference, a counted value of a file field, the fixed head."""

    NAME = "file_reference"
    DTYPE = np.dtype([("unknown_00", "<u4"), ("strings_length", "<u4")])
    SIZE = 8
    STRUCT = struct.Struct("<II")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> FileReferenceRow:
        return FileReferenceRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def unknown_00(self) -> Column:
        """Mostly 1; perhaps the number of references in the value."""
        return self.rows["unknown_00"]

    @property
    def strings_length(self) -> Column:
        """Bytes of the strings."""
        return self.rows["strings_length"]

class FileReferenceListRow(NamedTuple):
    """Several file references in one counted value: the stored fields of one."""

    reference_count: int


class FileReferenceList(Layout):
    """Several file references in one counted value, the fixed head."""

    NAME = "file_reference_list"
    DTYPE = np.dtype([("reference_count", "<u4")])
    SIZE = 4
    STRUCT = struct.Struct("<I")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> FileReferenceListRow:
        return FileReferenceListRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def reference_count(self) -> Column:
        """Number of references."""
        return self.rows["reference_count"]

class FirstChunk32Row(NamedTuple):
    """First chunk of an extended record, 32-bit pointers: the stored fields of one."""

    next: int
    total: int


class FirstChunk32(Layout):
    """First chunk of an extended record, 32-bit pointers, the fixed head."""

    NAME = "first_chunk_32"
    DTYPE = np.dtype([("next", "<u4"), ("total", "<u4")])
    SIZE = 8
    STRUCT = struct.Struct("<II")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> FirstChunk32Row:
        return FirstChunk32Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def next(self) -> Column:
        """Offset in the .dat file of the first continuation block; 0 where the payload is complete."""
        return self.rows["next"]

    @property
    def total(self) -> Column:
        """Payload bytes of the whole record, all headers left out."""
        return self.rows["total"]

class FirstChunk64Row(NamedTuple):
    """First chunk of an extended record, 64-bit pointers: the stored fields of one."""

    next: int
    total: int


class FirstChunk64(Layout):
    """First chunk of an extended record, 64-bit pointers, the fixed head."""

    NAME = "first_chunk_64"
    DTYPE = np.dtype([("next", "<u8"), ("total", "<u4")])
    SIZE = 12
    STRUCT = struct.Struct("<QI")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> FirstChunk64Row:
        return FirstChunk64Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def next(self) -> Column:
        """Offset in the .dat file of the first continuation block; 0 where the payload is complete."""
        return self.rows["next"]

    @property
    def total(self) -> Column:
        """Payload bytes of the whole record, all headers left out."""
        return self.rows["total"]

class KnownBanksRow(NamedTuple):
    """Known banks, CroSys record kind 4: the stored fields of one."""

    kind: bytes
    bank_count: int


class KnownBanks(Layout):
    """Known banks, CroSys record kind 4, the fixed head."""

    NAME = "known_banks"
    DTYPE = np.dtype([("kind", "V1"), ("bank_count", "<u4")])
    SIZE = 5
    STRUCT = struct.Struct("<1sI")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> KnownBanksRow:
        return KnownBanksRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def kind(self) -> Column:
        """Kind of the record, 4 for the list of banks."""
        return self.rows["kind"]

    @property
    def bank_count(self) -> Column:
        """Number of banks."""
        return self.rows["bank_count"]

class LinkValueRow(NamedTuple):
    """Value of a link, with the numbers of the rows it leads to: the stored fields of one."""

    unknown_00: bytes
    base_id: int
    card_length: int


class LinkValue(Layout):
    """Value of a link, with the numbers of the rows it leads to, the fixed head."""

    NAME = "link_value"
    DTYPE = np.dtype([("unknown_00", "V1"), ("base_id", "<u1"), ("card_length", "<u4")])
    SIZE = 6
    STRUCT = struct.Struct("<1sBI")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> LinkValueRow:
        return LinkValueRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def unknown_00(self) -> Column:
        """Perhaps the number of bases that the link leads to, or a version."""
        return self.rows["unknown_00"]

    @property
    def base_id(self) -> Column:
        """Id of the base that the link leads to."""
        return self.rows["base_id"]

    @property
    def card_length(self) -> Column:
        """Bytes of the bit card."""
        return self.rows["card_length"]

class NameRow(NamedTuple):
    """Name, a string with a length byte: the stored fields of one."""

    length: int


class Name(Layout):
    """Name, a string with a length byte, the fixed head."""

    NAME = "name"
    DTYPE = np.dtype([("length", "<u1")])
    SIZE = 1
    STRUCT = struct.Struct("<B")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> NameRow:
        return NameRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def length(self) -> Column:
        """Bytes of the text."""
        return self.rows["length"]

class Ns1Row(NamedTuple):
    """Value of the key NS1, protection of a bank: the stored fields of one."""

    kind: int
    shift: int


class Ns1(Layout):
    """Value of the key NS1, protection of a bank, the fixed head."""

    NAME = "ns1"
    DTYPE = np.dtype([("kind", "<u1"), ("shift", "<u1")])
    SIZE = 2
    STRUCT = struct.Struct("<BB")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> Ns1Row:
        return Ns1Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def kind(self) -> Column:
        """0 with the oldest program, 2 with all others."""
        return self.rows["kind"]

    @property
    def shift(self) -> Column:
        """Shift of the KOD coding of the body."""
        return self.rows["shift"]

class Ns1BodyRow(NamedTuple):
    """Decoded body of NS1: the stored fields of one."""

    serial: int
    custom_protection: int
    password_length: int


class Ns1Body(Layout):
    """Decoded body of NS1, the fixed head."""

    NAME = "ns1_body"
    DTYPE = np.dtype([("serial", "<u4"), ("custom_protection", "<u4"), ("password_length", "<u4")])
    SIZE = 12
    STRUCT = struct.Struct("<III")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> Ns1BodyRow:
        return Ns1BodyRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def serial(self) -> Column:
        """Serial number; 30249 in the oldest samples, 1 in the others. Key material of the table block in v4."""
        return self.rows["serial"]

    @property
    def custom_protection(self) -> Column:
        """Called custom protection; 0."""
        return self.rows["custom_protection"]

    @property
    def password_length(self) -> Column:
        """Bytes of the password; 0 without one."""
        return self.rows["password_length"]

class Ns2Row(NamedTuple):
    """Value of the key NS2: the stored fields of one."""

    record_number: int


class Ns2(Layout):
    """Value of the key NS2."""

    NAME = "ns2"
    DTYPE = np.dtype([("record_number", "<u4")])
    SIZE = 4
    STRUCT = struct.Struct("<I")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> Ns2Row:
        return Ns2Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def record_number(self) -> Column:
        """CroBank record that holds the copy of NS1; the last of the slots a new bank is created with."""
        return self.rows["record_number"]

class ReferencedValueRow(NamedTuple):
    """Referenced value, CroStru record kind 4: the stored fields of one."""

    kind: bytes


class ReferencedValue(Layout):
    """Referenced value, CroStru record kind 4, the fixed head."""

    NAME = "referenced_value"
    DTYPE = np.dtype([("kind", "V1")])
    SIZE = 1
    STRUCT = struct.Struct("<1s")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> ReferencedValueRow:
        return ReferencedValueRow(*cls.STRUCT.unpack_from(data, at))

    @property
    def kind(self) -> Column:
        """Kind of the record, 4 for a referenced value."""
        return self.rows["kind"]

class TadHeaderV3Row(NamedTuple):
    """Header of a Cro*.tad file, v3: the stored fields of one."""

    free_count: int
    first_free: int


class TadHeaderV3(Layout):
    """Header of a Cro*.tad file, v3."""

    NAME = "tad_header_v3"
    DTYPE = np.dtype([("free_count", "<u4"), ("first_free", "<u4")])
    SIZE = 8
    STRUCT = struct.Struct("<II")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> TadHeaderV3Row:
        return TadHeaderV3Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def free_count(self) -> Column:
        """Number of free slots. Following the list visits exactly as many."""
        return self.rows["free_count"]

    @property
    def first_free(self) -> Column:
        """Offset inside this .tad of the first free slot; 0 where there is none."""
        return self.rows["first_free"]

class TadHeaderV4Row(NamedTuple):
    """Header of a Cro*.tad file, v4 and v7: the stored fields of one."""

    marker: int
    free_count: int
    first_free: int
    unknown_0c: int


class TadHeaderV4(Layout):
    """Header of a Cro*.tad file, v4 and v7."""

    NAME = "tad_header_v4"
    DTYPE = np.dtype([("marker", "<i4"), ("free_count", "<u4"), ("first_free", "<u4"), ("unknown_0c", "<u4")])
    SIZE = 16
    STRUCT = struct.Struct("<iIII")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> TadHeaderV4Row:
        return TadHeaderV4Row(*cls.STRUCT.unpack_from(data, at))

    @property
    def marker(self) -> Column:
        """Constant -2."""
        return self.rows["marker"]

    @property
    def free_count(self) -> Column:
        """Number of deleted records; equals the number of slots with flag 02 or 06."""
        return self.rows["free_count"]

    @property
    def first_free(self) -> Column:
        """First deleted record; unit not confirmed."""
        return self.rows["first_free"]

    @property
    def unknown_0c(self) -> Column:
        """Constant 0."""
        return self.rows["unknown_0c"]

class TadSlotDosRow(NamedTuple):
    """Slot of a .tad file, DOS era: the stored fields of one."""

    offset_1: int
    length_1: int
    offset_2: int
    length_2: int


class TadSlotDos(Layout):
    """Slot of a .tad file, DOS era."""

    NAME = "tad_slot_dos"
    DTYPE = np.dtype([("offset_1", "<u4"), ("length_1", "<u2"), ("offset_2", "<u4"), ("length_2", "<u2")])
    SIZE = 12
    STRUCT = struct.Struct("<IHIH")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> TadSlotDosRow:
        return TadSlotDosRow(*cls.STRUCT.unpack_from(data, at))

    @classmethod
    def pack(cls, state: str, at: int = 0, length: int = 0, next: int = 0, rest: int = 0) -> bytes:
        """Bytes of a row in a state; ValueError for another one, and for a number too large. The states: free, inline, extended, deleted_inline.

        at and length: offset in the .dat and bytes; next and rest the same for the second part of a two-part slot.
        """
        match state:
            case "free":
                values = (at, 0, 0, 0)
            case "inline":
                values = (at, length, 0, 0)
            case "extended":
                values = (at, length, next, rest)
            case "deleted_inline":
                values = (at, length, 0, 0xffff)
            case _:
                raise ValueError(f"tad_slot_dos has no state {state!r}; it has free, inline, extended, deleted_inline")
        try:
            return cls.STRUCT.pack(*values)
        except struct.error as error:
            raise ValueError(str(error)) from error

    @property
    def offset_1(self) -> Column:
        """Offset of the first part in the .dat file."""
        return self.rows["offset_1"]

    @property
    def length_1(self) -> Column:
        """Bytes of the first part; 0 where the record number is free."""
        return self.rows["length_1"]

    @property
    def offset_2(self) -> Column:
        """Offset of the first block of the second part."""
        return self.rows["offset_2"]

    @property
    def length_2(self) -> Column:
        """Bytes of the second part; 0 where there is none. 0xFFFF marks a deleted record, whose first part can be read."""
        return self.rows["length_2"]

    @property
    def flags(self) -> Column:
        """The slot has no flags."""
        return np.full(len(self), 0)

    @property
    def has_known_flags(self) -> Column:
        """A slot without a second part has no offset for it."""
        return (self.rows["offset_2"] == 0) | (self.rows["length_2"] != 0)

    @property
    def is_free(self) -> Column:
        """The record number is free."""
        return (self.rows["length_1"] == 0) & ((self.rows["length_2"] == 0) | (self.rows["length_2"] == 0xffff))

    @property
    def is_deleted(self) -> Column:
        """The record is deleted; its first part is still there."""
        return (self.rows["length_1"] != 0) & (self.rows["length_2"] == 0xffff)

    @property
    def is_empty(self) -> Column:
        """A record without bytes cannot be told from a free number."""
        return np.full(len(self), False)

    @property
    def is_inline(self) -> Column:
        """The record stands in one piece."""
        return (self.rows["length_2"] == 0) | (self.rows["length_2"] == 0xffff)

    @property
    def data_offset(self) -> Column:
        """Offset of the first part in the .dat file."""
        return self.rows["offset_1"]

    @property
    def data_length(self) -> Column:
        """Bytes of the first part."""
        return self.rows["length_1"]

    @property
    def next(self) -> Column:
        """Offset of the first block of the second part."""
        return self.rows["offset_2"]

    @property
    def rest(self) -> Column:
        """Bytes of the second part."""
        return self.rows["length_2"]

class TadSlotV332Row(NamedTuple):
    """Slot of a Cro*.tad file, v3 with 32-bit offsets: the stored fields of one."""

    offset: int
    size_word: int
    unknown_08: int


class TadSlotV332(Layout):
    """Slot of a Cro*.tad file, v3 with 32-bit offsets."""

    NAME = "tad_slot_v3_32"
    DTYPE = np.dtype([("offset", "<u4"), ("size_word", "<u4"), ("unknown_08", "<u4")])
    SIZE = 12
    STRUCT = struct.Struct("<III")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> TadSlotV332Row:
        return TadSlotV332Row(*cls.STRUCT.unpack_from(data, at))

    @classmethod
    def pack(cls, state: str, at: int = 0, length: int = 0, next: int = 0, rest: int = 0) -> bytes:
        """Bytes of a row in a state; ValueError for another one, and for a number too large. The states: free, empty, inline, extended.

        at and length: offset in the .dat and bytes; next and rest the same for the second part of a two-part slot.
        """
        match state:
            case "free":
                values = (at, 0xffffffff, 0)
            case "empty":
                values = (0, 0, 0)
            case "inline":
                values = (at, length | 0x80000000, 0)
            case "extended":
                values = (at, length, 0)
            case _:
                raise ValueError(f"tad_slot_v3_32 has no state {state!r}; it has free, empty, inline, extended")
        try:
            return cls.STRUCT.pack(*values)
        except struct.error as error:
            raise ValueError(str(error)) from error

    @property
    def offset(self) -> Column:
        """Offset of the stored bytes in the .dat file. In a free slot the offset of the next free slot inside the .tad, 0 at the end of the list. No bit of it is a flag."""
        return self.rows["offset"]

    @property
    def size_word(self) -> Column:
        """0xFFFFFFFF: free slot. Else bit 31: stored inline; bits 0 to 30: length in bytes, of the first chunk with its header where bit 31 is clear. 0: live record without any bytes."""
        return self.rows["size_word"]

    @property
    def unknown_08(self) -> Column:
        """Not a checksum (CRC-32 and Adler-32 match nothing). Grows when the record changes, from a random start, so perhaps a change counter. Has no say in whether a record lives."""
        return self.rows["unknown_08"]

    @property
    def flags(self) -> Column:
        """A v3 slot has no flags besides the top bit of its size word."""
        return np.full(len(self), 0)

    @property
    def has_known_flags(self) -> Column:
        """Nothing in a v3 slot is a flag that could be unknown."""
        return np.full(len(self), True)

    @property
    def is_free(self) -> Column:
        """The record number is free. A new bank holds a stock of such slots; they are not deleted rows."""
        return self.rows["size_word"] == 0xffffffff

    @property
    def is_deleted(self) -> Column:
        """A v3 slot does not tell a deleted record from one never used."""
        return np.full(len(self), False)

    @property
    def is_empty(self) -> Column:
        """The record lives but has no bytes."""
        return self.rows["size_word"] == 0

    @property
    def is_inline(self) -> Column:
        """The record stands in one piece at the offset, without a header."""
        return ((self.rows["size_word"] & 0x80000000) != 0) & (self.rows["size_word"] != 0xffffffff)

    @property
    def data_offset(self) -> Column:
        """Offset of the stored bytes in the .dat file."""
        return self.rows["offset"]

    @property
    def data_length(self) -> Column:
        """Length in bytes of the stored bytes at the offset, of the first chunk for an extended record."""
        return self.rows["size_word"] & 0x7fffffff

    @property
    def next(self) -> Column:
        """The first chunk, not the slot, tells where an extended record goes on."""
        return np.full(len(self), 0)

    @property
    def rest(self) -> Column:
        """The first chunk, not the slot, tells how long an extended record is."""
        return np.full(len(self), 0)

class TadSlotV364Row(NamedTuple):
    """Slot of a Cro*.tad file, v3 with 64-bit offsets: the stored fields of one."""

    offset: int
    size_word: int
    unknown_0c: int


class TadSlotV364(Layout):
    """Slot of a Cro*.tad file, v3 with 64-bit offsets."""

    NAME = "tad_slot_v3_64"
    DTYPE = np.dtype([("offset", "<u8"), ("size_word", "<u4"), ("unknown_0c", "<u4")])
    SIZE = 16
    STRUCT = struct.Struct("<QII")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> TadSlotV364Row:
        return TadSlotV364Row(*cls.STRUCT.unpack_from(data, at))

    @classmethod
    def pack(cls, state: str, at: int = 0, length: int = 0, next: int = 0, rest: int = 0) -> bytes:
        """Bytes of a row in a state; ValueError for another one, and for a number too large. The states: free, empty, inline, extended.

        at and length: offset in the .dat and bytes; next and rest the same for the second part of a two-part slot.
        """
        match state:
            case "free":
                values = (at, 0xffffffff, 0)
            case "empty":
                values = (0, 0, 0)
            case "inline":
                values = (at, length | 0x80000000, 0)
            case "extended":
                values = (at, length, 0)
            case _:
                raise ValueError(f"tad_slot_v3_64 has no state {state!r}; it has free, empty, inline, extended")
        try:
            return cls.STRUCT.pack(*values)
        except struct.error as error:
            raise ValueError(str(error)) from error

    @property
    def offset(self) -> Column:
        """Offset of the stored bytes in the .dat file. In a free slot the offset of the next free slot inside the .tad, 0 at the end of the list. No bit of it is a flag."""
        return self.rows["offset"]

    @property
    def size_word(self) -> Column:
        """0xFFFFFFFF: free slot. Else bit 31: stored inline; bits 0 to 30: length in bytes, of the first chunk with its header where bit 31 is clear. 0: live record without any bytes."""
        return self.rows["size_word"]

    @property
    def unknown_0c(self) -> Column:
        """Not a checksum (CRC-32 and Adler-32 match nothing). Grows when the record changes, from a random start, so perhaps a change counter. Has no say in whether a record lives."""
        return self.rows["unknown_0c"]

    @property
    def flags(self) -> Column:
        """A v3 slot has no flags besides the top bit of its size word."""
        return np.full(len(self), 0)

    @property
    def has_known_flags(self) -> Column:
        """Nothing in a v3 slot is a flag that could be unknown."""
        return np.full(len(self), True)

    @property
    def is_free(self) -> Column:
        """The record number is free. A new bank holds a stock of such slots; they are not deleted rows."""
        return self.rows["size_word"] == 0xffffffff

    @property
    def is_deleted(self) -> Column:
        """A v3 slot does not tell a deleted record from one never used."""
        return np.full(len(self), False)

    @property
    def is_empty(self) -> Column:
        """The record lives but has no bytes."""
        return self.rows["size_word"] == 0

    @property
    def is_inline(self) -> Column:
        """The record stands in one piece at the offset, without a header."""
        return ((self.rows["size_word"] & 0x80000000) != 0) & (self.rows["size_word"] != 0xffffffff)

    @property
    def data_offset(self) -> Column:
        """Offset of the stored bytes in the .dat file."""
        return self.rows["offset"]

    @property
    def data_length(self) -> Column:
        """Length in bytes of the stored bytes at the offset, of the first chunk for an extended record."""
        return self.rows["size_word"] & 0x7fffffff

    @property
    def next(self) -> Column:
        """The first chunk, not the slot, tells where an extended record goes on."""
        return np.full(len(self), 0)

    @property
    def rest(self) -> Column:
        """The first chunk, not the slot, tells how long an extended record is."""
        return np.full(len(self), 0)

class TadSlotV4Row(NamedTuple):
    """Slot of a Cro*.tad file, v4 and v7: the stored fields of one."""

    offset_word: int
    size: int
    unknown_0c: int


class TadSlotV4(Layout):
    """Slot of a Cro*.tad file, v4 and v7."""

    NAME = "tad_slot_v4"
    DTYPE = np.dtype([("offset_word", "<u8"), ("size", "<u4"), ("unknown_0c", "<u4")])
    SIZE = 16
    STRUCT = struct.Struct("<QII")

    @classmethod
    def one(cls, data: bytes | memoryview, at: int = 0) -> TadSlotV4Row:
        return TadSlotV4Row(*cls.STRUCT.unpack_from(data, at))

    @classmethod
    def pack(cls, state: str, at: int = 0, length: int = 0, next: int = 0, rest: int = 0) -> bytes:
        """Bytes of a row in a state; ValueError for another one, and for a number too large. The states: free, empty, inline, inline_07, inline_0c, extended, extended_08, deleted_inline, deleted_extended.

        at and length: offset in the .dat and bytes; next and rest the same for the second part of a two-part slot.
        """
        match state:
            case "free":
                values = (at, 0xffffffff, 0)
            case "empty":
                values = (0, 0, 0)
            case "inline":
                values = (at | (4 << 56), length, 0)
            case "inline_07":
                values = (at | (7 << 56), length, 0)
            case "inline_0c":
                values = (at | (12 << 56), length, 0)
            case "extended":
                values = (at, length, 0)
            case "extended_08":
                values = (at | (8 << 56), length, 0)
            case "deleted_inline":
                values = (at | (6 << 56), length, 0)
            case "deleted_extended":
                values = (at | (2 << 56), length, 0)
            case _:
                raise ValueError(f"tad_slot_v4 has no state {state!r}; it has free, empty, inline, inline_07, inline_0c, extended, extended_08, deleted_inline, deleted_extended")
        try:
            return cls.STRUCT.pack(*values)
        except struct.error as error:
            raise ValueError(str(error)) from error

    @property
    def offset_word(self) -> Column:
        """Bits 0 to 55: offset of the stored bytes in the .dat file. Top byte: flags. Seen are 00 and 08 (extended), 04, 07 and 0C (inline), 02 (deleted, extended) and 06 (deleted, inline)."""
        return self.rows["offset_word"]

    @property
    def size(self) -> Column:
        """Length in bytes of the stored bytes at the offset. 0xFFFFFFFF was never seen and is read as free."""
        return self.rows["size"]

    @property
    def unknown_0c(self) -> Column:
        """A Unix time where the flags are 08; else as in v3."""
        return self.rows["unknown_0c"]

    @property
    def flags(self) -> Column:
        """Flags of the slot."""
        return self.rows["offset_word"] >> 56

    @property
    def has_known_flags(self) -> Column:
        """The flags are among those that were seen in real files."""
        return (self.flags == 0) | (self.flags == 2) | (self.flags == 4) | (self.flags == 6) | (self.flags == 7) | (self.flags == 8) | (self.flags == 12)

    @property
    def is_free(self) -> Column:
        """The record number is free."""
        return self.rows["size"] == 0xffffffff

    @property
    def is_deleted(self) -> Column:
        """The record is deleted; its bytes are still in the .dat file."""
        return ((self.flags & 3) == 2) & (self.rows["size"] != 0xffffffff)

    @property
    def is_empty(self) -> Column:
        """The record has no bytes."""
        return self.rows["size"] == 0

    @property
    def is_inline(self) -> Column:
        """The record stands in one piece at the offset, without a header; else it is extended."""
        return (self.flags & 4) != 0

    @property
    def is_timed(self) -> Column:
        """The last word of the slot is a Unix time (hypothesis)."""
        return (self.flags & 8) != 0

    @property
    def data_offset(self) -> Column:
        """Offset of the stored bytes in the .dat file."""
        return self.rows["offset_word"] & 0xffffffffffffff

    @property
    def data_length(self) -> Column:
        """Length in bytes of the stored bytes at the offset, of the first chunk for an extended record."""
        return self.rows["size"]

    @property
    def next(self) -> Column:
        """The first chunk, not the slot, tells where an extended record goes on."""
        return np.full(len(self), 0)

    @property
    def rest(self) -> Column:
        """The first chunk, not the slot, tells how long an extended record is."""
        return np.full(len(self), 0)

# Constant bytes of the structures.
BANK_RECORD__VALUE__SEPARATOR = b'\x1e'
BANK_RECORD__COUNTED_VALUE__MARK = b'\x1b'
BANK_RECORD_DOS__VALUE__SEPARATOR = b'\xfe'
BIT_CARD_STRU__END_MARK = b'\xff\xff\xff\xff'
COMPRESSED_RECORD__TAIL = b'\x02'
COMPRESSED_RECORD__CHUNK__MARK = b'\x08\x00'
DAT_HEADER__MAGIC_START = b'Cr'
DAT_HEADER__MAGIC_END = b'File\x00'
DICTIONARY__KIND = b'\x03'
FILE_RECORD__BASE_ID = b'\x00'
FILE_STRINGS__NAME_SEPARATOR = b'\x1e'
FILE_STRINGS__EXTENSION_SEPARATOR = b'\x1e'
KNOWN_BANKS__KIND = b'\x04'
LINK_VALUE__UNKNOWN_00 = b'\x01'
REFERENCED_VALUE__KIND = b'\x04'
SUB_VALUES__ITEM__SEPARATOR = b'\x1d'
SUB_VALUES_DOS__ITEM__SEPARATOR = b'\xfd'

# Heads of inner types: the fields of fixed size that one begins with where none is left out.
BANK_RECORD__COUNTED_VALUE__HEAD = np.dtype([("mark", "V1"), ("length", "<u4")])
BASE_DEFINITION__REFERENCE__HEAD = np.dtype([("version", "<u1"), ("bit_card_number", "<u4"), ("linked_base_id", "<u4")])
BASE_DEFINITION__PART_10_ENTRY__HEAD = np.dtype([("length", "<u2")])
BASE_DEFINITION__TAIL_2__HEAD = np.dtype([("unknown_00", "<i4")])
BASE_DEFINITION__TAIL_4_BLOCK__HEAD = np.dtype([("unknown_00", "<u1"), ("unknown_01", "<i4")])
BASE_DEFINITION__TAIL_6_BLOCK__HEAD = np.dtype([("unknown_00", "<u1")])
BASE_DEFINITION__SIZED_BYTES__HEAD = np.dtype([("length", "<u4")])
BASE_DEFINITION__FIELD_BLOCK__HEAD = np.dtype([("length", "<u4")])
BASE_DEFINITION__FIELD_BLOCK_CONTENT__HEAD = np.dtype([("inner_length", "<u4")])
COMPRESSED_RECORD__CHUNK__HEAD = np.dtype([("size", ">u2"), ("mark", "V2"), ("crc", "<u4")])
FIELD_DEFINITION__BODY__HEAD = np.dtype([("type_code", "<u2"), ("display_index", "<u4")])
FIELD_DEFINITION__DATA__HEAD = np.dtype([("position", "<u4"), ("max_length", "<u4"), ("block_length", "<u2")])
FIELD_DEFINITION__BLOCK__HEAD = np.dtype([("unknown_00", "<u2")])
FIELD_DEFINITION__TAIL__HEAD = np.dtype([("unknown_00", "<u1"), ("index_length", "<u2")])
FILE_REFERENCE_CHAIN__REFERENCE__HEAD = np.dtype([("unknown_00", "<u4"), ("strings_length", "<u4")])
FILE_REFERENCE_LIST__REFERENCE__HEAD = np.dtype([("strings_length", "<u4")])
KNOWN_BANKS__BANK__HEAD = np.dtype([("unknown_00", "<u4"), ("description_length", "<u4")])
