"""Words of the language in the other language, each at its place; names of the author stay."""

from __future__ import annotations

import attrs
import pytest

from phzdsl.paths import rules_folder, shipped
from phzdsl.ruleset.export import digest
from phzdsl.ruleset.library import loads
from phzdsl.ruleset.respelled import respelled
from phzdsl.syntax.format import format_file
from phzdsl.syntax.parse import Parsed, parse
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Source

TEXT = """版本 1
变体 one "一" 继承 common {
  选项 {
    增 大字 选 庄家, 别的 默认 庄家
    增 红牌 选 是, 否 默认 否
  }
  胡 {
    增 首张 当 首张
  }
  计 {
    增 末张 = 2 前于 底
  }
  番 {
    增 小字 当 小字 >= 2 且 (红牌 = 否 或 大字 = 庄家) 且 庄家 计 1
    增 小红 当 散门 >= 1 且 放炮 且 黑牌 >= 1 计 1
  }
  例 {
    甲 牌面 手 一 / 胡 一 由 他打 事 起手胡 = 否 设 红牌 = 是, 大字 = 庄家 得 小字, 各家付 = 末张
  }
}
"""


def turned(text: str, language: Language) -> str:
    """Return a file in a language, laid out."""
    parsed = read(text)
    return format_file(attrs.evolve(parsed, tree=respelled(parsed.tree, language)), language)


def read(text: str) -> Parsed:
    """Read a text that has no faults of form."""
    parsed = parse(Source("x", text))
    assert not parsed.diagnostics
    return parsed


@pytest.mark.parametrize("variant", shipped())
def test_there_and_back(variant: str) -> None:
    """Each file that ships, turned into English and back, is the same tree; in English it is the same rules."""
    text = (rules_folder() / f"{variant}.phz").read_text("utf-8")
    english = turned(text, Language.EN)
    assert read(turned(english, Language.ZH)).tree == read(text).tree
    assert english != turned(text, Language.ZH)
    assert digest(loads(english)) == digest(loads(text))


def test_names_of_the_author_stay() -> None:
    """Options, choices, ways, steps and patterns keep the name that was given, also where it is a fact or a key."""
    english = " ".join(turned(TEXT, Language.EN).split())
    assert "add 大字 of 庄家, 别的 default 庄家" in english
    assert "add 红牌 of yes, no default no" in english
    assert "add 首张 when first" in english
    assert "add 末张 = 2 before base" in english
    assert "add 小字 when small-cards >= 2 and (红牌 = no or 大字 = 庄家) and dealer scores 1" in english
    assert "add 小红 when mixed-groups >= 1 and discard-win and black-cards >= 1 scores 1" in english
    hand = "甲 hand hand-cards 一 / win 一 by others-discard given deal-win = no sets 红牌 = yes, 大字 = 庄家"
    assert f"{hand} gives 小字, others-pay = 末张" in english


def test_a_word_in_the_other_language_already_is_turned_too() -> None:
    """A Chinese file with facts in English is all Chinese afterwards."""
    mixed = '版本 1\n变体 one "一" 继承 common {\n  番 { 增 甲 当 last 且 peng-count >= 1 计 1 }\n}\n'
    assert "增 甲 当 末张 且 碰数 >= 1 计 1" in " ".join(turned(mixed, Language.ZH).split())
