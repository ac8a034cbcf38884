"""One hand after another as a PettingZoo environment, an agent a seat (AEC).

A seat that may act is asked in turn, also where several are asked about one card; each sees its own view and a
mask of what it may do. Rewards are points, as they are paid. It decides nothing: ``phzdsl.game`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from phzdsl.errors import GameError
from phzdsl.game.rules import Game
from phzdsl.game.session import booked
from phzdsl.game.state import State
from phzdsl.game.step import apply, legal, new_hand
from phzdsl.game.view import view
from phzdsl.rl.moves import Moves
from phzdsl.rl.seen import Sight
from phzdsl.ruleset.model import Ruleset

__all__ = ["HandEnv", "env"]

_SEEDS = 1 << 32
# So many hands are dealt until somebody has something to decide.
_DEALS = 200


def env(
    variant: Ruleset | Game, options: Mapping[str, int] | None = None, *, dealer: int | None = None
) -> OrderEnforcingWrapper:
    """Return the environment of a room with PettingZoo's usual guards around it; see ``HandEnv``."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(HandEnv(variant, options, dealer=dealer)))


class HandEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A room: every ``reset`` deals a hand.

    An agent's observation is a dict: ``observation``, its view as whole numbers (``sight.parts`` names them), and
    ``action_mask``, a one for each action that it may take (``moves.names`` tells what they are). A seat that
    sits out is an agent that is never asked.

    Attributes:
        game: the rules.
        moves: the actions by number.
        sight: how a view becomes numbers.
        hand: the hand being played.
    """

    def __init__(
        self, variant: Ruleset | Game, options: Mapping[str, int] | None = None, *, dealer: int | None = None
    ) -> None:
        """Open a room.

        Args:
            variant: a ruleset, or the rules of a room.
            options: option values, for a ruleset that is not bound.
            dealer: seat of the dealer; by lot where left out.

        Raises:
            GameError: the variant cannot be played, or the dealer is no seat of it.
            OptionError: as ``bind``.
        """
        super().__init__()
        self.game = variant if isinstance(variant, Game) else Game(variant, options)
        if dealer is not None and _one_of(dealer, self.game.total) is None:
            msg = f"no seat {dealer!r}; there are {self.game.total}"
            raise GameError(msg)
        self.moves = Moves(self.game)
        self.sight = Sight(self.game)
        self.metadata = {"name": f"{self.game.ruleset.id}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.total)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._dealer = dealer
        self._random = Random()  # noqa: S311 - a game's chance
        seen = spaces.Box(self.sight.least, self.sight.most, dtype=np.int32)
        mask = spaces.Box(0, 1, (len(self.moves),), np.int8)
        self._spaces = {
            agent: (spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(len(self.moves)))
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent sees."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of what an agent does."""
        return self._spaces[agent][1]

    # ------------------------------------------------------------ play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand in which somebody has something to decide; the same seed deals the same.

        Raises:
            GameError: in none of many hands had anybody something to decide.
        """
        del options  # the room's options are chosen when it opens
        if seed is not None:
            self._random = Random(seed)  # noqa: S311 - a game's chance
        self.hand = self._dealt()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        # Points may be paid at the deal already.
        self._cumulative_rewards = dict(zip(self.agents, booked(self.game, self.hand), strict=True))
        self.agent_selection = self.possible_agents[self.hand.waiting[0]]

    def _dealt(self) -> State:
        """Deal hands until somebody has something to decide."""
        for _ in range(_DEALS):
            dealer = self._random.randrange(self.game.total) if self._dealer is None else self._dealer
            hand = new_hand(self.game, seed=self._random.randrange(_SEEDS), dealer=dealer)
            if not hand.over:
                return hand
        msg = f"in none of {_DEALS} hands of {self.game.ruleset.id} had anybody something to decide"
        raise GameError(msg)

    def step(self, action: int | None) -> None:
        """Let the agent in turn act.

        Raises:
            GameError: the action is no number of one, or is not legal; the mask tells those that are.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = booked(self.game, self.hand)
        number = _one_of(action, len(self.moves))
        if number is None:
            msg = f"an action is a number from 0 to {len(self.moves) - 1}, not {action!r}"
            raise GameError(msg)
        move = self.moves.action(number, self._seats[agent])
        self.hand = apply(self.hand, move)
        self._cumulative_rewards[agent] = 0
        paid = zip(before, booked(self.game, self.hand), strict=True)
        self.rewards = {one: now - then for one, (then, now) in zip(self.possible_agents, paid, strict=True)}
        self._accumulate_rewards()
        if self.hand.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.hand.waiting[0]]

    # ------------------------------------------------------------ what is seen

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and a mask of what it may do now."""
        seat = self._seats[agent]
        acts = legal(self.hand, seat)
        mask = np.zeros(len(self.moves), np.int8)
        mask[[self.moves.number(act) for act in acts]] = 1
        return {"observation": self.sight.array(view(self.hand, seat, acts)), "action_mask": mask}

    def render(self) -> str:
        """Return the last events of the hand, a line each."""
        return "\n".join(map(str, self.hand.events[-len(self.possible_agents) :]))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _one_of(number: object, size: int) -> int | None:
    """Return a whole number, of Python, numpy or the like, that is one of so many from 0; None for anything else."""
    try:
        found = index(number)  # type: ignore[arg-type] # what has no number is refused here
    except TypeError:
        return None
    return found if 0 <= found < size else None
