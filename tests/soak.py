"""Long runs that are too slow for the suite: ``python -m tests.soak agreement --hands 200000 --variant jiben``."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from phzdsl.ruleset.library import load, shipped
from phzdsl.scoring.hand import Hand
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
    given = parser.parse_args(arguments)
    bad = sum(_agreement(variant, given.hands, given.seed) for variant in given.variant or shipped())
    return int(bad > 0)


def _agreement(variant: str, hands: int, seed: int) -> int:
    """Score hands of one variant, a third of them with default options; return how many disagree."""
    settings = list(bound_rulesets(load(variant)))
    counted: Counter[str] = Counter()
    started = time.perf_counter()
    for at, (name, ruleset) in enumerate(settings):
        due = hands // 3 if at == 0 else (hands - hands // 3) // max(1, len(settings) - 1)
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


if __name__ == "__main__":
    sys.exit(main())
