"""Time for proofs: a deadline for all of them, and a turn for each.

What takes long and serves every question (the graph of all complete hands) goes on until the deadline; the work on
one question ends with its turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Clock", "OutOfTimeError"]


class OutOfTimeError(Exception):
    """The time of a turn, or all of it, is over; nothing is known."""


class Clock:
    """Counts down."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        """Start.

        Args:
            seconds: time until the deadline.
            now: tells the time in seconds.
        """
        self._now = now
        self._end = self._turn_end = now() + seconds

    @property
    def left(self) -> float:
        """Seconds until the deadline, never less than 0."""
        return max(0.0, self._end - self._now())

    @property
    def turn_over(self) -> bool:
        """Tell whether the turn is over."""
        return self._now() >= self._turn_end

    def begin(self, seconds: float) -> None:
        """Begin a turn of some seconds, which ends no later than the deadline."""
        self._turn_end = min(self._end, self._now() + seconds)

    def check(self) -> None:
        """Raise ``OutOfTimeError`` when the deadline is past."""
        if self._now() >= self._end:
            raise OutOfTimeError

    def check_turn(self) -> None:
        """Raise ``OutOfTimeError`` when the turn is over."""
        if self.turn_over:
            raise OutOfTimeError
