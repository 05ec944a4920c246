meta:
  id: known_banks
  title: Known banks, CroSys record kind 4
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  The banks that the program knows, kept in CroSys in the program's own directory. No file is public.
-status: claimed
-evidence: [cronodump]
seq:
  - id: kind
    contents: [0x04]
    doc: Kind of the record, 4 for the list of banks.
    -status: claimed
    -evidence: [cronodump]
  - id: bank_count
    type: u4
    doc: Number of banks.
    -status: claimed
    -evidence: [cronodump]
  - id: banks
    type: bank
    repeat: expr
    repeat-expr: bank_count
    -limit: items
    doc: The banks.
    -status: claimed
    -evidence: [cronodump]
types:
  bank:
    doc: One bank that the program knows.
    -status: claimed
    -evidence: [cronodump]
    seq:
      - id: unknown_00
        type: u4
        doc: Meaning not known.
        -default: 0
        -status: unknown
        -evidence: [cronodump]
      - id: description_length
        type: u4
        doc: Bytes of the description.
        -status: claimed
        -evidence: [cronodump]
      - id: description
        size: description_length
        -limit: record_bytes
        doc: Description of the bank, CP1251.
        -status: claimed
        -evidence: [cronodump]
      - id: path_length
        type: u4
        doc: Bytes of the path.
        -status: claimed
        -evidence: [cronodump]
      - id: path
        size: path_length
        -limit: record_bytes
        doc: Directory of the bank, CP1251.
        -status: claimed
        -evidence: [cronodump]
      - id: unknown_after_path
        type: u4
        doc: Meaning not known.
        -default: 0
        -status: unknown
        -evidence: [cronodump]
