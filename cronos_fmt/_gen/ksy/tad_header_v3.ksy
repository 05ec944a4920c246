meta:
  id: tad_header_v3
  title: Header of a Cro*.tad file, v3
  file-extension: tad
  license: MIT
  ks-version: "0.11"
  endian: le
doc: Head of the free list. Behind it stands one slot for each record number, from 1.
-status: verified
-evidence: ["samples: 20 of 20 .tad files of CroStru and CroBank"]
seq:
  - id: free_count
    type: u4
    doc: Number of free slots. Following the list visits exactly as many.
    -default: 0
    -status: verified
    -evidence: ["samples: 20 of 20 files", "real-banks: every CroBank that has any"]
  - id: first_free
    type: u4
    doc: Offset inside this .tad of the first free slot; 0 where there is none.
    -default: 0
    -status: verified
    -evidence: ["samples: 20 of 20 files"]
