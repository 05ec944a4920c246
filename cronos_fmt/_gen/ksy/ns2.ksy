meta:
  id: ns2
  title: Value of the key NS2
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Tells where the copy of NS1 stands in CroBank.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: record_number
    type: u4
    doc: CroBank record that holds the copy of NS1; the last of the slots a new bank is created with.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
