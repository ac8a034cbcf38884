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
_LEAST_BITS = 12
_FILL = 2
_WHOLE = (1 << 64) - 1
# Odd, with bits that look drawn by lot: 2 ** 64 by the golden ratio, and by the fractional parts of the roots of 2, 3 and 7.
_FACTORS = (0x9E3779B97F4A7C15, 0x6A09E667F3BCC909, 0xBB67AE8584CAA73B, 0xA54FF53A5F1D36F1)


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
        """Keep what ``value`` says of each key from 0 to 2 ** 63 - 1: a number, for which tables are at least as long."""
        self._value = value
        self._known: dict[int, int] = {}
        self._levels = _Levels(_LEAST_BITS)

    def __len__(self) -> int:
        """Return how many keys are known."""
        return len(self._known)

    def numbers(self, keys: Ints) -> Numbers:
        """Return the number of each key."""
        # Tables that grow are others: those of this moment stay as they are, but for keys that are added.
        levels = self._levels
        found = levels.found(0, keys)
        numbers = found.astype(np.int32)
        rows = np.flatnonzero(found >= levels.none)
        for level in range(1, len(_FACTORS)):
            if not len(rows):
                return numbers
            found = levels.found(level, keys.take(rows))
            numbers[rows] = found
            rows = rows.take(np.flatnonzero(found >= levels.none))
        numbers[rows] = self._searched(keys.take(rows))
        return numbers

    def _searched(self, keys: Ints) -> Numbers:
        """Return the numbers of keys that are new."""
        different, inverse = np.unique(keys, return_inverse=True)
        found = np.array([self._number(key) for key in different.tolist()], np.int32)
        return found[inverse]

    def _number(self, key: int) -> int:
        """Return the number of a key; a new one is valued and kept."""
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = self._value(key)
            full = len(self._known) * _FILL > self._levels.none
            if full or not self._levels.put(key, number):
                self._grow()
        return number

    def _grow(self) -> None:
        """Lay all that is known out in larger tables."""
        known, bits = list(self._known.items()), self._levels.bits + 1
        levels = _Levels(bits)
        while not all(levels.put(*one) for one in known):
            bits += 1
            levels = _Levels(bits)
        self._levels = levels


class _Levels:
    """Hash tables of one integer a place.

    A key times an odd factor tells it as well as the key itself. The top bits of the product are its place and need not
    be kept, so that the other bits and the number are one integer of 64 bits. A key whose place is taken goes to the
    next level, a table of its own with another factor.

    Attributes:
        bits: of a place.
        none: stands for no number, and is above every number that can be kept.
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.none = (1 << bits) - 1
        self._tables = np.full((len(_FACTORS), 1 << bits), self.none, np.uint64)

    def put(self, key: int, number: int) -> bool:
        """Keep the number of a key; tell whether there is room for both."""
        for table, factor in zip(self._tables, _FACTORS, strict=True):
            product = key * factor & _WHOLE
            place = product >> (64 - self.bits)
            if table[place] == self.none and number < self.none:
                table[place] = product << self.bits & _WHOLE | number
                return True
        return False

    def found(self, level: int, keys: Ints) -> NDArray[np.uint64]:
        """Return the number that a level has for each key, ``none`` or more where it has none."""
        products = keys.view(np.uint64) * np.uint64(_FACTORS[level])
        places = (products >> np.uint64(64 - self.bits)).view(np.int64)
        products <<= np.uint64(self.bits)
        products ^= self._tables[level].take(places, mode="clip")
        return products
