"""A hand of play with everything scrambled that one seat may not know."""

from __future__ import annotations

from random import Random

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.game import Action, State, legal, view
from phzdsl.game.claims import ask_of, options
from phzdsl.game.counts import counts_of, kinds_of
from phzdsl.game.discards import Due, discards_of, due_of
from phzdsl.game.draft import Draft
from phzdsl.game.events import Drawn, Event, Taken
from phzdsl.game.memory import NO_MEMORY
from phzdsl.game.state import Ask, Laid, Phase, Seat
from phzdsl.game.wins import wins

__all__ = ["check_secrecy", "scrambled"]


def check_secrecy(state: State, seat: int, random: Random) -> None:
    """Scramble what is hidden from a seat; its view and what it may do must stay as they are."""
    other = scrambled(state, seat, random)
    assert view(other, seat) == view(state, seat)
    assert _may(other, seat) == _may(state, seat)
    if seat in state.waiting:
        assert _may(other, seat) == legal(state, seat)


def scrambled(state: State, seat: int, random: Random) -> State:
    """Return the hand with other cards wherever a seat does not see them, and other seats' thoughts forgotten."""
    open_hands = {winner.seat for winner in state.result.winners} if state.result is not None else set()
    hidden = [at for at in range(len(state.seats)) if at != seat and at not in open_hands]
    pool = [kind for at in hidden for kind in kinds_of(state.seats[at].hand)] + list(state.deck[state.top :])
    random.shuffle(pool)
    seats = list(state.seats)
    for at in hidden:
        place = seats[at]
        size = sum(place.hand)
        held, pool = pool[:size], pool[size:]
        melds = tuple(_laid(laid, random) for laid in place.melds)
        memory = attrs.evolve(NO_MEMORY, declared=place.memory.declared)
        seats[at] = Seat(counts_of(tuple(held)), melds, place.discards, place.unused, memory)
    offer = state.offer
    if offer is not None and offer.hidden and offer.giver != seat:
        offer = attrs.evolve(offer, card=random.randrange(KINDS))
    dealt = list(state.deck[: state.top])
    random.shuffle(dealt)
    asks = tuple(ask if ask.seat == seat else Ask(ask.seat, (), answered=ask.answered) for ask in state.asks)
    actions = tuple(one if one.seat == seat else Action(one.seat, "pass") for one in state.actions)
    events = tuple(_event(event, seat, random) for event in state.events)
    return attrs.evolve(
        state, seats=tuple(seats), deck=(*dealt, *pool), offer=offer, asks=asks, actions=actions, events=events
    )


def _laid(laid: Laid, random: Random) -> Laid:
    """Return a meld with other cards face down; a card face up tells the others of its kind too."""
    if laid.face_up:
        return laid
    return attrs.evolve(laid, cards=(random.randrange(KINDS),) * len(laid.cards), before=None)


def _event(event: Event, seat: int, random: Random) -> Event:
    if isinstance(event, Drawn) and event.hidden and event.seat != seat:
        return attrs.evolve(event, card=random.randrange(KINDS))
    if isinstance(event, Taken) and event.face_up < len(event.cards) and event.seat != seat:
        kind: Kind = random.randrange(KINDS)
        cards = event.cards[: event.face_up] + (kind,) * (len(event.cards) - event.face_up)
        return attrs.evolve(event, cards=cards, card=None if event.card is None else kind)
    return event


def _may(state: State, seat: int) -> tuple[Action, ...]:
    """Work out anew what a seat may do, from what lies there and what it holds."""
    draft, offer = Draft.of(state), state.offer
    match state.phase:
        case Phase.OFFER if offer is not None and not (offer.hidden and offer.giver != seat):
            ask = ask_of(seat, options(draft, offer, seat), judged=False)
            if ask is None:
                return ()
            found = tuple(option.action for option in ask.options)
            return (*found, Action(seat, "pass")) if ask.passes else found
        case Phase.DISCARD if state.turn == seat:
            kinds = discards_of(draft, seat)
            found = tuple(Action(seat, "discard", (kind,)) for kind in kinds)
            return (*found, Action(seat, "no-discard")) if due_of(draft, seat, kinds) is Due.MAY else found
        case Phase.DEAL_WINS:
            return legal(state, seat) if wins(draft, seat, None) is not None else ()
    return legal(state, seat)
