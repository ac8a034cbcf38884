"""Games played by people: each fault is named with its seat, its row and what it costs."""

from __future__ import annotations

import pytest

from phzdsl.cards import parse_cards
from phzdsl.game.judge import DEAD_WIN, IMPOSSIBLE, OTHER, Finding
from phzdsl.game.why import Because, Why
from phzdsl.ruleset.parts import Row
from tests.game.judging import WAITING, did, melds, named, only, verdict
from tests.game.table import Table, game_of, game_with

# ---------------------------------------------------------------- what the sheets name


def test_a_dead_card_taken() -> None:
    """s0.guo-zhang, s0.hu-clean: who let a card go by that it could 碰 takes the next one: named, and it wins no more."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三"}, "五三")
    found = verdict(table, ["0 discard 三", "1 draw", "2 draw", "1 peng", "1 discard 四"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.result, fault.at) == (1, "took-dead-card", "dead-hand", 3)
    assert fault.row is not None
    assert fault.row.row.cites == ("s0.hu-clean", "s0.guo-zhang")
    assert melds(found, 1) == ["peng"]
    assert found.state.seats[1].memory.dead


def test_a_card_taken_at_once_is_not_dead() -> None:
    """s0.guo-zhang: the same 碰 at the first chance is in order."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三"}, "五三")
    found = verdict(table, ["0 discard 三", "1 peng", "1 discard 四"])
    assert found.clean
    assert melds(found, 1) == ["peng"]


def test_a_missed_bi() -> None:
    """s0.bi: with 一二三四五 whoever eats 三 by 四五 must lay 一二三 as well; who does not has eaten, and is dead."""
    table = Table(game_of("jiben"), {0: "三", 1: "一二三四五"})
    fault = only(verdict(table, ["0 discard 三", "1 chi 三四五", "1 discard 六"]))
    assert (fault.seat, fault.fault, fault.result, fault.paid) == (1, "missed-bi", "dead-hand", ())
    assert did("1 chi 三四五 一二三") in fault.due
    assert verdict(table, ["0 discard 三", "1 chi 三四五 一二三", "1 discard 六"]).clean


# 三 with 四五 and no set for the other 三.
_NO_WAY = "三四五七七八八九九柒柒捌捌玖玖陆陆伍伍拾"


