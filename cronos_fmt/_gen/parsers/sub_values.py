# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class SubValues(KaitaiStruct):
    """A plain value of a field that holds several values, with a separator between them. A separator at the very
    end stands before one more sub-value, which is empty. Counted values are not split.
    """
    SEQ_FIELDS = ["items"]
    items = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['items'] = {'start': _io.at}
        _debug['items']['arr'] = []
        self.items = []
        i = 0
        while not _io.is_eof():
            _debug['items']['arr'].append(_io.next_item())
            _t_items = SubValues.Item(self._io)
            try:
                _t_items._read()
            finally:
                self.items.append(_t_items)
            _debug['items']['arr'][len(self.items) - 1]['end'] = _io.at
            i += 1

        _debug['items']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['value'] = {'start': _io.at}
            self.value = _io.read_bytes_term(29, False, False, False)
            _debug['value']['end'] = _io.at
            if (not (_io.is_eof())):
                pass
                _debug['separator'] = {'start': _io.at}
                self.separator = _io.read_bytes(1)
                _debug['separator']['end'] = _io.at
                if not self.separator == b"\x1D":
                    raise kaitaistruct.ValidationNotEqualError(b"\x1D", self.separator, self._io, u"/types/item/seq/1")



        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass




