"""Whether a seat may win on a card: its hand as the score reads it, with the facts of play.

The count itself is ``scoring``; the right to the card is ``claims.py``.
"""

from __future__ import annotations

from copy import copy

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.game.asked import Moment, fact
from phzdsl.game.draft import Draft
from phzdsl.game.state import Offer, Source
from phzdsl.ruleset.expressions import Expr, evaluate
from phzdsl.ruleset.parts import Bonus
from phzdsl.scoring.hand import By, Hand

__all__ = ["by_of", "counted", "facts_of", "may_win", "waits", "wins", "with_bonus"]


def by_of(offer: Offer | None, seat: int) -> By:
    """Return how a card on offer came to a seat."""
    if offer is None:
        return By.DEAL
    if offer.source is Source.DISCARD:
        return By.DISCARD
    return By.SELF if offer.source is Source.DRAW and offer.giver == seat else By.DRAW


def facts_of(draft: Draft, seat: int, offer: Offer | None) -> tuple[tuple[str, int], ...]:
    """Return the facts of play of a win, those that the rules name and that are not 0."""
    memory, carried = draft.seats[seat].memory, draft.carried
    stock = offer is not None and offer.source is Source.DRAW
    stated = {
        "dealer": seat == draft.dealer,
        "after-dealer": seat == draft.after(draft.dealer),
        "shown-win": offer is not None and offer.source is Source.SHOWN,
        "first-discard-win": offer is not None and offer.source is Source.DISCARD and offer.first,
        "first": stock and offer is not None and offer.first,
        "last": stock and draft.top == draft.end - ("not-won" in draft.game.last),
        "robbed": offer is not None and any(other != seat for other in offer.wanters),
        "untouched": memory.takes == 0,
        "declared": memory.declared,
        "others-declared": sum(draft.seats[one].memory.declared for one in draft.order if one != seat),
        "draws-in-row": carried.drawn,
        "streak": carried.streaks[seat] if carried.streaks else 0,
        "passed-win": memory.passed_win,
        "passed-xi": memory.passed_xi,
        "hand-changed": memory.changed,
        "discarded-on-quad": memory.quad_discard,
        "turned-card": 0 if draft.indicator is None else draft.indicator + 1,
    }
    named = draft.game.named | {"shown-win", "first-discard-win"}
    if draft.indicator is not None:
        named |= {"turned-card"}
    # What the conditions of claims name is asked again by the score, as the card joins the hand.
    moment = Moment(draft, seat, None if offer is None else offer.card)
    stated |= {name: fact(name)(moment) for name in draft.game.claim_facts if name not in stated}
    return tuple(sorted((name, int(value)) for name, value in stated.items() if value and name in named))


def may_win(draft: Draft, seat: int, offer: Offer) -> bool:
    """Tell quickly whether a win on a card is not out of the question."""
    game, place = draft.game, draft.seats[seat]
    if place.memory.dead or (offer.last and offer.source is Source.DRAW and "not-won" in game.last):
        return False
    card = offer.card
    return game.glance.completes(place.hand, card, lies=any(laid.cards[0] == card for laid in place.melds))


def wins(draft: Draft, seat: int, offer: Offer | None) -> int | None:
    """Return the 息 of a seat's win on a card, or at the deal without one; None where it is no win."""
    return None if offer is not None and not may_win(draft, seat, offer) else counted(draft, seat, offer)


def counted(draft: Draft, seat: int, offer: Offer | None) -> int | None:
    """Return the same of a win that is not out of the question."""
    game = draft.game
    card = None if offer is None else offer.card
    outcome = game.fast.outcome(draft.hand(seat, card, by_of(offer, seat), facts_of(draft, seat, offer)))
    if outcome is None or not outcome.valid or outcome.unsettled:
        return None
    return outcome.xi


def waits(draft: Draft, seat: int) -> bool:
    """Tell whether some card drawn by a seat would win."""
    held = draft.seats[seat].held()
    for kind in range(KINDS):
        if held[kind] < draft.game.copies[kind]:
            offer = Offer(kind, seat, Source.DRAW)
            if wins(draft, seat, offer) is not None:
                return True
    return False


def with_bonus(draft: Draft, hand: Hand, turned: tuple[Kind, ...] = ()) -> tuple[Hand, tuple[Kind, ...]]:
    """Turn cards after a win (醒), and return the hand with the number that match it, and the cards turned.

    Args:
        draft: the hand of play, from whose stock the cards come.
        hand: the hand that won.
        turned: what was turned for another winner already; it counts for all of them.
    """
    bonus = draft.game.ruleset.deck.bonus
    if bonus is None:
        return hand, ()
    held = hand.cards()
    found = list(turned)
    while not turned:
        card = _turned(draft, bonus, hand, len(found))
        if card is None:
            break
        found.append(card)
        if bonus.again is None or not _again(draft, hand, bonus.again, sum(map(held.count, bonus.matched(card)))):
            break
    matched = sum(held.count(kind) for card in found for kind in bonus.matched(card))
    facts = dict(hand.facts) | {"bonus-cards": matched}
    return attrs.evolve(hand, facts=tuple(sorted(facts.items()))), tuple(found)


def _again(draft: Draft, hand: Hand, again: Expr, matches: int) -> bool:
    """Tell whether another card is turned after one that so many cards match."""
    score = draft.game.scorer.score(hand)
    values = copy(score.counted.values) if score.counted is not None else {}
    values["fact:bonus-cards"] = matches
    return bool(evaluate(again, values))


def _turned(draft: Draft, bonus: Bonus, hand: Hand, done: int) -> Kind | None:
    """Return the next card to be turned; the winning card stands in for a stock that is empty, once."""
    for place in bonus.turns or ("stock-top",):
        if place == "stock-top" and draft.top < draft.end:
            draft.top += 1
            return draft.deck[draft.top - 1]
        if place == "winning-card" and not done:
            return hand.card
    return None
