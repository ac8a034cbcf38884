"""The division of free cards into forms, read point by point: the automaton before determinisation.

A *configuration* is what must be remembered of a half-read hand: the cards that begun forms still
need, how many bounded melds (将) and how many groups they make. It does not remember which form needs
a card: only the sum counts. All of it is one int, low field first:

    groups: 6 bits | pairs: 6 bits | needs: 8 bits a point, from the next point on (4 small, 4 big)

so that opening a form is one addition, and leaving a point a shift. A *state* is the set of
configurations that the cards read so far allow, each with the weight reached beyond the state's least
one. Nothing here knows which forms there are, what a symbol sets aside or how states are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import attrs

from phzdsl.cards import POINTS, is_big
from phzdsl.errors import PhzError
from phzdsl.tables.shapes import Form, HandShape
from phzdsl.tables.symbols import Weigher, free_caps

__all__ = ["START", "Configurations", "Division", "Ending", "Mode", "TableLimitError", "accepted", "endings"]

_FIELD = 6
_LOW = 2 * _FIELD
_LOW_MASK = (1 << _LOW) - 1
_NEED = 8
_NEED_MASK = (1 << _NEED) - 1
_MOST_GROUPS = 32
# So many sets of melds that begin at one point are tried, for all points together.
_MOST_TRIES = 500_000

Configurations = tuple[tuple[int, int], ...]
"""Pairs of configuration and weight above the state's base, ascending."""

START: Configurations = ((0, 0),)


class TableLimitError(PhzError, OverflowError):
    """A ruleset whose tables would be larger than the caller allows."""


class Mode(Enum):
    """What is kept when one hand has several divisions.

    ``BEST`` keeps the greatest weight: right when the weight is 息 and more 息 are never worth less.
    ``ALL`` keeps every weight that some division reaches.
    """

    BEST = "best"
    ALL = "all"


@attrs.frozen
class Ending:
    """One way in which all free cards of a hand were divided."""

    pairs: int
    groups: int
    weight: int


def endings(state: Configurations) -> tuple[Ending, ...]:
    """Return what the configurations of a state after the last point mean."""
    field = (1 << _FIELD) - 1
    return tuple(Ending(cards >> _FIELD & field, cards & field, weight) for cards, weight in state)


def accepted(shape: HandShape, ended: Iterable[Ending], groups: int, quads: int) -> tuple[int, ...]:
    """Return the weights, ascending, of the endings that complete a hand.

    Args:
        shape: the hand's shape.
        ended: the ways in which the free cards were divided.
        groups: groups outside the free cards: set aside or on the table.
        quads: quads in hand and on the table.
    """
    least, most = shape.pair_bounds[min(quads, len(shape.pair_bounds) - 1)]
    weights = {
        ending.weight for ending in ended if ending.groups + groups == shape.groups and least <= ending.pairs <= most
    }
    return tuple(sorted(weights))


@attrs.frozen
class _Opener:
    """A form seen from its first point: cards taken there, and what it adds to a configuration."""

    small: int
    big: int
    adds: int
    weight: int


