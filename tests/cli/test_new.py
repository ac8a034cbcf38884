"""``phz new``: a child of any variant that checks, is laid out, passes its own examples, and states only what differs."""

from __future__ import annotations

import io
import os
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from phzdsl.analysis.changes import changes
from phzdsl.cli.drafted import Draft
from phzdsl.cli.faults import about
from phzdsl.paths import shipped
from phzdsl.ruleset.library import load
from phzdsl.ruleset.options import bind
from tests.cli.running import Phz, Ran


class Terminal(io.StringIO):
    """Standard input of a person who types these lines and then leaves."""

    def isatty(self) -> bool:
        """Say that somebody sits there."""
        return True


class Interrupted(Terminal):
    """A person who presses Ctrl-C."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as StringIO has it
        """Stop."""
        raise KeyboardInterrupt(size)


def types(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let a person type lines."""
    monkeypatch.setattr(sys, "stdin", Terminal("".join(f"{line}\n" for line in lines)))


def files() -> list[str]:
    """Return the names of all files here."""
    return sorted(path.name for path in Path().iterdir())


def text(name: str = "town.phz") -> str:
    """Return what a file holds."""
    return Path(name).read_text("utf-8")


def in_order(phz: Phz, name: str = "town.phz", *proofs: str) -> None:
    """Hold a file to check, to be laid out, and to pass its own examples."""
    ran = [phz("check", name, *(proofs or ["--no-proofs"])), phz("fmt", "--check", name), phz("test", name)]
    assert [one.status for one in ran] == [0, 0, 0], (text(name), [one.out for one in ran])


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize(
    ("variant", "language"),
    [*((one, "zh") for one in shipped()), *((one, "en") for one in ("guilin", "lz-ming", "peng"))],
)
def test_defaults_are_the_parent(phz: Phz, variant: str, language: str) -> None:
    """With nothing asked for, the file has the rules of its parent, in the keywords of either language."""
    assert phz("new", "town", "--from", variant, "--defaults", "--lang", language).status == 0
    assert phz("fmt", "--check", "town.phz").status == 0
    assert ("variant town" in text()) == (language == "en")
    assert not changes(bind(load(variant)), bind(load("town.phz")))
    assert phz("test", "town.phz").status == 0


HGW = """\
# 照 cd-quan（常德 全名堂（六八番））改的：只写和它不同的，没写的都照它。
# 改好就 phz check town.phz，phz test town.phz；规则怎么写见 docs/language.md。
版本 1
变体 town "红拐弯" 继承 cd-quan {
  胡 {
    # 18 息起胡（cd-quan 是 15）。出处待填：行尾写 @编号
    改 起胡 若 三息凑胡 则 息 >= 18 否则 门子息 >= 18
  }

  番 {
    # 红胡：红牌 11 张起（cd-quan 是 10），值 4 + (红牌 - 11)（cd-quan 是 2 + (红牌 - 10)）。出处待填：行尾写 @编号
    改 红胡  当 红牌 >= 11  计 4 + (红牌 - 11)
    # 没有小胡（cd-quan 是 8 + (小字 - 16)）。出处待填：行尾写 @编号
    删 小胡
    # 海底：值 2；条件照 ban 的，和牌单核对。出处待填：行尾写 @编号
    增 海底  当 末张        计 2
    # 增 耍猴 当 …… 计 8
    # 上面一行：什么时候算，补上，再去掉 #
  }

"""


def test_only_the_difference_is_written(phz: Phz) -> None:
    """The file by hand from the answers; equal answers write nothing, an unknown pattern is only noted down."""
    words = shlex.split(
        "--title 红拐弯 --minimum 18 --start 15 --red 11 --drop 小胡 --fan 海底=2 --fan 耍猴=8 --fan 对对胡=6"
    )
    ran = phz("new", "town", "--from", "cd-quan", *words, "--fan", "红胡=4 + (红牌 - 11)")
    assert (ran.status, ran.err) == (0, "")
    assert text().partition("  例 {")[0] == HGW
    in_order(phz)


def test_english(phz: Phz) -> None:
    """Keywords and comments are in English, names as they are."""
    words = ["--minimum", "10", "--start", "10", "--step", "1", "--pays", "all", "--fan", "乌胡=4", "--lang", "en"]
    assert phz("new", "town", "--from", "jiben", *words).status == 0
    written = text()
    assert "    # a win needs 10 息 (jiben: 15). TODO: cite the sheet with @id at the end of the row\n" in written
    assert "    change minimum xi >= 10\n" in written
    assert "    change deng = 1 + (xi - 10) / 1\n" in written
    assert "    change win  on any-draw, shown, others-discard\n" in written
    assert "    change 乌胡  scores 4\n" in written
    in_order(phz)


def test_four_players_and_what_follows(phz: Phz) -> None:
    """Another deal brings the stock that it leaves, 80 - 15 - 3 × 14 = 23, and 15 / 3 = 5 groups."""
    ran = phz("new", "town", "--from", "jiben", "--players", "4", "--deal", "15,14", "--minimum", "6")
    assert ran.status == 0
    rows = [line.strip() for line in text().splitlines() if line.strip().startswith("改")]
    assert rows == ["改 人数 4", "改 起手 庄 15 闲 14", "改 余墩 23", "改 门数 5", "改 起胡 息 >= 6"]
    in_order(phz)


def test_an_option_of_the_parent_gets_another_default(phz: Phz) -> None:
    """Where an option of the parent is the minimum, its default is what changes; a number it does not have is a fault."""
    assert phz("new", "town", "--from", "guilin", "--minimum", "12").status == 1
    assert phz("new", "town", "--from", "guilin", "--minimum", "15").status == 0
    assert "    改 起胡息  默认 15\n" in text()
    in_order(phz)


@pytest.mark.parametrize(
    ("variant", "pays", "rows"),
    [
        ("lz-fan", "discarder", ["改 胡牌 当 非 放炮", "增 放炮 于 胡 出 打者 当 放炮 计 底 × (人数 - 1)"]),
        ("guilin", "all", ["改 胡牌 去 当", "删 放炮"]),
        ("lz-fan", "all", []),
    ],
)
def test_who_pays_for_a_discard(phz: Phz, variant: str, pays: str, rows: list[str]) -> None:
    """All or the discarder alone, from either; what is so already writes nothing."""
    assert phz("new", "town", "--from", variant, "--pays", pays).status == 0
    made = text().split("  付 {")[-1].split("  }")[0] if rows else ""
    assert [" ".join(line.split()) for line in made.splitlines() if line.strip() and "#" not in line] == rows
    in_order(phz)


def test_what_counts_instead_of_a_dropped_pattern(phz: Phz) -> None:
    """A pattern that counted instead of the dropped one no longer names it."""
    assert phz("new", "town", "--from", "ban", "--drop", "对对胡").status == 0
    assert "    改 乌对胡  代替 乌胡\n" in text()
    in_order(phz)


def test_a_rule_file_as_parent(phz: Phz, good: str) -> None:
    """A file of one's own is named by its path seen from the new one."""
    Path("sub").mkdir()
    assert phz("new", "sub/town", "--from", good, "--fan", "末胡=5").status == 0
    assert '继承 "../good.phz"' in text("sub/town.phz")
    in_order(phz, "sub/town.phz")


# ---------------------------------------------------------------- sources


def test_a_list_of_sources(phz: Phz) -> None:
    """Each row cites a clause of its own in a new list, which reads as TOML and has each clause to be filled in."""
    ran = phz("new", "town", "--from", "jiben", "--minimum", "10", "--fan", "乌胡=4", "--sources", "sheet.toml")
    assert ran.status == 0
    clauses = tomllib.loads(text("sheet.toml"))["clause"]
    assert [one["id"] for one in clauses] == ["town.minimum", "town.fan-1"]
    assert all(one["where"] == "待填" for one in clauses)
    assert '出处 "sheet.toml"' in text()
    assert "改 起胡 息 >= 10  @town.minimum" in text()
    in_order(phz)
    assert phz("sources", "town.phz", "--show", "town.minimum").status == 0


