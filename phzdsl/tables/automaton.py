"""The whole automaton of a hand shape, minimal, as flat tables: for batches, census and diff.

Ten look-ups decide and weigh a hand. Layer by point, so a table of layer ``p`` gives for state and column
(the free cards of the point) a state of layer ``p + 1`` and the weight to add; what a symbol sets aside
is added beside it. State 0 of every layer is dead, state 1 of the first is the start. ``eager`` builds
these tables, ``store`` keeps them; this module only reads them and needs neither numpy nor the forms.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import attrs

from phzdsl.cards import POINTS
from phzdsl.tables.division import Ending, Mode, accepted
from phzdsl.tables.shapes import HandShape
from phzdsl.tables.symbols import COUNTS, GROUP_FIELD, QUAD_SHIFT, TALLY_BITS, Symbol

__all__ = ["DEAD", "START_STATE", "Automaton", "Layer", "packed", "typed"]

DEAD = 0
START_STATE = 1


def packed(numbers: Sequence[int]) -> memoryview:
    """Pack ints into the narrowest signed machine type that holds them all."""
    least, most = min(numbers, default=0), max(numbers, default=0)
    for code, bits in (("b", 7), ("h", 15), ("i", 31), ("q", 63)):
        if -(1 << bits) <= least and most < 1 << bits:
            return typed(memoryview(struct.pack(f"={len(numbers)}{code}", *numbers)), code)
    msg = f"weights up to {most} do not fit 64 bits"
    raise OverflowError(msg)


def typed(data: memoryview, code: str) -> memoryview:
    """See bytes as signed ints of a machine type: b, h, i or q.

    Raises:
        ValueError: there is no such type.
    """
    for known in ("b", "h", "i", "q"):
        if known == code:
            return data.cast(known)
    msg = f"no table holds numbers of type {code!r}"
    raise ValueError(msg)


@attrs.frozen(eq=False)
class Layer:
    """The step at one point.

    Attributes:
        states: number of states before the step, the dead one included.
        next: by ``state * columns + column`` the state after it.
        weights: likewise, the weight to add.
    """

    states: int
    next: memoryview
    weights: memoryview


@attrs.frozen(eq=False)
class Automaton:
    """The minimal automaton of a hand shape.

    Attributes:
        shape: what a complete hand is.
        mode: which weights are kept.
        width: free copies of a kind are fewer than this; a step has ``width * width`` columns.
        symbols: by point and symbol what the symbol means, None where the deck has too few cards.
        base: weight of every hand, to be added to that of its steps.
        layers: the ten steps.
        finals: by state after the last step, the ways in which the free cards were divided.
        raw_states: live and dead states before the automaton was made minimal.
    """

    shape: HandShape
    mode: Mode
    width: int
    symbols: tuple[tuple[Symbol | None, ...], ...]
    base: int
    layers: tuple[Layer, ...]
    finals: tuple[tuple[Ending, ...], ...]
    raw_states: int

    @property
    def columns(self) -> int:
        """Number of columns of every layer's table."""
        return self.width * self.width

    @property
    def states(self) -> int:
        """Number of live states, those after the last step included."""
        return sum(layer.states - 1 for layer in self.layers) + len(self.finals) - 1

    def weights(self, counts: Sequence[int], groups: int = 0, quads: int = 0) -> tuple[int, ...]:
        """Return the weights of the complete divisions of a concealed hand; () when there is none.

        Args:
            counts: copies of each of the twenty kinds, 0 to 4; this is not checked.
            groups: groups on the table; their weights are not part of the answer.
            quads: how many of these are quads.
        """
        state, columns = START_STATE, self.columns
        tally = (self.base << TALLY_BITS) + groups + (quads << QUAD_SHIFT)
        for layer, row, small, big in zip(self.layers, self.symbols, counts, counts[POINTS:], strict=False):
            symbol = row[small * COUNTS + big]
            if symbol is None:
                return ()
            place = state * columns + symbol.column
            state = layer.next[place]
            if not state:
                return ()
            tally += symbol.tally + (layer.weights[place] << TALLY_BITS)
        return self.answer(state, tally & GROUP_FIELD, tally >> QUAD_SHIFT & GROUP_FIELD, tally >> TALLY_BITS)

    def answer(self, final: int, groups: int, quads: int, weight: int) -> tuple[int, ...]:
        """Return the weights of a hand that ended in a state.

        Args:
            final: state after the last step.
            groups: groups set aside and on the table.
            quads: quads in hand and on the table.
            weight: weight of the steps, of what is set aside, and ``base``.
        """
        found = accepted(self.shape, self.finals[final], groups, quads)
        weights = tuple(weight + more for more in found)
        return weights[-1:] if self.mode is Mode.BEST else weights
