"""What a hand is worth, by look-ups: the compiled form of the plain search, without numpy.

``FastScorer`` answers with win, 息, 番 and points and explains nothing; ``score.Scorer`` explains. Both
agree on every hand. The winning card joins the hand as in the plain search; the automaton takes the place
of the division, and what a vector of features is worth is remembered.

Where a variant asks in which meld the winning card stands (胡在 of a meld that loose cards make, 胡在中) or
how many kinds complete the hand (听张数), no sum can say it: such hands, where they have a winning card, go
to the plain search. So do hands that state a fact which their cards tell already or the rules do not
reckon with, wins that need no groups, and rulesets without a ``Plan``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phzdsl.cards import KINDS, Kind
from phzdsl.errors import HandError
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import parse_facts
from phzdsl.scoring.play import Given
from phzdsl.scoring.readings import Searcher
from phzdsl.scoring.score import Scorer
from phzdsl.scoring.sums import Sums
from phzdsl.tables.plan import Plan
from phzdsl.tables.points import Outcome, best

__all__ = ["Closed", "FastScorer"]


class FastScorer:
    """Scores hands under one bound ruleset; keep one for many hands.

    Attributes:
        ruleset: the bound ruleset.
        searcher: how winning cards join hands.
        sums: the tables, None where only the plain search can score.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.searcher = Searcher(ruleset)
        plan = Plan.of(ruleset)
        self.sums = Sums(plan, self.searcher) if plan is not None else None
        self._plain = Scorer(ruleset)
        self._closed: dict[tuple[By, Given], Closed] = {}

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
            raise HandError(msg, code="D901")
        cards = tuple(kind for kind in range(KINDS) for _ in range(counts[kind] - (kind == card)))
        outcome = self.outcome(Hand((), cards, card, by, tuple(sorted(parse_facts(facts or {}).items()))))
        return outcome.points if outcome is not None and outcome.valid else 0

    # ------------------------------------------------------------ any hand

    def outcome(self, hand: Hand) -> Outcome | None:
        """Return what a hand is worth; it is not ``valid`` where its best reading falls short or is not settled.

        None when it has no complete reading, or when its card may not be won on. Whether the hand can be
        laid at all is not checked: ``notation.check_hand`` does that.
        """
        sums = self.sums
        if sums is None or not sums.play.summable(hand):
            return self.searched(hand)
        if hand.card is not None and self.searcher.win_claim(hand) is None:
            return None
        found: set[Outcome] = set()
        for arrival in self.searcher.arrivals(hand):
            priced = sums.arrived(hand, arrival)
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


class Closed:
    """Points of closed hands that came about in one way; about half a microsecond a hand."""

    def __init__(self, scorer: FastScorer, by: By, facts: Given) -> None:
        self._scorer = scorer
        self._like = Hand((), (), None, by, facts)
        self._known: dict[int, int] = {}
        self._sums = scorer.sums
        self._walk = scorer.sums.walk_for(self._like) if scorer.sums is not None else None

    def outcome(self, counts: Sequence[int]) -> Outcome | None:
        """Return what a hand is worth, as ``FastScorer.outcome``."""
        cards = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        return self._scorer.outcome(Hand((), cards, None, self._like.by, self._like.facts))

    def points(self, counts: Sequence[int]) -> int:  # noqa: PLR0911 - each way out saves look-ups
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
        if not vectors or self._sums is None:
            return 0
        outcome = self._sums.best_of(vectors, self._like) or self.outcome(counts)
        return outcome.points if outcome is not None and outcome.valid else 0
