"""What a hand is worth, by look-ups: the compiled form of the plain search, without numpy.

``FastScorer`` answers with win, 息, 番 and points and explains nothing; ``score.Scorer`` explains. Both
agree on every hand. The winning card joins the hand as in the plain search; the automaton takes the place
of the division, and what a vector of features is worth is remembered.

Where a variant asks in which meld the winning card stands (胡在 of a meld that loose cards make, 胡在中) or
how many kinds complete the hand (听张数), no sum can say it: such hands, where they have a winning card, go
to the plain search, as do wins that need no groups and rulesets without a ``Plan``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from phzdsl.cards import KINDS, Kind
from phzdsl.errors import HandError
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.facts import came
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import parse_facts
from phzdsl.scoring.readings import Arrival, Group, Searcher
from phzdsl.scoring.score import Scorer
from phzdsl.tables.lazy import LazyAutomaton, Mark
from phzdsl.tables.plan import Plan
from phzdsl.tables.points import Outcome, Pricer, best
from phzdsl.tables.shapes import Form
from phzdsl.tables.walk import Walk

__all__ = ["Closed", "FastScorer"]

_QUAD = 4
Facts = tuple[tuple[str, int], ...]


class FastScorer:
    """Scores hands under one bound ruleset; keep one for many hands.

    Attributes:
        ruleset: the bound ruleset.
        plan: what the tables know of it, None where only the plain search can score.
        searcher: how winning cards join hands.
        named: keys that the count names.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.plan = Plan.of(ruleset)
        self._plain = Scorer(ruleset)
        self.searcher = Searcher(ruleset)
        self.named: frozenset[str] = frozenset()
        self._closed: dict[tuple[By, Facts], Closed] = {}
        if self.plan is not None:
            self._rows = {meld.id: index for index, meld in enumerate(ruleset.melds)}
            self._automaton = LazyAutomaton(
                self.plan.shape, weigh=self.plan.features.of_form, mode=self.plan.mode
            )
            self._walk = Walk(self.plan)
            self.named = self.plan.valuer.keys
            self._groups: dict[tuple[str, tuple[Kind, ...]], int] = {}
            self._pricers: dict[Facts, Pricer] = {}
            self._waivers: dict[Facts, bool | None] = {}

    # ------------------------------------------------------------ closed hands

    def closed(self, by: By = By.SELF, facts: Mapping[str, int] | None = None) -> Closed:
        """Return the scorer of closed hands that came about in one way.

        Args:
            by: how the winning card, which is not marked among the cards, came.
            facts: further facts of play, by either spelling.
        """
        key = by, tuple(sorted(parse_facts(facts or {}).items()))
        if key not in self._closed:
            self._closed[key] = Closed(self, *key)
        return self._closed[key]

    def points(
        self,
        counts: Sequence[int],
        card: Kind | None = None,
        by: By = By.SELF,
        facts: Mapping[str, int] | None = None,
    ) -> int:
        """Return the points of a hand without melds on the table; 0 when it is no win.

        Args:
            counts: copies of each of the twenty kinds, 0 to 4, the winning card among them.
            card: the winning card; None for a hand read as all concealed (triplets are 坎, quads 提), as it
                is at the deal.
            by: how the winning card came.
            facts: further facts of play, by either spelling.

        Raises:
            HandError: the hand is not twenty numbers from 0 to 4, or has no such card.
        """
        if card is None:
            return self.closed(by, facts).points(counts)
        if not counts[card]:
            msg = "the winning card is not in the hand"
            raise HandError(msg)
        cards = tuple(kind for kind in range(KINDS) for _ in range(counts[kind] - (kind == card)))
        outcome = self.outcome(Hand((), cards, card, by, tuple(sorted(parse_facts(facts or {}).items()))))
        return outcome.points if outcome is not None and outcome.valid else 0

    # ------------------------------------------------------------ any hand

    def outcome(self, hand: Hand) -> Outcome | None:
        """Return what a hand is worth; it is not ``valid`` where its best reading falls short or is not settled.

        None when it has no complete reading, or when such a card may not be won on. Whether the hand can be
        laid at all is not checked: ``notation.check_hand`` does that.
        """
        if not self.summable(hand):
            return self.searched(hand)
        if hand.card is not None and self.searcher.win_claim(hand) is None:
            return None
        found: set[Outcome] = set()
        for arrival in self.searcher.arrivals(hand):
            priced = self._arrived(hand, arrival)
            if priced is None:
                return self.searched(hand)
            found |= priced
        if not found:
            return None
        return best(found) or self.searched(hand)

    def searched(self, hand: Hand) -> Outcome | None:
        """Return what the plain search finds a hand worth."""
        score = self._plain.score(hand)
        if score.counted is None:
            return None
        fan = sum(one.total for one in score.counted.tables if one.table.id == "fan")
        tables = sum(one.total for one in score.counted.tables)
        unsettled = score.reason is not None and score.reason.code == "undefined"
        return Outcome(score.win or unsettled, score.xi, fan, score.step("base") or 0, tables, unsettled)

    def summable(self, hand: Hand) -> bool:
        """Tell whether sums can say what a hand is worth, as far as that does not depend on its cards."""
        plan = self.plan
        if plan is None or (hand.card is not None and plan.features.placed):
            return False
        return all(plan.admits(name, value) for name, value in hand.facts)

    def _arrived(self, hand: Hand, arrival: Arrival) -> set[Outcome] | None:
        """Value all divisions after one arrival; None where a way to win may need no groups."""
        assert self.plan is not None
        features = self.plan.features
        made = arrival.table[arrival.claimed].meld if arrival.claimed is not None else None
        given = self.given(hand, made)
        pricer = self.pricer(given)
        counted = Counter(hand.cards())
        cards = features.of_cards(tuple(counted[kind] for kind in range(KINDS)))
        mark = self.mark(arrival)
        found: set[Outcome] = set()
        for laid in self.searcher.laid(arrival):
            quads = sum(len(group.cards) == _QUAD == group.cards.count(group.cards[0]) for group in laid)
            table = cards + sum([self.weight(group) for group in laid])
            if self._waives(given, pricer, table, arrival):
                return None
            weights = self._automaton.weights(arrival.counts, len(laid), quads, mark)
            found.update([pricer.price(table + weight) for weight in weights])
        return found

    # ------------------------------------------------------------ parts, for batches too

    def mark(self, arrival: Arrival) -> Mark | None:
        """Return how many copies of a loose winning card's kind are free."""
        kind = arrival.fresh
        if kind is None:
            return None
        assert self.plan is not None
        own = arrival.counts[kind] - 1
        aside = {3: self.plan.shape.triplets, 4: self.plan.shape.quads}.get(own)
        return Mark(kind, 1 if aside is not None and aside[kind] else own + 1)

    def weight(self, group: Group) -> int:
        """Return the packed features of a meld."""
        assert self.plan is not None
        key = group.meld, group.cards
        if key not in self._groups:
            self._groups[key] = self.plan.features.of_form(Form(self._rows[group.meld], group.cards, group.xi))
        return self._groups[key]

    # ------------------------------------------------------------ closed hands, for Closed

    def walk_for(self, by: By, facts: Facts) -> Walk | None:
        """Return the walk that reads closed hands; None where each must go through ``outcome``."""
        hand = Hand((), (), None, by, facts)
        if not self.summable(hand) or "fact:cards-left" in self.named or self.waivable(self.given(hand, None)) is not False:
            return None
        return self._walk

    def best_of(self, vectors: Sequence[int], by: By, facts: Facts) -> Outcome | None:
        """Return the outcome of a closed hand with these vectors; None where only their order could tell."""
        pricer = self.pricer(self.given(Hand((), (), None, by, facts), None))
        return best(map(pricer.price, vectors))

    # ------------------------------------------------------------ facts of play

    def given(self, hand: Hand, made: str | None) -> Facts:
        """Return the facts of play that the count names, by key."""
        assert self.plan is not None
        facts = came(hand.by, self.ruleset)
        if hand.card is not None:
            facts["winning-copies"] = hand.cards().count(hand.card)
        facts["cards-left"] = len(hand.concealed)
        facts.update(hand.facts)
        given = {f"fact:{name}": value for name, value in facts.items() if value}
        if made in self.plan.features.claimed:
            given[f"wins-in:{made}"] = 1
        return tuple(sorted((key, value) for key, value in given.items() if key in self.named))

    def pricer(self, given: Facts) -> Pricer:
        """Return what values vectors under these facts of play."""
        assert self.plan is not None
        pricer = self._pricers.get(given)
        if pricer is None:
            pricer = self._pricers[given] = Pricer(self.plan.valuer, self.plan.features, dict(given))
        return pricer

    def waivable(self, given: Facts) -> bool | None:
        """Tell whether a way to win may waive the groups; None where only the division could tell."""
        assert self.plan is not None
        if given not in self._waivers:
            ways = self.plan.waivers_given(dict(given))
            self._waivers[given] = bool(ways) if self.plan.settled(ways) else None
        return self._waivers[given]

    def _waives(self, given: Facts, pricer: Pricer, table: int, arrival: Arrival) -> bool:
        """Tell whether the groups are waived, or may be."""
        waivable = self.waivable(given)
        if not waivable:
            return waivable is None
        aside, _ = self.searcher.set_aside(arrival)
        return pricer.waives(table + sum([self.weight(group) for group in aside]), "groups")


