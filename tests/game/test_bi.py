"""比: every further copy of an eaten card is laid as well, in every way in which it can be, or the card is not eaten."""

from __future__ import annotations

from itertools import permutations

import pytest

from phzdsl.cards import parse_cards
from phzdsl.game import Action, apply, legal
from tests.game.table import Table, game_of

# 15 cards of which none makes a set with 一, 二, 三, 壹, 贰 or 叁, and no three are alike.
APART = "五五六六八八九九伍伍陆陆捌捌玖"


def _eating(variant: str, card: str, cards: str, apart: str = APART) -> Table:
    """Let seat 0 discard a card to seat 1, which holds these cards and others that do not matter."""
    table = Table(game_of(variant), {0: card, 1: (cards + apart)[:20]})
    table.discard(0, card)
    return table


@pytest.mark.parametrize(
    ("held", "further"),
    [
        ("一二三壹壹", {("一壹壹",)}),
        ("一二二三三", {("一二三",)}),
        ("一一二三壹", {("一一壹",)}),
        ("一一二二三三壹", {("一一壹",)}),
        ("一二二三三壹壹", {("一壹壹",), ("一二三",)}),
    ],
)
def test_each_set_that_another_copy_may_be_laid_in(held: str, further: set[tuple[str, ...]]) -> None:
    """@s2.bi-example-1: eating 一 with 二三, another 一 is laid as 一一壹, 一壹壹 or 一二三, whichever can be made."""
    table = _eating("pc", "一", held)
    assert {way[1:] for way in table.ways(1, "chi") if way[0] == "一二三"} == further


def test_a_copy_that_cannot_be_laid_forbids_eating() -> None:
    """@s2.bi-example-1: holding 一二三 alone, 一 may not be eaten with 二三; nobody is asked, and seat 1 draws."""
    table = _eating("pc", "一", "一二三", APART + "七七")
    assert table.state.seats[0].discards == (0,)
    assert table.state.turn == 1
    # Without the 一 of its own it might.
    assert _eating("pc", "一", "二三", APART + "七七四").ways(1, "chi") == {("一二三",)}


def test_every_way_of_the_second_example() -> None:
    """@s2.bi-example-2: hand 一 二二 三三 四 贰贰 eating 二, counted by hand.

    With 贰贰 what is left is 一 二二 三三 四: 一二三 and 二三四. With 一三 it is 二二 三 四 贰贰: 二二贰, or 二贰贰 and 二三四.
    With 三四 it is 一 二二 三 贰贰: 二二贰, or 二贰贰 and 一二三. With 二贰 it is 一 二 三三 四 贰: 一二三, or 二三四.
    """
    table = _eating("pc", "二", "一二二三三四贰贰")
    assert {(way[0], frozenset(way[1:])) for way in table.ways(1, "chi")} == {
        ("二贰贰", frozenset({"一二三", "二三四"})),
        ("一二三", frozenset({"二二贰"})),
        ("一二三", frozenset({"二贰贰", "二三四"})),
        ("二三四", frozenset({"二二贰"})),
        ("二三四", frozenset({"二贰贰", "一二三"})),
        ("二二贰", frozenset({"一二三"})),
        ("二二贰", frozenset({"二三四"})),
    }


@pytest.mark.parametrize(("made", "further"), [("二贰贰", ("一二三", "二三四")), ("一二三", ("二贰贰", "二三四"))])
def test_further_sets_in_either_order(made: str, further: tuple[str, str]) -> None:
    """@s2.bi-example-2: the further sets may be named in either order, and what lies is the same."""
    table = _eating("pc", "二", "一二二三三四贰贰")
    found = {
        apply(table.state, Action(1, "chi", _set(made), tuple(_set(one) for one in order))).seats
        for order in permutations(further)
    }
    assert len(found) == 1
    (seats,) = found
    assert sorted(laid.cards for laid in seats[1].melds) == sorted(_set(one) for one in (made, *further))
    assert {seats[1].hand[kind] for kind in _set("二贰")} == {0}


def _set(cards: str) -> tuple[int, ...]:
    return tuple(parse_cards(cards))


@pytest.mark.parametrize("variant", ["cd-ban", "jiben", "zjd", "lz-deng"])
def test_the_cards_left_must_be_laid(variant: str) -> None:
    """@s0.bi: 三 with 四五 out of 一二三四五 must lay 一二三 too; with 二四 the other 三 has no set.

    泸州 calls eating without it a fault (@s3.lz-baozi), so that a program offers it nowhere either.
    """
    table = _eating(variant, "三", "一二三四五", "六六八八九九伍伍陆陆捌捌玖玖拾")
    assert table.ways(1, "chi") == {("三四五", "一二三"), ("一二三", "三四五")}
    assert [action.do for action in legal(table.state, 1)] == ["chi", "chi", "pass"]


def test_a_kan_is_not_used_for_a_bi() -> None:
    """@s0.kan @s2.bi: of three 壹 none makes 一壹壹, since a 坎 is not split: 一 is not eaten with 二三."""
    table = _eating("pc", "一", "一二三壹壹壹", "五五六六八八九九伍伍陆陆捌捌")
    assert 1 not in table.waiting or "chi" not in table.may(1)
