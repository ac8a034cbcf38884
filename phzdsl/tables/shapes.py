"""Melds spelled out as kinds and values: what the automaton reads a hand with.

This is the whole of what the compiler knows of a variant's melds. It holds no names of games and no
rule about turns; who may claim what is floor 5.
"""

from __future__ import annotations

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.ruleset.expressions import evaluate, refs
from phzdsl.ruleset.model import Ruleset, constant

__all__ = ["Form", "HandShape", "shape_of"]

_MOST_QUADS = 8
_UNBOUNDED = 20


@attrs.frozen
class Form:
    """One way in which cards make a meld.

    Attributes:
        meld: index of the meld in the ruleset's list.
        kinds: the cards, ascending by point, small before big at one point.
        xi: value in 息.
    """

    meld: int
    kinds: tuple[Kind, ...]
    xi: int


@attrs.frozen
class HandShape:
    """What a complete concealed hand is.

    Attributes:
        groups: number of groups (门子) that table and hand must make together.
        free: forms that cards not set aside may make, in the order of the rule file.
        triplets: by kind, the unsplittable triplet (坎) that three concealed copies are; None where
            three copies are free cards.
        quads: by kind, the unsplittable quad (提) that four concealed copies are; None likewise.
        pair_melds: indices of the melds whose number is bounded (将).
        pair_bounds: by number of quads on table and in hand (0..8), the least and greatest number
            of those melds.
        copies: by kind, how many cards the deck has.
    """

    groups: int
    free: tuple[Form, ...]
    triplets: tuple[Form | None, ...]
    quads: tuple[Form | None, ...]
    pair_melds: frozenset[int]
    pair_bounds: tuple[tuple[int, int], ...]
    copies: tuple[int, ...]


def shape_of(ruleset: Ruleset) -> HandShape:
    """Return the shape of a bound ruleset's complete hands.

    Raises:
        ValueError: the number of a bounded meld depends on more than the number of quads.
    """
    red = ruleset.deck.red
    free: list[Form] = []
    aside: dict[int, list[Form | None]] = {3: [None] * KINDS, 4: [None] * KINDS}
    for index, meld in enumerate(ruleset.melds):
        forms = [Form(index, kinds, meld.value.of(kinds, red)) for kinds in meld.forms if meld.in_hand]
        if meld.whole and meld.same in aside:
            for form in forms:
                kind = form.kinds[0]
                aside[meld.same][kind] = aside[meld.same][kind] or form
        else:
            free.extend(forms)
    bounded = [
        index for index, meld in enumerate(ruleset.melds) if meld.exactly is not None or meld.at_most is not None
    ]
    if len(bounded) > 1:
        msg = f"{ruleset.id} bounds the number of more than one meld"
        raise ValueError(msg)
    return HandShape(
        constant(ruleset.win.groups.value) if ruleset.win.groups else 0,
        tuple(free),
        tuple(aside[3]),
        tuple(aside[4]),
        frozenset(bounded),
        tuple(_pair_bounds(ruleset, bounded, quads) for quads in range(_MOST_QUADS + 1)),
        ruleset.deck.copies(),
    )


def _pair_bounds(ruleset: Ruleset, bounded: list[int], quads: int) -> tuple[int, int]:
    """Return the least and greatest number of the bounded meld when there are so many quads."""
    least, most = 0, _UNBOUNDED
    for index in bounded:
        meld = ruleset.melds[index]
        for bound in (meld.exactly, meld.at_most):
            if bound is None:
                continue
            known = {ref.key for ref in refs(bound)}
            if known - {"fact:quads"}:
                msg = f"{ruleset.id}: the number of {meld.called} depends on more than 四同数"
                raise ValueError(msg)
            value = evaluate(bound, {"fact:quads": quads})
            most = min(most, value)
            least = value if bound is meld.exactly else least
    return least, most
