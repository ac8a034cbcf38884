"""Wins: on which card, at what moment, what a declined one costs, several at once, and the last stock card."""

from __future__ import annotations

import pytest

from phzdsl.game import Game
from phzdsl.game.events import Ended, Shown, Won
from tests.game.table import Table, game_of, game_with

# 20 cards that wait for 玖: 坎壹 6, 坎叁 6, 一二三 3 are 15 息, and the other runs are worth nothing.
WAITING = "壹壹壹叁叁叁一二三四五六七八九柒捌肆伍陆"
# 20 others that wait for it as well: 坎贰 6, 坎伍 6, 一二三 3 are 15 息.
TOO = "贰贰贰伍伍伍一二三四五六七八九柒捌十十拾"
# Without these a hand makes nothing with 玖.
APART = "玖九捌"


def _won(table: Table) -> list[int]:
    return [event.seat for event in table.state.events if isinstance(event, Won)]


def _discarded(game: Game, hands: dict[int, str], stock: str = "") -> Table:
    table = Table(game, {0: "玖"} | hands, stock, never=APART)
    table.discard(0, "玖")
    return table


def _drawn(game: Game, hands: dict[int, str], stock: str = "玖") -> Table:
    """Let seat 0 discard 六, and seat 1 draw."""
    table = Table(game, {0: "六"} | hands, stock, never=APART)
    table.discard(0, "六")
    table.until(1)
    return table


def luzhou(variant: str = "lz-deng", **options: str | int) -> Game:
    """Return 泸州 rules for three who all hold cards."""
    return game_of(variant, 有人坐底="否", **options)


# ---------------------------------------------------------------- discards


def test_in_luzhou_a_discard_is_won_on() -> None:
    """@s3.lz-hu-card: seat 2 wins the discarded 玖.

    坎壹 9, 坎叁 9, 一二三 3 are 21 胡: 1 + 11 = 12 等, no 番. Each other pays 12.
    """
    table = _discarded(luzhou(), {2: WAITING})
    table.do(2, "win")
    assert _won(table) == [2]
    assert table.totals == (-12, -12, 24)


@pytest.mark.parametrize("variant", ["jiben", "cd-quan", "pc", "zjd", "common"])
def test_elsewhere_a_discard_is_not_won_on(variant: str) -> None:
    """@s0.hu-card @s4.hu-card: only a drawn card; the same hand is asked when seat 1 draws it."""
    table = _discarded(game_of(variant), {2: WAITING})
    assert table.state.seats[0].discards == (18,)
    assert table.let_go == []
    assert table.offered != "玖"
    assert "win" in _drawn(game_of(variant), {2: WAITING}).may(2)


def test_a_discard_must_be_won_on_where_the_rules_say_so() -> None:
    """@sheet.guilin: 放炮必胡; who discards pays for both, 15 息 being 1 + 5 ÷ 3 = 2 子 and no 醒 turned that matches.

    The bonus card is 十: its next is 一, of which the winner holds one: (2 + 1) × 1 each, so 6 from the discarder.
    """
    table = _discarded(game_of("guilin"), {2: WAITING}, stock="十")
    assert _won(table) == [2]
    assert table.totals == (-6, 0, 6)


# ---------------------------------------------------------------- 地胡, in each of its senses


@pytest.mark.parametrize("winner", [1, 2])
def test_di_hu_on_the_shown_card(winner: int) -> None:
    """@s0.quan-di: anybody but the dealer wins its shown card: 1 等 × 6 番, 6 from each."""
    table = Table(game_of("cd-quan"), {winner: WAITING}, shown="玖", never=APART)
    assert table.may(winner) == {"win", "pass"}
    table.do(winner, "win")
    assert sorted(table.totals) == [-6, -6, 12]
    assert table.totals[winner] == 12
    assert "玖" in table.hand(winner)
    assert "玖" not in table.hand(0)


@pytest.mark.parametrize(("winner", "pays"), [(1, 24), (2, 12)])
def test_di_hu_on_the_dealer_s_first_discard(winner: int, pays: int) -> None:
    """@s3.lz-tian-di: for the next player 12 等 × 2 番, for the one after it 12 等 and no 番."""
    table = _discarded(luzhou(), {winner: WAITING})
    table.do(winner, "win")
    assert table.totals[winner] == 2 * pays


