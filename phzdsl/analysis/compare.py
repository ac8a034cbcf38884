"""Two rulesets set against each other over whole spaces of hands: which are worth something else, how many, and the smallest.

Nothing is drawn by lot. There are two spaces. Closed hands: every complete hand with no meld on the table, read the best way;
the joint programme (``joint.py``) counts those that agree in everything asked for. Layouts (``layouts.py``), where they are asked
for: every way to lay a complete hand out so that nothing is left to choose. Between them they cover every hand, however much
of it lies open: what is partly open is worth what the best of its layouts is. Each set of hands is valued under both sides on
every occasion (``occasions.py``, ``worths.py``), and every difference is laid to the changed rows responsible (``gathered.py``,
``blame.py``). What was looked at and what was not, ``Compared.space`` says. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.blame import MOST_ROWS, Blame
from phzdsl.analysis.changes import Bearing, Change, touches_hands
from phzdsl.analysis.counted import Cards, Counted, form_bits, hand_of, side_of
from phzdsl.analysis.gathered import Difference, Differences, UnconfirmedError, Witness
from phzdsl.analysis.joint import Joint, Side, joint
from phzdsl.analysis.layouts import Layouts
from phzdsl.analysis.massed import Massed
from phzdsl.analysis.mixing import Parts, asked, mixed, parts_of
from phzdsl.analysis.occasions import Occasion, Stretch, occasions, stretches
from phzdsl.analysis.space import told, told_laid, untold, untold_laid
from phzdsl.analysis.worths import Worths
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.hand import By, Hand
from phzdsl.tables.division import Mode, TableLimitError
from phzdsl.tables.plan import Plan
from phzdsl.tables.store import shape_digest
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Compared", "Comparison", "Complete", "Difference", "UnconfirmedError", "Witness", "compare"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Check = Callable[[], None]

# So many occasions are tried, fewer where so many rows would be valued on all of them together.
_MOST_OCCASIONS, _MOST_WORTHS = 120, 60_000_000


@attrs.frozen
class Complete:
    """Numbers of distinct hands of a space that are complete: groups, pairs and cards in order, whatever they are worth.

    Or of those among them that win.

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

    @classmethod
    def of(cls, counts: Ints, a: Flags, b: Flags) -> Complete:
        """Count rows that are complete under either side."""
        return cls(*(int(counts[which].sum()) for which in (a, b, a & b, a & ~b, b & ~a)))


@attrs.frozen
class Compared:
    """What was found over one space of hands.

    Attributes:
        complete: numbers of complete hands; None where hands could not be compared.
        wins: numbers of those that win on some occasion; None where no hand was valued.
        classes: differences by the rows responsible, those of most hands first.
        space: exactly what was looked at, and what was not.
    """

    complete: Complete | None
    wins: Complete | None
    classes: tuple[Difference, ...]
    space: Bilingual


@attrs.frozen
class Comparison:
    """What ``compare`` found.

    Attributes:
        closed: over closed hands.
        laid: over layouts; None where these were not asked for.
        unseen: ids of changes that could show in a hand, but show in none that was looked at.
        equivalent: no hand of any space tells the sides apart, and no change could show in another hand.
    """

    closed: Compared
    laid: Compared | None
    unseen: tuple[str, ...]
    equivalent: bool

    @property
    def complete(self) -> Complete | None:
        """Numbers of complete closed hands; None where hands could not be compared."""
        return self.closed.complete

    @property
    def classes(self) -> tuple[Difference, ...]:
        """Differences of closed hands."""
        return self.closed.classes

    @property
    def space(self) -> Bilingual:
        """What was looked at among closed hands, and what was not."""
        return self.closed.space


def compare(
    a: Ruleset, b: Ruleset, changes: Sequence[Change], *, exposed: bool = False, check: Check = lambda: None
) -> Comparison:
    """Set two bound rulesets against each other over all closed hands, and over all layouts.

    Of a class, the smallest witness is this: on the occasion with the fewest facts, then of a card drawn oneself, drawn by
    another, discarded, or of a deal; of its hands one with the fewest cards; then with the least 息 under both sides
    together; then of closed hands the first in the order of its cards, 一 壹 二 贰 and so on. A layout that cannot lie so that
    its cards have no better reading is passed over.

    Args:
        a: a bound ruleset.
        b: the other, likewise.
        changes: in what they differ, as ``changes`` finds it.
        exposed: compare layouts too.
        check: called now and then; it may raise to stop.

    Raises:
        UnconfirmedError: a witness is not confirmed by the plain search.
    """
    touching = tuple(change.id for change in changes if touches_hands(change))
    plans = Plan.of(a, asked(b)), Plan.of(b, asked(a))
    closed, laid = Compared(None, None, (), untold()), Compared(None, None, (), untold_laid())
    if plans[0] is not None and plans[1] is not None:
        work = _Work(a, b, (plans[0], plans[1]), changes, check)
        with suppress(TableLimitError, OverflowError):
            closed = work.closed()
        if exposed:
            with suppress(TableLimitError, OverflowError):
                laid = work.laid()
    shown = {rule for one in (*closed.classes, *laid.classes) for rule in one.rules}
    unseen = tuple(change for change in touching if change not in shown)
    counted = closed.complete is not None and (not exposed or laid.complete is not None)
    return Comparison(closed, laid if exposed else None, unseen, equivalent=counted and not shown and not unseen)


