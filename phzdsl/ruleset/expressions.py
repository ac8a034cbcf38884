"""The small typed language of conditions and amounts, after names are resolved.

Every expression has a unit and, given the ranges of what it names, a finite range. Values are integers;
truth is 0 or 1, a named choice its position in its list. Evaluation always ends: there are no loops.
Building expressions from a tree is ``elaborate.py``, rewriting them ``rewriting.py``; here they are evaluated and
bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from operator import attrgetter

import attrs

from phzdsl.fields import ByFields
from phzdsl.ruleset.intervals import Range, inside, outside, uncovered
from phzdsl.text.source import Span

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Arithmetic",
    "Arm",
    "Combined",
    "Comparison",
    "Conditional",
    "Constant",
    "Expr",
    "Extreme",
    "Lookup",
    "Not",
    "Ref",
    "Unit",
    "Within",
    "bounds",
    "calculate",
    "children",
    "evaluate",
    "placed",
    "refs",
]  # fmt: skip


class Unit(Enum):
    """What an amount counts."""

    NUMBER = "number"
    XI = "xi"
    DENG = "deng"
    FAN = "fan"
    POINTS = "points"
    TRUTH = "truth"
    CHOICE = "choice"


_span = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen(repr=False, eq=False)
class Constant(ByFields):
    """A fixed value; ``label`` is the word of a named choice."""

    value: int
    unit: Unit = Unit.NUMBER
    label: str | None = None
    span: Span | None = _span


@attrs.frozen(repr=False, eq=False)
class Ref(ByFields):
    """Something that is known only when a hand, a table or a room is given.

    Attributes:
        key: ``kind:name``, such as ``fact:red-cards``, ``count:peng``, ``copies:12``, ``step:xi``,
            ``table:fan``, ``pattern:fan/红胡``, ``way:天胡``, ``option:自摸底``, ``value:kan``.
        low, high: range of its values.
        choices: the words of a named choice.
    """

    key: str
    unit: Unit
    low: int
    high: int
    choices: tuple[str, ...] = ()
    span: Span | None = _span


@attrs.frozen(repr=False, eq=False)
class Arithmetic(ByFields):
    """``+ - * / mod ^``; division rounds down, and division by zero gives 0 (the checker refuses it)."""

    operator: str
    left: Expr
    right: Expr
    unit: Unit
    span: Span | None = _span

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """A range that holds every value; kept, for a long sum is bounded anew at each sign as it is built."""
        return _arithmetic_bounds(self)


@attrs.frozen(repr=False, eq=False)
class Comparison(ByFields):
    """``= != < <= > >=`` between two amounts."""

    operator: str
    left: Expr
    right: Expr
    span: Span | None = _span
    unit: Unit = attrs.field(default=Unit.TRUTH, init=False)


@attrs.frozen(repr=False, eq=False)
class Within(ByFields):
    """A value in one of several ranges; None is an open end."""

    value: Expr
    ranges: tuple[Range, ...]
    span: Span | None = _span
    unit: Unit = attrs.field(default=Unit.TRUTH, init=False)


@attrs.frozen(repr=False, eq=False)
class Not(ByFields):
    """Truth turned round."""

    operand: Expr
    span: Span | None = _span
    unit: Unit = attrs.field(default=Unit.TRUTH, init=False)


@attrs.frozen(repr=False, eq=False)
class Combined(ByFields):
    """``and`` / ``or`` of two or more truths."""

    operator: str
    operands: tuple[Expr, ...]
    span: Span | None = _span
    unit: Unit = attrs.field(default=Unit.TRUTH, init=False)


@attrs.frozen(repr=False, eq=False)
class Conditional(ByFields):
    """One of two amounts, by a truth."""

    condition: Expr
    then: Expr
    otherwise: Expr
    unit: Unit
    span: Span | None = _span


@attrs.frozen(repr=False, eq=False)
class Arm(ByFields):
    """One line of a lookup: the ranges it answers for, and its result."""

    ranges: tuple[Range, ...]
    result: Expr
    span: Span | None = _span


@attrs.frozen(repr=False, eq=False)
class Lookup(ByFields):
    """A step table: the first arm whose ranges hold the value, else ``otherwise``."""

    value: Expr
    arms: tuple[Arm, ...]
    otherwise: Expr
    unit: Unit
    span: Span | None = _span


@attrs.frozen(repr=False, eq=False)
class Extreme(ByFields):
    """The greatest or least of several amounts."""

    greatest: bool
    operands: tuple[Expr, ...]
    unit: Unit
    span: Span | None = _span


Expr = Constant | Ref | Arithmetic | Comparison | Within | Not | Combined | Conditional | Lookup | Extreme


_CHILDREN: Mapping[type, Callable[[Any], tuple[Expr, ...]]] = {
    Constant: lambda _: (),
    Ref: lambda _: (),
    Arithmetic: attrgetter("left", "right"),
    Comparison: attrgetter("left", "right"),
    Within: lambda expr: (expr.value,),
    Not: lambda expr: (expr.operand,),
    Combined: attrgetter("operands"),
    Extreme: attrgetter("operands"),
    Conditional: attrgetter("condition", "then", "otherwise"),
    Lookup: lambda expr: (expr.value, *(arm.result for arm in expr.arms), expr.otherwise),
}


def children(expr: Expr) -> tuple[Expr, ...]:
    """Return the expressions directly inside one."""
    return _CHILDREN[type(expr)](expr)


def placed(expr: Expr, span: Span) -> Expr:
    """Return an expression as it stands at a place."""
    if isinstance(expr, Ref):  # nearly all are, and ``evolve`` takes its time
        return Ref(expr.key, expr.unit, expr.low, expr.high, expr.choices, span=span)
    return attrs.evolve(expr, span=span)


def refs(expr: Expr) -> Iterator[Ref]:
    """Yield everything an expression names, in order, repeats included."""
    left = [expr]
    while left:
        one = left.pop()
        if isinstance(one, Ref):
            yield one
        else:
            left.extend(reversed(children(one)))


# ---------------------------------------------------------------- evaluation

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}
_GREATEST_EXPONENT = 64


def calculate(operator: str, left: int, right: int) -> int:
    """Apply an arithmetic sign; total on all integers."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if right else 0
        case "mod":
            return left % right if right else 0
        case _:
            return int(left ** max(0, min(right, _GREATEST_EXPONENT)))


