meta:
  id: opaque_value
  title: Value whose structure is not known
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Bytes of the structure dictionary that nobody can read yet, kept whole.
-status: unknown
-evidence: ["samples: CroGraphExTemplateDefault in one bank"]
seq:
  - id: unknown_00
    size-eos: true
    -limit: record_bytes
    doc: Content unknown.
    -status: unknown
    -evidence: ["samples: CroGraphExTemplateDefault in one bank"]
