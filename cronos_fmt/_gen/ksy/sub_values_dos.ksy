meta:
  id: sub_values_dos
  title: Sub-values of one plain value, DOS era
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  A plain value of a field that holds several values, with a separator between them. A separator at the very
  end stands before one more sub-value, which is empty.
-status: claimed
-evidence: [cro-h, cronosparser]
seq:
  - id: items
    type: item
    repeat: eos
    -limit: items
    doc: The sub-values in order.
    -status: claimed
    -evidence: [cro-h, cronosparser]
types:
  item:
    doc: One sub-value.
    -status: claimed
    -evidence: [cro-h, cronosparser]
    seq:
      - id: value
        terminator: 0xfd
        consume: false
        eos-error: false
        -limit: record_bytes
        doc: Bytes of the sub-value.
        -status: claimed
        -evidence: [cro-h, cronosparser]
      - id: separator
        contents: [0xfd]
        if: not _io.eof
        doc: Stands between sub-values.
        -status: claimed
        -evidence: [cro-h, cronosparser]
