"""Open a bank with the KOD tables that its files need: the default one, one the file stores, or a recovered one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cronos_fmt import bank as bank_module
from cronos_fmt import columnar, shown
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.errors import CronosError
from cronos_fmt.kod import Kod
from cronos_fmt.limits import Limits
from cronos_fmt.problems import Problem
from cronos_fmt.records import CroFile

if TYPE_CHECKING:
    from cronos_fmt.inspect.tree import Dissector
    from cronos_fmt.records import Record
    from cronos_fmt.recovery import KodRecovery
    from cronos_fmt.spans import Node


def _load_ways() -> None:
    import cronos_fmt.inspect.show  # noqa: F401  what the things in a bank say of themselves


shown.LOADERS.append(_load_ways)


class _Dissector:
    """Takes records of a bank apart; what does it is loaded for the first one."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank

    def tree(self, record: Record) -> Node:
        return self._dissector.tree(record)

    def export_kaitai(self, record: Record, folder: str | Path) -> list[Path]:
        return self._dissector.export_kaitai(record, folder)

    @cached_property
    def _dissector(self) -> Dissector:
        from cronos_fmt.inspect.tree import Dissector

        return Dissector(self._bank)


def open(
    path: str | Path,
    *,
    kod: Kod | str | Path | None = "auto",
    limits: Limits | None = None,
    assume: str | Mapping[str, str] | None = None,
    accept_doubtful: bool = False,
    positions: str = "auto",
    words: bool = True,
) -> Bank:
    """Open the bank in a directory. Names of files are matched without regard to case.

    kod: "auto" finds the table of each encoded file: the default one, one that the file stores, or one recovered from
    evidence, whichever its checks accept first; a Kod, 512 hex digits or the path of a kod.json is used for every
    encoded file that it fits; None reads no encoded record. accept_doubtful: read a file with a table that its checks
    doubt or reject, too.
    limits: ceilings for untrusted input. assume: the version tag to read all files by, whatever they say, or one for
    each pair by its name, such as CroBank. positions: "physical", "bytes" or "definition" for how to read positions
    without a field, or "auto" to let the rows of each base decide. words: show the words of the Voc bank in place of
    the keys of dictionary fields, where they can be told.
    CronosError: the directory is missing (status IO) or holds no bank; the table given is none (status USAGE). Damage
    in a file, and a table that was not found, show when the file is first used.
    """
    if isinstance(kod, str | Path) and kod != "auto":
        from cronos_fmt.recovery import load_kod

        kod = load_kod(kod)
    again = partial(
        open, kod=kod, limits=limits, assume=assume, accept_doubtful=accept_doubtful, positions=positions, words=words
    )
    bank = bank_module.open(path, kod=kod, limits=limits, assume=assume, positions=positions, words=words, opener=again)
    bank.dissector = _Dissector(bank)
    bank.columnar = columnar
    try:
        if kod == "auto":
            _unlock(bank, accept_doubtful)
        elif isinstance(kod, Kod):
            _check_given(bank, kod, accept_doubtful)
    except BaseException:
        bank.close()
        raise
    return bank


def _check_given(bank: Bank, kod: Kod, accept_doubtful: bool) -> None:
    """A given table is used unless the checks reject it; one that they call doubtful is a problem.

    A file that it does not fit is read with a table known exactly, where there is one: directories mix tables.
    """
    encoded = _encoded(bank)
    if not encoded:
        return
    from cronos_fmt.recovery import Verdict, collect, verify_files

    results = verify_files(kod, collect(bank))
    for file in encoded:
        result = results[file.name]
        file.kod, file.kod_verdict = result.kod, result.verdict.value
        failed = ", ".join(check.name for check in result.report.failed)
        if result.method != "given":
            file.kod_note = "the table given is not the one of this file"
        elif result.verdict is Verdict.REJECTED and not accept_doubtful:
            file.kod = None
            file.kod_note = f"the table given, which fails the checks {failed}; --accept-doubtful uses it all the same"
        elif not result.verdict.is_usable:
            message = f"the KOD table given is {result.verdict}" + (f", it fails the checks {failed}" if failed else "")
            bank.problems.add(Problem("kod-doubtful", message, file.name))


def _unlock(bank: Bank, accept_doubtful: bool) -> None:
    """Find the table of each encoded file; one that has none that is good enough stays locked.

    Where a version uses the default table, that is kept while there is too little to tell whether the file does.
    """
    encoded = _encoded(bank)
    if not encoded:
        return
    # Imported here: a bank of plain files needs none of it.
    from cronos_fmt.recovery import Verdict, collect, recover_files

    results = recover_files(collect(bank), entries=False)
    for file in encoded:
        result = results[file.name]
        usual = file.kod  # the default table, where the version uses it
        file.kod, file.kod_verdict, file.kod_note = result.kod, result.verdict.value, result.detail
        if result.verdict.is_usable:
            file.kod_note = "; ".join(filter(None, [result.detail, _unsure(result, file)]))
        elif usual is not None and result.method == usual.source and result.verdict is Verdict.DOUBTFUL:
            message = f"too little in it to tell whether this is the KOD table of the file: {result.reason}"
            bank.problems.add(Problem("kod-doubtful", message, file.name))
        else:
            if result.verdict is Verdict.REJECTED and usual is not None and file.name != PAIRS["stru"]:
                # Who insists on a file that is rejected means the table that its version uses, not what its rows give.
                file.kod = usual
            if accept_doubtful:
                message = f"the KOD table is {result.verdict}, and used because that was asked for"
                bank.problems.add(Problem("kod-doubtful", message, file.name))
            else:
                file.kod = None


def _unsure(result: KodRecovery, file: CroFile) -> str:
    """What is not sure of a table that is good enough."""
    name = f"content of {file.name}"
    doubts = [check.detail for check in result.checks if check.name == name and check.passed is None]
    open_entries = set(result.report.undetermined) - set(result.unseen)
    if result.method == "recovered" and open_entries:
        doubts.append(f"{len(open_entries)} bytes that occur have values that nothing binds, so letters may be wrong")
    return "; ".join(doubts)


def _encoded(bank: Bank) -> list[CroFile]:
    """The encoded files; those that cannot be read are left out."""
    files = []
    for name in bank.file_names:
        try:
            file = bank.file(name)
        except CronosError:
            continue  # said when the file is asked for
        if file.header.is_encoded:
            files.append(file)
    return files
