"""Whether two rows mean the same although they are written otherwise: 红牌 > 9 and 红牌 >= 10.

Works on the plain values of ``ruleset/meaning.py``. Two amounts or conditions are the same when they are equal at every
value of what they name, within its range; where there are too many values to try, only the same form is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, product
from math import prod

import attrs

from phzdsl.ruleset.expressions import Expr, calculate, refs
from phzdsl.ruleset.meaning import Plain, canonical
from phzdsl.ruleset.model import Ruleset

__all__ = ["Content", "Spans", "differing", "spans_of"]

Content = Mapping[str, Plain]
"""What a row means: a value by the name of each of its parts."""

Spans = Mapping[str, tuple[int, int]]
"""The least and greatest value of everything that expressions name, by reference key."""

# So many values are tried before two formulas count as different ones.
_MOST_TRIED = 20_000
_EXPRS = Expr.__args__
# What a part means where it is left out.
_LEFT_OUT: Mapping[str, Plain] = {"undefined": 0, "when": 1}
_SIGNS = frozenset({"-", "/", "mod", "^"})


class _NoAmountError(Exception):
    """A value is a list of words, or a formula of which one name has no known range."""


def differing(one: Content, other: Content, spans: Spans) -> frozenset[str]:
    """Return the parts in which two rows mean something else."""
    return frozenset(
        part
        for part in {**one, **other}
        if not _same(one.get(part, _LEFT_OUT.get(part)), other.get(part, _LEFT_OUT.get(part)), spans)
    )


def spans_of(*rulesets: Ruleset) -> dict[str, tuple[int, int]]:
    """Return the range of everything that the rules name, wide enough for each of them."""
    found: dict[str, tuple[int, int]] = {}
    for ref in chain.from_iterable(refs(expr) for ruleset in rulesets for expr in _exprs(ruleset)):
        low, high = found.get(ref.key, (ref.low, ref.high))
        found[ref.key] = min(low, ref.low), max(high, ref.high)
    return found


def _exprs(part: object) -> Iterator[Expr]:
    """Yield every expression in a part of the model."""
    if isinstance(part, _EXPRS):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _exprs(one)
    else:
        for name in _fields(type(part)):  # type: ignore[arg-type]  # every class can be a key
            yield from _exprs(getattr(part, name))


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a part of the model, none for what is no part of it."""
    return tuple(field.name for field in attrs.fields(kind) if field.name != "span") if attrs.has(kind) else ()


def _same(one: Plain, other: Plain, spans: Spans) -> bool:
    if canonical(one) == canonical(other):
        return True
    if isinstance(one, list) and isinstance(other, list):
        # The worth of a meld: an amount for each size and colour.
        return len(one) == len(other) and all(_same(*pair, spans) for pair in zip(one, other, strict=True))
    if one is None or other is None:
        return False
    try:
        return _equal(one, other, spans)
    except _NoAmountError:
        return False


def _equal(one: Plain, other: Plain, spans: Spans) -> bool:
    """Tell whether two formulas are equal at every value of what they name."""
    keys = sorted({*_named(one), *_named(other)})
    if any(key not in spans for key in keys):
        raise _NoAmountError
    ranges = [range(spans[key][0], spans[key][1] + 1) for key in keys]
    if prod(map(len, ranges)) > _MOST_TRIED:
        raise _NoAmountError
    left, right = _compiled(one), _compiled(other)
    return all(left(at) == right(at) for values in product(*ranges) for at in (dict(zip(keys, values, strict=True)),))


def _named(value: Plain) -> Iterator[str]:
    """Yield the reference keys in a formula."""
    if isinstance(value, dict):
        key = value.get("ref")
        if isinstance(key, str):
            yield key
        for part in value.values():
            yield from _named(part)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part)


# ---------------------------------------------------------------- formulas as functions

_Function = Callable[[Mapping[str, int]], int | str]


def _compiled(value: Plain) -> _Function:
    """Return a formula as a function of what it names."""
    if isinstance(value, int):
        number = int(value)
        return lambda _: number
    if not isinstance(value, dict) or len(value) != 1:
        raise _NoAmountError
    ((sign, given),) = value.items()
    if isinstance(given, str):
        return (lambda at: at[given]) if sign == "ref" else (lambda _: given)
    if sign == "not":
        operand = _compiled(given)
        return lambda at: int(not operand(at))
    if not isinstance(given, list):
        raise _NoAmountError
    if sign in {"in", "table"}:
        return _looked_up(given) if sign == "table" else _within(given)
    return _joined(sign, [_compiled(part) for part in given])


def _joined(sign: str, parts: list[_Function]) -> _Function:  # noqa: C901, PLR0911 - one line a sign
    def numbers(at: Mapping[str, int]) -> list[int]:
        found = [part(at) for part in parts]
        return [one for one in found if isinstance(one, int)]

    match sign:
        case "+":
            return lambda at: sum(numbers(at))
        case "*":
            return lambda at: prod(numbers(at))
        case "max":
            return lambda at: max(numbers(at))
        case "min":
            return lambda at: min(numbers(at))
        case "and":
            return lambda at: int(all(numbers(at)))
        case "or":
            return lambda at: int(any(numbers(at)))
        case "if":
            condition, then, otherwise = parts
            return lambda at: then(at) if condition(at) else otherwise(at)
        case "=" | "!=":
            left, right = parts
            return lambda at: int((left(at) == right(at)) is (sign == "="))
        case "<":
            return lambda at: int(numbers(at)[0] < numbers(at)[1])
        case "<=":
            return lambda at: int(numbers(at)[0] <= numbers(at)[1])
    if sign in _SIGNS:
        return lambda at: calculate(sign, *numbers(at))
    raise _NoAmountError


def _within(given: list[Plain]) -> _Function:
    value, ranges = _compiled(given[0]), _ranges(given[1])
    return lambda at: int(_inside(value(at), ranges))


def _looked_up(given: list[Plain]) -> _Function:
    value, arms, otherwise = _compiled(given[0]), given[1], _compiled(given[2])
    if not isinstance(arms, list):
        raise _NoAmountError
    lines = [(_ranges(arm[0]), _compiled(arm[1])) for arm in arms if isinstance(arm, list)]

    def run(at: Mapping[str, int]) -> int | str:
        seen = value(at)
        return next((result for ranges, result in lines if _inside(seen, ranges)), otherwise)(at)

    return run


def _ranges(given: Plain) -> list[tuple[int | None, int | None]]:
    found: list[tuple[int | None, int | None]] = []
    for one in given if isinstance(given, list) else ():
        match one:
            case [(int() | None) as low, (int() | None) as high]:
                found.append((low, high))
            case _:  # the words of a choice that is still open
                raise _NoAmountError
    return found


def _inside(value: int | str, ranges: list[tuple[int | None, int | None]]) -> bool:
    return isinstance(value, int) and any(
        (low is None or low <= value) and (high is None or value <= high) for low, high in ranges
    )
