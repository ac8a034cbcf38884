"""What readings are worth, remembered by facts of play and sums of features, for one scorer of single hands."""

from __future__ import annotations

from phzdsl.cards import KINDS, POINTS
from phzdsl.scoring.hand import Hand
from phzdsl.scoring.play import Given, Play
from phzdsl.scoring.readings import Group, Reading
from phzdsl.scoring.told import Reason, Told
from phzdsl.tables.plan import Plan
from phzdsl.tables.shapes import Form

__all__ = ["HandMemory", "Memory"]

_QUAD = 4


class Memory:
    """What readings are worth, by facts of play and sums of features."""

    def __init__(self, plan: Plan) -> None:
        self.play = Play(plan)
        self.claimed = bool(plan.features.claimed)
        self.points = plan.features.by_point()
        self._plan = plan
        self._rows = {meld.id: index for index, meld in enumerate(plan.ruleset.melds)}
        self._weights: dict[int, tuple[Group, int]] = {}
        self._known: dict[Given, dict[int, Told | Reason]] = {}
        self._needing: dict[tuple[str, Given], bool] = {}

    def of(self, hand: Hand) -> HandMemory | None:
        """Return what is remembered for hands like one; None where sums cannot say what it is worth."""
        return HandMemory(self, hand) if self.play.summable(hand) else None

    def needs_groups(self, hand: Hand) -> bool:
        """Tell whether no way to win can do without groups, come as this hand did."""
        key = hand.by.value, hand.facts
        needed = self._needing.get(key)
        if needed is None:
            like = Hand((), (), None, hand.by, hand.facts)
            needed = self.play.summable(like) and self.play.waivable(self.play.given(like, None)) is False
            self._needing[key] = needed
        return needed

    def known(self, given: Given) -> dict[int, Told | Reason]:
        """Return what is remembered under facts of play."""
        return self._known.setdefault(given, {})

    def weight(self, group: Group) -> int:
        """Return what a group adds to the key of a reading: groups, quads, bounded melds, features."""
        # The searcher makes each group once, so that its identity tells as much as its parts; it is kept with
        # the weight, lest another come to stand at the same place in memory.
        kept = self._weights.get(id(group))
        if kept is None:
            meld = self._plan.ruleset.melds[self._rows[group.meld]]
            quad = len(group.cards) == _QUAD == group.cards.count(group.cards[0])
            bounded = meld.exactly is not None or meld.at_most is not None
            features = self._plan.features.of_form(Form(self._rows[group.meld], group.cards, group.xi))
            kept = self._weights[id(group)] = group, 1 + (quad << 8) + (bounded << 16) + (features << 24)
        return kept[1]


class HandMemory:
    """The part of the memory that a hand's readings share."""

    def __init__(self, memory: Memory, hand: Hand) -> None:
        self._memory = memory
        self._hand = hand
        counts = [0] * KINDS
        for kind in hand.cards():
            counts[kind] += 1
        both = zip(memory.points, counts[:POINTS], counts[POINTS:], strict=True)
        cards = sum([sums[small][big] for sums, small, big in both])
        self._cards = cards << 24
        self._plain = None if memory.claimed else memory.known(memory.play.given(hand, None))

    def _place(self, reading: Reading) -> tuple[dict[int, Told | Reason], int]:
        known = self._plain
        if known is None:
            made = next((group.meld for group in reading.groups if group.wins and not group.loose), None)
            known = self._memory.known(self._memory.play.given(self._hand, made))
        return known, self._cards + sum(map(self._memory.weight, reading.groups))

    def told(self, reading: Reading) -> Told | Reason | None:
        """Return what is remembered of a reading."""
        known, key = self._place(reading)
        return known.get(key)

    def keep(self, reading: Reading, told: Told | Reason) -> None:
        """Remember what a reading is worth."""
        known, key = self._place(reading)
        known[key] = told
