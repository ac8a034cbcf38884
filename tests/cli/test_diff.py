"""``phz diff``: what it says of rows and of hands, for people, scripts and GitHub, and what it refuses."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from phzdsl.cli.progress import waited
from phzdsl.text.cells import width
from tests.cli.running import Phz, page_of

SMALL = """\
版本 1
变体 {name} "四点牌" 继承 common {{
  牌 {{ 改 小字 一..四 各 4；改 大字 壹..肆 各 4 }}
  座 {{ 改 起手 庄 9 闲 8；改 余墩 7 }}
  胡 {{ 改 门数 3；改 起胡 息 >= {minimum}；删 天胡 }}
  计 {{ 改 等 = 1 + 息 ÷ 3 }}
  番 {{
    增 红胡 当 红牌 >= 3 计 {red}
    增 大胡 当 大字 >= 6 计 3
    增 海底 当 末张 计 {last}
  }}
}}
"""


@pytest.fixture
def sheets(tmp_path: Path) -> tuple[str, str]:
    """Write two variants of four points that differ in the minimum and in two patterns."""
    for name, minimum, red, last in (("one", 3, 2, 1), ("two", 6, 4, 2)):
        text = SMALL.format(name=name, minimum=minimum, red=red, last=last)
        (tmp_path / f"{name}.phz").write_text(text, "utf-8")
    return "one.phz", "two.phz"


# ---------------------------------------------------------------- rows


def test_rows_for_people(phz: Phz) -> None:
    """Rows stand under what they bear on, both sides as they are with what they inherit, with source and origin."""
    zh, en = (
        phz("diff", "cd-ban", "cd-quan", "--rules-only"),
        phz("diff", "cd-ban", "cd-quan", "--rules-only", "--lang", "en"),
    )
    assert (zh.status, zh.err, en.err) == (0, "", "")
    assert "规则有 11 行不同" in zh.out
    assert (
        "一手值多少\n  增  B 起手成牌 当 起手胡 且 庄家 算 自摸  @s0.quan-tian cd-quan\n        也关系到谁能胡\n"
        in zh.out
    )
    assert re.search(r"\n  删  A 红乌 当 红牌 >= 13 计 4  @s1\.jb-hongwu @s0\.ban-hongwu jiben\n", zh.out)
    assert (
        "  改  A 点胡 当 红牌 = 1 计 3  @s1.jb-dian @s0.ban-dian jiben\n      B 点胡 当 红牌 = 1 计 5  @s0.quan-hei cd-quan\n"
        in zh.out
    )
    assert "  added   B 对对胡 when ju-count + shun-count + jiao-count = 0 scores 6" in en.out
    assert "\x1b" not in zh.out


def test_rows_as_json(phz: Phz) -> None:
    """The document has every change with its class, and both sides in words with variant, citations and place."""
    value = phz("diff", "cd-ban", "cd-quan", "--rules-only", "--json").json
    assert (value["a"]["variant"], value["b"]["variant"], value["equivalent"]) == ("cd-ban", "cd-quan", False)
    assert (value["complete"], value["classes"], value["space"]) == (None, None, "只比了规则，没有数牌")
    (one,) = (rule for rule in value["rules"] if rule["id"] == "fan/点胡")
    assert (one["change"], one["class"], one["parts"]) == ("changed", "what a hand is worth", ["worth"])
    assert (one["a"]["text"], one["a"]["origin"], one["b"]["cites"]) == (
        "点胡 当 红牌 = 1 计 3",
        "jiben",
        ["s0.quan-hei"],
    )
    assert {rule["change"] for rule in value["rules"]} == {"added", "removed", "changed"}
    assert value["unseen"] == [rule["id"] for rule in value["rules"]]


def test_options_of_each_side(phz: Phz) -> None:
    """Each side is the room that its own options make; those that are not usual are named."""
    words = ("diff", "jiben", "jiben", "-a", "自摸底=番前", "--rules-only")
    ran = phz(*words)
    assert re.search(r"^A  jiben .* 自摸底=番前$", ran.out, re.MULTILINE)
    assert re.search(r"^B  jiben  跑胡子 基本花样$", ran.out, re.MULTILINE)
    value = phz(*words, "-b", "自摸底=番前", "--json").json
    assert (value["rules"], value["equivalent"]) == ([], True)
    assert value["a"]["options"] == value["b"]["options"]


def test_two_versions_of_one_variant(phz: Phz, tmp_path: Path) -> None:
    """Sides of one id are told apart by their files."""
    for folder, worth in (("old", 2), ("new", 3)):
        (tmp_path / folder).mkdir()
        text = f"版本 1\n变体 mine 继承 common {{\n番 {{ 增 红胡 当 红牌 >= 10 计 {worth} }}\n}}\n"
        (tmp_path / folder / "mine.phz").write_text(text, "utf-8")
    ran = phz("diff", "old/mine.phz", "new/mine.phz", "--rules-only")
    assert ran.out.startswith("A  old/mine.phz  mine\nB  new/mine.phz  mine\n")


def test_the_same(phz: Phz) -> None:
    """Where no row differs it says so at once, counts nothing and ends well."""
    ran = phz("diff", "cd-quan", "cd-quan", "--exit-code")
    assert (ran.status, ran.err) == (0, "")
    assert "规则没有不同" in ran.out
    assert "成牌" not in ran.out


@pytest.mark.parametrize(
    ("edit", "status", "said"),
    [
        ("番 { 增 红胡 当 红牌 >= 10 计 2 }", 0, "规则没有不同"),
        ("番 { 增 红胡 当 10 <= 红牌 计 1 + 1 }", 0, "规则没有不同"),
        ('番 { 增 红胡 当 红牌 > 9 计 2 名 "红" }', 0, "只是叫法"),
        ("番 { 增 满红 当 红牌 >= 10 计 2 }", 0, "只是叫法"),
        ("番 { 增 红胡 当 红牌 >= 10 计 3 }", 1, "一手值多少"),
        ("番 { 增 红胡 当 红牌 >= 10 计 2 } 局 { 改 荒后 随机 }", 1, "座位和一场"),
        ("番 { 增 红胡 当 红牌 >= 10 计 2 } 付 { 改 胡牌 出 庄家 }", 1, "谁付"),
    ],
)
def test_exit_status(phz: Phz, tmp_path: Path, edit: str, status: int, said: str) -> None:
    """With ``--exit-code`` only sheets that play alike are status 0; a name is no difference."""
    for name, body in (("old", "番 { 增 红胡 当 红牌 >= 10 计 2 }"), ("new", edit)):
        (tmp_path / f"{name}.phz").write_text(f'版本 1\n变体 {name} "试" 继承 common {{\n{body}\n}}\n', "utf-8")
    words = ("diff", "old.phz", "new.phz", "--rules-only")
    assert phz(*words).status == 0
    ran = phz(*words, "--exit-code")
    assert (ran.status, said in ran.out) == (status, True)
    assert phz(*words, "--json").json["equivalent"] is (status == 0)


def test_github(phz: Phz, sheets: tuple[str, str]) -> None:
    """On GitHub each change marks its row in the second file; one that only the first has marks the second's name."""
    there = phz("diff", *sheets, "--rules-only", "--format", "github")
    assert (
        "::warning file=two.phz,line=8,endLine=8,col=5,endColumn=23,title=一手值多少%3A fan/红胡::A 红胡" in there.out
    )
    assert there.err == "规则有 3 行不同\n"
    back = phz("diff", "cd-quan", "cd-ban", "--rules-only", "--format", "github").out.splitlines()
    (gone,) = (line for line in back if "fan/对对胡" in line)
    assert re.match(r"::warning file=\S*cd-ban\.phz,line=3,", gone)


# ---------------------------------------------------------------- hands


def test_hands_for_people(phz: Phz, sheets: tuple[str, str]) -> None:
    """Hands that differ stand under the rows responsible, one of them drawn, with what it comes to on each side."""
    pytest.importorskip("numpy")
    ran = phz("diff", *sheets)
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"成牌\n +成 +胡得成\n  A +1,340 +[\d,]+\n  B +1,340 +[\d,]+\n", ran.out)
    shown = ran.out[ran.out.index("1. ") :]
    assert re.search(r"^1\. 红胡\n   [\d,]+ 手，占 [\d.]+%，最多差 \d+，平均差 [\d.]+\n", shown)
    assert re.search(r"A 红胡 2；\d+ 等 × 2 番 \+ [01] = \d+ 点\n   B 红胡 4；\d+ 等 × 4 番", shown)
    assert re.search(r"B 不胡：还差 \d 息", shown)
    assert "数的是：" in ran.out
    drawn = re.search(r"\n    (坎 .*)\n    (.*)\n    (.*)\n", shown)
    assert drawn is not None
    assert width(drawn[1]) == width(drawn[2])


def test_hands_as_json(phz: Phz, sheets: tuple[str, str]) -> None:
    """A class has its rows, its number, its share and a hand that ``phz score`` gives the same points for."""
    pytest.importorskip("numpy")
    value = phz("diff", *sheets, "--json").json
    assert value["complete"] == {"a": 1340, "b": 1340, "both": 1340, "only_a": 0, "only_b": 0}
    assert (
        value["wins"]["a"] - value["wins"]["only_a"]
        == value["wins"]["b"] - value["wins"]["only_b"]
        == value["wins"]["both"]
        > 0
    )
    assert {rule for one in value["classes"] for rule in one["rules"]} == {"fan/红胡", "fan/海底", "win/minimum"}
    assert any(one["witness"]["facts"] for one in value["classes"])
    assert value["equivalent"] is False
    assert value["space"]
    for one in value["classes"]:
        witness = one["witness"]
        assert 0 < one["share"] <= 1
        assert one["count"] > 0
        assert one["mean"] <= one["largest"]
        facts = [word for name, number in witness["facts"].items() for word in ("--fact", f"{name}={number}")]
        words = (witness["hand"], "--by", witness["by"], *facts, "--json")
        points = [phz("score", sheet, *words).json["points"] for sheet in sheets]
        assert points == [witness["a"], witness["b"]]
        assert points[0] != points[1]


