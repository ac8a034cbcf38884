"""What the rules may ask at the table, and the answers.

These are the facts of claims, bars, discards and payments, one line each. What is asked of a winning hand
and its count is answered by ``scoring``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from phzdsl.cards import Kind
from phzdsl.game.draft import Draft
from phzdsl.game.state import Laid, Phase, Source
from phzdsl.ruleset.compiled import compiled
from phzdsl.ruleset.expressions import Expr, Ref
from phzdsl.ruleset.parts import Meld

__all__ = ["Moment", "Question", "fact", "nth", "question"]

_PAIR = 2
_TRIPLET = 3
_QUAD = 4


@attrs.define(eq=False)
class Moment:
    """When something is asked: made for the question, and of no use after it.

    Attributes:
        draft: the hand of play.
        seat: who acts.
        card: the card in question, None where there is none.
        laid: the meld that a payment is about.
        payer: who would pay.
        waits: the payer waits for a win.
    """

    draft: Draft
    seat: int
    card: Kind | None = None
    laid: Laid | None = None
    payer: int | None = None
    waits: bool = False


Question = Callable[[Moment], int]
"""An amount or a condition (1 or 0) of the rules, asked of a moment."""


def question(expr: Expr) -> Question:
    """Return an expression of claims, discards or payments as a question."""
    return compiled(expr, _leaf)


def fact(name: str) -> Question:
    """Return the question of a fact; what is not known at the table is 0."""
    return _FACTS.get(name, _nothing)


def _leaf(ref: Ref) -> Question:
    kind, _, name = ref.key.partition(":")
    if kind == "fact":
        return fact(name)
    if kind == "count":
        return lambda at: _count(at, name)
    if kind == "nth":
        melds = name.split("+")
        return lambda at: nth(at.draft, at.seat, at.laid, melds)
    return _nothing


def _nothing(_: Moment) -> int:
    return 0


# ---------------------------------------------------------------- facts


def _bit(kinds: int, card: Kind | None) -> int:
    return 0 if card is None else kinds >> card & 1


def _of(amounts: tuple[int, ...], seat: int | None) -> int:
    return amounts[seat] if seat is not None and seat < len(amounts) else 0


def _from(at: Moment, source: Source) -> int:
    """Tell where the card comes from: that of the meld in question, or the one on offer."""
    card = at.laid or at.draft.offer
    return int(card is not None and card.source is source)


def _own_draw(at: Moment) -> int:
    offer = at.draft.offer
    return int(offer is not None and offer.source is Source.DRAW and offer.giver == at.seat)


def _wanted(at: Moment) -> int:
    offer = at.draft.offer
    return int(offer is not None and offer.wanted not in {None, at.seat})


def _ate(at: Moment, *, red: bool) -> int:
    eaten = at.draft.take.eaten
    return int(bool(eaten) and all(kind in at.draft.game.red for kind in eaten) is red)


def _edge(at: Moment) -> int:
    take = at.draft.take
    return int(bool(take.eaten) and at.card is not None and at.draft.completes(take, at.card))


def _declared(at: Moment) -> int:
    return sum(at.draft.seats[one].memory.declared for one in at.draft.order if one != at.seat)


def _before(at: Moment, *melds: str) -> int:
    before = at.laid.before if at.laid is not None else None
    return int(before is not None and before.meld in melds)


def _before_discard(at: Moment) -> int:
    before = at.laid.before if at.laid is not None else None
    return int(before is not None and before.source is Source.DISCARD)


def _difference(at: Moment) -> int:
    totals = at.draft.carried.totals
    return abs(_of(totals, at.seat) - _of(totals, at.payer))


_FACTS: Mapping[str, Question] = {
    "deal-win": lambda at: at.draft.phase is Phase.DEAL_WINS,
    "pairs": lambda at: sum([count // 2 for count in at.draft.seats[at.seat].held()]),
    "fours": lambda at: at.draft.seats[at.seat].held().count(_QUAD),
    "dealer": lambda at: at.seat == at.draft.dealer,
    "after-dealer": lambda at: at.seat == at.draft.after(at.draft.dealer),
    "players": lambda at: at.draft.game.players,
    "untouched": lambda at: at.draft.seats[at.seat].memory.takes == 0,
    "takes": lambda at: at.draft.seats[at.seat].memory.takes,
    "dealt-quads": lambda at: at.draft.seats[at.seat].memory.dealt_quads,
    "declared": lambda at: at.draft.seats[at.seat].memory.declared,
    "others-declared": _declared,
    "passed-win": lambda at: at.draft.seats[at.seat].memory.passed_win,
    "passed-xi": lambda at: at.draft.seats[at.seat].memory.passed_xi,
    "hand-changed": lambda at: at.draft.seats[at.seat].memory.changed,
    "fed-wei": lambda at: at.draft.seats[at.seat].memory.fed_wei,
    "discarded-on-quad": lambda at: at.draft.seats[at.seat].memory.quad_discard,
    "draws-in-row": lambda at: at.draft.carried.drawn,
    "streak": lambda at: _of(at.draft.carried.streaks, at.seat),
    # the card in question
    "passed-chi": lambda at: _bit(at.draft.seats[at.seat].memory.passed_chi, at.card),
    "passed-peng": lambda at: _bit(at.draft.seats[at.seat].memory.passed_peng, at.card),
    "own-discard": lambda at: _bit(at.draft.seats[at.seat].memory.discarded, at.card),
    "in-kan": lambda at: at.card is not None and at.draft.seats[at.seat].hand[at.card] >= _TRIPLET,
    "this-red": lambda at: at.card in at.draft.game.red,
    # A chi whose bi cannot be laid is never asked about.
    "bi-possible": lambda _: 1,
    "wanted": _wanted,
    "self-draw": _own_draw,
    "last-card": lambda at: at.draft.offer is not None and at.draft.offer.last,
    "from-draw": lambda at: _from(at, Source.DRAW),
    "from-discard": lambda at: _from(at, Source.DISCARD),
    # the take before a discard
    "made-quad": lambda at: at.draft.take.quad,
    "edge-card": _edge,
    "ate-red": lambda at: _ate(at, red=True),
    "ate-black": lambda at: _ate(at, red=False),
    # Who has nothing to discard does not discard, whatever else is said: that is never asked either.
    "nothing-to-discard": lambda _: 0,
    # a payment
    "source-discard": _before_discard,
    "source-peng": lambda at: _before(at, "peng"),
    "source-wei": lambda at: _before(at, "wei", "chou-wei"),
    "actor-stake": lambda at: _of(at.draft.carried.stakes, at.seat),
    "payer-stake": lambda at: _of(at.draft.carried.stakes, at.payer),
    "actor-total": lambda at: _of(at.draft.carried.totals, at.seat),
    "payer-total": lambda at: _of(at.draft.carried.totals, at.payer),
    "difference": _difference,
    "payer-dealer": lambda at: at.payer == at.draft.dealer,
    "payer-waits": lambda at: at.waits,
}


# ---------------------------------------------------------------- melds


def _count(at: Moment, meld_id: str) -> int:
    """Count a seat's melds on the table, and those in its hand that may not be split."""
    meld = at.draft.game.melds.get(meld_id)
    if meld is None:
        return 0
    seat = at.draft.seats[at.seat]
    held = seat.hand.count(meld.same) if meld.in_hand and meld.whole and meld.same > _PAIR else 0
    return held + sum([_is(laid, meld) for laid in seat.melds])


def _is(laid: Laid, meld: Meld) -> bool:
    """Tell whether a meld lies as one of a kind; what a chi laid is any meld of such cards."""
    return laid.meld == meld.id or (laid.meld == "chi" and meld.on_table and laid.cards in meld.forms)


def nth(draft: Draft, seat: int, laid: Laid | None, melds: list[str]) -> int:
    """Return which of a seat's melds of some kinds a meld is, those grown since included; without one, the next."""
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
