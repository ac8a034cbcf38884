"""Layouts of the whole deck: their number from a plain count that shares nothing with the programme, and sums by hand."""

from __future__ import annotations

from functools import cache
from math import comb

from phzdsl.analysis.changes import changes
from phzdsl.analysis.compare import Complete, compare
from phzdsl.ruleset.library import load
from phzdsl.ruleset.options import bind


@cache
def number_of_layouts() -> int:
    """Return how many layouts the common rules have, counted kind by kind from the low points up, and nothing but counted.

    A triplet may be 碰, 偎, 臭偎 or 坎, a quad 跑 or 提; there is a pair exactly where there is a quad.
    """
    groups = [tuple(kind + step for step in range(3)) for kind in range(20) if kind % 10 < 8]
    groups += [(1, 6, 9), (11, 16, 19)]
    groups += [kinds for kind in range(10) for kinds in ((kind, kind, kind + 10), (kind, kind + 10, kind + 10))]
    begin = [[group for group in groups if min(kind % 10 for kind in group) == point] for point in range(10)]

    def laid(point: int, at: int, left: tuple[int, ...], has: tuple[int, int, int]) -> int:
        """Count the layouts from a group of a point on, with so many copies left of the kinds of this point and later ones."""
        key = point, at, left, has
        made, quads, pairs = has
        if made > 7 or pairs > 1:
            return 0
        if point == 10:
            return int(made == 7 and pairs == (quads > 0))
        if key not in known:
            if at < len(begin[point]):
                # Without this group, or with it and perhaps once more.
                taken = list(left)
                for kind in begin[point][at]:
                    taken[2 * (kind % 10 - point) + kind // 10] -= 1
                found = laid(point, at + 1, left, has)
                if min(taken) >= 0:
                    found += laid(point, at, tuple(taken), (made + 1, quads, pairs))
            else:
                small, big = left[:2]
                found = sum(
                    ways * others * laid(point + 1, 0, left[2:], (made + a + b, quads + c + d, pairs + e + f))
                    for need, ways, (a, c, e) in SAME
                    for other, others, (b, d, f) in SAME
                    if need <= small and other <= big
                )
            known[key] = found
        return known[key]

    known: dict[tuple[int, int, tuple[int, ...], tuple[int, int, int]], int] = {}
    return laid(0, 0, (4,) * 20, (0, 0, 0))


# Cards of one kind, how many melds they may be, and groups, quads and pairs that they are.
SAME = ((0, 1, (0, 0, 0)), (2, 1, (1, 0, 1)), (3, 4, (1, 0, 0)), (4, 2, (1, 1, 0)))


def test_all_layouts_of_the_whole_deck() -> None:
    """All layouts are counted in another way too; those of sets of one kind, by a sum that is written down by hand."""
    a, b = bind(load("jiben")), bind(load("ban"))
    found = compare(a, b, changes(a, b), exposed=True).laid
    assert found is not None
    number = number_of_layouts()
    assert found.complete == Complete(number, number, number, 0, 0)
    counts = {one.rules: one.count for one in found.classes}
    assert (counts["fan/对对胡",], counts["fan/乌对胡", "fan/对对胡"]) == sets_of_one_kind()


def sets_of_one_kind() -> tuple[int, int]:
    """Return how many winning layouts have nothing but sets of one kind, with red cards and without any."""
    # 息 of 碰, 偎, 臭偎 and 坎, then of 跑 and 提: of a small kind, of a big one.
    triplets, quads = ((1, 3, 3, 3), (3, 6, 6, 6)), ((6, 9), (9, 12))
    found = []
    for kinds in ((7, 7), (10, 10)):
        # Number by groups, whether there is a quad, and 息.
        sums = {(0, False, 0): 1}
        for big in (0, 1):
            for _ in range(kinds[big]):
                more = dict(sums)
                for (groups, quad, xi), ways in sums.items():
                    for worth in triplets[big]:
                        key = groups + 1, quad, xi + worth
                        more[key] = more.get(key, 0) + ways
                    for worth in quads[big]:
                        key = groups + 1, True, xi + worth
                        more[key] = more.get(key, 0) + ways
                sums = more
        paired = sum(ways for (groups, quad, xi), ways in sums.items() if groups == 6 and quad and xi >= 15)
        alone = sum(ways for (groups, quad, xi), ways in sums.items() if groups == 7 and not quad and xi >= 15)
        # The last card must make a 碰 or a 偎 where there is no pair; a 坎 and a 臭偎 it does not make.
        never = comb(sum(kinds), 7) * 2**7
        found.append(paired * (sum(kinds) - 6) + alone - never)
    black, every = found
    return every - black, black
