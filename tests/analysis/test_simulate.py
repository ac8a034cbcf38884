"""Many hands: the same from the same seed however they are played, kept whole in a file, and counted right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from phzdsl.analysis.recordfile import entries
from phzdsl.analysis.run import Run
from phzdsl.analysis.simulate import HANDS_OF_A_BLOCK, Plan, blocks_of
from phzdsl.analysis.tally import Tally
from phzdsl.errors import GameError, RecordError
from phzdsl.game.record import record_from, replay
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from tests.ruleset.support import child, ruleset_of

HANDS = 2 * HANDS_OF_A_BLOCK + 5
STAKED = """
局 {
  增 飘 选 0, 1, 5
  增 目标 12
  增 结算 只记
}
付 {
  改 胡牌 计 底 + 本方注 + 对方注
}
"""


def plan(hands: int = HANDS, *, seed: int = 1, players: tuple[str, ...] = ("random",), variant: str = "peng") -> Plan:
    """Return a plan of a shipped variant."""
    return Plan(bind(load(variant)), hands, seed, players)


def run(what: Plan, path: Path | None = None, workers: int = 1) -> Run:
    """Run a plan to its end."""
    done = Run(what, workers=workers, path=path)
    assert [*done.hands()][-1] == what.hands
    return done


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a whole run."""
    path = tmp_path_factory.mktemp("kept") / "run.jsonl"
    run(plan(), path)
    return path


# ---------------------------------------------------------------- the same from the same seed


def test_workers_make_no_difference(kept: Path, tmp_path: Path) -> None:
    """The digest, the tally and the file to its last byte are the same with one process and with several."""
    alone, path = run(plan()), tmp_path / "several.jsonl"
    several = run(plan(), path, workers=3)
    assert several.digest == alone.digest
    assert several.tally == alone.tally
    assert path.read_bytes() == kept.read_bytes()


def test_seed_and_players_make_a_difference() -> None:
    """Another seed, and other players, are another run."""
    digests = {run(plan(9)).digest, run(plan(9, seed=2)).digest, run(plan(9, players=("sensible", "random"))).digest}
    assert len(digests) == 3


def test_more_hands_begin_alike() -> None:
    """A longer run begins with the hands of a shorter one."""
    short = [line for block in blocks_of(plan(20), 1) for line in block.lines]
    longer = [line for block in blocks_of(plan(40), 1) for line in block.lines]
    assert longer[:20] == short


def test_every_block_can_be_played_by_itself() -> None:
    """A block needs none of those before it."""
    whole = {block.number: block for block in blocks_of(plan(), 1)}
    assert [block.lines for block in blocks_of(plan(), 1, 2)] == [whole[2].lines]


def test_players_move_from_seat_to_seat() -> None:
    """Named players sit at each seat in turn, so that no seat is one player's."""
    seats = [record_from(block.lines[0]).players for block in blocks_of(plan(5 * HANDS_OF_A_BLOCK), 1)]
    assert seats == [("random",) * 4] * 5
    names = ("sensible", "random", "random", "random")
    found = [record_from(block.lines[0]).players for block in blocks_of(plan(64, players=names), 1)]
    assert [one.index("sensible") for one in found] == [0, 3, 2, 1]


# ---------------------------------------------------------------- what it comes to


@pytest.mark.parametrize("name", shipped())
def test_hands_of_every_variant(name: str) -> None:
    """Of every variant, records replay, payments sum to zero, and every hand was won or drawn."""
    ruleset = bind(load(name))
    (block,) = blocks_of(Plan(ruleset, 4, 3, ("random",)), 1)
    for line in block.lines:
        record = record_from(line)
        assert replay(record, ruleset).over
        assert sum(record.payments) == 0
    assert block.tally.hands == 4 == block.tally.wins + block.tally.drawn
    assert sum(sums.points for sums in block.tally.by_seat) == 0


def test_the_tally_of_parts_is_the_tally_of_the_whole() -> None:
    """Counting hand by hand and adding up blocks give the same sums; every win is at a seat and of a player."""
    whole, parts = Tally(), Tally()
    for block in blocks_of(plan(players=("sensible", "random")), 1):
        parts.merge(block.tally)
        for line in block.lines:
            whole.count(record_from(line))
    assert whole == parts
    assert whole.winners == sum(one.wins for one in whole.by_seat) == sum(one.wins for one in whole.by_player.values())
    assert sum(one.seats for one in whole.by_player.values()) == 4 * HANDS
    assert whole.by_player["sensible"].wins > whole.by_player["random"].wins
    assert whole.mean_points > 0


