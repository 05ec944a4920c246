"""The bulk path: whole batches of records at once, with the meaning of the dissecting path."""

from cronos_fmt.bulk.batch import Column, TableBatch, batch_of

__all__ = ["Column", "TableBatch", "batch_of"]
