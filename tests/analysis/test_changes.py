"""In what two rulesets differ, told by what their rows mean: what makes no change, what makes one, and what it bears on."""

from __future__ import annotations

from functools import cache, partial
from itertools import chain, combinations, islice
from pathlib import Path
from random import Random

import pytest

from phzdsl.analysis.changes import Bearing, Change, changes, touches_hands
from phzdsl.analysis.sample import sample_hands
from phzdsl.ruleset.library import load, loads, rules_folder, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import translate
from phzdsl.scoring.score import Scorer
from phzdsl.syntax.format import format_file
from phzdsl.syntax.parse import parse
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Source
from tests.analysis.edits import edits, wrong
from tests.ruleset.support import child
from tests.scoring.hands import bound_rulesets

ROWS = """
牌 {
  增 醒 配 上张, 本张
}
动作 {
  增 自吃 见 自摸 成 句, 顺 可 比 不给 同级 吃
  增 一禁 禁 吃 当 己打过
  增 二禁 禁 碰 当 过碰
}
胡 {
  增 清一色 当 红牌 = 0 且 自摸 算 末张
  增 够大 须 大字 >= 2
}
计 {
  增 加子 = 若 末张 则 2 否则 0 前于 底
  改 底 = (等 + 加子) × 番
}
番 {
  增 红胡 当 红牌 >= 10 且 自摸 计 红牌 + 2 + 大字
  增 乌胡 当 红牌 = 0 计 5
  增 大胡 当 大字 >= 18 且 非 乌胡 计 若 清一色 则 4 否则 3 代替 红胡
}
番 加分 {
  增 海底 当 末张 计 1
}
付 {
  增 荒赔 于 荒庄 出 庄家 入 各家 计 最大(2, 连荒)
  增 自吃赔 于 自吃 出 各家 计 1
}
局 {
  增 飘 选 0, 1, 2
  增 局数 8
}
"""


@cache
def of(body: str) -> Ruleset:
    """Return the ruleset of a child of the common rules."""
    return bind(loads(child(body)))


def edited(before: str, after: str) -> tuple[Change, ...]:
    """Return the changes that an edit of the text makes."""
    assert ROWS.count(before) == 1
    return changes(of(ROWS), of(ROWS.replace(before, after)))


def ids(found: tuple[Change, ...]) -> dict[str, str]:
    """Return what was done to each row, by its id."""
    return {one.id: one.change for one in found}


@cache
def shipped_room(name: str) -> Ruleset:
    """Return a shipped variant with its default options."""
    return bind(load(name))


# ---------------------------------------------------------------- what makes no change


@pytest.mark.parametrize("name", shipped())
def test_nothing_differs_from_itself(name: str) -> None:
    """No room of a shipped variant, with each value of each option, differs from the same room loaded anew."""
    for (room, one), (_, other) in zip(bound_rulesets(load(name)), bound_rulesets(load(name)), strict=True):
        assert changes(one, other) == (), room


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", Language)
def test_language_makes_no_change(name: str, language: Language) -> None:
    """A shipped variant turned into either language's keywords has no changes, not even of words."""
    path = rules_folder() / f"{name}.phz"
    parsed = parse(Source(path.name, path.read_text("utf-8")))
    text = format_file(parsed, language, partial(translate, to_chinese=language is Language.ZH))
    assert changes(shipped_room(name), bind(loads(text))) == ()


