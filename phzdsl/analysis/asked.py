"""A condition asked of every complete closed hand of one ruleset: how many have it, on which occasions, the smallest.

Nothing is drawn by lot. The joint programme (``joint.py``) counts hands that agree in all that the rules and the
condition name; each such set is valued on every occasion (``occasions.py``, ``worths.py``) and the condition is asked of
the reading that counts. The smallest hand is scored anew by the plain search. Where no hand has it, ``never.py`` tries to
prove it of all wins, those with melds on the table among them. Importing this module imports numpy.

Readings of one hand that no rule prefers (equal points, 息 and 番) may differ in what was asked, such as the number of
绞. Which of them is told is then a matter of the order of their melds, which no sum knows: such hands are counted apart, as
undecided. Where a way to win waives the groups, the reading that counts no more than what is set aside is one reading more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.compare import UnconfirmedError
from phzdsl.analysis.counted import Cards, Counted, form_bits, hand_of, side_of
from phzdsl.analysis.joint import Field, joint, numbered
from phzdsl.analysis.massed import Massed, truths
from phzdsl.analysis.mixing import mixed
from phzdsl.analysis.never import Never, never
from phzdsl.analysis.occasions import Occasion, Stretch, occasions, stretches
from phzdsl.analysis.worths import Hands, Worths
from phzdsl.cards import POINTS
from phzdsl.errors import PhzError
from phzdsl.ruleset.expressions import Expr, evaluate
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By
from phzdsl.scoring.play import Given
from phzdsl.scoring.score import Score, Scorer
from phzdsl.tables.division import TableLimitError
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, QUAD, SYMBOLS, TRIPLET
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Answer", "Tally", "UncountableError", "ask"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Said = NDArray[np.int8]
Told = tuple[Occasion, Flags, Flags]
"""An occasion, the rows that have what is asked, and those of which sums do not tell."""
Check = Callable[[], None]

# What a hand says to the condition on one occasion.
_NO, _YES, _OPEN = range(3)
# So many hands that are undecided are scored anew to find one that has what is asked.
_TRIED = 200


class UncountableError(PhzError, ValueError):
    """A question that sums over melds and cards do not answer, or tables that would be too large.

    Attributes:
        words: the message in both languages.
    """

    def __init__(self, words: Bilingual) -> None:
        super().__init__(words.en)
        self.words = words


_NO_SUM = Bilingual(
    "问到的事，牌和门子的加总说不清（例如胡的那张在哪一门、听几张）",
    "what is asked is no sum over cards and melds, such as the meld of the winning card or the number of waits",
)
_TOO_LARGE = Bilingual("要记的情形太多", "there are too many states to keep")


@attrs.frozen
class Tally:
    """How many hands have what was asked.

    Attributes:
        count: distinct hands that have it.
        undecided: distinct hands of which sums do not tell; none of them is among the others.
    """

    count: int
    undecided: int


@attrs.frozen
class Answer:
    """What ``ask`` found.

    Attributes:
        wins: only hands that win were counted.
        complete: distinct closed hands that are complete, whatever they are worth.
        all: those that have it on some occasion.
        by: the same for each way in which the winning card came; only ways that can be.
        occasions: the same for each occasion on which some have it, those with the fewest facts first.
        smallest: the smallest hand that has it, scored by the plain search; None where none was found.
        never: of which wins it is proved that none has it; not asked where some hand of the space may have it.
        left_out: on some occasions no sum tells what hands are worth, and these were left out.
        together: so many facts of play were let hold together at most; None for all that can.
        played: facts of play that were varied, with their values.
        waives: a way to win waives the groups; hands that are incomplete and win so are not among those counted.
    """

    wins: bool
    complete: int
    all: Tally
    by: tuple[tuple[By, Tally], ...]
    occasions: tuple[tuple[Occasion, Tally], ...]
    smallest: Score | None
    never: Never
    left_out: bool
    together: int | None
    played: tuple[Stretch, ...]
    waives: bool

    @property
    def none(self) -> bool:
        """Tell whether it is proved that no hand of the space has it."""
        return not self.all.count and not self.all.undecided and not self.left_out

    @property
    def share(self) -> Fraction:
        """Hands that have it, of the complete ones."""
        return Fraction(self.all.count, self.complete) if self.complete else Fraction(0)


def ask(ruleset: Ruleset, condition: Expr, *, wins: bool = True, check: Check = lambda: None) -> Answer:
    """Ask a condition of all complete closed hands, on every occasion.

    The smallest hand is this: on the occasion with the fewest facts of play, then of a card drawn oneself, drawn by another,
    discarded, or of a deal; of its hands one with the fewest cards; then with the least 息; then the first in the order of its
    cards, 一 壹 二 贰 and so on. Hands that are undecided come after all others.

    Args:
        ruleset: a ruleset, with its default options unless it is bound.
        condition: what is asked, as ``read_question`` gives it for this ruleset.
        wins: count only hands that win; otherwise complete ones, whether or not they reach what a win must.
        check: called now and then; it may raise to stop.

    Raises:
        UncountableError: sums do not say what is asked, or the tables would be too large.
        UnconfirmedError: the plain search says otherwise of the smallest hand: an error of this program.
    """
    room = bind(ruleset)
    plan = Plan.of(room, (condition,))
    if plan is None:
        raise UncountableError(_NO_SUM)
    try:
        return _Asking(room, plan, condition, check, wins=wins).answer()
    except (TableLimitError, OverflowError) as error:
        raise UncountableError(_TOO_LARGE) from error


class _Asking:
    """One question."""

    def __init__(self, room: Ruleset, plan: Plan, condition: Expr, check: Check, *, wins: bool) -> None:
        self._room, self._plan, self._condition, self._check, self._wins = room, plan, condition, check, wins
        both = mixed(room, room, ())
        if both is None:
            raise UncountableError(_NO_SUM)
        side = side_of(plan, plan.mode)
        self._worths = Worths(room, plan, side, Massed(both), 0)
        self._played = stretches(plan.ranges, plan.features.keys | plan.features.placed)
        every, self._together = occasions(self._played)
        able = [one for one in every if self._worths.may_win(one)]
        self._occasions = [one for one in able if self._worths.summable(one)]
        self._left_out = len(self._occasions) < len(able)
        if not self._occasions or (self._left_out and all(one.by is By.DEAL for one in self._occasions)):
            raise UncountableError(_NO_SUM)
        counted = Counted((plan, plan))
        rows = joint(side, side, (*counted.fields, _aside(plan)) if plan.waivers else counted.fields, check)
        self._rows = attrs.evolve(rows, fields=rows.fields[: len(counted.fields)])
        self._cards = Cards((room, room), counted, self._rows)
        packed = self._cards.packed(plan)
        self._worths.take(rows.a, packed)
        self._groupless = sum((values << shift for shift, values in packed), rows.fields[-1]) if plan.waivers else None
        self._known: dict[Given, Said] = {}

    def answer(self) -> Answer:
        """Ask on every occasion, and tell."""
        told: list[Told] = []
        for occasion in self._occasions:
            self._check()
            held, said = self._cards.may_come(occasion), self._said(occasion)
            told.append((occasion, held & (said == _YES), held & (said == _OPEN)))
        some = any(yes.any() or undecided.any() for _, yes, undecided in told)
        return Answer(
            self._wins,
            int(self._rows.counts.sum()),
            self._tally(told),
            tuple((by, self._tally(of)) for by in By if (of := [one for one in told if one[0].by is by])),
            tuple((one[0], self._tally([one])) for one in told if one[1].any() or one[2].any()),
            self._smallest(told),
            Never.NONE if some else never(self._room, self._condition),
            self._left_out,
            self._together,
            self._played,
            bool(self._plan.waivers),
        )

    # ------------------------------------------------------------ what hands say

    def _said(self, occasion: Occasion) -> Said:
        """Return what each row says on an occasion."""
        given = self._worths.given(occasion)
        if given not in self._known:
            self._known[given] = self._asked(given)
        return self._known[given]

    def _asked(self, given: Given) -> Said:
        if not len(self._rows.counts):
            return np.zeros(0, np.int8)
        hands, of_row = self._worths.hands, self._worths.of_row
        waived = self._groupless is not None and bool(self._worths.play.waivable(given))
        if waived and self._groupless is not None:
            of_row, shown = numbered([of_row, self._groupless])
            hands = _with_another(hands.chosen(self._worths.of_row[shown]), self._groupless[shown])
        run = self._worths.run(hands, given)
        able = np.ones(len(hands.vectors), np.bool_)
        if waived:
            able[hands.starts] = run.needless[hands.starts]
        holds = truths(self._condition, run.values, len(hands.vectors)) & able
        if self._wins:
            holds &= run.win & run.valid
        best = _best(hands, (run.tables, run.xi, run.points, run.win, able))
        every = np.logical_and.reduceat(holds | ~best, hands.starts)
        some = np.logical_or.reduceat(holds & best, hands.starts)
        return np.where(every, _YES, np.where(some, _OPEN, _NO)).astype(np.int8)[of_row]

    def _tally(self, told: Sequence[Told]) -> Tally:
        """Count the hands that say yes on one of some occasions, and those that may."""
        counts = self._rows.counts
        yes, undecided = (np.logical_or.reduce(flags) for flags in ([one[1] for one in told], [one[2] for one in told]))
        return Tally(int(counts[yes].sum()), int(counts[undecided & ~yes].sum()))

    # ------------------------------------------------------------ the smallest

    def _smallest(self, told: Sequence[Told]) -> Score | None:
        scorer = Scorer(self._room)
        for occasion, yes, _ in told:
            if yes.any():
                score = scorer.score(hand_of(self._rows.hand(next(self._ordered(yes))), occasion))
                if not self._confirmed(score):
                    msg = f"{score.hand} was counted, and the plain search says otherwise"
                    raise UnconfirmedError(msg)
                return score
        for occasion, _, undecided in told:
            for _, row in zip(range(_TRIED), self._ordered(undecided), strict=False):
                score = scorer.score(hand_of(self._rows.hand(row), occasion))
                if self._confirmed(score):
                    return score
        return None

    def _ordered(self, chosen: Flags) -> Iterator[int]:
        """Yield some rows, that with the smallest hand first."""
        rows = np.flatnonzero(chosen)
        xi = self._worths.xi()[self._worths.of_row[rows]]
        order = np.lexsort((self._rows.first[rows], xi, self._cards.sizes[rows]))
        yield from map(int, rows[order])

    def _confirmed(self, score: Score) -> bool:
        counted = score.counted
        if counted is None or (self._wins and not score.win):
            return False
        return bool(evaluate(self._condition, counted.values))


def _aside(plan: Plan) -> Field:
    """Return what the melds that are set aside add to a packed vector, as a sum over the cards."""
    bits, whole = form_bits(plan), {TRIPLET: plan.shape.triplets, QUAD: plan.shape.quads}
    sums = np.zeros((POINTS, SYMBOLS), np.int64)
    for point in range(POINTS):
        for symbol in range(SYMBOLS):
            for kind, copies in zip((point, point + POINTS), divmod(symbol, COUNTS), strict=True):
                form = whole[copies][kind] if copies in whole else None
                sums[point, symbol] += plan.features.of_form(form) if form is not None else 0
    return Field(bits, sums)


def _with_another(hands: Hands, vectors: Ints) -> Hands:
    """Return complete hands with one more vector each, before its others."""
    starts = hands.starts + np.arange(len(hands.starts))
    return Hands(np.insert(hands.vectors, hands.starts, vectors), starts, hands.places, hands.number)


def _best(hands: Hands, ranks: Sequence[Ints | Flags]) -> Flags:
    """Tell which divisions are the best of their hands, equal ones included; the last rank decides first."""
    number = np.repeat(np.arange(len(hands.starts)), np.diff(hands.starts, append=len(hands.vectors)))
    order = np.lexsort((*ranks, number))
    top = order[np.append(hands.starts[1:], len(order)) - 1]
    best = np.ones(len(number), np.bool_)
    for rank in ranks:
        best &= rank == rank[top][number]
    return best
