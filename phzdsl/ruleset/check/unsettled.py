"""Rows that say when their rule is not settled, where nothing stops for it."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset.check.walk import rows_in
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Diagnostic, Severity
from phzdsl.text.source import Span

__all__ = ["unsettled"]

# A hand is refused for these; what is played, paid and carried on is not held up.
_REFUSED = frozenset({"win", "count", "fan"})
_NEVER = frozenset({"winners", "combine", "cap"})


def unsettled(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that `undefined` stands only in rows by which a hand is scored."""
    told: set[Span] = set()
    for row in rows_in(ruleset):
        scored = row.block.partition("/")[0] in _REFUSED and row.name not in _NEVER
        if row.undefined is not None and not scored and row.span not in told:
            told.add(row.span)
            yield Diagnostic("R826", row.span, {"row": row.written}, severity=Severity.WARNING)
