"""Write whole banks from a plain description: for tests, for examples, and to try readers on.

The bytes come from the generated builders; what is here chooses values, numbers and places. A bank made this way agrees
with the specs, and so proves that a reader does; it never proves the specs.
"""

from cronos_fmt.writer.assemble import write_bank
from cronos_fmt.writer.description import load_description

__all__ = ["load_description", "write_bank"]
