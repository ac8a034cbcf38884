"""Formulas for people: as the author wrote them in the reader's language, and with the numbers of one hand put in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from phzdsl.cli.names import word
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
    refs,
)
from phzdsl.ruleset.intervals import inside
from phzdsl.ruleset.turned import turned
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.diagnostics import Bilingual, Language
from phzdsl.text.source import Span

__all__ = ["facts_in", "one_line", "with_numbers", "written"]

_SIGNS = {"*": "×", "/": "÷", "mod": "余"}
# Kinds of references whose names the author gives.
_OWN = frozenset({"option", "step", "way", "pattern", "table"})
_TIGHTEST = 4
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2, "^": 3, "×": 2, "÷": 2, "余": 2}
_TRUTHS = (Bilingual("否", "no"), Bilingual("是", "yes"))
_EXTREMES = {True: Bilingual("最大", "max"), False: Bilingual("最小", "min")}
_COMMENT = re.compile(r"#[^\n]*")


def one_line(span: Span | None) -> str:
    r"""Return the text of a span on one line, without comments.

    >>> from phzdsl.text.source import Source
    >>> one_line(Span(Source("a", "1 +   # one\n  2"), 0, 15))
    '1 + 2'
    """
    return " ".join(_COMMENT.sub("", span.text).split()) if span is not None else ""


def written(expr: Expr, language: Language) -> str:
    """Return an expression as its author wrote it, its keywords in the reader's language."""
    text = turned(one_line(expr.span), language, frozenset(_own(expr)))
    # The span of a sum ends with its last part, not with the bracket around that part.
    opened = sum(text.count(sign) for sign in "(（") - sum(text.count(sign) for sign in ")）")
    return "(" * -opened + text + ")" * opened


def _own(expr: Expr) -> Iterator[str]:
    """Yield the names in an expression that the author gave."""
    for ref in refs(expr):
        kind, _, name = ref.key.partition(":")
        standard = kind not in _OWN or (kind == "step" and term("step", name) is not None)
        if not standard and ref.span is not None and ref.key != "table:fan":
            yield one_line(ref.span)


def with_numbers(expr: Expr, values: Mapping[str, int], language: Language) -> str:
    """Return an expression with numbers in place of names, and of a choice only what was chosen."""
    match expr:
        case Arithmetic():
            return _arithmetic(expr, values, language)
        case Conditional():
            chosen = expr.then if evaluate(expr.condition, values) else expr.otherwise
            return with_numbers(chosen, values, language)
        case Lookup():
            value = evaluate(expr.value, values)
            chosen = next((arm.result for arm in expr.arms if inside(value, arm.ranges)), expr.otherwise)
            return with_numbers(chosen, values, language)
        case Extreme():
            parts = ", ".join(with_numbers(operand, values, language) for operand in expr.operands)
            return f"{_EXTREMES[expr.greatest].in_language(language)}({parts})"
        case Constant() if expr.label is not None:
            return expr.label
    value = evaluate(expr, values)
    return _TRUTHS[value].in_language(language) if expr.unit is Unit.TRUTH else str(value)


def _arithmetic(expr: Arithmetic, values: Mapping[str, int], language: Language) -> str:
    sign = expr.operator if language is Language.EN else _SIGNS.get(expr.operator, expr.operator)
    own = _BINDING[expr.operator]
    left = with_numbers(expr.left, values, language)
    right = with_numbers(expr.right, values, language)
    if _loosest(left) < own:
        left = f"({left})"
    if _loosest(right) <= own:
        right = f"({right})"
    return f"{left} {sign} {right}"


def _loosest(text: str) -> int:
    """Return how tightly the loosest sign outside of brackets binds."""
    depth, loosest = 0, _TIGHTEST
    for part in text.replace("(", " ( ").replace(")", " ) ").split():
        depth += (part == "(") - (part == ")")
        if depth == 0:
            loosest = min(loosest, _BINDING.get(part, _TIGHTEST))
    return loosest


def facts_in(expr: Expr, values: Mapping[str, int], language: Language) -> str:
    """Return what each name of a condition is worth: ``红牌 11，自摸 是``."""
    found: dict[str, str] = {}
    for ref in refs(expr):
        name = turned(one_line(ref.span), language, frozenset(_own(ref))) or _unwritten(ref, language)
        # 胡在(碰, 偎) is one name for two values, and true where one of them is.
        if name not in found or (ref.unit is Unit.TRUTH and values[ref.key]):
            found[name] = _value(ref, values[ref.key], language)
    return ("，" if language is Language.ZH else ", ").join(f"{name} {value}" for name, value in found.items())


def _unwritten(ref: Ref, language: Language) -> str:
    """Return what a reference is called that no word of the text stands for: 数(碰, 偎) names two numbers."""
    kind, _, name = ref.key.partition(":")
    spelled = word("meld", name, language)
    if kind != "count":
        return spelled
    return f"{spelled}数" if language is Language.ZH else f"{spelled}-count"


def _value(ref: Ref, value: int, language: Language) -> str:
    return _TRUTHS[bool(value)].in_language(language) if ref.unit is Unit.TRUTH else str(value)
