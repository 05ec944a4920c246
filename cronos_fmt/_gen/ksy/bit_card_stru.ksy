meta:
  id: bit_card_stru
  title: Bit card of a base, a record of CroStru
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Set of the record numbers of one base whose definition carries reference version 1. The record is empty where the base
  has no rows, and it has no kind byte. Never needed to read rows.
-status: verified
-evidence: ["samples: 4 cards of 2 banks"]
seq:
  - id: bits
    size: _io.size - 4
    -limit: record_bytes
    doc: |
      Coded record numbers. Read from the lowest bit of each byte: two unknown bits 0 1, a count code, then values of five
      bits, each a record number less one. Fits all known cards; nothing is known above 32 rows.
    -status: hypothesis
    -evidence: ["samples: 7 of 7 cards, three of them superseded ones in gaps"]
  - id: end_mark
    contents: [0xff, 0xff, 0xff, 0xff]
    doc: Ends the card.
    -status: verified
    -evidence: ["samples: 4 of 4 cards"]
