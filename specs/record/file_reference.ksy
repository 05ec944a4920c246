meta:
  id: file_reference
  title: File reference, a counted value of a file field
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [file_strings]
doc: |
  Names a file stored in the bank. No public sample holds one. Where bytes are left over, the value may be a file_reference_list
  or a file_reference_chain.
-status: claimed
-evidence: [cronodump, "cronos-extract: in use on real banks"]
seq:
  - id: unknown_00
    type: u4
    doc: Mostly 1; perhaps the number of references in the value.
    -default: 1
    -status: unknown
    -evidence: [cronodump]
  - id: strings_length
    type: u4
    doc: Bytes of the strings.
    -status: claimed
    -evidence: [cronodump]
  - id: strings
    type: file_strings
    size: strings_length
    -limit: record_bytes
    doc: Name, extension and record number as text.
    -status: claimed
    -evidence: [cronodump]
  - id: unknown_after_strings
    size-eos: true
    -limit: record_bytes
    doc: Nothing is known to stand here; further references, if a value can hold several.
    -default: []
    -status: unknown
    -evidence: [analogy]
