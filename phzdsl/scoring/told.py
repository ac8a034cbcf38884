"""What a score tells: why a hand is no win, what counted and what narrowly did not, who pays whom.

``Told`` is the count of one reading with all that is read from it. It depends on nothing but the values
that the rules name, so hands that agree in these share one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import attrs

from phzdsl.cards import Kind, write_cards
from phzdsl.ruleset.expressions import Comparison, Constant, Unit, evaluate, refs
from phzdsl.ruleset.model import Payment, Row, Ruleset
from phzdsl.scoring.counting import Counted
from phzdsl.scoring.facts import Values
from phzdsl.scoring.hand import Hand
from phzdsl.text.diagnostics import Bilingual

__all__ = [
    "Missed", "PatternScore", "PaymentScore", "Reason", "StepScore", "Told",
    "leftover_reason", "no_claim", "short_of", "unsettled_reason",
]  # fmt: skip


@attrs.frozen
class Reason:
    """Why a hand is no win.

    Attributes:
        code: ``undefined`` (the rules do not settle the case), ``card`` (such a card may not be won on),
            ``incomplete`` (cards left over), ``groups`` (wrong number of groups), ``bounded`` (too few or many
            of a meld), ``short`` (below the minimum).
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


@attrs.define(eq=False)
class Told:
    """The count of a reading, and what is told of it when it wins; each part is worked out when it is asked for.

    Attributes:
        counted: the count; its values belong to the hand that was counted first.
        enough: the minimum and what else is required are reached, or waived.
        unsettled: a row whose rule is not settled for such a win.
    """

    ruleset: Ruleset
    counted: Counted
    enough: bool
    unsettled: Row | None

    @cached_property
    def base(self) -> int:
        """What one loser pays under the plain settlement, as if it were a win."""
        return self.counted.step("base") or 0

    @cached_property
    def xi(self) -> int | None:
        """The step of that name, None where there is none."""
        return self.counted.step("xi")

    @cached_property
    def total(self) -> int:
        """Total of all tables."""
        return sum(one.total for one in self.counted.tables)

    @cached_property
    def steps(self) -> tuple[StepScore, ...]:
        """Every step, in the order worked out."""
        return tuple(StepScore(step.id, value, step.unit, step.row) for step, value in self.counted.steps)

    @cached_property
    def patterns(self) -> tuple[PatternScore, ...]:
        """The patterns that count, of all tables."""
        return tuple(
            PatternScore(one.table.id, pattern.called, worth, pattern.row)
            for one in self.counted.tables
            for pattern, worth in one.counted
        )

    @cached_property
    def missed(self) -> tuple[Missed, ...]:
        """Patterns that hold but are counted by another, then those one comparison short, the nearest first."""
        return tuple(sorted(_missed(self.counted), key=lambda one: one.short))

    @cached_property
    def payments(self) -> tuple[PaymentScore, ...]:
        """Who pays whom for the win."""
        return tuple(_payments(self.ruleset, self.counted))


# ---------------------------------------------------------------- why a hand is no win


def unsettled_reason(row: Row) -> Reason:
    """Say that the rules leave a case open."""
    doubt = row.doubt or row.written
    words = Bilingual(
        f"这种情形规则没有定：{row.written}（{doubt}）", f"not settled by the rules: {row.written} ({doubt})"
    )
    return Reason("undefined", words)


def no_claim(hand: Hand) -> Reason:
    """Say that such a card may not be won on."""
    came = {
        "self": Bilingual("自己摸的牌", "one's own draw"),
        "draw": Bilingual("别家摸的牌", "another's draw"),
        "discard": Bilingual("打出来的牌", "a discard"),
    }[hand.by.value]
    return Reason("card", Bilingual(f"{came.zh}不能胡", f"{came.en} may not be won on"))


def leftover_reason(cards: tuple[Kind, ...], aside: tuple[tuple[Kind, ...], ...] = ()) -> Reason:
    """Say which cards are in no meld, and which may not be split to take them in."""
    count = len(cards)
    zh = f"有 {count} 张牌配不成门：{write_cards(cards)}"
    en = f"{count} {'card is' if count == 1 else 'cards are'} left over: {write_cards(cards, ascii_only=True)}"
    if aside:
        zh += f"；手里的 {'、'.join(map(write_cards, aside))} 不能拆"
        en += f"; {', '.join(write_cards(cards, ascii_only=True) for cards in aside)} in hand may not be split"
    return Reason("incomplete", Bilingual(zh, en), count)


def short_of(condition: object, values: Values) -> int:  # noqa: PLR0911 - one line a sign
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


# ---------------------------------------------------------------- what counted, and who pays


def _missed(counted: Counted) -> Iterator[Missed]:
    for one in counted.tables:
        for pattern in one.replaced:
            yield Missed(one.table.id, pattern.called, replaced=True, short=0, row=pattern.row)
        done = {pattern.id for pattern, _ in one.counted} | {pattern.id for pattern in one.replaced}
        for pattern in one.table.patterns:
            short = 0 if pattern.id in done else short_of(pattern.when, counted.values)
            if short:
                yield Missed(one.table.id, pattern.called, replaced=False, short=short, row=pattern.row)


def _payments(ruleset: Ruleset, counted: Counted) -> Iterator[PaymentScore]:
    """Yield what the win pays; where a payer who deals pays otherwise, it stands apart."""
    for payment in () if ruleset.session.only_booked else ruleset.payments:
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
