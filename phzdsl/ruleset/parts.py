"""Parts of a ruleset that shape a hand of play: cards, seats, melds, claims, discards, faults."""

from __future__ import annotations

from functools import cached_property

import attrs

from phzdsl.cards import KINDS, POINTS, Kind, is_big, kind_of
from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Constant, Expr
from phzdsl.text.source import Span

__all__ = [
    "Bar", "Bonus", "Claim", "Deck", "DeckCards", "DiscardRule", "Fault", "Meld", "Row", "Seats", "Setting", "Value",
    "constant", "word_of",
]  # fmt: skip


@attrs.frozen(repr=False, eq=False)
class Row(ByFields):
    """Where a part of a ruleset comes from.

    Attributes:
        block: id of the block, with the table's name for a named one: ``fan``, ``fan/醒``.
        name: canonical name of the row.
        written: the name as written.
        origin: id of the variant that states the row as it now is.
        cites: ids of clauses and sheets.
        doubt: the question that the source leaves open, in the author's words.
        enabled: condition on options under which the row exists; None means always.
        undefined: condition under which the rule is not settled, and a hand that meets it is refused.
    """

    block: str
    name: str
    written: str
    origin: str
    cites: tuple[str, ...] = ()
    doubt: str | None = None
    remark: str | None = None
    enabled: Expr | None = None
    undefined: Expr | None = None
    span: Span = attrs.field(eq=False, repr=False, kw_only=True)

    @property
    def path(self) -> str:
        """Return the row's id in the whole variant, such as ``fan/红胡``."""
        return f"{self.block}/{self.name}"


@attrs.frozen(repr=False, eq=False)
class Setting(ByFields):
    """A row that sets one amount."""

    row: Row
    value: Expr


# ---------------------------------------------------------------- cards and seats


@attrs.frozen(repr=False, eq=False)
class DeckCards(ByFields):
    """Kinds that are in the deck, and how many of each."""

    row: Row
    kinds: tuple[Kind, ...]
    each: Expr


@attrs.frozen(repr=False, eq=False)
class Bonus(ByFields):
    """A turned card that kinds of the hand may match: after the win, or before play.

    Attributes:
        match: which ranks, each a choice among the words of the list ``match``.
        turns: which card is turned, the next where there is none.
        again: when another is turned.
    """

    row: Row
    match: tuple[Expr, ...]
    turns: tuple[str, ...] = ()
    again: Expr | None = None

    def matched(self, turned: Kind) -> frozenset[Kind]:
        """Return the kinds that a turned card matches; ranks go round within one size."""
        steps = {"same-rank": 0, "rank-above": 1, "rank-below": -1, "winning-card": 0}
        found = (steps[word_of(one) or "same-rank"] for one in self.match)
        return frozenset(kind_of((turned + step) % POINTS + 1, big=is_big(turned)) for step in found)


@attrs.frozen(repr=False, eq=False)
class Deck(ByFields):
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
                counts[kind] += constant(part.each)
        return tuple(counts)


@attrs.frozen(repr=False, eq=False)
class Seats(ByFields):
    """Who sits and what is dealt; amounts are cards."""

    players: Setting | None = None
    sitter: Expr | None = None
    deal_row: Row | None = None
    dealer_cards: Expr | None = None
    other_cards: Expr | None = None
    shown: Expr | None = None
    shown_row: Row | None = None
    last: frozenset[str] = frozenset()
    last_row: Row | None = None
    stock: Setting | None = None
    sitter_row: Row | None = None


# ---------------------------------------------------------------- melds


@attrs.frozen(repr=False, eq=False)
class Value(ByFields):
    """What a meld is worth, in 息, by size and colour of its cards, and where an indicator raises its rank."""

    small_black: Expr
    small_red: Expr
    big_black: Expr
    big_red: Expr
    raised_small: Expr | None = None
    raised_big: Expr | None = None

    def of(self, kinds: tuple[Kind, ...], red: frozenset[Kind], raised: frozenset[Kind] = frozenset()) -> int:
        """Return the worth of a form; a form is red or raised when all its cards are, big when its first is."""
        lifted = self.raised_big if is_big(kinds[0]) else self.raised_small
        if lifted is not None and all(kind in raised for kind in kinds):
            return constant(lifted)
        reds = all(kind in red for kind in kinds)
        if is_big(kinds[0]):
            return constant(self.big_red if reds else self.big_black)
        return constant(self.small_red if reds else self.small_black)

    def place(self, place: int) -> Expr:
        """Return one amount: 0-3 as ``parts``, 4 and 5 raised small and big, or as they are where nothing raises."""
        every = (*self.parts(), self.raised_small or self.small_black, self.raised_big or self.big_black)
        return every[place]

    def parts(self) -> tuple[Expr, ...]:
        """Return the four amounts: small black, small red, big black, big red."""
        return (self.small_black, self.small_red, self.big_black, self.big_red)


@attrs.frozen(repr=False, eq=False)
class Meld(ByFields):
    """A kind of group.

    Attributes:
        id: canonical name, such as ``peng``.
        called: what players of this variant call it.
        forms: every set of cards that makes one, ascending by point.
        in_hand: concealed cards may make it at the win.
        on_table: it may lie on the table.
        whole: concealed cards that make it may not be used otherwise at the win.
        whole_for: for what it may not be split: ``chi``, ``for-bi``, ``win``.
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
    whole_for: frozenset[str] = frozenset()

    @cached_property
    def same(self) -> int:
        """Return 2, 3 or 4 when the meld is that many of one kind, else 0."""
        size = len(self.forms[0]) if self.forms else 0
        return size if all(form.count(form[0]) == len(form) == size for form in self.forms) else 0


# ---------------------------------------------------------------- play


@attrs.frozen(repr=False, eq=False)
class Claim(ByFields):
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
    bi: Expr | None = None
    at_most: Expr | None = None

    @property
    def wins(self) -> bool:
        """Tell whether the claim is a win."""
        return self.id == "win" or "win" in self.into


@attrs.frozen(repr=False, eq=False)
class Bar(ByFields):
    """Actions that a player may not take while a condition holds: dead cards, penalties."""

    row: Row
    actions: tuple[str, ...]
    when: Expr


@attrs.frozen(repr=False, eq=False)
class DiscardRule(ByFields):
    """When a discard is left out (``skips``; the player chooses where ``free``), or which card may not be discarded."""

    row: Row
    skips: bool
    when: Expr
    free: bool = False


@attrs.frozen(repr=False, eq=False)
class Fault(ByFields):
    """An act against the rules and what follows for the hand; ``events`` and ``when`` say what the act is."""

    row: Row
    id: str
    result: str | None = None
    events: tuple[str, ...] = ()
    when: Expr | None = None


def word_of(expr: Expr | None) -> str | None:
    """Return the word that a choice of a bound ruleset is."""
    return expr.label if isinstance(expr, Constant) else None


def constant(expr: Expr) -> int:
    """Return the value of an amount of a bound ruleset."""
    if not isinstance(expr, Constant):
        msg = "the ruleset is not bound to option values"
        raise TypeError(msg)
    return expr.value
