"""Which cards a seat may discard, and when it discards none."""

from __future__ import annotations

from enum import Enum

from phzdsl.cards import KINDS, Kind
from phzdsl.game.asked import Moment
from phzdsl.game.draft import Draft

__all__ = ["Due", "discards_of", "due_of"]


class Due(Enum):
    """Whether a discard follows a take."""

    MUST = "must"
    MAY = "may"
    NONE = "none"


def discards_of(draft: Draft, seat: int) -> tuple[Kind, ...]:
    """Return the kinds that a seat may discard."""
    hand, moment, kept = draft.seats[seat].hand, Moment(draft, seat), draft.game.kept
    held: list[Kind] = []
    for kind in range(KINDS):
        if hand[kind]:
            moment.card = kind
            for rule in kept:
                if rule(moment):
                    break
            else:
                held.append(kind)
    return tuple(held)


def due_of(draft: Draft, seat: int, kinds: tuple[Kind, ...]) -> Due:
    """Tell whether a seat discards now, given what it may discard."""
    if not kinds:
        return Due.NONE
    moment, due = Moment(draft, seat), Due.MUST
    for rule in draft.game.skips:
        if rule.when(moment):
            if not rule.free:
                return Due.NONE
            due = Due.MAY
    return due
