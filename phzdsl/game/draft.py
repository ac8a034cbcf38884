"""A state being worked on: the same parts, open to change, and what can be read off them.

``step.py`` opens a state into a draft, carries the play on until a seat must act, and closes it again. A
draft never leaves this floor.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import TYPE_CHECKING

import attrs

from phzdsl.cards import Kind
from phzdsl.game.around import Around
from phzdsl.game.counts import kinds_of
from phzdsl.game.events import Event
from phzdsl.game.memory import Memory
from phzdsl.game.state import Action, Ask, Carried, Offer, Phase, Result, Seat, State, Take
from phzdsl.scoring.hand import By, Hand

if TYPE_CHECKING:
    from phzdsl.game.rules import Game

__all__ = ["Draft", "Next", "Step"]


class Step(IntEnum):
    """What a hand of play goes through; ``step.py`` holds the functions."""

    SHOW = auto()
    DEAL_CLAIMS = auto()
    DEAL_ANSWERED = auto()
    DEAL_WINS = auto()
    DEAL_WINS_ANSWERED = auto()
    SHOWN = auto()
    FIRST_TURN = auto()
    DRAW = auto()
    TURN = auto()
    TURN_ANSWERED = auto()
    DISCARD = auto()
    DISCARD_ANSWERED = auto()
    SETTLE = auto()


Next = tuple[Step, int] | None
"""The step to follow and the seat that it is about; None where a seat must answer first."""


@attrs.define(eq=False)
class Draft:
    """A hand of play at work; see ``State`` for the parts.

    Attributes:
        around: the seats that hold cards, from the dealer on.
    """

    game: Game
    dealer: int
    carried: Carried
    deck: tuple[Kind, ...]
    top: int
    end: int
    shown: Kind | None
    indicator: Kind | None
    seats: list[Seat]
    turn: int
    phase: Phase
    offer: Offer | None
    take: Take
    asks: list[Ask]
    actions: list[Action]
    events: list[Event]
    paid: list[int]
    opened: bool
    judged: bool
    result: Result | None
    around: Around = attrs.field(kw_only=True)

    @classmethod
    def of(cls, state: State) -> Draft:
        """Open a state."""
        return cls(
            state.game, state.dealer, state.carried, state.deck, state.top, state.end, state.shown, state.indicator,
            list(state.seats), state.turn, state.phase, state.offer, state.take, list(state.asks), list(state.actions),
            list(state.events), list(state.paid), state.opened, state.judged, state.result,
            around=state.game.around(state.dealer),
        )  # fmt: skip

    def closed(self) -> State:
        """Return the state reached."""
        return State(
            self.game, self.dealer, self.carried, self.deck, self.top, self.end, self.shown, self.indicator,
            tuple(self.seats), self.turn, self.phase, self.offer, self.take, tuple(self.asks), tuple(self.actions),
            tuple(self.events), tuple(self.paid), self.opened, self.judged, self.result,
        )  # fmt: skip

    # ------------------------------------------------------------ places

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that hold cards, from the dealer on."""
        return self.around.order

    def after(self, seat: int) -> int:
        """Return the next seat that holds cards."""
        return self.around.after[seat]

    def away(self, giver: int, seat: int) -> int:
        """Return how many places a seat is from another, going round."""
        return self.around.away[giver][seat]

    def from_seat(self, seat: int) -> tuple[int, ...]:
        """Return the seats that hold cards, from one on."""
        return self.around.turns[seat]

    # ------------------------------------------------------------ changes

    def remember(self, seat: int, **changed: object) -> None:
        """Change what is remembered of a seat."""
        place = self.seats[seat]
        memory = attrs.evolve(place.memory, **changed)  # type: ignore[arg-type] # fields of Memory by name
        self.seats[seat] = place.with_memory(memory)

    # ------------------------------------------------------------ what can be read off

    def memory(self, seat: int) -> Memory:
        """Return what is remembered of a seat."""
        return self.seats[seat].memory

    def completes(self, take: Take, card: Kind) -> bool:
        """Tell whether a card could have eaten the same two cards as the set just eaten (吃边)."""
        rest = list(take.eaten)
        if take.card is not None:
            rest.remove(take.card)
        wanted = sorted((*rest, card))
        places = self.game.places
        plans = places["draw"][0].chis + places["discard"][1].chis
        return any(sorted(eaten.made) == wanted for plan in plans for eaten in plan.sets[card])

    def hand(self, seat: int, card: Kind | None, by: By, facts: tuple[tuple[str, int], ...] = ()) -> Hand:
        """Return a seat's hand as it is scored."""
        place = self.seats[seat]
        table = tuple([laid.table_meld for laid in place.melds])
        return Hand(table, kinds_of(place.hand), card, by, facts)
