"""Expressions made into functions: what is asked often is taken apart once.

What a reference means is said by the caller, so that the count works on slots and the table on a moment of
play. ``expressions.evaluate`` does the same in one go, and is what the tests hold this to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr
from phzdsl.ruleset.intervals import inside

__all__ = ["compiled"]

Given = TypeVar("Given")


def compiled(expr: Expr, leaf: Callable[[ex.Ref], Callable[[Given], int]]) -> Callable[[Given], int]:  # noqa: C901, PLR0911 - one line a form
    """Return an expression as a function of whatever ``leaf`` reads references from."""

    def part(one: Expr) -> Callable[[Given], int]:
        return compiled(one, leaf)

    match expr:
        case ex.Constant():
            value = expr.value
            return lambda _: value
        case ex.Ref():
            return leaf(expr)
        case ex.Arithmetic():
            return _arithmetic(expr.operator, part(expr.left), part(expr.right))
        case ex.Comparison():
            return _comparison(expr.operator, part(expr.left), part(expr.right))
        case ex.Within():
            inner, ranges = part(expr.value), expr.ranges
            return lambda given: int(inside(inner(given), ranges))
        case ex.Not():
            operand = part(expr.operand)
            return lambda given: int(not operand(given))
        case ex.Combined():
            return _combined(expr.operator, [part(one) for one in expr.operands])
        case ex.Conditional():
            condition, then, other = (part(one) for one in ex.children(expr))
            return lambda given: then(given) if condition(given) else other(given)
        case ex.Lookup():
            arms = [(arm.ranges, part(arm.result)) for arm in expr.arms]
            return _lookup(part(expr.value), arms, part(expr.otherwise))
        case ex.Extreme():
            parts = [part(one) for one in expr.operands]
            pick = max if expr.greatest else min
            return lambda given: pick([one(given) for one in parts])


def _combined(operator: str, parts: list[Callable[[Given], int]]) -> Callable[[Given], int]:
    stop = int(operator == "or")

    def run(given: Given) -> int:
        for one in parts:
            if bool(one(given)) is bool(stop):
                return stop
        return 1 - stop

    return run


def _lookup(
    value: Callable[[Given], int],
    arms: list[tuple[tuple[tuple[int | None, int | None], ...], Callable[[Given], int]]],
    otherwise: Callable[[Given], int],
) -> Callable[[Given], int]:
    def run(given: Given) -> int:
        seen = value(given)
        for ranges, result in arms:
            if inside(seen, ranges):
                return result(given)
        return otherwise(given)

    return run


def _arithmetic(operator: str, left: Callable[[Given], int], right: Callable[[Given], int]) -> Callable[[Given], int]:
    match operator:
        case "+":
            return lambda given: left(given) + right(given)
        case "-":
            return lambda given: left(given) - right(given)
        case "*":
            return lambda given: left(given) * right(given)
        case _:
            return lambda given: ex.calculate(operator, left(given), right(given))


def _comparison(operator: str, left: Callable[[Given], int], right: Callable[[Given], int]) -> Callable[[Given], int]:
    match operator:
        case "=":
            return lambda given: int(left(given) == right(given))
        case "!=":
            return lambda given: int(left(given) != right(given))
        case "<":
            return lambda given: int(left(given) < right(given))
        case "<=":
            return lambda given: int(left(given) <= right(given))
        case ">":
            return lambda given: int(left(given) > right(given))
        case _:
            return lambda given: int(left(given) >= right(given))
