"""Why a claim is not offered: for each claim the first thing that fails, as values that others put into words.

Told only of a card that the seat has seen, and from what it may know: its own cards and memory, and what lies open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.game.asked import Moment, question
from phzdsl.game.chi import chis
from phzdsl.game.claims import forced_of, options, seen_as
from phzdsl.game.draft import Draft
from phzdsl.game.rules import ClaimPlan
from phzdsl.game.state import Offer, Option, State
from phzdsl.game.wins import by_of, facts_of, wins
from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.parts import Claim, Row
from phzdsl.scoring.told import Reason

__all__ = ["Because", "Why", "why", "why_kept", "why_own"]

_PAIR, _TRIPLET = 2, 3
_ANY = bytes(range(256))
_OFFERED = frozenset({"deal", "own-turn"})


class Because(Enum):
    """What fails first."""

    OFFERED = "offered"
    """Nothing: it is offered."""
    EVENT = "event"
    """The claim does not act on cards that come so."""
    HOLDING = "holding"
    """The seat has not what the claim joins the card to."""
    WHOLE = "whole"
    """It would have to split three or four of a kind that stay whole."""
    SETS = "sets"
    """The seat has no two cards that make a set with it."""
    BI = "bi"
    """The further sets that are due cannot be laid."""
    CONDITION = "condition"
    """The condition of the claim does not hold."""
    BOUND = "bound"
    """It was made as often as it may be."""
    BAR = "bar"
    """A row forbids it, such as that of dead cards."""
    HAND = "hand"
    """The hand is no win: ``Why.reason`` says what is missing."""
    DEAD = "dead"
    """The seat may win no more in this hand."""
    FORCED = "forced"
    """The seat must make another claim: ``Why.other``."""
    RANK = "rank"
    """Another seat comes first."""


@attrs.frozen
class Why:
    """Why a seat may not make a claim on the card on offer.

    Attributes:
        claim: the claim.
        because: what fails first.
        held: copies of the card in the seat's hand.
        expr: the condition that fails, or that a bar's row states and that holds.
        values: what it names, by reference key.
        row: the row of that condition.
        reason: why the hand is no win.
        other: the claim that the seat must make, by its words.
    """

    claim: Claim
    because: Because
    held: int = 0
    expr: Expr | None = None
    values: Mapping[str, int] = attrs.field(factory=dict)
    row: Row | None = None
    reason: Reason | None = None
    other: Claim | None = None


def why(state: State, seat: int) -> tuple[Why, ...]:
    """Return, for each claim on cards, why a seat may or may not make it on the card on offer.

    Empty where no card is on offer, or one that the seat has not seen, and for a seat that sits out.
    """
    offer = state.offer
    draft = Draft.of(state)
    if offer is None or seat not in draft.order or (offer.hidden and offer.giver != seat):
        return ()
    found = options(draft, offer, seat)
    asked = next((ask.options for ask in state.asks if ask.seat == seat), ())
    places = state.game.places[seen_as(offer)]
    place = places[min(draft.away(offer.giver, seat), _PAIR)]
    seeing = {plan.claim.id for plan in place.own}
    plans = dict.fromkeys(plan for sees in state.game.places.values() for one in sees for plan in one.own)
    ordered = sorted(plans, key=lambda plan: plan.claim.rank)
    told = []
    for plan in ordered:
        if _OFFERED.issuperset(plan.claim.events):
            continue
        if any(one.plan is plan for one in asked):
            told.append(Why(plan.claim, Because.OFFERED))
        elif plan.claim.id not in seeing:
            told.append(Why(plan.claim, Because.EVENT))
        elif any(one.plan is plan for one in found):
            told.append(_outdone(plan, found))
        else:
            told.append(_failing(draft, offer, seat, plan))
    return tuple(told)


def _outdone(plan: ClaimPlan, found: list[Option]) -> Why:
    """Say what comes before a claim that could be made."""
    forced = forced_of(found)
    if forced is not None and forced.plan is not None and forced.plan is not plan:
        return Why(plan.claim, Because.FORCED, other=forced.plan.claim)
    return Why(plan.claim, Because.RANK)


def _failing(draft: Draft, offer: Offer, seat: int, plan: ClaimPlan) -> Why:
    """Say what is missing for a claim that acts on such a card."""
    for reason in (_cards(draft, offer, seat, plan), _condition(draft, offer.card, seat, plan)):
        if reason is not None:
            return reason
    if not plan.wins:
        return Why(plan.claim, Because.RANK)
    return _no_win(draft, offer, seat, plan)


def _cards(draft: Draft, offer: Offer, seat: int, plan: ClaimPlan) -> Why | None:
    """Say what the seat's cards lack, None where they would do."""
    place, card, claim = draft.seats[seat], offer.card, plan.claim
    held = place.hand[card]
    if plan.growths:
        if any(not growth.copies and _lies(draft, seat, growth.held, card) for growth in plan.growths):
            return None
        copies = [growth.copies for growth in plan.growths if growth.copies]
        if held in copies or (held > min(copies, default=_TRIPLET) and not draft.game.kan_whole):
            return None
        split = held > min(copies, default=_TRIPLET)
        return Why(claim, Because.WHOLE if split else Because.HOLDING, held)
    if plan.sets:
        return _uneaten(draft, place.hand, card, plan)
    return None


