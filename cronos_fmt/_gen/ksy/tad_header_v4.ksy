meta:
  id: tad_header_v4
  title: Header of a Cro*.tad file, v4 and v7
  file-extension: tad
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Head of the list of deleted records. Behind it stands one slot for each record number, from 1.
-status: reported
-evidence: ["real-banks: 20 files"]
seq:
  - id: marker
    type: s4
    doc: Constant -2.
    -default: -2
    -status: reported
    -evidence: ["real-banks: 20 files"]
  - id: free_count
    type: u4
    doc: Number of deleted records; equals the number of slots with flag 02 or 06.
    -default: 0
    -status: reported
    -evidence: ["real-banks: 4 files that have any"]
  - id: first_free
    type: u4
    doc: First deleted record; unit not confirmed.
    -default: 0
    -status: reported
    -evidence: ["real-banks: 20 files"]
  - id: unknown_0c
    type: u4
    doc: Constant 0.
    -default: 0
    -status: unknown
    -evidence: ["real-banks: 20 files"]
