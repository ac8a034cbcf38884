"""``phz judge``: what is shown of games that people played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from phzdsl.cards import write_cards
from tests.cli.running import Phz
from tests.game.table import Table, game_of

DECK = write_cards(Table(game_of("lz-deng"), {0: "三", 1: "一二三四五"}).deck)


@pytest.fixture
def games(tmp_path: Path) -> str:
    """Return a file with a clean game and one with a 吃包子."""
    lines = [
        {"variant": "lz-deng", "deck": DECK, "actions": ["0 打 三", chi, "1 打 七"]}
        for chi in ("1 吃 三四五 一二三", "1 吃 三四五")
    ]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in lines), "utf-8")
    return str(path)


def test_a_fault_is_told_in_a_line(phz: Phz, games: str) -> None:
    """Who, what, what follows, what it costs and the clause that says so stand in one line; the status is 1."""
    ran = phz("judge", games)
    assert ran.status == 1
    assert "第 2 局 动作 2：座1 烧比（该比没比）：吃 三四五；死手；付 座0 5" in ran.out
    assert "@s3.lz-baozi" in ran.out
    assert ran.out.splitlines()[-1] == "2 局，犯规 1 处"


def test_the_same_in_english(phz: Phz, games: str) -> None:
    """The line can be read in English too."""
    ran = phz("judge", games, "--lang", "en")
    assert "hand 2 action 2: seat 1 missed-bi (a due bi was not laid): chi 三四五; dead-hand; pays seat 0 5" in ran.out


def test_json(phz: Phz, games: str) -> None:
    """A script reads the same."""
    hands = phz("judge", games, "--json").json["hands"]
    assert [len(one["faults"]) for one in hands] == [0, 1]
    fault = hands[1]["faults"][0]
    assert (fault["at"], fault["seat"], fault["fault"], fault["row"]) == (2, 1, "missed-bi", "faults/missed-bi")
    assert (fault["result"], sum(one["amount"] for one in fault["paid"])) == ("dead-hand", 15)
    assert hands[1]["payments"] == [5, -15, 5, 5]


def test_clean_games_have_status_0(phz: Phz, games: str) -> None:
    """Where everybody kept to the rules the status says so."""
    path = Path(games)
    path.write_text(path.read_text("utf-8").splitlines()[0], "utf-8")
    ran = phz("judge", games)
    assert (ran.status, ran.out) == (0, "1 局，犯规 0 处\n")


def test_the_file_of_a_run(phz: Phz) -> None:
    """A file that simulate wrote is judged hand by hand: its first line is none, and the program breaks no rule."""
    assert phz("simulate", "peng", "--hands", "3", "--workers", "1", "--out", "run.jsonl").status == 0
    ran = phz("judge", "run.jsonl")
    assert (ran.status, ran.out, ran.err) == (0, "3 局，犯规 0 处\n", "")


def test_what_is_no_game_is_told(phz: Phz, tmp_path: Path) -> None:
    """A line that is no game is told with its number, without a traceback."""
    path = tmp_path / "none.jsonl"
    path.write_text("\n三\n", "utf-8")
    ran = phz("judge", str(path))
    assert ran.status == 1
    assert "D960" in ran.err


def test_the_page_shows_a_game_that_runs(phz: Phz, tmp_path: Path) -> None:
    """The game in docs/play.md is read as it stands there, laid out, and what the page shows is what is said of it."""
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8").partition("## 手写的牌谱")[2]
    game, shown = (page.partition(f"```{sort}\n")[2].partition("```")[0] for sort in ("json", "text"))
    path = tmp_path / "game.json"
    path.write_text(game, "utf-8")
    assert phz("judge", str(path)).out.splitlines() == shown.splitlines()[1:]


@pytest.mark.parametrize("words", [("judge", "--help"), ("explain", "D960")])
def test_where_the_form_stands(phz: Phz, words: tuple[str, ...]) -> None:
    """Help and the page of the code point to where games by hand are explained."""
    assert "docs/play.md" in phz(*words).out


def written(path: Path, *games: dict[str, object], indent: int | None = None) -> str:
    """Write games down."""
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False, indent=indent) for one in games), "utf-8")
    return str(path)


def test_games_laid_out_over_lines(phz: Phz, tmp_path: Path) -> None:
    """A file whose objects take many lines is read too."""
    game: dict[str, object] = {"variant": "lz-deng", "deck": DECK, "actions": ["0 打 三", "1 吃 三四五"]}
    ran = phz("judge", written(tmp_path / "games.json", game, game, indent=2), "--lang", "en")
    assert ran.out.splitlines()[-1] == "2 hands, 2 faults"


def test_a_game_that_names_no_variant(phz: Phz, tmp_path: Path) -> None:
    """The variant may be named on the command line alone; named nowhere it is asked for."""
    name = written(tmp_path / "games.json", {"deck": DECK, "actions": ["0 打 三"]})
    assert phz("judge", name, "--variant", "lz-deng", "--lang", "en").out == "1 hand, 0 faults\n"
    assert "--variant" in phz("judge", name).err


@pytest.mark.parametrize(("do", "zh", "en"), [("pong", "动作 2：", "action 2: "), ("打", "动作 2：", "action 2: ")])
def test_a_slip_is_told_with_its_place(phz: Phz, tmp_path: Path, do: str, zh: str, en: str) -> None:
    """What is no action is told with its number, in each language."""
    name = written(tmp_path / "games.json", {"variant": "lz-deng", "deck": DECK, "actions": ["0 打 三", f"1 {do}"]})
    assert zh in phz("judge", name).err
    assert en in phz("judge", name, "--lang", "en").err


def test_a_game_that_does_not_fit(phz: Phz, tmp_path: Path) -> None:
    """From where a game does not fit it is not read: that is said, counted apart from faults, and stands in the JSON."""
    acts = ["0 打 三", "1 碰 陆", "1 打 七"]
    name = written(tmp_path / "games.json", {"variant": "lz-deng", "deck": DECK, "actions": acts})
    ran = phz("judge", name)
    assert ran.status == 1
    assert "从动作 2 起和写下的对不上，后面 1 个动作没有读" in ran.out
    assert ran.out.splitlines()[-1] == "1 局，犯规 0 处，1 局对不上"
    hand = phz("judge", name, "--json").json["hands"][0]
    assert (hand["lost"], hand["unread"], hand["faults"][0]["at"]) == (2, 1, 2)


def test_why_is_told(phz: Phz, tmp_path: Path) -> None:
    """What has no name says why; a fault whose name is its meaning says it once."""
    deck = write_cards(Table(game_of("lz-deng"), {0: "三", 1: "六"}, "六五", never="六").deck)
    name = written(
        tmp_path / "games.json", {"variant": "lz-deng", "deck": deck, "actions": ["0 打 三", "1 打 六", "1 胡"]}
    )
    first, second, *_ = phz("judge", name).out.splitlines()
    assert "座1 少牌：打 六" in first
    assert "死手" in second
