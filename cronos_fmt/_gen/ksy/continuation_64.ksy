meta:
  id: continuation_64
  title: Continuation block of an extended record, 64-bit pointers
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  One block of the file's block size, at any offset. A last block cut short by the end of the file is accepted when it
  holds enough.
-status: reported
-evidence: ["real-banks: 8 files 01.03"]
seq:
  - id: next
    type: u8
    doc: Offset in the .dat file of the next block; 0 in the last one.
    -status: reported
    -evidence: ["real-banks: 8 files 01.03"]
  - id: payload
    size-eos: true
    -limit: record_bytes
    doc: Next part of the record; what exceeds the record's total in the last block is slack.
    -status: reported
    -evidence: ["real-banks: 8 files 01.03"]
