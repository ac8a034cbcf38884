"""How a winning card may come under a ruleset, and which facts of play cannot hold then. Nothing here looks at cards."""

from __future__ import annotations

from collections.abc import Mapping

from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.hand import By

__all__ = ["barred", "winnable"]

_DISCARDS = frozenset({"others-discard", "previous-discard", "first-discard"})
_DRAWS = frozenset({"others-draw", "previous-draw", "any-draw"})


def winnable(ruleset: Ruleset) -> tuple[By, ...]:
    """Return the ways in which a winning card may come."""
    events = _events(ruleset)
    found = [By.SELF] if events & {"self-draw", "any-draw"} else []
    found += [By.DRAW] if events & {*_DRAWS, "shown"} else []
    found += [By.DISCARD] if events & _DISCARDS else []
    return tuple(found) or (By.SELF,)


def barred(ruleset: Ruleset) -> Mapping[By, frozenset[str]]:
    """Return by the way of the card the facts of play, by id, that cannot hold: which card it was that one wins on."""
    events = _events(ruleset)
    shown, first = frozenset({"shown-win"}), frozenset({"first-discard-win"})
    return {
        By.SELF: shown | first,
        By.DRAW: first if "shown" in events else shown | first,
        By.DISCARD: shown if events & _DISCARDS else shown | first,
        By.DEAL: shown | first,
    }


def _events(ruleset: Ruleset) -> frozenset[str]:
    return frozenset(event for claim in ruleset.claims if claim.wins for event in claim.events)
