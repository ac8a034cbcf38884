"""The facts of play that a count names, apart from cards and division: the frame in which hands are compared.

Hands that came about in one way and agree in the sums of their features are worth the same. What is given
here is that way, cut down to what the rules ask for.
"""

from __future__ import annotations

from phzdsl.scoring.facts import came
from phzdsl.scoring.hand import By, Hand
from phzdsl.tables.plan import Plan

__all__ = ["Given", "Play"]

Given = tuple[tuple[str, int], ...]
"""Facts of play by reference key, sorted; what is left out is 0."""


class Play:
    """Reads the facts of play of hands, for one plan.

    Attributes:
        named: reference keys that win, count and what else the plan was made for name.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.named = frozenset(plan.ranges)
        self._copies = "fact:winning-copies" in self.named
        self._left = "fact:cards-left" in self.named
        self._admitted: dict[Given, bool] = {}
        self._known: dict[tuple[By, Given, int, int, str | None], Given] = {}
        self._waivable: dict[Given, bool | None] = {}

    def summable(self, hand: Hand) -> bool:
        """Tell whether sums can say what a hand is worth, as far as that does not depend on its cards."""
        if hand.card is not None and self._plan.features.placed:
            return False
        admitted = self._admitted.get(hand.facts)
        if admitted is None:
            admitted = all(self._plan.admits(name, value) for name, value in hand.facts)
            self._admitted[hand.facts] = admitted
        return admitted

    def given(self, hand: Hand, made: str | None) -> Given:
        """Return the facts of play of a hand.

        Args:
            hand: the hand.
            made: the meld that a claim made of the winning card.
        """
        # Most variants ask for neither; then a hand's cards need not be counted.
        copies = hand.cards().count(hand.card) if self._copies and hand.card is not None else 0
        left = len(hand.concealed) if self._left else 0
        key = hand.by, hand.facts, copies, left, made if made in self._plan.features.claimed else None
        given = self._known.get(key)
        if given is None:
            given = self._known[key] = self._find(*key)
        return given

    def _find(self, by: By, facts: Given, copies: int, left: int, made: str | None) -> Given:
        stated = came(by, self._plan.ruleset) | {"winning-copies": copies, "cards-left": left} | dict(facts)
        given = {f"fact:{name}": value for name, value in stated.items() if value}
        if made is not None:
            given[f"wins-in:{made}"] = 1
        return tuple(sorted((key, value) for key, value in given.items() if key in self.named))

    def waivable(self, given: Given) -> bool | None:
        """Tell whether a way to win may waive the groups; None where only the division could tell."""
        if given not in self._waivable:
            ways = self._plan.waivers_given(dict(given))
            self._waivable[given] = bool(ways) if self._plan.settled(ways) else None
        return self._waivable[given]
