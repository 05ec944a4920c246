meta:
  id: base_image
  title: Value of a key BaseImageNNN, picture of a base
  license: MIT
  ks-version: "0.11"
  endian: le
doc: A picture that the program shows for a base. An empty value means none.
-status: claimed
-evidence: [cronodump]
seq:
  - id: unknown_00
    type: u1
    doc: Meaning not known.
    -default: 0
    -status: unknown
    -evidence: [cronodump]
  - id: file_name_length
    type: u4
    doc: Bytes of the file name.
    -status: claimed
    -evidence: [cronodump]
  - id: file_name
    size: file_name_length
    -limit: record_bytes
    doc: File name, CP1251.
    -status: claimed
    -evidence: [cronodump]
  - id: image_length
    type: u4
    doc: Bytes of the image.
    -status: claimed
    -evidence: [cronodump]
  - id: image
    size: image_length
    -limit: record_bytes
    doc: The image, in the format that its file name tells.
    -status: claimed
    -evidence: [cronodump]
