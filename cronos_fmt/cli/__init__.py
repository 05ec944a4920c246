"""The command line. Data goes to stdout, everything else to stderr; see cronos_fmt.errors.Status for the exit status.

Commands import what they need when they run, so that `--help` answers at once.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from pathlib import Path
from typing import Any

import click

from cronos_fmt.cli.options import (
    FORMATS,
    bank_argument,
    format_options,
    json_option,
    open_options,
    positions_option,
)
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.text import printable
from cronos_fmt.version import __version__

_OBJECTS = 50_000  # that are made before garbage is looked for


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


def run() -> None:
    """The command line as a process of its own, whose memory the system frees at once; Python would take its time.

    What is registered with atexit behind this is called before.
    """
    status = 1

    def leave() -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

    atexit.register(leave)
    try:
        main(prog_name="cronos-fmt")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else status
        raise


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
    # Modules and definitions stay to the end: looking for garbage among them as often as usual takes a tenth of a run.
    gc.freeze()  # what is imported by now
    gc.set_threshold(_OBJECTS)
    # Nothing here multiplies matrices for long; the threads that numpy would start for it cost time and memory.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@main.command(epilog=example("cronos-fmt info /data/banks"))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@open_options
@json_option
@click.option("--unknowns", is_flag=True, help="Write, as JSON, the values of each field whose meaning is unknown.")
@click.option("--versions", is_flag=True, help="Show what reads: the engine, and the versions of what it stands on.")
def info(paths: tuple[Path, ...], opening: dict[str, Any], as_json: bool, unknowns: bool, versions: bool) -> None:
    """Survey every bank at or below PATHS: versions, encoding, KOD state and counts."""
    from cronos_fmt.cli.look import show_info, show_versions

    if versions:
        click.get_current_context().exit(show_versions(as_json))
    if not paths:
        raise click.UsageError("give a directory to look in, or --versions")
    if unknowns:
        from cronos_fmt.cli.research import show_unknowns

        click.get_current_context().exit(show_unknowns(paths, opening))
    click.get_current_context().exit(show_info(paths, opening, as_json))


@main.command(epilog=example("cronos-fmt schema examples/bank"))
@bank_argument
@open_options
@json_option
@click.option("--all", "every_key", is_flag=True, help="Show every key of the dictionary, formulas and templates too.")
@click.option("--raw", type=click.Path(path_type=Path), help="Write the bytes of each key to this new directory.")
def schema(bank: Path, opening: dict[str, Any], as_json: bool, every_key: bool, raw: Path | None) -> None:
    """Show the tables of BANK and their fields: position, type, flags, name."""
    from cronos_fmt.cli.look import show_schema

    click.get_current_context().exit(show_schema(bank, opening, as_json, every_key, raw))


@main.command(epilog=example("cronos-fmt rows examples/bank Клиенты --limit 3"))
@bank_argument
@click.argument("table")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Rows to show.")
@click.option("--hidden", is_flag=True, help="Show values of positions without a field as text, next to hex.")
@positions_option
@open_options
@json_option
def rows(bank: Path, table: str, limit: int, opening: dict[str, Any], as_json: bool, **options: Any) -> None:
    """Show the first rows of TABLE, given by its name or id."""
    from cronos_fmt.cli.look import show_rows

    click.get_current_context().exit(show_rows(bank, table, limit, opening, as_json, **options))


@main.command(epilog=example("cronos-fmt export examples/bank --to csv --out clients"))
@bank_argument
@click.option("--to", default="csv", show_default=True, metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Directory to make; must not exist.")
@click.option("--table", "tables", multiple=True, metavar="NAME", help="Write this table only; may be repeated.")
@click.option("--no-files", is_flag=True, help="Leave out the files stored in the bank.")
@click.option("--deleted", is_flag=True, help="Write deleted rows that can still be read to NAME.deleted.csv.")
@click.option("--hidden", is_flag=True, help="Add columns hidden_N with the values of positions without a field.")
@click.option("--schemaless", is_flag=True, help="Without CroStru: a file per base id, a column per position.")
@positions_option
@click.option("--force", is_flag=True, help="Replace --out if it exists.")
@click.option("--strict", is_flag=True, help="End at the first problem, and write nothing.")
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Processes to read with; if not given what cores and format take."
)
@click.option("--resume", is_flag=True, help="Keep what an interrupted run wrote, and go on where it ended.")
@click.option("--progress", type=click.Choice(["bar", "json"]), default="bar", help="json: JSON lines on stderr.")
@click.option("--quiet", is_flag=True, help="No progress bar and no summary.")
@format_options
@open_options
def export(bank: Path, to: str, out: Path, tables: tuple[str, ...], no_files: bool, **options: Any) -> None:
    """Write the tables and files of BANK, with a manifest that accounts for every record."""
    from cronos_fmt.cli.write import run_export

    click.get_current_context().exit(run_export(bank, to, out, tables, files=not no_files, **options))


@main.command(
    epilog="\b\nExamples:\n  cronos-fmt dissect examples/bank bank 2\n"
    "  cronos-fmt dissect examples/bank stru 1 --path bases/Base001/fields/3\n"
    "  cronos-fmt dissect examples/bank/CroBank.dat@0+19 --as dat_header\n"
    "  echo 04 00 00 00 | cronos-fmt dissect - --as ns2"
)
@click.argument("target", type=click.Path(path_type=Path))
@click.argument("pair", required=False, type=click.Choice(["stru", "bank", "index", "sys"]))
@click.argument("number", required=False, type=click.IntRange(min=1))
@open_options
@click.option("--layer", metavar="NAME", help="Show this layer: stored, assembled, decoded, inflated, or all of them.")
@click.option("--path", metavar="PATH", help="Show this part alone, such as entries/Base001/fields/3.")
@click.option("--as", "structure", metavar="STRUCTURE", help="Read the bytes as this structure of the specs.")
@click.option("--hex", "as_hex", is_flag=True, help="Show the bytes alone, without the tree beside them.")
@click.option("--full", is_flag=True, help="Show all bytes and all items.")
@click.option("--redecode", is_flag=True, help="Rank other boundaries and shifts by how much they look like structure.")
@click.option("--skip", type=click.IntRange(min=0), help="Decode without the first bytes, as if a header stood there.")
@click.option("--shift", type=int, help="Decode with this shift in place of the record number.")
@click.option("--kaitai", metavar="DIR", type=click.Path(path_type=Path), help="Write the bytes and their .ksy to DIR.")
@json_option
def dissect(target: Path, pair: str | None, number: int | None, opening: dict[str, Any], **options: Any) -> None:
    """Take a record apart: its layers, its fields beside their bytes.

    TARGET is a bank, with PAIR and NUMBER of the record; or FILE@OFFSET+LEN or - (hex from standard input), with --as.
    """
    from cronos_fmt.cli.dissect import Request, dissect_input, dissect_range, dissect_record

    request = Request(**options)
    if pair is not None and number is None:
        raise click.UsageError(f"the number of the record in {pair} is missing")
    if pair is not None and number is not None:
        status = dissect_record(target, pair, number, opening, request)
    elif str(target) == "-":
        status = dissect_input(opening, request)
    else:
        status = dissect_range(str(target), opening, request)
    click.get_current_context().exit(status)


@main.group(epilog=example("cronos-fmt kod recover /data/locked --out kod.json"))
def kod() -> None:
    """KOD tables of encoded files: which is used, whether it is right, and how to find one."""


@kod.command("show", epilog=example("cronos-fmt kod show examples/bank"))
@bank_argument
@open_options
@json_option
def kod_show(bank: Path, opening: dict[str, Any], as_json: bool) -> None:
    """Show which table each file of BANK is read with."""
    from cronos_fmt.cli.kod import show_kod

    click.get_current_context().exit(show_kod(bank, opening, as_json))


@kod.command("verify", epilog=example("cronos-fmt kod verify examples/bank --kod kod.json"))
@bank_argument
@open_options
@json_option
def kod_verify(bank: Path, opening: dict[str, Any], as_json: bool) -> None:
    """Check a table against everything it decodes: the one --kod gives, or the one in use."""
    from cronos_fmt.cli.kod import verify_kod

    click.get_current_context().exit(verify_kod(bank, opening, as_json))


@kod.command("recover", epilog=example("cronos-fmt kod recover /data/locked --out kod.json"))
@bank_argument
@open_options
@click.option("--out", type=click.Path(path_type=Path), help="Write the table and its evidence to this file.")
@click.option("--known", multiple=True, metavar="REC:OFFSET=TEXT", help="Known text of a CroStru record, or hex:..")
@click.option("--entry", "entries", multiple=True, metavar="CC=VV", help="A known entry: stored byte and its value.")
@click.option("--table", "partial", type=click.Path(path_type=Path), help="A partial table, ?? for unknown entries.")
@click.option("--interactive", is_flag=True, help="Look at doubtful bytes, give hints, solve again, until done.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw how sure each entry is into this SVG file.")
@json_option
def kod_recover(
    bank: Path,
    opening: dict[str, Any],
    out: Path | None,
    known: tuple[str, ...],
    entries: tuple[str, ...],
    partial: Path | None,
    as_json: bool,
    **more: Any,
) -> None:
    """Find the table of BANK: in the file, or by what its records must look like."""
    from cronos_fmt.cli.kod import recover

    click.get_current_context().exit(recover(bank, opening, out, known, entries, partial, as_json, **more))


@main.command(epilog=example("cronos-fmt probe /data/strange/CroBank.dat"))
@click.argument("dat", type=click.Path(path_type=Path))
@click.option("--tad", type=click.Path(path_type=Path), help="Its .tad; the one beside it if not given.")
@json_option
def probe(dat: Path, tad: Path | None, as_json: bool) -> None:
    """Find out which known layouts fit the .dat file DAT, whatever version it names, and where they break."""
    from cronos_fmt.cli.research import show_probe

    click.get_current_context().exit(show_probe(dat, tad, as_json))


@main.command(epilog=example("cronos-fmt check examples/bank"))
@bank_argument
@click.option("--full", is_flag=True, help="Look at all rows, not at a sample.")
@positions_option
@open_options
@json_option
def check(bank: Path, opening: dict[str, Any], as_json: bool, **options: Any) -> None:
    """Check whether the columns of BANK hold what their types promise; exit status 1 where a table is not sound."""
    from cronos_fmt.cli.check import show_check

    click.get_current_context().exit(show_check(bank, opening, as_json, **options))


@main.command("make-bank", epilog=example("cronos-fmt make-bank examples/clients.json /tmp/clients"))
@click.argument("description", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def make_bank(description: Path, out: Path) -> None:
    """Write a synthetic bank from a DESCRIPTION in JSON to the new directory OUT."""
    from cronos_fmt.cli.write import run_make_bank

    click.get_current_context().exit(run_make_bank(description, out))


@main.command(epilog=example("cronos-fmt coverage examples/bank"))
@bank_argument
@click.option("--leftovers", is_flag=True, help="List what parses as a record in gaps and deleted slots.")
@click.option("--full", is_flag=True, help="Take all records apart field by field, not a sample of many.")
@open_options
@json_option
def coverage(bank: Path, opening: dict[str, Any], as_json: bool, **options: Any) -> None:
    """Account for every byte of the files of BANK: by class, structure, and status of its field."""
    from cronos_fmt.cli.coverage import show_coverage

    click.get_current_context().exit(show_coverage(bank, opening, as_json, **options))


@main.command(epilog=example("cronos-fmt diff banks/clients banks/clients-2021"))
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@click.argument("pair", required=False, type=click.Choice(["stru", "bank", "index", "sys"]))
@click.argument("number", required=False, type=click.IntRange(min=1))
@click.argument("other", required=False, type=click.IntRange(min=1))
@open_options
@json_option
def diff(a: Path, b: Path, opening: dict[str, Any], as_json: bool, **record: Any) -> None:
    """Tell what differs between the banks, or the .dat or .tad files, A and B; exit status 1 where anything does.

    Banks: keys of the dictionary, definitions by name, rows by system number and field. With PAIR and NUMBER only that
    record is compared, field by field; OTHER is its number in B where that is another one.
    """
    from cronos_fmt.cli.diff import show_diff

    click.get_current_context().exit(show_diff(a, b, opening, as_json, **record))


@main.command(
    epilog="\b\nExamples:\n  cronos-fmt repl examples/bank\n  cronos-fmt repl examples/bank --command 't[\"Клиенты\"]'"
)
@bank_argument
@click.option("--command", "commands", multiple=True, metavar="CODE", help="Run this and end; may be repeated.")
@positions_option
@open_options
def repl(bank: Path, opening: dict[str, Any], positions: str, commands: tuple[str, ...]) -> None:
    """Open BANK at an IPython prompt: `bank`, `t` for its tables, `stru`, `data`, `index` and `sys` for its pairs."""
    from cronos_fmt.cli.repl import run_repl

    click.get_current_context().exit(run_repl(bank, {**opening, "positions": positions}, commands))


@main.command(
    epilog="\b\nExamples:\n  cronos-fmt report examples/bank --out report.html\n"
    "  cronos-fmt report examples/bank --out report.html --with-data --record bank:2"
)
@bank_argument
@click.option("--out", required=True, type=click.Path(path_type=Path), help="HTML file to write; must not exist.")
@click.option("--with-data", is_flag=True, help="Put the contents of the records that are shown on the page, too.")
@click.option(
    "--record", "records", multiple=True, metavar="PAIR:N", help="Show this record, not a choice of each kind."
)
@click.option("--force", is_flag=True, help="Replace --out if it exists.")
@positions_option
@open_options
def report(bank: Path, out: Path, opening: dict[str, Any], **options: Any) -> None:
    """Write what can be told of BANK as one HTML page that needs nothing else: to look at, and to pass on.

    Contents of records are left out unless asked for; names of tables and fields are not.
    """
    from cronos_fmt.cli.report import run_report

    click.get_current_context().exit(run_report(bank, out, opening, **options))
