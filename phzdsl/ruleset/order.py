"""The order in which steps and tables of a count can be worked out."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import PatternTable, Row, Ruleset
from phzdsl.text.diagnostics import Diagnostic

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
            names = "、".join(key.partition(":")[2] for key in waiting)
            row = next((rows[key] for key in waiting if rows[key] is not None), None)
            if row is not None:
                faults.append(Diagnostic("R821", row.span, {"names": names}))
            break
        order.append(ready)
        waiting.remove(ready)
    return tuple(order)


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
