"""``phz ask``: what it says of hands that have what is asked, for people and scripts, and what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import Phz

pytest.importorskip("numpy")

SMALL = """\
版本 1
变体 small "四点牌" 继承 common {
  选项 { 增 起几息 选 3, 6 默认 3 }
  牌 { 改 小字 一..四 各 4；改 大字 壹..肆 各 4 }
  座 { 改 起手 庄 9 闲 8；改 余墩 7 }
  胡 { 改 门数 3；改 起胡 息 >= 起几息；删 天胡 }
  计 { 改 等 = 1 + 息 ÷ 3 }
  番 {
    增 红胡 当 红牌 >= 3 计 2
    增 乌胡 当 红牌 = 0  计 3
    增 海底 当 末张      计 1
  }
}
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    """Write a variant of four points, of which 1,340 closed hands are complete."""
    (tmp_path / "small.phz").write_text(SMALL, "utf-8")
    return "small.phz"


def test_for_people(phz: Phz, small: str) -> None:
    """The page tells the numbers, the smallest hand with its trace, and what was counted."""
    ran = phz("ask", small, "红胡 且 自摸")
    assert (ran.status, ran.err) == (0, "")
    assert "问：红胡 且 自摸\n\n成牌" in ran.out
    assert (
        "\n成牌        1,340\n是这样的      614  45.82%\n  自摸        614\n  别家摸的      0\n  起手          0\n"
        in ran.out
    )
    assert "最小的一手\n  胡了：" in ran.out
    assert "红胡  2 番  红牌 >= 3〔红牌 " in ran.out
    assert "\n数的是：桌上没有门子的成牌，一手不漏" in ran.out
    english = phz("ask", small, "红胡 and self-draw", "--lang", "en")
    assert "complete hands    1,340" in english.out
    assert "the smallest\n  a win: " in english.out


def test_as_json(phz: Phz, small: str) -> None:
    """The keys are those of the page, the numbers agree with each other, and ``phz score`` says the same of the smallest."""
    value = phz("ask", small, "红胡", "--json").json
    assert list(value) == [
        "variant", "title", "options", "condition", "wins", "complete", "count", "undecided", "share", "by", "occasions",
        "smallest", "none", "never", "space",
    ]  # fmt: skip
    assert (value["complete"], value["undecided"], value["none"], value["never"]) == (1340, 0, False, "none")
    assert value["share"] == value["count"] / value["complete"]
    assert max(one["count"] for one in value["by"].values()) <= value["count"] <= 1340
    assert max(one["count"] for one in value["occasions"]) <= value["count"]
    smallest = value["smallest"]
    facts = [word for name, number in smallest["facts"].items() for word in ("--fact", f"{name}={number}")]
    assert phz("score", small, smallest["hand"], "--by", smallest["by"], *facts, "--json").json == smallest


def test_options_and_complete_hands(phz: Phz, small: str) -> None:
    """More 息 to win leave fewer hands; all complete ones are more than those that win."""
    every = [
        phz("ask", small, "红牌 >= 0", *words, "--json").json for words in (("--complete",), (), ("-o", "起几息=6"))
    ]
    counts = [one["count"] for one in every]
    assert counts[0] > counts[1] > counts[2] > 0
    assert [one["wins"] for one in every] == [False, True, True]
    assert every[2]["options"]["起几息"] == 6


def test_there_is_none(phz: Phz, small: str) -> None:
    """That no hand has both is said, and proved of hands with melds on the table too; it is an answer, not a fault."""
    ran = phz("ask", small, "红胡 且 乌胡")
    assert ran.status == 0
    assert "数过的牌里一手也没有，而且证明了：随便哪种胡法" in ran.out
    value = phz("ask", small, "红胡 且 乌胡", "--json").json
    assert (value["count"], value["smallest"], value["none"], value["never"]) == (0, None, True, "all")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("small.phz", "红糊"), "N201", "是否想写：红胡"),
        (("small.phz", "红胡 且"), "S111", "红胡 且"),
        (("small.phz", ""), "D937", ""),
        (("small.phz", "红胡 计 2"), "D938", "计 2"),
        (("small.phz", "听张数 > 2"), "D934", "听几张"),
        (("small.phz", "红胡", "-o", "没有=1"), "D902", ""),
        (("nowhere", "红胡"), "D910", ""),
    ],
)
def test_what_it_refuses(phz: Phz, small: str, words: tuple[str, ...], code: str, said: str) -> None:
    """Faults are told with their code and place, for people and for scripts."""
    assert small
    ran = phz("ask", *words)
    assert (ran.status, ran.out) == (1, "")
    assert f"[{code}]" in ran.err
    assert said in ran.err
    assert phz("ask", *words, "--json").json["error"]["code"] == code


def test_a_remark(phz: Phz, small: str) -> None:
    """A comparison that never holds is remarked on, and answered."""
    ran = phz("ask", small, "红牌 >= 40", "--json")
    assert (ran.status, ran.json["none"]) == (0, True)
    assert "[T315]" in ran.err


@pytest.mark.parametrize("words", [(), ("common",), ("common", "红牌", "= 0")])
def test_wrong_usage(phz: Phz, words: tuple[str, ...]) -> None:
    """A variant and one condition are asked for."""
    ran = phz("ask", *words)
    assert (ran.status, ran.out) == (2, "")


def test_numpy_is_missing(phz: Phz, small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy the command says what to install."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("phzdsl.analysis.asked")]:
        monkeypatch.delitem(sys.modules, name)
    ran = phz("ask", small, "红胡")
    assert (ran.status, "[D933]" in ran.err) == (1, True)
