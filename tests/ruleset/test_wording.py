"""What people write who speak of the game and not the language: one message each, with the mend."""

from __future__ import annotations

import pytest

from phzdsl.text.diagnostics import Diagnostic, Language
from phzdsl.text.words import spell
from tests.ruleset.support import child, load_text


def found_in(body: str) -> list[Diagnostic]:
    """Return what is found in a child with these blocks."""
    return list(load_text(child(body)).diagnostics)


def fan(*rows: str) -> str:
    """Return a block of patterns."""
    return "番 {\n" + "\n".join(f"  {row}" for row in rows) + "\n}"


@pytest.mark.parametrize(
    ("row", "code", "mend"),
    [
        ("增 甲 当 红牌 至多 10 计 2", "S131", "<="),
        ("增 甲 当 红牌大于10 计 2", "N211", "红牌 > 10"),
        ("增 甲 当 红牌大于等于10 计 2", "N211", "红牌 >= 10"),
        ("增 甲 当 红牌在10..12 计 2", "N211", "红牌 在 10..12"),
        ("增 甲 当 红牌13以上 计 2", "N211", "红牌 >= 13"),
        ("增 甲 当 没有红牌 计 2", "N211", "红牌 = 0"),
        ("增 甲 当 没有自摸 计 2", "N211", "非 自摸"),
        ("增 甲 红牌 >= 10 计 2", "S132", "当 红牌 >= 10"),
        ("增 甲 自摸 计 2", "S132", "当 自摸"),
        ("增 甲 当 自摸 计 两番", "S134", "两"),
        ("增 甲 当 碰 >= 7 计 2", "N214", "碰数"),
        ("增 甲 当 提 = 3 计 2", "N214", "提数"),
        ("增 甲 当 提 计 2", "N214", "提数 > 0"),
        ("增 甲 当 红字 >= 10 计 2", "N201", "红牌"),
        ("增 甲 当 紅字 >= 10 计 2", "N201", "红牌"),
        ("增 甲 当 海底 计 2", "N201", "末张"),
        ("增 甲 当 海捞 计 2", "N201", "末张"),
        ("增 甲 当 对对 >= 7 计 2", "N201", "对子数"),
        ("增 对对 当 对对 >= 7 计 2", "N212", "对子数"),
        ("增 甲 当 龙数 = 3 计 2", "N201", "提数"),
        ("改 合并 加起来", "N208", "相加"),
    ],
)
def test_a_pattern_in_the_words_of_players(row: str, code: str, mend: str) -> None:
    """Each slip is told once, and its first mend says what was meant."""
    (found,) = found_in(fan(row))
    assert (found.code, spell(found.fixes[0].words, Language.ZH)) == (code, mend)


@pytest.mark.parametrize(
    ("body", "code", "mend"),
    [
        ("付 {\n  增 炮 于 放炮 出 打者 计 3\n}", "N213", "胡 当 放炮"),
        ("付 {\n  增 炮 于 胡 出 放炮的人 计 3\n}", "N208", "打者"),
        ("动作 {\n  改 碰 见 别人打\n}", "N208", "他打"),
        ("局 {\n  改 首庄 上手\n}", "N208", "上家"),
        ("选项 {\n  增 带红 选 有, 无\n}\n" + fan("增 甲 当 自摸 计 1 启用 带红"), "T303", "带红 = 有"),
        (fan("增 甲 当 自摸 计 3 + 10 ^ 红牌"), "T308", "最小(红牌, 6)"),
        ("胡 {\n  改 起胡 12 息\n}", "S131", "息 >= 12"),
        ("胡 {\n  改 起胡 12\n}", "T303", "息 >= 12"),
    ],
)
def test_other_blocks(body: str, code: str, mend: str) -> None:
    """Likewise in other blocks."""
    (found,) = found_in(body)
    assert (found.code, spell(found.fixes[0].words, Language.ZH)) == (code, mend)


