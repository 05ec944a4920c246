meta:
  id: first_chunk_64
  title: First chunk of an extended record, 64-bit pointers
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  The bytes at the slot's offset when the slot is neither inline nor empty, as many as the slot's length says. The header
  is stored plain even where records are KOD-encoded.
-status: reported
-evidence: ["real-banks: 8 files 01.03"]
seq:
  - id: next
    type: u8
    doc: Offset in the .dat file of the first continuation block; 0 where the payload is complete.
    -status: reported
    -evidence: ["real-banks: 8 files 01.03"]
  - id: total
    type: u4
    doc: Payload bytes of the whole record, all headers left out.
    -status: reported
    -evidence: ["real-banks: 8 files 01.03"]
  - id: payload
    size-eos: true
    -limit: record_bytes
    doc: First part of the record. May hold surplus bytes where the slot is padded; the record is cut to its total.
    -status: reported
    -evidence: ["real-banks: 8 files 01.03", "cronos-converter: padding"]
