"""``phz simulate``: its document, its tables, its chart and its file; what it refuses."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from phzdsl.analysis.run import Run
from phzdsl.analysis.tally import PlayerTally, Tally
from phzdsl.cli.chart import chart
from phzdsl.text.cells import width
from tests.cli.running import Phz

WORDS = ("simulate", "peng", "--hands", "20", "--seed", "4", "--workers", "1")
SVG = "{http://www.w3.org/2000/svg}"


def test_the_document(phz: Phz) -> None:
    """The document has what came of the hands, and nothing else stands on standard output."""
    ran = phz(*WORDS, "--json")
    value = ran.json
    assert (ran.status, ran.err) == (0, "")
    assert (value["variant"], value["hands"], value["seed"], value["players"]) == ("peng", 20, 4, ["random"])
    assert value["wins"] + value["drawn"] == 20
    assert [one["seat"] for one in value["by_seat"]] == [0, 1, 2, 3]
    assert sum(one["mean_points"] for one in value["by_seat"]) == pytest.approx(0)
    assert value["by_player"]["random"]["hands"] == 80
    assert re.fullmatch(r"[0-9a-f]{64}", value["digest"])
    assert value["digest"] == phz(*WORDS, "--json").json["digest"]


def test_the_tables(phz: Phz) -> None:
    """For people there are tables in their language, with the digest of the document; not on a terminal, no progress."""
    zh, en = phz(*WORDS), phz(*WORDS, "--lang", "en")
    assert "20 局，种子 4" in zh.out
    assert re.search(r"荒庄 +\d+ +\d+\.\d%", zh.out)
    assert re.search(r"seat 3 +\d+ +\d+\.\d% +[+-]\d", en.out)
    assert zh.out.splitlines()[-1].removeprefix("结果指纹 ") == phz(*WORDS, "--json").json["digest"]
    assert zh.err == en.err == ""
    assert "\x1b" not in zh.out


def test_several_players(phz: Phz) -> None:
    """Players that are named are counted by name."""
    value = phz(*WORDS, "--players", "sensible,random", "--json").json
    assert set(value["by_player"]) == {"random", "sensible"}
    assert "sensible" in phz(*WORDS, "--players", "sensible,random").out


def test_options_of_the_room(phz: Phz) -> None:
    """The room's options are chosen as for other commands, and stand in the document."""
    value = phz(*WORDS, "-o", "基点=10", "--json").json
    assert value["options"]["基点"] == 10
    assert value["digest"] != phz(*WORDS, "--json").json["digest"]


