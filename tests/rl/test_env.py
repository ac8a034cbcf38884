"""The environment for those who train players: PettingZoo's own tests, and what an agent may know."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra rl")

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from phzdsl.errors import GameError
from phzdsl.game import Game, apply, legal, new_hand, view
from phzdsl.game.counts import counts_of
from phzdsl.rl import HandEnv, Moves, Sight, env
from phzdsl.ruleset.library import load, rules_folder
from tests.game.secrecy import scrambled
from tests.game.table import game_with

VARIANTS = sorted(path.stem for path in rules_folder().glob("*.phz"))


def rewards(table: AECEnv, seed: int, chance: Random) -> list[float]:
    """Play a hand by chance and return what each agent was given over it, by seat."""
    table.reset(seed=seed)
    given = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        given[agent] += reward
        ones = np.flatnonzero(seen["action_mask"])
        table.step(None if over or cut else int(chance.choice(ones)))
    return list(given.values())


# PettingZoo's own environments with masks give the same: an observation is a dict there.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("variant", VARIANTS)
def test_pettingzoo_accepts_it(variant: str) -> None:
    """Every variant passes PettingZoo's tests of the interface and of seeds."""
    rules = Game(load(variant))
    api_test(env(rules), num_cycles=500)
    seed_test(lambda: env(rules), num_cycles=200)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_action_has_its_number(variant: str) -> None:
    """The mask has a one for each legal action and no other, and a number means the same for every seat."""
    room = HandEnv(load(variant))
    chance = Random(1)
    for seed in range(20):
        room.reset(seed=seed)
        while not any(room.terminations.values()):
            seat = room.possible_agents.index(room.agent_selection)
            acts = legal(room.hand, seat)
            ones = np.flatnonzero(room.observe(room.agent_selection)["action_mask"])
            assert {room.moves.action(int(one), seat) for one in ones} == set(acts)
            room.step(room.moves.number(chance.choice(acts)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_agent_knows_what_its_seat_may(variant: str) -> None:
    """With everything scrambled that a seat may not know, its numbers stay the same, within their bounds."""
    rules = Game(load(variant))
    sight, chance = Sight(rules), Random(2)
    for seed in range(4):
        state = new_hand(rules, seed=seed)
        while state.waiting:
            for seat in rules.order(state.dealer):
                acts = legal(state, seat)
                seen = sight.array(view(state, seat, acts))
                assert np.array_equal(seen, sight.array(view(scrambled(state, seat, chance), seat, acts)))
                assert ((sight.least <= seen) & (seen <= sight.most)).all()
            state = apply(state, chance.choice(legal(state, chance.choice(state.waiting))))


def test_the_numbers_tell_the_view_apart() -> None:
    """A hand, an offer and a discard are seen where ``parts`` says they stand."""
    rules = Game(load("peng"))
    sight = Sight(rules)
    at = {name: sum(size for _, size in sight.parts[:place]) for place, (name, _) in enumerate(sight.parts)}
    state = new_hand(rules, seed=3)
    dealer = state.dealer
    seen = sight.array(view(state, dealer))
    assert bytes(seen[at["hand"] : at["hand"] + 20].tolist()) == state.seats[dealer].hand
    assert (seen[at["stock"]], seen[at["held 0"]], seen[at["held 1"]]) == (state.stock, 15, 14)
    state = apply(state, legal(state, dealer)[0])
    other = state.waiting[0]
    seen, steps = sight.array(view(state, other)), (dealer - other) % rules.total
    thrown = seen[at[f"discards {steps}"] : at[f"discards {steps}"] + 20]
    assert bytes(thrown.tolist()) == counts_of(state.seats[dealer].discards)
    assert thrown.sum() == 1
    assert seen[at["dealer"] + steps] == 1


def test_rewards_are_the_points_paid() -> None:
    """What an agent is given over a hand is what its seat received less what it paid, at claims as at the end."""
    table = env(load("peng"))
    chance = Random(3)
    for seed in range(10):
        given = rewards(table, seed, chance)
        assert tuple(given) == table.unwrapped.hand.paid


def test_rewards_are_accounts_where_nobody_pays() -> None:
    """Where only accounts are kept a win is rewarded by what it adds to the winner's, and takes from nobody."""
    room = game_with("局 {\n  增 结算 只记\n}\n")
    table, chance, won = env(room), Random(3), 0
    for seed in range(60):
        given = rewards(table, seed, chance)
        hand = table.unwrapped.hand
        worth = {winner.seat: winner.score.points for winner in hand.result.winners}
        won += len(worth)
        assert given == [worth.get(seat, 0) for seat in range(room.total)]
        assert not any(hand.paid)
    assert won


def test_the_numbers_are_stable() -> None:
    """Two rooms of one kind number alike; passing and discards come first whatever the variant."""
    first, second = Moves(Game(load("zjd"))), Moves(Game(load("zjd")))
    assert first.names == second.names
    assert first.names[:3] == ("pass", "no-discard", "discard 一")
    assert len(set(first.names)) == len(first)


def test_an_illegal_action_is_refused() -> None:
    """What the mask does not allow raises, and nothing happens."""
    room = HandEnv(load("peng"), dealer=2)
    room.reset(seed=1)
    assert room.hand.dealer == 2
    mask = room.observe(room.agent_selection)["action_mask"]
    with pytest.raises(GameError):
        room.step(int(np.flatnonzero(mask == 0)[0]))
    assert room.hand.actions == ()


@pytest.mark.parametrize("action", [10**6, -1, None, "x", 3.7])
def test_what_is_no_number_of_an_action_is_refused(action: object) -> None:
    """A number that no action has, and what is no number, raise the game's own error and nothing happens."""
    room = HandEnv(load("peng"))
    room.reset(seed=1)
    with pytest.raises(GameError, match="a number from 0 to"):
        room.step(action)  # type: ignore[arg-type] # what a caller may get wrong
    assert room.hand.actions == ()


@pytest.mark.parametrize("dealer", [4, -1, "x", 1.0])
def test_a_dealer_that_is_no_seat_is_refused_at_once(dealer: object) -> None:
    """A room opens only for a dealer that sits at its table."""
    with pytest.raises(GameError, match="no seat"):
        HandEnv(load("peng"), dealer=dealer)  # type: ignore[arg-type] # as above


def test_a_room_without_a_decision_is_told() -> None:
    """Where every hand ends by itself, reset gives up rather than deal for ever."""
    barred = "动作 {\n  增 全禁 禁 吃, 碰, 偎, 臭偎, 提, 跑, 碰跑, 胡, 摆提 当 是\n}\n"
    room = HandEnv(game_with(f"{barred}座 {{\n  改 起手 20\n  改 余墩 20\n}}"))
    with pytest.raises(GameError, match="anybody something to decide"):
        room.reset(seed=1)
