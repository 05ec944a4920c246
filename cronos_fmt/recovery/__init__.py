"""KOD tables of locked banks: read from the file, recovered from evidence, proven by checks."""

from cronos_fmt.recovery.checks import Check, Report, Verdict, check_table
from cronos_fmt.recovery.evidence import Evidence, collect
from cronos_fmt.recovery.hints import Hints, parse_entry, parse_known, partial_table
from cronos_fmt.recovery.recover import exact_tables, recover_files, recover_kod, verify, verify_files
from cronos_fmt.recovery.redecode import Attempt, redecode, structure_score
from cronos_fmt.recovery.result import Entry, KodRecovery, load_kod, load_partial

__all__ = [
    "Attempt",
    "Check",
    "Entry",
    "Evidence",
    "Hints",
    "KodRecovery",
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
    "recover_files",
    "recover_kod",
    "redecode",
    "structure_score",
    "verify",
    "verify_files",
]
