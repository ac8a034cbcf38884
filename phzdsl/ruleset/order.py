"""The order in which steps and tables of a count can be worked out."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import PatternTable, Row, Ruleset
from phzdsl.ruleset.words import joined_both
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = ["counting_order"]


def counting_order(ruleset: Ruleset, faults: list[Diagnostic]) -> tuple[str, ...]:
    """Return ``step:id`` and ``table:id`` so that each comes after what it names; a circle is a fault."""
    needs: dict[str, set[str]] = {}
    rows: dict[str, Row | None] = {}
    for table in ruleset.count.tables:
        key = f"table:{table.id}"
        needs[key] = set(_needed(_parts(table))) - {key}
        rows[key] = table.patterns[0].row if table.patterns else table.combine_row
    for step in ruleset.count.steps:
        key = f"step:{step.id}"
        needs[key] = set(_needed([step.formula]))
        rows[key] = step.row
    order: list[str] = []
    waiting = list(needs)
    while waiting:
        ready = next((key for key in waiting if all(one in order or one not in needs for one in needs[key])), None)
        if ready is None:
            circle = _circle(waiting[0], needs, order)
            row = next((rows[key] for key in circle if rows[key] is not None), None)
            if row is not None:
                names = joined_both(_called(key, rows[key]) for key in circle)
                faults.append(Diagnostic("R821", row.span, {"names": names}))
            break
        order.append(ready)
        waiting.remove(ready)
    return tuple(order)


def _circle(start: str, needs: dict[str, set[str]], done: list[str]) -> list[str]:
    """Return keys that need each other in a ring, reached from one that cannot be worked out."""
    path = [start]
    while True:
        following = next(key for key in sorted(needs[path[-1]]) if key in needs and key not in done)
        if following in path:
            return path[path.index(following) :]
        path.append(following)


def _called(key: str, row: Row | None) -> Bilingual:
    """Return what a step or a table's total is called."""
    kind, _, name = key.partition(":")
    if kind == "table":
        return Bilingual("番表", "fan-table") if name == "fan" else Bilingual(name, name)
    written = name if row is None else row.written
    return Bilingual(written, written)


def _parts(table: PatternTable) -> list[Expr]:
    return [expr for pattern in table.patterns for expr in (pattern.when, pattern.worth)]


def _needed(exprs: list[Expr]) -> Iterator[str]:
    """Yield the steps and tables that expressions name, through patterns too."""
    for expr in exprs:
        for ref in refs(expr):
            kind, _, name = ref.key.partition(":")
            if kind in {"step", "table"}:
                yield ref.key
            elif kind == "pattern":
                yield f"table:{name.partition('/')[0]}"
