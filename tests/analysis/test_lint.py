"""What is said of rules can never happen: against every hand of a small deck, in every room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from phzdsl.analysis.arcs import open_shape
from phzdsl.analysis.clock import Clock, OutOfTimeError
from phzdsl.analysis.felt import Parts, rooms_of
from phzdsl.analysis.lint import lint
from phzdsl.analysis.proofs import Prover
from phzdsl.cards import kind_of
from phzdsl.errors import OptionError
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.library import loads
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.scoring.readings import Group, Reading
from phzdsl.scoring.score import score
from phzdsl.syntax.limits import Limits
from phzdsl.text.diagnostics import Diagnostic

FOUR_POINTS = """
版本 1
变体 small "四点牌" 继承 common {{
  选项 {{
    增 加息 选 0, 3 默认 0
    增 松紧 选 松, 紧 默认 松
    增 收红 选 是, 否 默认 否 当 松紧 = 紧
    {options}
  }}
  牌 {{ 改 小字 一..四 各 4；改 大字 壹..肆 各 3 }}
  座 {{ 改 起手 庄 9 闲 8；改 余墩 3 }}
  胡 {{
    改 门数 2；改 起胡 息 >= (若 松紧 = 紧 则 9 否则 3) - 加息
    删 天胡
    {wins}
  }}
  计 {{ 改 等 = 1 }}
  番 {{
    {patterns}
  }}
}}
"""


def small(patterns: str = "", wins: str = "", options: str = "") -> Ruleset:
    """Return the common rules on a deck of four points with two groups to a hand, and rows of one's own."""
    return loads(FOUR_POINTS.format(patterns=patterns, wins=wins, options=options))


