meta:
  id: ns1
  title: Value of the key NS1, protection of a bank
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Serial number and password of a bank, encoded with the default KOD table and a shift of its own. A byte-for-byte copy
  stands in CroBank as the record that NS2 names; it looks like a row but is none.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: kind
    type: u1
    doc: 0 with the oldest program, 2 with all others.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
  - id: shift
    type: u1
    doc: Shift of the KOD coding of the body.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
  - id: body
    size-eos: true
    -limit: record_bytes
    doc: Encoded body, see ns1_body; 12 bytes for kind 0, 20 for kind 2, without a password.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
