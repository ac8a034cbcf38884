"""How near many variants are to each other: the rows that each two have otherwise, a tree of relatives, a table of all rows.

A distance is the number of rows that differ in more than words (``changes.py``). The tree joins what is nearest, the
distance of two groups being the mean over their members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

import attrs

from phzdsl.analysis.changes import Bearing, Side, between
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Branch", "Kinship", "Parameter", "kinship"]


@attrs.frozen
class Branch:
    """A variant, or two groups of them that are each other's nearest.

    Attributes:
        members: places of its variants in the list, in the order of the tree.
        height: mean distance between the members of its two parts; 0 for a single variant.
        parts: the two groups, none for a single variant.
    """

    members: tuple[int, ...]
    height: float = 0.0
    parts: tuple[Branch, ...] = ()


@attrs.frozen
class Parameter:
    """A row that not all variants have alike.

    Attributes:
        path: its path.
        stated: by variant, the row in words, None where there is none.
    """

    path: str
    stated: tuple[Bilingual | None, ...]


@attrs.frozen
class Kinship:
    """What ``kinship`` found.

    Attributes:
        distances: by variant and variant, rows that differ.
        tree: all variants.
        parameters: rows that differ anywhere, those of one block together.
    """

    distances: tuple[tuple[int, ...], ...]
    tree: Branch
    parameters: tuple[Parameter, ...]


def kinship(rulesets: Sequence[Ruleset], check: Callable[[], None] = lambda: None) -> Kinship:
    """Set rulesets against each other, each with each.

    Args:
        rulesets: the rulesets, bound; at least one.
        check: called now and then; it may raise to stop.
    """
    sides = [Side(one) for one in rulesets]
    distances = [[0] * len(sides) for _ in sides]
    for one, other in combinations(range(len(sides)), 2):
        check()
        found = between(sides[one], sides[other])
        distances[one][other] = distances[other][one] = sum(change.bearing is not Bearing.WORDS for change in found)
    return Kinship(tuple(map(tuple, distances)), _tree(distances), tuple(_parameters(sides)))


def _tree(distances: Sequence[Sequence[int]]) -> Branch:
    """Join the two nearest groups until there is one."""
    groups = [Branch((at,)) for at in range(len(distances))]

    def apart(pair: tuple[Branch, Branch]) -> float:
        each = [distances[one][other] for one, other in product(pair[0].members, pair[1].members)]
        return sum(each) / len(each)

    while len(groups) > 1:
        # Of pairs that are equally near the first, so that the tree is the same every time.
        near = min(combinations(groups, 2), key=apart)
        joined = Branch(near[0].members + near[1].members, apart(near), near)
        groups = [joined if one is near[0] else one for one in groups if one is not near[1]]
    return groups[0]


def _parameters(sides: Sequence[Side]) -> Iterator[Parameter]:
    for path in _paths(sides):
        stated = tuple(side.stated(path).text if path in side.rows else None for side in sides)
        if len({None if one is None else one.zh for one in stated}) > 1:
            yield Parameter(path, stated)


def _paths(sides: Iterable[Side]) -> list[str]:
    """Return the paths of all sides, those of one block together, in the order of the first side that has them."""
    blocks: dict[str, dict[str, None]] = {}
    for side in sides:
        for row in side.ruleset.rows:
            if row.path in side.rows:
                blocks.setdefault(row.block, {})[row.path] = None
    return [path for paths in blocks.values() for path in paths]
