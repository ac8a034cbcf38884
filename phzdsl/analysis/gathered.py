"""The differences of two rulesets over one space of hands, gathered by the rows responsible, with the smallest hand of each class.

A space says how many hands each of its rows is, on which occasions they may come, and which hand lies behind a row; closed
hands and layouts are such spaces. The witness of a class is scored anew by the plain search under both sides; a class of
which no hand lies so that it is read so is left out. Importing this module imports numpy.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Protocol

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.blame import Blame
from phzdsl.analysis.joint import numbered
from phzdsl.analysis.occasions import Occasion
from phzdsl.analysis.pieces import can_lie
from phzdsl.analysis.worths import LOST, OPEN, Worths
from phzdsl.cards import Kind
from phzdsl.errors import PhzError
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.play import Given
from phzdsl.scoring.score import Scorer

__all__ = ["Difference", "Differences", "Groups", "Space", "UnconfirmedError", "Witness"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Check = Callable[[], None]

Small = NDArray[np.int32]
Groups = list[tuple[str, tuple[Kind, ...]]]

# So many rows, and hands of each, are tried for a witness; of most the first will do.
_MOST_ROWS, _MOST_HANDS = 40, 24
# So many rows are kept for all classes, at eight bytes each, and of one class before equal ones are put together.
_MOST_HELD, _LEAST_FOLDED = 80_000_000, 1 << 16
_MOST_SMALL = (1 << 31) - 1


class UnconfirmedError(PhzError, RuntimeError):
    """A witness that the plain search scores otherwise: an error of this program, never of a rule file."""


@attrs.frozen
class Witness:
    """A hand that shows a difference.

    Attributes:
        hand: the hand, as either side scores it.
        by: how its winning card came.
        facts: the facts of play that hold, by id.
        a, b: points under either side, 0 where it is no win.
    """

    hand: Hand
    by: By
    facts: Given
    a: int
    b: int


@attrs.frozen
class Difference:
    """Hands that are worth something else because of the same rows.

    Attributes:
        rules: ids of the changed rows responsible.
        count: distinct hands that differ so on some occasion.
        share: of the hands that are complete under one side or both.
        largest: greatest difference in points.
        mean: mean over these hands of the greatest difference of each.
        witness: the smallest of them.
    """

    rules: tuple[str, ...]
    count: int
    share: Fraction
    largest: int
    mean: Fraction
    witness: Witness


class Space(Protocol):
    """Hands in rows that agree in everything counted."""

    @property
    def counts(self) -> Ints:
        """How many hands each row is."""

    @property
    def sizes(self) -> Ints:
        """How many cards the hands of each row have."""

    @property
    def order(self) -> Ints:
        """Which of rows of one size and one 息 comes first; the lesser is earlier."""

    def may_come(self, occasion: Occasion) -> Flags:
        """Tell for each row whether its hands can come to a win so, under both sides."""

    def alike(self, occasion: Occasion) -> Hashable:
        """Return what occasions must share to be the same to all rows that are worth the same on them."""

    def sure(self, rows: Ints) -> Flags:
        """Tell of which rows some hand is certain to lie so that it has no other reading."""

    def hands(self, row: int, occasion: Occasion) -> Iterator[tuple[Hand, Groups | None]]:
        """Yield hands of a row that may show what it is worth on an occasion.

        With each come the groups that it is, sorted, where only this reading is meant; None where it is the best one.
        """


class _Class:
    """A class of differences while it is gathered: rows with their differences, on one occasion after the other.

    Attributes:
        witness: its smallest hand; None as long as none was found that lies so.
        tried: ways in which no hand of it lies.
        held: how many rows are kept.
    """

    def __init__(self) -> None:
        self.witness: Witness | None = None
        self.tried: set[Hashable] = set()
        self.held = 0
        self._rows: list[Small] = []
        self._differences: list[Ints] = []
        self._folded = _LEAST_FOLDED

    def note(self, rows: Ints, differences: Ints) -> None:
        """Take rows, each once, with their differences on one occasion."""
        self._rows.append(rows.astype(np.int32))
        # Most differences are small numbers.
        self._differences.append(differences if differences.max() > _MOST_SMALL else differences.astype(np.int32))
        self.held += len(rows)
        if self.held > self._folded:
            rows_once, greatest = self.greatest()
            self._rows, self._differences = [rows_once], [greatest]
            self.held = len(rows_once)
            self._folded = max(_LEAST_FOLDED, 2 * self.held)

    def greatest(self) -> tuple[Small, Ints]:
        """Return each row once, with its greatest difference."""
        rows, differences = np.concatenate(self._rows), np.concatenate(self._differences)
        order = np.argsort(rows)
        rows = rows[order]
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        return rows[starts], np.maximum.reduceat(differences[order], starts)


class Differences:
    """Gathers the differences of the rows of a space.

    Attributes:
        won: for each side bool [n]: the hands of a row win on some occasion that was looked at.
    """

    def __init__(self, space: Space, worths: tuple[Worths, Worths], blame: Blame, check: Check) -> None:
        self._space, self._worths, self._blame, self._check = space, worths, blame, check
        self._known: dict[tuple[str, ...], _Class] = {}
        self._seen: set[Hashable] = set()
        self._held = 0
        self.won = (np.zeros(len(space.counts), np.bool_), np.zeros(len(space.counts), np.bool_))
        self._scorers = tuple(Scorer(one.ruleset) for one in worths)

    def gather(self, every: Sequence[Occasion]) -> bool:
        """Look at every occasion; tell whether some hands could not be valued on some."""
        left_out = False
        for occasion in every:
            self._check()
            if not all(one.summable(occasion) for one in self._worths):
                left_out = True
                continue
            # Occasions that both sides take for the same tell nothing new.
            key = tuple(one.asked(occasion) for one in self._worths), self._space.alike(occasion)
            if key not in self._seen:
                self._seen.add(key)
                a, b = (one.points(occasion)[one.of_row] for one in self._worths)
                left_out |= self._gather(occasion, a, b, self._space.may_come(occasion))
        return left_out

    def _gather(self, occasion: Occasion, a: Ints, b: Ints, held: Flags) -> bool:
        """Note the differences on one occasion; tell whether some hands could not be valued."""
        for side, points in enumerate((a, b)):
            self.won[side][held & (points > LOST)] = True
        left_out = held & ((a == OPEN) | (b == OPEN))
        rows = np.flatnonzero(held & ~left_out & (a != b))
        if len(rows):
            numbers, firsts = numbered([one.of_row[rows] for one in self._worths])
            left, right = (one.of_row[rows[firsts]] for one in self._worths)
            names, places = self._blame.rules(left, right, occasion)
            which = places[numbers]
            order = np.argsort(which, kind="stable")
            ends = np.searchsorted(which[order], np.arange(len(names) + 1))
            for name, start, end in zip(names, ends, ends[1:], strict=False):
                chosen = rows[order[start:end]]
                self._note(name, chosen, occasion, a[chosen], b[chosen])
        return bool(left_out.any())

    def _note(self, name: tuple[str, ...], rows: Ints, occasion: Occasion, a: Ints, b: Ints) -> None:
        found = self._known.setdefault(name, _Class())
        way = self._space.alike(occasion)
        if found.witness is None and way not in found.tried:
            self._check()
            found.witness = self._witness(rows, occasion, a, b)
            found.tried.add(way)
        self._held -= found.held
        # A hand that is no win pays nothing.
        found.note(rows, np.abs(np.where(a == LOST, 0, a) - np.where(b == LOST, 0, b)))
        self._held += found.held
        if self._held > _MOST_HELD:
            msg = "more differences than are kept"
            raise OverflowError(msg)

    # ------------------------------------------------------------ witnesses

    @cached_property
    def _xi(self) -> Ints:
        totals = [one.xi()[one.of_row] for one in self._worths]
        both: Ints = totals[0] + totals[1]
        return both

    def _witness(self, rows: Ints, occasion: Occasion, a: Ints, b: Ints) -> Witness | None:
        """Return the smallest hand of some rows that lies so, found the same by the plain search; None where none does."""
        order = np.lexsort((self._space.order[rows], self._xi[rows], self._space.sizes[rows]))
        sure = order[self._space.sure(rows[order])]
        for at in dict.fromkeys([*order[:_MOST_ROWS].tolist(), *sure[:_MOST_ROWS].tolist()]):
            points = int(a[at]), int(b[at])
            for hand, groups in islice(self._space.hands(int(rows[at]), occasion), _MOST_HANDS):
                if self._confirmed(hand, groups, points):
                    return Witness(hand, occasion.by, occasion.facts, *(0 if one == LOST else one for one in points))
        return None

    def _confirmed(self, hand: Hand, groups: Groups | None, points: tuple[int, int]) -> bool:
        """Tell whether the plain search finds a hand worth what was counted; another reading of it tells nothing.

        Raises:
            UnconfirmedError: it finds the same reading worth something else.
        """
        for scorer, counted in zip(self._scorers, points, strict=True):
            score = scorer.score(hand) if can_lie(hand, scorer.ruleset) else None
            found = score.points if score is not None and score.win else LOST
            if found != counted:
                read = None if score is None else sorted((group.meld, group.cards) for group in score.melds)
                if groups is None or read == groups:
                    msg = f"{hand} is worth {found} under {scorer.ruleset.id}, and was counted as {counted}"
                    raise UnconfirmedError(msg)
                return False
        return True

    # ------------------------------------------------------------ told

    def classes(self) -> tuple[Difference, ...]:
        """Return what was gathered, the classes of most hands first."""
        counts = self._space.counts
        either = int(counts.sum())
        found = []
        for rules, one in self._known.items():
            if one.witness is None:
                continue
            rows, differences = one.greatest()
            hands, greatest = counts[rows].tolist(), differences.tolist()
            count = sum(hands)
            # Plain integers, which have no bound.
            total = sum(map(operator.mul, hands, greatest))
            found.append(
                Difference(rules, count, Fraction(count, either), max(greatest), Fraction(total, count), one.witness)
            )
        return tuple(sorted(found, key=lambda one: (-one.count, one.rules)))
