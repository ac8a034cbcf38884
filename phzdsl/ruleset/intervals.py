"""Ranges of whole numbers, both ends included; None is an open end."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Range", "inside", "outside", "uncovered", "within_bounds", "written"]

Range = tuple[int | None, int | None]


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


def outside(one: Range, bounds: tuple[int, int]) -> bool:
    """Tell whether a range has nothing in common with bounds."""
    return within_bounds(one, bounds) is None


def written(one: Range) -> str:
    """Write a range as a rule file does: ``3``, ``3..5``, ``10..``."""
    low, high = one
    if low == high and low is not None:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"
