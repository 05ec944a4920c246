meta:
  id: dat_area_v3
  title: Area between header and first record, v3
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Bytes 0x13 to 0xFF of a v3 .dat file. Nothing in it is needed to read records. The data area begins behind it; record
  1 of CroStru stands one byte further, because a first attempt left one byte at 0x100.
-status: verified
-evidence: ["samples: 30 of 30 files"]
seq:
  - id: filler
    size: 233
    doc: |
      Bytes that follow no known scheme. The same in CroStru, CroBank and CroIndex of one directory, different in its
      Voc; so it tells whether a file belongs to a bank. Said to come from a scrambled rand() seeded with the time.
    -status: unknown
    -evidence: ["samples: equal in 10 of 10 directories", "cronodump: rand()"]
  - id: free_block_anchor
    type: u4
    doc: |
      0, or the offset of the last block in the chain of freed continuation blocks. The first u32 of a freed block
      points to the next one; the chain cannot be walked from its last block.
    -default: 0
    -status: verified
    -evidence: ["samples: one file holds 0x23CBC, 1,741 blocks end there"]
