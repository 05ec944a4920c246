"""`python -m cronos_fmt` is the command line."""

from cronos_fmt.cli import run

run()