class Division:
    """The moves from configuration to configuration, remembered as they are found.

    Attributes:
        moved: how many moves ``steps`` has made.
    """

    def __init__(self, shape: HandShape, weigh: Weigher, mode: Mode) -> None:
        """Read the forms of a shape; nothing is searched yet."""
        if shape.groups > _MOST_GROUPS:
            msg = f"a hand of {shape.groups} groups is more than the {_MOST_GROUPS} that tables hold"
            raise TableLimitError(msg)
        self.caps = free_caps(shape)
        self.width = max(self.caps) + 1
        self._best = mode is Mode.BEST
        self._openers = _openers(shape, weigh)
        self._full = _full_table(shape)
        self._forget()

    def _forget(self) -> None:
        self._tries = 0
        self.moved = 0
        self._guards = [_guard(self.caps, point) for point in range(1, POINTS + 1)]
        self._covers: list[dict[tuple[int, int], tuple[tuple[int, int], ...]]] = [{} for _ in range(POINTS)]
        self._wide: list[dict[tuple[int, int], Configurations]] = [{} for _ in range(POINTS)]
        self._moves: list[dict[tuple[int, int, int], Configurations]] = [{} for _ in range(POINTS)]
        self._rows: list[dict[int, list[tuple[int, Configurations]]]] = [{} for _ in range(POINTS)]

    def with_cap(self, kind: int, cap: int) -> Division:
        """Return the same division where a kind may have more free copies."""
        other = object.__new__(Division)
        other.caps = (*self.caps[:kind], max(cap, self.caps[kind]), *self.caps[kind + 1 :])
        other.width = max(other.caps) + 1
        other._best, other._openers, other._full = self._best, self._openers, self._full
        other._forget()
        return other

    def step(self, point: int, state: Configurations, small: int, big: int) -> tuple[Configurations, int]:
        """Read the free cards of one point (0 to 9).

        Returns:
            The state after them and the weight by which its base rose; an empty state when the
            cards cannot be part of a complete hand.
        """
        reached: tuple[tuple[int, int], ...] = ()
        for configuration, offset in state:
            reached += _raised(self.moves(point, configuration, small, big), offset)
        return self._settled(reached)

    def steps(
        self, point: int, state: Configurations, cards: list[tuple[int, int, int]]
    ) -> list[tuple[int, Configurations, int]]:
        """Read every symbol of one point; faster than ``step`` for each.

        Args:
            point: the point, 0 to 9.
            state: the state before it.
            cards: column, small and big free cards of each symbol; the same in every call for a point.

        Returns:
            Column, state after it and rise of the base, for each column that is possible.
        """
        reached: dict[int, list[tuple[int, int]]] = {}
        for configuration, offset in state:
            for column, moves in self._row(point, configuration, cards):
                more = _raised(moves, offset) if offset else moves
                if column in reached:
                    reached[column].extend(more)
                else:
                    reached[column] = [*more]
        self.moved += sum(map(len, reached.values()))
        return [(column, *self._settled(tuple(moves))) for column, moves in sorted(reached.items())]

    def _row(
        self, point: int, configuration: int, cards: list[tuple[int, int, int]]
    ) -> list[tuple[int, Configurations]]:
        rows = self._rows[point]
        row = rows.get(configuration)
        if row is None:
            found = [(column, self._find_move(point, configuration, small, big)) for column, small, big in cards]
            row = rows[configuration] = [(column, moves) for column, moves in found if moves]
        return row

    def _settled(self, reached: tuple[tuple[int, int], ...]) -> tuple[Configurations, int]:
        """Turn what was reached into a state and its base."""
        if len(reached) > 1:
            reached = self._kept(reached)
            base = min([weight for _, weight in reached])
        elif reached:
            base = reached[0][1]
        else:
            return (), 0
        return _raised(reached, -base), base

    def _kept(self, reached: Iterable[tuple[int, int]]) -> Configurations:
        """Keep one weight of each configuration, or all different ones."""
        kept = sorted(set(reached))
        # The list is sorted by weight within a configuration, so a dictionary keeps the greatest.
        return tuple(dict(kept).items()) if self._best else tuple(kept)

    def moves(self, point: int, configuration: int, small: int, big: int) -> Configurations:
        """Return the configurations that one allows after the free cards of a point."""
        moves = self._moves[point]
        key = configuration, small, big
        found = moves.get(key)
        if found is None:
            found = moves[key] = self._find_move(point, *key)
        return found

    def all_moves(self, point: int, configuration: int) -> Configurations:
        """Return the configurations that one allows after a point, whatever free cards the point has."""
        need = configuration >> _LOW & _NEED_MASK
        spare = self.caps[point] - (need & 15), self.caps[point + POINTS] - (need >> 4)
        if min(spare) < 0:
            return ()
        rest = (configuration >> (_LOW + _NEED) << _LOW) | (configuration & _LOW_MASK)
        bias, guard = self._guards[point]
        full = self._full
        return tuple(
            [
                (rest + adds, weight)
                for adds, weight in self._all_covers(point, *spare)
                if not (rest + adds + bias) & guard and not full[(rest + adds) & _LOW_MASK]
            ]
        )

    def _all_covers(self, point: int, small: int, big: int) -> Configurations:
        """Return what forms opened at a point add, for all sets of them that take no more than some cards."""
        known = self._wide[point]
        found = known.get((small, big))
        if found is None:
            each = ((few, some) for few in range(small + 1) for some in range(big + 1))
            found = known[small, big] = tuple(one for cards in each for one in self._cover(point, *cards))
        return found

    def _find_move(self, point: int, configuration: int, small: int, big: int) -> Configurations:
        need = configuration >> _LOW & _NEED_MASK
        spare_small, spare_big = small - (need & 15), big - (need >> 4)
        if spare_small < 0 or spare_big < 0:
            return ()
        rest = (configuration >> (_LOW + _NEED) << _LOW) | (configuration & _LOW_MASK)
        bias, guard = self._guards[point]
        full = self._full
        return tuple(
            [
                (rest + adds, weight)
                for adds, weight in self._cover(point, spare_small, spare_big)
                if not (rest + adds + bias) & guard and not full[(rest + adds) & _LOW_MASK]
            ]
        )

    def _cover(self, point: int, small: int, big: int) -> tuple[tuple[int, int], ...]:
        """Return what forms opened at a point add, for all sets of them that take just these cards."""
        covers = self._covers[point]
        found = covers.get((small, big))
        if found is None:
            found = covers[small, big] = self._kept(self._find_covers(point, small, big, 0))
        return found

    def _find_covers(self, point: int, small: int, big: int, first: int) -> Iterable[tuple[int, int]]:
        if not small and not big:
            return [(0, 0)]
        found = []
        bias, guard = self._guards[point]
        self._tries += 1
        if self._tries > _MOST_TRIES:
            msg = "there are so many melds that the ways to begin them are too many"
            raise TableLimitError(msg)
        for index, opener in enumerate(self._openers[point][first:], first):
            if opener.small > small or opener.big > big:
                continue
            for adds, weight in self._find_covers(point, small - opener.small, big - opener.big, index):
                total = adds + opener.adds
                if not (total + bias) & guard and not self._full[total & _LOW_MASK]:
                    found.append((total, weight + opener.weight))
        self._tries += len(found)
        return found


