"""A condition written out in facts alone: steps, ways and patterns put in, facts of play listed.

What cannot be written out (totals of tables, numbers of patterns) stays as it is, and the caller sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from phzdsl.analysis.came import barred, winnable
from phzdsl.ruleset.expressions import Combined, Expr, Ref, Unit, refs
from phzdsl.ruleset.facts import FACTS, Origin
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.ruleset.rewriting import fold, rebuilt
from phzdsl.scoring.hand import By

__all__ = ["Unfolder", "play_choices"]

_MOST_CHOICES = 20_000
_CAME = ("self-draw", "discard-win", "deal-win")
# A condition that would name so many things, or whose tree would be so deep, is not written out: a chain of steps may
# double at each.
_MOST_NAMES = 2_000
_DEEPEST = 150
_BEYOND = Ref("beyond:", Unit.NUMBER, 0, 0)


class _BeyondError(Exception):
    """Written out, a condition would be too long."""


class Unfolder:
    """Writes out conditions of one bound ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Note the definitions of steps, ways and patterns."""
        self._known: dict[str, Expr] = {f"step:{step.id}": step.formula for step in ruleset.count.steps}
        self._known |= {f"way:{way.id}": way.when for way in ruleset.win.ways}
        self._known |= {f"pattern:{table.id}/{one.id}": one.when for table, one in ruleset.patterns()}
        self._also = _also(ruleset)
        self._left = 0

    def unfold(self, expr: Expr) -> Expr:
        """Put definitions in place of names; what would be too long is one name that nobody knows."""
        self._left = _MOST_NAMES
        try:
            return self._unfolded(expr, (), 0)
        except _BeyondError:
            return _BEYOND

    def _unfolded(self, expr: Expr, above: tuple[str, ...], depth: int) -> Expr:
        if depth > _DEEPEST:
            raise _BeyondError
        if not isinstance(expr, Ref):
            return fold(rebuilt(expr, lambda child: self._unfolded(child, above, depth + 1)))
        self._left -= 1
        if self._left < 0:
            raise _BeyondError
        if expr.key in self._known and expr.key not in above:
            return self._unfolded(self._known[expr.key], (*above, expr.key), depth + 1)
        ways = [way for way in self._also.get(expr.key, ()) if way not in above]
        if not ways:
            return expr
        written = (self._unfolded(self._known[way], (*above, way), depth + 1) for way in ways)
        return Combined("or", (expr, *written))


def _also(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each fact the ways that count as it."""
    found: dict[str, tuple[str, ...]] = {}
    for way in ruleset.win.ways:
        for name in way.counts_as:
            found[f"fact:{name}"] = (*found.get(f"fact:{name}", ()), f"way:{way.id}")
    return found


def play_choices(ruleset: Ruleset, exprs: list[Expr]) -> Iterator[dict[str, int]]:
    """Yield every combination of values of the facts of play that expressions name, for complete hands.

    How the card came is one of the ways in which the variant may be won. Nothing is yielded twice; when
    there are too many combinations one with no facts fixed is yielded, which proves nothing.
    """
    named = {ref.key: ref for expr in exprs for ref in refs(expr)}
    play = {f"fact:{one.id}" for one in FACTS if one.origin in {Origin.PLAY, Origin.TABLE}}
    free = [ref for key, ref in named.items() if key in play and key.removeprefix("fact:") not in (*_CAME, "players")]
    fixed = {"fact:players": constant(ruleset.seats.players.value)} if ruleset.seats.players else {}
    sizes = 1
    for ref in free:
        sizes *= ref.high - ref.low + 1
    if sizes > _MOST_CHOICES:
        yield fixed
        return
    for by in (*winnable(ruleset), By.DEAL):
        came = {
            "fact:self-draw": int(by is By.SELF),
            "fact:discard-win": int(by is By.DISCARD),
            "fact:deal-win": int(by is By.DEAL),
        }
        never = barred(ruleset)[by]
        ranges = (range(ref.low, 1 if ref.key.removeprefix("fact:") in never else ref.high + 1) for ref in free)
        for values in product(*ranges):
            yield fixed | came | {ref.key: value for ref, value in zip(free, values, strict=True)}
