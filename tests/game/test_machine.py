"""Play as a state machine that hypothesis drives: it picks room, deck and every action, and narrows a failure down to them.

``test_properties.py`` plays hands by chance, and checks them more deeply; here the choices themselves are searched.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from phzdsl.errors import GameError
from phzdsl.game import Action, Game, State, apply, legal, new_hand
from phzdsl.game.record import line_of, record_from, record_of, replay
from phzdsl.ruleset.library import load, shipped
from tests.game.driver import Room, check_end, check_orders, check_state, clumped
from tests.game.secrecy import check_secrecy
from tests.scoring.hands import bound_rulesets

_DOINGS = ("pass", "no-discard", "win", "peng", "wei", "ti", "pao", "chi", "discard", "declare")


@cache
def _rooms(variant: str) -> list[Room]:
    return [Room(Game(ruleset)) for _, ruleset in bound_rulesets(load(variant))]


class Table(RuleBasedStateMachine):
    """One hand of play, from the deal to its end."""

    room: Room
    state: State

    @initialize(variant=st.sampled_from(shipped()), data=st.data())
    def deal(self, variant: str, data: st.DataObject) -> None:
        """Choose the rules, the deck and the dealer."""
        rooms = _rooms(variant)
        self.room = rooms[data.draw(st.integers(0, len(rooms) - 1), "room")]
        game = self.room.game
        random = Random(data.draw(st.integers(0, 1 << 32), "deck"))
        deck = clumped(game, random) if data.draw(st.booleans(), "clumped") else None
        dealer = data.draw(st.integers(0, game.total - 1), "dealer")
        self.state = new_hand(game, seed=None if deck else random.getrandbits(32), deck=deck, dealer=dealer)

    @precondition(lambda self: bool(self.state.waiting))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Let a seat that is asked do anything that it may."""
        seat = data.draw(st.sampled_from(self.state.waiting), "seat")
        self.state = apply(self.state, data.draw(st.sampled_from(legal(self.state, seat)), "action"))

    @precondition(lambda self: bool(self.state.waiting))
    @rule(seat=st.integers(0, 3), do=st.sampled_from(_DOINGS), kinds=st.lists(st.integers(0, 19), max_size=3))
    def act_wrongly(self, seat: int, do: str, kinds: list[int]) -> None:
        """Try what is not legal: it is refused."""
        action = Action(seat, do, tuple(sorted(kinds)))
        if seat < self.room.game.total and action not in legal(self.state, seat):
            with pytest.raises(GameError):
                apply(self.state, action)

    @precondition(lambda self: bool(self.state.waiting))
    @rule(seat=st.integers(0, 3), seed=st.integers(0, 99))
    def look(self, seat: int, seed: int) -> None:
        """Scramble what is hidden from a seat: it sees and may do the same."""
        if seat < self.room.game.total and seat != self.room.game.sits(self.state.dealer):
            check_secrecy(self.state, seat, Random(seed))

    @precondition(lambda self: len(self.state.waiting) > 1)
    @rule(seed=st.integers(0, 99))
    def answer_in_any_order(self, seed: int) -> None:
        """Who of several seats answers first does not matter."""
        check_orders(self.state, Random(seed))

    @precondition(lambda self: not self.state.waiting)
    @rule()
    def ended(self) -> None:
        """Check the account, and play the record again to the same end."""
        check_end(self.room, self.state)
        assert replay(record_from(line_of(record_of(self.state))), self.room.game) == self.state

    @invariant()
    def holds(self) -> None:
        """Cards are conserved, payments sum to zero, and who must act can."""
        check_state(self.state)

    def teardown(self) -> None:
        """Play what is left to its end."""
        if hasattr(self, "state"):
            while self.state.waiting:
                self.state = apply(self.state, legal(self.state, self.state.waiting[0])[-1])
                check_state(self.state)
            self.ended()


Table.TestCase.settings = settings(
    max_examples=10, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTable = Table.TestCase
