meta:
  id: file_reference_list
  title: Several file references in one counted value
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [file_strings]
doc: |
  One of two ways in which a file field with several values may hold them; the other is file_reference_chain.
  Never seen; a value is read so only where it fits to the last byte and the other way does not.
-status: hypothesis
-evidence: ["cronodump: the word in front is mostly 1", "cronos-extract: fields with several values exist"]
seq:
  - id: reference_count
    type: u4
    doc: Number of references.
    -status: hypothesis
    -evidence: ["cronodump: the word in front is mostly 1"]
  - id: references
    type: reference
    repeat: expr
    repeat-expr: reference_count
    -limit: items
    doc: The references.
    -status: hypothesis
    -evidence: [analogy]
types:
  reference:
    doc: One reference.
    -status: hypothesis
    -evidence: [analogy]
    seq:
      - id: strings_length
        type: u4
        doc: Bytes of the strings.
        -status: hypothesis
        -evidence: [analogy]
      - id: strings
        type: file_strings
        size: strings_length
        -limit: record_bytes
        doc: Name, extension and record number as text.
        -status: hypothesis
        -evidence: [analogy]
