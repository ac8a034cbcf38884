"""A ruleset: one variant, complete and typed, with no name left to look up.

Amounts are expressions until the ruleset is bound to option values (``options.py``); after that those
that shape a game (groups, copies, values of melds) are constants. Every part is a row that remembers
where it was written, what it cites, and which variant of the line of parents stated it.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import KINDS, Kind, is_big
from phzdsl.ruleset.expressions import Constant, Expr, Unit
from phzdsl.text.source import Span

__all__ = [
    "Bar",
    "Bonus",
    "Claim",
    "Count",
    "Deck",
    "DeckCards",
    "DiscardRule",
    "Example",
    "Fault",
    "Forbidden",
    "Meld",
    "Option",
    "Pattern",
    "PatternTable",
    "Payment",
    "Preset",
    "Row",
    "Ruleset",
    "Seats",
    "Session",
    "SessionRule",
    "Setting",
    "Stake",
    "Step",
    "Value",
    "Way",
    "Win",
]  # fmt: skip


@attrs.frozen
class Row:
    """Where a part of a ruleset comes from.

    Attributes:
        block: id of the block, with the table's name for a named one: ``fan``, ``fan/醒``.
        name: canonical name of the row.
        written: the name as written.
        origin: id of the variant that states the row as it now is.
        cites: ids of clauses and sheets.
        doubt: the question that the source leaves open, in the author's words.
        enabled: condition on options under which the row exists; None means always.
    """

    block: str
    name: str
    written: str
    origin: str
    cites: tuple[str, ...] = ()
    doubt: str | None = None
    remark: str | None = None
    enabled: Expr | None = None
    span: Span = attrs.field(eq=False, repr=False, kw_only=True)

    @property
    def path(self) -> str:
        """Return the row's id in the whole variant, such as ``fan/红胡``."""
        return f"{self.block}/{self.name}"


@attrs.frozen
class Setting:
    """A row that sets one amount."""

    row: Row
    value: Expr


# ---------------------------------------------------------------- cards and seats


@attrs.frozen
class DeckCards:
    """Kinds that are in the deck, and how many of each."""

    row: Row
    kinds: tuple[Kind, ...]
    each: Expr


@attrs.frozen
class Bonus:
    """A turned card that kinds of the hand may match: after the win, or before play."""

    row: Row
    match: tuple[str, ...]


@attrs.frozen
class Deck:
    """The cards of the game."""

    cards: tuple[DeckCards, ...] = ()
    red: frozenset[Kind] = frozenset()
    red_row: Row | None = None
    wild: Setting | None = None
    removed: Setting | None = None
    bonus: Bonus | None = None
    indicator: Bonus | None = None

    def copies(self) -> tuple[int, ...]:
        """Return how many of each kind the deck has, by kind; needs a bound ruleset."""
        counts = [0] * KINDS
        for part in self.cards:
            for kind in part.kinds:
                counts[kind] += _constant(part.each)
        return tuple(counts)


@attrs.frozen
class Seats:
    """Who sits and what is dealt; amounts are cards."""

    players: Setting | None = None
    sitter: str | None = None
    deal_row: Row | None = None
    dealer_cards: Expr | None = None
    other_cards: Expr | None = None
    shown: str | None = None
    shown_row: Row | None = None
    last: frozenset[str] = frozenset()
    last_row: Row | None = None
    stock: Setting | None = None
    sitter_row: Row | None = None


# ---------------------------------------------------------------- melds


@attrs.frozen
class Value:
    """What a meld is worth, in 息, by size and colour of its cards."""

    small_black: Expr
    small_red: Expr
    big_black: Expr
    big_red: Expr

    def of(self, kinds: tuple[Kind, ...], red: frozenset[Kind]) -> int:
        """Return the worth of a form; a form is red when all its cards are, big when its first is."""
        reds = all(kind in red for kind in kinds)
        if is_big(kinds[0]):
            return _constant(self.big_red if reds else self.big_black)
        return _constant(self.small_red if reds else self.small_black)

    def parts(self) -> tuple[Expr, ...]:
        """Return the four amounts: small black, small red, big black, big red."""
        return (self.small_black, self.small_red, self.big_black, self.big_red)


@attrs.frozen
class Meld:
    """A kind of group.

    Attributes:
        id: canonical name, such as ``peng``.
        called: what players of this variant call it.
        forms: every set of cards that makes one, ascending by point.
        in_hand: concealed cards may make it at the win.
        on_table: it may lie on the table.
        whole: concealed cards that make it may not be used otherwise.
        face_up: how many of its cards lie face up; None means all.
        exactly, at_most: how many a winning hand has; None where unbounded.
    """

    row: Row
    id: str
    called: str
    forms: tuple[tuple[Kind, ...], ...]
    in_hand: bool
    on_table: bool
    whole: bool
    value: Value
    face_up: Expr | None = None
    exactly: Expr | None = None
    at_most: Expr | None = None

    @property
    def same(self) -> int:
        """Return 2, 3 or 4 when the meld is that many of one kind, else 0."""
        lengths = {len(form) for form in self.forms if len(set(form)) == 1}
        return lengths.pop() if len(lengths) == 1 and all(len(set(form)) == 1 for form in self.forms) else 0


