"""All complete closed hands of a hand shape, counted exactly and not by drawing lots.

A dynamic programme over the automaton, in which hands that are in the same state with the same sums are
counted together. To this game these numbers are what perft is to chess. Nothing here knows points or
番: a caller prices each feature vector once. Hands with melds on the table are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.cards import KINDS
from phzdsl.tables.arrays import Step, symbol_sums, to_arrays
from phzdsl.tables.automaton import DEAD, START_STATE, Automaton
from phzdsl.tables.division import accepted
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.shapes import HandShape
from phzdsl.tables.symbols import SYMBOLS

__all__ = ["Census", "Vector", "alive_after", "census"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
_KEY_BITS = 63


@attrs.frozen
class Vector:
    """Hands that differ in nothing that was counted.

    Attributes:
        quads: number of quads (提).
        weights: weights of the hand's divisions, as the automaton's mode keeps them.
        features: sums over the cards, in the order of ``Census.features``.
        count: how many hands.
    """

    quads: int
    weights: tuple[int, ...]
    features: tuple[int, ...]
    count: int


@attrs.frozen
class Census:
    """What ``census`` found.

    Attributes:
        features: names of the features of the vectors.
        vectors: all different vectors, ascending.
        xi_mask: the field of a weight that is 息.
    """

    features: tuple[str, ...]
    vectors: tuple[Vector, ...] = attrs.field(repr=False)
    xi_mask: int = -1

    @property
    def complete(self) -> int:
        """Number of distinct complete hands."""
        return sum(vector.count for vector in self.vectors)

    @property
    def by_quads(self) -> tuple[int, ...]:
        """Number of complete hands by number of quads, from none up to the most there are."""
        counts: Counter[int] = Counter()
        for vector in self.vectors:
            counts[vector.quads] += vector.count
        return tuple(counts[quads] for quads in range(max(counts, default=-1) + 1))

    @property
    def by_xi(self) -> tuple[tuple[int, int], ...]:
        """Pairs of 息 and number of hands that reach it at best, ascending."""
        counts: Counter[int] = Counter()
        for vector in self.vectors:
            counts[self._xi(vector)] += vector.count
        return tuple(sorted(counts.items()))

    def winning(self, minimum: int) -> int:
        """Return the number of complete hands that reach a minimum of 息."""
        return sum(vector.count for vector in self.vectors if self._xi(vector) >= minimum)

    def _xi(self, vector: Vector) -> int:
        return max(weight & self.xi_mask for weight in vector.weights)


def census(
    shape: HandShape,
    *,
    features: Mapping[str, Sequence[int]] | None = None,
    automaton: Automaton | None = None,
    xi_mask: int = -1,
) -> Census:
    """Count the complete closed hands of a shape.

    Args:
        shape: what a complete hand is.
        features: sums over the cards to tell hands apart by: name and weight of a card of each kind.
        automaton: the shape's automaton, compiled unless given; its mode and weights are what is counted.
        xi_mask: the field of a weight that is 息, where weights hold more.

    Raises:
        ValueError: a feature is negative or has not twenty weights.
        OverflowError: so much is to be counted that it does not fit 64 bits.
    """
    features = features or {}
    automaton = automaton or compile_automaton(shape)
    steps = to_arrays(automaton)
    fields = _Fields.of(shape, steps, features)
    hands = _Hands(np.array([START_STATE * fields.cores << fields.bits]), np.ones(1, np.int64))
    for point, (step, alive) in enumerate(zip(steps, alive_after(automaton, steps), strict=True)):
        hands = _advance(hands, step, fields, point, alive)
    return Census(tuple(features), _vectors(automaton, hands, fields), xi_mask)


@attrs.frozen(eq=False)
class _Fields:
    """Where things stand in the key of a hand.

    High to low: state, groups set aside, quads (mixed radix ``groups + 1``), then weight and features
    as bit fields of checked widths.
    """

    groups: int
    weight_bits: int
    feature_bits: tuple[int, ...]
    sums: Ints

    @property
    def radix(self) -> int:
        return self.groups + 1

    @property
    def cores(self) -> int:
        return self.radix * self.radix

    @property
    def low_bits(self) -> int:
        return sum(self.feature_bits)

    @property
    def bits(self) -> int:
        return self.weight_bits + self.low_bits

    @classmethod
    def of(cls, shape: HandShape, steps: Sequence[Step], features: Mapping[str, Sequence[int]]) -> _Fields:
        """Find widths that hold the greatest sums there can be."""
        bits = []
        sums = np.zeros((len(steps), SYMBOLS), np.int64)
        for name, weights in features.items():
            if len(weights) != KINDS or min(weights) < 0:
                msg = f"feature {name!r} needs twenty weights, none negative"
                raise ValueError(msg)
            most = sum(weight * copies for weight, copies in zip(weights, shape.copies, strict=True))
            bits.append(most.bit_length())
            sums = (sums << bits[-1]) + symbol_sums(tuple(weights))
        if min(int(step.weights.min()) for step in steps) < 0:
            msg = "a triplet or quad with a negative weight cannot be counted"
            raise ValueError(msg)
        weight_bits = sum(int(step.weights.max()) for step in steps).bit_length()
        fields = cls(shape.groups, weight_bits, tuple(bits), sums)
        most_states = max(step.next.shape[0] for step in steps)
        if (most_states * fields.cores).bit_length() + fields.bits > _KEY_BITS:
            msg = "the weights and features to count do not fit 64 bits together"
            raise OverflowError(msg)
        return fields


@attrs.frozen(eq=False)
class _Hands:
    """Half-read hands: different keys ascending, and how many hands have each."""

    keys: Ints
    counts: Ints


def alive_after(automaton: Automaton, steps: Sequence[Step]) -> list[Flags]:
    """Tell after each step for state, groups set aside and quads whether some hand is completed.

    Keeping only these holds the number of keys down; it changes no count.
    """
    shape = automaton.shape
    radix = shape.groups + 1
    after = np.zeros((len(automaton.finals), radix, radix), np.bool_)
    for final, ended in enumerate(automaton.finals):
        for groups in range(radix):
            for quads in range(groups + 1):
                after[final, groups, quads] = bool(accepted(shape, ended, groups, quads))
    layers = [after]
    for step in reversed(steps[1:]):
        now = np.zeros((step.next.shape[0], radix, radix), np.bool_)
        for symbol in range(SYMBOLS):
            groups, quads = int(step.groups[symbol]), int(step.quads[symbol])
            if groups < radix and quads < radix:
                now[:, : radix - groups, : radix - quads] |= after[step.next[:, symbol], groups:, quads:]
        now[DEAD] = False
        layers.append(now)
        after = now
    return layers[::-1]


def _advance(hands: _Hands, step: Step, fields: _Fields, point: int, alive: Flags) -> _Hands:
    """Read one point of all hands and count together those that became equal."""
    cores = hands.keys >> fields.bits
    starts = np.flatnonzero(np.diff(cores, prepend=-1))
    lengths = np.diff(starts, append=len(cores))
    core = cores[starts]
    state, groups, quads = core // fields.cores, core // fields.radix % fields.radix, core % fields.radix
    keys, counts = [], []
    for symbol in range(SYMBOLS):
        after = step.next[state, symbol]
        more_groups, more_quads = groups + step.groups[symbol], quads + step.quads[symbol]
        possible = (after != DEAD) & (more_groups <= fields.groups) & (more_quads <= fields.groups)
        possible[possible] = alive[after[possible], more_groups[possible], more_quads[possible]]
        moved = (after * fields.radix + more_groups) * fields.radix + more_quads - core << fields.bits
        moved += (step.weights[state, symbol] << fields.low_bits) + fields.sums[point, symbol]
        kept = np.repeat(possible, lengths)
        keys.append(hands.keys[kept] + np.repeat(moved[possible], lengths[possible]))
        counts.append(hands.counts[kept])
    return _merged(np.concatenate(keys), np.concatenate(counts))


def _merged(keys: Ints, counts: Ints) -> _Hands:
    if not len(keys):
        return _Hands(keys, counts)
    order = np.argsort(keys)
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
    return _Hands(keys[starts], np.add.reduceat(counts[order], starts))


def _vectors(automaton: Automaton, hands: _Hands, fields: _Fields) -> tuple[Vector, ...]:
    found: Counter[tuple[int, tuple[int, ...], tuple[int, ...]]] = Counter()
    for key, count in zip(hands.keys.tolist(), hands.counts.tolist(), strict=True):
        core, rest = key >> fields.bits, key & ((1 << fields.bits) - 1)
        groups, quads = core // fields.radix % fields.radix, core % fields.radix
        weights = automaton.answer(core // fields.cores, groups, quads, automaton.base + (rest >> fields.low_bits))
        found[quads, weights, _split(rest, fields.feature_bits)] += count
    return tuple(Vector(*vector, count) for vector, count in sorted(found.items()))


def _split(packed: int, widths: tuple[int, ...]) -> tuple[int, ...]:
    values = []
    for width in reversed(widths):
        values.append(packed & ((1 << width) - 1))
        packed >>= width
    return tuple(reversed(values))
