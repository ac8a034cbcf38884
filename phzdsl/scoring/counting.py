"""The count of one reading: ways, steps and tables in their order, each with what it gave."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import Pattern, PatternTable, Ruleset, Step, Way, constant
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.scoring.facts import Values

__all__ = ["Counted", "TableCount", "count_reading", "ways_of"]


@attrs.frozen
class TableCount:
    """What one table of patterns gave.

    Attributes:
        counted: patterns that count, with their worth.
        replaced: patterns that hold but are counted by another.
        total: combined worth, after the cap.
    """

    table: PatternTable
    counted: tuple[tuple[Pattern, int], ...]
    replaced: tuple[Pattern, ...]
    total: int


@attrs.frozen
class Counted:
    """A reading counted to the end.

    Attributes:
        steps: every step with its value, in the order worked out.
        tables: every table, likewise.
        ways: ids of the ways to win that hold.
        values: everything that was worked out, by reference key.
    """

    steps: tuple[tuple[Step, int], ...]
    tables: tuple[TableCount, ...]
    ways: tuple[Way, ...]
    values: Values

    def step(self, name: str) -> int | None:
        """Return the value of a step, None where the variant has none of that name."""
        return next((value for step, value in self.steps if step.id == name), None)


def ways_of(ruleset: Ruleset, values: Values) -> tuple[Way, ...]:
    """Return the ways to win that hold, and note them and what they count as among the values."""
    held: list[Way] = []
    for way in ruleset.win.ways:
        holds = bool(evaluate(way.when, values))
        values[f"way:{way.id}"] = int(holds)
        if holds:
            held.append(way)
            values.update({f"fact:{name}": 1 for name in way.counts_as})
    return tuple(held)


def count_reading(ruleset: Ruleset, values: Values) -> Counted:
    """Work out steps and tables, each after what it names."""
    ways = ways_of(ruleset, values)
    steps = {step.id: step for step in ruleset.count.steps}
    tables = {table.id: table for table in ruleset.count.tables}
    done_steps: list[tuple[Step, int]] = []
    done_tables: list[TableCount] = []
    for key in ruleset.count.order:
        kind, _, name = key.partition(":")
        if kind == "step":
            values[key] = evaluate(steps[name].formula, values)
            done_steps.append((steps[name], values[key]))
        else:
            counted = _count_table(tables[name], values)
            values[key] = counted.total
            values["fact:pattern-count"] = values.get("fact:pattern-count", 0) + len(counted.counted)
            done_tables.append(counted)
    return Counted(tuple(done_steps), tuple(done_tables), ways, values)


def _count_table(table: PatternTable, values: Values) -> TableCount:
    """Find the patterns that hold, leave out the replaced ones, price and combine the rest."""
    held = [pattern for pattern in table.patterns if _holds(table, pattern, values)]
    kept = _not_replaced(held)
    combine = COMBINE[constant(table.combine)]
    if combine == "first-match":
        kept = kept[:1]
    priced: list[tuple[Pattern, int]] = []
    for pattern in kept:
        values["fact:other-patterns"] = len(kept) - 1
        priced.append((pattern, evaluate(pattern.worth, values)))
    if combine == "best" and priced:
        priced = [max(priced, key=lambda one: one[1])]
    total = combined(combine, [worth for _, worth in priced])
    if table.cap is not None:
        total = min(total, evaluate(table.cap.value, values))
    counted = {pattern.id for pattern, _ in priced}
    return TableCount(table, tuple(priced), tuple(one for one in held if one.id not in counted), total)


def _holds(table: PatternTable, pattern: Pattern, values: Values) -> bool:
    holds = bool(evaluate(pattern.when, values))
    values[f"pattern:{table.id}/{pattern.id}"] = int(holds)
    return holds


def _not_replaced(held: list[Pattern]) -> list[Pattern]:
    """Leave out what a pattern that counts replaces; a replaced one replaces nothing."""
    gone: set[str] = set()
    waiting = list(held)
    while waiting:
        free = [one for one in waiting if not any(one.id in other.replaces for other in waiting if other is not one)]
        if not free:
            break
        for pattern in free:
            if pattern.id not in gone:
                gone.update(pattern.replaces)
        waiting = [one for one in waiting if one not in free]
    return [pattern for pattern in held if pattern.id not in gone]


def combined(combine: str, worths: Iterable[int]) -> int:
    """Return the total of several worths; 0 when there are none."""
    given = list(worths)
    if combine == "product" and given:
        total = 1
        for worth in given:
            total *= worth
        return total
    return sum(given) if combine == "sum" else max(given, default=0) if combine == "best" else sum(given[:1])
