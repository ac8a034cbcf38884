"""One hand, scored and explained: the best legal reading, or why there is none.

Among the legal readings that with the greatest payoff is taken; equal ones are settled by 息, then by 番,
then by the order in which their melds are written.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.ruleset.expressions import Comparison, Constant, Unit, evaluate, refs
from phzdsl.ruleset.model import Payment, Row, Ruleset, Setting
from phzdsl.scoring.counting import Counted, count_reading, ways_of
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.scoring.hand import Hand
from phzdsl.scoring.readings import Group, Reading, Searcher
from phzdsl.tables.features import unsettled_rows
from phzdsl.text.diagnostics import Bilingual

__all__ = ["PaymentScore", "PatternScore", "Reason", "Score", "Scorer", "StepScore", "score"]


@attrs.frozen
class Reason:
    """Why a hand is no win.

    Attributes:
        code: ``undefined`` (the rules do not settle the case), ``card`` (such a card may not be won on), ``incomplete`` (cards left over), ``groups`` (wrong
            number of groups), ``bounded`` (too few or many of a meld), ``short`` (below the minimum).
        words: the reason with what is missing.
        missing: how much is missing, 0 where that has no number.
    """

    code: str
    words: Bilingual
    missing: int = 0


@attrs.frozen
class PatternScore:
    """A pattern that counts."""

    table: str
    name: str
    fan: int
    row: Row


@attrs.frozen
class StepScore:
    """A step with its value."""

    name: str
    value: int
    unit: Unit
    row: Row


@attrs.frozen
class PaymentScore:
    """What one payer owes.

    Attributes:
        payer, payee: roles; ``others`` are all the other players, each.
        amount: in the unit of the base.
    """

    payer: str
    payee: str
    amount: int
    row: Row


@attrs.frozen
class Missed:
    """A pattern that does not hold, or holds and is counted by another.

    Attributes:
        short: by how much its condition fails, 0 where that has no number.
    """

    table: str
    name: str
    replaced: bool
    short: int
    row: Row


@attrs.frozen
class Score:
    """The answer for one hand.

    Attributes:
        win: it is a win.
        reason: why not, None for a win.
        reading: the reading chosen; for a hand that falls short, the best one.
        counted: its count.
        readings: how many legal readings there were.
    """

    ruleset: Ruleset = attrs.field(repr=False)
    hand: Hand
    win: bool
    reason: Reason | None
    reading: Reading | None
    counted: Counted | None = attrs.field(repr=False)
    readings: int

    @property
    def melds(self) -> tuple[Group, ...]:
        """The melds of the reading."""
        return self.reading.groups if self.reading is not None else ()

    def step(self, name: str) -> int | None:
        """Return the value of a step by id, None where there is none."""
        return self.counted.step(name) if self.counted is not None else None

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
        if self.counted is None or not self.win:
            return 0
        return sum(one.total for one in self.counted.tables if one.table.id == "fan")

    @property
    def points(self) -> int:
        """What one loser pays under the plain settlement; 0 when the hand is no win."""
        return (self.step("base") or 0) if self.win else 0

    @property
    def unit(self) -> Unit:
        """Unit of ``points``."""
        return next((step.unit for step in self.ruleset.count.steps if step.id == "base"), Unit.POINTS)

    @property
    def steps(self) -> tuple[StepScore, ...]:
        """Every step, in the order worked out."""
        if self.counted is None:
            return ()
        return tuple(StepScore(step.id, value, step.unit, step.row) for step, value in self.counted.steps)

    @property
    def patterns(self) -> tuple[PatternScore, ...]:
        """The patterns that count, of all tables."""
        if self.counted is None or not self.win:
            return ()
        return tuple(
            PatternScore(one.table.id, pattern.called, worth, pattern.row)
            for one in self.counted.tables
            for pattern, worth in one.counted
        )

    @property
    def missed(self) -> tuple[Missed, ...]:
        """Patterns that hold but are counted by another, and those one comparison short."""
        if self.counted is None or not self.win:
            return ()
        return tuple(_missed(self.counted))

    @property
    def payments(self) -> tuple[PaymentScore, ...]:
        """Who pays whom for the win."""
        if self.counted is None or not self.win:
            return ()
        return tuple(_payments(self.ruleset, self.counted))


class Scorer:
    """Scores hands under one bound ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._searcher = Searcher(ruleset)
        self._unsettled = tuple(unsettled_rows(ruleset))
        self._bounded = tuple(
            meld for meld in ruleset.melds if meld.exactly is not None or meld.at_most is not None
        )

    def score(self, hand: Hand) -> Score:
        """Return the best legal reading of a hand with its count, or why it is no win."""
        if hand.card is not None and self._searcher.win_claim(hand) is None:
            return self._lost(hand, _no_claim(hand), None, None)
        facts = HandFacts.of(hand, self.ruleset)
        legal: list[tuple[Reading, Counted]] = []
        short: list[tuple[Reading, Counted]] = []
        faults: list[tuple[Reading, Reason]] = []
        for reading, values in self._candidates(hand, facts):
            reason = self._shape_fault(reading, values)
            if reason is not None and not self._waived("groups", values):
                faults.append((reading, reason))
                continue
            counted = count_reading(self.ruleset, values)
            (legal if self._enough(counted) else short).append((reading, counted))
        if legal:
            reading, counted = max(legal, key=_preference)
            unsettled = next((row for row in self._unsettled if evaluate_row(row, counted.values)), None)
            if unsettled is not None:
                return self._lost(hand, _unsettled_reason(unsettled), reading, counted)
            return Score(self.ruleset, hand, True, None, reading, counted, len(legal))  # noqa: FBT003
        if short:
            reading, counted = max(short, key=_preference)
            return self._lost(hand, self._shortage(counted), reading, counted)
        if faults:
            return self._lost(hand, faults[0][1], faults[0][0], None)
        return self._lost(hand, self._leftover(hand), None, None)

    def complete(self, hand: Hand) -> bool:
        """Tell whether a hand has a legal reading."""
        return self.score(hand).win

    # ------------------------------------------------------------ candidates

    def _candidates(self, hand: Hand, facts: HandFacts) -> Iterator[tuple[Reading, Values]]:
        seen: set[Reading] = set()
        for reading in self._searcher.readings(hand):
            if reading not in seen:
                seen.add(reading)
                yield reading, Values(facts, reading, self.ruleset, lambda: self.waits(hand))
        if not any("groups" in way.waives for way in self.ruleset.win.ways):
            return
        for reading in self._searcher.waived(hand):
            values = Values(facts, reading, self.ruleset, lambda: self.waits(hand))
            if any("groups" in way.waives for way in ways_of(self.ruleset, values)) and reading not in seen:
                yield reading, values

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
            return _leftover_reason(len(reading.rest))
        if len(reading.groups) != needed:
            found = len(reading.groups)
            words = Bilingual(f"成了 {found} 门，要 {needed} 门", f"{found} groups, and {needed} are needed")
            return Reason("groups", words, needed - found)
        for meld in self._bounded:
            count = values[f"count:{meld.id}"]
            if meld.exactly is not None and count != (due := evaluate(meld.exactly, values)):
                words = Bilingual(f"{meld.called}有 {count} 副，要正好 {due} 副", f"{count} {meld.id}, and exactly {due} are due")
                return Reason("bounded", words, due - count)
            if meld.at_most is not None and count > (most := evaluate(meld.at_most, values)):
                words = Bilingual(f"{meld.called}有 {count} 副，最多 {most} 副", f"{count} {meld.id}, and at most {most} may be")
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

    def _shortage(self, counted: Counted) -> Reason:
        """Say by how much the first requirement that fails is missed, where it is one comparison."""
        minimum = next((one for one in self._due(counted) if not evaluate(one.value, counted.values)), None)
        condition = minimum.value if minimum is not None else None
        missing = _short_of(condition, counted.values)
        if missing:
            name = condition.left.span.text if isinstance(condition, Comparison) and condition.left.span else ""
            words = Bilingual(f"还差 {missing} {name}", f"{missing} {name} short of the minimum")
            return Reason("short", words, missing)
        text = minimum.row.span.text if minimum is not None else ""
        return Reason("short", Bilingual(f"没有达到：{text}", f"the minimum is not reached: {text}"))

    # ------------------------------------------------------------ no win

    def _lost(self, hand: Hand, reason: Reason, reading: Reading | None, counted: Counted | None) -> Score:
        return Score(self.ruleset, hand, False, reason, reading, counted, 0)  # noqa: FBT003

    def _leftover(self, hand: Hand) -> Reason:
        """Say how few cards can be left over when the rest is in melds."""
        fewest = min((self._searcher.fewest_left(arrival) for arrival in self._searcher.arrivals(hand)), default=0)
        return _leftover_reason(fewest)


