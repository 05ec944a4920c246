# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['base_id'] = {'start': _io.at}
        self.base_id = _io.read_u1()
        _debug['base_id']['end'] = _io.at
        _debug['values'] = {'start': _io.at}
        _debug['values']['arr'] = []
        self.values = []
        i = 0
        while not _io.is_eof():
            _debug['values']['arr'].append(_io.next_item())
            _t_values = BankRecord.Value(self._io)
            try:
                _t_values._read()
            finally:
                self.values.append(_t_values)
            _debug['values']['arr'][len(self.values) - 1]['end'] = _io.at
            i += 1

        _debug['values']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['mark'] = {'start': _io.at}
            self.mark = _io.read_bytes(1)
            _debug['mark']['end'] = _io.at
            if not self.mark == b"\x1B":
                raise kaitaistruct.ValidationNotEqualError(b"\x1B", self.mark, self._io, u"/types/counted_value/seq/0")
            _debug['length'] = {'start': _io.at}
            self.length = _io.read_u4le()
            _debug['length']['end'] = _io.at
            _debug['body'] = {'start': _io.at}
            self.body = _io.read_bytes(self.length)
            _debug['body']['end'] = _io.at


        def _fetch_instances(self):
            pass


    class Value(KaitaiStruct):
        """One value and the separator behind it."""
        SEQ_FIELDS = ["counted", "plain", "separator"]
        counted = None
        plain = None
        separator = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            if self.lead == 27:
                pass
                _debug['counted'] = {'start': _io.at}
                self.counted = BankRecord.CountedValue(self._io)
                self.counted._read()
                _debug['counted']['end'] = _io.at

            if self.lead != 27:
                pass
                _debug['plain'] = {'start': _io.at}
                self.plain = _io.read_bytes_term(30, False, False, False)
                _debug['plain']['end'] = _io.at

            if  ((self.lead != 27) and ((not (_io.is_eof())))) :
                pass
                _debug['separator'] = {'start': _io.at}
                self.separator = _io.read_bytes(1)
                _debug['separator']['end'] = _io.at
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
            self._debug['_m_lead'] = {'start': self._io.at}
            self._m_lead = self._io.read_u1()
            self._debug['_m_lead']['end'] = self._io.pos()
            self._io.seek(_pos)
            return getattr(self, '_m_lead', None)



