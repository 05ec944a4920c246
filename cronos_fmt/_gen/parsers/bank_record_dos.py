# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BankRecordDos(KaitaiStruct):
    """A row with the separators of the DOS era. That rows begin with a base id, as later ones do, is an assumption: the DOS
    program kept each base in files of its own. Nobody has shown a file.
    """
    SEQ_FIELDS = ["base_id", "values"]
    base_id = None
    values = None
    def __init__(self, _io, _parent=None, _root=None):
        super(BankRecordDos, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['base_id']['start'] = self._io.pos()
        self.base_id = self._io.read_u1()
        self._debug['base_id']['end'] = self._io.pos()
        self._debug['values']['start'] = self._io.pos()
        self._debug['values']['arr'] = []
        self.values = []
        i = 0
        while not self._io.is_eof():
            self._debug['values']['arr'].append(next_item(self._io))
            _t_values = BankRecordDos.Value(self._io, self, self._root)
            try:
                _t_values._read()
            finally:
                self.values.append(_t_values)
            self._debug['values']['arr'][len(self.values) - 1]['end'] = self._io.pos()
            i += 1

        self._debug['values']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.values)):
            pass
            self.values[i]._fetch_instances()


    class Value(KaitaiStruct):
        """One value and the separator behind it."""
        SEQ_FIELDS = ["plain", "separator"]
        plain = None
        separator = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BankRecordDos.Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['plain']['start'] = self._io.pos()
            self.plain = self._io.read_bytes_term(254, False, False, False)
            self._debug['plain']['end'] = self._io.pos()
            if (not (self._io.is_eof())):
                pass
                self._debug['separator']['start'] = self._io.pos()
                self.separator = self._io.read_bytes(1)
                self._debug['separator']['end'] = self._io.pos()
                if not self.separator == b"\xFE":
                    raise kaitaistruct.ValidationNotEqualError(b"\xFE", self.separator, self._io, u"/types/value/seq/1")



        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass




