"""``phz score``: one hand, options and facts, what is no win, files of hands."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from tests.cli.running import HAND, Phz

KEYS = {
    "variant", "options", "win", "reason", "xi", "deng", "patterns", "fan", "points", "unit", "payments", "melds",
    "readings",
}  # fmt: skip
SHORT = "碰 二二二 / 碰 三三三 / 手 四五六 七八九 壹贰叁 肆伍陆 捌玖 / 胡 柒"
LEFTOVER = "碰 二二二 / 碰 三三三 / 手 四五六 七八九 壹贰叁 肆伍陆 捌玖 / 胡 一"


def test_a_win_is_traced(phz: Phz, good: str) -> None:
    """The trace shows the verdict, each group with its 息, each step with numbers, what counted, who pays."""
    ran = phz("score", good, HAND)
    assert (ran.status, ran.err) == (0, "")
    for part in (
        "试（good）",
        "胡了：22 息，3 等，",
        "牌（柒，自摸）",
        "  提    玖玖玖玖  12 息",
        "  合计            22 息",
        "等 = 1 + (息 - 15) ÷ 3 = 1 + (22 - 15) ÷ 3 = 3 等  @s0.deng",
        "大胡  3 番  大字 >= 10〔大字 10〕",
        "各家付胡者",
    ):
        assert part in ran.out


def test_the_trace_in_english(phz: Phz, good: str) -> None:
    """The same trace in English, formulas and units too; only cards and the author's own names stay as written."""
    out = phz("--lang", "en", "score", good, HAND).out
    for part in (
        "a win: 22 xi, 3 deng,",
        "hand (柒, own draw)",
        "  total            22 xi",
        "deng = 1 + (xi - 15) / 3 = 1 + (22 - 15) / 3 = 3 deng  @s0.deng",
        "大胡  3 fan  big-cards >= 10 [big-cards 10]",
        "others pay winner",
    ):
        assert part in out
    own = {"大胡", "末胡", "甲", "乙"}
    chinese = set(re.findall(r"[\u4e00-\u9fff]+", re.sub(r"[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]+", "", out)))
    assert chinese <= own


def test_json_has_the_promised_keys(phz: Phz, good: str) -> None:
    """Every key of the contract is there with its meaning."""
    value = phz("score", good, HAND, "--json").json
    assert value.keys() >= KEYS
    assert (value["variant"], value["win"], value["reason"], value["xi"], value["deng"]) == ("good", True, None, 22, 3)
    assert value["options"] == {"偎亮张": 0, "起手混合": False, "甲": False, "乙": False}
    assert [(one["name"], one["fan"]) for one in value["patterns"]] == [("大胡", 3)]
    assert (value["fan"], value["unit"]) == (3, "points")
    assert value["points"] == value["payments"][0]["amount"]
    assert (value["payments"][0]["from"], value["payments"][0]["to"]) == ("others", "winner")
    assert value["melds"][0] == {"kind": "ti", "cards": "玖玖玖玖", "xi": 12}
    assert sum(one["xi"] for one in value["melds"]) == 22
    assert value["readings"] == 1


def test_the_hand_may_be_written_in_ascii_or_without_quotes(phz: Phz, good: str) -> None:
    """ASCII cards, and groups given as separate words, are the same hand."""
    plain = "ti b9b9b9b9 / peng s2s2s2 / hand s1s2s3 b2b7b10 s4s5s6 s8s8 b5b6 / hu b7"
    wanted = phz("score", good, HAND, "--json").json
    assert phz("score", good, plain, "--json").json == wanted
    assert phz("score", good, *HAND.split(), "--json").json == wanted


def test_options_and_facts_change_the_score(phz: Phz, good: str) -> None:
    """``-o`` sets an option, ``--fact`` states a fact of play, in either spelling; a fact never asked for is fine."""
    assert phz("score", good, HAND, "-o", "甲=是", "--json").json["fan"] == 5
    assert phz("score", good, HAND, "-o", "甲=yes", "--json").json["options"]["甲"] is True
    for fact in ("末张", "last", "last=1", "末张=是"):
        assert phz("score", good, HAND, "--fact", fact, "--json").json["fan"] == 5
    assert phz("score", good, HAND, "--fact", "last=0", "--json").json["fan"] == 3
    assert phz("score", good, HAND, "--fact", "draws-in-row=3", "--json").json["fan"] == 3
    assert "选项：甲=是" in phz("score", good, HAND, "-o", "甲=是").out


def test_by_changes_the_score(phz: Phz, good: str) -> None:
    """How the winning card came counts: another's draw is no 自摸."""
    own, other = (phz("score", good, HAND, "--by", by, "--json").json for by in ("self", "draw"))
    assert own["points"] == other["points"] + 1


@pytest.mark.parametrize(
    ("hand", "code", "words"),
    [
        ((SHORT,), "short", "还差"),
        ((LEFTOVER,), "incomplete", "配不成门"),
        ((HAND, "--by", "discard"), "card", "不能胡"),
    ],
)
def test_not_a_win_is_an_answer(phz: Phz, good: str, hand: tuple[str, ...], code: str, words: str) -> None:
    """A hand that is no win is answered with its reason, and the status is 0."""
    ran = phz("score", good, *hand)
    assert ran.status == 0
    assert "不是胡牌：" in ran.out
    assert words in ran.out
    value = phz("score", good, *hand, "--json").json
    assert (value["win"], value["reason"]["code"]) == (False, code)
    assert (value["fan"], value["points"], value["patterns"], value["payments"]) == (0, 0, [], [])
    assert words in value["reason"]["words"]


def test_a_minimum_that_is_no_number(phz: Phz) -> None:
    """What a hand lacks is told as the condition alone, without the rest of its row.

    s3.wu-fu-alarm: who has declared wins with 五福 or 跑双 and nothing else; here a small pair gets a big card.
    """
    hand = "碰 五五五 / 碰 一一一 / 偎 拾拾拾 / 碰 肆肆肆 / 手 八八 / 胡 捌"
    for language, words in (
        ("zh", "不是胡牌：没有达到：非 报警 或 五福 或 跑双\n"),
        ("en", "not a win: the minimum is not reached: not declared or 五福 or 跑双\n"),
    ):
        assert words in phz("score", "peng", hand, "--by", "draw", "--fact", "报警", "--lang", language).out


def test_faults_of_the_command_line(phz: Phz, good: str) -> None:
    """A slip in an option, a fact or the hand is a fault at its place, with what was meant."""
    ran = phz("score", good, HAND, "-o", "甲=似")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("-o 甲=似:1:3: 错误[D902]: 选项「甲」不能是「似」；可以是 是、否")
    assert "没有叫「末章」的牌局情况" in phz("score", good, HAND, "--fact", "末章").err
    assert "是否想写：末张" in phz("score", good, HAND, "--fact", "末章").err
    document = phz("score", good, "碰 二二二 二二 / 胡 柒", "--json")
    assert (document.status, document.err) == (1, "")
    assert document.json["error"]["code"] == "D926"


def test_a_variant_with_faults_scores_nothing(phz: Phz, bad: str) -> None:
    """The faults of the file are shown instead of a score."""
    ran = phz("score", bad, HAND)
    assert (ran.status, ran.out) == (1, "")
    assert "bad.phz:4:12: 错误[N201]" in ran.err


def test_a_file_of_hands(phz: Phz, good: str, tmp_path: Path) -> None:
    """Each line is an object; options after a tab add to those of the command line; a bad line stops nothing."""
    lines = [
        "# 注",
        HAND,
        f"{HAND}\t-o 甲=是 --fact last",
        f"{HAND}\t--by draw",
        "",
        "碰 二二 / 胡 柒",
        f"{HAND}\t--nonsense",
        f"{HAND}\t--fact '",
        SHORT,
    ]
    text = "\n".join(lines).encode() + b"\n\xff\xfe\n"
    (tmp_path / "hands.txt").write_bytes(text)
    ran = phz("score", good, "--file", "hands.txt", "-o", "乙=是")
    assert (ran.status, ran.err) == (1, "")
    answers = {one["line"]: one for one in ran.lines}
    assert list(answers) == [2, 3, 4, 6, 7, 8, 9, 10]
    assert (answers[2]["fan"], answers[4]["by"], answers[9]["win"]) == (3, "draw", False)
    assert {line: one["error"]["code"] for line, one in answers.items() if "error" in one} == {
        3: "D903",
        6: "D926",
        7: "D917",
        8: "D917",
        10: "D918",
    }
    assert set(answers[6]["error"]) == {"code", "message", "line"}


def test_a_file_without_bad_lines_is_status_0(phz: Phz, good: str, tmp_path: Path) -> None:
    """A file may begin with a byte order mark and end lines as Windows does."""
    (tmp_path / "hands.txt").write_bytes(b"\xef\xbb\xbf" + f"{HAND}\r\n{HAND}\t--by draw\r\n".encode())
    ran = phz("score", good, "--file", "hands.txt")
    assert (ran.status, len(ran.lines)) == (0, 2)


