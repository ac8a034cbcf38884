"""What one condition says about another, as far as ranges of the same amount tell."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset.expressions import Combined, Comparison, Constant, Expr, Within
from phzdsl.ruleset.intervals import Range, within_bounds

__all__ = ["implies", "narrowed"]

_OPEN: Range = (None, None)


def _parts(condition: Expr) -> Iterator[Expr]:
    """Yield the conditions that must all hold."""
    if isinstance(condition, Combined) and condition.operator == "and":
        for operand in condition.operands:
            yield from _parts(operand)
    else:
        yield condition


def _ranges(condition: Expr) -> tuple[Expr, tuple[Range, ...]] | None:
    """Read a condition as an amount and the ranges it must lie in."""
    if isinstance(condition, Within):
        return condition.value, condition.ranges
    if isinstance(condition, Comparison) and isinstance(condition.right, Constant):
        number = condition.right.value
        found: dict[str, Range] = {
            "=": (number, number),
            "<": (None, number - 1),
            "<=": (None, number),
            ">": (number + 1, None),
            ">=": (number, None),
        }
        one = found.get(condition.operator)
        return None if one is None else (condition.left, (one,))
    return None


def narrowed(value: Expr, bounds: tuple[int, int], condition: Expr) -> tuple[int, int]:
    """Return the bounds of an amount where a condition holds."""
    low, high = bounds
    for part in _parts(condition):
        read = _ranges(part)
        if read is None or read[0] != value:
            continue
        kept = [one for one in (within_bounds(one, (low, high)) for one in read[1]) if one is not None]
        if kept:
            low, high = min(one[0] for one in kept), max(one[1] for one in kept)
    return low, high


def implies(condition: Expr, other: Expr) -> bool:
    """Tell whether a condition plainly holds only where another does; False means that it is not plain."""
    known = list(_parts(condition))
    return all(any(_part_implies(one, wanted) for one in known) for wanted in _parts(other))


def _part_implies(one: Expr, wanted: Expr) -> bool:
    if one == wanted:
        return True
    if isinstance(wanted, Combined) and wanted.operator == "or":
        return any(implies(one, operand) for operand in wanted.operands)
    left, right = _ranges(one), _ranges(wanted)
    if left is None or right is None or left[0] != right[0]:
        return False
    return all(any(_holds(outer, inner) for outer in right[1]) for inner in left[1])


def _holds(outer: Range, inner: Range) -> bool:
    """Tell whether a range holds another."""
    low = outer[0] is None or (inner[0] is not None and outer[0] <= inner[0])
    high = outer[1] is None or (inner[1] is not None and inner[1] <= outer[1])
    return low and high
