"""Ranges of whole numbers, both ends included; None is an open end."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

__all__ = ["Covered", "Range", "inside", "outside", "runs", "uncovered", "within_bounds", "written"]

Range = tuple[int | None, int | None]
_LEAST_RUN = 3


def inside(value: int, ranges: Iterable[Range]) -> bool:
    """Tell whether a value lies in one of several ranges."""
    return any((low is None or low <= value) and (high is None or value <= high) for low, high in ranges)


def within_bounds(one: Range, bounds: tuple[int, int]) -> tuple[int, int] | None:
    """Return the part of a range that lies within bounds, None when there is none."""
    low = bounds[0] if one[0] is None else max(bounds[0], one[0])
    high = bounds[1] if one[1] is None else min(bounds[1], one[1])
    return (low, high) if low <= high else None


def uncovered(bounds: tuple[int, int], ranges: Iterable[Range]) -> tuple[tuple[int, int], ...]:
    """Return the parts of the bounds that no range holds, in order.

    >>> uncovered((0, 20), [(3, 5), (10, None)])
    ((0, 2), (6, 9))
    """
    held = sorted(part for part in (within_bounds(one, bounds) for one in ranges) if part is not None)
    gaps: list[tuple[int, int]] = []
    start = bounds[0]
    for low, high in held:
        if low > start:
            gaps.append((start, low - 1))
        start = max(start, high + 1)
    if start <= bounds[1]:
        gaps.append((start, bounds[1]))
    return tuple(gaps)


class Covered:
    """Whole numbers that some ranges hold, ranges that touch made one; quick to ask while ranges are added."""

    def __init__(self) -> None:
        """Begin with no numbers."""
        self._lows: list[int] = []
        self._highs: list[int] = []

    def add(self, part: tuple[int, int]) -> None:
        """Add the numbers of a range."""
        first = bisect_left(self._highs, part[0] - 1)
        last = bisect_right(self._lows, part[1] + 1)
        low = min([part[0], *self._lows[first:last]])
        high = max([part[1], *self._highs[first:last]])
        self._lows[first:last], self._highs[first:last] = [low], [high]

    def meets(self, part: tuple[int, int]) -> bool:
        """Tell whether some number of a range is held."""
        return bisect_left(self._highs, part[0]) < bisect_right(self._lows, part[1])

    def leaves(self, part: tuple[int, int]) -> bool:
        """Tell whether some number of a range is not held."""
        place = bisect_left(self._highs, part[0])
        return place == len(self._lows) or self._lows[place] > part[0] or self._highs[place] < part[1]

    def gaps(self, bounds: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        """Return the parts of some bounds that are not held, in order."""
        return uncovered(bounds, zip(self._lows, self._highs, strict=True))


def outside(one: Range, bounds: tuple[int, int]) -> bool:
    """Tell whether a range has nothing in common with bounds."""
    return within_bounds(one, bounds) is None


def written(one: Range) -> str:
    """Write a range as a rule file does: ``3``, ``3..5``, ``10..``."""
    low, high = one
    if low == high and low is not None:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


def runs(numbers: Iterable[int]) -> tuple[str, ...]:
    """Write numbers as a rule file does, three and more that follow one another as a range.

    >>> runs([0, 1, 3, 4, 5, 10])
    ('0', '1', '3..5', '10')
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return tuple(
        word
        for run in found
        for word in ([f"{run[0]}..{run[-1]}"] if len(run) >= _LEAST_RUN else [str(one) for one in run])
    )
