"""Many closed hands at once: rows of counts in, arrays of win, 息, 番 and points out. Needs numpy.

A row is a hand without melds on the table. The tables decide and sum whole chunks of rows; what a sum is
worth is looked up by number. What sums cannot say goes to ``fast.FastScorer``, hand by hand: every row of
a variant without a ``Plan`` or too large for tables, and the few whose win needs no groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

from phzdsl.cards import KINDS
from phzdsl.errors import expect
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.fast import FastScorer
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.joins import Joins
from phzdsl.scoring.outcomes import LOSS, UNSURE, Amounts, Numbers, OutcomeIndex, OutcomeList
from phzdsl.scoring.play import Given
from phzdsl.scoring.rows import BY_CODES, Cards, RowCheck, Rows, Situation, as_cards, as_rows, situations
from phzdsl.scoring.sums import Sums
from phzdsl.tables.division import Mode, TableLimitError, accepted
from phzdsl.tables.kernel import CHUNK, Kernel, TooWideError, Work, words_of
from phzdsl.tables.points import best
from phzdsl.tables.store import stored_automaton
from phzdsl.tables.symbols import GROUP_FIELD, QUAD_SHIFT, TALLY_BITS

__all__ = ["BY_CODES", "BatchScore", "BatchScorer", "score_batch"]

Indices = NDArray[np.intp]
_MOST_STATES = 150_000
_KEPT = 16


@attrs.frozen(eq=False)
class BatchScore:
    """What the rows of a batch are worth. Amounts are int32, or int64 where one needs it.

    Attributes:
        win: bool [n]: the hand is a win.
        xi: int [n]: 息 of the reading chosen; of a hand that falls short of the minimum, of its best reading;
            0 where no reading is complete.
        fan: int [n]: total of the table of that name; 0 where the hand is no win.
        points: int [n]: what one loser pays under the plain settlement; 0 where the hand is no win.
    """

    win: NDArray[np.bool_]
    xi: Amounts
    fan: Amounts
    points: Amounts

    def __len__(self) -> int:
        """Return the number of hands."""
        return len(self.win)


def score_batch(
    ruleset: Ruleset | str | Path,
    hands: Rows,
    *,
    card: ArrayLike | None = None,
    by: By | str | ArrayLike | None = None,
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
        by: how the winning card came: one way for all, also by its word, or an array of codes (``BY_CODES``).
            Own draw unless given. It decides the facts of the win (自摸, 放炮, 起手胡) and, with a card, the claims. A win at
            the deal has no card.
        facts: further facts of play by either spelling: one value for all, or an array of n.

    Raises:
        ArgumentError: the ruleset or the facts are none (a ``TypeError``).
        MissingError, LoadError: as ``load``, for a ruleset by name.
        HandError: the array is not of that kind; or a row cannot be a hand: more copies than the deck has,
            more or fewer cards than a player can hold, a winning card that it does not have. ``row`` is
            the first such row.
    """
    return _scorer(ruleset).score(hands, card=card, by=by, facts=facts)


_scorers: dict[int, BatchScorer] = {}


