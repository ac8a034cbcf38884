"""Many closed hands read at once: the automaton's tables two points at a time, in numpy.

A row is twenty counts. Its four counts of two points are a *code*; a table has for each code one *entry*:
the column of the free cards in the top bits, what is set aside and what the cards are below. Entries are
added up as they are, their columns lead from state to state in four look-ups. Sums are laid out as in
``symbols`` and ``features``, low field first: groups set aside, quads, features.
Importing this module imports numpy.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.cards import KINDS, POINTS
from phzdsl.tables.automaton import DEAD, START_STATE, Automaton
from phzdsl.tables.features import FeatureSet
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, TALLY_BITS, read_kind

__all__ = ["CHUNK", "Kernel", "Read", "TooWideError", "Work", "fours_of", "sizes_of", "words_of"]

CHUNK = 32_768
"""Rows read at once: many, so that calls cost little, but few enough for their arrays to stay in the cache."""

Rows = NDArray[np.uint8]
Words = NDArray[np.uint32]
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Codes = NDArray[np.uint16]

_WORDS = KINDS // 4
_PAIRS = POINTS // 2
_SUM_BITS, _SHORT_BITS = 63, 31
_MOST_CELLS = 3_000_000
_HALF = 0xFFFF
# Which half of a word comes first in memory.
_LOWER, _UPPER = (0, 1) if sys.byteorder == "little" else (1, 0)
# A step is one number: the weight above, the place of the next state below, with room for the sum of all places.
_PLACE_BITS = 24
_PLACE = (1 << _PLACE_BITS) - 1
_EACH = np.uint32(0x01010101)
# Four and four at both points, and one more.
_CODES = (4 + 8 * 4) * (1 + 256) + 1


class TooWideError(OverflowError):
    """Tables or sums that would be larger than numpy can hold well."""


@attrs.frozen(eq=False)
class Read:
    """The complete rows of a chunk.

    Attributes:
        rows: which rows are complete, ascending, but for the number of groups and pairs.
        finals: their states after the last point.
        sums: groups, quads and features, without the weights of the endings of the last state.
    """

    rows: NDArray[np.intp]
    finals: Ints
    sums: Ints


class Kernel:
    """Reads closed hands of one plan.

    Attributes:
        automaton: the tables that it reads with.
        final_bits: width of the number of a last state.
    """

    def __init__(self, plan: Plan, automaton: Automaton) -> None:
        """Spread the tables.

        Raises:
            TooWideError: the tables or the sums are too large.
        """
        self.automaton = automaton
        self.final_bits = len(automaton.finals).bit_length()
        if TALLY_BITS + plan.features.bits + self.final_bits > _SUM_BITS:
            msg = f"{plan.features.bits} bits of features do not fit beside the rest"
            raise TooWideError(msg)
        self._width = automaton.width
        self._column_bits = _SUM_BITS - (automaton.columns**2 - 1).bit_length()
        if TALLY_BITS + plan.features.bits > self._column_bits:
            msg = f"{plan.features.bits} bits of features do not fit below a column"
            raise TooWideError(msg)
        self._free = _free_table(plan, automaton.width)
        by_copies, by_free = _column_tables(self._free, automaton.width)
        self._columns = [columns << self._column_bits for columns in by_free]
        self._entries = [
            (columns << self._column_bits) + sums for columns, sums in zip(by_copies, _pair_sums(plan), strict=True)
        ]
        self._spread(automaton)

    def _spread(self, automaton: Automaton) -> None:
        """Join the tables of points 1 to 4, 5 and 6, 7 and 8, 9 and 10: weight and next state in one number."""
        columns = automaton.columns**2
        if max(layer.states for layer in automaton.layers[::2]) * columns > _MOST_CELLS:
            msg = "the tables of this hand shape are too large to be read two points at a time"
            raise TooWideError(msg)
        pairs = [_joined(_layer(automaton, at), _layer(automaton, at + 1)) for at in range(0, POINTS, 2)]
        opening = _joined((pairs[0][0][START_STATE:][:1], pairs[0][1][START_STATE:][:1]), pairs[1])
        steps = [opening, *pairs[2:]]
        most = automaton.base + sum(int(weights.max()) for _, weights in steps)
        if most >> (_SUM_BITS - _PLACE_BITS):
            msg = "the weights of this hand shape do not fit beside its states"
            raise TooWideError(msg)
        # A state is kept as the place of its first cell, so that a look-up is one addition.
        scales = [columns] * (len(steps) - 1) + [1]
        # Half as wide where that suffices: most of the time goes into waiting for memory.
        kind = np.int32 if most >> (_SHORT_BITS - _PLACE_BITS) == 0 else np.int64
        self._steps = [
            ((weights << _PLACE_BITS) + following * scale).reshape(-1).astype(kind)
            for (following, weights), scale in zip(steps, scales, strict=True)
        ]

    # ------------------------------------------------------------ reading

    def work(self, number: int) -> Work:
        """Return arrays for reading so many hands."""
        return Work(number, self._steps[0].dtype)

    def free(self, rows: Rows) -> Rows:
        """Return the copies that are not set aside, uint8 [n, 20]."""
        places = rows + (COUNTS * np.arange(KINDS, dtype=np.uint8))
        free: Rows = self._free.reshape(-1).take(places, mode="clip")
        return free

    def read(self, words: Words, work: Work, free: Words | None = None) -> Read:
        """Read a chunk of hands.

        Args:
            words: copies of each kind, none more than the deck has, as ``words_of`` gives them: uint32 [5, n].
            work: arrays for n hands.
            free: likewise the copies that are free, where they are not those that the shape says; a row with
                more than ``fits`` tells must not be asked for.
        """
        codes = _pair_codes(words, work.codes)
        free_codes = None if free is None else _pair_codes(free, np.empty_like(work.codes))
        entry, sums, place, step, total = work.entry, work.sums, work.place, work.step, work.total
        self._enter(0, codes, free_codes, sums)
        np.right_shift(sums, self._column_bits, out=place)
        np.multiply(place, self.automaton.columns**2, out=place)
        total.fill(self.automaton.base << _PLACE_BITS)
        for at, table in enumerate(self._steps, 1):
            self._enter(at, codes, free_codes, entry)
            # Columns run over the top and places add up below the weights; both are thrown away in the end.
            np.add(sums, entry, out=sums)
            np.right_shift(entry, self._column_bits, out=entry)
            np.add(place, entry, out=place)
            table.take(place, mode="clip", out=step)
            np.add(total, step, out=total)
            np.bitwise_and(step, _PLACE, out=place)
        rows = np.flatnonzero(np.not_equal(place, DEAD, out=work.flags))
        found, weights = sums.take(rows, mode="clip"), total.take(rows, mode="clip").astype(np.int64, copy=False)
        found &= (1 << self._column_bits) - 1
        weights >>= _PLACE_BITS
        weights <<= TALLY_BITS
        found += weights
        return Read(rows, place.take(rows, mode="clip"), found)

    def _enter(self, at: int, codes: Sequence[Codes], free_codes: Sequence[Codes] | None, entry: Ints) -> None:
        """Look up the entry of each row at a pair of points, with the column of other free copies where these are given."""
        self._entries[at].take(codes[at], mode="clip", out=entry)
        if free_codes is not None:
            entry &= (1 << self._column_bits) - 1
            entry |= self._columns[at].take(free_codes[at], mode="clip")

    def sums(self, words: Words, work: Work) -> Ints:
        """Return groups, quads and features of what is set aside, and the features of the cards."""
        codes = _pair_codes(words, work.codes)
        sums = np.zeros(words.shape[1], np.int64)
        for table, code in zip(self._entries, codes, strict=True):
            sums += table.take(code, mode="clip")
        sums &= (1 << self._column_bits) - 1
        return sums

    def fits(self, free: Words) -> NDArray[np.bool_]:
        """Tell for each column of words whether the tables hold so many free copies."""
        # A count that is too great, or one below none, has the top bit of its byte set.
        room = np.uint32(0x01010101 * (0x80 - self._width))
        over = (free & np.uint32(0x7F7F7F7F)) + room
        over |= free
        top: Words = np.bitwise_or.reduce(over, axis=0)
        fits: NDArray[np.bool_] = (top & np.uint32(0x80808080)) == 0
        return fits


class Work:
    """Arrays that reading some number of hands needs, so that chunk after chunk uses the same memory."""

    def __init__(self, number: int, kind: np.dtype[Any]) -> None:
        """Make room; ``kind`` is that of the kernel's steps."""
        self.codes = np.empty((4, number), np.int32)
        self.flags = np.empty(number, np.bool_)
        self.entry, self.sums, self.place = (np.empty(number, np.int64) for _ in range(3))
        self.step, self.total = np.empty(number, kind), np.empty(number, kind)


