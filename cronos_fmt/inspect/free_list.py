"""Does the list of free slots agree with the slots, and with what the .tad header says of it?"""

from __future__ import annotations

from cronos_fmt.container import CroFile, SlotState
from cronos_fmt.errors import CronosError
from cronos_fmt.problems import Problem

# A longer list is only counted: following it reads the .tad slot by slot.
_LONGEST_WALK = 1_000_000


def check_free_list(file: CroFile) -> None:
    """Compare the slots with the header's count and, where the version has a list that can be followed, with the list.

    What does not agree is added to the problems of the file. Nothing is repaired, and reading does not depend on it.
    """
    if file.tad is None:
        return
    states = file.count_states()
    found = states[SlotState.FREE]
    file.check_free_count(found, states[SlotState.DELETED])
    if not file.layouts.free_list or found > _LONGEST_WALK:
        return
    try:
        walked = sum(1 for _ in file.free_list())
    except CronosError as error:
        file.problems.add_error("free-list", error)
        return
    if walked != found:
        message = f"the free list visits {walked} of {found} free slots"
        file.problems.add(Problem("free-list", message, file.tad.path.name, offset=0))
