"""A ruleset: one variant, complete and typed, with no name left to look up.

Amounts are expressions until the ruleset is bound to option values (``options.py``); after that those
that shape a game (groups, copies, values of melds) are constants. Cards, seats, melds and play are in
``parts.py``. Every part is a row that remembers
where it was written, what it cites, and which variant of the line of parents stated it.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Constant, Expr, Unit
from phzdsl.ruleset.parts import (
    Bar,
    Bonus,
    Claim,
    Deck,
    DeckCards,
    DiscardRule,
    Fault,
    Meld,
    Row,
    Seats,
    Setting,
    Value,
    constant,
    word_of,
)
from phzdsl.text.source import Span

__all__ = [
    "Bar", "Bonus", "Claim", "Count", "Deck", "DeckCards", "DiscardRule", "Example", "Fault", "Forbidden", "Meld",
    "Option", "Pattern", "PatternTable", "Payment", "Preset", "Row", "Ruleset", "Seats", "Session", "SessionRule",
    "Setting", "Stake", "Step", "Value", "Way", "Win", "constant",
]  # fmt: skip


# Ways to settle with which nobody pays before the end.
_BOOKS = frozenset({"account-only", "halved"})

# ---------------------------------------------------------------- win and count


@attrs.frozen(repr=False, eq=False)
class Way(ByFields):
    """A named way to win: its condition, the requirements it waives, the facts it counts as."""

    row: Row
    id: str
    when: Expr
    waives: frozenset[str] = frozenset()
    counts_as: tuple[str, ...] = ()


@attrs.frozen(repr=False, eq=False)
class Win(ByFields):
    """What a winning hand is."""

    groups: Setting | None = None
    minimum: Setting | None = None
    break_quad: Setting | None = None
    winners: Expr | None = None
    winners_row: Row | None = None
    ways: tuple[Way, ...] = ()
    requirements: tuple[Setting, ...] = ()


@attrs.frozen(repr=False, eq=False)
class Step(ByFields):
    """One formula of the count, in the order written."""

    row: Row
    id: str
    formula: Expr
    unit: Unit


@attrs.frozen(repr=False, eq=False)
class Pattern(ByFields):
    """A 番: its condition and its worth; ``replaces`` names those that it counts instead of."""

    row: Row
    id: str
    called: str
    when: Expr
    worth: Expr
    replaces: tuple[str, ...] = ()


@attrs.frozen(repr=False, eq=False)
class PatternTable(ByFields):
    """Patterns that are combined into one amount.

    Attributes:
        id: ``fan``, or the author's name for a further table.
        combine: choice among sum, product, best, first-match.
        cap: greatest total; None for none.
    """

    id: str
    combine: Expr
    unit: Unit
    patterns: tuple[Pattern, ...]
    cap: Setting | None = None
    combine_row: Row | None = None


@attrs.frozen(repr=False, eq=False)
class Count(ByFields):
    """Steps and tables, and the order in which they can be worked out (``step:xi``, ``table:fan``, ...)."""

    steps: tuple[Step, ...] = ()
    tables: tuple[PatternTable, ...] = ()
    order: tuple[str, ...] = ()


# ---------------------------------------------------------------- payments and session


@attrs.frozen(repr=False, eq=False)
class Payment(ByFields):
    """At an event, a payer owes the payee an amount."""

    row: Row
    events: tuple[str, ...]
    payer: str
    payee: str
    amount: Expr
    when: Expr | None = None


@attrs.frozen(repr=False, eq=False)
class SessionRule(ByFields):
    """A row of the session with the word or amount it sets."""

    row: Row
    id: str
    word: Expr | None = None
    amount: Expr | None = None
    when: Expr | None = None


@attrs.frozen(repr=False, eq=False)
class Stake(ByFields):
    """A side stake that each player declares before a hand."""

    row: Row
    id: str
    numbers: tuple[int, ...]


@attrs.frozen(repr=False, eq=False)
class Session(ByFields):
    """Hand after hand."""

    rules: tuple[SessionRule, ...] = ()
    stakes: tuple[Stake, ...] = ()

    @property
    def only_booked(self) -> bool:
        """Nobody pays before the end, whatever the options: the account of whoever wins grows (只记, 减半)."""
        rule = next((one for one in self.rules if one.id == "settle"), None)
        sure = rule is not None and (rule.row.enabled is None or isinstance(rule.row.enabled, Constant))
        return sure and rule is not None and word_of(rule.word) in _BOOKS


# ---------------------------------------------------------------- options and examples


@attrs.frozen(repr=False, eq=False)
class Option(ByFields):
    """A choice of the room: named words, or numbers; values are positions in ``choices`` or numbers.

    Attributes:
        choices: words, empty for a number.
        numbers: the numbers it may be, empty for words.
        default: value when the room does not say.
        when: the option exists only then.
    """

    row: Row
    id: str
    choices: tuple[str, ...]
    numbers: tuple[int, ...]
    default: int
    when: Expr | None = None

    @property
    def truth(self) -> bool:
        """Tell whether it is a yes/no option."""
        return self.choices == ("no", "yes")


@attrs.frozen(repr=False, eq=False)
class Preset(ByFields):
    """Named settings of several options."""

    row: Row
    id: str
    values: tuple[tuple[str, int], ...]


@attrs.frozen(repr=False, eq=False)
class Forbidden(ByFields):
    """A combination of options that a room may not choose."""

    row: Row
    when: Expr


@attrs.frozen(repr=False, eq=False)
class Example(ByFields):
    """A hand and what it must give, written in the rule file.

    Attributes:
        hand: in the notation of the command line.
        by: how the winning card came.
        facts, options: by name.
        expects: ``(key, value)``: step or table ids with amounts, ``pays:role`` with what each such player pays, pattern paths with 0 or 1, ``win`` with 0.
    """

    row: Row
    title: str
    hand: str
    by: str
    facts: tuple[tuple[str, int], ...] = ()
    options: tuple[tuple[str, int], ...] = ()
    expects: tuple[tuple[str, int], ...] = ()


@attrs.frozen(repr=False, eq=False)
class Ruleset(ByFields):
    """A whole variant.

    Attributes:
        id: ASCII id.
        line: ids of the variant and its parents, itself first.
        bound: option values that the ruleset is bound to, None before binding.
        span: the name of the variant where the file states it.
    """

    id: str
    title: str
    line: tuple[str, ...]
    deck: Deck
    seats: Seats
    melds: tuple[Meld, ...]
    claims: tuple[Claim, ...]
    bars: tuple[Bar, ...]
    discards: tuple[DiscardRule, ...]
    win: Win
    count: Count
    payments: tuple[Payment, ...]
    faults: tuple[Fault, ...]
    session: Session
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    forbidden: tuple[Forbidden, ...]
    examples: tuple[Example, ...]
    rows: tuple[Row, ...] = ()
    bound: tuple[tuple[str, int], ...] | None = None
    span: Span | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    def meld(self, meld_id: str) -> Meld:
        """Return a meld by id.

        Raises:
            KeyError: there is none.
        """
        for meld in self.melds:
            if meld.id == meld_id:
                return meld
        raise KeyError(meld_id)

    def option(self, name: str) -> Option | None:
        """Return an option by name, None where there is none."""
        return next((option for option in self.options if option.id == name), None)

    def patterns(self) -> Iterator[tuple[PatternTable, Pattern]]:
        """Yield every pattern with its table, in the order of the file."""
        for table in self.count.tables:
            for pattern in table.patterns:
                yield table, pattern
