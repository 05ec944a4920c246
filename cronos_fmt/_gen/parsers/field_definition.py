# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import name
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FieldDefinition(KaitaiStruct):
    """One field of a base. field_types.yaml tells what the type codes mean."""
    SEQ_FIELDS = ["size", "body"]
    size = None
    body = None
    def __init__(self, _io, _parent=None, _root=None):
        super(FieldDefinition, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['size']['start'] = self._io.pos()
        self.size = self._io.read_u2le()
        self._debug['size']['end'] = self._io.pos()
        self._debug['body']['start'] = self._io.pos()
        self._raw_body = self._io.read_bytes(self.size)
        _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
        self.body = FieldDefinition.Body(_io__raw_body, self, self._root)
        self.body._read()
        self._debug['body']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        self.body._fetch_instances()

    class Block(KaitaiStruct):
        """The length-counted block of a field definition."""
        SEQ_FIELDS = ["unknown_00", "unknown_02"]
        unknown_00 = None
        unknown_02 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(FieldDefinition.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            if (not (self._io.is_eof())):
                pass
                self._debug['unknown_00']['start'] = self._io.pos()
                self.unknown_00 = self._io.read_u2le()
                self._debug['unknown_00']['end'] = self._io.pos()

            self._debug['unknown_02']['start'] = self._io.pos()
            self.unknown_02 = self._io.read_bytes_full()
            self._debug['unknown_02']['end'] = self._io.pos()


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
        def __init__(self, _io, _parent=None, _root=None):
            super(FieldDefinition.Body, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['type_code']['start'] = self._io.pos()
            self.type_code = self._io.read_u2le()
            self._debug['type_code']['end'] = self._io.pos()
            self._debug['display_index']['start'] = self._io.pos()
            self.display_index = self._io.read_u4le()
            self._debug['display_index']['end'] = self._io.pos()
            self._debug['name']['start'] = self._io.pos()
            self.name = name.Name(self._io)
            self.name._read()
            self._debug['name']['end'] = self._io.pos()
            self._debug['flags']['start'] = self._io.pos()
            self.flags = self._io.read_u4le()
            self._debug['flags']['end'] = self._io.pos()
            self._debug['has_data']['start'] = self._io.pos()
            self.has_data = self._io.read_u1()
            self._debug['has_data']['end'] = self._io.pos()
            if self.has_data != 0:
                pass
                self._debug['data']['start'] = self._io.pos()
                self.data = FieldDefinition.Data(self._io, self, self._root)
                self.data._read()
                self._debug['data']['end'] = self._io.pos()

            self._debug['unknown_after_data']['start'] = self._io.pos()
            self.unknown_after_data = self._io.read_bytes_full()
            self._debug['unknown_after_data']['end'] = self._io.pos()


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
        def __init__(self, _io, _parent=None, _root=None):
            super(FieldDefinition.Data, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['position']['start'] = self._io.pos()
            self.position = self._io.read_u4le()
            self._debug['position']['end'] = self._io.pos()
            self._debug['max_length']['start'] = self._io.pos()
            self.max_length = self._io.read_u4le()
            self._debug['max_length']['end'] = self._io.pos()
            self._debug['block_length']['start'] = self._io.pos()
            self.block_length = self._io.read_u2le()
            self._debug['block_length']['end'] = self._io.pos()
            self._debug['block']['start'] = self._io.pos()
            self._raw_block = self._io.read_bytes(self.block_length)
            _io__raw_block = KaitaiStream(BytesIO(self._raw_block))
            self.block = FieldDefinition.Block(_io__raw_block, self, self._root)
            self.block._read()
            self._debug['block']['end'] = self._io.pos()
            self._debug['tail']['start'] = self._io.pos()
            self._raw_tail = self._io.read_bytes_full()
            _io__raw_tail = KaitaiStream(BytesIO(self._raw_tail))
            self.tail = FieldDefinition.Tail(_io__raw_tail, self, self._root)
            self.tail._read()
            self._debug['tail']['end'] = self._io.pos()


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
        def __init__(self, _io, _parent=None, _root=None):
            super(FieldDefinition.Tail, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            if (not (self._io.is_eof())):
                pass
                self._debug['unknown_00']['start'] = self._io.pos()
                self.unknown_00 = self._io.read_u1()
                self._debug['unknown_00']['end'] = self._io.pos()

            if (not (self._io.is_eof())):
                pass
                self._debug['index_length']['start'] = self._io.pos()
                self.index_length = self._io.read_u2le()
                self._debug['index_length']['end'] = self._io.pos()

            if (not (self._io.is_eof())):
                pass
                self._debug['index']['start'] = self._io.pos()
                self.index = self._io.read_bytes(self.index_length)
                self._debug['index']['end'] = self._io.pos()

            self._debug['unknown_after_index']['start'] = self._io.pos()
            self.unknown_after_index = self._io.read_bytes_full()
            self._debug['unknown_after_index']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass

            if (not (self._io.is_eof())):
                pass

            if (not (self._io.is_eof())):
                pass




