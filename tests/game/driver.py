"""Random hands of play, with everything checked that must hold of every hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

import attrs
import pytest

from phzdsl.cards import KINDS, Kind
from phzdsl.errors import GameError
from phzdsl.game import Action, Game, State, apply, legal, new_hand, payments
from phzdsl.game.events import Drawn, Paid
from phzdsl.game.state import Phase, Source
from phzdsl.scoring.score import Scorer
from tests.game.account import Book
from tests.game.secrecy import check_secrecy
from tests.game.shadow import Shadow

__all__ = ["Room", "played"]

_MOST = 400
_ORDERS = 6
_PLAIN = 0.75


class Room:
    """The rules of one room, as the checks need them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.book = Book(game)
        self.scorer = Scorer(game.ruleset)


def played(room: Room, seed: int, counts: Counter[str], *, deep: bool) -> State:
    """Play a hand by chance and check it at every stop; one deck in four is a clumped one.

    Args:
        room: the rules.
        seed: of the deck, the dealer and the players.
        counts: what was checked, counted up.
        deep: also follow it with a shadow, scramble what is hidden, try illegal actions and other orders of answers.
    """
    random = Random(f"{room.game.ruleset.id} {seed}")
    dealer = random.randrange(room.game.total)
    if random.random() < _PLAIN:
        state = new_hand(room.game, seed=seed, dealer=dealer)
    else:
        state = new_hand(room.game, deck=clumped(room.game, random), dealer=dealer)
    shadow = Shadow(room.book, state) if deep else None
    action: Action | None = None
    for _ in range(_MOST):
        check_state(state)
        if shadow is not None:
            shadow.follow(state, action)
            _check_deeply(state, random, counts)
        if not state.waiting:
            break
        action = chosen(state, random)
        state = apply(state, action)
    else:
        pytest.fail(f"no end: {room.game.ruleset.id} {seed}")
    check_end(room, state)
    counts["hands"] += 1
    counts["wins"] += not (state.result is None or state.result.drawn)
    if shadow is not None:
        counts["deep"] += 1
        counts["contests"] += shadow.contests
    return state


def clumped(game: Game, random: Random) -> tuple[Kind, ...]:
    """Return a deck in which cards of a kind lie near each other: triplets, quads and wins at the deal."""
    places = [random.random() for _ in range(KINDS)]
    width = random.choice((0.3, 0.5, 0.8))
    return tuple(sorted(game.cards, key=lambda kind: places[kind] + width * random.random()))


def chosen(state: State, random: Random) -> Action:
    """Let a seat act that is asked: mostly a win where there is one, else anything."""
    seat = random.choice(state.waiting)
    found = legal(state, seat)
    wins = [one for one in found if one.do not in {"chi", "peng", "pass"} and _wins(state, one)]
    return random.choice(wins) if wins and random.random() < 0.8 else random.choice(found)


def _wins(state: State, action: Action) -> bool:
    return any(option.wins for ask in state.asks for option in ask.options if option.action == action)


# ---------------------------------------------------------------- at every stop


def check_state(state: State) -> None:
    """Check that cards are conserved, payments sum to zero, a seat that must act can, and no other has anything to do."""
    game = state.game
    held = Counter(kind for place in state.seats for kind in place.cards())
    held.update(state.deck[state.top :])
    held.update(() if state.indicator is None else (state.indicator,))
    lies = state.offer is not None and state.offer.source is Source.DRAW and not state.over
    held.update((state.offer.card,) if lies and state.offer is not None else ())
    if state.result is not None:
        held.update(state.result.turned[: _from_stock(state)])
    assert held == Counter(state.deck) == Counter(game.cards), state
    assert sum(payments(state)) == 0
    assert state.over == (not state.waiting) == (state.phase is Phase.OVER)
    for seat in range(game.total):
        assert bool(legal(state, seat)) == (seat in state.waiting)
    sits = game.sits(state.dealer)
    assert sits is None or not state.seats[sits].cards()


def _from_stock(state: State) -> int:
    """Return how many of the turned cards came from the stock; of an empty one the winning card stands in."""
    drawn = sum(isinstance(event, Drawn) for event in state.events)
    return state.game.stock - state.stock - drawn


def check_end(room: Room, state: State) -> None:
    """Check that the payments are those in the log, and that each winner's score is that of its hand."""
    totals = [0] * room.game.total
    for event in state.events:
        if isinstance(event, Paid):
            assert event.amount
            totals[event.payer] -= event.amount
            totals[event.payee] += event.amount
    assert tuple(totals) == payments(state)
    assert state.result is not None
    if state.result.drawn:
        assert state.stock == 0
    for winner in state.result.winners:
        assert winner.score == room.scorer.score(winner.hand)
        assert winner.score.win
        assert Counter(winner.hand.cards()) <= Counter(room.game.cards)
        held = Counter(state.seats[winner.seat].cards())
        held.subtract((*state.seats[winner.seat].discards, *state.seats[winner.seat].unused))
        assert +held == Counter(winner.hand.cards()) or len(state.result.winners) > 1


# ---------------------------------------------------------------- more than that


def _check_deeply(state: State, random: Random, counts: Counter[str]) -> None:
    counts["stops"] += 1
    for seat in range(state.game.total):
        if seat != state.game.sits(state.dealer):
            check_secrecy(state, seat, random)
            counts["scrambles"] += 1
    for action in islice(_illegal(state, random), 3):
        with pytest.raises(GameError):
            apply(state, action)
        counts["illegal"] += 1
    if len(state.waiting) > 1:
        check_orders(state, random)
        counts["orders"] += 1


def _illegal(state: State, random: Random) -> Iterator[Action]:
    """Yield actions that nobody may take now."""
    seats = list(range(state.game.total))
    random.shuffle(seats)
    for seat in seats:
        allowed = set(legal(state, seat))
        kinds = random.sample(range(KINDS), 3)
        tried = [Action(seat, do) for do in ("pass", "no-discard", "win", "peng", "ti", "chi", "nothing")]
        tried += [Action(seat, "discard", (kind,)) for kind in kinds] + [Action(seat, "chi", tuple(sorted(kinds)))]
        for action in random.sample(tried, 3):
            if action not in allowed:
                yield action


def check_orders(state: State, random: Random) -> None:
    """Check that what seats answer leads to one state, in whatever order they answer."""
    answers = {seat: random.choice(legal(state, seat)) for seat in state.waiting}
    ends = set()
    for order in islice(permutations(answers), _ORDERS):
        after = state
        for seat in order:
            # Whose answer no longer matters is not asked any more.
            if after.asks == () or not _still(after, state, seat):
                continue
            after = apply(after, answers[seat])
        ends.add(_apart_from_answers(after))
    assert len(ends) == 1, (answers, ends)


def _still(after: State, before: State, seat: int) -> bool:
    return len(after.events) == len(before.events) and seat in after.waiting


def _apart_from_answers(state: State) -> object:
    return attrs.evolve(state, actions=()), state.events
