"""Proofs that no win of one ruleset has what is asked, melds on the table or not, whatever the facts of play.

A condition may contradict itself, whatever the hand. Else two sorts of wins have each its own proof: those that make their
groups (``proofs.py``, over all sets of melds), and those of ways that waive the groups, for which every value of what is
named is tried. What is not proved is not said.
"""

from __future__ import annotations

from enum import Enum
from itertools import product
from math import prod

from phzdsl.analysis.clock import Clock, OutOfTimeError
from phzdsl.analysis.proofs import Prover
from phzdsl.analysis.unfold import Unfolder
from phzdsl.ruleset.expressions import Combined, Expr, bounds, refs
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.rewriting import substitute

__all__ = ["Never", "never"]

_SECONDS = 6.0
# So many combinations of values are tried.
_MOST_TRIED = 5_000


class Never(Enum):
    """Of which wins it is proved that none has it."""

    NONE = "none"
    GROUPS = "groups"
    """Those that make their groups; not those of ways that waive them."""
    ALL = "all"


def never(room: Ruleset, condition: Expr, seconds: float = _SECONDS) -> Never:
    """Try to prove that no win of a bound ruleset meets a condition, for some seconds."""
    unfolder = Unfolder(room)
    if _refuted(unfolder.unfold(condition)):
        return Never.ALL
    clock = Clock(seconds)
    clock.begin(seconds)
    try:
        if not Prover(clock).impossible(room, condition, dealt=False):
            return Never.NONE
    except OutOfTimeError:
        return Never.NONE
    waived = [way for way in room.win.ways if "groups" in way.waives]
    return Never.ALL if all(_refuted(unfolder.unfold(_both(condition, way.when))) for way in waived) else Never.GROUPS


def _both(condition: Expr, other: Expr) -> Expr:
    return Combined("and", (condition, other))


def _refuted(condition: Expr) -> bool:
    """Tell whether a condition fails for all values of what it names; the names of most weight are tried."""
    ranges: dict[str, tuple[int, int]] = {}
    for ref in refs(condition):
        low, high = ranges.get(ref.key, (ref.low, ref.high))
        ranges[ref.key] = max(low, ref.low), min(high, ref.high)
    often = [ref.key for ref in refs(condition)]
    tried: list[str] = []
    for key in sorted(ranges, key=lambda one: (-often.count(one), one)):
        if prod(high - low + 1 for low, high in (ranges[one] for one in (*tried, key))) <= _MOST_TRIED:
            tried.append(key)
    every = product(*(range(ranges[key][0], ranges[key][1] + 1) for key in tried))
    # What is not tried may be anything: the bounds of the rest must settle it.
    return all(not bounds(substitute(condition, dict(zip(tried, values, strict=True))))[1] for values in every)
