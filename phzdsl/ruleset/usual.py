"""The few things in which the sheets of neighbours usually differ, found in a ruleset by what they mean.

What enters is a ruleset before a room has chosen. What leaves are its numbers, each with the places that state it, so that a
child can state the same formula with another number. Nothing here knows how a child is written, nor any variant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

import attrs

from phzdsl.ruleset.expressions import (
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    Expr,
    Not,
    Ref,
    Within,
    children,
    evaluate,
)
from phzdsl.ruleset.model import Claim, Option, Pattern, Payment, Ruleset, Setting, Step
from phzdsl.ruleset.options import number_of
from phzdsl.syntax.tokens import tokens_of
from phzdsl.text.source import Source, Span

__all__ = ["Number", "Paying", "Pays", "Seating", "Usual", "reworded", "usual"]

_XI = frozenset({"step:xi", "fact:meld-xi"})
_RED = "fact:red-cards"
_DISCARD_WIN = "fact:discard-win"
_DISCARDS = frozenset({"others-discard", "previous-discard"})
# Fewer red cards than this are no threshold but a pattern of their own: none, or one.
_LEAST_RED = 2
_GROUP = 3


@attrs.frozen
class Number:
    """An amount that a neighbour may set otherwise.

    Attributes:
        value: what it is in a room that chooses nothing.
        spans: the literals that state it.
        option: the option that states it, where it is no literal.
    """

    value: int
    spans: tuple[Span, ...] = ()
    option: Option | None = None


@attrs.frozen
class Seating:
    """Players and the deal in a room that chooses nothing; None is what the ruleset does not state as a number."""

    players: Number | None = None
    dealer: int | None = None
    other: int | None = None
    stock: int | None = None
    groups: int | None = None

    def stock_of(self, players: int, dealer: int, other: int) -> int | None:
        """Return the stock that another deal leaves of the same deck."""
        if self.players is None or self.dealer is None or self.other is None or self.stock is None:
            return None
        dealt = self.dealer + self.other * (self.players.value - 1)
        return self.stock + dealt - dealer - other * (players - 1)

    def groups_of(self, dealer: int) -> int | None:
        """Return how many groups such a deal makes, where this one makes its groups; else None."""
        whole = self.groups is not None and self.dealer == self.groups * _GROUP
        return dealer // _GROUP if whole and dealer % _GROUP == 0 else None


class Pays(Enum):
    """Who pays for a win on a discard."""

    NOBODY = "none"  # there is no such win
    ALL = "all"
    DISCARDER = "discarder"


@attrs.frozen
class Paying:
    """How a win is paid.

    Attributes:
        now: who pays for a discard.
        win: the claim that wins.
        row: what all pay.
        discard: what the discarder pays alone, where there is such a row.
    """

    now: Pays
    win: Claim
    row: Payment
    discard: Payment | None = None


@attrs.frozen
class Usual:
    """What usually differs; None is what the ruleset does not have, or not in a form in which one number says it.

    Attributes:
        minimum: the least 息 of a win.
        start, step: where 等 begin, and how many 息 one more takes; both in the formula of ``deng``.
        red: the pattern for many red cards, and ``threshold``, their number.
    """

    seating: Seating
    minimum: Number | None = None
    deng: Step | None = None
    start: Number | None = None
    step: Number | None = None
    red: Pattern | None = None
    threshold: Number | None = None
    paying: Paying | None = None


def usual(ruleset: Ruleset) -> Usual:
    """Find what usually differs in an unbound ruleset."""
    chosen = {f"option:{option.id}": option.default for option in ruleset.options}
    find = _Finder(ruleset, chosen)
    minimum = find.minimum()
    deng, start, step = find.deng()
    red, threshold = find.red()
    # One option may state several of these; the first that it states is the one to ask for.
    taken: set[str] = set()
    once = [find.once(one, taken) for one in (minimum, start, step)]
    return Usual(find.seating(), once[0], deng, once[1], once[2], red, threshold, find.paying())


def reworded(expr: Expr, numbers: Iterable[tuple[Number, int]]) -> str:
    """Return an expression as its author wrote it, with other numbers in their places."""
    whole = expr.span
    if whole is None:
        return ""
    edits = [(span, str(value)) for number, value in numbers for span in number.spans if _within(span, whole)]
    text = whole.text
    for span, new in sorted(edits, key=lambda edit: edit[0].start, reverse=True):
        text = text[: span.start - whole.start] + new + text[span.end - whole.start :]
    return text


def _within(span: Span, whole: Span) -> bool:
    return span.source is whole.source and whole.start <= span.start and span.end <= whole.end


@attrs.frozen
class _Finder:
    """Looks through one ruleset; ``chosen`` has the value of each option in a room that chooses nothing."""

    ruleset: Ruleset
    chosen: Mapping[str, int]

    def once(self, number: Number | None, taken: set[str]) -> Number | None:
        """Return a number unless its option is taken."""
        if number is None or number.option is None:
            return number
        if number.option.id in taken:
            return None
        taken.add(number.option.id)
        return number

    # ------------------------------------------------------------ seats

    def seating(self) -> Seating:
        """Return players and deal."""
        seats, groups = self.ruleset.seats, self.ruleset.win.groups
        players = self._number([seats.players.value]) if seats.players is not None else None
        return Seating(
            players,
            self._amount(seats.dealer_cards),
            self._amount(seats.other_cards),
            self._plain(seats.stock),
            self._plain(groups),
        )

    def _plain(self, setting: Setting | None) -> int | None:
        """Return what a row states as a number and not as a formula."""
        return setting.value.value if setting is not None and isinstance(setting.value, Constant) else None

    def _amount(self, expr: Expr | None) -> int | None:
        try:
            return None if expr is None else evaluate(expr, self.chosen)
        except KeyError:
            return None

    # ------------------------------------------------------------ 息 and 等

    def minimum(self) -> Number | None:
        """Return the least 息, where all that ask for it ask for as many."""
        least = self.ruleset.win.minimum
        asked = [] if least is None else [
            part.right for part in self._parts(least.value)
            if isinstance(part, Comparison) and part.operator == ">=" and _is(part.left, _XI)
        ]  # fmt: skip
        several = len({part.value for part in asked if isinstance(part, Constant)}) > 1
        return None if several else self._number(asked)

    def deng(self) -> tuple[Step | None, Number | None, Number | None]:
        """Return the first step of the form (息 - start) ÷ step, with both numbers."""
        for one in self.ruleset.count.steps:
            starts, steps = [], []
            for part in self._parts(one.formula):
                if isinstance(part, Arithmetic) and part.operator == "/" and isinstance(part.left, Arithmetic):
                    above = part.left
                    if above.operator == "-" and _is(above.left, _XI):
                        starts.append(above.right)
                        steps.append(part.right)
            if starts:
                return one, self._number(starts), self._number(steps)
        return None, None, None

    # ------------------------------------------------------------ red cards

    def red(self) -> tuple[Pattern | None, Number | None]:
        """Return the first pattern that asks for so many red cards or more, and how many."""
        for _, pattern in self.ruleset.patterns():
            low = self._red_low(pattern.when)
            if low is not None and low.value >= _LEAST_RED:
                above = [
                    part.right.span for part in self._parts(pattern.worth)
                    if isinstance(part, Arithmetic) and part.operator == "-" and _is(part.left, {_RED})
                    and isinstance(part.right, Constant) and part.right.value == low.value
                ]  # fmt: skip
                return pattern, attrs.evolve(low, spans=(*low.spans, *(span for span in above if span is not None)))
        return None, None

    def _red_low(self, when: Expr) -> Number | None:
        if isinstance(when, Comparison) and when.operator == ">=" and _is(when.left, {_RED}):
            return self._number([when.right])
        if isinstance(when, Within) and _is(when.value, {_RED}) and len(when.ranges) == 1:
            return _first_number(when)
        return None

    # ------------------------------------------------------------ payments

    def paying(self) -> Paying | None:
        """Return who pays for a discard, where it is one of the usual ways."""
        win = next((claim for claim in self.ruleset.claims if claim.id == "win"), None)
        rows = [pay for pay in self.ruleset.payments if "win" in pay.events]
        if win is None or not rows or any(pay.events != ("win",) or pay.payee != "actor" for pay in rows):
            return None
        first = rows[0]
        claims = [claim for claim in self.ruleset.claims if claim is win or "win" in claim.into]
        discards = any(_DISCARDS & set(claim.events) for claim in claims)
        if first.payer == "others" and first.when is None and len(rows) == 1:
            return Paying(Pays.ALL if discards else Pays.NOBODY, win, first)
        split = len(rows) == 2 and discards  # noqa: PLR2004 - a row for all, and one for the discarder
        if split and first.payer == "others" and _is_not(first.when) and rows[1].payer == "discarder":
            return Paying(Pays.DISCARDER, win, *rows) if _is(rows[1].when, {_DISCARD_WIN}) else None
        return None

    # ------------------------------------------------------------ expressions

    def _number(self, stated: list[Expr]) -> Number | None:
        """Return the first of several amounts as a number, with all literals that state the same."""
        first = stated[0] if stated else None
        if isinstance(first, Ref) and first.key.startswith("option:"):
            option = self.ruleset.option(first.key.removeprefix("option:"))
            return Number(option.default, option=option) if option is not None and option.numbers else None
        if not isinstance(first, Constant) or first.span is None:
            return None
        same = (part.span for part in stated if isinstance(part, Constant) and part.value == first.value)
        return Number(first.value, tuple(span for span in same if span is not None))

    def _parts(self, expr: Expr) -> Iterator[Expr]:
        """Yield an expression and all inside it, what holds in a room that chooses nothing first."""
        yield expr
        parts = children(expr)
        if isinstance(expr, Conditional) and self._amount(expr.condition) == 0:
            parts = (expr.condition, expr.otherwise, expr.then)
        for part in parts:
            yield from self._parts(part)


def _is(expr: Expr | None, keys: Iterable[str]) -> bool:
    return isinstance(expr, Ref) and expr.key in keys


def _is_not(expr: Expr | None) -> bool:
    return isinstance(expr, Not) and _is(expr.operand, {_DISCARD_WIN})


def _first_number(when: Within) -> Number | None:
    """Return the low end of a range, whose place only the text knows."""
    whole, asked, low = when.span, when.value.span, when.ranges[0][0]
    if whole is None or asked is None or not isinstance(low, int):
        return None
    for token in tokens_of(Source("", whole.source.text[asked.end : whole.end]), [], 0):
        if number_of(token.text) == low:
            start = asked.end + token.span.start
            return Number(low, (Span(whole.source, start, start + len(token.text)),))
    return None