def test_the_line_of_parents_makes_no_change(tmp_path: Path) -> None:
    """Rows moved from a child into a parent of its own are no changes."""
    above, below = ROWS.split("付 {")
    (tmp_path / "t.phz").write_text(child("付 {" + below, '"above.phz"'), "utf-8")
    (tmp_path / "above.phz").write_text(child(above).replace("变体 t ", "变体 above "), "utf-8")
    assert changes(of(ROWS), load(tmp_path / "t.phz")) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "  增 一禁 禁 吃 当 己打过\n  增 二禁 禁 碰 当 过碰\n",
            "  增 二禁 禁 碰 当 过碰\n  增 一禁 禁 吃 当 己打过\n",
        ),
        ("红牌 >= 10 且 自摸", "自摸 且 红牌 > 9"),
        ("红牌 >= 10 且 自摸", "非 (红牌 < 10 或 非 自摸)"),
        ("红牌 >= 10 且 自摸", "红牌 在 10.. 且 自摸"),
        ("红牌 + 2 + 大字", "大字 + (3 + 红牌) - 1"),
        ("当 红牌 = 0 计 5", "当 红牌 < 1 计 2 + 3"),
        ("若 末张 则 2 否则 0", "2 × (若 非 末张 则 0 否则 1)"),
        ("须 大字 >= 2", "须 2 <= 大字"),
        ("最大(2, 连荒)", "若 连荒 > 2 则 连荒 否则 2"),
        ("大字 >= 18 且 非 乌胡", "非 (乌胡 或 大字 <= 17)"),
        ("计 1\n}\n局", "计 查 人数 [1..9: 1, 其他: 1]\n}\n局"),
        ("局数 8", "局数 2 × 4"),
        ("  增 够大 须 大字 >= 2\n", "  增 够大 须 大字 >= 2\n  增 随便 须 红牌 >= 0\n"),
        ("番 加分 {\n", "番 加分 {\n  增 合并 相加\n"),
    ],
)
def test_what_means_the_same_makes_no_change(before: str, after: str) -> None:
    """A condition put another way, an order that decides nothing and a row that says what holds anyway are no changes."""
    assert edited(before, after) == ()


def test_an_option_that_is_settled_makes_no_change() -> None:
    """A room's rules are those that its options settle on, with or without the option."""
    asking = loads(child("选项 {\n  增 几番 选 5, 6 默认 5\n}\n" + ROWS.replace("计 5", "计 几番")))
    assert changes(asking, of(ROWS)) == ()
    (one,) = changes(bind(asking, {"几番": 6}), of(ROWS))
    assert (one.id, one.a and one.a.text.zh, one.b and one.b.text.zh) == (
        "fan/乌胡",
        "乌胡 当 红牌 = 0 计 6",
        "乌胡 当 红牌 = 0 计 5",
    )


# ---------------------------------------------------------------- what makes one


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("计 5", "计 0", {"fan/乌胡": "changed"}),
        ("红牌 >= 10", "红牌 > 10", {"fan/红胡": "changed"}),
        ("  增 够大 须 大字 >= 2\n", "", {"win/够大": "removed"}),
        ("局数 8", "局数 16", {"session/hands": "changed"}),
        ("番 加分 {\n", "番 加分 {\n  增 合并 最高\n", {"fan/加分/combine": "added"}),
        ("配 上张, 本张", "配 上张", {"deck/bonus": "changed"}),
        ("于 自吃", "于 吃", {"pay/自吃赔": "changed"}),
    ],
)
def test_what_means_something_else_is_a_change(before: str, after: str, wanted: dict[str, str]) -> None:
    """Exactly the row that means something else, comes or goes is named, with what was done to it."""
    assert ids(edited(before, after)) == wanted


