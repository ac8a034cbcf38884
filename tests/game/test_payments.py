"""Every payment of 碰胡子 (s3.pay-*), made in a hand that is played."""

from __future__ import annotations

import pytest

from phzdsl.game import Game
from phzdsl.game.events import Declared, Paid, Won
from tests.game.table import Table, game_of

PENG = game_of("peng")
# Seat 2 has five pairs, and four single cards that it discards one after the other.
PAIRS = "玖玖捌捌柒柒陆陆八八"
SINGLES = "十一四壹"
# Seat 3 eats 一, 四 and 壹 with these, and discards what seat 2 has a pair of.
EATER = "二三五六贰叁柒陆八"
# Without these nobody else can do anything with any of them.
APART = "一四壹玖捌"


def _each(table: Table, row: str) -> list[tuple[int, int, int]]:
    """Return the payments of one row: payer, payee, amount, by payer."""
    found = (event for event in table.state.events if isinstance(event, Paid))
    return sorted((one.payer, one.payee, one.amount) for one in found if one.row == f"pay/{row}")


def _one_peng(game: Game = PENG, stock: str = "", dealer: str = "玖") -> Table:
    """Seat 0 discards 玖 and seat 2 claims it."""
    table = Table(game, {0: dealer, 2: PAIRS + SINGLES, 3: EATER}, stock, never=APART)
    table.discard(0, dealer[0])
    table.claim(2, "peng")
    return table


def _drawn_peng(table: Table, discard: str) -> None:
    """Seat 2 discards, seat 3 draws what seat 2 has a pair of, and seat 2 claims it."""
    table.do(2, "discard", discard)
    table.until(table.game.stock - table.state.stock + 1)
    table.claim(2, "peng")


def _given_peng(table: Table, discard: str, eaten: str, card: str) -> None:
    """Seat 2 discards what seat 3 eats; seat 3 discards what seat 2 has a pair of, and seat 2 claims it."""
    table.do(2, "discard", discard)
    table.claim(3, "chi", eaten)
    table.do(3, "discard", card)
    table.claim(2, "peng")


# ---------------------------------------------------------------- 碰 and 煨, first to fourth


@pytest.mark.parametrize("base", [1, 10])
def test_a_peng_of_a_discard(base: int) -> None:
    """@s3.pay-peng @s3.pay-base: its discarder pays 3, and nobody else; with a base of 10 it is 30."""
    assert _each(_one_peng(game_of("peng", 基点=base)), "碰打") == [(0, 2, 3 * base)]


def test_a_peng_of_a_draw() -> None:
    """@s3.pay-peng: the three others pay 1 each, whoever drew it."""
    table = _one_peng(stock="捌")
    _drawn_peng(table, "十")
    assert _each(table, "碰摸") == [(0, 2, 1), (1, 2, 1), (3, 2, 1)]
    assert table.totals == (-4, -1, 6, -1)


def test_a_wei() -> None:
    """@s3.pay-wei: seat 1 draws 玖 to two: each other pays 2."""
    table = Table(PENG, {0: "十", 1: "玖玖"}, "玖", never=APART)
    table.discard(0, "十")
    table.until(1)
    assert table.melds(1) == ["wei 玖玖玖"]
    assert _each(table, "煨") == [(0, 1, 2), (2, 1, 2), (3, 1, 2)]


def test_the_third_and_fourth_of_draws() -> None:
    """@s3.pay-san-da @s3.pay-si-qin: each other pays 5 for either, and not the 1 of an ordinary 碰 besides."""
    table = _one_peng(stock="捌柒陆")
    for card in "十一四":
        _drawn_peng(table, card)
    assert _each(table, "三大摸") == [(0, 2, 5), (1, 2, 5), (3, 2, 5)]
    assert _each(table, "四亲摸") == [(0, 2, 5), (1, 2, 5), (3, 2, 5)]
    assert len(_each(table, "碰摸")) == 3
    assert table.totals == (-3 - 11, -11, 36, -11)


def test_the_third_and_fourth_of_discards() -> None:
    """@s3.pay-san-da @s3.pay-si-qin: the discarder pays 15 for either, alone."""
    table = _one_peng(stock="捌")
    _drawn_peng(table, "十")
    _given_peng(table, "一", "一二三", "柒")
    assert _each(table, "三大打") == [(3, 2, 15)]
    _given_peng(table, "四", "四五六", "陆")
    assert _each(table, "四亲打") == [(3, 2, 15)]
    assert table.totals == (-4, -1, 36, -31)


def test_a_wei_is_counted_with_the_pengs() -> None:
    """@s3.pay-san-da: the third is a 煨 here, of seat 2's own draw: 5 each, and not 2."""
    table = _one_peng(stock="捌五五五柒")
    _drawn_peng(table, "十")
    table.do(2, "discard", "一")
    table.until(5)
    assert table.melds(2) == ["peng 玖玖玖", "peng 捌捌捌", "wei 柒柒柒"]
    assert _each(table, "三大摸") == [(0, 2, 5), (1, 2, 5), (3, 2, 5)]
    assert _each(table, "煨") == []


