"""The bulk path: whole batches of records at once, with the meaning of the dissecting path."""

from cronos_fmt.bulk.batch import Column, TableBatch, batch_of
from cronos_fmt.bulk.engine import engine_name
from cronos_fmt.bulk.scan import ScannedBatch, scan_batches

__all__ = ["Column", "ScannedBatch", "TableBatch", "batch_of", "engine_name", "scan_batches"]