@pytest.mark.parametrize(
    ("one", "other"), [*combinations(shipped()[:5], 2), *zip(shipped(), shipped()[1:], strict=False)]
)
def test_the_other_way_round(one: str, other: str) -> None:
    """What differs from B to A is what differs from A to B seen in a mirror."""
    there = changes(shipped_room(one), shipped_room(other))
    back = changes(shipped_room(other), shipped_room(one))
    assert {change.id: change for change in back} == {seen.id: seen for seen in (change.mirrored() for change in there)}
    assert there


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "增 乌胡 当 红牌 = 0 计 5\n  增 大胡 当 大字 >= 18 且 非 乌胡",
            "增 黑胡 当 红牌 = 0 计 5\n  增 大胡 当 大字 >= 18 且 非 黑胡",
        ),
        (
            "增 加子 = 若 末张 则 2 否则 0 前于 底\n  改 底 = (等 + 加子)",
            "增 附加 = 若 末张 则 2 否则 0 前于 底\n  改 底 = (等 + 附加)",
        ),
        ("番 加分 {", "番 奖分 {"),
        ("增 荒赔", "增 流局赔"),
        ("增 飘", "增 漂"),
        ("计 5", '计 5 名 "黑胡"'),
    ],
)
def test_a_new_name_is_words_only(before: str, after: str) -> None:
    """A row under another name, named so wherever it is named, and a local name change words and no rule."""
    found = edited(before, after)
    assert found
    assert all(one.bearing is Bearing.WORDS and one.change == "changed" and not one.parts for one in found)
    assert not any(map(touches_hands, found))


def test_a_claim_that_is_named_elsewhere_is_renamed() -> None:
    """A claim, and the payment that is made at it, are known again together."""
    (one,) = changes(of(ROWS), of(ROWS.replace("增 自吃 见", "增 独吃 见").replace("于 自吃", "于 独吃")))
    assert (one.bearing, one.renamed, one.a and one.a.path, one.b and one.b.path) == (
        Bearing.WORDS,
        True,
        "claims/自吃",
        "claims/独吃",
    )


def test_a_new_name_and_a_new_worth_is_one_change() -> None:
    """A pattern under the same condition is the same pattern, though it has another name and another worth."""
    other = ROWS.replace("红胡", "满堂红").replace("红牌 + 2 + 大字", "9")
    (one,) = changes(of(ROWS), of(other))
    assert (one.id, one.change, one.renamed, one.parts) == ("fan/红胡", "changed", True, frozenset({"worth"}))
    assert one.bearing is Bearing.WORTH


def test_a_word_of_the_language_is_no_name() -> None:
    """Where the language gives a name its meaning, another name is another row: 番 is what settles equal readings."""
    other = ROWS.replace(
        "改 底 = (等 + 加子) × 番", "改 底 = (等 + 加子) × 总番\n  增 总番 = 最大(番表, 1) 单位 番 前于 底\n  删 番"
    )
    assert ids(changes(of(ROWS), of(other))) == {"count/fan": "removed", "count/总番": "added", "count/base": "changed"}


# ---------------------------------------------------------------- rows that move


def test_a_claim_of_another_rank_is_moved() -> None:
    """Of claims the one that was moved is named, not those whose rank has another number since."""
    (one,) = changes(of(ROWS), of(ROWS.replace("动作 {", "动作 {\n  移 胡 前于 提")))
    assert (one.id, one.change, one.moved, one.parts) == ("claims/win", "changed", True, frozenset())
    assert one.bearing is Bearing.WIN
    assert touches_hands(one)


def test_a_new_rank_moves_nobody() -> None:
    """A claim in a rank of its own is one change, and the claims below keep their place."""
    assert ids(edited("同级 吃", "前于 跑")) == {"claims/自吃": "changed"}
    below = ROWS.replace("  增 自吃 见", "  增 抢吃 见 自摸 成 绞 可 比 不给 前于 碰\n  增 自吃 见")
    assert ids(changes(of(ROWS), of(below))) == {"claims/抢吃": "added"}


def test_claims_that_never_meet_have_no_order() -> None:
    """Who comes first among claims on other cards decides nothing."""
    assert changes(of(ROWS), of(ROWS.replace("动作 {", "动作 {\n  移 摆提 后于 吃"))) == ()


def test_order_counts_where_the_first_pattern_does() -> None:
    """In a table whose first pattern counts, a pattern that was moved is named."""
    first = ROWS.replace("番 {\n  增 红胡", "番 {\n  改 合并 首个\n  增 红胡")
    line = "  增 乌胡 当 红牌 = 0 计 5\n"
    (one,) = changes(of(first), of(first.replace(line, "").replace("  增 红胡", f"{line}  增 红胡")))
    assert (one.id, one.moved, one.bearing) == ("fan/乌胡", True, Bearing.WORTH)