def test_a_later_discard_of_the_dealer_is_no_di_hu() -> None:
    """@s3.lz-tian-di: the first discard only; the dealer eats and discards 玖 in its second turn: 12 等, no 番."""
    table = Table(luzhou(), {0: "六玖一二", 1: WAITING}, "肆三", last="伍", never=APART + "三肆六")
    table.discard(0, "六")
    table.until(2)
    table.claim(0, "chi", "一二三")
    table.do(0, "discard", "玖")
    table.do(1, "win")
    assert table.totals == (-12, 24, -12)


def test_di_hu_in_zunyi() -> None:
    """@sheet.suiyang: anybody but the dealer on the shown card; 2 + 地胡 5 + 大柒 1 are 8 from each. Discards are not won on."""
    assert _discarded(game_of("zunyi"), {2: WAITING}).offered != "玖"
    table = Table(game_of("zunyi"), {1: WAITING}, shown="玖", never=APART)
    table.do(1, "win")
    assert table.totals == (-8, 16, -8)


def test_di_hu_in_guilin() -> None:
    """@sheet.guilin: on the shown card 2 番: 15 息 are 2 子, 十 turned makes one 一 a 醒: (2 + 1) × 2 from each."""
    table = Table(game_of("guilin"), {1: WAITING}, "十", shown="玖", never=APART)
    table.do(1, "win")
    assert table.totals == (-6, 12, -6)


# ---------------------------------------------------------------- the last stock card, and an empty stock


def _last(game: Game, card: str) -> Table:
    """Let the stock run out to its last card, which seat 2 waits for; others discard the least card they may."""
    table = Table(game, {0: "壹叁", 2: WAITING}, last=card, never=APART)
    table.run_out(0)
    return table


def test_in_luzhou_the_last_card_is_not_won_on() -> None:
    """@s3.lz-seats: 玖 lies at the bottom, shown to all; drawn last, it is nobody's win, and the hand is drawn."""
    table = _last(luzhou(), "玖")
    assert table.events(Shown) == [Shown(18)]
    assert (table.state.stock, "win" in table.may(2)) == (0, False)
    table.run_out(-1)
    assert _won(table) == []
    assert table.events(Ended) == [Ended(drawn=True)]
    assert table.totals == (0, 0, 0)


def test_in_luzhou_the_card_before_the_last_is_hai_di() -> None:
    """@s3.lz-seats @sheet.luzhou: the bottom card being nobody's, the one before it is the last: 21 胡 are 底分 3, 海底 doubles, 自摸 too."""
    table = Table(luzhou("lz-ming"), {0: "壹叁", 2: WAITING}, last="玖伍", never=APART)
    table.run_out(1)
    assert {"win", "pass"} <= table.may(2)
    each = 12 if table.state.turn == 2 else 6
    table.do(2, "win")
    assert table.totals == (-each, -each, 2 * each)


def test_elsewhere_the_last_card_is_won_on() -> None:
    """@s1.ban-haidi: 海底 alone is 1 番: 15 息 are 1 等, and a draw of one's own adds 1."""
    table = _last(game_of("ban"), "玖")
    assert {"win", "pass"} <= table.may(2)
    drawer = table.state.turn
    table.do(2, "win")
    assert table.totals == ((-2, -2, 4) if drawer == 2 else (-1, -1, 2))


def test_a_red_bottom_card_changes_places_with_the_top_one() -> None:
    """@s3.lz-seats: 拾 comes first and 四 last; a black one stays where it is."""
    table = Table(luzhou(), {0: "六"}, "四", last="拾")
    assert table.events(Shown) == [Shown(19)]
    assert (table.state.deck[table.state.top], table.state.deck[table.state.end - 1]) == (19, 3)
    table = Table(luzhou(), {0: "六"}, "四", last="玖")
    assert (table.state.deck[table.state.top], table.state.deck[table.state.end - 1]) == (3, 18)


@pytest.mark.parametrize("variant", ["jiben", "peng", "lz-ming"])
def test_an_empty_stock_ends_the_hand(variant: str) -> None:
    """@s3.peng-end: the last card is drawn, nobody wins, and nobody is paid for it; the dealer stays (@s2.dealer)."""
    table = Table(game_of(variant))
    table.run_out(0)
    table.run_out(-1)
    assert table.state.over
    if not _won(table):
        assert table.events(Ended) == [Ended(drawn=True)]
        assert table.paid("drawn-hand") == []


# ---------------------------------------------------------------- declined wins

# 20 cards that wait for 玖, and still do when 五六 eat 七 and 四 is discarded.
AGAIN = "壹壹壹叁叁叁一二三四五六八九十肆伍陆柒捌"


