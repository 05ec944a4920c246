# Generated from specs/ by `python -m codegen build`; do not edit.
from collections.abc import Mapping

from kaitaistruct import KaitaiStruct

from .bank_record import BankRecord as BankRecord
from .bank_record_dos import BankRecordDos as BankRecordDos
from .bank_value import BankValue as BankValue
from .base_definition import BaseDefinition as BaseDefinition
from .base_image import BaseImage as BaseImage
from .bit_card_bank import BitCardBank as BitCardBank
from .bit_card_stru import BitCardStru as BitCardStru
from .compressed_record import CompressedRecord as CompressedRecord
from .continuation_32 import Continuation32 as Continuation32
from .continuation_64 import Continuation64 as Continuation64
from .dat_area_v3 import DatAreaV3 as DatAreaV3
from .dat_area_v4 import DatAreaV4 as DatAreaV4
from .dat_area_v7 import DatAreaV7 as DatAreaV7
from .dat_header import DatHeader as DatHeader
from .dictionary import Dictionary as Dictionary
from .field_definition import FieldDefinition as FieldDefinition
from .file_record import FileRecord as FileRecord
from .file_reference import FileReference as FileReference
from .file_reference_chain import FileReferenceChain as FileReferenceChain
from .file_reference_list import FileReferenceList as FileReferenceList
from .file_strings import FileStrings as FileStrings
from .first_chunk_32 import FirstChunk32 as FirstChunk32
from .first_chunk_64 import FirstChunk64 as FirstChunk64
from .formulas import Formulas as Formulas
from .known_banks import KnownBanks as KnownBanks
from .link_value import LinkValue as LinkValue
from .name import Name as Name
from .ns1 import Ns1 as Ns1
from .ns1_body import Ns1Body as Ns1Body
from .ns2 import Ns2 as Ns2
from .opaque_value import OpaqueValue as OpaqueValue
from .referenced_value import ReferencedValue as ReferencedValue
from .sub_values import SubValues as SubValues
from .sub_values_dos import SubValuesDos as SubValuesDos
from .tad_header_v3 import TadHeaderV3 as TadHeaderV3
from .tad_header_v4 import TadHeaderV4 as TadHeaderV4
from .tad_slot_dos import TadSlotDos as TadSlotDos
from .tad_slot_v3_32 import TadSlotV332 as TadSlotV332
from .tad_slot_v3_64 import TadSlotV364 as TadSlotV364
from .tad_slot_v4 import TadSlotV4 as TadSlotV4
from .text_value import TextValue as TextValue

PARSERS: Mapping[str, type[KaitaiStruct]]
