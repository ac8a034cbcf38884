"""Plain search, automaton and batch say the same of every hand: the proof of the compiled forms."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.score import Scorer
from tests.scoring.agreement import Trio
from tests.scoring.hands import Dealer, bound_rulesets

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize("variant", shipped())
def test_random_hands_of_every_variant(variant: str) -> None:
    """40 hands, half of them laid complete, some with melds on the table, and 20 closed ones.

    Expected: the plain search, which is a recursion over the rule text.
    """
    trio = Trio(bind(load(variant)))
    dealer = Dealer(trio.ruleset, Random(variant))
    hands = [*dealer.hands(40), *dealer.hands(20, closed=True)]
    assert list(trio.disagreements(hands)) == []
    assert sum(trio.plain.score(hand).win for hand in hands) >= 5


@pytest.mark.parametrize("variant", shipped())
def test_random_hands_under_every_option(variant: str) -> None:
    """2 hands under each single alternative of each option; expected: the plain search."""
    for name, ruleset in bound_rulesets(load(variant)):
        dealer = Dealer(ruleset, Random(name))
        hands = [*dealer.hands(1), *dealer.hands(1, closed=True)]
        assert list(Trio(ruleset).disagreements(hands)) == [], name


@pytest.mark.parametrize("name", ["reduced", "reduced3"])
def test_every_hand_of_a_small_deck(name: str) -> None:
    """All hands of the right size from a few kinds, as dealt and with each card as each sort of winning card.

    Expected: the plain search.
    """
    trio = Trio(bind(load(DATA / f"{name}.phz")))
    hands = list(every_hand(trio.ruleset.deck.copies(), 3 * trio.fast.searcher.groups_needed))
    assert len(hands) > 1_000
    assert list(trio.disagreements(hands)) == []
    assert sum(Scorer(trio.ruleset).score(hand).win for hand in hands[::10]) > 10


def every_hand(copies: tuple[int, ...], size: int) -> Iterator[Hand]:
    """Yield every closed hand with as many cards, or one more for a quad."""
    kinds = [kind for kind, count in enumerate(copies) if count]
    for counts in itertools.product(*(range(copies[kind] + 1) for kind in kinds)):
        if not size <= sum(counts) <= size + counts.count(4):
            continue
        held = dict(zip(kinds, counts, strict=True))
        cards = tuple(kind for kind in kinds for _ in range(held[kind]))
        for by in By:
            if by is not By.DEAL or sum(counts) == size:
                yield Hand((), cards, None, by)
        for card, by in itertools.product(sorted(set(cards)), (By.SELF, By.DRAW, By.DISCARD)):
            rest = list(cards)
            rest.remove(card)
            yield Hand((), tuple(rest), card, by)
