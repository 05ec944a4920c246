meta:
  id: link_value
  title: Value of a link, with the numbers of the rows it leads to
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [bit_card_bank]
doc: |
  Reading of the one public value of a link, from a bank whose bases have reference version 0. A value is read so only where
  it fits to the last byte and would be built back the same; all others stay bytes.
-status: hypothesis
-evidence: ["cronodump-issues: 15, one value of a link"]
seq:
  - id: unknown_00
    contents: [0x01]
    doc: Perhaps the number of bases that the link leads to, or a version.
    -status: unknown
    -evidence: ["cronodump-issues: 15, one value of a link"]
  - id: base_id
    type: u1
    doc: Id of the base that the link leads to.
    -status: hypothesis
    -evidence: ["cronodump-issues: 15, one value of a link"]
  - id: card_length
    type: u4
    doc: Bytes of the bit card.
    -status: hypothesis
    -evidence: ["cronodump-issues: 15, one value of a link"]
  - id: card
    type: bit_card_bank
    size: card_length
    -limit: record_bytes
    doc: Record numbers of the rows that the link leads to.
    -status: hypothesis
    -evidence: ["cronodump-issues: 15, one value of a link"]
