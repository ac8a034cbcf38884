"""Outcomes by number: what sums of features are worth, found for whole arrays of sums at once.

A sum that is new is valued once, in plain Python; after that it is one look-up in a hash table of numpy
arrays. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.tables.points import Outcome

__all__ = ["LOSS", "UNSURE", "Amounts", "Numbers", "OutcomeIndex", "OutcomeList"]

Ints = NDArray[np.int64]
Amounts = NDArray[np.signedinteger]
Numbers = NDArray[np.int32]
"""Outcomes by number, one a hand."""

LOSS = 0
"""Number of a hand that has no complete reading."""
UNSURE = 1
"""Number of a hand that only the plain search can decide."""

_FIRST = 2
_EMPTY = -1
_LEAST_BITS = 12
_FILL = 4
_MOST_STEPS = 4
# Fibonacci hashing: 2 ** 64 divided by the golden ratio, odd.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@attrs.frozen(eq=False)
class OutcomeArrays:
    """Outcomes by number.

    Attributes:
        win, xi, fan, points: as a batch reports them.
        rank: the better of two outcomes has the higher one.
    """

    win: NDArray[np.bool_]
    xi: Amounts
    fan: Amounts
    points: Amounts
    rank: Ints


class OutcomeList:
    """Different outcomes, numbered as they are met, and their parts as arrays by number."""

    def __init__(self) -> None:
        self._numbers: dict[Outcome, int] = {}
        self._outcomes: list[Outcome] = [Outcome(win=False, xi=0, fan=0, points=0)] * _FIRST
        self._arrays: OutcomeArrays | None = None

    def number(self, outcome: Outcome | None) -> int:
        """Return the number of an outcome; ``LOSS`` for None."""
        if outcome is None:
            return LOSS
        number = self._numbers.get(outcome)
        if number is None:
            number = self._numbers[outcome] = len(self._outcomes)
            self._outcomes.append(outcome)
            self._arrays = None
        return number

    def arrays(self) -> OutcomeArrays:
        """Return the parts of all outcomes so far."""
        if self._arrays is None:
            found = self._outcomes
            win = np.array([one.valid for one in found])
            order = {
                key: rank for rank, key in enumerate(sorted({(one.win, *one.preference) for one in found[_FIRST:]}), 2)
            }
            rank = [LOSS, UNSURE, *(order[one.win, *one.preference] for one in found[_FIRST:])]
            self._arrays = OutcomeArrays(
                win,
                _amounts([one.xi for one in found]),
                _amounts([one.fan * one.valid for one in found]),
                _amounts([one.points * one.valid for one in found]),
                np.array(rank, np.int64),
            )
        return self._arrays

    def keep_better(self, numbers: Numbers, rows: NDArray[np.intp], found: Numbers) -> None:
        """Put into some rows what was found where it is better.

        Where equal outcomes report different things, or one is ``UNSURE``, only a search can tell.
        """
        rank = self.arrays().rank
        before = numbers[rows]
        unsure = (found == UNSURE) | (before == UNSURE) | ((rank[found] == rank[before]) & (found != before))
        numbers[rows] = np.where(unsure, UNSURE, np.where(rank[found] > rank[before], found, before))


def _amounts(values: list[int]) -> Amounts:
    """Return amounts as an array of 32 bits, or of 64 where one needs it."""
    held = np.array(values, np.int64)
    return held if np.abs(held).max() > np.iinfo(np.int32).max else held.astype(np.int32)


class OutcomeIndex:
    """Numbers of outcomes by key, for arrays of keys."""

    def __init__(self, value: Callable[[int], int]) -> None:
        """Keep what ``value`` says of each key: a number below 2 ** 31 for a key from 0 to 2 ** 63 - 1."""
        self._value = value
        self._known = 0
        self._grow(_LEAST_BITS)

    def _grow(self, bits: int) -> None:
        # Each place holds a key and, beside it in memory, its number.
        self._shift = np.uint64(63 - bits)
        self._mask = (2 << bits) - 1
        self._table = np.full(2 << bits, _EMPTY, np.int64)

    def __len__(self) -> int:
        """Return how many keys are known."""
        return self._known

    def numbers(self, keys: Ints) -> Numbers:
        """Return the number of each key."""
        places = self._places(keys)
        rows = np.flatnonzero(self._table.take(places, mode="clip") != keys)
        beside = places.take(rows)
        places |= 1
        numbers = self._table.take(places, mode="clip").astype(np.int32)
        if len(rows):
            # Not at their own places, or not there yet.
            wanted = keys.take(rows)
            for _ in range(_MOST_STEPS):
                beside += 2
                beside &= self._mask
                numbers[rows] = self._table.take(beside + 1)
                left = np.flatnonzero(self._table.take(beside) != wanted)
                if not len(left):
                    return numbers
                rows, beside, wanted = rows.take(left), beside.take(left), wanted.take(left)
            numbers[rows] = self._searched(wanted)
        return numbers

    def _searched(self, keys: Ints) -> Numbers:
        """Return the numbers of keys that are new, or lie far from their own places."""
        different, inverse = np.unique(keys, return_inverse=True)
        found = np.array([self._number(key) for key in different.tolist()], np.int32)
        return found[inverse]

    def _places(self, keys: Ints) -> NDArray[np.intp]:
        hashed = keys.view(np.uint64) * _FACTOR
        hashed >>= self._shift
        places = hashed.view(np.int64)
        places &= -2
        return places

    def _number(self, key: int) -> int:
        """Return the number of a key; a new one is valued and kept."""
        place = self._place(key)
        if self._table[place] != key:
            number = self._value(key)
            if (self._known + 1) * _FILL > len(self._table) // 2:
                self._rebuild()
            place = self._place(key)
            self._table[place], self._table[place + 1] = key, number
            self._known += 1
        return int(self._table[place + 1])

    def _place(self, key: int) -> int:
        """Return where a key lies, or the first empty place from its own on."""
        place = int(self._places(np.array([key], np.int64))[0])
        while self._table[place] != key and self._table[place] != _EMPTY:
            place = (place + 2) & self._mask
        return place

    def _rebuild(self) -> None:
        keys, numbers = self._table[::2], self._table[1::2]
        held = keys != _EMPTY
        self._grow(len(keys).bit_length())
        for key, number in zip(keys[held].tolist(), numbers[held].tolist(), strict=True):
            place = self._place(key)
            self._table[place], self._table[place + 1] = key, number