def _scorer(ruleset: Ruleset | str | Path) -> BatchScorer:
    """Return the scorer of a ruleset; the last few are kept, since their tables fill as they are used."""
    known = _named(str(ruleset)) if isinstance(ruleset, (str, Path)) else ruleset
    expect("ruleset", known, Ruleset, "a Ruleset, or the id or path of one")
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
        self._tables = _Tables.of(self._fast.sums, self._outcomes)
        # Memory that was used once is quicker than new memory; two threads have each their own.
        self._spare: list[Work] = []

    def score(
        self,
        hands: Rows,
        *,
        card: ArrayLike | None = None,
        by: By | str | ArrayLike | None = None,
        facts: Mapping[str, int | ArrayLike] | None = None,
    ) -> BatchScore:
        """Score a batch, as ``score_batch``."""
        rows = as_rows(hands)
        cards = None if card is None else as_cards(card, len(rows))
        found = situations(len(rows), cards, by, {} if facts is None else facts)
        # Closed hands of one situation are checked as they are read.
        if found[0].rows is not None or found[0].marked:
            self._check.check(rows, cards, found)
        numbers = np.zeros(len(rows), np.int32)
        for situation in found:
            chosen = rows if situation.rows is None else rows[situation.rows]
            kinds = None
            if situation.marked and cards is not None:
                kinds = cards if situation.rows is None else cards[situation.rows]
            numbered = self._numbered(chosen, kinds, situation)
            if situation.rows is None:
                numbers = numbered
            else:
                numbers[situation.rows] = numbered
        return self._told(numbers)

    def _told(self, numbers: Numbers) -> BatchScore:
        """Return the outcomes of numbers."""
        known = self._outcomes.arrays()
        win = np.empty(len(numbers), np.bool_)
        amounts = [np.empty(len(numbers), part.dtype) for part in (known.xi, known.fan, known.points)]
        for start in range(0, len(numbers), CHUNK):
            part = slice(start, start + CHUNK)
            places = numbers[part].astype(np.intp)
            known.win.take(places, mode="clip", out=win[part])
            for table, whole in zip((known.xi, known.fan, known.points), amounts, strict=True):
                table.take(places, mode="clip", out=whole[part])
        return BatchScore(win, *amounts)

    def _numbered(self, rows: Rows, cards: Cards | None, situation: Situation) -> Numbers:
        """Return the number of the outcome of each row of one situation."""
        like = Hand((), (), None if cards is None else 0, situation.by, situation.facts)
        searcher = self._fast.searcher
        if cards is not None and searcher.win_claim(like) is None:
            self._check.check(rows, cards, [attrs.evolve(situation, rows=None)])
            return np.zeros(len(rows), np.int32)
        tables = self._tables
        if tables is None or not tables.sums.play.summable(like) or "fact:cards-left" in tables.sums.play.named:
            numbers = None
        elif cards is None:
            numbers = self._closed(tables, rows, like)
        else:
            numbers = self._marked(tables, rows, cards, like)
        if numbers is None:
            self._check.check(rows, cards, [attrs.evolve(situation, rows=None)])
            return self._searched(rows, cards, like)
        unsure = np.flatnonzero(numbers == UNSURE)
        if len(unsure):
            numbers[unsure] = self._searched(rows[unsure], None if cards is None else cards[unsure], like)
        return numbers

    # ------------------------------------------------------------ all concealed

    def _closed(self, tables: _Tables, rows: Rows, like: Hand) -> Numbers | None:
        """Return numbers of rows read as all concealed; None where only the division tells whether groups are needed."""
        given = tables.sums.play.given(like, None)
        waivable = tables.sums.play.waivable(given)
        if waivable is None:
            return None
        kernel, index = tables.kernel, tables.index(given, 0)
        numbers = np.zeros(len(rows), np.int32)
        whole = self._spare.pop() if self._spare else kernel.work(CHUNK)
        for start in range(0, len(rows), CHUNK):
            chunk = rows[start : start + CHUNK]
            words = words_of(chunk)
            if not self._check.sound(chunk, words, like.by):
                self._check.check(rows, None, [Situation(None, like.by, like.facts, marked=False)])
            out = numbers[start : start + CHUNK]
            work = whole if len(chunk) == CHUNK else kernel.work(len(chunk))
            read = kernel.read(words, work)
            out[read.rows] = index.numbers(tables.keys(read.sums, read.finals))
            if waivable:
                vectors = kernel.sums(words, work) >> TALLY_BITS
                out[tables.waived(given).numbers(vectors) == UNSURE] = UNSURE
        self._spare.append(whole)
        return numbers

    # ------------------------------------------------------------ with a winning card

    def _marked(self, tables: _Tables, rows: Rows, cards: Cards, like: Hand) -> Numbers | None:
        """Return numbers of rows with their winning cards; None where they must be scored one by one."""
        joins = tables.joins(like.by, like.facts)
        if joins is None:
            return None
        numbers = np.zeros(len(rows), np.int32)
        for start in range(0, len(rows), CHUNK):
            part = slice(start, start + CHUNK)
            numbers[part] = self._joined(tables, rows[part], cards[part], joins)
        return numbers

    def _joined(self, tables: _Tables, rows: Rows, cards: Cards, joins: Joins) -> Numbers:
        """Try every alternative of a chunk's rows and keep the best outcome of each."""
        kernel = tables.kernel
        numbers = np.zeros(len(rows), np.int32)
        held = rows[np.arange(len(rows)), cards] - 1
        usual, words = kernel.free(rows), words_of(rows)
        for choice in joins.choices[cards, held].T:
            chosen = np.flatnonzero(choice >= 0)
            ways = choice[chosen]
            free = words_of(usual[chosen] + joins.changes[ways])
            fits = kernel.fits(free)
            if not fits.all():
                chosen, ways, free = chosen[fits], ways[fits], np.ascontiguousarray(free[:, fits])
            if len(chosen):
                read = kernel.read(np.ascontiguousarray(words[:, chosen]), kernel.work(len(chosen)), free)
                ways = ways[read.rows]
                keys = tables.keys(read.sums + joins.sums[ways], read.finals)
                found = tables.numbers(keys, joins.contexts[ways], joins)
                self._outcomes.keep_better(numbers, chosen[read.rows], found)
        return numbers

    # ------------------------------------------------------------ one by one

    def _searched(self, rows: Rows, cards: Cards | None, like: Hand) -> Numbers:
        numbers = np.zeros(len(rows), np.int32)
        for at, counts in enumerate(rows.tolist()):
            card = None if cards is None else int(cards[at])
            concealed = tuple(kind for kind in range(KINDS) for _ in range(counts[kind] - (kind == card)))
            hand = attrs.evolve(like, concealed=concealed, card=card)
            numbers[at] = self._outcomes.number(self._fast.outcome(hand))
        return numbers


