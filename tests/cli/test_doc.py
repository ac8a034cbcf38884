"""``phz doc``: what it writes, which room it is of, where hands come from, and what it refuses."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.cli.running import GOOD, Phz

SEARCHED = GOOD.replace(
    "增 末胡 当 末张 计 若 乙 则 4 否则 2",
    "增 全小 当 大字 = 0 计 若 乙 则 4 否则 2\n    增 末小 当 大字 = 0 且 末张 计 1 代替 全小",
)
"""A variant with patterns that no hand of an example can have, however it is won."""


def test_markdown_for_people(phz: Phz, good: str) -> None:
    """Without a form Markdown is written: the title, the steps, a pattern with its worth and hand."""
    ran = phz("doc", good)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("# 试\n")
    assert "等 = 胡息 15 息算 1，每多 3 息加 1" in ran.out
    assert "### 大胡：3 番\n\n大字至少 10 张。" in ran.out
    # 提玖 12, 碰二 1, 一二三 3, 贰柒拾 6: 22 息 are 3 等 (15, 18, 21); 3 番.
    assert "- 底 = 3 × 3 + 0 = 9 点\n- 其余每一家付给胡的人 9 点\n" not in ran.out  # won by an own draw, which adds 1
    assert "- 其余每一家付给胡的人 10 点\n" in ran.out


def test_english(phz: Phz, good: str) -> None:
    """``--lang en`` writes the same in English."""
    ran = phz("doc", good, "--lang", "en")
    assert "Deng = 1 at 15 xi, and 1 more for each further 3 xi" in ran.out
    assert "### 大胡: 3 fan\n\nThere are at least 10 big cards." in ran.out
    assert "- Each other player pays the winner 10 points\n" in ran.out


def test_it_is_of_the_room(phz: Phz, good: str) -> None:
    """What ``-o`` chose holds everywhere on the page, and is marked."""
    ran = phz("doc", good, "-o", "甲=是")
    assert "这一桌：甲 = 是" in ran.out
    assert "### 大胡：5 番" in ran.out
    assert re.search(r"\| 甲 *\| 否、是 *\| 否 *\| 是（改了） *\|", ran.out)
    assert "两样：不许 甲 且 乙" in ran.out


def test_a_hand_of_a_neighbour(phz: Phz, good: str) -> None:
    """Where no example has a pattern, one of a neighbour does before the own ones are won otherwise."""
    after = phz("doc", good, "--quick").out.partition("### 末胡：2 番")[2].partition("\n### ")[0]
    # The last card is won on in examples of the children of common; the own example wins on 柒.
    assert "胡墩上能胡的最后一张" in after.partition("例：")[2]
    assert "胡 柒" not in after


def test_a_hand_won_otherwise(phz: Phz, tmp_path: Path) -> None:
    """Where these do not either, an example's cards won otherwise show it, without a search."""
    (tmp_path / "last.phz").write_text(GOOD.replace("当 末张", "当 末张 且 提数 >= 1"), "utf-8")
    ran = phz("doc", "last.phz", "--quick")
    after = ran.out.partition("### 末胡：2 番")[2]
    assert "例：胡 柒，自己摸的，胡墩上能胡的最后一张" in after
    assert "- 名堂：大胡 3 + 末胡 2 = 5 番" in after


def test_a_hand_searched_for(phz: Phz, tmp_path: Path) -> None:
    """Where these show it neither, the smallest of all hands does; ``--quick`` says that none is shown."""
    pytest.importorskip("numpy")
    (tmp_path / "searched.phz").write_text(SEARCHED, "utf-8")
    quick, whole = phz("doc", "searched.phz", "--quick"), phz("doc", "searched.phz")
    for pattern in ("全小", "末小"):
        found = whole.out.partition(f"### {pattern}")[2].partition("\n##")[0]
        assert "没有它的牌例" in quick.out.partition(f"### {pattern}")[2].partition("\n##")[0]
        assert "没有它的牌例" not in found
        assert not set("壹贰叁肆伍陆柒捌玖拾") & {*found}


