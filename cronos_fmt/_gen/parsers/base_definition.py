# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct
from ._stream import Stream
from . import name
from . import field_definition


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
    def __init__(self, _io):
        self._io = _io
        self._debug = {}

    def _read(self):
        _io, _debug = self._io, self._debug
        _debug['unknown_00'] = {'start': _io.at}
        self.unknown_00 = _io.read_u2le()
        _debug['unknown_00']['end'] = _io.at
        _debug['unknown_02'] = {'start': _io.at}
        self.unknown_02 = _io.read_u2le()
        _debug['unknown_02']['end'] = _io.at
        _debug['reference_length'] = {'start': _io.at}
        self.reference_length = _io.read_u1()
        _debug['reference_length']['end'] = _io.at
        _debug['reference'] = {'start': _io.at}
        self._raw_reference = _io.read_bytes(self.reference_length)
        _io__raw_reference = Stream(self._raw_reference)
        self.reference = BaseDefinition.Reference(_io__raw_reference)
        self.reference._read()
        _debug['reference']['end'] = _io.at
        _debug['base_id'] = {'start': _io.at}
        self.base_id = _io.read_u4le()
        _debug['base_id']['end'] = _io.at
        _debug['name'] = {'start': _io.at}
        self.name = name.Name(self._io)
        self.name._read()
        _debug['name']['end'] = _io.at
        _debug['mnemonic'] = {'start': _io.at}
        self.mnemonic = name.Name(self._io)
        self.mnemonic._read()
        _debug['mnemonic']['end'] = _io.at
        _debug['unknown_after_mnemonic'] = {'start': _io.at}
        self.unknown_after_mnemonic = _io.read_u4le()
        _debug['unknown_after_mnemonic']['end'] = _io.at
        _debug['field_count'] = {'start': _io.at}
        self.field_count = _io.read_u4le()
        _debug['field_count']['end'] = _io.at
        _debug['fields'] = {'start': _io.at}
        _debug['fields']['arr'] = []
        self.fields = []
        for i in range(self.field_count):
            _debug['fields']['arr'].append(_io.next_item())
            _t_fields = field_definition.FieldDefinition(self._io)
            try:
                _t_fields._read()
            finally:
                self.fields.append(_t_fields)
            _debug['fields']['arr'][i]['end'] = _io.at

        _debug['fields']['end'] = _io.at
        _debug['part_10_count'] = {'start': _io.at}
        self.part_10_count = _io.read_u4le()
        _debug['part_10_count']['end'] = _io.at
        _debug['part_10'] = {'start': _io.at}
        _debug['part_10']['arr'] = []
        self.part_10 = []
        for i in range(self.part_10_count):
            _debug['part_10']['arr'].append(_io.next_item())
            _t_part_10 = BaseDefinition.Part10Entry(self._io)
            try:
                _t_part_10._read()
            finally:
                self.part_10.append(_t_part_10)
            _debug['part_10']['arr'][i]['end'] = _io.at

        _debug['part_10']['end'] = _io.at
        _debug['unknown_after_part_10'] = {'start': _io.at}
        self.unknown_after_part_10 = _io.read_u4le()
        _debug['unknown_after_part_10']['end'] = _io.at
        _debug['marker'] = {'start': _io.at}
        self.marker = _io.read_u1()
        _debug['marker']['end'] = _io.at
        _debug['last_position'] = {'start': _io.at}
        self.last_position = _io.read_u4le()
        _debug['last_position']['end'] = _io.at
        _debug['extra_field_count'] = {'start': _io.at}
        self.extra_field_count = _io.read_u4le()
        _debug['extra_field_count']['end'] = _io.at
        _debug['extra_fields'] = {'start': _io.at}
        _debug['extra_fields']['arr'] = []
        self.extra_fields = []
        for i in range(self.extra_field_count):
            _debug['extra_fields']['arr'].append(_io.next_item())
            _t_extra_fields = field_definition.FieldDefinition(self._io)
            try:
                _t_extra_fields._read()
            finally:
                self.extra_fields.append(_t_extra_fields)
            _debug['extra_fields']['arr'][i]['end'] = _io.at

        _debug['extra_fields']['end'] = _io.at
        _debug['tail'] = {'start': _io.at}
        _on = self.marker
        if _on == 2:
            pass
            self._raw_tail = _io.read_bytes_full()
            _io__raw_tail = Stream(self._raw_tail)
            self.tail = BaseDefinition.Tail2(_io__raw_tail)
            self.tail._read()
        elif _on == 4:
            pass
            self._raw_tail = _io.read_bytes_full()
            _io__raw_tail = Stream(self._raw_tail)
            self.tail = BaseDefinition.Tail4(_io__raw_tail)
            self.tail._read()
        elif _on == 6:
            pass
            self._raw_tail = _io.read_bytes_full()
            _io__raw_tail = Stream(self._raw_tail)
            self.tail = BaseDefinition.Tail6(_io__raw_tail)
            self.tail._read()
        else:
            pass
            self._raw_tail = _io.read_bytes_full()
            _io__raw_tail = Stream(self._raw_tail)
            self.tail = BaseDefinition.TailUnknown(_io__raw_tail)
            self.tail._read()
        _debug['tail']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['length'] = {'start': _io.at}
            self.length = _io.read_u4le()
            _debug['length']['end'] = _io.at
            _debug['content'] = {'start': _io.at}
            self._raw_content = _io.read_bytes(self.length)
            _io__raw_content = Stream(self._raw_content)
            self.content = BaseDefinition.FieldBlockContent(_io__raw_content)
            self.content._read()
            _debug['content']['end'] = _io.at


        def _fetch_instances(self):
            pass
            self.content._fetch_instances()


    class FieldBlockContent(KaitaiStruct):
        """A block inside a block, and what the outer one adds."""
        SEQ_FIELDS = ["inner_length", "inner", "unknown_after_inner"]
        inner_length = None
        inner = None
        unknown_after_inner = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['inner_length'] = {'start': _io.at}
            self.inner_length = _io.read_u4le()
            _debug['inner_length']['end'] = _io.at
            _debug['inner'] = {'start': _io.at}
            self._raw_inner = _io.read_bytes(self.inner_length)
            _io__raw_inner = Stream(self._raw_inner)
            self.inner = BaseDefinition.FieldBlockInner(_io__raw_inner)
            self.inner._read()
            _debug['inner']['end'] = _io.at
            _debug['unknown_after_inner'] = {'start': _io.at}
            self.unknown_after_inner = _io.read_bytes_full()
            _debug['unknown_after_inner']['end'] = _io.at


        def _fetch_instances(self):
            pass
            self.inner._fetch_instances()


    class FieldBlockInner(KaitaiStruct):
        """Inner block of a field block."""
        SEQ_FIELDS = ["core", "unknown_after_core"]
        core = None
        unknown_after_core = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['core'] = {'start': _io.at}
            self.core = BaseDefinition.SizedBytes(self._io)
            self.core._read()
            _debug['core']['end'] = _io.at
            _debug['unknown_after_core'] = {'start': _io.at}
            self.unknown_after_core = _io.read_bytes_full()
            _debug['unknown_after_core']['end'] = _io.at


        def _fetch_instances(self):
            pass
            self.core._fetch_instances()


    class Part10Entry(KaitaiStruct):
        """An entry of a list that was always empty."""
        SEQ_FIELDS = ["length", "unknown_02"]
        length = None
        unknown_02 = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['length'] = {'start': _io.at}
            self.length = _io.read_u2le()
            _debug['length']['end'] = _io.at
            _debug['unknown_02'] = {'start': _io.at}
            self.unknown_02 = _io.read_bytes(self.length)
            _debug['unknown_02']['end'] = _io.at


        def _fetch_instances(self):
            pass


    class Reference(KaitaiStruct):
        """Version of the definition and where the bit card of the base is."""
        SEQ_FIELDS = ["version", "bit_card_number", "linked_base_id", "unknown_09"]
        version = None
        bit_card_number = None
        linked_base_id = None
        unknown_09 = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['version'] = {'start': _io.at}
            self.version = _io.read_u1()
            _debug['version']['end'] = _io.at
            _debug['bit_card_number'] = {'start': _io.at}
            self.bit_card_number = _io.read_u4le()
            _debug['bit_card_number']['end'] = _io.at
            if (not (_io.is_eof())):
                pass
                _debug['linked_base_id'] = {'start': _io.at}
                self.linked_base_id = _io.read_u4le()
                _debug['linked_base_id']['end'] = _io.at

            _debug['unknown_09'] = {'start': _io.at}
            self.unknown_09 = _io.read_bytes_full()
            _debug['unknown_09']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['length'] = {'start': _io.at}
            self.length = _io.read_u4le()
            _debug['length']['end'] = _io.at
            _debug['unknown_04'] = {'start': _io.at}
            self.unknown_04 = _io.read_bytes(self.length)
            _debug['unknown_04']['end'] = _io.at


        def _fetch_instances(self):
            pass


    class Tail2(KaitaiStruct):
        """Tail for marker 2."""
        SEQ_FIELDS = ["unknown_00", "unknown_04"]
        unknown_00 = None
        unknown_04 = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            self.unknown_00 = _io.read_s4le()
            _debug['unknown_00']['end'] = _io.at
            _debug['unknown_04'] = {'start': _io.at}
            self.unknown_04 = _io.read_bytes_full()
            _debug['unknown_04']['end'] = _io.at


        def _fetch_instances(self):
            pass


    class Tail4(KaitaiStruct):
        """Tail for marker 4."""
        SEQ_FIELDS = ["unknown_00", "block_length", "block", "unknown_after_block"]
        unknown_00 = None
        block_length = None
        block = None
        unknown_after_block = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            _debug['unknown_00']['arr'] = []
            self.unknown_00 = []
            for i in range(5):
                _debug['unknown_00']['arr'].append(_io.next_item())
                self.unknown_00.append(_io.read_s4le())
                _debug['unknown_00']['arr'][i]['end'] = _io.at

            _debug['unknown_00']['end'] = _io.at
            _debug['block_length'] = {'start': _io.at}
            self.block_length = _io.read_u4le()
            _debug['block_length']['end'] = _io.at
            _debug['block'] = {'start': _io.at}
            self._raw_block = _io.read_bytes(self.block_length)
            _io__raw_block = Stream(self._raw_block)
            self.block = BaseDefinition.Tail4Block(_io__raw_block)
            self.block._read()
            _debug['block']['end'] = _io.at
            _debug['unknown_after_block'] = {'start': _io.at}
            self.unknown_after_block = _io.read_bytes_full()
            _debug['unknown_after_block']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            self.unknown_00 = _io.read_u1()
            _debug['unknown_00']['end'] = _io.at
            _debug['unknown_01'] = {'start': _io.at}
            self.unknown_01 = _io.read_s4le()
            _debug['unknown_01']['end'] = _io.at
            _debug['unknown_05'] = {'start': _io.at}
            self.unknown_05 = _io.read_bytes_full()
            _debug['unknown_05']['end'] = _io.at


        def _fetch_instances(self):
            pass


    class Tail6(KaitaiStruct):
        """Tail for marker 6."""
        SEQ_FIELDS = ["unknown_00", "block_length", "block", "unknown_after_block"]
        unknown_00 = None
        block_length = None
        block = None
        unknown_after_block = None
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            _debug['unknown_00']['arr'] = []
            self.unknown_00 = []
            for i in range(5):
                _debug['unknown_00']['arr'].append(_io.next_item())
                self.unknown_00.append(_io.read_s4le())
                _debug['unknown_00']['arr'][i]['end'] = _io.at

            _debug['unknown_00']['end'] = _io.at
            _debug['block_length'] = {'start': _io.at}
            self.block_length = _io.read_u4le()
            _debug['block_length']['end'] = _io.at
            _debug['block'] = {'start': _io.at}
            self._raw_block = _io.read_bytes(self.block_length)
            _io__raw_block = Stream(self._raw_block)
            self.block = BaseDefinition.Tail6Block(_io__raw_block)
            self.block._read()
            _debug['block']['end'] = _io.at
            _debug['unknown_after_block'] = {'start': _io.at}
            self.unknown_after_block = _io.read_bytes_full()
            _debug['unknown_after_block']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            self.unknown_00 = _io.read_u1()
            _debug['unknown_00']['end'] = _io.at
            _debug['unknown_01'] = {'start': _io.at}
            _debug['unknown_01']['arr'] = []
            self.unknown_01 = []
            for i in range(3):
                _debug['unknown_01']['arr'].append(_io.next_item())
                self.unknown_01.append(_io.read_s4le())
                _debug['unknown_01']['arr'][i]['end'] = _io.at

            _debug['unknown_01']['end'] = _io.at
            _debug['base_block'] = {'start': _io.at}
            self.base_block = BaseDefinition.SizedBytes(self._io)
            self.base_block._read()
            _debug['base_block']['end'] = _io.at
            _debug['field_blocks'] = {'start': _io.at}
            _debug['field_blocks']['arr'] = []
            self.field_blocks = []
            i = 0
            while not _io.is_eof():
                _debug['field_blocks']['arr'].append(_io.next_item())
                _t_field_blocks = BaseDefinition.FieldBlock(self._io)
                try:
                    _t_field_blocks._read()
                finally:
                    self.field_blocks.append(_t_field_blocks)
                _debug['field_blocks']['arr'][len(self.field_blocks) - 1]['end'] = _io.at
                i += 1

            _debug['field_blocks']['end'] = _io.at


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
        def __init__(self, _io):
            self._io = _io
            self._debug = {}

        def _read(self):
            _io, _debug = self._io, self._debug
            _debug['unknown_00'] = {'start': _io.at}
            self.unknown_00 = _io.read_bytes_full()
            _debug['unknown_00']['end'] = _io.at


        def _fetch_instances(self):
            pass


    @property
    def is_files_base(self):
        """The base that holds stored files (Base000); it is not a table."""
        if hasattr(self, '_m_is_files_base'):
            return self._m_is_files_base

        self._m_is_files_base = self.base_id == 0
        return getattr(self, '_m_is_files_base', None)


