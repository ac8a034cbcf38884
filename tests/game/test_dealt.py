"""Dealt quads, wins at the deal, and the turns that have no discard: 自动提牌, 天胡, 八块."""

from __future__ import annotations

import pytest

from phzdsl.game import Game
from phzdsl.game.events import Drawn, Kept, Shown, Taken, Won
from tests.game.table import Table, game_of, game_with

EXTRA = "叁肆伍陆柒捌玖拾六"


# ---------------------------------------------------------------- dealt quads


def test_a_dealt_quad_is_laid_after_the_shown_card() -> None:
    """@s2.auto-ti-1 @s4.deal-ti: nobody is asked; the card is shown first, then the quads of all seats lie."""
    table = Table(game_of("pc"), {0: "一一一一", 1: "五五五五"})
    assert [type(event) for event in table.state.events] == [Shown, Taken, Taken]
    assert table.melds(0) == ["ti 一一一一"]
    assert table.melds(1) == ["ti 五五五五"]
    # One quad leaves the turn as it is: the dealer discards.
    assert table.waiting == (0,)
    assert table.may(0) == {"discard"}


@pytest.mark.parametrize("variant", ["pc", "zjd", "jiben", "zunyi"])
def test_a_dealer_whose_shown_card_makes_the_second_quad_keeps_it(variant: str) -> None:
    """@s2.auto-ti-1 @s1.bakuai: the dealer does not discard, and the next player draws."""
    table = Table(game_of(variant), {0: "一一一一五五五"}, "玖", shown="五")
    assert table.melds(0) == ["ti 一一一一", "ti 五五五五"]
    assert [type(event) for event in table.state.events[:5]] == [Shown, Taken, Taken, Kept, Drawn]
    assert table.events(Drawn)[0] == Drawn(1, 18)


def test_where_only_pao_count_the_dealer_discards_with_two_quads() -> None:
    """@s0.bakuai: there 八块 is the second 跑, and two dealt quads are none."""
    table = Table(game_of("cd-ban", 八块算="只跑"), {0: "一一一一五五五"}, "玖", shown="五")
    assert table.waiting == (0,)
    assert table.may(0) == {"discard"}


def test_two_dealt_quads_of_another_player() -> None:
    """@s2.auto-ti-2: no discard after the first card taken in; one after the second.

    Seat 1 eats 八 with 九十, keeps its cards, and eats 捌 with 玖拾 a round later: 20 - 8 - 2 - 2 cards, and one more goes.
    """
    table = Table(game_of("pc"), {0: "八", 1: "一一一一五五五五九十玖拾二三四贰贰叁叁肆"}, "肆陆捌")
    table.discard(0, "八")
    table.do(1, "chi", "八九十")
    table.until(3)
    assert table.events(Kept) == [Kept(1)]
    table.claim(1, "chi", "捌玖拾")
    assert table.melds(1) == ["ti 一一一一", "ti 五五五五", "chi 八九十", "chi 捌玖拾"]
    assert table.may(1) == {"discard"}
    assert len(table.hand(1)) == 20 - 8 - 4


def test_a_take_that_is_itself_a_quad_does_not_use_up_the_turn() -> None:
    """@s2.auto-ti-2: after two dealt quads a 跑 has no discard as 八块, and the next take has none either."""
    table = Table(game_of("pc"), {0: "八玖", 1: "一一一一五五五五八八八九十柒捌"}, "肆陆")
    table.discard(0, "八")
    assert table.melds(1)[-1] == "pao 八八八八"
    assert table.events(Kept) == [Kept(1)]
    assert table.state.turn == 2


# ---------------------------------------------------------------- wins at the deal


def test_a_shown_card_that_makes_the_third_quad_wins() -> None:
    """@s2.auto-ti-2 @s2.auto-ti-3 @s0.tian-hu: in pc nobody is asked.

    Three small 提 are 27 息, 1 + 12 ÷ 3 = 5 等, and 天胡 counts as 自摸: 6 from each.
    """
    table = Table(game_of("pc"), {0: "一一一一三三三三四四四" + EXTRA}, shown="四")
    assert table.state.over
    assert table.events(Won) == [Won(0, "三提胡", None, None)]
    assert table.totals == (12, -6, -6)


def test_three_dealt_quads_of_another_player_win_at_once() -> None:
    """@s2.auto-ti-3: the win is not asked for; 6 from each, as for the dealer."""
    table = Table(game_of("pc"), {1: "一一一一三三三三四四四四"})
    assert table.state.over
    assert table.totals == (-6, 12, -6)


