# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import name
from . import field_definition
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BaseDefinition(KaitaiStruct):
    """Value of a key BaseNNN. The word at offset 4 is known as the layout, 0x0005 or 0x0109; it is read here as a length and a
    version, which copes with values not seen yet. What follows the field list depends on the marker.
    """
    SEQ_FIELDS = ["unknown_00", "unknown_02", "reference_length", "reference", "base_id", "name", "mnemonic", "unknown_after_mnemonic", "field_count", "fields", "part_10_count", "part_10", "unknown_after_part_10", "marker", "last_position", "extra_field_count", "extra_fields", "tail"]
    unknown_00 = None
    unknown_02 = None
    reference_length = None
    reference = None
    base_id = None
    name = None
    mnemonic = None
    unknown_after_mnemonic = None
    field_count = None
    fields = None
    part_10_count = None
    part_10 = None
    unknown_after_part_10 = None
    marker = None
    last_position = None
    extra_field_count = None
    extra_fields = None
    tail = None
    def __init__(self, _io, _parent=None, _root=None):
        super(BaseDefinition, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['unknown_00']['start'] = self._io.pos()
        self.unknown_00 = self._io.read_u2le()
        self._debug['unknown_00']['end'] = self._io.pos()
        self._debug['unknown_02']['start'] = self._io.pos()
        self.unknown_02 = self._io.read_u2le()
        self._debug['unknown_02']['end'] = self._io.pos()
        self._debug['reference_length']['start'] = self._io.pos()
        self.reference_length = self._io.read_u1()
        self._debug['reference_length']['end'] = self._io.pos()
        self._debug['reference']['start'] = self._io.pos()
        self._raw_reference = self._io.read_bytes(self.reference_length)
        _io__raw_reference = KaitaiStream(BytesIO(self._raw_reference))
        self.reference = BaseDefinition.Reference(_io__raw_reference, self, self._root)
        self.reference._read()
        self._debug['reference']['end'] = self._io.pos()
        self._debug['base_id']['start'] = self._io.pos()
        self.base_id = self._io.read_u4le()
        self._debug['base_id']['end'] = self._io.pos()
        self._debug['name']['start'] = self._io.pos()
        self.name = name.Name(self._io)
        self.name._read()
        self._debug['name']['end'] = self._io.pos()
        self._debug['mnemonic']['start'] = self._io.pos()
        self.mnemonic = name.Name(self._io)
        self.mnemonic._read()
        self._debug['mnemonic']['end'] = self._io.pos()
        self._debug['unknown_after_mnemonic']['start'] = self._io.pos()
        self.unknown_after_mnemonic = self._io.read_u4le()
        self._debug['unknown_after_mnemonic']['end'] = self._io.pos()
        self._debug['field_count']['start'] = self._io.pos()
        self.field_count = self._io.read_u4le()
        self._debug['field_count']['end'] = self._io.pos()
        self._debug['fields']['start'] = self._io.pos()
        self._debug['fields']['arr'] = []
        self.fields = []
        for i in range(self.field_count):
            self._debug['fields']['arr'].append(next_item(self._io))
            _t_fields = field_definition.FieldDefinition(self._io)
            try:
                _t_fields._read()
            finally:
                self.fields.append(_t_fields)
            self._debug['fields']['arr'][i]['end'] = self._io.pos()

        self._debug['fields']['end'] = self._io.pos()
        self._debug['part_10_count']['start'] = self._io.pos()
        self.part_10_count = self._io.read_u4le()
        self._debug['part_10_count']['end'] = self._io.pos()
        self._debug['part_10']['start'] = self._io.pos()
        self._debug['part_10']['arr'] = []
        self.part_10 = []
        for i in range(self.part_10_count):
            self._debug['part_10']['arr'].append(next_item(self._io))
            _t_part_10 = BaseDefinition.Part10Entry(self._io, self, self._root)
            try:
                _t_part_10._read()
            finally:
                self.part_10.append(_t_part_10)
            self._debug['part_10']['arr'][i]['end'] = self._io.pos()

        self._debug['part_10']['end'] = self._io.pos()
        self._debug['unknown_after_part_10']['start'] = self._io.pos()
        self.unknown_after_part_10 = self._io.read_u4le()
        self._debug['unknown_after_part_10']['end'] = self._io.pos()
        self._debug['marker']['start'] = self._io.pos()
        self.marker = self._io.read_u1()
        self._debug['marker']['end'] = self._io.pos()
        self._debug['last_position']['start'] = self._io.pos()
        self.last_position = self._io.read_u4le()
        self._debug['last_position']['end'] = self._io.pos()
        self._debug['extra_field_count']['start'] = self._io.pos()
        self.extra_field_count = self._io.read_u4le()
        self._debug['extra_field_count']['end'] = self._io.pos()
        self._debug['extra_fields']['start'] = self._io.pos()
        self._debug['extra_fields']['arr'] = []
        self.extra_fields = []
        for i in range(self.extra_field_count):
            self._debug['extra_fields']['arr'].append(next_item(self._io))
            _t_extra_fields = field_definition.FieldDefinition(self._io)
            try:
                _t_extra_fields._read()
            finally:
                self.extra_fields.append(_t_extra_fields)
            self._debug['extra_fields']['arr'][i]['end'] = self._io.pos()

        self._debug['extra_fields']['end'] = self._io.pos()
        self._debug['tail']['start'] = self._io.pos()
        _on = self.marker
        if _on == 2:
            pass
            self._raw_tail = self._io.read_bytes_full()
            _io__raw_tail = KaitaiStream(BytesIO(self._raw_tail))
            self.tail = BaseDefinition.Tail2(_io__raw_tail, self, self._root)
            self.tail._read()
        elif _on == 4:
            pass
            self._raw_tail = self._io.read_bytes_full()
            _io__raw_tail = KaitaiStream(BytesIO(self._raw_tail))
            self.tail = BaseDefinition.Tail4(_io__raw_tail, self, self._root)
            self.tail._read()
        elif _on == 6:
            pass
            self._raw_tail = self._io.read_bytes_full()
            _io__raw_tail = KaitaiStream(BytesIO(self._raw_tail))
            self.tail = BaseDefinition.Tail6(_io__raw_tail, self, self._root)
            self.tail._read()
        else:
            pass
            self._raw_tail = self._io.read_bytes_full()
            _io__raw_tail = KaitaiStream(BytesIO(self._raw_tail))
            self.tail = BaseDefinition.TailUnknown(_io__raw_tail, self, self._root)
            self.tail._read()
        self._debug['tail']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        self.reference._fetch_instances()
        self.name._fetch_instances()
        self.mnemonic._fetch_instances()
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()

        for i in range(len(self.part_10)):
            pass
            self.part_10[i]._fetch_instances()

        for i in range(len(self.extra_fields)):
            pass
            self.extra_fields[i]._fetch_instances()

        _on = self.marker
        if _on == 2:
            pass
            self.tail._fetch_instances()
        elif _on == 4:
            pass
            self.tail._fetch_instances()
        elif _on == 6:
            pass
            self.tail._fetch_instances()
        else:
            pass
            self.tail._fetch_instances()

    class FieldBlock(KaitaiStruct):
        """Block of one user field in a tail for marker 6. Blocks are nested by length: 16 bytes for most types, 20 for text, 21
        for external file and field link.
        """
        SEQ_FIELDS = ["length", "content"]
        length = None
        content = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.FieldBlock, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['length']['start'] = self._io.pos()
            self.length = self._io.read_u4le()
            self._debug['length']['end'] = self._io.pos()
            self._debug['content']['start'] = self._io.pos()
            self._raw_content = self._io.read_bytes(self.length)
            _io__raw_content = KaitaiStream(BytesIO(self._raw_content))
            self.content = BaseDefinition.FieldBlockContent(_io__raw_content, self, self._root)
            self.content._read()
            self._debug['content']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.content._fetch_instances()


    class FieldBlockContent(KaitaiStruct):
        """A block inside a block, and what the outer one adds."""
        SEQ_FIELDS = ["inner_length", "inner", "unknown_after_inner"]
        inner_length = None
        inner = None
        unknown_after_inner = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.FieldBlockContent, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['inner_length']['start'] = self._io.pos()
            self.inner_length = self._io.read_u4le()
            self._debug['inner_length']['end'] = self._io.pos()
            self._debug['inner']['start'] = self._io.pos()
            self._raw_inner = self._io.read_bytes(self.inner_length)
            _io__raw_inner = KaitaiStream(BytesIO(self._raw_inner))
            self.inner = BaseDefinition.FieldBlockInner(_io__raw_inner, self, self._root)
            self.inner._read()
            self._debug['inner']['end'] = self._io.pos()
            self._debug['unknown_after_inner']['start'] = self._io.pos()
            self.unknown_after_inner = self._io.read_bytes_full()
            self._debug['unknown_after_inner']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.inner._fetch_instances()


    class FieldBlockInner(KaitaiStruct):
        """Inner block of a field block."""
        SEQ_FIELDS = ["core", "unknown_after_core"]
        core = None
        unknown_after_core = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.FieldBlockInner, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['core']['start'] = self._io.pos()
            self.core = BaseDefinition.SizedBytes(self._io, self, self._root)
            self.core._read()
            self._debug['core']['end'] = self._io.pos()
            self._debug['unknown_after_core']['start'] = self._io.pos()
            self.unknown_after_core = self._io.read_bytes_full()
            self._debug['unknown_after_core']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            self.core._fetch_instances()


    class Part10Entry(KaitaiStruct):
        """An entry of a list that was always empty."""
        SEQ_FIELDS = ["length", "unknown_02"]
        length = None
        unknown_02 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Part10Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['length']['start'] = self._io.pos()
            self.length = self._io.read_u2le()
            self._debug['length']['end'] = self._io.pos()
            self._debug['unknown_02']['start'] = self._io.pos()
            self.unknown_02 = self._io.read_bytes(self.length)
            self._debug['unknown_02']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class Reference(KaitaiStruct):
        """Version of the definition and where the bit card of the base is."""
        SEQ_FIELDS = ["version", "bit_card_number", "linked_base_id", "unknown_09"]
        version = None
        bit_card_number = None
        linked_base_id = None
        unknown_09 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Reference, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['version']['start'] = self._io.pos()
            self.version = self._io.read_u1()
            self._debug['version']['end'] = self._io.pos()
            self._debug['bit_card_number']['start'] = self._io.pos()
            self.bit_card_number = self._io.read_u4le()
            self._debug['bit_card_number']['end'] = self._io.pos()
            if (not (self._io.is_eof())):
                pass
                self._debug['linked_base_id']['start'] = self._io.pos()
                self.linked_base_id = self._io.read_u4le()
                self._debug['linked_base_id']['end'] = self._io.pos()

            self._debug['unknown_09']['start'] = self._io.pos()
            self.unknown_09 = self._io.read_bytes_full()
            self._debug['unknown_09']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            if (not (self._io.is_eof())):
                pass


        @property
        def card_is_bank_record(self):
            """The bit card is a CroBank record, so that record is not a row."""
            if hasattr(self, '_m_card_is_bank_record'):
                return self._m_card_is_bank_record

            self._m_card_is_bank_record = self.version == 0
            return getattr(self, '_m_card_is_bank_record', None)


    class SizedBytes(KaitaiStruct):
        """Bytes with their length in front."""
        SEQ_FIELDS = ["length", "unknown_04"]
        length = None
        unknown_04 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.SizedBytes, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['length']['start'] = self._io.pos()
            self.length = self._io.read_u4le()
            self._debug['length']['end'] = self._io.pos()
            self._debug['unknown_04']['start'] = self._io.pos()
            self.unknown_04 = self._io.read_bytes(self.length)
            self._debug['unknown_04']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class Tail2(KaitaiStruct):
        """Tail for marker 2."""
        SEQ_FIELDS = ["unknown_00", "unknown_04"]
        unknown_00 = None
        unknown_04 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Tail2, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self.unknown_00 = self._io.read_s4le()
            self._debug['unknown_00']['end'] = self._io.pos()
            self._debug['unknown_04']['start'] = self._io.pos()
            self.unknown_04 = self._io.read_bytes_full()
            self._debug['unknown_04']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class Tail4(KaitaiStruct):
        """Tail for marker 4."""
        SEQ_FIELDS = ["unknown_00", "block_length", "block", "unknown_after_block"]
        unknown_00 = None
        block_length = None
        block = None
        unknown_after_block = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Tail4, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self._debug['unknown_00']['arr'] = []
            self.unknown_00 = []
            for i in range(5):
                self._debug['unknown_00']['arr'].append(next_item(self._io))
                self.unknown_00.append(self._io.read_s4le())
                self._debug['unknown_00']['arr'][i]['end'] = self._io.pos()

            self._debug['unknown_00']['end'] = self._io.pos()
            self._debug['block_length']['start'] = self._io.pos()
            self.block_length = self._io.read_u4le()
            self._debug['block_length']['end'] = self._io.pos()
            self._debug['block']['start'] = self._io.pos()
            self._raw_block = self._io.read_bytes(self.block_length)
            _io__raw_block = KaitaiStream(BytesIO(self._raw_block))
            self.block = BaseDefinition.Tail4Block(_io__raw_block, self, self._root)
            self.block._read()
            self._debug['block']['end'] = self._io.pos()
            self._debug['unknown_after_block']['start'] = self._io.pos()
            self.unknown_after_block = self._io.read_bytes_full()
            self._debug['unknown_after_block']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.unknown_00)):
                pass

            self.block._fetch_instances()


    class Tail4Block(KaitaiStruct):
        """Block at the end of a definition with marker 4."""
        SEQ_FIELDS = ["unknown_00", "unknown_01", "unknown_05"]
        unknown_00 = None
        unknown_01 = None
        unknown_05 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Tail4Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self.unknown_00 = self._io.read_u1()
            self._debug['unknown_00']['end'] = self._io.pos()
            self._debug['unknown_01']['start'] = self._io.pos()
            self.unknown_01 = self._io.read_s4le()
            self._debug['unknown_01']['end'] = self._io.pos()
            self._debug['unknown_05']['start'] = self._io.pos()
            self.unknown_05 = self._io.read_bytes_full()
            self._debug['unknown_05']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    class Tail6(KaitaiStruct):
        """Tail for marker 6."""
        SEQ_FIELDS = ["unknown_00", "block_length", "block", "unknown_after_block"]
        unknown_00 = None
        block_length = None
        block = None
        unknown_after_block = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Tail6, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self._debug['unknown_00']['arr'] = []
            self.unknown_00 = []
            for i in range(5):
                self._debug['unknown_00']['arr'].append(next_item(self._io))
                self.unknown_00.append(self._io.read_s4le())
                self._debug['unknown_00']['arr'][i]['end'] = self._io.pos()

            self._debug['unknown_00']['end'] = self._io.pos()
            self._debug['block_length']['start'] = self._io.pos()
            self.block_length = self._io.read_u4le()
            self._debug['block_length']['end'] = self._io.pos()
            self._debug['block']['start'] = self._io.pos()
            self._raw_block = self._io.read_bytes(self.block_length)
            _io__raw_block = KaitaiStream(BytesIO(self._raw_block))
            self.block = BaseDefinition.Tail6Block(_io__raw_block, self, self._root)
            self.block._read()
            self._debug['block']['end'] = self._io.pos()
            self._debug['unknown_after_block']['start'] = self._io.pos()
            self.unknown_after_block = self._io.read_bytes_full()
            self._debug['unknown_after_block']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.unknown_00)):
                pass

            self.block._fetch_instances()


    class Tail6Block(KaitaiStruct):
        """Block at the end of a definition with marker 6."""
        SEQ_FIELDS = ["unknown_00", "unknown_01", "base_block", "field_blocks"]
        unknown_00 = None
        unknown_01 = None
        base_block = None
        field_blocks = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.Tail6Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self.unknown_00 = self._io.read_u1()
            self._debug['unknown_00']['end'] = self._io.pos()
            self._debug['unknown_01']['start'] = self._io.pos()
            self._debug['unknown_01']['arr'] = []
            self.unknown_01 = []
            for i in range(3):
                self._debug['unknown_01']['arr'].append(next_item(self._io))
                self.unknown_01.append(self._io.read_s4le())
                self._debug['unknown_01']['arr'][i]['end'] = self._io.pos()

            self._debug['unknown_01']['end'] = self._io.pos()
            self._debug['base_block']['start'] = self._io.pos()
            self.base_block = BaseDefinition.SizedBytes(self._io, self, self._root)
            self.base_block._read()
            self._debug['base_block']['end'] = self._io.pos()
            self._debug['field_blocks']['start'] = self._io.pos()
            self._debug['field_blocks']['arr'] = []
            self.field_blocks = []
            i = 0
            while not self._io.is_eof():
                self._debug['field_blocks']['arr'].append(next_item(self._io))
                _t_field_blocks = BaseDefinition.FieldBlock(self._io, self, self._root)
                try:
                    _t_field_blocks._read()
                finally:
                    self.field_blocks.append(_t_field_blocks)
                self._debug['field_blocks']['arr'][len(self.field_blocks) - 1]['end'] = self._io.pos()
                i += 1

            self._debug['field_blocks']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass
            for i in range(len(self.unknown_01)):
                pass

            self.base_block._fetch_instances()
            for i in range(len(self.field_blocks)):
                pass
                self.field_blocks[i]._fetch_instances()



    class TailUnknown(KaitaiStruct):
        """Tail for a marker not seen yet, kept whole."""
        SEQ_FIELDS = ["unknown_00"]
        unknown_00 = None
        def __init__(self, _io, _parent=None, _root=None):
            super(BaseDefinition.TailUnknown, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self.unknown_00 = self._io.read_bytes_full()
            self._debug['unknown_00']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass


    @property
    def is_files_base(self):
        """The base that holds stored files (Base000); it is not a table."""
        if hasattr(self, '_m_is_files_base'):
            return self._m_is_files_base

        self._m_is_files_base = self.base_id == 0
        return getattr(self, '_m_is_files_base', None)


