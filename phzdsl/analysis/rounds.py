"""Claims about the rules put to all hands, in every room that a question can tell apart (``felt.py``).

First to all hands with enough groups, which is cheap, then to those that may also win (``proofs.py``).

Each question has its turn of the time there is, cheap ones first; those that a turn did not settle come again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from phzdsl.analysis.claims import Claim, goals_of
from phzdsl.analysis.clock import Clock, OutOfTimeError
from phzdsl.analysis.felt import Parts, combinations_of, rooms_of
from phzdsl.analysis.proofs import Prover
from phzdsl.analysis.seen import Seen, look
from phzdsl.errors import OptionError
from phzdsl.fields import ByFields
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["Rounds"]


@attrs.frozen(repr=False, eq=False)
class Task(ByFields):
    """A claim to be proved, with the part of the ruleset that it needs.

    Attributes:
        place: where the question stands in the file.
        whole: look at wins alone, not at all hands with enough groups.
        options: the options that the question feels.
    """

    place: int
    claim: Claim
    whole: bool
    part: Ruleset = attrs.field(repr=False)
    options: tuple[Option, ...] = attrs.field(repr=False)

    @property
    def cost(self) -> tuple[bool, int]:
        """What to do first: all hands before wins, and few rooms before many."""
        return self.whole, combinations_of(self.options)


class Rounds:
    """The questions about one ruleset, and what was found so far."""

    def __init__(self, ruleset: Ruleset, clock: Clock, seen: Seen) -> None:
        self._ruleset = ruleset
        self._clock = clock
        self._seen = seen
        self._parts = Parts(ruleset)
        self._prover = Prover(clock)
        self._found: dict[int, Diagnostic] = {}

    def found(self, left: Iterable[tuple[int, Claim]]) -> tuple[Diagnostic, ...]:
        """Prove what can be proved in the time there is of claims, each with its place; in the order of these."""
        tasks: list[Task] = []
        for place, claim in left:
            if self._clock.left:
                tasks.append(self._task(place, claim, whole=claim.of_wins))
        first = True
        while tasks and self._clock.left:
            tasks.sort(key=lambda task: task.cost)
            tasks = list(self._round(tasks))
            if first:
                self._look_around(tasks)
            first = False
        return tuple(self._found[place] for place in sorted(self._found))

    def _begun(self, place: int, claim: Claim | None) -> Iterator[Task]:
        """Yield the first task of a claim, or of what is claimed otherwise where samples show the contrary."""
        left = None if claim is None else claim.left(self._seen)
        if left is not None:
            yield self._task(place, left, whole=left.of_wins)

    def _task(self, place: int, claim: Claim, *, whole: bool) -> Task:
        part = self._parts.of(claim.named, whole=whole)
        return Task(place, claim, whole, part, self._parts.options(part))

    def _round(self, tasks: list[Task]) -> Iterator[Task]:
        """Give each task its turn, and yield those that follow; half of the time is kept for these."""
        for done, task in enumerate(tasks):
            if not self._clock.left:
                return
            if task.claim.shown(self._seen):
                yield from self._begun(task.place, task.claim.otherwise())
                continue
            self._clock.begin(self._clock.left / (2 * (len(tasks) - done)))
            try:
                proved = self._proved(task)
            except OutOfTimeError:
                yield task
                continue
            if proved:
                self._found[task.place] = task.claim.told()
            elif not task.whole:
                yield self._task(task.place, task.claim, whole=True)
            else:
                yield from self._begun(task.place, task.claim.otherwise())

    def _proved(self, task: Task) -> bool:
        """Tell whether a claim holds in every room that has its row, and some room has it."""
        there = False
        for room in rooms_of(self._ruleset, task.part, task.options):
            self._clock.check_turn()
            condition = task.claim.condition(room)
            if condition is None:
                continue
            there = True
            try:
                if not self._prover.impossible(room, condition, dealt=task.claim.dealt):
                    return False
            except (ValueError, OverflowError):
                # In this room the hands are such that no automaton holds them.
                return False
        return there

    def _look_around(self, tasks: list[Task]) -> None:
        """Sample rooms that differ from the default in one option that matters, for what was not seen."""
        self._clock.begin(self._clock.left / 4)
        options = {option.id: option for task in tasks for option in task.options}
        goals = frozenset(key for task in tasks for key in task.claim.named)
        for option in options.values():
            for value in option.numbers or range(len(option.choices)):
                if self._clock.turn_over or goals <= self._seen.met(self._ruleset):
                    return
                if value != option.default:
                    try:
                        room = bind(self._ruleset, {option.id: value})
                    except OptionError:
                        # No room may choose so.
                        continue
                    self._seen = look(room, goals & goals_of(room), self._seen, self._clock)
