meta:
  id: file_reference
  title: File reference, a counted value of a file field
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Names a file stored in the bank. No public sample holds one.
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
    type: strings
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
types:
  strings:
    doc: Three strings with a separator byte between them.
    -status: claimed
    -evidence: [cronodump]
    seq:
      - id: name
        terminator: 0x1e
        consume: false
        eos-error: false
        -limit: record_bytes
        doc: File name without extension, CP1251.
        -status: claimed
        -evidence: [cronodump]
      - id: name_separator
        contents: [0x1e]
        doc: Ends the name.
        -status: claimed
        -evidence: [cronodump]
      - id: extension
        terminator: 0x1e
        consume: false
        eos-error: false
        -limit: record_bytes
        doc: Extension without its dot, CP1251.
        -status: claimed
        -evidence: [cronodump]
      - id: extension_separator
        contents: [0x1e]
        doc: Ends the extension.
        -status: claimed
        -evidence: [cronodump]
      - id: record_number
        size-eos: true
        -limit: record_bytes
        doc: |
          CroBank record that holds the bytes, decimal ASCII. Empty where the file is not stored in the bank; name and
          extension are right even then.
        -status: claimed
        -evidence: [cronodump, "cronos-extract: empty numbers on real banks"]