def test_a_pattern_of_another_table_is_moved() -> None:
    """A pattern in another table is the same pattern, moved; the tables stay what they are."""
    line = "  增 海底 当 末张 计 1\n"
    both = ROWS.replace(line, f"{line}  增 天底 当 末张 且 庄家 计 1\n")
    (one,) = changes(of(both), of(both.replace(line, "").replace("  增 乌胡", f"{line}  增 乌胡")))
    assert (one.id, one.b and one.b.path) == ("fan/加分/海底", "fan/海底")
    assert (one.moved, one.bearing, one.bears) == (True, Bearing.WORTH, frozenset({Bearing.WORTH}))


# ---------------------------------------------------------------- what a change bears on


@pytest.mark.parametrize(
    ("before", "after", "bearing", "besides"),
    [
        ("须 大字 >= 2", "须 大字 >= 3", "WIN", ""),
        ("算 末张", "算 末张 免 起胡", "WIN", "WORTH"),
        ("红牌 = 0 且 自摸", "红牌 = 0", "WORTH", ""),
        ("计 5", "计 6", "WORTH", ""),
        ("若 末张 则 2", "若 末张 则 3", "WORTH", ""),
        ("配 上张, 本张", "配 上张", "WORTH", ""),
        ("计 最大(2, 连荒)", "计 最大(3, 连荒)", "PAY", ""),
        ("出 庄家 入 各家", "出 各家 入 庄家", "PAY", ""),
        ("当 己打过", "当 己打过 或 过吃", "CLAIM", ""),
        ("可 比 不给 同级", "可 比 作废 同级", "CLAIM", ""),
        ("成 句, 顺 可", "成 句, 顺, 绞 可", "CLAIM", "WIN WORTH"),
        ("局数 8", "局数 16", "SESSION", ""),
        ("选 0, 1, 2", "选 0, 1, 3", "SESSION", ""),
    ],
)
def test_what_an_edit_bears_on(before: str, after: str, bearing: str, besides: str) -> None:
    """A change bears on what its row decides, by its place and through whatever names it."""
    (one,) = edited(before, after)
    assert one.bearing is Bearing[bearing]
    assert {found.name for found in one.bears} == {bearing, *besides.split()}


def test_a_step_bears_on_winning_where_the_minimum_asks_for_it() -> None:
    """The same step bears on who may win only in a variant whose minimum comes to it, however many steps lie between."""
    steps = "计 {{\n  增 零头 = {} 前于 息\n  改 息 = 门子息 + (若 自摸 则 零头 否则 0)\n}}\n"
    (one,) = changes(of(steps.format(1)), of(steps.format(2)))
    assert one.bears == {Bearing.WIN, Bearing.WORTH}
    free = steps + "胡 {{\n  改 起胡 门子息 >= 15\n}}\n"
    (one,) = changes(of(free.format(1)), of(free.format(2)))
    assert one.bears == {Bearing.WORTH}


def test_red_cards_bear_on_what_counts_them() -> None:
    """Which cards are red bears on winning where the minimum counts them, and else on worth alone."""
    red = "牌 {\n  改 红 二七十\n}\n"
    (one,) = changes(of("番 {\n  增 红胡 当 红牌 >= 10 计 2\n}\n"), of(red + "番 {\n  增 红胡 当 红牌 >= 10 计 2\n}\n"))
    assert one.bears == {Bearing.WORTH}
    (one,) = changes(of("胡 {\n  增 要红 须 红牌 >= 1\n}\n"), of(red + "胡 {\n  增 要红 须 红牌 >= 1\n}\n"))
    assert one.bears == {Bearing.WIN, Bearing.WORTH}