@pytest.mark.parametrize("hand", ["一二三四五", _NO_WAY])
@pytest.mark.parametrize(("sits", "totals"), [("是", (5, -15, 5, 5)), ("否", (5, -10, 5))])
def test_chi_baozi_pays_everybody(hand: str, sits: str, totals: tuple[int, ...]) -> None:
    """s3.lz-baozi: eating without the 比 that is due, or with no way to make it, pays all others, who sits out too."""
    table = Table(game_of("lz-deng", 有人坐底=sits), {0: "三", 1: hand})
    found = verdict(table, ["0 discard 三", "1 chi 三四五", "1 discard 七"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.result) == (1, "missed-bi", "dead-hand")
    assert found.state.paid == totals
    assert sum(one.amount for one in fault.paid) == -totals[1]


@pytest.mark.parametrize("silence", [["1 pass", "1 draw"], ["1 draw"], ["2 pass", "1 pass"]])
def test_a_missed_pao(silence: list[str]) -> None:
    """s0.pao: who holds a 坎 and lets the fourth card go by has 走跑, whether the record says so or says nothing."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三三"}, "五")
    fault = only(verdict(table, ["0 discard 三", *silence]))
    assert (fault.seat, fault.fault, fault.result, fault.action) == (1, "missed-pao", "dead-hand", None)
    assert fault.due == (did("1 pao"),)


@pytest.mark.parametrize(("hand", "claim"), [("五五", "wei"), ("五五五", "ti")])
def test_a_missed_ti(hand: str, claim: str) -> None:
    """s0.hu-clean: one's own draw that makes a 偎 or a 提 and is not laid is 烧提."""
    table = Table(game_of("jiben"), {0: "一", 1: hand}, "五六")
    fault = only(verdict(table, ["0 discard 一", "1 draw", "2 draw"]))
    assert (fault.seat, fault.fault, fault.result) == (1, "missed-ti", "dead-hand")
    assert fault.due == (did(f"1 {claim}"),)


def test_a_dealt_quad_not_laid() -> None:
    """s0.ti-hand: four dealt cards are laid before play; who keeps them in hand has 烧提."""
    table = Table(game_of("jiben"), {0: "三", 1: "一一一一"})
    found = verdict(table, ["0 discard 三"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.card, fault.result) == (1, "missed-ti", 0, "dead-hand")
    assert found.state.seats[1].hand[0] == 4
    assert verdict(table, ["1 摆提 一一一一", "0 discard 三"]).clean


def test_what_another_took_first_is_not_missed() -> None:
    """s4.priority: a 跑 that a win came before was not there to be made."""
    table = Table(game_of("jiben"), {0: "一玖玖玖", 1: WAITING}, "十玖")
    acts = ["0 discard 一", "1 draw", "2 draw"]
    assert verdict(table, [*acts, "1 win"]).clean
    assert named(verdict(table, [*acts, "0 draw"])) == [(0, "missed-pao")]


def test_a_discard_on_the_second_quad() -> None:
    """s0.bakuai: whoever has made a second quad does not discard; who does is dead, and its card can be claimed."""
    table = Table(game_of("jiben"), {0: "三", 1: "一一一一三三三七", 2: "七七"}, "十")
    acts = ["1 摆提 一一一一", "0 discard 三", "1 pao"]
    found = verdict(table, [*acts, "1 discard 七", "2 peng", "2 discard 八"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.result) == (1, "discard-on-second", "dead-hand")
    assert melds(found, 2) == ["peng"]
    assert verdict(table, [*acts, "2 draw"]).clean


@pytest.mark.parametrize("acts", [["1 chi 三四五", "1 discard 六"], ["1 chi 四五六", "1 discard 三"]])
def test_a_split_kan(acts: list[str]) -> None:
    """s3.lz-clean: a 坎 eaten from or discarded from is split."""
    table = Table(game_of("lz-deng"), {0: "四", 1: "三三三五六"}, never="四")
    fault = only(verdict(table, ["0 discard 四", *acts]))
    assert (fault.seat, fault.fault, fault.result) == (1, "split-kan", "dead-hand")


def test_a_peng_from_a_kan_splits_it() -> None:
    """s0.kan: a 碰 with two cards of a 坎 splits it, and the 跑 that was due is missed."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三三"})
    found = verdict(table, ["0 discard 三", "1 peng", "1 discard 六"])
    assert named(found) == [(1, "split-kan"), (1, "missed-pao")]
    assert melds(found, 1) == ["peng"]


def test_a_missed_peng() -> None:
    """s3.lz-no-wei, s3.lz-clean: a 碰 that could be made must be."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三"}, "五")
    fault = only(verdict(table, ["0 discard 三", "1 draw"]))
    assert (fault.seat, fault.fault, fault.result) == (1, "missed-peng", "dead-hand")
    assert fault.row is not None
    assert "s3.lz-no-wei" in fault.row.row.cites


def test_where_a_peng_is_free_none_is_missed() -> None:
    """s0.peng: in a game that lets it go by, nothing is said."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三"}, "五")
    assert verdict(table, ["0 discard 三", "1 draw"]).clean


def test_too_many_cards() -> None:
    """s3.lz-clean: after a take with no discard there is a card too many in hand."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三"}, "五")
    found = verdict(table, ["0 discard 三", "1 peng", "3 draw"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.result) == (1, "too-many", "dead-hand")
    assert found.state.turn == 3


def test_too_few_cards() -> None:
    """s3.lz-clean: a discard without a take leaves a card too few; nobody may claim it, and play goes on."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "六", 3: "六六"}, "五")
    found = verdict(table, ["0 discard 三", "1 draw", "1 discard 六", "3 draw"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.result) == (1, "too-few", "dead-hand")
    assert found.state.seats[1].discards == parse_cards("六")
    assert found.state.turn == 3


def test_a_card_thrown_away_cannot_be_claimed_with() -> None:
    """s3.lz-clean: who lays a card down in place of a claim has a card too few, and no longer has the card to claim with."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三"}, "五", never="三")
    found = verdict(table, ["0 discard 三", "1 discard 三", "1 peng"])
    assert named(found) == [(1, "too-few")]
    assert (found.lost, found.unread) == (1, 1)
    assert melds(found, 1) == []


# ---------------------------------------------------------------- wins that are none


def test_a_false_win_is_named_where_nothing_is_said_of_it() -> None:
    """A win that is none is told though the variant has no row for it; the hand goes on as it was."""
    table = Table(game_of("jiben"), {0: "一"}, "五六")
    found = verdict(table, ["0 discard 一", "1 win", "1 draw", "2 draw"])
    fault = only(found)
    assert (fault.seat, fault.fault, fault.row, fault.result) == (1, "false-win", None, None)
    assert found.state.turn == 2


