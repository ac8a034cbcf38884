"""What must hold of every hand of play, on every variant that ships and under every single alternative of its options."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from phzdsl.game import Game
from phzdsl.ruleset.library import load, shipped
from tests.game.driver import Room, played
from tests.scoring.hands import bound_rulesets


@cache
def _rooms(variant: str) -> dict[str, Room]:
    return {name: Room(Game(ruleset)) for name, ruleset in bound_rulesets(load(variant))}


@pytest.mark.parametrize("variant", shipped())
def test_hands_of_every_variant(variant: str) -> None:
    """Each hand is followed by a shadow that tries everything, and everything hidden is scrambled at every stop."""
    counts: Counter[str] = Counter()
    for seed in range(2):
        played(_rooms(variant)["default"], seed, counts, deep=True)
    assert counts["contests"] > 15
    assert counts["scrambles"] > 20


@pytest.mark.parametrize("variant", shipped())
def test_a_hand_under_every_option(variant: str) -> None:
    """One hand under each single alternative of each option, checked as deeply."""
    for at, room in enumerate(_rooms(variant).values()):
        played(room, 100 + at, Counter(), deep=True)
