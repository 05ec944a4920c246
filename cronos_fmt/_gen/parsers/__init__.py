# Generated from specs/ by `python -m codegen build`; do not edit.
"""Parsers of the structures, imported when they are asked for. They record the span of every field.

PARSERS maps a name to each.
"""

from collections.abc import Mapping
from importlib import import_module

_CLASSES = {
    "bank_record": "BankRecord",
    "bank_record_dos": "BankRecordDos",
    "bank_value": "BankValue",
    "base_definition": "BaseDefinition",
    "base_image": "BaseImage",
    "bit_card_bank": "BitCardBank",
    "bit_card_stru": "BitCardStru",
    "compressed_record": "CompressedRecord",
    "continuation_32": "Continuation32",
    "continuation_64": "Continuation64",
    "dat_area_v3": "DatAreaV3",
    "dat_area_v4": "DatAreaV4",
    "dat_area_v7": "DatAreaV7",
    "dat_header": "DatHeader",
    "dictionary": "Dictionary",
    "field_definition": "FieldDefinition",
    "file_record": "FileRecord",
    "file_reference": "FileReference",
    "file_reference_chain": "FileReferenceChain",
    "file_reference_list": "FileReferenceList",
    "file_strings": "FileStrings",
    "first_chunk_32": "FirstChunk32",
    "first_chunk_64": "FirstChunk64",
    "formulas": "Formulas",
    "known_banks": "KnownBanks",
    "link_value": "LinkValue",
    "name": "Name",
    "ns1": "Ns1",
    "ns1_body": "Ns1Body",
    "ns2": "Ns2",
    "opaque_value": "OpaqueValue",
    "referenced_value": "ReferencedValue",
    "sub_values": "SubValues",
    "sub_values_dos": "SubValuesDos",
    "tad_header_v3": "TadHeaderV3",
    "tad_header_v4": "TadHeaderV4",
    "tad_slot_dos": "TadSlotDos",
    "tad_slot_v3_32": "TadSlotV332",
    "tad_slot_v3_64": "TadSlotV364",
    "tad_slot_v4": "TadSlotV4",
    "text_value": "TextValue",
}
_STRUCTURES = {name: structure for structure, name in _CLASSES.items()}


def __getattr__(name):
    if name not in _STRUCTURES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_STRUCTURES[name]}"), name)
    return found


class _Parsers(Mapping):
    def __getitem__(self, structure):
        name = _CLASSES[structure]
        return globals()[name] if name in globals() else __getattr__(name)

    def __iter__(self):
        return iter(_CLASSES)

    def __len__(self):
        return len(_CLASSES)


PARSERS = _Parsers()
