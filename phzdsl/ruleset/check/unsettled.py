"""Rows that say when their rule is not settled, where nothing stops for it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.ruleset.expressions import Expr
from phzdsl.ruleset.model import Row, Ruleset
from phzdsl.text.diagnostics import Diagnostic, Severity
from phzdsl.text.source import Span

__all__ = ["unsettled"]

# A hand is refused for these; what is played, paid and carried on is not held up.
_REFUSED = frozenset({"win", "count", "fan"})
_NEVER = frozenset({"winners", "combine", "cap"})
_NO_ROWS = (Span, *Expr.__args__)


def unsettled(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that `undefined` stands only in rows by which a hand is scored."""
    told: set[Span] = set()
    for row in _rows(ruleset):
        scored = row.block.partition("/")[0] in _REFUSED and row.name not in _NEVER
        if row.undefined is not None and not scored and row.span not in told:
            told.add(row.span)
            yield Diagnostic("R826", row.span, {"row": row.written}, severity=Severity.WARNING)


def _rows(part: object) -> Iterator[Row]:
    if isinstance(part, Row):
        yield part
    elif isinstance(part, tuple):
        if part and attrs.has(type(part[0])):
            for one in part:
                yield from _rows(one)
    elif attrs.has(type(part)) and not isinstance(part, _NO_ROWS):
        for field in attrs.fields(type(part)):  # type: ignore[arg-type] # a class that attrs made
            yield from _rows(getattr(part, field.name))
