"""The values of a hand of play: seats, melds that lie, the card on offer, what is asked of whom.

A ``State`` is complete: with it and an action the next one follows. Nothing here decides anything; what may
be claimed is ``claims.py``, what follows an action ``step.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

import attrs

from phzdsl.cards import Kind
from phzdsl.game.counts import Counts, kinds_of, more
from phzdsl.game.events import Event
from phzdsl.game.memory import NO_MEMORY, Memory
from phzdsl.scoring.hand import Hand, TableMeld
from phzdsl.scoring.score import Score

if TYPE_CHECKING:
    from phzdsl.game.rules import ClaimPlan, Game

__all__ = [
    "FIRST", "NOTHING", "Action", "Ask", "Carried", "Laid", "Offer", "Option", "Phase", "Result", "Seat",
    "Source", "State", "Take", "Winner",
]  # fmt: skip


class Source(Enum):
    """Where a card on offer comes from."""

    DRAW = "draw"
    DISCARD = "discard"
    SHOWN = "shown"
    DEAL = "deal"


class Phase(Enum):
    """What the seats are asked about."""

    DEAL = "deal"
    DEAL_WINS = "deal-wins"
    OFFER = "offer"
    TURN = "turn"
    DISCARD = "discard"
    OVER = "over"


# ---------------------------------------------------------------- what a player does


def _ascending(sets: Iterable[tuple[Kind, ...]]) -> tuple[tuple[Kind, ...], ...]:
    return tuple(sorted(sets)) if sets else ()


@attrs.frozen
class Action:
    """What a player does.

    Attributes:
        seat: who.
        do: id of a claim, or ``discard``, ``no-discard``, ``pass``.
        cards: the discarded card; the set that a 吃 (chi) makes, the eaten card in it, ascending.
        bi: the further sets that a 比 lays, in any order.
    """

    seat: int
    do: str
    cards: tuple[Kind, ...] = ()
    bi: tuple[tuple[Kind, ...], ...] = attrs.field(default=(), converter=_ascending)


FIRST = (0, 0)
"""The order of what nobody else contends for."""


@attrs.frozen
class Option:
    """An action that a seat may take, with what it needs to be done.

    Attributes:
        order: the lower comes first: rank of the claim, then places from the card on.
        plan: the claim; None for a discard.
        into: id of the meld that it makes.
        makes: the cards of that meld.
        face_up: how many of them the others will see.
        joins: index of the table meld that grows, None where cards of the hand are used.
        uses: cards of the hand that are laid, those of a 比 included.
        before: what is done first: a forced claim that a win comes after.
    """

    action: Action
    order: tuple[int, int]
    plan: ClaimPlan | None = None
    into: str = ""
    makes: tuple[Kind, ...] = ()
    face_up: int = 0
    joins: int | None = None
    uses: tuple[Kind, ...] = ()
    before: Option | None = None

    @property
    def wins(self) -> bool:
        """Tell whether it is a win."""
        return self.plan is not None and self.plan.wins

    @property
    def forced(self) -> bool:
        """Tell whether the player has no choice."""
        return self.plan is not None and self.plan.claim.forced


@attrs.frozen
class Ask:
    """What one seat is asked.

    Attributes:
        options: what it may do besides passing.
        passes: it may pass.
        answered: it has answered, or had no choice.
        reply: the option taken; None for a pass.
    """

    seat: int
    options: tuple[Option, ...]
    passes: bool = True
    answered: bool = False
    reply: Option | None = None

    def option(self, action: Action) -> Option | None:
        """Return the option that is an action; None where there is none."""
        for option in self.options:
            # Most often it is the very one that was offered.
            if option.action is action or option.action == action:
                return option
        return None

    def with_reply(self, reply: Option | None) -> Ask:
        """Return what was asked, answered."""
        return Ask(self.seat, self.options, self.passes, True, reply)  # noqa: FBT003 - in the order of the fields


# ---------------------------------------------------------------- what lies on the table


@attrs.frozen
class Laid:
    """A meld on the table.

    Attributes:
        meld: id of the meld; ``chi`` for what a 吃 or 比 laid.
        cards: its cards, ascending by point.
        face_up: how many of them the others see.
        source: where its last card came from.
        giver: the seat that drew or discarded that card.
        before: the meld that it grew from.
    """

    meld: str
    cards: tuple[Kind, ...]
    face_up: int
    source: Source
    giver: int
    before: Laid | None = None

    @property
    def table_meld(self) -> TableMeld:
        """The meld as the score reads it."""
        return TableMeld(self.meld, self.cards)


@attrs.frozen
class Seat:
    """One seat: cards in hand, melds, and the cards that lie before it.

    Attributes:
        hand: concealed cards by kind.
        discards: its discards that nobody took.
        unused: its draws that nobody took.
    """

    hand: Counts
    melds: tuple[Laid, ...] = ()
    discards: tuple[Kind, ...] = ()
    unused: tuple[Kind, ...] = ()
    memory: Memory = NO_MEMORY

    def with_hand(self, hand: Counts) -> Seat:
        """Return the seat with another hand."""
        return Seat(hand, self.melds, self.discards, self.unused, self.memory)

    def with_memory(self, memory: Memory) -> Seat:
        """Return the seat with another memory."""
        return Seat(self.hand, self.melds, self.discards, self.unused, memory)

    def held(self) -> Counts:
        """Return the seat's cards by kind, in hand and in melds."""
        return more(self.hand, tuple([kind for laid in self.melds for kind in laid.cards]))

    def cards(self) -> tuple[Kind, ...]:
        """Return every card before the seat and in its hand."""
        laid = tuple(kind for meld in self.melds for kind in meld.cards)
        return kinds_of(self.hand) + laid + self.discards + self.unused


