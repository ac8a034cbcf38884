"""Dead cards (臭牌): recorded when a chi or a peng is passed and when one discards, and at no other time."""

from __future__ import annotations

import pytest

from phzdsl.cards import parse_cards
from phzdsl.game import view
from tests.game.table import Table, game_of

# 20 cards that wait for 玖: 坎壹 6, 坎叁 6, 一二三 3 are 15 息, and the other runs are worth nothing.
WAITING = "壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆"

# With 三三七八 and these a seat has 21 cards, and no 九 of its own to lay.
NO_NINE = "一二四五六十壹贰叁肆伍陆柒捌玖拾拾"


def test_what_was_passed_is_neither_eaten_nor_claimed() -> None:
    """@s2.chou-example: the fourth 二 is drawn by the previous player, and seat 1 is not asked."""
    table = Table(game_of("pc"), {0: "二", 1: "一二二三贰"}, "叁肆二")
    table.discard(0, "二")
    assert table.may(1) == {"chi", "peng", "pass"}
    table.do(1, "pass")
    table.until(4)
    assert table.state.seats[0].unused == tuple(parse_cards("二"))
    assert (1, "二") not in table.let_go


def test_own_draw_of_a_passed_peng_must_be_laid_with_one_card_shown() -> None:
    """@s2.chou-example @s0.chou-wei: drawing 二 oneself is a 臭偎, two cards down and one up."""
    table = Table(game_of("pc"), {0: "二", 1: "一二二三贰"}, "二")
    table.discard(0, "二")
    table.do(1, "pass")
    assert table.melds(1) == ["chou-wei 二二二"]
    assert [card is not None for card in view(table.state, 0).seats[1].melds[0].cards] == [True, False, False]
    assert table.waiting == (1,)
    assert table.may(1) == {"discard"}


def test_own_draw_of_a_card_not_passed_is_a_hidden_wei() -> None:
    """@s0.wei: the same draw without the discard before it lies face down; only the cards passed make it 臭."""
    table = Table(game_of("pc"), {0: "九", 1: "一二二三贰"}, "二")
    table.discard(0, "九")
    table.passing()
    assert table.melds(1) == ["wei 二二二"]
    assert set(view(table.state, 0).seats[1].melds[0].cards) == {None}


@pytest.mark.parametrize("answer", ["chi", "pass"])
def test_a_card_that_another_claims_is_not_dead(answer: str) -> None:
    """@s2.chou-special: seat 2 pengs the 三 that seat 1 could eat; the last 三, discarded later, may be eaten.

    Whether seat 1 asked for the card or had let it go first makes no difference: it never had it.
    """
    table = Table(game_of("pc"), {0: "三三七八" + NO_NINE, 1: "一二", 2: "三三"}, "九")
    table.discard(0, "三")
    assert table.waiting == (1, 2)
    if answer == "chi":
        table.do(1, "chi", "一二三")
    else:
        table.do(1, "pass")
    table.do(2, "peng")
    assert table.melds(2) == ["peng 三三三"]
    table.do(2, "discard", "玖")
    table.until(1)
    table.claim(0, "chi", "七八九")
    table.do(0, "discard", "三")
    assert "chi" in table.may(1)
    assert any(way[0] == "一二三" for way in table.ways(1, "chi"))


def test_a_dead_card_may_be_won_on() -> None:
    """@s2.chou-special @s0.hu-card: seat 1 passes a discarded 玖, then draws one: no chi, but the win.

    15 息 are 1 等, 自摸 adds 1: each pays 2.
    """
    table = Table(game_of("pc"), {0: "玖", 1: WAITING}, "玖")
    table.discard(0, "玖")
    assert table.may(1) == {"chi", "pass"}
    table.do(1, "pass")
    assert table.may(1) == {"win", "pass"}
    table.do(1, "win")
    assert table.totals == (-2, 4, -2)


@pytest.mark.parametrize(
    ("variant", "options", "eaten"),
    [
        ("pc", {}, False),  # @s2.chou
        ("zjd", {}, False),  # @s4.chou
        ("jiben", {}, True),  # says nothing of own discards
        ("jiben", {"打过算臭": "是"}, False),
    ],
)
def test_own_discards(variant: str, options: dict[str, str], eaten: bool) -> None:  # noqa: FBT001 - a column of the table
    """@s2.chou @s4.chou: nobody eats what he himself once discarded; the basic rules do not say so."""
    table = Table(game_of(variant, **options), {0: "玖柒捌", 1: "九", 2: "九"}, "壹肆玖")
    table.discard(0, "玖")
    table.until(4)
    assert table.state.seats[0].unused == tuple(parse_cards("玖"))
    assert ((0, "玖") in table.let_go) is eaten


@pytest.mark.parametrize(
    ("variant", "options", "claimed"),
    [
        ("pc", {}, False),  # @s2.chou: neither eaten nor claimed
        ("zjd", {}, True),  # @s4.chou: only chi is affected
        ("jiben", {}, False),  # @s0.guo-zhang
        ("jiben", {"臭牌管": "只吃"}, True),  # @s1.chou-chi
    ],
)
def test_what_a_dead_card_bars(variant: str, options: dict[str, str], claimed: bool) -> None:  # noqa: FBT001 - a column of the table
    """@s2.chou @s4.chou @s0.guo-zhang @s1.chou-chi: a passed chi bars chi; whether it bars 碰 differs."""
    table = Table(game_of(variant, **options), {0: "九", 1: "九九八七"}, "壹肆九")
    table.discard(0, "九")
    assert {"chi", "peng"} <= table.may(1)
    table.until(4)
    assert table.state.seats[0].unused == tuple(parse_cards("九"))
    assert table.let_go.count((1, "九")) == 1 + claimed


def test_in_luzhou_a_passed_card_is_won_on_only() -> None:
    """@s3.lz-guo: a passed 玖 is not eaten later, whoever brings it, but it may be won on."""
    table = Table(game_of("lz-deng", 有人坐底="否"), {0: "玖", 1: WAITING}, "五肆玖", last="伍")
    table.discard(0, "玖")
    assert table.may(1) == {"chi", "win", "pass"}
    table.until(3)
    assert (table.state.turn, table.offered) == (0, "玖")
    assert table.may(1) == {"win", "pass"}
