meta:
  id: formulas
  title: Value of a key FormulsNNN
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Formulas of a base; eight zero bytes where there are none.
-status: unknown
-evidence: ["samples: the empty case, 16 of 16"]
seq:
  - id: unknown_00
    size-eos: true
    -limit: record_bytes
    -default: [0, 0, 0, 0, 0, 0, 0, 0]
    doc: Content unknown.
    -status: unknown
    -evidence: ["samples: the empty case, 16 of 16"]
