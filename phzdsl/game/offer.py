"""A card on offer: who is asked, who takes it, what is remembered of those who let it pass."""

from __future__ import annotations

import attrs

from phzdsl.game.claims import contest, forced_of, growths, options_at, seen_as, settled
from phzdsl.game.draft import Draft, Next, Step
from phzdsl.game.events import Drawn, Left
from phzdsl.game.finish import win
from phzdsl.game.laying import lay
from phzdsl.game.state import Ask, Offer, Option, Phase, Seat, Source
from phzdsl.game.wins import wins

__all__ = ["offered", "settle"]


def offered(draft: Draft, offer: Offer) -> Next:
    """Put a card on offer, and ask those who may take it."""
    giver = offer.giver
    if "robbed" in draft.game.named:
        wanters = tuple([seat for seat in draft.order if seat != giver and growths(draft, offer, seat)])
        offer = attrs.evolve(offer, wanters=wanters)
    draft.offer = offer
    own: list[Option] = []
    places = draft.game.places[seen_as(offer)]
    if offer.source is Source.DRAW:
        own = options_at(draft, offer, giver, 0, places[0])
        forced = forced_of(own) if own else None
        if forced is not None:
            # A card that others may claim before it is laid is shown.
            hidden = forced.face_up < len(forced.makes) and forced.order[0] <= draft.game.first_of_others
            wanted = giver if any(one.plan is not None and one.plan.wants for one in own) else None
            draft.offer = offer = attrs.evolve(offer, hidden=hidden, wanted=wanted)
        draft.events.append(Drawn(giver, offer.card, offer.hidden))
    draft.asks = contest(draft, offer, own, places)
    if draft.judged:
        # What people did about a card that nobody may claim is a fault: judge.py looks for it here.
        draft.phase = Phase.OFFER
        return (Step.SETTLE, giver)
    if not draft.asks:
        return _left(draft, offer, giver)
    draft.phase = Phase.OFFER
    return settle(draft, giver)


def settle(draft: Draft, giver: int) -> Next:
    """Give the card to whoever comes first, once that is known."""
    offer = draft.offer
    if offer is None:
        return None
    asks, taken = settled(draft, draft.asks)
    if taken is None:
        draft.asks = asks
        return None
    every, draft.asks = draft.asks, []
    _remember_passes(draft, offer, every, taken[0] if taken else None)
    if taken and taken[0].wins:
        return win(draft, list(taken), offer)
    if taken:
        return _take(draft, taken[0], offer)
    return _left(draft, offer, giver)


def _left(draft: Draft, offer: Offer, giver: int) -> Next:
    """Let a card lie that nobody took."""
    draft.offer = None
    if offer.source is Source.SHOWN:
        return (Step.FIRST_TURN, giver)
    if offer.source is Source.DRAW:
        place = draft.seats[giver]
        draft.seats[giver] = Seat(place.hand, place.melds, place.discards, (*place.unused, offer.card), place.memory)
        draft.events.append(Left(giver, offer.card))
    return (Step.DRAW, draft.after(giver))


def _take(draft: Draft, option: Option, offer: Offer) -> Next:
    """Make a claim on a card."""
    seat = option.action.seat
    lay(draft, option, offer)
    draft.offer = None
    return (Step.TURN, seat)


def _remember_passes(draft: Draft, offer: Offer, asks: list[Ask], taken: Option | None) -> None:
    """Remember what seats let pass, unless a claim that comes before theirs took the card."""
    for ask in asks:
        missed = [option for option in ask.options if option is not ask.reply and _passed(option, taken)]
        if missed:
            _remember_missed(draft, offer, ask.seat, missed)


def _passed(option: Option, taken: Option | None) -> bool:
    """Tell whether an option was open when it was not taken: a win also beside the claim that comes before it."""
    if taken is None or option.order < taken.order:
        return True
    return option.wins and option.action.seat == taken.action.seat


def _remember_missed(draft: Draft, offer: Offer, seat: int, missed: list[Option]) -> None:
    memory, bit, chi, peng = draft.memory(seat), 1 << offer.card, 0, 0
    for option in missed:
        if option.plan is None:
            continue
        if option.plan.wins:
            memory = attrs.evolve(memory, passed_win=True, passed_xi=wins(draft, seat, offer) or 0, changed=False)
        elif option.plan.sets:
            chi = bit
        elif option.plan.peng:
            peng = bit
    draft.seats[seat] = draft.seats[seat].with_memory(memory.passing(chi, peng))
