"""The quick look never hides a win, and sees what is plainly none."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from phzdsl.cards import KINDS, Kind, parse_cards
from phzdsl.game import Game
from phzdsl.game.counts import counts_of
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.parts import Meld
from phzdsl.scoring.hand import By, Hand, TableMeld
from tests.ruleset.support import child, load_text

HANDS = 25


def near(game: Game, random: Random) -> tuple[tuple[TableMeld, ...], list[Kind]]:
    """Return melds on the table and a hand, one card short of as many groups as a win needs."""
    left = Counter(game.cards)
    groups: list[tuple[Meld, tuple[Kind, ...]]] = []
    forms = [(meld, form) for meld in game.ruleset.melds for form in meld.forms]
    while len(groups) < game.groups:
        meld, form = random.choice(forms)
        if Counter(form) <= left:
            left -= Counter(form)
            groups.append((meld, form))
    laid = [(meld, form) for meld, form in groups if meld.on_table and (not meld.in_hand or random.random() < 1 / 4)]
    hand = [kind for one in groups if one not in laid for kind in one[1]]
    if hand:
        hand.remove(random.choice(hand))
    return tuple(TableMeld(meld.id, form) for meld, form in laid), sorted(hand)


@pytest.mark.parametrize("variant", shipped())
def test_whatever_the_score_reads_passes_the_look(variant: str) -> None:
    """Where the score finds a complete reading of a hand and a card, the look lets the card through."""
    game, random, read = Game(load(variant)), Random(variant), 0
    for _ in range(HANDS):
        table, hand = near(game, random)
        laid = {meld.cards[0] for meld in table}
        counts = counts_of(tuple(hand))
        for card in range(KINDS):
            held = counts[card] + sum(meld.cards.count(card) for meld in table)
            if held < game.copies[card] and game.fast.outcome(Hand(table, tuple(hand), card, By.SELF)) is not None:
                read += 1
                assert game.glance.completes(counts, card, lies=card in laid), (table, hand, card)
    assert read


@pytest.mark.parametrize(
    ("hand", "card", "lies", "passes"),
    [
        # Worked out by hand with the common melds: runs, 二七十, three of both sizes, 坎; a pair only beside a quad.
        ("一二三 二七十 贰柒", "拾", False, True),
        ("一二三 二七十 贰柒", "捌", False, False),
        ("一二三 四四", "四", False, True),
        ("一二三 四四", "肆", False, True),
        ("一二三 四四", "五", False, False),
        # It may join a meld that lies, and nothing else is left over.
        ("一二三 二七十", "伍", True, True),
        ("一二三 二七十", "伍", False, False),
        # A pair and threes are as many cards as a hand with a quad has; two pairs are not.
        ("一二三 四四 五", "五", False, False),
        ("一二三 四四 六七", "八", False, True),
    ],
)
def test_cards_that_fall_into_melds(hand: str, card: str, lies: bool, passes: bool) -> None:  # noqa: FBT001 - a table of cases
    """The look tells exactly whether the cards fall into melds."""
    (kind,) = parse_cards(card)
    assert Game(load("common")).glance.completes(counts_of(parse_cards(hand)), kind, lies=lies) is passes


def test_any_card_may_complete_a_hand_that_needs_no_groups() -> None:
    """Where a win on a card may waive the groups, the look lets everything through."""
    ruleset = load_text(child("胡 {\n  增 无门 当 自摸 免 门数, 起胡\n}")).ruleset
    assert ruleset is not None
    assert Game(ruleset).glance.completes(counts_of(parse_cards("一五九贰")), 0, lies=False)
