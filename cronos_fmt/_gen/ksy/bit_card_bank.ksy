meta:
  id: bit_card_bank
  title: Bit card of a base, a record of CroBank
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  Set of the record numbers of one base whose definition carries reference version 0. The record is empty where the base
  has no rows. It looks like a stored file but is none. Never needed to read rows.
-status: verified
-evidence: ["samples: 3 cards of 2 banks"]
seq:
  - id: words
    type: u4
    repeat: eos
    -limit: items
    doc: |
      Top bits 10: the low 30 bits are flags of 30 consecutive record numbers, highest bit first. Top bits 00: the low 30
      bits count groups of 30 numbers that are all absent. Numbers start at 1.
    -status: hypothesis
    -evidence: ["samples: fits the one card that is not empty", "cronodump-issues: 15, fits"]