def score(ruleset: Ruleset, hand: Hand) -> Score:
    """Score one hand under a bound ruleset; for many hands keep a ``Scorer``."""
    return Scorer(ruleset).score(hand)


def _preference(candidate: tuple[Reading, Counted]) -> tuple[int, int, int, list[tuple[str, tuple[Kind, ...]]]]:
    reading, counted = candidate
    fan = sum(one.total for one in counted.tables)
    order = sorted((group.meld, group.cards) for group in reading.groups)
    xi = counted.step("xi")
    return counted.step("base") or 0, reading.xi if xi is None else xi, fan, order


def evaluate_row(row: Row, values: Values) -> bool:
    """Tell whether the rule of a row is not settled for a hand."""
    return row.undefined is not None and bool(evaluate(row.undefined, values))


def _unsettled_reason(row: Row) -> Reason:
    doubt = row.doubt or row.written
    return Reason("undefined", Bilingual(f"这种情形规则没有定：{row.written}（{doubt}）", f"not settled by the rules: {row.written} ({doubt})"))


def _no_claim(hand: Hand) -> Reason:
    came = {
        "self": Bilingual("自己摸的牌", "one's own draw"),
        "draw": Bilingual("别家摸的牌", "another's draw"),
        "discard": Bilingual("打出来的牌", "a discard"),
    }[hand.by.value]
    return Reason("card", Bilingual(f"{came.zh}不能胡", f"{came.en} may not be won on"))


