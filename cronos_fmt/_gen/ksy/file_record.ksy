meta:
  id: file_record
  title: Stored file, a record of CroBank
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  A live record of CroBank whose base id is that of the files base. It holds no name; the file references in rows do.
-status: claimed
-evidence: [cronodump, cronos-extract]
seq:
  - id: base_id
    contents: [0x00]
    doc: Id of the files base (Base000).
    -status: verified
    -evidence: ["samples: Base000 has id 0 in 10 of 10 banks"]
  - id: content
    size-eos: true
    -limit: record_bytes
    doc: Bytes of the file.
    -status: claimed
    -evidence: [cronodump, cronos-extract]