# ---------------------------------------------------------------- 报警, 五福, 跑双


def _announced(stock: str = "") -> Table:
    """Seat 2 has four 碰, has announced it by itself, and has 八八 left."""
    table = _one_peng(stock="捌柒陆" + stock)
    for card in "十一四":
        _drawn_peng(table, card)
    assert [event.seat for event in table.state.events if isinstance(event, Declared)] == [2]
    assert table.hand(2) == "八八壹"
    return table


def test_wu_fu_on_a_draw() -> None:
    """@s3.wu-fu-alarm @s3.pay-wu-fu: seat 3 draws 八: each other pays 40."""
    table = _announced("八")
    table.do(2, "discard", "壹")
    table.until(4)
    assert table.may(2) == {"win", "peng", "pass"}
    table.do(2, "win")
    assert sorted(table.paid("win")) == [(0, 2, 40), (1, 2, 40), (3, 2, 40)]


def test_wu_fu_on_a_discard() -> None:
    """@s3.wu-fu-alarm @s3.pay-wu-fu: seat 3 eats 壹 and discards 八: it pays 120, and the others nothing."""
    table = _announced()
    table.do(2, "discard", "壹")
    table.claim(3, "chi", "壹贰叁")
    table.do(3, "discard", "八")
    table.do(2, "win")
    assert table.paid("win") == [(3, 2, 120)]


def test_pao_shuang() -> None:
    """@s3.wu-fu-alarm @s3.pay-hu: seat 3 draws the fourth 玖: 跑双, 8 each; the 跑 itself is not paid besides."""
    table = _announced("玖")
    table.do(2, "discard", "壹")
    table.until(4)
    assert table.may(2) == {"win", "peng-pao"}
    table.do(2, "win")
    assert [event.seat for event in table.state.events if isinstance(event, Won)] == [2]
    assert sorted(table.paid("win")) == [(0, 2, 8), (1, 2, 8), (3, 2, 8)]
    assert table.paid("peng-pao") == []


def test_after_the_announcement_another_card_does_not_win() -> None:
    """@s3.wu-fu-alarm: size included, 捌 is no 八; nobody has to be asked about it."""
    table = _announced("五")
    table.do(2, "discard", "壹")
    table.until(5)
    assert all(card != "五" for seat, card in table.let_go if seat == 2)


def test_four_pengs_without_a_pair_left() -> None:
    """@s3.wu-fu-alarm @s3.pay-hu: only a pair left is announced; 壹贰 wait for 叁, an ordinary win: 4 each."""
    table = Table(PENG, {0: "玖", 2: "玖玖捌捌柒柒陆陆十一四壹贰八", 3: EATER}, "捌柒陆叁", never=APART)
    table.discard(0, "玖")
    table.claim(2, "peng")
    for card in "十一四":
        _drawn_peng(table, card)
    assert not any(isinstance(event, Declared) for event in table.state.events)
    table.do(2, "discard", "八")
    table.until(4)
    table.do(2, "win")
    assert sorted(table.paid("win")) == [(0, 2, 4), (1, 2, 4), (3, 2, 4)]


# ---------------------------------------------------------------- 跑


def test_a_pao_of_a_discard() -> None:
    """@s3.pay-pao-wei: a 坎 in hand is priced like a 煨: the discarder pays 12."""
    table = Table(PENG, {0: "玖", 2: "玖玖玖"}, never=APART)
    table.discard(0, "玖")
    assert table.melds(2) == ["pao 玖玖玖玖"]
    assert _each(table, "煨跑打") == [(0, 2, 12)]


def test_a_pao_of_a_draw_on_a_wei() -> None:
    """@s3.pay-pao-wei: seat 1 has 煨; seat 2 draws the fourth: the three others pay 4 each, besides the 2 before."""
    table = Table(PENG, {0: "十", 1: "玖玖十"}, "玖玖", never=APART)
    table.discard(0, "十")
    table.until(1)
    table.do(1, "discard", "十")
    table.until(2)
    assert table.melds(1) == ["pao 玖玖玖玖"]
    assert _each(table, "煨跑摸") == [(0, 1, 4), (2, 1, 4), (3, 1, 4)]
    assert table.totals == (-6, 18, -6, -6)


def test_a_pao_of_a_discard_on_a_wei() -> None:
    """@s3.pay-pao-wei: seat 2 eats and discards the fourth: it pays 12."""
    table = Table(PENG, {0: "十", 1: "玖玖一", 2: "二三玖"}, "玖", never=APART)
    table.discard(0, "十")
    table.until(1)
    table.do(1, "discard", "一")
    table.claim(2, "chi", "一二三")
    table.do(2, "discard", "玖")
    assert table.melds(1) == ["pao 玖玖玖玖"]
    assert _each(table, "煨跑打") == [(2, 1, 12)]


