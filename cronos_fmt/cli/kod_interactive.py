"""Recover a KOD table in a conversation: look at doubtful bytes, give hints, solve again.

The conversation is on standard input and standard error; standard output stays for the result.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import TextIOWrapper

import click

from cronos_fmt import text
from cronos_fmt.errors import CronosError, Status
from cronos_fmt.recovery import (
    Evidence,
    Hints,
    KodRecovery,
    parse_entry,
    parse_known,
    recover_kod,
)
from cronos_fmt.recovery.proposals import Decoded, Proposal, partly_decoded, propose
from cronos_fmt.text import printable

_BYTES_A_LINE = 64
_PROPOSALS = 6
# Lines of a screen that are not records: verdict, proposals, the line that says what to type, the prompt.
_OTHER_LINES = _PROPOSALS + 6
_FEWEST_LINES, _MOST_LINES = 4, 40
_LONGEST_MESSAGE = 400
_LONGEST_INPUT = 10_000
_PLACE = re.compile(r"([0-9]{1,10})(?::([0-9]{1,10}))?")
_HELP = (
    "REC:OFFSET=TEXT or CC=VV gives a hint, a number takes that proposal, @REC:OFFSET looks there, "
    "- takes the last hint back, an empty line solves again, q ends"
)


def refine(result: KodRecovery, evidence: Evidence, hints: Hints) -> KodRecovery:
    """Ask for hints and solve again until the user is done, or standard input ends; the last result.

    CronosError with status USAGE where CroStru is missing or not encoded, so that there is nothing to look at.
    """
    stru = evidence.stru
    if stru is None or not stru.is_encoded or not stru.records:
        message = "there are no encoded records of CroStru to look at"
        raise CronosError(message, hint="run without --interactive", status=Status.USAGE)
    solved, place = hints, (0, 0)
    before: list[Hints] = []  # what "-" goes back to
    proposals = _show(result, evidence, place)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is a hint that does not fit, and no end
    while (line := _ask()) is not None:
        try:
            if line == "":
                result, solved = _solve(result, evidence, hints, solved)
                hints = solved
                proposals = _show(result, evidence, place)
            elif line.strip() == "-":
                if not before:
                    raise CronosError("there is no hint to take back", status=Status.USAGE)
                hints = before.pop()
                _say("taken back; an empty line solves again")
            elif line.startswith("@"):
                place = _place(line[1:])
                proposals = _show(result, evidence, place)
            else:
                new = _with_hint(hints, line, proposals, evidence)
                before.append(hints)
                hints = new
                _say("taken; an empty line solves again")
        except CronosError as error:
            _say(f"not taken: {error}"[:_LONGEST_MESSAGE])
    if hints != solved:
        result, solved = _solve(result, evidence, hints, solved)
    _say_again(solved)
    return result


def _ask() -> str | None:
    """What the user types, None where that is the end."""
    click.echo("> ", nl=False, err=True)
    line = sys.stdin.readline(_LONGEST_INPUT)
    # Spaces at the end may be part of a text, so only the end of the line goes.
    word = line.rstrip("\r\n")
    return None if not line or word.strip().lower() in ("q", "quit") else word if word.strip() else ""


def _solve(result: KodRecovery, evidence: Evidence, hints: Hints, solved: Hints) -> tuple[KodRecovery, Hints]:
    """The result with all hints, and the hints in it; the one before where no table agrees with the new ones."""
    _say("solving ...")
    try:
        return recover_kod(evidence, hints=hints), hints
    except CronosError as error:
        _say(f"the hints since the last time are dropped: {error}"[:_LONGEST_MESSAGE])
        return result, solved


def _with_hint(hints: Hints, line: str, proposals: list[Proposal], evidence: Evidence) -> Hints:
    """The hints with one more; CronosError where it is none, or contradicts the others."""
    word = line.strip()
    if word.isdecimal() and len(word) <= len(str(_PROPOSALS)):
        if not 1 <= int(word) <= len(proposals):
            raise CronosError(f"there is no proposal {word}", status=Status.USAGE)
        number, offset, plain, *_ = proposals[int(word) - 1]
        new = replace(hints, known=(*hints.known, (number, offset, plain)))
    elif "=" not in word:
        raise CronosError(_HELP, status=Status.USAGE)
    elif ":" in word.partition("=")[0]:
        new = replace(hints, known=(*hints.known, parse_known(line.lstrip())))
    else:
        byte, value = parse_entry(word)
        if hints.entries.get(byte, value) != value:
            message = f"the byte {byte:02x} was given the value {hints.entries[byte]:02x} before"
            raise CronosError(message, status=Status.USAGE)
        new = replace(hints, entries={**hints.entries, byte: value})
    new.entries_of(evidence.stru.records if evidence.stru is not None else [])
    return new


def _place(word: str) -> tuple[int, int]:
    match = _PLACE.fullmatch(word.strip())
    if match is None:
        raise CronosError(f"{word!r} is no place; @3:120 is offset 120 of record 3", status=Status.USAGE)
    return int(match[1]), int(match[2] or 0)


# ---- what is shown


def _show(result: KodRecovery, evidence: Evidence, place: tuple[int, int]) -> list[Proposal]:
    """Show a screenful from a place on; the proposals, as they are numbered."""
    records = partly_decoded(result, evidence)
    doubtful = sum(len(record.doubtful) for record in records)
    total = sum(len(record.data) for record in records)
    _say(f"{result.method}, {result.verdict}; {doubtful} of {total} bytes are doubtful (^ below, unprintable as .)")
    _show_records(records, place)
    proposals = propose(result, evidence, _PROPOSALS)
    for i, proposal in enumerate(proposals, 1):
        _say(f"  {i}  {proposal.hint[:_BYTES_A_LINE]}  ({proposal.agreeing} bytes agree, {proposal.new} would be told)")
    _say(_HELP)
    return proposals


def _show_records(records: list[Decoded], place: tuple[int, int]) -> None:
    """Lines with doubtful bytes, or all lines from a place that was asked for, as many as fit."""
    height = shutil.get_terminal_size().lines - _OTHER_LINES
    room = min(max(height, _FEWEST_LINES), _MOST_LINES)
    lines = _lines(records, place)
    for above, below in lines:
        needed = 1 + bool(below)
        if room < needed:
            left = 1 + sum(1 for _ in lines)
            _say(f"  ... {left} more line(s); @REC:OFFSET looks further")
            return
        _say(above)
        if below:
            _say(below)
        room -= needed


def _lines(records: list[Decoded], place: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """Each line with its place in front, and the line of marks below it, empty where every byte is sure."""
    everything = place != (0, 0)
    for record in records:
        doubtful = set(record.doubtful)
        for start in range(0, len(record.data), _BYTES_A_LINE):
            part = range(start, min(start + _BYTES_A_LINE, len(record.data)))
            marks = "".join("^" if i in doubtful else " " for i in part).rstrip()
            if (record.number, part[-1]) < place or not (marks or everything):
                continue
            head = f"{record.number}:{start}".rjust(10)
            yield f"{head} |{_shown(record.data[start : part[-1] + 1])}|", f"{'':>10} |{marks}" if marks else ""


def _shown(data: bytes) -> str:
    """One character for each byte, so that marks stand below their bytes."""
    return "".join(c if printable(c) == c and c != text.REPLACEMENT else "." for c in text.decode(data))


def _say(line: str) -> None:
    click.echo(printable(line), err=True)


def _say_again(hints: Hints) -> None:
    """The options that give the same hints at once."""
    if not hints.known and not hints.entries:
        return
    known = [f"{number}:{offset}={_as_text(plain)}" for number, offset, plain in hints.known]
    entries = [f"{byte:02x}={value:02x}" for byte, value in hints.entries.items()]
    options = [f"--known {shlex.quote(hint)}" for hint in known] + [f"--entry {hint}" for hint in entries]
    most = 50
    more = f" ... and {len(options) - most} more" if len(options) > most else ""
    _say(f"the same hints at once: {' '.join(options[:most])}{more}")


def _as_text(plain: bytes) -> str:
    """A text, or its hex digits where they say it more surely."""
    shown = text.decode(plain)
    is_safe = printable(shown) == shown and text.REPLACEMENT not in shown and not shown.startswith("hex:")
    return shown if is_safe else f"hex:{plain.hex()}"