def test_layouts_as_json(phz: Phz, sheets: tuple[str, str]) -> None:
    """Layouts stand in the document where they are asked for, each class with a hand that scores so; otherwise null."""
    pytest.importorskip("numpy")
    assert phz("diff", *sheets, "--json").json["layouts"] is None
    value = phz("diff", *sheets, "--exposed", "--json").json
    found = value["layouts"]
    assert found["complete"]["both"] == found["complete"]["a"] == found["complete"]["b"] > value["complete"]["both"]
    assert {rule for one in found["classes"] for rule in one["rules"]} == {"fan/红胡", "fan/海底", "win/minimum"}
    assert found["space"] != value["space"]
    for one in found["classes"][:6]:
        witness = one["witness"]
        facts = [word for name, number in witness["facts"].items() for word in ("--fact", f"{name}={number}")]
        points = [
            phz("score", sheet, witness["hand"], "--by", witness["by"], *facts, "--json").json["points"]
            for sheet in sheets
        ]
        assert points == [witness["a"], witness["b"]]


def test_layouts_for_people(phz: Phz, sheets: tuple[str, str]) -> None:
    """Layouts are a chapter of their own, in which what lies on the table stands left of a line."""
    pytest.importorskip("numpy")
    ran = phz("diff", *sheets, "--exposed")
    assert (ran.status, ran.err) == (0, "")
    closed, laid = ran.out.split("成牌的摆法，桌上有门子的也在内\n")
    assert "│" not in closed
    assert re.search(r"^1\. .*\n   [\d,]+ 种摆法，占 [\d.]+%", laid, re.MULTILINE)
    drawn = re.search(r"\n    (.*│.*)\n    (.*│.*)\n    (.*│.*)\n", laid)
    assert drawn is not None
    assert len({width(line.partition("│")[0]) for line in drawn.groups()}) == 1
    assert ran.out.count("数的是：") == 2


