# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class SubValues(KaitaiStruct):
    """A plain value of a field that holds several values, with a separator between them. A separator at the very
    end stands before one more sub-value, which is empty. Counted values are not split.
    """
    SEQ_FIELDS = ["items"]
    items = None
    def __init__(self, _io, _parent=None, _root=None):
        super(SubValues, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['items']['start'] = self._io.pos()
        self._debug['items']['arr'] = []
        self.items = []
        i = 0
        while not self._io.is_eof():
            self._debug['items']['arr'].append(next_item(self._io))
            _t_items = SubValues.Item(self._io, self, self._root)
            try:
                _t_items._read()
            finally:
                self.items.append(_t_items)
            self._debug['items']['arr'][len(self.items) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['items']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.items)):
            pass
            self.items[i]._fetch_instances()


    class Item(KaitaiStruct):
        """One sub-value."""
        SEQ_FIELDS = ["value", "separator"]
        value = None
        separator = None
        def __init__(self, _io, _parent=None, _root=None):
            super(SubValues.Item, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['value']['start'] = self._io.pos()
            self.value = self._io.read_bytes_term(29, False, False, False)
            self._debug['value']['end'] = self._io.pos()
            if (not (self._io.is_eof())):
                pass
                self._debug['separator']['start'] = self._io.pos()
                self.separator = self._io.read_bytes(1)
                self._debug['separator']['end'] = self._io.pos()
                if not self.separator == b"\x1D":
                    raise kaitaistruct.ValidationNotEqualError(b"\x1D", self.separator, self._io, u"/types/item/seq/1")



        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass




