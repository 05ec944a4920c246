meta:
  id: base_definition
  title: Definition of a base (table)
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [name, field_definition]
doc: |
  Value of a key BaseNNN. The word at offset 4 is known as the layout, 0x0005 or 0x0109; it is read here as a length and a
  version, which copes with values not seen yet. What follows the field list depends on the marker.
-status: verified
-evidence: ["samples: 16 of 16 definitions, to the last byte"]
seq:
  - id: unknown_00
    type: u2
    doc: Always 0. Called vocabulary flags by one source.
    -default: 0
    -status: unknown
    -evidence: ["samples: 16 of 16", centaurus]
  - id: unknown_02
    type: u2
    doc: Always 3.
    -default: 3
    -status: unknown
    -evidence: ["samples: 16 of 16"]
  - id: reference_length
    type: u1
    doc: Bytes of the reference block; 5 in the older layout (0x0005), 9 in the newer one (0x0109).
    -status: verified
    -evidence: ["samples: 16 of 16"]
  - id: reference
    type: reference
    size: reference_length
    -limit: record_bytes
    doc: Where the bit card of the base is.
    -status: verified
    -evidence: ["samples: 16 of 16"]
  - id: base_id
    type: u4
    doc: Id of the base; rows carry its low byte.
    -status: verified
    -evidence: ["samples: 16 of 16", "real-banks: highest id 50 in 128 tables"]
  - id: name
    type: name
    doc: Name of the base.
    -status: verified
    -evidence: ["samples: 16 of 16"]
  - id: mnemonic
    type: name
    doc: Short name of the base, two characters.
    -status: verified
    -evidence: ["samples: 16 of 16"]
  - id: unknown_after_mnemonic
    type: u4
    doc: Always 1; perhaps flags.
    -default: 1
    -status: unknown
    -evidence: ["samples: 16 of 16"]
  - id: field_count
    type: u4
    doc: Number of fields in the first list.
    -status: verified
    -evidence: ["samples: 16 of 16"]
  - id: fields
    type: field_definition
    repeat: expr
    repeat-expr: field_count
    -limit: items
    doc: Fields in display order; the first one is the system number.
    -status: verified
    -evidence: ["samples: 16 of 16"]
  - id: part_10_count
    type: u4
    doc: Number of entries in the list that follows; 0.
    -status: verified
    -evidence: ["samples: 16 of 16, always 0"]
  - id: part_10
    type: part_10_entry
    repeat: expr
    repeat-expr: part_10_count
    -limit: items
    doc: A list that was always empty; its shape is taken from one source.
    -default: []
    -status: claimed
    -evidence: [centaurus]
  - id: unknown_after_part_10
    type: u4
    doc: Always 0.
    -default: 0
    -status: unknown
    -evidence: ["samples: 16 of 16"]
  - id: marker
    type: u1
    doc: Version of what follows; 2, 4 or 6.
    -status: verified
    -evidence: ["samples: 16 of 16", "real-banks: 4 of 115 tables differ from 2"]
  - id: last_position
    type: u4
    doc: |
      Perhaps the highest physical position handed out so far, or the next one. Marker 4: position of the last field.
      Marker 2: 0 with no user field, 4 with three. Marker 6: 0 and, with eleven, 12.
    -status: hypothesis
    -evidence: ["samples: 16 of 16"]
  - id: extra_field_count
    type: u4
    doc: Number of fields in the second list.
    -status: verified
    -evidence: ["samples: 16 of 16, always 0"]
  - id: extra_fields
    type: field_definition
    repeat: expr
    repeat-expr: extra_field_count
    -limit: items
    doc: Further fields; they take part in the physical order like the first list.
    -default: []
    -status: claimed
    -evidence: [cronodump]
  - id: tail
    size-eos: true
    type:
      switch-on: marker
      cases:
        2: tail_2
        4: tail_4
        6: tail_6
        _: tail_unknown
    -limit: record_bytes
    doc: The rest of the definition; its shape depends on the marker.
    -status: verified
    -evidence: ["samples: 16 of 16"]
