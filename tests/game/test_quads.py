"""The fourth card: of a triplet in hand, a 碰 and a 偎, by every way in which it can come."""

from __future__ import annotations

import pytest

from phzdsl.game import Game, view
from tests.game.table import Table, game_of

PC, ZJD = game_of("pc"), game_of("zjd")
# Without these a hand makes nothing with 玖.
APART = "玖九捌"
# Cards that a test discards; nobody else has one of them.
LOOSE = "六"


def _seen(table: Table, owner: int) -> list[bool]:
    """Return which cards of a seat's first meld the others see."""
    return [card is not None for card in view(table.state, (owner + 1) % 3).seats[owner].melds[0].cards]


# ---------------------------------------------------------------- 坎 in hand


@pytest.mark.parametrize("owner", [1, 2])
def test_a_discard_on_a_triplet(owner: int) -> None:
    """@s2.pao-forced ①: another's discard; nobody is asked, and four cards are open."""
    table = Table(PC, {0: "玖", owner: "玖玖玖"}, never=APART)
    table.discard(0, "玖")
    assert table.melds(owner) == ["pao 玖玖玖玖"]
    assert _seen(table, owner) == [True] * 4


@pytest.mark.parametrize("owner", [0, 2])
def test_another_s_draw_on_a_triplet(owner: int) -> None:
    """@s2.pao-forced ①: another's draw."""
    table = Table(PC, {owner: "玖玖玖" + LOOSE * (owner == 0), 0 if owner else 1: LOOSE}, "玖", never=APART + LOOSE)
    table.discard(0, LOOSE)
    table.until(1)
    assert table.melds(owner) == ["pao 玖玖玖玖"]


def test_own_draw_on_a_triplet() -> None:
    """@s0.ti-draw: one's own draw makes a 提, three down and one up."""
    table = Table(PC, {0: LOOSE, 1: "玖玖玖"}, "玖", never=APART + LOOSE)
    table.discard(0, LOOSE)
    table.until(1)
    assert table.melds(1) == ["ti 玖玖玖玖"]
    assert _seen(table, 1) == [True, False, False, False]


# ---------------------------------------------------------------- 碰


def _after_a_peng(game: Game, stock: str, hands: dict[int, str] | None = None) -> Table:
    """Seat 0 discards 玖, seat 2 claims it with two, and discards; seat 0 draws next, then 1, then 2."""
    table = Table(game, {0: "玖", 2: "玖玖" + LOOSE} | (hands or {}), stock, never=APART + LOOSE + "五")
    table.discard(0, "玖")
    table.claim(2, "peng")
    table.do(2, "discard", LOOSE)
    assert table.melds(2) == ["peng 玖玖玖"]
    return table


@pytest.mark.parametrize("drawer", [0, 1, 2])
@pytest.mark.parametrize("variant", ["pc", "zjd", "jiben"])
def test_a_drawn_fourth_card_on_a_peng(variant: str, drawer: int) -> None:
    """@s2.pao-forced ② @s4.peng-fourth: anybody's draw, the owner's own too, and unasked."""
    table = _after_a_peng(game_of(variant), "四肆"[:drawer] + "玖")
    table.until(drawer + 1)
    assert table.melds(2) == ["pao 玖玖玖玖"]
    assert _seen(table, 2) == [True] * 4


@pytest.mark.parametrize("variant", ["pc", "zjd", "jiben"])
def test_a_discarded_fourth_card_on_a_peng(variant: str) -> None:
    """@s4.peng-fourth: on a discard a 碰 never runs; seat 0, having eaten, discards the fourth 玖."""
    table = _after_a_peng(game_of(variant), "五", {0: "玖玖六七"})
    table.until(1)
    table.claim(0, "chi", "五六七")
    table.do(0, "discard", "玖")
    table.passing()
    assert table.melds(2) == ["peng 玖玖玖"]
    assert table.state.seats[0].discards == (18,)


# ---------------------------------------------------------------- 偎


def _after_a_wei(game: Game, stock: str, hands: dict[int, str] | None = None) -> Table:
    """Seat 1 draws 玖 to two of them, and discards; seat 2 draws next, then 0, then 1."""
    table = Table(game, {0: LOOSE, 1: "玖玖" + LOOSE} | (hands or {}), "玖" + stock, never=APART + LOOSE + "五")
    table.discard(0, LOOSE)
    table.until(1)
    assert table.melds(1) == ["wei 玖玖玖"]
    assert _seen(table, 1) == [False] * 3
    table.do(1, "discard", LOOSE)
    return table


@pytest.mark.parametrize("drawer", [2, 0])
@pytest.mark.parametrize("variant", ["pc", "zjd", "jiben"])
def test_another_s_draw_on_a_wei(variant: str, drawer: int) -> None:
    """@s2.pao-forced ③ @s4.wei-fourth: the 偎 becomes a 跑, four open."""
    table = _after_a_wei(game_of(variant), "玖" if drawer else "四玖")
    table.until(2 if drawer else 3)
    assert table.melds(1) == ["pao 玖玖玖玖"]
    assert _seen(table, 1) == [True] * 4


@pytest.mark.parametrize("variant", ["pc", "zjd", "jiben"])
def test_own_draw_on_a_wei(variant: str) -> None:
    """@s2.ti-wei @s4.wei-fourth: the owner's own draw makes it a 提, one shown."""
    table = _after_a_wei(game_of(variant), "四肆玖")
    table.until(4)
    assert table.melds(1) == ["ti 玖玖玖玖"]
    assert _seen(table, 1) == [True, False, False, False]


@pytest.mark.parametrize("variant", ["pc", "zjd", "jiben"])
def test_another_s_discard_on_a_wei(variant: str) -> None:
    """@s2.pao-forced ③ @s4.wei-fourth: seat 2 eats and discards the fourth 玖: a 跑, unasked."""
    table = _after_a_wei(game_of(variant), "五", {2: "玖六七"})
    table.until(2)
    table.claim(2, "chi", "五六七")
    table.do(2, "discard", "玖")
    assert table.melds(1) == ["pao 玖玖玖玖"]


# ---------------------------------------------------------------- 泸州 and 碰胡子


def _luzhou(hands: dict[int, str], stock: str = "") -> Table:
    game = game_of("lz-deng", 有人坐底="否")
    return Table(game, {0: LOOSE} | hands, stock, last="伍", never=APART + LOOSE)


@pytest.mark.parametrize("owner", [1, 2])
def test_in_luzhou_a_discarded_pair_card_must_be_claimed(owner: int) -> None:
    """@s3.lz-no-wei: there is no 忍碰; the 碰 is made unasked."""
    table = _luzhou({0: "玖", owner: "玖玖"})
    table.discard(0, "玖")
    assert table.melds(owner) == ["peng 玖玖玖"]


def test_in_luzhou_an_own_draw_to_a_pair_is_a_peng() -> None:
    """@s3.lz-no-wei: there is no 偎; one's own draw to a pair lies open as a 碰, unasked."""
    table = _luzhou({1: "玖玖"}, "玖")
    table.discard(0, LOOSE)
    table.until(1)
    assert table.melds(1) == ["peng 玖玖玖"]
    assert _seen(table, 1) == [True] * 3


def test_in_luzhou_an_own_draw_to_a_triplet_is_a_zhao() -> None:
    """@s3.lz-zhao @s3.lz-terms: a 招, which is worth what another's card makes."""
    table = _luzhou({1: "玖玖玖"}, "玖")
    table.discard(0, LOOSE)
    table.until(1)
    assert table.melds(1) == ["pao 玖玖玖玖"]


def test_in_luzhou_a_win_goes_before_a_zhao() -> None:
    """@s3.lz-zhao: a 招 is forced, but whoever waits for the card, its holder too, may win on it first.

    Seat 2 waits for 玖: 坎壹 9, 坎叁 9, 一二三 3 and 七八九 are enough for 10 胡.
    """
    table = _luzhou({0: "玖", 1: "玖玖玖", 2: "壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆"})
    table.discard(0, "玖")
    assert table.waiting == (2,)
    assert {"win", "pass"} <= table.may(2)
    table.do(2, "pass")
    assert table.melds(1) == ["pao 玖玖玖玖"]


def test_in_penghuzi_pao_of_any_discard_or_draw() -> None:
    """@s3.peng-forced: 跑 of a discard on a triplet is made unasked, and so is 煨 of one's own draw."""
    table = Table(game_of("peng"), {0: "玖" + LOOSE, 3: "玖玖玖"}, never=APART + LOOSE)
    table.discard(0, "玖")
    assert table.melds(3) == ["pao 玖玖玖玖"]
    table = Table(game_of("peng"), {0: LOOSE, 1: "玖玖"}, "玖", never=APART + LOOSE)
    table.discard(0, LOOSE)
    table.until(1)
    assert table.melds(1) == ["wei 玖玖玖"]


# ---------------------------------------------------------------- 坎 is neither split nor discarded


def test_a_triplet_is_kept() -> None:
    """@s4.kan @s0.kan: none of a dealt 坎 may be discarded, and none is used to eat."""
    table = Table(ZJD, {0: "玖", 1: "玖玖捌捌捌柒"}, never=APART + "柒")
    table.discard(0, "玖")
    assert table.may(1) == {"peng", "pass"}
    table.do(1, "peng")
    assert "捌" not in table.discardable(1)
    assert {"柒"} <= table.discardable(1)
