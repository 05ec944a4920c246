"""Open a bank with the KOD tables that its files need: the default one, one the file stores, or a recovered one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import cronos_fmt.inspect.show  # noqa: F401  what the things in a bank say of themselves
from cronos_fmt import bank as bank_module
from cronos_fmt import columnar
from cronos_fmt import kod as kod_module
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.container import CroFile
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.inspect.tree import Dissector
from cronos_fmt.kod import Kod
from cronos_fmt.limits import Limits
from cronos_fmt.problems import Problem


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
    encoded file; None reads no encoded record. accept_doubtful: take a table that the checks call doubtful, too.
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
    bank = bank_module.open(
        path, kod=kod, limits=limits, assume=assume, positions=positions, words=words, opener=again
    )
    bank.dissector = Dissector(bank)
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
    """A given table is used unless the checks reject it; one that they call doubtful is a problem."""
    encoded = [file for file in _readable(bank) if file.header.is_encoded]
    if not encoded:
        return
    from cronos_fmt.recovery import Verdict, collect, verify

    report = verify(kod, collect(bank))
    failed = ", ".join(check.name for check in report.failed)
    for file in encoded:
        file.kod_verdict = report.verdict.value
        if report.verdict is Verdict.REJECTED and not accept_doubtful:
            file.kod = None
            file.kod_note = f"the table given, which fails the checks {failed}; --accept-doubtful uses it all the same"
        elif not report.verdict.is_usable:
            message = f"the KOD table given is {report.verdict}" + (f", it fails the checks {failed}" if failed else "")
            bank.problems.add(Problem("kod-doubtful", message, file.name))


def _unlock(bank: Bank, accept_doubtful: bool) -> None:
    """Find the table of each encoded file; those of one kind share one, unless only one of each can be found."""
    encoded = [file for file in _readable(bank) if file.header.is_encoded]
    if not encoded:
        return
    # Imported here: a bank of plain files needs none of it.
    from cronos_fmt.recovery import collect, verify

    evidence = collect(bank)
    usual = [file for file in encoded if file.kod is not None]
    if usual:
        report = verify(kod_module.DEFAULT, evidence.only(*(file.name for file in usual)))
        for file in usual:
            file.kod_verdict = report.verdict.value
        # A dictionary that reads is damaged at worst; a table of its own would leave nothing to read.
        if report.verdict.is_usable or _has_dictionary(bank):
            usual = []
    locked = usual + [file for file in encoded if file.kod is None]
    if locked and not _try(locked, bank, accept_doubtful) and len(locked) > 1:
        for file in locked:
            _try([file], bank, accept_doubtful)


def _readable(bank: Bank) -> list[CroFile]:
    files = []
    for name in bank.file_names:
        try:
            files.append(bank.file(name))
        except CronosError:
            continue  # said when the file is asked for
    return files


def _has_dictionary(bank: Bank) -> bool:
    try:
        return bool(bank.schema.entries)
    except CronosError as error:
        return error.status is not Status.KOD


def _try(files: list[CroFile], bank: Bank, accept_doubtful: bool) -> bool:
    """Find one table for some files; True where it was good enough to be used."""
    from cronos_fmt.recovery import Verdict, collect, recover_kod

    evidence = collect(bank).only(*(file.name for file in files))
    if not any(file.records for file in evidence.encoded):
        return True  # nothing to read, so no table is missed
    result = recover_kod(evidence)
    good = result.verdict.is_usable
    # Only the grammar of CroStru binds a recovered table; what rows alone give is a guess, and never used unasked.
    if result.method == "recovered" and PAIRS["stru"] not in [file.name for file in files]:
        good = result.verdict is Verdict.PROVEN
    good = good or (accept_doubtful and result.verdict is not Verdict.REJECTED)
    for file in files:
        file.kod = result.kod if good else None
        file.kod_verdict = result.verdict.value
        file.kod_note = result.detail
        if good and not result.verdict.is_usable:
            message = f"the KOD table is {result.verdict}, and used because that was asked for"
            bank.problems.add(Problem("kod-doubtful", message, file.name))
    return good
