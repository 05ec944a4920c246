meta:
  id: ns1_body
  title: Decoded body of NS1
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Serial number and password of a bank.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: serial
    type: u4
    doc: Serial number; 30249 in the oldest samples, 1 in the others. Key material of the table block in v4.
    -status: verified
    -evidence: ["samples: 10 of 10 banks", "centaurus: key material"]
  - id: custom_protection
    type: u4
    doc: Called custom protection; 0.
    -default: 0
    -status: claimed
    -evidence: ["samples: 0 in 10 of 10 banks", centaurus]
  - id: password_length
    type: u4
    doc: Bytes of the password; 0 without one.
    -status: claimed
    -evidence: ["samples: 0 in 10 of 10 banks", cronodump, centaurus]
  - id: password
    size: password_length
    -limit: record_bytes
    doc: Password, CP1251. Not needed to read a bank.
    -default: []
    -status: claimed
    -evidence: [cronodump, centaurus]
  - id: unknown_after_password
    size-eos: true
    -limit: record_bytes
    doc: Eight zero bytes for kind 2, nothing for kind 0; perhaps a fixed password buffer.
    -status: unknown
    -evidence: ["samples: 10 of 10 banks"]
