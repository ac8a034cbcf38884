"""A condition outside of any rule file: read as in one, its faults told at their places in the text that was given."""

from __future__ import annotations

import pytest

from phzdsl.analysis.question import read_question
from phzdsl.errors import ArgumentError, LoadError
from phzdsl.ruleset.expressions import Constant, evaluate, refs
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from tests.ruleset.support import child, load_text

SHEET = """
    选项 {
      增 甲   选 是, 否 默认 否
      增 底数 选 1..5   默认 2
    }
    胡 { 增 早成 当 起手胡 且 庄家 }
    番 {
      增 红胡 当 红牌 >= 10 计 2 名 "满红"
      增 乌胡 当 红牌 = 0   计 5
      增 末胡 当 末张       计 3 启用 甲
    }
    番 喜 { 增 双喜 当 提数 >= 2 计 1 }
"""


def sheet() -> Ruleset:
    """Return the rules that conditions are read for."""
    found = load_text(child(SHEET)).ruleset
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("红胡 且 非 乌胡", {"pattern:fan/红胡", "pattern:fan/乌胡"}),
        ("满红", {"pattern:fan/红胡"}),
        ("双喜 或 早成", {"pattern:喜/双喜", "way:早成"}),
        ("番 >= 2 且 喜 > 0", {"step:fan", "table:喜"}),
        ("底 > 10 且 等 = 2 且 息 在 15..20", {"step:base", "step:deng", "step:xi"}),
        ("数(碰, 偎) >= 2 且 坎数 = 1 且 张(贰) > 1", {"count:peng", "count:wei", "count:kan", "copies:11"}),
        ("red-cards ≥ 10 and self-draw", {"fact:red-cards", "fact:self-draw"}),
        ("红牌 >= 10\n  且 自摸  # 两行", {"fact:red-cards", "fact:self-draw"}),
    ],
)
def test_names_of_every_sort(text: str, keys: set[str]) -> None:
    """Patterns of any table by either name, ways, steps, tables and facts, in either language, over several lines."""
    question = read_question(sheet(), text)
    assert {ref.key for ref in refs(question.condition)} == keys
    assert question.remarks == ()


def test_options_are_settled() -> None:
    """An option in a condition is its value in the room; what the room leaves out does not hold."""
    rules = sheet()
    assert evaluate(read_question(rules, "底数 = 2 且 非 甲").condition, {}) == 1
    assert evaluate(read_question(bind(rules, {"底数": "3"}), "底数 = 2").condition, {}) == 0
    assert read_question(rules, "末胡").condition == Constant(0, read_question(rules, "末胡").condition.unit)
    assert [ref.key for ref in refs(read_question(bind(rules, {"甲": "是"}), "末胡").condition)] == ["pattern:fan/末胡"]


@pytest.mark.parametrize(
    ("text", "code", "at", "mend"),
    [
        ("自摸 且 红糊", "N201", "红糊", "红胡"),
        ("红牌 >=", "S111", ">=", None),
        ("红牌 => 10", "S109", "=>", ">="),
        ("(红牌 >= 10", "S116", "(", ")"),
        ("红牌 >= 10)", "S108", ")", ""),
        ("red-cards >= 10 && first", "S109", "&&", "and"),
        ("红牌 >= 10 且 碰", "N214", "碰", "碰数 > 0"),
        ("红牌", "T303", "红牌", None),
        ("红胡且乌胡", "S107", "红胡且乌胡", "红胡 且 乌胡"),
        ("息 + 番 > 3", "T301", "息 + 番", None),
        ("分差 > 3", "N202", "分差", None),
        ("", "D937", "", None),
        (" # 没有", "D937", " # 没有", None),
        ("红胡 计 3", "D938", "计 3", None),
        ("红胡 @s0", "D938", "@s0", None),
        ("红胡; 乌胡", "D938", "; 乌胡", None),
        ("红胡, 乌胡", "D938", ", 乌胡", None),
        ("红胡\n增 乙 当 乌胡", "D938", "增 乙 当 乌胡", None),
        ("红胡 } 计 { 增 底", "D938", "} 计 { 增 底", None),
        ("红胡 ｛ 乌胡 ｝", "D938", "｛ 乌胡 ｝", None),
    ],
)
def test_faults_stand_in_the_given_text(text: str, code: str, at: str, mend: str | None) -> None:
    """A fault has the code that it has in a rule file, its place in the condition alone, and a mend that can be made there."""
    with pytest.raises(LoadError) as caught:
        read_question(sheet(), text, "Q")
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text, found.span.source.text, found.span.source.name) == (code, at, text, "Q")
    assert [edit.text for fix in found.fixes[:1] for edit in fix.edits] == ([] if mend is None else [mend])
    assert all(edit.span.source.text == text for fix in found.fixes for edit in fix.edits)


def test_all_faults_are_told() -> None:
    """Two unknown names are two faults, in the order of the text."""
    with pytest.raises(LoadError) as caught:
        read_question(load("common"), "红糊 且 大湖")
    assert [(one.code, one.span.start) for one in caught.value.diagnostics] == [("N201", 0), ("N201", 5)]


def test_a_remark_is_no_fault() -> None:
    """A comparison that never holds is read, and remarked on."""
    question = read_question(load("common"), "红牌 >= 40")
    assert [(one.code, one.span.text) for one in question.remarks] == [("T315", "红牌 >= 40")]


def test_misuse() -> None:
    """A condition is a text."""
    with pytest.raises(ArgumentError):
        read_question(load("common"), 3)  # type: ignore[arg-type]  # the misuse
