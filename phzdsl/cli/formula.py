"""Formulas for people: as the author wrote them, and with the numbers of one hand put in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from phzdsl.ruleset.expressions import (
    Arithmetic,
    Conditional,
    Constant,
    Expr,
    Extreme,
    Lookup,
    Ref,
    Unit,
    evaluate,
    inside,
    refs,
)
from phzdsl.text.diagnostics import Bilingual, Language
from phzdsl.text.source import Span

__all__ = ["facts_in", "one_line", "with_numbers", "written"]

_SIGNS = {"*": "×", "/": "÷", "mod": "余"}
_TRUTHS = (Bilingual("否", "no"), Bilingual("是", "yes"))
_EXTREMES = {True: Bilingual("最大", "max"), False: Bilingual("最小", "min")}
_COMMENT = re.compile(r"#[^\n]*")


def one_line(span: Span | None) -> str:
    """Return the text of a span on one line, without comments.

    >>> from phzdsl.text.source import Source
    >>> one_line(Span(Source("a", "1 +   # one\\n  2"), 0, 15))
    '1 + 2'
    """
    return " ".join(_COMMENT.sub("", span.text).split()) if span is not None else ""


def written(expr: Expr) -> str:
    """Return an expression as its author wrote it."""
    return one_line(expr.span)


def with_numbers(expr: Expr, values: Mapping[str, int], language: Language) -> str:
    """Return an expression with numbers in place of names, and of a choice only what was chosen."""
    return _numbers(expr, values, language)


def _numbers(expr: Expr, values: Mapping[str, int], language: Language, *, inner: bool = False) -> str:
    match expr:
        case Arithmetic():
            sign = expr.operator if language is Language.EN else _SIGNS.get(expr.operator, expr.operator)
            left = _numbers(expr.left, values, language, inner=True)
            text = f"{left} {sign} {_numbers(expr.right, values, language, inner=True)}"
            return f"({text})" if inner else text
        case Conditional():
            chosen = expr.then if evaluate(expr.condition, values) else expr.otherwise
            return _numbers(chosen, values, language, inner=inner)
        case Lookup():
            value = evaluate(expr.value, values)
            chosen = next((arm.result for arm in expr.arms if inside(value, arm.ranges)), expr.otherwise)
            return _numbers(chosen, values, language, inner=inner)
        case Extreme():
            parts = ", ".join(_numbers(operand, values, language) for operand in expr.operands)
            return f"{_EXTREMES[expr.greatest].in_language(language)}({parts})"
        case Constant() if expr.label is not None:
            return expr.label
    value = evaluate(expr, values)
    return _TRUTHS[value].in_language(language) if expr.unit is Unit.TRUTH else str(value)


def facts_in(expr: Expr, values: Mapping[str, int], language: Language) -> str:
    """Return what each name of a condition is worth: ``红牌 11，自摸 是``."""
    found: dict[str, str] = {}
    for ref in refs(expr):
        name = one_line(ref.span) or ref.key.partition(":")[2]
        found.setdefault(name, _value(ref, values[ref.key], language))
    return ("，" if language is Language.ZH else ", ").join(f"{name} {value}" for name, value in found.items())


def _value(ref: Ref, value: int, language: Language) -> str:
    return _TRUTHS[bool(value)].in_language(language) if ref.unit is Unit.TRUTH else str(value)