def test_melds_that_one_side_has_not(phz: Phz, tmp_path: Path) -> None:
    """A layout of melds that the other side does not know is shown, and said to be none there."""
    pytest.importorskip("numpy")
    text = SMALL.format(name="one", minimum=3, red=2, last=1)
    (tmp_path / "one.phz").write_text(text, "utf-8")
    gone = text.replace("变体 one", "变体 two").replace(
        "胡 {", "门子 { 删 臭偎 }\n动作 { 删 臭偎；改 提 持 坎, 偎；改 跑 持 坎, 偎 }\n胡 {", 1
    )
    (tmp_path / "two.phz").write_text(gone, "utf-8")
    ran = phz("diff", "one.phz", "two.phz", "--exposed")
    assert (ran.status, ran.err) == (0, "")
    assert "B 摆不出：没有这样的门子" in ran.out
    page = phz("diff", "one.phz", "two.phz", "--exposed", "--format", "html").out
    assert "摆不出：没有这样的门子" in page


def test_the_other_way_round(phz: Phz, sheets: tuple[str, str]) -> None:
    """From B to A everything is as from A to B, in a mirror."""
    pytest.importorskip("numpy")
    there, back = phz("diff", *sheets, "--json").json, phz("diff", *sheets[::-1], "--json").json
    assert [one["count"] for one in there["classes"]] == [one["count"] for one in back["classes"]]
    for one, other in zip(there["rules"], back["rules"], strict=True):
        assert (one["id"], one["a"], one["b"]) == (other["id"], other["b"], other["a"])


def test_a_page_in_colour(sheets: tuple[str, str], tmp_path: Path) -> None:
    """On a terminal red cards are red; with NO_COLOR nothing is coloured."""
    pytest.importorskip("numpy")
    for no_colour in ("", "1"):
        leader, follower = pty.openpty()
        environment = {**os.environ, "NO_COLOR": no_colour, "TERM": "xterm", "PHZDSL_LANG": "zh"}
        words = [sys.executable, "-m", "phzdsl", "diff", *sheets]
        with subprocess.Popen(words, stdout=follower, cwd=tmp_path, env=environment) as ran:
            os.close(follower)
            said = b""
            while True:
                try:
                    part = os.read(leader, 65536)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                said += part
        os.close(leader)
        assert ran.returncode == 0
        text = said.decode()
        assert ("\x1b[1;31m二\x1b[0m" in text) is (no_colour == "")
        assert ("\x1b" in text) is (no_colour == "")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_page_for_a_browser(phz: Phz, sheets: tuple[str, str], language: str) -> None:
    """The page is whole in itself and well formed: rows, numbers, bars, and a hand for each class with red cards red."""
    pytest.importorskip("numpy")
    ran = phz("diff", *sheets, "--exposed", "--format", "html", "--lang", language)
    assert (ran.status, ran.err) == (0, "")
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", ran.out)
    page = page_of(ran.out)
    value = phz("diff", *sheets, "--exposed", "--json").json
    shown = [*value["classes"], *value["layouts"]["classes"]]
    places = [str(head.get("id")) for head in page.findall(".//h3[@id]")]
    assert len(set(places)) == len(shown)
    assert [str(link.get("href"))[1:] for link in page.findall(".//td/a")] == places
    counts = [cell.text for cell in page.findall(".//td[@class='number']")]
    assert counts[:2] == ["1,340", "1,340"]
    # Five numbers of complete hands and five of those that win stand over each chapter.
    at = 10 + len(value["classes"])
    assert counts[10:at] + counts[at + 10 :] == [f"{one['count']:,}" for one in shown]
    assert page.findall(".//div[@class='group laid']")
    cards = {(card.text, card.get("class")) for card in page.findall(".//span") if "card" in str(card.get("class"))}
    assert all((text in set("二七十贰柒拾")) is (kind == "card red") for text, kind in cards)
    assert {kind for _, kind in cards} == {"card", "card red"}
    bars = [
        float(str(bar.get("style")).removeprefix("width: ").removesuffix("%")) for bar in page.findall(".//td/span")
    ]
    assert len(bars) == 2 * len(shown)
    assert max(bars) == 60


