"""Proofs that no win of a bound ruleset meets a condition, over every hand and every fact of play.

A proof that fails says nothing: the condition may hold somewhere, or its facts are no sums over melds and
so not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import prod

from phzdsl.analysis.arcs import Arcs, arcs_of, open_shape
from phzdsl.analysis.clock import Clock
from phzdsl.analysis.dealt import dealt_vectors
from phzdsl.analysis.reach import MOST_BITS, reach, size_of
from phzdsl.analysis.unfold import Unfolder, play_choices
from phzdsl.ruleset.expressions import Combined, Constant, Expr, bounds, evaluate, refs
from phzdsl.ruleset.model import Meld, Ruleset
from phzdsl.ruleset.rewriting import substitute
from phzdsl.tables.features import form_share
from phzdsl.tables.shapes import HandShape, shape_of

__all__ = ["Prover"]

Vectors = tuple[dict[str, int], ...]
# By this many vectors the time is looked at once.
_BATCH = 256
# So many vectors are looked at without looking for fewer; so many conditions are looked at together, if not all.
_CHEAP = 20_000
_TOGETHER = 3


class Prover:
    """Proves while its clock runs; what was worked out for one question or room serves the next."""

    def __init__(self, clock: Clock) -> None:
        """Start with nothing known."""
        self._clock = clock
        self._wins: dict[object, _Wins] = {}
        self._deals: dict[object, _Deals] = {}

    def impossible(self, room: Ruleset, condition: Expr, *, dealt: bool = True) -> bool:
        """Prove that no win of a room meets a condition; False where one does or nothing is proved.

        With ``dealt``, wins at the deal that need no groups are looked at too.

        Raises:
            OutOfTimeError: the turn of the clock is over.
        """
        unfolder = Unfolder(room)
        return all(
            self._empty(room, [unfolder.unfold(part) for part in parts], space)
            for space, parts in self._sorts(room, condition, dealt=dealt)
        )

    def _sorts(self, room: Ruleset, condition: Expr, *, dealt: bool) -> Iterator[tuple[_Space, list[Expr]]]:
        """Yield the sorts of wins, the cheapest first: where they are found, and what holds of them."""
        ways, least = room.win.ways, room.win.minimum
        waiving = [way.when for way in ways if "minimum" in way.waives]
        enough: list[list[Expr]] = [[]] if least is None else [[least.value], *([when] for when in waiving)]
        for way in ways if dealt else ():
            if "groups" in way.waives:
                for one in [[]] if "minimum" in way.waives else enough:
                    yield self._deals_of(room), [condition, way.when, *one]
        for one in enough:
            yield self._wins_of(room), [condition, *one]

    def _wins_of(self, room: Ruleset) -> _Wins:
        key = room.melds, room.deck, room.win.groups
        if key not in self._wins:
            shape = open_shape(room)
            alike = next((one for one in self._wins.values() if one.is_for(room, shape)), None)
            self._wins[key] = alike or _Wins(room, shape, self._clock)
        return self._wins[key]

    def _deals_of(self, room: Ruleset) -> _Deals:
        key = room.melds, room.deck, room.seats, room.claims
        if key not in self._deals:
            self._deals[key] = _Deals(room)
        return self._deals[key]

    def _empty(self, room: Ruleset, parts: list[Expr], space: _Space) -> bool:
        """Prove that no hand of a space meets all parts, whatever the facts of play."""
        if any(not ref.key.startswith(("fact:", "count:", "copies:")) for part in parts for ref in refs(part)):
            return False
        for fixed in play_choices(room, parts):
            left = tuple(dict.fromkeys(substitute(part, fixed) for part in parts))
            wanted = tuple(part for part in left if not (isinstance(part, Constant) and part.value))
            if not any(isinstance(part, Constant) for part in wanted) and not self._excluded(fixed, wanted, space):
                return False
        return True

    def _excluded(self, fixed: dict[str, int], parts: tuple[Expr, ...], space: _Space) -> bool:
        """Prove that no hand meets all parts: by all facts that are sums, or by some where all are too many."""
        if any(not bounds(part)[1] for part in parts):
            return True
        if not space.holds_all(fixed):
            return False
        known = space.answers.get(parts)
        if known is None:
            known = space.answers[parts] = self._looked(parts, space)
        return known

    def _looked(self, parts: tuple[Expr, ...], space: _Space) -> bool:
        every, views = _views(parts, space)
        for keys in views:
            self._clock.check_turn()
            vectors = space.vectors(keys)
            if vectors is not None and not self._some_hold(parts, vectors):
                return True
            if vectors is not None and keys == every:
                return False
        return False

    def _some_hold(self, parts: tuple[Expr, ...], vectors: Vectors) -> bool:
        for start in range(0, len(vectors), _BATCH):
            self._clock.check_turn()
            if any(_may_hold(parts, vector) for vector in vectors[start : start + _BATCH]):
                return True
        return False


def _views(parts: tuple[Expr, ...], space: _Space) -> tuple[frozenset[str], list[frozenset[str]]]:
    """Return all facts that are sums, and which of them to look at together, the cheapest first.

    Conditions that exclude each other are seldom more than two or three of those that must hold together.
    """
    pieces = {frozenset(ref.key for ref in refs(one) if space.sums(ref.key)) for part in parts for one in _pieces(part)}
    every = frozenset[str]().union(*pieces)
    if space.size(every) <= _CHEAP:
        return every, [every]
    views = {frozenset[str]().union(*some) for many in range(1, _TOGETHER + 1) for some in combinations(pieces, many)}
    if space.size(every) > MOST_BITS:
        views |= {every - set(gone) for many in (1, 2) for gone in combinations(every, many)}
    views.add(every)
    return every, sorted(views, key=lambda keys: (space.size(keys), sorted(keys)))


def _pieces(condition: Expr) -> Iterator[Expr]:
    """Yield the conditions that must all hold."""
    if isinstance(condition, Combined) and condition.operator == "and":
        for operand in condition.operands:
            yield from _pieces(operand)
    else:
        yield condition


def _may_hold(parts: tuple[Expr, ...], vector: dict[str, int]) -> bool:
    """Tell whether all parts may hold when some facts are known and the others are anything."""
    try:
        return all(evaluate(part, vector) for part in parts)
    except KeyError:
        return all(bounds(substitute(part, vector))[1] for part in parts)


# ---------------------------------------------------------------- where wins are found


class _Wins:
    """Complete hands of rooms that agree in melds, cards and groups."""

    def __init__(self, room: Ruleset, shape: HandShape, clock: Clock) -> None:
        self.answers: dict[tuple[Expr, ...], bool] = {}
        self._room = room
        self._shape = shape
        self._clock = clock
        self._arcs: Arcs | None = None
        self._known: dict[frozenset[str], Vectors | None] = {}

    def is_for(self, room: Ruleset, shape: HandShape) -> bool:
        """Tell whether the hands of a room are these."""
        same = [(meld.id, meld.value) for meld in room.melds] == [(meld.id, meld.value) for meld in self._room.melds]
        return same and shape == self._shape and room.deck.red == self._room.deck.red

    @staticmethod
    def holds_all(_: dict[str, int]) -> bool:
        """Tell whether every win with some facts of play is here."""
        return True

    def sums(self, key: str) -> bool:
        """Tell whether a fact is known of these hands."""
        if key in {"fact:meld-xi", "fact:scoring-groups"} and any(_lifted(meld) for meld in self._room.melds):
            return False
        return form_share(key, self._room) is not None

    def size(self, keys: frozenset[str]) -> int:
        """Return about how many vectors of some facts there may be."""
        return size_of(self._room, self._shape, keys)

    def vectors(self, keys: frozenset[str]) -> Vectors | None:
        """Return the vectors of some facts, None for too many."""
        if keys not in self._known:
            if self._arcs is None:
                self._arcs = arcs_of(self._room, self._clock.check)
            reached = reach(self._room, self._arcs, keys)
            self._known[keys] = None if reached is None else reached.vectors
        return self._known[keys]


class _Deals:
    """Hands as they are dealt, whether or not they can be divided."""

    def __init__(self, room: Ruleset) -> None:
        self.answers: dict[tuple[Expr, ...], bool] = {}
        self._room = room
        shape = shape_of(room)
        self._aside = {room.melds[form.meld].id for form in (*shape.triplets, *shape.quads) if form is not None}
        self._known: dict[frozenset[str], Vectors | None] = {}

    def holds_all(self, fixed: dict[str, int]) -> bool:
        """Tell whether every win with some facts of play is here: not where other melds were laid before the win."""
        laid = {meld for claim in self._room.claims if not claim.wins for meld in claim.into}
        return bool(fixed.get("fact:deal-win")) and laid <= self._aside

    def sums(self, key: str) -> bool:
        """Tell whether a fact is known of these hands."""
        if key in {"fact:meld-xi", "fact:scoring-groups"} and any(_lifted(meld) for meld in self._room.melds):
            return False
        return self.vectors(frozenset({key})) is not None

    def size(self, keys: frozenset[str]) -> int:
        """Return about how many vectors of some facts there may be."""
        return prod(max(vector[key] for vector in self.vectors(frozenset({key})) or ({key: 0},)) + 1 for key in keys)

    def vectors(self, keys: frozenset[str]) -> Vectors | None:
        """Return the vectors of some facts, None for too many."""
        if keys not in self._known:
            self._known[keys] = dealt_vectors(self._room, keys)
        return self._known[keys]


_Space = _Wins | _Deals


def _lifted(meld: Meld) -> bool:
    """Tell whether an indicator card may raise the worth of a meld, which no sum over melds knows."""
    return meld.value.raised_small is not None or meld.value.raised_big is not None
