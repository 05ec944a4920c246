meta:
  id: dat_area_v4
  title: Area between header and first record, v4
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Bytes 0x13 to 0x2FF of a v4 .dat file (01.11 to 01.14). Offsets in the field names count from 0x13. The part up to
  0xF7 is KOD-encoded with the bank's own table as if it were record number 0, also in files whose records are plain.
-status: claimed
-evidence: ["real-banks: 5 files of 2 banks whose table is known", centaurus]
seq:
  - id: check_bytes
    size: 8
    doc: |
      Eight zero bytes, encoded with the own table and shift 0: an exact check of a candidate table. The first four
      stored bytes are key material of the table block.
    -status: reported
    -evidence: ["real-banks: 5 files", "centaurus: key material"]
  - id: unknown_08
    size: 24
    doc: Bytes that look random after decoding.
    -status: unknown
    -evidence: ["real-banks: 5 files"]
  - id: lite_secret
    size: 8
    doc: |
      Key material in lite versions, where Blowfish with the first four check bytes decrypts this block; zeros after
      decoding in the others.
    -status: claimed
    -evidence: ["centaurus: one commit", "real-banks: zeros in 5 files"]
  - id: run_area
    size: 189
    doc: |
      Long runs of one plain value that drifts slowly downwards, so that consecutive stored bytes are consecutive
      entries of the inverse table.
    -status: reported
    -evidence: ["real-banks: 5 files"]
  - id: kod_table_block
    size: 512
    doc: Inverse and forward KOD table, 256 bytes each, encrypted with Blowfish.
    -status: claimed
    -evidence: [centaurus]
  - id: free_block_anchor
    type: u8
    doc: Perhaps the 64-bit counterpart of the v3 anchor of freed blocks.
    -default: 0
    -status: hypothesis
    -evidence: [analogy, "cronos-converter: records of one Cronos 5 bank start at 0x300"]
