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
    hand, moment = draft.seats[seat].hand, Moment(draft, seat)
    held: list[Kind] = []
    for kind in range(KINDS):
        if hand[kind]:
            moment.card = kind
            if not any(rule(moment) for rule in draft.game.kept):
                held.append(kind)
    return tuple(held)


def due_of(draft: Draft, seat: int, kinds: tuple[Kind, ...]) -> Due:
    """Tell whether a seat discards now, given what it may discard."""
    moment = Moment(draft, seat, stuck=not kinds)
    holding = [rule for rule in draft.game.skips if rule.when(moment)]
    if not kinds or any(not rule.free for rule in holding):
        return Due.NONE
    return Due.MAY if holding else Due.MUST
