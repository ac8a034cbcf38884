"""Hands by sums: packed features of melds and cards, and what they are worth under the facts of play.

Shared by the scorer of single hands (``fast``) and that of batches. A ruleset without a ``Plan`` has none.
"""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.cards import KINDS, POINTS, Kind
from phzdsl.scoring.hand import Hand
from phzdsl.scoring.play import Given, Play
from phzdsl.scoring.readings import Arrival, Group, Searcher
from phzdsl.tables.lazy import LazyAutomaton, Mark
from phzdsl.tables.plan import Plan
from phzdsl.tables.points import Outcome, Pricer, best
from phzdsl.tables.shapes import Form
from phzdsl.tables.symbols import QUAD, TRIPLET
from phzdsl.tables.walk import Walk

__all__ = ["Sums"]


class Sums:
    """The tables of one plan, and what sums were found worth.

    Attributes:
        plan: the ruleset, prepared.
        searcher: how winning cards join hands.
        play: reads facts of play.
    """

    def __init__(self, plan: Plan, searcher: Searcher) -> None:
        self.plan = plan
        self.searcher = searcher
        self.play = Play(plan)
        self._rows = {meld.id: index for index, meld in enumerate(plan.ruleset.melds)}
        self._automaton = LazyAutomaton(plan.shape, weigh=plan.features.of_form, mode=plan.mode)
        self._walk = Walk(plan)
        self._points = plan.features.by_point()
        self._groups: dict[tuple[str, tuple[Kind, ...]], int] = {}
        self._pricers: dict[Given, Pricer] = {}

    # ------------------------------------------------------------ parts

    def mark(self, arrival: Arrival) -> Mark | None:
        """Return how many copies of a loose winning card's kind are free; None where no card is loose."""
        kind = arrival.fresh
        if kind is None:
            return None
        own = arrival.counts[kind] - 1
        aside = {TRIPLET: self.plan.shape.triplets, QUAD: self.plan.shape.quads}.get(own)
        return Mark(kind, 1 if aside is not None and aside[kind] else own + 1)

    def weight(self, group: Group) -> int:
        """Return the packed features of a meld."""
        key = group.meld, group.cards
        if key not in self._groups:
            self._groups[key] = self.plan.features.of_form(Form(self._rows[group.meld], group.cards, group.xi))
        return self._groups[key]

    def pricer(self, given: Given) -> Pricer:
        """Return what values vectors under facts of play."""
        pricer = self._pricers.get(given)
        if pricer is None:
            pricer = self._pricers[given] = Pricer(self.plan.valuer, self.plan.features, dict(given))
        return pricer

    def cards(self, kinds: Iterable[Kind]) -> int:
        """Return the packed features of cards, however they are divided."""
        counts = [0] * KINDS
        for kind in kinds:
            counts[kind] += 1
        return sum([self._points[point][counts[point]][counts[point + POINTS]] for point in range(POINTS)])

    # ------------------------------------------------------------ any hand

    def arrived(self, hand: Hand, arrival: Arrival) -> set[Outcome] | None:
        """Value all divisions after one arrival; None where a way to win may need no groups."""
        made = arrival.table[arrival.claimed].meld if arrival.claimed is not None else None
        given = self.play.given(hand, made)
        pricer = self.pricer(given)
        cards = self.cards(hand.cards())
        mark = self.mark(arrival)
        found: set[Outcome] = set()
        for laid in self.searcher.laid(arrival):
            quads = sum(len(group.cards) == QUAD == group.cards.count(group.cards[0]) for group in laid)
            table = cards + sum([self.weight(group) for group in laid])
            if self._waives(given, pricer, table, arrival):
                return None
            weights = self._automaton.weights(arrival.counts, len(laid), quads, mark)
            found.update([pricer.price(table + weight) for weight in weights])
        return found

    def _waives(self, given: Given, pricer: Pricer, table: int, arrival: Arrival) -> bool:
        """Tell whether the groups are waived, or may be."""
        waivable = self.play.waivable(given)
        if not waivable:
            return waivable is None
        aside, _ = self.searcher.set_aside(arrival)
        return pricer.waives(table + sum([self.weight(group) for group in aside]), "groups")

    # ------------------------------------------------------------ closed hands

    def walk_for(self, hand: Hand) -> Walk | None:
        """Return the walk that reads closed hands which came about like one; None where none can."""
        if not self.play.summable(hand) or "fact:cards-left" in self.play.named:
            return None
        return self._walk if self.play.waivable(self.play.given(hand, None)) is False else None

    def best_of(self, vectors: Iterable[int], hand: Hand) -> Outcome | None:
        """Return the outcome of a hand with these vectors; None where only the order of its readings could tell."""
        return best(map(self.pricer(self.play.given(hand, None)).price, vectors))
