meta:
  id: dictionary
  title: Structure dictionary, CroStru record kind 3
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [name]
doc: |
  The attribute list of a bank: keys with a value, inline or in a record of its own. Record 1 of CroStru in every bank
  known; its first key is "Bank". Keys stand sorted by their bytes. stru_keys.yaml tells what the value of each key is.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: kind
    contents: [0x03]
    doc: Kind of the record, 3 for a dictionary.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
  - id: entries
    type: entry
    repeat: eos
    -limit: items
    doc: Entries up to the end of the record.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
types:
  entry:
    doc: One key with its value.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
    seq:
      - id: key
        type: name
        doc: The key.
        -status: verified
        -evidence: ["samples: 10 of 10 banks"]
      - id: value_word
        type: u4
        doc: |
          Bit 31 set: bits 0 to 30 are the length of the value that follows. Bit 31 clear: number of the CroStru record of
          kind 4 that holds the value.
        -status: verified
        -evidence: ["samples: 10 of 10 banks, references in 4"]
      - id: value
        size: value_word & 0x7fffffff
        if: value_word & 0x80000000 != 0
        -limit: record_bytes
        doc: The inline value.
        -status: verified
        -evidence: ["samples: 10 of 10 banks"]
    instances:
      is_inline:
        value: value_word & 0x80000000 != 0
        doc: The value follows its key.
