"""Who comes first when several could take a card: ranks, then seats, and what a declined claim leaves alive."""

from __future__ import annotations

import pytest

from phzdsl.game.events import Drawn, Won
from tests.game.table import Table, game_of, game_with

# 20 cards that wait for 玖: 坎壹 6, 坎叁 6, 一二三 3 are 15 息.
WAITING = "壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆"
# 20 others that wait for it as well: 坎贰 6, 坎伍 6, 一二三 3 are 15 息.
TOO = "贰贰贰伍伍伍一二三四五六七八九柒捌十十拾"
# Without these a hand makes nothing with 玖.
APART = "玖九捌"
QUAN = game_of("zjd")


def _drawn(hands: dict[int, str], *, discard: str = "六") -> Table:
    """Let seat 0, the dealer, discard a card that nobody wants, and seat 1 draw 玖; seat 2 is next to it."""
    table = Table(QUAN, {0: discard} | hands, "玖", never=APART)
    table.discard(0, discard)
    table.until(1)
    return table


def _discarded(hands: dict[int, str]) -> Table:
    """Let seat 0, the dealer, discard 玖; seat 1 is next to it."""
    table = Table(QUAN, {0: "玖"} | hands, never=APART)
    table.discard(0, "玖")
    return table


def _won(table: Table) -> list[int]:
    return [event.seat for event in table.state.events if isinstance(event, Won)]


# ---------------------------------------------------------------- 提 or 偎 before all else


def test_wei_before_a_win() -> None:
    """@s4.priority @s0.hu-card: 玖 drawn to a pair is a 偎, and who waits for it is not asked."""
    table = _drawn({1: "玖玖", 2: WAITING})
    assert table.melds(1) == ["wei 玖玖玖"]
    assert table.waiting == (1,)


def test_ti_before_a_win() -> None:
    """@s4.priority: 玖 drawn to a 坎 is a 提, and who waits for it is not asked."""
    table = _drawn({1: "玖玖玖", 2: WAITING})
    assert table.melds(1) == ["ti 玖玖玖玖"]
    assert table.waiting == (1,)


def test_wei_before_a_chi() -> None:
    """@s4.priority: the next seat, with 柒捌, is not asked for a card that is 偎; of 跑 and 碰 there are not cards enough."""
    table = _drawn({1: "玖玖", 2: "柒捌"})
    assert table.melds(1) == ["wei 玖玖玖"]
    assert table.waiting == (1,)


def test_the_drawer_s_own_win_comes_with_its_wei() -> None:
    """@s4.priority: a 偎 that completes the drawer's hand may be the win, and lies; nobody else is asked meanwhile.

    坎贰 6, 坎伍 6, 一二三 3, 偎玖 6, with 四五六, 七八九, 十十拾: 21 息.
    """
    table = _drawn({1: "贰贰贰伍伍伍一二三四五六七八九十十拾玖玖", 2: WAITING})
    assert table.waiting == (1,)
    assert table.may(1) == {"wei", "win"}
    table.do(1, "win")
    assert table.melds(1) == ["wei 玖玖玖"]
    assert _won(table) == [1]


# ---------------------------------------------------------------- then a win


@pytest.mark.parametrize(("three", "waits"), [(2, 0), (0, 2)])
def test_a_win_before_pao(three: int, waits: int) -> None:
    """@s4.priority: who waits for 玖 wins it though another holds three; declined, the 跑 is made unasked."""
    hands = {three: "玖玖玖" + "六" * (three == 0), waits: WAITING + "六" * (waits == 0)}
    table = _drawn(hands)
    assert table.waiting == (waits,)
    assert {"win", "pass"} <= table.may(waits)
    before = table.state
    table.do(waits, "win")
    assert _won(table) == [waits]
    table.state = before
    table.do(waits, "pass")
    assert table.melds(three) == ["pao 玖玖玖玖"]


@pytest.mark.parametrize(("pair", "waits"), [(2, 0), (0, 2)])
@pytest.mark.parametrize("first", ["peng", "win"])
def test_a_win_before_peng(pair: int, waits: int, first: str) -> None:
    """@s4.priority: asked in either order, the win takes the card; declined, the 碰 is alive."""
    hands = {pair: "玖玖" + "六" * (pair == 0), waits: WAITING + "六" * (waits == 0)}
    table = _drawn(hands)
    assert set(table.waiting) == {pair, waits}
    before = table.state
    if first == "peng":
        table.do(pair, "peng")
    table.do(waits, "win")
    assert _won(table) == [waits]
    table.state = before
    table.do(pair, "peng")
    table.do(waits, "pass")
    assert table.melds(pair) == ["peng 玖玖玖"]


def test_a_win_before_a_chi() -> None:
    """@s4.priority: the next seat asked to eat 玖, the one after it wins; declined, it is eaten."""
    table = _drawn({0: WAITING + "六", 2: "柒捌"})
    assert set(table.waiting) >= {0, 2}
    before = table.state
    table.do(2, "chi", "柒捌玖")
    table.do(0, "win")
    assert _won(table) == [0]
    table.state = before
    table.do(2, "chi", "柒捌玖")
    table.do(0, "pass")
    table.passing()
    assert table.melds(2) == ["chi 柒捌玖"]


