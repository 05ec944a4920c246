meta:
  id: file_reference_chain
  title: Several file references, one behind the other
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [file_strings]
doc: |
  One of two ways in which a file field with several values may hold them; the other is file_reference_list. Never seen; a
  value is read so only where it fits to the last byte and the other way does not.
-status: hypothesis
-evidence: ["cronos-extract: fields with several values exist"]
seq:
  - id: references
    type: reference
    repeat: eos
    -limit: items
    doc: The references.
    -status: hypothesis
    -evidence: [analogy]
types:
  reference:
    doc: One reference, as in file_reference.
    -status: hypothesis
    -evidence: [analogy]
    seq:
      - id: unknown_00
        type: u4
        doc: As in file_reference.
        -default: 1
        -status: unknown
        -evidence: [analogy]
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
