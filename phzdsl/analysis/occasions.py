"""The ways in which a hand may come to its win: how the card came, with the facts of play that rules name.

A hand by itself is not worth anything; with an occasion it is. Occasions that cannot be (the dealer who sits next after
the dealer, the last stock card at the deal) are left out. Nothing here looks at cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import attrs

from phzdsl.ruleset.facts import FACTS, Fact, Origin
from phzdsl.scoring.hand import By
from phzdsl.scoring.play import Given

__all__ = ["Occasion", "Stretch", "occasions", "stretches"]

# More values of a number are not tried: what comes after changes little, and the occasions are multiplied.
_MOST_VALUES = 5
# More occasions than these are not tried; then those of many facts at a time are left out.
_MOST = 120
# Facts that follow from how the card came, from the cards, or from other rows.
_SETTLED = frozenset({
    "self-draw", "discard-win", "from-discard", "from-draw", "deal-win", "players", "waits", "pattern-count",
    "other-patterns", "winning-copies", "cards-left", "turned-card",
})  # fmt: skip
# What marks one card out of all that come; a hand is won on one card.
_MARKED = ("first", "last", "shown-win", "first-discard-win")
_NEVER: Mapping[By, frozenset[str]] = {
    By.SELF: frozenset({"shown-win", "first-discard-win", "robbed"}),
    By.DRAW: frozenset({"first-discard-win"}),
    By.DISCARD: frozenset({"first", "last", "shown-win"}),
    By.DEAL: frozenset({*_MARKED, "robbed", "winning-wild"}),
}


@attrs.frozen
class Occasion:
    """One way to come to a win.

    Attributes:
        by: how the winning card came.
        facts: the facts of play that hold, by id, sorted; all others are 0.
        dealer: whether the dealer wins; None where nobody asks.
        made: the meld that the last card made, where rules ask for it; None for none of which they do.
    """

    by: By
    facts: Given
    dealer: bool | None = None
    made: str | None = None


@attrs.frozen
class Stretch:
    """A fact of play and the values that it is tried with.

    Attributes:
        whole: these are all that the rules reckon with.
    """

    fact: Fact
    values: tuple[int, ...]
    whole: bool


def stretches(named: Mapping[str, tuple[int, int]], settled: frozenset[str]) -> tuple[Stretch, ...]:
    """Return the facts of play among what rules name.

    Args:
        named: range by reference key of everything that the rules name.
        settled: keys that the cards and their division decide.
    """
    found = []
    for one in FACTS:
        key = f"fact:{one.id}"
        if key in named and key not in settled and one.id not in _SETTLED and _of_play(one):
            low, high = named[key]
            values = tuple(range(low, min(high, low + _MOST_VALUES - 1) + 1))
            found.append(Stretch(one, values, high < low + _MOST_VALUES))
    return tuple(found)


def _of_play(one: Fact) -> bool:
    return one.takes is None and (one.origin in {Origin.PLAY, Origin.TABLE} or one.id == "bonus-cards")


def occasions(found: tuple[Stretch, ...], most: int = _MOST) -> tuple[tuple[Occasion, ...], int | None]:
    """Return the occasions: those with the fewest facts first, then by the way of the card.

    Where there are more than ``most``, only those on which few facts hold together, and how many facts that is; else None.
    Those with one fact are always there.
    """
    ids = [one.fact.id for one in found]
    every: list[Occasion] = []
    for values in product(*(one.values for one in found)):
        facts = tuple(sorted((name, value) for name, value in zip(ids, values, strict=True) if value))
        held = frozenset(dict(facts))
        dealer = "dealer" in held if "dealer" in ids else None
        every += [Occasion(by, facts, dealer) for by in By if _possible(by, held)]
    ways = list(By)
    every.sort(key=lambda one: (len(one.facts), ways.index(one.by), one.facts))
    if len(every) <= most:
        return tuple(every), None
    together = max(1, len(every[most].facts) - 1)
    return tuple(one for one in every if len(one.facts) <= together), together


def _possible(by: By, held: frozenset[str]) -> bool:
    """Tell whether facts may hold together when the card came in one way."""
    if held & _NEVER[by] or len(held.intersection(_MARKED)) > 1:
        return False
    return not ("dealer" in held and held & {"after-dealer", "first-discard-win"})