@pytest.mark.parametrize(
    ("row", "mends"),
    [
        ("改 红胡 红牌 >= 11 3番", ["当 红牌 >= 11", "计 3", "3"]),
        ("增 甲 红牌 >= 11 且 自摸 3", ["当 红牌 >= 11 且 自摸", "计 3"]),
        ("增 甲 红牌 >= 11", ["当 红牌 >= 11"]),
    ],
)
def test_both_words_left_out(row: str, mends: list[str]) -> None:
    """A condition and a worth without the words that begin them are told each, and no comma is offered."""
    found = load_text(child(fan(row), parent="cd-quan")).diagnostics
    told = [spell(one.fixes[0].words, Language.ZH) for one in found if one.fixes]
    assert told == mends


def test_words_left_out_of_an_english_row() -> None:
    """The mends of an English file are English."""
    body = "fan {\n  change 红胡 red-cards >= 11 3\n}"
    text = f'version 1\nvariant t "T" extends cd-quan {{\n{body}\n}}\n'
    told = [spell(one.fixes[0].words, Language.EN) for one in load_text(text).diagnostics if one.fixes]
    assert told == ["`when red-cards >= 11`", "`scores 3`"]


def test_a_pattern_that_stands_below() -> None:
    """A pattern that names one written below it is shown that row."""
    (found,) = found_in(fan("增 红乌 当 乌胡 且 自摸 计 2", "增 乌胡 当 红牌 = 0 计 3"))
    assert (found.code, found.span.text) == ("N212", "乌胡")
    assert [one.span.text for one in found.related] == ["增 乌胡 当 红牌 = 0 计 3"]


def test_a_step_that_is_not_worked_out_yet() -> None:
    """So is a step that names one below it."""
    codes = {(one.code, one.span.text) for one in found_in("计 {\n  增 甲步 = 乙步 + 1\n  增 乙步 = 红牌\n}")}
    assert codes == {("N212", "乙步")}


@pytest.mark.parametrize(
    ("body", "name", "where"),
    [
        ("动作 {\n  改 碰 当 息 >= 15\n}", "息", "「番」"),
        ("动作 {\n  改 碰 当 红牌 > 3\n}", "红牌", "「付」"),
        ("局 {\n  增 局数 番表\n}", "番表", "「计」"),
        (fan("增 甲 当 番表 > 3 计 1"), "番表", "「计」"),
        (fan("增 甲 当 自摸 计 1 启用 等 > 3"), "等", "「计」"),
    ],
)
def test_what_is_known_but_not_here(body: str, name: str, where: str) -> None:
    """A name that is known at other places is not called unknown, and it is said where it may stand."""
    (found,) = found_in(body)
    assert (found.code, found.values["name"]) == ("N202", name)
    assert where in spell(found.values["where"], Language.ZH)


def test_an_unknown_name_is_told_once() -> None:
    """What an unknown name is set to does not matter."""
    body = "例 {\n  甲 牌面 碰 壹壹壹 / 手 一二三 / 胡 二 事 翻将 = 柒 得 息 = 3\n}"
    assert [one.code for one in found_in(body)] == ["N201"]


def test_what_follows_from_a_slip_is_not_told() -> None:
    """In a row that could only be guessed at, the slip is told and nothing else."""
    assert [one.code for one in found_in(fan("增 甲 当 红牌 自摸 计 2"))] == ["S119"]


def test_a_sign_said_twice() -> None:
    """A number that says its sign by a word, behind a sign, is told with the sign that it says."""
    (found,) = found_in(fan("增 甲 当 红牌 >= 十三以上 计 2"))
    assert (found.code, found.values["sign"]) == ("S131", ">= 十三")


def test_traditional_words_of_players() -> None:
    """Players' words are known in traditional characters too."""
    (found,) = found_in("付 {\n  增 炮 于 胡 出 別人 計 3\n}".replace("計", "计"))
    assert spell(found.fixes[0].words, Language.ZH) == "各家"