def test_patterns_are_counted() -> None:
    """A pattern counts once for each win that has it, the most frequent first."""
    body = "番 {\n  增 平胡 当 是 计 1\n  增 自摸头 当 自摸 计 1\n}\n"
    (*_, last) = blocks_of(Plan(bind(ruleset_of(child(body, "zunyi"))), 16, 4, ("sensible",)), 1)
    found = last.tally.frequent()
    assert found[0] == ("平胡", last.tally.winners, 1.0)
    assert [count for _, count, _ in found] == sorted((count for _, count, _ in found), reverse=True)


def test_sessions_with_stakes_and_a_goal() -> None:
    """Where the rules have stakes they are declared, and where they have a goal a new session begins after it."""
    lines = [line for block in blocks_of(Plan(staked(), 64, 5, ("sensible",)), 1) for line in block.lines]
    carried = [json.loads(line)["carried"] for line in lines]
    assert {stake for one in carried for stake in one["stakes"]} == {0, 1, 5}
    totals = [sum(one.get("totals", [0])) for one in carried]
    assert any(after < before for before, after in pairwise(totals))
    assert max(max(one.get("totals", [0])) for one in carried) < 12


def staked() -> Ruleset:
    """Return rules with stakes and a goal."""
    return bind(ruleset_of(child(STAKED)))


def test_what_cannot_be_played_is_told_at_once() -> None:
    """A variant with wild cards is refused before any process starts."""
    wild = bind(ruleset_of(child("牌 {\n  增 王 4\n}\n座 {\n  改 余墩 23\n}\n")))
    with pytest.raises(GameError):
        next(blocks_of(Plan(wild, 99, 0, ("random",)), 2))


# ---------------------------------------------------------------- a file that is cut off


def test_the_file_is_a_line_for_each_hand(kept: Path) -> None:
    """After a line that says what was played, the file has a whole line for each hand; its rows serve all of them."""
    head = json.loads(kept.read_text("utf-8").splitlines()[0])
    assert (head["variant"], head["seed"], head["players"]) == ("peng", 1, ["random"])
    found = list(entries(kept.read_bytes().splitlines(keepends=True)))
    assert [one.number for one in found] == list(range(2, HANDS + 2))
    assert all(one.record is not None and dict(one.record.rows) == head["rows"] for one in found)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.01, 0.02, 0.3, 0.5, 0.77, 0.999, 1.0])
def test_a_run_goes_on_where_it_was_cut(kept: Path, tmp_path: Path, share: float) -> None:
    """Cut anywhere, a file is brought to the same last byte by the same run, which counts all of its hands."""
    path, whole = tmp_path / "cut.jsonl", kept.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    done = run(plan(), path)
    assert path.read_bytes() == whole
    fresh = run(plan())
    assert (done.digest, done.tally) == (fresh.digest, fresh.tally)
    assert (done.found > 0) == (share > 0.1)