def test_a_page_steers_no_browser(phz: Phz, tmp_path: Path) -> None:
    """Words of a rule file stand in the page as words."""
    for name, title in (("old", "<b>甲</b>"), ("new", "乙 & <script>丙</script>")):
        text = f'版本 1\n变体 {name} "{title}" 继承 common {{\n局 {{ 改 荒后 {"庄家" if name == "old" else "下家"} }}\n}}\n'
        (tmp_path / f"{name}.phz").write_text(text, "utf-8")
    ran = phz("diff", "old.phz", "new.phz", "--format", "html")
    assert "<script" not in ran.out
    assert "<b>" not in ran.out
    assert page_of(ran.out).tag == "html"


# ---------------------------------------------------------------- while it counts


def test_numpy_is_missing(phz: Phz, sheets: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy the rules are compared all the same, and it is said that no hands were counted."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("phzdsl.analysis.compare")]:
        monkeypatch.delitem(sys.modules, name)
    ran = phz("diff", *sheets, "--json")
    assert (ran.status, ran.json["complete"], ran.json["classes"]) == (0, None, None)
    assert "没有装 numpy" in ran.err


def test_interrupted(phz: Phz, sheets: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped while it counts, it ends as stopped programs do, and has written nothing."""
    pytest.importorskip("numpy")

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr("phzdsl.analysis.compare.compare", stopped)
    ran = phz("diff", *sheets)
    assert (ran.status, ran.out, ran.err) == (130, "", "")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(("terminal", "seconds", "shown"), [(True, 5, True), (True, 0, False), (False, 5, False)])
def test_what_goes_on(terminal: bool, seconds: float, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - columns of a table
    """On a terminal it is shown that hands are counted, once that takes long; elsewhere nothing is drawn."""
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    clock = iter((0, seconds, seconds))
    monkeypatch.setattr("phzdsl.cli.progress.monotonic", lambda: next(clock))
    with waited("数牌", stream) as go_on:
        go_on()
    assert ("数牌" in stream.getvalue()) is shown


# ---------------------------------------------------------------- what it refuses


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("common", "nowhere"), "D910"),
        (("nowhere.phz", "common"), "D911"),
        (("common", "jiben", "-a", "没有=1"), "D902"),
        (("common", "jiben", "-b", "自摸底=没有"), "D902"),
    ],
)
def test_what_is_not_there(phz: Phz, words: tuple[str, ...], code: str) -> None:
    """A variant or an option that is not there is told by its code, for people and for scripts."""
    ran = phz("diff", *words)
    assert (ran.status, ran.out) == (1, "")
    assert f"[{code}]" in ran.err
    assert phz("diff", *words, "--json").json["error"]["code"] == code


def test_faults_are_told(phz: Phz, bad: str) -> None:
    """A file with faults is no side; its faults are told."""
    ran = phz("diff", "common", bad)
    assert (ran.status, "[N201]" in ran.err) == (1, True)


def test_the_option_is_named_as_it_was_written(phz: Phz) -> None:
    """What is wrong with an option stands behind the letter of its side."""
    assert "-b 没有=1" in phz("diff", "common", "jiben", "-b", "没有=1").err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("common",),
        ("common", "jiben", "peng"),
        ("common", "jiben", "-a", "没有"),
        ("common", "jiben", "--exposed", "--rules-only"),
        ("--matrix", "-a", "甲=1"),
        ("--matrix", "--exposed"),
    ],
)
def test_wrong_usage(phz: Phz, words: tuple[str, ...]) -> None:
    """Two variants are compared, options are set by name and value, and many variants have none set."""
    ran = phz("diff", *words)
    assert (ran.status, ran.out) == (2, "")
