"""A winning hand as it lies: melds on the table, cards in hand, the winning card and how it came."""

from __future__ import annotations

from enum import Enum

import attrs

from phzdsl.cards import Kind

__all__ = ["By", "Hand", "TableMeld"]


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
