"""A winning hand as it lies: melds on the table, cards in hand, the winning card and how it came."""

from __future__ import annotations

from enum import Enum

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.errors import HandError, expect
from phzdsl.text.diagnostics import Bilingual

__all__ = ["By", "Hand", "TableMeld", "check_made", "way_of"]

_EVERY_KIND = frozenset(range(KINDS))


class By(Enum):
    """How the winning card came."""

    SELF = "self"
    DRAW = "draw"
    DISCARD = "discard"
    DEAL = "deal"


# The card events that each way of coming is, as claims name them.
EVENTS: dict[By, frozenset[str]] = {
    By.SELF: frozenset({"self-draw", "any-draw"}),
    By.DRAW: frozenset({"others-draw", "any-draw", "previous-draw"}),
    By.DISCARD: frozenset({"others-discard", "previous-discard"}),
    By.DEAL: frozenset({"deal"}),
}


# The facts that each way of coming is; those left out are 0.
CAME: dict[By, frozenset[str]] = {
    By.SELF: frozenset({"self-draw", "from-draw"}),
    By.DRAW: frozenset({"from-draw"}),
    By.DISCARD: frozenset({"discard-win", "from-discard"}),
    By.DEAL: frozenset({"deal-win"}),
}


@attrs.frozen
class TableMeld:
    """A meld on the table.

    Attributes:
        meld: id of the meld; ``chi`` for any that a chi can make.
        cards: its cards, ascending by point.
    """

    meld: str
    cards: tuple[Kind, ...]


@attrs.frozen
class Hand:
    """One hand to be scored.

    Attributes:
        table: melds on the table, in the order laid.
        concealed: cards in hand without the winning card, ascending.
        card: the winning card; None for a win at the deal.
        by: how it came.
        facts: further facts of play by id, such as ``("dealer", 1)``; what is left out is 0.
    """

    table: tuple[TableMeld, ...]
    concealed: tuple[Kind, ...]
    card: Kind | None
    by: By
    facts: tuple[tuple[str, int], ...] = ()

    def stated(self) -> dict[str, int]:
        """Return the facts of play by id: how the winning card came, and what else is stated."""
        return dict.fromkeys(CAME[self.by], 1) | dict(self.facts)

    @property
    def turned(self) -> Kind | None:
        """The card turned before play or after the win, where one is stated."""
        number = dict(self.facts).get("turned-card", 0)
        return number - 1 if number else None

    def cards(self) -> tuple[Kind, ...]:
        """Return every card of the hand."""
        laid = tuple(kind for meld in self.table for kind in meld.cards)
        return laid + self.concealed + (() if self.card is None else (self.card,))


def way_of(by: By | str) -> By:
    """Return how a winning card came, which may be given by its word.

    Raises:
        ArgumentError: it is no word.
        HandError: there is no such way.
    """
    if isinstance(by, By):
        return by
    expect("by", by, str, "a By, or one of its words")
    known = {one.value: one for one in By}
    if by not in known:
        zh = f"牌的来处没有「{by}」，可以是 {'、'.join(known)}"
        en = f"a card does not come by {by!r}; it comes by one of {', '.join(known)}"
        raise HandError(en, words=Bilingual(zh, en))
    return known[by]


def check_made(hand: Hand) -> None:
    """Refuse a hand that a program made of what is no hand; whether it can be laid is not asked here.

    Raises:
        ArgumentError: it is no ``Hand``, or one of its parts has another type.
        HandError: a card is no kind.
    """
    expect("hand", hand, Hand, "a Hand, such as parse_hand() gives")
    expect("hand.by", hand.by, By, "a By")
    if not (isinstance(hand.table, tuple) and isinstance(hand.concealed, tuple) and isinstance(hand.facts, tuple)):
        for name in ("table", "concealed", "facts"):
            expect(f"hand.{name}", getattr(hand, name), tuple, "a tuple")
    if hand.card is not None:
        expect("hand.card", hand.card, int, "a kind or None")
    for meld in hand.table:
        expect("a meld of hand.table", meld, TableMeld, "a TableMeld")
    try:
        sound = _EVERY_KIND.issuperset(hand.cards())
    except TypeError:  # a card that cannot even be looked up
        sound = False
    if not sound:
        msg = f"a card is a kind from 0 to {KINDS - 1}; the cards are {hand.cards()!r}"
        raise HandError(msg)