def test_where_it_is_not_forced_three_quads_may_be_passed() -> None:
    """@s0.tian-hu: the other rule sheets say that it wins, and not that it must; passed, the hand goes on."""
    table = Table(game_of("jiben"), {1: "一一一一三三三三四四四四"})
    assert table.may(1) == {"win", "pass"}
    table.do(1, "pass")
    assert table.waiting == (0,)
    assert table.state.seats[1].memory.passed_win


def test_a_shown_card_that_makes_the_fifth_triplet_wins() -> None:
    """@s2.auto-ti-2 @s0.tian-hu: five small 坎 are 15 息, 1 等, and 自摸 adds one: 2 from each.

    That it must be taken is said of three quads only, so the dealer is asked.
    """
    table = Table(game_of("pc"), {0: "一一一二二二三三三四四四五五" + EXTRA[:6]}, shown="五")
    assert table.may(0) == {"win", "pass"}
    table.do(0, "win")
    assert table.totals == (4, -2, -2)


def test_two_quads_and_three_triplets_win_where_the_room_says_so() -> None:
    """@s0.tian-hu: the mix is an option: 9 × 2 + 3 × 3 = 27 息, 5 等 and one for 自摸, or no win at all."""
    hand = {0: "一一一一二二二二三三三四四四五五五" + EXTRA[:3]}
    assert Table(game_of("jiben"), hand, shown="拾").may(0) == set()
    table = Table(game_of("jiben", 起手混合="是"), hand, shown="拾")
    assert table.may(0) == {"win", "pass"}
    table.do(0, "win")
    assert table.totals == (12, -6, -6)


def test_a_stated_win_at_the_deal_leaves_the_others_as_they_are() -> None:
    """A claim 见 起手 may say who must win at the deal; who meets its condition must, and nobody else loses his win."""
    game = game_with("动作 {\n  增 庄必 见 起手 成 胡 必 当 庄家 同级 胡\n}")
    assert Table(game, {0: "一一一一三三三三四四四四"}).state.over
    assert Table(game, {1: "一一一一三三三三四四四四"}).may(1) == {"win", "pass"}


# ---------------------------------------------------------------- 八块


def _after_a_pao(game: Game) -> Table:
    """Seat 1 has one dealt quad and a triplet; the dealer discards the fourth of that."""
    table = Table(game, {0: "五", 1: "一一一一五五五"})
    table.discard(0, "五")
    assert table.melds(1) == ["ti 一一一一", "pao 五五五五"]
    return table


@pytest.mark.parametrize(
    ("variant", "options", "discards"),
    [
        ("jiben", {}, False),
        ("jiben", {"八块算": "跑和提"}, False),  # @s1.bakuai
        ("jiben", {"八块算": "只跑"}, True),  # @s0.bakuai
        ("cd-ban", {"八块算": "只跑"}, True),
        ("pc", {}, False),
        ("pc", {"八块算": "只跑"}, True),
        ("zjd", {}, False),  # @s4.draw-first
        ("zjd", {"八块算": "只跑"}, True),
    ],
)
def test_a_quad_and_a_pao(variant: str, options: dict[str, str], discards: bool) -> None:  # noqa: FBT001 - a column of the table
    """@s0.bakuai @s1.bakuai: one 提 and one 跑 are 八块 where both count, and not where only 跑 do."""
    table = _after_a_pao(game_of(variant, **options))
    assert (table.waiting == (1,) and table.may(1) == {"discard"}) is discards
    assert (Kept(1) in table.state.events) is not discards


@pytest.mark.parametrize("counted", ["跑和提", "只跑"])
def test_a_second_pao_has_no_discard(counted: str) -> None:
    """@s0.bakuai @s1.bakuai: either way of counting, from the second 跑 on one does not discard, and the next draws."""
    table = Table(game_of("jiben", 八块算=counted), {0: "五", 1: "五五五八八八拾"}, "八", dealer=0)
    table.discard(0, "五")
    table.discard(1, "拾")
    table.until(1)
    assert table.melds(1) == ["pao 五五五五", "pao 八八八八"]
    assert table.events(Kept) == [Kept(1)]
    table.until(2)
    assert [event.seat for event in table.state.events if isinstance(event, Drawn)][1] == 2


def test_the_take_after_a_second_pao_has_a_discard() -> None:
    """@s1.bakuai @s0.jin-pai: no discard is due at the take that makes the quad; the next is followed by one."""
    table = Table(game_of("jiben"), {0: "五", 1: "五五五八八八拾柒陆" + "一二三四六七壹贰叁肆玖"}, "八九壹伍")
    table.discard(0, "五")
    table.discard(1, "拾")
    table.until(4)
    assert (table.offered, table.state.turn) == ("伍", 1)
    table.claim(1, "chi", "伍陆柒")
    assert table.may(1) == {"discard"}
