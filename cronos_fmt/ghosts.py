"""Records of CroBank that are no rows though nothing in them says so, known without the definitions of the bank."""

from __future__ import annotations

from cronos_fmt._gen import layouts
from cronos_fmt._gen.parsers import Ns1, Ns1Body
from cronos_fmt.errors import CronosError
from cronos_fmt.kod import DEFAULT
from cronos_fmt.parsing import parse
from cronos_fmt.records import CroFile

_LONGEST_NS1 = 256
_FIRST_NUMBERS = 10_000


def ns1_body(data: bytes) -> Ns1Body | None:
    """The decoded body of a value of NS1; None for bytes that are none. Its table is the default one in every file."""
    if not layouts.Ns1.SIZE + layouts.Ns1Body.SIZE <= len(data) <= _LONGEST_NS1:
        return None
    try:
        ns1 = parse(Ns1, data)
        body = parse(Ns1Body, DEFAULT.decode(ns1.body, ns1.shift))
    except CronosError:
        return None
    return body if body.custom_protection == 0 and not any(body.unknown_after_password) else None


def ns1_copy(bank: CroFile) -> tuple[int, bytes] | None:
    """Number and bytes of the copy of NS1; None where CroBank has none that can be read.

    It is the record at the start of the data area, among the numbers a new bank is created with, and stored plain or
    encoded with the table of the file.
    """
    for slot in bank.slots(1, _FIRST_NUMBERS):
        if slot.is_live and slot.is_inline and slot.length and slot.offset == bank.data_start:
            try:
                data = bank.assembled(slot)
            except CronosError:
                return None
            forms = [data] if bank.kod is None else [data, bank.kod.decode(data, slot.number)]
            return next(((slot.number, form) for form in forms if ns1_body(form) is not None), None)
    return None
