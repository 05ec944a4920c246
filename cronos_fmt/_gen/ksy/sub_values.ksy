meta:
  id: sub_values
  title: Sub-values of one plain value
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  A plain value of a field that holds several values, with a separator between them. A separator at the very
  end stands before one more sub-value, which is empty. Counted values are not split.
-status: claimed
-evidence: [cronodump, centaurus]
seq:
  - id: items
    type: item
    repeat: eos
    -limit: items
    doc: The sub-values in order.
    -status: claimed
    -evidence: [cronodump, centaurus]
types:
  item:
    doc: One sub-value.
    -status: claimed
    -evidence: [cronodump, centaurus]
    seq:
      - id: value
        terminator: 0x1d
        consume: false
        eos-error: false
        -limit: record_bytes
        doc: Bytes of the sub-value.
        -status: claimed
        -evidence: [cronodump, centaurus]
      - id: separator
        contents: [0x1d]
        if: not _io.eof
        doc: Stands between sub-values.
        -status: claimed
        -evidence: [cronodump, centaurus]
