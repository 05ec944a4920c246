# Generated from specs/ by `python -m codegen build`; do not edit.
"""Version profiles: what is known of each version tag. PROFILES maps a tag to its profile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cronos_fmt._gen import layouts

# Slots of any version; all have the same derived columns.
SlotColumns: TypeAlias = layouts.TadSlotDos | layouts.TadSlotV332 | layouts.TadSlotV364 | layouts.TadSlotV4


@dataclass(frozen=True)
class RowFormat:
    """How rows are written: the parser of a row and of its sub-values, and the marks inside."""

    record: str
    separator: bytes
    counted_mark: bytes | None
    sub_values: str
    sub_separator: bytes


@dataclass(frozen=True)
class Layouts:
    """The structures of files and rows.

    first_chunk is None where the slot itself tells where the rest of a record is; block_size is None where the header
    of the .dat tells it; free_list tells whether the free slots form a list whose links are offsets in the .tad.
    """

    dat_area: type[layouts.DatAreaV3] | type[layouts.DatAreaV4] | type[layouts.DatAreaV7] | None
    tad_header: type[layouts.TadHeaderV3] | type[layouts.TadHeaderV4]
    tad_slot: type[layouts.TadSlotDos] | type[layouts.TadSlotV332] | type[layouts.TadSlotV364] | type[layouts.TadSlotV4]
    first_chunk: type[layouts.FirstChunk32] | type[layouts.FirstChunk64] | None
    continuation: type[layouts.Continuation32] | type[layouts.Continuation64]
    block_size: int | None
    free_list: bool
    row: RowFormat


@dataclass(frozen=True)
class Profile:
    """One version tag. `layouts` is None where files of the version cannot be read yet."""

    tag: str
    generation: str
    name: str
    doc: str
    status: str
    evidence: tuple[str, ...]
    kod: str
    layouts: Layouts | None


PROFILES: dict[str, Profile] = {
    profile.tag: profile
    for profile in (
        Profile(
            tag='01.01',
            generation='DOS',
            name='before CronosPro',
            doc='Slots of two parts, chains of blocks with 252 bytes of payload, separators 0xFE and 0xFD. Nobody has shown a file.',
            status='claimed',
            evidence=('cro-h',),
            kod='default',
            layouts=Layouts(dat_area=None, tad_header=layouts.TadHeaderV3, tad_slot=layouts.TadSlotDos, first_chunk=None, continuation=layouts.Continuation32, block_size=256, free_list=False, row=RowFormat('bank_record_dos', layouts.BANK_RECORD_DOS__VALUE__SEPARATOR, None, 'sub_values_dos', layouts.SUB_VALUES_DOS__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.02',
            generation='v3',
            name='small model',
            doc='32-bit offsets. The only version with public files.',
            status='verified',
            evidence=('samples: 10 of 10 banks', 'real-banks: 62 files'),
            kod='default',
            layouts=Layouts(dat_area=layouts.DatAreaV3, tad_header=layouts.TadHeaderV3, tad_slot=layouts.TadSlotV332, first_chunk=layouts.FirstChunk32, continuation=layouts.Continuation32, block_size=None, free_list=True, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.03',
            generation='v3',
            name='big model',
            doc='64-bit offsets.',
            status='reported',
            evidence=('real-banks: 8 files', 'centaurus: 32-bit slots and a table block, contradicted by the files'),
            kod='default',
            layouts=Layouts(dat_area=layouts.DatAreaV3, tad_header=layouts.TadHeaderV3, tad_slot=layouts.TadSlotV364, first_chunk=layouts.FirstChunk64, continuation=layouts.Continuation64, block_size=None, free_list=True, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.04',
            generation='v3',
            name='lite, small model',
            doc='32-bit offsets and a table of its own.',
            status='claimed',
            evidence=('cronodump', 'bank-survey: Bank and Index files with encoding 3'),
            kod='own',
            layouts=Layouts(dat_area=layouts.DatAreaV3, tad_header=layouts.TadHeaderV3, tad_slot=layouts.TadSlotV332, first_chunk=layouts.FirstChunk32, continuation=layouts.Continuation32, block_size=None, free_list=True, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.05',
            generation='v3',
            name='lite, big model',
            doc='64-bit offsets and a table of its own.',
            status='claimed',
            evidence=('cronodump',),
            kod='own',
            layouts=Layouts(dat_area=layouts.DatAreaV3, tad_header=layouts.TadHeaderV3, tad_slot=layouts.TadSlotV364, first_chunk=layouts.FirstChunk64, continuation=layouts.Continuation64, block_size=None, free_list=True, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.11',
            generation='v4',
            name='Cronos 4 and 5',
            doc='Flags in the slot; records mostly plain outside CroStru.',
            status='reported',
            evidence=('real-banks: 20 files',),
            kod='own',
            layouts=Layouts(dat_area=layouts.DatAreaV4, tad_header=layouts.TadHeaderV4, tad_slot=layouts.TadSlotV4, first_chunk=layouts.FirstChunk64, continuation=layouts.Continuation64, block_size=None, free_list=False, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.13',
            generation='v4',
            name='pro',
            doc='As 01.11.',
            status='claimed',
            evidence=('centaurus', 'cronos-extract', 'analogy'),
            kod='own',
            layouts=Layouts(dat_area=layouts.DatAreaV4, tad_header=layouts.TadHeaderV4, tad_slot=layouts.TadSlotV4, first_chunk=layouts.FirstChunk64, continuation=layouts.Continuation64, block_size=None, free_list=False, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.14',
            generation='v4',
            name='lite',
            doc='As 01.11, with the lite way to the table key.',
            status='claimed',
            evidence=('centaurus', 'cronos-extract', 'analogy'),
            kod='own',
            layouts=Layouts(dat_area=layouts.DatAreaV4, tad_header=layouts.TadHeaderV4, tad_slot=layouts.TadSlotV4, first_chunk=layouts.FirstChunk64, continuation=layouts.Continuation64, block_size=None, free_list=False, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
        Profile(
            tag='01.15',
            generation='v4',
            name='unknown',
            doc='Never seen.',
            status='unknown',
            evidence=('centaurus: would read it as v4',),
            kod='own',
            layouts=None,
        ),
        Profile(
            tag='01.16',
            generation='v4',
            name='unknown',
            doc='Never seen.',
            status='unknown',
            evidence=('centaurus: would read it as v4',),
            kod='own',
            layouts=None,
        ),
        Profile(
            tag='01.17',
            generation='v4',
            name='unknown',
            doc='Never seen.',
            status='unknown',
            evidence=('centaurus: would read it as v4',),
            kod='own',
            layouts=None,
        ),
        Profile(
            tag='01.18',
            generation='v4',
            name='unknown',
            doc='Never seen.',
            status='unknown',
            evidence=('centaurus: would read it as v4',),
            kod='own',
            layouts=None,
        ),
        Profile(
            tag='01.19',
            generation='v7',
            name='CronosPro 7',
            doc='Container as v4 with a table block of 256 bytes. Nobody has published a file.',
            status='claimed',
            evidence=('centaurus', 'cronodump-issues: 24'),
            kod='own',
            layouts=Layouts(dat_area=layouts.DatAreaV7, tad_header=layouts.TadHeaderV4, tad_slot=layouts.TadSlotV4, first_chunk=layouts.FirstChunk64, continuation=layouts.Continuation64, block_size=None, free_list=False, row=RowFormat('bank_record', layouts.BANK_RECORD__VALUE__SEPARATOR, layouts.BANK_RECORD__COUNTED_VALUE__MARK, 'sub_values', layouts.SUB_VALUES__ITEM__SEPARATOR)),
        ),
    )
}