def test_a_run_goes_on_with_more_hands(kept: Path, tmp_path: Path) -> None:
    """The same run with more hands adds them; with fewer it counts those, and takes nothing from the file."""
    path = tmp_path / "more.jsonl"
    path.write_bytes(kept.read_bytes())
    more = run(plan(HANDS + 20), path)
    assert (more.found, more.digest) == (HANDS, run(plan(HANDS + 20)).digest)
    size = path.stat().st_size
    fewer = run(plan(7), path)
    assert (fewer.tally.hands, fewer.digest) == (7, run(plan(7)).digest)
    assert path.stat().st_size == size


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_run_goes_on(tmp_path: Path, workers: int) -> None:
    """A run that is killed leaves whole records, and the next run ends with the same digest as one that was not."""
    path = tmp_path / "killed.jsonl"
    words = [
        "simulate",
        "peng",
        "--hands",
        "200",
        "--seed",
        "1",
        "--out",
        str(path),
        "--json",
        "--workers",
        str(workers),
    ]
    killed = subprocess.Popen([sys.executable, "-m", "phzdsl", *words], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until and (not path.exists() or path.stat().st_size < 20_000):
        time.sleep(0.02)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    left = [one for one in entries(path.read_bytes().splitlines(keepends=True)) if one.record is not None]
    assert left
    done = run(plan(200), path)
    assert done.found >= len([one for one in left if one.ended])
    assert done.digest == run(plan(200)).digest


# ---------------------------------------------------------------- files of something else


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (plan(seed=2), "its seed is 1, and now it is 2"),
        (plan(players=("sensible",)), "its players is"),
        (plan(variant="pc"), "its variant is"),
        (Plan(bind(load("peng"), {"基点": 2}), HANDS, 1, ("random",)), "its digest is"),
    ],
)
def test_the_file_of_another_run_is_refused(kept: Path, tmp_path: Path, what: Plan, said: str) -> None:
    """A file of another seed, other players, another variant or another room is refused and left as it was."""
    path = tmp_path / "other.jsonl"
    path.write_bytes(kept.read_bytes())
    with pytest.raises(RecordError) as caught:
        run(what, path)
    assert (caught.value.code, said in caught.value.words.en) == ("D965", True)
    assert path.read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("text", ["dear diary", "dear diary\n", '{"a": 1}\n', "\n\n", '{"records":{}}'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    """A file that holds no records is never written to, whether it ends with a line end or not."""
    path = tmp_path / "diary.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError):
        run(plan(), path)
    assert path.read_text("utf-8") == text


def test_a_line_that_never_ends_is_not_read_to_its_end(kept: Path, tmp_path: Path) -> None:
    """Of a file without a line end, and of one whose second line has none for long, a bounded part is read; both are refused."""
    path = tmp_path / "long.jsonl"
    first = kept.read_bytes().splitlines(keepends=True)[0]
    for text in (b"\0" * (1 << 22), first + b"x" * (1 << 22)):
        path.write_bytes(text)
        tracemalloc.start()
        with pytest.raises(RecordError) as caught:
            run(plan(), path)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert caught.value.code == "D960"
        assert most < 1 << 24
        assert path.stat().st_size == len(text)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    """A device and a pipe are refused before anything is read from them."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/full"), pipe):
        with pytest.raises(RecordError, match="no regular file"):
            run(plan(), path)


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such locks")
def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    """While a run has its file, a second one is refused with a code; when it is closed in the middle, the file is free."""
    path = tmp_path / "shared.jsonl"
    first = Run(plan(), workers=1, path=path).hands()
    assert next(first) == 0
    assert next(first) == HANDS_OF_A_BLOCK
    with pytest.raises(RecordError) as caught:
        run(plan(), path)
    assert caught.value.code == "D969"
    first.close()
    done = run(plan(), path)
    assert (done.found, done.digest) == (HANDS_OF_A_BLOCK, run(plan()).digest)


@pytest.mark.parametrize("hands", [HANDS, 7, HANDS + 20])
@pytest.mark.parametrize(
    "change",
    [
        "first removed",
        "in a block",
        "whole block",
        "twice",
        "exchanged",
        "of another run",
        "head",
        "blank",
        "head at the end",
    ],
)
def test_every_line_stands_in_its_place(kept: Path, tmp_path: Path, change: str, hands: int) -> None:
    """A line taken away, doubled, moved or put in is refused in whole blocks too, and beyond the hands asked for; the file stays."""
    lines = kept.read_bytes().splitlines(keepends=True)
    (other,) = blocks_of(plan(1, seed=9), 1)
    changed = {
        "first removed": lines[:1] + lines[2:],
        "in a block": lines[:5] + lines[6:],
        "whole block": lines[:1] + lines[1 + HANDS_OF_A_BLOCK :],
        "twice": lines[:5] + lines[4:],
        "exchanged": [*lines[:4], lines[5], lines[4], *lines[6:]],
        "of another run": [*lines[:9], f"{other.lines[0]}\n".encode(), *lines[10:]],
        "head": lines[:20] + lines[:1] + lines[20:],
        "blank": [*lines[:20], b"\n", *lines[20:]],
        "head at the end": lines + lines[:1],
    }[change]
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join(changed))
    with pytest.raises(RecordError) as caught:
        run(plan(hands), path)
    assert caught.value.code == "D965"
    assert path.read_bytes() == b"".join(changed)


def test_hands_that_were_changed_are_noticed(kept: Path, tmp_path: Path) -> None:
    """A line that was changed, and one of another hand, are refused; the file stays as it was."""
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "changed.jsonl"
    for text in (
        "".join([*lines[:3], lines[3].replace('"dealer":', '"dealer": '), *lines[4:]]),
        "".join(lines[:2] * 2),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(RecordError) as caught:
            run(plan(), path)
        assert caught.value.code in {"D961", "D965"}
        assert path.read_text("utf-8") == text
