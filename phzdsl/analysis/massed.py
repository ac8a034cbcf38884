"""A count run on whole arrays: what ``tables/points.py`` does for one vector of facts, for very many at once.

The count is that of two rulesets in one (``mixing.py``), and each vector chooses which rows are whose.
Amounts are 64 bits wide; rules whose amounts could be greater are refused, not counted wrongly. Importing this module
imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.mixing import Guarded, Mixed, MixedTable
from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr, bounds, calculate
from phzdsl.ruleset.intervals import Range
from phzdsl.ruleset.model import Pattern

__all__ = ["Columns", "Massed", "Run", "column", "truths"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Columns = Mapping[str, Ints]
"""A value for each vector, by reference key; what is left out is 0."""

_MOST = 1 << 56
# Pairs of values for which a table is made.
_MOST_CODES = 1 << 16


@attrs.frozen(eq=False)
class Run:
    """What the vectors are worth, as ``points.Outcome``, one entry a vector.

    Attributes:
        values: everything that was worked out, by reference key.
        needless: a way to win that holds waives the groups.
    """

    win: Flags
    valid: Flags
    xi: Ints
    points: Ints
    tables: Ints
    needless: Flags
    values: Columns


class Massed:
    """Runs the count of two bound rulesets in one, each vector with rows of its own choice."""

    def __init__(self, rules: Mixed) -> None:
        """Prepare to count.

        Raises:
            OverflowError: an amount could be greater than 64 bits hold.
        """
        self._rules = rules
        every = [one.item.formula for steps in rules.steps.values() for one in steps]
        every += [one.item.worth for table in rules.tables.values() for one in table.patterns]
        if any(max(map(abs, bounds(expr))) > _MOST for expr in every):
            msg = "amounts that do not fit 64 bits"
            raise OverflowError(msg)

    def run(self, columns: Columns, taken: Ints) -> Run:
        """Count vectors.

        Args:
            columns: the facts of each.
            taken: for each, the swaps that are taken, as bits.
        """
        return _Running(self._rules, columns, taken).run()


class _Running:
    """One run."""

    def __init__(self, rules: Mixed, columns: Columns, taken: Ints) -> None:
        self._rules, self._taken, self._number = rules, taken, len(taken)
        self._values = dict(columns)
        self._stands: dict[int, Flags] = {0: np.ones(len(taken), np.bool_)}

    def run(self) -> Run:
        """Work everything out, in order."""
        values, rules, nothing = self._values, self._rules, np.zeros(self._number, np.int64)
        waived = self._ways()
        for key in rules.order:
            if key in rules.steps:
                values[key] = self._chosen([(one.guard, one.item.formula) for one in rules.steps[key]], nothing)
            else:
                values[key] = self._table(rules.tables[key])
        win = np.ones(self._number, np.bool_)
        for requirement, settings in (("minimum", rules.minimum), ("groups", rules.requirements)):
            for one in settings:
                win &= waived[requirement] | ~self._stand(one.guard) | self._holds(one.item.value)
        valid = win.copy()
        for undefined in rules.unsettled:
            valid &= ~(self._stand(undefined.guard) & self._holds(undefined.item))
        tables = sum((values[key] for key in rules.tables), nothing)
        xi = values.get("step:xi", values.get("fact:meld-xi", nothing))
        return Run(win, valid, xi, values.get("step:base", nothing), tables, waived["groups"], values)

    def _stand(self, guard: int) -> Flags:
        """Return where a row stands."""
        if guard not in self._stands:
            chosen = (self._taken >> (abs(guard) - 1) & 1).astype(np.bool_)
            self._stands[guard] = chosen if guard > 0 else ~chosen
        return self._stands[guard]

    def _holds(self, expr: Expr) -> Flags:
        return truths(expr, self._values, self._number)

    def _chosen(self, found: Iterable[tuple[int, Expr]], otherwise: Ints) -> Ints:
        """Return of several amounts the last that stands."""
        for guard, expr in found:
            amounts = column(expr, self._values, self._number)
            otherwise = amounts if guard == 0 else np.where(self._stand(guard), amounts, otherwise)
        return otherwise

    def _ways(self) -> dict[str, Flags]:
        """Note the ways that hold and what they count as; return where a requirement is waived."""
        values = self._values
        waived = {name: np.zeros(self._number, np.bool_) for name in ("groups", "minimum")}
        for one in self._rules.ways:
            way = one.item
            holds = self._stand(one.guard) & self._holds(way.when)
            for key in (f"way:{way.id}", *(f"fact:{fact}" for fact in way.counts_as)):
                values[key] = np.where(holds, 1, values.get(key, np.int64(0)))
            for name in way.waives & waived.keys():
                waived[name] = waived[name] | holds
        return waived

    def _table(self, table: MixedTable) -> Ints:
        """Find which patterns hold, which of them count, and what they give together."""
        values, number = self._values, self._number
        held = []
        for one in table.patterns:
            held.append(self._stand(one.guard) & self._holds(one.item.when))
            key = f"pattern:{table.id}/{one.item.id}"
            before = values.get(key)
            # Of two versions of a pattern never more than one stands.
            values[key] = held[-1].astype(np.int64) + (0 if before is None else before)
        patterns = [one.item for one in table.patterns]
        kept = _not_replaced(patterns, held)
        total = np.zeros(number, np.int64)
        for combine in table.combines:
            stands = self._stand(combine.guard)
            chosen = [flags & stands for flags in (_firsts(kept) if combine.item == "first-match" else kept)]
            counts = sum((one.astype(np.int64) for one in chosen), np.zeros(number, np.int64))
            key = "fact:other-patterns"
            values[key] = np.where(stands & (counts > 0), counts - 1, values.get(key, np.int64(0)))
            worths = [(flags, column(one.worth, values, number)) for flags, one in zip(chosen, patterns, strict=True)]
            total = np.where(stands, _combined(combine.item, worths, number), total)
            more = np.where(stands, np.minimum(counts, 1) if combine.item == "best" else counts, 0)
            self._counted(table, combine, more)
        for cap in table.caps:
            capped = np.minimum(total, column(cap.item.value, values, number))
            total = np.where(self._stand(cap.guard), capped, total)
        return total

    def _counted(self, table: MixedTable, combine: Guarded[str], more: Ints) -> None:
        """Note how many patterns count; a later way to combine takes the place of an earlier one."""
        key, own = "fact:pattern-count", f"counted:{table.id}"
        before = self._values.get(own, np.zeros(self._number, np.int64))
        now = np.where(self._stand(combine.guard), more, before)
        self._values[key] = self._values.get(key, np.int64(0)) + now - before
        self._values[own] = now


def _not_replaced(patterns: list[Pattern], held: list[Flags]) -> list[Flags]:
    """Leave out what a pattern that counts replaces; a replaced one replaces nothing.

    Raises:
        OverflowError: patterns replace each other in a circle.
    """
    kept: dict[int, Flags] = {}
    waiting = list(range(len(patterns)))
    while waiting:
        names = {at: patterns[at].replaces for at in waiting}
        ready = [at for at in waiting if not any(patterns[at].id in names[other] for other in waiting if other != at)]
        if not ready:
            msg = "patterns that replace each other"
            raise OverflowError(msg)
        for at in ready:
            replaced = [flags for other, flags in kept.items() if patterns[at].id in patterns[other].replaces]
            kept[at] = reduce(lambda flags, other: flags & ~other, replaced, held[at])
        waiting = [at for at in waiting if at not in ready]
    return [kept[at] for at in range(len(patterns))]


def _firsts(kept: list[Flags]) -> list[Flags]:
    """Keep of the patterns that hold the first."""
    found: list[Flags] = []
    for flags in kept:
        found.append(reduce(lambda one, other: one & ~other, found, flags))
    return found


def _combined(combine: str, worths: list[tuple[Flags, Ints]], number: int) -> Ints:
    none = np.zeros(number, np.int64)
    some = reduce(np.logical_or, (flags for flags, _ in worths), none > 0)
    if combine == "product":
        product = reduce(np.multiply, (np.where(flags, worth, 1) for flags, worth in worths), none + 1)
        return np.where(some, product, 0)
    if combine == "best":
        least = np.iinfo(np.int64).min
        best = reduce(np.maximum, (np.where(flags, worth, least) for flags, worth in worths), none + least)
        return np.where(some, best, 0)
    return reduce(np.add, (np.where(flags, worth, 0) for flags, worth in worths), none)


# ---------------------------------------------------------------- expressions


def truths(expr: Expr, values: Columns, number: int) -> Flags:
    """Return where a condition holds."""
    found: Flags = column(expr, values, number) != 0
    return found


def column(expr: Expr, values: Columns, number: int) -> Ints:  # noqa: C901, PLR0911 - one line a form
    """Return the value of an expression for each vector, int64 [number]."""

    def part(one: Expr) -> Ints:
        return column(one, values, number)

    def flags(one: Expr) -> Flags:
        return truths(one, values, number)

    match expr:
        case ex.Constant():
            return np.broadcast_to(np.int64(expr.value), number)
        case ex.Ref():
            return np.broadcast_to(np.asarray(values.get(expr.key, 0), np.int64), number)
        case ex.Arithmetic():
            return _calculated(expr.operator, part(expr.left), part(expr.right))
        case ex.Comparison():
            return _COMPARE[expr.operator](part(expr.left), part(expr.right)).astype(np.int64)
        case ex.Within():
            return _inside(part(expr.value), expr.ranges).astype(np.int64)
        case ex.Not():
            return (~flags(expr.operand)).astype(np.int64)
        case ex.Combined():
            join = np.logical_and if expr.operator == "and" else np.logical_or
            return reduce(join, map(flags, expr.operands)).astype(np.int64)
        case ex.Conditional():
            return np.where(flags(expr.condition), part(expr.then), part(expr.otherwise))
        case ex.Lookup():
            value, result = part(expr.value), part(expr.otherwise)
            for arm in reversed(expr.arms):
                result = np.where(_inside(value, arm.ranges), part(arm.result), result)
            return result
        case ex.Extreme():
            return reduce(np.maximum if expr.greatest else np.minimum, map(part, expr.operands))


_COMPARE: Mapping[str, Callable[[Ints, Ints], Flags]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def _calculated(operator: str, left: Ints, right: Ints) -> Ints:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" | "mod":
            divisor = np.where(right == 0, 1, right)
            return np.where(right == 0, 0, left // divisor if operator == "/" else left % divisor)
    return _powers(operator, left, right)


def _powers(operator: str, left: Ints, right: Ints) -> Ints:
    """Return powers, of which few are different: each of these is worked out by the plain rule."""
    if not len(left):
        return left
    least, width = int(right.min()), int(right.max()) - int(right.min()) + 1
    lowest, span = int(left.min()), int(left.max()) - int(left.min()) + 1
    if span * width <= _MOST_CODES:
        codes = (left - lowest) * width + (right - least)
        found = np.zeros(span * width, np.int64)
        present = np.zeros(span * width, np.bool_)
        present[codes] = True
        for code in np.flatnonzero(present).tolist():
            found[code] = _power(operator, lowest + code // width, least + code % width)
        return found.take(codes)
    pairs, inverse = np.unique(np.stack([left, right]), axis=1, return_inverse=True)
    powers = np.array([_power(operator, int(one), int(other)) for one, other in pairs.T], np.int64)
    return powers.take(inverse.reshape(-1))


def _power(operator: str, base: int, exponent: int) -> int:
    # Beyond all that either side reaches by itself, a formula of the other may be too large; how large is never asked.
    return max(-_MOST, min(_MOST, calculate(operator, base, exponent)))


def _inside(value: Ints, ranges: Iterable[Range]) -> Flags:
    found = np.zeros(len(value), np.bool_)
    for low, high in ranges:
        held = np.ones(len(value), np.bool_)
        if low is not None:
            held &= value >= low
        if high is not None:
            held &= value <= high
        found |= held
    return found
