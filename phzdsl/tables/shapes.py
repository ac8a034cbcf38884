"""Melds spelled out as kinds and values: what the automaton reads a hand with.

This is the whole of what the compiler knows of a variant's melds. It holds no names of games and no
rule about turns; who may claim what is floor 5.
"""

from __future__ import annotations

import attrs

from phzdsl.cards import Kind

__all__ = ["Form", "HandShape"]


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
