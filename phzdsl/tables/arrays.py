"""The automaton's tables as numpy arrays, one row a state, one column a symbol.

For census, diff and sampling, which follow whole sets of states at once. What a symbol sets aside is
already in its edges here. Importing this module imports numpy.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.cards import POINTS
from phzdsl.tables.automaton import Automaton, Layer
from phzdsl.tables.symbols import GROUP_FIELD, QUAD_SHIFT, SYMBOLS, TALLY_BITS, Symbol

__all__ = ["Step", "symbol_sums", "to_arrays"]

Ints = NDArray[np.int64]


@attrs.frozen(eq=False)
class Step:
    """One point of the automaton.

    Attributes:
        next: by state and symbol the state after it; 0 is dead, here and there.
        weights: by state and symbol the weight of the edge and of what is set aside.
        groups: by symbol the number of groups set aside.
        quads: by symbol the number of quads set aside.
    """

    next: Ints
    weights: Ints
    groups: Ints
    quads: Ints


def to_arrays(automaton: Automaton) -> tuple[Step, ...]:
    """Spread the tables of an automaton over all 25 symbols."""
    return tuple(
        _step(layer, row, automaton.columns) for layer, row in zip(automaton.layers, automaton.symbols, strict=True)
    )


def _step(layer: Layer, row: tuple[Symbol | None, ...], columns: int) -> Step:
    possible = np.array([symbol is not None for symbol in row])
    column = np.array([symbol.column if symbol else 0 for symbol in row])
    tally = np.array([symbol.tally if symbol else 0 for symbol in row], np.int64)
    following = np.asarray(layer.next).astype(np.int64).reshape(layer.states, columns)[:, column]
    weights = np.asarray(layer.weights).astype(np.int64).reshape(layer.states, columns)[:, column]
    return Step(
        next=np.where(possible, following, 0),
        weights=weights + (tally >> TALLY_BITS),
        groups=tally & GROUP_FIELD,
        quads=tally >> QUAD_SHIFT & GROUP_FIELD,
    )


def symbol_sums(weights: tuple[int, ...]) -> Ints:
    """Return by point and symbol the sum of a weight per card, such as 1 for each red kind."""
    small = np.array(weights[:POINTS], np.int64)[:, None]
    big = np.array(weights[POINTS:], np.int64)[:, None]
    symbol = np.arange(SYMBOLS)
    sums: Ints = small * (symbol // 5) + big * (symbol % 5)
    return sums
