"""Progress of a long run on stderr: a bar on a terminal, or JSON lines for a program that watches."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from cronos_fmt.sinks.progress import Listener, Progress

_JSON_SECONDS = 0.5


@contextmanager
def shown_progress(how: str, quiet: bool) -> Iterator[Listener | None]:
    """A listener that shows progress while the block runs; None where nobody would see it. how: `bar` or `json`."""
    if how == "json":
        yield _JsonLines()
    elif quiet or not sys.stderr.isatty():
        yield None
    else:
        from rich.console import Console
        from rich.filesize import decimal
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (
            TextColumn("records"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"),
            TextColumn("{task.fields[read]}"), TimeRemainingColumn(),
        )  # fmt: skip
        with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("records", total=None, pace="", read="")
            begun = time.monotonic()

            def show(now: Progress) -> None:
                seconds = max(time.monotonic() - begun, 1e-3)
                pace = f"{now.rows:,} rows, {now.rows / seconds:,.0f}/s"
                bar.update(task, completed=now.records, total=now.total, pace=pace, read=decimal(now.bytes))

            yield show


class _JsonLines:
    """A line {"records": 1, "total": 2, "rows": 1, "bytes": 99, "seconds": 0.1} now and then, and at the end."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._next = 0.0

    def __call__(self, now: Progress) -> None:
        seconds = time.monotonic() - self._begun
        if seconds >= self._next or now.records == now.total:
            self._next = seconds + _JSON_SECONDS
            click.echo(json.dumps({**now._asdict(), "seconds": round(seconds, 3)}), err=True)
