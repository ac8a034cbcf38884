"""What the rows of a programme over hands are worth on one side: each different hand valued once an occasion.

A hand here is what its divisions sum up to: one packed vector for each. A closed hand (``take``) has as many as there are
ways to divide it, and its winning card, where it has one, joins nothing; a layout (``hold``) has one. Importing this module
imports numpy.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.joint import Ended, Side, numbered
from phzdsl.analysis.massed import Massed, Run
from phzdsl.analysis.occasions import Occasion
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.play import Given, Play
from phzdsl.scoring.readings import Searcher
from phzdsl.tables.plan import Plan

__all__ = ["LOST", "OPEN", "TOGETHER", "Hands", "Worths"]

Ints = NDArray[np.int64]

# Facts of the cards that are what one field leaves of another.
_DERIVED = {
    "fact:black-cards": ("fact:all-cards", "fact:red-cards"),
    "fact:small-cards": ("fact:all-cards", "fact:big-cards"),
}

LOST = -(1 << 60)
"""Stands for the points of a hand that is no win."""
OPEN = LOST - 1
"""Stands for the points of a hand that sums cannot value."""
TOGETHER = 250_000
"""So many hands are valued together; what is worked out for each is some forty numbers."""
# So many points are kept, of the occasions asked for last.
_MOST_KEPT = 20_000_000


@attrs.frozen(eq=False)
class Hands:
    """Some hands with all their divisions.

    Attributes:
        vectors: packed features of the divisions, those of a hand one after the other.
        starts: where the divisions of each complete hand start.
        places: number of each complete hand among all of them.
        number: how many hands, incomplete ones included.
    """

    vectors: Ints
    starts: Ints
    places: Ints
    number: int

    @classmethod
    def of(cls, packed: Sequence[tuple[int, ...]]) -> Hands:
        """Lay out the vectors of hands; an incomplete hand has none."""
        lengths = np.array([len(one) for one in packed], np.int64)
        starts = np.cumsum(lengths) - lengths
        vectors = np.array([vector for one in packed for vector in one], np.int64)
        complete = np.flatnonzero(lengths)
        return cls(vectors, starts[complete], complete, len(packed))

    def chosen(self, numbers: Ints) -> Hands:
        """Return some of the hands, in another order, repeats included."""
        first = np.zeros(self.number, np.int64)
        lengths = np.zeros(self.number, np.int64)
        first[self.places] = self.starts
        lengths[self.places] = np.diff(self.starts, append=len(self.vectors))
        lengths, first = lengths[numbers], first[numbers]
        ends = np.cumsum(lengths)
        within = np.arange(int(lengths.sum())) - np.repeat(ends - lengths, lengths)
        complete = np.flatnonzero(lengths)
        starts = (ends - lengths)[complete]
        return Hands(self.vectors[np.repeat(first, lengths) + within], starts, complete, len(numbers))

    def any(self, flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell for each hand whether a flag is set for one of its divisions."""
        found = np.zeros(self.number, np.bool_)
        if len(self.starts):
            found[self.places] = np.logical_or.reduceat(flags, self.starts)
        return found

    def best(self, run: Run) -> Ints:
        """Return the points of the reading that counts of each hand: the same rule as ``points.best``.

        ``LOST`` where it is no win, ``OPEN`` where equal readings disagree whether it is one.
        """
        found = np.full(self.number, LOST, np.int64)
        if not len(self.starts):
            return found
        hand = np.repeat(np.arange(len(self.starts)), np.diff(self.starts, append=len(self.vectors)))
        if len(self.starts) == len(self.vectors):
            top = np.arange(len(hand))
        else:
            order = np.lexsort((run.tables, run.xi, run.points, run.win, hand))
            top = order[np.append(self.starts[1:], len(order)) - 1]
        equal = np.ones(len(hand), np.bool_)
        for part in (run.win, run.points, run.xi, run.tables):
            equal &= part == part[top][hand]
        valid = run.valid & equal
        some, short = (np.logical_or.reduceat(flags, self.starts) for flags in (valid, equal & ~run.valid))
        won = np.where(some, np.where(short, OPEN, run.points[top]), LOST)
        found[self.places] = np.where(run.win[top], won, LOST)
        return found


