"""A hand held in groups: every card is in one, whole quads and triplets first, then as many sets as can be."""

from __future__ import annotations

from random import Random

import pytest

from phzdsl.cards import parse_cards, write_cards
from phzdsl.game.counts import counts_of
from phzdsl.game.grouping import grouped
from tests.game.table import game_of


def groups(hand: str, variant: str = "common") -> list[tuple[str, str]]:
    """Return the groups of a hand, written."""
    found = grouped(game_of(variant), counts_of(parse_cards(hand)))
    return [(group.meld, write_cards(group.cards)) for group in found]


def test_as_a_player_holds_it() -> None:
    """A 提, a 坎, the 句 with 息 before another use of the same cards, a pair, the single cards."""
    assert groups("捌捌捌捌五五五二七十三三九肆") == [
        ("ti", "捌捌捌捌"),
        ("kan", "五五五"),
        ("ju", "二七十"),
        ("pair", "三三"),
        ("", "肆九"),
    ]


def test_more_sets_before_more_xi() -> None:
    """Two sets are held rather than one; of two single ones the one with 息."""
    assert groups("一二三三四五") == [("ju", "一二三"), ("shun", "三四五")]
    assert groups("二七十六八") == [("ju", "二七十"), ("", "六八")]


@pytest.mark.parametrize("variant", ["common", "peng", "lz-deng"])
def test_every_card_is_in_one_group(variant: str) -> None:
    """Whatever the hand, its groups have its cards and no other."""
    game = game_of(variant)
    random = Random(4)
    for _ in range(40):
        cards = random.sample(game.cards, 20)
        found = grouped(game, counts_of(tuple(cards)))
        assert sorted(card for group in found for card in group.cards) == sorted(cards)
        for group in found:
            if group.meld in game.melds:
                assert tuple(sorted(group.cards)) in {tuple(sorted(form)) for form in game.melds[group.meld].forms}


def test_an_empty_hand() -> None:
    """A hand without cards has no groups."""
    assert groups("") == []
