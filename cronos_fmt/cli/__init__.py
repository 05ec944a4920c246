"""The command line. Data goes to stdout, everything else to stderr; see cronos_fmt.errors.Status for the exit status.

Commands import what they need when they run, so that `--help` answers at once.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import click

from cronos_fmt.errors import CronosError, Status
from cronos_fmt.text import printable
from cronos_fmt.version import __version__


class _Group(click.Group):
    """Turns every way a command can end into one line and the right status."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CronosError as error:
            fail(str(error), error.status)
        except KeyboardInterrupt:
            fail("interrupted", Status.INTERRUPTED)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of our output went away, as `head` does
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                ctx.exit(Status.CLEAN)
            fail(f"{error.filename or 'input or output'}: {error.strerror}", Status.IO)
        except MemoryError:
            fail("out of memory; lower the limits", Status.NOT_A_BANK)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("CRONOS_FMT_DEBUG"):
                raise
            fail(f"a fault in cronos-fmt: {type(error).__name__}: {error}; please report it", Status.NOT_A_BANK)


def fail(message: str, status: Status) -> None:
    """Say on stderr why the run ends, and end it."""
    click.echo(f"error: {printable(message)}", err=True)
    click.get_current_context().exit(status)


def example(text: str) -> str:
    """An example at the end of a command's help; `\\b` keeps click from joining the lines."""
    return f"\b\nExample:\n  {text}"


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cronos-fmt")
def main() -> None:
    """Read CronosPro banks: look at them, export them, take them apart.

    \b
    Exit status: 0 clean, 1 finished with problems, 2 usage, 3 no bank or damaged
    beyond use or unknown version, 4 KOD table needed, 5 input or output,
    130 interrupted.
    """


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


assume_option = click.option(
    "--assume",
    multiple=True,
    callback=_tags,
    metavar="[PAIR=]TAG",
    help="Read all files, or one pair, as the version TAG, whatever they say.",
)
bank_argument = click.argument("bank", type=click.Path(path_type=Path))
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


@main.command(epilog=example("cronos-fmt info /data/banks"))
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@assume_option
@json_option
@click.option("--unknowns", is_flag=True, help="Write, as JSON, the values of each field whose meaning is unknown.")
def info(paths: tuple[Path, ...], assume: dict[str, str], as_json: bool, unknowns: bool) -> None:
    """Survey every bank at or below PATHS: versions, encoding, KOD state and counts."""
    from cronos_fmt.cli.look import show_info

    if unknowns:
        from cronos_fmt.cli.research import show_unknowns

        click.get_current_context().exit(show_unknowns(paths, assume))
    click.get_current_context().exit(show_info(paths, assume, as_json))


@main.command(epilog=example("cronos-fmt schema examples/bank"))
@bank_argument
@assume_option
@json_option
def schema(bank: Path, assume: dict[str, str], as_json: bool) -> None:
    """Show the tables of BANK and their fields: position, type, flags, name."""
    from cronos_fmt.cli.look import show_schema

    click.get_current_context().exit(show_schema(bank, assume, as_json))


@main.command(epilog=example("cronos-fmt rows examples/bank Клиенты --limit 3"))
@bank_argument
@click.argument("table")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Rows to show.")
@assume_option
@json_option
def rows(bank: Path, table: str, limit: int, assume: dict[str, str], as_json: bool) -> None:
    """Show the first rows of TABLE, given by its name or id."""
    from cronos_fmt.cli.look import show_rows

    click.get_current_context().exit(show_rows(bank, table, limit, assume, as_json))


@main.command(epilog=example("cronos-fmt export examples/bank --to csv --out clients"))
@bank_argument
@click.option("--to", type=click.Choice(["csv"]), default="csv", show_default=True, help="Output format.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Directory to make; must not exist.")
@click.option("--table", "tables", multiple=True, metavar="NAME", help="Write this table only; may be repeated.")
@click.option("--no-files", is_flag=True, help="Leave out the files stored in the bank.")
@click.option("--deleted", is_flag=True, help="Write deleted rows that can still be read to NAME.deleted.csv.")
@click.option("--force", is_flag=True, help="Replace --out if it exists.")
@click.option("--strict", is_flag=True, help="End at the first problem, and write nothing.")
@click.option("--quiet", is_flag=True, help="No progress and no summary.")
@assume_option
def export(bank: Path, to: str, out: Path, tables: tuple[str, ...], no_files: bool, **options: Any) -> None:
    """Write the tables and files of BANK, with a manifest that accounts for every record."""
    from cronos_fmt.cli.write import run_export

    click.get_current_context().exit(run_export(bank, to, out, tables, files=not no_files, **options))


@main.command(epilog=example("cronos-fmt probe /data/strange/CroBank.dat"))
@click.argument("dat", type=click.Path(path_type=Path))
@click.option("--tad", type=click.Path(path_type=Path), help="Its .tad; the one beside it if not given.")
@json_option
def probe(dat: Path, tad: Path | None, as_json: bool) -> None:
    """Find out which known layouts fit the .dat file DAT, whatever version it names, and where they break."""
    from cronos_fmt.cli.research import show_probe

    click.get_current_context().exit(show_probe(dat, tad, as_json))


@main.command("make-bank", epilog=example("cronos-fmt make-bank examples/clients.json /tmp/clients"))
@click.argument("description", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def make_bank(description: Path, out: Path) -> None:
    """Write a synthetic bank from a DESCRIPTION in JSON to the new directory OUT."""
    from cronos_fmt.cli.write import run_make_bank

    click.get_current_context().exit(run_make_bank(description, out))
