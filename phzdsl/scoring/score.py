"""One hand, scored and explained: the best legal reading, or why there is none.

Among the legal readings that with the greatest payoff is taken; equal ones are settled by 息, then by 番,
then by the order in which their melds are written. The search is over every reading; what a reading is
worth is remembered by its sums of features, where these say all that the rules ask for (``Plan``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.ruleset.expressions import Comparison, Expr, Unit, evaluate
from phzdsl.ruleset.model import Ruleset, Setting
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.turned import turned
from phzdsl.scoring.counting import Counted, count_reading, ways_of
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.scoring.hand import Hand, check_made
from phzdsl.scoring.memory import Memory
from phzdsl.scoring.readings import Group, Reading, Searcher
from phzdsl.scoring.told import (
    Missed,
    PatternScore,
    PaymentScore,
    Reason,
    StepScore,
    Told,
    leftover_reason,
    no_claim,
    short_of,
    unsettled_reason,
)
from phzdsl.tables.features import unsettled_rows
from phzdsl.tables.plan import Plan
from phzdsl.text.diagnostics import Bilingual, Language

__all__ = ["Missed", "PatternScore", "PaymentScore", "Reason", "Score", "Scorer", "StepScore", "score"]


@attrs.frozen
class Score:
    """The answer for one hand.

    Attributes:
        win: it is a win.
        reading: the reading chosen; for a hand that falls short, the best one.
        readings: how many legal readings there were.
    """

    ruleset: Ruleset = attrs.field(repr=False)
    hand: Hand
    win: bool
    reading: Reading | None
    readings: int
    _told: Told | None = attrs.field(repr=False, eq=False)
    _why: Reason | Callable[[], Reason] | None = attrs.field(repr=False, eq=False)
    _scorer: Scorer = attrs.field(repr=False, eq=False)

    @cached_property
    def reason(self) -> Reason | None:
        """Why it is no win, None for a win; worked out when it is asked for."""
        return self._why() if callable(self._why) else self._why

    @cached_property
    def counted(self) -> Counted | None:
        """The count of the reading chosen, with every value of this hand."""
        if self._told is None or self.reading is None:
            return None
        return count_reading(self.ruleset, self._scorer.values(self.hand, self.reading))

    @property
    def melds(self) -> tuple[Group, ...]:
        """The melds of the reading."""
        return self.reading.groups if self.reading is not None else ()

    def step(self, name: str) -> int | None:
        """Return the value of a step by id, None where there is none."""
        return self._told.counted.step(name) if self._told is not None else None

    @property
    def xi(self) -> int:
        """胡息: the step of that name, or the total of the melds."""
        value = self.step("xi")
        return value if value is not None else self.reading.xi if self.reading is not None else 0

    @property
    def deng(self) -> int | None:
        """等, None where the variant counts none or the hand is no win."""
        return self.step("deng") if self.win else None

    @property
    def fan(self) -> int:
        """Combined 番 of the table of that name; 0 when none."""
        if self._told is None or not self.win:
            return 0
        return sum(one.total for one in self._told.counted.tables if one.table.id == "fan")

    @property
    def points(self) -> int:
        """What one loser pays under the plain settlement; 0 when the hand is no win."""
        return self._told.base if self._told is not None and self.win else 0

    @property
    def unit(self) -> Unit:
        """Unit of ``points``."""
        return next((step.unit for step in self.ruleset.count.steps if step.id == "base"), Unit.POINTS)

    @property
    def steps(self) -> tuple[StepScore, ...]:
        """Every step, in the order worked out."""
        return self._told.steps if self._told is not None else ()

    @property
    def patterns(self) -> tuple[PatternScore, ...]:
        """The patterns that count, of all tables."""
        return self._told.patterns if self._told is not None and self.win else ()

    @property
    def missed(self) -> tuple[Missed, ...]:
        """Patterns that hold but are counted by another, then those one comparison short, the nearest first."""
        return self._told.missed if self._told is not None and self.win else ()

    @property
    def payments(self) -> tuple[PaymentScore, ...]:
        """Who pays whom for the win."""
        return self._told.payments if self._told is not None and self.win else ()


class Scorer:
    """Scores hands under one ruleset, with its default options unless it is bound."""

    def __reduce__(self) -> tuple[type[Scorer], tuple[Ruleset]]:
        """Store the rules; what was remembered is found again."""
        return Scorer, (self.ruleset,)

    def __init__(self, ruleset: Ruleset, *, remember: bool = True) -> None:
        """Prepare to score.

        Args:
            ruleset: what ``bind`` or ``load`` gives.
            remember: keep what readings are worth; without it each is counted anew, which serves as a check.

        Raises:
            ArgumentError: it is no ruleset.
        """
        self.ruleset = ruleset = bind(ruleset) if getattr(ruleset, "bound", None) is None else ruleset
        self._searcher = Searcher(ruleset)
        self._unsettled = tuple(unsettled_rows(ruleset))
        self._bounded = tuple(meld for meld in ruleset.melds if meld.exactly is not None or meld.at_most is not None)
        self._waives = any("groups" in way.waives for way in ruleset.win.ways)
        plan = Plan.of(ruleset, _paid(ruleset)) if remember else None
        self._memory = Memory(plan) if plan is not None else None

    def score(self, hand: Hand) -> Score:
        """Return the best legal reading of a hand with its count, or why it is no win.

        Raises:
            ArgumentError, HandError: what a program made is no hand; that a player can hold it is not asked.
        """
        check_made(hand)
        if hand.card is not None and self._searcher.win_claim(hand) is None:
            return self._lost(hand, no_claim(hand))
        legal: list[tuple[Reading, Told]] = []
        short: list[tuple[Reading, Told]] = []
        faults: list[tuple[Reading, Reason]] = []
        for reading, told in self._candidates(hand):
            if isinstance(told, Reason):
                faults.append((reading, told))
            else:
                (legal if told.enough else short).append((reading, told))
        if legal:
            reading, told = _best(legal)
            if told.unsettled is not None:
                return self._lost(hand, unsettled_reason(told.unsettled), reading, told)
            return Score(
                self.ruleset, hand, reading=reading, win=True, readings=len(legal), told=told, why=None, scorer=self
            )
        if short:
            reading, told = _best(short)
            return self._lost(hand, partial(self._shortage_of, hand, reading), reading, told)
        if faults:
            return self._lost(hand, faults[0][1], faults[0][0])
        return self._lost(hand, lambda: leftover_reason(*self._searcher.leftover(hand)))

    def _lost(
        self,
        hand: Hand,
        why: Reason | Callable[[], Reason],
        reading: Reading | None = None,
        told: Told | None = None,
    ) -> Score:
        return Score(self.ruleset, hand, reading=reading, win=False, readings=0, told=told, why=why, scorer=self)

    # ------------------------------------------------------------ candidates

    def _candidates(self, hand: Hand) -> list[tuple[Reading, Told | Reason]]:
        """Return every reading once, with its count, or with what is wrong with its groups."""
        readings = self._searcher.readings(hand)
        found: list[tuple[Reading, Told | Reason]] = []
        if readings:
            memory = self._memory.of(hand) if self._memory is not None else None
            facts: HandFacts | None = None
            for reading in readings:
                told = memory.told(reading) if memory is not None else None
                if told is None:
                    facts = facts or HandFacts.of(hand, self.ruleset)
                    told = self._tell(reading, Values(facts, reading, self.ruleset, partial(self.waits, hand)))
                    if memory is not None:
                        memory.keep(reading, told)
                found.append((reading, told))
        if self._waives and (self._memory is None or not self._memory.needs_groups(hand)):
            found.extend(self._needing_no_groups(hand, readings))
        return found

    def _needing_no_groups(self, hand: Hand, seen: list[Reading]) -> Iterator[tuple[Reading, Told | Reason]]:
        for reading in self._searcher.waived(hand):
            values = self.values(hand, reading)
            if reading not in seen and self._waived("groups", values):
                yield reading, self._tell(reading, values)

    def values(self, hand: Hand, reading: Reading) -> Values:
        """Return everything that an expression may name of one reading of a hand."""
        return Values(HandFacts.of(hand, self.ruleset), reading, self.ruleset, partial(self.waits, hand))

    def _tell(self, reading: Reading, values: Values) -> Told | Reason:
        """Count a reading, or say what is wrong with its groups."""
        fault = self._shape_fault(reading, values)
        if fault is not None and not self._waived("groups", values):
            return fault
        counted = count_reading(self.ruleset, values)
        unsettled = next((row for row in self._unsettled if row.undefined and evaluate(row.undefined, values)), None)
        return Told(self.ruleset, counted, self._enough(counted), unsettled)

    def waits(self, hand: Hand) -> int:
        """Return how many kinds would complete the hand in place of the winning card, come the same way."""
        if hand.card is None:
            return 0
        return sum(self._divides(attrs.evolve(hand, card=kind)) for kind in range(KINDS))

    def _divides(self, hand: Hand) -> bool:
        facts = HandFacts.of(hand, self.ruleset)
        if max(facts.counts) > max(self.ruleset.deck.copies(), default=0):
            return False
        return any(
            self._shape_fault(reading, Values(facts, reading, self.ruleset, lambda: 0)) is None
            for reading in self._searcher.readings(hand)
        )

    def _shape_fault(self, reading: Reading, values: Values) -> Reason | None:
        """Say what is wrong with the number of groups, or of a meld that is bounded."""
        needed = self._searcher.groups_needed
        if reading.rest:
            return leftover_reason(reading.rest)
        found = len(reading.groups)
        # Too many groups are pairs too many, say: then it is these that are told.
        bounded = self._bound_fault(values) if found >= needed else None
        if found != needed and bounded is None:
            words = Bilingual(f"成了 {found} 门，要 {needed} 门", f"{found} groups, and {needed} are needed")
            return Reason("groups", words, needed - found)
        return bounded

    def _bound_fault(self, values: Values) -> Reason | None:
        """Say of which meld there are too few or too many."""
        for meld in self._bounded:
            count = values[f"count:{meld.id}"]
            if meld.exactly is not None and count != (due := evaluate(meld.exactly, values)):
                words = Bilingual(
                    f"{meld.called}有 {count} 副，要正好 {due} 副", f"{count} {meld.id}, and exactly {due} are due"
                )
                return Reason("bounded", words, due - count)
            if meld.at_most is not None and count > (most := evaluate(meld.at_most, values)):
                words = Bilingual(
                    f"{meld.called}有 {count} 副，最多 {most} 副", f"{count} {meld.id}, and at most {most} may be"
                )
                return Reason("bounded", words, most - count)
        return None

    def _waived(self, requirement: str, values: Values) -> bool:
        return any(requirement in way.waives for way in ways_of(self.ruleset, values))

    # ------------------------------------------------------------ minimum

    def _enough(self, counted: Counted) -> bool:
        return all(evaluate(one.value, counted.values) for one in self._due(counted))

    def _due(self, counted: Counted) -> tuple[Setting, ...]:
        """Return what a hand must reach: the minimum and further requirements, but for what a way waives."""
        waived = {waived for way in counted.ways for waived in way.waives}
        win = self.ruleset.win
        minimum = () if win.minimum is None or "minimum" in waived else (win.minimum,)
        return minimum + (() if "groups" in waived else win.requirements)

    def _shortage_of(self, hand: Hand, reading: Reading) -> Reason:
        return self._shortage(count_reading(self.ruleset, self.values(hand, reading)))

    def _shortage(self, counted: Counted) -> Reason:
        """Say by how much the first requirement that fails is missed, where it is one comparison."""
        minimum = next((one for one in self._due(counted) if not evaluate(one.value, counted.values)), None)
        condition = minimum.value if minimum is not None else None
        missing = short_of(condition, counted.values)
        if missing:
            name = condition.left.span.text if isinstance(condition, Comparison) and condition.left.span else ""
            zh, en = (turned(name, language) for language in (Language.ZH, Language.EN))
            words = Bilingual(f"还差 {missing} {zh}", f"{missing} {en} short of the minimum")
            return Reason("short", words, missing)
        span = condition.span if condition is not None else None
        written = " ".join(span.text.split()) if span is not None else ""
        zh, en = (turned(written, language) for language in (Language.ZH, Language.EN))
        return Reason("short", Bilingual(f"没有达到：{zh}", f"the minimum is not reached: {en}"))


def score(ruleset: Ruleset, hand: Hand) -> Score:
    """Score one hand under a ruleset; for many hands keep a ``Scorer``, which takes and raises the same."""
    return Scorer(ruleset).score(hand)


def _best(found: list[tuple[Reading, Told]]) -> tuple[Reading, Told]:
    """Return the reading with the greatest payoff, then 息, then 番; of equal ones by the order of their melds."""
    if len(found) == 1:
        return found[0]
    ranks = [(told.base, reading.xi if told.xi is None else told.xi, told.total) for reading, told in found]
    top = max(ranks)
    equal = [one for one, rank in zip(found, ranks, strict=True) if rank == top]
    return equal[0] if len(equal) == 1 else max(equal, key=_order)


def _order(candidate: tuple[Reading, Told]) -> list[tuple[str, tuple[Kind, ...]]]:
    return sorted((group.meld, group.cards) for group in candidate[0].groups)


def _paid(ruleset: Ruleset) -> Iterator[Expr]:
    """Yield the expressions of payments: what is told of a win depends on these too."""
    for payment in ruleset.payments:
        yield payment.amount
        if payment.when is not None:
            yield payment.when
