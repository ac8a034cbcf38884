"""What may be wrong with the rules of one variant, each a claim that a condition holds of no win.

Whether a claim is true is not asked here; ``lint.py`` puts them to samples and ``rounds.py`` to all hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from phzdsl.analysis.seen import MINIMUM, Seen
from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Combined, Constant, Expr, Not, Unit, bounds
from phzdsl.ruleset.model import Pattern, PatternTable, Row, Ruleset, Way
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

__all__ = ["Claim", "claims", "goals_of"]

_SHADOW_WORDS = Bilingual("总是先算这一行", "this row always counts first")
_FIRST = COMBINE.index("first-match")
_MOST_NAMED = 4
_MOST_BEFORE = 64


@attrs.frozen(repr=False, eq=False)
class Claim(ByFields):
    """That a condition holds of no win.

    Attributes:
        named: reference keys of what the condition names.
        condition: the condition in a bound part of the ruleset; None where the row is not there.
        told: what is said when it is proved.
        shown: tells whether samples show the contrary.
        of_wins: it says something of wins alone, not of all hands with enough groups.
        dealt: it says something of wins at the deal that need no groups.
        otherwise: what is claimed when this is not so.
    """

    named: frozenset[str]
    condition: Callable[[Ruleset], Expr | None]
    told: Callable[[], Diagnostic]
    shown: Callable[[Seen], bool]
    of_wins: bool = False
    dealt: bool = True
    otherwise: Callable[[], Claim | None] = lambda: None

    def left(self, seen: Seen) -> Claim | None:
        """Return the claim, or what is claimed otherwise where samples show the contrary; None where nothing is."""
        claim: Claim | None = self
        while claim is not None and claim.shown(seen):
            claim = claim.otherwise()
        return claim


def goals_of(room: Ruleset) -> frozenset[str]:
    """Return what is to be seen of a room: the minimum, every way to win, every pattern."""
    patterns = {f"pattern:{table.id}/{pattern.id}" for table, pattern in room.patterns()}
    return frozenset(patterns | {f"way:{way.id}" for way in room.win.ways} | {MINIMUM})


def claims(ruleset: Ruleset) -> Iterator[Claim]:
    """Yield what may be wrong with a ruleset, in the order in which it is told."""
    if ruleset.win.minimum is not None:
        yield _out_of_reach(ruleset.win.minimum.row)
    for table, pattern in ruleset.patterns():
        yield _never(table, pattern)
    for way in ruleset.win.ways:
        yield _no_way(way)


def _out_of_reach(row: Row) -> Claim:
    """Claim that no hand with enough groups reaches the minimum."""

    def condition(room: Ruleset) -> Expr:
        return room.win.minimum.value if room.win.minimum is not None else Constant(1, Unit.TRUTH)

    return Claim(
        frozenset({MINIMUM}),
        condition,
        lambda: Diagnostic("R805", row.span, {"text": row.span.text}),
        lambda seen: MINIMUM in seen.held,
        of_wins=True,
        dealt=False,
    )


def _no_way(way: Way) -> Claim:
    """Claim that a named way to win can never come about."""
    key = f"way:{way.id}"
    return Claim(
        frozenset({key}),
        lambda room: next((one.when for one in room.win.ways if one.id == way.id), None),
        lambda: Diagnostic("R813", way.row.span, {"name": way.row.written}),
        lambda seen: key in seen.held,
    )


def _never(table: PatternTable, pattern: Pattern) -> Claim:
    """Claim that a pattern can never be won; otherwise that it never counts because others stand before it."""
    key = f"pattern:{table.id}/{pattern.id}"

    def condition(room: Ruleset) -> Expr | None:
        found = _in_room(room, table, pattern)
        return found[1].when if found is not None else None

    return Claim(
        frozenset({key}),
        condition,
        lambda: Diagnostic("R801", pattern.row.span, {"name": pattern.row.written}),
        lambda seen: key in seen.held,
        otherwise=lambda: _shadowed(table, pattern),
    )


def _shadowed(table: PatternTable, pattern: Pattern) -> Claim | None:
    """Claim that a pattern never counts because others always count instead; None where none ever does.

    Of very many others some are looked at: what these take is taken.
    """
    others = _before(table, pattern)[:_MOST_BEFORE]
    named = _with_replacing(table, (pattern, *others))
    if not others or len(named) > 2 * _MOST_BEFORE:
        return None
    key = f"pattern:{table.id}/{pattern.id}"

    def condition(room: Ruleset) -> Expr | None:
        found = _in_room(room, table, pattern)
        return None if found is None else Combined("and", (found[1].when, Not(_taken(*found))))

    def told() -> Diagnostic:
        names = "、".join(one.row.written for one in others[:_MOST_NAMED]) + ("……" if len(others) > _MOST_NAMED else "")
        related = tuple(Related(one.row.span, _SHADOW_WORDS) for one in others[:_MOST_NAMED])
        values = {"name": pattern.row.written, "others": names}
        return Diagnostic("R802", pattern.row.span, dict(values), related, severity=Severity.WARNING)

    return Claim(
        frozenset(f"pattern:{table.id}/{name}" for name in named), condition, told, lambda seen: key in seen.counted
    )


def _in_room(room: Ruleset, table: PatternTable, pattern: Pattern) -> tuple[PatternTable, Pattern] | None:
    return next((found for found in room.patterns() if (found[0].id, found[1].id) == (table.id, pattern.id)), None)


def _before(table: PatternTable, pattern: Pattern) -> tuple[Pattern, ...]:
    """Return the patterns that may count instead of one."""
    low, high = bounds(table.combine)
    first = table.patterns.index(pattern) if low <= _FIRST <= high else 0
    return tuple(
        one
        for place, one in enumerate(table.patterns)
        if one is not pattern and (place < first or pattern.id in one.replaces)
    )


def _with_replacing(table: PatternTable, patterns: tuple[Pattern, ...]) -> frozenset[str]:
    """Return the ids of patterns, of those that replace them, and so on."""
    found: set[str] = {one.id for one in patterns}
    while True:
        more = {one.id for one in table.patterns if not found.isdisjoint(one.replaces)} - found
        if not more or len(found) > 2 * _MOST_BEFORE:
            return frozenset(found)
        found |= more


def _replacing(table: PatternTable, pattern: Pattern) -> tuple[Pattern, ...]:
    return tuple(one for one in table.patterns if one is not pattern and pattern.id in one.replaces)


def _taken(table: PatternTable, pattern: Pattern) -> Expr:
    """Return a condition under which others surely keep a pattern of a bound table from counting."""
    false: Expr = Constant(0, Unit.TRUTH)
    return Combined("or", (false, *(_stands(table, other) for other in _before(table, pattern))))


def _stands(table: PatternTable, pattern: Pattern) -> Expr:
    """Return a condition under which a pattern that holds is not replaced itself: a replaced one replaces nothing."""
    replacing = _replacing(table, pattern)
    if not replacing:
        return pattern.when
    return Combined("and", (pattern.when, *(Not(one.when) for one in replacing)))
