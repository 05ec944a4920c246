# Generated from specs/ by `python -m codegen build`; do not edit.
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from ._items import next_item
import collections


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class KnownBanks(KaitaiStruct):
    """The banks that the program knows, kept in CroSys in the program's own directory. No file is public.
    """
    SEQ_FIELDS = ["kind", "bank_count", "banks"]
    kind = None
    bank_count = None
    banks = None
    def __init__(self, _io, _parent=None, _root=None):
        super(KnownBanks, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._debug = collections.defaultdict(dict)

    def _read(self):
        self._debug['kind']['start'] = self._io.pos()
        self.kind = self._io.read_bytes(1)
        self._debug['kind']['end'] = self._io.pos()
        if not self.kind == b"\x04":
            raise kaitaistruct.ValidationNotEqualError(b"\x04", self.kind, self._io, u"/seq/0")
        self._debug['bank_count']['start'] = self._io.pos()
        self.bank_count = self._io.read_u4le()
        self._debug['bank_count']['end'] = self._io.pos()
        self._debug['banks']['start'] = self._io.pos()
        self._debug['banks']['arr'] = []
        self.banks = []
        for i in range(self.bank_count):
            self._debug['banks']['arr'].append(next_item(self._io))
            _t_banks = KnownBanks.Bank(self._io, self, self._root)
            try:
                _t_banks._read()
            finally:
                self.banks.append(_t_banks)
            self._debug['banks']['arr'][i]['end'] = self._io.pos()

        self._debug['banks']['end'] = self._io.pos()


    def _fetch_instances(self):
        pass
        for i in range(len(self.banks)):
            pass
            self.banks[i]._fetch_instances()


    class Bank(KaitaiStruct):
        """One bank that the program knows."""
        SEQ_FIELDS = ["unknown_00", "description_length", "description", "path_length", "path", "unknown_after_path"]
        unknown_00 = None
        description_length = None
        description = None
        path_length = None
        path = None
        unknown_after_path = None
        def __init__(self, _io, _parent=None, _root=None):
            super(KnownBanks.Bank, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._debug = collections.defaultdict(dict)

        def _read(self):
            self._debug['unknown_00']['start'] = self._io.pos()
            self.unknown_00 = self._io.read_u4le()
            self._debug['unknown_00']['end'] = self._io.pos()
            self._debug['description_length']['start'] = self._io.pos()
            self.description_length = self._io.read_u4le()
            self._debug['description_length']['end'] = self._io.pos()
            self._debug['description']['start'] = self._io.pos()
            self.description = self._io.read_bytes(self.description_length)
            self._debug['description']['end'] = self._io.pos()
            self._debug['path_length']['start'] = self._io.pos()
            self.path_length = self._io.read_u4le()
            self._debug['path_length']['end'] = self._io.pos()
            self._debug['path']['start'] = self._io.pos()
            self.path = self._io.read_bytes(self.path_length)
            self._debug['path']['end'] = self._io.pos()
            self._debug['unknown_after_path']['start'] = self._io.pos()
            self.unknown_after_path = self._io.read_u4le()
            self._debug['unknown_after_path']['end'] = self._io.pos()


        def _fetch_instances(self):
            pass



