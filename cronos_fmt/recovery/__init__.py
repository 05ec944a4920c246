"""KOD tables of locked banks: read from the file, recovered from evidence, proven by checks."""

from cronos_fmt.recovery.checks import Check, Report, Verdict, check_table
from cronos_fmt.recovery.evidence import Evidence, collect
from cronos_fmt.recovery.hints import Hints, parse_entry, parse_known, partial_table
from cronos_fmt.recovery.proposals import Decoded, Proposal, partly_decoded, propose
from cronos_fmt.recovery.recover import exact_tables, recover_files, recover_kod, verify, verify_files
from cronos_fmt.recovery.redecode import Attempt, redecode, structure_score
from cronos_fmt.recovery.result import Entry, KodRecovery, load_kod, load_partial

__all__ = [
    "Attempt",
    "Check",
    "Decoded",
    "Entry",
    "Evidence",
    "Hints",
    "KodRecovery",
    "Proposal",
    "Report",
    "Verdict",
    "check_table",
    "collect",
    "exact_tables",
    "load_kod",
    "load_partial",
    "parse_entry",
    "parse_known",
    "partial_table",
    "partly_decoded",
    "propose",
    "recover_files",
    "recover_kod",
    "redecode",
    "structure_score",
    "verify",
    "verify_files",
]
