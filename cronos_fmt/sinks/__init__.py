"""Outputs: what a bank is exported to."""

from cronos_fmt.sinks.export import export
from cronos_fmt.sinks.schemaless import export_schemaless

__all__ = ["export", "export_schemaless"]
