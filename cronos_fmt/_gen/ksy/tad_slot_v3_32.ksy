meta:
  id: tad_slot_v3_32
  title: Slot of a Cro*.tad file, v3 with 32-bit offsets
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Where the bytes of one record number stand in the .dat file, and what state the record is in.
-status: verified
-evidence: ["samples: 20 of 20 .tad files"]
-states:
  free: {offset: at, size_word: 0xffffffff}
  empty: {offset: 0, size_word: 0}
  inline: {offset: at, size_word: "length | 0x80000000"}
  extended: {offset: at, size_word: length}
seq:
  - id: offset
    type: u4
    doc: |
      Offset of the stored bytes in the .dat file. In a free slot the offset of the next free slot inside the .tad, 0 at
      the end of the list. No bit of it is a flag.
    -status: verified
    -evidence: ["samples: 20 of 20 .tad files"]
  - id: size_word
    type: u4
    doc: |
      0xFFFFFFFF: free slot. Else bit 31: stored inline; bits 0 to 30: length in bytes, of the first chunk with its header
      where bit 31 is clear. 0: live record without any bytes.
    -status: verified
    -evidence: ["samples: 20 of 20 .tad files", "real-banks: bits 24 to 30 clear in 70 files"]
  - id: unknown_08
    type: u4
    doc: |
      Not a checksum (CRC-32 and Adler-32 match nothing). Grows when the record changes, from a random start, so perhaps a
      change counter. Has no say in whether a record lives.
    -default: 0
    -status: unknown
    -evidence: ["samples: three snapshots of one bank"]
instances:
  flags:
    value: 0
    doc: A v3 slot has no flags besides the top bit of its size word.
  has_known_flags:
    value: "true"
    doc: Nothing in a v3 slot is a flag that could be unknown.
  is_free:
    value: size_word == 0xffffffff
    doc: The record number is free. A new bank holds a stock of such slots; they are not deleted rows.
  is_deleted:
    value: "false"
    doc: A v3 slot does not tell a deleted record from one never used.
  is_empty:
    value: size_word == 0
    doc: The record lives but has no bytes.
  is_inline:
    value: size_word & 0x80000000 != 0 and size_word != 0xffffffff
    doc: The record stands in one piece at the offset, without a header.
  data_offset:
    value: offset
    doc: Offset of the stored bytes in the .dat file.
  data_length:
    value: size_word & 0x7fffffff
    doc: Length in bytes of the stored bytes at the offset, of the first chunk for an extended record.
  next:
    value: 0
    doc: The first chunk, not the slot, tells where an extended record goes on.
  rest:
    value: 0
    doc: The first chunk, not the slot, tells how long an extended record is.
