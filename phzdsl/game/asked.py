"""What an expression may ask at the table, answered when it is first asked.

These are the facts of claims, bars, discards and payments. What is asked of a winning hand and its count is
answered by ``scoring``; whether there is anything to discard, or a payer waits for a win, is put in by those
who ask (``discards.py``, ``settle.py``).
"""

from __future__ import annotations

import attrs

from phzdsl.cards import Kind
from phzdsl.game.draft import Draft
from phzdsl.game.state import Laid, Offer, Source
from phzdsl.ruleset.parts import Meld

__all__ = ["Asked", "Moment", "nth"]

_PAIR = 2
_TRIPLET = 3
_QUAD = 4


@attrs.frozen
class Moment:
    """About what something is asked.

    Attributes:
        seat: who acts.
        card: the card in question, None where there is none.
        laid: the meld that a payment is about.
        bi: the bi that is due could be laid.
        payer: who would pay.
    """

    seat: int
    card: Kind | None = None
    laid: Laid | None = None
    bi: bool = True
    payer: int | None = None


class Asked(dict[str, int]):
    """Values by reference key, for one moment of a hand."""

    def __init__(self, draft: Draft, moment: Moment) -> None:
        super().__init__()
        self._draft = draft
        self._moment = moment

    def __missing__(self, key: str) -> int:
        """Work out a value."""
        kind, _, name = key.partition(":")
        value = 0
        if kind == "fact":
            value = self._fact(name)
        elif kind == "count":
            value = self._count(name)
        elif kind == "nth":
            value = nth(self._draft, self._moment.seat, self._moment.laid, name.split("+"))
        self[key] = value
        return value

    def _fact(self, name: str) -> int:
        for answer in (self._of_seat, self._of_card, self._of_take, self._of_payment):
            value = answer(name)
            if value is not None:
                return int(value)
        return 0

    def _of_seat(self, name: str) -> int | None:  # noqa: C901, PLR0911, PLR0912 - one line a fact
        draft, seat = self._draft, self._moment.seat
        memory = draft.seats[seat].memory
        match name:
            case "dealer":
                return seat == draft.dealer
            case "after-dealer":
                return seat == draft.after(draft.dealer)
            case "players":
                return draft.game.players
            case "untouched":
                return memory.takes == 0
            case "takes":
                return memory.takes
            case "dealt-quads":
                return memory.dealt_quads
            case "declared":
                return memory.declared
            case "others-declared":
                return sum(draft.seats[one].memory.declared for one in draft.order if one != seat)
            case "passed-win":
                return memory.passed_win
            case "passed-xi":
                return memory.passed_xi
            case "hand-changed":
                return memory.changed
            case "fed-wei":
                return memory.fed_wei
            case "discarded-on-quad":
                return memory.quad_discard
            case "draws-in-row":
                return draft.carried.drawn
            case "streak":
                return _at(draft.carried.streaks, seat)
        return None

    def _of_card(self, name: str) -> int | None:  # noqa: C901, PLR0911 - one line a fact
        draft, seat, card, offer = self._draft, self._moment.seat, self._moment.card, self._draft.offer
        memory = draft.seats[seat].memory
        match name:
            case "passed-chi":
                return card is not None and memory.passed_chi >> card & 1
            case "passed-peng":
                return card is not None and memory.passed_peng >> card & 1
            case "own-discard":
                return card is not None and memory.discarded >> card & 1
            case "in-kan":
                return card is not None and draft.seats[seat].hand[card] >= _TRIPLET
            case "this-red":
                return card is not None and card in draft.game.red
            case "bi-possible":
                return self._moment.bi
            case "wanted":
                return offer is not None and offer.wanted not in {None, seat}
            case "self-draw":
                return self._from(offer, Source.DRAW) and offer is not None and offer.giver == seat
            case "last-card":
                return offer is not None and offer.last
            case "from-draw":
                return self._from(offer, Source.DRAW)
            case "from-discard":
                return self._from(offer, Source.DISCARD)
        return None

    def _from(self, offer: Offer | None, source: Source) -> bool:
        laid = self._moment.laid
        return laid.source is source if laid is not None else offer is not None and offer.source is source

    def _of_take(self, name: str) -> int | None:
        draft, card, take = self._draft, self._moment.card, self._draft.take
        match name:
            case "made-quad":
                return take.quad
            case "edge-card":
                return bool(take.eaten) and card is not None and draft.completes(take, card)
            case "ate-red":
                return bool(take.eaten) and all(kind in draft.game.red for kind in take.eaten)
            case "ate-black":
                return bool(take.eaten) and not all(kind in draft.game.red for kind in take.eaten)
        return None

    def _of_payment(self, name: str) -> int | None:  # noqa: C901, PLR0911 - one line a fact
        draft, seat, payer = self._draft, self._moment.seat, self._moment.payer
        before = self._moment.laid.before if self._moment.laid is not None else None
        totals, stakes = draft.carried.totals, draft.carried.stakes
        match name:
            case "source-discard":
                return _first(before).source is Source.DISCARD if before is not None else 0
            case "source-peng":
                return before is not None and before.meld == "peng"
            case "source-wei":
                return before is not None and before.meld in {"wei", "chou-wei"}
            case "actor-stake":
                return _at(stakes, seat)
            case "actor-total":
                return _at(totals, seat)
        if payer is None:
            return None
        match name:
            case "payer-dealer":
                return payer == draft.dealer
            case "payer-stake":
                return _at(stakes, payer)
            case "payer-total":
                return _at(totals, payer)
            case "difference":
                return abs(_at(totals, seat) - _at(totals, payer))
        return None

    def _count(self, meld_id: str) -> int:
        """Count melds on the table, and those in hand that may not be split."""
        meld = self._draft.game.melds.get(meld_id)
        if meld is None:
            return 0
        seat = self._draft.seats[self._moment.seat]
        held = seat.hand.count(meld.same) if meld.in_hand and meld.whole and meld.same > _PAIR else 0
        return held + sum(_is(laid, meld) for laid in seat.melds)


def _is(laid: Laid, meld: Meld) -> bool:
    """Tell whether a meld lies as one of a kind; what a chi laid is any meld of such cards."""
    return laid.meld == meld.id or (laid.meld == "chi" and meld.on_table and laid.cards in meld.forms)


def _first(laid: Laid) -> Laid:
    while laid.before is not None:
        laid = laid.before
    return laid


def _at(amounts: tuple[int, ...], seat: int) -> int:
    return amounts[seat] if seat < len(amounts) else 0


def nth(draft: Draft, seat: int, laid: Laid | None, melds: list[str]) -> int:
    """Return which of a seat's melds of some kinds a meld is, those that grew since included; the next without one."""
    number = 0
    for other in draft.seats[seat].melds:
        number += any(one in melds for one in _line(other))
        if other is laid:
            return number
    return number + 1


def _line(laid: Laid) -> list[str]:
    """Return what a meld is and what it was before."""
    ids = [laid.meld]
    while laid.before is not None:
        laid = laid.before
        ids.append(laid.meld)
    return ids
