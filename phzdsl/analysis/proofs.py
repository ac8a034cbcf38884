"""Proofs that no win of a bound ruleset meets a condition, over every hand and every fact of play.

A proof that fails says nothing: the condition may hold somewhere, or its facts are no sums over melds and
so not decided here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import combinations

from phzdsl.analysis.arcs import Arcs, arcs_of, open_shape
from phzdsl.analysis.dealt import dealt_vectors
from phzdsl.analysis.reach import reach
from phzdsl.analysis.unfold import play_choices, unfold
from phzdsl.ruleset.expressions import Constant, Expr, bounds, evaluate, refs
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.rewriting import substitute
from phzdsl.tables.shapes import HandShape

__all__ = ["Prover"]

Vectors = tuple[dict[str, int], ...]
_Space = Callable[[Ruleset, frozenset[str]], Vectors | None]


class Prover:
    """Proves until a deadline; what was worked out for one question serves the next."""

    def __init__(self, deadline: float) -> None:
        """Start with nothing known; ``deadline`` is in the time of ``time.monotonic``."""
        self._deadline = deadline
        self._arcs: dict[HandShape, Arcs] = {}
        self._known: dict[tuple[str, HandShape, frozenset[str]], Vectors | None] = {}

    def impossible(self, room: Ruleset, condition: Expr, *, dealt: bool = True) -> bool:
        """Prove that no win of a room meets a condition; False where one does or nothing is proved.

        With ``dealt``, wins at the deal that need no groups are looked at too.
        """
        least = room.win.minimum
        wanted = [unfold(room, condition)] + ([unfold(room, least.value)] if least is not None else [])
        spaces: list[tuple[list[Expr], _Space]] = [(wanted, self._complete)]
        for way in room.win.ways if dealt else ():
            if "groups" in way.waives:
                rest = wanted[:1] if "minimum" in way.waives else wanted
                spaces.append(([*rest, unfold(room, way.when)], self._dealt))
        return all(self._empty(room, parts, space) for parts, space in spaces)

    def _complete(self, room: Ruleset, keys: frozenset[str]) -> Vectors | None:
        shape = open_shape(room)
        known = ("complete", shape, keys)
        if known not in self._known:
            if shape not in self._arcs:
                self._arcs[shape] = arcs_of(room)
            reached = reach(room, self._arcs[shape], keys)
            self._known[known] = None if reached is None else reached.vectors
        return self._known[known]

    def _dealt(self, room: Ruleset, keys: frozenset[str]) -> Vectors | None:
        known = ("dealt", open_shape(room), keys)
        if known not in self._known:
            self._known[known] = dealt_vectors(room, keys)
        return self._known[known]

    def _empty(self, room: Ruleset, parts: list[Expr], space: _Space) -> bool:
        """Prove that no hand of a space meets all parts, whatever the facts of play."""
        if any(not ref.key.startswith(("fact:", "count:", "copies:")) for part in parts for ref in refs(part)):
            return False
        for fixed in play_choices(room, parts):
            left = [substitute(part, fixed) for part in parts]
            if any(isinstance(part, Constant) and not part.value for part in left):
                continue
            if not self._excluded(room, left, space):
                return False
        return True

    def _excluded(self, room: Ruleset, parts: list[Expr], space: _Space) -> bool:
        """Prove that no hand meets all parts: by all their facts, or by some where all are too many."""
        every = frozenset(ref.key for part in parts for ref in refs(part))
        for keys in _views(every):
            vectors = None if time.monotonic() > self._deadline else space(room, keys)
            if vectors is None:
                continue
            if not any(_may_hold(parts, vector) for vector in vectors):
                return True
            if keys == every:
                return False
        return False


def _views(keys: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield the facts to look at: all, then all but one, but two, for where all are too many at once."""
    yield keys
    for gone in (*combinations(sorted(keys), 1), *combinations(sorted(keys), 2)):
        if len(gone) < len(keys):
            yield keys - set(gone)


def _may_hold(parts: list[Expr], vector: dict[str, int]) -> bool:
    """Tell whether all parts may hold when some facts are known and the others are anything."""
    try:
        return all(evaluate(part, vector) for part in parts)
    except KeyError:
        return all(bounds(substitute(part, vector))[1] for part in parts)