def test_a_file_is_gone_on_with(phz: Phz, tmp_path: Path) -> None:
    """A second run with the same words finds the hands of the first."""
    assert phz(*WORDS, "--out", "run.jsonl").status == 0
    size = (tmp_path / "run.jsonl").stat().st_size
    again = phz(*WORDS, "--out", "run.jsonl")
    assert "其中 20 局文件里已有" in again.out
    assert (tmp_path / "run.jsonl").stat().st_size == size
    assert phz("replay", "run.jsonl").out.startswith("20 局，20 局")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hands", "0"), "--hands 不能是 '0'"),
        (("--hands", "many"), "--hands 不能是 'many'"),
        (("--workers", "-1"), "--workers 不能是 '-1'"),
        (("--players", "clever"), "--players 不能是 'clever'"),
        (("--seed", "x"), "--seed 不能是 'x'"),
    ],
)
def test_wrong_usage(phz: Phz, words: tuple[str, ...], said: str) -> None:
    """Words that mean nothing are status 2, said in the reader's language."""
    ran = phz("simulate", "peng", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_files_that_cannot_be_written(phz: Phz) -> None:
    """A folder that is not there is told before, or where the chart is to be written."""
    assert "[D913]" in phz(*WORDS, "--out", "no/where.jsonl").err
    assert "[D916]" in phz(*WORDS, "--svg", "no/where.svg").err


@pytest.mark.parametrize("name", ["--out", "--svg"])
def test_a_file_without_a_name(phz: Phz, name: str) -> None:
    """An empty name of a file is wrong usage."""
    ran = phz(*WORDS, name, "")
    assert (ran.status, ran.out) == (2, "")
    assert f"{name} 不能是 ''" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that bounds files")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A file that takes no more is told as such, not as one that cannot be read; whole hands in it are gone on with."""
    line = f"ulimit -f 40; {sys.executable} -m phzdsl {' '.join(WORDS)} --out full.jsonl"
    ran = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "[D916]" in ran.stderr
    assert "[D913]" not in ran.stderr


# ---------------------------------------------------------------- the chart


def test_the_chart(phz: Phz, tmp_path: Path) -> None:
    """The chart is one SVG file that names nothing outside itself, with a bar for each seat and the drawn hands."""
    assert phz(*WORDS, "--svg", "chart.svg").status == 0
    text = (tmp_path / "chart.svg").read_text("utf-8")
    root = ET.fromstring(text)  # noqa: S314 - the project's own
    said = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert {"座0 胡", "座3 胡", "荒庄"} <= set(said)
    assert "peng  碰胡子" in said
    assert not re.search(r"(href|src|url\()", text)
    assert len(list(root.iter(f"{SVG}rect"))) >= 6


def tally_of(patterns: dict[str, int]) -> Tally:
    """Return a tally of a hundred hands with these patterns."""
    tally = Tally(100, 60, 60, 300, [PlayerTally(100, 20, 5) for _ in range(3)])
    tally.patterns.update(patterns)
    return tally


def test_bars_stay_inside_and_apart() -> None:
    """Whatever is counted, every bar and every number beside it lies inside the page, and no two bars overlap."""
    counts = {f"很长很长很长很长很长很长的名堂{number}": 60 - number for number in range(40)}
    root = ET.fromstring(chart("t", "s", tally_of(counts), lambda zh, _: zh))  # noqa: S314 - as above
    wide, high = (float(root.attrib[key]) for key in ("width", "height"))
    boxes = [
        tuple(float(one.attrib[key]) for key in ("x", "y", "width", "height"))
        for one in list(root.iter(f"{SVG}rect"))[1:]
    ]
    assert len(boxes) == 4 + 16
    for x, y, long, tall in boxes:
        assert 0 <= x <= x + long <= wide
        assert 0 <= y <= y + tall <= high
    assert len({(x > wide / 2, y) for x, y, _, _ in boxes}) == len(boxes)
    assert all(float(one.attrib["x"]) + 8 * width(one.text or "") < wide for one in root.iter(f"{SVG}text"))


def test_words_of_the_author_are_no_markup() -> None:
    """A pattern or title with signs of markup is shown as it is written."""
    text = chart("a < b & c", "s", tally_of({'"<x>&': 3}), lambda zh, _: zh)
    root = ET.fromstring(text)  # noqa: S314 - as above
    said = [one.text for one in root.iter(f"{SVG}text")]
    assert {"a < b & c", '"<x>&'} <= set(said)


def test_a_chart_of_nothing() -> None:
    """Without a hand or a pattern the chart still reads."""
    root = ET.fromstring(chart("t", "s", Tally(), lambda _, en: en))  # noqa: S314 - as above
    assert "no pattern was counted" in {one.text for one in root.iter(f"{SVG}text")}


# ---------------------------------------------------------------- a terminal


def test_progress_on_a_terminal() -> None:
    """On a terminal progress is drawn on standard error, and the document on standard output is untouched by it."""
    master, slave = pty.openpty()
    words = [sys.executable, "-m", "phzdsl", *WORDS, "--json", "--lang", "en"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=slave, env=environment, check=True)
    os.close(slave)
    shown = os.read(master, 100_000).decode()
    os.close(master)
    assert "hands" in shown
    assert "20/20" in shown
    assert ran.stdout.startswith(b"{\n")


def test_players_are_named_and_no_more_than_sit(phz: Phz) -> None:
    """The help says who plays unless named; a name that is none lists those there are; too many names are refused."""
    assert "默认都是 random" in phz("simulate", "--help").out
    assert "可以是 random、sensible" in phz("simulate", "peng", "--players", "clever").err
    ran = phz("simulate", "peng", "--players", ",".join(["random"] * 5))
    assert (ran.status, ran.out) == (2, "")
    assert "写了 5 个，只有 4 座" in ran.err
    assert phz(*WORDS, "--players", "random,random,sensible,random", "--json").json["hands"] == 20


def test_who_sits_out_has_not_played(phz: Phz, tmp_path: Path) -> None:
    """Of four seats three hold each hand, and so many are counted, also those that a file has already."""
    words = ("simulate", "lz-deng", "--hands", "20", "--workers", "1", "--out", "run.jsonl", "--json")
    for _ in range(2):
        value = phz(*words).json
        assert sum(seat["hands"] for seat in value["by_seat"]) == 20 * 3
        assert value["by_player"]["random"]["hands"] == 20 * 3
    assert (tmp_path / "run.jsonl").is_file()


@pytest.mark.parametrize(
    ("words", "said"), [(("--out", "run.jsonl"), "run.jsonl 里有 16 局；同样的命令接着打"), ((), "打了 16 局，没留下")]
)
def test_an_interrupt_says_what_is_kept(
    phz: Phz, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    """A run that is stopped says how many hands its file has, and those are found when it goes on."""
    played = Run.hands

    def stopped(self: Run) -> Iterator[int]:
        for number in played(self):
            yield number
            if number:
                raise KeyboardInterrupt

    monkeypatch.setattr(Run, "hands", stopped)
    ran = phz(*WORDS, *words)
    assert said in ran.err
    monkeypatch.setattr(Run, "hands", played)
    assert ("其中 16 局文件里已有" in phz(*WORDS, *words).out) == bool(words)
