# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream
from . import name


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FieldDefinition(KaitaiStruct):
    """One field of a base. field_types.yaml tells what the type codes mean."""
    SEQ_FIELDS = ["size", "body"]
    size = None
    body = None
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['size'] = {'start': _io.at}
        self.size = _io.read_u2le()
        _debug['size']['end'] = _io.at
        _debug['body'] = {'start': _io.at}
        self._raw_body = _io.read_bytes(self.size)
        _io__raw_body = Stream(self._raw_body)
        self.body = FieldDefinition.Body(_io__raw_body)
        self.body._read()
        _debug['body']['end'] = _io.at


    def _fetch_instances(self):
        pass
        self.body._fetch_instances()

    class Block(KaitaiStruct):
        """The length-counted block of a field definition."""
        SEQ_FIELDS = ["unknown_00", "unknown_02"]
        unknown_00 = None
        unknown_02 = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            if (not (_io.is_eof())):
                pass
                _debug['unknown_00'] = {'start': _io.at}
                self.unknown_00 = _io.read_u2le()
                _debug['unknown_00']['end'] = _io.at

            _debug['unknown_02'] = {'start': _io.at}
            self.unknown_02 = _io.read_bytes_full()
            _debug['unknown_02']['end'] = _io.at


        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass



    class Body(KaitaiStruct):
        """The definition behind its size word."""
        SEQ_FIELDS = ["type_code", "display_index", "name", "flags", "has_data", "data", "unknown_after_data"]
        type_code = None
        display_index = None
        name = None
        flags = None
        has_data = None
        data = None
        unknown_after_data = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['type_code'] = {'start': _io.at}
            self.type_code = _io.read_u2le()
            _debug['type_code']['end'] = _io.at
            _debug['display_index'] = {'start': _io.at}
            self.display_index = _io.read_u4le()
            _debug['display_index']['end'] = _io.at
            _debug['name'] = {'start': _io.at}
            self.name = name.Name(self._io)
            self.name._read()
            _debug['name']['end'] = _io.at
            _debug['flags'] = {'start': _io.at}
            self.flags = _io.read_u4le()
            _debug['flags']['end'] = _io.at
            _debug['has_data'] = {'start': _io.at}
            self.has_data = _io.read_u1()
            _debug['has_data']['end'] = _io.at
            if self.has_data != 0:
                pass
                _debug['data'] = {'start': _io.at}
                self.data = FieldDefinition.Data(self._io)
                self.data._read()
                _debug['data']['end'] = _io.at

            _debug['unknown_after_data'] = {'start': _io.at}
            self.unknown_after_data = _io.read_bytes_full()
            _debug['unknown_after_data']['end'] = _io.at


        def _fetch_instances(self):
            pass
            self.name._fetch_instances()
            if self.has_data != 0:
                pass
                self.data._fetch_instances()


        @property
        def is_multiple(self):
            """The field may hold several values."""
            if hasattr(self, '_m_is_multiple'):
                return self._m_is_multiple

            self._m_is_multiple = self.flags & 8192 != 0
            return getattr(self, '_m_is_multiple', None)

        @property
        def is_system_number(self):
            """The field is the system number, the record number of the row."""
            if hasattr(self, '_m_is_system_number'):
                return self._m_is_system_number

            self._m_is_system_number = self.type_code == 0
            return getattr(self, '_m_is_system_number', None)


    class Data(KaitaiStruct):
        """Position, length and type-dependent part of a stored field."""
        SEQ_FIELDS = ["position", "max_length", "block_length", "block", "tail"]
        position = None
        max_length = None
        block_length = None
        block = None
        tail = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['position'] = {'start': _io.at}
            self.position = _io.read_u4le()
            _debug['position']['end'] = _io.at
            _debug['max_length'] = {'start': _io.at}
            self.max_length = _io.read_u4le()
            _debug['max_length']['end'] = _io.at
            _debug['block_length'] = {'start': _io.at}
            self.block_length = _io.read_u2le()
            _debug['block_length']['end'] = _io.at
            _debug['block'] = {'start': _io.at}
            self._raw_block = _io.read_bytes(self.block_length)
            _io__raw_block = Stream(self._raw_block)
            self.block = FieldDefinition.Block(_io__raw_block)
            self.block._read()
            _debug['block']['end'] = _io.at
            _debug['tail'] = {'start': _io.at}
            self._raw_tail = _io.read_bytes_full()
            _io__raw_tail = Stream(self._raw_tail)
            self.tail = FieldDefinition.Tail(_io__raw_tail)
            self.tail._read()
            _debug['tail']['end'] = _io.at


        def _fetch_instances(self):
            pass
            self.block._fetch_instances()
            self.tail._fetch_instances()


    class Tail(KaitaiStruct):
        """Type-dependent tail of a field definition. With a block of 25 bytes it has 8 bytes (number, date, time), 10 (text, file,
        links 7 to 9), 12 (dictionary) or 13 (external file, field link); with a block of 13 bytes 4 (number, date) or 6
        (text), and five more where the field has an index.
        """
        SEQ_FIELDS = ["unknown_00", "index_length", "index", "unknown_after_index"]
        unknown_00 = None
        index_length = None
        index = None
        unknown_after_index = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            if (not (_io.is_eof())):
                pass
                _debug['unknown_00'] = {'start': _io.at}
                self.unknown_00 = _io.read_u1()
                _debug['unknown_00']['end'] = _io.at

            if (not (_io.is_eof())):
                pass
                _debug['index_length'] = {'start': _io.at}
                self.index_length = _io.read_u2le()
                _debug['index_length']['end'] = _io.at

            if (not (_io.is_eof())):
                pass
                _debug['index'] = {'start': _io.at}
                self.index = _io.read_bytes(self.index_length)
                _debug['index']['end'] = _io.at

            _debug['unknown_after_index'] = {'start': _io.at}
            self.unknown_after_index = _io.read_bytes_full()
            _debug['unknown_after_index']['end'] = _io.at


        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass

            if (not (self._io.is_eof())):
                pass

            if (not (self._io.is_eof())):
                pass




