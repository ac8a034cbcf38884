"""Proofs about the rules of one variant: what can never happen, said with certainty or not at all.

Each claim (``claims.py``) is first put to sampled hands (``seen.py``); what no sample shows is put to all hands
(``rounds.py``). Silence means that a thing can happen, that its facts are no sums over melds and so not decided
here, or that time was up. Hands that win and are worth nothing are shown, not proved (``worthless.py``).
"""

from __future__ import annotations

from itertools import islice

from phzdsl.analysis.claims import claims, goals_of
from phzdsl.analysis.clock import Clock
from phzdsl.analysis.least import rooms_below
from phzdsl.analysis.seen import look, nothing
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.syntax.limits import Limits
from phzdsl.tables.shapes import shape_of
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["lint"]

# Of so many rooms it is asked whether some win in them is worth nothing.
_MOST_ROOMS = 8


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
    found: list[Diagnostic] = []
    below = tuple(islice(rooms_below(ruleset), _MOST_ROOMS))
    if below:
        from phzdsl.analysis.worthless import worthless  # noqa: PLC0415 - of most files the bounds leave no question

        clock.begin(clock.left / 8)
        found.extend(worthless(ruleset, below, clock))
    if left:
        from phzdsl.analysis.rounds import Rounds  # noqa: PLC0415 - of most files the samples leave no question

        found[:0] = Rounds(ruleset, clock, seen).found(left)
    return tuple(found)
