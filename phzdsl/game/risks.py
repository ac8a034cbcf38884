"""What others could do with a discard, for all that a seat sees; the cards that it has seen nowhere.

A rough count for players, in the measure of ``Prospect.worth``; whether a claim is legal is ``claims.py``.
"""

from __future__ import annotations

from phzdsl.cards import Kind
from phzdsl.game.rules import Game
from phzdsl.game.view import View
from phzdsl.ruleset.expressions import refs

__all__ = ["Risks", "unseen_cards"]

_PAIR = 2
# What others may do: eat the card; make three or four of it, for each card that is left; be paid for that by who
# discarded it, likewise; win on it, for each meld that lies before the one who has most.
_EATEN, _LAID, _PAID, _WON = 1, 1, 2, 3


class Risks:
    """Weighs discards under one room's rules."""

    def __init__(self, game: Game) -> None:
        self._game = game
        plans = [plan for source in ("discard", "first") for place in game.places[source] for plan in place.own]
        self._won = any(plan.wins for plan in plans)
        due = [plan.row for one in plans if one.growths for plan in game.payments.get(one.claim.id, ())]
        self._laid = _LAID + _PAID * any(row.payer == "discarder" for row in due)
        eats = {plan.claim.id for plan in game.places["discard"][1].chis}
        bars = [bar for bar in game.ruleset.bars if eats & set(bar.actions)]
        self._barred = {ref.key for bar in bars for ref in refs(bar.when)}

    def of(self, view: View, kind: Kind, unseen: list[int]) -> int:
        """Return how much others could do with a discard.

        Args:
            view: what the seat sees that would discard.
            kind: the card.
            unseen: by kind, the cards seen nowhere.
        """
        left = unseen[kind]
        risk = left * self._laid if left >= _PAIR else 0
        if self._won and left:
            risk += _WON * max(len(seat.melds) for at, seat in enumerate(view.seats) if at != view.seat)
        return risk + _EATEN * self._eaten(view, kind)

    def _eaten(self, view: View, kind: Kind) -> bool:
        """Tell whether the next seat might eat a card: it has neither discarded nor passed one of its kind."""
        order = self._game.order(view.dealer)
        own, following = view.seats[view.seat], view.seats[order[(order.index(view.seat) + 1) % len(order)]]
        if "fact:own-discard" in self._barred and kind in following.discards:
            return False
        passed = (*own.discards, *own.unused, *following.unused)
        return not ("fact:passed-chi" in self._barred and kind in passed)


def unseen_cards(game: Game, view: View) -> list[int]:
    """Return by kind how many cards a seat has seen nowhere: in the stock, in other hands, or face down."""
    left = list(game.copies)
    for seat in view.seats:
        for kind, count in enumerate(seat.hand or ()):
            left[kind] -= count
        lying = [card for meld in seat.melds for card in meld.cards if card is not None]
        for card in (*lying, *seat.discards, *seat.unused):
            left[card] -= 1
    # A discard on offer lies before its giver already, and a shown card is in its giver's hand.
    if view.offer is not None and view.offer.card is not None and view.offer.source == "draw":
        left[view.offer.card] -= 1
    if view.indicator is not None:
        left[view.indicator] -= 1
    return left
