"""All layouts that are complete under one or both of two rulesets, counted together by what they sum up to.

Point by point, each set of pieces that begin there is laid in turn: one path is one layout, for pieces have an order. Half-laid
layouts stand in *stacks*: those of one stack need the same cards of later points, are possible under the same sides, have as
many pairs and the same flags. In a stack they are rows: one integer each of the groups, the quads and the sums, ascending, with
how many layouts have it. A side that has no such piece, or not so many cards, is dead from there on and its sums are forgotten.

A row is 16 bytes; stacks are merged one after the other, so what is held at once is the rows of two steps and those of each
point, kept to find a layout again: below 2 GB, or the programme gives up. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.pieces import LOOSE, Piece
from phzdsl.analysis.summed import GROUPS, Field, Fields
from phzdsl.cards import POINTS, Kind, is_big
from phzdsl.tables.symbols import QUAD

__all__ = ["Laid", "laid"]

Ints = NDArray[np.int64]
Check = Callable[[], None]
Stacks = Mapping[int, tuple[Ints, Ints]]
"""Rows and how many layouts each is, by the key of the stack."""

# More rows than these in one step, or more ways to begin pieces at a point, are too many.
_MOST_ROWS, _MOST_WAYS = 30_000_000, 400
# A key: cards needed, four bits a kind from the point on, small before big; above flags, pairs, and a bit a side.
_FIELD, _POINT = 4, 8
_SIDES, _PAIRS, _TAIL = 2, 6, 32
_GUARD = 8


@attrs.frozen
class _Way:
    """A set of pieces laid together, from their first point on."""

    pieces: tuple[Piece, ...] = ()
    needs: int = 0
    sides: int = 3
    pairs: int = 0
    flags: int = 0
    ways: int = 1
    adds: tuple[int, int, int] = (0, 0, 0)

    @property
    def groups(self) -> int:
        return len(self.pieces)


@attrs.frozen(eq=False)
class Laid:
    """All layouts that one or both sides complete, in rows that agree in everything counted.

    Attributes:
        keys: int [n]: the stack of each row.
        words: int [n]: its sums.
        counts: int [n]: how many layouts it is.
        programme: what found them.
    """

    keys: Ints
    words: Ints
    counts: Ints
    programme: _Programme

    @property
    def sides(self) -> Ints:
        """Sides that may have the row, as bits; whether groups and pairs are right is not asked."""
        return self.keys & 3

    @property
    def pairs(self) -> Ints:
        """Number of pairs."""
        return self.keys >> _SIDES & 15

    @property
    def flags(self) -> Ints:
        """How the last card may come; of rows that a loose card may complete, only that."""
        return self.keys >> _PAIRS

    def values(self, field: Field) -> Ints:
        """Return a sum of each row."""
        return self.words >> field.shift & ((1 << field.width) - 1)

    def layout(self, row: int) -> tuple[Piece, ...]:
        """Return a layout of a row: the first in an order that does not depend on which side is the first."""
        return self.programme.found(int(self.keys[row]), int(self.words[row]))


def laid(pieces: Sequence[Piece], fields: Fields, copies: tuple[Sequence[int], Sequence[int]], check: Check) -> Laid:
    """Count layouts.

    Args:
        pieces: of which they are made.
        fields: what is summed.
        copies: for each side by kind the cards of its deck.
        check: called between steps; it may raise to stop.

    Raises:
        OverflowError: there is too much to count.
    """
    programme = _Programme(pieces, fields, copies, check)
    stacks = programme.run()
    keys = np.concatenate([np.full(len(words), key, np.int64) for key, (words, _) in stacks.items()] or [_NONE])
    words, counts = (np.concatenate([part[at] for part in stacks.values()] or [_NONE]) for at in range(2))
    return Laid(keys, words, counts, programme)


_NONE = np.zeros(0, np.int64)


class _Programme:
    """One run over the points."""

    def __init__(
        self, pieces: Sequence[Piece], fields: Fields, copies: tuple[Sequence[int], Sequence[int]], check: Check
    ) -> None:
        self._fields, self._copies, self._check = fields, copies, check
        caps = np.minimum(np.max(copies, axis=0), QUAD).tolist()
        self._biases = [_bias(caps, point) for point in range(POINTS)]
        self._guard = sum(_GUARD << _FIELD * at for at in range(2 * POINTS))
        self._steps = [self._ways(point, pieces) for point in range(POINTS)]
        self._layers: list[dict[int, Ints]] = []

    def run(self) -> Stacks:
        """Lay all pieces; keep the rows after each point."""
        stacks: Stacks = {3: (np.zeros(1, np.int64), np.ones(1, np.int64))}
        for point, steps in enumerate(self._steps):
            for at, ways in enumerate(steps):
                self._check()
                stacks = self._laid(point, stacks, ways, closes=at == len(steps) - 1)
            self._layers.append({key: words for key, (words, _) in stacks.items()})
        return stacks

    # ------------------------------------------------------------ ways to begin

    def _ways(self, point: int, pieces: Sequence[Piece]) -> list[list[_Way]]:
        """Return the ways to begin small pieces at a point, then mixed ones, then big ones."""
        parts: tuple[list[Piece], ...] = ([], [], [])
        for piece in pieces:
            if piece.point == point:
                sizes = {is_big(kind) for kind in piece.cards}
                parts[1 if len(sizes) > 1 else 2 * sizes.pop()].append(piece)
        return [self._sets(point, part) for part in parts]

    def _sets(self, point: int, pieces: Sequence[Piece]) -> list[_Way]:
        found = [_Way(adds=self._added(()))]
        for piece in pieces:
            found = [more for way in found for more in self._repeated(way, piece, point)]
            if len(found) > _MOST_WAYS:
                msg = "pieces that begin in too many ways"
                raise OverflowError(msg)
        return found

    def _repeated(self, way: _Way, piece: Piece, point: int) -> Iterator[_Way]:
        """Yield a way without a piece, then with one, two and more of it, as far as there are cards."""
        while self._fits(point, way.needs, 0):
            yield way
            way = self._with(way, piece, point)

    def _with(self, way: _Way, piece: Piece, point: int) -> _Way:
        pieces = (*way.pieces, piece)
        # So many pieces of the same cards are laid as so many sets of the melds that they may be.
        number = pieces.count(piece)
        sides = sum(1 << side for side in range(2) if all(one.adds[side] is not None for one in pieces))
        return _Way(
            pieces,
            way.needs + sum(1 << _place(kind, point) for kind in piece.cards),
            sides,
            way.pairs + piece.pair,
            _joined(way.flags, piece.flags),
            way.ways * (len(piece.melds) + number - 1) // number,
            self._added(pieces),
        )

    def _added(self, pieces: Sequence[Piece]) -> tuple[int, int, int]:
        """Return what pieces add to the sums of the first side, of the second, and of both."""
        one, other, both = (sum(self._fields.of_piece(piece, sides) for piece in pieces) for sides in (1, 2, 3))
        return one, other, both

    def _fits(self, point: int, needs: int, more: int) -> bool:
        return not (needs + more + self._biases[point]) & self._guard

    # ------------------------------------------------------------ one step

    def _laid(self, point: int, stacks: Stacks, ways: Sequence[_Way], *, closes: bool) -> Stacks:
        """Lay pieces on all stacks in every way, and merge what becomes equal."""
        sources: dict[int, list[tuple[int, int, int, int, int]]] = {}
        for key in stacks:
            for way in ways:
                moved = self._moved(point, key, way, closes=closes)
                if moved is not None:
                    into, add, mask = moved
                    sources.setdefault(into, []).append((key, add, mask, way.groups, way.ways))
        found: dict[int, tuple[Ints, Ints]] = {}
        number = 0
        for into, parts in sources.items():
            merged = self._merged(stacks, parts)
            if merged is not None:
                found[into] = merged
                number += len(merged[0])
                if number > _MOST_ROWS:
                    msg = f"{number:,} sets of half-laid layouts are too many"
                    raise OverflowError(msg)
        return found

    def _moved(self, point: int, key: int, way: _Way, *, closes: bool) -> tuple[int, int, int] | None:
        """Return the stack to which a way leads, what it adds, and what is kept of the sums; None for nowhere."""
        needs = key >> _TAIL
        if not self._fits(point, needs, way.needs):
            return None
        before, pairs = key & 3, (key >> _SIDES & 15) + way.pairs
        sides = before & way.sides
        if not sides or pairs > self._fields.pairs:
            return None
        needs += way.needs
        cards = 0
        if closes:
            small, big = needs & 15, needs >> _FIELD & 15
            sides &= self._decks(point, small, big)
            if not sides:
                return None
            cards = self._fields.of_cards(point, small, big, sides)
            needs >>= _POINT
        flags = _joined((key & (1 << _TAIL) - 1) >> _PAIRS, way.flags)
        tail = flags << _PAIRS | pairs << _SIDES | sides
        mask = -1 if sides == before else self._fields.mask(sides)
        return needs << _TAIL | tail, way.adds[sides - 1] + cards, mask

    def _decks(self, point: int, small: int, big: int) -> int:
        """Return the sides whose decks have so many cards of a point."""
        return sum(
            1 << side
            for side, copies in enumerate(self._copies)
            if small <= copies[point] and big <= copies[point + POINTS]
        )

    def _merged(self, stacks: Stacks, parts: Sequence[tuple[int, int, int, int, int]]) -> tuple[Ints, Ints] | None:
        words, counts = [], []
        for key, add, mask, groups, ways in parts:
            rows, numbers = stacks[key]
            # Groups stand highest, so that rows with room for these come first.
            end = int(np.searchsorted(rows, self._fields.groups - groups + 1 << self._fields.at[GROUPS].shift))
            if end:
                kept = rows[:end] if mask == -1 else rows[:end] & mask
                words.append(kept + add)
                counts.append(numbers[:end] * ways if ways > 1 else numbers[:end])
        if not words:
            return None
        if len(words) == 1 and all(mask == -1 for _, _, mask, _, _ in parts):
            return words[0], counts[0]
        every, number = np.concatenate(words), np.concatenate(counts)
        order = np.argsort(every)
        every, number = every[order], number[order]
        new = np.ones(len(every), np.bool_)
        np.not_equal(every[1:], every[:-1], out=new[1:])
        starts = np.flatnonzero(new)
        return every[starts], np.add.reduceat(number, starts)

    # ------------------------------------------------------------ found again

    @cached_property
    def _wholes(self) -> list[list[_Way]]:
        """By point all ways to begin pieces there, small, mixed and big together; those of few pieces first."""
        return [sorted(self._whole(point), key=lambda way: way.groups) for point in range(POINTS)]

    def _whole(self, point: int) -> list[_Way]:
        """Return all ways to begin pieces at a point."""
        found = [_Way()]
        for parts in self._steps[point]:
            found = [
                self._both(way, part) for way in found for part in parts if self._fits(point, way.needs, part.needs)
            ]
        return [attrs.evolve(way, adds=self._added(way.pieces)) for way in found if way.sides]

    @staticmethod
    def _both(way: _Way, other: _Way) -> _Way:
        return _Way(
            (*way.pieces, *other.pieces),
            way.needs + other.needs,
            way.sides & other.sides,
            way.pairs + other.pairs,
            _joined(way.flags, other.flags),
            way.ways * other.ways,
        )

    def found(self, key: int, word: int) -> tuple[Piece, ...]:
        """Return a layout that ends in a row."""
        pieces: tuple[Piece, ...] = ()
        for point in reversed(range(POINTS)):
            before = self._layers[point - 1] if point else {3: np.zeros(1, np.int64)}
            way, key, word = next(self._before(point, before, key, word))
            pieces = (*way.pieces, *pieces)
        return pieces

    def _before(self, point: int, layer: Mapping[int, Ints], key: int, word: int) -> Iterator[tuple[_Way, int, int]]:
        """Yield the rows of the point before from which a row comes, with what was laid on them."""
        after, tail = key >> _TAIL, key & (1 << _TAIL) - 1
        known = sorted({(one & (1 << _TAIL) - 1) >> _PAIRS for one in layer})
        for way in self._wholes[point]:
            later, here = way.needs >> _POINT, way.needs & (1 << _POINT) - 1
            if (after + self._guard - later) & self._guard != self._guard or tail >> _SIDES & 15 < way.pairs:
                continue
            before = [one for one in known if _joined(one, way.flags) == tail >> _PAIRS]
            for held, flags, sides in product(range(1 << _POINT), before, (3, 1, 2)):
                if max(held & 15, held >> _FIELD) > QUAD or max(here & 15, here >> _FIELD) > QUAD:
                    continue
                source = (after - later << _POINT) + held << _TAIL
                source |= flags << _PAIRS | (tail >> _SIDES & 15) - way.pairs << _SIDES | sides
                rows = layer.get(source)
                moved = None if rows is None else self._moved(point, source, way, closes=True)
                if rows is None or moved is None or moved[0] != key:
                    continue
                at = self._at(rows, word - moved[1], moved[2])
                if at is not None:
                    yield way, source, int(rows[at])

    @staticmethod
    def _at(rows: Ints, word: int, mask: int) -> int | None:
        """Return the place of the first row that is a word, as far as it is kept."""
        if word < 0:
            return None
        if mask != -1:
            places = np.flatnonzero(rows & mask == word)
            return int(places[0]) if len(places) else None
        at = int(np.searchsorted(rows, word))
        return at if at < len(rows) and rows[at] == word else None


def _joined(one: int, other: int) -> int:
    """Return the flags of pieces together: where a loose card may come last, how else a card may is not asked."""
    flags = one | other
    return flags & ~_WAYS if flags & LOOSE else flags


_WAYS = LOOSE << 1 | LOOSE << 2 | LOOSE << 3


def _place(kind: Kind, point: int) -> int:
    """Return where the need of a kind stands."""
    return _POINT * (kind % POINTS - point) + _FIELD * is_big(kind)


def _bias(caps: Sequence[int], point: int) -> int:
    """Return what shows, added to needs, in the top bit of a kind of which they are more than it may have."""
    return sum(
        7 - caps[one + POINTS * big] << _POINT * (one - point) + _FIELD * big
        for one in range(point, POINTS)
        for big in range(2)
    )
