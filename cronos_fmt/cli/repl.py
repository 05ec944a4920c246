"""The command repl: IPython with a bank opened, where a name shows what it stands for and what to call next.

As an extension, `%load_ext cronos_fmt.cli.repl`, it gives colours and completions to any IPython session.
"""

from __future__ import annotations

import atexit
import importlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple

import click

import cronos_fmt
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.cli.colours import styled
from cronos_fmt.cli.look import report_problems
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect import show
from cronos_fmt.inspect.hexdump import plain
from cronos_fmt.shown import line
from cronos_fmt.text import printable

_LAST_LINE = "A name shows what it stands for and what to call next; a name with ? behind it its documentation."
# Names of the pairs, and what stands in them. `bank` is the bank itself.
_PAIRS = {
    "stru": (PAIRS["stru"], "definitions: stru.record(1)"),
    "data": (PAIRS["bank"], "rows and stored files: data.record(1)"),
    "index": (PAIRS["index"], "indexes"),
    "sys": (PAIRS["sys"], "the banks that a program knows"),
}
_MODULE = "cronos_fmt_session"  # what commands run in


class Alias(NamedTuple):
    """A name at the prompt: what it stands for, and what the banner says of it."""

    name: str
    value: Any
    doc: str


def run_repl(path: Path, opening: Mapping[str, Any], commands: Sequence[str]) -> Status:
    """Open a prompt, or run commands and show what they give."""
    ipython = _load("IPython")
    with cronos_fmt.open(path, **opening) as bank:
        if commands:
            return run_commands(bank, commands) or report_problems(bank)
        config = _load("traitlets.config").Config()
        config.TerminalInteractiveShell.banner1 = banner(bank)
        config.InteractiveShellApp.extensions.append(__name__)
        if hasattr(_load("IPython.terminal.interactiveshell").TerminalInteractiveShell, "enable_tip"):
            config.TerminalInteractiveShell.enable_tip = False
        if os.environ.get("NO_COLOR"):
            config.InteractiveShell.colors = "nocolor" if ipython.version_info[0] >= 9 else "NoColor"
        ipython.start_ipython(argv=[], user_ns=namespace(bank), config=config)
    return Status.CLEAN


def _load(name: str) -> Any:
    """A module of IPython; CronosError where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        hint = "pip install 'cronos-fmt[repl]'"
        raise CronosError("repl needs IPython, which is not installed", hint=hint, status=Status.USAGE) from error


# ---- names


def aliases(bank: Bank) -> list[Alias]:
    """The names at the prompt; what cannot be read has none."""
    found = [Alias("bank", bank, "the bank: bank.tables, bank.schema, bank.problems")]
    with suppress(CronosError):  # `bank` says why
        found.append(Alias("t", bank.tables, 'its tables by name; TAB behind t[" shows them'))
    for name, (pair, doc) in _PAIRS.items():
        with suppress(CronosError):
            found.append(Alias(name, bank.file(pair), f"{pair}, {doc}"))
    return found


def namespace(bank: Bank) -> dict[str, Any]:
    """What the names stand for."""
    return {alias.name: alias.value for alias in aliases(bank)} | {"cronos_fmt": cronos_fmt}


def banner(bank: Bank) -> str:
    """What is seen first: the bank, and the names."""
    names = [f"  {alias.name:<6} {alias.doc}" for alias in aliases(bank)]
    return "\n".join([repr(bank), *names, _LAST_LINE, ""])


# ---- how things are shown


def load_ipython_extension(shell: Any) -> None:
    """Make a shell show the things of a bank, complete their names, and tell an error in one line."""
    teach(shell)
    shell.set_custom_exc((CronosError,), _tell)


def teach(shell: Any) -> None:
    """Make a shell show the things of a bank in full where they stand alone, and complete their names."""
    formatter = shell.display_formatter.formatters["text/plain"]
    for kind in show.TYPES:
        formatter.for_type(kind, _print)
    try:
        policy = _load("IPython.core.guarded_eval").EVALUATION_POLICIES["limited"]
        # Looking at attributes and items of these does no more than read, so TAB may do it.
        policy.allowed_getattr.update(show.TYPES)
        policy.allowed_getitem.update(show.TYPES)
    except (CronosError, AttributeError, KeyError):
        pass  # made otherwise in another version; names alone are completed then


def _print(thing: Any, printer: Any, _: bool) -> None:
    """Several lines for what stands alone, as wide as the terminal and in colours; one inside of a list."""
    if len(printer.stack) > 1:
        printer.text(line(thing))
    elif sys.stdout.isatty():
        paint = plain if os.environ.get("NO_COLOR") else styled
        printer.text("\n".join(map(paint, show.lines(thing, shutil.get_terminal_size().columns))))
    else:
        printer.text(show.text(thing))


def _tell(
    shell: Any, kind: type[BaseException], error: BaseException, trace: Any, tb_offset: int | None = None
) -> None:
    click.echo(f"error: {printable(str(error))}", err=True)


# ---- without a prompt


def run_commands(bank: Bank, commands: Sequence[str]) -> Status:
    """Run commands one after the other, each as if typed in, up to the first that fails; CronosError as it comes."""
    with TemporaryDirectory() as folder:
        shell = make_shell(bank, folder, cache_size=0)
        shell._showtraceback = lambda *_: None  # an error is one line
        shell.displayhook.prompt_end_newline = True  # without a prompt there is no line to end
        try:
            for command in commands:
                result = shell.run_cell(command, store_history=True)
                error = result.error_before_exec or result.error_in_exec
                if isinstance(error, CronosError):
                    raise error
                if error is not None:
                    # Python 3.13 has a private kind of SyntaxError.
                    kind = next(each.__name__ for each in type(error).__mro__ if each.__name__[0] != "_")
                    click.echo(f"error: {kind}: {printable(str(error))}", err=True)
                    return Status.PROBLEMS
        finally:
            close_shell(shell)
    return Status.CLEAN


def make_shell(bank: Bank, folder: str, **options: Any) -> Any:
    """A shell without a prompt that keeps nothing but in `folder`; whoever makes it closes it."""
    config = _load("traitlets.config").Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.warn_venv = False
    config.InteractiveShell.update(options)
    kind = _load("IPython.core.interactiveshell").InteractiveShell
    names = namespace(bank)
    shell = kind(config=config, ipython_dir=folder, user_module=ModuleType(_MODULE), user_ns=names)
    teach(shell)
    return shell


def close_shell(shell: Any) -> None:
    """Undo what making a shell did to the interpreter."""
    atexit.unregister(shell.atexit_operations)
    shell.atexit_operations()
    shell.cleanup()
    sys.modules.pop(_MODULE, None)
