"""Proofs about the rules of one variant: what can never happen, said with certainty or not at all.

Each claim (``claims.py``) is first put to sampled hands (``seen.py``); what no sample shows is put to all hands
(``rounds.py``). Silence means that a thing can happen, that its facts are no sums over melds and so not decided
here, or that time was up.
"""

from __future__ import annotations

from phzdsl.analysis.claims import claims, goals_of
from phzdsl.analysis.clock import Clock
from phzdsl.analysis.seen import look, nothing
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.syntax.limits import Limits
from phzdsl.tables.shapes import shape_of
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["lint"]


def lint(ruleset: Ruleset, limits: Limits | None = None) -> tuple[Diagnostic, ...]:
    """Return what is proved wrong with the rules of a variant, whatever a room chooses.

    Stops quietly when the time is up: what is not proved is not said.
    """
    try:
        room = bind(ruleset)
        shape_of(room)
    except ValueError:
        # Melds bounded in ways that no automaton holds: nothing is decided here.
        return ()
    clock = Clock((limits or Limits()).seconds)
    clock.begin(clock.left / 4)
    seen = look(room, goals_of(room), nothing(), clock)
    left = [(place, one) for place, claim in enumerate(claims(ruleset)) if (one := claim.left(seen)) is not None]
    if not left:
        return ()
    from phzdsl.analysis.rounds import Rounds  # noqa: PLC0415 - of most files the samples leave no question

    return Rounds(ruleset, clock, seen).found(left)
