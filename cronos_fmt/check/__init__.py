"""Does every column hold what its type promises? Finds shifted definitions from the data itself."""

from cronos_fmt.check.check import BankCheck, BaseCheck, Reason, Verdict, check_bank
from cronos_fmt.check.columns import ColumnCheck

__all__ = ["BankCheck", "BaseCheck", "ColumnCheck", "Reason", "Verdict", "check_bank"]
