"""The seats that hold cards, going round: who comes next, and how far one is from another.

Worked out once for each dealer, since it is asked for every card.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

__all__ = ["Around"]


@attrs.frozen
class Around:
    """Seats in their order.

    Attributes:
        order: the seats, from the dealer on.
        after: by seat, the next one.
        turns: by seat, all of them from it on.
        away: by seat and seat, how many places the second is after the first.
        others: by seat, the others from the next on, each after how many places away it is.
    """

    order: tuple[int, ...]
    after: Mapping[int, int]
    turns: Mapping[int, tuple[int, ...]]
    away: Mapping[int, Mapping[int, int]]
    others: Mapping[int, tuple[tuple[int, int], ...]]

    @classmethod
    def of(cls, order: tuple[int, ...]) -> Around:
        """Go round an order of seats."""
        turns = {seat: order[at:] + order[:at] for at, seat in enumerate(order)}
        return cls(
            order,
            {seat: turn[1 % len(turn)] for seat, turn in turns.items()},
            turns,
            {seat: {other: places for places, other in enumerate(turn)} for seat, turn in turns.items()},
            {seat: tuple(enumerate(turn))[1:] for seat, turn in turns.items()},
        )
