"""Which symbols some modules use, from the index that the compiler writes beside a debug build."""

import ctypes
from ctypes import CFUNCTYPE, c_bool, c_char_p, c_size_t, c_uint64, c_void_p
from pathlib import Path

REFERENCE = 1 << 2
RECORD = 2


class Text(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


EachText = CFUNCTYPE(c_bool, c_void_p, Text)
Each = CFUNCTYPE(c_bool, c_void_p, c_void_p)
SIGNATURES = {
    "store_create": (c_void_p, c_char_p, c_void_p),
    "store_units_apply_f": (c_bool, c_void_p, ctypes.c_uint, c_void_p, EachText),
    "unit_reader_create": (c_void_p, c_void_p, c_char_p, c_void_p),
    "unit_reader_get_module_name": (Text, c_void_p),
    "unit_reader_dependencies_apply_f": (c_bool, c_void_p, c_void_p, Each),
    "unit_reader_dispose": (None, c_void_p),
    "unit_dependency_get_kind": (ctypes.c_int, c_void_p),
    "unit_dependency_get_name": (Text, c_void_p),
    "record_reader_create": (c_void_p, c_void_p, c_char_p, c_void_p),
    "record_reader_occurrences_apply_f": (c_bool, c_void_p, c_void_p, Each),
    "record_reader_dispose": (None, c_void_p),
    "occurrence_get_symbol": (c_void_p, c_void_p),
    "occurrence_get_roles": (c_uint64, c_void_p),
    "occurrence_relations_apply_f": (c_bool, c_void_p, c_void_p, Each),
    "symbol_relation_get_symbol": (c_void_p, c_void_p),
    "symbol_get_usr": (Text, c_void_p),
}


class Index:
    """The index store in a folder."""

    def __init__(self, library, folder):
        self.library = ctypes.CDLL(str(library))
        for name, (result, *arguments) in SIGNATURES.items():
            function = getattr(self.library, f"indexstore_{name}")
            function.restype, function.argtypes = result, arguments
        self.store = self.library.indexstore_store_create(str(folder).encode(), None)
        if not self.store:
            raise FileNotFoundError(f"no index in {folder}")

    def call(self, name, *arguments):
        return getattr(self.library, f"indexstore_{name}")(*arguments)

    def all(self, name, reader):
        found = []
        self.call(name, reader, None, Each(lambda _, each: found.append(each) or True))
        return found

    def records(self, modules):
        """Returns the names of the records of the files of some modules."""
        units, names = [], set()
        self.call("store_units_apply_f", self.store, 0, None, EachText(lambda _, name: units.append(str(name)) or True))
        for unit in units:
            reader = self.call("unit_reader_create", self.store, unit.encode(), None)
            if str(self.call("unit_reader_get_module_name", reader)) in modules:
                def note(_, dependency):
                    if self.call("unit_dependency_get_kind", dependency) == RECORD:
                        names.add(str(self.call("unit_dependency_get_name", dependency)))
                    return True
                self.call("unit_reader_dependencies_apply_f", reader, None, Each(note))
            self.call("unit_reader_dispose", reader)
        return names

    def referenced(self, modules):
        """Returns the identifiers of what the files of some modules refer to."""
        return self.used(modules, with_relations=False)

    def used(self, modules, with_relations=True):
        """Returns the identifiers of what the files of some modules refer to, override or implement."""
        found = set()

        def usr(symbol):
            return str(self.call("symbol_get_usr", symbol))

        def note_relation(_, relation):
            found.add(usr(self.call("symbol_relation_get_symbol", relation)))
            return True

        def note(_, occurrence):
            if self.call("occurrence_get_roles", occurrence) & REFERENCE:
                found.add(usr(self.call("occurrence_get_symbol", occurrence)))
            if with_relations:
                self.call("occurrence_relations_apply_f", occurrence, None, relation)
            return True

        relation, each = Each(note_relation), Each(note)
        for name in self.records(modules):
            reader = self.call("record_reader_create", self.store, name.encode(), None)
            self.call("record_reader_occurrences_apply_f", reader, None, each)
            self.call("record_reader_dispose", reader)
        return found
