meta:
  id: bank_value
  title: Value of the key Bank
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Time and check word of a bank, and its bases.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: unknown_00
    type: u1
    doc: Always 0.
    -default: 0
    -status: unknown
    -evidence: ["samples: 10 of 10 banks"]
  - id: unknown_01
    type: u1
    doc: Always 2.
    -default: 2
    -status: unknown
    -evidence: ["samples: 10 of 10 banks"]
  - id: check
    type: u4
    doc: The time, XOR 0x0B6BF16E, XOR a small number.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
  - id: time
    type: u4
    doc: Unix time, perhaps of the last change of structure.
    -status: hypothesis
    -evidence: ["samples: 10 of 10 banks"]
  - id: base_ids
    type: u1
    repeat: eos
    -limit: items
    doc: Ids of bases, perhaps those shown, in display order.
    -status: hypothesis
    -evidence: ["samples: 10 of 10 banks"]
instances:
  check_rest:
    value: check ^ time ^ 0x0b6bf16e
    doc: The small number in the check word; number of user bases, or the highest id (0, 1, 1, 3 for 0, 1, 1, 3 bases).
