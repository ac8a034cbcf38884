"""Who may take a card, and who comes first.

``options`` lists what one seat may do with a card on offer; ``contest`` asks the seats that have a choice;
``settled`` says who takes the card once nobody who is still asked could come before. Doing it is
``step.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.cards import Kind
from phzdsl.game.asked import Asked, Moment
from phzdsl.game.chi import chis
from phzdsl.game.draft import Draft
from phzdsl.game.rules import ClaimPlan
from phzdsl.game.state import Action, Ask, Offer, Option, Seat, Source
from phzdsl.game.wins import wins
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.parts import word_of

__all__ = [
    "ask_of", "contest", "dealt_options", "forced_of", "options", "place_of", "precedence", "settled", "turn_options",
    "winners_at_most",
]  # fmt: skip

_TWO = 2


def place_of(draft: Draft, offer: Offer, seat: int) -> tuple[str, str]:
    """Return from where a seat sees a card: the key of the claims that may take it."""
    kind = ("first" if offer.first else "discard") if offer.source is Source.DISCARD else offer.source.value
    if seat == offer.giver:
        return kind, "giver"
    return kind, "next" if seat == draft.after(offer.giver) else "other"


def precedence(draft: Draft, offer: Offer, option: Option) -> tuple[int, int]:
    """Return the order in which options come: by rank, then by seat from the card on."""
    seats = draft.from_seat(offer.giver)
    return option.rank, seats.index(option.action.seat)


# ---------------------------------------------------------------- what a seat may do


def options(draft: Draft, offer: Offer, seat: int) -> list[Option]:
    """Return everything that a seat may do with a card on offer, forced or free."""
    place = draft.seats[seat]
    plans = draft.game.claims.get(place_of(draft, offer, seat), ())
    found: list[Option] = []
    win: ClaimPlan | None = None
    for plan in plans:
        if plan.wins:
            if win is None and _allowed(draft, plan, seat, offer.card):
                win = plan
        elif plan.growths:
            found += _growths(draft, plan, place, seat, offer)
        elif plan.sets:
            found += _chis(draft, plan, place, seat, offer.card)
    if win is not None and wins(draft, seat, offer) is not None:
        found.append(_win(win, found, seat))
    return found


def _win(plan: ClaimPlan, others: list[Option], seat: int) -> Option:
    """Return the win; a forced claim that comes before it has been made by then."""
    before = min(
        (one for one in others if one.plan is not None and one.plan.claim.forced and one.rank < plan.claim.rank),
        key=lambda one: one.rank,
        default=None,
    )
    rank = plan.claim.rank if before is None else before.rank
    return Option(Action(seat, plan.claim.id), rank, plan, "win", before=before)


def _growths(draft: Draft, plan: ClaimPlan, place: Seat, seat: int, offer: Offer) -> Iterator[Option]:
    """Yield the melds that a card may join."""
    card = offer.card
    held = place.hand[card]
    claim = plan.claim
    for growth in plan.growths:
        joins: int | None = None
        if growth.copies:
            if held != growth.copies and (held < growth.copies or draft.game.kan_whole):
                continue
        else:
            joins = _lying(place, growth.held, card)
            if joins is None:
                continue
        if _allowed(draft, plan, seat, card):
            uses = (card,) * growth.copies
            makes = (card,) * growth.size
            yield Option(Action(seat, claim.id), claim.rank, plan, growth.into, makes, growth.face_up, joins, uses)
            return


def _lying(place: Seat, meld: str, card: Kind) -> int | None:
    for at, laid in enumerate(place.melds):
        if laid.meld == meld and laid.cards[0] == card:
            return at
    return None


def _chis(draft: Draft, plan: ClaimPlan, place: Seat, seat: int, card: Kind) -> Iterator[Option]:
    """Yield the sets that eat a card, each with every choice of the further sets that are due."""
    game, claim = draft.game, plan.claim
    loose_bi = game.loose_bi if claim.bi is not None else None
    for made, further in chis(place.hand, card, plan.sets[card], game.loose_chi, loose_bi):
        # What the file says of a bi that cannot be laid only differs for games that people play: see judge.py.
        if further is None or not _allowed(draft, plan, seat, card):
            continue
        uses = list(made)
        uses.remove(card)
        for one in further:
            uses += one
        action = Action(seat, claim.id, made, further)
        yield Option(action, claim.rank, plan, "chi", made, len(made), None, tuple(uses))


def _allowed(draft: Draft, plan: ClaimPlan, seat: int, card: Kind | None) -> bool:
    """Tell whether conditions, bounds and bars let a seat make a claim."""
    claim = plan.claim
    if claim.when is None and claim.at_most is None and not draft.game.bars[claim.id]:
        return True
    values = Asked(draft, Moment(seat, card))
    if claim.when is not None and not evaluate(claim.when, values):
        return False
    if claim.at_most is not None and draft.memory(seat).done.count(claim.id) >= evaluate(claim.at_most, values):
        return False
    return not any(evaluate(bar, values) for bar in draft.game.bars[claim.id])


# ---------------------------------------------------------------- claims without a card on offer


def dealt_options(draft: Draft, seat: int) -> list[Option]:
    """Return the claims that a seat may make with its dealt cards, wins left out."""
    return _own(draft, draft.game.claims["deal", "giver"], seat)


def turn_options(draft: Draft, seat: int) -> list[Option]:
    """Return the claims that a seat may make at its turn, before it discards."""
    return _own(draft, draft.game.claims["turn", "giver"], seat)


def _own(draft: Draft, plans: tuple[ClaimPlan, ...], seat: int) -> list[Option]:
    place = draft.seats[seat]
    found: list[Option] = []
    for plan in plans:
        claim = plan.claim
        if plan.declares and not draft.memory(seat).done.count(claim.id) and _allowed(draft, plan, seat, None):
            found.append(Option(Action(seat, claim.id), claim.rank, plan))
        for growth in plan.growths:
            for kind, count in enumerate(place.hand):
                if growth.copies and count == growth.copies and _allowed(draft, plan, seat, kind):
                    uses = (kind,) * growth.copies
                    action = Action(seat, claim.id, uses)
                    found.append(Option(action, claim.rank, plan, growth.into, uses, growth.face_up, None, uses))
    return found


# ---------------------------------------------------------------- who is asked, and who comes first


def forced_of(found: list[Option]) -> Option | None:
    """Return the claim that a seat must make unless it makes one that comes before it."""
    forced = [one for one in found if one.plan is not None and one.plan.claim.forced]
    return min(forced, key=lambda one: one.rank, default=None)


def ask_of(seat: int, found: list[Option], *, judged: bool) -> Ask | None:
    """Return what a seat is asked; answered already where it has no choice, None where it can do nothing."""
    if not found:
        return None
    forced = forced_of(found)
    if forced is None:
        return Ask(seat, tuple(found))
    kept = tuple(one for one in found if one is forced or one.rank < forced.rank or _beside(one, forced))
    alone = len(kept) == 1 and not judged
    return Ask(seat, kept, passes=False, answered=alone, reply=forced if alone else None)


def _beside(option: Option, forced: Option) -> bool:
    """Tell whether an option may be taken though another of its rank is forced: a win, or one forced as well."""
    if option.rank != forced.rank or option.plan is None:
        return False
    return option.plan.wins or option.plan.claim.forced


def contest(draft: Draft, offer: Offer) -> list[Ask]:
    """Return who is asked about a card, those that no answer of theirs could bring it to left out."""
    asks = [
        ask
        for seat in draft.from_seat(offer.giver)
        if (ask := ask_of(seat, options(draft, offer, seat), judged=draft.judged)) is not None
    ]
    return _still(draft, offer, asks)


def _still(draft: Draft, offer: Offer, asks: list[Ask]) -> list[Ask]:
    """Leave out the seats that wait while all they could do comes after what another does already."""
    best = _best(draft, offer, asks)
    if best is None:
        return asks
    return [ask for ask in asks if ask.answered or any(_comes_before(draft, offer, one, best) for one in ask.options)]


def _best(draft: Draft, offer: Offer, asks: list[Ask]) -> Option | None:
    taken = [ask.reply for ask in asks if ask.answered and ask.reply is not None]
    return min(taken, key=lambda one: precedence(draft, offer, one), default=None)


def _comes_before(draft: Draft, offer: Offer, option: Option, best: Option) -> bool:
    """Tell whether an option would take the card before the best so far, or win beside it."""
    if precedence(draft, offer, option) < precedence(draft, offer, best):
        return True
    return option.rank == best.rank and _is_win(option) and _is_win(best) and winners_at_most(draft) > 1


def _is_win(option: Option) -> bool:
    return option.plan is not None and option.plan.wins


def winners_at_most(draft: Draft) -> int:
    """Return how many may win on one card (多胡)."""
    word = word_of(draft.game.ruleset.win.winners)
    return {"everyone": draft.game.players, "two-seats": _TWO}.get(word or "", 1)


def settled(draft: Draft, offer: Offer, asks: list[Ask]) -> tuple[list[Ask], tuple[Option, ...] | None]:
    """Return who is still asked, and who takes the card: None while that is open, nobody where it is empty."""
    still = _still(draft, offer, asks)
    if not all(ask.answered for ask in still):
        return still, None
    best = _best(draft, offer, still)
    if best is None:
        return still, ()
    if not _is_win(best):
        return still, (best,)
    winning = [
        ask.reply for ask in still if ask.reply is not None and _is_win(ask.reply) and ask.reply.rank == best.rank
    ]
    winning.sort(key=lambda one: precedence(draft, offer, one))
    return still, tuple(winning[: winners_at_most(draft)])