def test_a_false_win_pays_as_the_file_says() -> None:
    """The row of a false win costs what 付 says, and the hand can win no more."""
    game = game_with("犯 {\n  增 诈胡 果 死手\n}\n付 {\n  增 赔 于 诈胡 出 本人 入 各家 计 7\n}")
    table = Table(game, {0: "一"}, "五")
    found = verdict(table, ["0 discard 一", "2 win"])
    assert only(found).result == "dead-hand"
    assert found.state.paid == (7, 7, -14)


@pytest.mark.parametrize(("discard", "faults"), [("伍", ["missed-pao", DEAD_WIN]), ("一", [])])
def test_a_dead_hand_cannot_win(discard: str, faults: list[str]) -> None:
    """s0.hu-clean: after 走跑 the card that would have won wins no more, and is told as that; without the fault it does."""
    table = Table(game_of("jiben"), {0: "伍一", 1: WAITING}, "十玖")
    found = verdict(table, [f"0 discard {discard}", "1 draw", "2 draw", "1 win"])
    assert [one.fault for one in found.findings] == faults
    assert found.state.over is not bool(faults)


# ---------------------------------------------------------------- the author's own


RED_THEN_BLACK = """
犯 {
  增 吃红打黑 果 死手  于 打牌 当 吃过红 且 非 此张红
}
付 {
  增 赔 于 吃红打黑 出 本人 入 各家 计 5
}
"""


@pytest.mark.parametrize(("discard", "totals"), [("三", (5, -10, 5)), ("贰", (0, 0, 0))])
def test_a_fault_of_the_authors(discard: str, totals: tuple[int, ...]) -> None:
    """A row with 于 and 当 is a fault: who has eaten red cards and discards a black one pays."""
    table = Table(game_with(RED_THEN_BLACK), {0: "二", 1: "七十三贰"}, never="二")
    found = verdict(table, ["0 discard 二", "1 chi 二七十", f"1 discard {discard}"])
    assert [one.fault for one in found.findings] == (["吃红打黑"] if any(totals) else [])
    assert found.state.paid == totals
    assert found.state.seats[1].memory.dead is any(totals)


def test_a_fault_at_a_claim() -> None:
    """A fault may be of a claim, and take the move back: the card lies where it lay, and another may have it."""
    game = game_with("犯 {\n  增 抢碰 果 撤回  于 碰 当 打来\n}")
    table = Table(game, {0: "三", 1: "二四", 2: "三三"}, never="三")
    found = verdict(table, ["0 discard 三", "2 peng", "1 chi 二三四", "1 discard 五"])
    assert named(found) == [(2, "抢碰")]
    assert melds(found, 2) == []
    assert melds(found, 1) == ["chi"]


# ---------------------------------------------------------------- what a row of 比 says


@pytest.mark.parametrize(
    ("row", "then"), [("", "1 discard 七"), ("改 吃 比 犯规", "1 discard 七"), ("改 吃 比 作废", "1 draw")]
)
def test_what_follows_without_a_bi(row: str, then: str) -> None:
    """s2.bi: a chi that is void is taken back, others stand; it is named every time, listed or not."""
    game = game_with(f"动作 {{\n  {row}\n}}" if row else RED_THEN_BLACK)
    table = Table(game, {0: "三", 1: "一二三四五"}, "六", never="三六")
    fault = only(verdict(table, ["0 discard 三", "1 chi 三四五", then]))
    assert (fault.seat, fault.fault, fault.row) == (1, "missed-bi", None)


def test_a_missed_claim_taken_back_is_made() -> None:
    """撤回 of what was let go by: the claim that was due is made."""
    table = Table(game_with("犯 {\n  增 走跑 果 撤回\n}"), {0: "三", 1: "三三三"}, "五")
    found = verdict(table, ["0 discard 三", "1 pass", "1 discard 六"])
    assert named(found) == [(1, "missed-pao")]
    assert melds(found, 1) == ["pao"]


# ---------------------------------------------------------------- how cards may be written


@pytest.mark.parametrize("cards", ["", "三", "三三", "三三三"])
def test_the_cards_of_a_peng(cards: str) -> None:
    """A claim may be written with the card, with those laid for it, with the meld, or with none."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三"})
    found = verdict(table, ["0 discard 三", f"1 peng {cards}", "1 discard 六"])
    assert found.clean
    assert melds(found, 1) == ["peng"]
    assert found.state.actions[1] == did("1 peng")


@pytest.mark.parametrize("act", ["1 peng 陆陆陆", "1 peng 三三三三", "1 chi 三", "1 chi 三四", "1 win 二"])
def test_cards_that_do_not_fit_a_claim(act: str) -> None:
    """A claim with other cards than those that lie there cannot have been made, and nothing after it is read."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三二四五"})
    found = verdict(table, ["0 discard 三", act, "1 discard 六", "2 draw"])
    assert named(found) == [(1, IMPOSSIBLE)]
    assert (found.lost, found.unread, melds(found, 1)) == (1, 2, [])