def _leftover_reason(count: int) -> Reason:
    return Reason("incomplete", Bilingual(f"有 {count} 张牌配不成门", f"{count} cards are left over"), count)


def _short_of(condition: object, values: Values) -> int:
    """Return by how much a comparison with a number fails, 0 for other conditions."""
    if not isinstance(condition, Comparison) or isinstance(condition.left, Constant):
        return 0
    left, right = evaluate(condition.left, values), evaluate(condition.right, values)
    match condition.operator:
        case ">=":
            return max(0, right - left)
        case ">":
            return max(0, right - left + 1)
        case "<=":
            return max(0, left - right)
        case "<":
            return max(0, left - right + 1)
        case "=":
            return abs(left - right)
    return 0


def _missed(counted: Counted) -> Iterator[Missed]:
    for one in counted.tables:
        for pattern in one.replaced:
            yield Missed(one.table.id, pattern.called, True, 0, pattern.row)  # noqa: FBT003
        done = {pattern.id for pattern, _ in one.counted} | {pattern.id for pattern in one.replaced}
        for pattern in one.table.patterns:
            short = 0 if pattern.id in done else _short_of(pattern.when, counted.values)
            if short:
                yield Missed(one.table.id, pattern.called, False, short, pattern.row)  # noqa: FBT003


def _payments(ruleset: Ruleset, counted: Counted) -> Iterator[PaymentScore]:
    """Yield what the win pays; where a payer who deals pays otherwise, it stands apart."""
    for payment in ruleset.payments:
        if "win" not in payment.events:
            continue
        for payer, dealer in _payers(payment, counted):
            values = counted.values.with_payer(dealer=dealer)
            if payment.when is None or evaluate(payment.when, values):
                yield PaymentScore(payer, payment.payee, evaluate(payment.amount, values), payment.row)


def _payers(payment: Payment, counted: Counted) -> Iterator[tuple[str, bool]]:
    parts = [payment.amount] + ([payment.when] if payment.when is not None else [])
    apart = any(ref.key == "fact:payer-dealer" for part in parts for ref in refs(part))
    if payment.payer == "others" and apart and not counted.values["fact:dealer"]:
        yield "dealer", True
    yield payment.payer, payment.payer == "dealer"
