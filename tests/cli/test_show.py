"""``phz show``: rows with their origin, options, facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phzdsl.cli.main import main
from phzdsl.paths import shipped
from phzdsl.ruleset.facts import FACTS
from tests.cli.running import Phz


def test_rows_by_block(phz: Phz, good: str) -> None:
    """Each block stands under its keyword, each row on one line with its citations."""
    ran = phz("show", good)
    assert ran.status == 0
    assert ran.out.startswith("good  试\n继承  good → common\n")
    assert "\n番\n" in ran.out
    assert "  大胡 当 大字 >= 10 计 若 甲 则 5 否则 3\n" in ran.out
    assert "@s0.deck" in ran.out
    assert "\nfan\n" in phz("--lang", "en", "show", good).out


def test_origin(phz: Phz, good: str) -> None:
    """``--origin`` tells which variant, file and line states a row."""
    lines = phz("show", good, "--origin").out.splitlines()
    (own,) = [line for line in lines if line.strip().startswith("大胡")]
    assert own.split()[-2:] == ["good", "good.phz:9"]
    assert any("common.phz:" in line for line in lines)


def test_a_changed_row_shows_what_holds(phz: Phz, tmp_path: Path, good: str) -> None:
    """A row that the child changed in part shows both the kept and the new clauses, and the child as origin."""
    child = '版本 1\n变体 child 继承 "good.phz" {\n  番 {\n    改 末胡 计 9\n  }\n}\n'
    (tmp_path / "child.phz").write_text(child, "utf-8")
    (row,) = [one for one in phz("show", "child.phz", "--json").json["rows"] if one["id"] == "fan/末胡"]
    assert (row["text"], row["origin"], row["line"]) == ("末胡 当 末张 计 9", "child", 4)
    assert good


def test_options(phz: Phz, good: str) -> None:
    """Options come with their values and default, and what may not be combined."""
    out = phz("show", good, "--options").out
    assert "甲        否 | 是  默认 否" in out
    assert "不许：两样  甲 且 乙" in out
    assert "default no" in phz("show", good, "--options", "--lang", "en").out


def test_facts(phz: Phz, good: str) -> None:
    """Facts of play that the rows name, with range and meaning; what the cards or ``--by`` settle is not among them."""
    out = phz("show", good, "--facts").out
    assert "末张    last" in out
    assert "self-draw" not in out
    assert "red-cards" not in out


def test_json(phz: Phz, good: str) -> None:
    """The document has rows, options and facts whatever else is asked."""
    value = phz("show", good, "--json").json
    assert (value["variant"], value["line"]) == ("good", ["good", "common"])
    (option,) = [one for one in value["options"] if one["name"] == "甲"]
    assert (option["values"], option["default"]) == ([False, True], False)
    assert "last" in {one["id"] for one in value["facts"]}
    row = next(one for one in value["rows"] if one["id"] == "fan/大胡")
    assert (row["block"], row["origin"], row["file"], row["line"], row["cites"]) == ("fan", "good", "good.phz", 9, [])


def test_faults(phz: Phz, bad: str) -> None:
    """A variant with faults is not shown; its faults are."""
    ran = phz("show", bad)
    assert (ran.status, ran.out) == (1, "")
    assert "[N201]" in ran.err
    assert "[D912]" in phz("show", ".").err


def test_quoted_text_cannot_steer_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A title with a C1 control and a turn of direction is shown with both written as escapes, in JSON too."""
    file = tmp_path / "sly.phz"
    file.write_text('版本 1\n变体 sly "\u202eevil\x9b2J" 继承 common {\n}\n', "utf-8")
    for words in ([], ["--origin"], ["--json"]):
        assert main(["show", str(file), *words]) == 0
        shown = capsys.readouterr().out
        assert "\\u009b" in shown
        assert "\x9b" not in shown
        assert "\u202e" not in shown


