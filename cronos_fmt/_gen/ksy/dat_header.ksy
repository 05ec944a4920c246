meta:
  id: dat_header
  title: Header of a Cro*.dat file
  file-extension: dat
  license: MIT
  ks-version: "0.11"
  endian: le
doc: |
  The first 19 bytes of every CroStru.dat, CroBank.dat, CroIndex.dat and CroSys.dat, the same in all versions known.
  The area behind it, up to the first record, depends on the generation.
-status: verified
-evidence: ["samples: 10 of 10 banks, 30 files"]
seq:
  - id: magic_start
    contents: Cr
    doc: First two letters of the magic "CroFile".
    -status: verified
    -evidence: ["samples: 30 of 30 files"]
  - id: magic_letter
    type: u1
    valid:
      any-of: [0x6f, 0xee]
    doc: |
      Third letter of the magic: 0x6F, Latin "o". Banks exist with 0xEE, which is Cyrillic "о" in CP1251; they are
      accepted with a problem.
    -default: 0x6f
    -status: verified
    -evidence: ["samples: 30 of 30 files have 0x6F", "cronodump-issues: 12, about 20 banks have 0xEE"]
  - id: magic_end
    contents: [0x46, 0x69, 0x6c, 0x65, 0x00]
    doc: Rest of the magic, "File" and a NUL.
    -status: verified
    -evidence: ["samples: 30 of 30 files"]
  - id: unknown_08
    type: u2
    doc: |
      No known meaning. Values differ file by file (0x00B8, 0x0000, 0x2888, 0x2CE8 ...), mostly multiples of 8.
    -default: 0
    -status: unknown
    -evidence: ["samples: 8 different values", "bank-survey: 0x05C8, 0x00B8, 0x134E, 0x0000, 0x0098 are common"]
  - id: version
    size: 5
    doc: Version tag, ASCII digits "NN.NN". Decides every layout behind it; see the version matrix.
    -status: verified
    -evidence: ["samples: 30 of 30 files"]
  - id: encoding
    type: u2
    doc: |
      Bit 0: records are KOD-encoded. Bit 1: records may be compressed. CroStru has bit 0 set in every bank known.
    -status: verified
    -evidence: ["samples: bit 0 in 30 of 30 files", "cronodump: bit 1", "bank-survey: values 0 to 3"]
  - id: block_size
    type: u2
    doc: |
      Bytes of a continuation block of an extended record, its pointer included. CroBank 0x40, CroIndex 0x400, CroStru
      0x200 or 0x400; always read it.
    -status: verified
    -evidence: ["samples: 30 of 30 files"]
instances:
  is_lookalike:
    value: magic_letter == 0xee
    doc: The magic holds a Cyrillic letter in place of the Latin one.
  is_encoded:
    value: encoding & 1 != 0
    doc: Records of this file are KOD-encoded.
  may_be_compressed:
    value: encoding & 2 != 0
    doc: A hint only; whether a record is compressed is decided by its bytes.