def test_other_cards_than_those_of_a_quad() -> None:
    """A 跑 of 三 written as one of 二 is not made."""
    table = Table(game_of("jiben"), {0: "三", 1: "三三三"})
    assert verdict(table, ["0 discard 三", "1 pao 二二二二"]).lost == 1
    assert melds(verdict(table, ["0 discard 三", "1 pao 三三三三"]), 1) == ["pao"]


@pytest.mark.parametrize("cards", ["", "一", "一一一一"])
def test_the_cards_of_a_dealt_quad(cards: str) -> None:
    """A dealt quad may be written by its card, and without one where there is no other."""
    table = Table(game_of("jiben"), {0: "三", 1: "一一一一"})
    found = verdict(table, [f"1 摆提 {cards}", "0 discard 三"])
    assert found.clean
    assert melds(found, 1) == ["ti"]


@pytest.mark.parametrize(("hand", "clean"), [("四五", True), ("四五二", False)])
def test_a_chi_by_its_card(hand: str, clean: bool) -> None:  # noqa: FBT001 - whether it can be told
    """A chi may be written by its card where there is one set that it can make."""
    table = Table(game_of("jiben"), {0: "三", 1: hand}, never="三二一四五叁")
    assert verdict(table, ["0 discard 三", "1 chi 三", "1 discard 六"]).clean is clean


# ---------------------------------------------------------------- where a record does not fit


def test_a_claim_left_out_is_not_many_faults() -> None:
    """A 跑 that was not written down is told once, where the record goes another way, though all after it is odd."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三三九", 3: "九九"}, "五", never="九")
    acts = ["0 discard 三", "1 discard 九", "3 peng", "3 discard 七", "0 draw"]
    found = verdict(table, acts)
    assert named(found) == [(1, "too-few")]
    assert (found.lost, found.unread) == (1, 3)
    assert not found.clean
    assert verdict(table, [acts[0], "1 pao", *acts[1:]]).clean


def test_a_draw_after_a_claim_left_out() -> None:
    """Who draws next tells whether the discard before it was a card too few or follows a claim that is not written."""
    table = Table(game_of("lz-deng"), {0: "三", 1: "三三六"}, "五", never="三六")
    assert verdict(table, ["0 discard 三", "1 discard 六", "3 draw"]).lost == 1
    other = verdict(table, ["0 discard 三", "1 discard 六", "1 draw", "3 peng 陆"])
    assert named(other) == [(1, "too-few"), (1, "missed-peng"), (3, IMPOSSIBLE)]
    assert other.lost == 3


def test_nothing_after_the_first_that_cannot_be_done() -> None:
    """What cannot have been done ends the reading: the next act, which would be another, is not looked at."""
    found = verdict(Table(game_of("jiben"), {0: "三"}), ["0 discard 三", "1 peng 九", "2 peng 九"])
    assert (named(found), found.lost, found.unread) == ([(1, IMPOSSIBLE)], 1, 1)


# ---------------------------------------------------------------- why


def because(found: Finding) -> Because | None:
    """Return what fails of the claim of a fault."""
    return found.why.because if isinstance(found.why, Why) else None


def test_why_a_claim_is_against_the_rules() -> None:
    """What has no name has its reason: how the card came, or what the hand lacks."""
    table = Table(game_of("jiben"), {0: "一", 1: "五五"}, "五")
    first = verdict(table, ["0 discard 一", "1 draw", "1 peng", "2 draw"]).findings[0]
    assert (first.fault, because(first)) == (OTHER, Because.EVENT)
    fault = only(verdict(Table(game_of("jiben"), {0: "一"}, "五六"), ["0 discard 一", "1 draw", "2 win"]))
    assert (fault.fault, because(fault)) == ("false-win", Because.HAND)


def test_why_a_card_may_not_be_discarded() -> None:
    """A discard that a row forbids names the row."""
    game = game_with("打 {\n  增 留红 禁打 当 此张红\n}")
    fault = only(verdict(Table(game, {0: "二"}), ["0 discard 二"]))
    assert fault.fault == OTHER
    assert isinstance(fault.why, Row)
    assert fault.why.written == "留红"
