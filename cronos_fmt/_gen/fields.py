# Generated from specs/ by `python -m codegen build`; do not edit.
"""What is known of each structure and field; FIELDS maps a path to it (`ns2.record_number`)."""

from __future__ import annotations

from typing import NamedTuple


class FieldDoc(NamedTuple):
    """Documentation of a structure or field, how sure it is, and where it comes from."""

    doc: str
    status: str
    evidence: tuple[str, ...]


FIELDS: dict[str, FieldDoc] = {
    'bank_record': FieldDoc(
        'A live record of CroBank after KOD decoding and inflating, unless its base id is the one of the files base (see file_record). Value number n belongs to the field whose physical position is n. Empty values at the end are left out together with their separators, so a row whose values are all empty is its base id alone.',
        'verified',
        ('samples: 9 rows in 6 bases',),
    ),
    'bank_record.base_id': FieldDoc(
        'Low byte of the id of the base that the row belongs to. No id above 255 was ever seen.',
        'verified',
        ('samples: 9 rows', 'real-banks: highest id 50 in 128 tables'),
    ),
    'bank_record.values': FieldDoc(
        'Values by physical position.',
        'verified',
        ('samples: 9 rows',),
    ),
    'bank_record.value': FieldDoc(
        'One value and the separator behind it.',
        'verified',
        ('samples: plain values in 9 rows',),
    ),
    'bank_record.value.counted': FieldDoc(
        'A value that tells its length, so that it may hold separator bytes. No separator follows it.',
        'claimed',
        ('cronodump', 'cronos-extract', 'centaurus: goes on to the next separator instead'),
    ),
    'bank_record.value.plain': FieldDoc(
        'Bytes of the value, up to the separator or the end of the record. 0x1D stands between sub-values.',
        'verified',
        ('samples: 9 rows', 'cronodump: 0x1D', 'centaurus: 0x1D'),
    ),
    'bank_record.value.separator': FieldDoc(
        'Ends a plain value that is not the last one.',
        'verified',
        ('samples: 4 rows',),
    ),
    'bank_record.counted_value': FieldDoc(
        'A value with its length in front.',
        'claimed',
        ('cronodump', 'cronos-extract'),
    ),
    'bank_record.counted_value.mark': FieldDoc(
        'Marks a counted value.',
        'claimed',
        ('cronodump', 'cronos-extract'),
    ),
    'bank_record.counted_value.length': FieldDoc(
        'Bytes of the value.',
        'claimed',
        ('cronodump', 'cronos-extract'),
    ),
    'bank_record.counted_value.body': FieldDoc(
        'The value; for a file field a file_reference.',
        'claimed',
        ('cronodump', 'cronos-extract'),
    ),
    'bank_record_dos': FieldDoc(
        'A row with the separators of the DOS era. That rows begin with a base id, as later ones do, is an assumption: the DOS program kept each base in files of its own. Nobody has shown a file.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'bank_record_dos.base_id': FieldDoc(
        'Id of the base that the row belongs to.',
        'hypothesis',
        ('analogy',),
    ),
    'bank_record_dos.values': FieldDoc(
        'Values by physical position.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'bank_record_dos.value': FieldDoc(
        'One value and the separator behind it.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'bank_record_dos.value.plain': FieldDoc(
        'Bytes of the value, up to the separator or the end of the record. 0xFD stands between sub-values.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'bank_record_dos.value.separator': FieldDoc(
        'Ends a plain value that is not the last one.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'bank_value': FieldDoc(
        'Time and check word of a bank, and its bases.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'bank_value.unknown_00': FieldDoc(
        'Always 0.',
        'unknown',
        ('samples: 10 of 10 banks',),
    ),
    'bank_value.unknown_01': FieldDoc(
        'Always 2.',
        'unknown',
        ('samples: 10 of 10 banks',),
    ),
    'bank_value.check': FieldDoc(
        'The time, XOR 0x0B6BF16E, XOR a small number.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'bank_value.time': FieldDoc(
        'Unix time, perhaps of the last change of structure.',
        'hypothesis',
        ('samples: 10 of 10 banks',),
    ),
    'bank_value.base_ids': FieldDoc(
        'Ids of bases, perhaps those shown, in display order.',
        'hypothesis',
        ('samples: 10 of 10 banks',),
    ),
    'base_definition': FieldDoc(
        'Value of a key BaseNNN. The word at offset 4 is known as the layout, 0x0005 or 0x0109; it is read here as a length and a version, which copes with values not seen yet. What follows the field list depends on the marker.',
        'verified',
        ('samples: 16 of 16 definitions, to the last byte',),
    ),
    'base_definition.unknown_00': FieldDoc(
        'Always 0. Called vocabulary flags by one source.',
        'unknown',
        ('samples: 16 of 16', 'centaurus'),
    ),
    'base_definition.unknown_02': FieldDoc(
        'Always 3.',
        'unknown',
        ('samples: 16 of 16',),
    ),
    'base_definition.reference_length': FieldDoc(
        'Bytes of the reference block; 5 in the older layout (0x0005), 9 in the newer one (0x0109).',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.reference': FieldDoc(
        'Where the bit card of the base is.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.base_id': FieldDoc(
        'Id of the base; rows carry its low byte.',
        'verified',
        ('samples: 16 of 16', 'real-banks: highest id 50 in 128 tables'),
    ),
    'base_definition.name': FieldDoc(
        'Name of the base.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.mnemonic': FieldDoc(
        'Short name of the base, two characters.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.unknown_after_mnemonic': FieldDoc(
        'Always 1; perhaps flags.',
        'unknown',
        ('samples: 16 of 16',),
    ),
    'base_definition.field_count': FieldDoc(
        'Number of fields in the first list.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.fields': FieldDoc(
        'Fields in display order; the first one is the system number.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.part_10_count': FieldDoc(
        'Number of entries in the list that follows; 0.',
        'verified',
        ('samples: 16 of 16, always 0',),
    ),
    'base_definition.part_10': FieldDoc(
        'A list that was always empty; its shape is taken from one source.',
        'claimed',
        ('centaurus',),
    ),
    'base_definition.unknown_after_part_10': FieldDoc(
        'Always 0.',
        'unknown',
        ('samples: 16 of 16',),
    ),
    'base_definition.marker': FieldDoc(
        'Version of what follows; 2, 4 or 6.',
        'verified',
        ('samples: 16 of 16', 'real-banks: 4 of 115 tables differ from 2'),
    ),
    'base_definition.last_position': FieldDoc(
        'Perhaps the highest physical position handed out so far, or the next one. Marker 4: position of the last field. Marker 2: 0 with no user field, 4 with three. Marker 6: 0 and, with eleven, 12.',
        'hypothesis',
        ('samples: 16 of 16',),
    ),
    'base_definition.extra_field_count': FieldDoc(
        'Number of fields in the second list.',
        'verified',
        ('samples: 16 of 16, always 0',),
    ),
    'base_definition.extra_fields': FieldDoc(
        'Further fields; they take part in the physical order like the first list.',
        'claimed',
        ('cronodump',),
    ),
    'base_definition.tail': FieldDoc(
        'The rest of the definition; its shape depends on the marker.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.reference': FieldDoc(
        'Version of the definition and where the bit card of the base is.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.reference.version': FieldDoc(
        '0: the bit card is a CroBank record. 1: it is a CroStru record. Together with the length in front it forms the layout word 0x0005 or 0x0109.',
        'verified',
        ('samples: 3 with 0, 13 with 1',),
    ),
    'base_definition.reference.bit_card_number': FieldDoc(
        'Record number of the bit card, in the file that the version names.',
        'verified',
        ('samples: 16 of 16',),
    ),
    'base_definition.reference.linked_base_id': FieldDoc(
        'Called id of the linked base by one source; 0.',
        'claimed',
        ('samples: 0 in 13 of 13', 'centaurus'),
    ),
    'base_definition.reference.unknown_09': FieldDoc(
        'Nothing is known to stand here; keeps longer reference blocks readable.',
        'unknown',
        ('samples: empty in 16 of 16',),
    ),
    'base_definition.part_10_entry': FieldDoc(
        'An entry of a list that was always empty.',
        'claimed',
        ('centaurus',),
    ),
    'base_definition.part_10_entry.length': FieldDoc(
        'Bytes of the entry.',
        'claimed',
        ('centaurus',),
    ),
    'base_definition.part_10_entry.unknown_02': FieldDoc(
        'Content unknown.',
        'unknown',
        ('centaurus',),
    ),
    'base_definition.tail_2': FieldDoc(
        'Tail for marker 2.',
        'verified',
        ('samples: 3 definitions',),
    ),
    'base_definition.tail_2.unknown_00': FieldDoc(
        'Always -1.',
        'unknown',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_2.unknown_04': FieldDoc(
        'Nothing is known to stand here.',
        'unknown',
        ('samples: empty in 3 of 3',),
    ),
    'base_definition.tail_4': FieldDoc(
        'Tail for marker 4.',
        'verified',
        ('samples: 10 definitions',),
    ),
    'base_definition.tail_4.unknown_00': FieldDoc(
        'Five times -1.',
        'unknown',
        ('samples: 10 of 10',),
    ),
    'base_definition.tail_4.block_length': FieldDoc(
        'Bytes of the block; 5.',
        'verified',
        ('samples: 10 of 10',),
    ),
    'base_definition.tail_4.block': FieldDoc(
        'A block whose meaning is not known.',
        'verified',
        ('samples: 10 of 10',),
    ),
    'base_definition.tail_4.unknown_after_block': FieldDoc(
        'Nothing is known to stand here.',
        'unknown',
        ('samples: empty in 10 of 10',),
    ),
    'base_definition.tail_4_block': FieldDoc(
        'Block at the end of a definition with marker 4.',
        'verified',
        ('samples: 10 definitions',),
    ),
    'base_definition.tail_4_block.unknown_00': FieldDoc(
        'Always 0.',
        'unknown',
        ('samples: 10 of 10',),
    ),
    'base_definition.tail_4_block.unknown_01': FieldDoc(
        'Always -1.',
        'unknown',
        ('samples: 10 of 10',),
    ),
    'base_definition.tail_4_block.unknown_05': FieldDoc(
        'Nothing is known to stand here.',
        'unknown',
        ('samples: empty in 10 of 10',),
    ),
    'base_definition.tail_6': FieldDoc(
        'Tail for marker 6.',
        'verified',
        ('samples: 3 definitions',),
    ),
    'base_definition.tail_6.unknown_00': FieldDoc(
        'Five times -1.',
        'unknown',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_6.block_length': FieldDoc(
        'Bytes of the block; 23 without user fields, 257 with eleven.',
        'verified',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_6.block': FieldDoc(
        'A block for the base, then one for each user field.',
        'verified',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_6.unknown_after_block': FieldDoc(
        'Nothing is known to stand here.',
        'unknown',
        ('samples: empty in 3 of 3',),
    ),
    'base_definition.tail_6_block': FieldDoc(
        'Block at the end of a definition with marker 6.',
        'verified',
        ('samples: 3 definitions',),
    ),
    'base_definition.tail_6_block.unknown_00': FieldDoc(
        'Always 3.',
        'unknown',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_6_block.unknown_01': FieldDoc(
        'Three times -1.',
        'unknown',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_6_block.base_block': FieldDoc(
        'Block of the base, `01 00 00 00 00 00`.',
        'verified',
        ('samples: 3 of 3',),
    ),
    'base_definition.tail_6_block.field_blocks': FieldDoc(
        'One block for each user field, in order of physical position.',
        'verified',
        ('samples: 11 blocks of one definition',),
    ),
    'base_definition.sized_bytes': FieldDoc(
        'Bytes with their length in front.',
        'verified',
        ('samples: 3 definitions',),
    ),
    'base_definition.sized_bytes.length': FieldDoc(
        'Bytes that follow.',
        'verified',
        ('samples: 3 of 3',),
    ),
    'base_definition.sized_bytes.unknown_04': FieldDoc(
        'Meaning not known.',
        'unknown',
        ('samples: 3 of 3',),
    ),
    'base_definition.field_block': FieldDoc(
        'Block of one user field in a tail for marker 6. Blocks are nested by length: 16 bytes for most types, 20 for text, 21 for external file and field link.',
        'verified',
        ('samples: 11 blocks of one definition',),
    ),
    'base_definition.field_block.length': FieldDoc(
        'Bytes that follow.',
        'verified',
        ('samples: 11 of 11',),
    ),
    'base_definition.field_block.content': FieldDoc(
        'The block itself.',
        'verified',
        ('samples: 11 of 11',),
    ),
    'base_definition.field_block_content': FieldDoc(
        'A block inside a block, and what the outer one adds.',
        'verified',
        ('samples: 11 blocks of one definition',),
    ),
    'base_definition.field_block_content.inner_length': FieldDoc(
        'Bytes of the inner block, 11 or 16.',
        'verified',
        ('samples: 11 of 11',),
    ),
    'base_definition.field_block_content.inner': FieldDoc(
        'The inner block.',
        'verified',
        ('samples: 11 of 11',),
    ),
    'base_definition.field_block_content.unknown_after_inner': FieldDoc(
        'One zero byte, for text five.',
        'unknown',
        ('samples: 11 of 11',),
    ),
    'base_definition.field_block_inner': FieldDoc(
        'Inner block of a field block.',
        'verified',
        ('samples: 11 blocks of one definition',),
    ),
    'base_definition.field_block_inner.core': FieldDoc(
        'The bytes `01 00 00 00 00 00`, or a block of eleven bytes that holds them in the same way.',
        'verified',
        ('samples: 11 of 11',),
    ),
    'base_definition.field_block_inner.unknown_after_core': FieldDoc(
        'One zero byte.',
        'unknown',
        ('samples: 11 of 11',),
    ),
    'base_definition.tail_unknown': FieldDoc(
        'Tail for a marker not seen yet, kept whole.',
        'unknown',
        ('analogy',),
    ),
    'base_definition.tail_unknown.unknown_00': FieldDoc(
        'The tail as it stands.',
        'unknown',
        ('analogy',),
    ),
    'base_image': FieldDoc(
        'A picture that the program shows for a base. An empty value means none.',
        'claimed',
        ('cronodump',),
    ),
    'base_image.unknown_00': FieldDoc(
        'Meaning not known.',
        'unknown',
        ('cronodump',),
    ),
    'base_image.file_name_length': FieldDoc(
        'Bytes of the file name.',
        'claimed',
        ('cronodump',),
    ),
    'base_image.file_name': FieldDoc(
        'File name, CP1251.',
        'claimed',
        ('cronodump',),
    ),
    'base_image.image_length': FieldDoc(
        'Bytes of the image.',
        'claimed',
        ('cronodump',),
    ),
    'base_image.image': FieldDoc(
        'The image, in the format that its file name tells.',
        'claimed',
        ('cronodump',),
    ),
    'bit_card_bank': FieldDoc(
        'Set of the record numbers of one base whose definition carries reference version 0. The record is empty where the base has no rows. It looks like a stored file but is none. Never needed to read rows.',
        'verified',
        ('samples: 3 cards of 2 banks',),
    ),
    'bit_card_bank.words': FieldDoc(
        'Top bits 10: the low 30 bits are flags of 30 consecutive record numbers, highest bit first. Top bits 00: the low 30 bits count groups of 30 numbers that are all absent. Numbers start at 1.',
        'hypothesis',
        ('samples: fits the one card that is not empty', 'cronodump-issues: 15, fits'),
    ),
    'bit_card_stru': FieldDoc(
        'Set of the record numbers of one base whose definition carries reference version 1. The record is empty where the base has no rows, and it has no kind byte. Never needed to read rows.',
        'verified',
        ('samples: 4 cards of 2 banks',),
    ),
    'bit_card_stru.bits': FieldDoc(
        'Coded record numbers. Read from the lowest bit of each byte: two unknown bits 0 1, a count code, then values of five bits, each a record number less one. Fits all known cards; nothing is known above 32 rows.',
        'hypothesis',
        ('samples: 7 of 7 cards, three of them superseded ones in gaps',),
    ),
    'bit_card_stru.end_mark': FieldDoc(
        'Ends the card.',
        'verified',
        ('samples: 4 of 4 cards',),
    ),
    'compressed_record': FieldDoc(
        'A record, after KOD decoding, that is a stream of deflated chunks. No flag marks it: it is recognised by its tail, by chunk sizes that meet the tail exactly, and by the mark of each chunk.',
        'reported',
        ('real-banks: 11,772 records of 8 banks', 'form-copies: the chunks, with a tail of its own', 'cronodump'),
    ),
    'compressed_record.chunks': FieldDoc(
        'Chunks in order; the last one is the empty chunk that ends the stream.',
        'reported',
        ('real-banks: 113 of 11,885 chunks are second or later ones', 'cronodump'),
    ),
    'compressed_record.tail': FieldDoc(
        'Last byte of the record.',
        'reported',
        ('real-banks: 11,772 records', 'cronodump'),
    ),
    'compressed_record.chunk': FieldDoc(
        'One deflated piece of the record.',
        'verified',
        ('form-copies: 3 of 3 streams', 'real-banks: 11,885 chunks'),
    ),
    'compressed_record.chunk.size': FieldDoc(
        'Bytes of the chunk behind this word; 0 in the chunk that ends the stream.',
        'verified',
        ('form-copies: 3 of 3 streams',),
    ),
    'compressed_record.chunk.mark': FieldDoc(
        'Constant mark of a chunk.',
        'verified',
        ('form-copies: 3 of 3 streams',),
    ),
    'compressed_record.chunk.crc': FieldDoc(
        'CRC-32 (as in zlib) of the inflated bytes of this chunk.',
        'verified',
        ('form-copies: 3 of 3 streams', 'real-banks: 11,885 of 11,885 chunks'),
    ),
    'compressed_record.chunk.deflated': FieldDoc(
        'Raw deflate data without a zlib header.',
        'verified',
        ('form-copies: 3 of 3 streams',),
    ),
    'continuation_32': FieldDoc(
        "One block of the file's block size, at any offset. A last block cut short by the end of the file is accepted when it holds enough.",
        'verified',
        ('samples: all extended records',),
    ),
    'continuation_32.next': FieldDoc(
        'Offset in the .dat file of the next block; 0 in the last one.',
        'verified',
        ('samples: all extended records',),
    ),
    'continuation_32.payload': FieldDoc(
        "Next part of the record; what exceeds the record's total in the last block is slack.",
        'verified',
        ('samples: all extended records',),
    ),
    'continuation_64': FieldDoc(
        "One block of the file's block size, at any offset. A last block cut short by the end of the file is accepted when it holds enough.",
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'continuation_64.next': FieldDoc(
        'Offset in the .dat file of the next block; 0 in the last one.',
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'continuation_64.payload': FieldDoc(
        "Next part of the record; what exceeds the record's total in the last block is slack.",
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'dat_area_v3': FieldDoc(
        'Bytes 0x13 to 0xFF of a v3 .dat file. Nothing in it is needed to read records. The data area begins behind it; record 1 of CroStru stands one byte further, because a first attempt left one byte at 0x100.',
        'verified',
        ('samples: 30 of 30 files',),
    ),
    'dat_area_v3.filler': FieldDoc(
        'Bytes that follow no known scheme. The same in CroStru, CroBank and CroIndex of one directory, different in its Voc; so it tells whether a file belongs to a bank. Said to come from a scrambled rand() seeded with the time.',
        'unknown',
        ('samples: equal in 10 of 10 directories', 'cronodump: rand()'),
    ),
    'dat_area_v3.free_block_anchor': FieldDoc(
        '0, or the offset of the last block in the chain of freed continuation blocks. The first u32 of a freed block points to the next one; the chain cannot be walked from its last block.',
        'verified',
        ('samples: one file holds 0x23CBC, 1,741 blocks end there',),
    ),
    'dat_area_v4': FieldDoc(
        "Bytes 0x13 to 0x2FF of a v4 .dat file (01.11 to 01.14). Offsets in the field names count from 0x13. The part up to 0xF7 is KOD-encoded with the bank's own table as if it were record number 0, also in files whose records are plain.",
        'claimed',
        ('real-banks: 5 files of 2 banks whose table is known', 'centaurus'),
    ),
    'dat_area_v4.check_bytes': FieldDoc(
        'Eight zero bytes, encoded with the own table and shift 0: an exact check of a candidate table. The first four stored bytes are key material of the table block.',
        'reported',
        ('real-banks: 5 files', 'centaurus: key material'),
    ),
    'dat_area_v4.unknown_08': FieldDoc(
        'Bytes that look random after decoding.',
        'unknown',
        ('real-banks: 5 files',),
    ),
    'dat_area_v4.lite_secret': FieldDoc(
        'Key material in lite versions, where Blowfish with the first four check bytes decrypts this block; zeros after decoding in the others.',
        'claimed',
        ('centaurus: one commit', 'real-banks: zeros in 5 files'),
    ),
    'dat_area_v4.run_area': FieldDoc(
        'Long runs of one plain value that drifts slowly downwards, so that consecutive stored bytes are consecutive entries of the inverse table.',
        'reported',
        ('real-banks: 5 files',),
    ),
    'dat_area_v4.kod_table_block': FieldDoc(
        'Inverse and forward KOD table, 256 bytes each, encrypted with Blowfish.',
        'claimed',
        ('centaurus',),
    ),
    'dat_area_v4.free_block_anchor': FieldDoc(
        'Perhaps the 64-bit counterpart of the v3 anchor of freed blocks.',
        'hypothesis',
        ('analogy', 'cronos-converter: records of one Cronos 5 bank start at 0x300'),
    ),
    'dat_area_v7': FieldDoc(
        'Bytes 0x13 to 0x1FF of a v7 .dat file (01.19), as v4 but with a table block of 256 bytes. Nobody has published a file, so every field is taken over from v4 or from one source.',
        'claimed',
        ('centaurus', 'analogy'),
    ),
    'dat_area_v7.check_bytes': FieldDoc(
        'Eight zero bytes, encoded with the own table and shift 0: an exact check of a candidate table. The first four stored bytes are key material of the table block.',
        'claimed',
        ('centaurus', 'analogy'),
    ),
    'dat_area_v7.unknown_08': FieldDoc(
        'Bytes that look random after decoding.',
        'unknown',
        ('analogy',),
    ),
    'dat_area_v7.lite_secret': FieldDoc(
        'Key material in lite versions, where Blowfish with the first four check bytes decrypts this block; zeros after decoding in the others.',
        'claimed',
        ('centaurus: one commit',),
    ),
    'dat_area_v7.run_area': FieldDoc(
        'Long runs of one plain value that drifts slowly downwards, so that consecutive stored bytes are consecutive entries of the inverse table.',
        'claimed',
        ('centaurus', 'analogy'),
    ),
    'dat_area_v7.kod_table_block': FieldDoc(
        'Forward KOD table, 256 bytes, encrypted with Blowfish.',
        'claimed',
        ('centaurus',),
    ),
    'dat_area_v7.free_block_anchor': FieldDoc(
        'Perhaps the 64-bit counterpart of the v3 anchor of freed blocks.',
        'hypothesis',
        ('analogy',),
    ),
    'dat_header': FieldDoc(
        'The first 19 bytes of every CroStru.dat, CroBank.dat, CroIndex.dat and CroSys.dat, the same in all versions known. The area behind it, up to the first record, depends on the generation.',
        'verified',
        ('samples: 10 of 10 banks, 30 files',),
    ),
    'dat_header.magic_start': FieldDoc(
        'First two letters of the magic "CroFile".',
        'verified',
        ('samples: 30 of 30 files',),
    ),
    'dat_header.magic_letter': FieldDoc(
        'Third letter of the magic: 0x6F, Latin "o". Banks exist with 0xEE, which is Cyrillic "о" in CP1251; they are accepted with a problem.',
        'verified',
        ('samples: 30 of 30 files have 0x6F', 'cronodump-issues: 12, about 20 banks have 0xEE'),
    ),
    'dat_header.magic_end': FieldDoc(
        'Rest of the magic, "File" and a NUL.',
        'verified',
        ('samples: 30 of 30 files',),
    ),
    'dat_header.unknown_08': FieldDoc(
        'No known meaning. Values differ file by file (0x00B8, 0x0000, 0x2888, 0x2CE8 ...), mostly multiples of 8.',
        'unknown',
        ('samples: 8 different values', 'bank-survey: 0x05C8, 0x00B8, 0x134E, 0x0000, 0x0098 are common'),
    ),
    'dat_header.version': FieldDoc(
        'Version tag, ASCII digits "NN.NN". Decides every layout behind it; see the version matrix.',
        'verified',
        ('samples: 30 of 30 files',),
    ),
    'dat_header.encoding': FieldDoc(
        'Bit 0: records are KOD-encoded. Bit 1: records may be compressed. CroStru has bit 0 set in every bank known.',
        'verified',
        ('samples: bit 0 in 30 of 30 files', 'cronodump: bit 1', 'bank-survey: values 0 to 3'),
    ),
    'dat_header.block_size': FieldDoc(
        'Bytes of a continuation block of an extended record, its pointer included. CroBank 0x40, CroIndex 0x400, CroStru 0x200 or 0x400; always read it.',
        'verified',
        ('samples: 30 of 30 files',),
    ),
    'dictionary': FieldDoc(
        'The attribute list of a bank: keys with a value, inline or in a record of its own. Record 1 of CroStru in every bank known; its first key is "Bank". Keys stand sorted by their bytes. stru_keys.yaml tells what the value of each key is.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'dictionary.kind': FieldDoc(
        'Kind of the record, 3 for a dictionary.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'dictionary.entries': FieldDoc(
        'Entries up to the end of the record.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'dictionary.entry': FieldDoc(
        'One key with its value.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'dictionary.entry.key': FieldDoc(
        'The key.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'dictionary.entry.value_word': FieldDoc(
        'Bit 31 set: bits 0 to 30 are the length of the value that follows. Bit 31 clear: number of the CroStru record of kind 4 that holds the value.',
        'verified',
        ('samples: 10 of 10 banks, references in 4',),
    ),
    'dictionary.entry.value': FieldDoc(
        'The inline value.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'field_definition': FieldDoc(
        'One field of a base. field_types.yaml tells what the type codes mean.',
        'verified',
        ('samples: 39 fields of 16 definitions',),
    ),
    'field_definition.size': FieldDoc(
        'Bytes of the definition behind this word.',
        'verified',
        ('samples: 39 of 39',),
    ),
    'field_definition.body': FieldDoc(
        'The definition.',
        'verified',
        ('samples: 39 of 39',),
    ),
    'field_definition.body': FieldDoc(
        'The definition behind its size word.',
        'verified',
        ('samples: 39 of 39',),
    ),
    'field_definition.body.type_code': FieldDoc(
        'Type of the field; 0 is the system number, which is not stored in the row.',
        'verified',
        ('samples: 12 different codes',),
    ),
    'field_definition.body.display_index': FieldDoc(
        'Place of the field in the user interface.',
        'verified',
        ('samples: 39 of 39',),
    ),
    'field_definition.body.name': FieldDoc(
        'Name of the field.',
        'verified',
        ('samples: 39 of 39',),
    ),
    'field_definition.body.flags': FieldDoc(
        '0x0001 system number; 0x0002 obligatory; 0x0004 filled in automatically; 0x0040 not correctable; 0x0100 replace value; 0x0200 replace non-empty value; 0x0800 informative; 0x1000 search on input; 0x2000 multiple values.',
        'verified',
        ('samples: 0x0001, 0x0040 and 0x2000', 'cronodump: the others'),
    ),
    'field_definition.body.has_data': FieldDoc(
        '0 for the system number, and then nothing follows; else 1.',
        'verified',
        ('samples: 39 of 39',),
    ),
    'field_definition.body.data': FieldDoc(
        'What a stored field has besides.',
        'verified',
        ('samples: 23 fields',),
    ),
    'field_definition.body.unknown_after_data': FieldDoc(
        'Nothing is known to stand here.',
        'unknown',
        ('samples: empty in 39 of 39',),
    ),
    'field_definition.data': FieldDoc(
        'Position, length and type-dependent part of a stored field.',
        'verified',
        ('samples: 23 fields',),
    ),
    'field_definition.data.position': FieldDoc(
        'Physical position, from 1: number of the value in a row that belongs to this field. Positions without a field still own a value in each row.',
        'verified',
        ('samples: 23 of 23, all without gaps', 'cronodump-issues: hidden positions shift columns'),
    ),
    'field_definition.data.max_length': FieldDoc(
        'Longest value allowed, in characters; 100000 unless set.',
        'verified',
        ('samples: 23 of 23',),
    ),
    'field_definition.data.block_length': FieldDoc(
        'Bytes of the block; 9, 13 or 25.',
        'verified',
        ('samples: 13 and 25', 'cronodump: 9'),
    ),
    'field_definition.data.block': FieldDoc(
        'A block whose meaning is not known.',
        'verified',
        ('samples: 23 of 23',),
    ),
    'field_definition.data.tail': FieldDoc(
        'Part that depends on the type and on the length of the block.',
        'verified',
        ('samples: 23 of 23',),
    ),
    'field_definition.block': FieldDoc(
        'The length-counted block of a field definition.',
        'verified',
        ('samples: 23 fields',),
    ),
    'field_definition.block.unknown_00': FieldDoc(
        'Always 1; 0 in blocks of nine bytes, says one source.',
        'unknown',
        ('samples: 23 of 23', 'cronodump: 0 with nine bytes'),
    ),
    'field_definition.block.unknown_02': FieldDoc(
        'Always zero.',
        'unknown',
        ('samples: 23 of 23',),
    ),
    'field_definition.tail': FieldDoc(
        'Type-dependent tail of a field definition. With a block of 25 bytes it has 8 bytes (number, date, time), 10 (text, file, links 7 to 9), 12 (dictionary) or 13 (external file, field link); with a block of 13 bytes 4 (number, date) or 6 (text), and five more where the field has an index.',
        'verified',
        ('samples: 23 fields',),
    ),
    'field_definition.tail.unknown_00': FieldDoc(
        'Always 0.',
        'unknown',
        ('samples: 23 of 23',),
    ),
    'field_definition.tail.index_length': FieldDoc(
        'Bytes of the index reference; 0 where the field has no index.',
        'hypothesis',
        ('samples: 0 in 23 of 23', 'cronodump-issues: 23, fits with 5'),
    ),
    'field_definition.tail.index': FieldDoc(
        "Perhaps u8 0 and the u32 record number of the field's index.",
        'hypothesis',
        ('cronodump-issues: 23, one bank',),
    ),
    'field_definition.tail.unknown_after_index': FieldDoc(
        'First byte 1 for number, text, dictionary and file and 2 for date and time (with a block of 13 bytes one less), 0 for links; else zero but for single bytes.',
        'unknown',
        ('samples: 23 of 23',),
    ),
    'file_record': FieldDoc(
        'A live record of CroBank whose base id is that of the files base. It holds no name; the file references in rows do.',
        'claimed',
        ('cronodump', 'cronos-extract'),
    ),
    'file_record.base_id': FieldDoc(
        'Id of the files base (Base000).',
        'verified',
        ('samples: Base000 has id 0 in 10 of 10 banks',),
    ),
    'file_record.content': FieldDoc(
        'Bytes of the file.',
        'claimed',
        ('cronodump', 'cronos-extract'),
    ),
    'file_reference': FieldDoc(
        'Names a file stored in the bank. No public sample holds one. Where bytes are left over, the value may be a file_reference_list or a file_reference_chain.',
        'claimed',
        ('cronodump', 'cronos-extract: in use on real banks'),
    ),
    'file_reference.unknown_00': FieldDoc(
        'Mostly 1; perhaps the number of references in the value.',
        'unknown',
        ('cronodump',),
    ),
    'file_reference.strings_length': FieldDoc(
        'Bytes of the strings.',
        'claimed',
        ('cronodump',),
    ),
    'file_reference.strings': FieldDoc(
        'Name, extension and record number as text.',
        'claimed',
        ('cronodump',),
    ),
    'file_reference.unknown_after_strings': FieldDoc(
        'Nothing is known to stand here; further references, if a value can hold several.',
        'unknown',
        ('analogy',),
    ),
    'file_reference_chain': FieldDoc(
        'One of two ways in which a file field with several values may hold them; the other is file_reference_list. Never seen; a value is read so only where it fits to the last byte and the other way does not.',
        'hypothesis',
        ('cronos-extract: fields with several values exist',),
    ),
    'file_reference_chain.references': FieldDoc(
        'The references.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_chain.reference': FieldDoc(
        'One reference, as in file_reference.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_chain.reference.unknown_00': FieldDoc(
        'As in file_reference.',
        'unknown',
        ('analogy',),
    ),
    'file_reference_chain.reference.strings_length': FieldDoc(
        'Bytes of the strings.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_chain.reference.strings': FieldDoc(
        'Name, extension and record number as text.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_list': FieldDoc(
        'One of two ways in which a file field with several values may hold them; the other is file_reference_chain. Never seen; a value is read so only where it fits to the last byte and the other way does not.',
        'hypothesis',
        ('cronodump: the word in front is mostly 1', 'cronos-extract: fields with several values exist'),
    ),
    'file_reference_list.reference_count': FieldDoc(
        'Number of references.',
        'hypothesis',
        ('cronodump: the word in front is mostly 1',),
    ),
    'file_reference_list.references': FieldDoc(
        'The references.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_list.reference': FieldDoc(
        'One reference.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_list.reference.strings_length': FieldDoc(
        'Bytes of the strings.',
        'hypothesis',
        ('analogy',),
    ),
    'file_reference_list.reference.strings': FieldDoc(
        'Name, extension and record number as text.',
        'hypothesis',
        ('analogy',),
    ),
    'file_strings': FieldDoc(
        'Name, extension and record number of a stored file, with a separator byte between them.',
        'claimed',
        ('cronodump',),
    ),
    'file_strings.name': FieldDoc(
        'File name without extension, CP1251.',
        'claimed',
        ('cronodump',),
    ),
    'file_strings.name_separator': FieldDoc(
        'Ends the name.',
        'claimed',
        ('cronodump',),
    ),
    'file_strings.extension': FieldDoc(
        'Extension without its dot, CP1251.',
        'claimed',
        ('cronodump',),
    ),
    'file_strings.extension_separator': FieldDoc(
        'Ends the extension.',
        'claimed',
        ('cronodump',),
    ),
    'file_strings.record_number': FieldDoc(
        'CroBank record that holds the bytes, decimal ASCII. Empty where the file is not stored in the bank; name and extension are right even then.',
        'claimed',
        ('cronodump', 'cronos-extract: empty numbers on real banks'),
    ),
    'first_chunk_32': FieldDoc(
        "The bytes at the slot's offset when the slot is neither inline nor empty, as many as the slot's length says. The header is stored plain even where records are KOD-encoded.",
        'verified',
        ('samples: all extended records',),
    ),
    'first_chunk_32.next': FieldDoc(
        'Offset in the .dat file of the first continuation block; 0 where the payload is complete.',
        'verified',
        ('samples: all extended records',),
    ),
    'first_chunk_32.total': FieldDoc(
        'Payload bytes of the whole record, all headers left out.',
        'verified',
        ('samples: all extended records',),
    ),
    'first_chunk_32.payload': FieldDoc(
        'First part of the record. May hold surplus bytes where the slot is padded; the record is cut to its total.',
        'verified',
        ('samples: all extended records', 'cronos-converter: padding'),
    ),
    'first_chunk_64': FieldDoc(
        "The bytes at the slot's offset when the slot is neither inline nor empty, as many as the slot's length says. The header is stored plain even where records are KOD-encoded.",
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'first_chunk_64.next': FieldDoc(
        'Offset in the .dat file of the first continuation block; 0 where the payload is complete.',
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'first_chunk_64.total': FieldDoc(
        'Payload bytes of the whole record, all headers left out.',
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'first_chunk_64.payload': FieldDoc(
        'First part of the record. May hold surplus bytes where the slot is padded; the record is cut to its total.',
        'reported',
        ('real-banks: 8 files 01.03', 'cronos-converter: padding'),
    ),
    'formulas': FieldDoc(
        'Formulas of a base; eight zero bytes where there are none.',
        'unknown',
        ('samples: the empty case, 16 of 16',),
    ),
    'formulas.unknown_00': FieldDoc(
        'Content unknown.',
        'unknown',
        ('samples: the empty case, 16 of 16',),
    ),
    'known_banks': FieldDoc(
        "The banks that the program knows, kept in CroSys in the program's own directory. No file is public.",
        'claimed',
        ('cronodump',),
    ),
    'known_banks.kind': FieldDoc(
        'Kind of the record, 4 for the list of banks.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank_count': FieldDoc(
        'Number of banks.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.banks': FieldDoc(
        'The banks.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank': FieldDoc(
        'One bank that the program knows.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank.unknown_00': FieldDoc(
        'Meaning not known.',
        'unknown',
        ('cronodump',),
    ),
    'known_banks.bank.description_length': FieldDoc(
        'Bytes of the description.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank.description': FieldDoc(
        'Description of the bank, CP1251.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank.path_length': FieldDoc(
        'Bytes of the path.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank.path': FieldDoc(
        'Directory of the bank, CP1251.',
        'claimed',
        ('cronodump',),
    ),
    'known_banks.bank.unknown_after_path': FieldDoc(
        'Meaning not known.',
        'unknown',
        ('cronodump',),
    ),
    'link_value': FieldDoc(
        'Reading of the one public value of a link, from a bank whose bases have reference version 0. A value is read so only where it fits to the last byte and would be built back the same; all others stay bytes.',
        'hypothesis',
        ('cronodump-issues: 15, one value of a link',),
    ),
    'link_value.unknown_00': FieldDoc(
        'Perhaps the number of bases that the link leads to, or a version.',
        'unknown',
        ('cronodump-issues: 15, one value of a link',),
    ),
    'link_value.base_id': FieldDoc(
        'Id of the base that the link leads to.',
        'hypothesis',
        ('cronodump-issues: 15, one value of a link',),
    ),
    'link_value.card_length': FieldDoc(
        'Bytes of the bit card.',
        'hypothesis',
        ('cronodump-issues: 15, one value of a link',),
    ),
    'link_value.card': FieldDoc(
        'Record numbers of the rows that the link leads to.',
        'hypothesis',
        ('cronodump-issues: 15, one value of a link',),
    ),
    'name': FieldDoc(
        'A short CP1251 string; used for keys, names of bases and fields, and mnemonics.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'name.length': FieldDoc(
        'Bytes of the text.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'name.raw': FieldDoc(
        'The text, CP1251. Byte 0x98 is undefined there and read as U+FFFD.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns1': FieldDoc(
        'Serial number and password of a bank, encoded with the default KOD table and a shift of its own. A byte-for-byte copy stands in CroBank as the record that NS2 names; it looks like a row but is none.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns1.kind': FieldDoc(
        '0 with the oldest program, 2 with all others.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns1.shift': FieldDoc(
        'Shift of the KOD coding of the body.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns1.body': FieldDoc(
        'Encoded body, see ns1_body; 12 bytes for kind 0, 20 for kind 2, without a password.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns1_body': FieldDoc(
        'Serial number and password of a bank.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns1_body.serial': FieldDoc(
        'Serial number; 30249 in the oldest samples, 1 in the others. Key material of the table block in v4.',
        'verified',
        ('samples: 10 of 10 banks', 'centaurus: key material'),
    ),
    'ns1_body.custom_protection': FieldDoc(
        'Called custom protection; 0.',
        'claimed',
        ('samples: 0 in 10 of 10 banks', 'centaurus'),
    ),
    'ns1_body.password_length': FieldDoc(
        'Bytes of the password; 0 without one.',
        'claimed',
        ('samples: 0 in 10 of 10 banks', 'cronodump', 'centaurus'),
    ),
    'ns1_body.password': FieldDoc(
        'Password, CP1251. Not needed to read a bank.',
        'claimed',
        ('cronodump', 'centaurus'),
    ),
    'ns1_body.unknown_after_password': FieldDoc(
        'Eight zero bytes for kind 2, nothing for kind 0; perhaps a fixed password buffer.',
        'unknown',
        ('samples: 10 of 10 banks',),
    ),
    'ns2': FieldDoc(
        'Tells where the copy of NS1 stands in CroBank.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'ns2.record_number': FieldDoc(
        'CroBank record that holds the copy of NS1; the last of the slots a new bank is created with.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'opaque_value': FieldDoc(
        'Bytes of the structure dictionary that nobody can read yet, kept whole.',
        'unknown',
        ('samples: CroGraphExTemplateDefault in one bank',),
    ),
    'opaque_value.unknown_00': FieldDoc(
        'Content unknown.',
        'unknown',
        ('samples: CroGraphExTemplateDefault in one bank',),
    ),
    'referenced_value': FieldDoc(
        'One value of the structure dictionary, stored in a record of its own.',
        'verified',
        ('samples: 6 records of 4 banks',),
    ),
    'referenced_value.kind': FieldDoc(
        'Kind of the record, 4 for a referenced value.',
        'verified',
        ('samples: 6 records of 4 banks',),
    ),
    'referenced_value.value': FieldDoc(
        'The value; its key in the dictionary tells what it is.',
        'verified',
        ('samples: 6 records of 4 banks',),
    ),
    'sub_values': FieldDoc(
        'A plain value of a field that holds several values, with a separator between them. A separator at the very end stands before one more sub-value, which is empty. Counted values are not split.',
        'claimed',
        ('cronodump', 'centaurus'),
    ),
    'sub_values.items': FieldDoc(
        'The sub-values in order.',
        'claimed',
        ('cronodump', 'centaurus'),
    ),
    'sub_values.item': FieldDoc(
        'One sub-value.',
        'claimed',
        ('cronodump', 'centaurus'),
    ),
    'sub_values.item.value': FieldDoc(
        'Bytes of the sub-value.',
        'claimed',
        ('cronodump', 'centaurus'),
    ),
    'sub_values.item.separator': FieldDoc(
        'Stands between sub-values.',
        'claimed',
        ('cronodump', 'centaurus'),
    ),
    'sub_values_dos': FieldDoc(
        'A plain value of a field that holds several values, with a separator between them. A separator at the very end stands before one more sub-value, which is empty.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'sub_values_dos.items': FieldDoc(
        'The sub-values in order.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'sub_values_dos.item': FieldDoc(
        'One sub-value.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'sub_values_dos.item.value': FieldDoc(
        'Bytes of the sub-value.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'sub_values_dos.item.separator': FieldDoc(
        'Stands between sub-values.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'tad_header_v3': FieldDoc(
        'Head of the free list. Behind it stands one slot for each record number, from 1.',
        'verified',
        ('samples: 20 of 20 .tad files of CroStru and CroBank',),
    ),
    'tad_header_v3.free_count': FieldDoc(
        'Number of free slots. Following the list visits exactly as many.',
        'verified',
        ('samples: 20 of 20 files', 'real-banks: every CroBank that has any'),
    ),
    'tad_header_v3.first_free': FieldDoc(
        'Offset inside this .tad of the first free slot; 0 where there is none.',
        'verified',
        ('samples: 20 of 20 files',),
    ),
    'tad_header_v4': FieldDoc(
        'Head of the list of deleted records. Behind it stands one slot for each record number, from 1.',
        'reported',
        ('real-banks: 20 files',),
    ),
    'tad_header_v4.marker': FieldDoc(
        'Constant -2.',
        'reported',
        ('real-banks: 20 files',),
    ),
    'tad_header_v4.free_count': FieldDoc(
        'Number of deleted records; equals the number of slots with flag 02 or 06.',
        'reported',
        ('real-banks: 4 files that have any',),
    ),
    'tad_header_v4.first_free': FieldDoc(
        'First deleted record; unit not confirmed.',
        'reported',
        ('real-banks: 20 files',),
    ),
    'tad_header_v4.unknown_0c': FieldDoc(
        'Constant 0.',
        'unknown',
        ('real-banks: 20 files',),
    ),
    'tad_slot_dos': FieldDoc(
        'Where the bytes of one record number stand, in two parts: one that stands alone, and one that is a chain of blocks of 256 bytes. Nobody has shown a file.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'tad_slot_dos.offset_1': FieldDoc(
        'Offset of the first part in the .dat file.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'tad_slot_dos.length_1': FieldDoc(
        'Bytes of the first part; 0 where the record number is free.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'tad_slot_dos.offset_2': FieldDoc(
        'Offset of the first block of the second part.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'tad_slot_dos.length_2': FieldDoc(
        'Bytes of the second part; 0 where there is none. 0xFFFF marks a deleted record, whose first part can be read.',
        'claimed',
        ('cro-h', 'cronosparser'),
    ),
    'tad_slot_v3_32': FieldDoc(
        'Where the bytes of one record number stand in the .dat file, and what state the record is in.',
        'verified',
        ('samples: 20 of 20 .tad files',),
    ),
    'tad_slot_v3_32.offset': FieldDoc(
        'Offset of the stored bytes in the .dat file. In a free slot the offset of the next free slot inside the .tad, 0 at the end of the list. No bit of it is a flag.',
        'verified',
        ('samples: 20 of 20 .tad files',),
    ),
    'tad_slot_v3_32.size_word': FieldDoc(
        '0xFFFFFFFF: free slot. Else bit 31: stored inline; bits 0 to 30: length in bytes, of the first chunk with its header where bit 31 is clear. 0: live record without any bytes.',
        'verified',
        ('samples: 20 of 20 .tad files', 'real-banks: bits 24 to 30 clear in 70 files'),
    ),
    'tad_slot_v3_32.unknown_08': FieldDoc(
        'Not a checksum (CRC-32 and Adler-32 match nothing). Grows when the record changes, from a random start, so perhaps a change counter. Has no say in whether a record lives.',
        'unknown',
        ('samples: three snapshots of one bank',),
    ),
    'tad_slot_v3_64': FieldDoc(
        'Where the bytes of one record number stand in the .dat file, and what state the record is in.',
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'tad_slot_v3_64.offset': FieldDoc(
        'Offset of the stored bytes in the .dat file. In a free slot the offset of the next free slot inside the .tad, 0 at the end of the list. No bit of it is a flag.',
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'tad_slot_v3_64.size_word': FieldDoc(
        '0xFFFFFFFF: free slot. Else bit 31: stored inline; bits 0 to 30: length in bytes, of the first chunk with its header where bit 31 is clear. 0: live record without any bytes.',
        'reported',
        ('real-banks: 8 files 01.03',),
    ),
    'tad_slot_v3_64.unknown_0c': FieldDoc(
        'Not a checksum (CRC-32 and Adler-32 match nothing). Grows when the record changes, from a random start, so perhaps a change counter. Has no say in whether a record lives.',
        'unknown',
        ('samples: three snapshots of one bank',),
    ),
    'tad_slot_v4': FieldDoc(
        'Where the bytes of one record number stand in the .dat file, with flags in the top byte of the offset.',
        'reported',
        ('real-banks: 20 files',),
    ),
    'tad_slot_v4.offset_word': FieldDoc(
        'Bits 0 to 55: offset of the stored bytes in the .dat file. Top byte: flags. Seen are 00 and 08 (extended), 04, 07 and 0C (inline), 02 (deleted, extended) and 06 (deleted, inline).',
        'reported',
        ('real-banks: 20 files',),
    ),
    'tad_slot_v4.size': FieldDoc(
        'Length in bytes of the stored bytes at the offset. 0xFFFFFFFF was never seen and is read as free.',
        'reported',
        ('real-banks: 20 files',),
    ),
    'tad_slot_v4.unknown_0c': FieldDoc(
        'A Unix time where the flags are 08; else as in v3.',
        'unknown',
        ('real-banks: 838 of 838 slots with flag 08 in one file',),
    ),
    'text_value': FieldDoc(
        'CP1251 text, of the keys BankId, BankName, Version and others.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
    'text_value.raw': FieldDoc(
        'The text, CP1251.',
        'verified',
        ('samples: 10 of 10 banks',),
    ),
}
