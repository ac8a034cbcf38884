"""Long runs that are too slow for the suite: ``python -m tests.soak agreement --hands 200000 --variant jiben``.

``games`` plays hands by chance and checks each of them; one in so many is followed by a second opinion on every claim, and
has everything scrambled that a seat may not know. ``edits`` changes variants at random and checks what ``phz diff`` says of
their rows; ``effects`` cuts both sides down to a few points, compares all their hands, and scores some by lot. ``drawn`` draws complete hands, all alike likely, and checks that they fall into the classes of ``phz diff`` in the
shares that it states: ``python -m tests.soak drawn --hands 1000000 --pair cd-ban cd-quan``.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random

from phzdsl.game import Game
from phzdsl.ruleset.library import load, shipped
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import Hand
from tests.analysis.edits import edits, effect, wrong
from tests.game.driver import Room, played
from tests.scoring.agreement import Trio
from tests.scoring.hands import Dealer, bound_rulesets

_TOGETHER = 2_000
_SHOWN = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one sort of soak and print what it counted; 1 when something disagreed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    sorts = parser.add_subparsers(dest="sort", required=True)
    agreement = sorts.add_parser("agreement", help="plain search, automaton and batch on random hands")
    agreement.add_argument("--hands", type=int, default=200_000, help="hands per variant, over all its options")
    agreement.add_argument("--variant", action="append", choices=shipped(), help="default: every variant")
    agreement.add_argument("--seed", type=int, default=0)
    games = sorts.add_parser("games", help="random hands of play, and what must hold of them")
    games.add_argument("--hands", type=int, default=100_000, help="hands per variant, over all its options")
    games.add_argument("--variant", action="append", choices=shipped(), help="default: every variant")
    games.add_argument("--seed", type=int, default=0)
    games.add_argument("--deep", type=int, default=20, help="one hand in so many is checked in every way; 0 for none")
    edited = sorts.add_parser("edits", help="random edits of rule files, and the changes found in them")
    edited.add_argument("--edits", type=int, default=500, help="edits per variant")
    edited.add_argument("--variant", action="append", choices=shipped(), help="default: every variant")
    edited.add_argument("--seed", type=int, default=0)
    drawn = sorts.add_parser("drawn", help="complete hands drawn by lot, and the classes of an exact comparison")
    drawn.add_argument("--hands", type=int, default=1_000_000, help="hands per pair")
    drawn.add_argument("--pair", action="append", nargs=2, metavar=("A", "B"), help="default: two pairs")
    drawn.add_argument("--seed", type=int, default=0)
    effects = sorts.add_parser("effects", help="random edits of rule files, and every hand of a few points under both")
    effects.add_argument("--edits", type=int, default=160, help="edits per variant")
    effects.add_argument("--variant", action="append", choices=shipped(), help="default: every variant")
    effects.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    bad = 0
    if given.sort == "drawn":
        for one, other in given.pair or (("cd-ban", "cd-quan"), ("jiben", "ban")):
            bad += _drawn(one, other, given.hands, given.seed)
        return int(bad > 0)
    for variant in given.variant or shipped():
        if given.sort == "edits":
            bad += _edits(variant, given.edits, given.seed)
        elif given.sort == "effects":
            bad += _effects(variant, given.edits, given.seed)
        elif given.sort == "agreement":
            bad += _agreement(variant, given.hands, given.seed)
        else:
            bad += _games(variant, given.hands, given.seed, given.deep)
    return int(bad > 0)


def _agreement(variant: str, hands: int, seed: int) -> int:
    """Score hands of one variant, a third of them with default options; return how many disagree."""
    settings = list(bound_rulesets(load(variant)))
    counted: Counter[str] = Counter()
    started = time.perf_counter()
    for at, (name, ruleset) in enumerate(settings):
        due = hands // 3 if at == 0 else -(-(hands - hands // 3) // max(1, len(settings) - 1))
        trio = Trio(ruleset)
        dealer = Dealer(ruleset, Random(f"{seed} {variant} {name}"))
        while due > 0:
            part = min(due, _TOGETHER)
            dealt = [*dealer.hands(part - part // 3), *dealer.hands(part // 3, closed=True)]
            _count(trio, name, dealt, counted)
            due -= part
    wins = counted["win"]
    took = time.perf_counter() - started
    said = f"{variant}: {counted['hands']} hands, {wins} wins, {counted['bad']} disagree, {took:.0f} s"
    print(said, flush=True)
    return counted["bad"]


def _count(trio: Trio, name: str, hands: list[Hand], counted: Counter[str]) -> None:
    counted["hands"] += len(hands)
    counted["win"] += sum(outcome is not None and outcome.valid for outcome in map(trio.fast.outcome, hands))
    for hand, answers in trio.disagreements(hands):
        counted["bad"] += 1
        if counted["bad"] <= _SHOWN:
            print(f"  {trio.ruleset.id} {name}: {hand} {answers}", flush=True)


def _games(variant: str, hands: int, seed: int, deep: int) -> int:
    """Play hands of one variant, a third of them with default options; return how many break what must hold."""
    settings = list(bound_rulesets(load(variant)))
    counted: Counter[str] = Counter()
    started = time.perf_counter()
    for at, (name, ruleset) in enumerate(settings):
        due = hands // 3 if at == 0 else -(-(hands - hands // 3) // max(1, len(settings) - 1))
        room = Room(Game(ruleset))
        for number in range(due):
            _game(room, name, seed * hands + number, counted, deep=bool(deep) and number % deep == 0)
    took = time.perf_counter() - started
    checked = ", ".join(
        f"{counted[word]} {word}" for word in ("wins", "deep", "contests", "scrambles", "illegal", "orders")
    )
    print(f"{variant}: {counted['hands']} hands, {counted['bad']} bad, {checked}, {took:.0f} s", flush=True)
    return counted["bad"]


def _game(room: Room, name: str, seed: int, counted: Counter[str], *, deep: bool) -> None:
    try:
        played(room, seed, counted, deep=deep)
    except Exception:  # noqa: BLE001 - a fault of the game is counted, shown and left behind
        counted["bad"] += 1
        if counted["bad"] <= _SHOWN:
            print(f"  {room.game.ruleset.id} {name} seed {seed}:\n{traceback.format_exc(limit=-3)}", flush=True)


def _edits(variant: str, count: int, seed: int) -> int:
    """Edit one variant; return in how many edits what is said of the rows does not hold."""
    bad, started = 0, time.perf_counter()
    for edit in islice(edits(variant, Random(f"{seed} {variant}")), count):
        found = wrong(edit)
        if found is not None:
            bad += 1
            print(f"  {variant}: {found}\n{edit.text}", flush=True)
    print(f"{variant}: {count} edits, {bad} bad, {time.perf_counter() - started:.0f} s", flush=True)
    return bad


def _effects(variant: str, count: int, seed: int) -> int:
    """Edit one variant and compare all hands of a few points; return in how many edits hands by lot say otherwise."""
    counted, random, started = Counter[str](), Random(f"{seed} hands {variant}"), time.perf_counter()
    for edit in islice(edits(variant, Random(f"{seed} {variant}")), count):
        said = effect(edit, random)
        counted["found" if said.found else "proved without effect" if said.proved else "neither"] += 1
        if said.wrong is not None:
            counted["wrong"] += 1
            print(f"  {variant}: {said.wrong}\n{edit.text}", flush=True)
    sorts = ", ".join(f"{counted[word]} {word}" for word in ("found", "proved without effect", "neither", "wrong"))
    print(f"{variant}: {count} edits, {sorts}, {time.perf_counter() - started:.0f} s", flush=True)
    return counted["wrong"]


def _drawn(one: str, other: str, number: int, seed: int) -> int:
    """Draw hands that are complete under two variants and sort them; return how many classes do not agree."""
    from tests.analysis.drawn import STRAY, Drawn, drawn_hands  # noqa: PLC0415 - numpy, which only this needs

    started = time.perf_counter()
    a, b = bind(load(one)), bind(load(other))
    found = Drawn.of(a, b, drawn_hands(a, number, seed))
    for fault in found.wrong:
        print(f"  {one}, {other}: {fault}", flush=True)
    stray = max((abs(each) for *_, each in found.classes), default=0.0)
    print(
        f"{one}, {other}: {number} hands, {len(found.classes)} classes, {len(found.wrong)} wrong; "
        f"{stray:.2f} standard deviations at most, {STRAY:.0f} allowed; {time.perf_counter() - started:.0f} s",
        flush=True,
    )
    return len(found.wrong)


if __name__ == "__main__":
    sys.exit(main())
