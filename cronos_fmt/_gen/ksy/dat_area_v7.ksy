meta:
  id: dat_area_v7
  title: Area between header and first record, v7
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Bytes 0x13 to 0x1FF of a v7 .dat file (01.19), as v4 but with a table block of 256 bytes. Nobody has published a file,
  so every field is taken over from v4 or from one source.
-status: claimed
-evidence: [centaurus, analogy]
seq:
  - id: check_bytes
    size: 8
    doc: |
      Eight zero bytes, encoded with the own table and shift 0: an exact check of a candidate table. The first four
      stored bytes are key material of the table block.
    -status: claimed
    -evidence: [centaurus, analogy]
  - id: unknown_08
    size: 24
    doc: Bytes that look random after decoding.
    -status: unknown
    -evidence: [analogy]
  - id: lite_secret
    size: 8
    doc: |
      Key material in lite versions, where Blowfish with the first four check bytes decrypts this block; zeros after
      decoding in the others.
    -status: claimed
    -evidence: ["centaurus: one commit"]
  - id: run_area
    size: 189
    doc: |
      Long runs of one plain value that drifts slowly downwards, so that consecutive stored bytes are consecutive
      entries of the inverse table.
    -status: claimed
    -evidence: [centaurus, analogy]
  - id: kod_table_block
    size: 256
    doc: Forward KOD table, 256 bytes, encrypted with Blowfish.
    -status: claimed
    -evidence: [centaurus]
  - id: free_block_anchor
    type: u8
    doc: Perhaps the 64-bit counterpart of the v3 anchor of freed blocks.
    -default: 0
    -status: hypothesis
    -evidence: [analogy]