def test_without_numpy_no_hand_is_searched_for(phz: Phz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library that a search needs the page is made all the same."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("phzdsl.analysis.asked")]:
        monkeypatch.delitem(sys.modules, name)
    (tmp_path / "searched.phz").write_text(SEARCHED, "utf-8")
    ran = phz("doc", "searched.phz")
    assert (ran.status, ran.err) == (0, "")
    assert "没有它的牌例" in ran.out


def test_html(phz: Phz) -> None:
    """``--format html`` writes the page; what neighbours play and this variant does not stands on it."""
    ran = phz("doc", "cd-ban", "--format", "html", "--quick")
    assert ran.status == 0
    assert ran.out.startswith('<!DOCTYPE html>\n<html lang="zh-Hans">')
    # Its child has 对对胡 for 6 番, its sibling ban for 4.
    elsewhere = ran.out.partition('id="elsewhere"')[2].partition("</section>")[0]
    assert "对对胡" in elsewhere
    assert "6 番" in elsewhere
    assert "4 番" in elsewhere


def test_own_sources_are_quoted(phz: Phz, tmp_path: Path) -> None:
    """A clause of a list that the file names is quoted under its number; one that stands in no list, by its id alone."""
    (tmp_path / "list.toml").write_text('[[clause]]\nid = "my.one"\nwhere = "page 3"\nsays = "big cards"\n', "utf-8")
    text = GOOD.replace("版本 1\n", '版本 1\n出处 "list.toml"\n').replace(
        "计 若 甲 则 5 否则 3", "计 若 甲 则 5 否则 3 @my.one"
    )
    (tmp_path / "cited.phz").write_text(text, "utf-8")
    ran = phz("doc", "cited.phz")
    assert re.search(r"^\[\^\d+\]: page 3 `@my\.one`：big cards$", ran.out, re.MULTILINE), ran.err


CHILD = """
版本 1
变体 child "我的" 继承 cd-quan {
  胡 { 改 起胡 息 >= 12 }
  番 {
    改 红胡 当 红牌 >= 11 计 3
    改 乌胡 计 7 @s0.quan-stack
  }
  动作 { 改 跑 见 他摸 }
}
"""


def test_what_was_said_of_the_row_before_it_changed(phz: Phz, tmp_path: Path) -> None:
    """Sources and questions that a changed row keeps are marked as its parent's, as ``phz show --origin`` marks them."""
    (tmp_path / "child.phz").write_text(CHILD, "utf-8")
    ran = phz("doc", "child.phz", "--quick")
    assert re.search(r"^- 起胡：胡息至少 12 息\[\^\d+\]（上家的）$", ran.out, re.MULTILINE)
    assert re.search(r"^红牌至少 11 张。\[\^\d+\]（上家的）$", ran.out, re.MULTILINE)
    # It cites something itself, and so its parent's sources are gone.
    assert re.search(r"^没有红牌。\[\^\d+\]$", ran.out, re.MULTILINE)
    assert re.search(r"^- 跑：.*〔存疑，上家的〕\S+（上家的）$", ran.out, re.MULTILINE)
    assert "- 动作「跑」：（上家的）" in ran.out
    assert "## 出处（原文摘要是英文）\n\n「上家的」：" in ran.out
    page = phz("doc", "child.phz", "--quick", "--format", "html", "--lang", "en")
    assert "there are at least 12 xi<sup>" in page.out
    assert " (parent's)</sup>" in page.out or " (parent&#x27;s)</sup>" in page.out
    assert "open, parent's</a>" in page.out


def test_whose_words_they_are(phz: Phz) -> None:
    """In an English page remarks in Chinese are said to be the author's words; in a Chinese one they stand as they are."""
    assert "the author's words: 暗偎不亮" in phz("doc", "cd-quan", "--quick", "--lang", "en").out
    assert "| 暗偎不亮" in phz("doc", "cd-quan", "--quick").out


def test_hostile_names_do_no_harm(phz: Phz, tmp_path: Path) -> None:
    """Words of a file that would act on a page or terminal are written out."""
    text = GOOD.replace('"试"', '"<b onclick=x>|[a](b)\u202e"')
    (tmp_path / "hostile.phz").write_text(text, "utf-8")
    page, plain = phz("doc", "hostile.phz", "--format", "html", "--quick"), phz("doc", "hostile.phz", "--quick")
    assert "<h1>&lt;b onclick=x&gt;|[a](b)\\u202e</h1>" in page.out
    assert plain.out.startswith("# \\<b onclick=x\\>\\|\\[a\\](b)\\\\u202e\n")


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (("nowhere",), 1, "D910"),
        (("nowhere.phz",), 1, "D911"),
        (("cd-quan", "-o", "没有=是"), 1, "D902"),
        (("cd-quan", "-o", "吃上家摸"), 2, ""),
        (("cd-quan", "--format", "pdf"), 2, ""),
        ((), 2, ""),
    ],
)
def test_refused(phz: Phz, words: tuple[str, ...], status: int, code: str) -> None:
    """What cannot be read is 1 with its code, wrong usage 2; nothing is written."""
    ran = phz("doc", *words)
    assert (ran.status, ran.out) == (status, "")
    assert code in ran.err


def test_faults_of_the_file(phz: Phz, bad: str) -> None:
    """A file with a fault makes no page; its faults are told."""
    ran = phz("doc", bad)
    assert (ran.status, ran.out) == (1, "")
    assert "红排" in ran.err
