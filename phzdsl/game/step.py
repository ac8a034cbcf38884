"""A hand of play from outside: deal it, ask what a seat may do, carry it on by an action.

Every step is a function of a draft that names the step to follow, or None where a seat must answer first;
the table at the end holds them. They live beside: ``deal.py``, ``turn.py``, ``offer.py``, ``finish.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from phzdsl.cards import Kind
from phzdsl.errors import GameError
from phzdsl.game import deal, offer, turn
from phzdsl.game.draft import Draft, Next, Step
from phzdsl.game.rules import Game
from phzdsl.game.state import Action, Carried, Phase, State
from phzdsl.ruleset.model import Ruleset

__all__ = ["ANSWERED", "STEPS", "apply", "legal", "new_hand", "payments", "shuffled"]


def shuffled(game: Game, seed: int) -> tuple[Kind, ...]:
    """Return the deck in an order that a seed gives."""
    random = Random(seed).random  # noqa: S311 - a game's deck; a server passes its own
    cards = game.cards
    keys = [random() for _ in cards]
    return tuple([cards[at] for at in sorted(range(len(cards)), key=keys.__getitem__)])


def new_hand(  # noqa: PLR0913 - all but the rules by name
    variant: Ruleset | Game,
    options: Mapping[str, int] | None = None,
    *,
    seed: int | None = None,
    deck: Sequence[Kind] | None = None,
    dealer: int = 0,
    carried: Carried | None = None,
    judged: bool = False,
) -> State:
    """Deal a hand and carry it on until a seat must act.

    Args:
        variant: a ruleset, or a ``Game`` made of one: keep that for many hands.
        options: option values, for a ruleset that is not bound.
        seed: an order of the deck; the same seed gives the same hand.
        deck: the cards in order: the dealer's, then those of each seat after it, the card turned before play
            where there is one, the stock from the top, and last what is taken out of the game.
        dealer: seat of the dealer.
        carried: what earlier hands leave to this one.
        judged: ask for forced claims too, to follow what people did.

    Raises:
        GameError: neither or both of seed and deck, a deck that is not this game's, no such seat, carried amounts
            that are not of its seats, or a variant that cannot be played.
        OptionError: as ``bind``.
    """
    game = variant if isinstance(variant, Game) else Game(variant, options)
    if (seed is None) == (deck is None):
        msg = "a hand needs a seed or a deck, and not both"
        raise GameError(msg)
    cards = shuffled(game, seed) if seed is not None else tuple(deck or ())
    if deck is not None and tuple(sorted(cards)) != game.cards:
        msg = f"the deck is not that of {game.ruleset.id}: {len(cards)} cards"
        raise GameError(msg)
    if not 0 <= dealer < game.total:
        msg = f"no seat {dealer}; there are {game.total}"
        raise GameError(msg)
    if carried is not None and not _fits(carried, game):
        msg = f"what is carried has no number for each of {game.total} seats: {carried}"
        raise GameError(msg)
    draft = deal.dealt(game, cards, dealer, carried or Carried(), judged=judged)
    _run(draft, (Step.SHOW, dealer))
    return draft.closed()


def _fits(carried: Carried, game: Game) -> bool:
    """Tell whether amounts are whole numbers, one for each seat or none at all."""
    amounts = (carried.streaks, carried.totals, carried.stakes)
    return isinstance(carried.drawn, int) and all(
        len(one) in {0, game.total} and all(isinstance(amount, int) for amount in one) for one in amounts
    )


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return what a seat may do now; nothing when it is not asked."""
    for ask in state.asks:
        if ask.seat == seat and not ask.answered:
            found = [option.action for option in ask.options]
            if ask.passes:
                found.append(state.game.passes[seat])
            return tuple(found)
    return ()


def apply(state: State, action: Action) -> State:
    """Return the state after a legal action.

    Raises:
        GameError: the action is not legal.
    """
    draft = Draft.of(state)
    for at, ask in enumerate(draft.asks):
        if ask.seat == action.seat and not ask.answered:
            reply = ask.option(action)
            if reply is None and not (ask.passes and action == state.game.passes[ask.seat]):
                break
            draft.asks[at] = ask.with_reply(reply)
            draft.actions.append(action)
            _run(draft, (ANSWERED[draft.phase], draft.turn))
            return draft.closed()
    msg = f"seat {action.seat} may not do this now: {action.do}"
    raise GameError(msg)


def payments(state: State) -> tuple[int, ...]:
    """Return by seat what was received less what was paid so far, in points; it sums to zero."""
    return state.paid


def _run(draft: Draft, following: Next) -> None:
    while following is not None:
        step, seat = following
        following = STEPS[step](draft, seat)


STEPS: Mapping[Step, Callable[[Draft, int], Next]] = {
    Step.SHOW: deal.show,
    Step.DEAL_CLAIMS: deal.claims,
    Step.DEAL_ANSWERED: deal.answered,
    Step.DEAL_WINS: deal.wins_asked,
    Step.DEAL_WINS_ANSWERED: deal.wins_answered,
    Step.SHOWN: deal.offer_shown,
    Step.FIRST_TURN: deal.first_turn,
    Step.DRAW: turn.draw,
    Step.TURN: turn.turn,
    Step.TURN_ANSWERED: turn.turn_answered,
    Step.DISCARD: turn.discard,
    Step.DISCARD_ANSWERED: turn.discard_answered,
    Step.SETTLE: offer.settle,
}
ANSWERED: Mapping[Phase, Step] = {
    Phase.DEAL: Step.DEAL_ANSWERED,
    Phase.DEAL_WINS: Step.DEAL_WINS_ANSWERED,
    Phase.OFFER: Step.SETTLE,
    Phase.TURN: Step.TURN_ANSWERED,
    Phase.DISCARD: Step.DISCARD_ANSWERED,
}
