"""Many closed hands at once: rows of counts in, arrays of win, 息, 番 and points out. Needs numpy.

A row is a hand without melds on the table. The tables decide and sum whole chunks of rows; what a sum is
worth is looked up by number. What sums cannot say goes to ``fast.FastScorer``, hand by hand: every row of
a variant without a ``Plan`` or too large for tables, and the few whose win needs no groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

from phzdsl.cards import KINDS, Kind
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.fast import Facts, FastScorer
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.joins import Joins
from phzdsl.scoring.outcomes import LOSS, UNSURE, Numbers, OutcomeIndex, OutcomeList
from phzdsl.scoring.rows import BY_CODES, RowCheck, Situation, as_cards, as_rows, situations
from phzdsl.tables.division import Mode, TableLimitError, accepted
from phzdsl.tables.kernel import CHUNK, Kernel, Read, TooWideError, Work, words_of
from phzdsl.tables.plan import Plan
from phzdsl.tables.points import best
from phzdsl.tables.store import stored_automaton
from phzdsl.tables.symbols import GROUP_FIELD, QUAD_SHIFT, TALLY_BITS

__all__ = ["BY_CODES", "BatchScore", "BatchScorer", "score_batch"]

Rows = NDArray[np.uint8]
Indices = NDArray[np.intp]
_MOST_STATES = 150_000
_KEPT = 16


@attrs.frozen(eq=False)
class BatchScore:
    """What the rows of a batch are worth.

    Attributes:
        win: bool [n]: the hand is a win.
        xi: int32 [n]: 息 of the reading chosen; of a hand that falls short of the minimum, of its best reading;
            0 where no reading is complete.
        fan: int32 [n]: total of the table of that name; 0 where the hand is no win.
        points: int32 [n]: what one loser pays under the plain settlement; 0 where the hand is no win.
    """

    win: NDArray[np.bool_]
    xi: Numbers
    fan: Numbers
    points: Numbers

    def __len__(self) -> int:
        return len(self.win)


def score_batch(
    ruleset: Ruleset | str,
    hands: Rows,
    *,
    card: ArrayLike | None = None,
    by: By | ArrayLike | None = None,
    facts: Mapping[str, int | ArrayLike] | None = None,
) -> BatchScore:
    """Score many hands without melds on the table.

    Args:
        ruleset: a ruleset, with its default options unless it is bound; or the id or path of one.
        hands: uint8 [n, 20], copies of each kind, the winning card among them: columns 0 to 9 are small 一 to
            十, 10 to 19 big 壹 to 拾.
        card: int [n], the winning card's kind; -1 or 255 where none is marked. A marked card joins the hand
            as the variant's claims say: its own drawn third is a 偎, another's a 碰, and so on. Without one
            the hand is read as all concealed: three of a kind are a 坎, four a 提, whatever ``by`` says.
        by: how the winning card came: one way for all, or an array of codes (``BY_CODES``). Own draw unless
            given. It decides the facts of the win (自摸, 放炮, 起手胡) and, with a card, the claims. A win at
            the deal has no card.
        facts: further facts of play by either spelling: one value for all, or an array of n.

    Raises:
        HandError: the array is not of that kind; or a row cannot be a hand: more copies than the deck has,
            more or fewer cards than a player can hold, a winning card that it does not have. ``row`` is
            the first such row.
    """
    return _scorer(ruleset).score(hands, card=card, by=by, facts=facts)


_scorers: dict[int, BatchScorer] = {}


def _scorer(ruleset: Ruleset | str) -> BatchScorer:
    """Return the scorer of a ruleset; the last few are kept, since their tables fill as they are used."""
    known = _named(ruleset) if isinstance(ruleset, str) else ruleset
    scorer = _scorers.pop(id(known), None)
    if scorer is None:
        scorer = BatchScorer(known)
    _scorers[id(known)] = scorer
    while len(_scorers) > _KEPT:
        del _scorers[next(iter(_scorers))]
    return scorer


@cache
def _named(name: str) -> Ruleset:
    return bind(load(name))


class BatchScorer:
    """Scores batches under one ruleset; it remembers what vectors of features are worth."""

    def __init__(self, ruleset: Ruleset) -> None:
        # The ruleset as given is kept so that its identity stays its own.
        self._given = ruleset
        self.ruleset = ruleset if ruleset.bound is not None else bind(ruleset)
        self._fast = FastScorer(self.ruleset)
        self._check = RowCheck(self.ruleset)
        self._outcomes = OutcomeList()
        self._indices: dict[tuple[Facts, int], OutcomeIndex] = {}
        self._waived: dict[Facts, OutcomeIndex] = {}
        self._joins: dict[tuple[By, Facts], Joins | None] = {}
        self._kernel = _kernel(self._fast.plan)

    def score(
        self,
        hands: Rows,
        *,
        card: ArrayLike | None = None,
        by: By | ArrayLike | None = None,
        facts: Mapping[str, int | ArrayLike] | None = None,
    ) -> BatchScore:
        """Score a batch, as ``score_batch``."""
        rows = as_rows(hands)
        cards = None if card is None else as_cards(card, len(rows))
        found = situations(len(rows), cards, by, facts or {})
        # Closed hands of one situation are checked as they are read.
        if found[0].rows is not None or found[0].marked:
            self._check.check(rows, cards, found)
        numbers = np.zeros(len(rows), np.int32)
        for situation in found:
            chosen = rows if situation.rows is None else rows[situation.rows]
            if situation.marked and cards is not None:
                kinds = cards if situation.rows is None else cards[situation.rows]
                numbered = self._marked(chosen, kinds, situation)
            else:
                numbered = self._closed(chosen, situation)
            if situation.rows is None:
                numbers = numbered
            else:
                numbers[situation.rows] = numbered
        win, xi, fan, points, _ = self._outcomes.arrays()
        return BatchScore(*(part.take(numbers, mode="clip") for part in (win, xi, fan, points)))

    # ------------------------------------------------------------ all concealed

    def _closed(self, rows: Rows, situation: Situation) -> Numbers:
        """Return the number of the outcome of each row read as all concealed."""
        hand = Hand((), (), None, situation.by, situation.facts)
        fast, kernel = self._fast, self._kernel
        if kernel is None or not fast.summable(hand) or "fact:cards-left" in fast.named:
            self._check.check(rows, None, [attrs.evolve(situation, rows=None)])
            return self._searched(rows, None, situation)
        given = fast.given(hand, None)
        waivable = fast.waivable(given)
        if waivable is None:
            self._check.check(rows, None, [attrs.evolve(situation, rows=None)])
            return self._searched(rows, None, situation)
        index = self._index(given, 0)
        numbers = np.zeros(len(rows), np.int32)
        work = Work(min(CHUNK, len(rows)))
        for start in range(0, len(rows), CHUNK):
            chunk = rows[start : start + CHUNK]
            words = words_of(chunk)
            if not self._check.sound(chunk, words, situation.by):
                self._check.check(rows, None, [attrs.evolve(situation, rows=None)])
            if words.shape[1] != len(work.state):
                work = Work(words.shape[1])
            out = numbers[start : start + CHUNK]
            read = kernel.read(words, work)
            out[read.rows] = index.numbers(_keys(kernel, read))
            if waivable:
                sums = kernel.sums(words, work)
                out[self._waive_index(given).numbers(sums >> TALLY_BITS) == UNSURE] = UNSURE
        return self._settled(numbers, rows, None, situation)

    # ------------------------------------------------------------ with a winning card

    def _marked(self, rows: Rows, cards: NDArray[np.int64], situation: Situation) -> Numbers:
        """Return the number of the outcome of each row with its winning card."""
        empty = Hand((), (), 0, situation.by, situation.facts)
        if self._fast.searcher.win_claim(empty) is None:
            return np.zeros(len(rows), np.int32)
        joins = self._joins_of(situation) if self._fast.summable(empty) else None
        if joins is None or self._kernel is None:
            return self._searched(rows, cards, situation)
        numbers = np.zeros(len(rows), np.int32)
        for start in range(0, len(rows), CHUNK):
            part = slice(start, start + CHUNK)
            numbers[part] = self._joined(self._kernel, rows[part], cards[part], joins)
        return self._settled(numbers, rows, cards, situation)

    def _joined(self, kernel: Kernel, rows: Rows, cards: NDArray[np.int64], joins: Joins) -> Numbers:
        """Try every alternative of a chunk's rows and keep the best outcome of each."""
        numbers = np.zeros(len(rows), np.int32)
        held = rows[np.arange(len(rows)), cards] - 1
        choices = joins.choices[cards, held]
        usual = kernel.free(rows)
        words = words_of(rows)
        for choice in choices.T:
            chosen = np.flatnonzero(choice >= 0)
            ways = choice[chosen]
            free = words_of(usual[chosen] + joins.changes[ways])
            fits = kernel.fits(free)
            if not fits.all():
                chosen, ways, free = chosen[fits], ways[fits], np.ascontiguousarray(free[:, fits])
            if not len(chosen):
                continue
            read = kernel.read(np.ascontiguousarray(words[:, chosen]), Work(len(chosen)), free)
            sums = read.sums + joins.sums[ways[read.rows]]
            keys = _keys(kernel, attrs.evolve(read, sums=sums))
            found = np.zeros(len(keys), np.int32)
            contexts = joins.contexts[ways[read.rows]]
            for context in np.unique(contexts):
                here = contexts == context
                found[here] = self._index(*joins.given[context]).numbers(keys[here])
            self._keep_better(numbers, chosen[read.rows], found)
        return numbers

    def _keep_better(self, numbers: Numbers, rows: Indices, found: Numbers) -> None:
        """Put in the better of two outcomes; where equal ones report different things, only a search can tell."""
        rank = self._outcomes.arrays()[-1]
        before = numbers[rows]
        better = rank[found] > rank[before]
        unsure = (found == UNSURE) | (before == UNSURE) | ((rank[found] == rank[before]) & (found != before))
        numbers[rows] = np.where(unsure, UNSURE, np.where(better, found, before))

    def _joins_of(self, situation: Situation) -> Joins | None:
        key = situation.by, situation.facts
        if key not in self._joins:
            self._joins[key] = Joins.of(self._fast, *key)
        return self._joins[key]

    # ------------------------------------------------------------ numbers of outcomes

    def _index(self, given: Facts, pairs: int) -> OutcomeIndex:
        key = given, pairs
        if key not in self._indices:
            self._indices[key] = OutcomeIndex(lambda one: self._value(one, given, pairs))
        return self._indices[key]

    def _value(self, key: int, given: Facts, pairs: int) -> int:
        """Value a key: a last state, groups and quads set aside, features."""
        kernel, plan = self._kernel, self._fast.plan
        assert kernel is not None
        assert plan is not None
        automaton = kernel.automaton
        tally, final = key >> kernel.final_bits, key & ((1 << kernel.final_bits) - 1)
        ended = automaton.finals[final]
        if pairs:
            ended = tuple(attrs.evolve(one, pairs=one.pairs + pairs) for one in ended)
        found = accepted(plan.shape, ended, tally & GROUP_FIELD, tally >> QUAD_SHIFT & GROUP_FIELD)
        if not found:
            return LOSS
        pricer = self._fast.pricer(given)
        weights = found[-1:] if plan.mode is Mode.BEST else found
        outcome = best(pricer.price((tally >> TALLY_BITS) + weight) for weight in weights)
        return UNSURE if outcome is None else self._outcomes.number(outcome)

    def _waive_index(self, given: Facts) -> OutcomeIndex:
        if given not in self._waived:
            pricer = self._fast.pricer(given)
            self._waived[given] = OutcomeIndex(lambda vector: UNSURE if pricer.waives(vector, "groups") else LOSS)
        return self._waived[given]

    # ------------------------------------------------------------ one by one

    def _settled(
        self, numbers: Numbers, rows: Rows, cards: NDArray[np.int64] | None, situation: Situation
    ) -> Numbers:
        """Score one by one the rows that tables could not decide."""
        unsure = np.flatnonzero(numbers == UNSURE)
        if len(unsure):
            numbers[unsure] = self._searched(rows[unsure], None if cards is None else cards[unsure], situation)
        return numbers

    def _searched(self, rows: Rows, cards: NDArray[np.int64] | None, situation: Situation) -> Numbers:
        numbers = np.zeros(len(rows), np.int32)
        for at, counts in enumerate(rows.tolist()):
            card = None if cards is None else int(cards[at])
            concealed = tuple(kind for kind in range(KINDS) for _ in range(counts[kind] - (kind == card)))
            hand = Hand((), concealed, card, situation.by, situation.facts)
            numbers[at] = self._outcomes.number(self._fast.outcome(hand))
        return numbers


def _keys(kernel: Kernel, read: Read) -> NDArray[np.int64]:
    keys = read.sums << kernel.final_bits
    keys |= read.finals
    return keys


def _kernel(plan: Plan | None) -> Kernel | None:
    """Return the tables of a plan, None where there are none or they would be too large."""
    if plan is None:
        return None
    try:
        automaton = stored_automaton(
            plan.shape, weigh=plan.features.of_form, mode=plan.mode, max_states=_MOST_STATES
        )
        return Kernel(plan, automaton)
    except (TableLimitError, TooWideError):
        return None
