"""The half-read divisions of all complete hands, and the sets of melds that lead from one to the next.

Built once for a variant's melds; what is asked about them (which facts) comes later, so that many questions
share the work. A meld on the table and one in hand are alike here: each is made of free cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from phzdsl.cards import KINDS, POINTS
from phzdsl.ruleset.model import Ruleset
from phzdsl.tables.division import Division, Mode, accepted, endings
from phzdsl.tables.shapes import Form, HandShape, shape_of

__all__ = ["Arcs", "arcs_of", "open_shape"]

# Bits for the number of times that a form is begun at one point.
_TIMES = 3


@attrs.frozen(eq=False)
class Arcs:
    """The graph over the ten points.

    Attributes:
        shape: the shape with every meld made of free cards.
        steps: by point, from configuration to pairs of configuration and index into ``covers``.
        covers: sets of ways to begin melds at a point; a way lists indices of ``shape.free``.
        finals: last configurations, each with the numbers of quads for which it is complete.
    """

    shape: HandShape
    steps: tuple[dict[int, tuple[tuple[int, int], ...]], ...]
    covers: tuple[tuple[tuple[int, ...], ...], ...]
    finals: dict[int, tuple[int, ...]]


def open_shape(ruleset: Ruleset) -> HandShape:
    """Return the shape in which every meld, on the table or in hand, is made of free cards."""
    red = ruleset.deck.red
    forms = tuple(
        Form(index, kinds, meld.value.of(kinds, red))
        for index, meld in enumerate(ruleset.melds)
        for kinds in meld.forms
    )
    nothing: tuple[Form | None, ...] = (None,) * KINDS
    return attrs.evolve(shape_of(ruleset), free=forms, triplets=nothing, quads=nothing)


def arcs_of(ruleset: Ruleset, check: Callable[[], None] = lambda: None) -> Arcs:
    """Return the graph of a bound ruleset's complete hands; what leads to none is left out.

    ``check`` is called now and then, and may raise to stop the work.
    """
    shape = open_shape(ruleset)
    places = {form: _TIMES * index for index, form in enumerate(shape.free)}
    # Quads are free melds here: no number of pairs may be ruled out before the last point.
    most_pairs = max(most for _, most in shape.pair_bounds)
    loose = attrs.evolve(shape, pair_bounds=((0, most_pairs),) * len(shape.pair_bounds))
    division = Division(loose, lambda form: 1 << places[form], Mode.ALL)
    layers = _explored(division, check)
    finals = {
        configuration: quads
        for configuration in layers[-1][1]
        if (quads := tuple(_complete_with(shape, configuration)))
    }
    return _pruned(shape, [steps for steps, _ in layers], finals)


_Steps = dict[int, dict[int, set[int]]]


def _explored(division: Division, check: Callable[[], None]) -> list[tuple[_Steps, set[int]]]:
    """Walk forward from the empty hand: by point, the steps and the configurations reached."""
    layers: list[tuple[_Steps, set[int]]] = []
    reached = {0}
    for point in range(POINTS):
        steps: _Steps = {}
        after: set[int] = set()
        for configuration in reached:
            check()
            out: dict[int, set[int]] = {}
            for target, melds in division.all_moves(point, configuration):
                out.setdefault(target, set()).add(melds)
            steps[configuration] = out
            after.update(out)
        layers.append((steps, after))
        reached = after
    return layers


def _complete_with(shape: HandShape, configuration: int) -> Iterator[int]:
    ended = endings(((configuration, 0),))
    for quads in range(shape.groups + 1):
        if accepted(shape, ended, 0, quads):
            yield quads


def _pruned(shape: HandShape, layers: list[_Steps], finals: dict[int, tuple[int, ...]]) -> Arcs:
    """Walk backward and keep only what leads to a complete hand."""
    known: dict[frozenset[int], int] = {}
    alive: set[int] = set(finals)
    kept: list[dict[int, tuple[tuple[int, int], ...]]] = []
    for steps in reversed(layers):
        layer: dict[int, tuple[tuple[int, int], ...]] = {}
        for configuration, out in steps.items():
            arcs = tuple(
                (target, known.setdefault(frozenset(melds), len(known)))
                for target, melds in out.items()
                if target in alive
            )
            if arcs:
                layer[configuration] = arcs
        alive = set(layer)
        kept.append(layer)
    covers = tuple(tuple(_forms(melds) for melds in sorted(ways)) for ways in known)
    return Arcs(shape, tuple(reversed(kept)), covers, finals)


def _forms(melds: int) -> tuple[int, ...]:
    """Return the indices of the forms that a number stands for."""
    found: list[int] = []
    while melds:
        index = ((melds & -melds).bit_length() - 1) // _TIMES
        place = _TIMES * index
        found.extend((index,) * (melds >> place & ((1 << _TIMES) - 1)))
        melds = melds >> place + _TIMES << place + _TIMES
    return tuple(found)
