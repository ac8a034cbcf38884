"""Whether a hand with more 息 is never worth less, all else equal: read off the rules, not tried out.

Every expression gets a direction in 息 of the melds (门子息): how its value goes when only that rises. The
rules are sound and not complete: what they cannot tell counts as turning both ways. Where the win, 息, each
table and the base never fall, the division with the greatest 息 is the one that counts, and tables need
keep no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import attrs

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr, bounds
from phzdsl.ruleset.intervals import inside
from phzdsl.ruleset.model import Pattern, PatternTable, Ruleset, constant
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.tables.features import unsettled_rows

__all__ = ["Direction", "rises_with_xi"]

_MOST_VALUES = 100_000


@attrs.frozen
class Direction:
    """How a value goes when 息 rises.

    Attributes:
        up: it never falls.
        down: it never rises.
    """

    up: bool
    down: bool

    @property
    def still(self) -> bool:
        """Tell whether it does not depend on 息."""
        return self.up and self.down

    def turned(self) -> Direction:
        """Return the direction of the negative of such a value."""
        return Direction(self.down, self.up)


_STILL = Direction(up=True, down=True)
_UP = Direction(up=True, down=False)
_EITHER = Direction(up=False, down=False)


def rises_with_xi(ruleset: Ruleset) -> bool:
    """Tell whether win, 息, every table and the base of a bound ruleset never fall when 息 of the melds rises."""
    analysis = _Analysis()
    win = [analysis.way(way.id, way.when, way.counts_as) for way in ruleset.win.ways]
    waived = [found for way, found in zip(ruleset.win.ways, win, strict=True) if "minimum" in way.waives]
    steps = {step.id: step for step in ruleset.count.steps}
    tables = {table.id: table for table in ruleset.count.tables}
    for key in ruleset.count.order:
        kind, _, name = key.partition(":")
        found = analysis.of(steps[name].formula) if kind == "step" else analysis.table(tables[name])
        analysis.known[key] = found
    minimum = () if ruleset.win.minimum is None else (ruleset.win.minimum,)
    waived += [analysis.of(one.value) for one in (*minimum, *ruleset.win.requirements)]
    unsettled = [analysis.of(row.undefined) for row in unsettled_rows(ruleset) if row.undefined is not None]
    asked = [*waived, *(analysis.known[f"table:{name}"] for name in tables)]
    asked += [analysis.known[key] for key in ("step:xi", "step:base") if key in analysis.known]
    return all(one.up for one in asked) and all(one.still for one in unsettled)


class _Analysis:
    """Directions of what has been worked out so far.

    Attributes:
        known: by reference key; what is not there does not depend on 息.
    """

    def __init__(self) -> None:
        self.known: dict[str, Direction] = {"fact:meld-xi": _UP}

    def way(self, name: str, when: Expr, counts_as: Iterable[str]) -> Direction:
        """Note a way to win, and what it counts as."""
        found = self.known[f"way:{name}"] = self.of(when)
        for fact in counts_as:
            if not found.still:
                self.known[f"fact:{fact}"] = _EITHER
        return found

    # ------------------------------------------------------------ tables

    def table(self, table: PatternTable) -> Direction:
        """Return the direction of a table's total."""
        whens = [self.of(pattern.when) for pattern in table.patterns]
        for pattern, when in zip(table.patterns, whens, strict=True):
            self.known[f"pattern:{table.id}/{pattern.id}"] = when
        if not all(when.still for when in whens):
            self.known["fact:pattern-count"] = self.known["fact:other-patterns"] = _EITHER
        combine = COMBINE[constant(table.combine)]
        if not self._order_still(table, whens) or (combine == "first-match" and not all(one.still for one in whens)):
            return _EITHER
        least = 1 if combine == "product" else 0
        total = _all([self._share(one, when, least) for one, when in zip(table.patterns, whens, strict=True)])
        if combine != "sum" and not all(bounds(pattern.worth)[0] >= 0 for pattern in table.patterns):
            total = _EITHER if not total.still else total
        return total if table.cap is None else _all([total, self.of(table.cap.value)])

    @staticmethod
    def _order_still(table: PatternTable, whens: Sequence[Direction]) -> bool:
        """Tell whether no pattern that replaces another, or is replaced, comes and goes with 息."""
        replaced = {name for pattern in table.patterns for name in pattern.replaces}
        return all(
            when.still or not (pattern.replaces or pattern.id in replaced)
            for pattern, when in zip(table.patterns, whens, strict=True)
        )

    def _share(self, pattern: Pattern, when: Direction, least: int) -> Direction:
        """Return the direction of what a pattern adds: nothing while it does not hold."""
        worth = self.of(pattern.worth)
        if when.still:
            return worth
        return _UP if when.up and worth.up and bounds(pattern.worth)[0] >= least else _EITHER

    # ------------------------------------------------------------ expressions

    def of(self, expr: Expr) -> Direction:  # noqa: PLR0911 - one line a form
        """Return the direction of an expression."""
        match expr:
            case ex.Constant():
                return _STILL
            case ex.Ref():
                return self.known.get(expr.key, _STILL)
            case ex.Arithmetic():
                return self._arithmetic(expr)
            case ex.Comparison():
                return _comparison(expr.operator, self.of(expr.left), self.of(expr.right))
            case ex.Within():
                return self._within(expr)
            case ex.Not():
                return self.of(expr.operand).turned()
            case ex.Combined() | ex.Extreme():
                return _all([self.of(operand) for operand in expr.operands])
            case ex.Conditional():
                return self._conditional(expr)
            case ex.Lookup():
                return self._lookup(expr)

    def _arithmetic(self, expr: ex.Arithmetic) -> Direction:  # noqa: PLR0911 - one line a sign
        left, right = self.of(expr.left), self.of(expr.right)
        if left.still and right.still:
            return _STILL
        match expr.operator:
            case "+":
                return _all([left, right])
            case "-":
                return _all([left, right.turned()])
            case "*":
                return _product(left, bounds(expr.left), right, bounds(expr.right))
            case "/":
                return _scaled(left, bounds(expr.right)) if right.still else _EITHER
            case "^":
                return _UP if left.up and right.up and bounds(expr.left)[0] >= 1 else _EITHER
        return _EITHER

    def _within(self, expr: ex.Within) -> Direction:
        value = self.of(expr.value)
        low, high = bounds(expr.value)
        if value.still or high - low > _MOST_VALUES:
            return value if value.still else _EITHER
        held = [inside(one, expr.ranges) for one in range(low, high + 1)]
        if held == sorted(held):
            return value if not all(held) or not any(held) else _STILL
        return value.turned() if held == sorted(held, reverse=True) else _EITHER

    def _conditional(self, expr: ex.Conditional) -> Direction:
        condition, branches = self.of(expr.condition), _all([self.of(expr.then), self.of(expr.otherwise)])
        if condition.still:
            return branches
        steps = [bounds(expr.otherwise), bounds(expr.then)]
        return _along(condition, branches, steps)

    def _lookup(self, expr: ex.Lookup) -> Direction:
        value = self.of(expr.value)
        low, high = bounds(expr.value)
        results = _all([self.of(one) for one in ex.children(expr)[1:]])
        if value.still:
            return results
        if high - low > _MOST_VALUES:
            return _EITHER
        reached = [
            next((arm.result for arm in expr.arms if inside(one, arm.ranges)), expr.otherwise)
            for one in range(low, high + 1)
        ]
        changes = [bounds(one) for at, one in enumerate(reached) if not at or one is not reached[at - 1]]
        return _along(value, results, changes)