# ---------------------------------------------------------------- play


@attrs.frozen
class Claim:
    """An action on a card.

    Attributes:
        rank: 0 is taken first; claims of one rank are settled by seat.
        events: card events that it acts on.
        holding: what in hand or on the table the card joins (``two``, meld ids); empty for chi and win.
        into: melds that it makes.
        forced: the player has no choice.
        when: further condition.
        bi: what follows when further copies cannot be laid; None where no bi is due.
        at_most: how often a player may do it in one hand.
    """

    row: Row
    id: str
    called: str
    rank: int
    events: tuple[str, ...]
    holding: tuple[str, ...] = ()
    into: tuple[str, ...] = ()
    forced: bool = False
    when: Expr | None = None
    bi: str | None = None
    at_most: Expr | None = None


@attrs.frozen
class Bar:
    """Actions that a player may not take while a condition holds: dead cards, penalties."""

    row: Row
    actions: tuple[str, ...]
    when: Expr


@attrs.frozen
class DiscardRule:
    """When a discard is left out (``skips``), or which card may not be discarded."""

    row: Row
    skips: bool
    when: Expr


@attrs.frozen
class Fault:
    """An act against the rules and what follows for the hand."""

    row: Row
    id: str
    result: str | None = None


# ---------------------------------------------------------------- win and count


@attrs.frozen
class Way:
    """A named way to win: its condition, the requirements it waives, the facts it counts as."""

    row: Row
    id: str
    when: Expr
    waives: frozenset[str] = frozenset()
    counts_as: tuple[str, ...] = ()


@attrs.frozen
class Win:
    """What a winning hand is."""

    groups: Setting | None = None
    minimum: Setting | None = None
    break_quad: Setting | None = None
    winners: str = "first-seat"
    winners_row: Row | None = None
    ways: tuple[Way, ...] = ()


@attrs.frozen
class Step:
    """One formula of the count, in the order written."""

    row: Row
    id: str
    formula: Expr
    unit: Unit


@attrs.frozen
class Pattern:
    """A 番: its condition and its worth; ``replaces`` names those that it counts instead of."""

    row: Row
    id: str
    called: str
    when: Expr
    worth: Expr
    replaces: tuple[str, ...] = ()


@attrs.frozen
class PatternTable:
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


@attrs.frozen
class Count:
    """Steps and tables, and the order in which they can be worked out (``step:xi``, ``table:fan``, ...)."""

    steps: tuple[Step, ...] = ()
    tables: tuple[PatternTable, ...] = ()
    order: tuple[str, ...] = ()


# ---------------------------------------------------------------- payments and session


@attrs.frozen
class Payment:
    """At an event, a payer owes the payee an amount."""

    row: Row
    events: tuple[str, ...]
    payer: str
    payee: str
    amount: Expr
    when: Expr | None = None


@attrs.frozen
class SessionRule:
    """A row of the session with the word or amount it sets."""

    row: Row
    id: str
    word: str | None = None
    amount: Expr | None = None
    when: Expr | None = None


@attrs.frozen
class Stake:
    """A side stake that each player declares before a hand."""

    row: Row
    id: str
    low: int
    high: int


@attrs.frozen
class Session:
    """Hand after hand."""

    rules: tuple[SessionRule, ...] = ()
    stakes: tuple[Stake, ...] = ()


# ---------------------------------------------------------------- options and examples


@attrs.frozen
class Option:
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


@attrs.frozen
class Preset:
    """Named settings of several options."""

    row: Row
    id: str
    values: tuple[tuple[str, int], ...]


@attrs.frozen
class Forbidden:
    """A combination of options that a room may not choose."""

    row: Row
    when: Expr


@attrs.frozen
class Example:
    """A hand and what it must give, written in the rule file.

    Attributes:
        hand: in the notation of the command line.
        by: how the winning card came.
        facts, options: by name.
        expects: ``(key, value)``: step or table ids with amounts, pattern paths with 0 or 1, ``win`` with 0.
    """

    row: Row
    title: str
    hand: str
    by: str
    facts: tuple[tuple[str, int], ...] = ()
    options: tuple[tuple[str, int], ...] = ()
    expects: tuple[tuple[str, int], ...] = ()


@attrs.frozen
class Ruleset:
    """A whole variant.

    Attributes:
        id: ASCII id.
        line: ids of the variant and its parents, itself first.
        bound: option values that the ruleset is bound to, None before binding.
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


def _constant(expr: Expr) -> int:
    """Return the value of an amount of a bound ruleset."""
    if not isinstance(expr, Constant):
        msg = "the ruleset is not bound to option values"
        raise TypeError(msg)
    return expr.value


constant = _constant
