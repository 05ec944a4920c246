# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BankRecord(KaitaiStruct):
    """A live record of CroBank after KOD decoding and inflating, unless its base id is the one of the files base (see
    file_record). Value number n belongs to the field whose physical position is n. Empty values at the end are left out
    together with their separators, so a row whose values are all empty is its base id alone.
    """
    SEQ_FIELDS = ["base_id", "values"]
    base_id = None
    values = None
    def __init__(self, _io, _parent=None, _root=None):
        super(BankRecord, self).__init__(_io)
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
            _t_values = BankRecord.Value(self._io, self, self._root)
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


    class CountedValue(KaitaiStruct):
        """A value with its length in front."""
        SEQ_FIELDS = ["mark", "length", "body"]
        mark = None
        length = None
        body = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BankRecord.CountedValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['mark']['start'] = self._io.pos()
            self.mark = self._io.read_bytes(1)
            self._debug['mark']['end'] = self._io.pos()
            if not self.mark == b"\x1B":
                raise kaitaistruct.ValidationNotEqualError(b"\x1B", self.mark, self._io, u"/types/counted_value/seq/0")
            self._debug['length']['start'] = self._io.pos()
            self.length = self._io.read_u4le()
            self._debug['length']['end'] = self._io.pos()
            self._debug['body']['start'] = self._io.pos()
            self.body = self._io.read_bytes(self.length)
            self._debug['body']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class Value(KaitaiStruct):
        """One value and the separator behind it."""
        SEQ_FIELDS = ["counted", "plain", "separator"]
        counted = None
        plain = None
        separator = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BankRecord.Value, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            if self.lead == 27:
                pass
                self._debug['counted']['start'] = self._io.pos()
                self.counted = BankRecord.CountedValue(self._io, self, self._root)
                self.counted._read()
                self._debug['counted']['end'] = self._io.pos()

            if self.lead != 27:
                pass
                self._debug['plain']['start'] = self._io.pos()
                self.plain = self._io.read_bytes_term(30, False, False, False)
                self._debug['plain']['end'] = self._io.pos()

            if  ((self.lead != 27) and ((not (self._io.is_eof())))) :
                pass
                self._debug['separator']['start'] = self._io.pos()
                self.separator = self._io.read_bytes(1)
                self._debug['separator']['end'] = self._io.pos()
                if not self.separator == b"\x1E":
                    raise kaitaistruct.ValidationNotEqualError(b"\x1E", self.separator, self._io, u"/types/value/seq/2")



        def _fetch_instances(self):
            pass
            if self.lead == 27:
                pass
                self.counted._fetch_instances()

            if self.lead != 27:
                pass

            if  ((self.lead != 27) and ((not (self._io.is_eof())))) :
                pass

            _ = self.lead
            if hasattr(self, '_m_lead'):
                pass


        @property
        def lead(self):
            """First byte of the value, or its separator where the value is empty."""
            if hasattr(self, '_m_lead'):
                return self._m_lead

            _pos = self._io.pos()
            self._io.seek(self._io.pos())
            self._debug['_m_lead']['start'] = self._io.pos()
            self._m_lead = self._io.read_u1()
            self._debug['_m_lead']['end'] = self._io.pos()
            self._io.seek(_pos)
            return getattr(self, '_m_lead', None)



