meta:
  id: text_value
  title: Text value of the structure dictionary
  license: MIT
  ks-version: "0.11"
  endian: le
doc: CP1251 text, of the keys BankId, BankName, Version and others.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: raw
    size-eos: true
    -limit: record_bytes
    doc: The text, CP1251.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
