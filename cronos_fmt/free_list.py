"""The free slots of a file: do they agree with the list of them, and with what the .tad header says?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cronos_fmt.container import SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.problems import Problem
from cronos_fmt.records import CroFile

# A longer list is only counted: following it reads the .tad slot by slot.
_LONGEST_WALK = 1_000_000


def free_list(file: CroFile) -> Iterator[int]:
    """Record numbers of the free slots in the order of the list that the .tad header begins.

    CronosError where the list leaves the slots, meets one that is not free, or runs in a circle. Source: the offset
    of a free slot is that of the next one inside the .tad.
    """
    if file.tad is None:
        return
    layout, head = file.layouts.tad_slot, file.layouts.tad_header.SIZE
    at = file.tad_header.first_free
    seen = np.zeros(file.slot_count + 1, np.bool_)
    while at:
        index, rest = divmod(at - head, layout.SIZE)
        if rest or not 0 <= index < file.slot_count:
            raise CronosError("the free list leaves the slots", file=file.tad.path, offset=at)
        slot = file.slot(index + 1)
        if slot.state is not SlotState.FREE or seen[slot.number]:
            what = "runs in a circle" if seen[slot.number] else "meets a slot that is not free"
            raise CronosError(f"the free list {what}", file=file.tad.path, record=slot.number, offset=at)
        seen[slot.number] = True
        yield slot.number
        at = slot.offset


def check_free_count(file: CroFile, free: int, deleted: int) -> None:
    """Compare the slots that are free and deleted with the count in the .tad header; a difference is a problem."""
    assert file.tad is not None
    what, found = ("free", free) if file.layouts.free_list else ("deleted", deleted)
    if file.tad_header.free_count != found:
        message = f"the header counts {file.tad_header.free_count} {what} slots, there are {found}"
        file.problems.add(Problem("free-count", message, file.tad.path.name, offset=0))


def check_free_list(file: CroFile) -> None:
    """Compare the slots with the header's count and, where the version has a list that can be followed, with the list.

    What does not agree is added to the problems of the file. Nothing is repaired, and reading does not depend on it.
    """
    if file.tad is None:
        return
    states = file.count_states()
    found = states[SlotState.FREE]
    check_free_count(file, found, states[SlotState.DELETED])
    if not file.layouts.free_list or found > _LONGEST_WALK:
        return
    try:
        walked = sum(1 for _ in free_list(file))
    except CronosError as error:
        file.problems.add_error("free-list", error)
        return
    if walked != found:
        message = f"the free list visits {walked} of {found} free slots"
        file.problems.add(Problem("free-list", message, file.tad.path.name, offset=0))
