meta:
  id: tad_slot_v4
  title: Slot of a Cro*.tad file, v4 and v7
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Where the bytes of one record number stand in the .dat file, with flags in the top byte of the offset.
-status: reported
-evidence: ["real-banks: 20 files"]
-states:
  free: {offset_word: at, size: 0xffffffff}
  empty: {offset_word: 0, size: 0}
  inline: {offset_word: at | 0x04 << 56, size: length}
  inline_07: {offset_word: at | 0x07 << 56, size: length}
  inline_0c: {offset_word: at | 0x0c << 56, size: length}
  extended: {offset_word: at, size: length}
  extended_08: {offset_word: at | 0x08 << 56, size: length}
  deleted_inline: {offset_word: at | 0x06 << 56, size: length}
  deleted_extended: {offset_word: at | 0x02 << 56, size: length}
seq:
  - id: offset_word
    type: u8
    doc: |
      Bits 0 to 55: offset of the stored bytes in the .dat file. Top byte: flags. Seen are 00 and 08 (extended), 04, 07 and
      0C (inline), 02 (deleted, extended) and 06 (deleted, inline).
    -status: reported
    -evidence: ["real-banks: 20 files"]
  - id: size
    type: u4
    doc: Length in bytes of the stored bytes at the offset. 0xFFFFFFFF was never seen and is read as free.
    -status: reported
    -evidence: ["real-banks: 20 files"]
  - id: unknown_0c
    type: u4
    doc: A Unix time where the flags are 08; else as in v3.
    -default: 0
    -status: unknown
    -evidence: ["real-banks: 838 of 838 slots with flag 08 in one file"]
instances:
  flags:
    value: offset_word >> 56
    doc: Flags of the slot.
  has_known_flags:
    value: flags == 0 or flags == 2 or flags == 4 or flags == 6 or flags == 7 or flags == 8 or flags == 12
    doc: The flags are among those that were seen in real files.
  is_free:
    value: size == 0xffffffff
    doc: The record number is free.
  is_deleted:
    value: flags & 3 == 2 and size != 0xffffffff
    doc: The record is deleted; its bytes are still in the .dat file.
  is_empty:
    value: size == 0
    doc: The record has no bytes.
  is_inline:
    value: flags & 4 != 0
    doc: The record stands in one piece at the offset, without a header; else it is extended.
  is_timed:
    value: flags & 8 != 0
    doc: The last word of the slot is a Unix time (hypothesis).
  data_offset:
    value: offset_word & 0xffffffffffffff
    doc: Offset of the stored bytes in the .dat file.
  data_length:
    value: size
    doc: Length in bytes of the stored bytes at the offset, of the first chunk for an extended record.
  next:
    value: 0
    doc: The first chunk, not the slot, tells where an extended record goes on.
  rest:
    value: 0
    doc: The first chunk, not the slot, tells how long an extended record is.
