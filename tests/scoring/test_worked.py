"""Worked values of the sources, each computed by hand in its docstring or comment.

These are the numbers that the seed documents and sheets state; none was taken from a run of the program.
"""

from __future__ import annotations

import pytest

from phzdsl.cards import parse_cards
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind, parse_options
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.score import Score, score


def ruleset(name: str, **options: str) -> Ruleset:
    """Return a shipped variant bound to options as people write them."""
    loaded = load(name)
    return bind(loaded, parse_options(loaded, options))


def scored(name: str, hand: str, by: str = "draw", *facts: str, **options: str) -> Score:
    """Score a hand of a shipped variant."""
    bound = ruleset(name, **options)
    return score(bound, parse_hand(hand, bound, by, dict.fromkeys(facts, 1)))


@pytest.mark.parametrize(
    ("hand", "xi", "deng"),
    [
        # 偎陆 6 + 偎捌 6 + 一二三 3; the four other runs nothing.
        ("偎 陆陆陆 / 偎 捌捌捌 / 手 一二三 四五六 七八九 贰叁肆 叁肆 / 胡 伍", 15, 1),
        # 偎陆 6 + 偎捌 6 + 一二三 3 twice.
        ("偎 陆陆陆 / 偎 捌捌捌 / 手 一二三 一二三 七八九 贰叁肆 叁肆 / 胡 伍", 18, 2),
        # As before, 碰五 1 and 碰九 1 in place of two runs.
        ("偎 陆陆陆 / 偎 捌捌捌 / 碰 五五五 / 碰 九九九 / 手 一二三 一二三 叁肆 / 胡 伍", 20, 2),
        # 偎陆 6 + 偎捌 6 + 偎五 3 + 一二三 3 twice.
        ("偎 陆陆陆 / 偎 捌捌捌 / 偎 五五五 / 手 一二三 一二三 七八九 贰叁 / 胡 肆", 21, 3),
    ],
)
def test_deng_of_s0(hand: str, xi: int, deng: int) -> None:
    """s0.deng: 15 胡息 are 1 等, 18 are 2, 20 still 2, 21 are 3; a plain win drawn by another pays its 等."""
    found = scored("jiben", hand)
    assert (found.xi, found.deng, found.points) == (xi, deng, deng)


def test_short_of_the_minimum() -> None:
    """s0.hu-min: 偎陆 6 + 偎捌 6 are 12 息 in seven groups; 15 are needed, so 3 are missing and nobody pays."""
    found = scored("jiben", "偎 陆陆陆 / 偎 捌捌捌 / 手 四五六 四五六 七八九 贰叁肆 叁肆 / 胡 伍")
    assert not found.win
    assert found.reason is not None
    assert (found.reason.code, found.reason.missing) == ("short", 3)
    assert found.points == 0


TEN_RED = "碰 七七七 / 偎 陆陆陆 / 手 二七十 贰柒拾 一二三 四五六 肆伍 / 胡 陆"
# Three 二 in hand would be a 坎, which may not be split: one 二七十 was eaten.
THIRTEEN_RED = "偎 陆陆陆 / 吃 二七十 / 手 二七十 贰柒拾 贰柒拾 一二三 四五 / 胡 六"
SEVEN_BLACK_SETS = "碰 壹壹壹 / 碰 叁叁叁 / 偎 肆肆肆 / 碰 伍伍伍 / 偎 陆陆陆 / 手 捌捌捌一一 / 胡 一"


def test_red_of_quan() -> None:
    """s0.quan-hong: 10 red cards are 2 番, 13 are 5.

    Ten: 七七七 3, 二七十 3, 贰柒拾 3, the 二 of 一二三; 息 1 + 6 + 3 + 6 + 3 = 19, 2 等, 4 in all.
    Thirteen: 二七十 and 贰柒拾 twice are 12, the 二 of 一二三; 息 6 + 3 + 3 + 6 + 6 + 3 = 27, 5 等, 25 in all.
    """
    ten, thirteen = scored("cd-quan", TEN_RED), scored("cd-quan", THIRTEEN_RED)
    assert (ten.xi, ten.deng, ten.fan, ten.points) == (19, 2, 2, 4)
    assert (thirteen.xi, thirteen.deng, thirteen.fan, thirteen.points) == (27, 5, 5, 25)


