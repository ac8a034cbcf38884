"""Who pays whom: the payments due at an event, by seat.

Every payment moves points from one seat to another, so a hand always sums to zero.
"""

from __future__ import annotations

from phzdsl.game.asked import Moment, fact
from phzdsl.game.draft import Draft
from phzdsl.game.events import Paid
from phzdsl.game.rules import PaymentPlan
from phzdsl.game.state import Laid, Offer, Source, Winner
from phzdsl.game.wins import waits
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import Payment

__all__ = ["pay_for", "pay_win", "seats_of"]


def pay_for(draft: Draft, events: tuple[str, ...], actor: int | None, laid: Laid | None = None) -> None:
    """Make the payments due at a claim, an empty stock or a fault.

    Args:
        draft: the hand, changed.
        events: ids of the event; the first names it in the log.
        actor: the seat that acts; None where nobody does.
        laid: the meld that a claim laid.
    """
    due = _due(draft, events)
    if not due:
        return
    card = laid.cards[0] if laid is not None else None
    for plan in due:
        for payer, payee in _all_pairs(draft, plan.row, actor, laid):
            moment = Moment(draft, payee if actor is None else actor, card, laid, payer, _waits(draft, plan, payer))
            if plan.when is None or plan.when(moment):
                _pay(draft, plan.row, (payer, payee), plan.amount(moment), events[0])


def pay_win(draft: Draft, winner: Winner) -> None:
    """Make the payments due for a win; they may name all that its count names."""
    counted = winner.score.counted
    if counted is None:
        return
    for plan in _due(draft, ("win", winner.claim)):
        row = plan.row
        for payer, payee in _pairs(draft, row, winner.seat, None):
            values = counted.values
            if plan.of_payer:
                values = values.with_payer(dealer=payer == draft.dealer)
                moment = Moment(draft, winner.seat, winner.hand.card, None, payer, _waits(draft, plan, payer))
                values.update({f"fact:{name}": int(fact(name)(moment)) for name in plan.of_payer})
            if row.when is None or evaluate(row.when, values):
                _pay(draft, row, (payer, payee), evaluate(row.amount, values), "win")


def _waits(draft: Draft, plan: PaymentPlan, payer: int) -> bool:
    """Tell whether a payer waits for a win, where a row asks for it."""
    return "payer-waits" in plan.of_payer and waits(draft, payer)


def _due(draft: Draft, events: tuple[str, ...]) -> tuple[PaymentPlan, ...]:
    if len(events) == 1:
        return draft.game.payments.get(events[0], ())
    found = [plan for event in dict.fromkeys(events) for plan in draft.game.payments.get(event, ())]
    return tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)


def _pay(draft: Draft, row: Payment, seats: tuple[int, int], amount: int, at: str) -> None:
    payer, payee = seats
    if amount:
        draft.paid[payer] -= amount
        draft.paid[payee] += amount
        draft.events.append(Paid(payer, payee, amount, at, row.row.path))


def _all_pairs(draft: Draft, row: Payment, actor: int | None, laid: Laid | None) -> list[tuple[int, int]]:
    """Return who pays whom; where nobody acts, a row about the one who acts holds for every seat in turn."""
    if actor is not None or "actor" not in {row.payer, row.payee}:
        return _pairs(draft, row, actor, laid)
    return [pair for seat in draft.order for pair in _pairs(draft, row, seat, laid)]


def _pairs(draft: Draft, row: Payment, actor: int | None, laid: Laid | None) -> list[tuple[int, int]]:
    """Return who pays whom; those who are all the others are so beside the one on the other side."""
    payees = seats_of(draft, row.payee, actor, laid)
    payers = seats_of(draft, row.payer, actor, laid)
    if row.payer == "others" and len(payees) == 1:
        payers = tuple(seat for seat in draft.order if seat != payees[0])
    if row.payee == "others" and len(payers) == 1:
        payees = tuple(seat for seat in draft.order if seat != payers[0])
    return [(payer, payee) for payer in payers for payee in payees if payer != payee]


def seats_of(draft: Draft, role: str, actor: int | None, laid: Laid | None = None) -> tuple[int, ...]:  # noqa: C901, PLR0911 - one line a role
    """Return the seats that a role means."""
    match role:
        case "others":
            return tuple(seat for seat in draft.order if seat != actor)
        case "discarder":
            return _giver(draft.offer if laid is None else laid)
        case "source-discarder":
            return _giver(laid.before if laid is not None else None)
        case "dealer":
            return (draft.dealer,)
        case "who-sits":
            sits = draft.game.sits(draft.dealer)
            return () if sits is None else (sits,)
    if actor is None:
        return ()
    order = draft.from_seat(actor)
    match role:
        case "actor" | "winner":
            return (actor,)
        case "next":
            return order[1:2]
        case "previous":
            return order[-1:] if len(order) > 1 else ()
        case "opposite" | "partner":
            return order[len(order) // 2 : len(order) // 2 + 1]
        case "opponents":
            return tuple(seat for at, seat in enumerate(order) if at not in {0, len(order) // 2})
    return ()


def _giver(card: Laid | Offer | None) -> tuple[int, ...]:
    return (card.giver,) if card is not None and card.source is Source.DISCARD else ()
