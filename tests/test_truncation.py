"""Each file of each version cut at every boundary of a structure: a result with problems, or one clear error."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_faults_opening import one_table
from test_hostile import FILES, contents, small_bank, survive

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt._gen.versions import PROFILES

READABLE = [tag for tag, profile in PROFILES.items() if profile.layouts is not None]


def boundaries(folder: Path, name: str, size: int) -> set[int]:
    """Offsets in a file where a structure begins or ends, with those beside them."""
    with cronos_fmt.open(folder) as bank:
        file = bank.file(name.partition(".")[0])
        if name.endswith(".tad"):
            head, slot = file.layouts.tad_header.SIZE, file.layouts.tad_slot.SIZE
            places = {0, *range(head, size + 1, slot)}
        else:
            places = {0, layouts.DatHeader.SIZE, file.data_start}
            for entry in file.slots():
                for chunk in file.chunks(entry) if entry.is_live else ():
                    end = chunk.offset + chunk.header + len(chunk.payload)
                    places |= {chunk.offset, chunk.offset + chunk.header, end}
    return {at for place in places for at in (place - 1, place, place + 1) if 0 <= at < size}


@pytest.mark.parametrize("tag", READABLE)
def test_cut_at_every_boundary(tag: str, tmp_path: Path) -> None:
    layout = PROFILES[tag].layouts
    assert layout is not None
    plain = {"values": {"Т": "три " * 200}, "storage": "extended"}
    has_counted = layout.row.counted_mark is not None
    files = contents(small_bank(tag) if has_counted else one_table("раз", plain, version=tag, free_slots=20))
    folder = tmp_path / "bank"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    cut = 0
    for name in FILES:
        for at in sorted(boundaries(folder, name, len(files[name]))):
            survive(files | {name: files[name][:at]})
            cut += 1
    assert cut > 40
