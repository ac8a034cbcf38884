"""``phz why-not``: what it says of a pattern that a hand lacks, for people and scripts, and what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import HAND, Phz

pytest.importorskip("numpy")


def test_for_people(phz: Phz, good: str) -> None:
    """What fails is told with its value, and the change that gives it with the trace of the hand."""
    ran = phz("why-not", good, HAND, "末胡")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(
        "试（good）\n这手牌没有「末胡」\n\n条件\n  不成立  末张  末张 否\n\n1. 换怎么胡的：末张 否 → 是\n   胡了："
    )
    assert "末胡  2 番  末张" in ran.out
    english = phz("why-not", good, HAND, "末胡", "--lang", "en")
    assert "the hand does not have 末胡" in english.out
    assert "1. won otherwise: last no → yes" in english.out


def test_cards(phz: Phz) -> None:
    """Cards that are replaced are named; the hand may be written in several words."""
    ran = phz("why-not", "cd-quan", *HAND.split(), "红胡")
    assert ran.status == 0
    assert "  不成立  红牌 >= 10  红牌 8，差 2\n\n1. 换牌：换 2 张，一三 → 七十\n" in ran.out


def test_as_json(phz: Phz, good: str) -> None:
    """The keys are those of the page; ``phz score`` says the same of the hand that has it."""
    value = phz("why-not", good, HAND, "末胡", "--json").json
    assert list(value) == [
        "variant", "title", "options", "pattern", "cites", "in_room", "has", "held", "condition", "score", "changes",
        "cards_tried", "never", "example", "space",
    ]  # fmt: skip
    assert (value["has"], value["held"], value["in_room"], value["example"]) == (False, False, True, None)
    assert value["condition"] == {"text": "末张", "holds": False, "values": {"fact:last": 0}, "parts": []}
    (change,) = value["changes"]
    assert (change["kind"], change["facts"]) == ("play", [{"name": "last", "before": 0, "after": 1}])
    score = phz("score", good, change["score"]["hand"], "--fact", "末张", "--json").json
    assert score == change["score"]
    assert value["score"] == phz("score", good, HAND, "--json").json


def test_the_hand_has_it(phz: Phz, good: str) -> None:
    """A pattern that the hand has is told with the trace; that is no fault."""
    ran = phz("why-not", good, HAND, "末胡", "--fact", "末张")
    assert (ran.status, ran.err) == (0, "")
    assert "这手牌有「末胡」" in ran.out
    assert phz("why-not", good, HAND, "末胡", "--fact", "末张", "--json").json["has"] is True


def test_options(phz: Phz, good: str, tmp_path: Path) -> None:
    """A pattern that the room leaves out comes with another option, which is named as it is and as it would be."""
    text = (
        (tmp_path / good)
        .read_text("utf-8")
        .replace("计 若 乙 则 4 否则 2", "计 2 启用 乙")
        .replace("当 末张", "当 自摸")
    )
    (tmp_path / good).write_text(text, "utf-8")
    value = phz("why-not", good, HAND, "末胡", "--json").json
    assert (value["in_room"], value["condition"]) == (False, None)
    assert [one["options"] for one in value["changes"]] == [[{"name": "乙", "before": False, "after": True}]]
    ran = phz("why-not", good, HAND, "末胡")
    assert "照这样的选项，没有这个番\n\n1. 换选项：乙 否 → 是\n   选项：乙=是\n   胡了：" in ran.out


def test_proved(phz: Phz, good: str, tmp_path: Path) -> None:
    """Where no win can have it, that is said."""
    text = (tmp_path / good).read_text("utf-8")
    more = "番 {\n    增 两不 当 红牌 = 0 且 红牌 = 1 计 1\n"
    (tmp_path / good).write_text(text.replace("番 {\n", more), "utf-8")
    ran = phz("why-not", good, HAND, "两不")
    assert ran.status == 0
    assert (
        "怎么胡的、选项都改不出来，换 3 张以内的牌也没有，同时改也没有\n证明了：照这样的选项，没有一手胡牌会有它"
        in ran.out
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("good.phz", HAND, "大糊"), "D939", "是否想写：大胡"),
        (("good.phz", "手 一二三 / 胡 一", "大胡"), "D929", ""),
        (("good.phz", HAND, "大胡", "--fact", "庄稼"), "D927", ""),
        (("good.phz", HAND, "大胡", "-o", "没有=1"), "D902", ""),
        (("nowhere", HAND, "大胡"), "D910", ""),
    ],
)
def test_what_it_refuses(phz: Phz, good: str, words: tuple[str, ...], code: str, said: str) -> None:
    """Faults are told with their code, for people and for scripts."""
    assert good
    ran = phz("why-not", *words)
    assert (ran.status, ran.out) == (1, "")
    assert f"[{code}]" in ran.err
    assert said in ran.err
    assert phz("why-not", *words, "--json").json["error"]["code"] == code


@pytest.mark.parametrize("words", [(), ("common",), ("common", HAND), ("common", HAND, "红胡", "--by", "nowhere")])
def test_wrong_usage(phz: Phz, words: tuple[str, ...]) -> None:
    """A variant, a hand and a pattern are asked for."""
    ran = phz("why-not", *words)
    assert (ran.status, ran.out) == (2, "")


def test_numpy_is_missing(phz: Phz, good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy the command says what to install."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith(("phzdsl.analysis.whynot", "phzdsl.analysis.asked"))]:
        monkeypatch.delitem(sys.modules, name)
    ran = phz("why-not", good, HAND, "大胡")
    assert (ran.status, "[D933]" in ran.err) == (1, True)
