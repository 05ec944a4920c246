meta:
  id: bank_record_dos
  title: Row of a base, DOS era
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  A row with the separators of the DOS era. That rows begin with a base id, as later ones do, is an assumption: the DOS
  program kept each base in files of its own. Nobody has shown a file.
-status: claimed
-evidence: [cro-h, cronosparser]
seq:
  - id: base_id
    type: u1
    doc: Id of the base that the row belongs to.
    -status: hypothesis
    -evidence: [analogy]
  - id: values
    type: value
    repeat: eos
    -limit: items
    doc: Values by physical position.
    -status: claimed
    -evidence: [cro-h, cronosparser]
types:
  value:
    doc: One value and the separator behind it.
    -status: claimed
    -evidence: [cro-h, cronosparser]
    seq:
      - id: plain
        terminator: 0xfe
        consume: false
        eos-error: false
        -limit: record_bytes
        doc: Bytes of the value, up to the separator or the end of the record. 0xFD stands between sub-values.
        -status: claimed
        -evidence: [cro-h, cronosparser]
      - id: separator
        contents: [0xfe]
        if: not _io.eof
        doc: Ends a plain value that is not the last one.
        -status: claimed
        -evidence: [cro-h, cronosparser]
