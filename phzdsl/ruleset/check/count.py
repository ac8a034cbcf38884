"""Patterns and steps: rows that say something, in an order in which each can count."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.check.implied import implies
from phzdsl.ruleset.check.walk import amounts
from phzdsl.ruleset.expressions import refs
from phzdsl.ruleset.model import Pattern, PatternTable, Ruleset
from phzdsl.ruleset.read.count import COMBINE, table_ref
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

__all__ = ["caps", "replaced", "shadowed", "unused"]

_FIRST, _BEST = COMBINE.index("first-match"), COMBINE.index("best")
# Steps that every count is told by, whether or not another names them.
_TOLD = frozenset({"xi", "deng", "fan", "base"})
# So many pairs of patterns are compared; a table that holds more is left to the proofs.
_MOST_PAIRS = 200_000


def replaced(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that no pattern counts instead of itself, directly or round about."""
    for table in ruleset.count.tables:
        for pattern in table.patterns:
            if pattern.id in pattern.replaces:
                yield Diagnostic("R810", pattern.row.span, {"pattern": pattern.row.written})
        for circle in _circles(table):
            names = " → ".join(one.row.written for one in (*circle, circle[0]))
            related = tuple(
                Related(one.row.span, Bilingual("也在这一圈里", "also in the circle")) for one in circle[1:]
            )
            yield Diagnostic("R811", circle[0].row.span, {"circle": names}, related)


def _circles(table: PatternTable) -> Iterator[list[Pattern]]:
    """Yield circles of patterns that replace each other, no two with a pattern in common, the first of the file first."""
    known = {pattern.id: pattern for pattern in table.patterns if pattern.id not in pattern.replaces}
    replacing: dict[str, list[str]] = {name: [] for name in known}
    for name, pattern in known.items():
        for other in filter(known.__contains__, pattern.replaces):
            replacing[other].append(name)
    onward = {name: sum(other in known for other in pattern.replaces) for name, pattern in known.items()}
    gone = [name for name, count in onward.items() if not count]
    while True:
        # What replaces nothing that is left is in no circle.
        while gone:
            name = gone.pop()
            if known.pop(name, None) is not None:
                for other in replacing[name]:
                    onward[other] -= 1
                gone.extend(other for other in replacing[name] if not onward[other])
        if not known:
            return
        gone = _walked(known)
        yield [known[one] for one in gone]


def _walked(known: dict[str, Pattern]) -> list[str]:
    """Return a circle among patterns of which each replaces another of them, from its first in the file on."""
    path: dict[str, None] = {}
    name = next(iter(known))
    while name not in path:
        path[name] = None
        name = next(other for other in known[name].replaces if other in known)
    walked = list(path)
    circle = walked[walked.index(name) :]
    names = frozenset(circle)
    first = circle.index(next(one for one in known if one in names))
    return circle[first:] + circle[:first]


def shadowed(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that in a table that counts one pattern only, each has hands that no earlier one takes."""
    left = _MOST_PAIRS
    for table in ruleset.count.tables:
        low, high = ex.bounds(table.combine)
        if low != high or low not in {_FIRST, _BEST}:
            continue
        for place, pattern in enumerate(table.patterns):
            others = table.patterns[:place] if low == _FIRST else table.patterns
            left -= len(others)
            if left < 0:
                return
            for at, other in enumerate(others):
                if at != place and _takes(other, pattern, best=low == _BEST, before=at < place):
                    related = (Related(other.row.span, Bilingual("总是算它", "this one counts instead")),)
                    values = {"pattern": pattern.row.written, "other": other.row.written}
                    yield Diagnostic("R824", pattern.row.span, dict(values), related, severity=Severity.WARNING)
                    break


def _takes(other: Pattern, pattern: Pattern, *, best: bool, before: bool) -> bool:
    """Tell whether another pattern plainly counts whenever this one would."""
    if other.row.enabled is not None and other.row.enabled != pattern.row.enabled:
        return False
    if not (ex.bounds(other.when) == (1, 1) or implies(pattern.when, other.when)):
        return False
    least, most = ex.bounds(other.worth)[0], ex.bounds(pattern.worth)[1]
    return not best or least > most or (before and least == most)


def caps(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a cap is within what the table can reach."""
    for table in ruleset.count.tables:
        if table.cap is not None and table.patterns:
            most = ex.bounds(table_ref(_uncapped(table)))[1]
            least = ex.bounds(table.cap.value)[0]
            if least > most:
                yield Diagnostic("R814", table.cap.row.span, {"cap": least, "most": most}, severity=Severity.WARNING)


def _uncapped(table: PatternTable) -> PatternTable:
    return PatternTable(table.id, table.combine, table.unit, table.patterns)


# ---------------------------------------------------------------- steps


def _named(ruleset: Ruleset) -> frozenset[str]:
    """Return the keys of everything that some row names."""
    named = {ref.key for _, expr in amounts(ruleset) for ref in refs(expr)}
    return frozenset(named | {key for example in ruleset.examples for key, _ in example.expects})


def unused(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a step that the author named is used by another row, and what patterns are worth by some step."""
    named = _named(ruleset)
    for step in ruleset.count.steps:
        if step.id not in _TOLD and f"step:{step.id}" not in named:
            yield Diagnostic("R815", step.row.span, {"step": step.row.written}, severity=Severity.WARNING)

    for table in ruleset.count.tables:
        patterns = {f"pattern:{table.id}/{pattern.id}" for pattern in table.patterns}
        if table.patterns and f"table:{table.id}" not in named and not named & patterns:
            total = Bilingual("番表", "fan-table") if table.id == "fan" else Bilingual(table.id, table.id)
            span = (table.combine_row or table.patterns[0].row).span
            yield Diagnostic("R816", span, {"table": total}, severity=Severity.WARNING)
