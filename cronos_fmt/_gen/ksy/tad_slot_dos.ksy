meta:
  id: tad_slot_dos
  title: Slot of a .tad file, DOS era
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Where the bytes of one record number stand, in two parts: one that stands alone, and one that is a chain of blocks of
  256 bytes. Nobody has shown a file.
-status: claimed
-evidence: [cro-h, cronosparser]
-states:
  free: {offset_1: at, length_1: 0, offset_2: 0, length_2: 0}
  inline: {offset_1: at, length_1: length, offset_2: 0, length_2: 0}
  extended: {offset_1: at, length_1: length, offset_2: next, length_2: rest}
  deleted_inline: {offset_1: at, length_1: length, offset_2: 0, length_2: 0xffff}
seq:
  - id: offset_1
    type: u4
    doc: Offset of the first part in the .dat file.
    -status: claimed
    -evidence: [cro-h, cronosparser]
  - id: length_1
    type: u2
    doc: Bytes of the first part; 0 where the record number is free.
    -status: claimed
    -evidence: [cro-h, cronosparser]
  - id: offset_2
    type: u4
    doc: Offset of the first block of the second part.
    -status: claimed
    -evidence: [cro-h, cronosparser]
  - id: length_2
    type: u2
    doc: Bytes of the second part; 0 where there is none. 0xFFFF marks a deleted record, whose first part can be read.
    -status: claimed
    -evidence: [cro-h, cronosparser]
instances:
  flags:
    value: 0
    doc: The slot has no flags.
  has_known_flags:
    value: offset_2 == 0 or length_2 != 0
    doc: A slot without a second part has no offset for it.
  is_free:
    value: length_1 == 0 and (length_2 == 0 or length_2 == 0xffff)
    doc: The record number is free.
  is_deleted:
    value: length_1 != 0 and length_2 == 0xffff
    doc: The record is deleted; its first part is still there.
  is_empty:
    value: "false"
    doc: A record without bytes cannot be told from a free number.
  is_inline:
    value: length_2 == 0 or length_2 == 0xffff
    doc: The record stands in one piece.
  data_offset:
    value: offset_1
    doc: Offset of the first part in the .dat file.
  data_length:
    value: length_1
    doc: Bytes of the first part.
  next:
    value: offset_2
    doc: Offset of the first block of the second part.
  rest:
    value: length_2
    doc: Bytes of the second part.