def test_three_patterns_stack_in_quan() -> None:
    """s0.quan-stack: all black 6, 对对胡 6 and 18 big cards 6 are 18 番.

    息: 碰壹 3, 碰叁 3, 偎肆 6, 碰伍 3, 偎陆 6, 坎捌 6, 碰一 1 (drawn by another) = 28, 1 + 13 ÷ 3 = 5 等, 90 in all.
    """
    found = scored("cd-quan", SEVEN_BLACK_SETS)
    assert (found.xi, found.deng, found.fan, found.points) == (28, 5, 18, 90)
    assert {pattern.name for pattern in found.patterns} == {"乌胡", "对对胡", "大胡"}


def test_one_more_big_card_is_one_more_fan() -> None:
    """s0.quan-da: 19 big cards are 7 番. With 提捌 (4 big, 12 息) and 将一一: 15 + 4 = 19 big; 6 + 6 + 7 = 19 番."""
    hand = "碰 壹壹壹 / 碰 叁叁叁 / 偎 肆肆肆 / 碰 伍伍伍 / 偎 陆陆陆 / 提 捌捌捌捌 / 手 一 / 胡 一"
    assert scored("cd-quan", hand).fan == 19


def test_black_with_all_sets_in_ban() -> None:
    """s1.ban-duidui: 乌胡 with 对对胡 are 10 番 together, in place of 5 + 4; 28 息 are 5 等, 50 in all."""
    found = scored("ban", SEVEN_BLACK_SETS)
    assert (found.fan, found.points) == (10, 50)


def test_last_card_in_ban() -> None:
    """s1.ban-haidi: 海底 alone is 1 番; with 红胡 (10 red cards, 2 番) it is 2, so 4 together."""
    plain = "偎 陆陆陆 / 偎 捌捌捌 / 手 一二三 四五六 七八九 贰叁肆 叁肆 / 胡 伍"
    assert scored("ban", plain, "draw", "last").fan == 1
    assert scored("ban", TEN_RED, "draw", "last").fan == 4


# s1.lz-xi: black small, red small, black big, red big. 坎 as stated; 招 = 坎 + 3; 垅 = 招 + 3.
LUZHOU = {
    "peng": (1, 6, 3, 9),
    "kan": (6, 9, 9, 12),
    "pao": (9, 12, 12, 15),
    "ti": (12, 15, 15, 18),
}


@pytest.mark.parametrize("meld", LUZHOU)
@pytest.mark.parametrize("variant", ["lz-deng", "lz-fan", "lz-ming"])
def test_four_way_values_of_luzhou(variant: str, meld: str) -> None:
    """s1.lz-xi: each meld of four sorts of kinds (一, 二, 壹, 贰) has its stated value, 18 at most."""
    bound = ruleset(variant)
    found = bound.meld(meld)
    copies = found.same
    values = tuple(found.value.of(parse_cards(card) * copies, bound.deck.red) for card in "一二壹贰")
    assert values == LUZHOU[meld]
    greatest = max(one.value.of(form, bound.deck.red) for one in bound.melds for form in one.forms)
    assert greatest == 18


@pytest.mark.parametrize(
    ("xi", "base"), [(0, 2), (10, 2), (19, 2), (20, 3), (29, 3), (30, 4), (39, 4), (40, 5), (88, 5)]
)
def test_bands_of_luzhou_ming(xi: int, base: int) -> None:
    """sheet.luzhou: 0 胡 are 2, 10-19 are 2, 20-29 are 3, 30-39 are 4, 40 and more are 5 points before 番."""
    step = next(step for step in ruleset("lz-ming").count.steps if step.id == "deng")
    assert evaluate(step.formula, {"step:xi": xi}) == base


def owed(event: str, **facts: int) -> set[tuple[str, int]]:
    """Return who pays how much in 碰胡子 at an event, with the base of 1."""
    keys = ("from-discard", "from-draw", "self-draw", "source-discard", "source-wei", "discard-win", "dealer")
    values = {f"fact:{key}": facts.get(key.replace("-", "_"), 0) for key in keys}
    values["nth:peng+wei+chou-wei"] = facts.get("nth", 0)
    values |= {"way:五福": facts.get("wufu", 0), "step:base": facts.get("base", 0)}
    found = set()
    for payment in ruleset("peng").payments:
        if event in payment.events and (payment.when is None or evaluate(payment.when, values)):
            found.add((payment.payer, evaluate(payment.amount, values)))
    return found


@pytest.mark.parametrize("nth", [1, 2])
def test_pay_peng(nth: int) -> None:
    """s3.pay-peng: of a discard its discarder pays 3; of a draw the others pay 1 each."""
    assert owed("peng", from_discard=1, nth=nth) == {("discarder", 3)}
    assert owed("peng", from_draw=1, nth=nth) == {("others", 1)}


