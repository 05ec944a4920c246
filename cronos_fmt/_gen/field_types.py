# Generated from specs/ by `python -m codegen build`; do not edit.
"""Types of fields. FIELD_TYPES maps a type code to its row."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FieldType:
    """One type: what the values are, how they are stored, and the column types of typed outputs."""

    code: int
    name: str
    kind: str
    stored: str
    arrow: str
    sql: str
    doc: str
    status: str
    evidence: tuple[str, ...]


FIELD_TYPES: dict[int, FieldType] = {
    row.code: row
    for row in (
        FieldType(code=0, name='system number', kind='system_number', stored='none', arrow='int64', sql='BIGINT', doc='Record number of the row in CroBank, from 1.', status='verified', evidence=('samples: 16 of 16 bases',)),
        FieldType(code=1, name='number', kind='number', stored='text', arrow='string', sql='TEXT', doc='Digits as text. Leading zeros count, so the text is kept as it is.', status='verified', evidence=('samples: 3 rows',)),
        FieldType(code=2, name='text', kind='text', stored='text', arrow='string', sql='TEXT', doc='Text, one or many lines; NUL bytes at its end are padding.', status='verified', evidence=('samples: 8 rows',)),
        FieldType(code=3, name='dictionary', kind='dictionary', stored='text', arrow='string', sql='TEXT', doc='Reference to a word of the Voc bank, or the word; how the entry is found is not known.', status='hypothesis', evidence=('samples: the code, no value', 'cronos-converter: plain text is not usable')),
        FieldType(code=4, name='date', kind='date', stored='text', arrow='date32', sql='DATE', doc='[-]Y...YMMDD, years since 1900 with at most three digits, without zeros in front in all examples known. Month and day 00 together mean the year alone. Anything else is free text.', status='verified', evidence=('samples: 3 rows', 'real-banks: 25,005,715 full dates, 225,290 years')),
        FieldType(code=5, name='time', kind='time', stored='text', arrow='time32', sql='TIME', doc='HHMM.', status='claimed', evidence=('samples: the code, no value', 'cronodump')),
        FieldType(code=6, name='file', kind='file', stored='file_reference', arrow='string', sql='TEXT', doc='File stored in the bank.', status='claimed', evidence=('samples: the code, no value', 'cronodump', 'cronos-extract: in use on real banks')),
        FieldType(code=7, name='direct link', kind='link', stored='unknown', arrow='string', sql='TEXT', doc='Link to rows of another base.', status='verified', evidence=('samples: the code, no value',)),
        FieldType(code=8, name='back link', kind='link', stored='unknown', arrow='string', sql='TEXT', doc='Other end of a direct link.', status='verified', evidence=('samples: the code, no value',)),
        FieldType(code=9, name='two-way link', kind='link', stored='unknown', arrow='string', sql='TEXT', doc='Link that is kept on both sides.', status='verified', evidence=('samples: the code, no value', 'cronodump-issues: 15, one value of a link')),
        FieldType(code=17, name='link by field', kind='field_link', stored='unknown', arrow='string', sql='TEXT', doc='Link through equal values of two fields.', status='verified', evidence=('samples: the code, no value',)),
        FieldType(code=29, name='external file', kind='external_file', stored='unknown', arrow='string', sql='TEXT', doc='File outside the bank.', status='verified', evidence=('samples: the code, no value',)),
    )
}