@attrs.frozen
class Offer:
    """A card that seats may claim.

    Attributes:
        giver: who drew or discarded it, or holds it shown.
        hidden: only the drawer has seen it.
        first: it is the first stock card, or the dealer's first discard.
        last: it is the last stock card.
        wanted: the seat whose own 偎 or 提 takes it, None where there is none.
        wanters: the seats that could make a 碰 or 跑 of it; found only where the rules ask (抢跑).
    """

    card: Kind
    giver: int
    source: Source
    hidden: bool = False
    first: bool = False
    last: bool = False
    wanted: int | None = None
    wanters: tuple[int, ...] = ()


@attrs.frozen
class Take:
    """The card just taken in, as the rules of discards ask about it.

    Attributes:
        quad: it made four of a kind.
        eaten: the set that it made by a chi, and the card itself; empty otherwise.
    """

    quad: bool = False
    eaten: tuple[Kind, ...] = ()
    card: Kind | None = None


NOTHING = Take()


# ---------------------------------------------------------------- the whole


@attrs.frozen
class Carried:
    """What earlier hands leave to this one, amounts by seat.

    Attributes:
        drawn: drawn hands in a row (连荒).
        streaks: hands won in a row (连胜).
        totals: totals of the session, in points.
        stakes: what each seat staked for this hand.
    """

    drawn: int = 0
    streaks: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()


@attrs.frozen
class Winner:
    """A seat that won, with its hand and the score that explains it."""

    seat: int
    hand: Hand
    score: Score = attrs.field(repr=False)
    claim: str = "win"


@attrs.frozen
class Result:
    """How a hand ended: with winners, or drawn (荒庄) where there are none.

    Attributes:
        turned: cards turned after the win (醒).
    """

    winners: tuple[Winner, ...] = ()
    turned: tuple[Kind, ...] = ()

    @property
    def drawn(self) -> bool:
        """Tell whether nobody won."""
        return not self.winners


@attrs.frozen
class State:
    """A hand of play at one moment.

    Attributes:
        game: the rules; states under other rules are other states.
        dealer: seat of the dealer.
        seats: by seat, the one that sits out included.
        deck: all cards, as dealt and then as drawn.
        top: index in ``deck`` of the next stock card.
        end: index in ``deck`` after the last stock card.
        shown: the card shown at the deal, None where there is none.
        indicator: the card turned before play, likewise.
        turn: the seat whose turn it is.
        offer: the card on offer.
        take: the card that the seat at turn took in last.
        asks: what the seats are asked.
        actions: what the players did so far.
        events: everything that happened.
        paid: by seat, points received less points paid.
        opened: somebody has discarded.
        judged: forced claims are asked for, not made by themselves, as in records of human play.
    """

    game: Game = attrs.field(eq=lambda game: game.room, repr=False)
    dealer: int
    carried: Carried
    deck: tuple[Kind, ...]
    top: int
    end: int
    shown: Kind | None
    indicator: Kind | None
    seats: tuple[Seat, ...]
    turn: int
    phase: Phase
    offer: Offer | None
    take: Take
    asks: tuple[Ask, ...]
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    paid: tuple[int, ...]
    opened: bool
    judged: bool
    result: Result | None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must act, in the order asked; empty when the hand is over."""
        return tuple([ask.seat for ask in self.asks if not ask.answered])

    @property
    def over(self) -> bool:
        """Tell whether the hand has ended."""
        return self.result is not None

    @property
    def stock(self) -> int:
        """Cards left in the stock."""
        return self.end - self.top
