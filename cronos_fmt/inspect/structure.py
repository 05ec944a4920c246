"""Which structure a record is: what the definitions of its bank say, else what its first bytes say."""

from __future__ import annotations

from typing import NamedTuple

from cronos_fmt._gen import layouts
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.errors import CronosError
from cronos_fmt.records import Record
from cronos_fmt.schema import Base, Entry, Schema

OPAQUE = "opaque_value"
# Kinds of records that tell themselves apart by their first byte, by pair.
_KINDS = {
    PAIRS["stru"]: {layouts.DICTIONARY__KIND: "dictionary", layouts.REFERENCED_VALUE__KIND: "referenced_value"},
    PAIRS["sys"]: {layouts.KNOWN_BANKS__KIND: "known_banks"},
}


class RecordStructure(NamedTuple):
    """The structure of a record by its name in the specs, and what gives its values their meaning.

    layer: name of the layer that is this structure, where it is not the last one. base: the base that a row belongs to.
    entry: the entry of the dictionary whose value a referenced_value is.
    """

    name: str
    layer: str | None = None
    base: Base | None = None
    entry: Entry | None = None


def structure_of(bank: Bank, record: Record, data: bytes | None = None) -> RecordStructure:
    """The structure of a record of a bank. Reads the definitions, and does without where they cannot be read.

    data: the bytes that are to be read, where they are none of its layers.
    """
    try:
        schema = bank.schema
    except CronosError:
        schema = None
    if data is None:
        layers, _ = record.readable_layers
        data = layers[-1].data if layers else b""
    if record.file.name == PAIRS["bank"]:
        return _of_bank(record, data, schema)
    found = _of_stru(record, schema) if record.file.name == PAIRS["stru"] and schema is not None else None
    kinds = _KINDS.get(record.file.name, {})
    return found or RecordStructure(next((name for kind, name in kinds.items() if data.startswith(kind)), OPAQUE))


def _of_stru(record: Record, schema: Schema) -> RecordStructure | None:
    if record.number == schema.record:
        return RecordStructure("dictionary")
    entry = next((each for each in schema.entries.values() if each.record == record.number), None)
    if entry is not None:
        return RecordStructure("referenced_value", entry=entry)
    is_card = any(base.bit_card == record.number for base in schema.bases if not base.card_is_bank_record)
    return RecordStructure("bit_card_stru") if is_card else None


def _of_bank(record: Record, data: bytes, schema: Schema | None) -> RecordStructure:
    row = RecordStructure(record.file.layouts.row.record)
    is_file = data.startswith(layouts.FILE_RECORD__BASE_ID)
    if schema is None or not data:
        return RecordStructure("file_record") if is_file else row
    if record.number in schema.bank_bit_cards:
        return RecordStructure("bit_card_bank")
    if record.number == schema.ns1_copy:
        # It may be stored as it is even in a file whose other records are encoded.
        for layer in reversed(record.readable_layers[0]):
            if layer.data == schema.ns1:
                return RecordStructure("ns1", layer.name)
    base_id = layouts.BankRecord.one(data).base_id
    base = next((each for each in schema.bases if each.id == base_id), None)
    if is_file and (base is None or base.is_files_base):
        return RecordStructure("file_record")
    return row._replace(base=base)
