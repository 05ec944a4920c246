meta:
  id: file_strings
  title: Strings of a file reference
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Name, extension and record number of a stored file, with a separator byte between them.
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