types:
  reference:
    doc: Version of the definition and where the bit card of the base is.
    -status: verified
    -evidence: ["samples: 16 of 16"]
    seq:
      - id: version
        type: u1
        doc: |
          0: the bit card is a CroBank record. 1: it is a CroStru record. Together with the length in front it forms the
          layout word 0x0005 or 0x0109.
        -status: verified
        -evidence: ["samples: 3 with 0, 13 with 1"]
      - id: bit_card_number
        type: u4
        doc: Record number of the bit card, in the file that the version names.
        -status: verified
        -evidence: ["samples: 16 of 16"]
      - id: linked_base_id
        type: u4
        if: not _io.eof
        doc: Called id of the linked base by one source; 0.
        -status: claimed
        -evidence: ["samples: 0 in 13 of 13", centaurus]
      - id: unknown_09
        size-eos: true
        -limit: record_bytes
        doc: Nothing is known to stand here; keeps longer reference blocks readable.
        -default: []
        -status: unknown
        -evidence: ["samples: empty in 16 of 16"]
    instances:
      card_is_bank_record:
        value: version == 0
        doc: The bit card is a CroBank record, so that record is not a row.
  part_10_entry:
    doc: An entry of a list that was always empty.
    -status: claimed
    -evidence: [centaurus]
    seq:
      - id: length
        type: u2
        doc: Bytes of the entry.
        -status: claimed
        -evidence: [centaurus]
      - id: unknown_02
        size: length
        -limit: record_bytes
        doc: Content unknown.
        -status: unknown
        -evidence: [centaurus]
  tail_2:
    doc: Tail for marker 2.
    -status: verified
    -evidence: ["samples: 3 definitions"]
    seq:
      - id: unknown_00
        type: s4
        doc: Always -1.
        -default: -1
        -status: unknown
        -evidence: ["samples: 3 of 3"]
      - id: unknown_04
        size-eos: true
        -limit: record_bytes
        doc: Nothing is known to stand here.
        -default: []
        -status: unknown
        -evidence: ["samples: empty in 3 of 3"]
  tail_4:
    doc: Tail for marker 4.
    -status: verified
    -evidence: ["samples: 10 definitions"]
    seq:
      - id: unknown_00
        type: s4
        repeat: expr
        repeat-expr: 5
        -limit: items
        doc: Five times -1.
        -default: [-1, -1, -1, -1, -1]
        -status: unknown
        -evidence: ["samples: 10 of 10"]
      - id: block_length
        type: u4
        doc: Bytes of the block; 5.
        -status: verified
        -evidence: ["samples: 10 of 10"]
      - id: block
        type: tail_4_block
        size: block_length
        -limit: record_bytes
        doc: A block whose meaning is not known.
        -status: verified
        -evidence: ["samples: 10 of 10"]
      - id: unknown_after_block
        size-eos: true
        -limit: record_bytes
        doc: Nothing is known to stand here.
        -default: []
        -status: unknown
        -evidence: ["samples: empty in 10 of 10"]
  tail_4_block:
    doc: Block at the end of a definition with marker 4.
    -status: verified
    -evidence: ["samples: 10 definitions"]
    seq:
      - id: unknown_00
        type: u1
        doc: Always 0.
        -default: 0
        -status: unknown
        -evidence: ["samples: 10 of 10"]
      - id: unknown_01
        type: s4
        doc: Always -1.
        -default: -1
        -status: unknown
        -evidence: ["samples: 10 of 10"]
      - id: unknown_05
        size-eos: true
        -limit: record_bytes
        doc: Nothing is known to stand here.
        -default: []
        -status: unknown
        -evidence: ["samples: empty in 10 of 10"]
  tail_6:
    doc: Tail for marker 6.
    -status: verified
    -evidence: ["samples: 3 definitions"]
    seq:
      - id: unknown_00
        type: s4
        repeat: expr
        repeat-expr: 5
        -limit: items
        doc: Five times -1.
        -default: [-1, -1, -1, -1, -1]
        -status: unknown
        -evidence: ["samples: 3 of 3"]
      - id: block_length
        type: u4
        doc: Bytes of the block; 23 without user fields, 257 with eleven.
        -status: verified
        -evidence: ["samples: 3 of 3"]
      - id: block
        type: tail_6_block
        size: block_length
        -limit: record_bytes
        doc: A block for the base, then one for each user field.
        -status: verified
        -evidence: ["samples: 3 of 3"]
      - id: unknown_after_block
        size-eos: true
        -limit: record_bytes
        doc: Nothing is known to stand here.
        -default: []
        -status: unknown
        -evidence: ["samples: empty in 3 of 3"]
  tail_6_block:
    doc: Block at the end of a definition with marker 6.
    -status: verified
    -evidence: ["samples: 3 definitions"]
    seq:
      - id: unknown_00
        type: u1
        doc: Always 3.
        -default: 3
        -status: unknown
        -evidence: ["samples: 3 of 3"]
      - id: unknown_01
        type: s4
        repeat: expr
        repeat-expr: 3
        -limit: items
        doc: Three times -1.
        -default: [-1, -1, -1]
        -status: unknown
        -evidence: ["samples: 3 of 3"]
      - id: base_block
        type: sized_bytes
        doc: Block of the base, `01 00 00 00 00 00`.
        -status: verified
        -evidence: ["samples: 3 of 3"]
      - id: field_blocks
        type: field_block
        repeat: eos
        -limit: items
        doc: One block for each user field, in order of physical position.
        -status: verified
        -evidence: ["samples: 11 blocks of one definition"]
  sized_bytes:
    doc: Bytes with their length in front.
    -status: verified
    -evidence: ["samples: 3 definitions"]
    seq:
      - id: length
        type: u4
        doc: Bytes that follow.
        -status: verified
        -evidence: ["samples: 3 of 3"]
      - id: unknown_04
        size: length
        -limit: record_bytes
        doc: Meaning not known.
        -default: [1, 0, 0, 0, 0, 0]
        -status: unknown
        -evidence: ["samples: 3 of 3"]
  field_block:
    doc: |
      Block of one user field in a tail for marker 6. Blocks are nested by length: 16 bytes for most types, 20 for text, 21
      for external file and field link.
    -status: verified
    -evidence: ["samples: 11 blocks of one definition"]
    seq:
      - id: length
        type: u4
        doc: Bytes that follow.
        -status: verified
        -evidence: ["samples: 11 of 11"]
      - id: content
        type: field_block_content
        size: length
        -limit: record_bytes
        doc: The block itself.
        -status: verified
        -evidence: ["samples: 11 of 11"]
  field_block_content:
    doc: A block inside a block, and what the outer one adds.
    -status: verified
    -evidence: ["samples: 11 blocks of one definition"]
    seq:
      - id: inner_length
        type: u4
        doc: Bytes of the inner block, 11 or 16.
        -status: verified
        -evidence: ["samples: 11 of 11"]
      - id: inner
        type: field_block_inner
        size: inner_length
        -limit: record_bytes
        doc: The inner block.
        -status: verified
        -evidence: ["samples: 11 of 11"]
      - id: unknown_after_inner
        size-eos: true
        -limit: record_bytes
        doc: One zero byte, for text five.
        -default: [0]
        -status: unknown
        -evidence: ["samples: 11 of 11"]
  field_block_inner:
    doc: Inner block of a field block.
    -status: verified
    -evidence: ["samples: 11 blocks of one definition"]
    seq:
      - id: core
        type: sized_bytes
        doc: The bytes `01 00 00 00 00 00`, or a block of eleven bytes that holds them in the same way.
        -status: verified
        -evidence: ["samples: 11 of 11"]
      - id: unknown_after_core
        size-eos: true
        -limit: record_bytes
        doc: One zero byte.
        -default: [0]
        -status: unknown
        -evidence: ["samples: 11 of 11"]
  tail_unknown:
    doc: Tail for a marker not seen yet, kept whole.
    -status: unknown
    -evidence: [analogy]
    seq:
      - id: unknown_00
        size-eos: true
        -limit: record_bytes
        doc: The tail as it stands.
        -status: unknown
        -evidence: [analogy]
instances:
  is_files_base:
    value: base_id == 0
    doc: The base that holds stored files (Base000); it is not a table.
