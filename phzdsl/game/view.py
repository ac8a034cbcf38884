"""What one seat may know of a hand of play, and nothing more.

Built from what is open and what the seat holds, never by striking out: a part that is added to a state stays
hidden until it is shown here on purpose.
"""

from __future__ import annotations

import attrs

from phzdsl.cards import Kind
from phzdsl.game.counts import Counts
from phzdsl.game.events import Drawn, Event, Taken
from phzdsl.game.state import Action, Laid, Phase, Seat, State
from phzdsl.game.step import legal

__all__ = ["SeenCard", "SeenDraw", "SeenEvent", "SeenMeld", "SeenOffer", "SeenSeat", "SeenTake", "View", "view"]

SeenCard = Kind | None
"""A card, or None for one that lies face down."""


@attrs.frozen
class SeenMeld:
    """A meld on the table; cards that lie face down are None."""

    meld: str
    cards: tuple[SeenCard, ...]


@attrs.frozen
class SeenSeat:
    """What is seen of a seat.

    Attributes:
        held: number of concealed cards.
        hand: these by kind; None for another's.
        declared: it has declared (报警).
    """

    held: int
    hand: Counts | None
    melds: tuple[SeenMeld, ...]
    discards: tuple[Kind, ...]
    unused: tuple[Kind, ...]
    declared: bool


@attrs.frozen
class SeenOffer:
    """The card on offer; None while only its drawer has seen it."""

    card: SeenCard
    giver: int
    source: str


@attrs.frozen
class SeenDraw:
    """Another's draw that it has not shown."""

    seat: int


@attrs.frozen
class SeenTake:
    """A claim of which not every card is seen."""

    seat: int
    claim: str
    meld: str
    cards: tuple[SeenCard, ...]


SeenEvent = Event | SeenDraw | SeenTake


@attrs.frozen
class View:
    """A hand of play as one seat sees it.

    Attributes:
        seat: who looks.
        stock: cards left in the stock.
        turn: the seat whose turn it is.
        phase: what is going on.
        actions: what the seat may do now.
        paid: by seat, points received less points paid so far.
        over: the hand has ended, and the winners' hands are open.
    """

    seat: int
    dealer: int
    seats: tuple[SeenSeat, ...]
    stock: int
    shown: SeenCard
    indicator: SeenCard
    turn: int
    phase: str
    offer: SeenOffer | None
    actions: tuple[Action, ...]
    events: tuple[SeenEvent, ...]
    paid: tuple[int, ...]
    over: bool


def view(state: State, seat: int, actions: tuple[Action, ...] | None = None) -> View:
    """Return what a seat may know.

    Args:
        state: the hand of play.
        seat: who looks.
        actions: what it may do; asked of the state when left out.
    """
    if actions is None:
        actions = legal(state, seat)
    open_hands = {winner.seat for winner in state.result.winners} if state.result is not None else set()
    offer = state.offer
    seen_offer = None
    if offer is not None:
        own = not offer.hidden or offer.giver == seat
        seen_offer = SeenOffer(offer.card if own else None, offer.giver, offer.source.value)
    return View(
        seat,
        state.dealer,
        tuple(_seat(place, own=at == seat, shown=at in open_hands) for at, place in enumerate(state.seats)),
        state.stock,
        state.shown,
        state.indicator,
        state.turn,
        state.phase.value,
        seen_offer,
        actions,
        tuple(_event(event, seat) for event in state.events),
        state.paid,
        state.phase is Phase.OVER,
    )


def _seat(place: Seat, *, own: bool, shown: bool) -> SeenSeat:
    return SeenSeat(
        sum(place.hand),
        place.hand if own or shown else None,
        tuple(_meld(laid, own=own or shown) for laid in place.melds),
        place.discards,
        place.unused,
        place.memory.declared,
    )


def _meld(laid: Laid, *, own: bool) -> SeenMeld:
    return SeenMeld(laid.meld, laid.cards if own else _face_up(laid.cards, laid.face_up))


def _face_up(cards: tuple[Kind, ...], face_up: int) -> tuple[SeenCard, ...]:
    return cards[:face_up] + (None,) * (len(cards) - face_up)


def _event(event: Event, seat: int) -> SeenEvent:
    """Return an event as a seat saw it; one's own acts are seen whole."""
    if event_seat(event) == seat:
        return event
    if isinstance(event, Drawn) and event.hidden:
        return SeenDraw(event.seat)
    if isinstance(event, Taken) and event.face_up < len(event.cards):
        return SeenTake(event.seat, event.claim, event.meld, _face_up(event.cards, event.face_up))
    return event


def event_seat(event: Event) -> int | None:
    """Return who an event is about."""
    return getattr(event, "seat", None)
