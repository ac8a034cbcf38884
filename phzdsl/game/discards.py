"""Which cards a seat may discard, and when it discards none."""

from __future__ import annotations

from enum import Enum

from phzdsl.cards import KINDS, Kind
from phzdsl.game.asked import Asked, Moment
from phzdsl.game.draft import Draft
from phzdsl.ruleset.expressions import evaluate

__all__ = ["Due", "discards_of", "due_of"]


class Due(Enum):
    """Whether a discard follows a take."""

    MUST = "must"
    MAY = "may"
    NONE = "none"


def discards_of(draft: Draft, seat: int) -> tuple[Kind, ...]:
    """Return the kinds that a seat may discard."""
    hand = draft.seats[seat].hand
    held = [kind for kind in range(KINDS) if hand[kind]]
    rules = draft.game.kept
    if not rules:
        return tuple(held)
    return tuple([kind for kind in held if not _barred(draft, seat, kind)])


def _barred(draft: Draft, seat: int, kind: Kind) -> bool:
    values = Asked(draft, Moment(seat, kind))
    return any(evaluate(rule.when, values) for rule in draft.game.kept)


def due_of(draft: Draft, seat: int, kinds: tuple[Kind, ...]) -> Due:
    """Tell whether a seat discards now, given what it may discard."""
    values = Asked(draft, Moment(seat))
    values["fact:nothing-to-discard"] = int(not kinds)
    holding = [rule for rule in draft.game.skips if evaluate(rule.when, values)]
    if not kinds or any(not rule.free for rule in holding):
        return Due.NONE
    return Due.MAY if holding else Due.MUST