def test_of_two_wins_the_first_from_the_drawer_on() -> None:
    """@s4.priority @s4.hu-card: the seat after the drawer comes before the next; the drawer before both."""
    table = _drawn({0: WAITING + "六", 2: TOO})
    table.do(0, "win")
    assert table.waiting == (2,)
    table.do(2, "win")
    assert _won(table) == [2]
    table = _drawn({0: WAITING + "六", 1: TOO})
    table.do(1, "win")
    assert _won(table) == [1]


# ---------------------------------------------------------------- then 跑 and 碰, then a chi


@pytest.mark.parametrize("drawn", [True, False])
def test_pao_before_a_chi(drawn: bool) -> None:  # noqa: FBT001 - how the card comes
    """@s4.priority: a 跑 is made unasked, and the next seat, with 柒捌, is not asked either."""
    table = _drawn({0: "玖玖玖六", 2: "柒捌"}) if drawn else _discarded({1: "柒捌", 2: "玖玖玖"})
    three = 0 if drawn else 2
    assert table.melds(three) == ["pao 玖玖玖玖"]
    assert table.waiting == (three,)


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("answer", ["peng", "pass"])
def test_peng_before_a_chi(drawn: bool, answer: str) -> None:  # noqa: FBT001 - how the card comes
    """@s4.priority @s0.mo: 碰 takes the card from the next seat that would eat it; passed, it is eaten."""
    table = _drawn({0: "玖玖六", 2: "柒捌"}) if drawn else _discarded({1: "柒捌", 2: "玖玖"})
    pair, eats = (0, 2) if drawn else (2, 1)
    table.do(eats, "chi", "柒捌玖")
    table.do(pair, answer)
    table.passing()
    assert table.melds(pair) == (["peng 玖玖玖"] if answer == "peng" else [])
    assert table.melds(eats) == ([] if answer == "peng" else ["chi 柒捌玖"])


def test_of_two_chis_the_drawer_s_comes_first() -> None:
    """@s2.chi @s0.chi: one's own draw before the next seat, whichever answers first."""
    table = _drawn({1: "柒捌", 2: "柒捌"})
    table.do(2, "chi", "柒捌玖")
    table.do(1, "chi", "柒捌玖")
    assert table.melds(1) == ["chi 柒捌玖"]
    assert table.melds(2) == []


@pytest.mark.parametrize(("variant", "options", "previous"), [("cd-ban", {}, False), ("pc", {}, True), ("cd-ban", {"吃上家摸": "是"}, True)])  # fmt: skip
def test_own_draw_and_the_previous_player_s(variant: str, options: dict[str, str], previous: bool) -> None:  # noqa: FBT001 - a column of the table
    """@s0.chi @s2.chi: one's own draw may be eaten everywhere; whether the previous player's may, the sheets differ."""
    table = Table(game_of(variant, **options), {0: "六", 1: "柒捌", 2: "柒捌"}, "玖", never=APART)
    table.discard(0, "六")
    table.until(1)
    assert table.offered == "玖"
    assert ("chi" in table.may(1), "chi" in table.may(2)) == (True, previous)


def test_conditions_on_the_card_hold_for_forced_claims_too() -> None:
    """An own 偎 that a file allows for drawn cards only (摸来) is made, hidden, and kept from who waits for the card."""
    game = game_with("动作 {\n  改 偎 当 摸来\n}")
    table = Table(game, {0: "六", 1: "玖玖", 2: WAITING}, "玖", never=APART)
    table.discard(0, "六")
    table.until(1)
    assert table.melds(1) == ["wei 玖玖玖"]
    assert [event.hidden for event in table.state.events if isinstance(event, Drawn)] == [True]


@pytest.mark.parametrize(
    ("body", "meld"),
    [
        ("改 臭偎 去 当", "chou-wei"),
        ("删 臭偎\n  增 后偎 见 自摸 持 对 成 臭偎 必 同级 偎", "wei"),
    ],
)
def test_of_two_forced_claims_of_one_rank_the_first_written_is_made(body: str, meld: str) -> None:
    """A seat that must do two things with a card does the one written first, and is not asked."""
    table = Table(game_with(f"动作 {{\n  {body}\n}}"), {0: "六", 1: "玖玖"}, "玖", never=APART)
    table.discard(0, "六")
    table.until(1)
    assert table.melds(1) == [f"{meld} 玖玖玖"]


# ---------------------------------------------------------------- the shown card


def test_the_shown_card_is_won_on_and_nothing_else() -> None:
    """@s4.priority @s0.quan-di: of pair, run and wait only the wait is asked about the dealer's shown card."""
    table = Table(QUAN, {1: "玖玖柒捌", 2: WAITING}, shown="玖")
    assert table.waiting == (2,)
    assert table.may(2) == {"win", "pass"}
    table.do(2, "pass")
    assert table.waiting == (0,)
    assert table.may(0) == {"discard"}


def test_a_shown_card_that_the_dealer_lays_as_a_quad_is_not_won_on() -> None:
    """@s4.priority @s0.hu-card: 提 takes it first; who waits for the fourth 玖 is not asked."""
    table = Table(QUAN, {0: "玖玖玖", 2: WAITING}, shown="玖")
    assert table.melds(0) == ["ti 玖玖玖玖"]
    assert table.waiting == (0,)
