"""Where each field of a parsed structure stands, as a tree of nodes.

A tree is built from what the generated parsers record; what nobody looks at is not built. Every byte of a node is in
exactly one of its leaves: bytes that no field covers are leaves too, called gap (between fields), slack (behind the
last one) or unread (behind an error). After an error the part read so far stays, and the error hangs on its node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from kaitaistruct import KaitaiStruct

from cronos_fmt import text
from cronos_fmt._gen.fields import FIELDS, FieldDoc
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.errors import CronosError
from cronos_fmt.layers import Layer
from cronos_fmt.limits import Limits
from cronos_fmt.parsing import parse_partly
from cronos_fmt.shown import Shown

_UNKNOWN = FieldDoc("", "unknown", ())
_ROLES = {
    "gap": "Bytes between two fields; no field covers them.",
    "slack": "Bytes behind the last field; no field covers them.",
    "unread": "Bytes behind an error; they were not read.",
    "view": "A selection of nodes.",
}
# Where the name of a list item stands, as names of fields inside it.
_LABELS = (("key",), ("name",), ("body", "name"))


class Inner(NamedTuple):
    """A value that is a structure of its own: which one, and its bytes, as many as the value has in the file."""

    structure: str
    data: bytes


class Known:
    """What is known of a piece of data beyond its specs. This one knows nothing; others override what they know.

    parts: paths in the specs of values that may be structures of their own. noted: of fields that `note` says more of.
    place: where the data is from, as arguments of CronosError. items: list items that a structure may hold.
    """

    parts: frozenset[str] = frozenset()
    noted: frozenset[str] = frozenset()
    place: Mapping[str, Any] = {}
    items: int = Limits.items

    def inner(self, node: Node, owner: KaitaiStruct) -> Inner | None:
        """The structure that a value among `parts` is; `owner` is the one it is a field of."""
        return None

    def label(self, item: Node) -> str:
        """What a list item is called, where the item itself does not tell."""
        return ""

    def note(self, node: Node) -> str:
        """A few words on what a value among `noted` means."""
        return ""

    def answer(self, node: Node, name: str) -> Node | None:
        """What a node without a part of that name answers with: a selection of nodes, or a node of another tree."""
        return None


class _Tree(NamedTuple):
    """What all nodes of a tree share."""

    layer: Layer
    known: Known


class Node(Shown):
    """One field, list, list item or range without a field.

    It answers by attribute, by index and by path: `tree.entries[3].key`, `tree["entries/3/key"]`. A list item with a
    name of its own answers by that too, and what a structure inside a node has, the node has:
    `tree["entries/Base001/fields/3/name"]`. Where a field is called like an attribute of this class, use the index.

    name: of the field, or the index of a list item; start, stop: its bytes in the layer; value: None for a structure
    without a text and for a list; role: "field", "gap", "slack", "unread", or "view" for a selection of other nodes;
    spec: its path in the specs (`ns2.record_number`); parent: None at the root.
    """

    __slots__ = (
        "_children", "_error", "_grow", "_is_broken", "_label", "_struct", "_structure", "_tree",
        "name", "parent", "role", "spec", "start", "stop", "value",
    )  # fmt: skip

    def __init__(
        self,
        tree: _Tree,
        parent: Node | None,
        name: str,
        start: int,
        stop: int,
        *,
        value: Any = None,
        spec: str = "",
        role: str = "field",
        structure: str | None = "",
        grow: Callable[[Node], Iterable[Node]] | None = None,
    ) -> None:
        self._tree = tree
        self.parent = parent
        self.name = name
        self.start = start
        self.stop = stop
        self.value = value
        self.spec = spec
        self.role = role
        self._error: CronosError | None = None
        self._structure = structure
        self._is_broken = False
        self._struct: KaitaiStruct | None = None
        self._grow = grow
        self._children: tuple[Node, ...] | None = None
        self._label: str | None = None

    # ---- what it is

    @property
    def span(self) -> tuple[int, int]:
        """First byte in the layer, and the one behind the last."""
        return self.start, self.stop

    @property
    def raw_bytes(self) -> bytes:
        """Its bytes in the layer."""
        return self._tree.layer.data[self.start : self.stop]

    @property
    def layer(self) -> Layer:
        """The layer that start and stop count in."""
        return self._tree.layer

    @property
    def file_ranges(self) -> list[tuple[int, int]]:
        """Ranges (offset, length) of the file that its bytes come from; of an inflated layer, whole chunks."""
        return self._tree.layer.locate(self.start, self.stop)

    @property
    def path(self) -> str:
        """Names from below the root down to this node: `entries/3/key`; empty for the root."""
        names = []
        node = self
        while node.parent is not None:
            names.append(node.name)
            node = node.parent
        return "/".join(reversed(names))

    @property
    def spec_path(self) -> str:
        """The same way as errors name it: `dictionary.entries[3].key`."""
        root = self
        while root.parent is not None:
            root = root.parent
        return root.name + "".join(
            f"[{name}]" if name.isdigit() else f".{name}" for name in self.path.split("/") if name
        )

    @property
    def structure(self) -> str:
        """Name of the structure that it is; empty for a simple value, a list and a range without a field."""
        if self._structure is None:
            _ = self.children
        return self._structure or ""

    @property
    def field_doc(self) -> FieldDoc:
        """Documentation, status and evidence of its field, or of its structure."""
        if self.role != "field":
            return FieldDoc(_ROLES[self.role], "unknown", ())
        return FIELDS.get(self.spec) or FIELDS.get(self.structure, _UNKNOWN)

    @property
    def doc(self) -> str:
        return self.field_doc.doc

    @property
    def status(self) -> str:
        """How sure its meaning is: verified, reported, claimed, hypothesis or unknown."""
        return self.field_doc.status

    @property
    def evidence(self) -> tuple[str, ...]:
        return self.field_doc.evidence

    @property
    def help(self) -> str:
        """What is known of it, in a few lines."""
        known, structure = self.field_doc, FIELDS.get(self.structure)
        lines = [f"{self.path or self.name}: {self.stop - self.start} bytes at {self.start:#x}"]
        lines += [f"  {known.doc.strip()}"] if known.doc else []
        lines += [f"  note: {self.note}"] if self.note else []
        lines += [f"  status: {known.status}"] if self.role != "view" else []
        lines += [f"  evidence: {each}" for each in known.evidence]
        if structure is not None and structure is not known:
            lines.append(f"  {self.structure}: {structure.doc.strip()} ({structure.status})")
        if self.error is not None:
            lines.append(f"  breaks here: {self.error.message}")
        return "\n".join(lines)

    @property
    def error(self) -> CronosError | None:
        """Why the reading ended at this node, if it did."""
        _ = self.children
        return self._error

    @property
    def label(self) -> str:
        """What a list item is called: the key of an entry, the name of a field; empty where nothing names it."""
        if self._label is None:
            self._label = ""
            if self.name.isdigit():
                self._label = self._tree.known.label(self) or _own_label(self)
        return self._label

    @property
    def note(self) -> str:
        """A few words on what the value means."""
        return self._tree.known.note(self) if self.spec in self._tree.known.noted else ""

    @property
    def derived(self) -> dict[str, Any]:
        """What follows from the fields of a structure, such as `is_inline`; without what cannot be computed."""
        _ = self.children
        values: dict[str, Any] = {}
        if self._struct is None:
            return values
        for name, item in vars(type(self._struct)).items():
            if isinstance(item, property) and f"_m_{name}" not in self._struct._debug:
                try:
                    value = getattr(self._struct, name)
                except (TypeError, ValueError, AttributeError, EOFError):
                    continue  # a field that it needs was not read
                values |= {name: value} if isinstance(value, int) else {}
        return values

    @property
    def place(self) -> Mapping[str, Any]:
        """Where the layer is from: file and record, as far as they are known."""
        return self._tree.known.place

    # ---- where it leads

    @property
    def children(self) -> tuple[Node, ...]:
        """Its parts in order, those without a field among them; empty for a simple value."""
        if self._children is None:
            grow, self._grow = self._grow, None
            found = list(grow(self)) if grow is not None else []
            self._children = tuple(found if grow is None or self.role == "view" else _filled(self, found))
        return self._children

    @property
    def parts(self) -> tuple[Node, ...]:
        """Its parts that are fields or list items."""
        return tuple(child for child in self.children if child.role == "field")

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in order of their bytes."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def leaves(self) -> Iterator[Node]:
        """The nodes without parts: together they are the bytes of this node, each once."""
        return (node for node in self.walk() if not node.children)

    def errors(self) -> Iterator[Node]:
        """The nodes where the reading ended."""
        return (node for node in self.walk() if node.error is not None)

    def at(self, offset: int) -> Node:
        """The leaf that holds a byte of the layer; IndexError outside of the node."""
        if not self.start <= offset < self.stop:
            raise IndexError(f"byte {offset:#x} is not in {self!r}")
        node = self
        while node.children:
            node = next(child for child in node.children if child.start <= offset < child.stop)
        return node

    def find(self, path: str) -> Node | None:
        """The node at a path below this one; None where there is none. A name may hold slashes."""
        path = path.strip("/")
        if not path:
            return self
        found = self._answer(path)
        at = len(path)
        while found is None and (at := path.rfind("/", 0, at)) > 0:
            head = self._answer(path[:at])
            if head is not None:
                return head.find(path[at + 1 :])
        return found

    def _answer(self, name: str) -> Node | None:
        parts = self.parts
        if name.isdigit() and int(name) < len(parts) and parts[int(name)].name == name:
            return parts[int(name)]
        for child in self.children:
            if child.name == name:
                return child
        for child in parts:
            if child.label and child.label == name:
                return child
        inside = (child._answer(name) for child in parts if child.structure)
        return self._tree.known.answer(self, name) or next((node for node in inside if node is not None), None)

    def view(self, name: str, nodes: Sequence[Node]) -> Node:
        """A node for a selection of nodes below this one; it takes no part in `children` and `leaves`."""
        return Node(self._tree, self, name, self.start, self.stop, role="view", grow=lambda _: nodes)

    def __getitem__(self, key: int | str) -> Node:
        """A part by its number, or a node by its path; IndexError or KeyError where there is none."""
        if isinstance(key, int):
            return self.children[key] if self.role == "view" else self.parts[key]
        found = self.find(key)
        if found is None:
            raise KeyError(f"{key!r} is not below {self!r}, which has {', '.join(self._names()) or 'no parts'}")
        return found

    def __getattr__(self, name: str) -> Node:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._answer(name)
        if found is None:
            raise AttributeError(f"{self!r} has no {name!r}; it has {', '.join(self._names()) or 'no parts'}")
        return found

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Node]:
        return iter(self.children)

    def _names(self, most: int = 20) -> list[str]:
        """Names of parts, and of those that have one their own, for messages and completion."""
        shown = [child.label or child.name for child in self.children[:most]]
        return [text.printable(name) for name in shown] + (["..."] if len(self.children) > most else [])

    def _ipython_key_completions_(self) -> list[str]:
        return [child.label or child.name for child in self.children]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(child.name for child in self.parts if child.name.isidentifier())]

    def __repr__(self) -> str:
        name = text.printable(self.path or self.name)
        name += f" {text.printable(self.label)}" if self.label else ""
        return f"<{name}, {self.stop - self.start} bytes at {self.start:#x}>"

    # ---- as data

    def as_dict(self) -> dict[str, Any]:
        """The node and all below it as data for JSON: bytes as hex, and as text where they are printable.

        What is known of a field stands in FIELDS by its `spec`, once for all nodes that have it.
        """
        plain: dict[str, Any] = {"name": self.name, "path": self.path, "start": self.start, "stop": self.stop}
        plain |= {"role": self.role, "status": self.status, "spec": self.spec or self.structure or None}
        for key in ("label", "note", "structure"):
            value = getattr(self, key)
            plain |= {key: value} if value else {}
        if self.error is not None:
            plain["error"] = str(self.error)
        if self.derived:
            plain["derived"] = self.derived
        if not self.children:
            plain |= {"value": self.value.hex() if isinstance(self.value, bytes) else self.value}
            if isinstance(self.value, bytes) and self.value and text.decode(self.value).isprintable():
                plain["text"] = text.decode(self.value)
            return plain | {"file_ranges": self.file_ranges}
        if self.value is not None and not isinstance(self.value, bytes):
            plain["value"] = self.value
        return plain | {"children": [child.as_dict() for child in self.children]}


# ---- making trees

_NO_KNOWLEDGE = Known()


def parse_tree(layer: Layer, structure: str, known: Known = _NO_KNOWLEDGE) -> Node:
    """The tree of a layer that is a structure; ValueError where there is no such structure."""
    if structure not in PARSERS:
        raise ValueError(f"no structure {structure!r}; there are {', '.join(PARSERS)}")
    tree = _Tree(layer, known)
    parse = _parsing(structure, layer.data)
    return Node(tree, None, structure, 0, len(layer.data), structure=structure, spec=structure, grow=parse)


def chain_tree(layer: Layer, structures: Sequence[tuple[str, int]], known: Known = _NO_KNOWLEDGE) -> Node:
    """The tree of a layer that is a chain of blocks: the structure and the length of each, "" for bytes as they are.

    Without blocks the tree is one leaf.
    """

    def grow(root: Node) -> Iterator[Node]:
        start = 0
        for i, (structure, length) in enumerate(structures):
            data = layer.data[start : start + length]
            parse = _parsing(structure, data) if structure else None
            stop = start + length
            node = Node(root._tree, root, str(i), start, stop, value=data, spec=structure, grow=parse)
            node._structure = structure
            yield node
            start = stop

    tree, value = _Tree(layer, known), None if structures else layer.data
    return Node(tree, None, layer.name, 0, len(layer.data), value=value, grow=grow if structures else None)


def _parsing(structure: str, data: bytes) -> Callable[[Node], list[Node]]:
    """Grows a node whose bytes are a structure."""

    def grow(node: Node) -> list[Node]:
        node._struct, error = parse_partly(PARSERS[structure], data, node._tree.known.items)
        return _fields(node, node._struct, node.start, error)

    return grow


def _fields(owner: Node, struct: KaitaiStruct, base: int, error: CronosError | None) -> list[Node]:
    """Nodes of the fields that were read; the last one is where the error is, if there is one."""
    owner._is_broken = error is not None
    spec = spec_of(type(struct))
    begun = [name for name in struct.SEQ_FIELDS if struct._debug.get(name)]
    if error is not None and not begun:
        _hang(owner, error)
    nodes = []
    for name in begun:
        span = struct._debug[name]
        raw = getattr(struct, f"_raw_{name}", None)
        # A part of its own length was cut out before it was read, so its end is known even where it breaks.
        end = span["start"] + len(raw) if isinstance(raw, bytes) else struct._io.size()
        at = base + span["start"], base + span.get("end", end)
        broken = error if name == begun[-1] else None
        nodes.append(_field(owner, struct, name, f"{spec}.{name}", at, getattr(struct, name), base, broken))
    return nodes


def _field(
    owner: Node,
    struct: KaitaiStruct,
    name: str,
    spec: str,
    at: tuple[int, int],
    value: Any,
    base: int,
    error: CronosError | None,
) -> Node:
    """Node of a field, or of a list item, which is a value `name` of a list in `struct`."""
    tree = owner._tree
    if isinstance(value, list):
        node = Node(tree, owner, name, *at, spec=spec)
        node._grow = lambda node: _items(node, struct, value, base, error)
        return node
    if isinstance(value, KaitaiStruct):
        # A sized part is parsed in a stream of its own, whose offsets begin at 0.
        inside = base if value._io is struct._io else at[0]
        raw = getattr(value, "raw", None)
        shown = text.plain(raw) if isinstance(raw, bytes) else None
        node = Node(tree, owner, name, *at, value=shown, spec=spec, structure=spec_of(type(value)))
        node._struct = value
        node._grow = lambda node: _fields(node, value, inside, error)
        return node
    node = Node(tree, owner, name, *at, value=value, spec=spec)
    if error is not None:
        _hang(node, error)
    elif value and spec in tree.known.parts:
        node._structure = None
        node._grow = lambda node: _inner(node, struct)
    return node


def _items(owner: Node, struct: KaitaiStruct, values: list[Any], base: int, error: CronosError | None) -> list[Node]:
    owner._is_broken = error is not None
    spans = struct._debug[owner.name]["arr"]
    nodes = []
    for i, span in enumerate(spans):
        value = values[i] if i < len(values) else None
        spec = spec_of(type(value)) if isinstance(value, KaitaiStruct) else owner.spec
        at = base + span["start"], base + span.get("end", struct._io.size())
        nodes.append(_field(owner, struct, str(i), spec, at, value, base, None if "end" in span else error))
    if error is not None and all("end" in span for span in spans):
        _hang(owner, error)
    return nodes


def _inner(node: Node, owner: KaitaiStruct) -> list[Node]:
    """Parts of a value, where it is a structure of its own."""
    inner = node._tree.known.inner(node, owner)
    node._structure = inner.structure if inner is not None else ""
    return _parsing(inner.structure, inner.data)(node) if inner is not None else []


def _hang(node: Node, error: CronosError) -> None:
    ranges = node._tree.layer.locate(node.start, max(node.stop, node.start + 1))
    offset = ranges[0][0] if ranges else None
    node._error = CronosError(error.message, path=node.spec_path, offset=offset, **node._tree.known.place)


def _filled(owner: Node, found: list[Node]) -> Iterator[Node]:
    """The parts of a node with what no field covers; a value that is no structure has none."""
    if not found and not owner._structure:
        return
    at = owner.start
    for child in found:
        if child.start > at:
            yield _rest("gap", owner, at, child.start)
        yield child
        at = max(at, child.stop)
    if at < owner.stop:
        yield _rest("unread" if owner._is_broken else "slack", owner, at, owner.stop)


def _rest(role: str, owner: Node, start: int, stop: int) -> Node:
    data = owner._tree.layer.data[start:stop]
    return Node(owner._tree, owner, f"{role}_{start - owner.start:02x}", start, stop, value=data, role=role)


def _own_label(item: Node) -> str:
    for path in _LABELS:
        node: Node | None = item
        for name in path:
            node = next((child for child in node.parts if child.name == name), None) if node is not None else None
        if node is not None and isinstance(node.value, str):
            return node.value
    return ""


def spec_of(parser: type[KaitaiStruct]) -> str:
    """Path in the specs of what a generated class reads: `base_definition.tail_2` of BaseDefinition.Tail2."""
    return _spec_of(parser.__module__.rpartition(".")[2], parser.__qualname__.partition(".")[2])


@cache
def _spec_of(structure: str, inner: str) -> str:
    names = (name.removeprefix(f"{structure}.") for name in FIELDS if name.startswith(f"{structure}."))
    return f"{structure}.{next(name for name in names if _class_name(name) == inner)}" if inner else structure


def _class_name(word: str) -> str:
    """The name that the compiler gives the class of a type; paths of fields have a dot and fit no class."""
    return re.sub(r"(?:^|_)(.)", lambda match: match[1].upper(), word)