def test_a_pao_on_a_peng_of_a_discard() -> None:
    """@s3.pay-pao-peng: seat 3 draws the fourth, and seat 0, who discarded the 玖 of the 碰, pays 12."""
    table = _one_peng(stock="玖")
    table.do(2, "discard", "十")
    table.until(1)
    assert table.melds(2) == ["pao 玖玖玖玖"]
    assert _each(table, "碰跑打") == [(0, 2, 12)]
    assert _each(table, "碰跑摸") == []


def test_a_pao_on_a_peng_of_a_draw() -> None:
    """@s3.pay-pao-peng: the 碰 was of a draw: the three others pay 4 each."""
    table = _one_peng(stock="捌捌")
    _drawn_peng(table, "十")
    table.do(2, "discard", "一")
    table.until(2)
    assert table.melds(2) == ["peng 玖玖玖", "pao 捌捌捌捌"]
    assert _each(table, "碰跑摸") == [(0, 2, 4), (1, 2, 4), (3, 2, 4)]


# ---------------------------------------------------------------- 提


def test_a_dealt_ti() -> None:
    """@s3.pay-ti: each other pays 10, before anybody has acted."""
    table = Table(PENG, {3: "玖玖玖玖"}, never=APART)
    assert _each(table, "起手提") == [(0, 3, 10), (1, 3, 10), (2, 3, 10)]
    assert table.totals == (-10, -10, -10, 30)


def test_a_ti_on_a_wei() -> None:
    """@s3.pay-ti: 8 each, and not the 4 of a 跑."""
    table = Table(PENG, {0: "十", 1: "玖玖十"}, "玖五肆伍玖", never=APART)
    table.discard(0, "十")
    table.until(1)
    table.do(1, "discard", "十")
    table.until(5)
    assert table.melds(1) == ["ti 玖玖玖玖"]
    assert _each(table, "煨提") == [(0, 1, 8), (2, 1, 8), (3, 1, 8)]
    assert _each(table, "坎提") == []


@pytest.mark.parametrize("points", [8, 10, 0])
def test_a_ti_on_a_triplet(points: int) -> None:
    """@s3.pay-ti: not priced in the source; the room says how much, and of 0 nothing is paid."""
    table = Table(game_of("peng", 坎提点=points), {0: "十", 1: "玖玖玖"}, "玖", never=APART)
    table.discard(0, "十")
    table.until(1)
    assert table.melds(1) == ["ti 玖玖玖玖"]
    assert _each(table, "坎提") == [(payer, 1, points) for payer in (0, 2, 3) if points]


# ---------------------------------------------------------------- 胡

# 14 cards that wait for 陆: 一二三, 二七十, 八捌捌, 五五五 and 肆伍; with 玖 they are the dealer's 15.
WAITING = "五五五一二三二七十捌捌八肆伍"


def test_an_ordinary_win() -> None:
    """@s3.pay-hu: 4 each."""
    table = Table(PENG, {0: "玖", 1: WAITING}, "陆", never="陆")
    table.discard(0, "玖")
    table.until(1)
    table.do(1, "win")
    assert sorted(table.paid("win")) == [(0, 1, 4), (2, 1, 4), (3, 1, 4)]


@pytest.mark.parametrize("agreed", ["加四", "加倍"])
def test_a_dealer_s_win(agreed: str) -> None:
    """@s3.pay-dealer: 4 more or double, 8 either way."""
    table = Table(game_of("peng", 庄胡=agreed), {0: "玖" + WAITING}, "陆", never="陆")
    table.discard(0, "玖")
    table.until(1)
    table.do(0, "win")
    assert sorted(table.paid("win")) == [(1, 0, 8), (2, 0, 8), (3, 0, 8)]


@pytest.mark.parametrize(("seat", "each"), [(1, 40), (0, 80)])
def test_seven_pairs(seat: int, each: int) -> None:
    """@s3.xiao-qi-dui: at the deal, 40 from each, to the dealer 80."""
    table = Table(PENG, {seat: "一一三三五五七七贰贰肆肆玖玖" + "拾" * (seat == 0)})
    table.do(seat, "win")
    assert {amount for _, payee, amount in table.paid("win") if payee == seat} == {each}
    assert table.totals[seat] == 3 * each


def test_two_dealt_quads() -> None:
    """@s3.shuang-long: 40 from each, besides 10 for each quad."""
    table = Table(PENG, {2: "三三三三捌捌捌捌"})
    table.do(2, "win")
    assert sorted(table.paid("win")) == [(0, 2, 40), (1, 2, 40), (3, 2, 40)]
    assert table.totals == (-60, -60, 180, -60)


@pytest.mark.parametrize(("points", "each"), [(4, 8), (10, 14)])
def test_a_dealt_win_of_the_dealer(points: int, each: int) -> None:
    """@s3.peng-tian: the dealer's 15 cards are five groups; no price of its own, so 4 and the dealer's 4; or 10 and 4."""
    table = Table(game_of("peng", 天胡点=points), {0: "一二三二七十捌捌八肆伍陆九九玖"})
    table.do(0, "win")
    assert {amount for _, _, amount in table.paid("win")} == {each}
