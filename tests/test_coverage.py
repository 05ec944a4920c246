"""Every byte of the sample banks' records, headers and slots is in a named field; spans never leave the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from test_readers import SYNTHETIC, Instance, real_instances

import cronos_fmt
from cronos_fmt import kod
from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import PARSERS
from cronos_fmt.leaves import Leaf, leaves
from cronos_fmt.parsing import parse, parse_partly
from cronos_fmt.schema import Entry

_VALUE = re.compile(r"entries\[(\d+)\]\.value")


def covered(found: Iterable[Leaf], length: int) -> int:
    """Bytes in named fields; the leaves must stand in order, apart from each other, and inside the data."""
    last = total = 0
    for leaf in found:
        assert leaf.path, leaf
        assert last <= leaf.start <= leaf.stop <= length, leaf
        total += leaf.stop - leaf.start
        last = leaf.stop
    return total


def leaves_of(structure: str, data: bytes) -> list[Leaf]:
    return list(leaves(parse(PARSERS[structure], data)))


def inside(leaf: Leaf, structure: str, data: bytes) -> Iterator[Leaf]:
    """The leaves of a value in the place of the leaf that holds it."""
    for inner in leaves_of(structure, data):
        yield Leaf(f"{leaf.path}.{inner.path}", leaf.start + inner.start, leaf.start + inner.stop, inner.value)


def of_entry(leaf: Leaf, entry: Entry) -> Iterator[Leaf]:
    """The leaves of a dictionary value, by the structure that its key asks for."""
    for inner in inside(leaf, entry.key.value, entry.value):
        if entry.key.value == "ns1" and inner.path.endswith(".body"):
            yield from inside(inner, "ns1_body", kod.DEFAULT.decode(inner.value, entry.value[1]))
        else:
            yield inner


def stru_records(bank: cronos_fmt.Bank) -> Iterator[tuple[int, bytes, list[Leaf]]]:
    """Number, bytes and leaves of every CroStru record with bytes; none may be without a structure."""
    schema = bank.schema
    entries = list(schema.entries.values())
    referenced = {entry.record: entry for entry in entries if entry.record != schema.record}
    cards = {base.bit_card for base in schema.bases if not base.card_is_bank_record}
    for slot in bank.stru.slots():
        data = bank.stru.record(slot.number).data
        if not data:
            assert (slot.number in cards, slot.length) == (True, 0)
            continue
        found: list[Leaf] = []
        if slot.number == schema.record:
            for leaf in leaves_of("dictionary", data):
                match = _VALUE.fullmatch(leaf.path)
                found += of_entry(leaf, entries[int(match[1])]) if match else [leaf]
        elif slot.number in referenced:
            kind, value = leaves_of("referenced_value", data)
            found = [kind, *of_entry(value, referenced[slot.number])]
        else:
            assert slot.number in cards, f"record {slot.number} has no structure"
            found = leaves_of("bit_card_stru", data)
        yield slot.number, data, found


@pytest.mark.realdata
def test_every_byte_of_crostru_is_in_a_named_field(sample_bank: Path, samples: Path) -> None:
    total = named = 0
    with cronos_fmt.open(sample_bank) as bank:
        for number, data, found in stru_records(bank):
            share = covered(found, len(data))
            assert share == len(data), f"record {number}: {len(data) - share} bytes are in no field"
            total, named = total + len(data), named + share
    assert total > 0
    print(f"{sample_bank.relative_to(samples)}: {named} of {total} bytes of CroStru records, {named / total:.2%}")


@pytest.mark.realdata
def test_values_are_taken_apart_by_their_own_structure(sample_banks: dict[str, Path]) -> None:
    with cronos_fmt.open(sample_banks["cronosparser_long_text"]) as bank:
        records = {number: {leaf.path for leaf in found} for number, _, found in stru_records(bank)}
    assert records.keys() == {1, 3, 4, 5, 6, 7, 8}
    assert {"entries[0].key.raw", "entries[0].value.check", "entries[0].value_word"} <= records[1]
    assert "value.fields[3].body.data.position" in records[4]
    assert any(path.endswith(".value.body.serial") for path in records[1])
    assert not any(_VALUE.fullmatch(path) for path in records[1])
    assert records[5] == {"bits", "end_mark"}


@pytest.mark.realdata
def test_every_byte_of_headers_slots_and_rows_is_in_a_named_field(sample_bank: Path) -> None:
    met = set()
    for name, data in real_instances(sample_bank):
        assert covered(leaves_of(name, data), len(data)) == len(data), name
        met.add(name)
    assert {"dat_header", "dat_area_v3", "tad_header_v3", "tad_slot_v3_32", "ns1"} <= met


@pytest.mark.realdata
def test_tad_files_are_header_and_slots(sample_bank: Path) -> None:
    with cronos_fmt.open(sample_bank) as bank:
        for name in bank.file_names:
            file = bank.file(name)
            slots = file.slot_count * file.layouts.tad_slot.SIZE
            assert file.tad is not None
            assert file.tad.size == file.layouts.tad_header.SIZE + slots
            assert file.data_start == layouts.DatHeader.SIZE + layouts.DatAreaV3.SIZE == 0x100


@pytest.mark.realdata
def test_every_live_record_of_crobank_is_in_named_fields(sample_bank: Path) -> None:
    """Rows of all classes are among the instances above, so their bytes are the live bytes of the file."""
    with cronos_fmt.open(sample_bank) as bank:
        live = sum(len(bank.bank.record(slot.number).data) for slot in bank.bank.slots() if slot.is_live)
    # NS1 stands in CroStru as well; of its two instances one is the copy in CroBank.
    names = ("bank_record", "bit_card_bank")
    rows = sum(len(data) for name, data in real_instances(sample_bank) if name in names)
    copy = next(len(data) for name, data in real_instances(sample_bank) if name == "ns1")
    assert rows + copy == live


def test_leaves_have_path_span_and_value() -> None:
    assert leaves_of("bank_record", b"\2") == [("base_id", 0, 1, 2), ("values", 1, 1, [])]
    assert leaves_of("bank_record", bytes.fromhex("02 41 1E 1B 02 00 00 00 1E 1B")) == [
        ("base_id", 0, 1, 2),
        ("values[0].plain", 1, 2, b"A"),
        ("values[0].separator", 2, 3, b"\x1e"),
        ("values[1].counted.mark", 3, 4, b"\x1b"),
        ("values[1].counted.length", 4, 8, 2),
        ("values[1].counted.body", 8, 10, b"\x1e\x1b"),
    ]
    # Parts with a length of their own are parsed apart; their spans still count from the start of the data.
    assert leaves_of("file_reference", bytes.fromhex("01 00 00 00 05 00 00 00 61 1E 62 1E 37 FF"))[2:] == [
        ("strings.name", 8, 9, b"a"),
        ("strings.name_separator", 9, 10, b"\x1e"),
        ("strings.extension", 10, 11, b"b"),
        ("strings.extension_separator", 11, 12, b"\x1e"),
        ("strings.record_number", 12, 13, b"7"),
        ("unknown_after_strings", 13, 14, b"\xff"),
    ]


@pytest.mark.parametrize("instance", SYNTHETIC, ids=lambda instance: f"{instance.structure}-{instance.title}")
def test_leaves_cover_made_up_instances(instance: Instance) -> None:
    assert covered(leaves_of(instance.structure, instance.data), len(instance.data)) == len(instance.data)


@pytest.mark.parametrize("instance", SYNTHETIC, ids=lambda instance: f"{instance.structure}-{instance.title}")
def test_leaves_of_a_cut_structure_lie_inside_the_data(instance: Instance) -> None:
    name, data = instance.structure, instance.data
    whole = {(leaf.path, leaf.start) for leaf in leaves_of(name, data)}
    for length in range(len(data)):
        tree, _ = parse_partly(PARSERS[name], data[:length])
        found = list(leaves(tree))
        covered(found, length)
        # What a cut record still shows stands where it stands in the whole one, but for lists that end empty.
        assert {(leaf.path, leaf.start) for leaf in found if leaf.value != [] and leaf.stop < length} <= whole
