"""The value of every fact about one reading of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy

import attrs

from phzdsl.cards import KINDS, POINTS, Kind, is_big
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.readings import Group, Reading

__all__ = ["HandFacts", "Values", "came"]

_TRIPLET = 3
_QUAD = 4


def came(by: By, ruleset: Ruleset) -> dict[str, int]:
    """Return the facts, by id, that follow from how the winning card came, and the number of players."""
    return {
        "self-draw": int(by is By.SELF),
        "discard-win": int(by is By.DISCARD),
        "from-discard": int(by is By.DISCARD),
        "from-draw": int(by in {By.SELF, By.DRAW}),
        "deal-win": int(by is By.DEAL),
        "players": constant(ruleset.seats.players.value) if ruleset.seats.players else 0,
    }


@attrs.frozen
class HandFacts:
    """What is known of a hand however it is divided.

    Attributes:
        values: by reference key, such as ``fact:red-cards``.
        counts: copies of each kind in the whole hand.
    """

    values: Mapping[str, int]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, hand: Hand, ruleset: Ruleset) -> HandFacts:
        """Return the facts of a hand's cards and of how it came to the win."""
        counted = Counter(hand.cards())
        counts = tuple(counted[kind] for kind in range(KINDS))
        red = sum(counts[kind] for kind in ruleset.deck.red)
        big = sum(counts[POINTS:])
        total = sum(counts)
        values = {
            "red-cards": red,
            "black-cards": total - red,
            "big-cards": big,
            "small-cards": total - big,
            "all-cards": total,
            "winning-copies": counts[hand.card] if hand.card is not None else 0,
            "reunions": sum(counts[kind] == counts[kind + POINTS] == _QUAD for kind in range(POINTS)),
            "fours": counts.count(_QUAD),
            "pairs": sum(count // 2 for count in counts),
            "cards-left": len(hand.concealed),
        }
        values |= came(hand.by, ruleset)
        values |= dict(hand.facts)
        if hand.turned is not None and ruleset.deck.bonus is not None:
            values["bonus-cards"] = sum(counts[kind] for kind in ruleset.deck.bonus.matched(hand.turned))
        return cls({f"fact:{name}": value for name, value in values.items()}, counts)


class Values(dict[str, int]):
    """Everything that an expression may name of one reading, worked out when it is first asked for.

    What the hand does not state is 0. Steps and tables are put in by the count, in their order.
    """

    def __init__(self, facts: HandFacts, reading: Reading, ruleset: Ruleset, waits: Callable[[], int]) -> None:
        super().__init__(facts.values)
        self._facts = facts
        self._groups = reading.groups
        self._red = ruleset.deck.red
        self._waits = waits

    def with_payer(self, *, dealer: bool) -> Values:
        """Return these values as one payer sees them."""
        seen = copy(self)
        seen["fact:payer-dealer"] = int(dealer)
        return seen

    def __missing__(self, key: str) -> int:
        """Work out a value when it is first asked for."""
        kind, _, name = key.partition(":")
        value = self._value(kind, name)
        self[key] = value
        return value

    def _value(self, kind: str, name: str) -> int:
        match kind:
            case "copies":
                return sum(self._facts.counts[int(part)] for part in name.split("+"))
            case "count":
                return sum(group.meld == name for group in self._groups)
            case "wins-in":
                return int(any(group.wins and group.meld == name for group in self._groups))
            case "fact":
                return self._division_fact(name)
        return 0

    def _division_fact(self, name: str) -> int:  # noqa: C901, PLR0911 - one line a fact
        groups = self._groups
        match name:
            case "meld-xi":
                return sum(group.xi for group in groups)
            case "group-count":
                return len(groups)
            case "scoring-groups":
                return sum(group.xi > 0 for group in groups)
            case "red-groups":
                return sum(any(kind in self._red for kind in group.cards) for group in groups)
            case "red-sets":
                return sum(_same(group) >= _TRIPLET and group.cards[0] in self._red for group in groups)
            case "mixed-groups":
                return sum(_same(group) == 0 for group in groups)
            case "quads":
                return sum(_same(group) == _QUAD for group in groups)
            case "triplets":
                return sum(_same(group) == _TRIPLET for group in groups)
            case "wins-middle":
                return int(any(group.wins and _run(group.cards) for group in groups))
            case "waits":
                return self._waits()
        return 0


def _same(group: Group) -> int:
    """Return how many of one kind a group is, 0 when it is mixed."""
    return len(group.cards) if len(set(group.cards)) == 1 else 0


def _run(cards: tuple[Kind, ...]) -> bool:
    low, *rest = cards
    return all(kind == low + step and is_big(kind) == is_big(low) for step, kind in enumerate(rest, 1))
