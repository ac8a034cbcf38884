"""Conditions and amounts as sentences: what each form says in either language, and that a contrary is one."""

from __future__ import annotations

import pytest

from phzdsl.analysis.question import read_question
from phzdsl.book.factwords import COUNTS, TRUTHS
from phzdsl.book.sentences import Sentences
from phzdsl.ruleset.expressions import Conditional, Constant, Unit
from phzdsl.ruleset.facts import FACTS
from phzdsl.ruleset.library import load, loads
from phzdsl.ruleset.options import bind
from phzdsl.text.diagnostics import Language

ROOM = bind(load("peng"))
# Written by hand beside the words of the language reference.
CONDITIONS = [
    ("红牌 >= 10", "红牌至少 10 张", "there are at least 10 red cards"),
    ("红牌 > 9", "红牌至少 10 张", "there are at least 10 red cards"),
    ("红牌 = 1", "红牌正好 1 张", "there is exactly 1 red card"),
    ("红牌 = 0", "没有红牌", "there are no red cards"),
    ("红牌 < 1", "没有红牌", "there are no red cards"),
    ("红牌 >= 1", "有红牌", "there is at least one red card"),
    ("红牌 != 0", "有红牌", "there is at least one red card"),
    ("红牌 在 10..12", "红牌是 10 到 12 张", "there are 10 to 12 red cards"),
    ("红牌 在 [1, 3, 5]", "红牌是 1、3 或 5 张", "there are 1, 3 or 5 red cards"),
    ("偎数 + 碰数 >= 4", "煨、碰一共至少 4 副", "there are at least 4 wei and peng together"),
    ("偎数 + 碰数 = 0", "没有煨、碰", "there are no wei or peng"),
    ("张(贰, 柒) >= 4", "贰、柒至少 4 张", "there are at least 4 cards 贰柒"),
    ("自摸", "自己摸的", "it is one's own draw"),
    ("非 自摸", "不是自己摸的", "it is not one's own draw"),
    ("非 (自摸 且 庄家)", "不是自己摸的，或者本人不是庄家", "it is not one's own draw or the player is not the dealer"),
    ("非 (红牌 >= 10 或 自摸)", "红牌最多 9 张，而且不是自己摸的", "there are at most 9 red cards and it is not one's own draw"),
    ("庄家 且 (自摸 或 红牌 = 0)", "本人是庄家，而且（自己摸的，或者没有红牌）", "the player is the dealer and (it is one's own draw or there are no red cards)"),
    ("胡在(跑, 提)", "胡的那张在跑或提里", "the winning card stands in a pao or ti"),
    ("非 胡在(跑, 提)", "胡的那张不在跑或提里", "the winning card stands in no pao or ti"),
    ("五福", "是「五福」", "it is 五福"),
    ("门子息 余 10 = 0", "各门息的和是 10 的倍数", "xi of all melds together is a multiple of 10"),
    ("大字 - 红牌 = 2", "大字的张数比红牌的张数正好多 2", "the number of big cards is 2 more than the number of red cards"),
    ("大字 - 红牌 > 2", "大字的张数比红牌的张数至少多 3", "the number of big cards is at least 3 more than the number of red cards"),
    ("大字 > 小字", "大字的张数 大于 小字的张数", "the number of big cards is more than the number of small cards"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "zh", "en"), CONDITIONS, ids=[one[0] for one in CONDITIONS])
def test_conditions(text: str, zh: str, en: str) -> None:
    """A condition says in both languages what its formula does."""
    condition = read_question(ROOM, text).condition
    assert Sentences(ROOM, Language.ZH).condition(condition) == zh
    assert Sentences(ROOM, Language.EN).condition(condition) == en


@pytest.mark.parametrize("text", [one[0] for one in CONDITIONS])
@pytest.mark.parametrize("language", Language)
def test_a_contrary_is_another_sentence_and_twice_the_same(text: str, language: Language) -> None:
    """What does not hold is never said as what holds; the contrary of 非 X is X."""
    said, condition = Sentences(ROOM, language), read_question(ROOM, text).condition
    against = read_question(ROOM, f"非 ({text})").condition
    assert said.condition(condition) != said.condition(condition, holds=False)
    assert said.condition(against, holds=False) == said.condition(condition)


def amounts(worth: str, language: Language) -> str:
    """Say what a pattern of a small variant is worth."""
    text = f"版本 1\n变体 x 继承 common {{ 番 {{ 增 甲 当 自摸 计 {worth} }} }}\n"
    room = bind(loads(text))
    return Sentences(room, language).worth(next(pattern.worth for _, pattern in room.patterns()))


@pytest.mark.parametrize(
    ("worth", "zh", "en"),
    [
        ("6", "6", "6"),
        ("2 + (红牌 - 10)", "红牌 10 张算 2，每多 1 张加 1", "2 at 10 red cards, and 1 more for each further one"),
        ("1 + (门子息 - 15) ÷ 3", "各门息的和 15 息算 1，每多 3 息加 1", "1 at 15 xi of all melds together, and 1 more for each further 3 xi of all melds together"),
        ("跑数", "跑每副算 1", "1 for each pao"),
        ("2 × 跑数", "跑每副算 2", "2 for each pao"),
        ("若 庄家 则 80 否则 40", "本人是庄家时算 80，不然算 40", "80 if the player is the dealer, otherwise 40"),
        ("若 自摸 则 3 否则 3", "3", "3"),
        ("最大(红牌, 4)", "红牌的张数，不到 4 也算 4", "the number of red cards, but at least 4"),
        ("最小(红牌, 4)", "红牌的张数，最多算 4", "the number of red cards, but at most 4"),
        ("2 ^ 红牌", "1 起，红牌的张数每多 1 翻一倍", "1, doubled for each 1 of the number of red cards"),
        ("(红牌 + 大字) × 2", "（红牌的张数 + 大字的张数） × 2", "(the number of red cards + the number of big cards) × 2"),
        ("查 红牌 [0..9: 1, 10..: 3]", "红牌的张数 0 到 9 算 1，10 以上算 3", "by the number of red cards: 1 for 0 to 9, 3 for 10 or more"),
    ],
)  # fmt: skip
def test_amounts(worth: str, zh: str, en: str) -> None:
    """An amount says in both languages what its formula does; what a room makes idle is left out."""
    assert amounts(worth, Language.ZH) == zh
    assert amounts(worth, Language.EN) == en


def test_numbers_of_melds() -> None:
    """So many of a meld: a number, a choice, none."""
    said = Sentences(ROOM, Language.ZH)
    when = read_question(ROOM, "四同数 > 0").condition
    choice = Conditional(when, Constant(1), Constant(0), Unit.NUMBER)
    assert said.number(Constant(2), "最多", "at most") == "最多 2 副"
    assert said.number(choice, "正好", "exactly") == "有四张相同的门时正好 1 副，不然一副也不能有"


def test_every_fact_has_words() -> None:
    """Each fact that is a truth has half a sentence and its contrary, each amount a name; there are no others."""
    assert set(TRUTHS) == {one.id for one in FACTS if one.unit is Unit.TRUTH}
    assert set(COUNTS) == {one.id for one in FACTS if one.unit is not Unit.TRUTH}
    words = [words for one in TRUTHS.values() for words in (one.holds, one.fails)]
    assert len({one.zh for one in words}) == len({one.en for one in words}) == len(words)
