meta:
  id: bank_record
  title: Row of a base, a record of CroBank
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  A live record of CroBank after KOD decoding and inflating, unless its base id is the one of the files base (see
  file_record). Value number n belongs to the field whose physical position is n. Empty values at the end are left out
  together with their separators, so a row whose values are all empty is its base id alone.
-status: verified
-evidence: ["samples: 9 rows in 6 bases"]
seq:
  - id: base_id
    type: u1
    doc: Low byte of the id of the base that the row belongs to. No id above 255 was ever seen.
    -status: verified
    -evidence: ["samples: 9 rows", "real-banks: highest id 50 in 128 tables"]
  - id: values
    type: value
    repeat: eos
    -limit: items
    doc: Values by physical position.
    -status: verified
    -evidence: ["samples: 9 rows"]
types:
  value:
    doc: One value and the separator behind it.
    -status: verified
    -evidence: ["samples: plain values in 9 rows"]
    seq:
      - id: counted
        type: counted_value
        if: lead == 0x1b
        doc: A value that tells its length, so that it may hold separator bytes. No separator follows it.
        -status: claimed
        -evidence: [cronodump, cronos-extract, "centaurus: goes on to the next separator instead"]
      - id: plain
        terminator: 0x1e
        consume: false
        eos-error: false
        if: lead != 0x1b
        -limit: record_bytes
        doc: Bytes of the value, up to the separator or the end of the record. 0x1D stands between sub-values.
        -status: verified
        -evidence: ["samples: 9 rows", "cronodump: 0x1D", "centaurus: 0x1D"]
      - id: separator
        contents: [0x1e]
        if: lead != 0x1b and not _io.eof
        doc: Ends a plain value that is not the last one.
        -status: verified
        -evidence: ["samples: 4 rows"]
    instances:
      lead:
        pos: _io.pos
        type: u1
        doc: First byte of the value, or its separator where the value is empty.
  counted_value:
    doc: A value with its length in front.
    -status: claimed
    -evidence: [cronodump, cronos-extract]
    seq:
      - id: mark
        contents: [0x1b]
        doc: Marks a counted value.
        -status: claimed
        -evidence: [cronodump, cronos-extract]
      - id: length
        type: u4
        doc: Bytes of the value.
        -status: claimed
        -evidence: [cronodump, cronos-extract]
      - id: body
        size: length
        -limit: record_bytes
        doc: The value; for a file field a file_reference.
        -status: claimed
        -evidence: [cronodump, cronos-extract]