def words_of(rows: Rows) -> Words:
    """Return rows of counts, uint8 [n, 20], as words of four counts, uint32 [5, n]."""
    return np.ascontiguousarray(np.ascontiguousarray(rows).view(np.uint32).T)


def sizes_of(words: Words) -> Ints32:
    """Return by column of words the number of cards; right where no count is above 50."""
    return _folded(np.add.reduce(words, axis=0, dtype=np.uint32))


def fours_of(words: Words) -> Ints32:
    """Return by column of words how many kinds are held four times; no count is above 4."""
    return _folded(np.add.reduce(words >> np.uint32(2) & _EACH, axis=0, dtype=np.uint32))


def _folded(sums: NDArray[np.uint32]) -> Ints32:
    """Return the sum of the four bytes of each word: the product has it in its top byte."""
    sums *= _EACH
    sums >>= np.uint32(24)
    return sums.view(np.int32)


def _pair_codes(words: Words, codes: Ints32) -> list[Codes]:
    """Return by pair of points (1 and 2, 3 and 4, ...) a code of its four counts.

    A word holds four counts, a byte each: small 1-4, small 5-8, small 9-10 with big 1-2, big 3-6, big 7-10.
    The big counts are brought beside the small ones, three bits up: then each half of a word is the code of
    a pair, small + 8 * big of its first point, and 256 times that of the second.
    """
    whole = words.view(np.int32)
    spare = codes[3]
    for both, small, low, high in zip(codes[:2], (0, 1), (2, 3), (3, 4), strict=True):
        np.right_shift(whole[low], 16, out=both)
        np.bitwise_and(both, _HALF, out=both)
        np.left_shift(whole[high], 16, out=spare)
        np.bitwise_or(both, spare, out=both)
        np.left_shift(both, 3, out=both)
        np.bitwise_or(both, whole[small], out=both)
    last = codes[2]
    np.right_shift(whole[4], 16, out=last)
    np.left_shift(last, 3, out=last)
    np.bitwise_or(last, whole[2], out=last)
    first, second, third = (each.view(np.uint16) for each in codes[:3])
    return [first[_LOWER::2], first[_UPPER::2], second[_LOWER::2], second[_UPPER::2], third[_LOWER::2]]


