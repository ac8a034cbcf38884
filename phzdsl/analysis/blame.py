"""Which changed rows make a hand worth something else: those whose replacement by the other side's makes it vanish.

Method. For a hand, each side's count is run, and each changed row of win and count is asked, in both versions, with all
that the run found: a row that answers the same in both, on both sides, has no part in the difference, for putting
those rows in place of each other changes no step of either run. Of the rows that are left as few are kept as will do,
by trying: the first side with these rows of the second must be worth what the second is, and the second with these
rows of the first what the first is; a row without which both still hold is dropped, the last one first. What shapes the tables
(melds, cards, groups) is one such part, taken as a whole, and so are the claims by which a card may be won on. Where rows were
renamed, or an order of counting would be a circle, no row can be tried alone: then all that answer differently are named.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.joint import numbered
from phzdsl.analysis.massed import Columns, column
from phzdsl.analysis.mixing import Part, Parts, Swap, exprs_of, parts
from phzdsl.analysis.occasions import Occasion
from phzdsl.analysis.worths import LOST, TOGETHER, Hands, Worths
from phzdsl.ruleset.expressions import refs
from phzdsl.ruleset.model import Pattern, Row, Ruleset, Setting, Step, Way

__all__ = ["MOST_ROWS", "Blame"]

Ints = NDArray[np.int64]
_Answer = tuple[Ints, ...]
_Asked = Callable[[Columns, int], _Answer]

# So many rows have each a bit of their own, with room for three more.
MOST_ROWS = 58
# What is settled only while a table is counted, or way after way.
_PASSING = frozenset({"fact:other-patterns", "fact:pattern-count"})


class Blame:
    """Finds the rows responsible for differences between two sides."""

    def __init__(self, a: Worths, b: Worths, changed: Parts) -> None:
        self._sides = a, b
        self._parts = changed
        rows = range(len(changed.rows))
        self._shape, self._gate = 1 << len(rows), 2 << len(rows)
        self._rows = self._shape - 1
        self._all = self._rows | self._shape * bool(changed.shape) | self._gate * bool(changed.gate)
        # Dropped in this order, which is the same for both sides.
        self._order = [1 << at for at in sorted(rows, key=lambda at: changed.rows[at].id, reverse=True)]
        self._order += [self._gate, self._shape]
        self._asked = [_asked(a.ruleset, b.ruleset, swap) for swap in changed.rows]

    def rules(self, a: Ints, b: Ints, occasion: Occasion) -> tuple[list[tuple[str, ...]], Ints]:
        """Return the ids of the rows responsible.

        Args:
            a: number of a hand on the first side, for each that is worth something else.
            b: number of the same hand on the second side.
            occasion: how they come to their win.

        Returns:
            The different sets of rows, and the place of that of each hand.
        """
        parts = [slice(start, start + TOGETHER) for start in range(0, len(a), TOGETHER)]
        sets = np.concatenate([self._fewest(_Pairs(self, a[part], b[part], occasion)) for part in parts])
        masks, places = np.unique(sets, return_inverse=True)
        named = [self._named(int(mask)) for mask in masks]
        return named, places.astype(np.int64)

    def _named(self, mask: int) -> tuple[str, ...]:
        ids = [swap.id for at, swap in enumerate(self._parts.rows) if mask >> at & 1 and not swap.worded]
        ids += self._parts.shape if mask & self._shape else ()
        ids += self._parts.gate if mask & self._gate else ()
        return tuple(sorted(ids))

    # ------------------------------------------------------------ trying

    def _fewest(self, pairs: _Pairs) -> Ints:
        """Return the fewest parts that explain each difference, as bits."""
        sets = self._suspected(pairs)
        sets &= ~sum(1 << at for at, swap in enumerate(self._parts.rows) if swap.worded)
        sets[sets == 0] = self._all
        if self._parts.renamed:
            return sets
        # Where these do not explain it they work together in a way that cannot be taken apart.
        apart = pairs.explains(sets)
        for part in self._order:
            tried = apart & (sets & part != 0) & (sets != part)
            if tried.any():
                sets[tried & pairs.explains(np.where(tried, sets ^ part, sets))] ^= part
        return sets

    def _suspected(self, pairs: _Pairs) -> Ints:
        """Return the parts that answer differently, as bits."""
        found = np.zeros(len(pairs.a), np.int64)
        for side, numbers in zip(self._sides, (pairs.a, pairs.b), strict=True):
            different, places = np.unique(numbers, return_inverse=True)
            hands = side.hands.chosen(different)
            values = side.run(hands, side.given(pairs.occasion)).values
            suspects = np.zeros(len(different), np.int64)
            for at, (first, second) in enumerate(self._asked):
                answers = zip(first(values, len(hands.vectors)), second(values, len(hands.vectors)), strict=True)
                unlike = np.zeros(len(hands.vectors), np.bool_)
                for one, other in answers:
                    unlike |= one != other
                suspects |= hands.any(unlike).astype(np.int64) << at
            found |= suspects[places]
        if self._parts.shape:
            first_facts, second_facts = self._facts
            found |= (first_facts[pairs.a] != second_facts[pairs.b]).astype(np.int64) * self._shape
        if self._parts.gate and self._sides[0].may_win(pairs.occasion) != self._sides[1].may_win(pairs.occasion):
            found |= self._gate
        return found

    @cached_property
    def _facts(self) -> tuple[Ints, Ints]:
        """The facts of the hands of either side, as numbers that are equal where the facts are."""
        keys = sorted({key for side in self._sides for key, _, _ in side.plan.features.places})
        columns = [np.concatenate([side.field(key) for side in self._sides]) for key in keys]
        numbers = numbered(columns)[0] + 1
        known: dict[bytes, int] = {}
        end, first = len(self._sides[0].hands.vectors), int(numbers.max(initial=0)) + 1
        parts = numbers[:end], numbers[end:]
        a, b = (_by_hand(side.hands, part, first, known) for side, part in zip(self._sides, parts, strict=True))
        return a, b

    def worth(self, taken: Ints, pairs: _Pairs) -> Ints:
        """Return what hands are worth under the first side with some parts of the second, for each hand its own."""
        found = np.full(len(taken), LOST, np.int64)
        for second in (False, True):
            for gate in (False, True):
                of_second = (taken & self._shape != 0) == second
                chosen = np.flatnonzero(of_second & ((taken & self._gate != 0) == gate))
                if len(chosen) and self._sides[gate].may_win(pairs.occasion):
                    side, numbers = self._sides[second], (pairs.b if second else pairs.a)[chosen]
                    hands = side.hands.chosen(numbers)
                    run = side.run(hands, side.given(pairs.occasion), taken[chosen] & self._rows)
                    found[chosen] = hands.best(run)
        return found

    def ends(self, a: Ints, b: Ints, occasion: Occasion) -> tuple[Ints, Ints]:
        """Return what hands are worth under either side, which was worked out to find that they differ."""
        first, second = (side.points(occasion)[hands] for side, hands in zip(self._sides, (a, b), strict=True))
        return first, second

    @property
    def every(self) -> int:
        """All parts, as bits."""
        return self._all


class _Pairs:
    """Hands that are worth something else on the two sides."""

    def __init__(self, blame: Blame, a: Ints, b: Ints, occasion: Occasion) -> None:
        self.a, self.b, self.occasion = a, b, occasion
        self._blame = blame
        self._ends = blame.ends(a, b, occasion)

    def explains(self, parts: Ints) -> NDArray[np.bool_]:
        """Tell of each hand whether exchanging only these parts turns either side's worth into the other's."""
        first, second = self._ends
        forth = self._blame.worth(parts, self)
        back = self._blame.worth(self._blame.every & ~parts, self)
        both: NDArray[np.bool_] = (forth == second) & (back == first)
        return both


def _by_hand(hands: Hands, numbers: Ints, first: int, known: dict[bytes, int]) -> Ints:
    """Return a number for the divisions of each hand together.

    Args:
        hands: the hands; an incomplete one has 0.
        numbers: of their divisions, from 1 on.
        first: a number that no division has, from which on those of several are given.
        known: the numbers of several divisions, which are filled in.
    """
    found = np.zeros(hands.number, np.int64)
    found[hands.places] = numbers[hands.starts]
    lengths = np.diff(hands.starts, append=len(hands.vectors))
    for at in np.flatnonzero(lengths > 1).tolist():
        start = int(hands.starts[at])
        several = np.sort(numbers[start : start + int(lengths[at])]).tobytes()
        found[hands.places[at]] = first + known.setdefault(several, len(known))
    return found


# ---------------------------------------------------------------- asking one row


def _asked(a: Ruleset, b: Ruleset, swap: Swap) -> tuple[_Asked, _Asked]:
    """Return what a row answers in either version."""
    first, second = _found(a, swap.a), _found(b, swap.b)
    # What an order decides, or is settled only on the way, cannot be asked afterwards: such rows are always tried.
    if swap.moved or any(_passing(one) for one in (first, second)):
        return (lambda _, number: (np.zeros(number, np.int64),)), (lambda _, number: (np.ones(number, np.int64),))
    kinds = [None if one is None else _hangs(one[1]) for one in (first, second)]
    marks = (0, 0) if kinds[0] == kinds[1] else (1, 2)
    asks = isinstance((first or second or (None, None))[1], Setting)
    return _answer(first, marks[0], asks), _answer(second, marks[1], asks)


def _found(ruleset: Ruleset, path: str | None) -> tuple[Row, Part] | None:
    return None if path is None else next((one for one in parts(ruleset) if one[0].path == path), None)


def _passing(found: tuple[Row, Part] | None) -> bool:
    if found is None:
        return False
    row, part = found
    if row.name in {"combine", "cap"}:
        return True
    named = {ref.key for expr in exprs_of(part) for ref in refs(expr)}
    return bool(named & _PASSING) or (isinstance(part, Way) and any(key.startswith("way:") for key in named))


def _answer(found: tuple[Row, Part] | None, mark: int, asks: bool) -> _Asked:  # noqa: FBT001 - never named apart
    """Return what a row answers: all that a run could take from it.

    Args:
        found: the row, None where there is none.
        mark: stands for what else hangs on the row, where that is not the same in both versions.
        asks: the row is a requirement, which holds where there is none.
    """
    if found is None:
        return lambda _, number: (np.full(number, int(asks)), *[np.zeros(number, np.int64)] * 3)
    row, part = found

    def answer(values: Columns, number: int) -> _Answer:
        holds, worth = _given(part, values, number)
        nothing = np.zeros(number, np.int64)
        unsettled = nothing if row.undefined is None else column(row.undefined, values, number)
        return holds, np.where(holds != 0, worth, 0), np.where(holds != 0, mark, 0), unsettled

    return answer


def _given(part: Part, values: Columns, number: int) -> tuple[Ints, Ints]:
    """Return where a row holds, and what it gives there."""
    nothing = np.zeros(number, np.int64)
    match part:
        case Setting():
            return (column(part.value, values, number) != 0).astype(np.int64), nothing
        case Way():
            return column(part.when, values, number), nothing
        case Step():
            return column(part.formula, values, number), nothing
        case Pattern():
            return column(part.when, values, number), column(part.worth, values, number)
    return nothing + 1, nothing


def _hangs(part: Part) -> tuple[frozenset[str], ...]:
    """Return what else hangs on a row that holds."""
    match part:
        case Way():
            return part.waives, frozenset(part.counts_as)
        case Pattern():
            return (frozenset(part.replaces),)
    return ()
