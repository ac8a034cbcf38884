"""Doing a claim: the meld laid, what is remembered of it, the payments due at it."""

from __future__ import annotations

import attrs

from phzdsl.game.counts import less
from phzdsl.game.draft import Draft
from phzdsl.game.events import Declared, Taken
from phzdsl.game.settle import pay_for
from phzdsl.game.state import Laid, Offer, Option, Phase, Seat, Source, Take

__all__ = ["lay", "take_from"]

_QUAD = 4


def lay(draft: Draft, option: Option, offer: Offer | None) -> None:
    """Lay the meld of a claim, or make a declaration, with the payments due at it."""
    action, plan = option.action, option.plan
    if plan is None:
        return
    seat = action.seat
    place = draft.seats[seat]
    if plan.declares:
        done = (*place.memory.done, plan.claim.id)
        draft.seats[seat] = place.with_memory(attrs.evolve(place.memory, done=done, declared=True))
        draft.events.append(Declared(seat, plan.claim.id))
        pay_for(draft, (plan.claim.id,), seat)
        return
    source, giver = (Source.DEAL, seat) if offer is None else (offer.source, offer.giver)
    before = None if option.joins is None else place.melds[option.joins]
    laid = Laid(option.into, option.makes, option.face_up, source, giver, before)
    melds = list(place.melds)
    if option.joins is None:
        melds.append(laid)
    else:
        melds[option.joins] = laid
    melds += [Laid("chi", made, len(made), source, giver) for made in action.bi]
    quad = len(laid.cards) == _QUAD
    if offer is not None:
        memory = place.memory.taking(plan.claim.id)
        take_from(draft, offer)
        draft.take = Take(quad, laid.cards if plan.sets else (), offer.card)
    else:
        memory = place.memory.taking(plan.claim.id, quads=quad and draft.phase is Phase.DEAL, card=False)
    place = draft.seats[seat]
    draft.seats[seat] = Seat(less(place.hand, option.uses), tuple(melds), place.discards, place.unused, memory)
    card = None if offer is None else offer.card
    bare = None if offer is None else giver
    draft.events.append(Taken(seat, plan.claim.id, laid.meld, laid.cards, laid.face_up, card, bare, action.bi))
    pay_for(draft, (plan.claim.id,), seat, laid)


def take_from(draft: Draft, offer: Offer) -> None:
    """Take the card on offer from where it lies; a drawn one lies nowhere yet."""
    place = draft.seats[offer.giver]
    if offer.source is Source.DISCARD:
        place = Seat(place.hand, place.melds, place.discards[:-1], place.unused, place.memory)
    elif offer.source is Source.SHOWN:
        place = place.with_hand(less(place.hand, (offer.card,)))
    draft.seats[offer.giver] = place
