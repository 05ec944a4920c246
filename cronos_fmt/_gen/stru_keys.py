# Generated from specs/ by `python -m codegen build`; do not edit.
"""Keys of the structure dictionary, and which structure the value of each is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StruKey:
    """One key; `pattern` is a regular expression that the whole key matches."""

    key: str
    value: str
    doc: str
    status: str
    evidence: tuple[str, ...]
    pattern: str


STRU_KEYS: tuple[StruKey, ...] = (
    StruKey(key='Bank', value='bank_value', doc='Time, check word and base ids of the bank.', status='verified', evidence=('samples: 10 of 10 banks',), pattern='Bank'),
    StruKey(key='BankFormSaveVer', value='text_value', doc='"2" in the newest sample.', status='verified', evidence=('samples: one bank and its Voc',), pattern='BankFormSaveVer'),
    StruKey(key='BankId', value='text_value', doc='Decimal number of the bank; that of its Voc is one higher.', status='verified', evidence=('samples: 10 of 10 banks',), pattern='BankId'),
    StruKey(key='BankName', value='text_value', doc='Name of the bank.', status='verified', evidence=('samples: 10 of 10 banks',), pattern='BankName'),
    StruKey(key='BankTable', value='opaque_value', doc='Content unknown.', status='claimed', evidence=('cronodump',), pattern='BankTable'),
    StruKey(key='BaseNNN', value='base_definition', doc='Definition of a base.', status='verified', evidence=('samples: 16 definitions',), pattern='Base([0-9]+)'),
    StruKey(key='BaseImageNNN', value='base_image', doc='Picture of a base; an empty value means none.', status='claimed', evidence=('cronodump',), pattern='BaseImage([0-9]+)'),
    StruKey(key='CroGraphExTemplateDefault', value='opaque_value', doc='Chart template with font names.', status='verified', evidence=('samples: one bank',), pattern='CroGraphExTemplateDefault'),
    StruKey(key='FormulsNNN', value='formulas', doc='Formulas of a base.', status='verified', evidence=('samples: the empty case in 10 of 10 banks',), pattern='Formuls([0-9]+)'),
    StruKey(key='NS1', value='ns1', doc='Protection of the bank.', status='verified', evidence=('samples: 10 of 10 banks',), pattern='NS1'),
    StruKey(key='NS2', value='ns2', doc='Where the copy of NS1 stands in CroBank.', status='verified', evidence=('samples: 10 of 10 banks',), pattern='NS2'),
    StruKey(key='USERINFO', value='text_value', doc='Perhaps the day the bank was made, yymmdd.', status='verified', evidence=('samples: the oldest bank and its Voc',), pattern='USERINFO'),
    StruKey(key='Version', value='text_value', doc='Negative decimal number, -5 and -6 in 2016, -14 in 2021. Not the version of the files.', status='verified', evidence=('samples: 10 of 10 banks',), pattern='Version'),
)
