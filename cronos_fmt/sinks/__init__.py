"""Outputs: what a bank is exported to."""

from cronos_fmt.sinks.export import SINKS, export

__all__ = ["SINKS", "export"]
