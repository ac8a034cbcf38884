"""The count of a variant, compiled: from the values of facts to win, 息, 番 and points.

Each expression becomes a closure over a list of slots, one slot a reference key; running the count is
filling slots in order. What a vector of features is worth is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr
from phzdsl.ruleset.model import PatternTable, Ruleset, constant
from phzdsl.ruleset.read.count import COMBINE

__all__ = ["Outcome", "Valuer"]

Slots = list[int]
Run = Callable[[Slots], int]


@attrs.frozen
class Outcome:
    """What one division of a hand is worth.

    Attributes:
        win: the minimum is reached, or a way to win waives it.
        xi: 息 after the step of that name.
        fan: total of the table of that name, 0 where there is none.
        points: the base, as if it were a win.
    """

    win: bool
    xi: int
    fan: int
    points: int


class Valuer:
    """Values vectors of facts under one bound ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._places: dict[str, int] = {}
        self._ways = [
            (self._place(f"way:{way.id}"), self._compiled(way.when), [self._place(f"fact:{one}") for one in way.counts_as], way)
            for way in ruleset.win.ways
        ]
        steps = {step.id: step for step in ruleset.count.steps}
        tables = {table.id: table for table in ruleset.count.tables}
        self._work: list[Callable[[Slots], None]] = []
        for key in ruleset.count.order:
            kind, _, name = key.partition(":")
            if kind == "step":
                self._work.append(self._step(self._place(key), self._compiled(steps[name].formula)))
            else:
                self._work.append(self._table(self._place(key), tables[name]))
        minimum = ruleset.win.minimum
        self._minimum: Run | None = self._compiled(minimum.value) if minimum is not None else None
        self._xi = self._place("step:xi") if "xi" in steps else self._place("fact:meld-xi")
        self._fan, self._base = self._place("table:fan"), self._place("step:base")

    @property
    def keys(self) -> frozenset[str]:
        """Every reference key that the count names or makes."""
        return frozenset(self._places)

    def value(self, facts: Mapping[str, int]) -> Outcome:
        """Value the facts of one division; those left out are 0."""
        slots = [0] * len(self._places)
        for key, amount in facts.items():
            place = self._places.get(key)
            if place is not None:
                slots[place] = amount
        waived = False
        for place, holds, counts_as, way in self._ways:
            if holds(slots):
                slots[place] = 1
                waived = waived or "minimum" in way.waives
                for one in counts_as:
                    slots[one] = 1
        for work in self._work:
            work(slots)
        win = waived or self._minimum is None or bool(self._minimum(slots))
        return Outcome(win, slots[self._xi], slots[self._fan], slots[self._base])

    def _place(self, key: str) -> int:
        return self._places.setdefault(key, len(self._places))

    # ------------------------------------------------------------ steps and tables

    @staticmethod
    def _step(place: int, formula: Run) -> Callable[[Slots], None]:
        def run(slots: Slots) -> None:
            slots[place] = formula(slots)

        return run

    def _table(self, place: int, table: PatternTable) -> Callable[[Slots], None]:
        """Compile a table: which patterns hold, which of them count, what they give together."""
        names = [pattern.id for pattern in table.patterns]
        holds = [(self._place(f"pattern:{table.id}/{one.id}"), self._compiled(one.when)) for one in table.patterns]
        worths = [self._compiled(pattern.worth) for pattern in table.patterns]
        replaces = [frozenset(names.index(one) for one in pattern.replaces if one in names) for pattern in table.patterns]
        order = _replacers_first(replaces)
        others, total_count = self._place("fact:other-patterns"), self._place("fact:pattern-count")
        combine = COMBINE[constant(table.combine)]
        cap = self._compiled(table.cap.value) if table.cap is not None else None

        def run(slots: Slots) -> None:
            held = set()
            for index, (slot, condition) in enumerate(holds):
                slots[slot] = condition(slots)
                if slots[slot]:
                    held.add(index)
            for index in order:
                if index in held:
                    held -= replaces[index] - {index}
            kept = sorted(held)[:1] if combine == "first-match" else sorted(held)
            slots[others] = len(kept) - 1
            amounts = [worths[index](slots) for index in kept]
            slots[total_count] += 1 if combine == "best" and amounts else len(kept)
            total = _combined(combine, amounts)
            slots[place] = total if cap is None else min(total, cap(slots))

        return run

    # ------------------------------------------------------------ expressions

    def _compiled(self, expr: Expr) -> Run:  # noqa: C901, PLR0911 - one line a form
        match expr:
            case ex.Constant():
                value = expr.value
                return lambda _: value
            case ex.Ref():
                place = self._place(expr.key)
                return lambda slots: slots[place]
            case ex.Arithmetic():
                return _arithmetic(expr.operator, self._compiled(expr.left), self._compiled(expr.right))
            case ex.Comparison():
                return _comparison(expr.operator, self._compiled(expr.left), self._compiled(expr.right))
            case ex.Within():
                inner, ranges = self._compiled(expr.value), expr.ranges
                return lambda slots: int(ex.inside(inner(slots), ranges))
            case ex.Not():
                operand = self._compiled(expr.operand)
                return lambda slots: int(not operand(slots))
            case ex.Combined():
                parts = [self._compiled(one) for one in expr.operands]
                if expr.operator == "and":
                    return lambda slots: int(all(part(slots) for part in parts))
                return lambda slots: int(any(part(slots) for part in parts))
            case ex.Conditional():
                condition, then, other = (self._compiled(one) for one in ex.children(expr))
                return lambda slots: then(slots) if condition(slots) else other(slots)
            case ex.Lookup():
                return self._lookup(expr)
            case ex.Extreme():
                parts = [self._compiled(one) for one in expr.operands]
                pick = max if expr.greatest else min
                return lambda slots: pick([part(slots) for part in parts])

    def _lookup(self, expr: ex.Lookup) -> Run:
        value, otherwise = self._compiled(expr.value), self._compiled(expr.otherwise)
        arms = [(arm.ranges, self._compiled(arm.result)) for arm in expr.arms]

        def run(slots: Slots) -> int:
            seen = value(slots)
            for ranges, result in arms:
                if ex.inside(seen, ranges):
                    return result(slots)
            return otherwise(slots)

        return run


