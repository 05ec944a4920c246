meta:
  id: compressed_record
  title: Compressed record
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  A record, after KOD decoding, that is a stream of deflated chunks. No flag marks it: it is recognised by its tail, by
  chunk sizes that meet the tail exactly, and by the mark of each chunk.
-status: reported
-evidence: ["real-banks: 11,772 records of 8 banks", "form-copies: the chunks, with a tail of its own", cronodump]
seq:
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.size == 0
    -limit: items
    doc: Chunks in order; the last one is the empty chunk that ends the stream.
    -status: reported
    -evidence: ["real-banks: 113 of 11,885 chunks are second or later ones", cronodump]
  - id: tail
    contents: [0x02]
    doc: Last byte of the record.
    -status: reported
    -evidence: ["real-banks: 11,772 records", cronodump]
types:
  chunk:
    doc: One deflated piece of the record.
    -status: verified
    -evidence: ["form-copies: 3 of 3 streams", "real-banks: 11,885 chunks"]
    seq:
      - id: size
        type: u2be
        doc: Bytes of the chunk behind this word; 0 in the chunk that ends the stream.
        -status: verified
        -evidence: ["form-copies: 3 of 3 streams"]
      - id: mark
        contents: [0x08, 0x00]
        if: size != 0
        doc: Constant mark of a chunk.
        -status: verified
        -evidence: ["form-copies: 3 of 3 streams"]
      - id: crc
        type: u4
        if: size != 0
        doc: CRC-32 (as in zlib) of the inflated bytes of this chunk.
        -status: verified
        -evidence: ["form-copies: 3 of 3 streams", "real-banks: 11,885 of 11,885 chunks"]
      - id: deflated
        size: size - 6
        if: size != 0
        -limit: record_bytes
        doc: Raw deflate data without a zlib header.
        -status: verified
        -evidence: ["form-copies: 3 of 3 streams"]
