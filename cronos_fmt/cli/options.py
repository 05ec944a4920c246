"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click


def _tags(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`TAG` for all pairs, `CroBank=TAG` for one."""
    from cronos_fmt.bank import PAIRS

    tags: dict[str, str] = {}
    for value in values:
        pair, equals, tag = value.rpartition("=")
        if equals and pair not in PAIRS.values():
            raise click.BadParameter(f"{pair} is none of {', '.join(PAIRS.values())}")
        tags |= {pair: tag} if equals else dict.fromkeys(PAIRS.values(), tag)
    return tags


_assume = click.option(
    "--assume",
    multiple=True,
    callback=_tags,
    metavar="[PAIR=]TAG",
    help="Read all files, or one pair, as the version TAG, whatever they say.",
)
_kod = click.option(
    "--kod",
    default="auto",
    show_default=True,
    metavar="auto|none|FILE|HEX",
    help="KOD table of encoded files: found by itself, none, from a kod.json, or 512 hex digits.",
)
_accept = click.option("--accept-doubtful", is_flag=True, help="Use a KOD table that its checks doubt or reject, too.")
_raw_keys = click.option("--raw-keys", is_flag=True, help="Keep the keys of dictionary fields; show no words for them.")


def open_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of cronos_fmt.open; it receives them as `opening`."""

    @wraps(command)
    def with_opening(*args: Any, assume: dict[str, str], kod: str, **rest: Any) -> Any:
        opening: dict[str, Any] = {"assume": assume, "kod": None if kod == "none" else kod}
        opening |= {"accept_doubtful": rest.pop("accept_doubtful"), "words": not rest.pop("raw_keys")}
        return command(*args, opening=opening, **rest)

    return _assume(_kod(_accept(_raw_keys(with_opening))))


bank_argument = click.argument("bank", type=click.Path(path_type=Path))
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
positions_option = click.option(
    "--positions",
    type=click.Choice(["auto", "physical", "bytes", "definition"]),
    default="auto",
    show_default=True,
    help="What a position without a field owns: a value, one byte, or nothing; auto asks the rows.",
)

# The formats that come with the package; others add theirs as entry points.
FORMATS = ("csv", "jsonl", "parquet", "arrow", "sqlite", "duckdb", "postgres", "sql")
_FORMAT_OPTIONS = (
    click.option("--delimiter", metavar="CHARACTER", help=r"csv: character between cells, such as ; or \t for a tab."),
    click.option("--bom", is_flag=True, default=None, help="csv: begin with a byte order mark, which Excel wants."),
    click.option("--safe-cells", is_flag=True, default=None, help="csv: put ' before what looks like a formula."),
    click.option("--compress", metavar="gz|zst", help="csv, jsonl: compress each file."),
    click.option("--dsn", metavar="DSN", help="postgres: the database, such as postgresql://user@host/name."),
    click.option("--schema", metavar="NAME", help="postgres: schema to load into, made where there is none."),
)


def format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of all formats; it receives them as `of_format`, None for those not given."""

    @wraps(command)
    def with_options(*args: Any, **rest: Any) -> Any:
        names = ("delimiter", "bom", "safe_cells", "compress", "dsn", "schema")
        return command(*args, of_format={name: rest.pop(name) for name in names}, **rest)

    for option in reversed(_FORMAT_OPTIONS):
        with_options = option(with_options)
    return with_options