class Worths:
    """One side of a comparison.

    Attributes:
        ruleset: the bound ruleset.
        plan: it, prepared for tables, with what the other side names too.
        hands: its different hands.
        of_row: number among them of each row of the programme.
    """

    hands: Hands
    of_row: Ints

    def __init__(self, ruleset: Ruleset, plan: Plan, side: Side | None, massed: Massed, taken: int) -> None:
        """Prepare one side.

        Args:
            ruleset: the bound ruleset.
            plan: it, prepared for tables.
            side: its tables, which ``take`` needs.
            massed: the count of both sides.
            taken: which of its swaps make this side of it, as bits.
        """
        self.ruleset = ruleset
        self.plan = plan
        self.play = Play(plan)
        self._searcher = Searcher(ruleset)
        self._side = side
        self._massed, self._taken = massed, taken
        self._found: dict[tuple[Given, bool], Ints] = {}

    def take(self, ended: Ended, cards: Sequence[tuple[int, Ints]]) -> None:
        """Take the rows of the joint programme.

        Args:
            ended: where they end on this side.
            cards: shift in a packed vector and the values of each field of the cards.
        """
        packed = np.zeros(len(ended.final), np.int64)
        for shift, values in cards:
            packed += np.where(ended.final > 0, values, 0) << shift
        core, cores = numbered([ended.final, ended.groups, ended.quads])
        if self._side is None:
            msg = "rows of a joint programme are taken with the tables that it read"
            raise ValueError(msg)
        automaton = self._side.automaton
        # What the last state adds is the same for all hands that end in it.
        added = [
            automaton.answer(int(ended.final[row]), int(ended.groups[row]), int(ended.quads[row]), automaton.base)
            for row in cores.tolist()
        ]
        numbers: dict[tuple[int, ...], int] = {}
        of_core = np.array([numbers.setdefault(one, len(numbers)) for one in added], np.int64)
        self.of_row, rows = numbered([of_core[core], ended.weight + packed])
        ways = list(numbers)
        packed_ways: list[tuple[int, ...]] = []
        for way, sums in zip(of_core[core[rows]].tolist(), (ended.weight + packed)[rows].tolist(), strict=True):
            packed_ways.append(tuple(weight + sums for weight in ways[way]))
        self.hands = Hands.of(packed_ways)

    def hold(self, vectors: Ints, complete: NDArray[np.bool_]) -> None:
        """Take rows that have one division each.

        Args:
            vectors: their packed features.
            complete: which of them are complete on this side.
        """
        self.of_row, rows = numbered([np.where(complete, vectors, -1)])
        whole = np.flatnonzero(complete[rows])
        self.hands = Hands(vectors[rows][whole], np.arange(len(whole)), whole, len(rows))

    def given(self, occasion: Occasion) -> Given:
        """Return the facts of play that the count names."""
        return self.play.given(Hand((), (), None, occasion.by, occasion.facts), occasion.made)

    def summable(self, occasion: Occasion) -> bool:
        """Tell whether sums say what hands are worth on an occasion."""
        hand = Hand((), (), None if occasion.by is By.DEAL else 0, occasion.by, occasion.facts)
        if not self.play.summable(hand) or self.play.waivable(self.given(occasion)) is None:
            return False
        return not {"fact:winning-copies", "fact:cards-left"} & self.play.named

    def may_win(self, occasion: Occasion) -> bool:
        """Tell whether a card that came so may be won on."""
        if occasion.by is By.DEAL:
            return True
        return self._searcher.win_claim(Hand((), (), 0, occasion.by, occasion.facts)) is not None

    def asked(self, occasion: Occasion) -> tuple[Given, bool]:
        """Return what of an occasion decides what hands are worth on it."""
        return self.given(occasion), self.may_win(occasion)

    def points(self, occasion: Occasion) -> Ints:
        """Return by number of hand what it is worth: its points, ``LOST`` or ``OPEN``."""
        key = self.asked(occasion)
        if key not in self._found:
            while self._found and (len(self._found) + 1) * self.hands.number > _MOST_KEPT:
                del self._found[next(iter(self._found))]
            self._found[key] = self._valued(*key)
        return self._found[key]

    def _valued(self, given: Given, may_win: bool) -> Ints:  # noqa: FBT001 - half of a key
        found = np.full(self.hands.number, LOST, np.int64)
        if may_win:
            # Part by part, so that what is worked out for all of them takes little room.
            for start in range(0, self.hands.number, TOGETHER):
                numbers = np.arange(start, min(start + TOGETHER, self.hands.number))
                whole = len(numbers) == self.hands.number
                found[numbers] = self._worth(self.hands if whole else self.hands.chosen(numbers), given)
        return found

    def _worth(self, hands: Hands, given: Given) -> Ints:
        run = self.run(hands, given)
        found = hands.best(run)
        if self.play.waivable(given):
            # What such a win is worth without groups is not among the sums.
            found[hands.any(run.needless)] = OPEN
            found[~hands.any(np.ones(len(hands.vectors), np.bool_))] = OPEN
        return found

    def run(self, hands: Hands, given: Given, taken: Ints | None = None) -> Run:
        """Run the count on all divisions of some hands of this side.

        Args:
            hands: the hands.
            given: facts of play.
            taken: for each hand the swaps that are taken, as bits; those that make this side unless given.
        """
        columns = {key: hands.vectors >> shift & mask for key, shift, mask in self.plan.features.places}
        for key in self.plan.features.derived:
            whole, part = _DERIVED[key]
            columns[key] = columns[whole] - columns[part]
        columns |= {key: np.full(len(hands.vectors), value, np.int64) for key, value in given}
        if taken is None:
            return self._massed.run(columns, np.full(len(hands.vectors), self._taken, np.int64))
        return self._massed.run(columns, taken[hands.places].repeat(np.diff(hands.starts, append=len(hands.vectors))))

    def field(self, key: str) -> Ints:
        """Return a field of all divisions; -1 where there is no such field."""
        for one, shift, mask in self.plan.features.places:
            if one == key:
                return self.hands.vectors >> shift & mask
        return np.full(len(self.hands.vectors), -1, np.int64)

    def xi(self) -> Ints:
        """Return by number of hand the most 息 that its melds give, 0 of an incomplete one."""
        mask = next(mask for key, _, mask in self.plan.features.places if key == "fact:meld-xi")
        found = np.zeros(self.hands.number, np.int64)
        if len(self.hands.starts):
            found[self.hands.places] = np.maximum.reduceat(self.hands.vectors & mask, self.hands.starts)
        return found
