"""Formulas looked at before they are said: idle parts left out, the terms of a sum."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset.expressions import Arithmetic, Conditional, Constant, Expr

__all__ = ["is_number", "terms", "tidied"]


def terms(expr: Expr) -> Iterator[Expr]:
    """Yield the terms of a sum, one for what is none."""
    if isinstance(expr, Arithmetic) and expr.operator == "+":
        yield from terms(expr.left)
        yield from terms(expr.right)
    else:
        yield expr


def tidied(expr: Expr) -> Expr:
    """Leave out what the room's options have made idle: a choice between equals, + 0, × 1."""
    match expr:
        case Conditional() if expr.then == expr.otherwise:
            return tidied(expr.then)
        case Arithmetic("+", left, right):
            left, right = tidied(left), tidied(right)
            if is_number(left, 0) or is_number(right, 0):
                return right if is_number(left, 0) else left
            return Arithmetic("+", left, right, expr.unit)
        case Arithmetic("*", Constant(1), right):
            return tidied(right)
        case Arithmetic("*", left, Constant(1)) | Arithmetic("/", left, Constant(1)):
            return tidied(left)
    return expr


def is_number(expr: Expr, value: int) -> bool:
    """Tell whether an expression is one number."""
    return isinstance(expr, Constant) and expr.value == value
