# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BitCardBank(KaitaiStruct):
    """Set of the record numbers of one base whose definition carries reference version 0. The record is empty where the base
    has no rows. It looks like a stored file but is none. Never needed to read rows.
    """
    SEQ_FIELDS = ["words"]
    words = None
    def __init__(self, _io, _parent=None, _root=None):
        super(BitCardBank, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['words']['start'] = self._io.pos()
        self._debug['words']['arr'] = []
        self.words = []
        i = 0
        while not self._io.is_eof():
            self._debug['words']['arr'].append(next_item(self._io))
            self.words.append(self._io.read_u4le())
            self._debug['words']['arr'][len(self.words) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['words']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.words)):
            pass



