"""Checks on a whole ruleset: what they find beside the samples of the catalogue, and what they leave in peace."""

from __future__ import annotations

from functools import cache

import pytest

from phzdsl.ruleset.check.implied import implies, narrowed
from phzdsl.ruleset.checks import CHECKS
from phzdsl.ruleset.expressions import Combined, Comparison, Constant, Expr, Ref, Unit, Within
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.model import Ruleset
from tests.ruleset.support import child, codes_in, load_text

RED = Ref("fact:red-cards", Unit.NUMBER, 0, 24)
BIG = Ref("fact:big-cards", Unit.NUMBER, 0, 28)

ROOMS = """
选项 {{
  增 几家 选 2, 3       默认 3
  增 抽张 选 0, 10, 20  默认 20   当 几家 = 2
  增 王张 选 0..4       默认 0
}}
牌 {{
  增 王   王张
  增 抽去 若 几家 = 2 则 抽张 否则 0
}}
座 {{
  改 人数 几家
  改 余墩 {stock}
}}
"""


@cache
def read(variant: str) -> Ruleset:
    """Read what ships once for all checks."""
    return load(variant)


@pytest.mark.parametrize("variant", shipped())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_shipped_variants_pass(variant: str, check: object) -> None:
    """Each check by itself is silent on what ships."""
    assert callable(check)
    assert list(check(read(variant))) == []


def test_cards_add_up_in_every_room() -> None:
    """Sums that hold for each combination of options pass, wild and removed cards included."""
    text = child(ROOMS.format(stock="(若 几家 = 2 则 39 - 抽张 否则 19) + 王张"))
    assert codes_in(text) == []


def test_the_room_that_fails_is_named() -> None:
    """One wrong combination among many is found, and the message says which room it is."""
    found = load_text(child(ROOMS.format(stock="(若 几家 = 2 则 39 - 抽张 否则 19) + 最小(王张, 3)"))).diagnostics
    assert [one.code for one in found] == ["A501"]
    assert "王张=4" in found[0].values["room"].zh  # type: ignore[union-attr]  # of this code it has two languages


def test_a_room_that_cannot_be_is_not_tried() -> None:
    """Combinations that the file forbids need not add up."""
    rooms = ROOMS.replace("}}\n牌", "  增 不加 禁 王张 = 4\n}}\n牌", 1)
    text = child(rooms.format(stock="(若 几家 = 2 则 39 - 抽张 否则 19) + 最小(王张, 3)"))
    assert codes_in(text) == []


def test_an_option_may_matter_only_with_another() -> None:
    """An option that changes nothing at the defaults, but something in another room, is not called idle."""
    text = child(ROOMS.format(stock="(若 几家 = 2 则 39 - 抽张 否则 19) + 王张"))
    assert "R807" not in codes_in(text)


def test_an_option_with_equal_branches_is_idle() -> None:
    """Naming an option is not enough: both branches the same is no change."""
    assert codes_in(child("选项 {\n  增 点灯 选 是, 否\n}\n计 {\n  改 底 = 若 点灯 则 等 × 番 否则 等 × 番\n}")) == [
        "R807"
    ]


def test_a_condition_closes_the_gaps_of_a_table() -> None:
    """A table in a pattern is only asked for the values that the pattern's condition lets through."""
    body = "番 {{\n  增 红胡 当 红牌 在 10..12 计 查 红牌 [ 10: 2, 11..12: {last} ]\n}}"
    assert codes_in(child(body.format(last=3))) == []
    assert codes_in(child(body.format(last=3).replace("11..12", "11"))) == ["R804"]


def test_a_table_of_one_pattern_is_read_in_order() -> None:
    """A wider condition after a narrower one is in order; before it, the narrower one is never reached."""
    body = (
        "番 {{\n  改 合并 首个\n  增 甲 当 红牌 >= {first} 且 自摸 计 1\n  增 乙 当 红牌 >= {second} 且 自摸 计 2\n}}"
    )
    assert codes_in(child(body.format(first=13, second=10))) == []
    assert codes_in(child(body.format(first=10, second=13))) == ["R824"]


def test_the_best_of_a_table_counts() -> None:
    """In a best table the smaller amount under the narrower condition never counts, wherever it stands."""
    body = "番 {{\n  改 合并 最高\n  增 甲 当 红牌 >= 13 计 {first}\n  增 乙 当 红牌 >= 10 计 2\n}}"
    assert codes_in(child(body.format(first=4))) == []
    assert codes_in(child(body.format(first=1))) == ["R824"]


def test_a_circle_of_three_is_told_once() -> None:
    """Patterns that replace each other in a ring are one fault."""
    body = (
        "番 {\n  增 甲 当 红牌 = 1 计 1 代替 乙\n  增 乙 当 红牌 = 2 计 1 代替 丙\n  增 丙 当 红牌 = 3 计 1 代替 甲\n}"
    )
    assert codes_in(child(body)) == ["R811"]


def test_every_needed_row_is_asked_for() -> None:
    """A variant without rows is told everything that it lacks in one run."""
    assert codes_in('版本 1\n变体 t "空" {\n}\n') == ["A520"] * 8


# ---------------------------------------------------------------- what conditions say about each other


def over(value: Ref, number: int) -> Expr:
    """Return that a value is at least a number."""
    return Comparison(">=", value, Constant(number))


@pytest.mark.parametrize(
    ("condition", "other", "wanted"),
    [
        (over(RED, 13), over(RED, 10), True),
        (over(RED, 10), over(RED, 13), False),
        (over(RED, 13), over(BIG, 10), False),
        (Combined("and", (over(RED, 13), over(BIG, 3))), over(RED, 10), True),
        (over(RED, 13), Combined("or", (over(BIG, 3), over(RED, 10))), True),
        (Within(RED, ((10, 12),)), Within(RED, ((8, 11), (10, 14))), True),
        (Within(RED, ((10, 12),)), Within(RED, ((8, 11), (12, 14))), False),
        (Comparison("!=", RED, Constant(1)), over(RED, 0), False),
    ],
)
def test_implication(condition: Expr, other: Expr, wanted: object) -> None:
    """One condition implies another where ranges of the same amount say so; where they do not, nothing is claimed."""
    assert implies(condition, other) is wanted


def test_narrowing() -> None:
    """A condition narrows the bounds of the amounts that it compares, and of no others."""
    condition = Combined("and", (over(RED, 10), Within(RED, ((0, 12), (20, 30))), over(BIG, 5)))
    assert narrowed(RED, (0, 24), condition) == (10, 24)
    assert narrowed(BIG, (0, 28), condition) == (5, 28)
