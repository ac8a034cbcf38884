"""Closed hands read with five double look-ups in plain Python: the automaton on demand, two points at a time.

First the four counts of two points are read: which free cards they are (a *column*), and what is set aside.
Then the column leads from node to node; a node is a list by column of the node after it and what to add.
Few and short lists: most of the time goes into waiting for memory. The sum of a walk is one integer, low
field first: the number of the state after the last point, groups set aside, quads, packed features of
melds and cards. What a sum is worth, a caller remembers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phzdsl.cards import POINTS
from phzdsl.errors import HandError
from phzdsl.tables.division import START, Configurations, Division, Ending, Mode, accepted, endings
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, GROUP_FIELD, QUAD_SHIFT, TALLY_BITS, read_kind

__all__ = ["Node", "Reader", "Walk"]

_FINAL_BITS = 24
_FINAL_MASK = (1 << _FINAL_BITS) - 1

# A node is list[tuple[Node, int] | None]; the type cannot be written without itself.
Node = list[Any]
Reader = list[list[list[list[tuple[int, int]]]]]
"""By small and big copies of a point, and of the next: column and what to add."""


class Walk:
    """The remembered steps of one plan.

    Attributes:
        start: the first node.
        dead: the node from which nothing can be completed; it follows itself.
        readers: for each two points.
    """

    def __init__(self, plan: Plan, max_states: int = 1_000_000) -> None:
        self._plan = plan
        self._division = Division(plan.shape, plan.features.of_form, plan.mode)
        self._max_states = max_states
        # One column more than there are: for counts that the deck does not have.
        self._columns = self._division.width**4 + 1
        self.dead: Node = []
        self.dead.extend([(self.dead, 0)] * self._columns)
        self.readers = tuple(self._reader(point) for point in range(0, POINTS, 2))
        # Sums outlive the nodes, so the last states keep their numbers when nodes are forgotten.
        self._finals: dict[Configurations, int] = {}
        self._endings: list[tuple[Ending, ...]] = []
        self._clear()

    def _clear(self) -> None:
        self._layers: list[dict[Configurations, Node]] = [{} for _ in range(POINTS // 2)]
        self._states = 0
        self.start = self._node(0, START)

    def _node(self, pair: int, state: Configurations) -> Node:
        node = self._layers[pair].get(state)
        if node is None:
            self._states += 1
            node = self._layers[pair][state] = [None] * (self._columns - 1) + [(self.dead, 0)]
        return node

    # ------------------------------------------------------------ reading

    def _reader(self, point: int) -> Reader:
        each = range(COUNTS)
        return [
            [[[self._read(point, small, big, low, high) for high in each] for low in each] for big in each]
            for small in each
        ]

    def _read(self, point: int, *counts: int) -> tuple[int, int]:
        """Return the column of small and big copies of a point and the next, and what they add."""
        plan, width = self._plan, self._division.width
        column = tally = 0
        for kind, count in zip((point, point + POINTS, point + 1, point + 1 + POINTS), counts, strict=True):
            kept = read_kind(plan.shape, kind, count, plan.features.of_form)
            if kept is None:
                return self._columns - 1, 0
            column = column * width + kept[0]
            tally += kept[1]
        cards = plan.features.of_point(point, *counts[:2]) + plan.features.of_point(point + 1, *counts[2:])
        return column, tally + (cards << TALLY_BITS) << _FINAL_BITS

    def learn(self, counts: Sequence[int]) -> None:
        """Find the steps of a hand that are not known yet.

        Raises:
            HandError: the hand is not twenty numbers from 0 to 4.
        """
        if len(counts) != 2 * POINTS or any(count not in _COPIES for count in counts):
            msg = f"a hand is twenty counts from 0 to 4, not {list(counts)!r}"
            raise HandError(msg, code="D901")
        if self._states >= self._max_states:
            self._clear()
        node, state = self.start, START
        for pair, reader in enumerate(self.readers):
            at = 2 * pair
            column, _ = reader[counts[at]][counts[at + POINTS]][counts[at + 1]][counts[at + 1 + POINTS]]
            state = self._step(node, pair, state, column)
            if not state:
                return
            node = node[column][0]

    def _step(self, node: Node, pair: int, state: Configurations, column: int) -> Configurations:
        """Put the step by a column into a node and return the state after it."""
        if column == self._columns - 1:
            return ()
        width = self._division.width
        first, second = divmod(column, width * width)
        middle, rise = self._division.step(2 * pair, state, *divmod(first, width))
        after: Configurations = ()
        if middle:
            after, more = self._division.step(2 * pair + 1, middle, *divmod(second, width))
            rise += more
        added = rise << TALLY_BITS + _FINAL_BITS
        if not after:
            node[column] = (self.dead, 0)
        elif 2 * pair + 2 < POINTS:
            node[column] = (self._node(pair + 1, after), added)
        else:
            node[column] = (_LAST, added + self._final(after))
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
