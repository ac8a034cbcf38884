"""Hand shapes that the tests of this folder read: the rules of the game written out by hand."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.tables.shapes import Form, HandShape

PAIR, RUN, SET, JIAO, TRIPLET, QUAD, TAIL = range(7)


def runs() -> list[Form]:
    """Return all runs (一句话); 一二三 is worth 3, 壹贰叁 6."""
    return [
        Form(RUN, (first, first + 1, first + 2), {0: 3, 10: 6}.get(first, 0)) for first in (*range(8), *range(10, 18))
    ]


def sets(*points: int) -> list[Form]:
    """Return a point set such as 二七十 in both sizes, worth 3 and 6."""
    return [
        Form(SET, tuple(point - 1 for point in points), 3),
        Form(SET, tuple(point + 9 for point in points), 6),
    ]


def jiao() -> list[Form]:
    """Return the mixed sets (绞) of every point."""
    both = [(point, point + 10) for point in range(10)]
    return [Form(JIAO, (small, *mixed), 0) for small, big in both for mixed in ((small, big), (big, big))]


def pairs(xi: int = 0) -> list[Form]:
    """Return the pairs (将)."""
    return [Form(PAIR, (kind, kind), xi) for kind in range(20)]


def tails(*points: int) -> list[Form]:
    """Return two-card tails such as 二七, bounded like pairs, worth 1 and 2."""
    return [
        Form(TAIL, tuple(point - 1 for point in points), 1),
        Form(TAIL, tuple(point + 9 for point in points), 2),
    ]


def triplets(small: int = 3, big: int = 6) -> tuple[Form, ...]:
    """Return the triplet (坎) of every kind."""
    return tuple(Form(TRIPLET, (kind,) * 3, small if kind < 10 else big) for kind in range(20))


def quads(small: int = 9, big: int = 12) -> tuple[Form, ...]:
    """Return the quad (提) of every kind."""
    return tuple(Form(QUAD, (kind,) * 4, small if kind < 10 else big) for kind in range(20))


def shape(  # noqa: PLR0913 - a test states what it is about and leaves out the rest
    free: Iterable[Form],
    *,
    groups: int = 7,
    split: bool = False,
    set_quads: bool = True,
    bounds: tuple[tuple[int, int], ...] = ((0, 0), *((1, 1),) * 8),
    copies: int = 4,
) -> HandShape:
    """Return a shape; with ``split`` triplets are free cards, which a free form may take."""
    none: tuple[Form | None, ...] = (None,) * 20
    return HandShape(
        groups=groups,
        free=(*free, *(triplets() if split else ())),
        triplets=none if split else triplets(),
        quads=quads() if set_quads else none,
        pair_melds=frozenset({PAIR, TAIL}),
        pair_bounds=bounds,
        copies=(copies,) * 20,
    )


def common() -> HandShape:
    """Return the common rules of ENGINE.md: a pair exactly when there is a quad, 7 groups."""
    return shape([*runs(), *sets(2, 7, 10), *jiao(), *pairs()])


BASE = [*runs(), *sets(2, 7, 10), *pairs()]

SHAPES = {
    "common": common(),
    "without jiao": shape(BASE),
    "with 一五十": shape([*BASE, *sets(1, 5, 10), *jiao()]),
    "a pair or tail always": shape([*BASE, *jiao(), *tails(2, 7), *tails(3, 9)], bounds=((1, 1),) * 9),
    "five groups, odd bounds": shape([*BASE, *jiao()], groups=5, bounds=((0, 1), (0, 0), (1, 2), (2, 2))),
    "triplets may be split": shape(BASE, split=True),
    "quads may be split too": shape([*runs(), *pairs(xi=2), *jiao()], split=True, set_quads=False, groups=4),
    "three of each kind": shape([*BASE, *jiao()], copies=3),
}


def with_copies(old: HandShape, copies: tuple[int, ...]) -> HandShape:
    """Return a shape with another deck."""
    return attrs.evolve(old, copies=copies)
