"""What is measured: each target of the engine's design with its goal and floor."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import attrs
import numpy as np

from phzdsl.analysis.changes import changes
from phzdsl.analysis.compare import compare
from phzdsl.game import Game, apply, legal, new_hand
from phzdsl.ruleset.library import load, rules_folder, shipped
from phzdsl.ruleset.options import bind
from phzdsl.scoring.batch import BatchScorer
from phzdsl.scoring.fast import FastScorer
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.score import Scorer
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.lazy import LazyAutomaton
from phzdsl.tables.shapes import shape_of
from phzdsl.tables.store import stored_automaton
from tests.bench import native
from tests.bench.clock import Side, cpu_of_command, interleaved
from tests.bench.hands import mahjong_hands, mixed_rows

__all__ = ["Figure", "Plan", "figures"]

VARIANT = "cd-quan"
"""Its patterns ask for red and big cards, and for how the hand is divided: the dearest of those that ship."""
GAME = "common"
XI_ONLY = ("common", "lz-deng")
WITH_CARDS = ("cd-ban", "cd-quan")
FURTHER = ("jiben", "ban", "cd-ban", "zunyi", "pc")


@attrs.frozen
class Figure:
    """One measured line.

    Attributes:
        number: of the target, with a letter where it has parts.
        what, against: the two sides.
        ours, theirs: as people read them.
        ratio: in the sense of goal and floor.
        goal, floor: None where there is none.
        more_is_better: the ratio is to be above goal and floor.
    """

    number: str
    what: str
    against: str
    ours: str
    theirs: str
    ratio: float
    goal: float | None
    floor: float | None
    more_is_better: bool = True

    @property
    def verdict(self) -> str:
        """Return ``goal``, ``floor`` or ``below`` by what is reached."""
        for word, bound in (("goal", self.goal), ("floor", self.floor)):
            if bound is not None and (self.ratio >= bound if self.more_is_better else self.ratio <= bound):
                return word
        return "below"


@attrs.frozen
class Plan:
    """How much is measured.

    Attributes:
        rounds: counted rounds of each comparison.
        hands: hands of a batch.
        single: hands of the plain-Python comparisons.
        games: games of a round.
    """

    rounds: int = 9
    games: int = 400
    hands: int = 600_000
    single: int = 4_000


def figures(plan: Plan, wanted: Callable[[str], bool]) -> Iterator[Figure]:
    """Measure the targets whose number is wanted."""
    for numbers, measure in _MEASURES:
        if any(wanted(number) for number in numbers):
            gc.collect()
            yield from measure(plan)


# ---------------------------------------------------------------- one hand


def _mahjong(number: int) -> Side:
    """Return the side of the package ``mahjong``: full points of a self-drawn hand."""
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 - only where it is measured
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415 - an extra that only this figure needs

    hands, config = mahjong_hands(number), HandConfig(is_tsumo=True)

    def work() -> None:
        for tiles, tile in hands:
            HandCalculator.estimate_hand_value(tiles, tile, config=config)

    return Side.of(work, number)


def _rate(seconds: float) -> str:
    rate = 1 / seconds
    for unit, size in ((" M/s", 1e6), (" k/s", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g}{unit}"
    return f"{rate:.3g} /s"


def _one_hand(plan: Plan) -> Iterator[Figure]:
    ruleset = bind(load(VARIANT))
    rows = mixed_rows(shape_of(ruleset), 8 * plan.single)
    counts = [tuple(row) for row in rows.tolist()]
    closed = FastScorer(ruleset).closed(By.SELF)
    timed = counts[: plan.single]

    # Eight times as many hands as the peer gets: a short run would time how the memory comes back after the peer's.
    def points() -> None:
        for row in counts:
            closed.points(row)

    scorer = Scorer(ruleset)
    hands = [Hand((), tuple(k for k in range(20) for _ in range(row[k])), None, By.SELF) for row in timed]

    def explained() -> None:
        for hand in hands:
            score = scorer.score(hand)
            _ = score.melds, score.steps, score.patterns, score.payments, score.points

    sides = [_mahjong(plan.single), Side.of(points, len(counts)), Side.of(explained, plan.single)]
    theirs, fast, full = interleaved(sides, plan.rounds)
    peer = "PyPI mahjong, full points"
    yield Figure("1", "points of one closed hand", peer, _rate(fast), _rate(theirs), theirs / fast, 20, 10)
    yield Figure("2", "explained score, all readings", peer, _rate(full), _rate(theirs), theirs / full, 3, 1.5)


# ---------------------------------------------------------------- many hands


def _batch(plan: Plan) -> Iterator[Figure]:
    ruleset = bind(load(VARIANT))
    rows = mixed_rows(shape_of(ruleset), plan.hands)
    scorer = BatchScorer(ruleset)
    sides = [_mahjong(plan.single), Side.of(lambda: scorer.score(rows), len(rows))]
    others = [BatchScorer(bind(load(variant))) for variant in FURTHER]

    def further() -> None:
        for other in others:
            other.score(rows)

    sides.append(Side.of(further, len(rows) * len(others)))
    theirs, ours, more = interleaved(sides, plan.rounds)
    peer = "PyPI mahjong, full points"
    yield Figure("3", "batch, rows to points", peer, _rate(ours), _rate(theirs), theirs / ours, 1000, 500)
    names = f"each further variant on the same batch ({', '.join(FURTHER)})"
    yield Figure("5", names, f"the first ({VARIANT})", _rate(more), _rate(ours), more / ours, 1.0, 1.2, False)


def _against_c(plan: Plan) -> Iterator[Figure]:
    if native.compiler() is None:
        print("4: skipped, there is no C compiler", file=sys.stderr)
        return
    ruleset = bind(load("common"))
    shape = shape_of(ruleset)
    rows = mixed_rows(shape, plan.hands)
    scorer = BatchScorer(ruleset)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = native.build(compile_automaton(shape), folder)
        side, total = native.native_side(program, rows, folder)
        found = scorer.score(rows)
        lazy = LazyAutomaton(shape)
        complete = np.array([bool(lazy.weights(row)) for row in rows.tolist()])
        if int((found.xi[complete] + 1).sum()) != total:
            msg = "the program in C finds other 息"
            raise AssertionError(msg)
        theirs, ours = interleaved([side, Side.of(lambda: scorer.score(rows), len(rows))], plan.rounds)
    yield Figure(
        "4",
        "batch, rows to 息",
        "C automaton, 16 hands side by side",
        _rate(ours),
        _rate(theirs),
        ours / theirs,
        3,
        5,
        False,
    )


# ---------------------------------------------------------------- starting


_PASS = (sys.executable, "-c", "pass")


def _compiling(plan: Plan) -> Iterator[Figure]:
    shape = shape_of(bind(load("common")))
    hand = tuple(mixed_rows(shape, 2)[0].tolist())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stored_automaton(shape, folder=folder)
        sides = [
            cpu_of_command(_PASS),
            Side.of(lambda: compile_automaton(shape)),
            Side.of(lambda: stored_automaton(shape, folder=folder)),
            Side.of(lambda: [LazyAutomaton(shape).weights(hand) for _ in range(20)], 20),
        ]
        clock, cold, stored, lazy = interleaved(sides, plan.rounds)
    parts = (
        ("a", "cold", cold, 80, 200),
        ("b", "stored", stored, 0.5, 2),
        ("c", "first hand, on demand", lazy, 0.1, 1),
    )
    for letter, what, took, goal, floor in parts:
        name = f"tables of the common rules, {what}"
        yield Figure(
            f"8{letter}", name, "python -c pass", _milli(took), _milli(clock), took / clock, goal, floor, False
        )


def _milli(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms"


def _command_line(plan: Plan) -> Iterator[Figure]:
    # As installed: with the compiled modules kept.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    phz = (sys.executable, "-m", "phzdsl")
    path = str(rules_folder() / "jiben.phz")
    every = [str(rules_folder() / f"{variant}.phz") for variant in shipped()]
    sides = [
        cpu_of_command(_PASS),
        cpu_of_command((*phz, "--version"), environment),
        cpu_of_command((*phz, "check", path), environment, 2),
        cpu_of_command((*phz, "check", path, "--no-cache"), environment, 2),
        cpu_of_command((*phz, "check", *every, "--no-cache"), environment, 1),
    ]
    clock, version, known, anew, all_rules = interleaved(sides, plan.rounds)
    for letter, what, took, goal, floor in (
        ("a", "phz --version", version, 2, 3),
        ("b", "phz check of one file, found in order before", known, 9, 12),
        ("c", "phz check of one file, anew, with the proofs", anew, 9, 12),
    ):
        yield Figure(
            f"10{letter}", what, "python -c pass", _milli(took), _milli(clock), took / clock, goal, floor, False
        )
    yield Figure(
        "11",
        "phz check of all of rules/, anew, with the proofs",
        "a second",
        _milli(all_rules),
        "1 s",
        all_rules,
        1,
        2,
        False,
    )


# ---------------------------------------------------------------- two variants


def _diffs(plan: Plan) -> Iterator[Figure]:
    """All closed hands of two variants, valued under both on every occasion, with classes and witnesses."""
    pairs = [tuple(bind(load(variant)) for variant in pair) for pair in (XI_ONLY, WITH_CARDS)]
    sides = [cpu_of_command((sys.executable, "-c", "import numpy"))]
    for a, b in pairs:
        found = changes(a, b)
        # Once before the clock runs: the tables are ready.
        compare(a, b, found)
        sides.append(Side.of(partial(compare, a, b, found)))
    clock, *took = interleaved(sides, plan.rounds)
    for number, what, pair, seconds, goal, floor in (
        ("6", "息 only", XI_ONLY, took[0], 2, 5),
        ("7", "with red and big", WITH_CARDS, took[1], 10, 20),
    ):
        name = f"exact diff, {what} ({', '.join(pair)})"
        against = f"a second (import numpy: {_milli(clock)})"
        yield Figure(number, name, against, _milli(seconds), "1 s", seconds, goal, floor, False)


# ---------------------------------------------------------------- games


def _games(plan: Plan) -> Iterator[Figure]:
    """Random games with their events, through the public functions, against those of another package."""
    rules = Game(load(GAME))
    seeds = iter(range(10**9))

    def play() -> None:
        for _ in range(plan.games):
            seed = next(seeds)
            random, state = Random(seed), new_hand(rules, seed=seed)
            while state.waiting:
                state = apply(state, random.choice(legal(state, state.waiting[0])))

    their_games = max(1, plan.games // 20)
    theirs, ours = interleaved([_rlcard(their_games), Side.of(play, plan.games)], plan.rounds)
    yield Figure(
        "9", "games with events, random players", "RLCard mahjong", _rate(ours), _rate(theirs), theirs / ours, 30, 15
    )


def _rlcard(games: int) -> Side:
    """Return the side of the package ``rlcard``: mahjong with random players."""
    import rlcard  # noqa: PLC0415 - only where it is measured
    from rlcard.agents import RandomAgent  # noqa: PLC0415 - as above

    table = rlcard.make("mahjong", config={"seed": 1})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])

    def work() -> None:
        for _ in range(games):
            table.run(is_training=False)

    return Side.of(work, games)


_MEASURES: tuple[tuple[tuple[str, ...], Callable[[Plan], Iterator[Figure]]], ...] = (
    (("1", "2"), _one_hand),
    (("3", "5"), _batch),
    (("4",), _against_c),
    (("6", "7"), _diffs),
    (("8",), _compiling),
    (("9",), _games),
    (("10", "11"), _command_line),
)
