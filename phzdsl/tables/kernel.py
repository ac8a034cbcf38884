"""Many closed hands read at once: the automaton's tables two points at a time, in numpy.

A row is twenty counts. A point pair's free cards (small, small, big, big) are one column, so that four
look-ups decide a row; for the rows that are complete, some more give the packed sum of features. Sums are
laid out as in ``symbols`` and ``features``, low field first: groups set aside, quads, features.
Importing this module imports numpy.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.cards import KINDS, POINTS
from phzdsl.tables.automaton import DEAD, START_STATE, Automaton
from phzdsl.tables.features import FeatureSet
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, TALLY_BITS, read_kind

__all__ = ["CHUNK", "Kernel", "Read", "TooWideError", "Work", "fours_of", "sizes_of", "words_of"]

CHUNK = 16_384
"""Rows read at once: their arrays stay in a core's cache."""

Rows = NDArray[np.uint8]
Words = NDArray[np.uint32]
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Codes = NDArray[np.uint16]

_WORDS = KINDS // 4
_PAIRS = POINTS // 2
_SUM_BITS = 63
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
        self._free = _free_table(plan, automaton.width)
        self._columns, self._free_columns = _column_tables(self._free, automaton.width)
        self._spread(automaton)
        self._sums = _pair_sums(plan)

    def _spread(self, automaton: Automaton) -> None:
        """Join the tables of points 1 to 4, 5 and 6, 7 and 8, 9 and 10: weight and next state in one number."""
        columns = automaton.columns**2
        if max(layer.states for layer in automaton.layers[::2]) * columns > _MOST_CELLS:
            msg = "the tables of this hand shape are too large to be read two points at a time"
            raise TooWideError(msg)
        pairs = [_joined(_layer(automaton, at), _layer(automaton, at + 1)) for at in range(0, POINTS, 2)]
        opening = _joined((pairs[0][0][START_STATE:][:1], pairs[0][1][START_STATE:][:1]), pairs[1])
        steps = [opening, *pairs[2:]]
        if sum(int(weights.max()) for _, weights in steps) >> (_SUM_BITS - _PLACE_BITS):
            msg = "the weights of this hand shape do not fit beside its states"
            raise TooWideError(msg)
        # A state is kept as the place of its first cell, so that a look-up is one addition.
        scales = [columns] * (len(steps) - 1) + [1]
        self._steps = [
            ((weights << _PLACE_BITS) + following * scale).reshape(-1)
            for (following, weights), scale in zip(steps, scales, strict=True)
        ]

    # ------------------------------------------------------------ reading

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
        read, columns = codes, self._columns
        if free is not None:
            read, columns = _pair_codes(free, np.empty_like(work.codes)), self._free_columns
        column, place, step, total, state = work.column, work.place, work.step, work.total, work.state
        columns[0].take(read[0], mode="clip", out=column)
        np.multiply(column, self.automaton.columns**2, out=place)
        columns[1].take(read[1], mode="clip", out=column)
        np.add(place, column, out=place)
        self._steps[0].take(place, mode="clip", out=total)
        np.bitwise_and(total, _PLACE, out=state)
        for table, table_columns, code in zip(self._steps[1:], columns[2:], read[2:], strict=True):
            table_columns.take(code, mode="clip", out=column)
            np.add(state, column, out=place)
            table.take(place, mode="clip", out=step)
            # The places add up as well, below the weights; they are thrown away in the end.
            np.add(total, step, out=total)
            np.bitwise_and(step, _PLACE, out=state)
        rows = np.flatnonzero(np.not_equal(state, DEAD, out=work.flags))
        return Read(rows, state.take(rows, mode="clip"), self._live_sums(rows, codes, total))

    def _live_sums(self, rows: NDArray[np.intp], codes: Sequence[Codes], total: Ints) -> Ints:
        """Return the sums of the rows that are not dead."""
        sums = total.take(rows, mode="clip")
        sums >>= _PLACE_BITS
        sums += self.automaton.base
        sums <<= TALLY_BITS
        for table, code in zip(self._sums, codes, strict=True):
            sums += table.take(code.take(rows, mode="clip"), mode="clip")
        return sums

    def sums(self, words: Words, work: Work) -> Ints:
        """Return groups, quads and features of what is set aside, and the features of the cards."""
        codes = _pair_codes(words, work.codes)
        sums = np.zeros(words.shape[1], np.int64)
        for table, code in zip(self._sums, codes, strict=True):
            sums += table.take(code, mode="clip")
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

    def __init__(self, number: int) -> None:
        self.codes = np.empty((4, number), np.int32)
        self.column = np.empty(number, np.int32)
        self.flags = np.empty(number, np.bool_)
        self.place, self.step, self.total, self.state = (np.empty(number, np.int64) for _ in range(4))

    def of(self, number: int) -> Work:
        """Return arrays for so many hands: these, or others where that is another number."""
        return self if len(self.state) == number else Work(number)


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
    """Return the sum of the four bytes of each word."""
    spare = sums >> np.uint32(16)
    sums += spare
    np.right_shift(sums, 8, out=spare)
    sums += spare
    sums &= np.uint32(0xFF)
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


def _column_tables(free: Rows, width: int) -> tuple[list[NDArray[np.int32]], list[NDArray[np.int32]]]:
    """Return by pair of points and code the column of its cards: once by copies, once by free copies."""
    small, small_next, big, big_next = _code_parts()
    by_copies: list[NDArray[np.int32]] = []
    by_free: list[NDArray[np.int32]] = []
    plain = np.tile(np.arange(COUNTS, dtype=np.uint8), (KINDS, 1))
    for table, tables in ((free, by_copies), (plain, by_free)):
        held = np.minimum(table, width - 1).astype(np.int32)
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
