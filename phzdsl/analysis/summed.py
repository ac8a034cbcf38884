"""The sums of layouts: what pieces and cards add up to for two rulesets, as bit fields of one integer.

A sum that both sides ask for is one field, however they call it; so is one that the number of groups or of quads tells.
Groups stand highest, then quads. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.counted import card_sums
from phzdsl.analysis.pieces import Piece
from phzdsl.cards import POINTS
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, QUAD, SYMBOLS, TRIPLET

__all__ = ["GROUPS", "QUADS", "SIZE", "Field", "Fields"]

Ints = NDArray[np.int64]

GROUPS, QUADS, SIZE = "groups", "quads", "size"
"""Names of the sums that are always asked for; the size may follow from the others."""
_BITS = 62
_PAIR, _MOST_PAIRS = 2, 15


@attrs.frozen(eq=False)
class Field:
    """One sum.

    Attributes:
        values: by piece what it adds, None for one that only the other side has.
        cards: int [10, 25]: by point and copies what these add.
        sides: that ask for it, as bits.
    """

    values: tuple[int | None, ...]
    cards: Ints
    sides: int
    width: int
    shift: int = 0

    def same(self, other: Field) -> Field | None:
        """Return one field for two sums that never differ; None where they may."""
        pairs = list(zip(self.values, other.values, strict=True))
        if any(one != two for one, two in pairs if one is not None and two is not None):
            return None
        if (self.cards != other.cards).any():
            return None
        values = tuple(two if one is None else one for one, two in pairs)
        return attrs.evolve(self, values=values, sides=self.sides | other.sides, width=max(self.width, other.width))

    @property
    def mask(self) -> int:
        """The bits of the field."""
        return (1 << self.width) - 1 << self.shift


@attrs.frozen(eq=False)
class Fields:
    """The sums of two sides.

    Attributes:
        at: the fields that have a name, ``GROUPS`` and ``QUADS`` and, where it does not follow from these, ``SIZE``.
        others: the rest of them.
        asked: for each side by feature the field, or ``SIZE`` where that follows.
        groups: the greatest number of groups under either side.
        pairs: the greatest number of pairs.
    """

    at: Mapping[str, Field]
    others: tuple[Field, ...]
    asked: tuple[Mapping[str, Field | str], Mapping[str, Field | str]]
    groups: int
    pairs: int
    _numbers: Mapping[Piece, int]

    @classmethod
    def of(cls, plans: tuple[Plan, Plan], pieces: Sequence[Piece]) -> Fields:
        """Find the sums of two sides, and a place for each.

        Raises:
            OverflowError: they do not fit one integer.
        """
        groups = max(plan.shape.groups for plan in plans)
        bits = max(1, groups.bit_length())
        no_cards = np.zeros((POINTS, SYMBOLS), np.int64)
        every = [Field((1,) * len(pieces), no_cards, 3, bits)]
        every.append(Field(tuple(int(piece.quad) for piece in pieces), no_cards, 3, bits))
        size = _size()
        follows = all(len(piece.cards) == _due(piece) for piece in pieces)
        if not follows:
            width = (2 * POINTS * QUAD).bit_length()
            every.append(Field((0,) * len(pieces), size, 3, width))
        places: tuple[dict[str, int], dict[str, int]] = ({}, {})
        # In an order of their own, so that it does not matter which side is the first.
        wanted = sorted(_wanted(plans, pieces), key=lambda one: (_order(one[2]), one[1]))
        for side, key, field in wanted:
            if follows and not any(field.values) and (field.cards == size).all():
                places[side][key] = -1
                continue
            for number, known in enumerate(every):
                same = known.same(field)
                if same is not None:
                    every[number] = same
                    break
            else:
                number = len(every)
                every.append(field)
            places[side][key] = number
        placed = _placed(every)
        names = (GROUPS, QUADS) if follows else (GROUPS, QUADS, SIZE)
        asked = tuple({key: SIZE if at < 0 else placed[at] for key, at in one.items()} for one in places)
        most = max(most for plan in plans for _, most in plan.shape.pair_bounds)
        return cls(
            dict(zip(names, placed, strict=False)),
            tuple(placed[len(names) :]),
            (asked[0], asked[1]),
            groups,
            min(most, groups, _MOST_PAIRS),
            {piece: number for number, piece in enumerate(pieces)},
        )

    def of_piece(self, piece: Piece, sides: int) -> int:
        """Return what a piece adds to the sums that some sides ask for."""
        number = self._numbers[piece]
        return sum((field.values[number] or 0) << field.shift for field in self._all() if field.sides & sides)

    def of_cards(self, point: int, small: int, big: int, sides: int) -> int:
        """Return what the copies of a point add to the sums that some sides ask for."""
        symbol = small * COUNTS + big
        return sum(int(field.cards[point, symbol]) << field.shift for field in self._all() if field.sides & sides)

    def mask(self, sides: int) -> int:
        """Return the bits of the sums that some sides ask for."""
        return sum(field.mask for field in self._all() if field.sides & sides)

    def _all(self) -> Iterator[Field]:
        yield from self.at.values()
        yield from self.others


def _wanted(plans: tuple[Plan, Plan], pieces: Sequence[Piece]) -> Iterator[tuple[int, str, Field]]:
    """Yield side, key and field of every feature."""
    for side, plan in enumerate(plans):
        for number, feature in enumerate(plan.features.features):
            adds = [piece.adds[side] for piece in pieces]
            values = tuple(None if one is None else one[number] for one in adds)
            yield side, feature.key, Field(values, card_sums(feature), 1 << side, feature.width)


def _order(field: Field) -> tuple[tuple[int, ...], bytes]:
    return tuple(-1 if one is None else one for one in field.values), field.cards.tobytes()


def _placed(fields: Sequence[Field]) -> list[Field]:
    """Give each field its place, the first highest."""
    shift, placed = 0, []
    for field in reversed(fields):
        placed.append(attrs.evolve(field, shift=shift))
        shift += field.width
    if shift > _BITS:
        msg = f"{shift} bits of sums are more than one word holds"
        raise OverflowError(msg)
    return placed[::-1]


def _size() -> Ints:
    row = [sum(divmod(symbol, COUNTS)) for symbol in range(SYMBOLS)]
    return np.tile(np.array(row, np.int64), (POINTS, 1))


def _due(piece: Piece) -> int:
    """Return how many cards a piece has where the size of a layout follows from its groups."""
    return QUAD if piece.quad else _PAIR if piece.pair else TRIPLET
