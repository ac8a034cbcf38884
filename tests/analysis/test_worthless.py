"""Hands that win and are worth nothing: told where some hand of a small deck is so, and silent elsewhere."""

from __future__ import annotations

import pytest

from phzdsl.analysis.clock import Clock
from phzdsl.analysis.least import least_worth, rooms_below
from phzdsl.analysis.lint import lint
from phzdsl.analysis.worthless import worthless
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.library import load, loads, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.score import score
from phzdsl.syntax.limits import Limits
from phzdsl.text.diagnostics import Bilingual, Diagnostic
from tests.analysis.test_lint import readings

SMALL = """
版本 1
变体 small "四点牌" 继承 common {{
  牌 {{ 改 小字 一..四 各 4；改 大字 壹..肆 各 3 }}
  座 {{ 改 起手 庄 9 闲 8；改 余墩 3 }}
  胡 {{ 改 门数 2；删 天胡；改 起胡 {minimum} }}
  {more}
}}
"""
# By 起胡 and further blocks. The greatest 息 of two groups is 12; where no 等 is stated, wins are worth 1 + (息 - 9) ÷ 3.
DENG = "计 { 改 等 = 1 + (息 - 9) ÷ 3 }"
SHEETS = (
    ("息 >= 9", DENG),
    ("息 >= 8", DENG),
    ("8 < 息 且 红牌 >= 0", DENG),
    ("息 >= 9 或 息 = 0", DENG),
    ("息 >= 9 或 息 >= 10 且 自摸", DENG),
    ("息 在 6..9", "计 { 改 等 = (息 - 6) ÷ 1 }"),
    ("息 在 5..9", "计 { 改 等 = (9 - 息) ÷ 1 }"),
    ("碰数 + 坎数 >= 1 且 息 >= 0", "计 { 改 等 = 息 ÷ 1 }"),
    ("碰数 + 坎数 + 偎数 >= 2", "计 { 改 等 = (息 - 1) ÷ 1 }"),
    ("碰数 + 坎数 >= 2", "计 { 改 等 = (息 - 2) ÷ 1 }"),
    ("若 自摸 则 息 >= 6 否则 息 >= 9", DENG),
    ("息 >= 9", DENG + "番 { 增 罚 当 庄家 计 -5 }"),
    ("息 >= 9", "计 { 改 等 = 1 + (息 - 9) ÷ 3；改 底 = 等 × 番 - (若 庄家 则 2 否则 0) }"),
    ("息 >= 9", DENG + "胡 { 增 全大 当 大字 = 6 免 起胡 }"),
    ("息 >= 9", DENG + "胡 { 增 两碰 当 碰数 + 坎数 >= 2 免 起胡 }"),
    ("息 >= 9", DENG + "胡 { 增 提牌 当 提数 >= 1 免 起胡 }"),
)


def sheet(minimum: str, more: str) -> Ruleset:
    """Return the common rules on a deck of four points with two groups to a hand."""
    return loads(SMALL.format(minimum=minimum, more=more))


def least_of_all(room: Ruleset) -> int:
    """Return what the cheapest set of melds that wins is worth, by trying all."""
    found = []
    for hand, reading in readings(room):
        values = Values(HandFacts.of(hand, room), reading, room, lambda: 1)
        counted = count_reading(room, values)
        assert room.win.minimum is not None
        waived = any("minimum" in way.waives for way in counted.ways)
        if waived or evaluate(room.win.minimum.value, counted.values):
            found.append(counted.step("base") or 0)
    return min(found)


@pytest.mark.parametrize(("minimum", "more"), SHEETS)
def test_told_where_some_hand_is_worth_nothing(minimum: str, more: str) -> None:
    """No win is below the bound, and R828 is told just where some set of melds wins and is worth nothing or less."""
    ruleset = sheet(minimum, more)
    least = least_of_all(bind(ruleset))
    assert least_worth(ruleset, {}) <= least
    assert ([one.code for one in lint(ruleset)] == ["R828"]) == (least <= 0)


def found_in(body: str, parent: str = "cd-quan") -> Diagnostic | None:
    """Return what is said of a child with these blocks, None where nothing is."""
    return next(
        (one for one in lint(loads(f'版本 1\n变体 t "试" 继承 {parent} {{ {body} }}')) if one.code == "R828"), None
    )


# ---------------------------------------------------------------- rules that ship


def test_bounds_settle_what_ships() -> None:
    """Of no variant that ships a question is left when the bounds were looked at, in any room."""
    assert {name: list(rooms_below(load(name))) for name in shipped()} == {name: [] for name in shipped()}


