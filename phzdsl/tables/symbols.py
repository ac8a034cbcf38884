"""What a step of the automaton reads: the copies of one point, small and big.

A *symbol* is ``small * 5 + big``, both 0 to 4. Three or four copies of a kind may be set aside as an
unsplittable triplet (坎) or quad (提); what is left is free and must be divided into forms. The
automaton itself sees only the free cards, as a *column* ``small * width + big``. What is set aside
is a sum over the symbols, the *tally*, and never enters a state.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from phzdsl.cards import KINDS, POINTS, Kind
from phzdsl.tables.shapes import Form, HandShape

__all__ = [
    "COUNTS",
    "GROUP_FIELD",
    "QUAD",
    "QUAD_SHIFT",
    "SYMBOLS",
    "TALLY_BITS",
    "TRIPLET",
    "Symbol",
    "Weigher",
    "free_caps",
    "free_counts",
    "read_kind",
    "symbol_rows",
    "xi_of",
]

COUNTS = 5
"""A kind has 0 to 4 copies in a hand."""
SYMBOLS = COUNTS * COUNTS
TRIPLET = 3
QUAD = 4

# A tally is one int: groups in the low field, quads in the next, the weight above both. It has room for a
# hand of all 80 cards, so a hand far too large is refused and not mistaken for another.
QUAD_SHIFT = 6
TALLY_BITS = 12
GROUP_FIELD = (1 << QUAD_SHIFT) - 1

Weigher = Callable[[Form], int]


def xi_of(form: Form) -> int:
    """Return the weight that counts only 息."""
    return form.xi


@attrs.frozen
class Symbol:
    """What one symbol of one point means.

    Attributes:
        column: the free cards, as the automaton reads them.
        tally: groups, quads and weight of what is set aside.
    """

    column: int
    tally: int


def read_kind(
    shape: HandShape, kind: Kind, count: int, weigh: Weigher, *, free: int | None = None
) -> tuple[int, int] | None:
    """Split the copies of one kind into the number that is free and the tally of the rest.

    Args:
        shape: the hand's shape.
        kind: the kind.
        count: copies in the concealed hand.
        weigh: the packed weight of a form.
        free: how many of the copies are free whatever the shape says; the others are set aside.

    Returns:
        The free copies and the tally; None where the deck or the shape has no such thing.
    """
    if count > shape.copies[kind]:
        return None
    triplet, quad = shape.triplets[kind], shape.quads[kind]
    if free is None:
        free = 0 if (count == TRIPLET and triplet) or (count == QUAD and quad) else count
    aside = count - free
    if aside == 0:
        return free, 0
    form = {TRIPLET: triplet, QUAD: quad}.get(aside)
    if form is None:
        return None
    return free, 1 + ((aside == QUAD) << QUAD_SHIFT) + (weigh(form) << TALLY_BITS)


def free_caps(shape: HandShape) -> tuple[int, ...]:
    """Return by kind the most free copies that a hand can have of it."""
    return tuple(max(free_counts(shape, kind)) for kind in range(KINDS))


def free_counts(shape: HandShape, kind: Kind) -> list[int]:
    """Return how many free copies of a kind a hand can have, ascending."""
    aside = {count for count, forms in ((TRIPLET, shape.triplets), (QUAD, shape.quads)) if forms[kind]}
    return [count for count in range(min(shape.copies[kind], COUNTS - 1) + 1) if count not in aside]


def symbol_rows(shape: HandShape, width: int, weigh: Weigher) -> tuple[tuple[Symbol | None, ...], ...]:
    """Return by point and symbol what the symbol means; None where the deck has too few cards."""
    return tuple(_row(shape, point, width, weigh) for point in range(POINTS))


def _row(shape: HandShape, point: int, width: int, weigh: Weigher) -> tuple[Symbol | None, ...]:
    small = [read_kind(shape, point, count, weigh) for count in range(COUNTS)]
    big = [read_kind(shape, point + POINTS, count, weigh) for count in range(COUNTS)]
    return tuple(
        Symbol(left[0] * width + right[0], left[1] + right[1]) if left and right else None
        for left in small
        for right in big
    )