EDITS = (
    "牌 { 改 红 二七十 }",
    "牌 { 增 翻将 配 本张 } 座 { 改 余墩 18 }",
    "牌 { 增 抽去 1 } 座 { 改 余墩 18 }",
    "座 { 增 末张 不胡 }",
    "座 { 改 亮张 墩末张 }",
    "门子 { 改 碰 值 小 1 大 4 }",
    "门子 { 改 臭偎 亮 3 }",
    "门子 { 改 坎 不拆 吃, 比牌 }",
    "门子 { 改 提 不拆 胡 }",
    "门子 { 改 将 恰 1 }",
    "门子 { 改 绞 至多 1 }",
    "门子 { 删 绞 } 动作 { 改 吃 成 句, 顺 }",
    "门子 { 移 顺 前于 句 }",
    "动作 { 改 偎 可 }",
    "动作 { 改 胡 见 任摸, 亮张, 他打 }",
    "动作 { 移 胡 前于 提 }",
    "动作 { 移 胡 后于 碰 }",
    "动作 { 改 吃 比 作废 }",
    "动作 { 改 碰跑 见 他摸 }",
    "动作 { 删 臭牌 }",
    "打 { 删 坎牌 }",
    "胡 { 改 起胡 息 >= 18 }",
    "胡 { 改 拆跑 否 }",
    "胡 { 改 门数 6 }",
    "胡 { 增 多胡 两家 }",
    "胡 { 改 天胡 当 起手胡 且 坎数 >= 4 }",
    "计 { 改 等 = 1 + (息 - 15) ÷ 2 }",
    "计 { 改 番 = 最大(番表, 2) }",
    "计 { 改 底 = 等 × 番 }",
    "番 { 改 合并 最高 }",
    "番 { 增 封顶 10 }",
    "番 { 增 海底 当 末张 计 1 }",
    "付 { 改 胡牌 计 底 × 2 }",
    "付 { 增 放炮 于 胡 出 打者 计 底 当 放炮 }",
    "犯 { 增 诈胡 果 死手 }",
    "局 { 改 荒后 下家 }",
    "座 { 改 人数 2 } 座 { 改 余墩 39 }",
)


def shown(one: Ruleset, other: Ruleset) -> bool:
    """Tell whether one of many hands wins on one side alone, or is worth something else."""
    scorers = Scorer(one), Scorer(other)
    for sample in chain(*(islice(sample_hands(side, seed=7), 40) for side in (one, other))):
        left, right = (scorer.score(sample.hand) for scorer in scorers)
        if (left.win, left.points) != (right.win, right.points):
            return True
    return False


@pytest.mark.parametrize("edit", EDITS)
def test_no_harmless_change_shows_in_a_hand(edit: str) -> None:
    """Where hands drawn from every corner of two sheets show that they differ, some change is said to touch hands."""
    one = of("番 {\n  增 红胡 当 红牌 >= 6 计 3\n  增 大胡 当 大字 >= 12 计 2\n}\n")
    other = bind(loads(child(f"番 {{\n  增 红胡 当 红牌 >= 6 计 3\n  增 大胡 当 大字 >= 12 计 2\n}}\n{edit}\n")))
    found = changes(one, other)
    assert found
    if not any(map(touches_hands, found)):
        assert not shown(one, other)


@pytest.mark.parametrize("name", shipped())
def test_random_edits(name: str) -> None:
    """Of random edits the changes found are mirrored from the other side, and harmless ones show in no hand.

    ``python -m tests.soak edits`` makes as many as one likes.
    """
    for edit in islice(edits(name, Random(name)), 4):
        assert wrong(edit) is None, edit.text


def test_what_is_no_ruleset_is_refused() -> None:
    """The name of a variant is no ruleset."""
    with pytest.raises(TypeError, match="Ruleset"):
        changes("ban", shipped_room("ban"))  # type: ignore[arg-type]  # as a program may pass it
