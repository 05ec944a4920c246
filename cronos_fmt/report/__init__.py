"""A report of a bank: one page in one file, to be looked at in a browser, without a network, by anybody."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.report.gather import gather
from cronos_fmt.report.records import MOST_RECORDS, check_wanted
from cronos_fmt.sinks.place import checked_place

if TYPE_CHECKING:
    import jinja2

__all__ = ["MOST_RECORDS", "Written", "write_report"]

_TEMPLATE = "report.html.j2"
# What must not stand in a script element as it is.
_ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


class Written(NamedTuple):
    """A report that was written: its size in bytes, and whether all that the check looked at is sound."""

    size: int
    is_sound: bool


def write_report(
    bank: Bank,
    out: str | Path,
    *,
    with_data: bool = False,
    records: Sequence[tuple[str, int]] | None = None,
    force: bool = False,
) -> Written:
    """Write the report of a bank to the file `out`.

    with_data: put the contents of the records that are shown on the page, too; without it there are the definitions of
    tables and fields, and of all else only where it stands and what it is. records: the records to show, each as pair
    (stru, bank, index or sys) and number, at most MOST_RECORDS; a few of each kind where None. force: replace `out`.
    What is wrong with the bank is added to its problems. The file gets its name when it is complete.
    CronosError: Jinja2 is missing, `out` exists or belongs to the bank, or a record is not there (status USAGE); no
    file of the bank can be read; `out` cannot be written (status IO).
    """
    template = _template()
    place = _checked(Path(out), bank, force)
    facts = gather(bank, None if records is None else check_wanted(bank, records), with_data)
    page = _render(template, facts).encode("utf-8", "backslashreplace")
    _write(place, page)
    return Written(len(page), facts["is_sound"])


def _template() -> jinja2.Template:
    try:
        import jinja2
    except ImportError as error:
        hint = "pip install 'cronos-fmt[report]'"
        raise CronosError("a report needs Jinja2, which is missing", hint=hint, status=Status.USAGE) from error
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"n": _number, "size": _size, "percent": _percent}
    return environment.get_template(_TEMPLATE)


def _render(template: jinja2.Template, facts: dict[str, Any]) -> str:
    """The page. Only the styles and the script of the template itself are allowed on it, by their hashes."""
    from markupsafe import Markup

    context = template.new_context()
    hashes = {f"{name}_hash": _hash("".join(template.blocks[name](context))) for name in ("style", "script")}
    data = json.dumps(facts["data"], ensure_ascii=False, separators=(",", ":"))
    return template.render(facts | hashes | {"data": Markup(data.translate(_ESCAPED))})


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode("ascii")


def _number(value: int) -> str:
    return f"{value:,}"


def _size(value: int) -> str:
    """Bytes for people, exact where there are few."""
    if value < 10_000:
        return f"{value:,} B"
    units = ("KB", "MB", "GB", "TB")
    step = next((i for i in range(1, len(units)) if value < 1_000 * 1024**i), len(units))
    return f"{value / 1024**step:.3g} {units[step - 1]}"


def _percent(part: int, whole: int) -> str:
    """A share; never rounded to nothing or to all."""
    if not whole:
        return "–"
    share = part / whole
    if 0 < share < 0.001:
        return "< 0.1 %"
    return "> 99.9 %" if 0.999 < share < 1 else f"{share:.1%}".replace(".0%", "%").replace("%", " %")


# ---- the file


def _checked(out: Path, bank: Bank, force: bool) -> Path:
    """Where the report goes; CronosError with status USAGE for a place that must not be replaced."""
    place = checked_place(out, bank, force)
    target = place.resolve()
    names = {f"{name}{end}".lower() for name in PAIRS.values() for end in (".dat", ".tad")}
    belongs = target.parent == bank.path.resolve() and target.name.lower() in names
    if belongs or place.is_dir():
        what = "is a file of the bank" if belongs else "is a directory"
        raise CronosError(what, file=out, hint="choose another place", status=Status.USAGE)
    return place


def _write(place: Path, page: bytes) -> None:
    partial = place.with_name(f".{place.name}.partial-{os.getpid()}")
    try:
        partial.write_bytes(page)
        partial.replace(place)
    except OSError as error:
        raise CronosError(f"cannot be written: {error.strerror}", file=place, status=Status.IO) from error
    finally:
        with suppress(OSError):
            partial.unlink()