def evaluate(expr: Expr, values: Mapping[str, int]) -> int:  # noqa: C901, PLR0911 - one line a form
    """Return the value of an expression; ``values`` must hold the key of every reference it meets.

    Raises:
        KeyError: a reference is not in ``values``.
    """
    match expr:
        case Constant():
            return expr.value
        case Ref():
            return values[expr.key]
        case Arithmetic():
            return calculate(expr.operator, evaluate(expr.left, values), evaluate(expr.right, values))
        case Comparison():
            return int(_COMPARE[expr.operator](evaluate(expr.left, values), evaluate(expr.right, values)))
        case Within():
            return int(inside(evaluate(expr.value, values), expr.ranges))
        case Not():
            return int(not evaluate(expr.operand, values))
        case Combined():
            truths = (bool(evaluate(operand, values)) for operand in expr.operands)
            return int(all(truths) if expr.operator == "and" else any(truths))
        case Conditional():
            return evaluate(expr.then if evaluate(expr.condition, values) else expr.otherwise, values)
        case Lookup():
            value = evaluate(expr.value, values)
            found = next((arm.result for arm in expr.arms if inside(value, arm.ranges)), expr.otherwise)
            return evaluate(found, values)
        case Extreme():
            pick = max if expr.greatest else min
            return pick(evaluate(operand, values) for operand in expr.operands)


# ---------------------------------------------------------------- ranges


def bounds(expr: Expr) -> tuple[int, int]:  # noqa: C901, PLR0911 - one line a form
    """Return a range that holds every value the expression can take.

    Exact for each sign by itself; wider than the truth where the same name stands twice.
    """
    match expr:
        case Constant():
            return expr.value, expr.value
        case Ref():
            return expr.low, expr.high
        case Arithmetic():
            return expr.bounds
        case Comparison():
            return _comparison_bounds(expr)
        case Within():
            return _within_bounds(expr)
        case Not():
            low, high = bounds(expr.operand)
            return int(not high), int(not low)
        case Combined():
            each = [bounds(operand) for operand in expr.operands]
            pick = min if expr.operator == "and" else max
            return pick(low for low, _ in each), pick(high for _, high in each)
        case Conditional():
            certain = bounds(expr.condition)
            if certain == (1, 1):
                return bounds(expr.then)
            if certain == (0, 0):
                return bounds(expr.otherwise)
            return _joined([bounds(expr.then), bounds(expr.otherwise)])
        case Lookup():
            return _lookup_bounds(expr)
        case Extreme():
            each = [bounds(operand) for operand in expr.operands]
            pick = max if expr.greatest else min
            return pick(low for low, _ in each), pick(high for _, high in each)


def _joined(ranges: list[tuple[int, int]]) -> tuple[int, int]:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _arithmetic_bounds(expr: Arithmetic) -> tuple[int, int]:
    left, right = bounds(expr.left), bounds(expr.right)
    firsts, seconds = {*left}, {*right}
    match expr.operator:
        case "mod":
            greatest = max(abs(right[0]), abs(right[1]), 1)
            return (0, greatest - 1) if right[0] >= 0 else (1 - greatest, greatest - 1)
        case "/":
            seconds |= _among(right, -1, 0, 1)
        case "^":
            # The sign of a power turns with each step of the exponent, and 0 and 1 stay where they are.
            firsts |= _among(left, -1, 0, 1)
            least, most = (max(0, min(end, _GREATEST_EXPONENT)) for end in right)
            seconds = {least, min(least + 1, most), max(most - 1, least), most}
    corners = [calculate(expr.operator, one, other) for one in firsts for other in seconds]
    return min(corners), max(corners)


def _among(ends: tuple[int, int], *wanted: int) -> set[int]:
    return {one for one in wanted if ends[0] <= one <= ends[1]}


def _lookup_bounds(expr: Lookup) -> tuple[int, int]:
    """Join the bounds of the results that the value can reach."""
    value = bounds(expr.value)
    reached = [bounds(arm.result) for arm in expr.arms if not all(outside(one, value) for one in arm.ranges)]
    if uncovered(value, [one for arm in expr.arms for one in arm.ranges]):
        reached.append(bounds(expr.otherwise))
    return _joined(reached)


def _comparison_bounds(expr: Comparison) -> tuple[int, int]:
    (left_low, left_high), (right_low, right_high) = bounds(expr.left), bounds(expr.right)
    match expr.operator:
        case "<":
            return int(left_high < right_low), int(left_low < right_high)
        case "<=":
            return int(left_high <= right_low), int(left_low <= right_high)
        case ">":
            return int(left_low > right_high), int(left_high > right_low)
        case ">=":
            return int(left_low >= right_high), int(left_high >= right_low)
    equal_ever = left_low <= right_high and right_low <= left_high
    equal_always = left_low == left_high == right_low == right_high
    if expr.operator == "=":
        return int(equal_always), int(equal_ever)
    return int(not equal_ever), int(not equal_always)


def _within_bounds(expr: Within) -> tuple[int, int]:
    value = bounds(expr.value)
    touched = not all(outside(one, value) for one in expr.ranges)
    return int(not uncovered(value, expr.ranges)), int(touched)
