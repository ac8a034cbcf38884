"""How much a rule file may ask for: files come from strangers."""

from __future__ import annotations

import attrs

from phzdsl.fields import ByFields

__all__ = ["Limits"]


@attrs.frozen(repr=False, eq=False)
class Limits(ByFields):
    """Bounds on one file and on what is computed from it; past one, a diagnostic stops the work.

    Attributes:
        characters: length of a text.
        rows: rows in a file, its parents not counted; as many comments may stand beside them.
        nesting: brackets and braces inside each other.
        row_tokens: words, numbers and signs in one row.
        row_operators: operators in one row, which bounds how deep its tree can be.
        magnitude: greatest number that may be written or computed.
        depth: parents above a variant.
        states: states of an automaton.
        seconds: time for the proofs about one variant.
        readings: ways to divide the cards of one hand.
        tries: steps in looking for these.
    """

    characters: int = 1_000_000
    rows: int = 5_000
    nesting: int = 24
    row_tokens: int = 400
    row_operators: int = 120
    magnitude: int = 1_000_000_000
    depth: int = 12
    states: int = 600_000
    seconds: float = 30.0
    readings: int = 10_000
    tries: int = 1_000_000
