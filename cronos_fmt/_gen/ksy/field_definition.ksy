meta:
  id: field_definition
  title: Definition of a field
  license: MIT
  ks-version: "0.11"
  endian: le
  imports: [name]
doc: One field of a base. field_types.yaml tells what the type codes mean.
-status: verified
-evidence: ["samples: 39 fields of 16 definitions"]
seq:
  - id: size
    type: u2
    doc: Bytes of the definition behind this word.
    -status: verified
    -evidence: ["samples: 39 of 39"]
  - id: body
    type: body
    size: size
    -limit: record_bytes
    doc: The definition.
    -status: verified
    -evidence: ["samples: 39 of 39"]
types:
  body:
    doc: The definition behind its size word.
    -status: verified
    -evidence: ["samples: 39 of 39"]
    seq:
      - id: type_code
        type: u2
        doc: Type of the field; 0 is the system number, which is not stored in the row.
        -status: verified
        -evidence: ["samples: 12 different codes"]
      - id: display_index
        type: u4
        doc: Place of the field in the user interface.
        -status: verified
        -evidence: ["samples: 39 of 39"]
      - id: name
        type: name
        doc: Name of the field.
        -status: verified
        -evidence: ["samples: 39 of 39"]
      - id: flags
        type: u4
        doc: |
          0x0001 system number; 0x0002 obligatory; 0x0004 filled in automatically; 0x0040 not correctable; 0x0100 replace
          value; 0x0200 replace non-empty value; 0x0800 informative; 0x1000 search on input; 0x2000 multiple values.
        -status: verified
        -evidence: ["samples: 0x0001, 0x0040 and 0x2000", "cronodump: the others"]
      - id: has_data
        type: u1
        doc: 0 for the system number, and then nothing follows; else 1.
        -status: verified
        -evidence: ["samples: 39 of 39"]
      - id: data
        type: data
        if: has_data != 0
        doc: What a stored field has besides.
        -status: verified
        -evidence: ["samples: 23 fields"]
      - id: unknown_after_data
        size-eos: true
        -limit: record_bytes
        doc: Nothing is known to stand here.
        -default: []
        -status: unknown
        -evidence: ["samples: empty in 39 of 39"]
    instances:
      is_multiple:
        value: flags & 0x2000 != 0
        doc: The field may hold several values.
      is_system_number:
        value: type_code == 0
        doc: The field is the system number, the record number of the row.
  data:
    doc: Position, length and type-dependent part of a stored field.
    -status: verified
    -evidence: ["samples: 23 fields"]
    seq:
      - id: position
        type: u4
        doc: |
          Physical position, from 1: number of the value in a row that belongs to this field. Positions without a field
          still own a value in each row.
        -status: verified
        -evidence: ["samples: 23 of 23, all without gaps", "cronodump-issues: hidden positions shift columns"]
      - id: max_length
        type: u4
        doc: Longest value allowed, in characters; 100000 unless set.
        -status: verified
        -evidence: ["samples: 23 of 23"]
      - id: block_length
        type: u2
        doc: Bytes of the block; 9, 13 or 25.
        -status: verified
        -evidence: ["samples: 13 and 25", "cronodump: 9"]
      - id: block
        type: block
        size: block_length
        -limit: record_bytes
        doc: A block whose meaning is not known.
        -status: verified
        -evidence: ["samples: 23 of 23"]
      - id: tail
        type: tail
        size-eos: true
        -limit: record_bytes
        doc: Part that depends on the type and on the length of the block.
        -status: verified
        -evidence: ["samples: 23 of 23"]
  block:
    doc: The length-counted block of a field definition.
    -status: verified
    -evidence: ["samples: 23 fields"]
    seq:
      - id: unknown_00
        type: u2
        if: not _io.eof
        doc: Always 1; 0 in blocks of nine bytes, says one source.
        -status: unknown
        -evidence: ["samples: 23 of 23", "cronodump: 0 with nine bytes"]
      - id: unknown_02
        size-eos: true
        -limit: record_bytes
        doc: Always zero.
        -status: unknown
        -evidence: ["samples: 23 of 23"]
  tail:
    doc: |
      Type-dependent tail of a field definition. With a block of 25 bytes it has 8 bytes (number, date, time), 10 (text, file,
      links 7 to 9), 12 (dictionary) or 13 (external file, field link); with a block of 13 bytes 4 (number, date) or 6
      (text), and five more where the field has an index.
    -status: verified
    -evidence: ["samples: 23 fields"]
    seq:
      - id: unknown_00
        type: u1
        if: not _io.eof
        doc: Always 0.
        -status: unknown
        -evidence: ["samples: 23 of 23"]
      - id: index_length
        type: u2
        if: not _io.eof
        doc: Bytes of the index reference; 0 where the field has no index.
        -status: hypothesis
        -evidence: ["samples: 0 in 23 of 23", "cronodump-issues: 23, fits with 5"]
      - id: index
        size: index_length
        if: not _io.eof
        -limit: record_bytes
        doc: Perhaps u8 0 and the u32 record number of the field's index.
        -status: hypothesis
        -evidence: ["cronodump-issues: 23, one bank"]
      - id: unknown_after_index
        size-eos: true
        -limit: record_bytes
        doc: |
          First byte 1 for number, text, dictionary and file and 2 for date and time (with a block of 13 bytes one less), 0
          for links; else zero but for single bytes.
        -status: unknown
        -evidence: ["samples: 23 of 23"]
