"""Get the table of a bank from wherever it can be had: the default one, the file itself, or recovery from evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from cronos_fmt import kod as kod_module
from cronos_fmt._gen import layouts
from cronos_fmt.bank import PAIRS, Bank
from cronos_fmt.bank import open as open_bank
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.ghosts import ns1_body
from cronos_fmt.kod import Kod
from cronos_fmt.recovery.checks import Report, Verdict, check_table
from cronos_fmt.recovery.evidence import Evidence, collect
from cronos_fmt.recovery.hints import Hints
from cronos_fmt.recovery.result import Entry, KodRecovery
from cronos_fmt.recovery.statistics import VALUES
from cronos_fmt.recovery.table_block import BlockResult

_EXACT = ("default", "file")


def recover_kod(
    bank: Bank | Evidence | str | Path,
    *,
    hints: Hints | None = None,
    sources: tuple[str, ...] = (*_EXACT, "recovered"),
) -> KodRecovery:
    """The KOD table of a bank, with the checks it passes; the sources are tried in their order.

    A source whose table is proven or consistent ends the search; of several that are neither the best is given, so look
    at the verdict. Hints are used by recovery, and a table that contradicts them is not taken from elsewhere.
    CronosError: no file of the bank is encoded (status USAGE), or hints contradict each other (status USAGE).
    """
    if isinstance(bank, str | Path):
        with open_bank(bank, kod=None) as opened:
            return recover_kod(collect(opened), hints=hints, sources=sources)
    evidence = collect(bank) if isinstance(bank, Bank) else bank
    result = _search(evidence, hints, sources)
    if result is None:
        raise CronosError("no source gives a table that agrees with the hints", status=Status.KOD)
    return result


def recover_files(
    bank: Bank | Evidence | str | Path, *, hints: Hints | None = None, entries: bool = True
) -> dict[str, KodRecovery]:
    """The table of each encoded file by name of the pair: one for all where one fits, else each file by itself.

    Directories mix generations, so CroStru may use the default table and CroBank one of its own. Nothing is recovered
    for a file that a table known exactly fits, nor for one whose version uses the default table and that has too little
    to tell whether it does. Hints are about CroStru; single entries are about the other files where CroStru opens
    without them. entries: as for check_table. CronosError: no file is encoded, or hints contradict each other, both
    with status USAGE.
    """
    if isinstance(bank, str | Path):
        with open_bank(bank, kod=None) as opened:
            return recover_files(collect(opened), hints=hints, entries=entries)
    evidence = collect(bank) if isinstance(bank, Bank) else bank
    names = [file.name for file in evidence.encoded]
    exact = _search(evidence, hints, _EXACT, entries)
    if exact is not None and exact.verdict.is_usable:
        return dict.fromkeys(names, exact)
    stru = evidence.stru
    if stru is None or not stru.is_encoded:
        return _of_others(evidence, None, hints)
    alone = evidence.only(stru.name)
    of_others = hints is not None and not hints.known and len(names) > 1
    own = _search(alone, None if of_others else hints, _EXACT)
    if own is not None and own.verdict.is_usable:
        together = None
    else:
        together = recover_kod(evidence, hints=hints)
        if together.verdict.is_usable or len(names) == 1:
            return dict.fromkeys(names, together)
        own, of_others = recover_kod(alone, hints=hints), False
    if own.verdict.is_usable:  # now it says which rows there can be
        evidence = evidence.decoded(stru.name, own.kod)
    else:
        evidence = evidence.only(*(name for name in names if name != stru.name))
        evidence = evidence.without_promise() if stru.is_usual else evidence
    found = {stru.name: own, **_of_others(evidence, own, hints if of_others else None)}
    if together is not None and not any(result.verdict.is_usable for result in found.values()):
        return dict.fromkeys(names, together)
    return found


def _of_others(evidence: Evidence, stru: KodRecovery | None, hints: Hints | None) -> dict[str, KodRecovery]:
    """The tables of the files that are still encoded, CroStru being none of them; `stru` is what was found for it."""
    found: dict[str, KodRecovery] = {}
    guesses = {file.name: _of_rows(evidence.only(file.name), stru) for file in evidence.encoded}
    for file in evidence.encoded:
        guess = guesses[file.name]
        is_believed = file.is_usual and guess.method == "default" and guess.verdict is Verdict.DOUBTFUL
        if guess.verdict.is_usable or is_believed or not file.records:
            found[file.name] = guess
    locked = [name for name in guesses if name not in found]
    both = recover_kod(evidence.only(*locked), hints=hints) if len(locked) > 1 else None
    for name in locked:
        if both is not None and both.verdict.is_usable:
            found[name] = both
            continue
        found[name] = recover_kod(evidence.only(name), hints=hints)
        # A table that fits CroStru, and may fit a damaged file, is a better guess than what its rows give.
        is_lent = guesses[name].method != "default" and guesses[name].verdict is Verdict.DOUBTFUL
        if is_lent and not found[name].verdict.is_usable:
            found[name] = guesses[name]
    return found


def _search(
    evidence: Evidence, hints: Hints | None, sources: tuple[str, ...], entries: bool = True
) -> KodRecovery | None:
    """The first table that is good enough, else the best one; None where none agrees with the hints."""
    if not evidence.encoded:
        raise CronosError("no file is encoded, so there is no table", status=Status.USAGE)
    stru = evidence.stru
    wanted = (hints or Hints()).entries_of(stru.records if stru is not None and stru.is_encoded else [])
    found: list[KodRecovery] = []
    notes: list[str] = []
    blocks: list[BlockResult] = []
    for source in sources:
        if source == "default":
            results = [_default(evidence, entries)]
        elif source == "file":
            blocks = _blocks(evidence)
            pairs = zip(evidence.encoded, blocks, strict=True)
            notes += [f"{file.name}: {block}" for file, block in pairs if block.kod is None and block.tried]
            results = _from_blocks(evidence, blocks, entries)
        else:
            # Imported here: opening a bank with a table known exactly needs none of it.
            from cronos_fmt.recovery.recovered import recovered

            results = [recovered(evidence, wanted, blocks or _blocks(evidence), "; ".join(notes))]
        for result in results:
            if all(result.kod.table[byte] == value for byte, value in wanted.items()):
                found.append(result)
                if result.verdict.is_usable:
                    return result
    if not found:
        return None
    # Of tables that are no good the recovered one tells the most.
    order = [Verdict.DOUBTFUL, Verdict.REJECTED]
    best = min(reversed(found), key=lambda result: order.index(result.verdict))
    return replace(best, detail="; ".join([*(result.reason for result in found), *notes]))


def _of_rows(evidence: Evidence, stru: KodRecovery | None) -> KodRecovery:
    """A table for a file that is not CroStru, not recovered from its own records: one known exactly, or that of CroStru
    unless it is rejected."""
    result = _search(evidence, None, _EXACT)
    assert result is not None  # without hints there always is one
    if result.verdict.is_usable or stru is None or not stru.verdict.is_usable or stru.method == "default":
        return result
    # What does not fit a table with open entries may be these and no damage.
    is_exact = stru.method in _EXACT or stru.verdict is Verdict.PROVEN
    report = check_table(stru.kod.table, evidence, [stru.kod.table] if is_exact else [])
    verdict = report.verdict
    if verdict is Verdict.REJECTED:
        return result
    if verdict is Verdict.DOUBTFUL and not any(file.records for file in evidence.encoded):
        verdict = Verdict.CONSISTENT  # nothing is read with it
    elif verdict is Verdict.PROVEN:
        verdict = stru.verdict  # the file binds no entry that CroStru leaves open
    lent = replace(stru, report=replace(report, verdict=verdict))
    return replace(lent, detail="the table of CroStru" + ("" if verdict.is_usable else f", {lent.reason}"))


def verify_files(kod: Kod, evidence: Evidence) -> dict[str, KodRecovery]:
    """A given table checked against each encoded file by name of the pair, all together where it fits all of them.

    A file that it is not the table of gets one that is known exactly, where that is good enough.
    """
    names = [file.name for file in evidence.encoded]
    result = KodRecovery(kod, "given", verify(kod, evidence), ())
    if result.verdict.is_usable or len(names) == 1:
        return dict.fromkeys(names, result)
    found: dict[str, KodRecovery] = {}
    for name in names:  # CroStru comes first, and once it is open it says which rows there can be
        alone = evidence.only(name)
        result = KodRecovery(kod, "given", verify(kod, alone), ())
        other = _search(alone, None, _EXACT) if result.verdict is Verdict.REJECTED else None
        found[name] = other if other is not None and other.verdict.is_usable else result
        if name == PAIRS["stru"] and found[name].verdict.is_usable:
            evidence = evidence.decoded(name, found[name].kod)
    return found


def exact_tables(evidence: Evidence) -> tuple[bytes, ...]:
    """Tables that the encoded files store themselves; with one of them a table is known exactly."""
    return tuple(b.kod.table for b in _blocks(evidence) if b.kod is not None)


def verify(kod: Kod, evidence: Evidence) -> Report:
    """Check a table against the files, the ones they store themselves taken into account."""
    return check_table(kod.table, evidence, exact_tables(evidence))


# ---- sources


def _default(evidence: Evidence, entries: bool) -> KodRecovery:
    kod = kod_module.DEFAULT
    return _exact(kod, "default", check_table(kod.table, evidence, entries=entries), evidence, "")


def _blocks(evidence: Evidence) -> list[BlockResult]:
    """The table block of each encoded file; the serials in the copy of NS1 and in BankId are tried too."""
    serials: list[int] = []
    if evidence.ns1_copy is not None:
        body = ns1_body(evidence.ns1_copy[1])
        serials += [body.serial] if body is not None else []
    stru = evidence.stru
    if stru is not None and not stru.is_encoded:
        serials += _serials(dict(stru.records))
    results: list[BlockResult] = []
    for file in evidence.encoded:
        results.append(file.find_table(tuple(serials)))
        kod = results[-1].kod
        if kod is not None and file is stru:
            serials += _serials({number: kod.decode(data, number) for number, data in stru.records})
    return results


def _serials(stru: Mapping[int, bytes]) -> list[int]:
    """Numbers in a decoded CroStru that can be keys of the other files: the serial in NS1, and BankId."""
    from cronos_fmt.recovery.expectations import dictionary_values

    values = dictionary_values(stru)
    body = ns1_body(values.get("NS1", b""))
    bank_id = values.get("BankId", b"")
    limit = VALUES**layouts.Ns2.SIZE
    numbers = [body.serial] if body is not None else []
    if bank_id.isdigit() and len(bank_id) <= len(str(limit)):
        numbers.append(int(bank_id))
    return [n for n in numbers if n < limit]


def _from_blocks(evidence: Evidence, blocks: list[BlockResult], entries: bool) -> list[KodRecovery]:
    tables: dict[bytes, list[str]] = {}
    for file, block in zip(evidence.encoded, blocks, strict=True):
        if block.kod is not None:
            tables.setdefault(block.kod.table, []).append(f"{file.name}: {block}")
    return [
        _exact(Kod(table, "file"), "file", report, evidence, "; ".join(details))
        for table, details in tables.items()
        for report in [check_table(table, evidence, tables, entries=entries)]
    ]


def _exact(kod: Kod, method: str, report: Report, evidence: Evidence, detail: str) -> KodRecovery:
    """The result for a table that is known exactly: its entries are as sure as the table."""
    sure = 1.0 if report.verdict.is_usable else 0.0
    counts = evidence.byte_counts()
    entries = tuple(
        Entry(byte, value, sure, float("inf") if sure else 0.0, int(counts[byte]))
        for byte, value in enumerate(kod.table)
    )
    return KodRecovery(kod, method, report, entries, detail, fingerprints=evidence.fingerprints)
