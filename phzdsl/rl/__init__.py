"""For people who train players: a room as a PettingZoo environment. Needs the extra ``rl``.

A variant and its options enter, arrays and rewards leave. What holds: a seat's arrays come from its view, so
they tell nothing that it may not know; an action is a number that means the same in every hand of the room.

    >>> from phzdsl import load
    >>> from phzdsl.rl import env
    >>> table = env(load("peng"))
    >>> table.reset(seed=1)
    >>> for agent in table.agent_iter():
    ...     seen, reward, terminated, truncated, _ = table.last()
    ...     table.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
"""

from phzdsl.rl.env import HandEnv, env
from phzdsl.rl.moves import Moves
from phzdsl.rl.seen import Sight

__all__ = ["HandEnv", "Moves", "Sight", "env"]
