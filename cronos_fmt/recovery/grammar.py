"""Find the most likely reading of a half-known structure record: which piece of a definition stands where.

The chances of each plain byte at each position come from the matrix of a table. Every way to cut a record into the
pieces of the grammar is scored against a generic text; the best one tells which byte to expect at each position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cronos_fmt._gen import layouts
from cronos_fmt.kod import DEFAULT
from cronos_fmt.recovery.pieces import ALWAYS, Pieces, generic, keys, pieces
from cronos_fmt.recovery.statistics import VALUES

Array = NDArray[Any]
_NONE = -1e9
# Chance that a byte is not what a fixed part of the grammar says.
_SURPRISE = 0.002
_LONGEST_NAME = 64
_LONGEST_MNEMONIC = 4
_STARTS = 8  # places tried for each key
_ENDS = 24  # values kept for each place
_HEADS = 8  # places tried for a base definition inside the dictionary
_BEAM = 60.0  # readings that are so much less likely than the best one are dropped
_MOST_BASES = 64
_PRESENT, _ABSENT = 5.0, -4.0  # log odds of keys that every bank has, and of others
_HIGH_NUMBER = 8
# Shortest and longest values of keys that are texts.
_TEXT_LENGTHS = {
    "BankName": (0, _LONGEST_NAME),
    **dict.fromkeys(("BankId", "Version", "BankFormSaveVer", "USERINFO"), (1, 10)),
}
_OTHER_SERIAL = -8.0  # log odds of a serial number that is not 1
_NS1_LEAD = 7.0  # by which one shift has to be better than all others
_OPAQUE = -8.0  # log odds of a value of no known shape


class Span(NamedTuple):
    """Positions [start, start + len(rows)) of a record and what stands there.

    rows: number of the distribution of each position; one below zero is the exact byte -1 - number.
    """

    start: int
    rows: tuple[int, ...]


class Reading(NamedTuple):
    """The best reading of a record: its score against a generic text, and its spans.

    bank_value: place and length of the value of the key Bank.
    """

    score: float
    spans: tuple[Span, ...]
    bank_value: tuple[int, int] | None = None


def exact(data: bytes) -> tuple[int, ...]:
    """Exact bytes as rows of a span."""
    return tuple(-1 - byte for byte in data)


def expected(reading: Reading, length: int) -> tuple[Array, Array]:
    """Log-likelihoods of plain bytes at each position, and which positions are covered by the reading."""
    rows = np.log(pieces().rows)
    sure = np.full((VALUES, VALUES), np.log(_SURPRISE / VALUES))
    np.fill_diagonal(sure, np.log(1 - _SURPRISE))
    result = np.zeros((length, VALUES))
    covered = np.zeros(length, np.bool_)
    for span in reading.spans:
        for at, row in enumerate(span.rows, span.start):
            result[at] = rows[row] if row >= 0 else sure[-1 - row]
            covered[at] = True
    return result, covered


class Lattice:
    """One record: scores of all pieces at all positions. `chances` has the chance of each plain byte, by position."""

    def __init__(self, chances: Array, ns1: bytes | None = None, ns2: int | None = None) -> None:
        self.size = len(chances)
        self.pieces: Pieces = pieces()
        self.ns1 = ns1
        self.ns2 = ns2
        base = np.log(chances @ generic())
        # One position more, so that pieces may end at the end.
        self.rows = np.log(chances @ self.pieces.rows.T) - base[:, None]
        self.bytes = np.log((1 - _SURPRISE) * chances + _SURPRISE / VALUES) - base[:, None]
        self.sums = np.zeros((self.size + 1, self.rows.shape[1]))
        np.cumsum(self.rows, axis=0, out=self.sums[1:])
        self._fields: tuple[Array, Array, Array] | None = None
        self._backs: dict[int, Array] = {}
        self._head_starts: set[int] | None = None

    # ---- scores of fixed parts

    def fixed(self, rows: tuple[int, ...]) -> Array:
        """Score of a run of rows or exact bytes at each start, 0 to size; those that do not fit are _NONE."""
        count = self.size - len(rows) + 1
        result = np.full(self.size + 1, _NONE)
        if count <= 0:
            return result
        score = np.zeros(count)
        for j, row in enumerate(rows):
            score += self.rows[j : j + count, row] if row >= 0 else self.bytes[j : j + count, -1 - row]
        result[:count] = score
        return result

    def at(self, start: int, rows: tuple[int, ...]) -> float:
        """Score of a run at one place."""
        if start + len(rows) > self.size:
            return _NONE
        return float(
            sum(self.rows[start + j, r] if r >= 0 else self.bytes[start + j, -1 - r] for j, r in enumerate(rows))
        )

    # ---- definitions of bases

    def fields(self) -> tuple[Array, Array, Array]:
        """For each start and size of a field definition: score, number of its piece, and length of its name."""
        if self._fields is None:
            self._fields = self._score_fields()
        return self._fields

    def _score_fields(self) -> tuple[Array, Array, Array]:
        pieces_, text = self.pieces.fields, self.sums[:, self.pieces.text]
        widest = max(len(p.front) + 1 + _LONGEST_NAME + len(p.back) for p in pieces_)
        score = np.full((self.size + 1, widest + 1), _NONE)
        which = np.zeros(score.shape, np.int16)
        names = np.zeros(score.shape, np.int16)
        for number, piece in enumerate(pieces_):
            front = self.fixed(piece.front[piece.sized :])
            back = self.fixed(piece.back)
            lead = len(piece.front)
            for length in range(1, _LONGEST_NAME + 1):
                total = lead + 1 + length + len(piece.back)
                count = self.size - total + 1
                if count <= 0:
                    break
                size = (total - piece.sized).to_bytes(piece.sized, "little")
                name = lead + 1
                new = (
                    sum(self.bytes[j : j + count, byte] for j, byte in enumerate(size))
                    + front[piece.sized : piece.sized + count]
                    + self.bytes[lead : lead + count, length]
                    + text[name + length : name + length + count]
                    - text[name : name + count]
                    + back[name + length : name + length + count]
                    + piece.weight
                )
                better = new > score[:count, total]
                score[:count, total] = np.where(better, new, score[:count, total])
                which[:count, total][better] = number
                names[:count, total][better] = length
        return score, which, names

    def definition(self, start: int, stop: int | None) -> tuple[Array, _Definition]:
        """Scores of a base definition from `start` to each end, or to `stop` alone, and what rebuilds its spans."""
        return (found := _Definition(self, start, stop)).ends, found

    def head_starts(self) -> set[int]:
        """The places where the head of a base definition is likeliest to begin."""
        if self._head_starts is None:
            front = np.max([self.fixed(piece.front) for piece in self.pieces.heads], axis=0)
            self._head_starts = set(np.argsort(-front)[:_HEADS].tolist())
        return self._head_starts

    def head(self, start: int) -> Iterator[tuple[int, float, tuple[int, int, int]]]:
        """Heads of a base definition at a place: end, score, and what `head_rows` makes its rows of."""
        text, size = self.sums[:, self.pieces.text], self.size
        for number, piece in enumerate(self.pieces.heads):
            front = self.at(start, piece.front)
            if front <= _NONE / 2:
                continue
            # Behind the first name comes the second one with its length, then the rest.
            rest = piece.back[1:]
            back = self.back_of(number, rest)
            name = start + len(piece.front)
            most = min(_LONGEST_NAME, size - name - 3 - len(rest))
            for length in range(1, most + 1):
                short = name + 1 + length
                score = front + self.bytes[name, length] + text[short] - text[name + 1]
                for letters in range(1, min(_LONGEST_MNEMONIC, size - short - 1 - len(rest)) + 1):
                    end = short + 1 + letters
                    total = score + self.bytes[short, letters] + text[end] - text[short + 1] + back[end]
                    yield end + len(rest), total - (0 if letters == 2 else 3), (number, length, letters)

    def back_of(self, number: int, rest: tuple[int, ...]) -> Array:
        if number not in self._backs:
            self._backs[number] = self.fixed(rest)
        return self._backs[number]

    def head_rows(self, number: int, length: int, letters: int) -> tuple[int, ...]:
        """The rows of a head whose two names have these lengths."""
        piece, texts = self.pieces.heads[number], (self.pieces.text,)
        rows = (*piece.front, *exact(bytes([length])), *texts * length)
        return (*rows, *exact(bytes([letters])), *texts * letters, *piece.back[1:])


class _Definition:
    """All readings of a base definition that begins at one place."""

    def __init__(self, lattice: Lattice, start: int, stop: int | None) -> None:
        self.lattice = lattice
        size = lattice.size
        best = np.full(size + 1, _NONE)
        self.back: dict[tuple[str, int], tuple[str, int, tuple[int, ...] | None]] = {}
        self.heads: dict[int, tuple[int, int, int]] = {}
        for end, score, parts in lattice.head(start):
            if score > best[end]:
                best[end] = score
                self.heads[end] = parts
                self.back["f", end] = ("", start, None)
        scores, which, names = lattice.fields()
        leader = float(best.max())
        for p in range(start, size):
            if best[p] <= max(leader - _BEAM, _NONE / 2):
                continue
            leader = max(leader, float(best[p]))
            ends = min(scores.shape[1], size + 1 - p)
            new = best[p] + scores[p, :ends]
            for width in np.flatnonzero(new > np.maximum(best[p : p + ends], _NONE / 2)).tolist():
                best[p + width] = new[width]
                self.back["f", p + width] = ("f", p, None)
        best[best <= leader - 2 * _BEAM] = _NONE
        self.which, self.names = which, names
        blocks = np.full(size + 1, _NONE)
        self.ends = np.full(size + 1, _NONE)
        for marker, rows in lattice.pieces.ends.items():
            totals = best + lattice.fixed(rows)
            target, state = (blocks, "b") if marker in lattice.pieces.with_blocks else (self.ends, "e")
            for p in np.flatnonzero(totals > _NONE / 2).tolist():
                end = p + len(rows)
                if totals[p] > target[end]:
                    target[end] = totals[p]
                    self.back[state, end] = ("f", p, rows)
        if blocks.max() <= _NONE / 2:
            return
        block_scores = [(rows, lattice.fixed(rows)) for rows in lattice.pieces.blocks]
        for p in range(start, size + 1):
            if blocks[p] <= _NONE / 2:
                continue
            if blocks[p] > self.ends[p]:
                self.ends[p] = blocks[p]
                self.back["e", p] = ("b", p, ())
            for rows, gains in block_scores:
                end = p + len(rows)
                if end <= size and blocks[p] + gains[p] > blocks[end]:
                    blocks[end] = blocks[p] + gains[p]
                    self.back["b", end] = ("b", p, rows)

    def spans(self, end: int) -> list[Span]:
        """The spans of the best reading that ends at a place."""
        result: list[Span] = []
        state = "e"
        while state:
            previous, start, rows = self.back[state, end]
            if rows is None:
                rows = self._field(start, end - start) if previous else self.lattice.head_rows(*self.heads[end])
            if rows:
                result.append(Span(start, rows))
            state, end = previous, start
        return result

    def _field(self, start: int, total: int) -> tuple[int, ...]:
        lattice = self.lattice
        piece = lattice.pieces.fields[self.which[start, total]]
        length = int(self.names[start, total])
        size = exact((total - piece.sized).to_bytes(piece.sized, "little"))
        name = (*exact(bytes([length])), *(lattice.pieces.text,) * length)
        return (*size, *piece.front[piece.sized :], *name, *piece.back)


# ---- records


def read_dictionary(lattice: Lattice) -> Reading:
    """The best reading of a record as the dictionary."""
    return _DictionaryReader(lattice).read()


def read_other(lattice: Lattice) -> Reading:
    """The best reading of a record that is not the dictionary: a definition, another value, or a bit card."""
    size = lattice.size
    kind = exact(layouts.REFERENCED_VALUE__KIND)
    first = lattice.at(0, kind)
    readings = [Reading(0.0, ()), Reading(first + _OPAQUE, (Span(0, kind),))]
    ends, found = lattice.definition(len(kind), size)
    if ends[size] > _NONE / 2:
        spans = (Span(0, kind), *found.spans(size))
        readings.append(Reading(float(first + ends[size]), spans))
    end = exact(layouts.BIT_CARD_STRU__END_MARK)
    if len(end) < size <= 4 * len(end):
        readings.append(Reading(lattice.at(size - len(end), end) - 1, (Span(size - len(end), end),)))
    return max(readings, key=lambda reading: reading.score)


class _Node(NamedTuple):
    """An entry of the dictionary in a reading: the nodes in front of it, and its spans or what makes them."""

    before: _Node | None
    spans: tuple[Span, ...]
    definition: tuple[_Definition, int] | None = None
    key: str = ""


class _DictionaryReader:
    """Keys stand sorted: one pass over all keys in order, with the best readings up to each position."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.pieces = lattice.pieces
        self.best = np.full(lattice.size + 1, _NONE)
        self.nodes: dict[int, _Node] = {}
        self._definitions: dict[int, _Definition] = {}
        self._ns1: dict[tuple[int, int], tuple[int, ...]] = {}

    def read(self) -> Reading:
        kind = exact(layouts.DICTIONARY__KIND)
        self.best[len(kind)] = self.lattice.at(0, kind)
        self.nodes[len(kind)] = _Node(None, (Span(0, kind),))
        # A base takes some bytes of the dictionary even where its definition stands elsewhere.
        most = min(self.lattice.size // 30 + 2, _MOST_BASES)
        for key, name in keys(most):
            self._add_key(key, name)
        end = self.lattice.size
        if self.best[end] <= _NONE / 2:
            end = int(self.best.argmax())
        last = self.nodes[end]
        return Reading(float(self.best[end]), tuple(self._spans(last)), self._bank_value(last))

    def _bank_value(self, node: _Node | None) -> tuple[int, int] | None:
        while node is not None and node.key != "Bank":
            node = node.before
        if node is None:
            return None
        start, rows = node.spans[1]
        return start + len(self.pieces.reference), len(rows) - len(self.pieces.reference)

    def _spans(self, node: _Node | None) -> Iterator[Span]:
        while node is not None:
            yield from node.spans
            if node.definition is not None:
                yield from node.definition[0].spans(node.definition[1])
            node = node.before

    def _add_key(self, key: bytes, name: str) -> None:
        odds = _PRESENT if name in ALWAYS else _ABSENT
        if name.endswith("NNN"):  # numbers count from 0, mostly without gaps
            odds = -1.0 - min(int(key[len(name) - 3 :]), _HIGH_NUMBER) / 2
        lead = exact(bytes([len(key)]) + key)
        score = self.best + self.lattice.fixed(lead) + odds
        starts = np.argsort(-score)[:_STARTS]
        width = len(self.pieces.reference)
        new: dict[int, tuple[float, int, int | None]] = {}
        leader = float(score.max())
        for start in starts.tolist():
            word = start + len(lead)
            if score[start] <= max(leader - _BEAM, _NONE / 2) or word + width > self.lattice.size:
                continue
            value = word + width
            if name not in ALWAYS and not name.startswith("Formuls"):
                total = float(score[start]) + self.lattice.at(word, self.pieces.reference) - 1
                if total > max(self.best[value], new.get(value, (_NONE,))[0]):
                    new[value] = (total, start, None)
            gains = self._gains(name, word)
            for length in np.argsort(-gains)[:_ENDS].tolist():
                total = float(score[start] + gains[length])
                if gains[length] <= _NONE / 2:
                    break
                if total > max(self.best[value + length], new.get(value + length, (_NONE,))[0]):
                    new[value + length] = (total, start, length)
        # Nodes are made when all is known, so that no reading holds a key twice.
        nodes = {end: self._node(name, lead, start, length) for end, (_, start, length) in new.items()}
        for end, (total, _, _) in new.items():
            self.best[end] = total
            self.nodes[end] = nodes[end]

    def _node(self, name: str, lead: tuple[int, ...], start: int, length: int | None) -> _Node:
        """The entry of a key at a place whose value has a length, None for a value elsewhere."""
        word = start + len(lead)
        value = word + len(self.pieces.reference)
        if length is None:
            return _Node(self.nodes[start], (Span(start, lead), Span(word, self.pieces.reference)), None, name)
        mark = bytes([self.pieces.inline_mark])
        head = exact(length.to_bytes(len(self.pieces.reference) - 1, "little") + mark)
        if name == "BaseNNN":
            definition = (self._definitions[value], value + length)
            return _Node(self.nodes[start], (Span(start, lead), Span(word, head)), definition, name)
        rows = (*head, *self._shapes(name, value).get(length, (self.pieces.uniform,) * length))
        return _Node(self.nodes[start], (Span(start, lead), Span(word, rows)), None, name)

    def _gains(self, name: str, word: int) -> Array:
        """Scores of the values whose word stands at a place, by their length."""
        lattice, width = self.lattice, len(self.pieces.reference)
        start = word + width
        lengths = np.arange(lattice.size - start + 1)
        scores = lattice.bytes[word, lengths & VALUES - 1] + lattice.bytes[word + 1, lengths // VALUES % VALUES]
        scores += lattice.bytes[word + 2, 0] + lattice.bytes[word + width - 1, self.pieces.inline_mark]
        if name != "BaseNNN":
            return np.asarray(scores + self._by_length(name, start, len(lengths)))
        if start not in lattice.head_starts():
            return np.full(len(lengths), _NONE)
        return np.asarray(scores + self._definition(start).ends[start:])

    def _definition(self, start: int) -> _Definition:
        if start not in self._definitions:
            self._definitions[start] = _Definition(self.lattice, start, None)
        return self._definitions[start]

    def _by_length(self, name: str, start: int, count: int) -> Array:
        """Scores of the values of a key by their length."""
        scores = np.full(count, _NONE if name in ALWAYS else _OPAQUE)
        for length, rows in self._shapes(name, start).items():
            if length < count:
                scores[length] = self.lattice.at(start, rows)
        return scores

    def _shapes(self, name: str, start: int) -> dict[int, tuple[int, ...]]:
        """What a value of a key at a place is expected to hold, by the lengths it may have."""
        pieces, lattice = self.pieces, self.lattice
        if name == "NS1" and lattice.ns1 is not None:
            return {len(lattice.ns1): exact(lattice.ns1)}
        if name == "NS1":
            lengths = [int(key.rpartition("/")[2]) for key in pieces.values if key.startswith("NS1/")]
            return {length: self._ns1_rows(start, length) for length in lengths}
        if name == "NS2" and lattice.ns2 is not None:
            length = len(pieces.values[name])
            return {length: exact(lattice.ns2.to_bytes(length, "little"))}
        if name in ("NS2", "FormulsNNN"):
            return {len(pieces.values[name]): pieces.values[name]}
        if name == "Bank":
            fixed = pieces.values[name]
            return {len(fixed) + ids: (*fixed, *(pieces.ids,) * ids) for ids in range(_MOST_BASES)}
        text = {"BankName": pieces.text, "Version": pieces.version}.get(name, pieces.digits)
        shortest, longest = _TEXT_LENGTHS.get(name, (1, 0))
        return {length: (text,) * length for length in range(shortest, longest + 1)}

    def _ns1_rows(self, start: int, length: int) -> tuple[int, ...]:
        """NS1 of no known copy: one shift explains most of its body, which the default table encodes and zeros fill."""
        if (start, length) not in self._ns1:
            fixed = self.pieces.values[f"NS1/{length}"]
            open_ = (*fixed, *(self.pieces.uniform,) * (length - len(fixed)))
            self._ns1[start, length] = self._ns1_by_shift(start, fixed, open_) or open_
        return self._ns1[start, length]

    def _ns1_by_shift(self, start: int, fixed: tuple[int, ...], open_: tuple[int, ...]) -> tuple[int, ...] | None:
        """The rows of NS1 with the one shift that fits; None where several fit about as well."""
        width, body = layouts.Ns2.SIZE, len(open_) - len(fixed)
        if start + len(open_) > self.lattice.size:
            return None
        found: list[tuple[float, int, bool]] = []
        places = start + np.arange(len(fixed), len(open_))
        for is_one in (True, False):
            plain = int(is_one).to_bytes(width, "little").ljust(body, b"\0")
            table = np.array([list(DEFAULT.encode(plain, shift)) for shift in range(VALUES)])
            scores = self.lattice.bytes[places[None, :], table]
            if not is_one:
                scores[:, : width - 1] = _OTHER_SERIAL / (width - 1)
            total = scores.sum(axis=1) + self.lattice.bytes[start + len(fixed) - 1]
            best, second = np.argsort(-total)[:2].tolist()
            if total[best] > total[second] + _NS1_LEAD:
                found.append((float(total[best]), best, is_one))
        if not found:
            return None
        _, shift, is_one = max(found)
        plain = int(is_one).to_bytes(width, "little").ljust(body, b"\0")
        rows = exact(DEFAULT.encode(plain, shift))
        serial = rows[: width - 1] if is_one else open_[len(fixed) : len(fixed) + width - 1]
        return (*fixed[:-1], *exact(bytes([shift])), *serial, *rows[width - 1 :])