def _lies(draft: Draft, seat: int, meld: str, card: Kind) -> bool:
    return any(laid.meld == meld and laid.cards[0] == card for laid in draft.seats[seat].melds)


def _uneaten(draft: Draft, hand: bytes, card: Kind, plan: ClaimPlan) -> Why | None:
    game, sets = draft.game, plan.sets[card]
    loose_bi = game.loose_bi if plan.claim.bi is not None else None
    ways = [further for _, further in chis(hand, card, sets, game.loose_chi, loose_bi)]
    if any(further is not None for further in ways):
        return None
    if ways:
        return Why(plan.claim, Because.BI, hand[card])
    split = next(chis(hand, card, sets, _ANY, None), None)
    return Why(plan.claim, Because.SETS if split is None else Because.WHOLE, hand[card])


def _condition(draft: Draft, card: Kind | None, seat: int, plan: ClaimPlan) -> Why | None:
    """Say which condition, bound or bar keeps a seat from a claim, None where none does."""
    claim, moment = plan.claim, Moment(draft, seat, card)
    if claim.when is not None and not question(claim.when)(moment):
        return Why(claim, Because.CONDITION, 0, claim.when, _values(claim.when, moment), claim.row)
    if claim.at_most is not None and plan.at_most is not None:
        most = plan.at_most(moment)
        if draft.memory(seat).done.count(claim.id) >= most:
            return Why(claim, Because.BOUND, most, row=claim.row)
    for bar in draft.game.ruleset.bars:
        barred = claim.id in bar.actions or (claim.wins and "win" in bar.actions)
        if barred and question(bar.when)(moment):
            return Why(claim, Because.BAR, 0, bar.when, _values(bar.when, moment), bar.row)
    return None


def _values(expr: Expr, moment: Moment) -> dict[str, int]:
    return {ref.key: int(question(ref)(moment)) for ref in refs(expr)}


def _no_win(draft: Draft, offer: Offer, seat: int, plan: ClaimPlan) -> Why:
    if draft.memory(seat).dead:
        return Why(plan.claim, Because.DEAD)
    if wins(draft, seat, offer) is not None:
        return Why(plan.claim, Because.RANK)  # another claim that wins stands for it
    hand = draft.hand(seat, offer.card, by_of(offer, seat), facts_of(draft, seat, offer))
    return Why(plan.claim, Because.HAND, reason=draft.game.scorer.score(hand).reason)


def why_own(state: State, seat: int, plan: ClaimPlan) -> Why | None:
    """Return which condition, bound or bar keeps a seat from a claim with its own cards; None where none does."""
    return _condition(Draft.of(state), None, seat, plan)


def why_kept(state: State, seat: int) -> Iterator[tuple[Kind, Row]]:
    """Yield the kinds that a seat holds and may not discard, each with the first row that forbids it."""
    draft = Draft.of(state)
    rules = [rule for rule in state.game.ruleset.discards if not rule.skips]
    for kind in range(KINDS):
        if draft.seats[seat].hand[kind]:
            moment = Moment(draft, seat, kind)
            row = next((rule.row for rule in rules if question(rule.when)(moment)), None)
            if row is not None:
                yield kind, row
