"""Bytes beside their tree: every byte in its column, its colour that of its field, and lines that fit the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from test_readers import SYNTHETIC, Instance

import cronos_fmt
from cronos_fmt.inspect.hexdump import (
    BROKEN,
    PALETTE,
    REST,
    Line,
    colours,
    hex_lines,
    hexdump,
    plain,
    shown_value,
    tree_lines,
)
from cronos_fmt.inspect.tree import tree_of_bytes
from cronos_fmt.layers import Layer
from cronos_fmt.spans import Node, parse_tree
from cronos_fmt.text import decode

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "bank"
_LEAF = re.compile(r"([0-9a-f]{8}) +(\d+)  ")


@pytest.fixture
def row() -> Iterator[Node]:
    with cronos_fmt.open(EXAMPLE) as bank:
        yield bank.bank.record(2).tree


def hex_columns(line: str, width: int) -> dict[int, int]:
    """The bytes of a line by the column of the row that they stand in."""
    cells = [line[17 + 3 * i : 19 + 3 * i] for i in range(width)]
    return {i: int(cell, 16) for i, cell in enumerate(cells) if cell.strip()}


# ---- colours


def test_neighbours_differ_and_colours_come_round() -> None:
    tree = tree_of_bytes(b"\1" + b"a\x1e" * 20, "bank_record")
    found = colours(tree.leaves())
    shown = [found[leaf.path] for leaf in tree.leaves()]
    assert len(found) == 41 and set(shown) == set(PALETTE)
    assert all(a != b for a, b in pairwise(shown))
    assert found["base_id"] == PALETTE[0] and found["values/0/plain"] == PALETTE[1]
    assert found == colours(tree.leaves())


def test_bytes_of_no_field_and_broken_fields_stand_out() -> None:
    slack = tree_of_bytes(b"\1\0\0\0rest", "ns2")
    assert colours(slack.leaves()) == {"record_number": PALETTE[0], "slack_04": REST}
    broken = tree_of_bytes(bytes.fromhex("01 00 00 00 02 00 00 00 61 62 FF"), "file_reference")
    found = colours(broken.leaves())
    assert (found["strings/name_separator"], found["unread_0a"]) == (BROKEN, REST)
    assert not {BROKEN, REST} & set(PALETTE)


def test_a_field_has_one_colour_in_hex_text_and_tree(row: Node) -> None:
    paint = colours(row.leaves())
    by_start = {leaf.start: leaf for leaf in row.leaves() if leaf.stop > leaf.start}
    seen = 0
    leaf: Node | None = None
    for line in tree_lines(row, full=True):
        match = _LEAF.match(plain(line))
        if match is not None:
            node = by_start.get(int(match[1], 16))
            leaf = node if node is not None and node.stop - node.start == int(match[2]) else None
        coloured = {segment.colour for segment in line if segment.text.strip() and segment.colour} - {"bold"}
        if hex_columns(plain(line), 16) and leaf is not None:
            assert coloured == {paint[leaf.path]}
            seen += 1
    assert seen > 40


def test_hexdump_in_the_colours_of_the_fields(row: Node) -> None:
    paint = colours(row.leaves())
    colour_at: list[str] = []
    for line in hex_lines(row.raw_bytes, 0, row.leaves()):
        for segment in line[1:]:
            if re.fullmatch(r"([0-9a-f]{2} )+", segment.text):
                colour_at += [segment.colour] * (len(segment.text) // 3)
    assert colour_at == [paint[row.at(i).path] for i in range(row.stop)]
    assert [plain(line) for line in hex_lines(row.raw_bytes, 0, row.leaves())] == list(hexdump(row.raw_bytes))


def test_hexdump_of_a_part_keeps_its_colours_and_offsets(row: Node) -> None:
    part = row["values/ИНН"]
    (line,) = hex_lines(part.raw_bytes, part.start, part.leaves())
    assert plain(line).startswith("00000016  30 30 37")
    assert [segment.colour for segment in line if segment.colour] == [PALETTE[0], PALETTE[1]] * 2


# ---- bytes in their columns


@pytest.mark.parametrize("width", [None, 60, 80, 120, 200])
@pytest.mark.parametrize("instance", SYNTHETIC, ids=lambda instance: f"{instance.structure}-{instance.title}")
def test_every_byte_stands_in_its_column(instance: Instance, width: int | None) -> None:
    tree = tree_of_bytes(instance.data, instance.structure)
    lines = [plain(line) for line in tree_lines(tree, width, full=True)]
    ruler, *rest = lines
    row = len(ruler[17:].split("  ")[0].split())
    assert row in (4, 8, 16, 32)
    found: dict[int, int] = {}
    for line in rest:
        address = int(line[:8], 16) // row * row if line[:8].strip() else 0
        for column, byte in hex_columns(line, row).items():
            assert address + column not in found
            found[address + column] = byte
    assert found == dict(enumerate(instance.data))
    assert width is None or all(len(line) <= width for line in lines)


def test_exact_ranges_and_text_column(row: Node) -> None:
    lines = [plain(line) for line in tree_lines(row)]
    assert lines[0].split() == ["offset", "bytes", *(f"{i:02x}" for i in range(16)), "0123456789abcdef", "bank_record"]
    leaves = [leaf for leaf in row.leaves() if leaf.stop > leaf.start]
    ranges = [
        (int(match[1], 16), int(match[2])) for line in lines if (match := _LEAF.match(line)) and line[17:64].strip()
    ]
    assert ranges == [(leaf.start, leaf.stop - leaf.start) for leaf in leaves]
    (name,) = [line for line in lines if 'plain = "Иванов' in line]
    assert name[66:82] == " Иванов Иван Ива"
    assert name.endswith('plain = "Иванов Иван Иванович" (text)')


def test_every_node_has_its_line(row: Node) -> None:
    lines = [plain(line) for line in tree_lines(row, full=True)]
    titles = [line[84:].strip() for line in lines[1:] if len(line) > 84]
    nodes = [node for node in row.walk() if node.parent is not None]
    assert len(titles) == len(nodes)
    for title, node in zip(titles, nodes, strict=True):
        assert title.split()[0] == node.name
        assert node.label in title and shown_value(node) in title


def test_long_values_and_lists_are_cut_with_a_marker() -> None:
    long = tree_of_bytes(b"\1" + b"x" * 1_000, "bank_record")
    lines = [plain(line) for line in tree_lines(long)]
    assert any("… 937 bytes more, up to 0x3e9" in line for line in lines) and len(lines) < 12
    assert len(list(tree_lines(long, full=True))) > 60
    many = tree_of_bytes(b"\1" + b"x\x1e" * 1_000, "bank_record")
    lines = [plain(line) for line in tree_lines(many)]
    assert lines[-1].strip() == "… 900 items more" and len(lines) == 1 + 1 + 1 + 300 + 1
    assert len(list(tree_lines(many, full=True))) == 3 + 3_000


def test_lines_are_cut_to_the_terminal() -> None:
    tree = tree_of_bytes(b"\1" + b"x" * 60, "bank_record")
    for width in range(46, 140):
        for line in tree_lines(tree, width):
            assert sum(len(segment.text) for segment in line) <= width
    assert any(plain(line).endswith("…") for line in tree_lines(tree, 60))


# ---- what a terminal sees


@pytest.mark.parametrize(
    ("structure", "data", "path", "shown"),
    [
        ("ns2", b"\xff\0\0\0", "record_number", "255 (0xff)"),
        ("ns2", b"\7\0\0\0", "record_number", "7"),
        ("bank_record", b"\1\x1b\0", "values/0/counted/mark", "1b"),
        ("text_value", "Банк".encode("cp1251"), "raw", '"Банк"'),
        ("text_value", b"a\r\nb", "raw", r'"a\r\nb"'),
        ("text_value", b"\x1b[31m", "raw", "1b 5b 33 31 6d"),
        ("text_value", b"x" * 50, "raw", '"' + "x" * 48 + '"… 50 bytes'),
        ("dictionary", b"\3\3\x1b[2\0\0\0\x80", "entries/0/key", r'"\x1b[2"'),
    ],
)
def test_values_in_a_line(structure: str, data: bytes, path: str, shown: str) -> None:
    assert shown_value(tree_of_bytes(data, structure)[path]) == shown


def test_nothing_from_a_file_reaches_the_terminal_raw() -> None:
    key = b"\x1b[2J\x07\x98\x85"
    data = b"\3" + bytes([len(key)]) + key + b"\3\0\0\x80\x1b[A" + b"\2\1"
    lines: list[Line] = [*tree_lines(tree_of_bytes(data, "dictionary")), *hex_lines(data)]
    assert all(segment.text.isprintable() for line in lines for segment in line)
    assert any(r"\x1b[2J" in plain(line) for line in lines)


def test_hexdump_is_plain_lines() -> None:
    data = bytes(range(0x60, 0x74))
    assert list(hexdump(data, 0x1000)) == [
        "00001000  60 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f  `abcdefghijklmno",
        "00001010  70 71 72 73                                      pqrs",
    ]
    assert list(hexdump(b"")) == []
    assert decode(b"\xcf") in next(iter(hexdump(b"\xcf\x98")))
    assert [plain(line) for line in hex_lines(data, limit=16)][1] == "… 4 bytes more"


def test_layer_without_structure_is_one_leaf() -> None:
    tree = parse_tree(Layer("bytes", b"abc", ()), "opaque_value")
    assert "unknown_00" in plain(list(tree_lines(tree))[1])
