"""Arrow: one IPC file a table with typed columns, which other programs map into memory as it is."""

from __future__ import annotations

from cronos_fmt.sinks.groups import GroupFormat
from cronos_fmt.sinks.segments import IpcCodec


class ArrowFormat(GroupFormat):
    """An Arrow IPC file for each table."""

    extension = ".arrow"
    codec = IpcCodec()
