"""Tables of steps (查): lines that overlap, values that no line answers for, lines that answer for none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.check.implied import narrowed
from phzdsl.ruleset.check.walk import amounts, inner, place
from phzdsl.ruleset.expressions import Expr, Lookup
from phzdsl.ruleset.intervals import Covered, Range, within_bounds, written
from phzdsl.ruleset.model import Row, Ruleset
from phzdsl.ruleset.suggest import instead
from phzdsl.ruleset.words import joined
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Fix, Related, Severity, Value
from phzdsl.text.source import Span

__all__ = ["lookups"]

_MISSING = "missing"
_MOST_SHOWN = 3
_MOST_TOLD = 8


def lookups(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that every table answers once for each value that it can be asked for.

    Of one table the first few faults are told.
    """
    conditions = {id(pattern.worth): pattern.when for _, pattern in ruleset.patterns()}
    for row, expr in amounts(ruleset):
        for part in inner(expr):
            if isinstance(part, Lookup):
                yield from islice(_lookup(part, row, conditions.get(id(expr))), _MOST_TOLD)


def _lookup(table: Lookup, row: Row, when: Expr | None) -> Iterator[Diagnostic]:
    bounds = ex.bounds(table.value)
    if when is not None:
        bounds = narrowed(table.value, bounds, when)
    held: list[tuple[Range, int]] = []
    taken = Covered()
    for number, arm in enumerate(table.arms):
        span = arm.span or place(table, row)
        reach = [part for one in arm.ranges if (part := within_bounds(one, bounds)) is not None]
        values: dict[str, Value] = {"arm": joined(map(written, arm.ranges))}
        if not reach:
            values |= {"low": bounds[0], "high": bounds[1]}
            yield Diagnostic("R808", span, values, severity=Severity.WARNING)
        elif not any(taken.leaves(part) for part in reach):
            yield Diagnostic("R823", span, values, _earlier(table, held, reach, row), severity=Severity.WARNING)
        else:
            shared = _shared(reach, held) if any(taken.meets(part) for part in reach) else None
            if shared is not None:
                values["shared"] = written(shared)
                yield Diagnostic("R803", span, values, _earlier(table, held, [shared], row), severity=Severity.WARNING)
        held.extend((one, number) for one in arm.ranges)
        for part in reach:
            taken.add(part)
    gaps = taken.gaps(bounds)
    if gaps and isinstance(table.otherwise, ex.Constant) and table.otherwise.label == _MISSING:
        values = {"gaps": joined(written(gap) for gap in gaps[:_MOST_SHOWN])}
        yield Diagnostic("R804", place(table, row), values, fixes=_closed(table), severity=Severity.WARNING)


def _closed(table: Lookup) -> tuple[Fix, ...]:
    """Return the mend that says what the values without a line give."""
    span = table.span
    if span is None or not span.text.endswith(("]", "］", "】")):
        return ()
    word = "otherwise: 0" if span.text.startswith("table") else "其他: 0"
    inside = span.text[:-1].rstrip()
    end = span.start + len(inside)
    comma = "" if inside.endswith((",", "，", "、")) else ","
    return (instead(Span(span.source, end, end), f"{comma} {word}", word),)


def _shared(reach: list[tuple[int, int]], held: list[tuple[Range, int]]) -> tuple[int, int] | None:
    """Return values that an earlier line answers for already."""
    for part in reach:
        for one, _ in held:
            both = within_bounds(one, part)
            if both is not None:
                return both
    return None


def _earlier(
    table: Lookup, held: list[tuple[Range, int]], reach: list[tuple[int, int]], row: Row
) -> tuple[Related, ...]:
    """Return the earlier line that answers first."""
    for one, number in held:
        if any(within_bounds(one, part) is not None for part in reach):
            span = table.arms[number].span or place(table, row)
            return (Related(span, Bilingual("前面这条先答", "this earlier line answers first")),)
    return ()