def test_hands_from_standard_input(phz: Phz, good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` reads hands from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{HAND}\n".encode())))
    assert phz("score", good, "--file", "-").lines[0]["xi"] == 22


def test_files_of_hands_that_are_none(phz: Phz, good: str) -> None:
    """A missing file and a folder are faults with their codes."""
    assert "[D911]" in phz("score", good, "--file", "nowhere.txt").err
    assert "[D912]" in phz("score", good, "--file", ".").err


@pytest.mark.parametrize(("word", "by"), [("自摸", "self"), ("他摸", "draw"), ("打", "discard"), ("他打", "discard")])
def test_by_in_the_words_of_rule_files(phz: Phz, good: str, word: str, by: str) -> None:
    """How the winning card came may be said in the words of the language too."""
    assert phz("score", good, HAND, "--by", word, "--json").json["by"] == by


def test_a_mistyped_group_is_mended(phz: Phz, good: str) -> None:
    """The group is marked by itself, and shown as it was meant."""
    ran = phz("score", good, HAND.replace("胡 柒", "糊 柒"))
    assert "没有这样叫的组：「糊」" in ran.err
    assert "是否想写：胡 柒" in ran.err


def test_what_did_not_count_says_why(phz: Phz, tmp_path: Path) -> None:
    """A near miss says what it lacks, and under 最高 which pattern counts instead; melds go by their own names."""
    rows = (
        "改 合并 最高\n增 碰偎 当 数(碰, 偎) >= 1 计 2\n增 大胡 当 大字 >= 10 计 1\n"
        "增 红胡 当 红牌 >= 10 计 3\n增 黑少 当 大字 <= 8 计 3\n增 息胡 当 息 >= 24 计 3\n"
    )
    path = tmp_path / "x.phz"
    path.write_text(f'版本 1\n变体 x "试" 继承 common {{\n番 {{\n{rows}}}\n}}\n', "utf-8")
    out = phz("score", str(path), HAND).out
    assert "〔碰数 1，偎数 0〕" in out
    for part in ("大胡  只算最高的「碰偎」", "红胡  红牌差 2", "黑少  大字多了 2", "息胡  息差 2\n"):
        assert part in f"{out}\n"


def test_what_narrowly_did_not_count_comes_nearest_first(phz: Phz, tmp_path: Path) -> None:
    """Patterns that fail by less come first, before them those that hold and are counted by another; text names a few."""
    rows = "".join(f"    增 多{number} 当 大字 >= {number} 计 1\n" for number in range(19, 10, -1))
    text = f"版本 1\n变体 x 继承 common {{\n  番 {{\n    合并 最大\n{rows}  }}\n}}\n".replace(
        "合并 最大", "改 合并 最高"
    )
    (tmp_path / "x.phz").write_text(text, "utf-8")
    missed = phz("score", "x.phz", HAND, "--json").json["missed"]
    shorts = [one["short"] for one in missed]
    assert shorts == sorted(shorts)
    assert shorts[-1] > 3
    lines = phz("score", "x.phz", HAND).out.partition("没算的\n")[2].partition("\n\n")[0].splitlines()
    assert len(lines) <= 7


def test_why_a_hand_is_no_win_says_which_cards(phz: Phz) -> None:
    """The cards that no division takes in are named; too many pairs are told as pairs, not as a number of groups."""
    loose = "碰 壹壹壹 / 手 一二三 四五六 七八九 陆柒捌 五 十拾 伍 贰 / 胡 九"
    assert re.search(r"不是胡牌：有 \d 张牌配不成门：[一-十壹-拾]+", phz("score", "common", loose, "--by", "draw").out)
    value = phz("score", "common", loose, "--by", "draw", "--json").json["reason"]
    named = value["words"].partition("：")[2].partition("；")[0]
    assert value["missing"] == len(named) >= 1
    assert set(named) <= set(loose)
    pairs = "提 八八八八 / 碰 壹壹壹 / 手 一二三 四五六 肆肆 陆陆 玖玖 九 / 胡 九"
    assert "将有 4 副，要正好 1 副" in phz("score", "common", pairs, "--by", "draw").out


def test_the_headline_has_the_usual_steps_alone(phz: Phz) -> None:
    """Steps of the author's own have no number without a name in the headline; 底 stands there once."""
    out = phz("score", "peng", "碰 五五五 / 手 一二三二七十捌捌八肆伍 / 胡 陆", "--by", "draw").out
    assert "\n胡了：4 点\n" in out


def test_a_hand_that_is_short_shows_what_is_asked_alone(phz: Phz, good: str) -> None:
    """What a win must reach is counted out; steps that mean nothing below it are not."""
    out = phz("score", good, SHORT).out
    assert "息 = 门子息" in out
    assert "等 =" not in out
    assert "底 =" not in out


def test_how_the_card_came_in_the_words_of_a_file(phz: Phz) -> None:
    """What may stand after 由 is taken by ``--by`` in both languages; 亮张 and 首打 say their fact too."""
    hand = "碰 壹壹壹 / 手 一二三 四五六 七八九 陆柒捌 五五 玖玖 拾 / 胡 拾"
    for zh, en, by, fact in (
        ("亮张", "shown", "draw", {"shown-win": 1}),
        ("首打", "first-discard", "discard", {"first-discard-win": 1}),
        ("上家打", "previous-discard", "discard", {}),
        ("任摸", "any-draw", "draw", {}),
    ):
        values = [phz("score", "common", hand, "--by", word, "--json").json for word in (zh, en)]
        assert [(value["by"], value["facts"]) for value in values] == [(by, fact)] * 2
    help_of = " ".join(phz("score", "--help", "--lang", "en").out.split())
    assert "first-discard 首打" in help_of
