"""Two rulesets set against each other over all closed hands: which are worth something else, how many, and the smallest.

Nothing is drawn by lot. The joint programme (``joint.py``) counts hands that agree in everything asked for; each such set is
valued under both sides on every occasion (``occasions.py``, ``worths.py``), and every difference is laid to the changed rows
responsible (``blame.py``). The witness of each class is scored anew by the plain search. Melds on the table, and a
winning card that joins a triplet or quad, are not among these hands: ``Comparison.space`` says so.
Importing this module imports numpy.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.blame import MOST_ROWS, Blame
from phzdsl.analysis.changes import Change, touches_hands
from phzdsl.analysis.counted import Cards, Counted, form_bits, hand_of, side_of
from phzdsl.analysis.joint import Joint, Side, joint, numbered
from phzdsl.analysis.massed import Massed
from phzdsl.analysis.mixing import asked, mixed, parts_of
from phzdsl.analysis.occasions import Occasion, Stretch, occasions, stretches
from phzdsl.analysis.space import told, untold
from phzdsl.analysis.worths import LOST, OPEN, Worths
from phzdsl.errors import PhzError
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.play import Given
from phzdsl.scoring.score import Scorer
from phzdsl.tables.division import Mode, TableLimitError
from phzdsl.tables.plan import Plan
from phzdsl.tables.store import shape_digest
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Comparison", "Complete", "Difference", "UnconfirmedError", "Witness", "compare"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Check = Callable[[], None]


class UnconfirmedError(PhzError, RuntimeError):
    """A witness that the plain search scores otherwise: an error of this program, never of a rule file."""


@attrs.frozen
class Complete:
    """Numbers of distinct closed hands that are complete: groups, pairs and cards in order, whatever they are worth.

    Attributes:
        a, b: under either side.
        both: under both.
        only_a, only_b: under one and not under the other.
    """

    a: int
    b: int
    both: int
    only_a: int
    only_b: int


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


@attrs.frozen
class Comparison:
    """What ``compare`` found.

    Attributes:
        complete: numbers of complete hands; None where hands could not be compared.
        classes: differences by the rows responsible, those of most hands first.
        unseen: ids of changes that could show in a hand, but show in none that was looked at.
        equivalent: no hand of the space tells the sides apart, and no change could show in another hand.
        space: exactly what was looked at, and what was not.
    """

    complete: Complete | None
    classes: tuple[Difference, ...]
    unseen: tuple[str, ...]
    equivalent: bool
    space: Bilingual


def compare(a: Ruleset, b: Ruleset, changes: Sequence[Change], *, check: Check = lambda: None) -> Comparison:
    """Set two bound rulesets against each other over all closed hands.

    Of a class, the smallest witness is this: on the occasion with the fewest facts, then of a card drawn oneself, drawn by
    another, discarded, or of a deal; of its hands one with the fewest cards; then with the least 息 under both sides
    together; then the first in the order of its cards, 一 壹 二 贰 and so on.

    Args:
        a: a bound ruleset.
        b: the other, likewise.
        changes: in what they differ, as ``changes`` finds it.
        check: called now and then; it may raise to stop.

    Raises:
        UnconfirmedError: a witness is not confirmed by the plain search.
    """
    touching = tuple(change.id for change in changes if touches_hands(change))
    plans = Plan.of(a, asked(b)), Plan.of(b, asked(a))
    if plans[0] is None or plans[1] is None:
        return Comparison(None, (), touching, equivalent=False, space=untold())
    try:
        return _Work(a, b, (plans[0], plans[1]), changes, check).compared(touching)
    except (TableLimitError, OverflowError):
        return Comparison(None, (), touching, equivalent=False, space=untold())


@attrs.frozen(eq=False)
class _Class:
    """A class of differences while it is gathered: rows with their differences, on one occasion after the other."""

    witness: Witness
    rows: list[Ints] = attrs.field(factory=list)
    differences: list[Ints] = attrs.field(factory=list)

    def greatest(self) -> tuple[Ints, Ints]:
        """Return each row once, with its greatest difference."""
        rows, differences = np.concatenate(self.rows), np.concatenate(self.differences)
        order = np.argsort(rows)
        rows = rows[order]
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        return rows[starts], np.maximum.reduceat(differences[order], starts)


class _Work:
    """One comparison."""

    def __init__(
        self, a: Ruleset, b: Ruleset, plans: tuple[Plan, Plan], changes: Sequence[Change], check: Check
    ) -> None:
        self._rulesets, self._plans, self._check = (a, b), plans, check
        self._parts = parts_of(a, b, changes)
        self._sides = _sides(plans)

    def compared(self, touching: tuple[str, ...]) -> Comparison:
        """Count, value, and tell."""
        if not self._parts.any:
            # Nothing that a closed hand could show is changed: what is left is to count them.
            left, right = (Side(side.automaton, 0) for side in self._sides)
            rows = joint(left, left if self._sides[0] is self._sides[1] else right, (), self._check)
            space = told((), self._rulesets, left_out=False, together=None, alike=True)
            return Comparison(_complete(rows), (), touching, equivalent=not touching, space=space)
        counted = Counted(self._plans)
        rows = joint(*self._sides, counted.fields, self._check)
        massed, taken = self._massed()
        a, b = (
            Worths(*each) for each in zip(self._rulesets, self._plans, self._sides, (massed,) * 2, taken, strict=True)
        )
        cards = Cards(self._rulesets, counted, rows)
        for one, ended in ((a, rows.a), (b, rows.b)):
            one.take(ended, cards.packed(one.plan))
        found = _Differences(rows, cards.sizes, (a, b), Blame(a, b, self._parts), self._check)
        played = _played((a, b))
        every, together = occasions(played)
        left_out = found.gather(every, cards)
        classes = found.classes()
        shown = {rule for one in classes for rule in one.rules}
        unseen = tuple(change for change in touching if change not in shown)
        space = told(played, self._rulesets, left_out=left_out, together=together, alike=False)
        return Comparison(_complete(rows), classes, unseen, equivalent=not classes and not unseen, space=space)

    def _massed(self) -> tuple[Massed, tuple[int, int]]:
        """Return the count of both sides in one, with the swaps that make either side of it."""
        made = mixed(*self._rulesets, self._parts.rows)
        if made is None or len(self._parts.rows) > MOST_ROWS:
            msg = "rows that cannot be counted together"
            raise OverflowError(msg)
        return Massed(made), (0, (1 << len(self._parts.rows)) - 1)


def _sides(plans: tuple[Plan, Plan]) -> tuple[Side, Side]:
    """Return the tables of both, the same where they are the same."""
    mode = Mode.ALL if Mode.ALL in {plan.mode for plan in plans} else Mode.BEST
    digests = {shape_digest(plan.shape, weigh=plan.features.of_form, mode=mode) for plan in plans}
    if len(digests) == 1 and form_bits(plans[0]) == form_bits(plans[1]):
        side = side_of(plans[0], mode)
        return side, side
    return side_of(plans[0], mode), side_of(plans[1], mode)


def _played(worths: Sequence[Worths]) -> tuple[Stretch, ...]:
    """Return the facts of play that either side names, with the values that both know."""
    named: dict[str, tuple[int, int]] = {}
    for one in worths:
        for key, (low, high) in one.plan.ranges.items():
            least, most = named.get(key, (low, high))
            named[key] = max(least, low), min(most, high)
    settled = frozenset().union(*(one.plan.features.keys | one.plan.features.placed for one in worths))
    return stretches(named, settled)


def _complete(rows: Joint) -> Complete:
    a, b = rows.a.final > 0, rows.b.final > 0
    numbers = (a, b, a & b, a & ~b, b & ~a)
    return Complete(*(int(rows.counts[which].sum()) for which in numbers))


# ---------------------------------------------------------------- differences


class _Differences:
    """Gathers the differences of the rows of a joint programme."""

    def __init__(self, rows: Joint, sizes: Ints, worths: tuple[Worths, Worths], blame: Blame, check: Check) -> None:
        self._rows, self._sizes, self._worths, self._blame, self._check = rows, sizes, worths, blame, check
        self._known: dict[tuple[str, ...], _Class] = {}
        self._seen: set[tuple[int, int, bool, int | None]] = set()
        self._scorers = tuple(Scorer(one.ruleset) for one in worths)

    def gather(self, every: Sequence[Occasion], cards: Cards) -> bool:
        """Look at every occasion; tell whether some hands could not be valued on some."""
        left_out = False
        for occasion in every:
            self._check()
            if not all(one.summable(occasion) for one in self._worths):
                left_out = True
                continue
            a, b = (one.points(occasion) for one in self._worths)
            # Occasions that both sides take for the same tell nothing new.
            dealt = occasion.by is By.DEAL
            key = id(a), id(b), dealt, occasion.dealer if dealt else None
            if key not in self._seen:
                self._seen.add(key)
                held = cards.may_come(occasion)
                left_out |= self._gather(occasion, a[self._worths[0].of_row], b[self._worths[1].of_row], held)
        return left_out

    def _gather(self, occasion: Occasion, a: Ints, b: Ints, held: Flags) -> bool:
        """Note the differences on one occasion; tell whether some hands could not be valued."""
        left_out = held & ((a == OPEN) | (b == OPEN))
        rows = np.flatnonzero(held & ~left_out & (a != b))
        if len(rows):
            numbers, firsts = numbered([one.of_row[rows] for one in self._worths])
            left, right = (one.of_row[rows[firsts]] for one in self._worths)
            names, places = self._blame.rules(left, right, occasion)
            which = places[numbers]
            for at, name in enumerate(names):
                chosen = rows[which == at]
                self._note(name, chosen, occasion, a[chosen], b[chosen])
        return bool(left_out.any())

    def _note(self, name: tuple[str, ...], rows: Ints, occasion: Occasion, a: Ints, b: Ints) -> None:
        found = self._known.get(name)
        if found is None:
            at = self._smallest(rows)
            witness = self._witness(int(rows[at]), occasion, int(a[at]), int(b[at]))
            found = self._known[name] = _Class(witness)
        # A hand that is no win pays nothing.
        found.rows.append(rows)
        found.differences.append(np.abs(np.where(a == LOST, 0, a) - np.where(b == LOST, 0, b)))

    # ------------------------------------------------------------ witnesses

    def _smallest(self, rows: Ints) -> int:
        """Return the place of the row that has the smallest hand."""
        return int(np.lexsort((self._rows.first[rows], self._xi[rows], self._sizes[rows]))[0])

    @cached_property
    def _xi(self) -> Ints:
        totals = [one.xi()[one.of_row] for one in self._worths]
        both: Ints = totals[0] + totals[1]
        return both

    def _witness(self, row: int, occasion: Occasion, a: int, b: int) -> Witness:
        """Return the smallest hand of a row, scored anew under both sides."""
        hand = hand_of(self._rows.hand(row), occasion)
        for scorer, points in zip(self._scorers, (a, b), strict=True):
            score = scorer.score(hand)
            if (score.points if score.win else LOST) != points:
                msg = f"{hand} is worth {score.points} under {scorer.ruleset.id}, and was counted as {points}"
                raise UnconfirmedError(msg)
        return Witness(hand, occasion.by, occasion.facts, *(0 if one == LOST else one for one in (a, b)))

    # ------------------------------------------------------------ told

    def classes(self) -> tuple[Difference, ...]:
        """Return what was gathered, the classes of most hands first."""
        counts = self._rows.counts
        either = int(counts.sum())
        found = []
        for rules, one in self._known.items():
            rows, differences = one.greatest()
            hands, greatest = counts[rows].tolist(), differences.tolist()
            count = sum(hands)
            # Plain integers, which have no bound.
            total = sum(map(operator.mul, hands, greatest))
            found.append(
                Difference(rules, count, Fraction(count, either), max(greatest), Fraction(total, count), one.witness)
            )
        return tuple(sorted(found, key=lambda one: (-one.count, one.rules)))