def _raised(moves: Configurations, weight: int) -> Configurations:
    return tuple([(configuration, before + weight) for configuration, before in moves]) if weight else moves


def _openers(shape: HandShape, weigh: Weigher) -> list[list[_Opener]]:
    """Sort the forms by first point."""
    openers: list[list[_Opener]] = [[] for _ in range(POINTS)]
    for form in shape.free:
        first = min([kind % POINTS for kind in form.kinds])
        openers[first].append(_opener(form, first, weigh(form), counted=form.meld in shape.pair_melds))
    return openers


def _opener(form: Form, first: int, weight: int, *, counted: bool) -> _Opener:
    adds = 1 + (counted << _FIELD)
    for kind in form.kinds:
        distance = kind % POINTS - first
        if distance:
            adds += 1 << (_LOW + _NEED * (distance - 1) + 4 * is_big(kind))
    return _Opener(form.kinds.count(first), form.kinds.count(first + POINTS), adds, weight)


def _guard(caps: tuple[int, ...], first: int) -> tuple[int, int]:
    """Return bias and mask that show in one addition whether a need exceeds what a hand can have.

    A need above its cap, plus ``7 - cap``, sets the top bit of its field. Needs are at most the cap
    of a valid configuration plus that of a valid set of openers, so fields never overflow.
    """
    bias = guard = 0
    for point in range(first, POINTS):
        for big, cap in enumerate((caps[point], caps[point + POINTS])):
            place = _LOW + _NEED * (point - first) + 4 * big
            bias += (7 - cap) << place
            guard += 8 << place
    return bias, guard


def _full_table(shape: HandShape) -> bytes:
    """Mark the pairs-and-groups fields that no complete hand can have.

    Too few pairs are no fault here, for more may be opened. Where pairs need quads, each of these
    takes a group as well.
    """
    table = bytearray()
    for pairs in range(1 << _FIELD):
        quads = [number for number, (_, most) in enumerate(shape.pair_bounds) if pairs <= most]
        room = max(0, shape.groups - quads[0] + 1) if quads else 0
        table += bytes(room) + bytes([1]) * ((1 << _FIELD) - room)
    return bytes(table)
