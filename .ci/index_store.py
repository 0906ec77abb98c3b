"""Reads the index store that a debug build leaves in .build/debug/index/store, through the toolchain's libIndexStore."""

import collections
import ctypes
import os
import shutil
import subprocess
import sys

Symbol = collections.namedtuple("Symbol", "usr name kind file line")
Reference = collections.namedtuple("Reference", "symbol file line is_call")

PROTOCOL, TYPE_ALIAS, PARAMETER, INITIALIZER = 8, 11, 25, 22
TYPES = {5, 6, 7, PROTOCOL, TYPE_ALIAS}
PROPERTIES, CASE = {19, 20, 21}, 15

DEFINITION, REFERENCE, CALL, IMPLICIT = 1 << 1, 1 << 2, 1 << 5, 1 << 8
CHILD_OF, OVERRIDE_OF, CALLED_BY, EXTENDED_BY, ACCESSOR_OF, CONTAINED_BY = (1 << n for n in (9, 11, 13, 14, 15, 16))


class Index:
    """The symbols that the Swift files of some folders define, and who refers to whom.

    `symbols` has them by USR. `references` has, for the USR of a function or property, what its body and signature refer to.
    `parents` leads from a member to its type, `overrides` from a requirement of a protocol to what fulfils it.
    """

    def __init__(self, root, modules):
        self.symbols, self.parents = {}, {}
        self.references = collections.defaultdict(list)
        self.overrides = collections.defaultdict(set)
        self._extended = {}
        self._root = root
        self._store_path = os.path.join(root, ".build", "debug", "index", "store")
        if not os.path.isdir(self._store_path):
            raise FileNotFoundError(f"there is no {self._store_path}: run `swift build` first")
        self._open(_library())
        wanted = {os.path.join(root, "Sources", module): module for module in modules}
        files = {file for folder in wanted for file in _swift_files(folder)}
        found = self._read(files)
        stale = sorted(files - found)
        if stale:
            names = ", ".join(os.path.relpath(file, root) for file in stale[:3])
            raise FileNotFoundError(f"the index is older than {len(stale)} files, such as {names}: run `swift build` first")

    def owner(self, usr):
        """The type of a member, also of one in an extension."""
        parent = self.parents.get(usr)
        return self._extended.get(parent, parent)

    def find(self, name, owner=None, kinds=None):
        """The USRs of the symbols with a name, in a type of this name."""
        return [
            usr
            for usr, symbol in self.symbols.items()
            if symbol.name == name
            and (kinds is None or symbol.kind in kinds)
            and (owner is None or getattr(self.symbols.get(self.owner(usr)), "name", None) == owner)
        ]

    def _open(self, path):
        library = ctypes.CDLL(path)
        pointer = ctypes.c_void_p

        class Text(ctypes.Structure):
            _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

        self._each_text = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, Text)
        self._each = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
        self._text = lambda text: ctypes.string_at(text.data, text.length).decode()

        def function(name, result, *arguments):
            found = getattr(library, "indexstore_" + name)
            found.restype, found.argtypes = result, arguments
            return found

        self._store_create = function("store_create", pointer, ctypes.c_char_p, pointer)
        self._units = function("store_units_apply_f", ctypes.c_bool, pointer, ctypes.c_uint, pointer, self._each_text)
        self._unit = function("unit_reader_create", pointer, pointer, ctypes.c_char_p, pointer)
        self._unit_end = function("unit_reader_dispose", None, pointer)
        self._main_file = function("unit_reader_get_main_file", Text, pointer)
        self._dependencies = function("unit_reader_dependencies_apply_f", ctypes.c_bool, pointer, pointer, self._each)
        self._dependency_kind = function("unit_dependency_get_kind", ctypes.c_int, pointer)
        self._dependency_name = function("unit_dependency_get_name", Text, pointer)
        self._dependency_path = function("unit_dependency_get_filepath", Text, pointer)
        self._record = function("record_reader_create", pointer, pointer, ctypes.c_char_p, pointer)
        self._record_end = function("record_reader_dispose", None, pointer)
        self._occurrences = function("record_reader_occurrences_apply_f", ctypes.c_bool, pointer, pointer, self._each)
        self._symbol = function("occurrence_get_symbol", pointer, pointer)
        self._roles = function("occurrence_get_roles", ctypes.c_uint64, pointer)
        position = ctypes.POINTER(ctypes.c_uint)
        self._position = function("occurrence_get_line_col", None, pointer, position, position)
        self._relations = function("occurrence_relations_apply_f", ctypes.c_bool, pointer, pointer, self._each)
        self._relation_roles = function("symbol_relation_get_roles", ctypes.c_uint64, pointer)
        self._relation_symbol = function("symbol_relation_get_symbol", pointer, pointer)
        self._usr = function("symbol_get_usr", Text, pointer)
        self._name = function("symbol_get_name", Text, pointer)
        self._kind = function("symbol_get_kind", ctypes.c_int, pointer)

    def _read(self, files):
        """Reads what the index has of these files, and returns those that it has in their present state."""
        store = self._store_create(os.fsencode(self._store_path), None)
        found, names = set(), []
        self._units(store, 1, None, self._each_text(lambda _, name: names.append(self._text(name)) or True))
        for name in names:
            unit = self._unit(store, os.fsencode(name), None)
            file = self._text(self._main_file(unit))
            if file in files and os.path.getmtime(self._unit_file(name)) >= os.path.getmtime(file):
                found.add(file)
                for record in self._records(unit, file):
                    reader = self._record(store, os.fsencode(record), None)
                    self._occurrences(reader, None, self._each(lambda _, o, file=file: self._take(o, file)))
                    self._record_end(reader)
            self._unit_end(unit)
        return found

    def _unit_file(self, name):
        versions = sorted(entry for entry in os.listdir(self._store_path) if entry.startswith("v"))
        return os.path.join(self._store_path, versions[-1], "units", name)

    def _records(self, unit, file):
        records = []

        def take(_, dependency):
            is_record = self._dependency_kind(dependency) == 2
            if is_record and self._text(self._dependency_path(dependency)) == file:
                records.append(self._text(self._dependency_name(dependency)))
            return True

        self._dependencies(unit, None, self._each(take))
        return records

    def _take(self, occurrence, file):
        symbol, roles = self._symbol(occurrence), self._roles(occurrence)
        usr, line, column = self._text(self._usr(symbol)), ctypes.c_uint(), ctypes.c_uint()
        self._position(occurrence, line, column)
        relations = []

        def relate(_, relation):
            related = self._text(self._usr(self._relation_symbol(relation)))
            relations.append((self._relation_roles(relation), related))
            return True

        self._relations(occurrence, None, self._each(relate))
        if roles & DEFINITION and not (roles & IMPLICIT and usr in self.symbols):
            kind = self._kind(symbol)
            self.symbols[usr] = Symbol(usr, self._text(self._name(symbol)), kind, file, line.value)
        for relation, related in relations:
            if roles & DEFINITION:
                if relation & (CHILD_OF | ACCESSOR_OF):
                    self.parents[usr] = related
                if relation & OVERRIDE_OF:
                    self.overrides[related].add(usr)
            if roles & REFERENCE:
                if relation & EXTENDED_BY:
                    self._extended[related] = usr
                if relation & (CONTAINED_BY | CALLED_BY):
                    self.references[related].append(Reference(usr, file, line.value, bool(roles & CALL)))
        return True


def _library():
    """libIndexStore of the toolchain whose `swift` is used."""
    swift = shutil.which("swift") or ""
    if sys.platform == "darwin":
        swift = subprocess.run(["xcrun", "--find", "swift"], capture_output=True, text=True).stdout.strip() or swift
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(swift))), "lib")
    for name in ("libIndexStore.so", "libIndexStore.dylib"):
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    raise FileNotFoundError(f"there is no libIndexStore in {folder}")


def _swift_files(folder):
    for path, _, names in os.walk(folder):
        if ".docc" in path:      # The files of a tutorial belong to no module.
            continue
        yield from (os.path.join(path, name) for name in names if name.endswith(".swift"))
