"""Proofs about the rules of one variant: what can never happen, said with certainty or not at all.

Each question is first put to sampled hands (``seen.py``); what no sample shows is put to all hands (``proofs.py``),
in every room that the question can tell apart (``felt.py``): first to all hands with enough groups, which is
cheap, then to those that may also win. Silence means that a thing can happen, that its facts are no sums over melds
and so not decided here, or that time was up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import attrs

from phzdsl.analysis.clock import Clock, OutOfTimeError
from phzdsl.analysis.felt import Parts, combinations_of, rooms_of
from phzdsl.analysis.seen import MINIMUM, Seen, look, nothing
from phzdsl.errors import OptionError
from phzdsl.ruleset.expressions import Combined, Constant, Expr, Not, Unit, bounds
from phzdsl.ruleset.model import Option, Pattern, PatternTable, Row, Ruleset, Way
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.syntax.limits import Limits
from phzdsl.tables.shapes import shape_of
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from phzdsl.analysis.proofs import Prover

__all__ = ["lint"]

_SHADOW_WORDS = Bilingual("总是先算这一行", "this row always counts first")
_FIRST = COMBINE.index("first-match")
_MOST_NAMED = 4
_MOST_BEFORE = 64


@attrs.frozen
class _Claim:
    """That a condition holds of no win.

    Attributes:
        named: reference keys of what the condition names.
        condition: the condition in a bound part of the ruleset; None where the row is not there.
        told: what is said when it is proved.
        shown: tells whether samples show the contrary.
        of_wins: it says something of wins alone, not of all hands with enough groups.
        dealt: it says something of wins at the deal that need no groups.
        otherwise: what is claimed when this is not so.
    """

    named: frozenset[str]
    condition: Callable[[Ruleset], Expr | None]
    told: Callable[[], Diagnostic]
    shown: Callable[[Seen], bool]
    of_wins: bool = False
    dealt: bool = True
    otherwise: Callable[[], _Claim | None] = lambda: None


@attrs.frozen
class _Task:
    """A claim to be proved, with the part of the ruleset that it needs.

    Attributes:
        place: where the question stands in the file.
        whole: look at wins alone, not at all hands with enough groups.
        options: the options that the question feels.
    """

    place: int
    claim: _Claim
    whole: bool
    part: Ruleset = attrs.field(repr=False)
    options: tuple[Option, ...] = attrs.field(repr=False)

    @property
    def cost(self) -> tuple[bool, int]:
        """What to do first: all hands before wins, and few rooms before many."""
        return self.whole, combinations_of(self.options)


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
    return _Lint(ruleset, clock, look(room, _goals(room), nothing(), clock)).found()


def _goals(room: Ruleset) -> frozenset[str]:
    """Return what is to be seen of a room: the minimum, every way to win, every pattern."""
    patterns = {f"pattern:{table.id}/{pattern.id}" for table, pattern in room.patterns()}
    return frozenset(patterns | {f"way:{way.id}" for way in room.win.ways} | {MINIMUM})


class _Lint:
    """The questions about one ruleset, and what was found so far."""

    def __init__(self, ruleset: Ruleset, clock: Clock, seen: Seen) -> None:
        self._ruleset = ruleset
        self._clock = clock
        self._seen = seen
        self._parts = Parts(ruleset)
        self._found: dict[int, Diagnostic] = {}

    @cached_property
    def _prover(self) -> Prover:
        """What puts questions to all hands; of most files the samples leave none."""
        from phzdsl.analysis.proofs import Prover  # noqa: PLC0415 - brings the automaton with it

        return Prover(self._clock)

    def found(self) -> tuple[Diagnostic, ...]:
        """Prove what can be proved in the time there is; in the order of the file."""
        tasks: list[_Task] = []
        for place, claim in enumerate(_claims(self._ruleset)):
            if self._clock.left:
                tasks.extend(self._begun(place, claim))
        first = True
        while tasks and self._clock.left:
            tasks.sort(key=lambda task: task.cost)
            tasks = list(self._round(tasks))
            if first:
                self._look_around(tasks)
            first = False
        return tuple(self._found[place] for place in sorted(self._found))

    def _begun(self, place: int, claim: _Claim | None) -> Iterator[_Task]:
        """Yield the first task of a claim, or of what is claimed otherwise where samples show the contrary."""
        while claim is not None and claim.shown(self._seen):
            claim = claim.otherwise()
        if claim is not None:
            yield self._task(place, claim, whole=claim.of_wins)

    def _task(self, place: int, claim: _Claim, *, whole: bool) -> _Task:
        part = self._parts.of(claim.named, whole=whole)
        return _Task(place, claim, whole, part, self._parts.options(part))

    def _round(self, tasks: list[_Task]) -> Iterator[_Task]:
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

    def _proved(self, task: _Task) -> bool:
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

    def _look_around(self, tasks: list[_Task]) -> None:
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
                    self._seen = look(room, goals & _goals(room), self._seen, self._clock)


# ---------------------------------------------------------------- what is claimed


def _claims(ruleset: Ruleset) -> Iterator[_Claim]:
    """Yield what may be wrong with a ruleset, in the order in which it is told."""
    if ruleset.win.minimum is not None:
        yield _out_of_reach(ruleset.win.minimum.row)
    for table, pattern in ruleset.patterns():
        yield _never(table, pattern)
    for way in ruleset.win.ways:
        yield _no_way(way)


def _out_of_reach(row: Row) -> _Claim:
    """Claim that no hand with enough groups reaches the minimum."""

    def condition(room: Ruleset) -> Expr:
        return room.win.minimum.value if room.win.minimum is not None else Constant(1, Unit.TRUTH)

    return _Claim(
        frozenset({MINIMUM}),
        condition,
        lambda: Diagnostic("R805", row.span, {"text": row.span.text}),
        lambda seen: MINIMUM in seen.held,
        of_wins=True,
        dealt=False,
    )


def _no_way(way: Way) -> _Claim:
    """Claim that a named way to win can never come about."""
    key = f"way:{way.id}"
    return _Claim(
        frozenset({key}),
        lambda room: next((one.when for one in room.win.ways if one.id == way.id), None),
        lambda: Diagnostic("R813", way.row.span, {"name": way.row.written}),
        lambda seen: key in seen.held,
    )


def _never(table: PatternTable, pattern: Pattern) -> _Claim:
    """Claim that a pattern can never be won; otherwise that it never counts because others stand before it."""
    key = f"pattern:{table.id}/{pattern.id}"

    def condition(room: Ruleset) -> Expr | None:
        found = _in_room(room, table, pattern)
        return found[1].when if found is not None else None

    return _Claim(
        frozenset({key}),
        condition,
        lambda: Diagnostic("R801", pattern.row.span, {"name": pattern.row.written}),
        lambda seen: key in seen.held,
        otherwise=lambda: _shadowed(table, pattern),
    )


def _shadowed(table: PatternTable, pattern: Pattern) -> _Claim | None:
    """Claim that a pattern never counts because others always count instead; None where none ever does.

    Of very many others some are looked at: what these take is taken.
    """
    others = _before(table, pattern)[:_MOST_BEFORE]
    named = _with_replacing(table, (pattern, *others))
    if not others or len(named) > 2 * _MOST_BEFORE:
        return None
    key = f"pattern:{table.id}/{pattern.id}"

    def condition(room: Ruleset) -> Expr | None:
        found = _in_room(room, table, pattern)
        return None if found is None else Combined("and", (found[1].when, Not(_taken(*found))))

    def told() -> Diagnostic:
        names = "、".join(one.row.written for one in others[:_MOST_NAMED]) + ("……" if len(others) > _MOST_NAMED else "")
        related = tuple(Related(one.row.span, _SHADOW_WORDS) for one in others[:_MOST_NAMED])
        values = {"name": pattern.row.written, "others": names}
        return Diagnostic("R802", pattern.row.span, dict(values), related, severity=Severity.WARNING)

    return _Claim(
        frozenset(f"pattern:{table.id}/{name}" for name in named), condition, told, lambda seen: key in seen.counted
    )


def _in_room(room: Ruleset, table: PatternTable, pattern: Pattern) -> tuple[PatternTable, Pattern] | None:
    return next((found for found in room.patterns() if (found[0].id, found[1].id) == (table.id, pattern.id)), None)


def _before(table: PatternTable, pattern: Pattern) -> tuple[Pattern, ...]:
    """Return the patterns that may count instead of one."""
    low, high = bounds(table.combine)
    first = table.patterns.index(pattern) if low <= _FIRST <= high else 0
    return tuple(
        one
        for place, one in enumerate(table.patterns)
        if one is not pattern and (place < first or pattern.id in one.replaces)
    )


def _with_replacing(table: PatternTable, patterns: tuple[Pattern, ...]) -> frozenset[str]:
    """Return the ids of patterns, of those that replace them, and so on."""
    found: set[str] = {one.id for one in patterns}
    while True:
        more = {one.id for one in table.patterns if not found.isdisjoint(one.replaces)} - found
        if not more or len(found) > 2 * _MOST_BEFORE:
            return frozenset(found)
        found |= more


def _replacing(table: PatternTable, pattern: Pattern) -> tuple[Pattern, ...]:
    return tuple(one for one in table.patterns if one is not pattern and pattern.id in one.replaces)


def _taken(table: PatternTable, pattern: Pattern) -> Expr:
    """Return a condition under which others surely keep a pattern of a bound table from counting."""
    false: Expr = Constant(0, Unit.TRUTH)
    return Combined("or", (false, *(_stands(table, other) for other in _before(table, pattern))))


def _stands(table: PatternTable, pattern: Pattern) -> Expr:
    """Return a condition under which a pattern that holds is not replaced itself: a replaced one replaces nothing."""
    replacing = _replacing(table, pattern)
    if not replacing:
        return pattern.when
    return Combined("and", (pattern.when, *(Not(one.when) for one in replacing)))