class Closed:
    """Points of closed hands that came about in one way; about half a microsecond a hand."""

    def __init__(self, scorer: FastScorer, by: By, facts: Facts) -> None:
        self._scorer = scorer
        self._by, self._facts = by, facts
        self._known: dict[int, int] = {}
        self._walk = scorer.walk_for(by, facts)

    def outcome(self, counts: Sequence[int]) -> Outcome | None:
        """Return what a hand is worth, as ``FastScorer.outcome``."""
        cards = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        return self._scorer.outcome(Hand((), cards, None, self._by, self._facts))

    def points(self, counts: Sequence[int]) -> int:
        """Return the points of a hand; 0 when it is no win.

        Args:
            counts: copies of each of the twenty kinds, 0 to 4. Whether the deck has so many cards of a kind and
                whether a player can hold so many in all is not checked.

        Raises:
            HandError: the hand is not twenty numbers from 0 to 4.
        """
        walk = self._walk
        if walk is None:
            outcome = self.outcome(counts)
            return outcome.points if outcome is not None and outcome.valid else 0
        dead = walk.dead
        first, second, third, fourth, fifth = walk.readers
        try:
            s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10 = counts
            column, t1 = first[s1][b1][s2][b2]
            node, w1 = walk.start[column]
            column, t2 = second[s3][b3][s4][b4]
            node, w2 = node[column]
            if node is dead:
                return 0
            column, t3 = third[s5][b5][s6][b6]
            node, w3 = node[column]
            if node is dead:
                return 0
            column, t4 = fourth[s7][b7][s8][b8]
            node, w4 = node[column]
            if node is dead:
                return 0
            column, t5 = fifth[s9][b9][s10][b10]
            node, w5 = node[column]
            if node is dead:
                return 0
            total = t1 + w1 + t2 + w2 + t3 + w3 + t4 + w4 + t5 + w5
            return self._known[total]
        except KeyError:
            points = self._known[total] = self._value(counts, walk.vectors(total))
            return points
        except (TypeError, ValueError, IndexError):
            # A step that is not known yet is None and cannot be unpacked.
            walk.learn(counts)
        return self.points(counts)

    def _value(self, counts: Sequence[int], vectors: Sequence[int]) -> int:
        if not vectors:
            return 0
        outcome = self._scorer.best_of(vectors, self._by, self._facts) or self.outcome(counts)
        return outcome.points if outcome is not None and outcome.valid else 0