def test_pay_wei() -> None:
    """s3.pay-wei: each other pays 2 for the first and second."""
    assert owed("wei", from_draw=1, nth=1) == {("others", 2)}
    assert owed("wei", from_draw=1, nth=2) == {("others", 2)}


@pytest.mark.parametrize("nth", [3, 4])
def test_pay_third_and_fourth(nth: int) -> None:
    """s3.pay-san-da, s3.pay-si-qin: the third and fourth 碰 or 煨: 5 each on a draw, 15 by the discarder."""
    assert owed("peng", from_discard=1, nth=nth) == {("discarder", 15)}
    assert owed("peng", from_draw=1, nth=nth) == {("others", 5)}
    assert owed("wei", from_draw=1, nth=nth) == {("others", 5)}


def test_pay_pao() -> None:
    """s3.pay-pao-wei, s3.pay-pao-peng: 12 by one or 4 each; a 跑 from a 碰 follows the source of the 碰."""
    assert owed("pao", from_discard=1, source_wei=1) == {("discarder", 12)}
    assert owed("pao", from_draw=1, source_wei=1) == {("others", 4)}
    assert owed("peng-pao", from_draw=1, source_discard=1) == {("source-discarder", 12)}
    assert owed("peng-pao", from_draw=1) == {("others", 4)}


def test_pay_ti() -> None:
    """s3.pay-ti: four equal at the deal, each other pays 10; 提 from a 煨, each other pays 8."""
    assert owed("摆提") == {("others", 10)}
    assert owed("ti", from_draw=1, source_wei=1) == {("others", 8)}


FOUR_PENG = "碰 五五五 / 碰 一一一 / 偎 拾拾拾 / 碰 肆肆肆 / 手 八八"
PLAIN_PENG = "碰 五五五 / 手 一二三 二七十 捌捌八 肆伍 / 胡 陆"


def test_pay_wins_of_peng() -> None:
    """s3.pay-hu, s3.pay-dealer: a plain win is 4, 跑双 8; a dealer's 4 more or double, as agreed."""
    assert scored("peng", PLAIN_PENG).points == 4
    assert scored("peng", PLAIN_PENG, "draw", "dealer").points == 8
    assert scored("peng", f"{FOUR_PENG} / 胡 五", "draw", "declared").points == 8
    assert scored("peng", f"{FOUR_PENG} / 胡 五", "draw", "declared", "dealer").points == 12
    assert scored("peng", f"{FOUR_PENG} / 胡 五", "draw", "declared", "dealer", 庄胡="加倍").points == 16


def test_pay_wu_fu() -> None:
    """s3.pay-wu-fu: on a draw each other pays 40; on a discard its discarder alone pays 120."""
    drawn = scored("peng", f"{FOUR_PENG} / 胡 八", "draw", "declared")
    assert [(one.payer, one.amount) for one in drawn.payments] == [("others", 40)]
    discarded = scored("peng", f"{FOUR_PENG} / 胡 八", "discard", "declared")
    assert [(one.payer, one.amount) for one in discarded.payments] == [("discarder", 120)]


def test_wu_fu_waits_for_its_own_card() -> None:
    """s3.wu-fu-alarm: with a pair of small 八 left, the big 捌 does not win."""
    assert not scored("peng", f"{FOUR_PENG} / 胡 捌", "draw", "declared").win


def test_seven_pairs_and_two_quads() -> None:
    """s3.xiao-qi-dui: seven pairs pay 40, a dealer's 80; s3.shuang-long: two fours-of-a-kind pay 40."""
    pairs = "手 一一三三五五七七贰贰肆肆玖玖"
    assert scored("peng", pairs, "deal").points == 40
    assert scored("peng", f"{pairs}拾", "deal", "dealer").points == 80
    assert scored("peng", "提 三三三三 / 提 捌捌捌捌 / 手 一五九贰陆拾", "deal").points == 40


@pytest.mark.parametrize("hand", [TEN_RED, THIRTEEN_RED, SEVEN_BLACK_SETS])
@pytest.mark.parametrize("by", ["draw", "self"])
def test_zijindao_plays_the_full_patterns(hand: str, by: str) -> None:
    """s4 names 常德全名堂 as its rules: 息, 等, 番 and points agree with cd-quan on what both define."""
    one, other = scored("zjd", hand, by), scored("cd-quan", hand, by)
    assert (one.xi, one.deng, one.fan, one.points) == (other.xi, other.deng, other.fan, other.points)
