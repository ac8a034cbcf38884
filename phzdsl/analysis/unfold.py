"""A condition written out in facts alone: steps, ways and patterns put in, facts of play listed.

What cannot be written out (totals of tables, numbers of patterns) stays as it is, and the caller sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from phzdsl.analysis.sample import winnable
from phzdsl.ruleset.expressions import Combined, Expr, Ref, refs
from phzdsl.ruleset.facts import FACTS, Origin
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.ruleset.rewriting import fold, rebuilt
from phzdsl.scoring.hand import By

__all__ = ["play_choices", "unfold"]

_MOST_CHOICES = 20_000
_CAME = ("self-draw", "discard-win", "deal-win")


def unfold(ruleset: Ruleset, expr: Expr) -> Expr:
    """Put the definitions of steps, ways and patterns of a bound ruleset in place of their names."""
    known: dict[str, Expr] = {f"step:{step.id}": step.formula for step in ruleset.count.steps}
    known |= {f"way:{way.id}": way.when for way in ruleset.win.ways}
    known |= {f"pattern:{table.id}/{one.id}": one.when for table, one in ruleset.patterns()}
    return _unfolded(expr, known, _also(ruleset), ())


def _also(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each fact the ways that count as it."""
    found: dict[str, tuple[str, ...]] = {}
    for way in ruleset.win.ways:
        for name in way.counts_as:
            found[f"fact:{name}"] = (*found.get(f"fact:{name}", ()), f"way:{way.id}")
    return found


def _unfolded(expr: Expr, known: dict[str, Expr], also: dict[str, tuple[str, ...]], above: tuple[str, ...]) -> Expr:
    if isinstance(expr, Ref):
        if expr.key in known and expr.key not in above:
            return _unfolded(known[expr.key], known, also, (*above, expr.key))
        ways = [way for way in also.get(expr.key, ()) if way not in above]
        if not ways:
            return expr
        written = (_unfolded(known[way], known, also, (*above, way)) for way in ways)
        return Combined("or", (expr, *written))
    return fold(rebuilt(expr, lambda child: _unfolded(child, known, also, above)))


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
        for values in product(*(range(ref.low, ref.high + 1) for ref in free)):
            yield fixed | came | {ref.key: value for ref, value in zip(free, values, strict=True)}