class _Tables:
    """What a batch is read with.

    Attributes:
        sums: the tables of single hands, with what they were found worth.
        kernel: the tables of many.
    """

    def __init__(self, sums: Sums, kernel: Kernel, outcomes: OutcomeList) -> None:
        self.sums = sums
        self.kernel = kernel
        self._outcomes = outcomes
        self._indices: dict[tuple[Given, int], OutcomeIndex] = {}
        self._waived: dict[Given, OutcomeIndex] = {}
        self._joins: dict[tuple[By, Given], Joins | None] = {}

    @classmethod
    def of(cls, sums: Sums | None, outcomes: OutcomeList) -> _Tables | None:
        """Return the tables of a ruleset, None where there are none or they would be too large."""
        if sums is None:
            return None
        plan = sums.plan
        try:
            automaton = stored_automaton(
                plan.shape, weigh=plan.features.of_form, mode=plan.mode, max_states=_MOST_STATES
            )
            return cls(sums, Kernel(plan, automaton), outcomes)
        except (TableLimitError, TooWideError):
            return None

    def joins(self, by: By, facts: Given) -> Joins | None:
        """Return how winning cards join hands; None where hands must be scored one by one."""
        key = by, facts
        if key not in self._joins:
            self._joins[key] = Joins.of(self.sums, by, facts)
        return self._joins[key]

    def keys(self, sums: NDArray[np.int64], finals: NDArray[np.signedinteger]) -> NDArray[np.int64]:
        """Return sums and last states as keys; ``sums`` is used up."""
        sums <<= self.kernel.final_bits
        sums |= finals
        return sums

    def numbers(self, keys: NDArray[np.int64], contexts: Indices, joins: Joins) -> Numbers:
        """Return the number of the outcome of each key in its context."""
        found = np.zeros(len(keys), np.int32)
        for context in np.unique(contexts):
            here = contexts == context
            found[here] = self.index(*joins.given[context]).numbers(keys[here])
        return found

    def index(self, given: Given, pairs: int) -> OutcomeIndex:
        """Return the numbers of outcomes by key, under facts of play and with so many pairs beside the tables."""
        key = given, pairs
        if key not in self._indices:
            self._indices[key] = OutcomeIndex(lambda one: self._value(one, given, pairs))
        return self._indices[key]

    def waived(self, given: Given) -> OutcomeIndex:
        """Return by vector of what is set aside ``UNSURE`` where such a win needs no groups, else ``LOSS``."""
        if given not in self._waived:
            pricer = self.sums.pricer(given)
            self._waived[given] = OutcomeIndex(lambda vector: UNSURE if pricer.waives(vector, "groups") else LOSS)
        return self._waived[given]

    def _value(self, key: int, given: Given, pairs: int) -> int:
        """Value a key: a last state, groups and quads set aside, features."""
        plan, bits = self.sums.plan, self.kernel.final_bits
        tally = key >> bits
        ended = self.kernel.automaton.finals[key & ((1 << bits) - 1)]
        if pairs:
            ended = tuple(attrs.evolve(one, pairs=one.pairs + pairs) for one in ended)
        found = accepted(plan.shape, ended, tally & GROUP_FIELD, tally >> QUAD_SHIFT & GROUP_FIELD)
        if not found:
            return LOSS
        pricer = self.sums.pricer(given)
        weights = found[-1:] if plan.mode is Mode.BEST else found
        outcome = best(pricer.price((tally >> TALLY_BITS) + weight) for weight in weights)
        return UNSURE if outcome is None else self._outcomes.number(outcome)
