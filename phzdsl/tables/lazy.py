"""The automaton built on demand: for single hands, and for rules whose whole table would be large.

The first hand costs a tenth of a millisecond, a hand whose steps are known about a microsecond. It
also reads hands with a *marked* kind, one whose copies are not set aside as the shape says: the winning
card may have joined a pair, or stand beside a 坎, and is then free. Table melds enter only as sums.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from phzdsl.cards import POINTS, Kind
from phzdsl.tables.division import START, Configurations, Division, Mode, accepted, endings
from phzdsl.tables.shapes import HandShape
from phzdsl.tables.symbols import (
    COUNTS,
    GROUP_FIELD,
    QUAD,
    QUAD_SHIFT,
    SYMBOLS,
    TALLY_BITS,
    TRIPLET,
    Weigher,
    read_kind,
    xi_of,
)

__all__ = ["LazyAutomaton", "Mark"]


@attrs.frozen
class Mark:
    """A kind of which some copies are free whatever the shape says.

    Attributes:
        kind: the kind.
        free: copies that are free; the others (none, three or four) are set aside.
    """

    kind: Kind
    free: int


class _Scope:
    """Nodes that share a division: those of all hands, or those of one raised cap.

    Attributes:
        division: the moves.
        last: the point at which its nodes end; beyond it the common nodes follow.
        layers: nodes by point and state.
    """

    __slots__ = ("division", "last", "layers")

    def __init__(self, division: Division, last: int) -> None:
        self.division = division
        self.last = last
        self.layers: list[dict[Configurations, _Node]] = [{} for _ in range(last + 1)]


class _Node:
    """A state, and what is known to follow it.

    Attributes:
        edges: by symbol the next node and the tally to add; None where it is not known yet, () where
            nothing can follow.
        marked: the same where the kind of a mark is read.
        answers: in a node after the last point, the weights by tally.
    """

    __slots__ = ("answers", "edges", "marked", "point", "scope", "state")

    def __init__(self, scope: _Scope, point: int, state: Configurations) -> None:
        self.edges: list[_Edge | None] = [None] * SYMBOLS
        self.marked: dict[tuple[Mark, int], _Edge] = {}
        self.answers: dict[int, tuple[int, ...]] = {}
        self.scope = scope
        self.point = point
        self.state = state


_Edge = tuple[_Node, int] | tuple[()]


class LazyAutomaton:
    """Decides and weighs concealed hands of one shape, remembering every step.

    In mode ``BEST`` an answer holds the greatest weight only, in mode ``ALL`` every weight that some
    complete division reaches, ascending. An incomplete hand has the answer ``()``.

    Attributes:
        shape: what a complete hand is.
        mode: which weights are kept.
        states: how many states are remembered.
    """

    def __init__(
        self,
        shape: HandShape,
        *,
        weigh: Weigher = xi_of,
        mode: Mode = Mode.BEST,
        max_states: int = 1_000_000,
    ) -> None:
        """Prepare to read hands of a shape; ``max_states`` bounds memory, not what can be read."""
        self.shape = shape
        self.mode = mode
        self._weigh = weigh
        self._max_states = max_states
        self._clear()

    def _clear(self) -> None:
        self._common = _Scope(Division(self.shape, self._weigh, self.mode), POINTS)
        self._raised: dict[Mark, _Scope] = {}
        self._start = _Node(self._common, 0, START)
        self.states = 1

    def weights(
        self, counts: Sequence[int], groups: int = 0, quads: int = 0, mark: Mark | None = None
    ) -> tuple[int, ...]:
        """Return the weights of the complete divisions of a concealed hand.

        Args:
            counts: copies of each of the twenty kinds, 0 to 4; this is not checked.
            groups: groups on the table; their weights are not part of the answer.
            quads: how many of these are quads.
            mark: the kind whose copies are not set aside as the shape says, if any.

        Raises:
            ValueError: the mark does not leave none, three or four copies to set aside, or the hand
                has too few kinds.
        """
        if mark is not None:
            return self._marked_weights(counts, groups + (quads << QUAD_SHIFT), mark)
        node = self._start
        tally = groups + (quads << QUAD_SHIFT)
        for small, big in zip(counts, counts[POINTS:], strict=False):
            edge = node.edges[small * COUNTS + big] or self._learn(node, small, big)
            if not edge:
                return ()
            node = edge[0]
            tally += edge[1]
        answer = node.answers.get(tally)
        return self._finish(node, tally) if answer is None else answer

    def _marked_weights(self, counts: Sequence[int], tally: int, mark: Mark) -> tuple[int, ...]:
        if counts[mark.kind] - mark.free not in (0, TRIPLET, QUAD):
            msg = f"of {counts[mark.kind]} copies {mark.free} cannot be free and the others set aside"
            raise ValueError(msg)
        node = self._marked_start(mark)
        for small, big in zip(counts, counts[POINTS:], strict=False):
            if node.point == mark.kind % POINTS:
                edge = self._marked_edge(node, small, big, mark)
            else:
                edge = node.edges[small * COUNTS + big] or self._learn(node, small, big)
            if not edge:
                return ()
            node = edge[0]
            tally += edge[1]
        answer = node.answers.get(tally)
        return self._finish(node, tally) if answer is None else answer

    def _marked_start(self, mark: Mark) -> _Node:
        """Return the first node; one apart where earlier forms may need more copies than usual.

        Beyond the marked kind no form needs it any more, and the common nodes serve again.
        """
        division = self._common.division
        if mark.free <= division.caps[mark.kind]:
            return self._start
        scope = self._raised.get(mark)
        if scope is None:
            scope = self._raised[mark] = _Scope(division.with_cap(mark.kind, mark.free), mark.kind % POINTS)
        return self._node(scope, 0, START)

    def _marked_edge(self, node: _Node, small: int, big: int, mark: Mark) -> _Edge:
        key = mark, small * COUNTS + big
        edge = node.marked.get(key)
        if edge is None:
            edge = node.marked[key] = self._edge(node, small, big, mark)
        return edge

    def _learn(self, node: _Node, small: int, big: int) -> _Edge:
        """Find what follows an unmarked symbol; called again, at once, where nothing can follow."""
        symbol = small * COUNTS + big
        edge = node.edges[symbol]
        if edge is None:
            edge = node.edges[symbol] = self._edge(node, small, big)
        return edge

    def _edge(self, node: _Node, small: int, big: int, mark: Mark | None = None) -> _Edge:
        point = node.point
        left = self._read(point, small, mark)
        right = self._read(point + POINTS, big, mark)
        if left is None or right is None:
            return ()
        state, weight = node.scope.division.step(point, node.state, left[0], right[0])
        if not state:
            return ()
        scope = node.scope if point < node.scope.last else self._common
        return self._node(scope, point + 1, state), (weight << TALLY_BITS) + left[1] + right[1]

    def _read(self, kind: Kind, count: int, mark: Mark | None) -> tuple[int, int] | None:
        free = mark.free if mark is not None and mark.kind == kind else None
        return read_kind(self.shape, kind, count, self._weigh, free=free)

    def _node(self, scope: _Scope, point: int, state: Configurations) -> _Node:
        nodes = scope.layers[point]
        node = nodes.get(state)
        if node is None:
            if self.states >= self._max_states:
                # A hand that is being read keeps its own nodes; only later ones start afresh.
                self._clear()
            self.states += 1
            node = nodes[state] = _Node(scope, point, state)
        return node

    def _finish(self, node: _Node, tally: int) -> tuple[int, ...]:
        if node.point != POINTS:
            msg = "a hand has twenty kinds"
            raise ValueError(msg)
        groups, quads, weight = tally & GROUP_FIELD, tally >> QUAD_SHIFT & GROUP_FIELD, tally >> TALLY_BITS
        found = tuple(weight + more for more in accepted(self.shape, endings(node.state), groups, quads))
        answer = found[-1:] if self.mode is Mode.BEST else found
        node.answers[tally] = answer
        return answer