def test_numbers_that_follow_one_another_are_a_range(phz: Phz, tmp_path: Path, good: str) -> None:
    """An option of a hundred numbers is shown by its ends, and a mistyped value is answered with the same."""
    wide = (
        (tmp_path / good)
        .read_text("utf-8")
        .replace("增 甲 选 是, 否 默认 否", "增 甲 选 是, 否\n    增 丙 选 1..100, 150")
    )
    (tmp_path / good).write_text(wide, "utf-8")
    (line,) = [one for one in phz("show", good, "--options").out.splitlines() if one.startswith("丙")]
    assert line.split() == ["丙", "1..100", "|", "150", "默认", "1"]
    ran = phz("census", good, "-o", "丙=101")
    assert "可以是 1..100、150" in ran.err
    assert len(phz("show", good, "--json").json["options"][-2]["values"]) == 101


def test_without_a_variant_those_that_ship_are_listed(phz: Phz) -> None:
    """Alone it lists each variant with its title and parent, from which one can go on."""
    lines = phz("show").out.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped())
    (quan,) = [line for line in lines if line.startswith("cd-quan")]
    assert quan.split() == ["cd-quan", "常德", "全名堂（六八番）", "继承", "cd-ban"]
    heads = phz("show", "--json").json["variants"]
    for head in heads:
        value = phz("show", head["variant"], "--json").json
        assert (head["title"], head["inherits"]) == (value["title"], (*value["line"], None)[1])


def test_a_change_that_cites_nothing_shows_whose_citations_it_has(phz: Phz, tmp_path: Path) -> None:
    """A changed row without a citation keeps those of the parent's row, and ``--origin`` says that they are the parent's."""
    rows = "    改 等 = 2 + (息 - 15) ÷ 3\n    改 底 = 等 × 番  @s0.di\n"
    (tmp_path / "x.phz").write_text(f"版本 1\n变体 x 继承 common {{\n  计 {{\n{rows}  }}\n}}\n", "utf-8")
    out = phz("show", "x.phz", "--origin").out
    assert re.search(r"等 = 2 .* @s0\.deng（上家的） +x +x\.phz:4\n", out)
    assert re.search(r"底 = 等 × 番 +@s0\.di +x +x\.phz:5\n", out)
    assert "@s0.deng (parent's)" in phz("show", "x.phz", "--origin", "--lang", "en").out
    assert "上家的" not in phz("show", "x.phz").out
    kept = {one["id"]: one["cites_of_parent"] for one in phz("show", "x.phz", "--json").json["rows"]}
    assert (kept["count/deng"], kept["count/base"], kept["count/xi"]) == (True, False, False)


@pytest.mark.parametrize("variant", shipped())
def test_english_rows_are_english(phz: Phz, variant: str) -> None:
    """In English the rows of every variant have English keywords, facts and signs: what is left is the author's."""
    value = phz("show", variant, "--json").json
    rows = re.sub(r'"[^"]*"', "", phz("show", variant, "--lang", "en").out)
    words = set(re.findall(r"[\u4e00-\u9fff]+", rows))
    language = {one.zh for one in FACTS if one.zh not in {row["name"] for row in value["rows"]}}
    assert not words & (language | {"若", "则", "否则", "且", "或", "非", "当", "计", "值", "见", "最大", "番表"})
    assert "×" not in rows


def test_a_hand_can_be_pasted_and_names_stay(phz: Phz, tmp_path: Path) -> None:
    """Groups of a hand keep their stroke; a pattern named as a fact or a key of the language keeps its name."""
    text = """版本 1
变体 x "一" 继承 common {
  番 {
    增 大字 当 大字 >= 1 计 1
    增 小红 当 红牌 ÷ 2 >= 1 计 1
  }
  例 { 甲 牌面 碰 壹壹壹 / 碰 叁叁叁 / 手 一二三 / 胡 一 得 不胡 }
}
"""
    (tmp_path / "x.phz").write_text(text, "utf-8")
    assert "甲 牌面 碰 壹壹壹 / 碰 叁叁叁 / 手 一二三 / 胡 一 得 不胡" in phz("show", "x.phz").out
    english = " ".join(phz("show", "x.phz", "--lang", "en").out.split())
    assert "大字 when big-cards >= 1 scores 1 小红 when red-cards / 2 >= 1 scores 1" in english
    assert "hand peng 壹壹壹 / peng 叁叁叁 / hand-cards 一二三 / win 一 gives not-won" in english
