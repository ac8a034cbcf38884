"""A turn: a card drawn, what a seat may do before it discards, the discard."""

from __future__ import annotations

from phzdsl.cards import Kind
from phzdsl.game.claims import ask_of, forced_of, turn_options
from phzdsl.game.counts import less
from phzdsl.game.discards import Due, discards_of, due_of
from phzdsl.game.draft import Draft, Next, Step
from phzdsl.game.events import Discarded, Kept
from phzdsl.game.finish import drawn
from phzdsl.game.laying import lay
from phzdsl.game.offer import offered
from phzdsl.game.state import FIRST, Action, Ask, Offer, Option, Phase, Seat, Source

__all__ = ["discard", "discard_answered", "discarded", "draw", "turn", "turn_answered"]


def draw(draft: Draft, seat: int) -> Next:
    """Turn the next stock card and offer it; without one the hand is drawn."""
    if draft.top == draft.end:
        return drawn(draft)
    card = draft.deck[draft.top]
    first = draft.top == draft.end - draft.game.stock
    draft.top += 1
    draft.turn = seat
    return offered(draft, Offer(card, seat, Source.DRAW, first=first, last=draft.top == draft.end))


def turn(draft: Draft, seat: int) -> Next:
    """Ask for claims at a seat's own turn (报), then for a discard."""
    draft.turn = seat
    draft.phase = Phase.TURN
    if draft.game.places["turn"][0].own:
        found = turn_options(draft, seat)
        forced = forced_of(found)
        if forced is not None and not draft.judged:
            lay(draft, forced, None)
            return (Step.TURN, seat)
        ask = ask_of(seat, found, judged=True)
        if ask is not None:
            draft.asks = [ask]
            return None
    return (Step.DISCARD, seat)


def turn_answered(draft: Draft, seat: int) -> Next:
    """Make the claim that a seat chose at its turn."""
    reply = draft.asks[0].reply
    draft.asks = []
    if reply is None:
        return (Step.DISCARD, seat)
    lay(draft, reply, None)
    return (Step.TURN, seat)


def discard(draft: Draft, seat: int) -> Next:
    """Ask for a discard, where one is due."""
    kinds = discards_of(draft, seat)
    due = due_of(draft, seat, kinds)
    if due is Due.NONE:
        draft.events.append(Kept(seat))
        return (Step.DRAW, draft.after(seat))
    draft.phase = Phase.DISCARD
    options = draft.game.discards[seat]
    found = tuple([options[kind] for kind in kinds])
    if due is Due.MAY:
        found += (Option(Action(seat, "no-discard"), FIRST),)
    draft.asks = [Ask(seat, found, passes=False)]
    return None


def discard_answered(draft: Draft, seat: int) -> Next:
    """Discard, or go on without where that is free."""
    ask = draft.asks[0]
    draft.asks = []
    if ask.reply is None or ask.reply.action.do == "no-discard":
        draft.events.append(Kept(seat))
        return (Step.DRAW, draft.after(seat))
    (kind,) = ask.reply.action.cards
    if draft.take.quad and any(option.action.do == "no-discard" for option in ask.options):
        draft.remember(seat, quad_discard=True)
    return discarded(draft, seat, kind)


def discarded(draft: Draft, seat: int, kind: Kind) -> Next:
    """Lay a discard and offer it."""
    place = draft.seats[seat]
    memory = place.memory.discarding(kind, feeds=_feeds(draft, seat, kind))
    draft.seats[seat] = Seat(less(place.hand, (kind,)), place.melds, (*place.discards, kind), place.unused, memory)
    draft.events.append(Discarded(seat, kind))
    first = not draft.opened and seat == draft.dealer
    draft.opened = True
    return offered(draft, Offer(kind, seat, Source.DISCARD, first=first))


def _feeds(draft: Draft, seat: int, kind: Kind) -> bool:
    """Tell whether another holds this kind as a 偎 of which a card can be seen (喂明偎)."""
    for other in draft.order:
        if other != seat:
            for laid in draft.seats[other].melds:
                if laid.cards[0] == kind and laid.face_up and laid.meld in {"wei", "chou-wei"}:
                    return True
    return False
