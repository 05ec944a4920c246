meta:
  id: continuation_32
  title: Continuation block of an extended record, 32-bit pointers
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  One block of the file's block size, at any offset. A last block cut short by the end of the file is accepted when it
  holds enough.
-status: verified
-evidence: ["samples: all extended records"]
seq:
  - id: next
    type: u4
    doc: Offset in the .dat file of the next block; 0 in the last one.
    -status: verified
    -evidence: ["samples: all extended records"]
  - id: payload
    size-eos: true
    -limit: record_bytes
    doc: Next part of the record; what exceeds the record's total in the last block is slack.
    -status: verified
    -evidence: ["samples: all extended records"]