def _declined(body: str) -> Table:
    """Seat 1 draws 玖 and declines the win; seat 2 draws the next one, seat 0 七, and seat 2 the third 玖."""
    table = Table(game_with(body), {0: "六", 1: AGAIN}, "玖玖七玖", never=APART + "七")
    table.discard(0, "六")
    table.until(1)
    assert "win" in table.may(1)
    table.do(1, "pass")
    return table


def _eats(table: Table) -> None:
    table.until(3)
    assert table.offered == "七"
    table.claim(1, "chi", "五六七")
    table.do(1, "discard", "四")
    table.until(4)


@pytest.mark.parametrize(
    ("body", "next_card", "after_a_take"),
    [
        ("局 {\n  增 局数 8\n}", True, True),
        ("动作 {\n  增 不变 禁 胡 当 过胡 且 非 手变过\n}", False, True),
        ("动作 {\n  增 过了 禁 胡 当 过胡\n}", False, False),
        ("胡 {\n  改 起胡 息 >= 15 且 (非 过胡 或 息 > 过胡息)\n}", False, False),
    ],
)
def test_a_declined_win(body: str, next_card: bool, after_a_take: bool) -> None:  # noqa: FBT001 - columns of the table
    """过胡, 手变过 and 过胡息: without a word on it a declined win costs nothing; else until a card is taken, or for good.

    Every 玖 gives seat 1 the same 15 息, so a minimum above that of the declined win is never met here.
    """
    table = _declined(body)
    table.until(2)
    assert (1 in table.waiting and table.offered == "玖" and "win" in table.may(1)) is next_card
    _eats(table)
    assert (1 in table.waiting and "win" in table.may(1)) is after_a_take


# ---------------------------------------------------------------- several winners

# A third hand that waits for 玖: 坎拾 6, 坎陆 6, 一二三 3, 二七十 3 are 18 息, with 四五六, 三四五 and 九九 for a 绞.
THIRD = "拾拾拾陆陆陆一二三四五六二七十三四五九九"


@pytest.mark.parametrize(
    ("winners", "seats", "totals"),
    [
        ("首家", [1], (-2, 4, -2)),
        ("两家", [1, 2], (-4, 2, 2)),
        ("全部", [1, 2, 0], (-2, 1, 1)),
    ],
)
def test_several_winners(winners: str, seats: list[int], totals: tuple[int, ...]) -> None:
    """多胡: all three wait for the 玖 that seat 1 draws, and say so from the last to the first.

    Seat 1 has 15 息 and drew the card: 2 from each. Seat 2 has 18: 2 from each. Seat 0 has 15: 1 from each.
    """
    game = game_with(f"胡 {{\n  增 多胡 {winners}\n}}")
    table = Table(game, {0: WAITING + "八", 1: TOO, 2: THIRD}, "玖")
    table.discard(0, "八")
    table.until(1)
    for seat in (0, 2, 1):
        if seat in table.waiting:
            table.do(seat, "win")
    assert _won(table) == seats
    assert table.totals == totals


# ---------------------------------------------------------------- who sits out


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_who_sits_out_holds_nothing_and_pays_nothing(dealer: int) -> None:
    """@s1.seats @s3.lz-seats: opposite the dealer; the next player wins the first discard, and two pay 12 × 2."""
    sits, winner = (dealer + 2) % 4, (dealer + 1) % 4
    table = Table(game_of("lz-deng"), {dealer: "玖", winner: WAITING}, dealer=dealer, never=APART)
    table.discard(dealer, "玖")
    assert table.state.seats[sits].cards() == ()
    table.do(winner, "win")
    assert table.totals[winner] == 48
    assert table.totals[sits] == 0


# ---------------------------------------------------------------- 报


@pytest.mark.parametrize(("declares", "winner", "each"), [(1, 1, 12), (1, 2, 6), (2, 2, 6), (None, 2, 3), (0, 1, 12)])
def test_declarations_of_luzhou(declares: int | None, winner: int, each: int) -> None:
    """@sheet.luzhou: 21 胡 are 底分 3; 爆, 杀爆 and 地胡 are 1 番 each, and each doubles.

    Seat 1 is next to the dealer, so its win is 地胡: with its own 爆, or against another's, 3 × 4 = 12.
    """
    table = Table(luzhou("lz-ming"), {0: "玖", winner: WAITING}, last="伍", never=APART)
    assert table.waiting == (0, 1, 2)
    for seat in (0, 1, 2):
        assert table.may(seat) == {"declare", "pass"}
        table.do(seat, "declare" if seat == declares else "pass")
    table.do(0, "discard", "玖")
    table.do(winner, "win")
    assert table.totals[winner] == 2 * each
