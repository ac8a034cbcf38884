"""Who may take a card, and who comes first.

``options`` lists what one seat may do with a card on offer; ``contest`` asks the seats that have a choice;
``settled`` says who takes the card once nobody who is still asked could come before. Doing it is
``step.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from phzdsl.cards import Kind
from phzdsl.game.asked import Moment
from phzdsl.game.chi import chis
from phzdsl.game.counts import GUARD
from phzdsl.game.draft import Draft
from phzdsl.game.rules import ClaimPlan, Growth, PlacePlan
from phzdsl.game.state import Action, Ask, Laid, Offer, Option, Source
from phzdsl.game.wins import counted, may_win
from phzdsl.ruleset.parts import word_of

__all__ = [
    "allowed", "ask_of", "contest", "dealt_options", "forced_of",
    "growths", "options", "options_at", "seen_as", "settled",
    "turn_options", "winners_at_most",
]  # fmt: skip


_TWO = 2
_OTHERS = 2
"""The place of those who are not next, among the plans of a card."""


# ---------------------------------------------------------------- what a seat may do


def options(draft: Draft, offer: Offer, seat: int) -> list[Option]:
    """Return everything that a seat may do with a card on offer, forced or free."""
    away = draft.away(offer.giver, seat)
    return options_at(draft, offer, seat, away, draft.game.places[seen_as(offer)][min(away, _OTHERS)])


def options_at(draft: Draft, offer: Offer, seat: int, away: int, plans: PlacePlan) -> list[Option]:
    """Return the same, its place and the claims there being known."""
    place, card = draft.seats[seat], offer.card
    look = draft.game.glance.look(place.hand)
    # Most cards concern a seat in no way, so that is found out first.
    grows = plans.by_copies[place.hand[card]] or (place.melds and plans.by_meld and _lies(place.melds, card))
    eats = _eats(look.free, plans.eats[card])
    wins = plans.wins and look.helps >> card & 1 and may_win(draft, seat, offer)
    if not (grows or eats or wins):
        return []
    moment = Moment(draft, seat, card)
    found = _growths(plans, moment, card, away) if grows else []
    if eats:
        for plan in plans.chis:
            if allowed(plan, moment):
                found += _chis(plan, moment, card, away)
    if wins:
        win = next((plan for plan in plans.wins if allowed(plan, moment)), None)
        if win is not None and counted(draft, seat, offer) is not None:
            found.append(_win(win, found, seat, away))
    return found


def _lies(melds: tuple[Laid, ...], card: Kind) -> bool:
    """Tell whether a meld begins with a card."""
    for laid in melds:  # noqa: SIM110 - as below
        if laid.cards[0] == card:
            return True
    return False


def _eats(free: int, needs: tuple[int, ...]) -> bool:
    """Tell whether packed cards are enough for one of some sets."""
    for need in needs:  # noqa: SIM110 - asked for every card of every seat: a generator would cost more than it tries
        if (free - need) & GUARD == GUARD:
            return True
    return False


def growths(draft: Draft, offer: Offer, seat: int) -> list[Option]:
    """Return what a seat may make of a card with its like: 碰, 跑, 偎, 提."""
    away = draft.away(offer.giver, seat)
    plans = draft.game.places[seen_as(offer)][min(away, _OTHERS)]
    return _growths(plans, Moment(draft, seat, offer.card), offer.card, away)


def seen_as(offer: Offer) -> str:
    """Return how a card came on the table, as ``Game.places`` calls it."""
    if offer.source is Source.DISCARD:
        return "first" if offer.first else "discard"
    return str(offer.source.value)


def _win(plan: ClaimPlan, others: list[Option], seat: int, away: int) -> Option:
    """Return the win; a forced claim that comes before it has been made by then."""
    order = plan.claim.rank, away
    before = forced_of([one for one in others if one.order < order])
    return Option(Action(seat, plan.claim.id), order if before is None else before.order, plan, "win", before=before)


def _growths(plans: PlacePlan, moment: Moment, card: Kind, away: int) -> list[Option]:
    """Return the claims that join a card to cards in hand, or to a meld on the table."""
    place = moment.draft.seats[moment.seat]
    found = [
        _grown(plan, growth, moment, None, away)
        for plan, growth in plans.by_copies[place.hand[card]]
        if allowed(plan, moment)
    ]
    for at, laid in enumerate(place.melds):
        if laid.cards[0] == card:
            found += [
                _grown(plan, growth, moment, at, away)
                for plan, growth in plans.by_meld.get(laid.meld, ())
                if allowed(plan, moment)
            ]
    return found


def _grown(plan: ClaimPlan, growth: Growth, moment: Moment, joins: int | None, away: int) -> Option:
    claim, card = plan.claim, (moment.card,) if moment.card is not None else ()
    makes, uses = card * growth.size, card * growth.copies
    order = claim.rank, away
    return Option(Action(moment.seat, claim.id), order, plan, growth.into, makes, growth.face_up, joins, uses)


def _chis(plan: ClaimPlan, moment: Moment, card: Kind, away: int) -> Iterator[Option]:
    """Yield the sets that eat a card, each with every choice of the further sets that are due."""
    game, claim = moment.draft.game, plan.claim
    hand = moment.draft.seats[moment.seat].hand
    loose_bi = game.loose_bi if claim.bi is not None else None
    for eaten, further in chis(hand, card, plan.sets[card], game.loose_chi, loose_bi):
        # What the file says of a bi that cannot be laid only differs for games that people play: see judge.py.
        if further is None:
            continue
        uses = eaten.uses + tuple([kind for one in further for kind in one]) if further else eaten.uses
        action = Action(moment.seat, claim.id, eaten.made, further)
        yield Option(action, (claim.rank, away), plan, "chi", eaten.made, len(eaten.made), None, uses)


def allowed(plan: ClaimPlan, moment: Moment) -> bool:
    """Tell whether condition, bound and bars let a seat make a claim."""
    if plan.when is not None and not plan.when(moment):
        return False
    if plan.at_most is not None:
        done = moment.draft.seats[moment.seat].memory.done
        if done.count(plan.claim.id) >= plan.at_most(moment):
            return False
    return not plan.bars or not any(bar(moment) for bar in plan.bars)


# ---------------------------------------------------------------- claims without a card on offer


def dealt_options(draft: Draft, seat: int) -> list[Option]:
    """Return the claims that a seat may make with its dealt cards, wins left out."""
    return _own(draft, draft.game.places["deal"][0], seat)


def turn_options(draft: Draft, seat: int) -> list[Option]:
    """Return the claims that a seat may make at its turn, before it discards."""
    return _own(draft, draft.game.places["turn"][0], seat)


def _own(draft: Draft, plans: PlacePlan, seat: int) -> list[Option]:
    hand, moment = draft.seats[seat].hand, Moment(draft, seat)
    found: list[Option] = []
    for plan in plans.own:
        claim = plan.claim
        if plan.declares and not draft.memory(seat).done.count(claim.id) and allowed(plan, moment):
            found.append(Option(Action(seat, claim.id), (claim.rank, 0), plan))
        for growth in plan.growths:
            if not growth.copies or growth.copies not in hand:
                continue
            for kind, count in enumerate(hand):
                if count == growth.copies and allowed(plan, Moment(draft, seat, kind)):
                    uses = (kind,) * count
                    action, order = Action(seat, claim.id, uses), (claim.rank, 0)
                    found.append(Option(action, order, plan, growth.into, uses, growth.face_up, None, uses))
    return found


# ---------------------------------------------------------------- who is asked, and who comes first


def forced_of(found: list[Option]) -> Option | None:
    """Return the claim that a seat must make unless it makes one that comes before it."""
    forced = [one for one in found if one.forced]
    return min(forced, key=_order, default=None) if forced else None


_order = attrgetter("order")


def ask_of(seat: int, found: list[Option], *, judged: bool) -> Ask | None:
    """Return what a seat is asked; answered already where it has no choice, None where it can do nothing."""
    if not found:
        return None
    forced = forced_of(found)
    if forced is None:
        return Ask(seat, tuple(found))
    kept = tuple([one for one in found if one.order < forced.order or _stays(one, forced)])
    alone = len(kept) == 1 and not judged
    return Ask(seat, kept, passes=False, answered=alone, reply=forced if alone else None)


def _stays(option: Option, forced: Option) -> bool:
    """Tell whether an option may be taken though another of its rank is forced: a win, or another way to do the same.

    Of two forced claims of one rank a seat makes the one that is written first.
    """
    return option.order == forced.order and (option.wins or option.plan is forced.plan)


def contest(draft: Draft, offer: Offer, own: list[Option], places: tuple[PlacePlan, ...]) -> list[Ask]:
    """Return who is asked about a card, those that no answer of theirs could bring it to left out.

    Args:
        draft: the hand of play.
        offer: the card.
        own: what its giver may do with it.
        places: the claims on it, by place.
    """
    able = [(offer.giver, own)] if own else []
    for away, seat in draft.around.others[offer.giver]:
        found = options_at(draft, offer, seat, away, places[min(away, _OTHERS)])
        if found:
            able.append((seat, found))
    if not able:
        return []
    asked = (ask_of(seat, found, judged=draft.judged) for seat, found in able)
    asks = [ask for ask in asked if ask is not None]
    return _still(draft, asks) if len(asks) > 1 else asks


def _still(draft: Draft, asks: list[Ask]) -> list[Ask]:
    """Leave out the seats that wait while all they could do comes after what another does in any case."""
    best = _best(asks, judged=draft.judged)
    if best is None:
        return asks
    beside = best.wins and winners_at_most(draft) > 1
    return [ask for ask in asks if ask.answered or any(_matters(one, best, beside=beside) for one in ask.options)]


def _best(asks: list[Ask], *, judged: bool) -> Option | None:
    """Return the first of what is taken in any case: what a seat chose, or the last thing that it may choose."""
    taken = [ask.reply for ask in asks if ask.reply is not None]
    if not judged:
        # Or an own draw that is laid hidden would be offered to others while its drawer thinks of a win.
        taken += [max(ask.options, key=_order) for ask in asks if not ask.answered and not ask.passes]
    return min(taken, key=_order) if taken else None


def _matters(option: Option, best: Option, *, beside: bool) -> bool:
    """Tell whether an option would take the card before the best so far, or win beside it."""
    if option.order <= best.order:
        return True
    return beside and option.wins and option.order[0] == best.order[0]


def winners_at_most(draft: Draft) -> int:
    """Return how many may win on one card (多胡)."""
    word = word_of(draft.game.ruleset.win.winners)
    return {"everyone": draft.game.players, "two-seats": _TWO}.get(word or "", 1)


def settled(draft: Draft, asks: list[Ask]) -> tuple[list[Ask], tuple[Option, ...] | None]:
    """Return who is still asked, and who takes the card: None while that is open, nobody where it is empty."""
    still = _still(draft, asks) if len(asks) > 1 else asks
    for ask in still:
        if not ask.answered:
            return still, None
    taken = [ask.reply for ask in still if ask.reply is not None]
    if not taken:
        return still, ()
    best = min(taken, key=_order)
    if not best.wins:
        return still, (best,)
    beside = sorted((one for one in taken if one.wins and one.order[0] == best.order[0]), key=_order)
    return still, tuple(beside[: winners_at_most(draft)])