class _Work:
    """One comparison."""

    def __init__(
        self, a: Ruleset, b: Ruleset, plans: tuple[Plan, Plan], changes: Sequence[Change], check: Check
    ) -> None:
        self._rulesets, self._plans, self._check = (a, b), plans, check
        self._parts = parts_of(a, b, changes)
        self._changes = changes

    def closed(self) -> Compared:
        """Compare closed hands."""
        sides = _sides(self._plans)
        if not self._parts.any:
            # Nothing that a closed hand could show is changed: what is left is to count them.
            left, right = (Side(side.automaton, 0) for side in sides)
            rows = joint(left, left if sides[0] is sides[1] else right, (), self._check)
            space = told((), self._rulesets, left_out=False, together=None, alike=True)
            return Compared(_complete(rows), None, (), space)
        counted = Counted(self._plans)
        rows = joint(*sides, counted.fields, self._check)
        a, b = self._worths(self._plans, sides)
        cards = Cards(self._rulesets, counted, rows)
        for one, ended in ((a, rows.a), (b, rows.b)):
            one.take(ended, cards.packed(one.plan))
        found = Differences(_Closed(rows, cards), (a, b), Blame(a, b, self._parts), self._check)
        every, together = occasions(self._played)
        left_out = found.gather(every)
        space = told(self._played, self._rulesets, left_out=left_out, together=together, alike=False)
        return Compared(_complete(rows), Complete.of(rows.counts, *found.won), found.classes(), space)

    def laid(self) -> Compared:
        """Compare layouts."""
        layouts = Layouts.of(self._plans, self._check)
        complete = Complete.of(layouts.counts, *layouts.complete)
        parts = self._laid_parts
        if not parts.any:
            return Compared(complete, None, (), told_laid((), frozenset(), left_out=False, together=None, alike=True))
        a, b = self._worths(layouts.plans, (None, None))
        for side, one in enumerate((a, b)):
            one.hold(layouts.vectors(side), layouts.complete[side])
        found = Differences(layouts, (a, b), Blame(a, b, parts), self._check)
        every, together = occasions(
            self._played, max(1, min(_MOST_OCCASIONS, _MOST_WORTHS // max(1, len(layouts.counts))))
        )
        left_out = found.gather(layouts.occasions(every))
        named = frozenset(self._plans[0].ranges) | frozenset(self._plans[1].ranges)
        space = told_laid(self._played, named, left_out=left_out, together=together, alike=False)
        return Compared(complete, Complete.of(layouts.counts, *found.won), found.classes(), space)

    @cached_property
    def _laid_parts(self) -> Parts:
        """The changed rows that may show in a layout: melds on the table too shape the tables."""
        melds = {meld.row.path for ruleset in self._rulesets for meld in ruleset.melds}
        shape = [
            change.id
            for change in self._changes
            if change.bearing is not Bearing.WORDS
            and any(one is not None and one.path in melds for one in (change.a, change.b))
        ]
        parts = self._parts
        return attrs.evolve(parts, shape=tuple(dict.fromkeys([*parts.shape, *shape])))

    def _worths(self, plans: tuple[Plan, Plan], sides: tuple[Side | None, Side | None]) -> tuple[Worths, Worths]:
        """Prepare to value hands of both sides by the count of both in one; each takes the swaps that make it."""
        rows = self._parts.rows
        made = mixed(*self._rulesets, rows)
        if made is None or len(rows) > MOST_ROWS:
            msg = "rows that cannot be counted together"
            raise OverflowError(msg)
        massed = Massed(made)
        taken = 0, (1 << len(rows)) - 1
        a, b = (Worths(*each) for each in zip(self._rulesets, plans, sides, (massed,) * 2, taken, strict=True))
        return a, b

    @cached_property
    def _played(self) -> tuple[Stretch, ...]:
        """The facts of play that either side names, with the values that both know."""
        named: dict[str, tuple[int, int]] = {}
        for plan in self._plans:
            for key, (low, high) in plan.ranges.items():
                least, most = named.get(key, (low, high))
                named[key] = max(least, low), min(most, high)
        settled = frozenset().union(*(plan.features.keys | plan.features.placed for plan in self._plans))
        return stretches(named, settled)


@attrs.frozen(eq=False)
class _Closed:
    """Closed hands as a space to be compared."""

    rows: Joint
    cards: Cards

    @property
    def counts(self) -> Ints:
        return self.rows.counts

    @property
    def sizes(self) -> Ints:
        return self.cards.sizes

    @property
    def order(self) -> Ints:
        return self.rows.first

    def may_come(self, occasion: Occasion) -> Flags:
        return self.cards.may_come(occasion)

    @staticmethod
    def alike(occasion: Occasion) -> Hashable:
        dealt = occasion.by is By.DEAL
        return dealt, occasion.dealer if dealt else None

    @staticmethod
    def sure(rows: Ints) -> Flags:
        return np.ones(len(rows), np.bool_)

    def hands(self, row: int, occasion: Occasion) -> Iterator[tuple[Hand, None]]:
        yield hand_of(self.rows.hand(row), occasion), None


def _sides(plans: tuple[Plan, Plan]) -> tuple[Side, Side]:
    """Return the tables of both, the same where they are the same."""
    mode = Mode.ALL if Mode.ALL in {plan.mode for plan in plans} else Mode.BEST
    digests = {shape_digest(plan.shape, weigh=plan.features.of_form, mode=mode) for plan in plans}
    if len(digests) == 1 and form_bits(plans[0]) == form_bits(plans[1]):
        side = side_of(plans[0], mode)
        return side, side
    return side_of(plans[0], mode), side_of(plans[1], mode)


def _complete(rows: Joint) -> Complete:
    return Complete.of(rows.counts, rows.a.final > 0, rows.b.final > 0)
