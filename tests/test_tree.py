"""Trees of records: every byte in one leaf, partial trees after an error, and the ways to ask for a node."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from recovery_banks import table
from test_readers import SYNTHETIC, Instance, damaged, real_instances

import cronos_fmt
from cronos_fmt import Bank, CronosError, Record, SlotState, Status
from cronos_fmt._gen import layouts
from cronos_fmt._gen.fields import FIELDS
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.bank import PAIRS
from cronos_fmt.bank import open as open_below
from cronos_fmt.inspect.structure import structure_of
from cronos_fmt.inspect.tree import tree_of, tree_of_bytes
from cronos_fmt.kod import DEFAULT
from cronos_fmt.layers import Layer, Piece
from cronos_fmt.leaves import leaves
from cronos_fmt.parsing import parse_partly
from cronos_fmt.spans import Known, Node, parse_tree, spec_of
from cronos_fmt.writer import write_bank

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "bank"
READABLE = [tag for tag, profile in PROFILES.items() if profile.layouts is not None]


@pytest.fixture(scope="module")
def example() -> Iterator[Bank]:
    with cronos_fmt.open(EXAMPLE) as bank:
        yield bank


@pytest.fixture
def dictionary(example: Bank) -> Node:
    return example.stru.record(1).tree


@pytest.fixture
def row(example: Bank) -> Node:
    return example.bank.record(2).tree


def made(description: dict[str, Any], folder: Path) -> Path:
    write_bank(description, folder / "bank")
    return folder / "bank"


def assert_whole(tree: Node) -> None:
    """Every byte of each node is in exactly one of its leaves, in order; parts lie inside of what they are part of."""
    for node in tree.walk():
        at = node.start
        for child in node.children:
            assert child.start == at, (node, child)
            assert child.start <= child.stop <= node.stop
            assert child.parent is node
            at = child.stop
        assert not node.children or at == node.stop, node
    end = tree.start
    for leaf in tree.leaves():
        assert leaf.start == end
        assert leaf.raw_bytes == tree.layer.data[leaf.start : leaf.stop]
        end = leaf.stop
    assert end == tree.stop


def every_record(bank: Bank) -> Iterator[Record]:
    """Every record with a byte, of every pair."""
    for name in bank.file_names:
        file = bank.file(name)
        yield from (record for slot in file.slots() if (record := file.record(slot.number)).layers)


# ---- every byte in one leaf


@pytest.mark.parametrize("instance", SYNTHETIC, ids=lambda instance: f"{instance.structure}-{instance.title}")
def test_every_byte_is_in_one_leaf(instance: Instance) -> None:
    tree = parse_tree(Layer("bytes", instance.data, ()), instance.structure)
    assert_whole(tree)
    assert not list(tree.errors())
    assert {node.role for node in tree.walk()} == {"field"}


@settings(max_examples=600, deadline=None, derandomize=True, database=None)
@given(damaged())
def test_every_byte_is_in_one_leaf_of_damaged_bytes(case: tuple[str, bytes]) -> None:
    name, data = case
    tree = tree_of_bytes(data, name)
    assert_whole(tree)
    _, error = parse_partly(PARSERS[name], data)
    assert error is None or list(tree.errors())
    json.dumps(tree.as_dict())


@pytest.mark.parametrize("instance", SYNTHETIC, ids=lambda instance: f"{instance.structure}-{instance.title}")
def test_leaves_are_those_of_the_parser(instance: Instance) -> None:
    tree = parse_tree(Layer("bytes", instance.data, ()), instance.structure)
    parsed, _ = parse_partly(PARSERS[instance.structure], instance.data)
    found = [(node.spec_path, node.start, node.stop, node.value) for node in tree.leaves() if node.stop > node.start]
    expected = [(f"{tree.name}.{leaf.path}", *leaf[1:]) for leaf in leaves(parsed) if leaf.stop > leaf.start]
    assert found == expected


@pytest.mark.parametrize("name", PARSERS)
def test_every_field_has_its_documentation(name: str) -> None:
    for instance in SYNTHETIC:
        if instance.structure == name:
            for node in tree_of_bytes(instance.data, name).walk():
                assert node.spec in FIELDS
                assert (node.doc, node.status, node.evidence) == FIELDS[node.spec]
                assert node.doc.strip() in node.help and f"status: {node.status}" in node.help


def test_names_of_inner_types() -> None:
    for name, parser in PARSERS.items():
        assert spec_of(parser) == name
        for inner in vars(parser).values():
            if isinstance(inner, type):
                assert spec_of(inner).startswith(f"{name}.") and spec_of(inner) in FIELDS


def test_bytes_behind_the_last_field_are_slack() -> None:
    tree = tree_of_bytes(b"\1\0\0\0rest", "ns2")
    (slack,) = [node for node in tree.walk() if node.role == "slack"]
    assert (slack.name, slack.span, slack.value, slack.status) == ("slack_04", (4, 8), b"rest", "unknown")
    assert_whole(tree)


def test_slack_inside_a_part_with_a_length() -> None:
    # The bit card of a link takes words of four bytes and leaves none over, so a block of a definition is made longer.
    instance = next(i for i in SYNTHETIC if i.structure == "base_definition" and i.title == "marker 4")
    tree = tree_of_bytes(instance.data + b"more", "base_definition")
    assert tree["tail/unknown_after_block"].value == b"more"
    assert_whole(tree)


# ---- after an error


def check_cut(name: str, data: bytes, length: int, whole: dict[str, tuple[int, int]]) -> None:
    """The tree of a structure cut short: what was read stands where it stood, and the field that broke is named."""
    tree = tree_of_bytes(data[:length], name)
    assert_whole(tree)
    parsed, error = parse_partly(PARSERS[name], data[:length])
    broken = [node for node in tree.errors()]
    top = [node for node in broken if not _is_inside_value(node)]
    assert len(top) == (error is not None)
    for node in broken:
        assert node.error is not None and node.error.path == node.spec_path
        assert node.error.path.startswith(name) and not node.parts
        # It is a field or an item of the whole structure, or the item that would come next.
        assert node.path in whole or (node.name.isdigit() and node.parent is not None and node.parent.path in whole)
    if error is not None:
        assert top[0].error is not None and top[0].error.message == error.message
    nodes = {node.spec_path: node for node in tree.walk()}
    for leaf in leaves(parsed):
        node = nodes[f"{name}.{leaf.path}"]
        assert (node.span, node.value if leaf.value != [] else []) == ((leaf.start, leaf.stop), leaf.value)
        # What is read stands where it stands in the whole, but for the one field whose length counts from the end.
        if leaf.stop < length and node.path in whole and node.spec != "bit_card_stru.bits":
            assert whole[node.path] == node.span or leaf.value == []


def _is_inside_value(node: Node) -> bool:
    """Whether a node is below a value that is a structure of its own; an error there ends nothing outside."""
    above = node.parent
    while above is not None and above.parent is not None:
        if isinstance(above.value, bytes):
            return True
        above = above.parent
    return False


@pytest.mark.parametrize("instance", SYNTHETIC, ids=lambda instance: f"{instance.structure}-{instance.title}")
def test_structure_cut_short_at_every_length(instance: Instance) -> None:
    whole = {node.path: node.span for node in tree_of_bytes(instance.data, instance.structure).walk()}
    for length in range(len(instance.data)):
        check_cut(instance.structure, instance.data, length, whole)


@pytest.mark.realdata
def test_sample_structures_cut_short_at_every_length(sample_banks: dict[str, Path]) -> None:
    """The shortest, the longest and some other instance of each structure of the samples."""
    found: dict[str, set[bytes]] = {}
    for folder in sample_banks.values():
        for name, data in real_instances(folder):
            found.setdefault(name, set()).add(data)
    assert len(found) > 15
    for name, all_data in found.items():
        ordered = sorted(all_data, key=lambda data: (len(data), data))
        for data in {ordered[0], ordered[len(ordered) // 2], ordered[-1]}:
            whole = {node.path: node.span for node in tree_of_bytes(data, name).walk()}
            for length in range(min(len(data), 1_500)):
                check_cut(name, data, length, whole)


@pytest.mark.parametrize(
    ("structure", "data", "path", "message", "span"),
    [
        ("bank_record", "01 61 1E 1B FF 00 00 00 62", "bank_record.values[1].counted.body", "cut off", (8, 9)),
        ("bit_card_bank", "00 00 00 80 01 02", "bit_card_bank.words[1]", "cut off", (4, 6)),
        ("bit_card_bank", "00", "bit_card_bank.words[0]", "cut off", (0, 1)),
        ("dictionary", "05 61", "dictionary.kind", "is not the constant 03", (0, 1)),
        ("dictionary", "03 01 61 02 00 00 80 7A", "dictionary.entries[0].value", "cut off", (7, 8)),
        ("bit_card_stru", "FF", "bit_card_stru.bits", "is none of the values allowed", (0, 1)),
        (
            "file_reference",
            "01 00 00 00 02 00 00 00 61 62 FF",
            "file_reference.strings.name_separator",
            "cut off",
            (10, 10),
        ),
    ],
)
def test_error_hangs_on_its_node(structure: str, data: str, path: str, message: str, span: tuple[int, int]) -> None:
    tree = tree_of_bytes(bytes.fromhex(data), structure, at=0x1000)
    (node,) = tree.errors()
    assert node.error is not None
    assert (node.error.path, node.error.message, node.span) == (path, message, span)
    assert "breaks here: " + message in node.help
    assert_whole(tree)


def test_what_an_error_leaves_unread_is_named() -> None:
    tree = tree_of_bytes(bytes.fromhex("01 00 00 00 02 00 00 00 61 62 FF"), "file_reference")
    assert [(node.name, node.role) for node in tree.children] == [
        ("unknown_00", "field"), ("strings_length", "field"), ("strings", "field"), ("unread_0a", "unread"),
    ]  # fmt: skip
    assert tree["strings/name"].value == b"ab"


def test_too_many_items_hang_on_the_list() -> None:
    class Few(Known):
        items = 3

    tree = parse_tree(Layer("bytes", b"\1a\x1eb\x1ec\x1ed", ()), "bank_record", Few())
    (node,) = tree.errors()
    assert node.path == "values" and node.error is not None
    assert "limit items" in str(node.error)
    assert [child.name for child in node.children] == ["0", "1", "2", "unread_06"]
    assert_whole(tree)


def test_error_in_a_value_ends_nothing_outside() -> None:
    """A definition that breaks inside a dictionary: the entries behind it are read."""
    entries = b"".join(
        bytes([len(key)]) + key + (len(value) | 1 << 31).to_bytes(4, "little") + value
        for key, value in ((b"Base001", b"\0\0\3"), (b"NS2", b"\7\0\0\0"))
    )
    tree = tree_of_bytes(b"\3" + entries, "dictionary")
    (node,) = tree.errors()
    assert node.error is not None and node.error.path == "dictionary.entries[0].value.unknown_02"
    assert tree["entries/NS2/record_number"].value == 7
    assert_whole(tree)


# ---- asking for a node


def test_node_by_attribute_index_and_path(dictionary: Node) -> None:
    assert dictionary.entries[3].key is dictionary["entries"][3]["key"] is dictionary["entries/3/key"]
    assert dictionary["entries/3/key"].value == "BankName"
    assert dictionary["entries/BankName"] is dictionary["entries"]["BankName"] is dictionary.entries[3]
    assert dictionary.entries[-1].label == "Version"
    assert dictionary[""] is dictionary and dictionary["/entries/"] is dictionary.entries
    assert dictionary.find("entries/99") is None


def test_what_a_structure_inside_has_a_node_has(dictionary: Node) -> None:
    entry = dictionary["entries/Base000"]
    assert entry["fields/0/name"] is entry["value/fields/0/body/name"]
    assert entry["fields/0/name"].value == "Системный номер"
    assert entry["mnemonic"].path == "entries/4/value/mnemonic"


def test_definition_in_a_record_of_its_own(example: Bank, dictionary: Node) -> None:
    node = dictionary["bases/Base001/fields/3/name"]
    assert node.value == dictionary["entries/Base001/fields/3/name"].value == "Дата рождения"
    assert node.place == {"file": "CroStru", "record": example.schema.entries["Base001"].record}
    assert [entry.label for entry in dictionary.bases] == [f"Base00{i}" for i in range(5)]
    assert dictionary.bases[1].label == "Base001"
    assert dictionary.bases not in dictionary.children


@pytest.mark.parametrize("key", ["nothing", "entries/nothing", "entries/99/key", "bases/Base001/fields/99"])
def test_no_such_node(dictionary: Node, key: str) -> None:
    with pytest.raises(KeyError, match="is not below"):
        dictionary[key]
    with pytest.raises(AttributeError, match="it has kind, entries"):
        _ = dictionary.nothing
    with pytest.raises(IndexError):
        dictionary.entries[99]


def test_shells_can_ask(dictionary: Node) -> None:
    assert {"entries", "kind", "help"} <= set(dir(dictionary))
    assert "Base001" in dictionary.entries._ipython_key_completions_()
    for name in ("__deepcopy__", "_ipython_canary_method_should_not_exist_"):
        assert not hasattr(dictionary, name)
    assert repr(dictionary.entries[3]) == "<entries/3 BankName, 29 bytes at 0x42>"
    assert dictionary and len(dictionary) == 2 and list(dictionary) == list(dictionary.children)


def test_name_with_a_slash(tmp_path: Path) -> None:
    fields = [{"name": "Дом/кв", "type": "text"}, {"name": "Дом", "type": "text"}]
    rows = [{"number": 1, "values": {"Дом/кв": "1/2", "Дом": "3"}}]
    with cronos_fmt.open(made({"tables": [{"name": "T", "fields": fields, "rows": rows}]}, tmp_path)) as bank:
        tree = bank.bank.record(1).tree
        assert tree["values/Дом/кв/plain"].value == b"1/2"
        assert tree["values/Дом/plain"].value == b"3"


def test_leaf_at_an_offset(row: Node) -> None:
    assert row.at(0).name == "base_id"
    for offset in range(row.stop):
        leaf = row.at(offset)
        assert not leaf.children and leaf.start <= offset < leaf.stop
    with pytest.raises(IndexError, match="is not in"):
        row.at(row.stop)


def test_nothing_is_built_before_it_is_asked_for(example: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    real = Node.__init__

    def counting(self: Node, tree: Any, parent: Any, name: str, *rest: Any, **more: Any) -> None:
        built.append(name)
        real(self, tree, parent, name, *rest, **more)

    monkeypatch.setattr(Node, "__init__", counting)
    tree = tree_of(example, example.stru.record(example.schema.entries["Base001"].record))
    assert built == ["referenced_value"]
    _ = tree.children
    assert built == ["referenced_value", "kind", "value"]


# ---- what the bank knows


def test_values_of_a_row_have_the_names_of_their_fields(example: Bank, row: Node) -> None:
    labels = [item.label for item in row["values"]]
    fields = example.tables["Клиенты"].fields
    assert labels[:3] == ["ФИО", "ИНН", "Дата рождения"]
    assert labels[3] == "hidden_4"
    for field in fields:
        item = row["values"].parts[field.position - 1]
        assert item.label == field.column and row[f"values/{field.column}"] is item
    assert row["values/Дата рождения/plain"].note == "date: 1985-04-02"
    assert row["values/ФИО/plain"].note == "text"


@pytest.mark.parametrize(
    ("positions", "labels"),
    [
        ("physical", ["А", "hidden_2", "Б"]),
        ("definition", ["А", "Б", ""]),
        ("bytes", ["А", "", ""]),
    ],
)
def test_names_follow_the_reading_of_positions(positions: str, labels: list[str], tmp_path: Path) -> None:
    fields = [{"name": "А", "type": "text"}, {"name": "Б", "type": "text", "position": 3}]
    raw = [{"number": 1, "hex": b"\1a\x1eb\x1ec".hex()}]
    folder = made({"tables": [{"name": "T", "fields": fields}], "raw_records": raw}, tmp_path)
    with cronos_fmt.open(folder, positions=positions) as bank:
        assert [item.label for item in bank.bank.record(1).tree["values"]] == labels


def test_values_that_are_structures_of_their_own(dictionary: Node, row: Node, example: Bank) -> None:
    body = row["values/Договор/counted/body"]
    assert body.structure == "file_reference"
    assert (body["strings/name"].value, body["strings/record_number"].value) == (
        "Договор Иванов".encode("cp1251"),
        b"30",
    )
    assert [item["value"].value for item in row["values/Телефоны/plain/items"]] == [
        b"+7 495 123-45-67",
        b"+7 916 765-43-21",
    ]
    assert row["values/ФИО/plain"].structure == "" and not row["values/ФИО/plain"].children
    ns1 = dictionary["entries/NS1/value"]
    assert (ns1.structure, ns1["body"].structure) == ("ns1", "ns1_body")
    assert ns1["body/serial"].value == 1
    # Decoded values stand in the same bytes of the record.
    assert ns1["body/serial"].raw_bytes == ns1["body"].value[:4] != (1).to_bytes(4, "little")
    assert dictionary["entries/Bank/value/time"].value == 1_700_000_000
    assert dictionary["entries/Base000/value"].note == "Definition of a base."
    definition = dictionary["bases/Base001"]
    assert definition["fields/1/body/type_code"].note == "text"


@pytest.mark.parametrize(
    ("body", "structure"),
    [
        ("01 00 00 00 05 00 00 00 61 1E 62 1E 37", "file_reference"),
        ("02 00 00 00 05 00 00 00 61 1E 62 1E 37 05 00 00 00 61 1E 62 1E 38", "file_reference_list"),
        ("01 00 00 00 05 00 00 00 61 1E 62 1E 37 01 00 00 00 05 00 00 00 61 1E 62 1E 38", "file_reference_chain"),
        ("01 00 00 00 05 00 00 00 61 1E 62 1E 37 FF", "file_reference"),
        ("FF FF", "file_reference"),
    ],
)
def test_file_references(body: str, structure: str, tmp_path: Path) -> None:
    data = bytes.fromhex(body)
    raw = [{"number": 1, "hex": (b"\1\x1b" + len(data).to_bytes(4, "little") + data).hex()}]
    folder = made({"tables": [{"name": "T", "fields": [{"name": "Ф", "type": "file"}]}], "raw_records": raw}, tmp_path)
    with cronos_fmt.open(folder) as bank:
        tree = bank.bank.record(1).tree
        assert tree["values/Ф/counted/body"].structure == structure
        assert_whole(tree)


def test_structure_of_every_record_of_the_example(example: Bank) -> None:
    expected = {"rows": "bank_record", "files": "file_record", "deleted": "bank_record", "unassigned": "bank_record"}
    for record in every_record(example):
        found = structure_of(example, record).name
        assert_whole(record.tree)
        assert not list(record.tree.errors())
        if record.file.name == PAIRS["bank"] and record.data:
            item = example.classify(record.number)
            system = "ns1" if record.number == example.schema.ns1_copy else "bit_card_bank"
            assert found == expected.get(item.kind.value, system), record
        elif record.file.name == PAIRS["stru"] and record.data:
            assert found in ("dictionary", "referenced_value", "bit_card_stru"), record


@pytest.mark.realdata
def test_every_byte_of_the_samples_is_in_a_named_field(sample_bank: Path) -> None:
    with cronos_fmt.open(sample_bank) as bank:
        for record in every_record(bank):
            tree = record.tree
            assert_whole(tree)
            assert not list(tree.errors()), record
            if record.file.name != PAIRS["index"]:
                assert not [node for node in tree.walk() if node.role != "field"], record
                assert tree.structure != "opaque_value" or not record.data
        for base in bank.schema.bases:
            definition = bank.stru.record(bank.schema.record).tree[f"bases/{base.key}"]
            names = [field["name"].value for field in definition["fields"].parts]
            assert [field.name for field in base.fields] == sorted(names[1:], key=[f.name for f in base.fields].index)


def test_bank_without_definitions(tmp_path: Path) -> None:
    rows = [{"number": 1, "values": {"А": "раз"}}]
    stored = [{"number": 2, "text": "файл"}]
    table_of = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": rows}
    folder = made({"tables": [table_of], "stored_files": stored}, tmp_path)
    for end in (".dat", ".tad"):
        (folder / f"CroStru{end}").unlink()
    with cronos_fmt.open(folder) as bank:
        assert bank.bank.record(1).tree["values/0/plain"].value == "раз".encode("cp1251")
        assert bank.bank.record(2).tree.structure == "file_record"


@pytest.mark.parametrize("encoded", [False, True])
def test_copy_of_ns1(encoded: bool, tmp_path: Path) -> None:
    """It is known by its bytes: the record that NS2 names may hold a row by now, or the copy as it is, not encoded."""
    table_of = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": [{"number": 1, "values": {"А": "раз"}}]}
    description = {"tables": [table_of], "files": {"bank": {"encoded": encoded}}, "ns1_record": 5}
    folder = made(description, tmp_path)
    with cronos_fmt.open(folder) as bank:
        ns1, slot = bank.schema.ns1, bank.bank.slot(5)
        assert ns1 is not None
        record = bank.bank.record(5)
        assert (record.tree.structure, record.data == ns1) == ("ns1", True)
    with open(folder / "CroBank.dat", "r+b") as file:
        file.seek(slot.offset)
        file.write(ns1)
    with cronos_fmt.open(folder) as bank:
        tree = bank.bank.record(5).tree
        assert (tree.structure, tree.layer.name, tree["body/serial"].value) == ("ns1", "assembled", 1)
        assert tree_of(bank, bank.bank.record(5), "stored").structure == "ns1"
    with open(folder / "CroBank.dat", "r+b") as file:
        file.seek(slot.offset)
        file.write(DEFAULT.encode(b"\1" + b"x" * (slot.length - 1), 5) if encoded else b"\1" + b"x" * (slot.length - 1))
    with cronos_fmt.open(folder) as bank:
        assert bank.bank.record(5).tree["values/А/plain"].value == b"x" * (slot.length - 1)


def test_list_of_known_banks_and_others(tmp_path: Path) -> None:
    folder = made({"tables": []}, tmp_path)
    known = next(i.data for i in SYNTHETIC if i.structure == "known_banks")
    for end in (".dat", ".tad"):
        (folder / f"CroSys{end}").write_bytes((folder / f"CroBank{end}").read_bytes())
    with cronos_fmt.open(folder) as bank:
        file = bank.file("CroSys")
        number = next(slot.number for slot in file.slots() if slot.is_live and slot.length)
        record = file.record(number)
        assert structure_of(bank, record).name == "opaque_value"
        assert structure_of(bank, record, known).name == "known_banks"


# ---- layers


@pytest.mark.parametrize("tag", READABLE)
@pytest.mark.parametrize("encoded", [False, True])
def test_layers_lead_back_to_the_file(tag: str, encoded: bool, tmp_path: Path) -> None:
    own = table(5)
    rows = [
        {"number": 1, "values": {"А": "раз"}},
        {"number": 2, "values": {"А": "два " * 100}, "storage": "extended"},
        {"number": 3, "values": {"А": "три " * 200}, "compress": 300},
    ]
    if tag == "01.01":
        rows.pop()
    base = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": rows}
    kod = {"kod": own.table.hex()} if encoded else {}
    files = {"stru": {"encoded": encoded}, "bank": {"encoded": encoded, "block_size": 48}}
    folder = made({"version": tag, "tables": [base], "files": files, **kod}, tmp_path)
    dat = (folder / "CroBank.dat").read_bytes()
    with cronos_fmt.open(folder, kod=own if encoded else "auto", accept_doubtful=True) as bank:
        for row in rows:
            record = bank.bank.record(int(row["number"]))
            names = [layer.name for layer in record.layers]
            assert names == ["stored", "assembled", *["decoded"] * encoded, *["inflated"] * ("compress" in row)]
            for name in names:
                tree = tree_of(bank, record, name)
                assert_whole(tree)
                assert not list(tree.errors())
                for leaf in tree.leaves():
                    found = b"".join(dat[at : at + size] for at, size in leaf.file_ranges)
                    if name in ("stored", "assembled") or (name == "decoded" and not encoded):
                        assert found == leaf.raw_bytes
                    elif name == "decoded":
                        assert len(found) == leaf.stop - leaf.start
                    else:
                        assert (not tree.layer.is_exact and len(found) > 0) or leaf.start == leaf.stop
            assert record.tree["values/А/plain"].value.startswith(str(row["values"]["А"])[:3].encode("cp1251"))


def test_stored_layer_is_a_chain_of_blocks(example: Bank) -> None:
    tree = tree_of(example, example.stru.record(1), "stored")
    assert [node.structure for node in tree.children] == ["first_chunk_32", "continuation_32"]
    assert tree["0/next"].value == example.stru.record(1).layers[0].pieces[1].at
    assert tree["1/next"].value == 0
    assert tree["0/payload"].value + tree["1/payload"].value == example.stru.record(1).layers[1].data


def test_compressed_layer_is_taken_apart(tmp_path: Path) -> None:
    rows = [{"number": 1, "values": {"А": "три " * 200}, "compress": 300}]
    base = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": rows}
    with cronos_fmt.open(made({"tables": [base]}, tmp_path)) as bank:
        tree = tree_of(bank, bank.bank.record(1), "assembled")
        assert tree.structure == "compressed_record" and tree["chunks/0/mark"].value == b"\x08\0"
        first, *_ = bank.bank.record(1).tree["values/А/plain"].file_ranges
        assert first[1] == tree["chunks/0/size"].value + 2


def test_no_such_layer(example: Bank) -> None:
    with pytest.raises(CronosError, match="has no layer 'inflated'") as error:
        tree_of(example, example.bank.record(2), "inflated")
    assert error.value.status is Status.USAGE and error.value.hint == "it has stored, assembled"


def test_free_record_has_no_tree(example: Bank) -> None:
    free = next(slot.number for slot in example.bank.slots() if slot.state is SlotState.FREE)
    with pytest.raises(CronosError, match="no bytes belong to it"):
        _ = example.bank.record(free).tree


def test_record_without_its_table_shows_what_is_stored(tmp_path: Path) -> None:
    base = {"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": [{"number": 1, "values": {"А": "раз"}}]}
    folder = made({"tables": [base], "files": {"bank": {"encoded": True}}}, tmp_path)
    with cronos_fmt.open(folder, kod=None) as bank:
        record = bank.bank.record(1)
        layers, error = record.readable_layers
        assert [layer.name for layer in layers] == ["stored", "assembled"]
        assert error is not None and error.status is Status.KOD
        assert (record.tree.name, record.tree.value, record.tree.children) == ("assembled", layers[1].data, ())
        with pytest.raises(CronosError, match="KOD table"):
            _ = record.layers


def test_record_of_a_file_cut_short_at_every_length(tmp_path: Path) -> None:
    rows = [
        {"number": 1, "values": {"А": "раз " * 8, "Б": "1985-04-02"}},
        {"number": 2, "values": {"А": "два " * 40}, "storage": "extended"},
    ]
    fields = [{"name": "А", "type": "text"}, {"name": "Б", "type": "date"}]
    files = {"bank": {"block_size": 32}}
    folder = made({"tables": [{"name": "T", "fields": fields, "rows": rows}], "files": files}, tmp_path)
    data = (folder / "CroBank.dat").read_bytes()
    with cronos_fmt.open(folder) as bank:
        first = bank.bank.data_start
        whole = {n: bank.bank.record(n).layers[1].data for n in (1, 2)}
        last = {n: max(p.at + p.length for p in bank.bank.record(n).layers[0].pieces) for n in (1, 2)}
    partly = 0
    for length in range(first, len(data)):
        (folder / "CroBank.dat").write_bytes(data[:length])
        with cronos_fmt.open(folder) as bank:
            for number in (1, 2):
                record = bank.bank.record(number)
                layers, error = record.readable_layers
                assert (error is None) == (length >= last[number])
                if layers:
                    assert whole[number].startswith(layers[1].data)
                    assert_whole(record.tree)
                    partly += error is not None
                else:
                    assert error is not None and error.record == number
                    with pytest.raises(CronosError):
                        _ = record.tree
    assert partly > 100


# ---- as data, and where it comes from


def test_tree_as_data(row: Node) -> None:
    plain = json.loads(json.dumps(row.as_dict()))
    assert (plain["start"], plain["stop"], plain["structure"]) == (0, 218, "bank_record")
    values = plain["children"][1]["children"]
    assert values[0]["label"] == "ФИО"
    first = values[0]["children"][0]
    assert first["path"] == "values/0/plain" and first["text"] == "Иванов Иван Иванович"
    assert bytes.fromhex(first["value"]).decode("cp1251") == first["text"]
    assert first["file_ranges"] == [[0x123, 20]] and first["status"] == "verified"


def test_derived_values(dictionary: Node) -> None:
    assert dictionary["entries/NS1"].derived == {"is_inline": True}
    slot = layouts.TadSlotV332.pack("inline", 0x100, 5)
    assert tree_of_bytes(slot, "tad_slot_v3_32").derived["data_offset"] == 0x100
    assert "data_offset" not in tree_of_bytes(slot[:2], "tad_slot_v3_32").derived
    assert tree_of_bytes(b"\1a\x1e", "bank_record")["values/0"].derived == {}  # a look at the next byte is none


def test_bytes_stand_where_the_caller_says() -> None:
    below = Layer("file", bytes(100), (Piece(0, 100, 0x500, 100),))
    assert tree_of_bytes(b"\1\0\0\0", "ns2", 0x20)["record_number"].file_ranges == [(0x20, 4)]
    assert tree_of_bytes(b"\1\0\0\0", "ns2", 0x20, below)["record_number"].file_ranges == [(0x520, 4)]
    assert tree_of_bytes(b"\1\0\0\0", "ns2")["record_number"].file_ranges == []
    with pytest.raises(ValueError, match="no structure 'nothing'; there are bank_record"):
        tree_of_bytes(b"", "nothing")


def test_only_an_opened_bank_takes_records_apart() -> None:
    with open_below(EXAMPLE) as bank, pytest.raises(CronosError, match=r"use cronos_fmt\.open"):
        _ = bank.bank.record(2).tree


# ---- what it costs


def _count_reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Bytes read from files so far."""
    from cronos_fmt.source import Source

    real, total = Source._fill, [0]

    def counting(self: Source, offset: int, length: int) -> None:
        real(self, offset, length)
        total[0] += len(self._window)

    monkeypatch.setattr(Source, "_fill", counting)
    return lambda: total[0]


def test_one_record_of_ten_million(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree, and a `repr`, cost no pass over the slots: next to nothing of the file is read."""
    slots = 10_000_000
    rows = [{"number": 1, "values": {"А": "раз"}}]
    folder = made({"tables": [{"name": "T", "fields": [{"name": "А", "type": "text"}], "rows": rows}]}, tmp_path)
    with cronos_fmt.open(folder) as bank:
        head, layout, first = bank.bank.layouts.tad_header.SIZE, bank.bank.layouts.tad_slot, bank.bank.slot(1)
    with open(folder / "CroBank.tad", "r+b") as file:
        file.truncate(head + slots * layout.SIZE)
        file.seek(head + (slots - 1) * layout.SIZE)
        file.write(layout.pack("inline", first.offset, first.length))
    read = _count_reads(monkeypatch)
    with cronos_fmt.open(folder) as bank:
        assert repr(bank).startswith("<bank ")
        assert bank.bank.slot_count == slots
        tree = bank.bank.record(slots).tree
        assert tree["values/А/plain"].value == "раз".encode("cp1251")
        assert not list(tree.errors())
    assert read() < 4 << 20
