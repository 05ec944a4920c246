meta:
  id: referenced_value
  title: Referenced value, CroStru record kind 4
  license: MIT
  ks-version: "0.11"
  endian: le
doc: One value of the structure dictionary, stored in a record of its own.
-status: verified
-evidence: ["samples: 6 records of 4 banks"]
seq:
  - id: kind
    contents: [0x04]
    doc: Kind of the record, 4 for a referenced value.
    -status: verified
    -evidence: ["samples: 6 records of 4 banks"]
  - id: value
    size-eos: true
    -limit: record_bytes
    doc: The value; its key in the dictionary tells what it is.
    -status: verified
    -evidence: ["samples: 6 records of 4 banks"]
