"""The end of a hand: winners and what they are paid, or an empty stock."""

from __future__ import annotations

from phzdsl.cards import Kind
from phzdsl.game.counts import more
from phzdsl.game.draft import Draft, Next
from phzdsl.game.events import Ended, Turned, Won
from phzdsl.game.laying import lay, take_from
from phzdsl.game.settle import pay_for, pay_win
from phzdsl.game.state import Offer, Option, Phase, Result, Winner
from phzdsl.game.wins import by_of, facts_of, with_bonus

__all__ = ["drawn", "win"]


def win(draft: Draft, winning: list[Option], offer: Offer | None) -> Next:
    """End the hand with winners: what was forced before the win, the cards turned, and the payments."""
    hands = {
        one.action.seat: draft.hand(
            one.action.seat,
            None if offer is None else offer.card,
            by_of(offer, one.action.seat),
            facts_of(draft, one.action.seat, offer),
        )
        for one in winning
    }
    for at, option in enumerate(winning):
        seat = option.action.seat
        if option.before is not None:
            lay(draft, option.before, offer)
        elif offer is not None and not at:
            take_from(draft, offer)
            draft.seats[seat] = draft.seats[seat].with_hand(more(draft.seats[seat].hand, (offer.card,)))
    turned: tuple[Kind, ...] = ()
    winners: list[Winner] = []
    for option in winning:
        seat = option.action.seat
        hand, turned = with_bonus(draft, hands[seat], turned)
        score = draft.game.scorer.score(hand)
        if not score.win:
            # It was a win when it was declared; no card turned afterwards undoes it.
            hand = hands[seat]
            score = draft.game.scorer.score(hand)
        winner = Winner(seat, hand, score, option.action.do)
        winners.append(winner)
        draft.events.append(Won(seat, winner.claim, hand.card, None if offer is None else offer.giver))
    draft.events += [Turned(card) for card in turned]
    for winner in winners:
        pay_win(draft, winner)
    return _over(draft, Result(tuple(winners), turned))


def drawn(draft: Draft) -> Next:
    """End the hand without a winner: the stock is empty (荒庄)."""
    draft.offer = None
    pay_for(draft, ("drawn-hand",), None)
    return _over(draft, Result())


def _over(draft: Draft, result: Result) -> Next:
    draft.result = result
    draft.phase = Phase.OVER
    draft.asks = []
    draft.events.append(Ended(result.drawn))
    return None
