"""Expressions made simpler: known values put in, branches that are certain taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from phzdsl.ruleset.expressions import (
    Arithmetic,
    Combined,
    Comparison,
    Conditional,
    Constant,
    Expr,
    Extreme,
    Lookup,
    Not,
    Ref,
    Unit,
    Within,
    children,
    evaluate,
)
from phzdsl.ruleset.intervals import inside

__all__ = ["fold", "rebuilt", "substitute"]


def substitute(expr: Expr, known: Mapping[str, int]) -> Expr:
    """Put known values in place of references, and fold what becomes constant."""
    if isinstance(expr, Ref):
        if expr.key not in known:
            return expr
        value = known[expr.key]
        label = expr.choices[value] if expr.choices else None
        return Constant(value, expr.unit, label, span=expr.span)
    return fold(rebuilt(expr, lambda child: substitute(child, known)))


def fold(expr: Expr) -> Expr:
    """Replace an expression by its value, or by the branch that is certain, where that is known."""
    if isinstance(expr, Constant | Ref):
        return expr
    if all(isinstance(child, Constant) for child in children(expr)):
        return Constant(evaluate(expr, {}), expr.unit, _label(expr), span=expr.span)
    if isinstance(expr, Conditional) and isinstance(expr.condition, Constant):
        return expr.then if expr.condition.value else expr.otherwise
    if isinstance(expr, Lookup) and isinstance(expr.value, Constant):
        value = expr.value.value
        return next((arm.result for arm in expr.arms if inside(value, arm.ranges)), expr.otherwise)
    if isinstance(expr, Combined):
        return _fold_combined(expr)
    return expr


def _label(expr: Expr) -> str | None:
    if isinstance(expr, Conditional):
        chosen = expr.then if evaluate(expr.condition, {}) else expr.otherwise
        return chosen.label if isinstance(chosen, Constant) else None
    return None


def _fold_combined(expr: Combined) -> Expr:
    decides = 0 if expr.operator == "and" else 1
    kept: list[Expr] = []
    for operand in expr.operands:
        if not isinstance(operand, Constant):
            kept.append(operand)
        elif bool(operand.value) == bool(decides):
            return Constant(decides, Unit.TRUTH, span=expr.span)
    if len(kept) == 1:
        return kept[0]
    return expr if len(kept) == len(expr.operands) else attrs.evolve(expr, operands=tuple(kept))


def rebuilt(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:  # noqa: PLR0911 - one line a form
    """Return the expression with each direct part changed."""
    match expr:
        case Constant() | Ref():
            return expr
        case Arithmetic():
            return Arithmetic(expr.operator, change(expr.left), change(expr.right), expr.unit, span=expr.span)
        case Comparison():
            return Comparison(expr.operator, change(expr.left), change(expr.right), span=expr.span)
        case Within():
            return Within(change(expr.value), expr.ranges, span=expr.span)
        case Not():
            return Not(change(expr.operand), span=expr.span)
        case Combined():
            return Combined(expr.operator, tuple([change(operand) for operand in expr.operands]), span=expr.span)
        case Extreme():
            return attrs.evolve(expr, operands=tuple(change(operand) for operand in expr.operands))
        case Conditional():
            parts = (change(expr.condition), change(expr.then), change(expr.otherwise))
            return attrs.evolve(expr, condition=parts[0], then=parts[1], otherwise=parts[2])
        case Lookup():
            arms = tuple(attrs.evolve(arm, result=change(arm.result)) for arm in expr.arms)
            return attrs.evolve(expr, value=change(expr.value), arms=arms, otherwise=change(expr.otherwise))
