"""Closed hands read with ten look-ups in plain Python: the automaton on demand, as nested lists.

A node is a list by small copies of lists by big copies; an edge is the node after it and what to add. The
sum of a walk is one integer, low field first: the number of the state after the last point, groups set
aside, quads, packed features of melds and cards. What a sum is worth, a caller remembers.
"""

from __future__ import annotations

from collections.abc import Sequence

from phzdsl.cards import POINTS
from phzdsl.errors import HandError
from phzdsl.tables.division import START, Configurations, Division, Ending, Mode, accepted, endings
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, GROUP_FIELD, QUAD_SHIFT, TALLY_BITS, read_kind

__all__ = ["Walk"]

_FINAL_BITS = 24
_FINAL_MASK = (1 << _FINAL_BITS) - 1

# A node is list[list[tuple[node, int] | None]]; the type cannot be written without itself.
Node = list[list]  # type: ignore[type-arg]


class Walk:
    """The remembered steps of one plan.

    Attributes:
        start: the first node.
        dead: the node from which nothing can be completed; it follows itself.
    """

    def __init__(self, plan: Plan, max_states: int = 1_000_000) -> None:
        self._plan = plan
        self._division = Division(plan.shape, plan.features.of_form, plan.mode)
        self._max_states = max_states
        self.dead: Node = []
        self.dead.extend([[(self.dead, 0)] * COUNTS for _ in range(COUNTS)])
        # Sums outlive the nodes, so the last states keep their numbers when nodes are forgotten.
        self._finals: dict[Configurations, int] = {}
        self._endings: list[tuple[Ending, ...]] = []
        self._clear()

    def _clear(self) -> None:
        self._layers: list[dict[Configurations, Node]] = [{} for _ in range(POINTS)]
        self._states = 0
        self.start = self._node(0, START)

    def _node(self, point: int, state: Configurations) -> Node:
        node = self._layers[point].get(state)
        if node is None:
            self._states += 1
            node = self._layers[point][state] = [[None] * COUNTS for _ in range(COUNTS)]
        return node

    def learn(self, counts: Sequence[int]) -> None:
        """Find the steps of a hand that are not known yet.

        Raises:
            HandError: the hand is not twenty numbers from 0 to 4.
        """
        if len(counts) != 2 * POINTS or any(count not in _COPIES for count in counts):
            msg = f"a hand is twenty counts from 0 to 4, not {list(counts)!r}"
            raise HandError(msg)
        if self._states >= self._max_states:
            self._clear()
        node, state = self.start, START
        for point, (small, big) in enumerate(zip(counts, counts[POINTS:], strict=False)):
            state = self._step(node, point, state, small, big)
            if not state:
                return
            node = node[small][big][0]

    def _step(self, node: Node, point: int, state: Configurations, small: int, big: int) -> Configurations:
        plan = self._plan
        weigh = plan.features.of_form
        left = read_kind(plan.shape, point, small, weigh)
        right = read_kind(plan.shape, point + POINTS, big, weigh)
        after: Configurations = ()
        added = 0
        if left is not None and right is not None:
            after, rise = self._division.step(point, state, left[0], right[0])
            added = left[1] + right[1] + (rise + plan.features.of_point(point, small, big) << TALLY_BITS)
        if not after:
            node[small][big] = (self.dead, 0)
        elif point + 1 < POINTS:
            node[small][big] = (self._node(point + 1, after), added << _FINAL_BITS)
        else:
            node[small][big] = (_LAST, (added << _FINAL_BITS) + self._final(after))
        return after

    def _final(self, state: Configurations) -> int:
        number = self._finals.setdefault(state, len(self._finals))
        if number == len(self._endings):
            self._endings.append(endings(state))
        return number

    def vectors(self, total: int) -> tuple[int, ...]:
        """Return the feature vectors of the complete divisions of a hand, by the sum of its walk."""
        ended = self._endings[total & _FINAL_MASK]
        tally = total >> _FINAL_BITS
        vector = tally >> TALLY_BITS
        found = accepted(self._plan.shape, ended, tally & GROUP_FIELD, tally >> QUAD_SHIFT & GROUP_FIELD)
        vectors = tuple([vector + weight for weight in found])
        return vectors[-1:] if self._plan.mode is Mode.BEST else vectors


_COPIES = frozenset(range(COUNTS))
_LAST: Node = []