def told(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return what is proved: codes with the name of their row."""
    return [(one.code, str(one.values.get("name", ""))) for one in lint(ruleset)]


# ---------------------------------------------------------------- against all hands

CONDITIONS = (
    "息 = 0",
    "息 = 3 且 红牌 = 0",
    "息 >= 21",
    "门子息 = 6 且 非 自摸",
    "大字 = 6 且 小字 >= 2",
    "大字 = 6 且 小字 >= 3",
    "大字 + 小字 = 7",
    "大字 + 小字 = 8 且 碰数 = 1",
    "红牌 >= 5",
    "红牌 = 4 且 句数 = 1",
    "顺数 = 2 且 门子息 > 0",
    "顺数 = 1 且 绞数 = 1",
    "提数 = 1 且 将数 = 0",
    "提数 + 跑数 = 2 且 将数 = 1",
    "若 松紧 = 紧 则 门子息 < 6 否则 门子息 < 3",
    "若 松紧 = 紧 则 门子息 < 6 否则 门子息 < 0",
    "收红 且 红牌 = 0 且 顺数 = 2",
    "自摸 且 起手胡",
    "庄家 且 张(一) = 4 且 张(壹) = 3",
    "张(一, 二) >= 8 且 句数 = 1",
)


def readings(room: Ruleset) -> Iterator[tuple[Hand, Reading]]:
    """Yield every complete set of melds of a small deck, come in every way."""
    shape = open_shape(room)
    for melds in combinations_with_replacement(shape.free, shape.groups):
        cards = tuple(sorted(kind for form in melds for kind in form.kinds))
        quads = sum(len(form.kinds) == 4 for form in melds)
        pairs = sum(len(form.kinds) == 2 for form in melds)
        if pairs != (quads > 0) or any(cards.count(kind) > shape.copies[kind] for kind in cards):
            continue
        groups = tuple(Group(room.melds[form.meld].id, form.kinds, form.xi) for form in melds)
        table = tuple(TableMeld(group.meld, group.cards) for group in groups)
        for by, dealer in product((By.SELF, By.DRAW, By.DEAL), (0, 1)):
            yield Hand(table, (), None, by, (("dealer", dealer),)), Reading(groups)


def rooms_with_all_choices(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Yield the ruleset bound to every combination of its options that a room may choose."""
    every = product(*(option.numbers or range(len(option.choices)) for option in ruleset.options))
    for values in every:
        try:
            yield bind(ruleset, dict(zip((option.id for option in ruleset.options), values, strict=True)))
        except OptionError:
            continue


def held_somewhere(ruleset: Ruleset) -> set[str]:
    """Return the patterns that some win of some room has, by trying all."""
    found: set[str] = set()
    # What the cards of a meld show decides nothing, nor who wins: the rooms differ in three options.
    for room in rooms_with_all_choices(ruleset):
        if dict(room.bound or ())["偎亮张"]:
            continue
        for hand, reading in readings(room):
            values = Values(HandFacts.of(hand, room), reading, room, lambda: 1)
            counted = count_reading(room, values)
            minimum = room.win.minimum
            if minimum is None or evaluate(minimum.value, counted.values):
                found |= {
                    pattern.row.written
                    for table, pattern in room.patterns()
                    if values[f"pattern:{table.id}/{pattern.id}"]
                }
    return found


def test_told_is_just_what_no_hand_has() -> None:
    """Of twenty conditions those are told that no complete hand of any room meets, and no others."""
    patterns = "\n".join(f"增 番{place} 当 {condition} 计 1" for place, condition in enumerate(CONDITIONS))
    ruleset = small(patterns)
    expected = {f"番{place}" for place in range(len(CONDITIONS))} - held_somewhere(ruleset)
    assert 4 < len(expected) < len(CONDITIONS) - 4
    assert {name for code, name in told(ruleset) if code == "R801"} == expected


# ---------------------------------------------------------------- rooms


def test_a_thousand_rooms_that_the_question_does_not_feel() -> None:
    """Ten options that change what counts make 1,024 rooms; what feels none of them is told all the same."""
    options = "\n".join(f"增 选{n} 选 是, 否 默认 否" for n in range(10))
    patterns = "\n".join(f"增 甲{n} 当 红牌 >= 1 且 选{n} 计 1" for n in range(10))
    found = told(small(f"{patterns}\n增 无 当 红牌 = 0 且 张(二) >= 1 计 2", options=options))
    assert found == [("R801", "无")]


def test_one_room_is_enough_to_be_possible() -> None:
    """A pattern that only one combination of options allows is possible; one that none allows is told."""
    options = "增 甲 选 是, 否 默认 否\n增 乙 选 是, 否 默认 否"
    patterns = """增 能 当 红牌 = 0 且 (若 甲 且 乙 则 张(一) 否则 张(二)) >= 1 且 大字 = 0 计 1
    增 无 当 红牌 = 0 且 (若 甲 且 乙 则 张(贰) 否则 张(二)) >= 1 且 大字 = 0 计 1"""
    assert told(small(patterns, options=options)) == [("R801", "无")]


def test_rooms_that_may_not_be() -> None:
    """Combinations that the file bars are no rooms: what only they allow is told."""
    options = "增 甲 选 是, 否 默认 否\n增 乙 选 是, 否 默认 否\n{bar}"
    pattern = "增 难 当 红牌 = 0 且 (若 甲 且 乙 则 张(一) 否则 张(二)) >= 1 计 1"
    assert told(small(pattern, options=options.format(bar=""))) == []
    assert told(small(pattern, options=options.format(bar="增 不并 禁 甲 且 乙"))) == [("R801", "难")]


def test_parts_feel_what_they_name() -> None:
    """A question about cards feels no option without the minimum, and those of the minimum with it."""
    ruleset = small("增 甲 当 红牌 = 0 计 1")
    parts = Parts(ruleset)
    plain, whole = (parts.of({"pattern:fan/甲"}, whole=whole) for whole in (False, True))
    assert parts.options(plain) == ()
    felt = parts.options(whole)
    assert {option.id for option in felt} == {"加息", "松紧"}
    assert len(list(rooms_of(ruleset, whole, felt))) == 4


# ---------------------------------------------------------------- ways round the minimum


def test_a_way_round_the_minimum() -> None:
    """A hand below the minimum is a win by a way that waives it, so what needs such a hand is possible."""
    pattern = "增 低 当 息 <= 0 且 大字 = 6 且 顺数 >= 1 且 加息 = 0 计 1"
    assert told(small(pattern)) == [("R801", "低")]
    assert told(small(pattern, wins="增 全大 当 大字 = 6 免 起胡")) == []


def test_a_win_without_groups_that_is_not_at_the_deal() -> None:
    """Where groups are waived during play, melds on the table and sets in hand may come together."""
    pattern = "增 三副 当 坎数 >= 2 且 碰数 >= 1 计 1"
    wins = "增 两坎 当 坎数 >= 2 免 门数, 起胡"
    ruleset = small(pattern, wins=wins)
    one, two, three = (kind_of(rank, big=False) for rank in (1, 2, 3))
    hand = Hand((TableMeld("peng", (one,) * 3),), (two,) * 3 + (three,) * 3, kind_of(4, big=False), By.SELF)
    assert score(bind(ruleset), hand).win
    assert told(ruleset) == []
    assert ("R801", "三副") in told(small(pattern, wins="增 两坎 当 起手胡 且 坎数 >= 2 免 门数, 起胡"))


def test_a_replaced_pattern_replaces_nothing() -> None:
    """甲 stands behind 乙, but whenever 乙 holds 丙 replaces it: 甲 counts, and only 乙 never does."""
    rare = "当 张(一) = 4 且 张(二) = 2 且 坎数 = 0 且 庄家"
    patterns = f"增 甲 {rare} 计 1\n增 乙 {rare} 计 2 代替 甲\n增 丙 {rare} 计 3 代替 乙"
    assert told(small(patterns)) == [("R802", "乙")]
    patterns = f"增 甲 {rare} 计 1\n增 乙 {rare} 计 2 代替 甲"
    assert told(small(patterns)) == [("R802", "甲")]


def test_what_an_indicator_raises_is_not_decided() -> None:
    """息 that a turned card raises are no sum over melds: nothing is said of them, but cards still are."""
    text = (
        FOUR_POINTS.replace("余墩 3", "余墩 2")
        .replace("牌 {{", "牌 {{ 增 翻将 配 本张；")
        .replace("  座 {{", "  门子 {{ 改 碰 值 小 1 大 3 小升 9 大升 9 }}\n  座 {{")
    )
    patterns = "增 高 当 门子息 = 18 且 碰数 = 2 计 1\n增 无 当 红牌 = 0 且 张(二) >= 1 计 1"
    assert told(loads(text.format(patterns=patterns, wins="", options=""))) == [("R801", "无")]


def test_a_win_by_another_name() -> None:
    """A claim of any name that is a win says how the card may come."""
    patterns = "增 炮 当 放炮 且 张(壹) = 3 且 张(肆) = 3 计 1"
    text = FOUR_POINTS.replace("  胡 {{", "  动作 {{ 增 截 见 他打 成 胡 可 同级 胡 }}\n  胡 {{", 1)
    assert told(small(patterns)) == [("R801", "炮")]
    assert told(loads(text.format(patterns=patterns, wins="", options=""))) == []


def test_a_card_that_nobody_may_win_on() -> None:
    """Of the dealer's first discard, and of the shown card, a pattern can be had only where some win takes such a card."""
    patterns = "增 首打 当 首打胡 且 张(壹) = 3 计 1\n增 亮着 当 亮张胡 且 张(壹) = 3 计 1"
    assert told(small(patterns)) == [("R801", "首打")]
    claims = {
        "增 截 见 他打 成 胡 可 同级 胡": [],
        "增 截 见 首打 成 胡 可 同级 胡": [],
        "改 胡 见 任摸": [("R801", "首打"), ("R801", "亮着")],
    }
    for claim, found in claims.items():
        text = FOUR_POINTS.replace("  胡 {{", f"  动作 {{{{ {claim} }}}}\n  胡 {{{{", 1)
        assert told(loads(text.format(patterns=patterns, wins="", options=""))) == found, claim


# ---------------------------------------------------------------- time


def test_conditions_that_double() -> None:
    """Forty steps that each name the one before twice are not written out, and nothing is said of them."""
    steps = ["增 步0 = 红牌", *(f"增 步{n} = 步{n - 1} + 步{n - 1}" for n in range(1, 25))]
    text = FOUR_POINTS.replace("改 等 = 1", "改 等 = 1；" + "；".join(steps))
    patterns = "增 甲 当 步24 = 1 计 1\n增 无 当 红牌 = 0 且 张(二) >= 1 计 1"
    assert told(loads(text.format(patterns=patterns, wins="", options=""))) == [("R801", "无")]


def test_no_time_nothing_said() -> None:
    """Without time nothing is proved, and nothing fails."""
    ruleset = small("增 无 当 红牌 = 0 且 张(二) >= 1 计 2")
    assert lint(ruleset, Limits(seconds=0)) == ()


class Ticking:
    """A time that passes whenever it is asked for."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.time = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.time += self.step
        return self.time


def test_a_turn_ends_and_the_next_goes_on() -> None:
    """A proof that is cut short in one turn is finished in a longer one."""
    ruleset = small("增 无 当 红牌 = 0 且 张(二) >= 1 计 2")
    room = bind(ruleset)
    _, pattern = next(room.patterns())
    clock = Clock(1_000_000, Ticking(1))
    prover = Prover(clock)
    clock.begin(2)
    with pytest.raises(OutOfTimeError):
        prover.impossible(room, pattern.when)
    clock.begin(clock.left)
    assert prover.impossible(room, pattern.when)


def test_the_deadline_ends_every_turn() -> None:
    """A turn is over at the deadline, however long it was to be."""
    ticking = Ticking(0)
    clock = Clock(10, ticking)
    clock.begin(100)
    assert clock.left == 10
    ticking.time = 9
    clock.check()
    clock.check_turn()
    ticking.time = 11
    assert clock.left == 0
    with pytest.raises(OutOfTimeError):
        clock.check_turn()
    with pytest.raises(OutOfTimeError):
        clock.check()


def test_places_are_kept() -> None:
    """What is told stands at its row, in the order of the file."""
    found: tuple[Diagnostic, ...] = lint(
        small("增 先 当 红牌 = 0 且 张(二) >= 1 计 1\n增 后 当 大字 = 0 且 张(壹) >= 1 计 1")
    )
    assert [one.values["name"] for one in found] == ["先", "后"]
    assert [one.span.text.split()[1] for one in found if one.span is not None] == ["先", "后"]