def _arithmetic(operator: str, left: Run, right: Run) -> Run:
    match operator:
        case "+":
            return lambda slots: left(slots) + right(slots)
        case "-":
            return lambda slots: left(slots) - right(slots)
        case "*":
            return lambda slots: left(slots) * right(slots)
        case _:
            return lambda slots: ex.calculate(operator, left(slots), right(slots))


def _comparison(operator: str, left: Run, right: Run) -> Run:
    match operator:
        case "=":
            return lambda slots: int(left(slots) == right(slots))
        case "!=":
            return lambda slots: int(left(slots) != right(slots))
        case "<":
            return lambda slots: int(left(slots) < right(slots))
        case "<=":
            return lambda slots: int(left(slots) <= right(slots))
        case ">":
            return lambda slots: int(left(slots) > right(slots))
        case _:
            return lambda slots: int(left(slots) >= right(slots))


def _replacers_first(replaces: list[frozenset[int]]) -> list[int]:
    """Order patterns so that each comes after those that may replace it."""
    order: list[int] = []
    waiting = list(range(len(replaces)))
    while waiting:
        free = [one for one in waiting if not any(one in replaces[other] for other in waiting if other != one)]
        order.extend(free or waiting)
        waiting = [one for one in waiting if one not in order]
    return order


def _combined(combine: str, amounts: list[int]) -> int:
    if not amounts:
        return 0
    if combine == "product":
        total = 1
        for amount in amounts:
            total *= amount
        return total
    return max(amounts) if combine == "best" else sum(amounts)