def _all(found: Sequence[Direction]) -> Direction:
    return Direction(all(one.up for one in found), all(one.down for one in found))


def _along(driver: Direction, results: Direction, steps: Sequence[tuple[int, int]]) -> Direction:
    """Return the direction of a value that passes from result to result as its driver rises.

    Args:
        driver: what chooses the result.
        results: the direction that all results share.
        steps: bounds of the results, in the order in which the rising driver reaches them.
    """
    ascending = all(before[1] <= after[0] for before, after in pairwise(steps))
    descending = all(before[0] >= after[1] for before, after in pairwise(steps))
    up = results.up and ((driver.up and ascending) or (driver.down and descending))
    down = results.down and ((driver.up and descending) or (driver.down and ascending))
    return Direction(up, down)


def _comparison(operator: str, left: Direction, right: Direction) -> Direction:
    if operator in {">", ">="}:
        return _all([left, right.turned()])
    if operator in {"<", "<="}:
        return _all([left.turned(), right])
    return _STILL if left.still and right.still else _EITHER


def _scaled(value: Direction, factor: tuple[int, int]) -> Direction:
    """Return the direction of a value times, or divided by, a factor that does not depend on 息."""
    if factor[0] >= 0:
        return value
    return value.turned() if factor[1] <= 0 else _EITHER


def _product(left: Direction, low: tuple[int, int], right: Direction, high: tuple[int, int]) -> Direction:
    if right.still:
        return _scaled(left, high)
    if left.still:
        return _scaled(right, low)
    return _all([left, right]) if low[0] >= 0 and high[0] >= 0 else _EITHER