# ---------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("body", "place", "beside"),
    [
        # 起胡 lowered, and 等 begins at 15 as in the common rules.
        ("胡 { 改 起胡 息 >= 12 }", "改 起胡 息 >= 12", "等 = 1 + (息 - 15) ÷ 3"),
        ("胡 { 改 起胡 息 >= 9 }", "改 起胡 息 >= 9", "等 = 1 + (息 - 15) ÷ 3"),
        ("计 { 改 等 = (息 - 15) ÷ 3 }", "改 等 = (息 - 15) ÷ 3", None),
        ("胡 { 增 全黑 当 红牌 = 0 免 起胡 }", "增 全黑 当 红牌 = 0 免 起胡", "等 = 1 + (息 - 15) ÷ 3"),
    ],
)
def test_the_row_that_caused_it(body: str, place: str, beside: str | None) -> None:
    """It is told at the child's own row, with the step that gives nothing beside it."""
    told = found_in(body)
    assert told is not None
    assert told.span.text == place
    assert [one.span.text.partition("  ")[0] for one in told.related] == ([] if beside is None else [beside])


def test_the_hand_that_is_shown() -> None:
    """The hand wins and is worth what is said, in both languages."""
    body = "胡 { 改 起胡 息 >= 12 }"
    told = found_in(body)
    assert told is not None
    hand = told.values["hand"]
    assert isinstance(hand, Bilingual)
    ruleset = loads(f'版本 1\n变体 t "试" 继承 cd-quan {{ {body} }}')
    for text in (hand.zh, hand.en):
        cards = text.partition("  ")[0]
        scored = score(bind(ruleset), parse_hand(cards, ruleset, "draw"))
        assert (scored.win, scored.points) == (True, told.values["points"])
        assert 12 <= scored.xi < 15
    assert "由 他摸" in hand.zh
    assert "by others-draw" in hand.en


def test_facts_and_choices_that_it_takes() -> None:
    """What a hand needs besides its cards, and what the room chose, is written as in an example."""
    dealer = found_in("计 { 改 底 = 等 × 番 - (若 庄家 则 2 否则 0) }", "common")
    room = found_in("选项 { 增 起息 选 15, 12 默认 15 } 胡 { 改 起胡 息 >= 起息 }")
    for told, zh, en in ((dealer, "事 庄家", "given dealer"), (room, "设 起息 = 12", "sets 起息 = 12")):
        assert told is not None
        hand = told.values["hand"]
        assert isinstance(hand, Bilingual)
        assert zh in hand.zh
        assert en in hand.en


# ---------------------------------------------------------------- silent


@pytest.mark.parametrize(
    ("body", "parent"),
    [
        ("胡 { 改 起胡 息 >= 12 } 计 { 改 等 = 1 + (息 - 12) ÷ 3 }", "cd-quan"),
        ("胡 { 改 起胡 息 >= 12 } 计 { 改 等 = 最大(1 + (息 - 15) ÷ 3, 1) }", "cd-quan"),
        (
            "选项 { 增 起息 选 15, 12 默认 15 } 胡 { 改 起胡 息 >= 起息 } 计 { 改 等 = 1 + (息 - 起息) ÷ 3 }",
            "cd-quan",
        ),
        # The room decides whether the least win counts one or none, and one is the default.
        ("选项 { 增 起等 选 1, 0 默认 1 } 计 { 改 等 = 起等 + (息 - 15) ÷ 3 }", "common"),
    ],
)
def test_nothing_is_said(body: str, parent: str) -> None:
    """Where 等 begins at the minimum, or the room may say so, nothing is said."""
    assert found_in(body, parent) is None


def test_what_is_paid_counts() -> None:
    """Where the payment adds to a base of 0, the winner gains."""
    ruleset = sheet("息 >= 6", DENG + "付 { 改 胡牌 计 底 + 5 }")
    assert least_worth(ruleset, {}) == 0
    assert [one.code for one in lint(ruleset)] == []


def test_a_rare_hand() -> None:
    """What samples do not meet is looked for among all complete hands: of seven groups only four 提 of big cards come so far."""
    body = "计 { 改 等 = 若 息 >= 71 则 0 否则 1；改 底 = 等 × 番 }"
    (told,) = lint(loads(f'版本 1\n变体 t "试" 继承 common {{ {body} }}'), Limits(seconds=600))
    assert told.code == "R828"
    assert told.values["points"] == 0


def test_no_time_nothing_said() -> None:
    """Without time no hand is looked for, and nothing fails."""
    ruleset = sheet("息 >= 6", DENG)
    assert [one.code for one in lint(ruleset, Limits(seconds=0))] == []
    clock = Clock(0)
    clock.begin(0)
    assert list(worthless(ruleset, list(rooms_below(ruleset)), clock)) == []
