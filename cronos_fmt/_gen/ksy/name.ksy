meta:
  id: name
  title: Name, a string with a length byte
  license: MIT
  ks-version: "0.11"
  endian: le
doc: A short CP1251 string; used for keys, names of bases and fields, and mnemonics.
-status: verified
-evidence: ["samples: 10 of 10 banks"]
seq:
  - id: length
    type: u1
    doc: Bytes of the text.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
  - id: raw
    size: length
    -limit: record_bytes
    doc: The text, CP1251. Byte 0x98 is undefined there and read as U+FFFD.
    -status: verified
    -evidence: ["samples: 10 of 10 banks"]
instances:
  text:
    value: raw.to_s("windows-1251")
    doc: The text, decoded.
