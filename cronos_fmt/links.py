"""Values of links: the rows they lead to, where every byte fits the one reading that is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cronos_fmt._gen.parsers import LinkValue
from cronos_fmt.parsing import parse_partly

# Words of a bit card, as in the spec of bit_card_bank: flags of a group of record numbers under the top bits 10, or a
# count of groups to skip under the top bits 00.
_GROUP = 30
_FLAGS = 0b10 << _GROUP
_TOP = 0b11 << _GROUP


class LinkReference(NamedTuple):
    """The rows that a link leads to: the id of their base, and their system numbers. A hypothesis, from one value."""

    base_id: int
    numbers: tuple[int, ...]

    @property
    def texts(self) -> list[str]:
        """Each row as BASE:NUMBER."""
        return [f"{self.base_id}:{number}" for number in self.numbers]


def card_words(numbers: Iterable[int]) -> list[int]:
    """The words of a bit card that holds some record numbers, from 1."""
    groups: dict[int, int] = {}
    for number in numbers:
        group, place = divmod(number - 1, _GROUP)
        groups[group] = groups.get(group, _FLAGS) | 1 << _GROUP - 1 - place
    words, after = [], 0
    for group, word in sorted(groups.items()):
        words += [word] if group == after else [group - after, word]
        after = group + 1
    return words


def card_numbers(words: Iterable[int]) -> list[int] | None:
    """The record numbers that a bit card holds, in order; None where a word is neither flags nor a count of groups."""
    numbers, group = [], 0
    for word in words:
        if word & _TOP == _FLAGS:
            numbers += [group * _GROUP + place + 1 for place in range(_GROUP) if word >> _GROUP - 1 - place & 1]
            group += 1
        elif word & _TOP:
            return None
        else:
            group += word
    return numbers


def read_link(raw: bytes) -> LinkReference | None:
    """The rows that a stored link leads to; None where a byte is left over or would be built back in another way."""
    tree, error = parse_partly(LinkValue, raw)
    if error is not None or not tree._io.is_eof() or not tree.card._io.is_eof():
        return None
    numbers = card_numbers(tree.card.words)
    if not numbers or card_words(numbers) != tree.card.words:
        return None
    return LinkReference(tree.base_id, tuple(numbers))