def test_a_list_that_is_there_stays(phz: Phz) -> None:
    """A list of one's own is named, not written over, and nothing is cited that it may not have."""
    Path("sheet.toml").write_text('[[clause]]\nid = "mine.a"\nwhere = ""\nsays = ""\n', "utf-8")
    assert phz("new", "town", "--from", "jiben", "--minimum", "10", "--sources", "sheet.toml").status == 0
    assert "mine.a" in text("sheet.toml")
    assert "息 >= 10\n" in text()
    in_order(phz)


# ---------------------------------------------------------------- at a terminal


def test_answers_at_a_terminal(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is asked; a bad answer is told and asked again, an empty one keeps what the parent has."""
    seats = ["4", "21 20", "4", "十五 14"]
    patterns = ["3 +", "3", "", "-", "", "海底", "2", "", "新番", "4", "红牌 = 3 且", "红牌 = 3", "点胡", ""]
    types(
        monkeypatch,
        "cd-quan",
        "Town",
        "town",
        "nowhere",
        "jiben",
        "我们镇",
        *seats,
        "6",
        "",
        "x",
        "1",
        "",
        *patterns,
        "9",
        "3",
        "",
    )
    ran = phz("new")
    assert ran.status == 0, ran.err + ran.out
    for said in ("随程序带着", "不能作短名", "发牌加余墩却是 100 张", "要一个数", "「点胡」已经有了", "选 1-3"):
        assert said in ran.out
    assert "[D910]" in ran.err
    rows = [" ".join(line.split()) for line in text().splitlines() if line.strip()[:1] in {"改", "增", "删"}]
    assert rows == [
        "改 人数 4", "改 起手 庄 15 闲 14", "改 余墩 23", "改 胡 见 任摸, 亮张, 他打", "改 门数 5", "改 起胡 息 >= 6", "改 等 = 1 + (息 - 15) ÷ 1",
        "改 红胡 计 3", "删 红乌", "增 海底 当 末张 计 2", "增 新番 当 红牌 = 3 计 4",
        "改 胡牌 当 非 放炮", "增 放炮 于 胡 出 打者 当 放炮 计 底 × (人数 - 1)",
    ]  # fmt: skip
    assert '变体 town "我们镇" 继承 jiben' in text()
    in_order(phz)


def test_what_the_parent_does_not_have_is_not_asked(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """碰胡子 has no 息, no 等, no red cards that count, and pays in its own way."""
    types(monkeypatch, *[""] * 40)
    ran = phz("new", "town", "--from", "peng")
    assert ran.status == 0
    assert not [asked for asked in ("起胡", "等", "红牌", "放炮谁付") if asked in ran.out]
    assert "小七对" in ran.out


def test_the_proof_is_made_before_the_end(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved wrong once all is answered is shown, and what no flag has answered is asked once more."""
    found = [(about("R801", "多红"),), ()]
    monkeypatch.setattr(Draft, "disproved", lambda *_: found.pop(0))
    flags = shlex.split("--title t --players 3 --minimum 15 --start 15 --step 3 --red 10 --pays all --sources s.toml")
    kept = [""] * 4
    types(monkeypatch, *kept, "多红", "3", "红牌 >= 15", "", *kept, "多红", "3", "红牌 >= 14", "")
    ran = phz("new", "town", "--from", "jiben", *flags)
    assert "[R801]" in ran.err
    assert "再问一遍" in ran.out
    assert (ran.status, found) == (0, [])
    assert "增 多红  当 红牌 >= 14" in text()


@pytest.mark.parametrize("lines", [[], [""], ["我们镇", "3", "", "10"]])
def test_the_end_of_input_leaves_nothing(phz: Phz, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    """Whoever leaves before the last answer finds no file."""
    types(monkeypatch, *lines)
    ran = phz("new", "town", "--from", "jiben")
    assert (ran.status, files()) == (1, [])
    assert "没有写文件" in ran.err


def test_ctrl_c_leaves_nothing(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends as for any command, and nothing is there."""
    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert (phz("new", "town", "--from", "jiben").status, files()) == (130, [])


# ---------------------------------------------------------------- what is refused


WRONG = {
    "": "还缺：NAME",
    "town": "还缺：--from",
    "Town --from jiben": "不能作短名",
    "jiben --from common": "随程序带着",
    "town --from peng --step 3": "peng 里没有一个数管这件事：--step",
    "town --from jiben --drop 没有": "没有番「没有」",
    "town --from jiben --fan 红胡": "--fan 要写成 名字=值",
    "town --from jiben --deal 21": "--deal 不能是 '21'",
    "town --from jiben --minimum many": "--minimum 不能是 'many'",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_usage(phz: Phz, words: str) -> None:
    """What cannot be meant is wrong usage: status 2, what is wrong, no file."""
    ran = phz("new", *words.split())
    assert (ran.status, files()) == (2, [])
    assert WRONG[words] in ran.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--players", "4"], "A501"),
        (["--fan", "红胡=2 +"], "[S"),
        (["--fan", "新=2 当 没有的"], "N201"),
        (["--fan", "新=2 when 红牌 >= 10 且 大字 = 0 且 小字 = 0"], "R801"),
        (["--sources", "../../a.toml"], "C605"),
    ],
)
def test_rules_that_cannot_be(phz: Phz, words: list[str], code: str) -> None:
    """A flag that makes a faulty file is told as the check would tell it; nothing is written."""
    ran = phz("new", "town", "--from", "jiben", *words)
    assert (ran.status, files()) == (1, [])
    assert code in ran.err


def test_no_file_is_written_over(phz: Phz, bad: str) -> None:
    """A file that is there stays as it is, unless ``--force`` says otherwise."""
    before = text(bad)
    ran = phz("new", "bad", "--from", "jiben")
    assert (ran.status, text(bad)) == (1, before)
    assert "[D916]" in ran.err
    assert "--force" in ran.err
    assert phz("new", "bad.phz", "--from", "jiben", "--force").status == 0
    in_order(phz, bad)


def test_a_folder_that_cannot_be_written(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file cannot get its name, neither it nor its list of sources is left."""
    link = os.link

    def refuse(source: Path, to: Path) -> None:
        if to.name == "town.phz":
            raise FileExistsError(17, "File exists")
        link(source, to)

    monkeypatch.setattr(os, "link", refuse)
    ran = phz("new", "town", "--from", "jiben", "--sources", "sheet.toml")
    assert (ran.status, files()) == (1, [])
    assert "[D916]" in ran.err


# ---------------------------------------------------------------- any answers


def flags(draw: st.DataObject, variant: str) -> list[str]:
    """Draw answers, sensible or not."""
    names = [pattern.id for _, pattern in load(variant).patterns()]
    words: list[str] = []
    for flag in ("--minimum", "--start", "--step", "--red", "--players"):
        number = draw.draw(st.none() | st.integers(0, 24), flag)
        words += [] if number is None else [flag, str(number)]
    for name in draw.draw(st.lists(st.sampled_from(names), max_size=2, unique=True) if names else st.just([])):
        words += draw.draw(st.sampled_from([["--drop", name], ["--fan", f"{name}=3"], ["--fan", f"{name}=红牌 + 1"]]))
    words += draw.draw(
        st.sampled_from([[], ["--fan", "海底=4"], ["--fan", "怪=1"], ["--fan", "怪=2 当 自摸 且 大字 >= 9"]])
    )
    words += draw.draw(st.sampled_from([[], ["--pays", "all"], ["--pays", "discarder"]]))
    return words + draw.draw(st.sampled_from([[], ["--sources", "s.toml"], ["--lang", "en"]]))


@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_any_answers(phz: Phz, data: st.DataObject) -> None:
    """Whatever is asked for of whichever variant: a file that is in order, or none."""
    for name in files():
        Path(name).unlink()
    variant = data.draw(st.sampled_from(shipped()))
    ran: Ran = phz("new", "town", "--from", variant, *flags(data, variant))
    if ran.status == 0:
        in_order(phz, "town.phz", "--format", "text")
    else:
        assert (ran.status in {1, 2}, files()) == (True, [])
