"""CPU time of two sides in turn, so that both see the same machine."""

from __future__ import annotations

import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence

import attrs

__all__ = ["Side", "cpu_of_command", "interleaved"]


@attrs.frozen
class Side:
    """One thing to be timed.

    Attributes:
        run: does the work once and returns the CPU seconds it took.
        per: how many units of work that is.
    """

    run: Callable[[], float]
    per: int = 1

    @classmethod
    def of(cls, work: Callable[[], object], per: int = 1) -> Side:
        """Time a function of this process."""

        def run() -> float:
            started = time.process_time()
            work()
            return time.process_time() - started

        return cls(run, per)


def interleaved(sides: Sequence[Side], rounds: int) -> list[float]:
    """Return the median CPU seconds per unit of each side, run in turn; one round before is not counted."""
    found: list[list[float]] = [[] for _ in sides]
    for turn in range(rounds + 1):
        for at, side in enumerate(sides):
            took = side.run() / side.per
            if turn:
                found[at].append(took)
    return [statistics.median(times) for times in found]


def cpu_of_command(command: Sequence[str], environment: dict[str, str] | None = None, repeats: int = 5) -> Side:
    """Return the side of a command line: CPU seconds of the child, user and system together."""

    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _ in range(repeats):
            subprocess.run(command, check=True, capture_output=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return Side(run, repeats)
