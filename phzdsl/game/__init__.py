"""Floor 5: a hand of play. A bound ruleset and a deck enter; states, events, payments and records leave.

What holds: states are values; randomness enters only as the deck; every card is somewhere; payments sum
to zero; a seat that must act has something to do; what a seat is shown it may know. Nothing here knows a
variant, a text or a file.

    >>> from phzdsl import load
    >>> from phzdsl.game import apply, legal, new_hand, payments
    >>> state = new_hand(load("peng"), seed=7)
    >>> while state.waiting:
    ...     seat = state.waiting[0]
    ...     state = apply(state, legal(state, seat)[0])
    >>> sum(payments(state))
    0
"""

from phzdsl.game.events import Event
from phzdsl.game.rules import Game
from phzdsl.game.state import Action, Carried, Laid, Result, Seat, State, Winner
from phzdsl.game.step import apply, legal, new_hand, payments
from phzdsl.game.view import View, view

__all__ = [
    "Action",
    "Carried",
    "Event",
    "Game",
    "Laid",
    "Result",
    "Seat",
    "State",
    "View",
    "Winner",
    "apply",
    "legal",
    "new_hand",
    "payments",
    "view",
]
