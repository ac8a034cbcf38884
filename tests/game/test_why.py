"""Why a claim is not offered: each reason in a hand made for it, and on every card of many hands."""

from __future__ import annotations

import attrs
import pytest

from phzdsl import shipped
from phzdsl.cards import parse_cards, write_kind
from phzdsl.game import apply, legal, new_hand, view
from phzdsl.game.players import RandomPlayer
from phzdsl.game.state import Offer, Source, State
from phzdsl.game.why import Because, Why, why, why_kept
from tests.game.table import Table, game_of, game_with

WAITING = "壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆"
"""20 cards that wait for 玖 with 15 息."""


def told(state: State, seat: int) -> dict[str, Why]:
    """Return what is told of each claim."""
    return {one.claim.id: one for one in why(state, seat)}


def offered(hand: str, card: str) -> Table:
    """Return a table at which seat 0 has discarded a card that seat 2 may peng, and seat 1 holds a hand."""
    table = Table(game_of("common"), {0: card, 1: hand, 2: card * 2}, dealer=0)
    table.discard(0, card)
    assert table.offered == card
    return table


# ---------------------------------------------------------------- each reason


def test_what_is_missing_in_the_hand() -> None:
    """One 陆 is no pair for a peng and no 坎 for a pao, and nothing in the hand eats it."""
    found = told(offered("一三五七九贰叁捌玖玖拾拾一三五九十十二陆", "陆").state, 1)
    assert (found["peng"].because, found["peng"].held) == (Because.HOLDING, 1)
    assert (found["pao"].because, found["pao"].held) == (Because.HOLDING, 1)
    assert found["chi"].because is Because.SETS


def test_a_kan_stays_whole() -> None:
    """@s0.kan: 捌 and 玖 would eat 柒, but both stand in a 坎, and a 坎 is not taken apart."""
    found = told(offered("捌捌捌玖玖玖一二三四五六八九十壹叁肆伍拾", "柒").state, 1)
    assert found["chi"].because is Because.WHOLE


def test_a_card_that_comes_otherwise() -> None:
    """@s4.hu-card: under the common rules a discard is not won on; nobody but the next seat eats it."""
    table = offered(WAITING, "玖")
    assert told(table.state, 1)["win"].because is Because.EVENT
    assert told(table.state, 2)["chi"].because is Because.EVENT


def test_bi_that_cannot_be_laid() -> None:
    """@s2.bi: 一二 would eat 三, but the 三 in hand makes no set with what is left."""
    found = told(offered("一二三六六七七八八九九壹贰肆伍陆柒捌玖拾", "三").state, 1)
    assert (found["chi"].because, found["chi"].held) == (Because.BI, 1)


def test_a_dead_card_names_its_row() -> None:
    """@s2.chou: a kind that was passed or discarded is barred by 臭牌, and what the row asks is told."""
    barred = [
        one
        for state in passed("common", 30)
        for seat in range(3)
        for one in why(state, seat)
        if one.because is Because.BAR
    ]
    assert barred
    for one in barred:
        assert one.row is not None
        assert one.row.written == "臭牌"
        assert set(one.values) == {"fact:passed-chi", "fact:passed-peng", "fact:own-discard"}
        assert any(one.values.values())


def test_a_condition_that_fails() -> None:
    """A claim whose condition does not hold is told with the condition and what it asks."""
    game = game_with("动作 { 改 碰 当 庄家 }")
    table = Table(game, {0: "捌", 1: "捌捌"}, dealer=0)
    table.do(0, "discard", "捌")
    found = told(table.state, 1)["peng"]
    assert found.because is Because.CONDITION
    assert dict(found.values) == {"fact:dealer": 0}


def test_a_claim_made_as_often_as_may_be() -> None:
    """A claim with a bound is told to be used up."""
    game = game_with("动作 { 改 碰 至多 0 }")
    table = Table(game, {0: "捌", 1: "捌捌"}, dealer=0)
    table.do(0, "discard", "捌")
    assert told(table.state, 1)["peng"].because is Because.BOUND


def test_a_hand_that_is_short_says_by_what() -> None:
    """@s0.hu-min: a draw that completes seven groups of 3 息 is no win: 12 are missing."""
    table = Table(game_of("common"), {1: "一二三四五六七八九柒捌肆伍陆五六七二贰贰"}, "玖", dealer=0)
    table.discard(0, table.hand(0)[0])
    table.until(1)
    assert (table.offered, 1 in table.waiting) == ("玖", True)
    found = told(table.state, 1)["win"]
    assert found.because is Because.HAND
    assert found.reason is not None
    assert (found.reason.code, found.reason.missing) == ("short", 12)


def test_another_claim_that_must_be_made() -> None:
    """Where a peng is forced and a win comes before it, a chi of the same card is no choice, and the peng is named."""
    game = game_with("动作 { 改 胡 见 任摸, 他打 前于 提 去 当; 改 碰 必; 改 吃 去 比 }")
    table = Table(game, {0: "八", 1: "壹壹壹叁叁叁一二三四五六柒捌玖肆伍陆八八"}, dealer=0)
    table.do(0, "discard", "八")
    assert table.may(1) == {"win", "peng"}
    found = told(table.state, 1)["chi"]
    assert found.because is Because.FORCED
    assert found.other is not None
    assert found.other.id == "peng"


def test_a_hidden_card_is_not_told_of() -> None:
    """Of a draw that only its drawer has seen nothing is told to the others."""
    table = Table(game_of("peng"), {0: "一三五七九", 1: "八八壹壹"}, "", dealer=0)
    offer = Offer(parse_cards("八")[0], 1, Source.DRAW, hidden=True)
    hidden = attrs.evolve(table.state, offer=offer, asks=())
    assert not why(hidden, 0)
    assert told(hidden, 1)["wei"].because is not Because.HOLDING


def test_cards_that_may_not_be_discarded() -> None:
    """@s4.kan: the cards of a 坎, each with the row that keeps them; all others may be discarded."""
    table = Table(game_of("common"), {0: "壹壹壹贰贰贰"}, dealer=0)
    kept = {write_kind(kind): row.written for kind, row in why_kept(table.state, 0)}
    assert kept == {"壹": "坎牌", "贰": "坎牌"}
    assert set(table.discardable(0)) == set(table.hand(0)) - set(kept)


# ---------------------------------------------------------------- on every card


def passed(variant: str, hands: int) -> list[State]:
    """Return the states of random hands in which a card is on offer."""
    game = game_of(variant)
    player = RandomPlayer(game, 3)
    found = []
    for seed in range(hands):
        state = new_hand(game, seed=seed)
        while state.waiting:
            if state.offer is not None:
                found.append(state)
            state = apply(state, player.choose(view(state, state.waiting[0])))
    return found


@pytest.mark.parametrize("variant", shipped())
def test_what_is_offered_and_nothing_else_is_told_to_be(variant: str) -> None:
    """Each claim on cards is told of once; those told to be offered are the seat's actions, and no other is."""
    for state in passed(variant, 4):
        for seat in range(state.game.total):
            reasons = why(state, seat)
            assert len({one.claim.id for one in reasons}) == len(reasons)
            offered_ids = {one.claim.id for one in reasons if one.because is Because.OFFERED}
            if seat in state.waiting:
                assert offered_ids == {one.do for one in legal(state, seat)} - {"pass"}
            else:
                assert not offered_ids or seat in {action.seat for action in state.actions[-2:]}
            assert all(one.reason is not None for one in reasons if one.because is Because.HAND)
            assert all(one.row is not None for one in reasons if one.because in {Because.BAR, Because.CONDITION})
