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
    assert (fault["at"], fault["seat"], fault["fault"], fault["row"]) == (1, 1, "missed-bi", "faults/missed-bi")
    assert (fault["result"], sum(one["amount"] for one in fault["paid"])) == ("dead-hand", 15)
    assert hands[1]["payments"] == [5, -15, 5, 5]


def test_clean_games_have_status_0(phz: Phz, games: str) -> None:
    """Where everybody kept to the rules the status says so."""
    path = Path(games)
    path.write_text(path.read_text("utf-8").splitlines()[0], "utf-8")
    ran = phz("judge", games)
    assert (ran.status, ran.out) == (0, "1 局，犯规 0 处\n")


def test_what_is_no_game_is_told(phz: Phz, tmp_path: Path) -> None:
    """A line that is no game is told with its number, without a traceback."""
    path = tmp_path / "none.jsonl"
    path.write_text("\n三\n", "utf-8")
    ran = phz("judge", str(path))
    assert ran.status == 1
    assert "D960" in ran.err