def _code_parts() -> tuple[NDArray[np.intp], ...]:
    """Return for each code of a pair the copies small, small of the next point, big, big of the next."""
    code = np.arange(_CODES)
    parts = (code & 7, code >> 8 & 7, code >> 3 & 7, code >> 11 & 7)
    return tuple(np.minimum(part, COUNTS - 1) for part in parts)


def _column_tables(free: Rows, width: int) -> tuple[list[Ints], list[Ints]]:
    """Return by pair of points and code the column of its cards: once by copies, once by free copies."""
    small, small_next, big, big_next = _code_parts()
    by_copies: list[Ints] = []
    by_free: list[Ints] = []
    plain = np.tile(np.arange(COUNTS, dtype=np.uint8), (KINDS, 1))
    for table, tables in ((free, by_copies), (plain, by_free)):
        held = np.minimum(table, width - 1).astype(np.int64)
        for at in range(0, POINTS, 2):
            first = held[at][small] * width + held[at + POINTS][big]
            second = held[at + 1][small_next] * width + held[at + 1 + POINTS][big_next]
            tables.append(first * width**2 + second)
    return by_copies, by_free


_Table = tuple[Ints, Ints]


def _joined(first: _Table, second: _Table) -> _Table:
    """Return the table of two steps in one: states after both, and weights of both."""
    following, weights = second[0][first[0]], first[1][:, :, None] + second[1][first[0]]
    return following.reshape(len(following), -1), weights.reshape(len(weights), -1)


def _layer(automaton: Automaton, point: int) -> _Table:
    layer = automaton.layers[point]
    shape = layer.states, automaton.columns
    following = np.asarray(layer.next).astype(np.int64).reshape(shape)
    return following, np.asarray(layer.weights).astype(np.int64).reshape(shape)


def _free_table(plan: Plan, width: int) -> Rows:
    """Return by kind and copies how many are free; too many for the deck count as too many for the tables."""
    weigh = plan.features.of_form
    free = np.full((KINDS, COUNTS), width, np.uint8)
    for kind in range(KINDS):
        for count in range(COUNTS):
            left = read_kind(plan.shape, kind, count, weigh)
            if left is not None:
                free[kind, count] = left[0]
    return free


def _pair_sums(plan: Plan) -> list[Ints]:
    """Return by pair of points and code what is set aside and what the cards are, packed."""
    by_point = [_point_sums(plan.features, plan, point) for point in range(POINTS)]
    small, small_next, big, big_next = _code_parts()
    return [by_point[at][small, big] + by_point[at + 1][small_next, big_next] for at in range(0, POINTS, 2)]


def _point_sums(features: FeatureSet, plan: Plan, point: int) -> Ints:
    sums = np.zeros((COUNTS, COUNTS), np.int64)
    for small in range(COUNTS):
        for big in range(COUNTS):
            aside = [
                read_kind(plan.shape, kind, count, features.of_form)
                for kind, count in ((point, small), (point + POINTS, big))
            ]
            tally = sum(one[1] for one in aside if one is not None)
            sums[small, big] = tally + (features.of_point(point, small, big) << TALLY_BITS)
    return sums
